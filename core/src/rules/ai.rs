//! What monsters do (M).

use crate::content::Status;
use crate::content::monsters::{Character, PATIENCE};
use crate::geometry::Pos;
use crate::limits::MONSTERS_MAX;
use crate::rules::path::{DistanceMap, Route};
use crate::rules::{Event, Events, sight};
use crate::world::{Game, Mind, Monster};
use heapless::Vec;

/// What all monsters share while they act: who sees the player, and ways, found once and only when
/// someone needs them.
pub(super) struct Monsters {
    /// Where those stand who have the player within their sight range and in line of sight (M2).
    observers: Vec<Pos, MONSTERS_MAX>,
    /// To the player.
    ways: Option<DistanceMap>,
    /// To where somebody out of sight is going, which is where the others who lost the player are
    /// going, too, more often than not.
    trail: Option<DistanceMap>,
}

impl Monsters {
    pub(super) fn new(game: &Game) -> Monsters {
        Monsters { observers: observers(game), ways: None, trail: None }
    }

    /// Each monster in turn: its statuses tick, then, if it lives, it acts (T4).
    pub(super) fn act(&mut self, game: &mut Game, events: &mut Events) {
        let mut index = 0;
        while index < game.here.monsters.len() {
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
        let sees_player = self.observers.contains(&game.here.monsters[index].body.pos);
        if sees_player {
            notice(game, index, events);
        }
        let monster = &game.here.monsters[index];
        let (statuses, character) = (&monster.body.statuses, monster.kind.spec().character);
        if statuses.has(Status::Stunned) || !monster.mind.is_alert() {
            return;
        }
        let goes_astray = match character {
            _ if statuses.has(Status::Confused) => true,
            Character::Staggers(one_in) => game.dice.one_in(one_in),
            _ => false,
        };
        if goes_astray {
            game.here.monsters[index].mind.keep_route(Route::NONE);
            if let Some(way) = game.stagger() {
                game.walk_monster(index, way, events);
            }
        } else if character == Character::Flees {
            self.flee(game, index, events);
        } else if sees_player {
            self.hunt(game, index, events);
        } else if may_move(game, character) {
            self.search(game, index, events);
        }
    }

    /// Attack when next to the player, else a step along a shortest path, around sleepers; where
    /// other hunters are in the way, a step aside or a turn of waiting (M3, M4).
    fn hunt(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        let (from, player) = (game.here.monsters[index].body.pos, game.player.body.pos);
        if let Some(way) = from.direction_to(player) {
            return game.walk_monster(index, way, events);
        }
        if !may_move(game, game.here.monsters[index].kind.spec().character) {
            return;
        }
        let ways = self.ways(game);
        ways.spread_toward(from);
        let is_free = |pos: Pos| !game.is_occupied(pos);
        let way = ways.toward_start(from, is_free).or_else(|| ways.sidestep(from, is_free));
        if let Some(way) = way {
            game.walk_monster(index, way, events);
        }
    }

    /// The ways to the player, spread as far as somebody has asked.
    fn ways(&mut self, game: &Game) -> &mut DistanceMap {
        match &mut self.ways {
            Some(ways) => ways,
            none => opened(none, game, game.player.body.pos),
        }
    }

    /// Goes to where the player was last seen; on arrival, or if no way leads there, to a random tile
    /// that can be reached (M3). Where another is in the way, it waits or goes round (M4).
    fn search(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        let monster = &game.here.monsters[index];
        let (goal, mut route) = match monster.mind {
            Mind::Asleep => return,
            Mind::Hunting { last_seen, route } => (last_seen, route),
            Mind::Wandering { goal, route } => (goal, route),
        };
        let from = monster.body.pos;
        if from == goal {
            route = plan(game, index, goal);
        } else if !can_follow(game, from, route) {
            route = self.route(game, from, goal).unwrap_or_else(|| plan(game, index, goal));
        }
        if !is_way_free(game, from, route) {
            match pass(game, from, route) {
                Some(past) => route = past,
                None if is_impatient(game, index) => route = plan(game, index, goal),
                None => {}
            }
        }
        game.here.monsters[index].mind.keep_route(route);
        if let Some(way) = route.peek().filter(|_| is_way_free(game, from, route)) {
            game.walk_monster(index, way, events);
        }
    }

    /// The way to `goal`.
    #[inline(never)]
    fn route(&mut self, game: &Game, from: Pos, goal: Pos) -> Option<Route> {
        let trail = match &mut self.trail {
            Some(trail) if trail.start() == goal => trail,
            other => opened(other, game, goal),
        };
        trail.spread_to(from);
        trail.route_to_start(from)
    }

    /// Two turns out of three, a step to where the player is farthest; cornered with the player
    /// near, a slap (M5).
    fn flee(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        if game.turn.0.is_multiple_of(3) {
            return;
        }
        let (from, player) = (game.here.monsters[index].body.pos, game.player.body.pos);
        let ways = self.ways(game);
        ways.spread_around(from);
        let away = from
            .neighbours()
            .filter(|&pos| ways.is_reached(pos) && !game.is_occupied(pos))
            .filter(|&pos| !game.here.map.terrain(pos).is_stairs())
            .max_by_key(|&pos| (ways.distance(pos), pos.steps_to(player)));
        let is_farther = |pos: &Pos| ways.distance(*pos) > ways.distance(from);
        let way = match away.filter(is_farther) {
            Some(pos) => from.direction_to(pos),
            None => from.direction_to(player),
        };
        if let Some(way) = way {
            game.walk_monster(index, way, events);
        }
    }
}

/// Who sees the player is alert from then on, and remembers where (M2, M3).
fn notice(game: &mut Game, index: usize, events: &mut Events) {
    let last_seen = game.player.body.pos;
    let monster = &mut game.here.monsters[index];
    let (kind, at) = (monster.kind, monster.body.pos);
    let was_alert = monster.mind.is_alert();
    monster.mind = Mind::Hunting { last_seen, route: Route::NONE };
    if !was_alert {
        events.push(Event::Noticed { kind, at });
    }
}

/// Whether one of this character moves this turn at all.
const fn may_move(game: &Game, character: Character) -> bool {
    !matches!(character, Character::Crawls) || game.turn.0.is_multiple_of(2)
}

/// The ways to `goal` around sleepers, made where they stay: those who are awake will move on by
/// themselves.
fn opened<'a>(place: &'a mut Option<DistanceMap>, game: &Game, goal: Pos) -> &'a mut DistanceMap {
    let ways = place.insert(DistanceMap::closed(goal));
    let sleepers = game.here.monsters.iter().filter(|monster| !monster.mind.is_alert());
    ways.open(&game.here.map, sleepers.map(|monster| monster.body.pos));
    ways
}

