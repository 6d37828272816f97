//! The floor change: half a second of darkness with the floor's name (W13).

use super::ScreenName;
use super::screen::Screen;
use super::state::AppState;
use super::transition::Transition;
use crate::input::Input;
use crate::quantity::Floor;
use crate::raster::{Colour, Frame, Shade};
use crate::view::text;
use crate::view::widgets::{self, Area, LINE_HEIGHT};
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface;

/// Ticks of darkness: half a second.
const BLANK_TICKS: u8 = 30;

/// The darkness between two floors.
#[derive(Clone, Debug)]
pub(super) struct FloorChange {
    ticks_left: u8,
}

impl Screen for FloorChange {
    fn open(_: ScreenName, _: &AppState) -> FloorChange {
        FloorChange { ticks_left: BLANK_TICKS }
    }

    fn tick(&mut self, _: &mut AppState, _: Input) -> Transition {
        self.ticks_left -= 1;
        if self.ticks_left == 0 { Transition::To(ScreenName::Play) } else { Transition::Same }
    }

    fn draw(&self, state: &mut AppState, frame: &mut Frame<'_>) {
        draw(frame, state.game.floor());
    }
}

/// Draws the name of `floor` on black.
fn draw(frame: &mut Frame<'_>, floor: Floor) {
    frame.clear(Colour::BLACK);
    let area = Area::of(frame);
    let (middle, y) = (area.width / 2, area.height / 2 - LINE_HEIGHT);
    let mut heading: String<16> = String::new();
    match floor {
        Floor::LOBBY => heading.write_str("Ground floor"),
        floor => write!(heading, "Floor {}", floor.number()),
    }
    .expect("a floor's number has two digits");
    let half = Frame::text_width(&heading) / 2;
    frame.icon(middle - half - 14, y, &interface::FLOOR, Shade::Lit);
    widgets::text_centred(frame, middle, y, &heading, Colour::GOLD);
    let title = text::floor_title(floor);
    widgets::text_centred(frame, middle, y + LINE_HEIGHT + 4, title, Colour::WHITE);
}
