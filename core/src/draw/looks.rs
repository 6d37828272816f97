//! Which of its pictures a tile shows: decoration, and never a rule (W6).

use crate::dice::mix;
use crate::geometry::{Pos, TileSet, tiles_of_word};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, ROW_WORDS, TILES};
use crate::world::{Game, Map, Terrain};
use core::ops::Range;
use musrex_assets::terrain::{DEEP_WALL, STRAIGHT_FACE, Tileset, neighbour, wall_shape};

/// What the tiles of a floor look like. It follows from the run, the place, and of a wall from what is
/// known around it; it is remembered because working it out again for every picture would take a
/// small machine as long as drawing it.
#[derive(Clone, Debug)]
pub struct Looks {
    /// The run and the floor that these are of, if they are of any.
    of: Option<(u64, u8)>,
    known: TileSet,
    walls: TileSet,
    others: TileSet,
    looks: [Look; TILES],
}

/// What a tile looks like: the number of a tile of the floor's set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look(pub(super) u8);

impl Looks {
    /// Of nothing yet.
    pub const NONE: Looks = Looks {
        of: None,
        known: TileSet::EMPTY,
        walls: TileSet::EMPTY,
        others: TileSet::EMPTY,
        looks: [Look(Tileset::GROUND); TILES],
    };

    /// Adds what has been explored since; forgets what belongs to another floor.
    #[inline(never)]
    pub fn update(&mut self, game: &Game) {
        let map = &game.current_floor().map;
        let of = (game.seed(), game.floor().number());
        let mut new = [0; FRAMED_WORDS];
        let changed = match self.learn(map.explored(), &mut new) {
            Some(changed) if self.of == Some(of) => changed,
            _ => {
                self.of = Some(of);
                self.enter(of, map);
                new[ROW_WORDS..][..WORDS].copy_from_slice(self.known.rows().as_flattened());
                0..WORDS
            }
        };
        if !changed.is_empty() {
            self.join_walls(of, &new, changed);
        }
    }

    /// Knows all that is `explored` from now on. Gives what is `new` of it, and within which words that
    /// is; `None` when it is not all that was known, and so another floor.
    #[inline(never)]
    fn learn(&mut self, explored: &TileSet, new: &mut [u32; FRAMED_WORDS]) -> Option<Range<usize>> {
        let (mut first, mut end, mut lost) = (WORDS, 0, 0);
        let known = self.known.rows_mut().as_flattened_mut().iter_mut();
        let explored = explored.rows().as_flattened();
        for (index, (known, &explored)) in known.zip(explored).enumerate() {
            if *known != explored {
                lost |= *known & !explored;
                new[ROW_WORDS + index] = explored & !*known;
                *known = explored;
                (first, end) = (first.min(index), index + 1);
            }
        }
        (lost == 0).then_some(first..end)
    }

    /// Chooses all looks but those of walls.
    #[inline(never)]
    fn enter(&mut self, of: (u64, u8), map: &Map) {
        self.known.clone_from(map.explored());
        let width = usize::from(MAP_WIDTH);
        let mut index = 0;
        for (walls, others) in self.walls.rows_mut().iter_mut().zip(self.others.rows_mut()) {
            (*walls, *others) = ([0; ROW_WORDS], [0; ROW_WORDS]);
            for x in 0..width {
                let bit = 1 << (x % 32);
                match map.tiles()[index] {
                    Terrain::Wall => walls[x / 32] |= bit,
                    Terrain::Ground => {
                        let is_shaded = map.tiles()[index - width] == Terrain::Wall;
                        self.looks[index] = Look::of_ground(is_shaded, chance(of, index));
                    }
                    _ => {
                        others[x / 32] |= bit;
                        self.looks[index] = Look(Tileset::GROUND);
                    }
                }
                index += 1;
            }
        }
    }

    /// Chooses the looks of the walls that are `new` or next to what is, which is all within the words
    /// `changed`.
    #[inline(never)]
    fn join_walls(&mut self, of: (u64, u8), new: &[u32; FRAMED_WORDS], changed: Range<usize>) {
        const REACH: usize = ROW_WORDS + 1;
        let words = changed.start.saturating_sub(REACH)..(changed.end + REACH).min(WORDS);
        let three = |rows: &[u32]| rows[0] | rows[ROW_WORDS] | rows[2 * ROW_WORDS];
        let rows = &new[words.start..words.end + 2 * ROW_WORDS];
        let mut columns = rows.windows(2 * ROW_WORDS + 1).map(three);
        let (mut before, mut here) = (0, columns.next().unwrap_or(0));
        for index in words {
            // What is beyond the ends of a row belongs to no tile.
            let after = columns.next().unwrap_or(0);
            let near = here | here << 1 | before >> 31 | here >> 1 | after << 31;
            (before, here) = (here, after);
            if near != 0 {
                let (known, walls) = (self.known.rows(), self.walls.rows());
                let walls = known.as_flattened()[index] & walls.as_flattened()[index];
                tiles_of_word(index, near & walls).for_each(|pos| self.join_wall(of, pos));
            }
        }
    }

