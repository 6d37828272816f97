//! Blit kernels: the inner loops of drawing, which take most of a frame's time on slow machines.
//!
//! Kernels are function pointers, so that a host can give a [`Frame`](super::Frame) kernels of its own. A host may
//! compile the kernels for another instruction set, or place them in faster memory. For that purpose, each kernel here
//! is inlined into its caller. The kernels use no closures and no iterator adapters, because those would stay separate
//! functions compiled in the default way. Only the drawing of clipped tiles, which is rare, uses closures and adapters.
//! All kernels write whole words of four pixels. In arguments, the leftmost pixel is the lowest byte; in the frame, the
//! leftmost pixel is the first byte.

use core::hint::black_box;
use musrex_assets::{Tile, font};

// Target: GBA, all of this file. Inlined: a host compiles each kernel for its instruction set and memory.

/// The kernels that a [`Frame`](super::Frame) draws with; each has the name of a function in this module.
pub struct Kernels {
    /// The kernel [`select_tiles`].
    pub select_tiles: for<'a> fn(&mut [Cell<'a>], &TileSelection<'a>),
    /// The kernel [`blit_tiles`].
    pub blit_tiles: fn(&mut [u32], usize, &TileRow<'_>),
    /// The kernel [`blit_masked`].
    pub blit_masked: fn(&mut [u32], usize, &Bitmap<'_>),
    /// The kernel [`blit_clipped`].
    pub blit_clipped: fn(&mut [u32], usize, &ClipRect, &ClippedSprite<'_>),
    /// The kernel [`blit_glyph`].
    pub blit_glyph: fn(&mut [u32], usize, &Glyph<'_>),
    /// The kernel [`blit_text`], which draws each glyph as [`blit_glyph`] does.
    pub blit_text: fn(&mut [u32], usize, &TextLine<'_>) -> i32,
    /// The kernel [`fill`].
    pub fill: fn(&mut [u32], u32),
    /// The kernel [`shade`].
    pub shade: fn(&mut [u32], u32),
}

impl Kernels {
    /// The kernels of this module, compiled in the default way.
    pub(crate) const PORTABLE: Kernels = Kernels {
        select_tiles,
        blit_tiles,
        blit_masked,
        blit_clipped,
        blit_glyph,
        blit_text: |words, stride, text| blit_text(words, stride, text, blit_glyph),
        fill,
        shade,
    };
}

/// A rectangle after clipping, in words of the frame; never empty.
pub struct ClipRect {
    /// The numbers of columns and rows that were clipped off at the left and the top.
    pub(super) skipped: (usize, usize),
    /// The index of the frame word that holds the top left pixel of the rectangle.
    pub(super) start: usize,
    /// The bit of that word at which the rectangle begins: 0, 8, 16 or 24.
    pub(super) indent: u32,
    /// The number of words in a row. The rectangle may cover only a part of the first and of the last word.
    pub(super) words: usize,
    /// The masks of the pixels that the rectangle covers in the first and in the last word of a row.
    pub(super) ends: (u32, u32),
    /// The number of pixels in a row.
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// The index of a tile in a tile set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileIndex(pub(crate) u8);

/// One cell of a tile row; [`Frame::cell`](super::Frame::cell) makes it.
#[derive(Clone, Copy)]
// Target: GBA. Laid out as in C, because kernels in assembly read the fields.
#[repr(C)]
pub struct Cell<'a> {
    /// The tile; `None` draws black.
    pub(super) tile: Option<&'a Tile>,
    /// The shade bits of four pixels, which are or-ed into each word.
    pub(super) bits: u32,
}

impl Cell<'_> {
    /// A cell that draws black.
    pub const BLACK: Cell<'static> = Cell { tile: None, bits: 0 };
}

/// The input of [`select_tiles`]: up to 32 neighbouring map cells, and the tiles to pick from.
pub struct TileSelection<'a> {
    /// The tile index of each map cell, at most 32.
    pub indices: &'a [TileIndex],
    /// The explored map cells as a bit mask, the first cell in the lowest bit.
    pub known: u32,
    /// The map cells in the field of view, as a bit mask.
    pub visible: u32,
    /// The tile set that the indices refer to.
    pub tiles: &'a [Tile],
    /// Copies of the first tiles of the set in fast memory; may be empty.
    pub copies: &'a [Tile],
    /// The shade bits of cells in the field of view.
    pub lit: u32,
    /// The shade bits of explored cells outside the field of view.
    pub dim: u32,
}

/// Selects the tile and the shade of each cell; unexplored cells are black.
#[inline(always)]
pub fn select_tiles<'a>(cells: &mut [Cell<'a>], selection: &TileSelection<'a>) {
    let TileSelection { indices, mut known, mut visible, tiles, copies, lit, dim } = *selection;
    let mut place = 0;
    while place < cells.len() && place < indices.len() {
        cells[place] = if known & 1 == 1 {
            let number = indices[place].0 as usize;
            let tile = if number < copies.len() { &copies[number] } else { &tiles[number] };
            Cell { tile: Some(tile), bits: if visible & 1 == 1 { lit } else { dim } }
        } else {
            Cell::BLACK
        };
        known >>= 1;
        visible >>= 1;
        place += 1;
    }
}

