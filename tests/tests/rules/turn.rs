//! Checks the phases of a turn, refusals, and moves (T).

use Command::{Wait, Walk};
use Direction::{East, North, NorthEast, South, SouthEast, SouthWest, West};
use musrex_core::content::{ItemKind, Slot, Status};
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::limits::{EVENTS_MAX, TILES};
use musrex_core::rules::{Actor, Event};
use musrex_core::world::{AiState, Cause, Outcome};
use musrex_core::{Command, Direction, Events, Game, Refusal};
use musrex_testkit::assert_same;
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::map_text::read;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Scenario, check, map_from_text};

const ROOM: &str = "
    #####
    #...#
    #.@.#
    #...#
    #####";

/// Checks that `command` is refused for the reason `why` and that nothing has changed at all.
#[track_caller]
fn refused(game: &mut Game, command: Command, why: Refusal) {
    let (before, mut events) = (game.clone(), Events::new());
    events.push(Event::Waited);
    assert_eq!(game.step(command, &mut events), Err(why));
    assert_same!(*game, before, "a refusal changed the game");
    assert_eq!(game.fingerprint(), before.fingerprint());
    assert_eq!(events.iter().collect::<Vec<_>>(), [&Event::Waited], "a refusal changed the events");
    assert_eq!(before.accepts(command), Err(why), "asking first gives another answer");
}

// T1: a step into a wall or a locked door is refused, and so is any command after the end of the run. No turn passes
// and nothing changes.
#[test]
fn a_refusal_changes_nothing() {
    let mut game = map_from_text("#@L\n#m.\n");
    refused(&mut game, Walk(West), Refusal::Wall);
    refused(&mut game, Walk(North), Refusal::Wall);
    refused(&mut game, Walk(East), Refusal::Locked);
    let run = Scenario::new("@m").hp(1).play(&[Wait; 60]);
    assert_eq!(run.game.outcome(), Outcome::Dead);
    refused(&mut run.game.clone(), Wait, Refusal::RunOver);
    refused(&mut run.game.clone(), Walk(East), Refusal::RunOver);
}

// T1: in every direction, the game carries out a command that it reports as acceptable, and does not carry out one that
// it reports as refused.
#[test]
fn what_is_accepted_is_carried_out() {
    let game = map_from_text("#+#\n'@L\n.m#");
    for direction in Direction::ALL {
        let accepted = game.accepts(Walk(direction));
        assert_eq!(
            game.clone().step(Walk(direction), &mut Events::new()).map(drop),
            accepted,
            "{direction:?}"
        );
    }
}

// T2: a stunned player waits, whatever the command. In that state, even a step into a wall is not refused.
#[test]
fn a_stunned_player_waits() {
    for command in [Walk(East), Walk(West), Wait] {
        let run = Scenario::new("#@.#").status(Status::Stunned, 9).play(&[command]);
        run.shows("#@.#");
        assert_eq!(run.last().result, Ok(Outcome::Playing));
        assert_eq!(run.game.turn().0, 1);
        assert!(run.last().events.contains(&Event::TurnLost(Status::Stunned)));
    }
}

// T2: stun takes precedence over confusion.
#[test]
fn stun_goes_before_confusion() {
    for seed in (0..50).map(shifted) {
        let scene = Scenario::new(ROOM).seed(seed);
        let scene = scene.status(Status::Stunned, 9).status(Status::Confused, 9);
        scene.play(&[Walk(East)]).shows(ROOM);
    }
}

/// Counts how often a confused player in the middle of an open room ends on each of nine tiles.
fn stagger_counts(command: Command) -> [u64; 9] {
    let mut counts = [0; 9];
    let middle = read(ROOM).player;
    for seed in (0..16_000).map(shifted) {
        let mut game = Scenario::new(ROOM).seed(seed).status(Status::Confused, 9).game();
        game.step(command, &mut Events::new()).expect("a confused step is never refused");
        let pos = game.player().body.pos;
        let (column, row) = (pos.x() + 1 - middle.x(), pos.y() + 1 - middle.y());
        counts[usize::from(3 * row + column)] += 1;
    }
    counts
}

