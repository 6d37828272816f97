//! Frames for a panel behind a bus: rows in the panel's colour format, and the search for rows that have changed.

use super::frame::Frame;
use super::palette::{Colour, Palette};
use core::iter::from_fn;
use core::ops::Range;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::pixelcolor::raw::RawU16;
use embedded_graphics::primitives::Rectangle;

impl Palette {
    /// Returns `colour` in the format of embedded-graphics.
    pub(crate) fn rgb565(&self, colour: Colour) -> Rgb565 {
        Rgb565::from(RawU16::new(self.0[usize::from(colour.0)]))
    }
}

impl Frame<'_> {
    /// Returns the pixels of row `y`.
    ///
    /// # Panics
    /// Panics if the frame has no such row.
    pub(crate) fn row(&self, y: u16) -> &[u8] {
        let width = usize::from(self.width());
        &self.pixels()[usize::from(y) * width..][..width]
    }

    /// Writes row `y` as 16-bit colours into a buffer for DMA: two bytes per pixel, the higher byte first, as on a
    /// panel's bus. Bytes beyond the row keep their values.
    ///
    /// # Panics
    /// Panics if the frame has no such row.
    pub fn write_row(&self, y: u16, bytes: &mut [u8]) {
        for (pair, &pixel) in bytes.as_chunks_mut().0.iter_mut().zip(self.row(y)) {
            *pair = self.palette.0[usize::from(pixel)].to_be_bytes();
        }
    }

    /// Returns the colours of these rows, row by row and from left to right. A host can send them by DMA to a panel
    /// that takes the colours of embedded-graphics.
    ///
    /// # Panics
    /// Panics if the frame has no such rows.
    pub fn colours(&self, rows: Range<u16>) -> impl Iterator<Item = Rgb565> {
        let stride = usize::from(self.width());
        let bounds = [rows.start, rows.end].map(|y| usize::from(y) * stride);
        let pixels = &self.pixels()[bounds[0]..bounds[1]];
        pixels.iter().map(|&pixel| self.palette.rgb565(Colour(pixel)))
    }

    /// Draws the whole frame in the upper left corner of `target`, for panels with an embedded-graphics driver.
    /// [`ShownRows::draw_to`] draws only the changed rows.
    ///
    /// # Errors
    /// Fails if the target fails.
    pub fn draw_to<D: DrawTarget<Color = Rgb565>>(&self, target: &mut D) -> Result<(), D::Error> {
        self.draw_rows(0..self.height(), target)
    }

    fn draw_rows<D: DrawTarget<Color = Rgb565>>(
        &self,
        rows: Range<u16>,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let top = Point::new(0, rows.start.into());
        let size = Size::new(self.width().into(), rows.len().try_into().unwrap_or(0));
        target.fill_contiguous(&Rectangle::new(top, size), self.colours(rows))
    }
}

/// A record of the contents of a panel of at most `HEIGHT` rows, in eight bytes per row. The record finds the rows of a
/// frame that have changed. When a colour cycles, only the rows with that colour have changed. When the player steps,
/// only the rows that look different afterwards have changed.
///
/// With an embedded-graphics driver, calling [`draw_to`](ShownRows::draw_to) is enough.
///
/// Each row is identified by a 32-bit hash. A change within one word always changes the hash. A change of several words
/// goes unnoticed with a chance of about 1 in 2^32; the panel then shows the old row until the row changes again.
///
/// ```
/// use musrex_core::raster::{Colour, Frame, ShownRows};
///
/// let mut words = [0; Frame::words(64, 16)];
/// let mut frame = Frame::new(64, 16, &mut words).expect("the words fit the size");
/// frame.clear(Colour::INK);
/// let mut shown = ShownRows::<16>::new();
/// assert!(shown.update(&frame).eq([0..16]), "a panel shows anything when it starts");
/// assert_eq!(shown.update(&frame).count(), 0);
///
/// frame.text(4, 2, "i", Colour::WHITE);
/// for rows in shown.update(&frame) {
///     assert!(rows.start >= 2 && rows.end <= 11, "the rows of the letter");
///     let mut bytes = [0; 2 * 64];
///     rows.for_each(|y| frame.write_row(y, &mut bytes));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ShownRows<const HEIGHT: usize> {
    rows: [ShownRow; HEIGHT],
    /// The hash of the palette's colours that do not cycle.
    still: u32,
    cycling: [u16; Colour::CYCLING.len()],
    /// False when the contents of the panel are unknown.
    is_known: bool,
}

#[derive(Clone, Copy, Debug)]
struct ShownRow {
    hash: u32,
    /// The [cycling colours](Colour::CYCLING) in the row, as a bit mask.
    cycling: u8,
}

