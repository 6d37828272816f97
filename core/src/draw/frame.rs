//! The picture that is shown: one byte a pixel, [`Shade`] × 64 + colour.
//!
//! All that is drawn is clipped, so any coordinates will do. Four pixels are a word, and words are
//! read and written whole even where only some of their pixels change: a frame may lie in memory
//! that takes no single bytes, such as the video memory of small machines. Shapes and layout may use
//! embedded-graphics, to which a frame is a target.

use super::palette::{Colour, Palette, Shade};
use core::convert::Infallible;
use core::hint::black_box;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::primitives::Rectangle;
use musrex_assets::interface::{Icon, Image};
use musrex_assets::{Tile, font};

/// A picture being drawn, in words borrowed from the host.
pub struct Frame<'a> {
    /// Exactly `width` / 4 × `height` words, row by row. In memory, the bytes of a word are its
    /// pixels from left to right.
    words: &'a mut [u32],
    width: u16,
    height: u16,
    clip: Edges,
    /// What the pixels look like. To fade or flash all that is shown, change this alone.
    pub palette: Palette,
}

/// A part of a frame: first and past the last column, first and past the last row. Always within
/// the frame.
#[derive(Clone, Copy)]
struct Edges {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

/// What is left of a rectangle that was clipped; never empty.
struct Part {
    /// Columns and rows that were cut off before it.
    skipped: (usize, usize),
    /// The word of the frame in which it begins.
    start: usize,
    /// How many pixels of that word lie left of it, in bits.
    indent: u32,
    /// Words of a row, the first and the last perhaps in part.
    words: usize,
    /// The pixels of the first and of the last word that belong to it.
    ends: (u32, u32),
    /// Pixels of a row.
    columns: usize,
    rows: usize,
}

impl<'a> Frame<'a> {
    /// The most pixels a frame may have across or down.
    pub const SIDE_MAX: u16 = 512;

    /// How many words a frame of this size takes.
    pub const fn words(width: u16, height: u16) -> usize {
        width as usize / 4 * height as usize
    }