// T2: dx and dy are each −1, 0 or +1 at random, with 0 twice as likely. So 4 moves in 16 go nowhere.
#[test]
fn a_confused_player_moves_at_random() {
    assert_fair("stagger", &stagger_counts(Walk(East)), &[1, 2, 1, 2, 4, 2, 1, 2, 1]);
}

// T2: confusion replaces every command that takes a turn, such as waiting, using items and throwing.
#[test]
fn a_confused_player_can_do_nothing_else() {
    assert_fair("stagger", &stagger_counts(Wait), &[1, 2, 1, 2, 4, 2, 1, 2, 1]);
    let take_off = Command::TakeOff(Slot::Weapon);
    assert_fair("stagger", &stagger_counts(take_off), &[1, 2, 1, 2, 4, 2, 1, 2, 1]);
    let items = [Command::Use(0), Command::Drop(0), Command::Throw(0, Pos::at(2, 2))];
    for command in items {
        let mut moved = 0;
        for seed in (0..200).map(shifted) {
            let scene = Scenario::new(ROOM).seed(seed).status(Status::Confused, 9);
            let run = scene.hp(5).carries(ItemKind::HealthPack).play(&[command]);
            assert_eq!(run.game.player().pack.len(), 1, "{command:?}");
            moved += usize::from(run.game.player().body.pos != read(ROOM).player);
        }
        assert!((110..190).contains(&moved), "{command:?}: {moved} of 200 moved, not 150");
    }
}

// T2: a random step only enters ground, strikes enemies or swaps with the ally. It never takes stairs, opens a door,
// uses a fixture or bumps into a wall.
#[test]
fn a_confused_player_uses_nothing_that_stands_there() {
    let text = "
        vL?
        +@<
        idv";
    for seed in (0..200).map(shifted) {
        let scene = Scenario::new(text).seed(seed).floor(4).status(Status::Confused, 9);
        let scene = scene.wears(ItemKind::Crowbar).carries(ItemKind::Key);
        let run = scene.play(&[Walk(East)]);
        run.shows(text);
        assert!(run.last().events.contains(&Event::TurnLost(Status::Confused)));
    }
    let mut swaps = 0;
    for seed in (0..300).map(shifted) {
        let scene = Scenario::new("#@m#").seed(seed).status(Status::Confused, 9);
        let run = scene.changed(|floor| floor.monsters[0].is_ally = true).play(&[Wait]);
        swaps += usize::from(run.picture() == "#m@#\n");
        assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })));
    }
    // The step to the east alone has a chance of 2 in 16.
    assert!((15..70).contains(&swaps), "{swaps} swaps of 300");
}

// T1, T2: a confused step into a wall has no effect, but the turn passes.
#[test]
fn confusion_between_walls_loses_the_turn() {
    for seed in (0..50).map(shifted) {
        let run = Scenario::new("@").seed(seed).status(Status::Confused, 9).play(&[Walk(East)]);
        assert!(run.last().events.contains(&Event::TurnLost(Status::Confused)));
        assert_eq!(run.game.turn().0, 1);
    }
}

// T2, T9: a confused step into a monster strikes it.
#[test]
fn confusion_may_strike() {
    let struck = |seed| {
        let scene = Scenario::new("zzz\nz@z\nzzz").seed(seed).status(Status::Confused, 9);
        let run = scene.play(&[Walk(East)]);
        run.last().events.iter().any(|event| {
            matches!(event, Event::Struck { attacker: Actor::Player, at, .. }
                if *at != Pos::at(3, 2))
        })
    };
    assert!((0..50).map(shifted).any(struck), "never another one than the one aimed at");
}