const _: () = assert!(Colour::CYCLING.len() <= 8, "each has a bit");

impl<const HEIGHT: usize> ShownRows<HEIGHT> {
    /// Creates the record of a panel whose contents are unknown.
    pub const fn new() -> ShownRows<HEIGHT> {
        ShownRows {
            rows: [ShownRow { hash: 0, cycling: 0 }; HEIGHT],
            still: 0,
            cycling: [0; Colour::CYCLING.len()],
            is_known: false,
        }
    }

    /// Makes the next update return all rows. The caller must call this function after a failed transfer, and after the
    /// panel has shown other contents.
    pub const fn forget(&mut self) {
        self.is_known = false;
    }

    /// Draws the changed rows of `frame` on `target`, the panel.
    ///
    /// # Errors
    /// Fails if the target fails. The next call then draws all rows.
    ///
    /// # Panics
    /// Panics if the frame has more rows than `HEIGHT`.
    pub fn draw_to<D: DrawTarget<Color = Rgb565>>(
        &mut self,
        frame: &Frame<'_>,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let result = self.update(frame).try_for_each(|rows| frame.draw_rows(rows, target));
        if result.is_err() {
            self.forget();
        }
        result
    }

    /// Returns the rows of `frame` that have changed, as ranges from the top down. The caller must send all these rows,
    /// or call [`forget`](ShownRows::forget). An update takes much less time than drawing.
    ///
    /// # Panics
    /// Panics if the frame has more rows than `HEIGHT`.
    pub fn update<'s>(
        &'s mut self,
        frame: &'s Frame<'_>,
    ) -> impl Iterator<Item = Range<u16>> + use<'s, HEIGHT> {
        assert!(usize::from(frame.height()) <= HEIGHT, "the panel is smaller than the frame");
        let (have_others_changed, cycled) = self.update_palette(&frame.palette);
        let is_all = have_others_changed || !self.is_known;
        self.is_known = true;
        let mut y = 0;
        from_fn(move || {
            let mut differs = |y: u16| self.rows[usize::from(y)].update(frame, y, cycled);
            while y < frame.height() && !(differs(y) | is_all) {
                y += 1;
            }
            let first = y;
            if first == frame.height() {
                return None;
            }
            y += 1;
            while y < frame.height() && (differs(y) | is_all) {
                y += 1;
            }
            Some(first..y)
        })
    }
}

impl<const HEIGHT: usize> Default for ShownRows<HEIGHT> {
    fn default() -> Self {
        ShownRows::new()
    }
}

impl<const HEIGHT: usize> ShownRows<HEIGHT> {
    /// Returns whether a colour that does not cycle has changed, and a bit mask of the cycling colours that have
    /// changed.
    fn update_palette(&mut self, palette: &Palette) -> (bool, u8) {
        let mut cycled = 0;
        let entries = Colour::CYCLING.map(|colour| palette.0[usize::from(colour.0)]);
        for (number, (shown, entry)) in self.cycling.iter_mut().zip(entries).enumerate() {
            cycled |= u8::from(core::mem::replace(shown, entry) != entry) << number;
        }
        let others = (0..=u8::MAX).zip(&palette.0);
        let others = others.filter(|(index, _)| !Colour::CYCLING.contains(&Colour(*index)));
        let still = others.fold(0, |hash, (_, &entry)| mixed(hash, entry.into()));
        (core::mem::replace(&mut self.still, still) != still, cycled)
    }
}

impl ShownRow {
    /// Updates the hash of row `y` of `frame`. Returns whether the row looks different, given the mask of the colours
    /// that have `cycled`.
    fn update(&mut self, frame: &Frame<'_>, y: u16, cycled: u8) -> bool {
        let hash = frame.row_words(y).iter().fold(0, |hash, &word| mixed(hash, word));
        if hash == self.hash {
            return self.cycling & cycled != 0;
        }
        let cycling =
            frame.row(y).iter().fold(0, |all, &pixel| all | CYCLING_BITS[usize::from(pixel)]);
        *self = ShownRow { hash, cycling };
        true
    }
}

/// Mixes a word into a hash of 32 bits. Different words mixed into the same hash give different results.
const fn mixed(hash: u32, word: u32) -> u32 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B1)
}

/// A table of all pixel values: the bit of each value that cycles, and 0 for all other values.
static CYCLING_BITS: [u8; 256] = {
    let mut bits = [0; 256];
    let mut number = 0;
    while number < Colour::CYCLING.len() {
        bits[Colour::CYCLING[number].0 as usize] |= 1 << number;
        number += 1;
    }
    bits
};
