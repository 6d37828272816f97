//! Makes floors that test the size of a save: the fullest floors that the rules allow, and random floors.
//!
//! The terrain of these floors is generated, because a save cannot store any other terrain. The floors need not be
//! playable.
//!
//! ```
//! use musrex_core::Floor;
//! use musrex_testkit::assert_invariants;
//! use musrex_testkit::full_floors::random_game;
//!
//! assert_invariants(&random_game(7, Floor::THRONE));
//! ```

use crate::fixtures::TestRng;
use musrex_core::content::{Bonus, Firmware, ItemKind, MonsterKind, Slot, SpillKind, Status};
use musrex_core::geometry::{Direction, Pos};
use musrex_core::limits::{
    BONUS_MAX, ITEMS_MAX, LATER_NUMBERS_MAX, MAP_WIDTH, MONSTERS_ALIVE_MAX, MONSTERS_MAX, PACK_MAX,
    ROUTE_STEPS_MAX, SPILLS_MAX, STATUS_TURNS_MAX, TILES, VENTED_MAX,
};
use musrex_core::quantity::{Floor, Hp, Level, Xp};
use musrex_core::world::path::Route;
use musrex_core::world::{
    AiState, Aim, FloorState, Game, GroundItem, Item, Monster, Player, Spill, Squeak, Statuses,
    Terrain, Throne, VentedMonster,
};
use musrex_core::worldgen;

/// The counters of the throne floor, and the number of turns for which the cameras still show the mice. Each value is
/// the largest that a save can store.
const COUNTERS: (Throne, u8) = (Throne { is_king_seen: true, guard_turns: 31, slips: 3 }, 63);

/// The largest number in a bonus.
const BONUS: i16 = BONUS_MAX.cast_signed();

/// Returns a bonus whose numbers need the most bits.
pub fn wide_bonus() -> Bonus {
    let [hp_max, attack_min, attack_max, defence, saving_throw] =
        [BONUS, -BONUS, BONUS, -BONUS, BONUS];
    Bonus { hp_max, attack_min, attack_max, defence, saving_throw }
}

/// Returns an item of the largest size in a save.
pub fn wide_item() -> Item {
    let firmware = Some(Firmware::ALL[Firmware::COUNT - 1]);
    Item { firmware, was_carried: true, ..Item::with_bonus(ItemKind::Microchip, wide_bonus()) }
}

fn all_statuses() -> Statuses {
    let mut statuses = Statuses::NONE;
    for status in Status::ALL {
        statuses.set(status, STATUS_TURNS_MAX);
    }
    statuses
}

/// Returns a newly generated floor.
fn generated(seed: u64, floor: Floor) -> FloorState {
    let mut state = FloorState::EMPTY;
    worldgen::generate(seed, floor, &mut state);
    state
}

/// Lists the ground tiles without a monster.
fn free_ground(state: &FloorState) -> Vec<Pos> {
    state
        .map
        .positions_of(|terrain| terrain == Terrain::Ground)
        .filter(|&pos| state.monster_at(pos).is_none())
        .collect()
}

/// Returns a route of the maximum length, which goes back and forth.
fn long_route(state: &FloorState, from: Pos) -> Route {
    let is_open = |to: &Pos| state.map.terrain(*to).is_passable();
    let beside = from.neighbours().find(is_open).expect("no ground lies alone");
    let there = from.direction_to(beside).expect("it is beside it");
    let back = beside.direction_to(from).expect("it is beside it");
    let mut route = Route::NONE;
    for step in 0..ROUTE_STEPS_MAX {
        route.push_front(if step % 2 == 0 { back } else { there });
    }
    route
}

/// Returns a monster that, apart from its loot, takes the largest number of bits in a save. Its kind has the most hit
/// points among the kinds that use vents.
fn widest_monster(state: &FloorState, pos: Pos) -> Monster {
    let most = |kind: &MonsterKind| *kind.spec().hp_on(Floor::THRONE).end();
    let kind = MonsterKind::ALL.into_iter().filter(|kind| kind.spec().uses_vents).max_by_key(most);
    let kind = kind.expect("some use vents");
    let mut monster = Monster::new(kind, pos, Hp(most(&kind)));
    monster.body.statuses = all_statuses();
    monster.aim = Aim::At(pos);
    monster.squeak = Squeak::Used;
    monster.blocked = 2;
    if state.map.terrain(pos).is_walkable() {
        monster.ai_state = AiState::Hunting { last_seen: pos, route: long_route(state, pos) };
    } else {
        // No monster walks inside the vents, but the save stores a route even for a monster in a vent.
        let route = Route::try_from(u64::MAX >> 3).expect("twenty steps");
        let goal = state.map.front_of(pos).expect("a vent has a front");
        monster.ai_state = AiState::Hunting { last_seen: goal, route };
    }
    monster
}