    /// A frame in `words`, as they are. `None` when they are fewer than [`words`](Frame::words),
    /// when `width` is no multiple of 4, or when a side is longer than
    /// [`SIDE_MAX`](Frame::SIDE_MAX).
    pub fn new(width: u16, height: u16, words: &'a mut [u32]) -> Option<Frame<'a>> {
        if !width.is_multiple_of(4) || width > Frame::SIDE_MAX || height > Frame::SIDE_MAX {
            return None;
        }
        let words = words.get_mut(..Frame::words(width, height))?;
        let clip = Edges { left: 0, right: i32::from(width), top: 0, bottom: i32::from(height) };
        Some(Frame { words, width, height, clip, palette: Palette::PAINTED })
    }

    /// Width in pixels.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Height in pixels.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// From now on, draws on other words of the same size, such as a second page; gives those drawn
    /// on until now.
    ///
    /// # Panics
    /// When `words` are fewer than [`words`](Frame::words).
    pub fn turn_to(&mut self, words: &'a mut [u32]) -> &'a mut [u32] {
        let words = &mut words[..Frame::words(self.width, self.height)];
        core::mem::replace(&mut self.words, words)
    }

    /// All pixels, row by row.
    pub fn pixels(&self) -> &[u8] {
        bytemuck::cast_slice(self.words)
    }

    /// From now on, draws only inside this rectangle.
    pub fn clip_to(&mut self, x: i16, y: i16, width: i16, height: i16) {
        self.unclip();
        let (left, top) = (i32::from(x).max(0), i32::from(y).max(0));
        self.clip = Edges {
            left: left.min(self.clip.right),
            right: self.clip.right.min(i32::from(x) + i32::from(width)).max(0),
            top: top.min(self.clip.bottom),
            bottom: self.clip.bottom.min(i32::from(y) + i32::from(height)).max(0),
        };
    }

    /// From now on, draws on all of the frame.
    pub fn unclip(&mut self) {
        let (right, bottom) = (i32::from(self.width), i32::from(self.height));
        self.clip = Edges { left: 0, right, top: 0, bottom };
    }

    /// Fills all of the frame, clipped or not.
    pub fn clear(&mut self, colour: Colour) {
        fill_words(self.words, colour);
    }

    /// Fills a rectangle; nothing when a side is negative.
    pub fn fill(&mut self, x: i16, y: i16, width: i16, height: i16, colour: Colour) {
        if let Some(part) = self.part_of(x, y, width, height) {
            self.fill_part(&part, colour);
        }
    }

    fn fill_part(&mut self, part: &Part, colour: Colour) {
        let pixels = four(colour.0);
        self.each_line(part, |line, _| match line {
            [] => {}
            [word] => put(word, part.ends.0 & part.ends.1, pixels),
            [first, words @ .., last] => {
                put(first, part.ends.0, pixels);
                fill_words(words, colour);
                put(last, part.ends.1, pixels);
            }
        });
    }

    /// Shows what is drawn inside a rectangle in another shade; nothing when a side is negative.
    #[inline(never)]
    pub fn shade(&mut self, x: i16, y: i16, width: i16, height: i16, shade: Shade) {
        let bits = four(shade.bits());
        let shaded = |word: u32| word & four(0x3f) | bits;
        let Some(part) = self.part_of(x, y, width, height) else { return };
        self.each_line(&part, |line, _| match line {
            [] => {}
            [word] => put(word, part.ends.0 & part.ends.1, bits | u32::from_le(*word) & four(0x3f)),
            [first, words @ .., last] => {
                put(first, part.ends.0, bits | u32::from_le(*first) & four(0x3f));
                for word in words {
                    *word = shaded(*word);
                }
                put(last, part.ends.1, bits | u32::from_le(*last) & four(0x3f));
            }
        });
    }

    /// Draws all of a tile, its clear pixels black.
    pub fn tile(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        let bits = four(shade.bits());
        let (left, top) = (i32::from(x), i32::from(y));
        if left < self.clip.left || left + 16 > self.clip.right {
            return self.lay::<false>((x, y), 4, tile.0.as_flattened(), shade);
        }
        let (first, end) = (top.max(self.clip.top), (top + 16).min(self.clip.bottom));
        if first >= end {
            return;
        }
        let skipped = (first - top) as usize;
        let rows = &tile.0[skipped..][..(end - first) as usize];
        let start = first as usize * usize::from(self.width / 4) + (left / 4) as usize;
        let edge = u32::MAX << (left % 4 * 8);
        match left % 4 {
            0 => self.rows_on_words(start, rows, bits),
            1 => self.rows_between_words::<8>(start, rows, bits, edge),
            2 => self.rows_between_words::<16>(start, rows, bits, edge),
            _ => self.rows_between_words::<24>(start, rows, bits, edge),
        }
    }

    #[inline(never)]
    fn rows_on_words(&mut self, mut at: usize, rows: &[[u32; 4]], bits: u32) {
        let stride = usize::from(self.width / 4);
        for row in rows {
            let line = self.words[at..].first_chunk_mut::<4>().expect("it fits the frame");
            *line = row.map(|pixels| (pixels | bits).to_le());
            at += stride;
        }
    }

    #[inline(never)]
    fn rows_between_words<const BITS: u32>(
        &mut self,
        mut at: usize,
        rows: &[[u32; 4]],
        bits: u32,
        edge: u32,
    ) {
        let stride = usize::from(self.width / 4);
        let edge = black_box(edge);
        for row in rows {
            let line = self.words[at..].first_chunk_mut::<5>().expect("it fits the frame");
            let [a, b, c, d] = row.map(|pixels| pixels | bits);
            put(&mut line[0], edge, a << BITS);
            line[1] = (a >> (32 - BITS) | b << BITS).to_le();
            line[2] = (b >> (32 - BITS) | c << BITS).to_le();
            line[3] = (c >> (32 - BITS) | d << BITS).to_le();
            put(&mut line[4], !edge, d >> (32 - BITS));
            at += stride;
        }
    }

    /// Draws a tile but for its clear pixels.
    pub fn sprite(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        self.lay::<true>((x, y), 4, tile.0.as_flattened(), shade);
    }

    /// Draws an 8 × 8 picture but for its clear pixels.
    pub fn icon(&mut self, x: i16, y: i16, icon: &Icon, shade: Shade) {
        self.lay::<true>((x, y), 2, icon.0.as_flattened(), shade);
    }

    /// Draws a picture of any size but for its clear pixels.
    pub fn image(&mut self, x: i16, y: i16, image: &Image, shade: Shade) {
        self.lay::<true>((x, y), usize::from(image.width / 4), image.words, shade);
    }

    /// Draws a picture whose rows are `columns` words each; but for its clear pixels, if it is keyed.
    #[inline(never)]
    fn lay<const IS_KEYED: bool>(
        &mut self,
        (x, y): (i16, i16),
        columns: usize,
        words: &[u32],
        shade: Shade,
    ) {
        let rows = words.len().checked_div(columns).unwrap_or(0);
        let side = |count: usize| i16::try_from(count).unwrap_or(i16::MAX);
        let Some(part) = self.part_of(x, y, side(columns * 4), side(rows)) else { return };
        let bits = four(shade.bits());
        let shift = (i32::from(x) % 4 + 4) as u32 % 4 * 8;
        // Words of the frame to which all is clipped away.
        let skipped = (part.skipped.0 + (shift / 8) as usize) / 4;
        self.each_line(&part, |line, row| {
            let row = &words[(part.skipped.1 + row) * columns..][..columns];
            let (seen, rest) = row.split_at(skipped);
            let mut rest = rest.iter();
            let mut before = seen.last().copied().unwrap_or(0);
            let (mut mask, count) = (part.ends.0, line.len());
            for (at, word) in line.iter_mut().enumerate() {
                let after = rest.next().copied().unwrap_or(0);
                let pixels = after << shift | before >> 1 >> (31 - shift);
                before = after;
                if at + 1 == count {
                    mask &= part.ends.1;
                }
                if IS_KEYED {
                    mask &= covered(pixels);
                }
                if mask != 0 {
                    put(word, mask, pixels | bits);
                }
                mask = u32::MAX;
            }
        });
    }

    /// Draws a picture of one colour: a byte a row, `width` pixels of it from the highest bit on;
    /// at most 8.
    pub fn glyph(&mut self, x: i16, y: i16, rows: &[u8], width: u8, colour: Colour) {
        let height = i16::try_from(rows.len()).unwrap_or(i16::MAX);
        let Some(part) = self.part_of(x, y, i16::from(width.min(8)), height) else { return };
        let seen = 0xff00_u32 >> part.columns & 0xff;
        let (skipped, indent) = (part.skipped.0, part.indent / 8);
        let pixels = four(colour.0);
        let rows = &rows[part.skipped.1..];
        self.each_line(&part, |line, row| {
            // Twelve pixels, the leftmost in the highest bit: as many as eight can touch.
            let bits = (u32::from(rows[row]) << skipped & seen) << 4 >> indent;
            for (word, four) in line.iter_mut().zip([bits >> 8, bits >> 4 & 15, bits & 15]) {
                if four != 0 {
                    put(word, spread(four), pixels);
                }
            }
        });
    }

    /// Draws a line of text with its top left corner at (`x`, `y`). Returns the x at which a text
    /// that goes on after it starts.
    pub fn text(&mut self, x: i16, y: i16, text: &str, colour: Colour) -> i16 {
        text.chars().fold(x, |x, c| {
            let glyph = font::glyph(c);
            self.glyph(x, y, &glyph.rows, glyph.width, colour);
            x.saturating_add(i16::from(glyph.width) + 1)
        })
    }

    /// As [`text`](Frame::text), with ink around every letter, for text that floats over a picture.
    /// The ink reaches one pixel beyond the text on every side.
    pub fn text_outlined(&mut self, x: i16, y: i16, text: &str, colour: Colour) -> i16 {
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            self.text(x.saturating_add(dx), y.saturating_add(dy), text, Colour::INK);
        }
        self.text(x, y, text, colour)
    }

    /// Width of a line of text in pixels, without the gap after its last letter.
    pub fn text_width(text: &str) -> i16 {
        i16::try_from(font::text_width(text)).unwrap_or(i16::MAX)
    }

    fn part_of(&self, x: i16, y: i16, width: i16, height: i16) -> Option<Part> {
        let (left, top) = (i32::from(x), i32::from(y));
        let (right, bottom) = (left + i32::from(width), top + i32::from(height));
        self.part(Edges { left, right, top, bottom })
    }

    /// What is left of a rectangle within the clip; `None` when that is nothing.
    fn part(&self, whole: Edges) -> Option<Part> {
        let (left, right) = (whole.left.max(self.clip.left), whole.right.min(self.clip.right));
        let (top, bottom) = (whole.top.max(self.clip.top), whole.bottom.min(self.clip.bottom));
        if left >= right || top >= bottom {
            return None;
        }
        let span = |from: i32, to: i32| to.abs_diff(from) as usize;
        let (first, last) = (left / 4, (right - 1) / 4);
        let indent = left.cast_unsigned() % 4 * 8;
        // The compiler, if it knew them, might write the single byte that a word changes in.
        let ends = black_box((
            u32::MAX << indent,
            u32::MAX >> (right.wrapping_neg().cast_unsigned() % 4 * 8),
        ));
        Some(Part {
            skipped: (span(whole.left, left), span(whole.top, top)),
            start: span(0, top) * usize::from(self.width / 4) + span(0, first),
            indent,
            words: span(first, last) + 1,
            ends,
            columns: span(left, right),
            rows: span(top, bottom),
        })
    }

    /// Hands over the words of a part row by row, each row with its number.
    #[inline(always)]
    fn each_line(&mut self, part: &Part, mut draw: impl FnMut(&mut [u32], usize)) {
        let stride = usize::from(self.width / 4);
        let mut at = part.start;
        for row in 0..part.rows {
            draw(&mut self.words[at..][..part.words], row);
            at += stride;
        }
    }
}

/// Four pixels of one value.
const fn four(pixel: u8) -> u32 {
    u32::from_le_bytes([pixel; 4])
}

/// Replaces the pixels of a word that are under `mask`.
#[inline(always)]
fn put(word: &mut u32, mask: u32, pixels: u32) {
    *word = *word & !mask.to_le() | (pixels & mask).to_le();
}

/// Fills whole words.
#[inline(always)]
fn fill_words(words: &mut [u32], colour: Colour) {
    bytemuck::cast_slice_mut::<u32, u8>(words).fill(colour.0);
}

/// All ones in each of four pixels that is not clear. Colours are below 64.
#[inline(always)]
const fn covered(pixels: u32) -> u32 {
    let highest = (pixels + four(0x7f)) & four(0x80);
    highest | (highest - (highest >> 7))
}

/// All ones in each of four pixels whose bit is set, the highest of the lowest four for the leftmost.
#[inline(always)]
const fn spread(bits: u32) -> u32 {
    let highest = bits.wrapping_mul(1 << 4 | 1 << 13 | 1 << 22 | 1 << 31) & four(0x80);
    highest | (highest - (highest >> 7))
}

impl OriginDimensions for Frame<'_> {
    fn size(&self) -> Size {
        Size::new(u32::from(self.width), u32::from(self.height))
    }
}

impl Frame<'_> {
    fn part_of_area(&self, area: &Rectangle) -> Option<Part> {
        let Point { x: left, y: top } = area.top_left;
        let right = left.saturating_add_unsigned(area.size.width);
        let bottom = top.saturating_add_unsigned(area.size.height);
        self.part(Edges { left, right, top, bottom })
    }
}

