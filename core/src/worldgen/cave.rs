//! Caves (W4): a random walk that digs, then a tidying that leaves no pillar of a single tile.

use super::random_interior;
use crate::dice::Dice;
use crate::geometry::{Direction, Pos};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, TILES};
use crate::world::{Map, Terrain};
use core::ops::RangeInclusive;

/// How much of a floor is dug, in tiles of a hundred.
const OPEN_PERCENT: RangeInclusive<u32> = 20..=35;
/// How far the walk keeps going straight once it decides to.
const STRAIGHT_STEPS: RangeInclusive<u32> = 4..=11;
/// A wall with fewer walls than this around it is tidied away.
pub(super) const WALLS_TO_STAND: u8 = 2;

const WAYS: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// Digs a cave into solid rock.
pub(super) fn dig(dice: &mut Dice, map: &mut Map) {
    walk(dice, map);
    tidy(map);
}

/// Digs along a random walk until enough is open.
fn walk(dice: &mut Dice, map: &mut Map) {
    let open_wanted = TILES * dice.uniform(OPEN_PERCENT) as usize / 100;
    let mut miner = Miner { pos: random_interior(dice), open: 1 };
    map.set(miner.pos, Terrain::Ground);
    let mut heading = WAYS[dice.uniform(0..=3) as usize];
    while miner.open < open_wanted {
        // Five moves with equal odds: the four ways, or straight on for a while.
        match WAYS.get(dice.uniform(0..=4) as usize) {
            Some(&way) => {
                heading = way;
                miner.step(map, heading);
            }
            None => {
                for _ in 0..dice.uniform(STRAIGHT_STEPS) {
                    if miner.open < open_wanted {
                        miner.step(map, heading);
                    }
                }
            }
        }
    }
}

struct Miner {
    pos: Pos,
    open: usize,
}

impl Miner {
    /// One step, digging what is in the way; at the border, none.
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
/// result does not depend on the order, since opening one can only take support from others.
fn tidy(map: &mut Map) {
    while (1..MAP_HEIGHT - 1).fold(false, |changed, y| tidy_row(map, y) | changed) {}
}

/// Opens such walls of a row; whether there were any. The walls of three rows are counted column by
/// column, so that each tile is looked at once a row and not once a neighbour.
fn tidy_row(map: &mut Map, y: u8) -> bool {
    let mut changed = false;
    let row = Pos::at(0, y).index();
    let width = usize::from(MAP_WIDTH);
    let walls_in = |map: &Map, x: u8| {
        let middle = row + usize::from(x);
        let tiles = map.tiles();
        let is_wall = |index: usize| u8::from(tiles[index] == Terrain::Wall);
        is_wall(middle - width) + is_wall(middle) + is_wall(middle + width)
    };
    let (mut left, mut middle) = (walls_in(map, 0), walls_in(map, 1));
    for x in 1..MAP_WIDTH - 1 {
        let right = walls_in(map, x + 1);
        let is_wall = map.tiles()[row + usize::from(x)] == Terrain::Wall;
        // The tile itself is one of those counted.
        if is_wall && left + middle + right <= WALLS_TO_STAND {
            map.set(Pos::at(x, y), Terrain::Ground);
            middle -= 1;
            changed = true;
        }
        (left, middle) = (middle, right);
    }
    changed
}
