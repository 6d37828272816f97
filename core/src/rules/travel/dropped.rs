//! Leads paths around items that the player has dropped or thrown, because a step onto them would pick them up again
//! (I2).

use super::hazards::is_hazard;
use crate::geometry::{Direction, Pos};
use crate::limits::ITEMS_MAX;
use crate::world::{Game, Terrain};
use heapless::Vec;

/// Returns the tiles with dropped items that a path can go around. An item in a passage is not among them, so that it
/// does not block the passage.
///
/// A tile is avoidable if nothing to use, no monster and no hazard is beside it, and the passable tiles around it are
/// connected with each other. Tiles already found avoidable do not connect others. So a path can always go around the
/// tile.
pub(super) fn avoidable(game: &Game) -> impl Iterator<Item = Pos> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let mut tiles: Vec<Pos, ITEMS_MAX> = Vec::new();
    // An item underfoot is picked up only when the player comes back to the tile.
    let dropped = floor.items.iter().filter(|ground| ground.item.was_carried && ground.pos != pos);
    for ground in dropped {
        // Otherwise, this tile may be the only way past other obstacles, or the only place from which to use or strike
        // something.
        let is_plain = |at: Pos| {
            let terrain = floor.map.terrain(at);
            let is_used = terrain.is_stairs()
                || terrain.is_fixture()
                || matches!(terrain, Terrain::DoorLocked | Terrain::Pedestal | Terrain::Locker);
            !is_used && floor.monster_at(at).is_none() && !is_hazard(game, at)
        };
        if !ground.pos.neighbours().all(is_plain) {
            continue;
        }
        let is_open = |direction: Direction| {
            let beside = ground.pos.step(direction);
            beside.is_some_and(|at| floor.map.terrain(at).is_passable() && !tiles.contains(&at))
        };
        let ends = Direction::ALL
            .into_iter()
            .filter(|&direction| is_open(direction) && !is_open(direction.clockwise()));
        if ends.count() <= 1 {
            // The list has room for all items of a floor.
            let _ = tiles.push(ground.pos);
        }
    }
    tiles.into_iter()
}
