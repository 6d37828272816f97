//! Checks doors, terminals, vaults, cables and furniture (W14, W16–W19).

use Command::{Drop, Throw, Wait, Walk};
use Direction::{East, North, South, West};
use musrex_core::content::{Bonus, ItemKind, MonsterKind, Slot, Status};
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::limits::{ITEMS_MAX, PACK_MAX};
use musrex_core::quantity::{Damage, Hp, Xp};
use musrex_core::rules::travel::{Interrupt, TravelMonitor};
use musrex_core::rules::{Actor, Event, Reward, TerminalResult};
use musrex_core::world::{AiState, Cause, FloorState, GroundItem, Item, Outcome, Terrain};
use musrex_core::{Command, Direction, Refusal};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::rulebook;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario, check};

fn terrain(run: &Run, pos: Pos) -> Terrain {
    run.game.current_floor().map.terrain(pos)
}

fn items(run: &Run) -> Vec<ItemKind> {
    run.game.current_floor().items.iter().map(|ground| ground.item.kind).collect()
}

// W14: opening a closed door and stepping through it is one move.
#[test]
fn opening_and_stepping_in_is_one_move() {
    check("#@+.#", &[Walk(East)], "#.@.#");
    let run = Scenario::new("#@+.#").play(&[Walk(East)]);
    assert_eq!(terrain(&run, Pos::at(3, 1)), Terrain::DoorOpen);
    let opened = Event::DoorOpened { who: Actor::Player, at: Pos::at(3, 1) };
    assert!(run.events().any(|event| *event == opened));
}

// W14: a door closes at the end of a turn in which no creature is on it or adjacent to it.
#[test]
fn doors_close_behind_the_player() {
    let scene = Scenario::new("#@+....#");
    let run = scene.play(&[Walk(East), Walk(East)]);
    run.shows("#.'@...#");
    run.play(&[Walk(East)]).shows("#.+.@..#");
    // A tile diagonally adjacent to the door counts as adjacent.
    let aside = Scenario::new("#'#\n@..\n...");
    assert_eq!(terrain(&aside.play(&[Wait; 3]), Pos::at(2, 1)), Terrain::DoorOpen);
    // An adjacent monster also keeps the door open, even a sleeper or an ally.
    for is_ally in [false, true] {
        let scene = Scenario::new("#@...'T#").changed(|floor| {
            floor.monsters[0].is_ally = is_ally;
            floor.monsters[0].body.statuses.set(Status::Stunned, 9);
        });
        assert_eq!(terrain(&scene.play(&[Wait; 3]), Pos::at(6, 1)), Terrain::DoorOpen);
    }
    // An item in the doorway keeps the door open.
    let scene = Scenario::new("#@...'..#").changed(|floor| {
        let ground = GroundItem { pos: Pos::at(6, 1), item: Item::new(ItemKind::Key) };
        floor.items.push(ground).expect("there is room");
    });
    let mut game = scene.game();
    game.step(Wait, &mut musrex_core::Events::new()).expect("one can always wait");
    assert_eq!(game.current_floor().map.terrain(Pos::at(6, 1)), Terrain::DoorOpen);
    // All doors of a floor close in the same turn.
    Scenario::new("#'..@..'.'#").play(&[Wait]).shows("#+..@..+.+#");
}

