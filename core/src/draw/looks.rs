//! Which of its pictures a tile shows: decoration, and never a rule (W6).

use crate::dice::mix;
use crate::geometry::{Direction, Pos, TileSet, abreast};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, TILES};
use crate::world::{Game, Map, Terrain};
use core::array;
use musrex_assets::Tile;
use musrex_assets::terrain::{DEEP_WALL, STRAIGHT_FACE, Tileset, wall_shape};

/// What the tiles of a floor look like, as far as they are explored. It follows from the run, the
/// place, and what is known around it; it is remembered because working it out again for every
/// picture would take a small machine as long as drawing it.
#[derive(Clone, Debug)]
pub struct Looks {
    /// The run and the floor that these are of.
    of: (u64, u8),
    known: TileSet,
    looks: [Look; TILES],
}

/// What a tile looks like: the number of a tile of the floor's set, or a word of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look(u8);

impl Looks {
    /// Of nothing yet.
    pub const NONE: Looks =
        Looks { of: (0, 0), known: TileSet::EMPTY, looks: [Look::UNKNOWN; TILES] };

    /// Adds what has been explored since; forgets what belongs to another floor.
    #[inline(never)]
    pub fn update(&mut self, game: &Game) {
        let map = &game.here().map;
        let of = (game.seed(), game.floor().number());
        if self.of == of && self.known == *map.explored() {
            return;
        }
        if self.of != of || !self.known.is_subset(map.explored()) {
            self.of = of;
            self.known = TileSet::EMPTY;
            self.looks.fill(Look::UNKNOWN);
        }
        let changed = self.changed_by(map.explored());
        changed.iter().for_each(|pos| {
            let look = &mut self.looks[pos.index()];
            // Once known, other tiles do not change.
            if *look == Look::UNKNOWN || map.terrain(pos) == Terrain::Wall {
                *look = Look::new(of, map, pos);
            }
        });
        self.known.clone_from(map.explored());
    }

    /// What is newly `explored`, and what is known next to it: there, a wall may go on.
    fn changed_by(&self, explored: &TileSet) -> TileSet {
        let mut changed = TileSet::EMPTY;
        let last = usize::from(MAP_HEIGHT) - 1;
        for (y, (row, known)) in explored.rows().iter().zip(self.known.rows()).enumerate() {
            if row == known {
                continue;
            }
            let new = array::from_fn(|word| row[word] & !known[word]);
            for y in y.saturating_sub(1)..=last.min(y + 1) {
                for (word, changed) in changed.rows_mut()[y].iter_mut().enumerate() {
                    let [left, middle, right] = abreast(&new, word);
                    *changed |= (left | middle | right) & explored.rows()[y][word];
                }
            }
        }
        changed
    }

    /// Of the tiles of row `y`.
    pub(super) fn of_row(&self, y: usize) -> &[Look] {
        let width = usize::from(MAP_WIDTH);
        &self.looks[y * width..][..width]
    }
}

impl Look {
    /// Of what is not explored.
    pub(super) const UNKNOWN: Look = Look(u8::MAX);
    /// Of what is neither wall nor open ground: as its terrain is now, which may change.
    pub(super) const OF_TERRAIN: Look = Look(u8::MAX - 1);

    fn new((seed, floor): (u64, u8), map: &Map, pos: Pos) -> Look {
        let chance = || {
            let place = u64::from(floor) << 16 | pos.index() as u64;
            let [.., b, a] = mix(seed ^ place).to_be_bytes();
            u16::from_be_bytes([b, a])
        };
        let (first, place) = match map.terrain(pos) {
            Terrain::Wall => match wall_shape(solid_around(map, pos)) {
                STRAIGHT_FACE if chance().is_multiple_of(8) => (Tileset::FACES, chance() / 8 % 3),
                DEEP_WALL if chance() % 8 < 2 => (Tileset::TOPS, chance() / 8 % 2),
                shape => (Tileset::WALLS, shape.into()),
            },
            Terrain::Ground => {
                let above = pos.step(Direction::North);
                if above.is_some_and(|above| map.terrain(above) == Terrain::Wall) {
                    (Tileset::GROUND_SHADED, u16::from(chance().is_multiple_of(6)))
                } else {
                    // Mostly plain.
                    let ground = match chance() % 16 {
                        0 | 1 => 2 + chance() / 16 % 4,
                        2..=8 => 1,
                        _ => 0,
                    };
                    (Tileset::GROUND, ground)
                }
            }
            _ => return Look::OF_TERRAIN,
        };
        let [place, _] = place.to_le_bytes();
        Look(first + place)
    }

    /// The tile of a set that looks so. Of what has a look of its own, the plainest ground.
    pub(super) fn tile(self, tiles: &Tileset) -> &Tile {
        tiles.tile(if self.0 < Tileset::TILES { self.0 } else { Tileset::GROUND })
    }
}

/// Which neighbours of `pos` are wall as far as one has seen, one bit a [`Direction`] in its order,
/// the north lowest. What is not explored counts as wall, so that a wall tells nothing of what lies
/// behind it; and so does what is beyond the floor.
fn solid_around(map: &Map, pos: Pos) -> u8 {
    let (Some(terrain), Some(explored)) = (map.rows_around(pos), map.explored().rows_around(pos))
    else {
        let is_open = |next| map.terrain(next) != Terrain::Wall && map.explored().contains(next);
        return Direction::ALL.into_iter().rev().fold(0, |mask, direction| {
            mask << 1 | u8::from(!pos.step(direction).is_some_and(is_open))
        });
    };
    let solid =
        |x: usize, y: usize| u8::from(terrain[y][x] == Terrain::Wall || explored[y] >> x & 1 == 0);
    solid(1, 0)
        | solid(2, 0) << 1
        | solid(2, 1) << 2
        | solid(2, 2) << 3
        | solid(1, 2) << 4
        | solid(0, 2) << 5
        | solid(0, 1) << 6
        | solid(0, 0) << 7
}
