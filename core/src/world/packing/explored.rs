//! Packs the tiles that the player has seen.

use super::numbers::ensure;
use crate::bits::{BitReader, BitWriter, Malformed};
use crate::geometry::{Pos, TileSet};
use crate::limits::{MAP_WIDTH, ROW_WORDS, TILES};
use crate::poll::pause;

/// The greatest number of bits that the explored tiles take: a flag and a bitmap. Runs are used only if they take no
/// more bits.
pub(super) const EXPLORED_BITS_MAX: usize = 1 + TILES;
/// The number of rows that are packed between two pauses.
const ROWS_AT_ONCE: usize = 12;

/// Packs the explored tiles, either as runs or as a bitmap with one bit per tile, whichever is shorter.
pub(super) fn pack_explored(bits: &mut BitWriter<'_>, seen: &TileSet) {
    let is_bitmap = !is_shorter_as_runs(seen);
    bits.put_bool(is_bitmap);
    if is_bitmap {
        return pack_bitmap(bits, seen);
    }
    let mut packer = ExploredPacker::begin(bits, seen);
    seen.rows().iter().for_each(|row| packer.pack(bits, row));
    packer.end(bits);
}

/// Packs like [`pack_explored`], but pauses regularly.
pub(super) async fn pack_explored_slowly(bits: &mut BitWriter<'_>, seen: &TileSet) {
    let is_bitmap = !is_shorter_as_runs(seen);
    bits.put_bool(is_bitmap);
    if is_bitmap {
        pack_bitmap(bits, seen);
        return pause().await;
    }
    let mut packer = ExploredPacker::begin(bits, seen);
    for rows in seen.rows().chunks(ROWS_AT_ONCE) {
        rows.iter().for_each(|row| packer.pack(bits, row));
        pause().await;
    }
    packer.end(bits);
}

fn pack_bitmap(bits: &mut BitWriter<'_>, seen: &TileSet) {
    for row in seen.rows() {
        let mut left = u32::from(MAP_WIDTH);
        for &word in row {
            bits.put(word, left.min(u32::BITS));
            left = left.saturating_sub(u32::BITS);
        }
    }
}

/// Returns whether packing the tiles as runs takes no more bits than a bitmap.
fn is_shorter_as_runs(seen: &TileSet) -> bool {
    let mut none = [];
    let mut counter = BitWriter::new(&mut none);
    let mut packer = ExploredPacker::begin(&mut counter, seen);
    seen.rows().iter().for_each(|row| packer.pack(&mut counter, row));
    packer.end(&mut counter);
    counter.bits() <= TILES
}

/// Packs the explored tiles as runs. Each tile has a code bit: 1 if the tile is explored and the tile above is not, or
/// the reverse. Most tiles are like the tile above, so most codes are 0. The lengths of runs of equal codes are
/// written.
struct ExploredPacker {
    above: [u32; ROW_WORDS],
    /// The code of the last packed tile: 1 if the tile differs from the tile above, else 0.
    last: u32,
    /// The index of the first tile of the current run, and the number of tiles packed so far.
    start: u32,
    end: u32,
}

impl ExploredPacker {
    fn begin(bits: &mut BitWriter<'_>, seen: &TileSet) -> ExploredPacker {
        let last = u32::from(seen.contains(Pos::at(0, 0)));
        bits.put(last, 1);
        ExploredPacker { above: [0; ROW_WORDS], last, start: 0, end: 0 }
    }

    fn pack(&mut self, bits: &mut BitWriter<'_>, row: &[u32; ROW_WORDS]) {
        let mut left = u32::from(MAP_WIDTH);
        for (word, above) in row.iter().zip(&self.above) {
            let (differs, width) = (word ^ above, left.min(u32::BITS));
            // The tiles whose code differs from the code of the previous tile.
            let changes = differs ^ (differs << 1 | self.last);
            let mut changes = changes & u32::MAX >> (u32::BITS - width);
            self.last = differs >> (width - 1);
            while changes != 0 {
                let at = self.end + changes.trailing_zeros();
                bits.put_gamma(at - self.start);
                self.start = at;
                changes &= changes - 1;
            }
            (self.end, left) = (self.end + width, left - width);
        }
        self.above = *row;
    }

    fn end(self, bits: &mut BitWriter<'_>) {
        bits.put_gamma(self.end - self.start);
    }
}

pub(super) fn unpack_explored(bits: &mut BitReader<'_>) -> Result<TileSet, Malformed> {
    let mut seen = TileSet::EMPTY;
    if bits.get_bool()? {
        for row in seen.rows_mut() {
            let mut left = u32::from(MAP_WIDTH);
            for word in row {
                *word = bits.get(left.min(u32::BITS))?;
                left = left.saturating_sub(u32::BITS);
            }
        }
        return Ok(seen);
    }
    let mut is_differing = bits.get_bool()?;
    let mut index = 0;
    while index < TILES {
        let run = bits.get_gamma()? as usize;
        ensure(run <= TILES - index)?;
        if is_differing {
            (index..index + run).for_each(|index| seen.insert(Pos::from_index(index)));
        }
        index += run;
        is_differing = !is_differing;
    }
    let mut above = [0; ROW_WORDS];
    for row in seen.rows_mut() {
        for (word, above) in row.iter_mut().zip(above) {
            *word ^= above;
        }
        above = *row;
    }
    Ok(seen)
}
