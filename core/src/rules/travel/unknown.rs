//! Finds the way to unknown things: items not yet fetched, and unexplored ground.

use super::explore_plan::ExplorePlan;
use super::hazards::is_hazard;
use super::monitor::finds;
use super::obstacles::{Bodies, fixed_obstacles, known_bodies};
use super::walk::around_harmless;
use crate::geometry::{Direction, Pos, TileSet};
use crate::world::Game;
use crate::world::path::DistanceMap;

/// Returns the first step toward the nearest known item or, without an item, the nearest edge of the explored tiles.
/// The path leads around `tiles` and around all known enemies that are not harmless. The step strikes a harmless enemy
/// in the way, if there is no detour or the detour is much longer (N3). Returns `None` if neither an item nor an edge
/// is left.
pub(super) fn step_to_unknown(
    game: &Game,
    visible: &TileSet,
    tiles: Option<&TileSet>,
    plan: Option<&mut ExplorePlan>,
) -> Option<Option<Direction>> {
    let avoid = |bodies| match tiles {
        Some(tiles) => Avoid::Tiles(tiles, bodies),
        None => Avoid::Bodies(bodies),
    };
    let (_, straight) = nearest_unknown(game, visible, avoid(Bodies::Feared), plan)?;
    let route = |bodies| {
        let (steps, direction) = nearest_unknown(game, visible, avoid(bodies), None)?;
        Some((steps, direction?))
    };
    Some(straight.map(|straight| around_harmless(game, visible, straight, route)))
}

/// Returns whether a path that may lead close to sleepers reaches something unknown.
pub(super) fn reaches_unknown(game: &Game, visible: &TileSet) -> bool {
    nearest_unknown(game, visible, Avoid::Bodies(Bodies::Feared), None).is_some()
}

/// Returns whether only a harmful spill keeps the player from unexplored ground. A spill disappears after some turns.
// Target: GBA. Not inlined: keeps its tile set off the small stack.
#[inline(never)]
pub(super) fn is_behind_spill(game: &Game, visible: &TileSet) -> bool {
    let floor = game.current_floor();
    let mut spills = floor.spills.iter().filter(|spill| is_hazard(game, spill.pos)).peekable();
    if spills.peek().is_none() {
        return false;
    }
    let mut allowed = allowed_tiles(game, visible, Avoid::Bodies(Bodies::Feared));
    let known = |pos: &Pos| floor.map.explored().contains(*pos) && floor.monster_at(*pos).is_none();
    spills.map(|spill| spill.pos).filter(known).for_each(|pos| allowed.insert(pos));
    nearest(game, floor.map.explored().edge(), &allowed, None).is_some()
}

/// Returns the first step toward the nearest known item or, without an item, the nearest edge of the explored tiles.
/// The path may lead close to sleepers, because the player has agreed to that (N4). If a sleeper fills the only
/// passage, the path leads to the sleeper, and its last step leads onto the sleeper's tile.
pub(crate) fn step_past_sleepers(game: &Game, visible: &TileSet) -> Option<Direction> {
    let around = step_to_unknown(game, visible, None, None).flatten();
    around.or_else(|| nearest_unknown(game, visible, Avoid::Hazards, None)?.1)
}

/// The tiles that exploring avoids, besides stairs and [dropped items](super::dropped).
#[derive(Clone, Copy)]
enum Avoid<'a> {
    /// Only hazards.
    Hazards,
    /// Hazards and the creatures that the value names.
    Bodies(Bodies),
    /// Hazards, the given tiles, and the creatures that the second value names.
    Tiles(&'a TileSet, Bodies),
}

/// Returns the first step toward the nearest known item or, if no item can be reached, toward the nearest edge of the
/// explored tiles. Also returns the number of steps, which is 0 if there is a `plan`. The path leads around everything
/// that `avoided` names. Returns `None` if neither an item nor an edge can be reached.
fn nearest_unknown(
    game: &Game,
    visible: &TileSet,
    avoided: Avoid<'_>,
    mut plan: Option<&mut ExplorePlan>,
) -> Option<(u16, Option<Direction>)> {
    let allowed = allowed_tiles(game, visible, avoided);
    if let Some(items) = items_to_fetch(game, &allowed)
        && let Some(found) = nearest(game, items, &allowed, plan.as_deref_mut())
    {
        return Some(found);
    }
    nearest(game, game.current_floor().map.explored().edge(), &allowed, plan)
}

/// Returns the tiles of the items that exploring fetches. It does not fetch items that the player has dropped. Returns
/// `None` if there are no such items or the pack is full.
fn items_to_fetch(game: &Game, allowed: &TileSet) -> Option<TileSet> {
    let mut items = finds(game).filter(|ground| allowed.contains(ground.pos)).peekable();
    if game.player().pack.is_full() || items.peek().is_none() {
        return None;
    }
    let mut tiles = TileSet::EMPTY;
    items.for_each(|ground| tiles.insert(ground.pos));
    Some(tiles)
}

/// Returns the explored tiles that exploring may cross.
// Target: GBA. Not inlined: keeps its tile sets off the small stack.
#[inline(never)]
fn allowed_tiles(game: &Game, visible: &TileSet, avoided: Avoid<'_>) -> TileSet {
    let map = &game.current_floor().map;
    let mut allowed = map.explored().clone();
    allowed.retain_all(map.passable());
    if let Avoid::Tiles(tiles, _) = avoided {
        allowed.remove_all(tiles);
    }
    for obstacle in fixed_obstacles(game) {
        allowed.remove(obstacle);
    }
    let bodies = match avoided {
        Avoid::Hazards => None,
        Avoid::Bodies(bodies) | Avoid::Tiles(_, bodies) => Some(bodies),
    };
    if let Some(bodies) = bodies {
        for body in known_bodies(game, visible, bodies) {
            allowed.remove(body);
        }
    }
    allowed
}

/// Returns the number of steps to the nearest of the `goals` over `allowed` tiles (0 if there is a `plan`), and the
/// first step. Returns `None` if no goal can be reached.
// Target: GBA. Not inlined: frees the stack space of its distance map before another is built.
#[inline(never)]
fn nearest(
    game: &Game,
    mut goals: TileSet,
    allowed: &TileSet,
    mut plan: Option<&mut ExplorePlan>,
) -> Option<(u16, Option<Direction>)> {
    let pos = game.player().body.pos;
    goals.remove(pos);
    if let Some(direction) = plan.as_mut().and_then(|plan| plan.next(pos, &goals, allowed)) {
        return Some((0, Some(direction)));
    }
    let mut map = DistanceMap::closed(pos);
    map.open_tiles(allowed);
    let goal = map.expand_to_any(&goals)?;
    let steps = if plan.is_none() { map.distance(goal)? } else { 0 };
    let direction = map.route_from_start(goal).and_then(|mut route| match plan {
        Some(plan) => plan.keep(pos, route, goals, allowed.clone()),
        None => route.pop(),
    });
    Some((steps, direction))
}
