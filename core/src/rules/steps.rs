//! Chooses the steps of monsters.

use crate::geometry::{Direction, Pos};
use crate::world::Game;
use crate::world::path::DistanceMap;

/// Returns a step from `from` onto a free tile along a shortest path to the start of `map`. If other creatures are in
/// the way, returns a step past them.
pub(super) fn next_step(map: &mut DistanceMap, game: &Game, from: Pos) -> Option<Direction> {
    next_free_step(map, from, &|pos| !game.is_occupied(pos))
}

/// Works like [`next_step`], but `is_free` says which tiles are free.
pub(super) fn next_free_step(
    map: &mut DistanceMap,
    from: Pos,
    is_free: &dyn Fn(Pos) -> bool,
) -> Option<Direction> {
    map.expand_toward(from);
    map.descend(from, is_free).or_else(|| map.sidestep(from, is_free))
}

/// Returns the step onto the free tile that is the fewest steps from `goal`, not counting obstacles on the way; `None`
/// if no free tile is nearer to `goal` than `from` is.
pub(super) fn step_toward(
    game: &Game,
    from: Pos,
    goal: Pos,
    is_free: &dyn Fn(Pos) -> bool,
) -> Option<Direction> {
    let is_nearer = |pos: Pos| pos.steps_to(goal) < from.steps_to(goal);
    nearest_step(game, from, goal, &|pos| is_nearer(pos) && is_free(pos))
}

/// Works like [`step_toward`], but may also step past a creature in the way: onto a tile that is as many steps from
/// `goal` as `from` is, but nearer as the crow flies.
pub(super) fn step_around(
    game: &Game,
    from: Pos,
    goal: Pos,
    is_free: &dyn Fn(Pos) -> bool,
) -> Option<Direction> {
    let length = |pos: Pos| (pos.steps_to(goal), squared(pos, goal));
    nearest_step(game, from, goal, &|pos| length(pos) < length(from) && is_free(pos))
}

/// Returns the step onto the free tile next to `from` that is the fewest steps from `goal`, not counting obstacles on
/// the way; of several, the one that is nearest as the crow flies. Live cables are never free.
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