/// The route past whoever stands on its next tile, if one can step by onto the one after it.
fn pass(game: &Game, from: Pos, route: Route) -> Option<Route> {
    let mut rest = route;
    let blocked = from.step(rest.pop()?)?;
    let beyond = blocked.step(rest.pop()?)?;
    let is_free = |pos: &Pos| {
        game.here.map.terrain(*pos).is_passable()
            && !game.is_occupied(*pos)
            && pos.is_next_to(beyond)
    };
    let beside = from.neighbours().find(is_free)?;
    rest.push_front(beside.direction_to(beyond)?);
    rest.push_front(from.direction_to(beside)?);
    Some(rest)
}

/// Whether it has waited long enough for others to get out of its way.
#[expect(clippy::cast_possible_truncation, reason = "there are a few monsters")]
const fn is_impatient(game: &Game, index: usize) -> bool {
    game.turn.0.wrapping_add(index as u32).is_multiple_of(PATIENCE)
}

/// Where those stand who see the player (M2). A frame of its own, for the sake of the ways.
#[inline(never)]
fn observers(game: &Game) -> Vec<Pos, MONSTERS_MAX> {
    let player = game.player.body.pos;
    let is_near =
        |monster: &&Monster| monster.body.pos.is_within(monster.kind.spec().sight_radius, player);
    let mut near = game.here.monsters.iter().filter(is_near).peekable();
    if near.peek().is_none() {
        return Vec::new();
    }
    let clear = sight::clear(&game.here);
    let sees = |monster: &&Monster| {
        monster.kind.spec().sees_everything() || sight::sees(&clear, player, monster.body.pos)
    };
    near.filter(sees).map(|monster| monster.body.pos).collect()
}

/// The way to `goal` around all others; where none leads there, or it is there, the way to some other
/// tile, which becomes the goal. A frame of its own, for the sake of what sees and hunts.
#[inline(never)]
fn plan(game: &mut Game, index: usize, goal: Pos) -> Route {
    let from = game.here.monsters[index].body.pos;
    let others = game.here.monsters.iter().map(|monster| monster.body.pos);
    let mut ways = DistanceMap::closed(from);
    ways.open(&game.here.map, others.filter(|&pos| pos != from));
    if from != goal
        && ways.spread_to(goal)
        && let Some(route) = ways.route_from_start(goal)
    {
        return route;
    }
    ways.spread_over_all();
    let goal = wander_to(game, &ways);
    let route = ways.route_from_start(goal).unwrap_or(Route::NONE);
    game.here.monsters[index].mind = Mind::Wandering { goal, route };
    route
}

/// Whether the route has a next step, onto a tile that can be walked on. Saves of older versions hold
/// routes that begin elsewhere, of monsters that had flickered.
fn can_follow(game: &Game, from: Pos, route: Route) -> bool {
    route
        .peek()
        .and_then(|way| from.step(way))
        .is_some_and(|next| game.here.map.terrain(next).is_passable())
}

/// Whether the planned way has a next step and nobody stands on it.
fn is_way_free(game: &Game, from: Pos, route: Route) -> bool {
    route
        .peek()
        .and_then(|way| from.step(way))
        .is_some_and(|next| game.here.monster_at(next).is_none())
}

/// A tile that can be reached, each equally likely.
fn wander_to(game: &mut Game, ways: &DistanceMap) -> Pos {
    let reached = ways.reached();
    let before = game.dice.index(usize::from(reached.len()));
    before.and_then(|before| reached.nth(before)).expect("one can reach where one stands")
}
