//! The controls.

use super::ScreenName;
use super::screen::Screen;
use super::state::AppState;
use super::transition::Transition;
use crate::controls::InputScheme;
use crate::input::{Button, Input};
use crate::raster::{Colour, Frame, TextSize};
use crate::view::text;
use crate::view::widgets::{self, Area};

/// The left edge of the second column, in pixels of a width of 240.
const SECOND_COLUMN: i16 = 104;

/// The help screen.
#[derive(Clone, Debug)]
pub(super) struct Help {
    from: ScreenName,
}

impl Screen for Help {
    fn open(from: ScreenName, _: &AppState) -> Help {
        Help { from }
    }

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let leave = [Button::A, Button::B, Button::Start];
        match leave.into_iter().any(|button| state.pad.is_pressed(button)) {
            true => Transition::To(self.from),
            false => Transition::Same,
        }
    }

    fn draw(&self, state: &mut AppState, frame: &mut Frame<'_>) {
        draw(frame, &state.input_scheme);
    }
}

/// Draws the controls of the input scheme, and the goal of the game.
fn draw(frame: &mut Frame<'_>, input_scheme: &InputScheme) {
    let whole = Area::of(frame);
    let heading = widgets::heading_height(frame);
    let is_large = frame.text_size() == TextSize::Large;
    let left = if is_large { 6 } else { (whole.width - 240) / 2 + 6 };
    frame.clear(Colour::INK);
    frame.text(6, 2, "Controls", Colour::GOLD);
    widgets::rule(frame, heading - 2);
    let lines = text::controls(input_scheme);
    let (gap, extra) = match whole.height {
        // So that large text has room.
        _ if is_large => (2, 0),
        0..=170 => (4, 1),
        _ => (4, 3),
    };
    let pitch = widgets::line_height(frame) + extra;
    let mut y = heading + gap;
    for (button, action) in lines {
        frame.text(left, y, &button, Colour::STRAW);
        frame.text(left + widgets::widened(frame, SECOND_COLUMN), y, action, Colour::WHITE);
        y += pitch;
    }
    y += 3;
    for line in text::GOOD_TO_KNOW {
        frame.text(left, y, line, Colour::SILVER);
        y += widgets::line_height(frame);
    }
}
