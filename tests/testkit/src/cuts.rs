//! Selects the power cuts that are worth trying. A power cut is given as the number of steps before power fails.

use musrex_core::limits::SECTOR_BYTES;

/// The set of power cuts that a test tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// Every cut outside an erasure, but only a few cuts within an erasure, whose successive states are similar.
    Each,
    /// Like `Each`, but with only every sixteenth cut in the middle of a row of written bytes.
    Some,
}

/// The part of a memory that a step changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The step writes this byte.
    Written(usize),
    /// The step erases this byte, as a part of the erasure of its sector.
    Erased(usize),
    /// The step changes a whole sector at once.
    Sector,
}

/// The number of bytes in a sector.
const SECTOR: usize = SECTOR_BYTES as usize;
/// The number of bytes at each end of a sector for which every cut of the sector's erasure is tried.
const EDGE: usize = 4;
/// The number of bytes at the start of a written row for which every cut is tried: an item's header plus a margin.
const HEADER: usize = 16;

impl Tried {
    /// Returns the power cuts to try. Each cut is the number of `steps` before it.
    pub fn cuts<S>(self, steps: &[S], place: impl Fn(&S) -> Place) -> Vec<usize> {
        let is_next = |a: &S, b: &S| match (place(a), place(b)) {
            (Place::Written(a), Place::Written(b)) => a + 1 == b,
            _ => false,
        };
        let mut cuts = Vec::new();
        let mut first = 0;
        // A piece is either a row of written bytes, which contains at least one item, or a single step of an erasure.
        for piece in steps.chunk_by(is_next) {
            let is_tried = |index: usize| match place(&piece[index]) {
                Place::Sector => true,
                Place::Written(_) => {
                    let is_at_end = index < HEADER || index + 3 > piece.len();
                    self == Tried::Each || is_at_end || index.is_multiple_of(16)
                }
                Place::Erased(at) => {
                    let at = at % SECTOR;
                    !(EDGE..SECTOR - EDGE).contains(&at) || at.is_multiple_of(1024)
                }
            };
            cuts.extend((0..piece.len()).filter(|&index| is_tried(index)).map(|cut| first + cut));
            first += piece.len();
        }
        cuts
    }
}
