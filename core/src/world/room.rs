//! Defines the position and orientation of a hand-drawn room on a floor (W26).

use crate::content::rooms::{Furnishing, ROOMS, Room, Thing};
use crate::geometry::Pos;

/// A hand-drawn room on a floor. The seed determines the room, like the floor's terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedRoom {
    /// The index of the room in [`ROOMS`].
    pub number: u8,
    /// The top left corner of the room's walls.
    pub corner: Pos,
    /// The orientation of the drawing.
    pub turning: Turning,
}

/// One of the eight orientations of a drawing on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turning {
    /// True if columns are counted from the right.
    is_flipped_across: bool,
    /// True if rows are counted from the bottom.
    is_flipped_down: bool,
    /// True if columns become rows.
    is_transposed: bool,
}

impl Turning {
    /// The orientation of the drawing itself.
    pub const NONE: Turning =
        Turning { is_flipped_across: false, is_flipped_down: false, is_transposed: false };

    /// The number of orientations that keep the drawing upright. The upright orientations come first in
    /// [`ALL`](Turning::ALL).
    pub(crate) const UPRIGHT: usize = 2;

    /// All eight orientations.
    pub const ALL: [Turning; 8] = {
        let mut all = [Turning::NONE; 8];
        let mut number = 0;
        while number < all.len() {
            all[number] = Turning {
                is_flipped_across: number & 1 > 0,
                is_flipped_down: number & 2 > 0,
                is_transposed: number & 4 > 0,
            };
            number += 1;
        }
        all
    };

    /// Returns the numbers of columns and rows that a drawing of `size` takes in this orientation.
    pub const fn size(self, size: (u8, u8)) -> (u8, u8) {
        if self.is_transposed { (size.1, size.0) } else { size }
    }

    /// Returns the column and row in a drawing of `size` that end up at `at` in this orientation.
    pub const fn source(self, size: (u8, u8), at: (u8, u8)) -> (u8, u8) {
        let (column, row) = if self.is_transposed { (at.1, at.0) } else { at };
        (
            if self.is_flipped_across { size.0 - 1 - column } else { column },
            if self.is_flipped_down { size.1 - 1 - row } else { row },
        )
    }
}

impl PlacedRoom {
    /// Returns the drawing of the room.
    pub fn room(&self) -> &'static Room {
        &ROOMS[usize::from(self.number)]
    }

    /// Returns the numbers of columns and rows that the room takes on the floor.
    pub(crate) fn size(&self) -> (u8, u8) {
        self.turning.size(self.room().size())
    }

    /// Returns the thing at `pos`, or [`Outside`](Thing::Outside) beyond the walls of the room.
    pub fn thing_at(&self, pos: Pos) -> Thing {
        let (width, height) = self.size();
        let column = pos.x().checked_sub(self.corner.x()).filter(|&column| column < width);
        let row = pos.y().checked_sub(self.corner.y()).filter(|&row| row < height);
        match (column, row) {
            (Some(column), Some(row)) => {
                let room = self.room();
                room.thing(self.turning.source(room.size(), (column, row)))
            }
            _ => Thing::Outside,
        }
    }

    /// Returns the room's own furnishing at `pos`, if any.
    pub(crate) fn furnishing_at(&self, pos: Pos) -> Option<Furnishing> {
        match self.thing_at(pos) {
            Thing::Furnishing(furnishing) => Some(furnishing),
            _ => None,
        }
    }

    /// Iterates over the tiles of the room, row by row.
    pub fn things(self) -> impl Iterator<Item = (Pos, Thing)> {
        let (width, height) = self.size();
        let (left, top) = (self.corner.x(), self.corner.y());
        (top..top + height).flat_map(move |y| {
            (left..left + width).map(move |x| (Pos::at(x, y), self.thing_at(Pos::at(x, y))))
        })
    }
}