/// A row of neighbouring tiles. At least one pixel of each tile is on the frame.
pub struct TileRow<'a> {
    /// A cell for each tile.
    pub cells: &'a [Cell<'a>],
    /// The x of the first tile; negative when the frame's left edge clips it.
    pub left: i32,
    /// The rows of pixels to draw in each tile: the first row, and the row after the last (0 to 16).
    pub rows: (usize, usize),
}

/// Draws a row of tiles, clipped at the frame's left and right edges. `words` begins with the first row of the frame to
/// draw on; `stride` is the number of words in a row.
#[inline(always)]
pub fn blit_tiles(words: &mut [u32], stride: usize, tile_row: &TileRow<'_>) {
    let TileRow { mut cells, mut left, rows } = *tile_row;
    if left < 0
        && let [first, others @ ..] = cells
    {
        blit_tile_clipped(words, stride, first, left, rows);
        (cells, left) = (others, left + 16);
    }
    let start = left.cast_unsigned() as usize;
    let whole = cells.len().min((4 * stride).saturating_sub(start) / 16);
    let (whole, last) = cells.split_at(whole);
    if !whole.is_empty() {
        let words = &mut words[start / 4..];
        match left % 4 {
            0 => blit_tiles_aligned(words, stride, whole, rows),
            1 => blit_tiles_shifted::<8>(words, stride, whole, rows),
            2 => blit_tiles_shifted::<16>(words, stride, whole, rows),
            _ => blit_tiles_shifted::<24>(words, stride, whole, rows),
        }
    }
    if let [last] = last {
        let place = i32::try_from(16 * whole.len()).unwrap_or(0);
        blit_tile_clipped(words, stride, last, left + place, rows);
    }
}

/// Draws the visible part of a tile.
// Target: GBA. Not inlined: one copy for both edges, because fast memory is small.
#[inline(never)]
fn blit_tile_clipped(
    words: &mut [u32],
    stride: usize,
    cell: &Cell<'_>,
    left: i32,
    (row, end): (usize, usize),
) {
    let indent = left.cast_unsigned() % 4 * 8;
    // Target: GBA. Hides the mask from the compiler, which might write a single byte: video memory doubles such a byte.
    let edge = black_box(u32::MAX << indent);
    let rows = &cell.tile.unwrap_or(&BLACK).0[row..end];
    for (line, row) in words.chunks_mut(stride).zip(rows) {
        let mut before = 0;
        for (word, place) in (0..5).zip(left >> 2..) {
            let (after, mask) = match row.get(word) {
                Some(pixels) => (pixels | cell.bits, if word == 0 { edge } else { u32::MAX }),
                None => (0, !edge),
            };
            let pixels = after << indent | before >> 1 >> (31 - indent);
            before = after;
            if let Some(word) = usize::try_from(place).ok().and_then(|place| line.get_mut(place)) {
                write_masked(word, mask, pixels);
            }
        }
    }
}

const BLACK: Tile = Tile([[0; 4]; 16]);

