//! The core's strokes, in fast memory and in the state of the processor that has registers enough for
//! them; and one of them by hand, in `tiles.s`.

use musrex_core::draw::strokes::{self, Cell, Letter, Part, Paving, Picture, Strokes};

/// What pictures are drawn with.
pub static STROKES: Strokes = Strokes { tiles, lay, glyph, fill, shade };

fn tiles(words: &mut [u32], stride: usize, paving: &Paving<'_>) {
    unsafe extern "C" {
        fn paint_tiles(
            words: *mut u32,
            stride: usize,
            cells: *const Cell<'_>,
            cells_end: *const Cell<'_>,
            row: usize,
            row_end: usize,
            indent: u32,
        );
    }
    let Paving { cells, rows: (row, end), indent } = *paving;
    // Words of a row, and of all rows, as far as they are written.
    let width = 4 * cells.len() + usize::from(indent != 0);
    assert!(
        row < end
            && end <= 16
            && !cells.is_empty()
            && (end - row - 1) * stride + width <= words.len()
    );
    let ends = cells.as_ptr_range();
    // SAFETY: it writes `width` words of each row, and reads no other rows of the cells' tiles.
    unsafe {
        paint_tiles(
            words.as_mut_ptr(),
            4 * stride,
            ends.start,
            ends.end,
            16 * row,
            16 * end,
            indent,
        )
    };
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn lay(words: &mut [u32], stride: usize, part: &Part, picture: &Picture<'_>) {
    strokes::lay(words, stride, part, picture);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn glyph(words: &mut [u32], stride: usize, letter: &Letter<'_>) {
    strokes::glyph(words, stride, letter);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn fill(words: &mut [u32], stride: usize, part: &Part, pixels: u32) {
    strokes::fill(words, stride, part, pixels);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.strokes")]
fn shade(words: &mut [u32], stride: usize, part: &Part, bits: u32) {
    strokes::shade(words, stride, part, bits);
}
