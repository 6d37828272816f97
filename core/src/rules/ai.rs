//! Plays the monsters' turns (M).

use crate::content::Status;
use crate::content::items::{CHEESE_RADIUS, MEAL_TURNS};
use crate::content::monsters::{
    CRAWL_INTERVAL, HIDING_DISTANCE, REPATH_INTERVAL, Trait, VENT_BLOCKED_TURNS,
};
use crate::content::throne::{KING_MEAL_TURNS, KING_REST_INTERVAL};
use crate::geometry::{Pos, TileSet};
use crate::limits::{MONSTERS_MAX, VENTS_MAX};
use crate::rules::steps::{nearest_step, next_free_step, next_step, step_around, step_toward};
use crate::rules::{Event, Events};
use crate::world::path::{DistanceMap, Route};
use crate::world::{AiState, Aim, Game, Monster, Outcome, Squeak, sight};
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
    /// Holds the last bait that lured, and the tiles from which it does (I9). No door that a monster
    /// opens changes them.
    lure: Option<(Pos, TileSet)>,
}

impl MonsterTurns {
    pub(super) fn new(game: &Game) -> MonsterTurns {
        MonsterTurns { observers: observers(game), player_map: None, chase_map: None, lure: None }
    }

    /// Plays each monster in turn: whether it is stunned is asked, its statuses tick, then, if it
    /// lives, it acts, and feels the spill underfoot (T4). The death of the player ends all of it (T6).
    pub(super) fn act(&mut self, game: &mut Game, events: &mut Events) {
        game.scratch.acting = 0;
        while game.scratch.acting < game.current_floor.monsters.len()
            && game.outcome == Outcome::Playing
        {
            game.scratch.is_acting_gone = false;
            let index = game.scratch.acting;
            let body = &game.current_floor.monsters[index].body;
            let is_stunned = body.statuses.has(Status::Stunned);
            if game.tick_monster(index, events) && !is_stunned {
                self.act_one(game, index, events);
                if game.player.body.hp.is_dead() {
                    break;
                }
            }
            if is_stunned && !game.scratch.is_acting_gone {
                lose_turn(&mut game.current_floor.monsters[index]);
            }
            if !game.scratch.is_acting_gone {
                game.feel_spill_as_monster(game.scratch.acting, events);
            }
            if !game.scratch.is_acting_gone {
                game.scratch.acting += 1;
            }
        }
        // Whoever is removed from here on does not act.
        game.scratch.acting = usize::MAX;
    }

    fn act_one(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        // Waking uses up the turn, whoever or whatever woke it (S4).
        if game.scratch.is_roused(index) {
            return;
        }
        let monster = &mut game.current_floor.monsters[index];
        let from = monster.body.pos;
        let is_hostile = monster.is_hostile();
        match &mut monster.ai_state {
            AiState::Asleep => return,
            AiState::Eating { turns } if *turns > 1 => return *turns -= 1,
            AiState::Eating { .. } => monster.ai_state = AiState::hunting(from),
            AiState::Watching | AiState::Hunting { .. } | AiState::Wandering { .. } => {}
        }
        if monster.squeak == Squeak::Due {
            return game.squeak(index, events);
        }
        let sees_player = is_hostile && self.observers.contains(&from);
        if sees_player && notice(game, index, events) {
            return;
        }
        let monster = &game.current_floor.monsters[index];
        let (statuses, monster_trait) = (&monster.body.statuses, monster.kind.spec().monster_trait);
        if !monster.ai_state.is_alert() {
            return;
        }
        let moves_randomly = match monster_trait {
            _ if statuses.has(Status::Confused) => true,
            Trait::MovesRandomly(one_in) => game.dice.one_in(one_in),
            _ => false,
        };
        if moves_randomly {
            let monster = &mut game.current_floor.monsters[index];
            monster.ai_state.set_route(Route::NONE);
            monster.aim = Aim::None;
            if let Some(direction) = game.random_direction() {
                game.walk_monster(index, direction, events);
            }
            return;
        }
        if !is_hostile {
            return self.help(game, index, events);
        }
        let bait = self.nearest_bait(game, index, sees_player);
        if let Some(bait) = bait {
            return self.go_for_bait(game, index, bait, events);
        }
        if monster_trait == Trait::Flees {
            if !game.slip_away(index, events) {
                self.flee(game, index, events);
            }
        } else if game.current_floor.monsters[index].loot.is_some() {
            self.hide(game, index, sees_player, events);
        } else if monster_trait == Trait::Spits && game.spit(index, events) {
            // It aimed, spat, or loaded.
        } else if sees_player {
            self.hunt(game, index, events);
        } else if !strike_ally(game, index, events) && may_move(game, monster_trait) {
            self.search(game, index, events);
        }
    }

