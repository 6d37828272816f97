//! The frame buffer: one byte per pixel, [`Shade`] × 64 + colour.
//!
//! All drawing is clipped, so any coordinates are allowed. A word holds four pixels. The methods read and write whole
//! words even when only some of the pixels change, because some video memory does not accept single bytes. A frame is
//! also an embedded-graphics draw target, for drawing that the methods do not offer.

use super::frame_error::FrameError;
use super::kernels::{
    Bitmap, COLOUR, Cell, ClipRect, ClippedSprite, Glyph, Kernels, TextLine, TileRow,
    TileSelection, splat, write_masked,
};
use super::palette::{Colour, Palette, Shade};
use core::convert::Infallible;
use core::hint::black_box;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::primitives::Rectangle;
use musrex_assets::interface::{Icon, Image};
use musrex_assets::{Tile, font};

/// A frame buffer over words borrowed from the host.
pub struct Frame<'a> {
    /// The pixels: exactly `width` / 4 × `height` words, row by row. In memory, the bytes of a word are the pixels from
    /// left to right.
    words: &'a mut [u32],
    width: u16,
    height: u16,
    /// The clip: the first row that may be drawn on, and the row after the last such row.
    top: i32,
    bottom: i32,
    kernels: &'static Kernels,
    shade_override: Option<Shade>,
    text_size: TextSize,
    /// The first row drawn in [`Shade::Dark`].
    dim_below: i32,
    /// The colours of the pixel values. A fade or flash of the whole frame changes only the palette.
    pub palette: Palette,
}

/// The size of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextSize {
    /// The small font.
    #[default]
    Normal,
    /// A taller font, which is also wider on frames with room for it.
    Large,
}

/// The size of a frame and of its text. The layout of each screen depends on this shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameShape {
    /// The width in pixels.
    pub(crate) width: u16,
    /// The height in pixels.
    pub(crate) height: u16,
    /// The size of text.
    pub(crate) text_size: TextSize,
}

impl FrameShape {
    /// Returns the height of a glyph in pixels.
    pub(crate) fn text_height(self) -> i16 {
        match self.text_size {
            TextSize::Normal => font::HEIGHT.into(),
            TextSize::Large => font::LARGE_HEIGHT.into(),
        }
    }

    /// Returns the distance in pixels from one line of text to the next.
    pub(crate) fn line_height(self) -> i16 {
        self.text_height() + 1
    }
}

/// The width and the height of a tile in pixels.
const TILE_SIZE: i32 = 16;
/// The number of tiles that are copied at a time, so that the copies can be drawn dimmed.
const DIMMED_CELLS: usize = 16;

/// A rectangle as half-open ranges of columns and rows.
struct Bounds {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl Bounds {
    fn of(x: i16, y: i16, width: i16, height: i16) -> Bounds {
        let (left, top) = (i32::from(x), i32::from(y));
        Bounds { left, right: left + i32::from(width), top, bottom: top + i32::from(height) }
    }
}

impl<'a> Frame<'a> {
    /// The largest width and height in pixels.
    pub(crate) const SIDE_MAX: u16 = 640;

    /// Returns the number of words that a frame of this size needs.
    pub const fn words(width: u16, height: u16) -> usize {
        width as usize / 4 * height as usize
    }