// T3: a move, an attack, opening a door and waiting each take one turn, in which monsters act.
#[test]
fn every_deed_takes_a_turn() {
    for (text, command, after) in [
        ("#@....m#", Walk(East), "#.@..m.#"),
        ("#@....m#", Wait, "#@...m.#"),
        ("#@z.\n#m..", Walk(East), "#@m.\n#m.."),
        ("#@+.m#", Walk(East), "#.@m.#"),
    ] {
        let run = Scenario::new(text).monster_hp(99).play(&[command]);
        run.shows(after);
        assert_eq!(run.game.turn().0, 1, "{command:?} on {text}");
        let acted = run.last().events.iter().filter(|event| {
            matches!(
                event,
                Event::Moved { who: Actor::Monster(_), .. }
                    | Event::Struck { attacker: Actor::Monster(_), .. }
            )
        });
        assert!(acted.count() >= 1, "{command:?} on {text}");
    }
}

// T4: a monster's statuses tick before it acts, so a monster killed by venom no longer attacks.
#[test]
fn a_monster_killed_by_its_status_does_nothing_more() {
    let scene = Scenario::new("@m").monster_hp(1).monster_status(Status::Envenomed, 3);
    let run = scene.play(&[Wait]);
    run.shows("@.");
    let struck = |event: &Event| matches!(event, Event::Struck { .. });
    assert!(!run.events().any(struck));
    assert_eq!(run.game.player().kills, 1);
}

// T4: the monsters act in order, and none is skipped if one before it dies.
#[test]
fn nobody_is_passed_over_when_another_dies() {
    let mut drawing = read("#m@m#");
    drawing.floor.monsters[0].body.hp = musrex_core::quantity::Hp(1);
    drawing.floor.monsters[0].body.statuses.set(Status::Envenomed, 5);
    let hp = musrex_core::quantity::Hp(25);
    let player = musrex_core::world::Player::new(drawing.player, hp);
    let lobby = musrex_core::Floor::LOBBY;
    let mut game = Game::from_parts(shifted(1), lobby, player, drawing.floor);
    let mut events = Events::new();
    game.step(Wait, &mut events).expect("one can always wait");
    let attacks = events.iter().filter(|event| matches!(event, Event::Struck { .. })).count();
    assert_eq!((game.current_floor().monsters.len(), attacks), (1, 1));
}

// T5, T4: first the player acts, then the monsters, and then the player's statuses tick.
#[test]
fn the_parts_of_a_turn_come_in_order() {
    let run = Scenario::new("@m").status(Status::Poisoned, 5).monster_hp(99).play(&[Walk(East)]);
    let order: Vec<u8> = run
        .events()
        .filter_map(|event| match event {
            Event::Struck { attacker: Actor::Player, .. } => Some(1),
            Event::Struck { attacker: Actor::Monster(_), .. } => Some(2),
            Event::StatusHurt { who: Actor::Player, .. } => Some(3),
            _ => None,
        })
        .collect();
    assert_eq!(order, [1, 2, 3]);
}

// T6: a status kills like an attack, in the same turn in which it takes the last hit point.
#[test]
fn death_by_status_is_noticed_at_once() {
    let run = Scenario::new("@.").hp(1).status(Status::Envenomed, 5).play(&[Wait]);
    assert_eq!(run.last().result, Ok(Outcome::Dead));
    let cause = Cause::Status(Status::Envenomed);
    assert_eq!(run.last().events.last(), Some(&Event::PlayerDied { cause }));
    assert_eq!(run.game.last_damage_cause(), Some(cause));
}

// T6, T7: a player who dies on the stairs stays on the floor.
#[test]
fn the_dead_change_no_floor() {
    let scene = Scenario::new("@<...\n>....").floor(1).hp(1).status(Status::Envenomed, 5);
    let run = scene.play(&[Walk(East)]);
    assert_eq!(run.last().result, Ok(Outcome::Dead));
    assert_eq!(run.game.floor().number(), 1);
}

