//! Checks the messages of exploring about items that do not fit into a full pack (N4), and where a walk to a landmark
//! ends.

use AutoTravel::{Approach, Walk};
use musrex_core::content::{ItemKind, Label, MonsterKind};
use musrex_core::geometry::Pos;
use musrex_core::limits::PACK_MAX;
use musrex_core::rules::travel::{AutoTravel, Interrupt, Past, TravelMonitor, nearest_unexplored};
use musrex_core::world::Terrain;
use musrex_core::{Command, Direction};
use musrex_testkit::Scenario;

/// An exploration that has not been interrupted yet.
const EXPLORE: AutoTravel = AutoTravel::Explore(Past::Nothing);

/// Returns a floor whose items the player has dropped.
fn with_dropped(text: &str) -> Scenario {
    Scenario::new(text).changed(|floor| {
        floor.items.iter_mut().for_each(|ground| ground.item.was_carried = true);
    })
}

/// Returns a scenario with `count` keys in the pack.
fn with_keys(text: &str, count: usize) -> Scenario {
    (0..count).fold(Scenario::new(text), |scene, _| scene.carries(ItemKind::Key))
}

// N4: with a full pack, exploring names each item once, when the item comes into sight, and does not pick it up.
#[test]
fn a_full_pack_is_told_when_something_is_left() {
    let text = "@...\n###.\n###.\n###!\n###.";
    let run = with_keys(text, PACK_MAX).play(&[]);
    let unknown = run.game.label(ItemKind::PotionOfHealing);
    assert_ne!(unknown, Label::Known(ItemKind::PotionOfHealing));
    let (run, stop) = run.travel(EXPLORE);
    assert_eq!(stop, Interrupt::PackFull(unknown), "{}", run.picture());
    let (run, stop) = run.travel(EXPLORE);
    assert_eq!(stop, Interrupt::Explored, "{}", run.picture());
    assert_eq!(run.game.current_floor().items.len(), 1);
}

// N4: with free space in the pack, exploring names no item. When it takes the last free space, it names an item in
// sight that it leaves behind.
#[test]
fn the_last_place_of_the_pack_tells_what_is_left() {
    let (run, stop) = with_keys("@.%..", PACK_MAX - 1).play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::Item, "{}", run.picture());
    let (run, stop) = with_keys("@.%.&", PACK_MAX - 1).play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::PackFull(Label::Known(ItemKind::Antidote)));
    run.shows("..@.&");
}

// N4: items that the player left on purpose are not named.
#[test]
fn a_full_pack_does_not_tell_of_what_was_dropped() {
    let text = "@...\n###.\n###.\n###!";
    let full = (0..PACK_MAX).fold(with_dropped(text), |scene, _| scene.carries(ItemKind::Key));
    let (_, stop) = full.play(&[]).travel(EXPLORE);
    assert_eq!(stop, Interrupt::Explored);
}

// N4, W16: the walk to a terminal ends one step before the terminal, where one more step in the same direction uses it,
// and says so.
#[test]
fn a_walk_to_a_terminal_ends_in_front_of_it() {
    let text = "####?###\n#@.....#\n#......#";
    let (goal, north) = (Pos::at(5, 1), Some(Direction::North));
    let run = Scenario::new(text).floor(2).play(&[]);
    assert_eq!(AutoTravel::to_landmark(&run.game, goal), Approach(goal));
    let (run, stop) = run.travel(Approach(goal));
    assert_eq!(stop, Interrupt::Fixture(Terrain::Terminal, north));
    run.shows("####?###\n#...@..#\n#......#");
    // If no tile in front of the terminal is free, the walk ends at once, diagonally beside the terminal.
    let (run, stop) =
        Scenario::new("?###\n#@.#\n...#").floor(2).play(&[]).travel(Approach(Pos::at(1, 1)));
    assert!(matches!(stop, Interrupt::Fixture(Terrain::Terminal, Some(_))), "{stop:?}");
    assert_eq!(run.turns.len(), 0, "nothing is in front of it");
}

// N4, W13: the walk to stairs ends next to them. A second request takes them.
#[test]
fn a_walk_to_stairs_ends_beside_them() {
    for (letter, stairs) in [('<', Terrain::StairsUp), ('>', Terrain::StairsDown)] {
        let run = Scenario::new(&format!("#@...{letter}..#")).floor(2).play(&[]);
        let goal = Pos::at(6, 1);
        let walk = AutoTravel::to_landmark(&run.game, goal);
        assert_eq!(walk, Approach(goal));
        let (run, stop) = run.travel(walk);
        assert_eq!((stop, run.game.floor().number()), (Interrupt::Stairs(stairs), 2));
        run.shows(&format!("#...@{letter}..#"));
        assert_eq!(AutoTravel::to_landmark(&run.game, goal), Walk(goal));
    }
}

// N4: auto-travel names the monster that came into sight, not one that was beside the player all the time.
#[test]
fn what_comes_into_view_is_what_is_named() {
    let text = "#####\n#@+S#\n#z###";
    let run = Scenario::new(text).play(&[]);
    let mut monitor = TravelMonitor::new(&run.game, &run.game.visible());
    let run = run.play(&[Command::Walk(Direction::East)]);
    let stop = monitor.interrupt(&run.game, &run.game.visible());
    assert_eq!(stop, Some(Interrupt::Enemy(MonsterKind::LabSnake)));
}

// N4: the nearest unexplored tile is next to unseen ground. A completely seen floor has none.
#[test]
fn the_nearest_unexplored_place_is_on_the_way() {
    let near = |text: &str| {
        let game = Scenario::new(text).play(&[]).game;
        nearest_unexplored(&game, &game.visible())
    };
    assert_eq!(near("#@..#"), None);
    assert_eq!(near("#@..+..#"), Some(Pos::at(5, 1)));
}
