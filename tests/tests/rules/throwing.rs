//! Checks throws (I6), spills (I7), protection from spills (I8), and the experience for kills by them (B5).

use Command::{Throw, Use, Wait, Walk};
use Direction::{East, West};
use musrex_core::content::items::Label;
use musrex_core::content::{Firmware, ItemKind, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::{ITEMS_MAX, SPILLS_MAX};
use musrex_core::quantity::{Damage, Hp, Xp};
use musrex_core::rules::{Actor, Event};
use musrex_core::world::{AiState, Cause, FloorState, GroundItem, Item, Outcome, Spill, Terrain};
use musrex_core::{Command, Direction, Refusal};
use musrex_testkit::rulebook::{self, acid};
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};

const FLASKS: [(ItemKind, SpillKind); 3] = [
    (ItemKind::PotionOfVenom, SpillKind::Gas),
    (ItemKind::PotionOfHealing, SpillKind::Healing),
    (ItemKind::PotionOfRegrowth, SpillKind::Regrowth),
];

/// Puts a spill on the floor.
fn spilled(at: Pos, kind: SpillKind, turns: u8) -> impl Fn(&mut FloorState) {
    move |floor| {
        let spill = Spill { pos: at, kind, turns, is_players: true };
        floor.spills.push(spill).expect("there is room for it");
    }
}

fn left(run: &Run, status: Status) -> u8 {
    run.game.player().body.statuses.turns_left(status)
}

fn items(run: &Run) -> Vec<(Pos, ItemKind)> {
    let items = &run.game.current_floor().items;
    items.iter().map(|ground| (ground.pos, ground.item.kind)).collect()
}

// I6: a throw reaches any tile in sight within 6 tiles, and takes one turn. The item leaves the pack and lies on that
// tile.
#[test]
fn things_are_thrown_six_tiles_far() {
    let scene = Scenario::new("#@.......#").carries(ItemKind::Crowbar);
    for distance in 1..=6 {
        let at = Pos::at(2 + distance, 1);
        let run = scene.play(&[Throw(0, at)]);
        assert_eq!(items(&run), [(at, ItemKind::Crowbar)]);
        assert_eq!((run.game.player().pack.len(), run.game.turn().0), (0, 1));
        let thrown =
            Event::Thrown { label: Label::Known(ItemKind::Crowbar), from: Pos::at(2, 1), to: at };
        assert!(run.last().events.contains(&thrown));
        assert!(run.game.current_floor().items[0].item.was_carried);
    }
    scene.refuses(Throw(0, Pos::at(9, 1)), Refusal::OutOfReach);
    scene.refuses(Throw(0, Pos::at(2, 1)), Refusal::OwnTile);
    scene.refuses(Throw(1, Pos::at(4, 1)), Refusal::NoSuchItem);
    // A diagonal step counts like a straight one.
    let room = Scenario::new(&format!("@......\n{}", ".......\n".repeat(6)));
    let run = room.carries(ItemKind::Key).play(&[Throw(0, Pos::at(6, 6))]);
    assert_eq!(items(&run), [(Pos::at(6, 6), ItemKind::Key)]);
}

// I6: neither a tile out of sight nor a tile whose line is blocked at the first step is a valid target.
#[test]
fn only_tiles_in_sight_are_targets() {
    let corner = Scenario::new("@##\n.##\n...").carries(ItemKind::Key);
    corner.refuses(Throw(0, Pos::at(3, 3)), Refusal::OutOfReach);
    corner.refuses(Throw(0, Pos::at(2, 1)), Refusal::OutOfReach);
    for letter in ['+', 'L', 'g', 'O', 'v', '?', 'i'] {
        let scene = Scenario::new(&format!("#@{letter}..#")).carries(ItemKind::Key);
        scene.refuses(Throw(0, Pos::at(3, 1)), Refusal::OutOfReach);
    }
}

