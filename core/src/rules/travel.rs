//! Auto-travel: repeats ordinary commands for a dash, a rest, a walk to a tile, or exploring. It can do nothing that the player could not, uses nothing
//! that the player has not seen, and stops with a reason as soon as the player has a decision to
//! make.

use crate::content::items::Purpose;
use crate::content::{MonsterKind, Status};
use crate::geometry::{Direction, Pos, TileSet};
use crate::quantity::Hp;
use crate::rules::Command;
use crate::world::path::DistanceMap;
use crate::world::{Game, Item, Map, Monster, Terrain};

/// A command of several turns: dash, rest, or a walk to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoTravel {
    /// Walks straight on, along a passage that bends.
    Dash(Direction),
    /// Waits until all hit points are back.
    Rest,
    /// Walks to a tile over explored ground.
    Walk(Pos),
    /// Walks to the nearest item in view or unexplored tile and, when there is none left, to the
    /// stairs up.
    Explore,
}

/// Tells why auto-travel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The goal is reached.
    Arrived,
    /// No step leads on.
    Blocked,
    /// An enemy came into sight.
    Enemy(MonsterKind),
    /// A monster is in sight, which stops exploring and resting.
    Watched(MonsterKind),
    /// Hit points were lost.
    Hurt,
    /// A status began.
    Status(Status),
    /// The path passes stairs.
    Stairs(Terrain),
    /// The path passes a door.
    Door,
    /// The passage forks.
    Fork,
    /// The player picked up an item.
    Item,
    /// No unexplored tile can be reached; the stairs up, where they are known, are here.
    Explored,
    /// All hit points are back.
    Rested,
}

impl AutoTravel {
    /// Returns the next command and updates the direction of a dash.
    ///
    /// # Errors
    /// Returns the reason when there is none.
    pub fn next(&mut self, game: &Game, visible: &TileSet) -> Result<Command, Interrupt> {
        match self {
            AutoTravel::Rest => next_rest(game, visible),
            AutoTravel::Dash(direction) => {
                *direction = next_dash_step(game, *direction)?;
                Ok(Command::Walk(*direction))
            }
            AutoTravel::Walk(goal) => next_step_to(game, visible, *goal).map(Command::Walk),
            AutoTravel::Explore => next_explore_step(game, visible).map(Command::Walk),
        }
    }

    /// Returns why the tile just reached ends this auto-travel, if it does. `direction` is the step
    /// that led there.
    pub fn ends_at(self, game: &Game, direction: Direction) -> Option<Interrupt> {
        let (map, pos) = (&game.current_floor().map, game.player().body.pos);
        match self {
            AutoTravel::Rest | AutoTravel::Explore => None,
            AutoTravel::Walk(goal) => (pos == goal).then_some(Interrupt::Arrived),
            AutoTravel::Dash(_) => landmark(map, pos).or_else(|| {
                (is_passage(map, pos, direction) && exits(map, pos, direction) > 1)
                    .then_some(Interrupt::Fork)
            }),
        }
    }
}

/// Waits until rested, unless an alert enemy is in sight.
fn next_rest(game: &Game, visible: &TileSet) -> Result<Command, Interrupt> {
    match alert_enemy_in_sight(game, visible) {
        Some(kind) => Err(Interrupt::Watched(kind)),
        None if is_rested(game) => Err(Interrupt::Rested),
        None => Ok(Command::Wait),
    }
}

/// Returns a visible monster that has noticed the player; while there is one, auto-travel neither
/// explores nor rests.
pub fn alert_enemy_in_sight(game: &Game, visible: &TileSet) -> Option<MonsterKind> {
    visible_enemies(game, visible)
        .map(|index| &game.current_floor().monsters[index])
        .find(|monster| monster.ai_state.is_alert())
        .map(|monster| monster.kind)
}

/// Returns whether hit points are full and no status runs.
pub fn is_rested(game: &Game) -> bool {
    game.player().body.hp >= game.player_stats().hp_max
        && game.player().body.statuses.running().next().is_none()
}

