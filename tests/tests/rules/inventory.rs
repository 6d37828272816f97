//! Checks items and attributes under any commands, in scenes of any kind. No item appears or vanishes without a cause,
//! no attribute leaves its limits, and a refusal changes nothing.

use musrex_core::content::{Bonus, ItemKind, Label, Slot, Status};
use musrex_core::geometry::{Direction, Pos};
use musrex_core::limits::{ITEMS_MAX, PACK_MAX};
use musrex_core::quantity::{Floor, Hp, Level, Xp};
use musrex_core::rules::experience::{self, Stats};
use musrex_core::rules::{Actor, Command, Event, Events, Refusal, TerminalResult};
use musrex_core::world::{FloorState, Game, GroundItem, Item, Outcome, Player, Terrain};
use musrex_core::worldgen;
use musrex_testkit::floor_cache::rebuild_floor;
use musrex_testkit::invariants::faults;
use musrex_testkit::map_text;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::rulebook;
use musrex_testkit::same::difference;
use musrex_testkit::seeds::{shift, shifted};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The identity of an item in these tests: its kind, and the numbers of its bonus.
type Thing = (ItemKind, [i16; 5]);

fn thing(item: &Item) -> Thing {
    (item.kind, item.bonus.numbers())
}

fn sorted(mut things: Vec<Thing>) -> Vec<Thing> {
    things.sort_unstable_by_key(|&(kind, bonus)| (kind as usize, bonus));
    things
}

/// Iterates over the items on the ground of floors that the player has entered.
fn on_ground(game: &Game) -> impl Iterator<Item = Item> {
    let kept = Floor::all().filter_map(|floor| rebuild_floor(game, floor));
    let kept = kept.flat_map(|floor| floor.items.clone());
    game.current_floor().items.iter().cloned().chain(kept).map(|ground| ground.item)
}

/// Returns all items that monsters on entered floors carry.
fn stolen(game: &Game) -> Vec<Item> {
    let here = game.current_floor();
    let vented = here.vented.iter().map(|vented| &vented.monster);
    let mut loot: Vec<Item> =
        here.monsters.iter().chain(vented).filter_map(|monster| monster.loot.clone()).collect();
    for floor in Floor::all().filter_map(|floor| rebuild_floor(game, floor)) {
        loot.extend(floor.monsters.iter().filter_map(|monster| monster.loot.clone()));
    }
    loot
}

/// Returns all items of the game: those that the player carries or wears, those that monsters carry, and those on the
/// ground.
fn things(game: &Game) -> Vec<Thing> {
    let player = game.player();
    let worn = player.worn.iter().map(|(_, item)| item);
    let carried = player.pack.iter().chain(worn).map(thing);
    let stolen = stolen(game).into_iter().map(|item| thing(&item));
    on_ground(game).map(|item| thing(&item)).chain(carried).chain(stolen).collect()
}

/// Returns the items that `floor` has when the player of `game` arrives there for the first time.
fn born_on(game: &Game, floor: Floor) -> Vec<Thing> {
    let mut state = FloorState::EMPTY;
    worldgen::generate(game.seed(), floor, &mut state);
    worldgen::exchange(game.seed(), floor, game.player(), &mut state);
    let carried = state.monsters.iter().filter_map(|monster| monster.loot.as_ref());
    state.items.iter().map(|ground| &ground.item).chain(carried).map(thing).collect()
}

/// Returns the attributes that the pack screen predicts for `command`; `None` if it neither puts on nor takes off an
/// item.
fn foretold(game: &Game, command: Command) -> Option<Stats> {
    let player = game.player();
    match command {
        Command::Wear(index) => {
            let mut worn = player.worn.clone();
            worn.put_on(player.pack[usize::from(index)].clone());
            Some(experience::stats(player.level, &worn, None))
        }
        Command::TakeOff(slot) => Some(experience::stats(player.level, &player.worn, Some(slot))),
        _ => None,
    }
}

