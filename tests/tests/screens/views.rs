//! Checks the views of a large window (H14).

use musrex_core::app::{FloorView, ScreenName};
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::raster::Frame;
use musrex_core::view::animation::Animation;
use musrex_core::view::hud;
use musrex_core::view::map_view::{MapView, TILE};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr;
use musrex_testkit::seeds::shifted;

/// Returns the corner of the player's tile on a frame of this size, with the player on the first tile of the map's
/// interior.
fn corner((width, height): (u16, u16)) -> (i16, i16) {
    let game = Scenario::new("@..").game();
    assert_eq!(game.player().body.pos, Pos::at(1, 1));
    let visible = game.visible();
    let mut words = ocr::words(width, height);
    let frame = Frame::new(width, height, &mut words).expect("the words are enough");
    let area = hud::map_area(frame.shape());
    let view =
        MapView { game: &game, visible: &visible, animation: &Animation::NONE, clock: 0, area };
    view.to_screen(Pos::at(1, 1))
}

// H14: on wide frames, the camera is shifted toward the middle of the map. On other frames, the player is in the
// middle.
#[test]
fn a_wide_frame_shows_little_beyond_the_map() {
    for view in [FloorView::Wide, FloorView::Whole] {
        assert_eq!(corner(view.size()), (3 * TILE, 3 * TILE), "{view:?}");
    }
    assert_eq!(corner(FloorView::Near.size()).0, 160 - TILE / 2);
    assert_eq!(corner((240, 160)).0, 120 - TILE / 2);
}

// H14: a wider frame shows more tiles of the floor, at the same tile size.
#[test]
fn each_view_is_wider_than_the_one_before() {
    let widths = FloorView::ALL.map(|view| view.size().0 / TILE.unsigned_abs());
    assert_eq!(widths, [20, 30, 40]);
    let wider = FloorView::ALL.map(|view| view.neighbour(true));
    assert_eq!(wider, [FloorView::Wide, FloorView::Whole, FloorView::Whole]);
    let nearer = FloorView::ALL.map(|view| view.neighbour(false));
    assert_eq!(nearer, [FloorView::Near, FloorView::Near, FloorView::Wide]);
}

// H14: screens that show the floor use the frame size that the player chose. Pages without a floor use the near view.
#[test]
fn pages_stay_near() {
    let mut driver = AppDriver::in_lobby(shifted(5));
    driver.app.settings_mut().view = FloorView::Whole;
    driver.wait(1);
    assert_eq!((driver.app.screen(), driver.app.view()), (ScreenName::Play, FloorView::Whole));
    for (button, screen, view) in [
        (Button::L, ScreenName::Look, FloorView::Whole),
        (Button::B, ScreenName::Play, FloorView::Whole),
        (Button::Select, ScreenName::Map, FloorView::Near),
        (Button::B, ScreenName::Play, FloorView::Whole),
    ] {
        driver.tap(button);
        driver.wait(20);
        assert_eq!((driver.app.screen(), driver.app.view()), (screen, view));
    }
}