    /// Attacks when next to the player; otherwise takes a step along a shortest path around
    /// sleepers. Where other hunters stand in the way, it steps aside, goes for a vent, or waits (M3,
    /// M4, W15). One that the ally blocks strikes the ally (T9).
    fn hunt(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        let (from, player) = (game.current_floor.monsters[index].body.pos, game.player.body.pos);
        if let Some(direction) = from.direction_to(player) {
            game.current_floor.monsters[index].blocked = 0;
            game.walk_monster(index, direction, events);
            return;
        }
        if strike_ally(game, index, events)
            || !may_move(game, game.current_floor.monsters[index].kind.spec().monster_trait)
            || go_for_vent(game, index, events)
        {
            return;
        }
        match next_step(self.player_map(game), game, from) {
            Some(direction) => {
                game.current_floor.monsters[index].blocked = 0;
                game.walk_monster(index, direction, events);
            }
            None => note_blocked(&mut game.current_floor.monsters[index]),
        }
    }

    /// Returns the distance map to the player, expanded as far as any monster needed so far.
    fn player_map(&mut self, game: &Game) -> &mut DistanceMap {
        match &mut self.player_map {
            Some(map) => map,
            none => new_map_to_player(none, game),
        }
    }

    /// Lets the ally step out of a spill that hurts it, attack the nearest awake enemy that it sees, or
    /// follow the player, around such spills where it stands outside of them (I10).
    fn help(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        let (from, player) = (game.current_floor.monsters[index].body.pos, game.player.body.pos);
        let can_move = may_move(game, game.current_floor.monsters[index].kind.spec().monster_trait);
        let target = game.ally_target(index);
        let is_harmed = game.is_harmed_at(index, from);
        let spared = |pos: Pos| !game.is_occupied(pos) && !game.is_harmed_at(index, pos);
        let way_out = (is_harmed && can_move)
            .then(|| nearest_step(game, from, target.unwrap_or(player), &spared))
            .flatten();
        let is_free = |pos: Pos| if is_harmed { !game.is_occupied(pos) } else { spared(pos) };
        let direction = match target {
            _ if way_out.is_some() => way_out,
            Some(target) if target.is_next_to(from) => from.direction_to(target),
            _ if !can_move => None,
            Some(target) => step_around(game, from, target, &is_free),
            None if from.steps_to(player) <= 1 => None,
            None => next_free_step(self.player_map(game), from, &is_free),
        };
        if let Some(direction) = direction {
            game.walk_monster(index, direction, events);
        }
    }

    /// Returns the bait that the monster at `index` goes for: the nearest cheese within ten steps that
    /// no other monster stands on, unless the player is next to the monster, or nearer than the cheese
    /// and in sight (I9). The King always goes (K2).
    fn nearest_bait(&mut self, game: &Game, index: usize, sees_player: bool) -> Option<Pos> {
        let floor = &game.current_floor;
        let monster = &floor.monsters[index];
        let spec = monster.kind.spec();
        let (from, player) = (monster.body.pos, game.player.body.pos);
        if !spec.is_mouse || monster.loot.is_some() {
            return None;
        }
        let bait = floor
            .bait()
            .map(|ground| ground.pos)
            .filter(|&pos| pos.steps_to(from) <= CHEESE_RADIUS && pos != player)
            .filter(|&pos| pos == from || floor.monster_at(pos).is_none())
            .min_by_key(|pos| (pos.steps_to(from), pos.index()))?;
        let is_nearer = sees_player && from.steps_to(player) < from.steps_to(bait);
        if game.keeps_from_bait(monster) || (is_nearer && spec.monster_trait != Trait::Flees) {
            return None;
        }
        self.lures(game, bait, from).then_some(bait)
    }

    /// Returns whether `from` is within the steps from which `bait` lures.
    // Target: GBA. Not inlined: keeps a tile set off the caller's short stack.
    #[inline(never)]
    fn lures(&mut self, game: &Game, bait: Pos, from: Pos) -> bool {
        if self.lure.as_ref().is_none_or(|(of, _)| *of != bait) {
            self.lure = Some((bait, game.steps_around(bait, CHEESE_RADIUS)));
        }
        self.lure.as_ref().is_some_and(|(_, reach)| reach.contains(from))
    }

