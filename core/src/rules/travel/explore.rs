//! Finds the steps of exploring, which leads to known items, unexplored ground, a vault, and the stairs up, in this
//! order.

use super::explore_plan::ExplorePlan;
use super::interrupt::Interrupt;
use super::obstacles::obstacles;
use super::threats::{alert_enemy_in_sight, harmless_at};
use super::unknown::{is_behind_spill, reaches_unknown, step_past_sleepers, step_to_unknown};
use super::vault::{locked_door, offer, to_door, to_lockers};
use super::walk::next_step_to;
use crate::content::player::EXPLORE_SLEEPER_DISTANCE;
use crate::geometry::{Direction, TileSet};
use crate::quantity::Floor;
use crate::world::path::DistanceMap;
use crate::world::{AiState, Game, Terrain};

/// Returns the first step toward the first of these goals that exists: the nearest known item, the nearest edge of the
/// explored tiles, a vault whose key the player carries, or the stairs up. A `plan` stores the path to save searches.
///
/// # Errors
/// The reason why there is no step.
pub(crate) fn explore(
    game: &Game,
    visible: &TileSet,
    plan: Option<&mut ExplorePlan>,
) -> Result<Direction, Interrupt> {
    match explore_unknown(game, visible, plan)? {
        Some(direction) => Ok(direction),
        None => to_door(game, visible).unwrap_or_else(|| leave(game, visible)),
    }
}

/// Returns the next step of exploring that stops at everything: lockers, a vault, and the items that a vault offers.
pub(super) fn explore_past_nothing(game: &Game, visible: &TileSet) -> Result<Direction, Interrupt> {
    // If the player carries the key and stands beside the locked door, the vault comes before all other goals.
    let is_by_door = locked_door(game).is_some_and(|it| it.is_next_to(game.player().body.pos));
    if is_by_door
        && alert_enemy_in_sight(game, visible).is_none()
        && let Some(next) = to_door(game, visible)
    {
        return next;
    }
    if let Some(next) = to_lockers(game, visible) {
        return next;
    }
    match explore_unknown(game, visible, None)? {
        Some(direction) => Ok(direction),
        None if is_behind_spill(game, visible) => Err(Interrupt::Hazard),
        None => match (to_door(game, visible), offer(game)) {
            (Some(next), _) => next,
            (None, Some(_)) => Err(Interrupt::Offers),
            (None, None) => leave(game, visible),
        },
    }
}

/// Returns the next step of exploring that ignores vaults and lockers.
pub(super) fn explore_past_vault(game: &Game, visible: &TileSet) -> Result<Direction, Interrupt> {
    match explore_unknown(game, visible, None)? {
        Some(direction) => Ok(direction),
        None if is_behind_spill(game, visible) => Err(Interrupt::Hazard),
        None => leave(game, visible),
    }
}

/// Returns the next step of exploring past sleepers. Exploring has stopped at these sleepers before (N4).
pub(super) fn explore_past_sleepers(
    game: &Game,
    visible: &TileSet,
) -> Result<Direction, Interrupt> {
    if let Some(kind) = alert_enemy_in_sight(game, visible) {
        return Err(Interrupt::Watched(kind));
    }
    let Some(direction) = step_past_sleepers(game, visible) else {
        return next_step_up(game, visible);
    };
    let to = game.player().body.pos.step(direction);
    let monster = to.and_then(|to| game.current_floor().monster_at(to));
    match monster.map(|index| &game.current_floor().monsters[index]) {
        // Exploring never strikes a sleeper or a dangerous monster. The player must order such a blow by hand.
        Some(monster) if monster.is_hostile() && !harmless_at(game, visible, monster.body.pos) => {
            Err(Interrupt::InTheWay(monster.kind))
        }
        _ => Ok(direction),
    }
}

