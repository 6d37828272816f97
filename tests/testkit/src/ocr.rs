//! OCR: finds text and icons on a frame.

use crate::picture::RgbImage;
use musrex_assets::font;
use musrex_assets::interface::Icon;
use musrex_core::raster::{Colour, Frame, Shade, TextSize};
use musrex_core::view::widgets::ICON;

/// The width and height of a frame, and the size of its text.
pub type Size = (u16, u16, TextSize);

/// The combinations of frame size and text size at which tests check screens (H10).
pub const SIZES: [Size; 6] = [
    (240, 160, TextSize::Normal),
    (240, 240, TextSize::Normal),
    (320, 180, TextSize::Normal),
    (240, 160, TextSize::Large),
    (240, 240, TextSize::Large),
    (320, 180, TextSize::Large),
];

/// Makes the pixel memory for a frame of this size, in 32-bit words.
pub fn words(width: u16, height: u16) -> Vec<u32> {
    vec![0; Frame::words(width, height)]
}

/// Draws on an empty frame of 240 × 160 pixels with `draw`. Returns the result of `look` on the frame.
pub fn drawn<T>(draw: impl FnOnce(&mut Frame<'_>), look: impl FnOnce(&Frame<'_>) -> T) -> T {
    let mut words = words(240, 160);
    let mut frame = Frame::new(240, 160, &mut words).expect("the words are enough");
    draw(&mut frame);
    look(&frame)
}

/// Returns the top left corner of `text` in `colour`. Within the area of the text, the pixels of its glyphs, and no
/// other pixels, must have this colour. The glyphs are those of the frame's text size. Returns `None` if the text is
/// not on the frame.
pub fn find(frame: &Frame<'_>, text: &str, colour: Colour) -> Option<(u16, u16)> {
    let width = frame.width_of(text).cast_unsigned();
    let height = frame.text_height().cast_unsigned() + 1;
    let least = if frame.text_size() == TextSize::Large { frame.width() } else { 0 };
    let stamp_width = width.next_multiple_of(4).max(least);
    let mut stamp = words(stamp_width, height);
    let mut stamped = Frame::new(stamp_width, height, &mut stamp).expect("a text fits a frame");
    stamped.set_text_size(frame.text_size());
    stamped.text(0, 0, text, Colour(1));
    let (across, down) = (usize::from(width), usize::from(height));
    let line = usize::from(frame.width());
    let matches = |x: u16, y: u16| {
        // The empty row below a glyph may be outside the frame.
        let on_frame = down.min(usize::from(frame.height() - y));
        (0..on_frame).all(|row| {
            let start = (usize::from(y) + row) * line + usize::from(x);
            let found = &frame.pixels()[start..start + across];
            let wanted = &stamped.pixels()[row * usize::from(stamp_width)..][..across];
            found.iter().zip(wanted).all(|(&f, &w)| (f == colour.0) == (w == 1))
        })
    };
    (0..(frame.height() + 2).saturating_sub(height))
        .flat_map(|y| (0..(frame.width() + 1).saturating_sub(width)).map(move |x| (x, y)))
        .find(|&(x, y)| matches(x, y))
}

/// Returns whether the text `words` is on the frame in `colour`.
pub fn says(frame: &Frame<'_>, words: &str, colour: Colour) -> bool {
    find(frame, words, colour).is_some()
}

/// Returns the colour of the text `words`, in normal size, in the picture of a screen; `None` if the picture lacks it.
pub fn colour_in(picture: &RgbImage, words: &str) -> Option<u32> {
    // The height of a letter, plus the empty row below it.
    const ROWS: u16 = font::HEIGHT as u16 + 1;
    let width = Frame::text_width(words).cast_unsigned();
    let stamp_width = width.next_multiple_of(4);
    let mut memory = self::words(stamp_width, ROWS);
    let mut stamp = Frame::new(stamp_width, ROWS, &mut memory).expect("a text fits a frame");
    stamp.text(0, 0, words, Colour(1));
    let inked = stamp.pixels().iter().map(|&pixel| pixel == 1).collect::<Vec<_>>();
    let (across, stride) = (usize::from(width), usize::from(stamp_width));
    let first = inked.iter().position(|&is_inked| is_inked)?;
    let (left, top) = (first % stride, first / stride);
    let colour_at = |x: usize, y: usize| picture.pixels[y * picture.width + x];
    let is_at = |x: usize, y: usize, colour: u32| {
        // The empty row below a glyph may be outside the picture.
        let rows = usize::from(ROWS).min(picture.height() - y);
        (0..rows * across).all(|at| {
            let (column, row) = (at % across, at / across);
            (colour_at(x + column, y + row) == colour) == inked[row * stride + column]
        })
    };
    let right = picture.width.checked_sub(across)?;
    let bottom = (picture.height() + 1).checked_sub(usize::from(ROWS))?;
    (0..=bottom).flat_map(|y| (0..=right).map(move |x| (x, y))).find_map(|(x, y)| {
        let colour = colour_at(x + left, y + top);
        is_at(x, y, colour).then_some(colour)
    })
}

/// Returns whether an icon is somewhere on the frame, on a background of ink.
pub fn has_icon(frame: &Frame<'_>, icon: &Icon) -> bool {
    let side = usize::from(ICON.unsigned_abs());
    let mut memory = words(16, 16);
    let mut alone = Frame::new(16, 16, &mut memory).expect("the words are enough");
    alone.clear(Colour::INK);
    alone.icon(0, 0, icon, Shade::Lit);
    let (width, height) = (usize::from(frame.width()), usize::from(frame.height()));
    let row = |frame: &Frame<'_>, width: usize, (x, y): (usize, usize)| {
        frame.pixels()[y * width + x..][..side].to_vec()
    };
    (0..=height - side).any(|y| {
        (0..=width - side)
            .any(|x| (0..side).all(|dy| row(frame, width, (x, y + dy)) == row(&alone, 16, (0, dy))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let draw = |frame: &mut Frame<'_>| {
            frame.text(17, 23, "Poison 12", Colour::WARNING);
        };
        drawn(draw, |frame| {
            assert_eq!(find(frame, "Poison 12", Colour::WARNING), Some((17, 23)));
            assert_eq!(find(frame, "Poison 12", Colour::GOOD), None);
            assert_eq!(find(frame, "Poison 13", Colour::WARNING), None);
            let pixels = frame.pixels().iter().map(|&index| index.into()).collect();
            let picture = RgbImage { width: 240, pixels };
            assert_eq!(colour_in(&picture, "Poison 12"), Some(Colour::WARNING.0.into()));
            assert_eq!(colour_in(&picture, "Poison 13"), None);
        });
    }
}
