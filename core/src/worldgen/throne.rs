//! Builds the throne floor (W12): a large hall with pillars, and the King at its far end.

use crate::geometry::Pos;
use crate::limits::VENTS_MAX;
use crate::world::{Map, Terrain};

/// The first and the last column of the hall, then its first and its last row.
const HALL: (u8, u8, u8, u8) = (10, 74, 12, 36);
/// The columns and rows of the top left tiles of the pillars. Each pillar is two by two tiles large.
const PILLAR_COLUMNS: [u8; 7] = [18, 26, 34, 42, 50, 58, 66];
const PILLAR_ROWS: [u8; 2] = [17, 30];
/// The columns and rows of the braziers along the way to the throne.
const BRAZIER_COLUMNS: [u8; 6] = [22, 30, 38, 46, 54, 62];
const BRAZIER_ROWS: [u8; 2] = [20, 28];
/// The rows of the stacks of cheese. The stacks stand in the same columns as the braziers.
const CHEESE_ROWS: [u8; 2] = [15, 33];
/// The positions of the banners beside the throne.
const BANNERS: [Pos; 2] = [Pos::at(72, 17), Pos::at(72, 31)];
/// The position of the stairs.
const STAIRS: Pos = Pos::at(14, 24);
/// The positions of the vents in the walls of the hall and of the apse (W15).
const VENTS: [Pos; VENTS_MAX] =
    [Pos::at(22, 11), Pos::at(42, 11), Pos::at(62, 11), Pos::at(77, 19)];
/// The first and the last column of the apse around the throne, then its first and its last row.
const APSE: (u8, u8, u8, u8) = (75, 79, 20, 28);

/// The King's position on the throne floor (W12).
pub const KING: Pos = Pos::at(77, 24);

/// Digs the hall into solid rock, and furnishes it.
pub(super) fn build(map: &mut Map) {
    for (left, right, top, bottom) in [HALL, APSE] {
        for y in top..=bottom {
            for x in left..=right {
                map.set(Pos::at(x, y), Terrain::Ground);
            }
        }
    }
    for x in PILLAR_COLUMNS {
        for y in PILLAR_ROWS {
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                map.set(Pos::at(x + dx, y + dy), Terrain::Wall);
            }
        }
    }
    for x in BRAZIER_COLUMNS {
        BRAZIER_ROWS.into_iter().for_each(|y| map.set(Pos::at(x, y), Terrain::Low));
        CHEESE_ROWS.into_iter().for_each(|y| map.set(Pos::at(x, y), Terrain::Tall));
    }
    BANNERS.into_iter().for_each(|pos| map.set(pos, Terrain::Tall));
    for vent in VENTS {
        map.set(vent, Terrain::VentOpen);
    }
    map.set(STAIRS, Terrain::StairsDown);
}
