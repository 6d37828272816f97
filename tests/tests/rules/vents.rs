//! Checks vents (W15).

use Command::{Wait, Walk};
use Direction::{East, West};
use musrex_core::content::MonsterKind;
use musrex_core::geometry::Pos;
use musrex_core::limits::VENTED_MAX;
use musrex_core::quantity::Hp;
use musrex_core::rules::Event;
use musrex_core::world::{AiState, FloorState, Monster, Terrain, VentedMonster};
use musrex_core::{Command, Direction, Floor, Refusal};
use musrex_testkit::{Run, Scenario};

/// Returns a mouse inside the vents that comes out after `turns` turns.
fn vented(kind: MonsterKind, at: Pos, turns: u8) -> VentedMonster {
    let mut monster = Monster::new(kind, at, Hp(*kind.spec().hp_on(Floor::LOBBY).end()));
    monster.ai_state = AiState::hunting(at);
    VentedMonster { monster, turns, is_rattling: false }
}

/// Puts a mouse made by [`vented`] into the vents of a floor.
fn holds(kind: MonsterKind, at: Pos, turns: u8) -> impl Fn(&mut FloorState) {
    move |floor| floor.vented.push(vented(kind, at, turns)).expect("there is room")
}

fn all_blocked(floor: &mut FloorState) {
    for monster in &mut floor.monsters {
        monster.blocked = 2;
    }
}

fn terrain(run: &Run, pos: Pos) -> Terrain {
    run.game.current_floor().map.terrain(pos)
}

/// Returns the turn of the first event for which `wanted` is true, counted from 1.
fn turn_of(run: &Run, wanted: impl Fn(&Event) -> bool) -> Option<usize> {
    run.turns.iter().position(|turn| turn.events.iter().any(&wanted)).map(|index| index + 1)
}

fn is_left(event: &Event) -> bool {
    matches!(event, Event::VentLeft { .. })
}

/// A drawing of a corridor full of mice, with a vent above the last mouse and another vent far away.
const QUEUE: &str = "
    #######v#########v#
    #@mmmm.m..........#
    ###################";

// W15: a hunter that was blocked for 2 turns goes into a vent if one is within 6 tiles. It comes out 4 turns later, and
// the exit rattles the turn before.
#[test]
fn a_blocked_hunter_goes_through_the_vents() {
    let text = "
        ####v##############
        #@tm..............#
        ##########v########";
    let scene = Scenario::new(text).level(80).monster_hp(40);
    let run = scene.play(&[Wait; 2]);
    assert_eq!(run.game.current_floor().vented.len(), 0, "blocked for two turns");
    let run = run.play(&[Wait]);
    assert_eq!(run.game.current_floor().vented.len(), 1);
    let entered = |event: &Event| matches!(event, Event::VentEntered { kind: MonsterKind::MicroMouse, at } if *at == Pos::at(5, 1));
    assert_eq!(turn_of(&run, entered), Some(3));
    let run = run.play(&[Wait; 8]);
    let exit = Pos::at(11, 3);
    let rattles = |event: &Event| matches!(event, Event::VentRattles { at } if *at == exit);
    // The first vent, 3 tiles away, is too near to the player, so the mouse comes out of the other one.
    assert_eq!(turn_of(&run, rattles), Some(3 + 3));
    let out = |event: &Event| matches!(event, Event::VentLeft { at, .. } if *at == exit);
    assert_eq!(turn_of(&run, out), Some(3 + 4));
}

// W15: Micro, Neo, Spit, Meta and Fuse Mice and Pack Rats use vents. So does the King (K2). Other kinds do not.
#[test]
fn some_kinds_use_vents() {
    // Other kinds that use vents may act differently in this scene.
    for (letter, uses) in [('m', true), ('f', true), ('s', false), ('r', false), ('t', false)] {
        let run = behind_another(letter, 1);
        let has_entered = run.events().any(|event| matches!(event, Event::VentEntered { .. }));
        assert_eq!(has_entered, uses, "{letter}");
    }
    assert_eq!(MonsterKind::ALL.into_iter().filter(|kind| kind.spec().uses_vents).count(), 7);
    use MonsterKind::{
        FuseMouse, LabSnake, LidMouse, MetaMouse, MicroMouse, MouseKing, NeoMouse, PackRat,
        RabidMouse, SpitMouse, ToughMouse,
    };
    for kind in [MicroMouse, NeoMouse, SpitMouse, MetaMouse, PackRat, FuseMouse, MouseKing] {
        assert!(kind.spec().uses_vents, "{kind:?}");
    }
    for kind in [LabSnake, RabidMouse, ToughMouse, LidMouse] {
        assert!(!kind.spec().uses_vents, "{kind:?}");
    }
}

/// Returns a run with a blocked hunter behind a Tough Mouse in a corridor, and a vent `distance` tiles away.
fn behind_another(letter: char, distance: usize) -> Run {
    let text =
        format!("{}v{}\n#@t{letter}{}", "#".repeat(3 + distance), "#".repeat(9), ".".repeat(12));
    Scenario::new(&text).level(80).monster_hp(99).changed(all_blocked).play(&[Wait])
}