/// Draws tiles like [`blit_tiles`], for tiles whose rows cover exactly four whole words each.
#[inline(always)]
fn blit_tiles_aligned(
    words: &mut [u32],
    stride: usize,
    cells: &[Cell<'_>],
    (first, end): (usize, usize),
) {
    let mut place = 0;
    for cell in cells {
        let tile = cell.tile.unwrap_or(&BLACK);
        match (first, end) {
            (0, 16) => blit_tile_aligned(&mut words[place..], stride, tile, cell.bits),
            _ => blit_rows_aligned(&mut words[place..], stride, &tile.0[first..end], cell.bits),
        }
        place += 4;
    }
}

/// Draws rows like [`blit_rows_aligned`], but always all 16 rows, because constant steps are faster.
// Target: GBA. Not inlined: this keeps the addresses of all rows in registers.
#[inline(never)]
fn blit_tile_aligned(words: &mut [u32], stride: usize, tile: &Tile, bits: u32) {
    blit_rows_aligned(words, stride, &tile.0, bits);
}

#[inline(always)]
fn blit_rows_aligned(words: &mut [u32], stride: usize, rows: &[[u32; 4]], bits: u32) {
    let Some((last, others)) = rows.split_last() else { return };
    let mut rest = words;
    for row in others {
        let (line, after) = rest.split_at_mut(stride);
        if let Some(four) = line.first_chunk_mut() {
            *four = shaded(row, bits);
        }
        rest = after;
    }
    if let Some(four) = rest.first_chunk_mut() {
        *four = shaded(last, bits);
    }
}

/// Returns a tile row with these shade bits. Works on 64 bits at a time where the processor can.
#[inline(always)]
fn shaded(row: &[u32; 4], bits: u32) -> [u32; 4] {
    let [left, right]: [u64; 2] = bytemuck::cast(row.map(u32::to_le));
    let bits = u64::from(bits) << 32 | u64::from(bits);
    bytemuck::cast([left | bits, right | bits])
}

/// Draws tiles like [`blit_tiles`], starting `SHIFT` bits into a word, because constant shifts are faster.
#[inline(always)]
fn blit_tiles_shifted<const SHIFT: u32>(
    words: &mut [u32],
    stride: usize,
    cells: &[Cell<'_>],
    (mut row, end): (usize, usize),
) {
    // Target: GBA. Hides the mask from the compiler, which might write a single byte: video memory doubles such a byte.
    let edge = black_box(u32::MAX << SHIFT);
    let mut rest = words;
    while row < end {
        let mut line = &mut *rest;
        // Carries pixels into the next word: first the kept pixels of the first word, then the pixels shifted out of
        // each word.
        let mut before = if SHIFT == 0 { 0 } else { u32::from_le(line[0]) & !edge };
        for cell in cells {
            let (mut a, mut b, mut c, mut d) = (0, 0, 0, 0);
            if let Some(tile) = cell.tile {
                [a, b, c, d] = tile.0[row];
                (a, b, c, d) = (a | cell.bits, b | cell.bits, c | cell.bits, d | cell.bits);
            }
            let Some((four, after)) = line.split_first_chunk_mut() else { return };
            if SHIFT == 0 {
                *four = [a.to_le(), b.to_le(), c.to_le(), d.to_le()];
            } else {
                *four = [
                    (a << SHIFT | before).to_le(),
                    (b << SHIFT | a >> (32 - SHIFT)).to_le(),
                    (c << SHIFT | b >> (32 - SHIFT)).to_le(),
                    (d << SHIFT | c >> (32 - SHIFT)).to_le(),
                ];
                before = d >> (32 - SHIFT);
            }
            line = after;
        }
        if SHIFT != 0 {
            write_masked(&mut line[0], !edge, before);
        }
        row += 1;
        if row < end {
            rest = &mut rest[stride..];
        }
    }
}

/// A bitmap whose rows are whole words.
pub struct Bitmap<'a> {
    /// The pixels: words of four palette indices below 64, row by row; 0 is transparent.
    pub words: &'a [u32],
    /// The number of words in a row.
    pub columns: usize,
    /// The bit of a frame word at which the bitmap begins: 0, 8, 16 or 24.
    pub indent: u32,
    /// The shade bits of four pixels, which are or-ed into each word.
    pub bits: u32,
}

/// Draws a bitmap without its transparent pixels. `words` begins at the top left word of the bitmap.
#[inline(always)]
pub fn blit_masked(words: &mut [u32], stride: usize, bitmap: &Bitmap<'_>) {
    let Bitmap { words: rows, columns, indent, bits } = *bitmap;
    let width = columns + usize::from(indent != 0);
    let (mut at, mut from) = (0, 0);
    while from < rows.len() {
        let row = &rows[from..][..columns];
        let (line, after) = words[at..][..width].split_at_mut(columns);
        // Pixels shifted in from beyond the edges are transparent, so that the edges need no
        // special case.
        let mut before = 0;
        let mut place = 0;
        while place < columns {
            let pixels = row[place] << indent | before >> 1 >> (31 - indent);
            before = row[place];
            if pixels != 0 {
                write_masked(&mut line[place], opaque_mask(pixels), pixels | bits);
            }
            place += 1;
        }
        let pixels = before >> 1 >> (31 - indent);
        if let [word] = after
            && pixels != 0
        {
            write_masked(word, opaque_mask(pixels), pixels | bits);
        }
        at += stride;
        from += columns;
    }
}

/// A bitmap that the left or the right edge clips.
pub struct ClippedSprite<'a> {
    /// The rows that remain.
    pub(super) bitmap: Bitmap<'a>,
    /// The number of completely clipped words at the start of each row, counted after the shift.
    pub(super) skipped: usize,
}

