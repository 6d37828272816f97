//! The inner loops of drawing: where a picture's time goes on a machine with no time to spare.
//!
//! They are values, so that a host may hand a [`Frame`](super::Frame) the same loops compiled its
//! own way, for instance for another state of its processor or into faster memory: each is inlined
//! into whatever calls it. They get by without closures and adapters, which would stay behind as
//! functions compiled the common way.
//!
//! All write whole words, of four pixels each, the leftmost in the lowest byte of what is passed
//! along, and in the first byte of what is in the frame.

use super::looks::Look;
use core::hint::black_box;
use musrex_assets::{Tile, font};

/// The inner loops of a [`Frame`](super::Frame), each a function of the same name in this module.
pub struct Strokes {
    /// See [`choose`].
    pub choose: for<'a> fn(&mut [Cell<'a>], &Choice<'a>),
    /// See [`tiles`].
    pub tiles: fn(&mut [u32], usize, &Paving<'_>),
    /// See [`lay`].
    pub lay: fn(&mut [u32], usize, &Picture<'_>),
    /// See [`lay_cut`].
    pub lay_cut: fn(&mut [u32], usize, &Part, &Cutting<'_>),
    /// See [`glyph`].
    pub glyph: fn(&mut [u32], usize, &Letter<'_>),
    /// See [`line()`]; its letters are drawn as by the stroke for one.
    pub line: fn(&mut [u32], usize, &Line<'_>) -> i32,
    /// See [`fill`].
    pub fill: fn(&mut [u32], u32),
    /// See [`shade`].
    pub shade: fn(&mut [u32], u32),
}

impl Strokes {
    /// As the compiler makes them for this target.
    pub const COMMON: Strokes = Strokes {
        choose,
        tiles,
        lay,
        lay_cut,
        glyph,
        line: |words, stride, text| line(words, stride, text, glyph),
        fill,
        shade,
    };
}

/// What is left of a rectangle that was clipped; never empty.
pub struct Part {
    /// Columns and rows that were cut off before it.
    pub(super) skipped: (usize, usize),
    /// The word of the frame in which it begins.
    pub(super) start: usize,
    /// How far into that word it begins, in bits.
    pub(super) indent: u32,
    /// Words of a row, the first and the last perhaps in part.
    pub(super) words: usize,
    /// The pixels of the first and of the last word that belong to it.
    pub(super) ends: (u32, u32),
    /// Pixels of a row.
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// One place in a row of tiles, as [`Frame::cell`](super::Frame::cell) makes it. Its fields lie in this order, for strokes in assembly.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Cell<'a> {
    /// `None` where all is black.
    pub(super) tile: Option<&'a Tile>,
    /// The shade of all its pixels.
    pub(super) bits: u32,
}

impl Cell<'_> {
    /// Nothing but black.
    pub const BLACK: Cell<'static> = Cell { tile: None, bits: 0 };
}

/// What neighbouring places of a row of tiles show.
pub struct Choice<'a> {
    /// As what they look, at most 32.
    pub looks: &'a [Look],
    /// Which of them are known, the first in the lowest bit.
    pub known: u32,
    /// Which of them are in sight.
    pub visible: u32,
    /// The tiles they may look as, by their numbers.
    pub tiles: &'a [Tile],
    /// Copies of the first of these, for fast memory.
    pub copies: &'a [Tile],
    /// The shade of what is in sight.
    pub lit: u32,
    /// The shade of what is known, but not in sight.
    pub dim: u32,
}

/// Chooses what to draw at places of a row: what is not known is black.
#[inline(always)]
pub fn choose<'a>(cells: &mut [Cell<'a>], choice: &Choice<'a>) {
    let Choice { looks, mut known, mut visible, tiles, copies, lit, dim } = *choice;
    let mut place = 0;
    while place < cells.len() && place < looks.len() {
        cells[place] = if known & 1 == 1 {
            let number = looks[place].0 as usize;
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

/// Tiles side by side, of each of which some is on the frame.
pub struct Paving<'a> {
    /// One a tile.
    pub cells: &'a [Cell<'a>],
    /// Pixels from the left edge of the frame to the first: below 0 where it is cut off there.
    pub left: i32,
    /// The first of their rows that is drawn, and past the last.
    pub rows: (usize, usize),
}

/// Draws tiles, as far as they are on the frame. `words` begins with a row of the frame, and `stride`
/// are the words of one.
#[inline(always)]
pub fn tiles(words: &mut [u32], stride: usize, paving: &Paving<'_>) {
    let Paving { mut cells, mut left, rows } = *paving;
    if left < 0
        && let [first, others @ ..] = cells
    {
        tile_in_part(words, stride, first, left, rows);
        (cells, left) = (others, left + 16);
    }
    let start = left.cast_unsigned() as usize;
    let whole = cells.len().min((4 * stride).saturating_sub(start) / 16);
    let (whole, last) = cells.split_at(whole);
    if !whole.is_empty() {
        let words = &mut words[start / 4..];
        match left % 4 {
            0 => tiles_on_words(words, stride, whole, rows),
            1 => tiles_at::<8>(words, stride, whole, rows),
            2 => tiles_at::<16>(words, stride, whole, rows),
            _ => tiles_at::<24>(words, stride, whole, rows),
        }
    }
    if let [last] = last {
        let place = i32::try_from(16 * whole.len()).unwrap_or(0);
        tile_in_part(words, stride, last, left + place, rows);
    }
}

/// Draws as much of a tile as is on the frame.
#[inline(never)]
fn tile_in_part(
    words: &mut [u32],
    stride: usize,
    cell: &Cell<'_>,
    left: i32,
    (row, end): (usize, usize),
) {
    let indent = left.cast_unsigned() % 4 * 8;
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
                put(word, mask, pixels);
            }
        }
    }
}