// W15: a hunter uses a vent within 6 tiles. If the hunter is adjacent to the vent, it goes in at once; if it is farther
// away, it walks there.
#[test]
fn a_vent_is_looked_for_within_six_tiles() {
    for (distance, goes) in [(1, true), (2, true), (6, true), (7, false)] {
        let run = behind_another('m', distance);
        let here = run.game.current_floor();
        let is_in = !here.vented.is_empty();
        assert_eq!(is_in, distance == 1, "{distance} tiles");
        if !is_in {
            let has_moved = here.monsters[1].body.pos.x() == 5;
            assert_eq!(has_moved, goes, "{distance} tiles");
        }
    }
    // Other kinds stay in place, although they are blocked.
    for letter in ['t', 'r', 's'] {
        let run = behind_another(letter, 1);
        assert!(run.game.current_floor().vented.is_empty(), "{letter}");
    }
    assert!(!behind_another('f', 1).game.current_floor().vented.is_empty());
}

// W15: no monster can enter a shut vent.
#[test]
fn a_shut_vent_takes_nobody() {
    let scene = Scenario::new("####V####\n#@tn....#").level(80).changed(all_blocked);
    let run = scene.play(&[Wait; 3]);
    assert!(run.game.current_floor().vented.is_empty());
}

// W15: a mouse comes out of the vent nearest to the player among those at least 4 tiles away. If all vents are nearer
// than that, it comes out of the farthest.
#[test]
fn the_exit_is_near_but_not_too_near() {
    let exit = |text: &str| {
        let scene = Scenario::new(text).level(80);
        let vent = scene.game().current_floor().map.vents()[0];
        let run = scene.changed(holds(MonsterKind::NeoMouse, vent, 1)).play(&[Wait]);
        let of = |event: &Event| match event {
            Event::VentRattles { at } => Some(at.x()),
            _ => None,
        };
        run.events().find_map(of).expect("it rattles")
    };
    assert_eq!(exit("#####v#v#v###\n#@..........#"), 6, "4, 6 and 8 tiles away");
    assert_eq!(exit("####v#v#v####\n#@..........#"), 7);
    assert_eq!(exit("##v#v########\n#@..........#"), 5, "both are too near");
}

// W15: 4 tiles are far enough.
#[test]
fn four_tiles_are_far_enough() {
    let scene = Scenario::new("#####v#v#####\n#@..........#").level(80);
    let run = scene.changed(holds(MonsterKind::NeoMouse, Pos::at(8, 1), 1)).play(&[Wait]);
    let at = Pos::at(6, 1);
    assert!(run.events().any(|event| *event == Event::VentRattles { at }));
    // The mouse comes out in front of the vent in the next turn, and hunts.
    let run = run.play(&[Wait]);
    let out = &run.game.current_floor().monsters[0];
    assert!(out.body.pos.is_next_to(at));
    assert_eq!(out.ai_state, AiState::hunting(Pos::at(2, 2)));
    assert!(run.last().events.iter().any(is_left));
}

// W15: a rattle always comes one turn in advance, even if the vent that rattled first was shut in the meantime.
#[test]
fn a_rattle_comes_a_turn_ahead() {
    let text = "
        #v########v#######v#
        #.@................#";
    let scene = Scenario::new(text).level(80).changed(|floor| {
        let mut inside = vented(MonsterKind::NeoMouse, Pos::at(2, 1), 1);
        inside.is_rattling = true;
        floor.vented.push(inside).expect("there is room");
    });
    let run = scene.play(&[Walk(Direction::NorthWest)]);
    assert_eq!(terrain(&run, Pos::at(2, 1)), Terrain::VentShut);
    assert!(!run.events().any(is_left), "not out of the one that was shut");
    let again = Event::VentRattles { at: Pos::at(11, 1) };
    assert!(run.events().any(|event| *event == again));
    assert!(run.play(&[Wait]).last().events.iter().any(is_left));
}

// W15: walking into a vent shuts it permanently. This takes a turn, in which the player stays in place. A second step
// into the vent is refused.
#[test]
fn walking_into_a_vent_shuts_it() {
    let scene = Scenario::new("#v@.#");
    let run = scene.play(&[Walk(West)]);
    run.shows("#V@.#");
    assert_eq!(run.game.turn().0, 1);
    assert!(run.game.current_floor().map.vents().is_empty());
    assert!(run.events().any(|event| *event == Event::VentShut { at: Pos::at(2, 1) }));
    let run = run.play(&[Walk(West)]);
    assert_eq!(run.last().result, Err(Refusal::UsedUp));
    run.play(&[Wait; 20]).shows("#V@.#");
}

