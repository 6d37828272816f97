//! Checks auto-travel: what dashing, waiting, walking and exploring do, and what interrupts them.

use AutoTravel::{Dash, Walk};
use Direction::{East, South, SouthEast};
use musrex_core::content::{Bonus, ItemKind, MonsterKind, Slot, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::PACK_MAX;
use musrex_core::rules::travel::{
    AutoTravel, Interrupt, Past, TravelMonitor, Until, alert_enemy_in_sight, is_hazard,
    locked_door, visible_enemies,
};
use musrex_core::world::{Aim, FloorState, Spill, Terrain};
use musrex_core::{Command, Direction};
use musrex_testkit::{Run, Scenario};

/// An exploration that has not been interrupted yet.
const EXPLORE: AutoTravel = AutoTravel::Explore(Past::Nothing);

/// Two waits: one until nothing more harms or heals the player, and one until something new happens.
const WAIT: AutoTravel = AutoTravel::Wait(Until::Well);
const WAIT_ON: AutoTravel = AutoTravel::Wait(Until::News);

/// The number of turns within which an auto-travel must stop.
const PATIENCE: usize = 200;

/// Checks where and why auto-travel stops on the floor that `before` draws.
#[track_caller]
fn travels(before: &str, auto_travel: AutoTravel, after: &str, why: Interrupt) {
    stops(Scenario::new(before).play(&[]), auto_travel, after, why);
}

/// Checks where and why auto-travel stops.
#[track_caller]
fn stops(run: Run, auto_travel: AutoTravel, after: &str, why: Interrupt) -> Run {
    let (run, stop) = run.travel(auto_travel);
    run.shows(after);
    assert_eq!(stop, why, "{auto_travel:?} on\n{}", run.picture());
    run
}

// A dash runs straight to the end of a corridor.
#[test]
fn a_dash_runs_to_the_end_of_a_passage() {
    travels("#@.....#", Dash(East), "#.....@#", Interrupt::Blocked);
    travels("#@#", Dash(East), "#@#", Interrupt::Blocked);
}

// A dash follows a corridor around its bends.
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

// The corner of a room does not count as a bend. So a dash along a wall stops there, and does not circle in the room.
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

// T8: a diagonal dash runs as far as it can, and follows no bend.
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

// A dash stops where a corridor forks or opens into a room, so that the player decides.
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

// A dash crosses a room, because a room is not a corridor, and so nothing forks there.
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

// A dash stops next to stairs and doors. It never takes stairs or opens doors.
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
        // An open door closes when nobody is near (W14).
        let after = |row: &str, beside: &str| text(row, beside).replace('\'', "+");
        travels(&text("@...?.", ""), Dash(East), &after("...@?.", ""), why);
        travels(&text("@.....", "###?##"), Dash(East), &after("..@...", "###?##"), why);
    }
}

// T9: a dash attacks nobody.
#[test]
fn a_dash_stops_before_a_monster() {
    let why = Interrupt::InTheWay(MonsterKind::LabSnake);
    travels("#@S.#", Dash(East), "#@S.#", why);
}

// N3: a held wait ends with the last status that harms or heals. Without such a status, it ends only when something new
// happens.
#[test]
fn a_wait_ends_with_the_last_status() {
    let scene = Scenario::new("#@#").hp(9).status(Status::Regrowing, 12);
    assert_eq!(Until::now(&scene.game()), Until::Well);
    let run = stops(scene.play(&[]), WAIT, "#@#", Interrupt::Well);
    assert_eq!(run.game.turn().0, 12);
    assert_eq!(Until::now(&run.game), Until::News);
    assert_eq!(Until::now(&Scenario::new("@").status(Status::Confused, 1).game()), Until::Well);
    for status in [Status::Steady, Status::Immune, Status::Soothed] {
        let only_protects = Scenario::new("@").status(status, 9).game();
        assert_eq!(Until::now(&only_protects), Until::News, "{status:?}");
    }
}