const BLACK: Tile = Tile([[0; 4]; 16]);

/// As [`tiles`], where each row is four whole words.
#[inline(always)]
fn tiles_on_words(
    words: &mut [u32],
    stride: usize,
    cells: &[Cell<'_>],
    (first, end): (usize, usize),
) {
    let mut place = 0;
    for cell in cells {
        let tile = cell.tile.unwrap_or(&BLACK);
        match (first, end) {
            (0, 16) => whole_tile(&mut words[place..], stride, tile, cell.bits),
            _ => rows_on_words(&mut words[place..], stride, &tile.0[first..end], cell.bits),
        }
        place += 4;
    }
}

/// As [`rows_on_words`] for all rows: steps known in advance are cheaper. A function of its own, or
/// the compiler works out the places of all rows before the first tile, more than it can remember.
#[inline(never)]
fn whole_tile(words: &mut [u32], stride: usize, tile: &Tile, bits: u32) {
    rows_on_words(words, stride, &tile.0, bits);
}

#[inline(always)]
fn rows_on_words(words: &mut [u32], stride: usize, rows: &[[u32; 4]], bits: u32) {
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

/// A row of a tile in the shade of these bits, in as few operations as the processor has for it.
#[inline(always)]
fn shaded(row: &[u32; 4], bits: u32) -> [u32; 4] {
    let [left, right]: [u64; 2] = bytemuck::cast(row.map(u32::to_le));
    let bits = u64::from(bits) << 32 | u64::from(bits);
    bytemuck::cast([left | bits, right | bits])
}

/// As [`tiles`], where `SHIFT` is the indent: shifts known in advance are cheaper.
#[inline(always)]
fn tiles_at<const SHIFT: u32>(
    words: &mut [u32],
    stride: usize,
    cells: &[Cell<'_>],
    (mut row, end): (usize, usize),
) {
    let edge = black_box(u32::MAX << SHIFT);
    let mut rest = words;
    while row < end {
        let mut line = &mut *rest;
        // What stays of the first word, and then of each word what belongs to the next.
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
            put(&mut line[0], !edge, before);
        }
        row += 1;
        if row < end {
            rest = &mut rest[stride..];
        }
    }
}

/// A picture whose rows are whole words.
pub struct Picture<'a> {
    /// Words of four colours below 64 each, row by row.
    pub words: &'a [u32],
    /// Words of a row.
    pub columns: usize,
    /// How far into a word of the frame it begins, in bits: 0, 8, 16 or 24.
    pub indent: u32,
    /// The shade of all its pixels.
    pub bits: u32,
}

/// Draws a picture but for its clear pixels. `words` begins where it does.
#[inline(always)]
pub fn lay(words: &mut [u32], stride: usize, picture: &Picture<'_>) {
    let Picture { words: rows, columns, indent, bits } = *picture;
    let width = columns + usize::from(indent != 0);
    let (mut at, mut from) = (0, 0);
    while from < rows.len() {
        let row = &rows[from..][..columns];
        let (line, after) = words[at..][..width].split_at_mut(columns);
        // What is moved in from beyond the edges is clear, so that the edges are nothing special.
        let mut before = 0;
        let mut place = 0;
        while place < columns {
            let pixels = row[place] << indent | before >> 1 >> (31 - indent);
            before = row[place];
            if pixels != 0 {
                put(&mut line[place], covered(pixels), pixels | bits);
            }
            place += 1;
        }
        let pixels = before >> 1 >> (31 - indent);
        if let [word] = after
            && pixels != 0
        {
            put(word, covered(pixels), pixels | bits);
        }
        at += stride;
        from += columns;
    }
}

/// What is left of a picture that is cut off at its sides.
pub struct Cutting<'a> {
    /// The rows that are left.
    pub(super) picture: Picture<'a>,
    /// Words of each row to which all is cut off, as they come to lie on the frame.
    pub(super) skipped: usize,
}