/// Returns the first step toward something unknown; `None` if nothing unknown is left.
fn explore_unknown(
    game: &Game,
    visible: &TileSet,
    plan: Option<&mut ExplorePlan>,
) -> Result<Option<Direction>, Interrupt> {
    if let Some(kind) = alert_enemy_in_sight(game, visible) {
        return Err(Interrupt::Watched(kind));
    }
    let near_sleepers = near_sleepers(game, visible);
    if let Some(near_sleepers) = near_sleepers.as_ref().filter(|it| it.is_player_near) {
        return step_away(game, visible, near_sleepers).map(Some);
    }
    let tiles = near_sleepers.as_ref().map(|it| &it.near);
    if let Some(direction) = step_to_unknown(game, visible, tiles, plan) {
        return direction.map(Some).ok_or(Interrupt::Blocked);
    }
    if near_sleepers.is_some() && reaches_unknown(game, visible) {
        Err(Interrupt::Sleepers)
    } else {
        Ok(None)
    }
}

/// Returns the first step toward the stairs up, once nothing is left to explore.
fn leave(game: &Game, visible: &TileSet) -> Result<Direction, Interrupt> {
    match next_step_up(game, visible) {
        // The unseen stairs must lie behind a sleeper that fills the only passage.
        Err(Interrupt::Explored)
            if !knows_stairs_up(game) && step_past_sleepers(game, visible).is_some() =>
        {
            Err(Interrupt::Sleepers)
        }
        next => next,
    }
}

fn knows_stairs_up(game: &Game) -> bool {
    let map = &game.current_floor().map;
    map.find(Terrain::StairsUp).is_some_and(|at| map.explored().contains(at))
}

/// Returns the first step toward the stairs up on an explored floor.
fn next_step_up(game: &Game, visible: &TileSet) -> Result<Direction, Interrupt> {
    let map = &game.current_floor().map;
    let stairs = map.find(Terrain::StairsUp).filter(|&at| map.explored().contains(at));
    match stairs.ok_or(Interrupt::Explored)? {
        // Only in the lobby, exploring goes up the stairs without stopping in front of them.
        near if game.floor() == Floor::LOBBY => {
            let direction = game.player().body.pos.direction_to(near);
            direction.map_or_else(|| next_step_to(game, visible, near), Ok)
        }
        near if near.is_next_to(game.player().body.pos) => Err(Interrupt::AtStairs),
        far => next_step_to(game, visible, far),
    }
}

/// The tiles that are too near to known sleepers to explore (N4).
struct NearSleepers {
    /// The tiles within [`EXPLORE_SLEEPER_DISTANCE`] steps of a known sleeper.
    near: TileSet,
    /// The tiles of `near` that are nearer to a sleeper than the player is. Equals `near` if the player is outside
    /// `near`.
    nearer: TileSet,
    is_player_near: bool,
}

/// Returns the tiles that are too near to known sleepers to explore; `None` if no sleeper is known.
// Target: GBA. Not inlined: frees the stack space of its tile sets before a distance map is built.
#[inline(never)]
fn near_sleepers(game: &Game, visible: &TileSet) -> Option<NearSleepers> {
    let (floor, player) = (game.current_floor(), game.player().body.pos);
    let explored = floor.map.explored();
    let mut near = TileSet::EMPTY;
    for monster in &floor.monsters {
        let pos = monster.body.pos;
        let is_known = visible.contains(pos) || explored.contains(pos);
        if monster.ai_state == AiState::Asleep && is_known {
            near.insert(pos);
        }
    }
    if near.is_empty() {
        return None;
    }
    let mut nearer = near.clone();
    for _ in 0..EXPLORE_SLEEPER_DISTANCE {
        near.grow(floor.map.passable());
        if !near.contains(player) {
            nearer.clone_from(&near);
        }
    }
    let is_player_near = near.contains(player);
    Some(NearSleepers { near, nearer, is_player_near })
}

/// Returns the first step of a path away from sleepers. No tile of the path is nearer to a sleeper than the player is
/// now (N4).
// Target: GBA. Not inlined: frees the stack space of its distance map before another is built.
#[inline(never)]
fn step_away(
    game: &Game,
    visible: &TileSet,
    near_sleepers: &NearSleepers,
) -> Result<Direction, Interrupt> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let mut allowed = floor.map.explored().clone();
    allowed.remove_all(&near_sleepers.nearer);
    let mut map = DistanceMap::closed(pos);
    map.open(&floor.map, obstacles(game, visible));
    map.restrict_to(&allowed);
    allowed.remove_all(&near_sleepers.near);
    let route = map.expand_to_any(&allowed).and_then(|goal| map.route_from_start(goal));
    route.and_then(|mut route| route.pop()).ok_or(Interrupt::Sleepers)
}
