//! The core's strokes, in fast memory and in the state of the processor that has registers enough for
//! them; and those that take most of the time by hand, in `tiles.s` and `pictures.s`.

use musrex_core::draw::strokes::{
    self, Cell, Choice, Cutting, Letter, Line, Part, Paving, Picture, Strokes,
};

/// What pictures are drawn with.
pub static STROKES: Strokes = Strokes { choose, tiles, lay, lay_cut, glyph, line, fill, shade };

// In `tiles.s` and `pictures.s`.
unsafe extern "C" {
    fn paint_tiles(
        words: *mut u32,
        stride: usize,
        cells: *const Cell<'_>,
        cells_end: *const Cell<'_>,
        row: usize,
        rows: usize,
    );
    fn paint_edge(
        words: *mut u32,
        stride: usize,
        cell: *const Cell<'_>,
        place: usize,
        rows: usize,
        count: usize,
    );
    fn paint_lines(
        words: *mut u32,
        stride: usize,
        cells: *const Cell<'_>,
        whole_end: *const Cell<'_>,
        row: usize,
        row_end: usize,
        indent: u32,
        first: isize,
        last: isize,
    );
    fn paint_picture(
        words: *mut u32,
        skip: usize,
        picture: *const u32,
        end: *const u32,
        row: usize,
        indent: u32,
        bits: u32,
    );
    fn paint_letter(
        words: *mut u32,
        stride: usize,
        rows: *const u8,
        end: *const u8,
        shift: u32,
        seen: u32,
        pixels: u32,
    );
    fn fill_words(words: *mut u32, count: usize, pixels: u32);
    fn shade_words(words: *mut u32, count: usize, bits: u32);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn choose<'a>(cells: &mut [Cell<'a>], choice: &Choice<'a>) {
    strokes::choose(cells, choice);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn tiles(words: &mut [u32], stride: usize, paving: &Paving<'_>) {
    let Paving { cells, left, rows: (row, end) } = *paving;
    let indent = left.cast_unsigned() % 4 * 8;
    // Words of a line up to where each cell begins.
    let place_of = |cell: usize| (left >> 2) as isize + 4 * cell.cast_signed();
    let (start, width) = (place_of(0), stride.cast_signed());
    let beyond = place_of(cells.len()) + isize::from(indent != 0) - width;
    let (is_first_cut, is_last_cut) = (start < 0, beyond > 0);
    assert!(
        row < end
            && end <= 16
            && (end - row) * stride <= words.len()
            && left > -16
            && cells.len() > usize::from(is_first_cut && is_last_cut)
            && place_of(cells.len() - 1) < width
    );
    let whole = usize::from(is_first_cut)..cells.len() - usize::from(is_last_cut);
    let (words, tiles) = (words.as_mut_ptr(), cells.as_ptr());
    if indent != 0 {
        // SAFETY: each of the cells is on the frame.
        unsafe { tiles_off_words(words, stride, paving, whole.start, whole.end) };
        return;
    }
    if is_first_cut {
        let (gone, left) = ((-start).cast_unsigned(), (4 + start).cast_unsigned());
        // SAFETY: it writes the words of each line that are left of the first cell, and reads the same
        // of the rows of its tile.
        unsafe { paint_edge(words, 4 * stride, tiles, 16 * row + 4 * gone, end - row, left) }
    }
    if is_last_cut {
        let place = place_of(whole.end).cast_unsigned();
        // SAFETY: as above, of the last.
        unsafe {
            paint_edge(
                words.add(place),
                4 * stride,
                tiles.add(whole.end),
                16 * row,
                end - row,
                stride - place,
            )
        }
    }
    if !whole.is_empty() {
        let place = place_of(whole.start).cast_unsigned();
        // SAFETY: it writes four words of each line for each of these cells, which are whole, and reads
        // the same rows of their tiles.
        unsafe {
            paint_tiles(
                words.add(place),
                4 * stride,
                tiles.add(whole.start),
                tiles.add(whole.end),
                16 * row,
                end - row,
            )
        }
    }
}

/// Draws tiles that do not lie on words. Those from `whole` to `whole_end` are not cut.
///
/// # Safety
/// Of each of them something is on a frame of these words, and all of the others.
#[inline(always)]
unsafe fn tiles_off_words(
    words: *mut u32,
    stride: usize,
    paving: &Paving<'_>,
    whole: usize,
    whole_end: usize,
) {
    let Paving { cells, left, rows: (row, end) } = *paving;
    let (start, width) = ((left >> 2) as isize, stride.cast_signed());
    // What is seen of those that are cut, as `paint_lines` takes it.
    let first = if whole > 0 { -8 * (start + 1) } else { -1 };
    let words_left = width - start - 4 * whole_end.cast_signed();
    let last = if whole_end < cells.len() { 8 * (words_left - 1) } else { -1 };
    let tiles = cells.as_ptr();
    // SAFETY: it writes words of each line, no more than are seen of the cells, and reads the same
    // rows of their tiles.
    unsafe {
        paint_lines(
            words.add(if whole > 0 { 0 } else { start.cast_unsigned() }),
            4 * stride,
            tiles,
            tiles.add(whole_end),
            16 * row,
            16 * end,
            left.cast_unsigned() % 4 * 8,
            first,
            last,
        )
    }
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn lay(words: &mut [u32], stride: usize, picture: &Picture<'_>) {
    let Picture { words: rows, columns, indent, bits } = *picture;
    let width = columns + usize::from(indent != 0);
    let last = (rows.len() / columns).saturating_sub(1) * stride;
    let is_whole = columns % 2 == 0 && !rows.is_empty() && rows.len() % columns == 0;
    assert!(is_whole && last + width <= words.len());
    let ends = rows.as_ptr_range();
    // SAFETY: it reads and writes up to `width` words of each row, and reads whole rows up to the end.
    unsafe {
        paint_picture(
            words.as_mut_ptr(),
            4 * (stride - columns),
            ends.start,
            ends.end,
            4 * columns,
            indent,
            bits,
        )
    };
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn lay_cut(words: &mut [u32], stride: usize, part: &Part, cutting: &Cutting<'_>) {
    strokes::lay_cut(words, stride, part, cutting);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn glyph(words: &mut [u32], stride: usize, letter: &Letter<'_>) {
    let Letter { rows, shift, seen, pixels } = *letter;
    // Up to the last word in which bits count.
    let width = 1 + usize::from(seen & 0xff != 0) + usize::from(seen & 0xf != 0);
    assert!(seen < 1 << 12 && !rows.is_empty() && (rows.len() - 1) * stride + width <= words.len());
    let ends = rows.as_ptr_range();
    // SAFETY: it reads and writes up to `width` words of each row, those that `seen` has bits of, and
    // reads the rows up to the end.
    unsafe {
        paint_letter(words.as_mut_ptr(), 4 * stride, ends.start, ends.end, shift, seen, pixels)
    };
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn line(words: &mut [u32], stride: usize, line: &Line<'_>) -> i32 {
    strokes::line(words, stride, line, glyph)
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn fill(words: &mut [u32], pixels: u32) {
    // SAFETY: it writes as many.
    unsafe { fill_words(words.as_mut_ptr(), words.len(), pixels) };
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn shade(words: &mut [u32], bits: u32) {
    // SAFETY: it reads and writes as many.
    unsafe { shade_words(words.as_mut_ptr(), words.len(), bits) };
}
