//! Checks how monsters notice the player, hunt, and move (M).

use Command::{Wait, Walk};
use Direction::{East, North, South, West};
use musrex_core::content::{MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::MONSTERS_MAX;
use musrex_core::poll::block_on;
use musrex_core::quantity::Hp;
use musrex_core::rules::{Actor, Event};
use musrex_core::save::{LoadWarning, SaveManager};
use musrex_core::world::path::Route;
use musrex_core::world::{AiState, FloorState, Monster, Player, Terrain};
use musrex_core::{Command, Direction, Events, Floor, Game, worldgen};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::flash::Flash;
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Scenario, assert_invariants, check, map_text};

fn ai_state(game: &Game) -> &AiState {
    &game.current_floor().monsters[0].ai_state
}

fn is_noticed(event: &Event) -> bool {
    matches!(event, Event::Noticed { .. })
}

/// Returns a corridor with the player at its left end and a watcher `distance` tiles away.
fn corridor(distance: usize) -> Scenario {
    Scenario::new(&format!("#@{}z#", ".".repeat(distance - 1))).watched()
}

// M2: a Micro Mouse that keeps watch notices the player from up to 12 tiles away.
#[test]
fn a_watcher_notices_within_its_sight_range() {
    for (distance, wakes) in [(2, true), (11, true), (12, true), (13, false), (20, false)] {
        let run = corridor(distance).play(&[Wait]);
        assert_eq!(ai_state(&run.game).is_alert(), wakes, "{distance} tiles");
        assert_eq!(run.events().filter(|event| is_noticed(event)).count(), usize::from(wakes));
    }
}

// M2: the range of sight is the same in all directions. A tile 8 columns and 8 rows away is within 12 tiles; a tile 9
// columns and 9 rows away is not.
#[test]
fn a_watcher_notices_within_its_sight_range_on_a_diagonal() {
    for (steps, wakes) in [(2, true), (8, true), (9, false)] {
        let mut rows = vec![".".repeat(steps + 1); steps + 1];
        rows[0].replace_range(..1, "@");
        rows[steps].replace_range(steps.., "z");
        let run = Scenario::new(&rows.join("\n")).watched().play(&[Wait]);
        assert_eq!(ai_state(&run.game).is_alert(), wakes, "{steps} tiles down and to the right");
    }
}

// M2: a watcher notices an approaching player at a distance of 12 tiles, and not before.
#[test]
fn coming_nearer_alerts_a_watcher() {
    let mut run = corridor(15).play(&[]);
    for distance in [14, 13, 12] {
        run = run.play(&[Walk(East)]);
        assert_eq!(ai_state(&run.game).is_alert(), distance == 12, "{distance} tiles");
    }
}

// M2: a watcher also needs a line of sight; a short distance is not enough.
#[test]
fn a_watcher_behind_something_notices_nothing() {
    for text in ["@#z", "@+z", "@Lz", ".@#..\n###..\n...z."] {
        let run = Scenario::new(text).watched().play(&[Wait; 5]);
        assert!(!ai_state(&run.game).is_alert(), "{text}");
        assert!(!run.events().any(is_noticed));
    }
    let scene = Scenario::new("#@mz#").watched();
    let run = scene.monster_status(Status::Stunned, 9).play(&[Wait]);
    assert!(!run.game.current_floor().monsters[1].ai_state.is_alert(), "a monster blocks sight");
}

// M2: an alert monster stays alert, whether or not it sees the player.
#[test]
fn an_alert_monster_stays_alert() {
    let text = "
        ####.####
        @.......z
        ####.####";
    let run = Scenario::new(text).watched().play(&[Walk(East)]);
    assert!(ai_state(&run.game).is_alert());
    let run = run.play(&[Walk(West), Wait, Wait, Wait]);
    assert!(run.game.current_floor().monsters.iter().all(|monster| monster.ai_state.is_alert()));
    assert_eq!(run.events().filter(|event| is_noticed(event)).count(), 1, "noticed once");
}

// M3: in the open, a hunter comes one step nearer in each turn.
#[test]
fn a_hunter_takes_a_shortest_way() {
    let text = "
        ............
        ............
        .@..........
        ............
        ............
        ...........m";
    let mut run = Scenario::new(text).play(&[]);
    let distance =
        |game: &Game| game.current_floor().monsters[0].body.pos.steps_to(game.player().body.pos);
    for left in (1..10).rev() {
        run = run.play(&[Wait]);
        assert_eq!(distance(&run.game), left);
    }
}