    /// Makes a frame over `words` without clearing them.
    ///
    /// # Errors
    /// Fails if the size is not supported, or if there are fewer words than [`words`](Frame::words) returns.
    pub fn new(width: u16, height: u16, words: &'a mut [u32]) -> Result<Frame<'a>, FrameError> {
        if width.max(height) > Frame::SIDE_MAX {
            return Err(FrameError::TooLarge);
        }
        width.is_multiple_of(4).then_some(()).ok_or(FrameError::Width)?;
        let words = words.get_mut(..Frame::words(width, height)).ok_or(FrameError::FewWords)?;
        Ok(Frame {
            words,
            width,
            height,
            top: 0,
            bottom: height.into(),
            kernels: &Kernels::PORTABLE,
            shade_override: None,
            text_size: TextSize::Normal,
            dim_below: i32::MAX,
            palette: Palette::PAINTED,
        })
    }

    /// Replaces the blit kernels.
    #[must_use]
    pub fn with_kernels(self, kernels: &'static Kernels) -> Frame<'a> {
        Frame { kernels, ..self }
    }

    /// Returns the width in pixels.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Returns the height in pixels.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Returns all pixels, row by row.
    pub fn pixels(&self) -> &[u8] {
        bytemuck::cast_slice(self.words)
    }

    /// Returns the words of row `y`, with four pixels each.
    pub(super) fn row_words(&self, y: u16) -> &[u32] {
        let stride = self.stride();
        &self.words[usize::from(y) * stride..][..stride]
    }

    /// Clips all further drawing to `height` rows from row `y` on.
    pub fn clip_to_rows(&mut self, y: i16, height: i16) {
        let (all, top) = (i32::from(self.height), i32::from(y));
        self.top = top.clamp(0, all);
        self.bottom = (top + i32::from(height)).clamp(0, all);
    }

    /// Ends the clipping.
    pub fn unclip(&mut self) {
        (self.top, self.bottom) = (0, self.height.into());
    }

    /// Returns the first row that is not clipped, and the number of rows that are not clipped.
    pub(crate) fn clipped_rows(&self) -> (i16, i16) {
        let side = |rows: i32| i16::try_from(rows).unwrap_or(i16::MAX);
        (side(self.top), side(self.bottom - self.top))
    }

    /// Draws everything in this shade from now on; `None` ends the override.
    pub(crate) const fn override_shade(&mut self, shade: Option<Shade>) {
        self.shade_override = shade;
    }

    /// Draws row `y` and all rows below it dimmed from now on. Every tile, bitmap or text drawn there becomes
    /// [`Shade::Dark`], and so do the pixels behind its transparent pixels. Such dimming is faster than
    /// [shading](Frame::shade) the tiles afterwards. `None` ends the dimming.
    pub fn dim_below(&mut self, y: Option<i16>) {
        self.dim_below = y.map_or(i32::MAX, i32::from);
    }

    /// Selects the cells for [`tiles`](Frame::tiles).
    pub(crate) fn select_tiles<'t>(&self, cells: &mut [Cell<'t>], selection: &TileSelection<'t>) {
        (self.kernels.select_tiles)(cells, selection);
    }

