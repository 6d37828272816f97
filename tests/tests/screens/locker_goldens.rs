//! Compares pictures of the lockers and of the choice of a kit with goldens (W30).

use super::goldens::Album;
use musrex_core::app::ScreenName;
use musrex_core::geometry::Direction;
use musrex_core::input::{Button, Buttons};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;

// W30: the lobby with its lockers, the choice of each kit of a run, and what is left then.
#[test]
fn golden_lockers() {
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
    driver.wait(60);
    album.take("lockers", &driver.app);
    driver.walk(Direction::North);
    driver.wait(4);
    assert_eq!(driver.app.screen(), ScreenName::Locker);
    for name in ["locker-1", "locker-2", "locker-3"] {
        album.take(name, &driver.app);
        driver.tap(Button::Right);
    }
    driver.tap(Button::A);
    driver.wait(60);
    album.take("lockers-sealed", &driver.app);
    // H17: the next kit that is closed is dark.
    let mut closed = AppDriver::new(7);
    closed.app.close_kits();
    closed.tap(Button::A);
    let mode = closed.app.game().mode();
    let mut game = Scenario::new("#xxx#\n#.@.#\n#...#").seed(7).game();
    game.set_mode(mode);
    closed.app.watch(game);
    closed.walk(Direction::North);
    closed.taps(&[Button::Right, Button::Right]);
    album.take("locker-closed", &closed.app);
    album.close();
}