// M3, M4: a hunter goes around a wall, not through it.
#[test]
fn a_hunter_goes_around_walls() {
    let text = "
        .......
        ..###..
        .@...#m
        ..###..
        .......";
    let mut run = Scenario::new(text).play(&[]);
    for _ in 0..12 {
        run = run.play(&[Wait]);
    }
    assert!(run.game.current_floor().monsters[0].body.pos.is_next_to(run.game.player().body.pos));
}

// M3: a hunter that loses sight of the player goes to the tile where it last saw the player. If it sees the player from
// there, it continues the hunt.
#[test]
fn a_hunter_follows_around_a_corner() {
    let text = "
        ########
        #......m
        #.######
        #.######
        #@######";
    let corner = Pos::at(2, 2);
    let mut game = game_of(1, hunters(text, &[corner]));
    for left in (1..6).rev() {
        wait(&mut game);
        assert_eq!(game.current_floor().monsters[0].body.pos.steps_to(corner), left);
    }
    for _ in 0..3 {
        wait(&mut game);
    }
    assert_eq!(game.current_floor().monsters[0].body.pos, Pos::at(2, 4));
    assert!(
        matches!(ai_state(&game), AiState::Hunting { last_seen, .. } if *last_seen == Pos::at(2, 5))
    );
}

// M3: a hunter remembers the tile where it last saw the player.
#[test]
fn a_hunter_remembers_the_last_place_seen() {
    let text = "
        #@#######
        #.......m
        #########";
    let run = Scenario::new(text).play(&[Walk(South)]);
    assert!(
        matches!(ai_state(&run.game), AiState::Hunting { last_seen, .. } if *last_seen == Pos::at(2, 2))
    );
    let run = run.play(&[Walk(North)]);
    assert!(
        matches!(ai_state(&run.game), AiState::Hunting { last_seen, .. } if *last_seen == Pos::at(2, 2)),
        "{:?} is out of sight",
        run.game.player().body.pos
    );
}

/// Returns a floor with hunters that do not see the player, and the player. Hunter number n last saw the player at the
/// tile `last_seen[n]`.
fn hunters(text: &str, last_seen: &[Pos]) -> (FloorState, Player) {
    let mut drawing = map_text::read(text);
    assert_eq!(drawing.floor.monsters.len(), last_seen.len());
    for (monster, &last_seen) in drawing.floor.monsters.iter_mut().zip(last_seen) {
        monster.ai_state = AiState::Hunting { last_seen, route: Route::NONE };
    }
    (drawing.floor, Player::new(drawing.player, Hp(25)))
}

fn game_of(seed: u64, (floor, player): (FloorState, Player)) -> Game {
    Game::from_parts(shifted(seed), Floor::LOBBY, player, floor)
}

/// Lets a turn pass.
fn wait(game: &mut Game) {
    game.step(Wait, &mut Events::new()).expect("one can always wait");
    assert_invariants(game);
}

fn places(game: &Game) -> Vec<Pos> {
    game.current_floor().monsters.iter().map(|monster| monster.body.pos).collect()
}

// M3: a hunter that has arrived, or finds no way, wanders to a random tile that it can reach.
#[test]
fn one_that_lost_the_player_wanders() {
    let text = "@#....\n##....\n.#..m.";
    for last_seen in [Pos::at(5, 3), Pos::at(1, 1), Pos::at(1, 3)] {
        let mut goals = std::collections::BTreeSet::new();
        for seed in 0..300 {
            let mut game = game_of(seed, hunters(text, &[last_seen]));
            wait(&mut game);
            // The goal may also be the monster's own tile.
            let (AiState::Wandering { goal, .. } | AiState::Hunting { last_seen: goal, .. }) =
                *ai_state(&game)
            else {
                panic!("it fell asleep again");
            };
            assert!(goal.x() >= 3, "{goal:?} cannot be reached");
            goals.insert(goal);
        }
        assert_eq!(goals.len(), 12, "every tile that can be reached is a goal: {goals:?}");
    }
}

// M3: a wanderer reaches its goal, and then chooses another.
#[test]
fn a_wanderer_keeps_going() {
    let mut game = game_of(7, hunters("@#....\n##....\n.#..m.", &[Pos::at(1, 1)]));
    let mut places = std::collections::BTreeSet::new();
    for _ in 0..200 {
        wait(&mut game);
        places.extend(self::places(&game));
    }
    assert!(places.len() >= 10, "{places:?}");
}