// I6, W19: a throw stops before walls, doors, glass and tall furniture. Low furniture and open doors do not stop it.
#[test]
fn walls_and_panes_stop_throws() {
    for letter in ['+', 'L', 'g', 'O', '#'] {
        let scene = Scenario::new(&format!("#@..{letter}..#")).carries(ItemKind::Key);
        let run = scene.play(&[Throw(0, Pos::at(5, 1))]);
        assert_eq!(items(&run), [(Pos::at(4, 1), ItemKind::Key)], "before {letter}");
    }
    let pane = Scenario::new("#@.g..#").carries(ItemKind::Key);
    let run = pane.play(&[Throw(0, Pos::at(6, 1))]);
    assert_eq!(items(&run), [(Pos::at(3, 1), ItemKind::Key)], "seen through, not thrown through");
    for letter in ['o', '\'', '.', '_', '-'] {
        let scene = Scenario::new(&format!("#@.{letter}..#")).carries(ItemKind::Key);
        let run = scene.play(&[Throw(0, Pos::at(6, 1))]);
        assert_eq!(items(&run), [(Pos::at(6, 1), ItemKind::Key)], "over {letter}");
    }
}

// I6: if only the line from the target to the player is clear, the throw follows that line.
#[test]
fn a_throw_takes_the_way_that_is_clear() {
    let (here, at) = (Pos::at(2, 1), Pos::at(6, 2));
    for (text, way) in [
        // These are the four tiles of the throw; a wall blocks the other line.
        ("#@.###\n###...", [(3, 1), (4, 2), (5, 2), (6, 2)]),
        ("#@..##\n####..", [(3, 1), (4, 1), (5, 2), (6, 2)]),
    ] {
        let scene = Scenario::new(text).carries(ItemKind::Key);
        let game = scene.game();
        assert_eq!(game.player().body.pos, here);
        let path: Vec<(u8, u8)> = game.throw_path(at).iter().map(|p| (p.x(), p.y())).collect();
        assert_eq!(path, way, "{text}");
        assert_eq!(items(&scene.play(&[Throw(0, at)])), [(at, ItemKind::Key)], "{text}");
    }
}

// I6: a throw stops at the first creature, whether asleep or awake, enemy or ally. The item lies under that creature.
#[test]
fn the_first_creature_stops_a_throw() {
    for letter in ['t', 'T'] {
        let scene = Scenario::new(&format!("#@..{letter}.#")).carries(ItemKind::Key);
        let scene = scene.monster_status(Status::Stunned, 9);
        for is_ally in [false, true] {
            let scene = scene.clone().changed(|floor| floor.monsters[0].is_ally = is_ally);
            let run = scene.play(&[Throw(0, Pos::at(5, 1))]);
            assert_eq!(items(&run), [(Pos::at(5, 1), ItemKind::Key)]);
        }
    }
    // Some tiles behind a creature are visible, but cannot be hit.
    let mut stopped = 0;
    for (x, y) in (1..=6).flat_map(|x| (1..=6).map(move |y| (x, y))).skip(1) {
        let mut rows = vec![vec!['.'; 7]; 7];
        rows[0][0] = '@';
        rows[usize::from(y) - 1][usize::from(x) - 1] = 'T';
        if (x, y) == (1, 1) {
            continue;
        }
        let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let scene = Scenario::new(&text.join("\n")).carries(ItemKind::Key);
        let game = scene.game();
        let monster = Pos::at(x, y);
        for target in game.visible().iter().filter(|&at| game.accepts(Throw(0, at)).is_ok()) {
            let player = game.player().body.pos;
            let crosses = musrex_core::world::line::line(player, target).any(|at| at == monster);
            if crosses && target != monster {
                let run = scene.play(&[Throw(0, target)]);
                assert_eq!(items(&run), [(monster, ItemKind::Key)], "at {target:?}");
                stopped += 1;
            }
        }
    }
    assert!(stopped > 3, "{stopped} throws");
}