/// Draws what is left of a picture in `part`.
#[inline(always)]
pub fn lay_cut(words: &mut [u32], stride: usize, part: &Part, cutting: &Cutting<'_>) {
    let Cutting { ref picture, skipped } = *cutting;
    let mut at = part.start;
    let mut from = 0;
    for _ in 0..part.rows {
        let row = &picture.words[from..][..picture.columns];
        let mut before = if skipped > 0 { row[skipped - 1] } else { 0 };
        let mut rest = &row[skipped..];
        let mut mask = part.ends.0;
        let mut left = part.words;
        for word in &mut words[at..][..part.words] {
            let mut after = 0;
            if let [first, others @ ..] = rest {
                (after, rest) = (*first, others);
            }
            let pixels = after << picture.indent | before >> 1 >> (31 - picture.indent);
            before = after;
            left -= 1;
            if left == 0 {
                mask &= part.ends.1;
            }
            // Much of a sprite is clear.
            if pixels != 0 {
                put(word, mask & covered(pixels), pixels | picture.bits);
            }
            mask = u32::MAX;
        }
        at += stride;
        from += picture.columns;
    }
}

/// A picture of one colour, at most eight pixels wide.
pub struct Letter<'a> {
    /// A byte a row, the leftmost pixel in the highest bit.
    pub rows: &'a [u8],
    /// How far to the left their bits move to come to lie on three words of the frame, that is on the
    /// lowest twelve bits.
    pub shift: u32,
    /// Which of those are drawn.
    pub seen: u32,
    /// Four pixels of the colour.
    pub pixels: u32,
}

/// Draws a letter where `words` begins.
#[inline(always)]
pub fn glyph(words: &mut [u32], stride: usize, letter: &Letter<'_>) {
    let mut at = 0;
    for &row in letter.rows {
        let bits = u32::from(row) << letter.shift & letter.seen;
        if bits >> 8 != 0 {
            put(&mut words[at], spread(bits >> 8), letter.pixels);
        }
        if bits >> 4 & 15 != 0 {
            put(&mut words[at + 1], spread(bits >> 4 & 15), letter.pixels);
        }
        if bits & 15 != 0 {
            put(&mut words[at + 2], spread(bits & 15), letter.pixels);
        }
        at += stride;
    }
}

impl<'a> Letter<'a> {
    /// A letter of these rows, `width` pixels of each, that begins `left` pixels from the edge of a frame
    /// of so many; and the word of its first row in which it begins. `None` when nothing of it is on
    /// the frame.
    #[inline(always)]
    pub(super) fn at(
        left: i32,
        rows: &'a [u8],
        width: u8,
        frame: i32,
        pixels: u32,
    ) -> Option<(usize, Letter<'a>)> {
        let (first, end) = (left.max(0), (left + i32::from(width.min(8))).min(frame));
        if first >= end || rows.is_empty() {
            return None;
        }
        let indent = first.cast_unsigned() % 4;
        let letter = Letter {
            rows,
            shift: 4 - indent + first.abs_diff(left),
            seen: (0xff00 >> first.abs_diff(end) & 0xff) << 4 >> indent,
            pixels,
        };
        Some((first.cast_unsigned() as usize / 4, letter))
    }
}

/// A line of text.
pub struct Line<'a> {
    /// What it says.
    pub text: &'a str,
    /// Pixels from the left edge of the frame to its first letter; any.
    pub left: i32,
    /// The first of the rows of its letters that is drawn, and past the last.
    pub rows: (usize, usize),
    /// Four pixels of its colour.
    pub pixels: u32,
}

/// Draws a line of text, as far as it is on the frame, letter by letter with `glyph`. `words` begins
/// with a row of the frame, and `stride` are the words of one. Gives where a text that goes on after
/// it starts.
#[inline(always)]
pub fn line(
    words: &mut [u32],
    stride: usize,
    line: &Line<'_>,
    glyph: fn(&mut [u32], usize, &Letter<'_>),
) -> i32 {
    let Line { text, mut left, rows: (first, end), pixels } = *line;
    let frame = i32::try_from(4 * stride).unwrap_or(0);
    let mut at = 0;
    while at < text.len() {
        let (picture, bytes) = font::glyph_at(text, at);
        at += bytes;
        let rows = &picture.rows[first..end];
        if let Some((start, letter)) = Letter::at(left, rows, picture.width, frame, pixels) {
            glyph(&mut words[start..], stride, &letter);
        }
        left += i32::from(picture.width) + 1;
    }
    left
}

/// Fills whole words with `pixels`, which are four of one colour.
#[inline(always)]
pub fn fill(words: &mut [u32], pixels: u32) {
    words.fill(pixels);
}

/// Puts all pixels of whole words into another shade, four of which are `bits`.
#[inline(always)]
pub fn shade(words: &mut [u32], bits: u32) {
    for word in words {
        *word = *word & COLOUR | bits;
    }
}

/// The bits of four pixels that are their colour.
pub(super) const COLOUR: u32 = four(0x3f);

/// Four pixels of one value.
#[inline(always)]
pub(super) const fn four(pixel: u8) -> u32 {
    u32::from_le_bytes([pixel; 4])
}

/// Replaces the pixels of a word that are under `mask`.
#[inline(always)]
pub(super) fn put(word: &mut u32, mask: u32, pixels: u32) {
    *word = *word & !mask.to_le() | (pixels & mask).to_le();
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