// M4, W14: monsters open unlocked doors and walk through them in one move.
#[test]
fn monsters_open_doors() {
    check("@.+.m", &[Wait], "@.+m.");
    check("@.+m", &[Wait], "@.m.");
    let run = Scenario::new("@.+m").play(&[Wait]);
    let opened = |event: &Event| matches!(event, Event::DoorOpened { who: Actor::Monster(_), at } if *at == Pos::at(3, 1));
    assert!(run.events().any(opened));
}

// M4: locked doors and walls keep monsters out permanently.
#[test]
fn monsters_pass_no_locked_door() {
    for text in ["@.Lm", "@.#m", "#@L.m.#"] {
        let run = Scenario::new(text).play(&[Wait; 50]);
        let (player, barrier) = (run.game.player().body.pos, text.find(['L', '#']));
        assert!(barrier.is_some());
        let monster = run.game.current_floor().monsters[0].body.pos;
        assert!(monster.x() > player.x() + 1, "{text}: {monster:?}");
        assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })));
    }
}

// M4: a monster that is behind another one in a corridor waits.
#[test]
fn a_blocked_monster_waits() {
    let run = Scenario::new("#@mm#").hp(25).level(30).play(&[Wait; 5]);
    run.shows("#@mm#");
    let run = Scenario::new("#@.mm#").level(30).play(&[Wait]);
    run.shows("#@mm.#");
}

// M4: a blocked monster goes around the obstacle if there is room.
#[test]
fn a_blocked_monster_goes_round() {
    let text = "
        .....
        @mm..
        .....";
    let run = Scenario::new(text).level(30).play(&[Wait; 2]);
    let player = run.game.player().body.pos;
    let beside =
        run.game.current_floor().monsters.iter().filter(|one| one.body.pos.is_next_to(player));
    assert_eq!(beside.count(), 2, "{}", run.picture());
}

// M3, M4: hunters that have lost the player wait for the monster in front of them to go on, and then follow it.
#[test]
fn hunters_follow_each_other() {
    let text = "
        @###############
        ################
        ...........mmmm.";
    for front in [0, 3] {
        let (mut floor, player) = hunters(text, &[Pos::at(1, 3); 4]);
        // The monster in front acts first in one game and last in the other.
        if front == 3 {
            floor.monsters.as_mut_slice().reverse();
        }
        let mut game = game_of(1, (floor, player));
        for _ in 0..10 {
            wait(&mut game);
        }
        let mut minds = game.current_floor().monsters.iter().map(|monster| &monster.ai_state);
        assert!(
            minds.all(|ai_state| matches!(ai_state, AiState::Hunting { .. })),
            "nobody turned back"
        );
        let mut queue = places(&game);
        queue.sort();
        let expected = if front == 0 { [2, 3, 4, 5] } else { [2, 4, 6, 8] };
        assert_eq!(queue, expected.map(|x| Pos::at(x, 3)));
    }
}

// M4: if there is room, a hunter passes another hunter in its way without losing time.
#[test]
fn a_hunter_passes_another() {
    let text = "
        @#######
        ########
        ........
        ....mm..";
    let goal = Pos::at(1, 4);
    let (mut floor, player) = hunters(text, &[goal; 2]);
    floor.monsters[0].body.statuses.set(Status::Stunned, 9);
    let mut game = game_of(1, (floor, player));
    for left in (1..5).rev() {
        wait(&mut game);
        assert_eq!(places(&game)[1].steps_to(goal), left);
    }
}

// M4: two monsters that meet in a corridor do not stand there forever.
#[test]
fn two_that_meet_find_another_way() {
    let text = "
        @###########
        ############
        ...m....m...";
    let mut game = game_of(1, hunters(text, &[Pos::at(12, 3), Pos::at(1, 3)]));
    let mut still = 0;
    for _ in 0..200 {
        let before = places(&game);
        wait(&mut game);
        still = if places(&game) == before { still + 1 } else { 0 };
        // In one turn of four, each monster looks for a way around the other. There is none, so it chooses a new goal,
        // which is its own tile in one of eleven cases.
        assert!(still < 24, "both stand still at {before:?}");
    }
}

// M3, T2: confusion moves a hunter off its route. No invariant breaks when the hunt goes on.
#[test]
fn a_confused_hunter_finds_its_way_again() {
    let text = "
        @##########
        ###########
        ...........
        .###.#####.
        .###......m
        ...........";
    for turns in 1..8 {
        let mut game = game_of(turns.into(), hunters(text, &[Pos::at(1, 3)]));
        wait(&mut game);
        let (mut floor, player) = (game.current_floor().clone(), game.player().clone());
        floor.monsters[0].body.statuses.set(Status::Confused, turns);
        let mut game = game_of(turns.into(), (floor, player));
        for _ in 0..40 {
            wait(&mut game);
        }
    }
}