/// Returns the fullest possible floor. Its explored tiles form the pattern that takes the most space. With `in_vents`,
/// the vents of the floor are full of monsters, if there are vents.
pub fn fullest_floor(seed: u64, floor: Floor, in_vents: bool) -> FloorState {
    let mut state = generated(seed, floor);
    let kings: Vec<Monster> =
        state.monsters.iter().filter(|one| one.kind == MonsterKind::MouseKing).cloned().collect();
    state.monsters.clear();
    state.items.clear();
    let doors: Vec<Pos> = state.map.positions_of(Terrain::is_door).collect();
    doors.into_iter().for_each(|door| state.map.set(door, Terrain::DoorOpen));
    let vents: Vec<Pos> = state.map.vents().to_vec();
    see_chequered(&mut state);
    let mut stolen = 0;
    let mut with_loot = |mut monster: Monster| {
        monster.loot = (stolen < ITEMS_MAX).then(wide_item);
        stolen += usize::from(monster.loot.is_some());
        monster
    };
    let mut ground = free_ground(&state);
    ground.retain(|&pos| pos != worldgen::START && !kings.iter().any(|king| king.body.pos == pos));
    for king in kings {
        assert!(state.monsters.push(with_loot(king)).is_ok());
    }
    for vent in vents.iter().cycle().take(if in_vents { VENTED_MAX } else { 0 }) {
        let monster = with_loot(widest_monster(&state, *vent));
        let vented = VentedMonster { monster, turns: 7, is_rattling: true };
        assert!(state.vented.push(vented).is_ok());
    }
    while state.alive() < MONSTERS_MAX {
        let pos = ground.pop().expect("a floor has ground for all");
        let mut monster = with_loot(widest_monster(&state, pos));
        monster.is_ally = state.alive() == MONSTERS_ALIVE_MAX;
        monster.is_unpaid = true;
        assert!(state.monsters.push(monster).is_ok());
    }
    for pos in ground.iter().rev().take(ITEMS_MAX - stolen) {
        assert!(state.items.push(GroundItem { pos: *pos, item: wide_item() }).is_ok());
    }
    for pos in ground.iter().take(SPILLS_MAX) {
        let kind = SpillKind::ALL[SpillKind::COUNT - 1];
        let spill = Spill { pos: *pos, kind, turns: kind.spec().turns, is_players: true };
        assert!(state.spills.push(spill).is_ok());
    }
    (state.throne, state.camera_turns) = COUNTERS;
    state.later = [u16::MAX; LATER_NUMBERS_MAX].into();
    state
}

/// Marks explored tiles in a pattern: along a row, two tiles differ from the tiles above them, and the next two do not.
/// A save can then store the explored tiles only as a bitmap, because the lengths of so many short runs would take more
/// bits.
fn see_chequered(state: &mut FloorState) {
    let mut above = [false; MAP_WIDTH as usize];
    for pos in (0..TILES).map(Pos::from_index) {
        let is_seen = &mut above[usize::from(pos.x())];
        *is_seen ^= pos.index() / 2 % 2 == 0;
        if *is_seen {
            state.map.explored_mut().insert(pos);
        }
    }
}

/// Returns a player at `pos` with the maximum number of worn and carried items.
pub fn fullest_hero(pos: Pos) -> Player {
    let mut hero = Player::new(pos, Hp(1));
    hero.level = Level::new(99).expect("the highest level");
    hero.xp = Xp(u32::MAX);
    hero.kills = u16::MAX;
    for kind in [ItemKind::Crowbar, ItemKind::BulletproofVest] {
        hero.worn.put_on(Item::with_bonus(kind, wide_bonus()));
    }
    hero.worn.put_on(wide_item());
    assert_eq!(hero.worn.iter().count(), Slot::COUNT);
    while hero.pack.len() < PACK_MAX {
        assert!(hero.pack.push(wide_item()).is_ok());
    }
    hero.body.statuses = all_statuses();
    hero
}

/// Returns a ground tile without a monster, a spill or an item.
pub fn place_for_player(state: &FloorState) -> Pos {
    let is_free = |pos: &Pos| state.spill_at(*pos).is_none() && state.item_at(*pos).is_none();
    free_ground(state).into_iter().find(is_free).expect("a floor has more ground than that")
}

/// Returns a game on the fullest floor, with the fullest floors below it.
pub fn fullest_game(seed: u64, floor: Floor) -> Box<Game> {
    let here = fullest_floor(seed, floor, true);
    let hero = fullest_hero(place_for_player(&here));
    let mut game = Box::new(Game::from_parts(seed, floor, hero, here));
    for below in Floor::all().filter(|&below| below < floor) {
        let stored = fullest_floor(seed, below, false).to_stored();
        game.set_stored_floor(below, stored.expect("within the bounds"));
    }
    game
}