impl DrawTarget for Frame<'_> {
    type Color = Colour;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Colour>>,
    {
        for Pixel(point, colour) in pixels {
            self.fill_solid(&Rectangle::new(point, Size::new_equal(1)), colour)?;
        }
        Ok(())
    }

    fn fill_contiguous<I>(&mut self, area: &Rectangle, colours: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Colour>,
    {
        let Some(part) = self.part_of_area(area) else { return Ok(()) };
        let columns = area.size.width as usize;
        let mut colours = colours.into_iter();
        // Colours cut off above the part, and then to the right of a row and the left of the next.
        let mut skip = part.skipped.1.saturating_mul(columns).saturating_add(part.skipped.0);
        self.each_line(&part, |line, _| {
            if skip > 0 {
                colours.nth(skip - 1);
            }
            let first = (part.indent / 8) as usize;
            for (at, colour) in (first..first + part.columns).zip(colours.by_ref()) {
                put(&mut line[at / 4], 0xff << (at % 4 * 8), four(colour.0));
            }
            skip = columns - part.columns;
        });
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Colour) -> Result<(), Infallible> {
        if let Some(part) = self.part_of_area(area) {
            self.fill_part(&part, colour);
        }
        Ok(())
    }

    fn clear(&mut self, colour: Colour) -> Result<(), Infallible> {
        Frame::clear(self, colour);
        Ok(())
    }
}