// M4: a route is valid only from its first tile. A Meta Mouse that has come around a corner still has the rest of its
// route. A blow then makes it teleport into a cell from which the second step of that route would lead into a wall.
#[test]
fn one_that_flickers_forgets_its_route() {
    let text = "
        @e#..
        .####";
    let (mut floor, player) = hunters(text, &[Pos::at(1, 2)]);
    let AiState::Hunting { route, .. } = &mut floor.monsters[0].ai_state else {
        panic!("it is drawn awake")
    };
    route.push_front(South);
    route.push_front(West);
    floor.monsters[0].body.hp = Hp(99);
    let is_in_the_cell = |&seed: &u64| {
        let mut game = game_of(seed, (floor.clone(), player.clone()));
        let mut events = Events::new();
        game.step(Walk(East), &mut events).expect("an attack");
        assert_invariants(&game);
        events
            .iter()
            .any(|event| matches!(event, Event::Teleported { to, .. } if *to == Pos::at(5, 1)))
    };
    let count = (0..2000).filter(is_in_the_cell).take(20).count();
    assert_eq!(count, 20, "of 2000 attacks, so few make it flicker into the cell");
}

// M4: a monster whose route leads into a wall finds another route. A save with such a route is not loaded.
#[test]
fn a_route_into_a_wall_is_found_anew() {
    let floor = Floor::new(9).expect("a floor of the tower");
    let mut here = FloorState::EMPTY;
    worldgen::generate(shifted(1), floor, &mut here);
    let player = here.map.find(Terrain::StairsDown).and_then(|stairs| stairs.step(East));
    let player = player.expect("floor 9 has down stairs");
    let is_wall = |pos: Pos, direction| {
        pos.step(direction).is_some_and(|next: Pos| here.map.terrain(next) == Terrain::Wall)
    };
    let far_off =
        here.map.iter().filter(|(pos, tile)| *tile == Terrain::Ground && pos.steps_to(player) > 30);
    let (pos, direction) = far_off
        .filter_map(|(pos, _)| {
            Some((pos, Direction::ALL.into_iter().find(|&direction| is_wall(pos, direction))?))
        })
        .next()
        .expect("a cave has walls");
    here.monsters.truncate(1);
    here.monsters[0] = Monster::new(MonsterKind::MetaMouse, pos, Hp(20));
    let mut route = Route::NONE;
    route.push_front(direction);
    here.monsters[0].ai_state = AiState::Hunting { last_seen: player, route };
    let game = Game::from_parts(shifted(1), floor, Player::new(player, Hp(25)), here);
    let mut flash = Flash::default();
    block_on(SaveManager::open(&mut flash)).begin(&game).expect("an empty chip takes a run");
    let (_, loaded) = SaveContents::load(&mut flash);
    assert_eq!(loaded.warnings, [LoadWarning::RunLost]);
    let mut game = game;
    assert!(
        matches!(ai_state(&game), AiState::Hunting { route, .. } if route.peek() == Some(direction))
    );
    for _ in 0..3 {
        let before = places(&game);
        wait(&mut game);
        assert!(places(&game) != before, "it stands still at {before:?}");
    }
}

// M3: two hunters that last saw the player on different tiles each go to their own tile.
#[test]
fn hunters_go_where_each_saw_the_player() {
    let text = "
        @##############
        ###############
        .......m.m.....";
    let goals = [Pos::at(1, 3), Pos::at(15, 3)];
    let mut game = game_of(1, hunters(text, &goals));
    for left in (2..7).rev() {
        wait(&mut game);
        let steps = places(&game).into_iter().zip(goals).map(|(pos, goal)| pos.steps_to(goal));
        assert_eq!(steps.collect::<Vec<_>>(), [left, left - 2]);
    }
}

// M4: a monster that has found a way around another one keeps to this way, although it is longer.
#[test]
fn a_way_around_another_is_kept() {
    let text = "
        @############
        #############
        ....mm.......
        .###########.
        .............";
    let goal = Pos::at(1, 3);
    let (mut floor, player) = hunters(text, &[goal; 2]);
    floor.monsters[0].body.statuses.set(Status::Stunned, 99);
    let mut game = game_of(1, (floor, player));
    let mut arrives = || {
        wait(&mut game);
        places(&game)[1] == goal
    };
    // The way has 23 steps, after at most three turns of waiting.
    assert!((0..26).any(|_| arrives()), "it never comes there");
}

