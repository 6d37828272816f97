//! Chooses the next step of a monster.

use crate::geometry::{Direction, Pos};
use crate::world::Game;
use crate::world::path::DistanceMap;

/// Returns a step from `from` onto a free tile along a shortest path to the start tile of `map`. If other creatures
/// block this path, returns a step past them.
pub(super) fn next_step(map: &mut DistanceMap, game: &Game, from: Pos) -> Option<Direction> {
    next_free_step(map, from, &|pos| !game.is_occupied(pos))
}

/// Works like [`next_step`], but `is_free` decides which tiles are free.
pub(super) fn next_free_step(
    map: &mut DistanceMap,
    from: Pos,
    is_free: &dyn Fn(Pos) -> bool,
) -> Option<Direction> {
    map.expand_toward(from);
    map.descend(from, is_free).or_else(|| map.sidestep(from, is_free))
}

/// Returns the step onto the adjacent free tile with the fewest steps to `goal`, ignoring obstacles beyond that tile.
/// Returns `None` if no such tile is nearer to `goal` than `from` is.
pub(super) fn step_toward(
    game: &Game,
    from: Pos,
    goal: Pos,
    is_free: &dyn Fn(Pos) -> bool,
) -> Option<Direction> {
    let is_nearer = |pos: Pos| pos.steps_to(goal) < from.steps_to(goal);
    nearest_step(game, from, goal, &|pos| is_nearer(pos) && is_free(pos))
}

/// Works like [`step_toward`], but also accepts a sidestep past a creature. A sidestep leads to a tile that is nearer
/// to `goal` as the crow flies, although the number of steps to `goal` stays the same.
pub(super) fn step_around(
    game: &Game,
    from: Pos,
    goal: Pos,
    is_free: &dyn Fn(Pos) -> bool,
) -> Option<Direction> {
    let length = |pos: Pos| (pos.steps_to(goal), squared(pos, goal));
    nearest_step(game, from, goal, &|pos| length(pos) < length(from) && is_free(pos))
}

/// Returns the step onto the free tile next to `from` with the fewest steps to `goal`, ignoring obstacles beyond that
/// tile. Ties go to the tile nearest to `goal` as the crow flies. Live cables are never free.
pub(super) fn nearest_step(
    game: &Game,
    from: Pos,
    goal: Pos,
    is_free: &dyn Fn(Pos) -> bool,
) -> Option<Direction> {
    let map = &game.current_floor.map;
    from.neighbours()
        .filter(|&pos| map.terrain(pos).is_passable() && !map.live_cables().contains(pos))
        .filter(|&pos| is_free(pos))
        .min_by_key(|pos| (pos.steps_to(goal), squared(*pos, goal)))
        .and_then(|pos| from.direction_to(pos))
}

fn squared(from: Pos, to: Pos) -> u16 {
    let (dx, dy) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
    u16::from(dx) * u16::from(dx) + u16::from(dy) * u16::from(dy)
}
