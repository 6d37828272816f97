//! Finds the way to a known tile.

use super::interrupt::Interrupt;
use super::obstacles::{Bodies, fixed_obstacles, known_bodies};
use super::threats::harmless_at;
use crate::content::MonsterKind;
use crate::content::player::DETOUR_STEPS;
use crate::geometry::{Direction, Pos, TileSet};
use crate::world::Game;
use crate::world::path::DistanceMap;

/// Returns the first step of a shortest path to `goal` over explored ground, around known obstacles. If a monster
/// stands on the goal, the last step attacks it.
pub(super) fn next_step_to(
    game: &Game,
    visible: &TileSet,
    goal: Pos,
) -> Result<Direction, Interrupt> {
    if game.player().body.pos == goal {
        return Err(Interrupt::Arrived);
    }
    let route = |bodies| step_around(game, visible, goal, bodies);
    let (_, straight) = route(Bodies::Feared).ok_or(Interrupt::Blocked)?;
    Ok(around_harmless(game, visible, straight, route))
}

/// Returns the step `straight` ahead. If this step would strike a harmless enemy, returns the first step of a detour
/// around the enemy instead, unless the detour is much longer (N3). `route` returns the number of steps and the first
/// step of a route that avoids the given enemies.
pub(super) fn around_harmless(
    game: &Game,
    visible: &TileSet,
    straight: Direction,
    route: impl Fn(Bodies) -> Option<(u16, Direction)>,
) -> Direction {
    let to = game.player().body.pos.step(straight);
    if !to.is_some_and(|to| harmless_at(game, visible, to)) {
        return straight;
    }
    match (route(Bodies::Feared), route(Bodies::Known)) {
        (Some((steps, _)), Some((detour, around))) if detour <= steps + DETOUR_STEPS => around,
        _ => straight,
    }
}

/// Returns the number of steps and the first step of a shortest path to `goal` around the obstacles.
// Target: GBA. Not inlined: frees the stack space of its distance map before another is built.
#[inline(never)]
fn step_around(
    game: &Game,
    visible: &TileSet,
    goal: Pos,
    bodies: Bodies,
) -> Option<(u16, Direction)> {
    let (current_floor, pos) = (game.current_floor(), game.player().body.pos);
    let obstacles = known_bodies(game, visible, bodies).chain(fixed_obstacles(game));
    let mut map = DistanceMap::closed(goal);
    map.open(&current_floor.map, obstacles.filter(|&at| at != goal));
    map.restrict_to(current_floor.map.explored());
    map.expand_toward(pos);
    Some((map.distance(pos).unwrap_or(0), map.descend(pos, |_| true)?))
}

/// Returns the kind of the first known enemy on a shortest path to `goal` over explored ground; `None` if there is no
/// such path, or no enemy on it.
// Target: GBA. Not inlined: keeps a distance map off the caller's stack.
#[inline(never)]
pub(super) fn blocker(game: &Game, visible: &TileSet, goal: Pos) -> Option<MonsterKind> {
    let (floor, mut pos) = (game.current_floor(), game.player().body.pos);
    let mut map = DistanceMap::closed(goal);
    map.open(&floor.map, fixed_obstacles(game).filter(|&at| at != goal));
    map.restrict_to(floor.map.explored());
    map.expand_toward(pos);
    while pos != goal {
        pos = pos.step(map.descend(pos, |_| true)?)?;
        if known_bodies(game, visible, Bodies::Feared).any(|body| body == pos) {
            return floor.monster_at(pos).map(|index| floor.monsters[index].kind);
        }
    }
    None
}
