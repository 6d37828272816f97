//! The panic handler, which shows its message on the screen.

use crate::screen::{HEIGHT, Screen, WIDTH};
use crate::volatile_cell::VolatileCell;
use crate::{interrupts, speaker};
use core::fmt::Write;
use core::panic::PanicInfo;
use heapless::String;
use musrex_core::raster::{Colour, Frame};

static HAS_PANICKED: VolatileCell<bool> = VolatileCell::new(false);

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    interrupts::stop();
    speaker::stop();
    // If showing a mistake is itself a mistake, there is nothing left to try.
    if !HAS_PANICKED.get() {
        HAS_PANICKED.set(true);
        show(info);
    }
    loop {
        interrupts::sleep();
    }
}

fn show(info: &PanicInfo<'_>) {
    // SAFETY: whoever had the frame never runs again.
    let mut screen = unsafe { Screen::start() };
    screen.draw(|frame| {
        frame.clear(Colour::INK);
        frame.text(8, 8, "Mus Rex has crashed. That is our mistake.", Colour::GOLD);
        frame.text(8, 20, "Switch off and on to continue.", Colour::WHITE);
        let mut text: String<400> = String::new();
        // What does not fit is left out.
        let _ = write!(text, "{}", info.message());
        let below = write_lines(frame, 40, &text, Colour::SILVER);
        if let Some(place) = info.location() {
            text.clear();
            let _ = write!(text, "{}:{}:{}", place.file(), place.line(), place.column());
            write_lines(frame, below + 4, &text, Colour::STRAW);
        }
        true
    });
    screen.show();
}

/// Writes a text in as many lines as it takes; gives where the next would be.
fn write_lines(frame: &mut Frame<'_>, top: i16, text: &str, colour: Colour) -> i16 {
    const RIGHT: i16 = WIDTH.cast_signed() - 8;
    let (mut x, mut y) = (8, top);
    let mut bytes = [0; 4];
    for letter in text.chars() {
        let letter_text = letter.encode_utf8(&mut bytes);
        if letter == '\n' || x + Frame::text_width(letter_text) > RIGHT {
            (x, y) = (8, y + 10);
        }
        if y > HEIGHT.cast_signed() - 10 {
            break;
        }
        if letter != '\n' {
            x = frame.text(x, y, letter_text, colour);
        }
    }
    y + 10
}