    /// Goes to the bait and eats it (I9).
    fn go_for_bait(&mut self, game: &mut Game, index: usize, bait: Pos, events: &mut Events) {
        let from = game.current_floor.monsters[index].body.pos;
        game.current_floor.monsters[index].aim = Aim::None;
        if from == bait {
            return eat(game, index, events);
        }
        // The King moves two turns out of three, also for cheese (M5).
        let monster_trait = game.current_floor.monsters[index].kind.spec().monster_trait;
        if monster_trait == Trait::Flees && game.turn.0.is_multiple_of(KING_REST_INTERVAL) {
            return;
        }
        if let Some(direction) = next_step(self.chase_map(game, bait), game, from) {
            game.walk_monster(index, direction, events);
        }
        let is_there = |monster: &Monster| monster.body.pos == bait;
        if !game.scratch.is_acting_gone
            && game.current_floor.monsters.get(index).is_some_and(is_there)
        {
            eat(game, index, events);
        }
    }

    /// Flees with its loot to the nearest vent, or out of sight, where it sleeps (M9).
    fn hide(&mut self, game: &mut Game, index: usize, sees_player: bool, events: &mut Events) {
        let from = game.current_floor.monsters[index].body.pos;
        let mut vents: Vec<Pos, VENTS_MAX> =
            game.current_floor.map.vents().iter().copied().collect();
        vents.sort_unstable_by_key(|vent| (vent.steps_to(from), vent.index()));
        for vent in vents {
            if vent.is_next_to(from) {
                return game.escape_by_vent(index, vent, events);
            }
            if let Some(front) = game.current_floor.map.front_of(vent)
                && let Some(direction) = next_step(self.chase_map(game, front), game, from)
            {
                game.walk_monster(index, direction, events);
                return;
            }
        }
        if !sees_player && from.steps_to(game.player.body.pos) >= HIDING_DISTANCE {
            game.current_floor.monsters[index].ai_state = AiState::Asleep;
            return;
        }
        self.run_away(game, index, events);
    }

    /// Returns the distance map to `goal`, expanded as far as any monster needed so far if the last
    /// that searched had the same goal.
    // Target: GBA. Not inlined: keeps a distance map off the caller's short stack.
    #[inline(never)]
    fn chase_map(&mut self, game: &Game, goal: Pos) -> &mut DistanceMap {
        if self.chase_map.as_ref().is_none_or(|map| map.start() != goal) {
            new_map_around_sleepers(&mut self.chase_map, game, goal);
        }
        self.chase_map.as_mut().expect("built when it was missing")
    }