// N1, N3: wounds do not end a wait, and waiting does not heal wounds. So a wait goes on until something new happens.
#[test]
fn a_wait_goes_on_until_there_is_news() {
    let (mut run, mut wait) = (Scenario::new("@...+..S").hp(9).play(&[]), WAIT_ON);
    for _ in 0..150 {
        assert_eq!(wait.next(&run.game, &run.game.visible()), Ok(Command::Wait));
        run = run.play(&[Command::Wait]);
    }
    assert_eq!(run.hp(), 9);
}

// M2: no wait and no exploration starts while an alert monster is in sight. A sleeper prevents neither.
#[test]
fn only_an_alert_monster_keeps_the_player_from_waiting_on() {
    let watched = Interrupt::Watched(MonsterKind::RabidMouse);
    for auto_travel in [WAIT, WAIT_ON, EXPLORE] {
        let run = stops(Scenario::new("@.....r").hp(9).play(&[]), auto_travel, "@.....r", watched);
        assert_eq!(run.game.turn().0, 0);
    }
    let run = Scenario::new("@.....R").hp(24).play(&[]);
    stops(run, WAIT, "@.....R", Interrupt::Well);
    let alert = |text| {
        let game = Scenario::new(text).game();
        alert_enemy_in_sight(&game, &game.visible())
    };
    assert_eq!(alert("@..Rm"), None, "out of sight behind another");
    assert_eq!(alert("@.#m"), None);
    assert_eq!(alert("R.@.m"), Some(MonsterKind::MicroMouse));
}

