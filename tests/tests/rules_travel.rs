//! Auto-travel: dash, rest, walk and explore, what they do and what interrupts them. The rulebook has no
//! ids for it; where one of its rules decides, the test names that.

use AutoTravel::{Dash, Explore, Rest, Walk};
use Direction::{East, South, SouthEast};
use musrex_core::content::{ItemKind, MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::PACK_MAX;
use musrex_core::rules::travel::{
    AutoTravel, Interrupt, TravelMonitor, alert_enemy_in_sight, is_rested, locked_door,
    visible_enemies,
};
use musrex_core::world::Terrain;
use musrex_core::{Command, Direction};
use musrex_tests::{Run, Scenario};

/// Turns after which every auto-travel over these floors should long have stopped.
const PATIENCE: usize = 200;

/// Goes on until auto-travel stops, as the play screen does: what has changed in a turn stops it before
/// the tile reached does.
#[track_caller]
fn travel(mut run: Run, mut auto_travel: AutoTravel) -> (Run, Interrupt) {
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    for _ in 0..PATIENCE {
        let command = match auto_travel.next(&run.game, &run.game.visible()) {
            Ok(command) => command,
            Err(stop) => return (run, stop),
        };
        run = run.play(&[command]);
        assert!(run.last().result.is_ok(), "{command:?}: {:?}", run.last().result);
        if let Some(stop) = monitor.interrupt(&run.game, &run.game.visible()) {
            return (run, stop);
        }
        if let Command::Walk(direction) = command
            && let Some(stop) = auto_travel.ends_at(&run.game, direction)
        {
            return (run, stop);
        }
    }
    panic!("{auto_travel:?} does not stop:\n{}", run.picture());
}

/// Checks where auto-travel stops on the floor that `before` draws, and why.
#[track_caller]
fn travels(before: &str, auto_travel: AutoTravel, after: &str, why: Interrupt) {
    stops(Scenario::new(before).play(&[]), auto_travel, after, why);
}

/// Checks where auto-travel stops, and why.
#[track_caller]
fn stops(run: Run, auto_travel: AutoTravel, after: &str, why: Interrupt) -> Run {
    let (run, stop) = travel(run, auto_travel);
    run.shows(after);
    assert_eq!(stop, why, "{auto_travel:?} on\n{}", run.picture());
    run
}

// A dash goes straight on to the end of a passage.
#[test]
fn a_dash_runs_to_the_end_of_a_passage() {
    travels("#@.....#", Dash(East), "#.....@#", Interrupt::Blocked);
    travels("#@#", Dash(East), "#@#", Interrupt::Blocked);
}

// It follows a passage around its bends.
#[test]
fn a_dash_follows_the_bends_of_a_passage() {
    travels(
        "
        @...##
        ###.##
        ###...",
        Dash(East),
        "
        ....##
        ###.##
        ###..@",
        Interrupt::Blocked,
    );
}

// The corner of a room is no bend: a dash along a wall stops there, and does not circle in the room.
#[test]
fn a_dash_stops_in_the_corner_of_a_room() {
    travels(
        "
        @....
        .....
        .....",
        Dash(East),
        "
        ....@
        .....
        .....",
        Interrupt::Blocked,
    );
}

// T8: a diagonal dash goes on as long as it can, and around no bend.
#[test]
fn a_diagonal_dash_takes_no_bend() {
    travels(
        "
        @####
        #.###
        ##...",
        Dash(SouthEast),
        "
        .####
        #.###
        ##@..",
        Interrupt::Blocked,
    );
}

// Where a passage forks or opens into a room, the player decides.
#[test]
fn a_dash_stops_where_a_passage_forks() {
    travels(
        "
        @.....
        ###.##
        ###.##",
        Dash(East),
        "
        ...@..
        ###.##
        ###.##",
        Interrupt::Fork,
    );
    travels(
        "
        @.....
        ###...
        ###...",
        Dash(East),
        "
        ...@..
        ###...
        ###...",
        Interrupt::Fork,
    );
    travels(
        "
        #@#
        #.#
        ...",
        Dash(South),
        "
        #.#
        #.#
        .@.",
        Interrupt::Fork,
    );
}

// A room is no passage: nothing forks there.
#[test]
fn a_dash_crosses_a_room() {
    travels(
        "
        ......
        @.....
        ......",
        Dash(East),
        "
        ......
        .....@
        ......",
        Interrupt::Blocked,
    );
}

// A dash stops beside stairs and doors, and never takes or opens them.
#[test]
fn a_dash_stops_beside_stairs_and_doors() {
    for (letter, why) in [
        ("<", Interrupt::Stairs(Terrain::StairsUp)),
        (">", Interrupt::Stairs(Terrain::StairsDown)),
        ("+", Interrupt::Door),
        ("'", Interrupt::Door),
        ("L", Interrupt::Door),
    ] {
        let text = |row: &str, beside: &str| format!("{row}\n{beside}").replace('?', letter);
        travels(&text("@...?.", ""), Dash(East), &text("...@?.", ""), why);
        travels(&text("@.....", "###?##"), Dash(East), &text("..@...", "###?##"), why);
    }
}

// T9: a dash attacks nobody.
#[test]
fn a_dash_stops_before_a_monster() {
    let why = Interrupt::Enemy(MonsterKind::LabSnake);
    travels("#@S.#", Dash(East), "#@S.#", why);
}

// N1: resting takes the ten turns that a hit point does, and no more.
#[test]
fn rest_ends_with_all_hit_points() {
    let run = stops(Scenario::new("#@#").hp(23).play(&[]), Rest, "#@#", Interrupt::Rested);
    assert_eq!((run.hp(), run.game.turn().0), (25, 20));
    let run = stops(Scenario::new("#@#").play(&[]), Rest, "#@#", Interrupt::Rested);
    assert_eq!(run.game.turn().0, 0);
}

// One who is hurt or has a status is not rested, so the status is slept off.
#[test]
fn rest_ends_with_the_last_status() {
    let scene = Scenario::new("#@#").status(Status::Regenerating, 12);
    let run = stops(scene.play(&[]), Rest, "#@#", Interrupt::Rested);
    assert_eq!(run.game.turn().0, 12);
    let rested = |scene: &Scenario| is_rested(&scene.game());
    assert!(rested(&Scenario::new("@")));
    assert!(!rested(&Scenario::new("@").hp(24)));
    assert!(!rested(&Scenario::new("@").status(Status::Confused, 1)));
    assert!(!rested(&Scenario::new("@").hp(24).status(Status::Confused, 1)));
}

// M2: nobody rests or explores while an alert monster is in sight; a sleeper disturbs nobody. A Rabid
// Mouse sees 4 tiles far.
#[test]
fn only_an_alert_monster_keeps_the_player_from_resting() {
    let watched = Interrupt::Watched(MonsterKind::RabidMouse);
    for auto_travel in [Rest, Explore] {
        let run = stops(Scenario::new("@.....r").hp(9).play(&[]), auto_travel, "@.....r", watched);
        assert_eq!(run.game.turn().0, 0);
    }
    let run = Scenario::new("@.....R").hp(24).play(&[]);
    stops(run, Rest, "@.....R", Interrupt::Rested);
    let alert = |text| {
        let game = Scenario::new(text).game();
        alert_enemy_in_sight(&game, &game.visible())
    };
    assert_eq!(alert("@..Rm"), None, "out of sight behind another");
    assert_eq!(alert("@.#m"), None);
    assert_eq!(alert("R.@.m"), Some(MonsterKind::MicroMouse));
}

// A monster that comes into sight stops auto-travel, and the nearest is named.
#[test]
fn a_monster_that_comes_into_sight_interrupts() {
    let text = "
        @....
        ####.
        ####m";
    let run = stops(
        Scenario::new(text).hp(9).play(&[]),
        Rest,
        "
        @....
        ####m
        ####.",
        Interrupt::Enemy(MonsterKind::MicroMouse),
    );
    assert_eq!(run.game.turn().0, 1, "the corner is in sight of the player");
    let mut run = Scenario::new("@+..z..S").play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    run = run.play(&[Command::Walk(East)]);
    let stop = monitor.interrupt(&run.game, &run.game.visible());
    assert_eq!(stop, Some(Interrupt::Enemy(MonsterKind::MicroMouse)));
    assert_eq!(monitor.interrupt(&run.game, &run.game.visible()), None, "it is known now");
}

// One that goes out of sight does not, while another stays there.
#[test]
fn a_monster_that_leaves_sight_interrupts_nothing() {
    let text = "
        @.....R
        .######
        .######
        .######
        .######
        R######";
    let mut run = Scenario::new(text).play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    let count = |run: &Run| visible_enemies(&run.game, &run.game.visible()).count();
    assert_eq!(count(&run), 2);
    run = run.play(&[Command::Walk(South)]);
    assert_eq!(count(&run), 1);
    assert_eq!(monitor.interrupt(&run.game, &run.game.visible()), None);
}

// Lost hit points stop auto-travel, gained ones do not.
#[test]
fn harm_interrupts() {
    let scene = Scenario::new("#@....#").hp(9).status(Status::Poisoned, 9);
    stops(scene.play(&[]), Dash(East), "#.@...#", Interrupt::Hurt);
    let scene = Scenario::new("#@....#").hp(9).status(Status::Regenerating, 12);
    let run = stops(scene.play(&[]), Dash(East), "#....@#", Interrupt::Blocked);
    assert_eq!(run.hp(), 13);
}

// I2: what is picked up on the way stops auto-travel; what is used up does not (W7).
#[test]
fn an_item_picked_up_interrupts() {
    travels("#@.%..#", Dash(East), "#..@..#", Interrupt::Item);
    let run = Scenario::new("#@%.#").carries(ItemKind::HealthPack).play(&[]);
    stops(run, Dash(East), "#.@.#", Interrupt::Item);
    let mut run = Scenario::new("@L").carries(ItemKind::Key).play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    run = run.play(&[Command::Walk(East)]);
    assert_eq!(run.game.player().pack.len(), 0);
    assert_eq!(monitor.interrupt(&run.game, &run.game.visible()), None);
}

// D15: a status that begins stops auto-travel, one that runs or ends does not.
#[test]
fn a_status_that_begins_interrupts() {
    let scene = Scenario::new("@").carries(ItemKind::PotionOfRegeneration);
    let mut run = scene.status(Status::Confused, 1).play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    let mut next = |command| {
        run = run.clone().play(&[command]);
        monitor.interrupt(&run.game, &run.game.visible())
    };
    assert_eq!(next(Command::Wait), None, "confusion has ended");
    assert_eq!(next(Command::Use(0)), Some(Interrupt::Status(Status::Regenerating)));
    assert_eq!(next(Command::Wait), None, "regeneration goes on");
}

// A walk goes to its goal and stops there.
#[test]
fn a_walk_arrives() {
    travels("#@.....#", Walk(Pos::at(6, 1)), "#....@.#", Interrupt::Arrived);
    travels("#@.....#", Walk(Pos::at(2, 1)), "#@.....#", Interrupt::Arrived);
}

// H3: a walk leads over explored ground alone.
#[test]
fn a_walk_knows_no_unexplored_tile() {
    let text = "
        @#.
        .#.
        ...";
    travels(text, Walk(Pos::at(3, 1)), text, Interrupt::Blocked);
}

// W13: stairs lead off the floor, so a walk goes around them.
#[test]
fn a_walk_goes_around_stairs() {
    for stairs in ['<', '>'] {
        let text = |row: &str| format!("{row}\n.....").replace('?', &stairs.to_string());
        travels(&text("@.?.."), Walk(Pos::at(5, 1)), &text("..?.@"), Interrupt::Arrived);
    }
}

const ROOM: &str = "
    @......
    .......
    .....%.
    <......";

// I2: exploring fetches what lies in sight before it goes to the stairs.
#[test]
fn exploring_fetches_items() {
    let fetched = "
        .......
        .......
        .....@.
        <......";
    let run = stops(Scenario::new(ROOM).play(&[]), Explore, fetched, Interrupt::Item);
    let (run, stop) = travel(run, Explore);
    assert_eq!(stop, Interrupt::Explored);
    assert!(run.game.player().body.pos.is_next_to(Pos::at(1, 4)), "{}", run.picture());
}

// I2, I3: with a full pack it leaves them.
#[test]
fn exploring_leaves_items_that_do_not_fit() {
    let full = (0..PACK_MAX).fold(Scenario::new(ROOM), |scene, _| scene.carries(ItemKind::Key));
    let (run, stop) = travel(full.play(&[]), Explore);
    assert_eq!(stop, Interrupt::Explored);
    assert!(run.game.player().body.pos.is_next_to(Pos::at(1, 4)), "{}", run.picture());
    assert!(run.turns.len() <= 3, "straight to the stairs");
}

// B6: what the player dropped lies there on purpose.
#[test]
fn exploring_leaves_what_was_dropped() {
    let commands = [Command::Walk(East), Command::Drop(0), Command::Walk(East)];
    let run = Scenario::new("#@%..#").play(&commands);
    run.shows("#.%@.#");
    stops(run, Explore, "#.%@.#", Interrupt::Explored);
}

// W7: with a key, exploring opens the locked door; with anything else it does not go there.
#[test]
fn exploring_opens_a_locked_door_with_a_key() {
    let text = "@...L.%";
    let run = Scenario::new(text).carries(ItemKind::Key).play(&[]);
    stops(run, Explore, "....'.@", Interrupt::Item);
    stops(Scenario::new(text).play(&[]), Explore, text, Interrupt::Explored);
    let run = Scenario::new(text).carries(ItemKind::Crowbar).play(&[]);
    stops(run, Explore, text, Interrupt::Explored);
}

// W7, H3: of the locked doors seen, the nearest.
#[test]
fn the_nearest_locked_door_seen_is_opened() {
    let door = |text: &str| locked_door(&Scenario::new(text).carries(ItemKind::Key).game());
    assert_eq!(door("L...@..L"), Some(Pos::at(8, 1)));
    assert_eq!(door("L..@...L"), Some(Pos::at(1, 1)));
    assert_eq!(door("@.#L"), None, "nobody has seen it");
    assert_eq!(door("@.+"), None);
    assert_eq!(locked_door(&Scenario::new("@.L").game()), None);
}
