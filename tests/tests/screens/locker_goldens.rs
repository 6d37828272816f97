//! Compares pictures with goldens: the lockers, the choice of a kit, the build (kit and grafts) of a run, and the
//! nights (W30, H16, H17).

use super::goldens::Album;
use musrex_core::Command;
use musrex_core::app::ScreenName;
use musrex_core::content::{Graft, ItemKind, Night};
use musrex_core::geometry::Direction;
use musrex_core::input::{Button, Buttons};
use musrex_core::quantity::Hp;
use musrex_core::world::{Game, RunMode};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::policy_bot::{Policy, PolicyBot};

// W30: the lobby with its lockers, the choice of each kit of a run, and the lobby after the choice.
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
    // H17: the next closed kit is shown dark.
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
    // H17: a daily run offers kits that are otherwise closed.
    let mut game = Scenario::new("#xxx#\n#.@.#\n#...#").seed(7).game();
    game.set_mode(RunMode::ORDINARY.with_daily(true));
    closed.app.watch(game);
    closed.walk(Direction::North);
    closed.tap(Button::Left);
    album.take("locker-daily", &closed.app);
    album.close();
}

// H5, H6, B16, W30: the hall of fame and the page of the last turns show the kit and the grafts of a run.
#[test]
fn golden_builds() {
    let mut album = Album::default();
    let grafts = [Graft::LongArm, Graft::AcidSoles, Graft::Tamer, Graft::Whirl];
    let scene = Scenario::new("#xxx##\n#.@.t#").floor(9).level(8).seed(7);
    let scene = grafts.into_iter().fold(scene, Scenario::graft).carries(ItemKind::Cheese);
    let mut game = scene.play(&[Command::Walk(Direction::North)]).game;
    assert!(game.player().build.kit.is_some());
    let mut player = game.player().clone();
    player.body.hp = Hp(1);
    game = Game::from_parts(u64::MAX, game.floor(), player, game.current_floor().clone());
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(game);
    let mut bot = PolicyBot::new(Policy::Meek, 5);
    assert!(driver.play_until(&mut bot, 300, |app| app.screen() == ScreenName::Death));
    driver.wait(240);
    driver.go_on();
    driver.wait(70);
    album.take("last-turns-build", &driver.app);
    driver.go_on();
    driver.wait(70);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    album.take("hall-build", &driver.app);
    driver.tap(Button::L);
    album.take("hall-page-build", &driver.app);
    album.close();
}

// H16, H17: the choice of a night, and the page of open nights and kits.
#[test]
fn golden_nights() {
    let mut album = Album::default();
    let mut driver = AppDriver::new(7);
    driver.app.choose_night(Night::Pairs);
    driver.taps(&[Button::Down, Button::Down, Button::A, Button::Down]);
    album.take("new-run-night", &driver.app);
    driver.taps(&[Button::B, Button::Down, Button::A, Button::Right]);
    album.take("hall-kits", &driver.app);
    album.close();
}