// A monster that comes into sight stops auto-travel, and the message names the nearest such monster.
#[test]
fn a_monster_that_comes_into_sight_interrupts() {
    let text = "
        @....
        ####.
        ####m";
    let run = stops(
        Scenario::new(text).hp(9).play(&[]),
        WAIT_ON,
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

// A monster that leaves sight does not stop auto-travel while another one stays in sight.
#[test]
fn a_monster_that_leaves_sight_interrupts_nothing() {
    let text = "
        @.....R
        .######
        .######
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

// Losing hit points stops auto-travel; gaining hit points does not.
#[test]
fn harm_interrupts() {
    let scene = Scenario::new("#@....#").hp(9).status(Status::Poisoned, 9);
    stops(scene.play(&[]), Dash(East), "#.@...#", Interrupt::Hurt);
    let scene = Scenario::new("#@....#").hp(9).status(Status::Regrowing, 12);
    let run = stops(scene.play(&[]), Dash(East), "#....@#", Interrupt::Blocked);
    assert_eq!(run.hp(), 13);
}

// I2: picking up an item on the way stops auto-travel; consuming an item does not (W7).
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

// D15: the start of a status stops auto-travel; an active or ending status does not.
#[test]
fn a_status_that_begins_interrupts() {
    let scene = Scenario::new("@").carries(ItemKind::PotionOfRegrowth);
    let mut run = scene.status(Status::Confused, 1).play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    let mut next = |command| {
        run = run.clone().play(&[command]);
        monitor.interrupt(&run.game, &run.game.visible())
    };
    assert_eq!(next(Command::Wait), None, "confusion has ended");
    assert_eq!(next(Command::Use(0)), Some(Interrupt::Status(Status::Regrowing)));
    assert_eq!(next(Command::Wait), None, "regrowth goes on");
}

// N3: poison, venom and regrowth that are already active do not stop auto-travel while the player has more than half of
// the hit points; at half or below, poison and venom do.
#[test]
fn what_runs_already_interrupts_nothing_above_half() {
    let hopeless = Bonus { saving_throw: -200, ..Bonus::NONE };
    for statuses in
        [vec![Status::Poisoned], vec![Status::Envenomed], vec![Status::Poisoned, Status::Envenomed]]
    {
        let scene = |hp: u16| {
            let scene =
                Scenario::new("#@........#").level(5).worn(Slot::Microchip, hopeless).hp(hp);
            statuses.iter().fold(scene, |scene, &status| scene.status(status, 40))
        };
        // The player has a maximum of 65 hp, so each status takes 2 hp, and half of the maximum is 32 hp.
        let run = stops(scene(65).play(&[]), Dash(East), "#........@#", Interrupt::Blocked);
        assert_eq!(usize::from(65 - run.hp()), 8 * 2 * statuses.len());
        let at_half = u16::try_from(32 + 2 * statuses.len()).expect("a few");
        let (run, stop) = scene(at_half).play(&[]).travel(Dash(East));
        assert_eq!((stop, run.turns.len()), (Interrupt::Hurt, 1));
        let (run, stop) = scene(at_half + 1).play(&[]).travel(Dash(East));
        assert_eq!((stop, run.turns.len()), (Interrupt::Hurt, 2));
    }
    // If the loss is larger than what the statuses take, it counts as new harm.
    let scene = Scenario::new("#@........#").level(5).hp(60).status(Status::Envenomed, 40);
    let scene = scene.worn(Slot::Microchip, hopeless).changed(|floor| {
        let pos = Pos::at(4, 1);
        let spill = Spill { pos, kind: SpillKind::Gas, turns: 9, is_players: true };
        floor.spills.push(spill).expect("there is room");
    });
    let mut run = scene.play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    run = run.play(&[Command::Walk(East)]);
    assert_eq!(monitor.interrupt(&run.game, &run.game.visible()), None);
    run = run.play(&[Command::Walk(East)]);
    assert_eq!(monitor.interrupt(&run.game, &run.game.visible()), Some(Interrupt::Hurt));
}

// N3: a held wait continues until poison, venom and regrowth have ended, even at full health.
#[test]
fn a_wait_outlasts_what_runs() {
    let hopeless = Bonus { saving_throw: -200, ..Bonus::NONE };
    for status in [Status::Poisoned, Status::Envenomed, Status::Regrowing] {
        let scene =
            Scenario::new("#@#").level(9).worn(Slot::Microchip, hopeless).status(status, 15);
        let (run, stop) = scene.play(&[]).travel(WAIT);
        assert_eq!(stop, Interrupt::Well, "{status:?}");
        assert!(run.turns.len() >= 15);
    }
}

/// A drawing of a room with a sleeper in its far corner.
const SLEEPER: &str = "
    #############
    #@..........#
    #...........#
    #...........#
    #...........#
    #...........#
    #..........T#
    #############";

// N3: if an alert enemy behind glass cannot come within 10 steps, it does not prevent exploring. An enemy that can come
// does, and so does an enemy that spits from behind low furniture.
#[test]
fn an_enemy_that_cannot_come_does_not_watch() {
    let watched = |text: &str| {
        let run = Scenario::new(text).play(&[]);
        let mut explores = EXPLORE;
        let next = explores.next(&run.game, &run.game.visible());
        matches!(next, Err(Interrupt::Watched(_)))
    };
    assert!(watched("#@..m....#"));
    assert!(!watched("#@.gm....#"));
    assert!(watched("#@.gm....#\n#........#"));
    assert!(!watched("#@.wwwm..#"));
    assert!(watched("#@.wwwc..#"));
    assert!(!watched("#@.g..c..#"));
}

// N4: exploring keeps 5 steps away from known sleepers. If the only ways left lead past them, it says so.
#[test]
fn exploring_keeps_away_from_sleepers() {
    let mut run = Scenario::new(SLEEPER).play(&[]);
    let (mut auto_travel, mut least) = (EXPLORE, u8::MAX);
    let stop = loop {
        match auto_travel.next(&run.game, &run.game.visible()) {
            Ok(command) => run = run.play(&[command]),
            Err(stop) => break stop,
        }
        let sleeper = run.game.current_floor().monsters[0].body.pos;
        least = least.min(sleeper.steps_to(run.game.player().body.pos));
        assert!(run.turns.len() < PATIENCE, "it does not end");
    };
    assert!(least >= 5, "{least} steps from the sleeper");
    assert!(matches!(stop, Interrupt::Explored | Interrupt::Sleepers), "{stop:?}");
    // There is room to pass the sleeper on both sides, but not at a distance of 5 steps.
    let passage = "
        #................#
        #@......T........#
        #................#";
    let (run, stop) = Scenario::new(passage).play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::Sleepers, "{}", run.picture());
    assert!(run.game.player().body.pos.x() <= 4, "5 steps from it");
}

// N4: exploring, walking and dashing never enter harmful spills, live cables or marked tiles.
#[test]
fn auto_travel_enters_no_hazard() {
    let spill = |kind| {
        move |floor: &mut FloorState| {
            let spill = Spill { pos: Pos::at(5, 1), kind, turns: 90, is_players: false };
            floor.spills.push(spill).expect("there is room");
        }
    };
    let text = "#@......#";
    for kind in SpillKind::ALL {
        let burns = kind.spec().burns;
        let run = Scenario::new(text).changed(spill(kind)).play(&[]);
        let (run, stop) = run.travel(Dash(East));
        assert_eq!(stop == Interrupt::Hazard, burns, "{kind:?}: {stop:?}");
        assert_eq!(run.game.player().body.pos.x() == 4, burns, "{kind:?}");
    }
    let run = stops(
        Scenario::new("#@..-..#").floor(8).play(&[]),
        Dash(East),
        "#..@-..#",
        Interrupt::Hazard,
    );
    assert_eq!(run.hp(), 25);
    let marked = |floor: &mut FloorState| {
        floor.monsters[0].aim = Aim::At(Pos::at(5, 1));
        floor.monsters[0].body.statuses.set(Status::Stunned, 9);
    };
    let scene = Scenario::new("#@......#\n#########\n#c#######").changed(marked);
    assert!(is_hazard(&scene.game(), Pos::at(5, 1)));
    assert!(!is_hazard(&scene.game(), Pos::at(4, 1)));
    // A walk goes around hazards if there is a way around them.
    let around = "
        #@..-...#
        #...-...#
        #.......#";
    let run = Scenario::new(around).floor(8).play(&[]);
    let (run, stop) = run.travel(Walk(Pos::at(8, 1)));
    assert_eq!((stop, run.hp()), (Interrupt::Arrived, 25));
    let no_way = Scenario::new("#@..-..#").floor(8).play(&[]);
    let (run, stop) = no_way.travel(Walk(Pos::at(7, 1)));
    assert_eq!((stop, run.turns.len()), (Interrupt::NoPath, 0));
    let (run, stop) = Scenario::new("#@..-..<#").floor(8).play(&[]).travel(EXPLORE);
    assert_eq!(run.hp(), 25);
    assert_ne!(stop, Interrupt::Arrived);
}

// W17: exploring stops at the first sight of any wearable item, unless the player has carried that item.
#[test]
fn exploring_stops_at_a_wearable() {
    let text = "
        #@.######
        ##.######
        ##.....[#";
    let (_, stop) = Scenario::new(text).play(&[]).travel(EXPLORE);
    assert!(matches!(stop, Interrupt::Wearable(ItemKind::BulletproofVest, Some(_))), "{stop:?}");
    let known = Scenario::new(text).changed(|floor| floor.items[0].item.was_carried = true);
    let (_, stop) = known.play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::Explored);
}

// W16: exploring never uses terminals, vents or switches.
#[test]
fn exploring_uses_no_fixture() {
    let text = "
        ###?#v#i###
        #.........#
        #....@....#
        ###########";
    let (run, stop) = Scenario::new(text).floor(8).play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::Explored);
    for letter in ['?', 'v', 'i'] {
        assert!(run.picture().contains(letter), "{}", run.picture());
    }
}