// I6: everything except a flask lands on the nearest free tile, but not on another item, in a doorway, on stairs, or on
// furniture.
#[test]
fn things_land_on_the_nearest_free_tile() {
    for letter in ['%', '<', 'o', '\''] {
        let scene = Scenario::new(&format!("#@..{letter}##")).floor(3).carries(ItemKind::Key);
        let run = scene.play(&[Throw(0, Pos::at(5, 1))]);
        let key = items(&run).into_iter().find(|(_, kind)| *kind == ItemKind::Key);
        assert_eq!(key, Some((Pos::at(4, 1), ItemKind::Key)), "beside {letter}");
    }
    // The distance to that tile is counted in walking steps, so the tile behind the pane is far away.
    let scene = Scenario::new("#@%g.\n#...#\n").carries(ItemKind::Key);
    let run = scene.play(&[Throw(0, Pos::at(3, 1))]);
    let key =
        items(&run).into_iter().find(|(_, kind)| *kind == ItemKind::Key).expect("it lies there");
    assert!(key.0 == Pos::at(2, 1) || key.0.y() == 2, "{key:?}");
    // The player's own tile also counts as free.
    let cell = Scenario::new("#@%#").carries(ItemKind::Key);
    let run = cell.play(&[Throw(0, Pos::at(3, 1))]);
    assert!(items(&run).contains(&(Pos::at(2, 1), ItemKind::Key)));
}

// I6, M6: a floor with the maximum number of items, including stolen ones, accepts no more.
#[test]
fn a_full_floor_refuses_a_throw() {
    for stolen in [0, 1] {
        let text = format!("@a..\n{}", format!("{}\n", ".".repeat(20)).repeat(2));
        let scene = Scenario::new(&text).carries(ItemKind::Key).changed(|floor| {
            floor.monsters[0].ai_state = AiState::Asleep;
            floor.monsters[0].loot = (stolen == 1).then(|| Item::new(ItemKind::Cheese));
            for index in 0..ITEMS_MAX - stolen {
                let index = u8::try_from(index).expect("a few items");
                let pos = Pos::at(1 + index % 20, 2 + index / 20);
                let ground = GroundItem { pos, item: Item::new(ItemKind::Antidote) };
                floor.items.push(ground).expect("so many fit");
            }
        });
        scene.refuses(Throw(0, Pos::at(2, 1)), Refusal::FloorFull);
        scene.refuses(Command::Drop(0), Refusal::FloorFull);
    }
}

// I6, I7, I1: a flask spills over 3 × 3 tiles of open ground for 8 turns. The flask is consumed, and its kind is
// identified.
#[test]
fn a_flask_spills_three_by_three() {
    for (potion, kind) in FLASKS {
        let scene = Scenario::new("#@......#\n#.......#\n#....#..#").carries(potion);
        let run = scene.play(&[Throw(0, Pos::at(6, 2))]);
        let mut tiles = Vec::new();
        for spill in &run.game.current_floor().spills {
            assert_eq!((spill.kind, spill.turns, spill.is_players), (kind, 7, true));
            tiles.push(spill.pos);
        }
        tiles.sort();
        let wanted = (5..=7).flat_map(|x| (1..=3).map(move |y| Pos::at(x, y)));
        let wanted: Vec<Pos> = wanted.filter(|&pos| pos != Pos::at(6, 3)).collect();
        assert_eq!(tiles, wanted, "not on the wall");
        assert!(items(&run).is_empty() && run.game.player().pack.is_empty());
        assert_eq!(run.game.label(potion), Label::Known(potion));
        let label = scene.game().label(potion);
        assert!(matches!(label, Label::Unknown(_)));
        assert!(run.last().events.contains(&Event::Identified { label, kind: potion }));
        assert!(run.last().events.contains(&Event::Spilled {
            kind,
            at: Pos::at(6, 2),
            is_flask: true
        }));
        // The turn of the throw is the first of the 8 turns.
        let run = run.play(&[Wait; 6]);
        assert_eq!(run.game.current_floor().spills.len(), 8);
        assert!(run.play(&[Wait]).game.current_floor().spills.is_empty());
    }
}

// I7: acid takes hit points in each turn from every creature in it, more on higher floors. It lasts for the number of
// turns in the rules.
#[test]
fn acid_burns_by_the_floor() {
    for number in [0, 2, 3, 4, 8, 12, 13] {
        let damage = acid(number);
        let here = Pos::at(1, 1);
        let scene = Scenario::new("@#m").floor(number).level(9).monster_hp(50);
        let scene = scene.changed(spilled(here, SpillKind::Acid, 4));
        let scene = scene.changed(spilled(Pos::at(3, 1), SpillKind::Acid, 4));
        let full = scene.game().player().body.hp.0;
        let run = scene.play(&[Wait]);
        assert_eq!(run.game.current_floor().monsters[0].body.hp, Hp(50 - damage));
        assert_eq!(run.hp(), full - damage, "floor {number}");
        let cause = Cause::Spill(SpillKind::Acid);
        let burned = Event::Burned { who: Actor::Player, at: here, cause, damage: Damage(damage) };
        assert!(run.last().events.contains(&burned));
        let run = run.play(&[Wait; 9]);
        let burns = run.events().filter(|event| **event == burned).count();
        assert_eq!(burns, 4);
        assert_eq!(run.game.current_floor().monsters[0].body.hp, Hp(50 - 4 * damage));
    }
}

