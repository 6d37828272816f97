//! Places the stairs of a floor (W9).

use super::rolls::random_interior;
use crate::dice::Dice;
use crate::geometry::{Pos, TileSet};
use crate::limits::TILES;
use crate::world::{Map, Terrain};

/// The number of positions that are tried for the second stairs. The position farthest from the first stairs is taken.
const CHOICES: u8 = 8;

/// Places both stairs on clear ground that is not `taken`, far from each other. If no clear ground is left, stairs are
/// missing, and validation rejects the floor.
pub(super) fn set(dice: &mut Dice, map: &mut Map, taken: &TileSet) {
    let Some(down) = random_clear_ground(dice, map, taken) else { return };
    map.set(down, Terrain::StairsDown);
    let up = (0..CHOICES)
        .filter_map(|_| random_clear_ground(dice, map, taken))
        .max_by_key(|&place| place.steps_to(down));
    if let Some(up) = up {
        map.set(up, Terrain::StairsUp);
    }
}

/// Picks a random tile where stairs can be, all with equal probability.
fn random_clear_ground(dice: &mut Dice, map: &Map, taken: &TileSet) -> Option<Pos> {
    // Most floors have hundreds of such tiles, so random tries are faster than counting all of them.
    (0..TILES)
        .map(|_| random_interior(dice))
        .find(|&pos| map.is_clear_ground(pos) && !taken.contains(pos))
}
