//! Builds a maze with loops, open places and panes of glass (W23).

use super::region::Region;
use super::rolls::{random_corner, roll};
use crate::dice::Dice;
use crate::geometry::{Direction, Pos};
use crate::world::{Map, Terrain};
use heapless::Vec;

/// The number of columns and rows of cells.
const CELLS: (u8, u8) = (9, 7);
/// The width of a lane, in tiles.
const LANE: u8 = 2;
/// The distance from one cell to the next, in tiles: a lane and a wall.
const PITCH: u8 = LANE + 1;
/// The chance that a wall between two cells is left out: 1 in this number. The resulting loops offer a choice of ways.
const LOOP_ONE_IN: u32 = 5;
/// The chance that a remaining wall is a pane of glass: 1 in this number.
const GLASS_ONE_IN: u32 = 4;
/// The number of open places. Each consists of two by two cells.
const PLACES: u8 = 4;

const CELLS_MAX: usize = CELLS.0 as usize * CELLS.1 as usize;

/// A cell, by column and row.
type Cell = (u8, u8);

struct Maze {
    /// The column and row of the top left tile of the first cell.
    corner: (u8, u8),
    /// A bit for each cell that a lane reaches.
    reached: u128,
}

const _: () = assert!(CELLS_MAX <= 128, "a bit for each cell");

/// Builds a maze into solid rock.
pub(super) fn build(dice: &mut Dice, map: &mut Map) {
    let size = (CELLS.0 * PITCH - 1, CELLS.1 * PITCH - 1);
    let mut maze = Maze { corner: random_corner(dice, size), reached: 0 };
    maze.dig_lanes(dice, map);
    maze.open_walls(dice, map);
    for _ in 0..PLACES {
        maze.dig_place(dice, map);
    }
}

impl Maze {
    /// Returns the tiles in `cell`.
    const fn cell(&self, (column, row): Cell) -> Region {
        let corner = (self.corner.0 + column * PITCH, self.corner.1 + row * PITCH);
        Region::at(corner, (LANE, LANE))
    }

    /// Returns the tiles between `cell` and the next cell to the east or south.
    const fn between(&self, cell: Cell, is_east: bool) -> Region {
        let Region { left, top, .. } = self.cell(cell);
        if is_east {
            Region::at((left + LANE, top), (1, LANE))
        } else {
            Region::at((left, top + LANE), (LANE, 1))
        }
    }

    fn is_reached(&self, (column, row): Cell) -> bool {
        self.reached >> (row * CELLS.0 + column) & 1 == 1
    }

    fn reach(&mut self, map: &mut Map, cell: Cell) {
        self.reached |= 1 << (cell.1 * CELLS.0 + cell.0);
        self.cell(cell).dig(map);
    }

    /// Digs lanes from cell to cell by a random depth-first search, until all cells are reached. The next lane always
    /// starts at the most recently reached cell that has an unreached neighbour.
    fn dig_lanes(&mut self, dice: &mut Dice, map: &mut Map) {
        let mut path: Vec<Cell, CELLS_MAX> = Vec::new();
        let start = (0, 0);
        self.reach(map, start);
        let _ = path.push(start);
        while let Some(&cell) = path.last() {
            let open = Direction::ORTHOGONAL
                .into_iter()
                .filter_map(|direction| neighbour(cell, direction))
                .filter(|&next| !self.is_reached(next));
            let open: Vec<Cell, 4> = open.collect();
            let Some(chosen) = dice.index(open.len()) else {
                path.pop();
                continue;
            };
            let next = open[chosen];
            let first = (cell.0.min(next.0), cell.1.min(next.1));
            self.between(first, cell.1 == next.1).dig(map);
            self.reach(map, next);
            let _ = path.push(next);
        }
    }

    /// Opens some of the remaining walls between cells, and turns some into glass.
    fn open_walls(&self, dice: &mut Dice, map: &mut Map) {
        for column in 0..CELLS.0 {
            for row in 0..CELLS.1 {
                for is_east in [true, false] {
                    let is_last = if is_east { column + 1 == CELLS.0 } else { row + 1 == CELLS.1 };
                    let wall = self.between((column, row), is_east);
                    let is_wall = map.terrain(Pos::at(wall.left, wall.top)) == Terrain::Wall;
                    if is_last || !is_wall {
                        continue;
                    }
                    if dice.one_in(LOOP_ONE_IN) {
                        wall.dig(map);
                    } else if dice.one_in(GLASS_ONE_IN) {
                        wall.tiles().for_each(|pos| map.set(pos, Terrain::Glass));
                    }
                }
            }
        }
    }

    /// Digs an open place of two by two cells. Stairs need such a place (W9).
    fn dig_place(&self, dice: &mut Dice, map: &mut Map) {
        let mut first = |count: u8| roll(dice, 0..=u32::from(count) - 2);
        let cell = (first(CELLS.0), first(CELLS.1));
        let Region { left, top, .. } = self.cell(cell);
        Region::at((left, top), (PITCH + LANE, PITCH + LANE)).dig(map);
    }
}

/// Returns the cell next to `cell` in `direction`.
fn neighbour((column, row): Cell, direction: Direction) -> Option<Cell> {
    let (column, row) = match direction {
        Direction::North => (column, row.checked_sub(1)?),
        Direction::South => (column, row + 1),
        Direction::West => (column.checked_sub(1)?, row),
        _ => (column + 1, row),
    };
    (column < CELLS.0 && row < CELLS.1).then_some((column, row))
}
