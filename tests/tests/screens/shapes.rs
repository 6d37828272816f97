//! Checks the pictures of the tiles that weapons strike (I15), and of Lid Mice (M15).

use super::goldens::Album;
use musrex_core::app::ScreenName;
use musrex_core::content::{ItemKind, MonsterKind};
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::world::{AiState, Aim};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;

/// A drawing of a room with Lid Mice in all their states, and a Meta Mouse that has marked a tile.
const ROOM: &str = "
    #################
    #..p...p..P..p..#
    #...............#
    #...............#
    #.....p.@.......#
    #........p......#
    #..e.....p...e..#
    #...............#
    #################";

// M15, M8, I15: a Lid Mouse has different pictures when asleep, eating or allied. The look mode describes its lid and
// the mark of a Meta Mouse, and draws the tiles that a Broom Pole strikes.
#[test]
fn shields_and_shapes_look_as_in_their_goldens() {
    let scene = Scenario::new(ROOM).floor(9).level(6).seed(7).wears(ItemKind::BroomPole);
    let scene = scene.wears(ItemKind::RubberCoat).changed(|floor| {
        floor.monsters[1].ai_state = AiState::Eating { turns: 3 };
        floor.monsters[3].is_ally = true;
        for monster in &mut floor.monsters {
            if monster.kind == MonsterKind::MetaMouse && monster.body.pos.x() < 8 {
                monster.aim = Aim::At(Pos::at(8, 4));
            }
        }
    });
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(scene.game());
    driver.wait(60);
    album.take("shields", &driver.app);
    driver.tap(Button::L);
    assert_eq!(driver.app.screen(), ScreenName::Look);
    album.take("shields-look", &driver.app);
    album.close();
}

// I15: looking at the player's own tile draws the tiles that the weapon strikes. The pack draws the tiles that the
// selected weapon strikes.
#[test]
fn weapons_show_what_they_strike() {
    let mut album = Album::default();
    for (name, kind) in
        [("pole", ItemKind::BroomPole), ("mop", ItemKind::Mop), ("crowbar", ItemKind::Crowbar)]
    {
        let scene = Scenario::new("#######\n#.....#\n#..@..#\n#.....#\n#######").level(4).seed(7);
        let mut driver = AppDriver::in_lobby(7);
        driver.app.watch(scene.wears(kind).carries(ItemKind::LabApron).game());
        driver.wait(60);
        driver.tap(Button::B);
        driver.wait(30);
        assert_eq!(driver.app.screen(), ScreenName::Pack);
        album.take(&format!("shapes-pack-{name}"), &driver.app);
        driver.tap(Button::B);
        driver.wait(30);
        driver.tap(Button::L);
        assert_eq!(driver.app.screen(), ScreenName::Look);
        album.take(&format!("shapes-look-{name}"), &driver.app);
    }
    album.close();
}
