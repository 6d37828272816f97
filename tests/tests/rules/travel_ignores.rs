//! Checks what auto-travel ignores: enemies that cannot harm the player (N3), known sleepers, and items that the player
//! dropped (N4).

use AutoTravel::Walk;
use musrex_core::content::{Bonus, ItemKind, MonsterKind, Slot, SpillKind};
use musrex_core::geometry::Pos;
use musrex_core::rules::travel::{
    AutoTravel, Interrupt, Past, TravelMonitor, Until, alert_enemy_in_sight, is_harmless,
};
use musrex_core::rules::{Actor, Event};
use musrex_core::world::{Aim, FloorState, Spill};
use musrex_core::{Command, Direction};
use musrex_testkit::{Run, Scenario};

/// An exploration that has not been interrupted yet.
const EXPLORE: AutoTravel = AutoTravel::Explore(Past::Nothing);

/// Returns a scene on floor 4 with a player whom no Micro Mouse can harm: its highest attack value is 6, and 6² / (6 +
/// 34) rounds down to 0 (A6).
fn armoured(text: &str) -> Scenario {
    Scenario::new(text).floor(4).worn(Slot::Armour, Bonus { defence: 30, ..Bonus::NONE })
}

/// Returns a scene like [`armoured`], on a floor that the player has seen before.
fn known(text: &str) -> Scenario {
    armoured(text).changed(|floor| {
        let tiles = floor.map.passable().clone();
        floor.map.explored_mut().insert_all(&tiles);
    })
}

// N3: an awake enemy whose strongest blow does no damage is harmless. An enemy is never harmless if it steals, marks,
// inflicts a status, flees or is on the throne floor.
#[test]
fn only_who_cannot_hurt_is_harmless() {
    let is_harmless = |scene: Scenario| {
        let game = scene.game();
        is_harmless(&game, &game.current_floor().monsters[0])
    };
    assert!(is_harmless(armoured("@m")));
    assert!(!is_harmless(Scenario::new("@m").floor(4)), "6 against 4 does damage");
    let safe = |text: &str| {
        Scenario::new(text).worn(Slot::Armour, Bonus { defence: 900, ..Bonus::NONE }).floor(4)
    };
    assert!(is_harmless(safe("@m")));
    assert!(!is_harmless(safe("@m").floor(13)), "it guards the King");
    for letter in "nsrteckaf".chars() {
        assert!(!is_harmless(safe(&format!("@{letter}"))), "{letter}");
    }
}

// N3, M8: a mark on the player's tile ends auto-travel, even if the Spit Mouse that made it is hidden behind a harmless
// enemy.
#[test]
fn a_mark_ends_travel() {
    let game = |is_aiming: bool| {
        let scene = armoured("#@.m..c.#").changed(|floor| {
            if is_aiming {
                let spitter =
                    floor.monsters.iter_mut().find(|it| it.kind == MonsterKind::SpitMouse);
                spitter.expect("it is drawn").aim = Aim::At(Pos::at(2, 1));
            }
        });
        scene.game()
    };
    let (calm, marked) = (game(false), game(true));
    assert_eq!(calm.player().body.pos, Pos::at(2, 1));
    let mut monitor = TravelMonitor::new(&calm, &calm.visible());
    assert_eq!(monitor.clone().interrupt(&calm, &calm.visible()), None);
    assert_eq!(monitor.interrupt(&marked, &marked.visible()), Some(Interrupt::Hurt));
}

// N3: the death of the ally ends auto-travel, wherever the ally was.
#[test]
fn the_end_of_the_ally_ends_travel() {
    let game = |has_ally: bool| {
        let ally = |floor: &mut FloorState| floor.monsters[0].is_ally = true;
        let alone = |floor: &mut FloorState| floor.monsters.clear();
        let scene = armoured("#@.##m#");
        if has_ally { scene.changed(ally).game() } else { scene.changed(alone).game() }
    };
    let (with, without) = (game(true), game(false));
    let monitor = TravelMonitor::new(&with, &with.visible());
    assert_eq!(monitor.clone().interrupt(&with, &with.visible()), None);
    assert_eq!(monitor.clone().interrupt(&without, &without.visible()), Some(Interrupt::Hurt));
}

