//! What monsters do (M).

use crate::geometry::{Pos, TileSet};
use crate::limits::SIGHT_RADIUS_MAX;
use crate::rules::path::{DistanceMap, Route};
use crate::rules::{Event, Events, sight};
use crate::world::{Game, Mind};

/// What all monsters share while they act: what lies in sight of the player, and the ways to the
/// player, found once and only when someone hunts.
pub(super) struct Monsters {
    in_sight: TileSet,
    ways: Option<DistanceMap>,
}

impl Monsters {
    pub(super) fn new(game: &Game) -> Monsters {
        let player = game.player.body.pos;
        let monsters = game.here.monsters.iter();
        // No farther than the farthest eye reaches: casting sight costs by the area.
        let radius = monsters
            .filter(|monster| monster.body.pos.is_within(monster.kind.spec().sight_radius, player))
            .map(|monster| monster.body.pos.steps_to(player))
            .max()
            .unwrap_or(0);
        let in_sight = match radius {
            0 => TileSet::EMPTY,
            _ => sight::visible(&game.here, player, (radius + 1).min(SIGHT_RADIUS_MAX)),
        };
        Monsters { in_sight, ways: None }
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
        use crate::content::Status;
        let statuses = &game.here.monsters[index].body.statuses;
        let (stunned, confused) = (statuses.has(Status::Stunned), statuses.has(Status::Confused));
        self.notice(game, index, events);
        if stunned || !game.here.monsters[index].mind.is_alert() {
            return;
        }
        if confused {
            if let Some(way) = game.stagger() {
                game.walk_monster(index, way, events);
            }
            return;
        }
        if self.sees_player(game, index) {
            self.hunt(game, index, events);
        } else {
            search(game, index, events);
        }
    }

    /// Whether the monster has the player within its sight range and in line of sight (M2).
    fn sees_player(&self, game: &Game, index: usize) -> bool {
        let monster = &game.here.monsters[index];
        let radius = monster.kind.spec().sight_radius;
        monster.body.pos.is_within(radius, game.player.body.pos)
            && self.in_sight.contains(monster.body.pos)
    }

    /// Who sees the player is alert from then on, and remembers where (M2, M3).
    fn notice(&self, game: &mut Game, index: usize, events: &mut Events) {
        if !self.sees_player(game, index) {
            return;
        }
        let last_seen = game.player.body.pos;
        let monster = &mut game.here.monsters[index];
        if !monster.mind.is_alert() {
            events.push(Event::Noticed { kind: monster.kind, at: monster.body.pos });
        }
        monster.mind = Mind::Hunting { last_seen, route: Route::NONE };
    }

    /// Attack when next to the player, else a step along a shortest path, around sleepers; where
    /// other hunters are in the way, a step aside or a turn of waiting (M3, M4).
    fn hunt(&mut self, game: &mut Game, index: usize, events: &mut Events) {
        let (from, player) = (game.here.monsters[index].body.pos, game.player.body.pos);
        let way = if from.is_next_to(player) {
            from.direction_to(player)
        } else {
            let ways = self.ways.get_or_insert_with(|| {
                let sleepers = game.here.monsters.iter().filter(|monster| !monster.mind.is_alert());
                DistanceMap::new(&game.here.map, player, sleepers.map(|monster| monster.body.pos))
            });
            let is_free = |pos: Pos| !game.is_occupied(pos);
            ways.toward_start(from, is_free).or_else(|| ways.sidestep(from, is_free))
        };
        if let Some(way) = way {
            game.walk_monster(index, way, events);
        }
    }
}

/// Goes to where the player was last seen; on arrival, or if no way leads there, to a random tile
/// that can be reached (M3).
fn search(game: &mut Game, index: usize, events: &mut Events) {
    let monster = &game.here.monsters[index];
    let (goal, route) = match monster.mind {
        Mind::Asleep => return,
        Mind::Hunting { last_seen, route } => (last_seen, route),
        Mind::Wandering { goal, route } => (goal, route),
    };
    let from = monster.body.pos;
    let (mut route, mut goal) = (route, goal);
    if from == goal || !is_way_free(game, from, route) {
        let others = game
            .here
            .monsters
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != index)
            .map(|(_, monster)| monster.body.pos);
        let ways = DistanceMap::new(&game.here.map, from, others);
        if from == goal || !ways.is_reached(goal) {
            goal = wander_to(game, &ways);
        }
        route = ways.route_from_start(goal).unwrap_or(Route::NONE);
        if !matches!(game.here.monsters[index].mind, Mind::Hunting { last_seen, .. } if last_seen == goal)
        {
            game.here.monsters[index].mind = Mind::Wandering { goal, route };
        }
    }
    let way = route.pop();
    match &mut game.here.monsters[index].mind {
        Mind::Hunting { route: kept, .. } | Mind::Wandering { route: kept, .. } => *kept = route,
        Mind::Asleep => {}
    }
    if let Some(way) = way {
        game.walk_monster(index, way, events);
    }
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
    let count = ways.reached().count();
    let chosen = game.dice.index(count).expect("one can always reach where one stands");
    ways.reached().nth(chosen).expect("the index is below the count")
}
