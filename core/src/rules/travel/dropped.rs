//! Leads around what the player has dropped or thrown, which a step onto it would pick up again (I2).

use super::hazards::is_hazard;
use crate::geometry::{Direction, Pos};
use crate::limits::ITEMS_MAX;
use crate::world::{Game, Terrain};
use heapless::Vec;

/// Returns the tiles with dropped items that a path can go around: what lies in a passage closes no way.
///
/// A tile counts when the passable ones among those around it are in one piece, without those that count
/// already, and nothing else is there: so each way over it can be replaced by one past it.
pub(super) fn avoidable(game: &Game) -> impl Iterator<Item = Pos> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let mut tiles: Vec<Pos, ITEMS_MAX> = Vec::new();
    // What lies underfoot is picked up only on coming back.
    let dropped = floor.items.iter().filter(|ground| ground.item.was_carried && ground.pos != pos);
    for ground in dropped {
        // Other obstacles may leave this tile alone, and what is used or struck may be reached from it alone.
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
            // There is room for all items of a floor.
            let _ = tiles.push(ground.pos);
        }
    }
    tiles.into_iter()
}