/// Plays `command`, which must not be refused, and then checks the invariants.
fn audit(game: &mut Game, command: Command) -> Result<(), TestCaseError> {
    let mut wanted = things(game);
    let (xp, level) = (game.player().xp, game.player().level);
    let before = game.clone();
    // T2: stun and confusion replace the command by another action.
    let command = if game.accepts_pack().is_ok() { command } else { Command::Wait };
    let foretold = foretold(game, command);
    match command {
        // I1, D27: a used item is consumed, and no other item is.
        Command::Use(index) => {
            take(&mut wanted, thing(&game.player().pack[usize::from(index)]))?;
        }
        // I6: a thrown flask is also consumed.
        Command::Throw(index, _) => {
            let item = &game.player().pack[usize::from(index)];
            if item.kind.is_flask() {
                take(&mut wanted, thing(item))?;
            }
        }
        _ => {}
    }
    let mut events = Events::new();
    prop_assert!(game.step(command, &mut events).is_ok(), "{command:?} was accepted");
    let paid = account(&before, game, command, &events, &mut wanted)?;
    // I2, I3, I6: picking up, wearing, swapping, taking off, dropping and throwing only move items.
    prop_assert_eq!(sorted(things(game)), sorted(wanted), "after {:?}", command);
    // B5, B6, B15, W16: no other event gives experience.
    let told: Vec<_> = events.iter().collect();
    prop_assert_eq!(game.player().xp, Xp(xp.0 + paid), "after {:?}: {:?}", command, told);
    // I5, B11: the attributes equal the prediction, which uses the same function.
    if let Some(foretold) = foretold.filter(|_| game.player().level == level) {
        prop_assert_eq!(game.player_stats(), foretold, "after {:?}", command);
    }
    // B12: no attribute is outside its limits.
    faults(game).map_err(TestCaseError::fail)
}

/// Updates `wanted` with the items that `events` report as consumed or as new. Returns the experience that the events
/// give.
fn account(
    before: &Game,
    game: &Game,
    command: Command,
    events: &Events,
    wanted: &mut Vec<Thing>,
) -> Result<u32, TestCaseError> {
    let (mut paid, mut stood) = (0, before.player().body.pos);
    for event in events {
        match *event {
            // W7: opening a locked door consumes its key.
            Event::Unlocked { .. } => take(wanted, (ItemKind::Key, [0; 5]))?,
            // W14: forcing a door consumes the crowbar.
            Event::Forced { .. } => {
                let crowbar = before.player().worn.get(Slot::Weapon).expect("it was in hand");
                take(wanted, thing(crowbar))?;
            }
            // B16: a killed mouse may leave an item for a player with grafts.
            Event::ItemLeft { label: Label::Known(kind), .. } => wanted.push((kind, [0; 5])),
            // I9: eaten cheese is consumed.
            Event::Eats { .. } => take(wanted, (ItemKind::Cheese, [0; 5]))?,
            // W17: the items on the other pedestals are permanently out of reach.
            Event::PedestalsSealed => {
                let is_sealed = |pos| game.current_floor().map.terrain(pos);
                for ground in &before.current_floor().items {
                    let taken = game.player().body.pos.is_next_to(ground.pos)
                        && command == walk_to(game, ground.pos);
                    if is_sealed(ground.pos) == Terrain::PedestalSealed && !taken {
                        take(wanted, thing(&ground.item))?;
                    }
                }
            }
            Event::TerminalUsed { result, .. } => {
                paid += rulebook::number("W16", "It pays ") * u32::from(game.floor().number());
                let gift = match result {
                    TerminalResult::Supplies => Some(ItemKind::HealthPack),
                    TerminalResult::Override => Some(ItemKind::OverrideChip),
                    TerminalResult::Cameras | TerminalResult::Locks => None,
                };
                wanted.extend(gift.map(|kind| (kind, [0; 5])));
            }
            Event::FloorEntered { to, is_new: true, .. } => {
                wanted.extend(born_on(before, to));
                // B6: the first arrival on a floor gives a fixed amount of experience times the number of the floor.
                paid += rulebook::number("B6", "pays ") * u32::from(to.number());
            }
            Event::Slain { paid: xp, .. } => paid += xp.0,
            Event::Moved { who: Actor::Player, to, .. }
            | Event::Flung { who: Actor::Player, to, .. } => stood = to,
            // B15: the item was on the tile where the player now stands, or on the pedestal into which the player
            // walked.
            Event::PickedUp { .. } => {
                let items = &before.current_floor().items;
                let lay = |pos: Pos| items.iter().find(move |ground| ground.pos == pos);
                let pedestal = match command {
                    Command::Walk(direction) => before.player().body.pos.step(direction),
                    _ => None,
                };
                let found = lay(stood).or_else(|| pedestal.and_then(lay));
                let found = found.expect("it lay somewhere");
                if !found.item.was_carried {
                    paid += rulebook::number("B15", "pays ");
                }
            }
            _ => {}
        }
    }
    Ok(paid)
}

