//! The picture that is shown: one byte a pixel, [`Shade`] × 64 + colour.
//!
//! All that is drawn is clipped, so any coordinates will do. Four pixels are a word, and words are
//! read and written whole even where only some of their pixels change: a frame may lie in memory
//! that takes no single bytes, such as the video memory of small machines. Shapes and layout may use
//! embedded-graphics, to which a frame is a target.

use super::palette::{Colour, Palette, Shade};
use super::strokes::{
    COLOUR, Cell, Choice, Cutting, Letter, Line, Part, Paving, Picture, Strokes, four, put,
};
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
    /// The first row that is drawn on, and past the last.
    top: i32,
    bottom: i32,
    strokes: &'static Strokes,
    veil: Option<Shade>,
    /// The first row in the dark.
    dusk: i32,
    /// What the pixels look like. To fade or flash all that is shown, change this alone.
    pub palette: Palette,
}

/// Width and height of a tile.
const SIDE: i32 = 16;
/// How many tiles are put into the dark at once.
const CELLS: usize = 16;

/// A rectangle: first and past the last column, first and past the last row.
struct Edges {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl Edges {
    fn of(x: i16, y: i16, width: i16, height: i16) -> Edges {
        let (left, top) = (i32::from(x), i32::from(y));
        Edges { left, right: left + i32::from(width), top, bottom: top + i32::from(height) }
    }
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
        Some(Frame {
            words,
            width,
            height,
            top: 0,
            bottom: height.into(),
            strokes: &Strokes::COMMON,
            veil: None,
            dusk: i32::MAX,
            palette: Palette::PAINTED,
        })
    }

    /// The same frame, drawn on by `strokes`.
    #[must_use]
    pub fn with_strokes(self, strokes: &'static Strokes) -> Frame<'a> {
        Frame { strokes, ..self }
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

    /// From now on, draws only on `height` rows from row `y` on.
    pub fn clip_to_rows(&mut self, y: i16, height: i16) {
        let (all, top) = (i32::from(self.height), i32::from(y));
        self.top = top.clamp(0, all);
        self.bottom = (top + i32::from(height)).clamp(0, all);
    }

    /// From now on, draws on all of the frame.
    pub fn unclip(&mut self) {
        (self.top, self.bottom) = (0, self.height.into());
    }

    /// From now on, draws everything in this shade; with `None`, each thing in its own.
    pub const fn veil(&mut self, shade: Option<Shade>) {
        self.veil = shade;
    }

    /// From now on, row `y` and those below are in the dark: what is drawn there, with all of the
    /// rectangle around it, is [`Shade::Dark`]. So tiles need not be [shaded](Frame::shade) afterwards,
    /// which takes longer. It concerns tiles, pictures and text; with `None`, nothing any more.
    pub fn dusk(&mut self, y: Option<i16>) {
        self.dusk = y.map_or(i32::MAX, i32::from);
    }

    /// Chooses tiles for [`tiles`](Frame::tiles).
    pub(super) fn choose<'t>(&self, cells: &mut [Cell<'t>], choice: &Choice<'t>) {
        (self.strokes.choose)(cells, choice);
    }

