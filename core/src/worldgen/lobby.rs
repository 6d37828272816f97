use super::START;
use crate::geometry::Pos;
use crate::world::{Map, Terrain};

/// Half the width and half the height of the room, without its middle row and column.
const HALF: (i8, i8) = (5, 3);

/// Builds the lobby: one small empty room around the start with the up stairs (W2).
pub(super) fn build(map: &mut Map) {
    for dy in -HALF.1..=HALF.1 {
        for dx in -HALF.0..=HALF.0 {
            map.set(beside_start(dx, dy), Terrain::Ground);
        }
    }
    map.set(beside_start(0, -2), Terrain::StairsUp);
}

fn beside_start(dx: i8, dy: i8) -> Pos {
    START.offset(dx, dy).expect("the lobby lies in the middle of its floor")
}