// W15: monsters inside come out of another vent. If no other vent is open, they come out at once, from the vent being
// shut.
#[test]
fn who_is_inside_a_shut_vent_comes_out() {
    let inside = |floor: &mut FloorState| {
        for kind in [MonsterKind::NeoMouse, MonsterKind::MicroMouse] {
            holds(kind, Pos::at(2, 1), 4)(floor);
        }
    };
    let alone = Scenario::new("#v@.....#").level(80).changed(inside);
    let run = alone.play(&[Walk(West)]);
    assert!(run.game.current_floor().vented.is_empty());
    let monsters = &run.game.current_floor().monsters;
    assert_eq!(monsters.len(), 2);
    assert!(monsters.iter().all(|one| matches!(one.ai_state, AiState::Hunting { .. })));
    assert_eq!(run.events().filter(|event| is_left(event)).count(), 2);
    let other = Scenario::new("#v@.....#####v#\n########.......").level(80).changed(inside);
    let run = other.play(&[Walk(West)]);
    assert_eq!(run.game.current_floor().vented.len(), 2);
    let run = run.play(&[Wait; 8]);
    assert!(run.game.current_floor().vented.is_empty());
    let from = |event: &Event| match event {
        Event::VentLeft { at, .. } => Some(*at),
        _ => None,
    };
    assert_eq!(run.events().filter_map(from).collect::<Vec<_>>(), [Pos::at(14, 1); 2]);
}

// W15: if no tile in front of the vent is free, the monsters wait inside.
#[test]
fn a_vent_with_no_room_in_front_keeps_who_is_inside() {
    let text = "
        #@...#
        ######
        ##v###
        ##T###";
    let scene = Scenario::new(text).changed(holds(MonsterKind::NeoMouse, Pos::at(3, 3), 1));
    let run = scene.play(&[Wait; 6]);
    assert_eq!(run.game.current_floor().vented.len(), 1);
    assert!(!run.events().any(is_left));
}

// W15, M6: the vents of a floor have room for 6 monsters. The seventh stays outside and continues to hunt.
#[test]
fn vents_hold_six() {
    for (inside, goes) in [(VENTED_MAX - 1, true), (VENTED_MAX, false)] {
        let text = "
            ###v##############
            #@tm.............#
            ##########v#######";
        let scene = Scenario::new(text).level(80).changed(all_blocked).changed(|floor| {
            for _ in 0..inside {
                holds(MonsterKind::MicroMouse, Pos::at(11, 3), 30)(floor);
            }
        });
        let run = scene.play(&[Wait]);
        assert_eq!(run.game.current_floor().vented.len(), VENTED_MAX, "{inside} inside");
        assert_eq!(run.game.current_floor().monsters.len(), if goes { 1 } else { 2 });
    }
}

// W15: when the player leaves the floor, all monsters leave the vents, and are on the floor when the player returns.
#[test]
fn vents_are_empty_when_the_player_leaves() {
    let mut here = FloorState::EMPTY;
    let floor = Floor::new(5).expect("a floor");
    musrex_core::worldgen::generate(7, floor, &mut here);
    here.monsters.clear();
    let vent = here.map.vents()[0];
    for _ in 0..VENTED_MAX {
        holds(MonsterKind::MicroMouse, vent, 4)(&mut here);
    }
    let down = here.map.find(Terrain::StairsDown).expect("floor 5 has them");
    let player = musrex_core::world::Player::new(down.step(East).expect("inside"), Hp(25));
    let mut game = musrex_core::Game::from_parts(7, floor, player, here);
    game.step(Walk(West), &mut musrex_core::Events::new()).expect("onto the stairs");
    assert_eq!(game.floor().number(), 4);
    let kept = game.rebuild_floor(floor).expect("it was left");
    // The monsters came out in front of their vent. Those near the stairs followed the player (M7).
    let followers = game.current_floor().monsters.len() - usize::from(game.floor().spec().monsters);
    assert_eq!(kept.monsters.len() + followers, VENTED_MAX);
    assert!(kept.vented.is_empty());
    assert!(kept.monsters.iter().all(|monster| monster.ai_state.is_alert()));
}

// W15: neither the ally nor a sleeper uses vents.
#[test]
fn only_hunters_use_vents() {
    for change in [
        (|floor: &mut FloorState| floor.monsters[1].is_ally = true) as fn(&mut FloorState),
        |floor| floor.monsters[1].ai_state = AiState::Asleep,
    ] {
        let scene = Scenario::new("####v####\n#@tn....#").level(80).changed(all_blocked);
        let run = scene.changed(change).play(&[Wait; 3]);
        assert!(run.game.current_floor().vented.is_empty());
    }
}

// W15: a whole queue of monsters takes the way around through the vents, and no monster is lost.
#[test]
fn a_queue_comes_through_the_vents() {
    let scene = Scenario::new(QUEUE).level(90).monster_hp(300);
    let run = scene.play(&[Wait; 60]);
    assert_eq!(run.game.current_floor().alive(), 5);
    assert!(run.events().any(is_left), "{}", run.picture());
}