// T3, T4: a creature feels the spill on its tile after it has acted. So stepping into a spill hurts at once, and
// stepping out of it does not.
#[test]
fn spills_are_felt_after_acting() {
    let burn = acid(0);
    let acid = |x| spilled(Pos::at(x, 1), SpillKind::Acid, 4);
    assert_eq!(Scenario::new("#@..#").changed(acid(3)).play(&[Walk(East)]).hp(), 25 - burn);
    assert_eq!(Scenario::new("#@..#").changed(acid(2)).play(&[Walk(East)]).hp(), 25);
    let monster = |x| {
        let scene = Scenario::new("#@....m#").monster_hp(9).changed(acid(x));
        scene.play(&[Wait]).game.current_floor().monsters[0].body.hp.0
    };
    assert_eq!((monster(6), monster(7)), (9 - burn, 9));
    // T2, T4: a stunned player or monster that loses its turn also feels the spill.
    let scene = Scenario::new("#@.#").status(Status::Stunned, 3).changed(acid(2));
    assert_eq!(scene.play(&[Wait]).hp(), 25 - burn);
    let scene = Scenario::new("#@...m#").monster_hp(9).monster_status(Status::Stunned, 3);
    let run = scene.changed(acid(6)).play(&[Wait]);
    assert_eq!(run.game.current_floor().monsters[0].body.hp, Hp(9 - burn));
}

// I7: venom gas hurts like acid and inflicts Envenomed 6, which ticks in each turn (D13).
#[test]
fn gas_hurts_and_envenoms() {
    let (here, burn) = (Pos::at(1, 1), acid(4));
    let scene = Scenario::new("@").floor(4).level(9).changed(spilled(here, SpillKind::Gas, 3));
    let full = scene.game().player().body.hp.0;
    let run = scene.play(&[Wait]);
    assert_eq!((run.hp(), left(&run, Status::Envenomed)), (full - burn, 6), "begun, not ticked");
    let run = run.play(&[Wait]);
    assert_eq!((run.hp(), left(&run, Status::Envenomed)), (full - 2 * burn - 3, 5));
    let run = run.play(&[Wait]);
    assert_eq!((run.hp(), left(&run, Status::Envenomed)), (full - 3 * burn - 6, 5));
    // The gas is gone, but the venom continues.
    let run = run.play(&[Wait; 5]);
    assert_eq!((run.hp(), left(&run, Status::Envenomed)), (full - 3 * burn - 21, 0));
    let scene = Scenario::new("@#m").monster_hp(50);
    let scene = scene.changed(spilled(Pos::at(3, 1), SpillKind::Gas, 1));
    let run = scene.play(&[Wait]);
    let monster = &run.game.current_floor().monsters[0];
    assert_eq!(monster.body.hp, Hp(50 - acid(0)));
    assert_eq!(monster.body.statuses.turns_left(Status::Envenomed), 6);
    let run = run.play(&[Wait; 6]);
    assert_eq!(
        run.game.current_floor().monsters[0].body.hp,
        Hp(50 - acid(0) - 6 * 2),
        "a fiftieth of 50 is 1"
    );
}

