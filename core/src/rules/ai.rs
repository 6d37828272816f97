//! Plays the monsters' turns (M).

use crate::content::Status;
use crate::content::monsters::{REPATH_INTERVAL, Trait};
use crate::geometry::Pos;
use crate::limits::MONSTERS_MAX;
use crate::rules::{Event, Events};
use crate::world::path::{DistanceMap, Route};
use crate::world::{AiState, Game, Monster, sight};
use heapless::Vec;

/// Holds what all monsters share during one round: who sees the player, and two distance maps, each
/// built when the first monster needs it.
pub(super) struct MonsterTurns {
    /// Holds the positions of monsters that have the player within their sight range and in line of
    /// sight (M2).
    observers: Vec<Pos, MONSTERS_MAX>,
    /// Holds distances to the player.
    player_map: Option<DistanceMap>,
    /// Holds distances to the goal of the last monster that searched; others that lost the player
    /// mostly share its goal.
    chase_map: Option<DistanceMap>,
}

impl MonsterTurns {
    pub(super) fn new(game: &Game) -> MonsterTurns {
        MonsterTurns { observers: observers(game), player_map: None, chase_map: None }
    }

    /// Plays each monster in turn: its statuses tick, then, if it lives, it acts (T4).
    pub(super) fn act(&mut self, game: &mut Game, events: &mut Events) {
        let mut index = 0;
        while index < game.current_floor.monsters.len() {
            if !game.tick_monster(index, events) {
                continue;
            }
            if !game.player.body.hp.is_dead() {
                self.act_one(game, index, events);
            }
            index += 1;
        }
    }

    fn act_one(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        let sees_player = self.observers.contains(&game.current_floor.monsters[index].body.pos);
        if sees_player {
            notice(game, index, events);
        }
        let monster = &game.current_floor.monsters[index];
        let (statuses, monster_trait) = (&monster.body.statuses, monster.kind.spec().monster_trait);
        if statuses.has(Status::Stunned) || !monster.ai_state.is_alert() {
            return;
        }
        let moves_randomly = match monster_trait {
            _ if statuses.has(Status::Confused) => true,
            Trait::MovesRandomly(one_in) => game.dice.one_in(one_in),
            _ => false,
        };
        if moves_randomly {
            game.current_floor.monsters[index].ai_state.set_route(Route::NONE);
            if let Some(direction) = game.random_direction() {
                game.walk_monster(index, direction, events);
            }
        } else if monster_trait == Trait::Flees {
            self.flee(game, index, events);
        } else if sees_player {
            self.hunt(game, index, events);
        } else if may_move(game, monster_trait) {
            self.search(game, index, events);
        }
    }

    /// Attacks when next to the player; otherwise takes a step along a shortest path around
    /// sleepers. Where other hunters stand in the way, it steps aside or waits (M3, M4).
    fn hunt(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        let (from, player) = (game.current_floor.monsters[index].body.pos, game.player.body.pos);
        if let Some(direction) = from.direction_to(player) {
            return game.walk_monster(index, direction, events);
        }
        if !may_move(game, game.current_floor.monsters[index].kind.spec().monster_trait) {
            return;
        }
        let map = self.player_map(game);
        map.expand_toward(from);
        let is_free = |pos: Pos| !game.is_occupied(pos);
        let direction = map.descend(from, is_free).or_else(|| map.sidestep(from, is_free));
        if let Some(direction) = direction {
            game.walk_monster(index, direction, events);
        }
    }

    /// Returns the distance map to the player, expanded as far as any monster needed so far.
    fn player_map(&mut self, game: &Game) -> &mut DistanceMap {
        match &mut self.player_map {
            Some(map) => map,
            none => new_map_around_sleepers(none, game, game.player.body.pos),
        }
    }

    /// Walks to where the player was last seen; on arrival, or when no path leads there, to a
    /// random reachable tile (M3). Where another monster blocks the path, it waits or goes around
    /// (M4).
    fn search(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        let monster = &game.current_floor.monsters[index];
        let (goal, mut route) = match monster.ai_state {
            AiState::Asleep => return,
            AiState::Hunting { last_seen, route } => (last_seen, route),
            AiState::Wandering { goal, route } => (goal, route),
        };
        let from = monster.body.pos;
        if from == goal {
            route = plan_route(game, index, goal);
        } else if !can_follow(game, from, route) {
            route = self.route(game, from, goal).unwrap_or_else(|| plan_route(game, index, goal));
        }
        if !is_next_step_free(game, from, route) {
            match detour(game, from, route) {
                Some(past) => route = past,
                None if may_repath(game, index) => route = plan_route(game, index, goal),
                None => {}
            }
        }
        game.current_floor.monsters[index].ai_state.set_route(route);
        if let Some(direction) = route.peek().filter(|_| is_next_step_free(game, from, route)) {
            game.walk_monster(index, direction, events);
        }
    }

    /// Returns the next steps to `goal`.
    // Target: GBA. Not inlined: keeps a distance map off the caller's short stack.
    #[inline(never)]
    fn route(&mut self, game: &Game, from: Pos, goal: Pos) -> Option<Route> {
        let chase_map = match &mut self.chase_map {
            Some(chase_map) if chase_map.start() == goal => chase_map,
            other => new_map_around_sleepers(other, game, goal),
        };
        chase_map.expand_to(from);
        chase_map.route_to_start(from)
    }