// T7: the floor changes at the end of the turn in which the player enters the stairs, after the monsters of the old
// floor have acted.
#[test]
fn monsters_act_before_the_floor_changes() {
    let run = Scenario::new("@<m").floor(1).play(&[Walk(East)]);
    let attack = run.events().position(|event| matches!(event, Event::Struck { .. }));
    let change = run.events().position(|event| matches!(event, Event::FloorEntered { .. }));
    assert!(attack.is_some() && attack < change, "{attack:?} before {change:?}");
    assert_eq!(run.game.floor().number(), 2);
}

// T8: the player moves in eight directions.
#[test]
fn the_player_moves_in_eight_directions() {
    for direction in Direction::ALL {
        let run = Scenario::new(ROOM).play(&[Walk(direction)]);
        let wanted = read(ROOM).player.step(direction).expect("inside");
        assert_eq!(run.game.player().body.pos, wanted, "{direction:?}");
    }
    check("#@.#\n#..#", &[Walk(SouthEast), Walk(West), Walk(NorthEast)], "#.@#\n#..#");
}

// T8: monsters move in eight directions.
#[test]
fn monsters_move_in_eight_directions() {
    let mut directions = Vec::new();
    for y in 0..5 {
        for x in 0..5 {
            let mut rows = vec![vec!['.'; 5]; 5];
            rows[2][2] = '@';
            if (x, y) == (2, 2) || (x + y) % 2 == 1 || (x % 4 != 0 && y % 4 != 0) {
                continue;
            }
            rows[y][x] = 'm';
            let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            let run = Scenario::new(&text.join("\n")).play(&[Wait]);
            for event in run.events() {
                if let Event::Moved { who: Actor::Monster(_), from, to } = event {
                    directions.extend(from.direction_to(*to));
                }
            }
        }
    }
    directions.sort();
    directions.dedup();
    assert_eq!(directions.len(), 8, "{directions:?}");
}

// T8: (0, 0) is not a direction, so no creature can move onto its own tile or hit itself.
#[test]
fn standing_still_is_no_direction() {
    assert_eq!(Direction::from_signs(0, 0), None);
    for pos in (0..TILES).map(Pos::from_index) {
        assert!(Direction::ALL.into_iter().all(|direction| pos.step(direction) != Some(pos)));
        assert_eq!(pos.direction_to(pos), None);
    }
}

// T9: a step into a monster strikes it, and the player stays in place.
#[test]
fn walking_into_a_monster_strikes_it() {
    let run = Scenario::new("#@z#").monster_hp(99).play(&[Walk(East)]);
    let monster = run.game.current_floor().monsters[0].kind;
    assert!(matches!(run.turns[0].events[0],
        Event::Struck { attacker: Actor::Player, target: Actor::Monster(kind), from, at, .. }
        if kind == monster && from == Pos::at(2, 1) && at == Pos::at(3, 1)));
    assert_eq!(run.game.player().body.pos, Pos::at(2, 1));
}

// T9: a monster adjacent to the player strikes.
#[test]
fn a_monster_beside_the_player_strikes() {
    for text in ["m..\n.@.\n...", ".m.\n.@.\n...", "...\n.@m\n...", "...\n.@.\nm.."] {
        let run = Scenario::new(text).play(&[Wait]);
        run.shows(text);
        assert!(matches!(
            run.turns[0].events.iter().find(|event| **event != Event::Waited),
            Some(Event::Struck { attacker: Actor::Monster(_), target: Actor::Player, .. })
        ));
    }
}

// T9: monsters never strike each other, wherever they are going.
#[test]
fn monsters_never_strike_monsters() {
    for seed in (0..20).map(shifted) {
        let scene = Scenario::new("#@mmmmzmz#\n#########").seed(seed).monster_hp(9);
        let scene = scene.hp(25).level(20).monster_status(Status::Confused, 30);
        let run = scene.play(&[Wait; 30]);
        for event in run.events() {
            if let Event::Struck { attacker: Actor::Monster(_), target, .. } = event {
                assert_eq!(*target, Actor::Player);
            }
        }
        assert_eq!(run.game.current_floor().monsters.len(), 7);
    }
}

