//! Compares pictures of attacks that are marked on the ground with goldens (M8).

use super::goldens::Album;
use musrex_core::app::ScreenName;
use musrex_core::content::{ItemKind, MonsterKind};
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::world::Aim;
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;

/// A drawing of a laboratory with mice that mark tiles.
const ROOM: &str = "
    #################
    #...............#
    #....n....o.....#
    #...............#
    #..t....@.......#
    #...............#
    #.........f..c..#
    #...............#
    #################";

fn scene() -> Scenario {
    Scenario::new(ROOM).floor(8).level(6).seed(7).hp(31).changed(|floor| {
        for monster in &mut floor.monsters {
            monster.aim = match monster.kind {
                MonsterKind::ToughMouse => Aim::At(Pos::at(9, 5)),
                MonsterKind::NeoMouse => Aim::At(Pos::at(8, 4)),
                MonsterKind::FuseMouse => Aim::Soon(Pos::at(10, 6)),
                _ => Aim::At(Pos::at(10, 4)),
            };
        }
    })
}

// M8, H12: each mouse that aims has its own pose, and each mark has its own picture. The look mode describes the mouse
// and the mark.
#[test]
fn marks_look_as_in_their_goldens() {
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(scene().game());
    driver.wait(60);
    album.take("marks", &driver.app);
    let mut picture = |name: &str, at: Pos| {
        let mut driver = driver.clone();
        driver.tap(Button::L);
        for _ in 0..20 {
            if driver.app.target() != Some(at) {
                driver.tap(Button::L);
            }
        }
        assert_eq!(
            (driver.app.screen(), driver.app.target()),
            (ScreenName::Look, Some(at)),
            "{name}"
        );
        album.take(name, &driver.app);
        if name == "look-lane" {
            album.take_large(name, &driver.app);
        }
    };
    picture("look-charger", Pos::at(4, 5));
    picture("look-leaper", Pos::at(6, 3));
    picture("look-fuse", Pos::at(11, 7));
    picture("look-lane", Pos::at(9, 5));
    album.close();
}

// M8: compares the pictures of the charge, the leap and the burst while they strike.
#[test]
fn attacks_that_were_marked_look_as_in_their_goldens() {
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    let lit = scene().changed(|floor| {
        for monster in floor.monsters.iter_mut().filter(|it| it.kind == MonsterKind::FuseMouse) {
            monster.aim = Aim::At(Pos::at(10, 6));
        }
    });
    driver.app.watch(lit.game());
    driver.wait(60);
    driver.tap(Button::A);
    for stage in 1..=3 {
        album.take(&format!("burst-{stage}"), &driver.app);
        driver.wait(4);
    }
    album.close();
}

// M8: if a mouse marks tiles around a corner, only the marked tiles in the player's sight are drawn.
#[test]
fn marks_around_a_corner_look_as_in_their_goldens() {
    let text = "
        #################
        #t..............#
        #######.#########
        #######@.....f.##
        ###############.#
        #c....n.........#
        #################";
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    let scene = Scenario::new(text).floor(11).level(6).seed(7).hp(31).changed(|floor| {
        for monster in &mut floor.monsters {
            monster.aim = match monster.kind {
                MonsterKind::ToughMouse => Aim::At(Pos::at(7, 2)),
                MonsterKind::FuseMouse => Aim::At(Pos::at(13, 4)),
                _ => Aim::None,
            };
        }
    });
    driver.app.watch(scene.game());
    driver.wait(60);
    album.take("marks-corner", &driver.app);
    album.close();
}

/// A drawing of a room with an ally that marks an enemy, and an enemy that marks tiles.
const ALLIED: &str = "
    #################
    #...............#
    #..r....c.......#
    #...............#
    #.......@...f...#
    #...............#
    #...............#
    #################";

// M8, I10, B13: the ally's marks differ from an enemy's marks in colour and shape. When a new level is near, the bar
// shows the hit points that it will heal. The pack shows the hit points that healing items restore.
#[test]
fn what_helps_looks_as_in_its_goldens() {
    let mut album = Album::default();
    let scene = Scenario::new(ALLIED).floor(4).level(6).seed(7).hp(31).xp(2_700);
    let scene = scene.carries(ItemKind::HealthPack).carries(ItemKind::Cheese);
    let scene = scene.changed(|floor| {
        for monster in &mut floor.monsters {
            match monster.kind {
                MonsterKind::SpitMouse => {
                    (monster.is_ally, monster.aim) = (true, Aim::At(Pos::at(4, 3)));
                }
                MonsterKind::FuseMouse => monster.aim = Aim::At(Pos::at(13, 5)),
                _ => {}
            }
        }
    });
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(scene.game());
    driver.wait(60);
    album.take("marks-ally", &driver.app);
    let mut look = driver.clone();
    for at in [Pos::at(4, 3), Pos::at(9, 3)] {
        look.tap(Button::L);
        for _ in 0..20 {
            if look.app.target() != Some(at) {
                look.tap(Button::L);
            }
        }
        assert_eq!(look.app.target(), Some(at));
        album.take(if at.x() == 4 { "look-ally-mark" } else { "look-ally-aims" }, &look.app);
    }
    driver.taps(&[Button::Start, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Pack);
    album.take("pack-heals", &driver.app);
    album.take_large("pack-heals", &driver.app);
    driver.tap(Button::A);
    album.take("pack-heal-deeds", &driver.app);
    album.close();
}
