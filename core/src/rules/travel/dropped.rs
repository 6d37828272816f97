//! Leads around what the player has dropped or thrown, which a step onto it would pick up again (I2).

use crate::geometry::{Direction, Pos};
use crate::limits::ITEMS_MAX;
use crate::world::Game;
use heapless::Vec;

/// Returns the tiles with dropped items that a path can go around: what lies in a passage closes no way.
///
/// A tile counts when the passable ones among those around it are in one piece, without those that count
/// already: so each way over it can be replaced by one past it.
pub(super) fn avoidable(game: &Game) -> impl Iterator<Item = Pos> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let mut tiles: Vec<Pos, ITEMS_MAX> = Vec::new();
    // What lies underfoot is picked up only on coming back.
    let dropped = floor.items.iter().filter(|ground| ground.item.was_carried && ground.pos != pos);
    for ground in dropped {
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