// T2, D: confusion moves a monster as it moves the player: dx and dy are each -1, 0 or +1 at random.
#[test]
fn a_confused_monster_moves_at_random() {
    let mut counts = [0; 9];
    for seed in (0..8000).map(shifted) {
        let scene = Scenario::new(".....\n.....\n..m..\n.....\n....@").seed(seed);
        let run = scene.monster_status(Status::Confused, 9).play(&[Wait]);
        let pos = run.game.current_floor().monsters[0].body.pos;
        counts[usize::from(3 * (pos.y() - 2) + pos.x() - 2)] += 1;
    }
    assert_fair("a confused monster", &counts, &[1, 2, 1, 2, 4, 2, 1, 2, 1]);
}

// M5: the King flees to the tile that his guard leaves free, whichever it is.
#[test]
fn the_king_flees_past_his_guard() {
    let rows = [1, 2, 3];
    for free in rows {
        let mut drawing = map_text::read("...t\n@.kt\n...t");
        drawing.floor.monsters.retain(|monster| {
            let pos = monster.body.pos;
            monster.kind == MonsterKind::MouseKing || pos.y() != free
        });
        for monster in &mut drawing.floor.monsters {
            if monster.kind == MonsterKind::ToughMouse {
                monster.body.statuses.set(Status::Stunned, 9);
            }
        }
        let mut game = game_of(1, (drawing.floor, Player::new(drawing.player, Hp(25))));
        wait(&mut game);
        assert!(places(&game).contains(&Pos::at(4, free)), "row {free}: {:?}", places(&game));
    }
}

// M5: if no neighbouring tile is farther from the player, the King is cornered. He then attacks, and does not move.
#[test]
fn the_cornered_king_attacks() {
    let run = Scenario::new("k.\n@.").play(&[Wait; 5]);
    run.shows("k.\n@.");
    let attacks = run.turns.iter().map(|turn| {
        let is_attack = |event: &Event| matches!(event, Event::Struck { .. });
        turn.events.iter().filter(|event| is_attack(event)).count()
    });
    assert_eq!(attacks.collect::<Vec<_>>(), [1, 1, 0, 1, 1], "two turns of three");
}

// M4, W14: passing a door costs a hunter no turn.
#[test]
fn a_hunter_goes_on_behind_a_door() {
    let text = "
        @########
        #########
        #.######m
        ##..+...#";
    let goal = Pos::at(2, 3);
    let mut game = game_of(1, hunters(text, &[goal]));
    for left in (0..7).rev() {
        wait(&mut game);
        assert_eq!(places(&game)[0].steps_to(goal), left);
    }
}

// M4: eight of nine monsters find a tile around the player.
#[test]
fn a_crowd_surrounds_the_player() {
    let text = "
        ...........
        ....mmm....
        ...........
        .....@.....
        ...........
        ...mmmmmm..
        ...........";
    let run = Scenario::new(text).level(60).play(&[Wait; 12]);
    let player = run.game.player().body.pos;
    let beside =
        run.game.current_floor().monsters.iter().filter(|one| one.body.pos.is_next_to(player));
    assert_eq!(beside.count(), 8, "{}", run.picture());
}

// M6: play goes on with the maximum number of monsters on a floor: 24 and the ally.
#[test]
fn a_full_roster_plays_on() {
    let row = "m".repeat(6);
    let text = format!("@n......\n........\n{row}..\n{row}..\n{row}..\n{row}..\n........");
    let scene = Scenario::new(&text).level(99).monster_hp(400);
    let scene = scene.changed(|floor| floor.monsters[0].is_ally = true);
    assert_eq!(scene.game().current_floor().monsters.len(), MONSTERS_MAX);
    let run = scene.play(&[Wait; 30]);
    assert_eq!(run.game.current_floor().monsters.len(), MONSTERS_MAX);
}

// M, B5: a kill gives the experience stated in the table of monsters.
#[test]
fn a_kill_pays_the_xp_of_the_monsters_row() {
    let run = Scenario::new("@z").level(30).monster_hp(1).play(&[Walk(East)]);
    let paid = run.events().find_map(|event| match event {
        Event::Slain { kind: MonsterKind::MicroMouse, paid, .. } => Some(paid.0),
        _ => None,
    });
    assert_eq!(paid, Some(MonsterKind::MicroMouse.spec().xp.0));
}
