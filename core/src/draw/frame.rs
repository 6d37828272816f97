//! The picture that is shown: one byte a pixel, [`Shade`] × 64 + colour.
//!
//! All that is drawn is clipped, so any coordinates will do. Tiles, sprites and glyphs are copied
//! row by row; shapes and layout may use embedded-graphics, to which a frame is a target.

use super::palette::{Colour, Palette, Shade};
use core::convert::Infallible;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::primitives::Rectangle;
use musrex_assets::{Tile, font};

/// A picture being drawn, in pixels borrowed from the host.
pub struct Frame<'a> {
    /// Exactly `width` × `height` pixels, row by row.
    pixels: &'a mut [u8],
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
    /// Where its first pixel is in the frame.
    start: usize,
    /// Columns and rows that were cut off before it.
    skipped: (usize, usize),
    width: usize,
    height: usize,
}

impl<'a> Frame<'a> {
    /// The most pixels a frame may have across or down.
    pub const SIDE_MAX: u16 = 512;

    /// A frame in `pixels`, as they are. `None` when they are fewer than `width` × `height`, or
    /// when a side is longer than [`SIDE_MAX`](Frame::SIDE_MAX).
    pub fn new(width: u16, height: u16, pixels: &'a mut [u8]) -> Option<Frame<'a>> {
        if width > Frame::SIDE_MAX || height > Frame::SIDE_MAX {
            return None;
        }
        let pixels = pixels.get_mut(..usize::from(width) * usize::from(height))?;
        let clip = Edges { left: 0, right: i32::from(width), top: 0, bottom: i32::from(height) };
        Some(Frame { pixels, width, height, clip, palette: Palette::PAINTED })
    }

    /// Width in pixels.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Height in pixels.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// All pixels, row by row.
    pub const fn pixels(&self) -> &[u8] {
        self.pixels
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
        self.pixels.fill(colour.0);
    }

    /// Fills a rectangle; nothing when a side is negative.
    pub fn fill(&mut self, x: i16, y: i16, width: i16, height: i16, colour: Colour) {
        if let Some(part) = self.part_of(x, y, width, height) {
            for line in self.lines(&part) {
                line.fill(colour.0);
            }
        }
    }

    /// Shows what is drawn inside a rectangle in another shade; nothing when a side is negative.
    #[inline(never)]
    pub fn shade(&mut self, x: i16, y: i16, width: i16, height: i16, shade: Shade) {
        if let Some(part) = self.part_of(x, y, width, height) {
            for line in self.lines(&part) {
                // Four pixels at once where they are a word of memory.
                let (first, words, last) = bytemuck::pod_align_to_mut::<u8, u32>(line);
                for pixel in first.iter_mut().chain(last) {
                    *pixel = Colour(*pixel).shaded(shade).0;
                }
                let bits = u32::from_ne_bytes([shade.bits(); 4]);
                for word in words {
                    *word = *word & 0x3f3f_3f3f | bits;
                }
            }
        }
    }

    /// Draws all of a tile, its clear pixels black.
    pub fn tile(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        let bits = u64::from_ne_bytes([shade.bits(); 8]);
        let is_whole = match shade {
            Shade::Lit => self.each_line(x, y, &tile.0, |line, row| *line = *row),
            _ => self.each_line(x, y, &tile.0, |line, row| {
                let halves = line.as_chunks_mut::<8>().0.iter_mut().zip(row.as_chunks::<8>().0);
                for (pixels, colours) in halves {
                    *pixels = (u64::from_ne_bytes(*colours) | bits).to_ne_bytes();
                }
            }),
        };
        if !is_whole {
            self.tile_in_part(x, y, tile, shade);
        }
    }

    #[inline(never)]
    fn tile_in_part(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        let Some(part) = self.part_of(x, y, 16, 16) else { return };
        let rows = tile.0.iter().skip(part.skipped.1);
        for (line, row) in self.lines(&part).zip(rows) {
            let row = &row[part.skipped.0..][..part.width];
            if shade == Shade::Lit {
                line.copy_from_slice(row);
                continue;
            }
            for (pixel, &colour) in line.iter_mut().zip(row) {
                *pixel = colour | shade.bits();
            }
        }
    }

    /// Draws a tile but for its clear pixels.
    pub fn sprite(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        self.keyed(x, y, &tile.0, shade);
    }

    /// Draws an 8 × 8 picture but for its clear pixels.
    pub fn icon(&mut self, x: i16, y: i16, icon: &[[u8; 8]; 8], shade: Shade) {
        self.keyed(x, y, icon, shade);
    }

    /// Draws a picture of any size but for its clear pixels: rows of `width` colours below 64. What
    /// is left over after the last whole row is not drawn.
    pub fn image(&mut self, x: i16, y: i16, width: i16, colours: &[u8], shade: Shade) {
        let Some(columns) = usize::try_from(width).ok().filter(|&columns| columns > 0) else {
            return;
        };
        let rows = colours.chunks_exact(columns);
        let height = i16::try_from(rows.len()).unwrap_or(i16::MAX);
        let Some(part) = self.part_of(x, y, width, height) else { return };
        for (line, row) in self.lines(&part).zip(rows.skip(part.skipped.1)) {
            lay_over(line, &row[part.skipped.0..], shade);
        }
    }

    /// Draws a picture of one colour: a byte a row, `width` pixels of it from the highest bit on;
    /// at most 8.
    pub fn glyph(&mut self, x: i16, y: i16, rows: &[u8], width: u8, colour: Colour) {
        let height = i16::try_from(rows.len()).unwrap_or(i16::MAX);
        let Some(part) = self.part_of(x, y, i16::from(width.min(8)), height) else { return };
        let [seen, _] = (0xff00u16 >> part.width).to_le_bytes();
        let mut at = part.start;
        for &row in &rows[part.skipped.1..][..part.height] {
            let bits = row << part.skipped.0 & seen;
            if bits != 0 {
                let line = &mut self.pixels[at..];
                // Eight steps known in advance are cheaper than fewer that are counted, and what is
                // beyond the glyph is not touched; but a frame may end there.
                match line.first_chunk_mut::<8>() {
                    Some(line) => ink(line, bits, colour),
                    None => ink(line, bits, colour),
                }
            }
            at += usize::from(self.width);
        }
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

    #[inline(always)]
    fn keyed<const SIDE: usize>(
        &mut self,
        x: i16,
        y: i16,
        rows: &[[u8; SIDE]; SIDE],
        shade: Shade,
    ) {
        let is_whole = self.each_line(x, y, rows, |line, row| {
            for (pixel, &colour) in line.iter_mut().zip(row) {
                // All ones where there is a colour: without a branch, a row is one operation for a
                // machine that can work on so many bytes at once.
                let covered = u8::from(colour != 0).wrapping_neg();
                *pixel = (*pixel & !covered) | ((colour | shade.bits()) & covered);
            }
        });
        if !is_whole {
            self.image(x, y, const { side(SIDE) }, rows.as_flattened(), shade);
        }
    }

    /// Draws a square picture row by row, if all of it is within the clip; says whether it is. Lines
    /// of a length known in advance, none of them cut, are much cheaper than others.
    #[inline(always)]
    fn each_line<const SIDE: usize>(
        &mut self,
        x: i16,
        y: i16,
        rows: &[[u8; SIDE]; SIDE],
        mut draw: impl FnMut(&mut [u8; SIDE], &[u8; SIDE]),
    ) -> bool {
        let side = const { side(SIDE) };
        let (left, top) = (i32::from(x), i32::from(y));
        let (right, bottom) = (left + i32::from(side), top + i32::from(side));
        let Edges { left: first, right: end, top: upper, bottom: lower } = self.clip;
        if left < first || top < upper || right > end || bottom > lower {
            return false;
        }
        let stride = usize::from(self.width);
        let start = usize::from(y.cast_unsigned()) * stride + usize::from(x.cast_unsigned());
        let mut rest = &mut self.pixels[start..];
        // All but the last line have a whole line of the frame before the next.
        let (last, others) = rows.split_last().expect("a picture has rows");
        for row in others {
            let (line, after) = rest.split_at_mut(stride);
            draw(line.first_chunk_mut().expect("it fits the frame"), row);
            rest = after;
        }
        draw(rest.first_chunk_mut().expect("it fits the frame"), last);
        true
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
        Some(Part {
            start: span(0, top) * usize::from(self.width) + span(0, left),
            skipped: (span(whole.left, left), span(whole.top, top)),
            width: span(left, right),
            height: span(top, bottom),
        })
    }

    /// The pixels of a part, row by row.
    fn lines(&mut self, part: &Part) -> impl Iterator<Item = &mut [u8]> {
        let (width, height) = (part.width, part.height);
        let lines = self.pixels[part.start..].chunks_mut(usize::from(self.width)).take(height);
        lines.map(move |line| &mut line[..width])
    }
}

/// The side of a small square picture as a coordinate.
const fn side(pixels: usize) -> i16 {
    assert!(pixels <= 16);
    pixels.to_le_bytes()[0] as i16
}

/// Colours the pixels of a line whose bit is set, the highest bit first.
#[inline(always)]
fn ink(line: &mut [u8], bits: u8, colour: Colour) {
    for (bit, pixel) in line.iter_mut().take(8).enumerate() {
        if bits & 0x80 >> bit != 0 {
            *pixel = colour.0;
        }
    }
}

/// Puts the colours of a row over those of a line, but for the clear ones.
#[inline(always)]
fn lay_over(line: &mut [u8], row: &[u8], shade: Shade) {
    for (pixel, &colour) in line.iter_mut().zip(row) {
        *pixel = if colour == 0 { *pixel } else { colour | shade.bits() };
    }
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
        for line in self.lines(&part) {
            if skip > 0 {
                colours.nth(skip - 1);
            }
            for (pixel, colour) in line.iter_mut().zip(colours.by_ref()) {
                *pixel = colour.0;
            }
            skip = columns - part.width;
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Colour) -> Result<(), Infallible> {
        if let Some(part) = self.part_of_area(area) {
            for line in self.lines(&part) {
                line.fill(colour.0);
            }
        }
        Ok(())
    }

    fn clear(&mut self, colour: Colour) -> Result<(), Infallible> {
        Frame::clear(self, colour);
        Ok(())
    }
}