// N3: a harmless enemy in sight neither prevents nor ends exploring, travelling and waiting.
#[test]
fn the_harmless_disturb_nothing() {
    let text = "
        #########
        #@.....m#
        #.......#
        #########";
    let game = armoured(text).game();
    assert_eq!(alert_enemy_in_sight(&game, &game.visible()), None);
    let (run, stop) = armoured(text).hp(24).play(&[]).travel(AutoTravel::Wait(Until::Well));
    assert_eq!(stop, Interrupt::Well, "{}", run.picture());
    let (run, stop) = armoured(text).play(&[]).travel(Walk(Pos::at(7, 2)));
    assert_eq!(stop, Interrupt::Arrived, "{}", run.picture());
    // The enemy comes into sight during the walk.
    let hidden = "
        #####.####
        #@...m...#
        #.####...#
        #......<.#
        ##########";
    let (run, stop) = armoured(hidden).play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::AtStairs, "{}", run.picture());
    let (_, stop) = Scenario::new(hidden).floor(4).play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::Watched(MonsterKind::MicroMouse));
}

// N3: if a harmless enemy blocks the only passage, exploring and walking strike it and go on. They never strike a
// sleeper.
#[test]
fn the_harmless_in_the_way_are_struck() {
    let strikes = |run: &Run| {
        run.events().any(|event| matches!(event, Event::Struck { attacker: Actor::Player, .. }))
    };
    for auto_travel in [EXPLORE, Walk(Pos::at(5, 2))] {
        let (run, stop) = known("#######\n#@m..<#\n#######").play(&[]).travel(auto_travel);
        assert!(matches!(stop, Interrupt::AtStairs | Interrupt::Arrived), "{stop:?}");
        assert!(strikes(&run), "{auto_travel:?}\n{}", run.picture());
        let (run, _) = known("#######\n#@z..<#\n#######").play(&[]).travel(auto_travel);
        assert!(!strikes(&run), "{auto_travel:?}\n{}", run.picture());
    }
}

// N3: auto-travel goes around a harmless enemy if the detour is at most 10 steps longer.
#[test]
fn a_long_way_around_the_harmless_is_not_taken() {
    let first_step = |height| {
        let sides = "#.####.#\n".repeat(height);
        let text = format!("########\n#.@m...#\n{sides}#......#\n########");
        let game = known(&text).game();
        Walk(Pos::at(6, 2)).next(&game, &game.visible())
    };
    assert_eq!(first_step(1), Ok(Command::Walk(Direction::SouthWest)));
    assert_eq!(first_step(9), Ok(Command::Walk(Direction::East)));
}

// N4: a known sleeper that comes into sight again, still asleep, is not reported. A new sleeper beside it is reported,
// and so is a known sleeper that wakes.
#[test]
fn a_known_sleeper_is_no_news() {
    let text = "
        #@.....T#
        #.#######
        #.#######
        #......T#";
    let mut run = Scenario::new(text).play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    let mut stops = Vec::new();
    let (south, north) = (Command::Walk(Direction::South), Command::Walk(Direction::North));
    for command in [south, south, south, north, north, north] {
        run = run.play(&[command]);
        stops.push(monitor.interrupt(&run.game, &run.game.visible()));
    }
    let news = Some(Interrupt::Enemy(MonsterKind::ToughMouse));
    assert_eq!(stops, [None, None, news, None, None, None]);
    // A new monitor, as on a floor that is entered again or in a continued run, also knows these sleepers.
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    run = run.play(&[south, south, south]);
    assert_eq!(monitor.interrupt(&run.game, &run.game.visible()), None);
    let mut run = Scenario::new("#@z#").monster_hp(90).play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    run = run.play(&[Command::Walk(Direction::East)]);
    let stop = monitor.interrupt(&run.game, &run.game.visible());
    assert_eq!(stop, Some(Interrupt::Enemy(MonsterKind::MicroMouse)));
}