// W14, W7: without a key, a crowbar in hand forces a locked door and is used up. With a key, the key is used instead.
#[test]
fn a_crowbar_forces_a_locked_door() {
    let bonus = Bonus { hp_max: 10, attack_min: 1, attack_max: 3, ..Bonus::NONE };
    let scene = Scenario::new("#@L.#").wears_item(Item::with_bonus(ItemKind::Crowbar, bonus));
    let run = scene.play(&[Walk(East)]);
    run.shows("#@'.#");
    assert_eq!(run.game.turn().0, 1);
    assert!(run.game.player().worn.get(Slot::Weapon).is_none());
    assert!(run.events().any(|event| *event == Event::Forced { at: Pos::at(3, 1) }));
    assert_eq!(run.hp(), 25, "B12: its hit points are gone with it");
    let run = scene.carries(ItemKind::Key).play(&[Walk(East)]);
    assert!(run.game.player().worn.get(Slot::Weapon).is_some());
    assert!(run.game.player().pack.is_empty());
    // A crowbar in the pack opens nothing, and neither does any other weapon.
    for kind in [ItemKind::StunBaton, ItemKind::Mop] {
        let scene = Scenario::new("#@L.#").wears(kind).carries(ItemKind::Crowbar);
        scene.refuses(Walk(East), Refusal::Locked);
    }
    // A door that was unlocked closes like any other door, and is not locked again.
    let run = Scenario::new("#.@L.#").carries(ItemKind::Key).play(&[Walk(East), Walk(West)]);
    run.shows("#@.+.#");
}

/// Returns a scene with a terminal above the player; `has_vault` is true if the floor has a vault.
fn at_terminal(number: u8, has_vault: bool) -> Scenario {
    let door = if has_vault { 'L' } else { '#' };
    Scenario::new(&format!("##?######\n#.@.....#\n########{door}\n########.")).floor(number)
}

// W16: a terminal gives experience once: a fixed amount times the number of the floor. Walking into it again is
// refused.
#[test]
fn a_terminal_pays_by_the_floor() {
    let by_floor = rulebook::number("W16", "It pays ");
    for number in [2, 8, 12] {
        let run = at_terminal(number, true).play(&[Walk(North)]);
        let paid = Xp(by_floor * u32::from(number));
        assert_eq!(run.game.player().xp, paid);
        let told = Event::Rewarded { reward: Reward::Terminal, paid };
        assert!(run.events().any(|event| *event == told));
        assert_eq!(terrain(&run, Pos::at(3, 1)), Terrain::TerminalUsed);
        assert_eq!(run.game.player().body.pos, Pos::at(3, 2));
        let again = run.play(&[Walk(North)]);
        assert_eq!(again.last().result, Err(Refusal::UsedUp));
        assert_eq!(again.game.turn().0, 1);
    }
}

// W16: a terminal does one of three things with equal odds: it shows the map, opens the vault or gives an
// Override Chip.
#[test]
fn a_terminal_does_one_of_three() {
    let mut counts = [0; 3];
    for seed in (0..3_000).map(shifted) {
        let run = at_terminal(4, true).seed(seed).play(&[Walk(North)]);
        let of = |event: &Event| match event {
            Event::TerminalUsed { result, .. } => Some(*result),
            _ => None,
        };
        let result = run.events().find_map(of).expect("it was used");
        // Nobody is near the unlocked door, so it closes at once (W14). It is then no longer locked.
        let is_open = terrain(&run, Pos::at(9, 3)) == Terrain::DoorClosed;
        let here = run.game.current_floor();
        let cameras = here.camera_turns > 0;
        let known = here.map.explored().contains(Pos::at(9, 4));
        let (index, wanted) = match result {
            TerminalResult::Cameras => (0, (false, true, true, vec![])),
            TerminalResult::Locks => (1, (true, false, false, vec![])),
            TerminalResult::Override => (2, (false, false, false, vec![ItemKind::OverrideChip])),
            TerminalResult::Supplies => panic!("a vault is locked"),
        };
        assert_eq!((is_open, cameras, known, items(&run)), wanted, "{result:?}");
        counts[index] += 1;
    }
    assert_fair("a terminal", &counts, &[1, 1, 1]);
}

// W16: if there is no locked vault, a Health Pack drops instead.
#[test]
fn without_a_vault_a_health_pack_drops() {
    let mut counts = [0; 3];
    for seed in (0..600).map(shifted) {
        let run = at_terminal(5, false).seed(seed).play(&[Walk(North)]);
        match items(&run).as_slice() {
            [] => counts[0] += 1,
            [ItemKind::HealthPack] => counts[1] += 1,
            [ItemKind::OverrideChip] => counts[2] += 1,
            other => panic!("{other:?}"),
        }
        assert!(
            run.game
                .current_floor()
                .items
                .iter()
                .all(|item| { item.pos.steps_to(Pos::at(3, 2)) <= 1 })
        );
    }
    assert_fair("a terminal", &counts, &[1, 1, 1]);
}

