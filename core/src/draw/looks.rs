//! Which of its pictures a tile shows: decoration, and never a rule (W6).

use crate::dice::mix;
use crate::geometry::{Pos, TileSet};
use crate::limits::{MAP_WIDTH, TILES};
use crate::world::Game;
use musrex_assets::Tile;
use musrex_assets::terrain::{self, Tileset};

/// What the tiles of a floor look like, as far as they are explored. It follows from the run and the
/// place; it is remembered because working it out again for every picture would take a small machine
/// as long as drawing it.
#[derive(Clone, Debug)]
pub struct Looks {
    /// The run and the floor that these are of.
    of: (u64, u8),
    known: TileSet,
    looks: [Look; TILES],
}

/// What a tile looks like, whatever it is made of: the picture of plain ground in the lowest three
/// bits; one bit for ground in the shadow of a wall; two for the face of a wall and two for its top,
/// each 0 for the common one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look(u8);

impl Looks {
    /// Of nothing yet.
    pub const NONE: Looks = Looks { of: (0, 0), known: TileSet::EMPTY, looks: [Look(0); TILES] };

    /// Adds what has been explored since; forgets what belongs to another floor.
    pub fn update(&mut self, game: &Game) {
        let of = (game.seed(), game.floor().number());
        if self.of != of {
            self.of = of;
            self.known = TileSet::EMPTY;
        }
        if self.known == *game.here().map.explored() {
            return;
        }
        let new = self.known.insert_new(game.here().map.explored());
        // A `for` around an iterator of iterators takes much longer.
        new.for_each(|pos| self.looks[pos.index()] = Look::new(of, pos));
    }

    /// Of the tiles of row `y`, as far as they are explored.
    pub(super) fn of_row(&self, y: usize) -> &[Look] {
        let width = usize::from(MAP_WIDTH);
        &self.looks[y * width..][..width]
    }
}

impl Look {
    fn new((seed, floor): (u64, u8), pos: Pos) -> Look {
        let place = u64::from(floor) << 16 | pos.index() as u64;
        let [.., b, a] = mix(seed ^ place).to_be_bytes();
        let chance = u16::from_be_bytes([b, a]);
        // Mostly plain.
        let ground = match chance % 16 {
            0 | 1 => 2 + chance / 16 % 4,
            2..=8 => 1,
            _ => 0,
        };
        let shaded = u16::from(chance.is_multiple_of(6));
        let face = if chance.is_multiple_of(8) { 1 + chance / 8 % 3 } else { 0 };
        let top = if chance % 8 < 2 { 1 + chance / 8 % 2 } else { 0 };
        let [look, _] = (ground | shaded << 3 | face << 4 | top << 6).to_le_bytes();
        Look(look)
    }

    /// Ground under the open sky of a cave, or in the shadow of a wall to the north.
    pub(super) const fn ground(self, tiles: &Tileset, is_shaded: bool) -> &Tile {
        if is_shaded {
            return &tiles.ground_shaded[(self.0 >> 3 & 1) as usize];
        }
        &tiles.ground[(self.0 & 7) as usize]
    }

    /// A wall of this shape.
    pub(super) const fn wall(self, tiles: &Tileset, shape: u8) -> &Tile {
        let (face, top) = ((self.0 >> 4 & 3) as usize, (self.0 >> 6) as usize);
        match shape {
            terrain::STRAIGHT_FACE if face > 0 => &tiles.faces[face - 1],
            terrain::DEEP_WALL if top > 0 => &tiles.tops[top - 1],
            _ => &tiles.walls[shape as usize],
        }
    }
}