    /// Moves in two turns of three, to the neighbouring tile farthest from the player; attacks when
    /// cornered with the player next to it (M5).
    fn flee(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        if game.turn.0.is_multiple_of(3) {
            return;
        }
        let (from, player) = (game.current_floor.monsters[index].body.pos, game.player.body.pos);
        let map = self.player_map(game);
        map.expand_around(from);
        let away = from
            .neighbours()
            .filter(|&pos| map.is_reached(pos) && !game.is_occupied(pos))
            .filter(|&pos| !game.current_floor.map.terrain(pos).is_stairs())
            .max_by_key(|&pos| (map.distance(pos), pos.steps_to(player)));
        let is_farther = |pos: &Pos| map.distance(*pos) > map.distance(from);
        let direction = match away.filter(is_farther) {
            Some(pos) => from.direction_to(pos),
            None => from.direction_to(player),
        };
        if let Some(direction) = direction {
            game.walk_monster(index, direction, events);
        }
    }
}

/// Makes a monster that sees the player alert, and stores where it saw the player (M2, M3).
fn notice(game: &mut Game, index: usize, events: &mut Events) {
    let last_seen = game.player.body.pos;
    let monster = &mut game.current_floor.monsters[index];
    let (kind, at) = (monster.kind, monster.body.pos);
    let was_alert = monster.ai_state.is_alert();
    monster.ai_state = AiState::Hunting { last_seen, route: Route::NONE };
    if !was_alert {
        events.push(Event::Noticed { kind, at });
    }
}

/// Returns whether a monster with this trait moves in this turn.
const fn may_move(game: &Game, monster_trait: Trait) -> bool {
    !matches!(monster_trait, Trait::Crawls) || game.turn.0.is_multiple_of(2)
}

/// Builds the distance map to `goal` with sleeping monsters as obstacles, in place. Monsters that
/// are awake are no obstacles, because they move on by themselves.
fn new_map_around_sleepers<'a>(
    place: &'a mut Option<DistanceMap>,
    game: &Game,
    goal: Pos,
) -> &'a mut DistanceMap {
    let map = place.insert(DistanceMap::closed(goal));
    let sleepers =
        game.current_floor.monsters.iter().filter(|monster| !monster.ai_state.is_alert());
    map.open(&game.current_floor.map, sleepers.map(|monster| monster.body.pos));
    map
}

/// Returns a route around the monster on the next tile of `route`, if a free tile leads to the one
/// after it.
fn detour(game: &Game, from: Pos, route: Route) -> Option<Route> {
    let mut rest = route;
    let blocked = from.step(rest.pop()?)?;
    let beyond = blocked.step(rest.pop()?)?;
    let is_free = |pos: &Pos| {
        game.current_floor.map.terrain(*pos).is_passable()
            && !game.is_occupied(*pos)
            && pos.is_next_to(beyond)
    };
    let beside = from.neighbours().find(is_free)?;
    rest.push_front(beside.direction_to(beyond)?);
    rest.push_front(from.direction_to(beside)?);
    Some(rest)
}

/// Returns whether it may look for a path around other monsters in this turn.
#[expect(clippy::cast_possible_truncation, reason = "there are a few monsters")]
const fn may_repath(game: &Game, index: usize) -> bool {
    game.turn.0.wrapping_add(index as u32).is_multiple_of(REPATH_INTERVAL)
}

/// Returns the positions of the monsters that see the player (M2).
// Target: GBA. Not inlined: keeps a tile set off the caller's short stack.
#[inline(never)]
fn observers(game: &Game) -> Vec<Pos, MONSTERS_MAX> {
    let player = game.player.body.pos;
    let is_near =
        |monster: &&Monster| monster.body.pos.is_within(monster.kind.spec().sight_radius, player);
    let mut near = game.current_floor.monsters.iter().filter(is_near).peekable();
    if near.peek().is_none() {
        return Vec::new();
    }
    let clear = sight::clear(&game.current_floor);
    let sees = |monster: &&Monster| {
        monster.kind.spec().sees_everything() || sight::sees(&clear, player, monster.body.pos)
    };
    near.filter(sees).map(|monster| monster.body.pos).collect()
}

/// Plans a path to `goal` around all other monsters; where none exists, or the monster is there,
/// picks a random reachable tile as the new goal.
// Target: GBA. Not inlined: keeps a distance map off the caller's short stack.
#[inline(never)]
fn plan_route(game: &mut Game, index: usize, goal: Pos) -> Route {
    let from = game.current_floor.monsters[index].body.pos;
    let others = game.current_floor.monsters.iter().map(|monster| monster.body.pos);
    let mut map = DistanceMap::closed(from);
    map.open(&game.current_floor.map, others.filter(|&pos| pos != from));
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

/// Returns whether the route has a next step onto a passable tile. Saves of older versions hold
/// routes that start elsewhere, of monsters that had teleported.
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

/// Picks one of the reached tiles, each equally likely.
fn pick_wander_goal(game: &mut Game, map: &DistanceMap) -> Pos {
    let reached = map.reached();
    let before = game.dice.index(usize::from(reached.len()));
    before.and_then(|before| reached.nth(before)).expect("one can reach where one stands")
}
