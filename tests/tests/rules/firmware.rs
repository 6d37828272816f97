//! Checks firmware (I11), and the sweeping blow of the mop (I12).

use Command::{Wait, Walk};
use Direction::East;
use musrex_core::content::{Bonus, Firmware, ItemKind, Slot, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Damage, Hp};
use musrex_core::rules::{Actor, Event, Events};
use musrex_core::world::{AiState, FloorState, Item};
use musrex_core::{Command, Direction};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario};
use std::collections::BTreeSet;

fn monster_hp(run: &Run, index: usize) -> u16 {
    run.game.current_floor().monsters[index].body.hp.0
}

/// Returns the tile and the damage of each blow of the player in the first turn.
fn blows(run: &Run) -> Vec<(Pos, u16)> {
    let of = |event: &Event| match event {
        Event::Struck { attacker: Actor::Player, at, damage, .. } => Some((*at, damage.0)),
        _ => None,
    };
    run.events().filter_map(of).collect()
}

// I11: with LEECH, a kill heals 1 + floor / 12 hit points, up to hp_max, and the log says so.
#[test]
fn leech_heals_for_a_kill() {
    for (number, healed) in [(0, 1), (4, 1), (11, 1), (12, 2), (13, 2)] {
        let scene = Scenario::new("@z").floor(number).level(30).hp(100).monster_hp(1);
        let run = scene.clone().firmware(Firmware::Leech).play(&[Walk(East)]);
        let leeched = Event::Leeched { hp: Hp(healed) };
        assert!(run.events().any(|event| *event == leeched), "floor {number}");
        let plain = scene.play(&[Walk(East)]);
        assert_eq!(run.hp(), plain.hp() + healed);
    }
    let full = Scenario::new("@z").level(30).monster_hp(1).firmware(Firmware::Leech);
    let run = full.play(&[Walk(East)]);
    assert!(!run.events().any(|event| matches!(event, Event::Leeched { .. })));
    // A kill by venom also counts as the player's kill; a kill by the ally does not.
    let venom = Scenario::new("@#z").level(30).hp(100).monster_hp(1);
    let venom = venom.monster_status(Status::Envenomed, 2).firmware(Firmware::Leech);
    assert!(venom.play(&[Wait]).events().any(|event| matches!(event, Event::Leeched { .. })));
    let ally = Scenario::new("@#tm").level(30).hp(100).monster_hp(1).changed(|floor| {
        floor.monsters[0].is_ally = true;
    });
    let run = ally.firmware(Firmware::Leech).play(&[Wait; 6]);
    assert!(run.events().any(|event| matches!(event, Event::Slain { .. })));
    assert!(!run.events().any(|event| matches!(event, Event::Leeched { .. })));
}

// I11: with SHOVE, a biting monster is stunned for 1 turn in 1 of 6 cases. A bite that misses never stuns the monster.
#[test]
fn static_stuns_who_bites() {
    let naked = Bonus { defence: -200, ..Bonus::NONE };
    let scene = Scenario::new("@m").level(30).worn(Slot::Armour, naked).firmware(Firmware::Shove);
    let (mut stuns, turns) = (0, 6_000);
    for seed in (0..turns).map(shifted) {
        let (mut game, mut events) = (scene.clone().seed(seed).game(), Events::new());
        game.step(Wait, &mut events).expect("one can always wait");
        stuns += u64::from(game.current_floor().monsters[0].body.statuses.has(Status::Stunned));
    }
    assert_fair("stuns", &[stuns, turns - stuns], &[1, 5]);
    let clad = Bonus { defence: 2_000, ..Bonus::NONE };
    let clad = Scenario::new("@m").worn(Slot::Armour, clad).firmware(Firmware::Shove);
    for seed in (0..200).map(shifted) {
        let run = clad.clone().seed(seed).play(&[Wait]);
        assert!(!run.game.current_floor().monsters[0].body.statuses.has(Status::Stunned));
    }
    // The stun of one turn costs the monster one action.
    let stunned = (0..100)
        .map(|seed| scene.clone().seed(shifted(seed)).play(&[Wait]))
        .find(|run| run.game.current_floor().monsters[0].body.statuses.has(Status::Stunned));
    let run = stunned.expect("1 in 6").play(&[Wait, Wait]);
    let bites = |turn: usize| {
        let strikes = |event: &&Event| matches!(event, Event::Struck { .. });
        run.turns[turn].events.iter().filter(strikes).count()
    };
    assert_eq!([0, 1, 2].map(bites), [1, 0, 1]);
}