fn one_of<T: Copy>(rng: &mut TestRng, choices: &[T]) -> T {
    let count = u32::try_from(choices.len()).expect("a floor has few of anything");
    choices[rng.below(count) as usize]
}

fn byte_below(rng: &mut TestRng, bound: u8) -> u8 {
    u8::try_from(rng.below(bound.into())).expect("it is below a byte")
}

fn number_below(rng: &mut TestRng, bound: u16) -> u16 {
    u16::try_from(rng.below(bound.into())).expect("it is below two bytes")
}

/// Returns a floor in a random state that can occur in play: doors opened and unlocked, vents shut, terminals used,
/// cables dead, pedestals sealed. The floor has creatures in all states, including the ally; items, including stolen
/// ones; spills; and explored tiles. With `in_vents`, some monsters are in the vents.
pub fn random_floor(rng: &mut TestRng, seed: u64, floor: Floor, in_vents: bool) -> FloorState {
    let mut state = generated(seed, floor);
    let kings: Vec<Monster> =
        state.monsters.iter().filter(|one| one.kind == MonsterKind::MouseKing).cloned().collect();
    state.monsters.clear();
    state.items.clear();
    change_terrain(rng, &mut state);
    let is_sparse = rng.below(2) == 0;
    let seen: Vec<Pos> = (0..TILES).map(Pos::from_index).collect();
    for pos in seen {
        let is_seen = if is_sparse { pos.x() < 40 } else { rng.below(3) == 0 };
        state.map.explored_mut().set(pos, is_seen);
    }
    let mut ground = free_ground(&state);
    ground.retain(|&pos| !kings.iter().any(|king| king.body.pos == pos));
    kings.into_iter().for_each(|king| assert!(state.monsters.push(king).is_ok()));
    let take = |rng: &mut TestRng, ground: &mut Vec<Pos>| {
        let count = u32::try_from(ground.len()).expect("a floor has few tiles");
        ground.swap_remove(rng.below(count) as usize)
    };
    if in_vents {
        fill_vents(rng, &mut state);
    }
    for number in 0..rng.below(16) {
        let pos = take(rng, &mut ground);
        let mut monster = random_monster(rng, &state, pos);
        monster.is_ally = number == 0;
        assert!(state.monsters.push(monster).is_ok());
    }
    for _ in 0..rng.below(18) {
        let item = random_item(rng);
        assert!(state.items.push(GroundItem { pos: take(rng, &mut ground), item }).is_ok());
    }
    for _ in 0..rng.below(25) {
        let kind = one_of(rng, &SpillKind::ALL);
        let turns = 1 + byte_below(rng, kind.spec().turns);
        let pos = take(rng, &mut ground);
        assert!(
            state.spills.push(Spill { pos, kind, turns, is_players: rng.below(2) == 0 }).is_ok()
        );
    }
    let guard_turns = byte_below(rng, 13);
    let slips = byte_below(rng, 3);
    state.throne = Throne { is_king_seen: rng.below(2) == 0, guard_turns, slips };
    state.camera_turns = byte_below(rng, 32);
    state
}

/// Puts some monsters into the vents of the floor, if it has any.
fn fill_vents(rng: &mut TestRng, state: &mut FloorState) {
    let vents: Vec<Pos> =
        state.map.positions_of(|terrain| terrain.origin() == Terrain::VentOpen).collect();
    for _ in 0..if vents.is_empty() { 0 } else { rng.below(7) } {
        let vent = one_of(rng, &vents);
        let mut monster = random_monster(rng, state, vent);
        (monster.is_ally, monster.is_unpaid) = (false, true);
        let turns = byte_below(rng, 6);
        let vented = VentedMonster { monster, turns, is_rattling: rng.below(2) == 0 };
        assert!(state.vented.push(vented).is_ok());
    }
}

/// Changes about half of the tiles that can change in play.
fn change_terrain(rng: &mut TestRng, state: &mut FloorState) {
    for pos in (0..TILES).map(Pos::from_index) {
        let terrain = state.map.terrain(pos);
        let changed = match terrain {
            Terrain::DoorClosed => Some(Terrain::DoorOpen),
            Terrain::DoorLocked if rng.below(2) == 0 => Some(Terrain::DoorClosed),
            Terrain::DoorLocked => Some(Terrain::DoorOpen),
            other => other.changed(),
        };
        if let Some(changed) = changed.filter(|_| rng.below(2) == 0) {
            state.map.set(pos, changed);
        }
    }
}

