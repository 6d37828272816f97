//! Which button does what.

use crate::content::text::{self, Hands};
use crate::draw::widgets::{Area, LINE_HEIGHT};
use crate::draw::{Colour, Frame};

const HEADING: i16 = 14;
/// Where the second column begins, in pixels from the left of 240.
const SECOND_COLUMN: i16 = 104;

/// Draws the list of controls for these hands, and what the climb is about.
pub(super) fn draw(frame: &mut Frame<'_>, hands: Hands) {
    let whole = Area::of(frame);
    let left = (whole.width - 240) / 2 + 6;
    frame.clear(Colour::INK);
    frame.text(6, 2, "Controls", Colour::GOLD);
    frame.fill(0, HEADING - 2, whole.width, 1, Colour::SLATE);
    let lines = text::controls(hands);
    let pitch = LINE_HEIGHT + if whole.height > 170 { 3 } else { 1 };
    let mut y = HEADING + 4;
    for (button, deed) in lines {
        frame.text(left, y, button, Colour::STRAW);
        frame.text(left + SECOND_COLUMN, y, deed, Colour::WHITE);
        y += pitch;
    }
    y += 3;
    for line in text::GOOD_TO_KNOW {
        frame.text(left, y, line, Colour::SILVER);
        y += LINE_HEIGHT;
    }
}
