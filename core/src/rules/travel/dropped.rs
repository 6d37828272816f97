//! Leads paths around items that the player has dropped or thrown. A step onto such an item would pick it up again
//! (I2).

use super::hazards::is_hazard;
use crate::geometry::{Direction, Pos};
use crate::limits::ITEMS_MAX;
use crate::world::{Game, Terrain};
use heapless::Vec;

/// Returns the tiles with dropped or thrown items that a path can go around. Tiles in passages are left out, so that a
/// dropped item never blocks a passage.
///
/// A path can go around a tile if the passable tiles around it are connected with each other. Avoidable tiles that were
/// found before do not count as connections. Also, no enemy, hazard, stairs, fixture, locked door, pedestal or locker
/// may be beside the tile. The ally does not matter, because the player can swap places with it.
pub(super) fn avoidable(game: &Game) -> impl Iterator<Item = Pos> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let mut tiles: Vec<Pos, ITEMS_MAX> = Vec::new();
    // The item on the player's own tile is skipped: it is picked up only if the player leaves the tile and returns.
    let dropped = floor.items.iter().filter(|ground| ground.item.was_carried && ground.pos != pos);
    for ground in dropped {
        // A tile beside an enemy, a hazard or a usable tile is not avoided. It may be the only way past an obstacle,
        // or the only place from which to use or strike something.
        let is_plain = |at: Pos| {
            let terrain = floor.map.terrain(at);
            let is_used = terrain.is_stairs()
                || terrain.is_fixture()
                || matches!(terrain, Terrain::DoorLocked | Terrain::Pedestal | Terrain::Locker);
            let monster = floor.monster_at(at).map(|index| &floor.monsters[index]);
            !is_used && monster.is_none_or(|it| it.is_ally) && !is_hazard(game, at)
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
            // The push cannot fail: the list has room for all items of a floor.
            let _ = tiles.push(ground.pos);
        }
    }
    tiles.into_iter()
}