    /// Walks to where the player was last seen; on arrival, or when no path leads there, to a
    /// random reachable tile (M3). Where another monster blocks the path, it waits or goes around
    /// (M4); a hunter goes for a vent (W15).
    fn search(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        // Those who queue in a passage do not see the player past those in front.
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
            let map = self.chase_map(game, goal);
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

    /// Moves in two turns of three, to the neighbouring tile farthest from the player; attacks when
    /// cornered with the player next to it (M5).
    fn flee(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        if !game.turn.0.is_multiple_of(KING_REST_INTERVAL) {
            self.run_away(game, index, events);
        }
    }

    /// Moves to the neighbouring tile farthest from the player; attacks when cornered with the player
    /// next to it.
    fn run_away(&mut self, game: &mut Game, index: usize, events: &mut Events) {
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

/// Lets a monster that sees the player store where it saw the player (M2, M3). Returns whether that
/// uses up its turn: a watcher does nothing more, and squeaks next (S4).
fn notice(game: &mut Game, index: usize, events: &mut Events) -> bool {
    let last_seen = game.player.body.pos;
    let was_alert = game.current_floor.monsters[index].ai_state.is_alert();
    if was_alert {
        game.current_floor.monsters[index].ai_state = AiState::hunting(last_seen);
    } else {
        game.rouse(index, events);
    }
    !was_alert
}

/// Lets a stunned monster lose its aim and its squeak (S4, M8).
fn lose_turn(monster: &mut Monster) {
    monster.aim = Aim::None;
    if monster.squeak == Squeak::Due {
        monster.squeak = Squeak::Used;
    }
}

/// Lets a hostile monster next to the ally, but not to the player, strike the ally (T9). Returns
/// whether it did.
fn strike_ally(game: &mut Game, index: usize, events: &mut Events) -> bool {
    let from = game.current_floor.monsters[index].body.pos;
    let ally = game.current_floor.monsters.iter().find(|monster| monster.is_ally);
    let direction = ally.and_then(|ally| from.direction_to(ally.body.pos));
    direction.is_some_and(|direction| game.walk_monster(index, direction, events))
}

/// Counts a turn in which others blocked the path of a hunter (W15).
fn note_blocked(monster: &mut Monster) {
    monster.blocked = (monster.blocked + 1).min(VENT_BLOCKED_TURNS);
}

/// Lets a hunter that others have blocked go for a vent nearby (W15). Returns whether it did.
fn go_for_vent(game: &mut Game, index: usize, events: &mut Events) -> bool {
    let monster = &game.current_floor.monsters[index];
    if !monster.kind.spec().uses_vents || monster.blocked < VENT_BLOCKED_TURNS {
        return false;
    }
    let from = monster.body.pos;
    let Some(vent) = game.vent_near(from) else { return false };
    if vent.is_next_to(from) {
        return game.enter_vent(index, vent, events);
    }
    match step_toward(game, from, vent, &|pos| !game.is_occupied(pos)) {
        Some(direction) => game.walk_monster(index, direction, events),
        None => false,
    }
}

impl Game {
    /// Returns whether the player keeps this mouse from bait by standing beside it (I9). The King always goes for
    /// it (K2).
    pub fn keeps_from_bait(&self, monster: &Monster) -> bool {
        let spec = monster.kind.spec();
        let is_beside = monster.body.pos.is_next_to(self.player.body.pos);
        is_beside && monster.is_hostile() && spec.is_mouse && spec.monster_trait != Trait::Flees
    }
}

/// Lets the monster at `index` use up the cheese underfoot and begin its meal (I9).
fn eat(game: &mut Game, index: usize, events: &mut Events) {
    let monster = &mut game.current_floor.monsters[index];
    let (kind, at) = (monster.kind, monster.body.pos);
    let is_king = kind.spec().monster_trait == Trait::Flees;
    let turns = if is_king { KING_MEAL_TURNS } else { MEAL_TURNS };
    monster.ai_state = AiState::Eating { turns: turns + 1 };
    if let Some(cheese) = game.current_floor.item_at(at) {
        game.current_floor.items.remove(cheese);
    }
    events.push(Event::Eats { kind, at });
}

/// Returns whether a monster with this trait moves in this turn.
const fn may_move(game: &Game, monster_trait: Trait) -> bool {
    !matches!(monster_trait, Trait::Crawls) || game.turn.0.is_multiple_of(CRAWL_INTERVAL)
}

/// Builds the distance map to the player around sleepers and live cables; hunters with no other way
/// cross the cables (W18).
// Target: GBA. Not inlined: keeps the second search off the common path.
#[inline(never)]
fn new_map_to_player<'a>(place: &'a mut Option<DistanceMap>, game: &Game) -> &'a mut DistanceMap {
    let player = game.player.body.pos;
    let map = new_map_around_sleepers(place, game, player);
    if game.current_floor.map.live_cables().is_empty() {
        return map;
    }
    map.expand_all();
    let is_cut_off = game
        .current_floor
        .monsters
        .iter()
        .any(|monster| monster.ai_state.is_alert() && !map.is_reached(monster.body.pos));
    if is_cut_off {
        map.clone_from(&DistanceMap::closed(player));
        let sleepers = game.current_floor.monsters.iter().filter(|monster| is_still(monster));
        map.open(&game.current_floor.map, sleepers.map(|monster| monster.body.pos));
    }
    map
}

/// Returns whether it stays where it is: it sleeps, watches or eats.
const fn is_still(monster: &Monster) -> bool {
    !monster.ai_state.is_alert() || matches!(monster.ai_state, AiState::Eating { .. })
}

/// Builds the distance map to `goal` with monsters that stay where they are and live cables as
/// obstacles, in place. Other monsters are no obstacles, because they move on by themselves.
fn new_map_around_sleepers<'a>(
    place: &'a mut Option<DistanceMap>,
    game: &Game,
    goal: Pos,
) -> &'a mut DistanceMap {
    let map = place.insert(DistanceMap::closed(goal));
    let sleepers = game.current_floor.monsters.iter().filter(|monster| is_still(monster));
    let cables = game.current_floor.map.live_cables().iter();
    map.open(&game.current_floor.map, sleepers.map(|monster| monster.body.pos).chain(cables));
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
            && !game.current_floor.map.live_cables().contains(*pos)
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
    let is_near = |monster: &&Monster| {
        monster.is_hostile()
            && !matches!(monster.ai_state, AiState::Asleep | AiState::Eating { .. })
            && monster.body.pos.is_within(monster.kind.spec().sight_radius, player)
    };
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
    let before = game.dice.index(map.count_reached());
    before.and_then(|before| map.nth_reached(before)).expect("one can reach where one stands")
}