// A walk goes to its goal and stops there.
#[test]
fn a_walk_arrives() {
    travels("#@.....#", Walk(Pos::at(6, 1)), "#....@.#", Interrupt::Arrived);
    travels("#@.....#", Walk(Pos::at(2, 1)), "#@.....#", Interrupt::Arrived);
}

// H3: a walk uses only explored ground.
#[test]
fn a_walk_knows_no_unexplored_tile() {
    let text = "
        @#.
        .#.
        ...";
    travels(text, Walk(Pos::at(3, 1)), text, Interrupt::NoPath);
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

// I2: exploring picks up items in sight before it goes to the stairs.
#[test]
fn exploring_fetches_items() {
    let fetched = "
        .......
        .......
        .....@.
        <......";
    let run = stops(Scenario::new(ROOM).floor(1).play(&[]), EXPLORE, fetched, Interrupt::Item);
    let (run, stop) = run.travel(EXPLORE);
    assert_eq!(stop, Interrupt::AtStairs);
    assert!(run.game.player().body.pos.is_next_to(Pos::at(1, 4)), "{}", run.picture());
}

// N4: exploring picks up known items before it goes on, however near the unexplored ground is.
#[test]
fn exploring_fetches_items_before_it_goes_on() {
    let rooms = "
        ####.#####
        #@.......%
        ##########";
    let run = Scenario::new(rooms).floor(1).play(&[]);
    let fetched = rooms.replace('@', ".").replace('%', "@");
    let run = stops(run, EXPLORE, &fetched, Interrupt::Item);
    assert_eq!(run.turns.len(), 8, "straight to it");
}

// I2, I3: with a full pack, exploring does not pick up items.
#[test]
fn exploring_leaves_items_that_do_not_fit() {
    let room = Scenario::new(ROOM).floor(1);
    let full = (0..PACK_MAX).fold(room, |scene, _| scene.carries(ItemKind::Key));
    let (run, stop) = full.play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::AtStairs);
    assert!(run.game.player().body.pos.is_next_to(Pos::at(1, 4)), "{}", run.picture());
    assert!(run.turns.len() <= 3, "straight to the stairs");
}