// I7, D: a healing mist heals each creature once, by 10 hit points, up to hp_max.
#[test]
fn a_healing_mist_heals_each_creature_once() {
    let scene = Scenario::new("@#m.#").level(9).hp(30).monster_hp(60).changed(|floor| {
        floor.monsters[0].body.hp = Hp(20);
        for pos in [Pos::at(1, 1), Pos::at(3, 1), Pos::at(4, 1)] {
            spilled(pos, SpillKind::Healing, 8)(floor);
        }
    });
    let run = scene.play(&[Wait]);
    assert_eq!(run.hp(), 40);
    assert_eq!(run.game.current_floor().monsters[0].body.hp, Hp(30));
    assert_eq!(left(&run, Status::Soothed), 8);
    let run = run.play(&[Wait; 7]);
    assert_eq!(run.hp(), 40);
    assert_eq!(run.game.current_floor().monsters[0].body.hp, Hp(30));
    // A second mist does not heal a creature while it is soothed, but it does afterwards.
    for (turns, healed) in [(3, 0), (1, 0), (0, 10)] {
        let scene = Scenario::new("@").level(9).hp(30).status(Status::Soothed, turns);
        let run = scene.changed(spilled(Pos::at(1, 1), SpillKind::Healing, 1)).play(&[Wait]);
        assert_eq!(run.hp(), 30 + healed, "{turns} turns");
    }
    let nearly = Scenario::new("@").hp(20).changed(spilled(Pos::at(1, 1), SpillKind::Healing, 8));
    assert_eq!(nearly.play(&[Wait]).hp(), 25);
    let born = Scenario::new("@#m").changed(|floor| {
        floor.monsters[0].body.hp = Hp(1);
        spilled(Pos::at(3, 1), SpillKind::Healing, 8)(floor);
    });
    let run = born.play(&[Wait]);
    let monster = &run.game.current_floor().monsters[0];
    assert_eq!(monster.body.hp, monster.hp_born, "as it was born");
}

// I7: a regrowth mist gives Regrowing 6.
#[test]
fn a_regrowth_mist_brings_regrowth() {
    let scene = Scenario::new("@#m").level(9).hp(30).monster_hp(60).changed(|floor| {
        floor.monsters[0].body.hp = Hp(20);
        for pos in [Pos::at(1, 1), Pos::at(3, 1)] {
            spilled(pos, SpillKind::Regrowth, 1)(floor);
        }
    });
    let run = scene.play(&[Wait]);
    assert_eq!((run.hp(), left(&run, Status::Regrowing)), (30, 6));
    let monster = &run.game.current_floor().monsters[0];
    assert_eq!(monster.body.statuses.turns_left(Status::Regrowing), 6);
    let run = run.play(&[Wait; 6]);
    // Regrowth heals 1 + 105 / 50 hit points per turn.
    assert_eq!(run.hp(), 30 + 6 * 3);
    // Regrowth heals 1 + 60 / 50 hit points per turn.
    assert_eq!(run.game.current_floor().monsters[0].body.hp, Hp(20 + 6 * 2));
}

// I7: a floor has at most 24 spills, and the oldest spill is removed first. A tile has only one spill, the newest.
#[test]
fn the_oldest_spill_makes_room() {
    let row = ".".repeat(24);
    let text = format!("{row}\n########################\n@.......................\n{row}\n{row}");
    let old = |floor: &mut FloorState| {
        for x in 1..=24 {
            spilled(Pos::at(x, 1), SpillKind::Acid, 20)(floor);
        }
    };
    let scene = Scenario::new(&text).carries(ItemKind::PotionOfVenom).changed(old);
    let run = scene.play(&[Throw(0, Pos::at(4, 4))]);
    let spills = &run.game.current_floor().spills;
    assert_eq!(spills.len(), SPILLS_MAX);
    let acid: Vec<u8> = spills
        .iter()
        .filter(|spill| spill.kind == SpillKind::Acid)
        .map(|spill| spill.pos.x())
        .collect();
    assert_eq!(acid, (10..=24).collect::<Vec<u8>>(), "the nine oldest are gone");
    // If the tile already has a spill, the new spill replaces it, and no other spill is removed.
    let scene = Scenario::new("@...\n....\n....").carries(ItemKind::PotionOfHealing);
    let scene = scene.changed(spilled(Pos::at(3, 2), SpillKind::Gas, 3));
    let run = scene.play(&[Throw(0, Pos::at(3, 2))]);
    let spills = &run.game.current_floor().spills;
    assert_eq!(spills.len(), 9);
    assert!(spills.iter().all(|spill| spill.kind == SpillKind::Healing));
}

