//! Defines regions, which are rectangles of tiles.

use crate::geometry::Pos;
use crate::world::{Map, Terrain};

/// A rectangular region of the floor, given by its first and last columns and rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) left: u8,
    pub(super) right: u8,
    pub(super) top: u8,
    pub(super) bottom: u8,
}

impl Region {
    /// Returns the region of `size` (columns, rows) with its top left corner at `corner`.
    pub(super) const fn at(corner: (u8, u8), size: (u8, u8)) -> Region {
        let ((left, top), (width, height)) = (corner, size);
        Region { left, right: left + width - 1, top, bottom: top + height - 1 }
    }

    pub(super) const fn size(self) -> (u8, u8) {
        (self.right - self.left + 1, self.bottom - self.top + 1)
    }

    pub(super) const fn contains(self, pos: Pos) -> bool {
        self.left <= pos.x()
            && pos.x() <= self.right
            && self.top <= pos.y()
            && pos.y() <= self.bottom
    }

    /// Iterates over the tiles of the region, row by row.
    pub(super) fn tiles(self) -> impl Iterator<Item = Pos> {
        let columns = self.left..=self.right;
        (self.top..=self.bottom).flat_map(move |y| columns.clone().map(move |x| Pos::at(x, y)))
    }

    /// Makes all tiles of the region ground.
    pub(super) fn dig(self, map: &mut Map) {
        self.tiles().for_each(|pos| map.set(pos, Terrain::Ground));
    }
}