// A8: the events are accompanied by the field of view at the end of the turn. The test checks this after the death of a
// monster that blocked sight, after a step, and after opening a door.
#[test]
fn the_field_of_view_is_that_after_the_turn() {
    let scenes = [
        ("#@z..#", Walk(East), Pos::at(5, 1)),
        ("#@+..#", Walk(East), Pos::at(5, 1)),
        ("@###.\n....#", Walk(SouthEast), Pos::at(4, 2)),
    ];
    for (text, command, seen) in scenes {
        let mut game = Scenario::new(text).monster_hp(1).seed(shifted(3)).game();
        let (mut events, mut visible) = (Events::new(), TileSet::EMPTY);
        for _ in 0..20 {
            game.step_and_look(command, &mut events, &mut visible).expect("nothing is in the way");
            assert!(visible == game.visible(), "{text}");
            if game.visible().contains(seen) {
                break;
            }
        }
        assert!(visible.contains(seen), "{text}");
    }
}

// T9: two creatures never share a tile, so a floor that begins with two on a tile is refused.
#[test]
#[should_panic(expected = "two creatures")]
fn no_floor_begins_with_two_on_one_tile() {
    let mut drawing = read("@m");
    drawing.floor.monsters[0].body.pos = drawing.player;
    let player = musrex_core::world::Player::new(drawing.player, musrex_core::quantity::Hp(25));
    drop(Game::from_parts(1, musrex_core::Floor::LOBBY, player, drawing.floor));
}

// T8: a floor that begins with a creature in a wall is refused.
#[test]
#[should_panic(expected = "is no ground")]
fn no_floor_begins_with_one_in_a_wall() {
    let mut drawing = read("@m");
    drawing.floor.monsters[0].body.pos = Pos::at(3, 1);
    let player = musrex_core::world::Player::new(drawing.player, musrex_core::quantity::Hp(25));
    drop(Game::from_parts(1, musrex_core::Floor::LOBBY, player, drawing.floor));
}

// T2, M2: a stunned monster does not strike.
#[test]
fn a_stunned_monster_does_nothing() {
    let scene = Scenario::new("@m").monster_status(Status::Stunned, 5);
    let run = scene.play(&[Wait; 4]);
    assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })));
}

// T3: the turn counter counts turns.
#[test]
fn turns_are_counted() {
    let run = Scenario::new(ROOM).play(&[Wait, Walk(East), Walk(East), Walk(South)]);
    assert_eq!(run.game.turn().0, 3, "the second step east is into a wall");
    assert_eq!(run.turns[2].result, Err(Refusal::Wall));
}

// The same seed and commands always give the same game.
#[test]
fn a_game_follows_from_its_seed_and_its_commands() {
    let play = |seed| {
        let scene = Scenario::new("#@..m\n....m\n....m").seed(shifted(seed)).hp(25);
        scene.play(&[Wait, Walk(East), Walk(South), Walk(East), Walk(SouthWest), Wait]).game
    };
    assert!(play(5) == play(5));
    assert_eq!(play(5).fingerprint(), play(5).fingerprint());
    assert!(play(5).fingerprint() != play(6).fingerprint());
}

// M2: in a drawn scene, the letter of a monster shows whether it is asleep or hunting.
#[test]
fn minds_of_texts_are_as_drawn() {
    let game = map_from_text("@zm");
    assert!(matches!(game.current_floor().monsters[0].ai_state, AiState::Asleep));
    assert!(matches!(game.current_floor().monsters[1].ai_state, AiState::Hunting { .. }));
}

// M6: events that do not fit into the queue are counted. The count restarts when the queue is cleared.
#[test]
fn events_that_do_not_fit_are_counted() {
    let mut events = Events::new();
    for _ in 0..EVENTS_MAX + 3 {
        events.push(Event::Waited);
    }
    assert_eq!((events.iter().count(), events.lost()), (EVENTS_MAX, 3));
    events.clear();
    assert_eq!((events.iter().count(), events.lost()), (0, 0));
}