// I7, W14: a closing door removes the spill in its doorway.
#[test]
fn a_closing_door_wipes_up_its_spill() {
    let scene = Scenario::new("@...'..#").changed(spilled(Pos::at(5, 1), SpillKind::Acid, 4));
    let run = scene.play(&[Wait]);
    assert_eq!(run.game.current_floor().map.terrain(Pos::at(5, 1)), Terrain::DoorClosed);
    assert!(run.game.current_floor().spills.is_empty());
}

// T6: a spill may kill, and is then reported as the cause of death.
#[test]
fn a_spill_may_kill_and_is_named_as_the_cause() {
    for (kind, hp) in [(SpillKind::Acid, 1), (SpillKind::Gas, 1)] {
        let scene = Scenario::new("@").hp(hp).changed(spilled(Pos::at(1, 1), kind, 4));
        let run = scene.play(&[Wait]);
        assert_eq!(run.game.outcome(), Outcome::Dead);
        assert_eq!(run.game.last_damage_cause(), Some(Cause::Spill(kind)));
        assert_eq!(left(&run, Status::Envenomed), 0, "the dead catch nothing");
    }
}

/// Puts a Micro Mouse with `hp` hit points behind a wall, in a spill that lasts 2 turns. Returns the player's experience
/// and kills after `turns` turns, by which the mouse must be dead.
fn paid(kind: SpillKind, is_players: bool, hp: u16, turns: usize) -> (Xp, u16) {
    let scene = Scenario::new("@#m").monster_hp(hp).changed(|floor| {
        let spill = Spill { pos: Pos::at(3, 1), kind, turns: 2, is_players };
        floor.spills.push(spill).expect("there is room");
    });
    let run = scene.play(&vec![Wait; turns]);
    assert!(run.game.current_floor().monsters.is_empty(), "it is dead");
    (run.game.player().xp, run.game.player().kills)
}

// B5: a kill by the player's spill gives experience, and so does a kill by venom that the spill inflicted. A hunter
// that dies in the acid of a spit also gives experience, but counts as nobody's kill.
#[test]
fn kills_by_own_spills_pay() {
    assert_eq!(paid(SpillKind::Gas, true, 1, 1), (Xp(16), 1));
    assert_eq!(paid(SpillKind::Gas, true, 6, 9), (Xp(16), 1), "by venom");
    assert_eq!(paid(SpillKind::Acid, true, 1, 1), (Xp(16), 1));
    assert_eq!(paid(SpillKind::Acid, false, 1, 1), (Xp(16), 0));
    assert_eq!(paid(SpillKind::Acid, false, 2, 2), (Xp(16), 0));
}

// I8, D27: an antidote protects from poison, venom and gas for the number of turns in the rulebook, but not from acid.
#[test]
fn an_antidote_protects_for_a_while() {
    let turns = u8::try_from(rulebook::number("I8", "gas for ")).expect("turns");
    let gas = spilled(Pos::at(1, 1), SpillKind::Gas, turns + 10);
    let scene = Scenario::new("@").level(9).carries(ItemKind::Antidote).changed(gas);
    let full = scene.game().player().body.hp.0;
    let run = scene.play(&[Use(0)]);
    assert_eq!(left(&run, Status::Immune), turns);
    let run = run.play(&vec![Wait; turns.into()]);
    assert_eq!((run.hp(), left(&run, Status::Immune)), (full, 0), "{turns} turns in gas");
    let run = run.play(&[Wait]);
    assert_eq!((run.hp(), left(&run, Status::Envenomed)), (full - acid(0), 6));
    let puddle = spilled(Pos::at(1, 1), SpillKind::Acid, 5);
    let immune = Scenario::new("@").status(Status::Immune, 9);
    assert_eq!(immune.clone().changed(puddle).play(&[Wait]).hp(), 25 - acid(0));
    // The antidote protects from poison, and from the venom of bites and potions.
    let bitten = Scenario::new("@s").level(60).floor(9).status(Status::Immune, 20);
    let run = bitten.play(&[Wait; 12]);
    assert!(!run.events().any(|event| matches!(event, Event::StatusBegan { .. })));
    let drunk = immune.carries(ItemKind::PotionOfVenom).play(&[Use(0)]);
    assert_eq!(left(&drunk, Status::Envenomed), 0);
    let rabid = Scenario::new("@r").level(60).status(Status::Immune, 99);
    for seed in (0..20).map(shifted) {
        let run = rabid.clone().seed(seed).play(&[Wait; 20]);
        assert_eq!(left(&run, Status::Poisoned), 0);
    }
    // M11: immune monsters are also protected.
    let scene = Scenario::new("@#m").monster_hp(9).monster_status(Status::Immune, 9);
    let run = scene.changed(spilled(Pos::at(3, 1), SpillKind::Gas, 3)).play(&[Wait; 3]);
    assert_eq!(run.game.current_floor().monsters[0].body.hp, Hp(9));
}

