//! Compares pictures of each deed's aiming screen with goldens (I14).

use super::goldens::Album;
use musrex_core::app::ScreenName;
use musrex_core::content::{Firmware, Status};
use musrex_core::input::Button;
use musrex_core::world::AiState;
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;

/// A drawing of a room with targets for deeds: a Tough Mouse and a Rabid Mouse adjacent to the player, and others
/// farther away.
const ROOM: &str = "
    ###############
    #...........c.#
    #.............#
    #####.t.......#
    #...#.@.......#
    #.....r.....r.#
    #.............#
    ###############";

// I14, H1: the aiming screen of each deed shows the creature that it moves and the destination, its effect, the charges
// and the experience.
#[test]
fn deeds_look_as_in_their_goldens() {
    let mut album = Album::default();
    let deeds = [
        (Firmware::Shove, "deed-shove", 2),
        (Firmware::Dash, "deed-dash", 3),
        (Firmware::Hook, "deed-hook", 1),
        (Firmware::Decoy, "deed-decoy", 3),
        (Firmware::Swap, "deed-swap", 0),
    ];
    for (firmware, name, charges) in deeds {
        let scene = Scenario::new(ROOM).floor(8).level(8).seed(7).hp(71).charges(charges);
        let scene = scene.status(Status::Poisoned, 9).firmware(firmware).changed(|floor| {
            for monster in &mut floor.monsters {
                monster.ai_state = AiState::hunting(monster.body.pos);
            }
        });
        let mut driver = AppDriver::in_lobby(7);
        driver.app.watch(scene.game());
        driver.wait(60);
        driver.tap(Button::B);
        driver.wait(30);
        assert_eq!(driver.app.screen(), ScreenName::Deed, "{name}");
        album.take(name, &driver.app);
        if firmware == Firmware::Shove {
            album.take_large(name, &driver.app);
        }
    }
    album.close();
}