// I11: with DECOY, each saving throw is rolled twice, and one success is enough.
#[test]
fn buffer_rolls_twice() {
    for (level, chance) in [(1, 10), (21, 40)] {
        let scene = Scenario::new("@").level(level).status(Status::Poisoned, 50);
        let scene = scene.firmware(Firmware::Decoy);
        let turns = 6_000;
        let is_over = |&seed: &u64| {
            let mut game = scene.clone().seed(seed).game();
            game.step(Wait, &mut Events::new()).expect("one can always wait");
            !game.player().body.statuses.has(Status::Poisoned)
        };
        let over = (0..turns).map(shifted).filter(is_over).count() as u64;
        let fails: u64 = (100 - chance) * (100 - chance);
        assert_fair("saving throws", &[over, turns - over], &[10_000 - fails, fails]);
    }
    // Venom allows no saving throw, whatever the number of rolls.
    let venom = Scenario::new("@").level(41).status(Status::Envenomed, 9);
    let run = venom.firmware(Firmware::Decoy).play(&[Wait; 8]);
    assert_eq!(run.game.player().body.statuses.turns_left(Status::Envenomed), 1);
}

// I11, W16: HOOK senses mice, but not snakes, within 6 tiles through walls. Cameras show all monsters on the floor,
// including snakes.
#[test]
fn optic_senses_mice_through_walls() {
    for (letter, distance, senses) in
        [('z', 6, true), ('m', 2, true), ('z', 7, false), ('S', 2, false)]
    {
        let text = format!("@{}{letter}", "#".repeat(distance - 1));
        let sensed = |scene: Scenario| {
            let game = scene.game();
            assert!(!game.visible().contains(game.current_floor().monsters[0].body.pos));
            game.senses(&game.current_floor().monsters[0])
        };
        let scene = Scenario::new(&text);
        assert_eq!(sensed(scene.clone().firmware(Firmware::Hook)), senses, "{text}");
        assert!(!sensed(scene.clone().firmware(Firmware::Swap)));
        assert!(sensed(scene.changed(|floor| floor.camera_turns = 1)));
    }
}

// I11: a chip works only if it is worn, and no two kinds of firmware have the same effects.
#[test]
fn a_chip_in_the_pack_does_nothing() {
    let mut chip = Item::new(ItemKind::Microchip);
    chip.firmware = Some(Firmware::Leech);
    let scene = Scenario::new("@z").level(30).hp(100).monster_hp(1).carries_item(chip);
    let run = scene.play(&[Walk(East)]);
    assert!(!run.events().any(|event| matches!(event, Event::Leeched { .. })));
    for firmware in Firmware::ALL {
        let game = Scenario::new("@").firmware(firmware).game();
        assert!(game.player().effects().eq(firmware.effects().iter().copied()));
        assert!(
            Firmware::ALL.iter().all(|it| it.effects() != firmware.effects() || *it == firmware)
        );
    }
}

/// A drawing with three mice in front of the player, who holds a mop, and one mouse behind the player.
const FRONT: &str = "
    #..t#
    #t@t#
    #..t#";

// I12: a blow also hits the tiles one step clockwise and one step anticlockwise from its target, for half of the
// damage.
#[test]
fn a_mop_sweeps_three_tiles() {
    let scene = Scenario::new(FRONT).level(40).monster_hp(400).wears(ItemKind::Mop);
    let (mut full, mut half) = ((u16::MAX, 0), (u16::MAX, 0));
    for seed in (0..300).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Walk(East)]);
        let struck = blows(&run);
        let tiles: Vec<Pos> = struck.iter().map(|(at, _)| *at).collect();
        assert_eq!(tiles, [Pos::at(4, 2), Pos::at(4, 3), Pos::at(4, 1)]);
        full = (full.0.min(struck[0].1), full.1.max(struck[0].1));
        for (_, damage) in &struck[1..] {
            half = (half.0.min(*damage), half.1.max(*damage));
        }
    }
    assert_eq!(half, (full.0 / 2, full.1 / 2), "each is rolled on its own");
    // A diagonal blow sweeps, too.
    let corner = Scenario::new("#.t#\n#@t#\n#..#").level(40).monster_hp(400).wears(ItemKind::Mop);
    let run = corner.play(&[Walk(Direction::NorthEast)]);
    let tiles: Vec<Pos> = blows(&run).iter().map(|(at, _)| *at).collect();
    assert_eq!(tiles, [Pos::at(3, 1), Pos::at(3, 2)]);
}

// I12: only a mop sweeps, and its sweep does not hit the ally.
#[test]
fn a_mop_spares_the_ally() {
    let ally = |floor: &mut FloorState| floor.monsters[0].is_ally = true;
    let scene = Scenario::new("#.t#\n#@t#\n#.t#").level(40).monster_hp(400).changed(ally);
    let run = scene.clone().wears(ItemKind::Mop).play(&[Walk(East)]);
    let tiles: Vec<Pos> = blows(&run).iter().map(|(at, _)| *at).collect();
    assert_eq!(tiles, [Pos::at(3, 2), Pos::at(3, 3)]);
    let run = scene.clone().wears(ItemKind::Crowbar).play(&[Walk(East)]);
    assert_eq!(blows(&run).len(), 1);
    assert_eq!(
        scene
            .play(&[Walk(East)])
            .events()
            .filter(|event| { matches!(event, Event::Struck { attacker: Actor::Player, .. }) })
            .count(),
        1
    );
    // An empty tile is not struck, so walking onto an empty tile sweeps nobody.
    let alone = Scenario::new("#..#\n#@.#\n#.t#").level(40).wears(ItemKind::Mop);
    assert_eq!(blows(&alone.play(&[Walk(East)])), []);
}

