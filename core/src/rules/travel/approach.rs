//! Walks up to goals, such as stairs or fixtures in walls, and stops in front of them.

use super::interrupt::Interrupt;
use super::obstacles::obstacles;
use super::walk::next_step_to;
use crate::geometry::{Direction, Pos, TileSet};
use crate::world::path::DistanceMap;
use crate::world::{Game, Terrain};

/// Returns whether the player stands in front of `goal`. Every tile adjacent to stairs is in front of the stairs. A
/// tile is in front of a fixture in a wall only if the two tiles are orthogonally adjacent.
pub(super) fn is_before(game: &Game, goal: Pos) -> bool {
    let pos = game.player().body.pos;
    match pos.direction_to(goal) {
        Some(direction) => {
            !direction.is_diagonal() || game.current_floor().map.terrain(goal).is_stairs()
        }
        None => false,
    }
}

/// Returns the interrupt that reports that the player has arrived in front of `goal`.
pub(super) fn reached(game: &Game, goal: Pos) -> Interrupt {
    match game.current_floor().map.terrain(goal) {
        stairs @ (Terrain::StairsUp | Terrain::StairsDown) => Interrupt::Stairs(stairs),
        fixture @ (Terrain::VentOpen | Terrain::Terminal | Terrain::Switch) => {
            Interrupt::Fixture(fixture, game.player().body.pos.bearing_to(goal))
        }
        _ => Interrupt::Arrived,
    }
}

/// Returns the first step of a shortest path to a tile in front of `goal`. If no such tile can be reached, the path may
/// lead to any tile beside `goal`, even diagonally.
// Target: GBA. Not inlined: keeps a distance map off the caller's stack.
#[inline(never)]
pub(super) fn next_step_before(
    game: &Game,
    visible: &TileSet,
    goal: Pos,
) -> Result<Direction, Interrupt> {
    if is_before(game, goal) {
        return Err(reached(game, goal));
    }
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let known = free_tiles(game, visible);
    let is_stairs = floor.map.terrain(goal).is_stairs();
    let mut fronts = TileSet::EMPTY;
    for direction in Direction::ALL.into_iter().filter(|it| is_stairs || !it.is_diagonal()) {
        if let Some(front) = goal.step(direction).filter(|&front| known.contains(front)) {
            fronts.insert(front);
        }
    }
    let mut map = DistanceMap::closed(pos);
    map.open_tiles(&known);
    let route = map.expand_to_any(&fronts).and_then(|front| map.route_from_start(front));
    match route.and_then(|mut route| route.pop()) {
        Some(direction) => Ok(direction),
        None if goal.is_next_to(pos) => Err(reached(game, goal)),
        None => next_step_to(game, visible, goal),
    }
}

/// Returns the nearest explored tile that borders on unexplored tiles. Distance is the number of steps around known
/// enemies and hazards.
// Target: GBA. Not inlined: keeps a distance map off the caller's stack.
#[inline(never)]
pub fn nearest_unexplored(game: &Game, visible: &TileSet) -> Option<Pos> {
    let pos = game.player().body.pos;
    let mut goals = game.current_floor().map.explored().edge();
    goals.remove(pos);
    let mut map = DistanceMap::closed(pos);
    map.open_tiles(&free_tiles(game, visible));
    map.expand_to_any(&goals)
}

/// Returns the explored tiles that a walk may cross.
fn free_tiles(game: &Game, visible: &TileSet) -> TileSet {
    let map = &game.current_floor().map;
    let mut free = map.explored().clone();
    free.retain_all(map.passable());
    for obstacle in obstacles(game, visible) {
        free.remove(obstacle);
    }
    free
}