/// Returns the direction in which a dash goes on: straight where that is free, else around the only
/// bend of a passage.
fn next_dash_step(game: &Game, direction: Direction) -> Result<Direction, Interrupt> {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let is_open =
        |direction: Direction| pos.step(direction).is_some_and(|to| map.terrain(to).is_passable());
    let direction = if is_open(direction) {
        direction
    } else {
        let mut bends =
            orthogonal_directions().filter(|&bend| bend != direction.reversed() && is_open(bend));
        // In the corner of a room, the tile between the way back and the bend is open, too.
        let is_corner_of_room = |bend: Direction| {
            let back = pos.step(direction.reversed());
            let inside = back.and_then(|back| back.step(bend));
            inside.is_some_and(|inside| map.terrain(inside).is_passable())
        };
        match (bends.next(), bends.next()) {
            (Some(bend), None) if !direction.is_diagonal() && !is_corner_of_room(bend) => bend,
            _ => return Err(Interrupt::Blocked),
        }
    };
    let to = pos.step(direction).ok_or(Interrupt::Blocked)?;
    match game.current_floor().monster_at(to) {
        Some(index) => Err(Interrupt::Enemy(game.current_floor().monsters[index].kind)),
        None => Ok(direction),
    }
}

/// Returns the first step of a shortest path to `goal` over explored ground, around the known
/// obstacles. A monster may hold the goal: then the last step attacks it.
fn next_step_to(game: &Game, visible: &TileSet, goal: Pos) -> Result<Direction, Interrupt> {
    let (current_floor, pos) = (game.current_floor(), game.player().body.pos);
    if pos == goal {
        return Err(Interrupt::Arrived);
    }
    let obstacles = obstacles(game, visible).filter(|&at| at != goal);
    let mut map = DistanceMap::closed(goal);
    map.open(&current_floor.map, obstacles);
    map.restrict_to(current_floor.map.explored());
    map.expand_toward(pos);
    map.descend(pos, |_| true).ok_or(Interrupt::Blocked)
}

/// Returns the obstacles of a path: monsters in sight, sleepers seen before, and stairs, which
/// would lead off the floor. A path that ignored a sleeper out of sight would be tried again and
/// again.
fn obstacles<'a>(game: &'a Game, visible: &'a TileSet) -> impl Iterator<Item = Pos> + 'a {
    let map = &game.current_floor().map;
    let is_known = |monster: &&Monster| {
        let pos = monster.body.pos;
        // Sleepers have not moved since the floor was generated.
        visible.contains(pos) || (!monster.ai_state.is_alert() && map.explored().contains(pos))
    };
    let monsters =
        game.current_floor().monsters.iter().filter(is_known).map(|monster| monster.body.pos);
    let stairs = [Terrain::StairsUp, Terrain::StairsDown];
    monsters.chain(stairs.into_iter().filter_map(|stairs| map.find(stairs)))
}

/// Returns the first step toward the nearest item seen or the nearest edge of the explored tiles;
/// where neither is left, toward the stairs up.
fn next_explore_step(game: &Game, visible: &TileSet) -> Result<Direction, Interrupt> {
    let (current_floor, pos) = (game.current_floor(), game.player().body.pos);
    if let Some(kind) = alert_enemy_in_sight(game, visible) {
        return Err(Interrupt::Watched(kind));
    }
    if let Some(direction) = nearest_unknown(game, visible) {
        return direction.ok_or(Interrupt::Blocked);
    }
    let (map, explored) = (&current_floor.map, current_floor.map.explored());
    if let Some(door) = locked_door(game)
        && let Ok(direction) = next_step_to(game, visible, door)
    {
        return Ok(direction);
    }
    let stairs = map.find(Terrain::StairsUp).filter(|&at| explored.contains(at));
    match stairs.ok_or(Interrupt::Explored)? {
        near if near.is_next_to(pos) => Err(Interrupt::Explored),
        far => next_step_to(game, visible, far),
    }
}

/// Returns the first step toward the nearest item seen or the nearest edge of the explored tiles;
/// `None` where neither is left.
// Target: GBA. Not inlined: takes its distance map off the short stack before another is built.
#[inline(never)]
fn nearest_unknown(game: &Game, visible: &TileSet) -> Option<Option<Direction>> {
    let (current_floor, pos) = (game.current_floor(), game.player().body.pos);
    let explored = current_floor.map.explored();
    let mut goals = explored.edge();
    if !game.player().pack.is_full() {
        // The player dropped these on purpose.
        for ground in current_floor.items.iter().filter(|ground| !ground.item.is_paid) {
            goals.insert(ground.pos);
        }
    }
    goals.remove(pos);
    let mut map = DistanceMap::closed(pos);
    map.open(&current_floor.map, obstacles(game, visible));
    map.restrict_to(explored);
    let goal = map.expand_to_any(&goals)?;
    Some(map.route_from_start(goal).and_then(|mut route| route.pop()))
}

