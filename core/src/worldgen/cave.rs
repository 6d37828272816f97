//! Digs caves (W4): a random walk, after which no wall stands alone.

use super::random_interior;
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet, with_neighbour_columns};
use crate::limits::{MAP_WIDTH, ROW_WORDS, TILES};
use crate::world::{Map, Terrain};
use core::ops::RangeInclusive;

/// Limits the dug part of a floor, in percent.
const OPEN_PERCENT: RangeInclusive<u32> = OPEN_PERCENT_MIN..=16;
/// The share of its floor that is open in every cave, in percent.
pub(super) const OPEN_PERCENT_MIN: u32 = 14;
/// Limits the length of a straight stretch of the walk.
const STRAIGHT_STEPS: RangeInclusive<u32> = 4..=11;
/// A wall with fewer walls than this around it is opened.
pub(super) const SUPPORTING_WALLS_MIN: u8 = 2;

/// Digs a cave into solid rock.
pub(super) fn dig(dice: &mut Dice, map: &mut Map) {
    walk(dice, map);
    remove_pillars(map);
}

/// Digs along a random walk until enough is open.
fn walk(dice: &mut Dice, map: &mut Map) {
    let open_wanted = TILES * dice.uniform(OPEN_PERCENT) as usize / 100;
    let mut digger = Digger { pos: random_interior(dice), open: 1 };
    map.set(digger.pos, Terrain::Ground);
    let mut heading = Direction::ORTHOGONAL[dice.uniform(0..=3) as usize];
    while digger.open < open_wanted {
        // Five moves with equal odds: the four directions, or straight on for a while.
        match Direction::ORTHOGONAL.get(dice.uniform(0..=4) as usize) {
            Some(&direction) => {
                heading = direction;
                digger.step(map, heading);
            }
            None => {
                for _ in 0..dice.uniform(STRAIGHT_STEPS) {
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
    /// Takes one step and digs there; at the border, does nothing.
    fn step(&mut self, map: &mut Map, heading: Direction) {
        let Some(next) = self.pos.step(heading).filter(|next| !next.is_border()) else { return };
        self.pos = next;
        if map.terrain(next) == Terrain::Wall {
            map.set(next, Terrain::Ground);
            self.open += 1;
        }
    }
}

/// Opens every wall with fewer than two walls around it, again and again until none is left. The
/// result does not depend on the order, because opening a wall only takes neighbours from others.
fn remove_pillars(map: &mut Map) {
    loop {
        let unsupported = unsupported_walls(map.passable());
        for pos in unsupported.iter() {
            map.set(pos, Terrain::Ground);
        }
        if unsupported.is_empty() {
            return;
        }
    }
}

/// Returns the walls off the border with fewer than two walls around them, where all that is not
/// `open` is wall: 32 tiles at a time, with a bit each for one wall found and for a second.
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

/// The columns off the border, as words of a row.
const INTERIOR: [u32; ROW_WORDS] = {
    let mut words = [0; ROW_WORDS];
    let mut x = 1;
    while x < MAP_WIDTH - 1 {
        words[x as usize / 32] |= 1 << (x % 32);
        x += 1;
    }
    words
};