// I11: COOLANT lets spills and cables do a quarter of their damage, rounded down.
#[test]
fn coolant_quarters_burns() {
    for number in [0, 4, 8, 12] {
        let taken = acid(number) / 4;
        let scene = Scenario::new("@.").floor(number).level(9).firmware(Firmware::Coolant);
        let full = scene.game().player().body.hp.0;
        let run = scene.changed(spilled(Pos::at(1, 1), SpillKind::Acid, 4)).play(&[Wait]);
        assert_eq!(run.hp(), full - taken, "floor {number}");
    }
    // W18: the damage is 3 + 12 / 2 = 9, a quarter of which is 2.
    let scene = Scenario::new("@-.").floor(12).level(9).firmware(Firmware::Coolant);
    let full = scene.game().player().body.hp.0;
    assert_eq!(scene.play(&[Walk(East)]).hp(), full - 2);
}

// M11: a thrown flask harms a monster, and the log says so.
#[test]
fn a_thrown_flask_hits_monsters() {
    let scene = Scenario::new("#@....m.#").monster_hp(49).carries(ItemKind::PotionOfVenom);
    let run = scene.play(&[Throw(0, Pos::at(7, 1))]);
    let monster = &run.game.current_floor().monsters[0];
    // The monster has come one step nearer, and is still in the gas.
    assert_eq!(monster.body.pos, Pos::at(6, 1));
    assert_eq!(monster.body.hp, Hp(49 - acid(0)));
    assert!(monster.body.statuses.has(Status::Envenomed));
    let who = Actor::Monster(monster.kind);
    let told = run.events().filter(|event| {
        matches!(event, Event::StatusBegan { who: it, status: Status::Envenomed, .. } if *it == who)
            || matches!(event, Event::Burned { who: it, .. } if *it == who)
    });
    assert_eq!(told.count(), 2);
    for event in run.events() {
        let is_told = musrex_core::view::text::event_message(event).is_some();
        assert!(is_told || !matches!(event, Event::Burned { .. } | Event::StatusBegan { .. }));
    }
}

// W11: when the player returns to a floor, its spills are still there, with their remaining turns.
#[test]
fn spills_are_kept() {
    let mut here = FloorState::EMPTY;
    let floor = musrex_core::Floor::new(2).expect("a floor");
    musrex_core::worldgen::generate(shifted(4), floor, &mut here);
    here.monsters.clear();
    let down = here.map.find(Terrain::StairsDown).expect("floor 2 has them");
    let beside = down.step(East).expect("clear ground");
    spilled(down.step(Direction::North).expect("clear ground"), SpillKind::Gas, 5)(&mut here);
    let player = musrex_core::world::Player::new(beside, Hp(25));
    let mut game = musrex_core::Game::from_parts(shifted(4), floor, player, here);
    let mut events = musrex_core::Events::new();
    game.step(Walk(West), &mut events).expect("onto the stairs");
    assert_eq!(game.floor().number(), 1);
    let kept = game.rebuild_floor(floor).expect("it was left");
    assert_eq!(kept.spills.iter().map(|spill| spill.turns).collect::<Vec<_>>(), [4]);
}

// I6: the same seed and commands give the same fingerprint, even with throws.
#[test]
fn the_same_seed_and_throws_give_the_same_game() {
    let play = |seed| {
        let scene = Scenario::new("#@....z..n#").carries(ItemKind::PotionOfVenom);
        let scene = scene.carries(ItemKind::Cheese).seed(shifted(seed));
        let commands = [Throw(1, Pos::at(5, 1)), Throw(0, Pos::at(7, 1)), Wait, Wait, Walk(West)];
        scene.play(&commands).game.fingerprint()
    };
    assert_eq!(play(3), play(3));
}