// W16: the cameras show all mice on the floor for 30 turns.
#[test]
fn cameras_run_for_thirty_turns() {
    let run = (0..60)
        .map(|seed| at_terminal(4, true).seed(shifted(seed)).play(&[Walk(North)]))
        .find(|run| run.game.current_floor().camera_turns > 0)
        .expect("1 in 3");
    let mut turns = 0;
    let mut run = run;
    while run.game.current_floor().camera_turns > 0 {
        run = run.play(&[Wait]);
        turns += 1;
    }
    assert_eq!(turns, 30, "the player acts so often under the cameras");
}

// W16, M6: on a floor that is full of items, a terminal adds no item.
#[test]
fn a_full_floor_gets_no_gift() {
    for seed in (0..20).map(shifted) {
        let text = format!("##?{}\n#.@{}\n{}", "#".repeat(40), ".".repeat(20), ".".repeat(24));
        let scene = Scenario::new(&text).floor(5).seed(seed).changed(|floor| {
            for index in 0..ITEMS_MAX {
                let index = u8::try_from(index).expect("a few items");
                let pos = Pos::at(4 + index % 20, 2 + index / 20);
                let ground = GroundItem { pos, item: Item::new(ItemKind::Antidote) };
                floor.items.push(ground).expect("so many fit");
            }
        });
        let run = scene.play(&[Walk(North)]);
        assert_eq!(run.game.current_floor().items.len(), ITEMS_MAX);
    }
}

/// Returns a scene with a vault whose pedestals hold three items, and whose door is open.
fn vault() -> Scenario {
    let text = "
        #ddd#
        #...#
        #.@.#
        ##'##
        #...#";
    Scenario::new(text).changed(|floor| {
        let kinds = [ItemKind::Crowbar, ItemKind::BikerJacket, ItemKind::Microchip];
        for (x, kind) in (2..).zip(kinds) {
            let ground = GroundItem { pos: Pos::at(x, 1), item: Item::new(kind) };
            floor.items.push(ground).expect("there is room");
        }
    })
}

// W17: walking into a pedestal takes its item and seals the other pedestals with their items.
#[test]
fn taking_one_seals_the_others() {
    for (direction, kind) in [
        (Direction::NorthWest, ItemKind::Crowbar),
        (North, ItemKind::BikerJacket),
        (Direction::NorthEast, ItemKind::Microchip),
    ] {
        let run = vault().play(&[Walk(North), Walk(direction)]);
        assert_eq!(run.last().result, Ok(Outcome::Playing));
        let pack: Vec<ItemKind> = run.game.player().pack.iter().map(|item| item.kind).collect();
        assert_eq!(pack, [kind]);
        assert!(run.game.player().pack[0].was_carried);
        assert_eq!(run.game.player().body.pos, Pos::at(3, 2), "the player stays");
        assert_eq!(items(&run), []);
        for x in 2..=4 {
            assert_eq!(terrain(&run, Pos::at(x, 1)), Terrain::PedestalSealed);
        }
        assert!(run.events().any(|event| *event == Event::PedestalsSealed));
        assert_eq!(run.play(&[Walk(North)]).last().result, Err(Refusal::Sealed));
    }
}

// W17, I3: with a full pack, the player cannot take an item from a pedestal, and nothing is sealed.
#[test]
fn a_full_pack_takes_nothing_from_a_pedestal() {
    let full = (0..PACK_MAX).fold(vault(), |scene, _| scene.carries(ItemKind::Antidote));
    let run = full.play(&[Walk(North), Walk(North)]);
    assert_eq!(run.last().result, Err(Refusal::PackFull));
    assert_eq!(items(&run).len(), 3);
    assert_eq!(terrain(&run, Pos::at(3, 1)), Terrain::Pedestal);
}