/// Draws the part of a bitmap inside the clip rectangle.
#[inline(always)]
pub fn blit_clipped(words: &mut [u32], stride: usize, clip: &ClipRect, sprite: &ClippedSprite<'_>) {
    let ClippedSprite { ref bitmap, skipped } = *sprite;
    let mut at = clip.start;
    let mut from = 0;
    for _ in 0..clip.rows {
        let row = &bitmap.words[from..][..bitmap.columns];
        let mut before = if skipped > 0 { row[skipped - 1] } else { 0 };
        let mut rest = &row[skipped..];
        let mut mask = clip.ends.0;
        let mut left = clip.words;
        for word in &mut words[at..][..clip.words] {
            let mut after = 0;
            if let [first, others @ ..] = rest {
                (after, rest) = (*first, others);
            }
            let pixels = after << bitmap.indent | before >> 1 >> (31 - bitmap.indent);
            before = after;
            left -= 1;
            if left == 0 {
                mask &= clip.ends.1;
            }
            // Skips transparent words, which make up much of a sprite.
            if pixels != 0 {
                write_masked(word, mask & opaque_mask(pixels), pixels | bitmap.bits);
            }
            mask = u32::MAX;
        }
        at += stride;
        from += bitmap.columns;
    }
}

/// A one-bit glyph in one colour, at most eight pixels wide.
pub struct Glyph<'a> {
    /// The rows of the glyph, a byte each, with the leftmost pixel in the highest bit.
    pub rows: &'a [u8],
    /// The left shift that aligns a row's bits with the twelve pixels of three frame words.
    pub shift: u32,
    /// A mask with a bit for each of these twelve pixels. A bit is set if its pixel belongs to the glyph's width and
    /// lies on the frame.
    pub mask: u32,
    /// A word of four pixels in the glyph's colour.
    pub pixels: u32,
}

/// Draws a glyph at the first word of `words`.
#[inline(always)]
pub fn blit_glyph(words: &mut [u32], stride: usize, glyph: &Glyph<'_>) {
    let mut at = 0;
    for &row in glyph.rows {
        let bits = u32::from(row) << glyph.shift & glyph.mask;
        if bits >> 8 != 0 {
            write_masked(&mut words[at], expand_bits(bits >> 8), glyph.pixels);
        }
        if bits >> 4 & 15 != 0 {
            write_masked(&mut words[at + 1], expand_bits(bits >> 4 & 15), glyph.pixels);
        }
        if bits & 15 != 0 {
            write_masked(&mut words[at + 2], expand_bits(bits & 15), glyph.pixels);
        }
        at += stride;
    }
}