/// Returns the command that walks to `pos`, or a wait if `pos` is not adjacent to the player.
fn walk_to(game: &Game, pos: Pos) -> Command {
    game.player().body.pos.direction_to(pos).map_or(Command::Wait, Command::Walk)
}

/// Removes one item equal to `wanted` from `things`.
fn take(things: &mut Vec<Thing>, wanted: Thing) -> Result<(), TestCaseError> {
    let place = things.iter().position(|&(kind, bonus)| {
        // All keys count as equal, whatever their bonus.
        kind == wanted.0 && (bonus == wanted.1 || kind == ItemKind::Key)
    });
    prop_assert!(place.is_some(), "{wanted:?} is used up but was never there");
    things.swap_remove(place.expect("it is there"));
    Ok(())
}

/// The targets of throws: the player's starting tile, a nearby tile, and a distant tile.
const TARGETS: [Pos; 3] = [Pos::at(6, 4), Pos::at(8, 3), Pos::at(80, 40)];

/// Iterates over all commands, including some with pack indices that the pack does not have.
fn all_commands() -> impl Iterator<Item = Command> {
    let places = (0..=PACK_MAX).map(|place| u8::try_from(place).expect("a pack is small"));
    let places = places.chain([u8::MAX]);
    let handling = places.flat_map(|place| {
        let throws = TARGETS.map(|at| Command::Throw(place, at));
        let others = [Command::Use(place), Command::Wear(place), Command::Drop(place)];
        others.into_iter().chain(throws)
    });
    let walks = Direction::ALL.into_iter().map(Command::Walk);
    let undressing = Slot::ALL.into_iter().map(Command::TakeOff);
    walks.chain([Command::Wait]).chain(undressing).chain(handling)
}

/// T1: checks that a refused command leaves the game and the events unchanged. Adds each refused command and its reason
/// to `seen`.
fn audit_refusals(game: &mut Game, seen: &mut BTreeSet<String>) -> Result<(), TestCaseError> {
    let before = game.clone();
    let mut events = Events::new();
    events.push(Event::Waited);
    for command in all_commands() {
        let Err(why) = game.accepts(command) else { continue };
        prop_assert_eq!(game.step(command, &mut events), Err(why), "{:?}", command);
        let difference = difference(game, &before);
        prop_assert!(difference.is_none(), "{command:?} was refused: {difference:?}");
        prop_assert!(events.iter().eq(&[Event::Waited]), "{command:?} was refused, with events");
        seen.insert(format!("{} {why:?}", kind_of(command)));
    }
    Ok(())
}

const fn kind_of(command: Command) -> &'static str {
    match command {
        Command::Walk(_) => "Walk",
        Command::Wait => "Wait",
        Command::Use(_) => "Use",
        Command::Wear(_) => "Wear",
        Command::TakeOff(_) => "TakeOff",
        Command::Drop(_) => "Drop",
        Command::Throw(..) => "Throw",
        Command::Graft(_) => "Graft",
        Command::Deed(_) => "Deed",
    }
}

/// The drawing for the random tests: a room with doors of all kinds and an opponent. The room has no stairs, because a
/// made-up floor would be lost when the player leaves it.
const ROOM: &str = "
    ###########
    #.........#
    #.........L
    #....@....#
    #.........+
    #........m#
    ####L######
";

/// A made-up scene.
#[derive(Clone, Debug)]
struct Scene {
    /// The items on the ground, each on a tile of its own.
    items: Vec<Item>,
    /// The items in the pack at the start.
    carried: Vec<Item>,
    level: u8,
    hp: u16,
    statuses: Vec<(usize, u8)>,
}