// W17: monsters neither walk over pedestals nor take their items. Throws pass over pedestals.
#[test]
fn pedestals_are_furniture() {
    for terrain in [Terrain::Pedestal, Terrain::PedestalSealed] {
        assert!(!terrain.is_passable() && !terrain.is_opaque() && !terrain.stops_throws());
    }
    let scene = Scenario::new("#@d.#").carries(ItemKind::Key);
    let run = scene.play(&[Throw(0, Pos::at(4, 1))]);
    let lies = run.game.current_floor().items.iter().find(|item| item.item.kind == ItemKind::Key);
    assert_eq!(lies.map(|ground| ground.pos), Some(Pos::at(4, 1)));
}

// W18: a creature that steps on a live cable loses 3 + floor / 2 hit points and is stunned for 1 turn.
#[test]
fn a_live_cable_hurts_and_stuns() {
    for (number, damage) in [(8, 7), (10, 8), (12, 9), (13, 9)] {
        let scene = Scenario::new("@-..").floor(number).level(9);
        let full = scene.game().player().body.hp.0;
        let run = scene.play(&[Walk(East)]);
        assert_eq!(run.hp(), full - damage, "floor {number}");
        let burned = Event::Burned {
            who: Actor::Player,
            at: Pos::at(2, 1),
            cause: Cause::Cable,
            damage: Damage(damage),
        };
        assert!(run.events().any(|event| *event == burned));
        // The stun costs the player one action. The next step leads off the cable and does no harm.
        let run = run.play(&[Walk(East)]);
        run.shows(".@..");
        assert!(run.last().events.contains(&Event::TurnLost(Status::Stunned)));
        let run = run.play(&[Walk(East)]);
        run.shows(".-@.");
        assert!(!run.last().events.iter().any(|event| matches!(event, Event::Burned { .. })));
    }
    let run = Scenario::new("@-..").floor(8).hp(7).play(&[Walk(East)]);
    assert_eq!(
        (run.game.outcome(), run.game.last_damage_cause()),
        (Outcome::Dead, Some(Cause::Cable))
    );
}

// W18: a dead cable does not harm a player who walks over it.
#[test]
fn a_dead_cable_is_ground() {
    let run = Scenario::new("@\"..").floor(8).play(&[Walk(East), Walk(East)]);
    run.shows(".\"@.");
    assert_eq!(run.hp(), 25);
}

// W18: a switch turns all cables off, and the next use turns them on again.
#[test]
fn a_switch_turns_all_cables() {
    let text = "
        #i#--#
        #@.-.#
        #--..#";
    let off = "
        #i#\"\"#
        #@.\".#
        #\"\"..#";
    let run = Scenario::new(text).floor(8).play(&[Walk(North)]);
    run.shows(off);
    assert!(run.events().any(|event| *event == Event::Switched { is_live: false }));
    assert!(run.game.current_floor().map.live_cables().is_empty());
    let run = run.play(&[Walk(North)]);
    run.shows(text);
    assert!(run.events().any(|event| *event == Event::Switched { is_live: true }));
    assert_eq!((run.game.turn().0, run.hp()), (2, 25));
}

// W18: mice walk around live cables.
#[test]
fn mice_walk_around_cables() {
    let text = "
        #@........#
        #---------#
        #.........#
        #.........#
        #.#######.#
        #....m....#";
    // The only gap is on the right.
    let gap = text.replace("#---------#", "#--------.#");
    for letter in ["m", "n", "t", "c", "a", "s"] {
        let run = Scenario::new(&gap.replace('m', letter)).floor(8).level(60).play(&[Wait; 40]);
        let is_shocked = |event: &Event| matches!(event, Event::Burned { cause: Cause::Cable, .. });
        assert!(!run.events().any(is_shocked), "{letter}");
    }
    // A hunter that sees the player and has no other way does cross the cable.
    let run = Scenario::new(text).floor(8).level(60).monster_hp(99).play(&[Wait; 20]);
    assert!(run.events().any(|event| matches!(event, Event::Burned { cause: Cause::Cable, .. })));
    assert!(run.game.current_floor().monsters[0].body.pos.is_next_to(run.game.player().body.pos));
}