// N4: exploring and walking go around an item that the player dropped if there is room. In a passage, they walk over
// it. A walk to the item itself takes it.
#[test]
fn what_was_dropped_is_left() {
    let dropped = |text: &str| {
        Scenario::new(text).floor(2).changed(|floor| {
            floor.items.iter_mut().for_each(|ground| ground.item.was_carried = true);
        })
    };
    let room = "
        #########
        #.......#
        #@.%&..<#
        #...$...#
        #########";
    for auto_travel in [EXPLORE, Walk(Pos::at(7, 2))] {
        let (run, stop) = dropped(room).play(&[]).travel(auto_travel);
        assert!(matches!(stop, Interrupt::AtStairs | Interrupt::Arrived), "{stop:?}");
        assert_eq!(run.game.player().pack.len(), 0, "{auto_travel:?}\n{}", run.picture());
    }
    let (run, stop) = dropped("#@.%.&.<#").play(&[]).travel(Walk(Pos::at(4, 1)));
    assert_eq!((stop, run.game.player().pack.len()), (Interrupt::Item, 1));
    // Two dropped items side by side leave only one way, which leads over one of them.
    let (run, _) = dropped("#@.%.<#\n#..%..#").play(&[]).travel(EXPLORE);
    assert_eq!(run.game.player().pack.len(), 1, "{}", run.picture());
    // With live cables or stairs beside the item, there is no way around it.
    for gap in ["#@.%.<#\n#..-..#", "#@.%..#\n#..>..#"] {
        let (run, stop) = dropped(gap).floor(8).play(&[]).travel(Walk(Pos::at(5, 1)));
        assert_eq!(stop, Interrupt::Item, "{}", run.picture());
    }
    // The ally beside the items does not matter; an enemy may leave no other way.
    let wide = "
        #........#
        #..%.....#
        #.@&.....#
        #.m$.....#
        #........#";
    for is_ally in [true, false] {
        let scene = dropped(wide).changed(move |floor| floor.monsters[0].is_ally = is_ally);
        let (run, _) = scene.play(&[]).travel(Walk(Pos::at(5, 3)));
        assert_eq!(run.game.player().pack.is_empty(), is_ally, "{}", run.picture());
    }
    // A walk can begin on the tile of an item that was just dropped.
    let underfoot =
        Scenario::new("#........#\n#@......<#\n#........#").floor(2).carries(ItemKind::Key);
    for auto_travel in [EXPLORE, Walk(Pos::at(5, 2))] {
        let (run, stop) = underfoot.play(&[Command::Drop(0)]).travel(auto_travel);
        assert!(matches!(stop, Interrupt::AtStairs | Interrupt::Arrived), "{stop:?}");
        assert_eq!(run.game.player().pack.len(), 0, "{auto_travel:?}\n{}", run.picture());
    }
}

// N4: if only a harmful spill hides the rest of the floor, exploring stops and says so, even if the stairs are known. It
// goes on when the spill is gone.
#[test]
fn exploring_waits_for_a_spill() {
    let text = "
        #@....#######
        #>###.#######
        #####....####";
    for kind in SpillKind::ALL.into_iter().filter(|kind| kind.spec().burns) {
        let spill = Spill { pos: Pos::at(5, 1), kind, turns: 4, is_players: false };
        let scene = Scenario::new(text)
            .changed(move |floor| floor.spills.push(spill).expect("there is room"));
        let (run, stop) = scene.play(&[]).travel(EXPLORE);
        assert_eq!((stop, run.game.player().body.pos.x() < 5), (Interrupt::Hazard, true));
        let (_, stop) = run.play(&[Command::Wait; 5]).travel(EXPLORE);
        assert_ne!(stop, Interrupt::Hazard, "{kind:?}");
    }
}

// N4: a walk names the known enemy that fills the only passage.
#[test]
fn a_blocked_walk_names_the_enemy() {
    let text = "#@......#\n#.#######\n#...T..<#\n#########";
    let run = known(text).play(&[]);
    let tough = run.game.current_floor().monsters[0].kind;
    let stairs = AutoTravel::to_landmark(&run.game, Pos::at(7, 3));
    for travel in [stairs, Walk(Pos::at(6, 3))] {
        assert_eq!(run.clone().travel(travel).1, Interrupt::InTheWay(tough), "{travel:?}");
    }
    assert_eq!(run.travel(Walk(Pos::at(12, 9))).1, Interrupt::NoPath);
}