impl Scene {
    /// Returns a game on floor 5.
    fn game(&self, seed: u64) -> Game {
        let drawing = map_text::read(ROOM);
        let mut here = drawing.floor;
        let tiles: Vec<_> = here
            .map
            .iter()
            .filter(|&(pos, tile)| {
                tile.is_walkable() && !tile.is_door() && !tile.is_stairs() && pos != drawing.player
            })
            .map(|(pos, _)| pos)
            .collect();
        for (pos, item) in tiles.into_iter().zip(&self.items) {
            let item = GroundItem { pos, item: item.clone() };
            here.items.push(item).expect("a floor has room for them");
        }
        let level = Level::new(self.level).expect("a level");
        let hp_max = experience::stats(level, &Default::default(), None).hp_max;
        let mut player = Player::new(drawing.player, Hp(self.hp.clamp(1, hp_max.0)));
        player.level = level;
        let before = level.number().checked_sub(1).and_then(Level::new);
        player.xp = before.map_or(Xp(0), experience::xp_to_leave);
        let mut carried = self.carried.clone();
        carried.sort_by_key(|item| item.kind as u8);
        for item in &carried {
            let item = Item { was_carried: true, ..item.clone() };
            player.pack.push(item).expect("a pack has room for them");
        }
        for &(status, turns) in &self.statuses {
            player.body.statuses.set(Status::ALL[status], turns);
        }
        Game::from_parts(seed, Floor::new(5).expect("a floor"), player, here)
    }
}

/// Generates items of all kinds. Wearable items have any bonus, including extreme ones.
fn any_item() -> impl Strategy<Value = Item> {
    let bonus = prop_oneof![3 => (-9..9_i16).boxed(), 1 => any::<i16>().boxed()];
    (0..ItemKind::COUNT, prop::array::uniform5(bonus)).prop_map(|(kind, numbers)| {
        let kind = ItemKind::ALL[kind];
        let mut bonus = Bonus::NONE;
        if kind.slot().is_some() {
            for (index, number) in (0..).zip(numbers) {
                *bonus.number_mut(index) = number;
            }
        }
        Item::with_bonus(kind, bonus)
    })
}

fn any_scene() -> impl Strategy<Value = Scene> {
    let items = prop::collection::vec(any_item(), 0..=ITEMS_MAX);
    let carried = prop::collection::vec(any_item(), 0..=PACK_MAX);
    let statuses = prop::collection::vec((0..Status::COUNT, 1..9_u8), 0..2);
    let hp = prop_oneof![1 => 1..30_u16, 2 => Just(u16::MAX)];
    (items, carried, 1..30_u8, hp, statuses).prop_map(|(items, carried, level, hp, statuses)| {
        Scene { items, carried, level, hp, statuses }
    })
}

/// Generates commands of a player who mostly handles items.
fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        8 => (0..8_usize).prop_map(|direction| Command::Walk(Direction::ALL[direction])),
        1 => Just(Command::Wait),
        2 => (0..8_u8).prop_map(Command::Use),
        2 => (0..8_u8).prop_map(Command::Wear),
        2 => (0..3_usize).prop_map(|slot| Command::TakeOff(Slot::ALL[slot])),
        2 => (0..24_u8).prop_map(Command::Drop),
        2 => (0..24_u8, 1..12_u8, 1..7_u8).prop_map(|(index, x, y)| {
            Command::Throw(index, Pos::at(x, y))
        }),
    ]
}

/// The largest number of rounds of 200 scenes within which every command must have been carried out and every refusal
/// must have occurred. The first round is usually enough.
const ROUNDS_MAX: u64 = 20;

/// The refusals that must all occur. Each is a command and a reason.
const REFUSALS: [&str; 24] = [
    "Walk Wall",
    "Walk Locked",
    "Walk RunOver",
    "Wait RunOver",
    "Use RunOver",
    "Use NoSuchItem",
    "Use AtFullHp",
    "Use OpensDoors",
    "Use ForWearing",
    "Wear RunOver",
    "Wear NoSuchItem",
    "Wear NotForWearing",
    "TakeOff RunOver",
    "TakeOff NoSuchItem",
    "TakeOff PackFull",
    "Drop RunOver",
    "Drop NoSuchItem",
    "Drop NoRoomHere",
    "Drop InDoorway",
    "Use NothingToOverride",
    "Throw RunOver",
    "Throw NoSuchItem",
    "Throw OutOfReach",
    "Throw OwnTile",
];