    /// A tile for [`tiles`](Frame::tiles) in this shade.
    pub fn cell<'t>(&self, tile: &'t Tile, shade: Shade) -> Cell<'t> {
        Cell { tile: Some(tile), bits: self.bits(shade) }
    }

    /// The bits that four colours get in this shade.
    pub(super) fn bits(&self, shade: Shade) -> u32 {
        four(self.veil.unwrap_or(shade).bits())
    }

    /// Four pixels of a colour.
    fn four_of(&self, colour: Colour) -> u32 {
        four(self.veil.map_or(colour, |shade| colour.shaded(shade)).0)
    }

    /// Fills all of the frame, clipped or not.
    pub fn clear(&mut self, colour: Colour) {
        let (right, bottom) = (i32::from(self.width), i32::from(self.height));
        let clip = (self.top, self.bottom);
        self.unclip();
        if let Some(part) = self.part(Edges { left: 0, right, top: 0, bottom }) {
            self.fill_part(&part, colour);
        }
        (self.top, self.bottom) = clip;
    }

    /// Fills a rectangle; nothing when a side is negative.
    pub fn fill(&mut self, x: i16, y: i16, width: i16, height: i16, colour: Colour) {
        if let Some(part) = self.part(Edges::of(x, y, width, height)) {
            self.fill_part(&part, colour);
        }
    }

    fn fill_part(&mut self, part: &Part, colour: Colour) {
        self.change(part, self.strokes.fill, 0, self.four_of(colour));
    }

    /// Shows what is drawn inside a rectangle in another shade; nothing when a side is negative.
    pub fn shade(&mut self, x: i16, y: i16, width: i16, height: i16, shade: Shade) {
        self.shade_part(Edges::of(x, y, width, height), shade);
    }

    /// Draws all of a tile, its clear pixels black.
    pub fn tile(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        self.tiles(x, y, &[self.cell(tile, shade)]);
    }

    /// Draws tiles side by side from `x` to the right; where there is none, black.
    pub fn tiles(&mut self, x: i16, y: i16, cells: &[Cell<'_>]) {
        let (left, top) = (i32::from(x), i32::from(y));
        if top + SIDE <= self.dusk {
            return self.pave(left, top, cells);
        }
        let clip = (self.top, self.bottom);
        self.bottom = clip.1.min(self.dusk);
        self.pave(left, top, cells);
        (self.top, self.bottom) = (clip.0.max(self.dusk), clip.1);
        let bits = self.bits(Shade::Dark);
        for (cells, left) in cells.chunks(CELLS).zip((left..).step_by(CELLS * SIDE as usize)) {
            let mut dark = [Cell::BLACK; CELLS];
            for (dark, cell) in dark.iter_mut().zip(cells) {
                // Black is black in any shade.
                *dark = cell.tile.map_or(Cell::BLACK, |_| Cell { bits, ..*cell });
            }
            self.pave(left, top, &dark[..cells.len()]);
        }
        (self.top, self.bottom) = clip;
    }

    /// Draws tiles as they are.
    fn pave(&mut self, left: i32, top: i32, cells: &[Cell<'_>]) {
        let (first, end) = (top.max(self.top), (top + SIDE).min(self.bottom));
        // Only those of which something is on the frame.
        let count = |pixels: i32| usize::try_from(pixels >> 4).unwrap_or(0).min(cells.len());
        let (gone, seen) = (count(-left), count(i32::from(self.width) - left + SIDE - 1));
        if first >= end || gone >= seen || self.words.is_empty() {
            return;
        }
        let paving = Paving {
            cells: &cells[gone..seen],
            left: left + SIDE * i32::try_from(gone).unwrap_or(0),
            rows: (first.abs_diff(top) as usize, end.abs_diff(top) as usize),
        };
        let (start, stride) = (self.place_of(0, first), self.stride());
        (self.strokes.tiles)(&mut self.words[start..], stride, &paving);
    }

    /// Puts what is in the dark of a rectangle that was drawn on into its shade.
    #[inline(always)]
    fn darken(&mut self, drawn: Edges) {
        if drawn.bottom > self.dusk {
            self.shade_part(Edges { top: drawn.top.max(self.dusk), ..drawn }, Shade::Dark);
        }
    }

    #[inline(never)]
    fn shade_part(&mut self, area: Edges, shade: Shade) {
        if let Some(part) = self.part(area) {
            self.change(&part, self.strokes.shade, COLOUR, self.bits(shade));
        }
    }

    /// Draws a tile but for its clear pixels.
    pub fn sprite(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        self.lay((x.into(), y.into()), (4, 16), tile.0.as_flattened(), shade);
    }

    /// Draws an 8 × 8 picture but for its clear pixels.
    pub fn icon(&mut self, x: i16, y: i16, icon: &Icon, shade: Shade) {
        self.lay((x.into(), y.into()), (2, 8), icon.0.as_flattened(), shade);
    }

    /// Draws a picture of any size but for its clear pixels.
    pub fn image(&mut self, x: i16, y: i16, image: &Image, shade: Shade) {
        let size = (usize::from(image.width / 4), i32::from(image.height));
        self.lay((x.into(), y.into()), size, image.words, shade);
    }

    /// Draws a picture of `height` rows of `columns` words each.
    fn lay(
        &mut self,
        (left, top): (i32, i32),
        (columns, height): (usize, i32),
        words: &[u32],
        shade: Shade,
    ) {
        let right = left + 4 * i32::try_from(columns).unwrap_or(0);
        let bottom = top + height;
        let Some(part) = self.part(Edges { left, right, top, bottom }) else {
            return;
        };
        let indent = left.cast_unsigned() % 4 * 8;
        let words = &words[part.skipped.1 * columns..][..part.rows * columns];
        let picture = Picture { words, columns, indent, bits: self.bits(shade) };
        let stride = self.stride();
        if part.columns == 4 * columns {
            (self.strokes.lay)(&mut self.words[part.start..], stride, &picture);
        } else {
            let skipped = (part.skipped.0 + indent as usize / 8) / 4;
            (self.strokes.lay_cut)(self.words, stride, &part, &Cutting { picture, skipped });
        }
        self.darken(Edges { left, right, top, bottom });
    }

    /// Draws a picture of one colour: a byte a row, `width` pixels of it from the highest bit on;
    /// at most 8.
    pub fn glyph(&mut self, x: i16, y: i16, rows: &[u8], width: u8, colour: Colour) {
        let (start, (first, end)) = self.rows_seen(y, rows.len());
        let (stride, seen) = (self.stride(), &rows[first..end]);
        let pixels = self.four_of(colour);
        if let Some((word, letter)) = Letter::at(x.into(), seen, width, self.width.into(), pixels) {
            (self.strokes.glyph)(&mut self.words[start + word..], stride, &letter);
        }
        let height = i16::try_from(rows.len()).unwrap_or(i16::MAX);
        self.darken(Edges::of(x, y, width.min(8).into(), height));
    }

    /// Draws a line of text with its top left corner at (`x`, `y`). Returns the x at which a text
    /// that goes on after it starts.
    pub fn text(&mut self, x: i16, y: i16, text: &str, colour: Colour) -> i16 {
        let (start, rows) = self.rows_seen(y, font::HEIGHT.into());
        let line = Line { text, left: x.into(), rows, pixels: self.four_of(colour) };
        let stride = self.stride();
        let end = (self.strokes.line)(&mut self.words[start..], stride, &line);
        self.darken(Edges { right: end, ..Edges::of(x, y, 0, font::HEIGHT.into()) });
        i16::try_from(end).unwrap_or(i16::MAX)
    }

    /// Of so many rows from `y` on, the first that is drawn and past the last; and the word of the
    /// frame with which the first begins.
    fn rows_seen(&self, y: i16, count: usize) -> (usize, (usize, usize)) {
        let top = i32::from(y);
        let bottom = top.saturating_add_unsigned(u32::try_from(count).unwrap_or(u32::MAX));
        let (first, end) = (top.max(self.top), bottom.min(self.bottom));
        if first >= end {
            return (0, (0, 0));
        }
        (self.place_of(0, first), (first.abs_diff(top) as usize, end.abs_diff(top) as usize))
    }

    /// As [`text`](Frame::text), with ink around every letter, for text that floats over a picture.
    /// The ink reaches one pixel beyond the text on every side.
    pub fn text_outlined(&mut self, x: i16, y: i16, text: &str, colour: Colour) -> i16 {
        text.chars().fold(x.saturating_sub(1), |x, c| {
            let glyph = font::glyph(c);
            // With ink above, below and to the right of each pixel, twice side by side: no wider than
            // eight pixels.
            let mut rows = [0; font::HEIGHT as usize + 2];
            for (y, row) in glyph.rows.into_iter().enumerate() {
                for around in &mut rows[y..y + 3] {
                    *around |= row | row >> 1;
                }
            }
            for x in [x, x.saturating_add(1)] {
                self.glyph(x, y.saturating_sub(1), &rows, glyph.width + 1, Colour::INK);
            }
            x.saturating_add(i16::from(glyph.width) + 1)
        });
        self.text(x, y, text, colour)
    }

    /// Width of a line of text in pixels, without the gap after its last letter.
    pub fn text_width(text: &str) -> i16 {
        i16::try_from(font::text_width(text)).unwrap_or(i16::MAX)
    }

    /// Changes all words of a part: of each, the bits `kept` stay and `new` ones are added. `stroke` does
    /// the same to whole words.
    fn change(&mut self, part: &Part, stroke: fn(&mut [u32], u32), kept: u32, new: u32) {
        let stride = self.stride();
        let words = &mut self.words[part.start..];
        if part.columns == 4 * stride {
            return stroke(&mut words[..part.rows * stride], new);
        }
        for line in words.chunks_mut(stride).take(part.rows) {
            let change = |word: &mut u32, mask| put(word, mask, u32::from_le(*word) & kept | new);
            match &mut line[..part.words] {
                [first, others @ .., last] => {
                    change(first, part.ends.0);
                    stroke(others, new);
                    change(last, part.ends.1);
                }
                [word] => change(word, part.ends.0 & part.ends.1),
                [] => {}
            }
        }
    }

    /// What is left of a rectangle within the clip; `None` when that is nothing.
    fn part(&self, whole: Edges) -> Option<Part> {
        let (left, right) = (whole.left.max(0), whole.right.min(self.width.into()));
        let (top, bottom) = (whole.top.max(self.top), whole.bottom.min(self.bottom));
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
            start: self.place_of(left, top),
            indent,
            words: span(first, last) + 1,
            ends,
            columns: span(left, right),
            rows: span(top, bottom),
        })
    }

    /// The word of the frame with this pixel, which is on the frame.
    fn place_of(&self, x: i32, y: i32) -> usize {
        y.cast_unsigned() as usize * self.stride() + x.cast_unsigned() as usize / 4
    }

    /// Words from one row to the next.
    fn stride(&self) -> usize {
        usize::from(self.width / 4)
    }

    /// Hands over the words of a part row by row, each row with its number.
    #[inline(always)]
    fn each_line(&mut self, part: &Part, mut draw: impl FnMut(&mut [u32], usize)) {
        let stride = self.stride();
        let mut at = part.start;
        for row in 0..part.rows {
            draw(&mut self.words[at..][..part.words], row);
            at += stride;
        }
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