/// Returns the nearest locked door seen, while a key is carried.
pub fn locked_door(game: &Game) -> Option<Pos> {
    let is_key = |item: &Item| item.kind.spec().purpose == Purpose::Unlock;
    game.player().pack.iter().find(|item| is_key(item))?;
    let map = &game.current_floor().map;
    map.iter()
        .filter(|&(pos, terrain)| terrain == Terrain::DoorLocked && map.explored().contains(pos))
        .map(|(pos, _)| pos)
        .min_by_key(|&pos| (pos.steps_to(game.player().body.pos), pos))
}

/// Returns the stairs or the door at or beside `pos`.
fn landmark(map: &Map, pos: Pos) -> Option<Interrupt> {
    let of = |at: Pos| match map.terrain(at) {
        stairs @ (Terrain::StairsUp | Terrain::StairsDown) => Some(Interrupt::Stairs(stairs)),
        terrain if terrain.is_door() => Some(Interrupt::Door),
        _ => None,
    };
    of(pos).or_else(|| pos.neighbours().find_map(of))
}

fn orthogonal_directions() -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal())
}

/// Returns whether the tile left by the step `direction` lay in a passage: walls on both sides of
/// it.
fn is_passage(map: &Map, pos: Pos, direction: Direction) -> bool {
    let Some(left) = pos.step(direction.reversed()) else { return false };
    [direction.clockwise().clockwise(), direction.anticlockwise().anticlockwise()]
        .into_iter()
        .all(|side| left.step(side).is_none_or(|at| !map.terrain(at).is_passable()))
}

/// Counts the exits of `pos` other than the one back.
fn exits(map: &Map, pos: Pos, direction: Direction) -> usize {
    orthogonal_directions()
        .filter(|&exit| exit != direction.reversed())
        .filter(|&exit| pos.step(exit).is_some_and(|to| map.terrain(to).is_passable()))
        .count()
}

/// Detects changes between two steps of auto-travel.
#[derive(Clone, Debug)]
pub struct TravelMonitor {
    enemies: usize,
    hp: Hp,
    items: usize,
    statuses: [bool; Status::COUNT],
}

impl TravelMonitor {
    /// Stores the state before a step.
    pub fn new(game: &Game, visible: &TileSet) -> TravelMonitor {
        let body = &game.player().body;
        TravelMonitor {
            enemies: visible_enemies(game, visible).count(),
            hp: body.hp,
            items: game.player().pack.len(),
            statuses: Status::ALL.map(|status| body.statuses.has(status)),
        }
    }

    /// Compares with the state before the step, returns what got worse, and stores the new state.
    pub fn interrupt(&mut self, game: &Game, visible: &TileSet) -> Option<Interrupt> {
        let before = core::mem::replace(self, TravelMonitor::new(game, visible));
        let body = &game.player().body;
        if self.enemies > before.enemies {
            let nearest = visible_enemies(game, visible).min_by_key(|&index| {
                game.current_floor().monsters[index].body.pos.steps_to(body.pos)
            });
            return nearest
                .map(|index| Interrupt::Enemy(game.current_floor().monsters[index].kind));
        }
        if self.hp < before.hp {
            return Some(Interrupt::Hurt);
        }
        if self.items > before.items {
            return Some(Interrupt::Item);
        }
        Status::ALL
            .into_iter()
            .zip(before.statuses.into_iter().zip(self.statuses))
            .find(|&(_, (had, has))| !had && has)
            .map(|(status, _)| Interrupt::Status(status))
    }
}

/// Iterates over the indices of the monsters in sight.
pub fn visible_enemies<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = usize> + 'a {
    let monsters = game.current_floor().monsters.iter().enumerate();
    monsters.filter(|(_, monster)| visible.contains(monster.body.pos)).map(|(index, _)| index)
}