// T1, T2, I1–I6, I13, D27, B6, B11, B12: the invariants hold in any scene after any commands.
#[test]
fn nothing_is_made_or_lost_and_refusals_leave_no_trace() {
    let seen = RefCell::new(BTreeSet::new());
    let carried_out = RefCell::new(BTreeSet::new());
    let commands = prop::collection::vec(any_command(), 1..120);
    let cases = (any_scene(), any::<u64>(), commands);
    let check = |(scene, seed, commands): (Scene, u64, Vec<Command>)| {
        let mut game = scene.game(seed);
        faults(&game).map_err(TestCaseError::fail)?;
        for (turn, command) in (0..).zip(commands) {
            if turn % 8 == 0 || game.outcome() != Outcome::Playing {
                audit_refusals(&mut game, &mut seen.borrow_mut())?;
            }
            if game.outcome() != Outcome::Playing {
                break;
            }
            if game.accepts(command).is_ok() {
                audit(&mut game, command)?;
                carried_out.borrow_mut().insert(kind_of(command));
            }
        }
        Ok(())
    };
    let missing = || REFUSALS.into_iter().filter(|&why| !seen.borrow().contains(why));
    // Rounds are played until every command and every refusal has occurred by chance.
    for round in 0..ROUNDS_MAX {
        // The seeds of the rounds are far apart, so that neighbouring shifts of the seeds (`MUSREX_SEED`) share no
        // round.
        let rng_seed = RngSeed::Fixed(shift().wrapping_add(round << 48));
        let config = Config { cases: 200, rng_seed, ..musrex_testkit::property_config!() };
        if let Err(fault) = TestRunner::new(config).run(&cases, check) {
            panic!("{fault}");
        }
        if carried_out.borrow().len() == 7 && missing().count() == 0 {
            return;
        }
    }
    panic!(
        "carried out: {:?}; nobody was told {:?}",
        carried_out.borrow(),
        missing().collect::<Vec<_>>()
    );
}

// The invariants also hold on generated floors, for bots that collect items and handle fixtures.
#[test]
fn nothing_is_made_or_lost_on_the_way_up() {
    let mut seen = BTreeSet::new();
    let mut handled = [0; 5];
    for seed in (0..200).map(shifted) {
        // At least a dozen games are played, and then further games until every kind of item command has occurred.
        if seed.wrapping_sub(shift()) >= 12 && handled.iter().all(|&count| count > 0) {
            break;
        }
        let policy = if seed.is_multiple_of(2) { Policy::Hoard } else { Policy::Meddle };
        let (mut game, mut bot) = (Game::new(seed), PolicyBot::new(policy, seed));
        while game.outcome() == Outcome::Playing && game.turn().0 < 1_500 {
            let command = bot.next(&game);
            if game.turn().0.is_multiple_of(50) {
                audit_refusals(&mut game, &mut seen).expect("a refusal leaves no trace");
            }
            if game.accepts(command).is_err() {
                continue;
            }
            if let Err(fault) = audit(&mut game, command) {
                panic!("{fault}, in turn {} of run {seed}", game.turn().0);
            }
            match command {
                Command::Use(_) => handled[0] += 1,
                Command::Wear(_) => handled[1] += 1,
                Command::TakeOff(_) => handled[2] += 1,
                Command::Drop(_) => handled[3] += 1,
                Command::Throw(..) => handled[4] += 1,
                Command::Walk(_) | Command::Wait | Command::Graft(_) | Command::Deed(_) => {}
            }
        }
    }
    assert!(handled.iter().all(|&count| count > 0), "in 200 runs, one was never done: {handled:?}");
}

// M6, T1: a floor with the maximum number of items accepts no further items.
#[test]
fn a_floor_that_is_full_refuses_and_keeps_all() {
    let full = Scene {
        items: vec![Item::new(ItemKind::HealthPack); ITEMS_MAX],
        carried: vec![Item::new(ItemKind::Crowbar)],
        level: 20,
        hp: u16::MAX,
        statuses: Vec::new(),
    };
    let mut game = full.game(shifted(1));
    assert_eq!(game.accepts(Command::Drop(0)), Err(Refusal::FloorFull));
    let mut seen = BTreeSet::new();
    audit_refusals(&mut game, &mut seen).expect("a refusal leaves no trace");
    assert!(seen.contains("Drop FloorFull"), "{seen:?}");
    assert_eq!(things(&game).len(), ITEMS_MAX + 1);
}
