//! The page that a machine without an operating system shows when the program panics.

use crate::raster::{Colour, Frame};
use crate::view::text::words;
use crate::view::widgets::Area;
use core::fmt::Write;
use core::panic::PanicInfo;
use heapless::String;

/// The left and right margins of the text in pixels.
const MARGIN: i16 = 8;
/// The distance from line to line in pixels.
const PITCH: i16 = 10;
/// The most bytes of a message that are shown; further bytes are left out.
const MESSAGE_BYTES_MAX: usize = 400;

/// Draws the message and the location of a panic. The page begins at row `top` of the frame. A machine without room for
/// a whole frame draws the page in strips, with a negative `top` for the lower strips.
pub fn draw(frame: &mut Frame<'_>, top: i16, info: &PanicInfo<'_>) {
    frame.clear(Colour::INK);
    frame.text(MARGIN, top + 8, words::crash::mistake(), Colour::GOLD);
    frame.text(MARGIN, top + 20, words::crash::remedy(), Colour::WHITE);
    let mut text: String<MESSAGE_BYTES_MAX> = String::new();
    // Text that does not fit is left out.
    let _ = write!(text, "{}", info.message());
    let below = write_lines(frame, top + 40, &text, Colour::SILVER);
    if let Some(place) = info.location() {
        text.clear();
        let _ = write!(text, "{}:{}:{}", place.file(), place.line(), place.column());
        write_lines(frame, below + 4, &text, Colour::STRAW);
    }
}

/// Draws a text in as many lines as it needs. Returns the row of the next line.
fn write_lines(frame: &mut Frame<'_>, top: i16, text: &str, colour: Colour) -> i16 {
    let right = Area::of(frame).width - MARGIN;
    let (mut x, mut y) = (MARGIN, top);
    let mut bytes = [0; 4];
    for letter in text.chars() {
        let letter_text = letter.encode_utf8(&mut bytes);
        if letter == '\n' || x + Frame::text_width(letter_text) > right {
            (x, y) = (MARGIN, y + PITCH);
        }
        if letter != '\n' {
            x = frame.text(x, y, letter_text, colour);
        }
    }
    y + PITCH
}