// I12, S3: sleepers on swept tiles take half of the double damage. All monsters that are struck wake up.
#[test]
fn a_mop_strikes_sleepers_twice_as_hard() {
    let scene = Scenario::new("#.T#\n#@t#\n#..#").level(40).monster_hp(400).wears(ItemKind::Mop);
    let (mut least, mut most) = (u16::MAX, 0);
    let (mut plain_least, mut plain_most) = (u16::MAX, 0);
    for seed in (0..300).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Walk(East)]);
        let struck = blows(&run);
        (plain_least, plain_most) = (plain_least.min(struck[0].1), plain_most.max(struck[0].1));
        (least, most) = (least.min(struck[1].1), most.max(struck[1].1));
        assert!(
            run.game.current_floor().monsters.iter().all(|one| one.ai_state != AiState::Asleep)
        );
    }
    assert_eq!((least, most), (plain_least, plain_most), "twice, and half of it");
}

// I12: a blow and its sweep may kill three monsters.
#[test]
fn a_mop_may_kill_three() {
    let scene = Scenario::new("#.z#\n#@z#\n#.z#").level(60).monster_hp(1).wears(ItemKind::Mop);
    let run = scene.play(&[Walk(East)]);
    assert!(run.game.current_floor().monsters.is_empty());
    assert_eq!(run.game.player().kills, 3);
    // The King's death ends the run, so the sweep ends with it.
    let scene = Scenario::new("#.t#\n#@k#\n#.t#").floor(13).level(60).wears(ItemKind::Mop);
    assert_eq!(blows(&scene.play(&[Walk(East)])).len(), 1);
}

// I: if half of the damage rounds down to 0, the swept blow is a miss.
#[test]
fn half_of_one_is_a_miss() {
    // Attack values of 1 to 6 against a defence of 12 do at most 2 damage, half of which is at most 1.
    let scene = Scenario::new("#.t#\n#@t#\n#..#").monster_hp(49).wears(ItemKind::Mop);
    for seed in (0..100).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Walk(East)]);
        let struck = blows(&run);
        assert!(struck[1].1 <= 1);
        // The swept mouse comes first in the floor's list of monsters.
        assert_eq!(monster_hp(&run, 0), 49 - struck[1].1);
        let missed = Event::Struck {
            attacker: Actor::Player,
            target: Actor::Monster(run.game.current_floor().monsters[0].kind),
            from: Pos::at(2, 2),
            at: Pos::at(3, 1),
            damage: Damage::MISS,
        };
        assert_eq!(run.events().any(|event| *event == missed), struck[1].1 == 0);
    }
}

// I12: a blow strikes the tiles of the weapon's shape, turned to the direction of the blow.
#[test]
fn a_blow_strikes_the_tiles_of_the_weapons_shape() {
    let at = |scene: &Scenario, direction: Direction| {
        let game = scene.game();
        let from = game.player().body.pos;
        let tiles: Vec<_> = game.struck_tiles(direction).collect();
        let named = |(pos, part): (Pos, u16)| (from.direction_to(pos).expect("next to it"), part);
        tiles.into_iter().map(named).collect::<Vec<_>>()
    };
    let plain = Scenario::new("#...#\n#.@.#\n#...#");
    let mop = plain.clone().wears(ItemKind::Mop);
    for direction in Direction::ALL {
        assert_eq!(at(&plain, direction), [(direction, 1)]);
        let sides = [(direction.clockwise(), 2), (direction.anticlockwise(), 2)];
        assert_eq!(at(&mop, direction), [[(direction, 1)].as_slice(), &sides].concat());
    }
}

// The offset of two tiles ahead lies on a line in every direction, including diagonals. The 25 offsets of a square of 5
// × 5 tiles are all different.
#[test]
fn an_offset_turns_with_its_direction() {
    for direction in Direction::ALL {
        let (dx, dy) = direction.delta();
        assert_eq!(direction.offset(2, 0), (2 * dx, 2 * dy));
        assert_eq!(direction.offset(-1, 0), direction.reversed().delta());
        let ring = (-2..=2).flat_map(|x| (-2..=2).map(move |y| direction.offset(x, y)));
        assert_eq!(ring.collect::<BTreeSet<_>>().len(), 25);
    }
}