    /// Returns a cell for [`tiles`](Frame::tiles) in this shade.
    pub fn cell<'t>(&self, tile: &'t Tile, shade: Shade) -> Cell<'t> {
        Cell { tile: Some(tile), bits: self.bits(shade) }
    }

    /// Returns the bits that put four pixels into this shade, or into the overriding shade if there is one.
    pub(crate) fn bits(&self, shade: Shade) -> u32 {
        splat(self.shade_override.unwrap_or(shade).bits())
    }

    /// Returns a word of four pixels of this colour, in the overriding shade if there is one.
    fn splat_colour(&self, colour: Colour) -> u32 {
        splat(self.shade_override.map_or(colour, |shade| colour.shaded(shade)).0)
    }

    /// Fills the whole frame; ignores the clip.
    pub fn clear(&mut self, colour: Colour) {
        let (right, bottom) = (i32::from(self.width), i32::from(self.height));
        let clip = (self.top, self.bottom);
        self.unclip();
        if let Some(clip) = self.clip(Bounds { left: 0, right, top: 0, bottom }) {
            self.fill_clipped(&clip, colour);
        }
        (self.top, self.bottom) = clip;
    }

    fn fill_clipped(&mut self, clip: &ClipRect, colour: Colour) {
        self.change(clip, self.kernels.fill, 0, self.splat_colour(colour));
    }

    /// Changes the shade of all pixels in a rectangle. Changes nothing if the width or the height is negative.
    pub fn shade(&mut self, x: i16, y: i16, width: i16, height: i16, shade: Shade) {
        self.shade_clipped(Bounds::of(x, y, width, height), shade);
    }

    /// Draws a tile; its transparent pixels become black.
    pub fn tile(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        self.tiles(x, y, &[self.cell(tile, shade)]);
    }

    /// Draws a row of tiles from `x` to the right; a cell without a tile becomes black.
    pub fn tiles(&mut self, x: i16, y: i16, cells: &[Cell<'_>]) {
        let (left, top) = (i32::from(x), i32::from(y));
        if top + TILE_SIZE <= self.dim_below {
            return self.draw_tile_row(left, top, cells);
        }
        let clip = (self.top, self.bottom);
        self.bottom = clip.1.min(self.dim_below);
        self.draw_tile_row(left, top, cells);
        (self.top, self.bottom) = (clip.0.max(self.dim_below), clip.1);
        let bits = self.bits(Shade::Dark);
        for (cells, left) in
            cells.chunks(DIMMED_CELLS).zip((left..).step_by(DIMMED_CELLS * TILE_SIZE as usize))
        {
            let mut dark = [Cell::BLACK; DIMMED_CELLS];
            for (dark, cell) in dark.iter_mut().zip(cells) {
                // A cell without a tile stays black, because black is the same in every shade.
                *dark = cell.tile.map_or(Cell::BLACK, |_| Cell { bits, ..*cell });
            }
            self.draw_tile_row(left, top, &dark[..cells.len()]);
        }
        (self.top, self.bottom) = clip;
    }

    /// Draws a row of tiles in the shades of their cells.
    fn draw_tile_row(&mut self, left: i32, top: i32, cells: &[Cell<'_>]) {
        let (first, end) = (top.max(self.top), (top + TILE_SIZE).min(self.bottom));
        // Skips tiles that are off the frame.
        let count = |pixels: i32| usize::try_from(pixels >> 4).unwrap_or(0).min(cells.len());
        let (gone, seen) = (count(-left), count(i32::from(self.width) - left + TILE_SIZE - 1));
        if first >= end || gone >= seen || self.words.is_empty() {
            return;
        }
        let tile_row = TileRow {
            cells: &cells[gone..seen],
            left: left + TILE_SIZE * i32::try_from(gone).unwrap_or(0),
            rows: (first.abs_diff(top) as usize, end.abs_diff(top) as usize),
        };
        let (start, stride) = (self.word_index(0, first), self.stride());
        (self.kernels.blit_tiles)(&mut self.words[start..], stride, &tile_row);
    }

    /// Dims the rows of `drawn` from row `dim_below` on.
    // Target: GBA. Inlined: saves a call out of fast memory where nothing is dimmed.
    #[inline(always)]
    fn dim_drawn(&mut self, drawn: Bounds) {
        if drawn.bottom > self.dim_below {
            self.shade_clipped(Bounds { top: drawn.top.max(self.dim_below), ..drawn }, Shade::Dark);
        }
    }

    // Target: GBA. Not inlined: keeps the rare case out of fast memory, which is small.
    #[inline(never)]
    fn shade_clipped(&mut self, area: Bounds, shade: Shade) {
        if let Some(clip) = self.clip(area) {
            self.change(&clip, self.kernels.shade, COLOUR, self.bits(shade));
        }
    }

    /// Draws a tile without its transparent pixels.
    pub fn sprite(&mut self, x: i16, y: i16, tile: &Tile, shade: Shade) {
        self.blit((x.into(), y.into()), (4, 16), tile.0.as_flattened(), shade);
    }

    /// Draws an 8 × 8 icon without its transparent pixels.
    pub fn icon(&mut self, x: i16, y: i16, icon: &Icon, shade: Shade) {
        self.blit((x.into(), y.into()), (2, 8), icon.0.as_flattened(), shade);
    }

    /// Draws an image of any size without its transparent pixels.
    pub fn image(&mut self, x: i16, y: i16, image: &Image, shade: Shade) {
        let size = (usize::from(image.width / 4), i32::from(image.height));
        self.blit((x.into(), y.into()), size, image.words, shade);
    }

    /// Draws a bitmap of `height` rows of `columns` words each.
    fn blit(
        &mut self,
        (left, top): (i32, i32),
        (columns, height): (usize, i32),
        words: &[u32],
        shade: Shade,
    ) {
        let right = left + 4 * i32::try_from(columns).unwrap_or(0);
        let bottom = top + height;
        let Some(clip) = self.clip(Bounds { left, right, top, bottom }) else {
            return;
        };
        let indent = left.cast_unsigned() % 4 * 8;
        let words = &words[clip.skipped.1 * columns..][..clip.rows * columns];
        let bitmap = Bitmap { words, columns, indent, bits: self.bits(shade) };
        let stride = self.stride();
        if clip.columns == 4 * columns {
            (self.kernels.blit_masked)(&mut self.words[clip.start..], stride, &bitmap);
        } else {
            let skipped = (clip.skipped.0 + indent as usize / 8) / 4;
            (self.kernels.blit_clipped)(
                self.words,
                stride,
                &clip,
                &ClippedSprite { bitmap, skipped },
            );
        }
        self.dim_drawn(Bounds { left, right, top, bottom });
    }

    /// Draws a one-bit bitmap in one colour. Each row is a byte, of which only the `width` highest bits are drawn;
    /// `width` is at most 8.
    pub fn glyph(&mut self, x: i16, y: i16, rows: &[u8], width: u8, colour: Colour) {
        let (start, (first, end)) = self.visible_rows(y, rows.len());
        let (stride, seen) = (self.stride(), &rows[first..end]);
        let pixels = self.splat_colour(colour);
        if let Some((word, glyph)) = Glyph::at(x.into(), seen, width, self.width.into(), pixels) {
            (self.kernels.blit_glyph)(&mut self.words[start + word..], stride, &glyph);
        }
        let height = i16::try_from(rows.len()).unwrap_or(i16::MAX);
        self.dim_drawn(Bounds::of(x, y, width.min(8).into(), height));
    }

    /// Draws all text in this size from now on. Returns the previous size, so that the caller can restore it.
    pub const fn set_text_size(&mut self, size: TextSize) -> TextSize {
        core::mem::replace(&mut self.text_size, size)
    }

    /// Returns the size of text.
    pub const fn text_size(&self) -> TextSize {
        self.text_size
    }

    /// Returns the size of the frame and of its text.
    pub const fn shape(&self) -> FrameShape {
        FrameShape { width: self.width, height: self.height, text_size: self.text_size }
    }

    /// Returns whether large text on a frame of this width is also wider. A line of the game that fits 240 pixels in
    /// normal text fits 320 in wide text. On narrower frames, large text is only taller, so that each line still fits.
    pub(crate) const fn has_room_for_wide_text(width: u16) -> bool {
        width >= 320
    }

    /// Returns the glyph of `c` in large text.
    fn large_glyph(&self, c: char) -> &'static font::LargeGlyph {
        if Frame::has_room_for_wide_text(self.width) {
            font::large_glyph(c)
        } else {
            font::tall_glyph(c)
        }
    }

    /// Returns the height of a glyph in pixels, in the current text size.
    pub fn text_height(&self) -> i16 {
        self.shape().text_height()
    }

    /// Returns the width of a line of text in pixels, in the current text size and without the gap after the last
    /// glyph.
    pub fn width_of(&self, text: &str) -> i16 {
        match self.text_size {
            TextSize::Normal => Frame::text_width(text),
            TextSize::Large => {
                let columns =
                    text.chars().map(|c| i32::from(self.large_glyph(c).width) + 1).sum::<i32>();
                i16::try_from((columns - 1).max(0)).unwrap_or(i16::MAX)
            }
        }
    }

    /// Draws a line of text with its top left corner at (`x`, `y`). Returns the x where more text would continue.
    pub fn text(&mut self, x: i16, y: i16, text: &str, colour: Colour) -> i16 {
        if self.text_size == TextSize::Large {
            return self.draw_large(x, y, text, colour);
        }
        let (start, rows) = self.visible_rows(y, font::HEIGHT.into());
        let line = TextLine { text, left: x.into(), rows, pixels: self.splat_colour(colour) };
        let stride = self.stride();
        let end = (self.kernels.blit_text)(&mut self.words[start..], stride, &line);
        self.dim_drawn(Bounds { right: end, ..Bounds::of(x, y, 0, font::HEIGHT.into()) });
        i16::try_from(end).unwrap_or(i16::MAX)
    }

    // Target: GBA. Not inlined: keeps large text, which few players choose, out of the small fast memory.
    #[cold]
    #[inline(never)]
    fn draw_large(&mut self, x: i16, y: i16, text: &str, colour: Colour) -> i16 {
        text.chars().fold(x, |x, c| {
            let glyph = self.large_glyph(c);
            self.glyph(x, y, &glyph.rows, glyph.width, colour);
            x.saturating_add(i16::from(glyph.width) + 1)
        })
    }

    /// Clips `count` rows from `y` on. Returns the index of the frame word at which the first visible row begins, and
    /// the range of visible rows.
    fn visible_rows(&self, y: i16, count: usize) -> (usize, (usize, usize)) {
        let top = i32::from(y);
        let bottom = top.saturating_add_unsigned(u32::try_from(count).unwrap_or(u32::MAX));
        let (first, end) = (top.max(self.top), bottom.min(self.bottom));
        if first >= end {
            return (0, (0, 0));
        }
        (self.word_index(0, first), (first.abs_diff(top) as usize, end.abs_diff(top) as usize))
    }

    /// Draws text like [`text`](Frame::text), with an outline of ink, for text over the map. The outline reaches one
    /// pixel beyond the text on every side.
    pub fn text_outlined(&mut self, x: i16, y: i16, text: &str, colour: Colour) -> i16 {
        text.chars().fold(x.saturating_sub(1), |x, c| {
            let (width, glyph): (u8, &[u8]) = match self.text_size {
                TextSize::Normal => (font::glyph(c).width, &font::glyph(c).rows),
                TextSize::Large => (self.large_glyph(c).width, &self.large_glyph(c).rows),
            };
            // Dilates the glyph up, down and to the right, and draws the result twice, in neighbouring columns. Each of
            // the two drawings then stays within eight pixels.
            let mut rows = [0; font::LARGE_HEIGHT as usize + 2];
            for (y, row) in glyph.iter().enumerate() {
                for around in &mut rows[y..y + 3] {
                    *around |= row | row >> 1;
                }
            }
            for x in [x, x.saturating_add(1)] {
                let rows = &rows[..glyph.len() + 2];
                self.glyph(x, y.saturating_sub(1), rows, width + 1, Colour::INK);
            }
            x.saturating_add(i16::from(width) + 1)
        });
        self.text(x, y, text, colour)
    }

    /// Returns the width of a line of normal text in pixels, without the gap after its last glyph.
    pub fn text_width(text: &str) -> i16 {
        i16::try_from(font::text_width(text)).unwrap_or(i16::MAX)
    }

    /// Changes all words of a clip rectangle: keeps only the bits of the mask `kept`, then sets the bits `new`.
    /// `kernel` makes the same change to whole words.
    fn change(&mut self, clip: &ClipRect, kernel: fn(&mut [u32], u32), kept: u32, new: u32) {
        let stride = self.stride();
        let words = &mut self.words[clip.start..];
        if clip.columns == 4 * stride {
            return kernel(&mut words[..clip.rows * stride], new);
        }
        for line in words.chunks_mut(stride).take(clip.rows) {
            let change =
                |word: &mut u32, mask| write_masked(word, mask, u32::from_le(*word) & kept | new);
            match &mut line[..clip.words] {
                [first, others @ .., last] => {
                    change(first, clip.ends.0);
                    kernel(others, new);
                    change(last, clip.ends.1);
                }
                [word] => change(word, clip.ends.0 & clip.ends.1),
                [] => {}
            }
        }
    }

    /// Clips a rectangle; returns `None` when nothing remains.
    fn clip(&self, whole: Bounds) -> Option<ClipRect> {
        let (left, right) = (whole.left.max(0), whole.right.min(self.width.into()));
        let (top, bottom) = (whole.top.max(self.top), whole.bottom.min(self.bottom));
        if left >= right || top >= bottom {
            return None;
        }
        let span = |from: i32, to: i32| to.abs_diff(from) as usize;
        let (first, last) = (left / 4, (right - 1) / 4);
        let indent = left.cast_unsigned() % 4 * 8;
        // Target: GBA. Hides the masks from the compiler, which might write single bytes: video memory doubles them.
        let ends = black_box((
            u32::MAX << indent,
            u32::MAX >> (right.wrapping_neg().cast_unsigned() % 4 * 8),
        ));
        Some(ClipRect {
            skipped: (span(whole.left, left), span(whole.top, top)),
            start: self.word_index(left, top),
            indent,
            words: span(first, last) + 1,
            ends,
            columns: span(left, right),
            rows: span(top, bottom),
        })
    }

    /// Returns the index of the word that holds this pixel, which must be on the frame.
    fn word_index(&self, x: i32, y: i32) -> usize {
        y.cast_unsigned() as usize * self.stride() + x.cast_unsigned() as usize / 4
    }

    /// Returns the number of words in a row.
    fn stride(&self) -> usize {
        usize::from(self.width / 4)
    }

    /// Calls `draw` with the words and the number of each row of a clip rectangle.
    // Target: GBA. Inlined: the closure becomes part of a loop in fast memory.
    #[inline(always)]
    fn for_each_row(&mut self, clip: &ClipRect, mut draw: impl FnMut(&mut [u32], usize)) {
        let stride = self.stride();
        let mut at = clip.start;
        for row in 0..clip.rows {
            draw(&mut self.words[at..][..clip.words], row);
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
    fn clip_area(&self, area: &Rectangle) -> Option<ClipRect> {
        let Point { x: left, y: top } = area.top_left;
        let right = left.saturating_add_unsigned(area.size.width);
        let bottom = top.saturating_add_unsigned(area.size.height);
        self.clip(Bounds { left, right, top, bottom })
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
        let Some(clip) = self.clip_area(area) else { return Ok(()) };
        let columns = area.size.width as usize;
        let mut colours = colours.into_iter();
        // Skips the colours above the clip rectangle, then the colours between the end of a row and the next row.
        let mut skip = clip.skipped.1.saturating_mul(columns).saturating_add(clip.skipped.0);
        self.for_each_row(&clip, |line, _| {
            if skip > 0 {
                colours.nth(skip - 1);
            }
            let first = (clip.indent / 8) as usize;
            for (at, colour) in (first..first + clip.columns).zip(colours.by_ref()) {
                write_masked(&mut line[at / 4], 0xff << (at % 4 * 8), splat(colour.0));
            }
            skip = columns - clip.columns;
        });
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Colour) -> Result<(), Infallible> {
        if let Some(clip) = self.clip_area(area) {
            self.fill_clipped(&clip, colour);
        }
        Ok(())
    }

    fn clear(&mut self, colour: Colour) -> Result<(), Infallible> {
        Frame::clear(self, colour);
        Ok(())
    }
}
