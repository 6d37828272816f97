//! The core's blit kernels as ARM code in fast memory (IWRAM). The kernels that take most of the time are in assembly,
//! in `tiles.s` and `bitmaps.s`.

use musrex_core::raster::kernels::{
    self, Bitmap, Cell, ClipRect, ClippedSprite, Glyph, Kernels, TextLine, TileRow, TileSelection,
};

/// The kernels of the frame.
pub static KERNELS: Kernels = Kernels {
    select_tiles,
    blit_tiles,
    blit_masked,
    blit_clipped,
    blit_glyph,
    blit_text,
    fill,
    shade,
};

// These functions are defined in `tiles.s` and `bitmaps.s`.
unsafe extern "C" {
    fn arm_blit_tiles(
        words: *mut u32,
        stride: usize,
        cells: *const Cell<'_>,
        cells_end: *const Cell<'_>,
        row: usize,
        rows: usize,
    );
    fn arm_blit_tile_edge(
        words: *mut u32,
        stride: usize,
        cell: *const Cell<'_>,
        place: usize,
        rows: usize,
        count: usize,
    );
    fn arm_blit_tile_rows(
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
    fn arm_blit_bitmap(
        words: *mut u32,
        skip: usize,
        bitmap: *const u32,
        end: *const u32,
        row: usize,
        indent: u32,
        bits: u32,
    );
    fn arm_blit_glyph(
        words: *mut u32,
        stride: usize,
        rows: *const u8,
        end: *const u8,
        shift: u32,
        mask: u32,
        pixels: u32,
    );
    fn arm_fill_words(words: *mut u32, count: usize, pixels: u32);
    fn arm_shade_words(words: *mut u32, count: usize, bits: u32);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.kernels")]
fn select_tiles<'a>(cells: &mut [Cell<'a>], selection: &TileSelection<'a>) {
    kernels::select_tiles(cells, selection);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.kernels")]
fn blit_tiles(words: &mut [u32], stride: usize, tile_row: &TileRow<'_>) {
    let TileRow { cells, left, rows: (row, end) } = *tile_row;
    let indent = left.cast_unsigned() % 4 * 8;
    // Returns the index, within a row, of the word at which a cell begins.
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
        // SAFETY: each cell is at least partly on the frame.
        unsafe { blit_tiles_unaligned(words, stride, tile_row, whole.start, whole.end) };
        return;
    }
    if is_first_cut {
        let (gone, left) = ((-start).cast_unsigned(), (4 + start).cast_unsigned());
        // SAFETY: in each line, the function writes the remaining words of the first cell, and reads the same rows of
        // that cell's tile.
        unsafe {
            arm_blit_tile_edge(words, 4 * stride, tiles, 16 * row + 4 * gone, end - row, left)
        }
    }
    if is_last_cut {
        let place = place_of(whole.end).cast_unsigned();
        // SAFETY: the same holds for the words of the last cell.
        unsafe {
            arm_blit_tile_edge(
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
        // SAFETY: these cells are completely on the frame. In each line, the function writes the four words of each
        // cell, and reads the same rows of the cells' tiles.
        unsafe {
            arm_blit_tiles(
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

/// Draws tiles that are not aligned to words. The tiles from `whole` to `whole_end` are not clipped.
///
/// # Safety
/// Each tile must be at least partly on a frame that consists of these words. The tiles from `whole` to `whole_end`
/// must be completely on it.
#[inline(always)]
unsafe fn blit_tiles_unaligned(
    words: *mut u32,
    stride: usize,
    tile_row: &TileRow<'_>,
    whole: usize,
    whole_end: usize,
) {
    let TileRow { cells, left, rows: (row, end) } = *tile_row;
    let (start, width) = ((left >> 2) as isize, stride.cast_signed());
    // The visible parts of the clipped tiles, as the numbers that `arm_blit_tile_rows` expects.
    let first = if whole > 0 { -8 * (start + 1) } else { -1 };
    let words_left = width - start - 4 * whole_end.cast_signed();
    let last = if whole_end < cells.len() { 8 * (words_left - 1) } else { -1 };
    let tiles = cells.as_ptr();
    // SAFETY: in each line, the function writes only the words where the cells are visible, and reads the same rows of
    // their tiles.
    unsafe {
        arm_blit_tile_rows(
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
#[unsafe(link_section = ".iwram.kernels")]
fn blit_masked(words: &mut [u32], stride: usize, bitmap: &Bitmap<'_>) {
    let Bitmap { words: rows, columns, indent, bits } = *bitmap;
    let width = columns + usize::from(indent != 0);
    let last = (rows.len() / columns).saturating_sub(1) * stride;
    let is_whole = columns % 2 == 0 && !rows.is_empty() && rows.len() % columns == 0;
    assert!(is_whole && last + width <= words.len());
    let ends = rows.as_ptr_range();
    // SAFETY: the function reads and writes at most `width` words of each row. It reads whole rows of the bitmap, and
    // no further than its end.
    unsafe {
        arm_blit_bitmap(
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
#[unsafe(link_section = ".iwram.kernels")]
fn blit_clipped(words: &mut [u32], stride: usize, clip: &ClipRect, sprite: &ClippedSprite<'_>) {
    kernels::blit_clipped(words, stride, clip, sprite);
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.kernels")]
fn blit_glyph(words: &mut [u32], stride: usize, glyph: &Glyph<'_>) {
    let Glyph { rows, shift, mask, pixels } = *glyph;
    // The number of words up to the last word in which `mask` has bits.
    let width = 1 + usize::from(mask & 0xff != 0) + usize::from(mask & 0xf != 0);
    assert!(mask < 1 << 12 && !rows.is_empty() && (rows.len() - 1) * stride + width <= words.len());
    let ends = rows.as_ptr_range();
    // SAFETY: in each row, the function reads and writes at most `width` words, in which `mask` has bits. It reads the
    // rows of the glyph, and no further than its end.
    unsafe {
        arm_blit_glyph(words.as_mut_ptr(), 4 * stride, ends.start, ends.end, shift, mask, pixels)
    };
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.kernels")]
fn blit_text(words: &mut [u32], stride: usize, line: &TextLine<'_>) -> i32 {
    kernels::blit_text(words, stride, line, blit_glyph)
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.kernels")]
fn fill(words: &mut [u32], pixels: u32) {
    // SAFETY: the function writes exactly the words of the slice.
    unsafe { arm_fill_words(words.as_mut_ptr(), words.len(), pixels) };
}

#[instruction_set(arm::a32)]
#[unsafe(link_section = ".iwram.kernels")]
fn shade(words: &mut [u32], bits: u32) {
    // SAFETY: the function reads and writes exactly the words of the slice.
    unsafe { arm_shade_words(words.as_mut_ptr(), words.len(), bits) };
}