// B6: exploring does not pick up an item that the player dropped, because the player left it on purpose.
#[test]
fn exploring_leaves_what_was_dropped() {
    let commands = [Command::Walk(East), Command::Drop(0), Command::Walk(East)];
    let run = Scenario::new("#@%..#").play(&commands);
    run.shows("#.%@.#");
    stops(run, EXPLORE, "#.%@.#", Interrupt::Explored);
}

// W7, W17: with a key, exploring goes to the locked door and stops in front of it. Without a key, it does not go there.
#[test]
fn exploring_stops_in_front_of_a_vault() {
    let text = "@...L.%";
    let run = Scenario::new(text).carries(ItemKind::Key).play(&[]);
    stops(run, EXPLORE, "...@L.%", Interrupt::Vault(Some(East)));
    stops(Scenario::new(text).play(&[]), EXPLORE, text, Interrupt::Explored);
    let run = Scenario::new(text).carries(ItemKind::Crowbar).play(&[]);
    stops(run, EXPLORE, text, Interrupt::Explored);
    // Next to the locked door, exploring reports the door at once, before anything else.
    let beside = "%...@\n###L#";
    let run = Scenario::new(beside).carries(ItemKind::Key).play(&[]);
    stops(run, EXPLORE, "%..@.\n###L#", Interrupt::Vault(Some(South)));
    let run = Scenario::new(beside).carries(ItemKind::Key).play(&[]);
    let (run, stop) = run.travel(AutoTravel::Explore(Past::Vault));
    assert_eq!(stop, Interrupt::Item, "{}", run.picture());
}

// W17, H3: while the player carries a key, a locked door counts as known once it was seen.
#[test]
fn a_locked_door_is_known_when_it_was_seen() {
    let door = |text: &str| locked_door(&Scenario::new(text).carries(ItemKind::Key).game());
    assert_eq!(door("....@..L"), Some(Pos::at(8, 1)));
    assert_eq!(door("@.#L"), None, "nobody has seen it");
    assert_eq!(door("@.+"), None);
    assert_eq!(locked_door(&Scenario::new("@.L").game()), None);
}
