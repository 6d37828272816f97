//! Compares pictures of named mice with goldens (M19).

use super::goldens::Album;
use musrex_core::app::ScreenName;
use musrex_core::content::MonsterKind;
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::world::{AiState, Aim};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;

/// A drawing of a room with all named mice: awake above, and aiming or asleep below.
const ROOM: &str = "
    #################
    #..b..j.q.h..u..#
    #...............#
    #...............#
    #..h....@.......#
    #.......b.......#
    #..J..q...u..B..#
    #...............#
    #################";

// M19, M8, H12: each named mouse has its own picture, its own aiming pose, and a line in the look mode about its mark.
#[test]
fn named_mice_look_as_in_their_goldens() {
    let scene = Scenario::new(ROOM).floor(8).level(6).seed(7).hp(31).changed(|floor| {
        for monster in &mut floor.monsters {
            let at = monster.body.pos;
            if monster.ai_state == AiState::Asleep || at.y() < 4 {
                continue;
            }
            monster.ai_state = AiState::hunting(at);
            monster.aim = match monster.kind {
                MonsterKind::Mirage => Aim::At(Pos::at(9, 4)),
                MonsterKind::Turncoat => Aim::At(Pos::at(10, 4)),
                _ => Aim::At(Pos::at(8, 4)),
            };
        }
    });
    let mut album = Album::default();
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(scene.game());
    driver.wait(60);
    album.take("named", &driver.app);
    driver.tap(Button::L);
    assert_eq!(driver.app.screen(), ScreenName::Look);
    album.take("named-look", &driver.app);
    album.close();
}
