//! Digs caves (W4): first along a random walk, then pantries (rectangular chambers) and pools. Last, isolated walls are
//! removed.

use super::region::Region;
use super::rolls::{random_interior, roll};
use crate::content::places::Cave;
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet, with_neighbour_columns};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, ROW_WORDS, TILES};
use crate::world::{Map, Terrain};
use core::ops::RangeInclusive;
use heapless::Vec;

/// The range of the share of a floor that the random walk digs, in percent.
const OPEN_PERCENT: RangeInclusive<u32> = OPEN_PERCENT_MIN..=12;
/// The least share of open tiles on the floor of a cave, in percent.
pub(super) const OPEN_PERCENT_MIN: u32 = 10;
/// The ranges of the width and the height of a pantry, in tiles.
const PANTRY: [RangeInclusive<u32>; 2] = [4..=6, 3..=5];
/// The range of a rolled number. A pool is dug in three times that number of tries, and each try adds at most one tile.
const POOL: RangeInclusive<u32> = 8..=24;
/// The greatest number of tiles of a pool.
const POOL_MAX: usize = 24;
/// A wall tile with fewer than this many walls among its 8 neighbours is removed.
pub(super) const SUPPORTING_WALLS_MIN: u8 = 2;

/// Digs a cave into solid rock.
pub(super) fn dig(dice: &mut Dice, map: &mut Map, cave: &Cave) {
    walk(dice, map, cave);
    for _ in 0..cave.pantries {
        dig_pantry(dice, map);
    }
    for _ in 0..cave.pools {
        fill_pool(dice, map);
    }
    remove_pillars(map);
}

/// Digs a pantry, a rectangular chamber, around a random ground tile.
fn dig_pantry(dice: &mut Dice, map: &mut Map) {
    let mut places = (0..TILES).map(|_| random_interior(dice));
    let Some(pos) = places.find(|&pos| map.terrain(pos) == Terrain::Ground) else {
        return;
    };
    let [width, height] = PANTRY.map(|size| roll(dice, size));
    let corner = |at: u8, size: u8, end: u8| at.saturating_sub(size / 2).clamp(1, end - 1 - size);
    let (left, top) = (corner(pos.x(), width, MAP_WIDTH), corner(pos.y(), height, MAP_HEIGHT));
    Region::at((left, top), (width, height)).dig(map);
}

/// Puts a pool of water into the rock beside the cave. Ground tiles stay ground, so the pool cuts nothing off.
fn fill_pool(dice: &mut Dice, map: &mut Map) {
    let is_rock = |map: &Map, pos: Pos| !pos.is_border() && map.terrain(pos) == Terrain::Wall;
    let is_shore = |pos: Pos| {
        let mut beside = Direction::ORTHOGONAL.into_iter().filter_map(|side| pos.step(side));
        beside.any(|beside| map.terrain(beside) == Terrain::Ground)
    };
    let mut places = (0..TILES).map(|_| random_interior(dice));
    let Some(start) = places.find(|&pos| is_rock(map, pos) && is_shore(pos)) else {
        return;
    };
    let mut pool: Vec<Pos, POOL_MAX> = Vec::new();
    let _ = pool.push(start);
    map.set(start, Terrain::Water);
    for _ in 0..3 * dice.uniform(POOL) {
        let from = pool[dice.index(pool.len()).expect("a pool has a tile")];
        let direction = Direction::ORTHOGONAL[dice.uniform(0..=3) as usize];
        let next = from.step(direction).filter(|&next| is_rock(map, next));
        if let Some(next) = next
            && pool.push(next).is_ok()
        {
            map.set(next, Terrain::Water);
        }
    }
}

/// Digs along a random walk until enough tiles are open.
fn walk(dice: &mut Dice, map: &mut Map, cave: &Cave) {
    let open_wanted = TILES * dice.uniform(OPEN_PERCENT) as usize / 100;
    let mut digger = Digger { pos: random_interior(dice), open: 1 };
    map.set(digger.pos, Terrain::Ground);
    let mut heading = Direction::ORTHOGONAL[dice.uniform(0..=3) as usize];
    while digger.open < open_wanted {
        // Chooses among five equally likely moves: a step in one of the four directions, or several steps straight on.
        match Direction::ORTHOGONAL.get(dice.uniform(0..=4) as usize) {
            Some(&direction) => {
                heading = direction;
                digger.step(map, heading);
            }
            None => {
                for _ in 0..dice.uniform(cave.straight_steps.clone()) {
                    if digger.open < open_wanted {
                        digger.step(map, heading);
                    }
                }
            }
        }
    }
}

struct Digger {
    pos: Pos,
    open: usize,
}

impl Digger {
    /// Takes one step and digs the new tile. Does nothing if the step would lead onto the border.
    fn step(&mut self, map: &mut Map, heading: Direction) {
        let Some(next) = self.pos.step(heading).filter(|next| !next.is_border()) else { return };
        self.pos = next;
        if map.terrain(next) == Terrain::Wall {
            map.set(next, Terrain::Ground);
            self.open += 1;
        }
    }
}

/// Opens every wall tile with fewer than two walls around it, until none is left. The order does not change which walls
/// are opened, because opening a wall can only reduce the number of walls around other tiles. Beside water, the opened
/// wall becomes water; elsewhere, it becomes ground.
pub(super) fn remove_pillars(map: &mut Map) {
    loop {
        // At this stage, the floor has only walls, ground and water. So the transparent tiles are exactly those that
        // are not walls.
        let unsupported = unsupported_walls(map.transparent());
        for pos in unsupported.iter() {
            let is_in_pool = Direction::ORTHOGONAL
                .into_iter()
                .filter_map(|side| pos.step(side))
                .any(|beside| map.terrain(beside) == Terrain::Water);
            map.set(pos, if is_in_pool { Terrain::Water } else { Terrain::Ground });
        }
        if unsupported.is_empty() {
            return;
        }
    }
}

/// Returns the walls inside the border with fewer than two walls around them. Every tile that is not `open` is a wall.
/// Handles 32 tiles at a time: for each tile, one bit records that at least one wall was found, and another bit that at
/// least two were found.
fn unsupported_walls(open: &TileSet) -> TileSet {
    const { assert!(SUPPORTING_WALLS_MIN == 2, "two are counted") };
    let mut unsupported = TileSet::EMPTY;
    for (unsupported, rows) in unsupported.rows_mut()[1..].iter_mut().zip(open.rows().windows(3)) {
        for (word, unsupported) in unsupported.iter_mut().enumerate() {
            let [above, middle, below] =
                [0, 1, 2].map(|row| with_neighbour_columns(&rows[row], word));
            let around = [middle[0], middle[2]].into_iter().chain(above).chain(below);
            let (mut one, mut two) = (0, 0);
            for open in around {
                (one, two) = (one | !open, two | one & !open);
            }
            *unsupported = INTERIOR[word] & !middle[1] & !two;
        }
    }
    unsupported
}

/// The columns inside the border, as bits in the words of a row.
const INTERIOR: [u32; ROW_WORDS] = {
    let mut words = [0; ROW_WORDS];
    let mut x = 1;
    while x < MAP_WIDTH - 1 {
        words[x as usize / 32] |= 1 << (x % 32);
        x += 1;
    }
    words
};