// W18, M4: a mouse blocked by another mouse does not step over a cable to get past it.
#[test]
fn nobody_steps_past_another_over_a_cable() {
    let text = "
        @###########
        ############
        ---------...
        ....tm......";
    let scene = Scenario::new(text).floor(8).changed(|floor| {
        for monster in &mut floor.monsters {
            monster.ai_state = AiState::hunting(Pos::at(1, 4));
        }
        floor.monsters[0].body.statuses.set(Status::Stunned, 90);
    });
    for seed in (0..20).map(shifted) {
        let run = scene.clone().seed(seed).play(&[Wait; 12]);
        assert!(!run.events().any(|event| matches!(event, Event::Burned { .. })));
    }
}

// W18, B5: a cable also stuns and kills mice, such as a confused mouse that stumbles onto it.
#[test]
fn cables_hurt_mice() {
    let mut burns = 0;
    for seed in (0..100).map(shifted) {
        let scene = Scenario::new("@##\n###\n---\n-m-\n---").floor(8).seed(seed).monster_hp(7);
        let run = scene.monster_status(Status::Confused, 9).play(&[Wait]);
        let burnt = run.events().any(|event| matches!(event, Event::Burned { .. }));
        burns += usize::from(burnt);
        assert_eq!(run.game.current_floor().monsters.len(), usize::from(!burnt), "7 hit points");
        assert_eq!(
            run.game.player().xp,
            if burnt { MonsterKind::MicroMouse.spec().xp } else { Xp(0) }
        );
        let tough = Scenario::new("@##\n###\n---\n-t-\n---").floor(8).seed(seed);
        let run = tough.monster_status(Status::Confused, 9).play(&[Wait]);
        let one = &run.game.current_floor().monsters[0];
        if one.body.pos != Pos::at(2, 4) {
            assert_eq!(one.body.hp.0, one.hp_born.0 - 7);
            assert_eq!(one.body.statuses.turns_left(Status::Stunned), 1);
        }
    }
    assert!((55..95).contains(&burns), "{burns} of 100, not 75");
}

// W18: a cable hurts a Meta Mouse that teleports onto it while it is live.
#[test]
fn a_flicker_may_end_on_a_cable() {
    let scene = Scenario::new("@e-----").floor(9).level(9).monster_hp(400);
    let burnt = (0..200).map(shifted).any(|seed| {
        let run = scene.clone().seed(seed).play(&[Walk(East)]);
        let at = run.game.current_floor().monsters[0].body.pos;
        let is_burnt = run.events().any(|event| matches!(event, Event::Burned { .. }));
        assert_eq!(is_burnt, at != Pos::at(2, 1));
        is_burnt
    });
    assert!(burnt);
}

// W19: low furniture and water block walking, but not sight or throws. Glass blocks everything except sight. Tall
// furniture blocks everything, like a wall.
#[test]
fn furniture_is_three_kinds_of_wall() {
    for letter in ['o', 'g', 'O', 'w'] {
        let scene = Scenario::new(&format!("@{letter}.m")).level(60);
        assert_eq!(scene.play(&[Walk(East)]).last().result, Err(Refusal::Wall), "{letter}");
        let run = scene.play(&[Wait; 5]);
        assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })), "{letter}");
        let sees = scene.game().visible().contains(Pos::at(3, 1));
        assert_eq!(sees, letter != 'O', "{letter}");
    }
    let stops =
        [Terrain::Low, Terrain::Glass, Terrain::Tall, Terrain::Water].map(Terrain::stops_throws);
    assert_eq!(stops, [false, true, true, false]);
    let opaque =
        [Terrain::Low, Terrain::Glass, Terrain::Tall, Terrain::Water].map(Terrain::is_opaque);
    assert_eq!(opaque, [false, false, true, false]);
    let passable =
        [Terrain::Low, Terrain::Glass, Terrain::Tall, Terrain::Water].map(Terrain::is_passable);
    assert_eq!(passable, [false; 4]);
}

