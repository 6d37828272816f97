//! Checks that every refusal states a reason, and that the advice fits the situation.

use super::newcomer::{answer, explore, is_bright, is_shown};
use musrex_core::Direction;
use musrex_core::app::{App, ScreenName};
use musrex_core::content::Kit;
use musrex_core::input::{Button, Buttons};
use musrex_core::raster::Colour;
use musrex_core::seed::Date;
use musrex_core::view::text;
use musrex_core::world::Terrain;
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::SIZES;
use musrex_testkit::seeds::shifted;
use musrex_testkit::words;

// N3: the reason states the danger: an approaching enemy, an adjacent enemy, or with the highest priority a marked
// tile. It begins with the refused action.
#[test]
fn the_reason_fits_the_danger() {
    for (scene, reason) in [
        ("#@....m#", "Can't explore: a Micro Mouse is awake."),
        ("#@m#", "Can't explore beside a Micro Mouse."),
        ("#m...@n#", "Can't explore beside a Neo Mouse."),
    ] {
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.watch(Scenario::new(scene).floor(2).game());
        explore(&mut driver);
        assert_eq!(answer(&driver)[0], reason, "{scene}");
    }
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(Scenario::new("#@......m#").floor(2).game());
    driver.hold(Buttons::NONE.with(Button::A), 60);
    let reasons = answer(&driver);
    assert!(
        reasons.contains(&"Can't keep waiting: a Micro Mouse is awake.".to_owned()),
        "{reasons:?}"
    );
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(Scenario::new("#@....c#").floor(4).level(9).game());
    let is_marked = |app: &App| {
        let (floor, pos) = (app.game().current_floor(), app.game().player().body.pos);
        floor.monsters[0].marked(&floor.map).any(|at| at == pos)
    };
    for _ in 0..9 {
        if !is_marked(&driver.app) {
            driver.tap(Button::A);
            driver.wait(30);
        }
    }
    assert!(is_marked(&driver.app), "a Spit Mouse aims");
    explore(&mut driver);
    assert_eq!(answer(&driver)[0], "Can't explore on a marked tile. Step off!");
}

// N3: over several turns, the log keeps only the newest of the messages that a mouse prevents exploring.
#[test]
fn refusals_do_not_fill_the_log() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(Scenario::new("#@.........t#").floor(9).level(9).game());
    for _ in 0..3 {
        explore(&mut driver);
        driver.tap(Button::A);
        driver.wait(30);
    }
    let said = driver.app.messages().iter().map(|entry| entry.message.text.as_str());
    assert_eq!(said.filter(|words| words.starts_with("Can't explore: a")).count(), 1);
}

// W30: a player who leaves the lobby without a kit is warned at the first step, and leaves with the second step. With a
// kit, there is no warning.
#[test]
fn leaving_without_a_kit_is_asked_twice() {
    const WARNING: &str = "No kit taken. Climb again to go without.";
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.taps(&[Button::A; 3]);
    while driver.app.game().floor().number() == 0 && !answer(&driver).contains(&WARNING.into()) {
        driver.walk(Direction::North);
        driver.wait(20);
    }
    let before = driver.app.game().clone();
    assert_eq!(before.floor().number(), 0, "the first step is held back");
    assert!(is_shown(&driver, WARNING));
    driver.walk(Direction::North);
    driver.skip_floor_change();
    assert_eq!(driver.app.game().floor().number(), 1);
    assert_eq!(driver.app.game().turn(), before.turn().next(), "a warning is no turn");
}

// W30, N4: a player who explores gets the same warning after exploring has led to the lockers.
#[test]
fn exploring_without_a_kit_is_asked_twice() {
    const WARNING: &str = "No kit taken. Climb again to go without.";
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.taps(&[Button::A; 3]);
    let explore = |driver: &mut AppDriver| {
        driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
        driver.wait(300);
    };
    for _ in 0..4 {
        if !is_shown(&driver, WARNING) {
            explore(&mut driver);
        }
        assert_eq!(driver.app.game().floor().number(), 0, "no climb without a warning");
    }
    assert!(is_shown(&driver, WARNING));
    explore(&mut driver);
    driver.skip_floor_change();
    assert_eq!(driver.app.game().floor().number(), 1);
}

// W19, T8: each refused step states its reason: the name of the furniture, the wall beside a doorway, or that only
// diagonal steps are possible while R is held.
#[test]
fn every_refused_step_says_why() {
    let right_down = Buttons::NONE.with(Button::Right).with(Button::Down);
    let right = Buttons::NONE.with(Button::Right);
    for (scene, (buttons, ticks), wanted) in [
        ("####\n#@o#\n####", (right, 2), " in the way."),
        ("####\n#@w#\n####", (right, 2), "Water in the way."),
        ("####\n#@'.\n####", (right_down.with(Button::R), 2), "Wall in the way."),
        ("####\n#@..\n####", (right.with(Button::R), 40), "Only diagonals: press two directions."),
    ] {
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.watch(Scenario::new(scene).floor(2).game());
        let turn = driver.app.game().turn();
        driver.hold(buttons, ticks);
        driver.wait(4);
        assert_eq!(driver.app.game().turn(), turn, "{scene}");
        assert!(answer(&driver)[0].ends_with(wanted), "{scene}: {:?}", answer(&driver));
    }
}

/// Walks from the lobby to its lockers and turns their pages. The page of a kit must say `line` if the player has not
/// opened this kit, and must not say it otherwise. Counts the pages of open and of closed kits in `seen`.
fn turn_pages(driver: &mut AppDriver, line: &str, seen: &mut [usize; 2]) {
    explore(driver);
    driver.wait(120);
    let game = driver.app.game();
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let locker = pos.neighbours().find(|&at| map.terrain(at) == Terrain::Locker);
    let direction = locker.and_then(|at| pos.direction_to(at)).expect("it leads to a locker");
    driver.walk(direction);
    assert_eq!(driver.app.screen(), ScreenName::Locker);
    let missing = driver.app.scores().progress().missing();
    for _ in 0..3 {
        let shown = Kit::ALL
            .into_iter()
            .find(|&kit| is_bright(driver, SIZES[0], text::kit_name(kit), Colour::GOLD));
        let is_closed = !shown.expect("a kit is shown").is_open(missing);
        assert_eq!(is_bright(driver, SIZES[0], line, Colour::ICE), is_closed);
        seen[usize::from(is_closed)] += 1;
        driver.tap(Button::Right);
    }
}

// H17: in a daily run, a locker whose kit is otherwise closed says that the kit is open only today. In a game without a
// save, it says that the kit is open in this run. Other lockers do not say so.
#[test]
fn a_locker_says_when_its_kit_is_lent() {
    let (mut daily, mut saveless) = ([0; 2], [0; 2]);
    for day in 1..=6 {
        let mut driver = AppDriver::new(shifted(7));
        driver.app.close_kits();
        driver.app.set_today(Date::new(2026, 11, day));
        driver.app.offer_daily();
        driver.taps(&[Button::Start, Button::A, Button::A, Button::A, Button::A]);
        turn_pages(&mut driver, words::line("kits.open_today"), &mut daily);
        let mut driver = AppDriver::in_lobby(shifted(u64::from(day)));
        driver.taps(&[Button::A, Button::A, Button::A]);
        turn_pages(&mut driver, words::line("kits.open_here"), &mut saveless);
    }
    for seen in [daily, saveless] {
        assert!(seen[0] > 2 && seen[1] > 2, "{seen:?}");
    }
}
