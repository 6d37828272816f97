//! A monster looks for a player who is out of its sight (M3, M4).

use super::hunt::{go_for_vent, note_blocked, strike_ally};
use crate::content::monsters::REPATH_INTERVAL;
use crate::geometry::Pos;
use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt, MonsterTurns, may_move};
use crate::world::path::{DistanceMap, Route};
use crate::world::{AiState, Game};

/// Makes a monster look for a player out of its sight; the earlier deed `Hunt` handles a player in sight. If the ally
/// is beside the monster, the monster strikes the ally instead (T9, M3).
pub(super) fn act(
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    if !strike_ally(game, at.index, events) && may_move(game, at.of(game).kind.spec()) {
        search(turns, game, at.index, events);
    }
    Acted::Yes
}

/// Makes the monster walk to the tile where it last saw the player. On arrival, or if no path leads there, the monster
/// walks to a random reachable tile (M3). A monster whose way is blocked by another monster waits or goes around (M4);
/// a hunter may also go for a vent (W15).
fn search(turns: &mut MonsterTurns, game: &mut Game, index: usize, events: &mut Events) {
    // Other monsters in a passage may hide the player from a hunter behind them. This hunter may go for a vent, too.
    let monster = &game.current_floor.monsters[index];
    let is_hunting = matches!(monster.ai_state, AiState::Hunting { .. });
    if is_hunting && go_for_vent(game, index, events) {
        return;
    }
    let monster = &game.current_floor.monsters[index];
    let (goal, mut route) = match monster.ai_state {
        AiState::Asleep | AiState::Watching | AiState::Eating { .. } => return,
        AiState::Hunting { last_seen, route } => (last_seen, route),
        AiState::Wandering { goal, route } => (goal, route),
    };
    let from = monster.body.pos;
    if from == goal {
        route = plan_route(game, index, goal);
    } else if !can_follow(game, from, route) {
        let map = turns.chase_map(game, goal);
        map.expand_to(from);
        let found = map.route_to_start(from);
        route = found.unwrap_or_else(|| plan_route(game, index, goal));
    }
    if !is_next_step_free(game, from, route) {
        match detour(game, from, route) {
            Some(past) => route = past,
            None if may_repath(game, index) => route = plan_route(game, index, goal),
            None => {}
        }
    }
    game.current_floor.monsters[index].ai_state.set_route(route);
    match route.peek().filter(|_| is_next_step_free(game, from, route)) {
        Some(direction) => {
            game.current_floor.monsters[index].blocked = 0;
            game.walk_monster(index, direction, events);
        }
        None if is_hunting => note_blocked(&mut game.current_floor.monsters[index]),
        None => {}
    }
}

/// Returns `route` with its blocked first tile replaced by a free tile. This tile must be next to both `from` and the
/// second tile of `route`. Returns `None` if there is no such tile.
fn detour(game: &Game, from: Pos, route: Route) -> Option<Route> {
    let mut rest = route;
    let blocked = from.step(rest.pop()?)?;
    let beyond = blocked.step(rest.pop()?)?;
    let is_free = |pos: &Pos| {
        game.current_floor.map.terrain(*pos).is_passable()
            && !game.current_floor.map.live_cables().contains(*pos)
            && !game.is_occupied(*pos)
            && pos.is_next_to(beyond)
    };
    let beside = from.neighbours().find(is_free)?;
    rest.push_front(beside.direction_to(beyond)?);
    rest.push_front(from.direction_to(beside)?);
    Some(rest)
}

/// Returns whether the monster at `index` may look for a path around other monsters in this turn.
#[expect(clippy::cast_possible_truncation, reason = "there are a few monsters")]
const fn may_repath(game: &Game, index: usize) -> bool {
    game.turn.0.wrapping_add(index as u32).is_multiple_of(REPATH_INTERVAL)
}

/// Plans a path to `goal` around all other monsters. If there is no path, or the monster has arrived, picks a random
/// reachable tile as the new goal.
// Target: GBA. Not inlined: keeps a distance map off the caller's small stack.
#[inline(never)]
fn plan_route(game: &mut Game, index: usize, goal: Pos) -> Route {
    let from = game.current_floor.monsters[index].body.pos;
    let others = game.current_floor.monsters.iter().map(|monster| monster.body.pos);
    let cables = game.current_floor.map.live_cables().iter();
    let mut map = DistanceMap::closed(from);
    map.open(&game.current_floor.map, others.filter(|&pos| pos != from).chain(cables));
    if from != goal
        && map.expand_to(goal)
        && let Some(route) = map.route_from_start(goal)
    {
        return route;
    }
    map.expand_all();
    let goal = pick_wander_goal(game, &map);
    let route = map.route_from_start(goal).unwrap_or(Route::NONE);
    game.current_floor.monsters[index].ai_state = AiState::Wandering { goal, route };
    route
}

/// Returns whether the route has a next step that leads onto a passable tile. In saves of older versions, the step may
/// lead into a wall, because the route of a teleported monster may start at another tile.
fn can_follow(game: &Game, from: Pos, route: Route) -> bool {
    route
        .peek()
        .and_then(|direction| from.step(direction))
        .is_some_and(|next| game.current_floor.map.terrain(next).is_passable())
}

/// Returns whether the route has a next step onto a tile without a monster.
fn is_next_step_free(game: &Game, from: Pos, route: Route) -> bool {
    route
        .peek()
        .and_then(|direction| from.step(direction))
        .is_some_and(|next| game.current_floor.monster_at(next).is_none())
}

/// Picks one of the reached tiles, all with equal probability.
fn pick_wander_goal(game: &mut Game, map: &DistanceMap) -> Pos {
    let before = game.dice.index(map.count_reached());
    before.and_then(|before| map.nth_reached(before)).expect("one can reach where one stands")
}