/// Returns a random item of any kind, perhaps with firmware and a bonus if the kind can have them.
pub fn random_item(rng: &mut TestRng) -> Item {
    let mut item = Item::new(one_of(rng, &ItemKind::ALL));
    item.was_carried = rng.below(2) == 0;
    if item.kind == ItemKind::Microchip && rng.below(3) > 0 {
        item.firmware = Some(one_of(rng, &Firmware::ALL));
    }
    if item.kind.slot().is_some() {
        let mut number = || match rng.below(4) {
            0 => 0,
            1 => -number_below(rng, 40).cast_signed(),
            2 => number_below(rng, 40).cast_signed(),
            _ => number_below(rng, 300).cast_signed(),
        };
        let [hp_max, attack_min, attack_max, defence, saving_throw] = [(); 5].map(|()| number());
        item.bonus = Bonus { hp_max, attack_min, attack_max, defence, saving_throw };
    }
    item
}

/// Returns a random monster at `pos`, in any state, but not the King.
fn random_monster(rng: &mut TestRng, state: &FloorState, pos: Pos) -> Monster {
    let kinds: Vec<MonsterKind> =
        MonsterKind::ALL.into_iter().filter(|&kind| kind != MonsterKind::MouseKing).collect();
    let kind = one_of(rng, &kinds);
    let hp_born = *kind.spec().hp_on(Floor::THRONE).end();
    let mut monster = Monster::new(kind, pos, Hp(hp_born));
    monster.body.hp = Hp(1 + number_below(rng, hp_born));
    for status in Status::ALL {
        let turns = if rng.below(3) == 0 { byte_below(rng, 100) } else { 0 };
        monster.body.statuses.set(status, turns);
    }
    let goal = if state.map.terrain(pos).is_walkable() {
        pos
    } else {
        state.map.front_of(pos).expect("a vent has a front")
    };
    let route = random_route(rng, state, pos);
    monster.ai_state = match rng.below(5) {
        0 => AiState::Asleep,
        1 => AiState::Watching,
        2 => AiState::Eating { turns: 1 + byte_below(rng, 6) },
        3 => AiState::Hunting { last_seen: goal, route },
        _ => AiState::Wandering { goal, route },
    };
    monster.is_unpaid = rng.below(3) == 0;
    monster.squeak = one_of(rng, &[Squeak::Unused, Squeak::Due, Squeak::Used]);
    monster.aim = one_of(rng, &[Aim::None, Aim::Loading, Aim::At(goal)]);
    monster.blocked = byte_below(rng, 3);
    monster.loot = (rng.below(4) == 0).then(|| random_item(rng));
    monster
}

/// Returns a random route over passable tiles.
fn random_route(rng: &mut TestRng, state: &FloorState, from: Pos) -> Route {
    let (mut at, mut steps) = (from, Vec::new());
    for _ in 0..rng.below(u32::from(ROUTE_STEPS_MAX) + 1) {
        let open = |direction: &Direction| {
            at.step(*direction).is_some_and(|to| state.map.terrain(to).is_passable())
        };
        let open: Vec<Direction> = Direction::ALL.into_iter().filter(open).collect();
        if open.is_empty() {
            break;
        }
        let direction = one_of(rng, &open);
        at = at.step(direction).expect("it is open");
        steps.push(direction);
    }
    let mut route = Route::NONE;
    steps.into_iter().rev().for_each(|step| route.push_front(step));
    route
}

/// Returns a random player at `pos`.
fn random_hero(rng: &mut TestRng, pos: Pos) -> Player {
    let mut hero = Player::new(pos, Hp(1));
    hero.kills = number_below(rng, 200);
    for status in Status::ALL {
        let turns = if rng.below(2) == 0 { byte_below(rng, 100) } else { 0 };
        hero.body.statuses.set(status, turns);
    }
    for _ in 0..4 {
        let item = random_item(rng);
        if item.kind.slot().is_some() {
            hero.worn.put_on(item);
        }
    }
    let mut pack: Vec<Item> = (0..rng.below(21)).map(|_| random_item(rng)).collect();
    pack.sort_by_key(|item| item.kind as u8);
    pack.into_iter().for_each(|item| assert!(hero.pack.push(item).is_ok()));
    hero
}

/// Returns a random game on `floor`, in which all floors below are stored. `number` determines the game.
pub fn random_game(number: u64, floor: Floor) -> Box<Game> {
    let mut rng = TestRng(number);
    let here = random_floor(&mut rng, number, floor, true);
    let hero = random_hero(&mut rng, place_for_player(&here));
    let mut game = Box::new(Game::from_parts(number, floor, hero, here));
    for below in Floor::all().filter(|&below| below < floor) {
        let left = random_floor(&mut rng, number, below, false);
        game.set_stored_floor(below, left.to_stored().expect("within the bounds"));
    }
    game
}