impl<'a> Glyph<'a> {
    /// Clips a glyph of `width` pixels, whose left edge is at x `left`, to a frame of `frame` pixels. Returns the glyph
    /// with the index of its first word in a frame row; `None` when the glyph is off the frame.
    #[inline(always)]
    pub(super) fn at(
        left: i32,
        rows: &'a [u8],
        width: u8,
        frame: i32,
        pixels: u32,
    ) -> Option<(usize, Glyph<'a>)> {
        let (first, end) = (left.max(0), (left + i32::from(width.min(8))).min(frame));
        if first >= end || rows.is_empty() {
            return None;
        }
        let indent = first.cast_unsigned() % 4;
        let glyph = Glyph {
            rows,
            shift: 4 - indent + first.abs_diff(left),
            mask: (0xff00 >> first.abs_diff(end) & 0xff) << 4 >> indent,
            pixels,
        };
        Some((first.cast_unsigned() as usize / 4, glyph))
    }
}

/// A line of text to draw.
pub struct TextLine<'a> {
    /// The text.
    pub text: &'a str,
    /// The x of the first glyph; any value is allowed.
    pub left: i32,
    /// The range of glyph rows to draw: the first row, and the row after the last.
    pub rows: (usize, usize),
    /// A word of four pixels in the colour of the text.
    pub pixels: u32,
}

/// Draws a line of text, clipped at the frame's edges, and draws each glyph with the given kernel. `words` begins with
/// the first row of the frame to draw on; `stride` is the number of words in a row. Returns the x after the last glyph,
/// where more text would continue.
#[inline(always)]
pub fn blit_text(
    words: &mut [u32],
    stride: usize,
    line: &TextLine<'_>,
    blit_glyph: fn(&mut [u32], usize, &Glyph<'_>),
) -> i32 {
    let TextLine { text, mut left, rows: (first, end), pixels } = *line;
    let frame = i32::try_from(4 * stride).unwrap_or(0);
    let mut at = 0;
    while at < text.len() {
        let (bitmap, bytes) = font::glyph_at(text, at);
        at += bytes;
        let rows = &bitmap.rows[first..end];
        if let Some((start, glyph)) = Glyph::at(left, rows, bitmap.width, frame, pixels) {
            blit_glyph(&mut words[start..], stride, &glyph);
        }
        left += i32::from(bitmap.width) + 1;
    }
    left
}

/// Fills words with `pixels`, a word of four pixels of one colour.
#[inline(always)]
pub fn fill(words: &mut [u32], pixels: u32) {
    words.fill(pixels);
}

/// Replaces the shade bits of all pixels in the words with `bits`.
#[inline(always)]
pub fn shade(words: &mut [u32], bits: u32) {
    for word in words {
        *word = *word & COLOUR | bits;
    }
}

/// The mask of the colour bits in four pixels.
pub(super) const COLOUR: u32 = splat(0x3f);

/// Returns a word of four pixels that all have this value.
#[inline(always)]
pub(super) const fn splat(pixel: u8) -> u32 {
    u32::from_le_bytes([pixel; 4])
}

/// Writes the pixels under `mask`, and keeps the other pixels of the word.
#[inline(always)]
pub(super) fn write_masked(word: &mut u32, mask: u32, pixels: u32) {
    *word = *word & !mask.to_le() | (pixels & mask).to_le();
}

/// Returns a mask with all ones in each pixel that is not transparent. Colours must be below 64.
#[inline(always)]
const fn opaque_mask(pixels: u32) -> u32 {
    let highest = (pixels + splat(0x7f)) & splat(0x80);
    highest | (highest - (highest >> 7))
}

/// Expands the lowest four bits to a mask of four pixels; the highest of these bits is the leftmost pixel.
#[inline(always)]
const fn expand_bits(bits: u32) -> u32 {
    let highest = bits.wrapping_mul(1 << 4 | 1 << 13 | 1 << 22 | 1 << 31) & splat(0x80);
    highest | (highest - (highest >> 7))
}