// W15, W16, W18: fixtures are parts of walls, so no creature sees, walks or throws through them.
#[test]
fn fixtures_are_parts_of_walls() {
    use Terrain::{Switch, Terminal, TerminalUsed, VentOpen, VentShut};
    for terrain in [VentOpen, VentShut, Terminal, TerminalUsed, Switch] {
        assert!(terrain.is_fixture() && terrain.is_opaque() && terrain.stops_throws());
        assert!(!terrain.is_passable() && !terrain.is_walkable());
    }
}

// W14: dropping an item in a doorway is refused, so that no dropped item keeps a door open.
#[test]
fn nothing_is_dropped_in_a_doorway() {
    let run = Scenario::new("#@+.#").carries(ItemKind::Key).play(&[Walk(East), Drop(0)]);
    assert_eq!(run.last().result, Err(Refusal::InDoorway));
}

// W: the same seed and commands always give the same fingerprint of the game. Other seeds usually give a different one.
#[test]
fn the_same_seed_and_commands_give_the_same_fixtures() {
    let play = |seed| {
        let scene = Scenario::new("#v?i#\n#.@.#\n#-+L#\n#...#").floor(8).seed(shifted(seed));
        let scene = scene.wears(ItemKind::Crowbar).level(20);
        let commands =
            [Walk(Direction::NorthWest), Walk(North), Walk(Direction::NorthEast), Walk(South)];
        scene.play(&commands).game.fingerprint()
    };
    assert_eq!(play(4), play(4));
    let different: std::collections::BTreeSet<_> = (0..12).map(play).collect();
    assert!(different.len() > 2);
}

/// Returns the hit points of the first monster.
fn hp_of(run: &Run) -> Hp {
    run.game.current_floor().monsters[0].body.hp
}

// W18, T4: if a cable goes live again under a monster, it does not hurt the monster while the monster stays there.
#[test]
fn standing_on_a_cable_hurts_nobody() {
    let scene = Scenario::new("#i###\n#@#T\"\"").floor(8);
    let born = hp_of(&scene.play(&[]));
    let change = |floor: &mut FloorState| floor.monsters[0].body.pos = Pos::at(5, 2);
    let run = scene.changed(change).play(&[Walk(North), Wait, Wait]);
    assert_eq!(hp_of(&run), born);
}

// N4: auto-travel announces the first vent, terminal and switch seen on a floor, and no later ones.
#[test]
fn the_first_fixture_of_a_kind_interrupts() {
    let text = "
        ##########
        @+.......#
        ##########";
    let fixtures = [
        (3, Terrain::VentOpen),
        (5, Terrain::Terminal),
        (6, Terrain::VentOpen),
        (7, Terrain::Switch),
    ];
    let scene = Scenario::new(text).changed(move |floor| {
        fixtures.iter().for_each(|&(x, terrain)| floor.map.set(Pos::at(x, 1), terrain));
    });
    let mut run = scene.play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    let mut told = Vec::new();
    for _ in 0..4 {
        run = run.play(&[Command::Walk(East)]);
        match monitor.interrupt(&run.game, &run.game.visible()) {
            Some(Interrupt::Fixture(terrain, bearing)) => {
                // The message gives the direction from the player to the fixture.
                assert!(bearing.is_some());
                told.push(terrain);
            }
            other => assert_eq!(other, None),
        }
    }
    told.sort_unstable_by_key(|&terrain| terrain as u8);
    let mut wanted = [Terrain::VentOpen, Terrain::Terminal, Terrain::Switch];
    wanted.sort_unstable_by_key(|&terrain| terrain as u8);
    assert_eq!(told, wanted);
    // A new monitor, as for a player who returns to the floor, announces none of these fixtures, because all are known.
    let mut again = TravelMonitor::new(&run.game, &TileSet::EMPTY);
    assert_eq!(again.interrupt(&run.game, &run.game.visible()), None, "all are known");
}