    /// Chooses the look of a wall.
    #[inline(never)]
    fn join_wall(&mut self, of: (u64, u8), pos: Pos) {
        let shape = SHAPES[self.open_around(pos) as usize];
        self.looks[pos.index()] = Look::of_wall(shape, || chance(of, pos.index()));
    }

    /// Which of the nine tiles around `pos` are known and no walls: row by row, the top left in the
    /// lowest bit. What is not known counts as wall, so that a wall tells nothing of what lies behind
    /// it; and so does what is beyond the floor.
    fn open_around(&self, pos: Pos) -> u32 {
        let (known, walls) = (self.known.rows().as_flattened(), self.walls.rows().as_flattened());
        let open = |index: usize| match (known.get(index), walls.get(index)) {
            (Some(known), Some(walls)) => known & !walls,
            _ => 0,
        };
        // Of the column to the left, and a word farther on, since that may be before the first.
        let column = usize::from(pos.x()) + 31;
        let middle = (usize::from(pos.y()) * ROW_WORDS + column / 32).wrapping_sub(1);
        let mut around = 0;
        for row in [middle.wrapping_sub(ROW_WORDS), middle, middle.wrapping_add(ROW_WORDS)] {
            let mut three = open(row) >> (column % 32);
            if column % 32 > 29 {
                three |= open(row.wrapping_add(1)) << (32 - column % 32);
            }
            around = around >> 3 | (three & 7) << 6;
        }
        around
    }

    /// Of the tiles of row `y`.
    pub(super) fn of_row(&self, y: usize) -> &[Look] {
        let width = usize::from(MAP_WIDTH);
        &self.looks[y * width..][..width]
    }

    /// What is explored.
    pub(super) const fn known(&self) -> &TileSet {
        &self.known
    }

    /// What is neither wall nor open ground, known or not: it looks as its terrain is now, which may
    /// change. Its look is that of what it stands on.
    pub(super) const fn others(&self) -> &TileSet {
        &self.others
    }
}

/// The words of a [`TileSet`].
const WORDS: usize = ROW_WORDS * MAP_HEIGHT as usize;

/// As many with an empty row above and one below.
const FRAMED_WORDS: usize = WORDS + 2 * ROW_WORDS;

/// The shapes of walls, by what [`Looks::open_around`] gives.
static SHAPES: [u8; 512] = {
    use neighbour::*;
    const AROUND: [u8; 9] =
        [NORTH_WEST, NORTH, NORTH_EAST, WEST, 0, EAST, SOUTH_WEST, SOUTH, SOUTH_EAST];
    let mut shapes = [0; 512];
    let mut open = 0;
    while open < shapes.len() {
        let (mut solid, mut place) = (0, 0);
        while place < AROUND.len() {
            if open >> place & 1 == 0 {
                solid |= AROUND[place];
            }
            place += 1;
        }
        shapes[open] = wall_shape(solid);
        open += 1;
    }
    shapes
};

/// What the look of a tile is chosen by where there are several.
fn chance((seed, floor): (u64, u8), index: usize) -> u16 {
    let place = u64::from(floor) << 16 | index as u64;
    let [a, b, ..] = mix(seed ^ place).to_le_bytes();
    u16::from_le_bytes([a, b])
}

impl Look {
    fn of_wall(shape: u8, chance: impl Fn() -> u16) -> Look {
        match shape {
            STRAIGHT_FACE if chance().is_multiple_of(8) => {
                Look::one_of(Tileset::FACES, chance() / 8 % 3)
            }
            DEEP_WALL if chance() % 8 < 2 => Look::one_of(Tileset::TOPS, chance() / 8 % 2),
            shape => Look(Tileset::WALLS + shape),
        }
    }

    fn of_ground(is_shaded: bool, chance: u16) -> Look {
        match chance % 16 {
            _ if is_shaded => Look::one_of(Tileset::GROUND_SHADED, chance.is_multiple_of(6).into()),
            // Mostly plain.
            0 | 1 => Look::one_of(Tileset::GROUND_DETAILS, chance / 16 % 4),
            2..=8 => Look(Tileset::GROUND + 1),
            _ => Look(Tileset::GROUND),
        }
    }

    /// The tile that comes so many after the first.
    fn one_of(first: u8, place: u16) -> Look {
        let [place, _] = place.to_le_bytes();
        Look(first + place)
    }
}
