//! Going on without a press for every step: dash, rest, and the walk to a tile. A journey gives
//! one ordinary command after another; it can do nothing that the player could not, knows nothing
//! that the player has not seen, and stops, saying why, as soon as there is something to decide.

use crate::content::items::Purpose;
use crate::content::{MonsterKind, Status};
use crate::geometry::{Direction, Pos, TileSet};
use crate::quantity::Hp;
use crate::rules::Command;
use crate::rules::path::DistanceMap;
use crate::world::{Game, Item, Map, Monster, Terrain};

/// What the player has set out to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Journey {
    /// Straight on, along a passage that bends.
    Dash(Direction),
    /// Waiting until well again.
    Rest,
    /// To a tile over explored ground.
    Walk(Pos),
    /// To what is nearest of all that is seen to lie about or is yet unseen; in the end, to the
    /// stairs up.
    Explore,
}

/// Why a journey ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It reached what it was for.
    Arrived,
    /// Nothing leads on.
    Blocked,
    /// An enemy came into sight.
    Enemy(MonsterKind),
    /// Nobody explores or rests under the eyes of an enemy.
    Watched(MonsterKind),
    /// Hit points were lost.
    Hurt,
    /// A status began.
    Status(Status),
    /// The way passes stairs.
    Stairs(Terrain),
    /// The way passes a door.
    Door,
    /// The passage forks.
    Fork,
    /// Something was picked up.
    Item,
    /// Nothing that can be reached is unexplored; the stairs up, where they are known, are here.
    Explored,
    /// Rested: all hit points are back.
    Rested,
}

impl Journey {
    /// The next command, with the journey brought up to date.
    ///
    /// # Errors
    /// Why there is none.
    pub fn next(&mut self, game: &Game, visible: &TileSet) -> Result<Command, Stop> {
        match self {
            Journey::Rest => rest_on(game, visible),
            Journey::Dash(way) => {
                *way = dash_on(game, *way)?;
                Ok(Command::Walk(*way))
            }
            Journey::Walk(goal) => walk_on(game, visible, *goal).map(Command::Walk),
            Journey::Explore => explore_on(game, visible).map(Command::Walk),
        }
    }

    /// Why the place just reached ends this journey, if it does. `way` is the step that led there.
    pub fn ends_at(self, game: &Game, way: Direction) -> Option<Stop> {
        let (map, pos) = (&game.here().map, game.player().body.pos);
        match self {
            Journey::Rest | Journey::Explore => None,
            Journey::Walk(goal) => (pos == goal).then_some(Stop::Arrived),
            Journey::Dash(_) => landmark(map, pos).or_else(|| {
                (is_passage(map, pos, way) && exits(map, pos, way) > 1).then_some(Stop::Fork)
            }),
        }
    }
}

/// Waits until well, but not under the eyes of an enemy.
fn rest_on(game: &Game, visible: &TileSet) -> Result<Command, Stop> {
    match watcher(game, visible) {
        Some(kind) => Err(Stop::Watched(kind)),
        None if is_well(game) => Err(Stop::Rested),
        None => Ok(Command::Wait),
    }
}

/// An enemy in sight that knows of the player: under its eyes nobody explores or rests.
pub fn watcher(game: &Game, visible: &TileSet) -> Option<MonsterKind> {
    enemies_in(game, visible)
        .map(|index| &game.here().monsters[index])
        .find(|monster| monster.mind.is_alert())
        .map(|monster| monster.kind)
}

/// Whether there is nothing to rest from.
pub fn is_well(game: &Game) -> bool {
    game.player().body.hp >= game.player_stats().hp_max
        && game.player().body.statuses.running().next().is_none()
}

/// The way a dash goes on: straight where that is free, else around the one bend of a passage.
fn dash_on(game: &Game, way: Direction) -> Result<Direction, Stop> {
    let (map, pos) = (&game.here().map, game.player().body.pos);
    let is_open = |way: Direction| pos.step(way).is_some_and(|to| map.terrain(to).is_passable());
    let way = if is_open(way) {
        way
    } else {
        let mut bends = straight_ways().filter(|&bend| bend != way.reversed() && is_open(bend));
        match (bends.next(), bends.next()) {
            (Some(bend), None) if !way.is_diagonal() => bend,
            _ => return Err(Stop::Blocked),
        }
    };
    let to = pos.step(way).ok_or(Stop::Blocked)?;
    match game.here().monster_at(to) {
        Some(index) => Err(Stop::Enemy(game.here().monsters[index].kind)),
        None => Ok(way),
    }
}

/// The first step of a shortest way to `goal` over explored ground, around what is seen to stand
/// there. The goal itself may be held by a monster: then the last step attacks it.
fn walk_on(game: &Game, visible: &TileSet, goal: Pos) -> Result<Direction, Stop> {
    let (here, pos) = (game.here(), game.player().body.pos);
    if pos == goal {
        return Err(Stop::Arrived);
    }
    let obstacles = obstacles(game, visible).filter(|&at| at != goal);
    let mut ways = DistanceMap::closed(goal);
    ways.open(&here.map, obstacles);
    ways.keep_to(here.map.explored());
    ways.spread_toward(pos);
    ways.toward_start(pos, |_| true).ok_or(Stop::Blocked)
}

/// What a way goes around: who is seen to stand there or was seen to sleep there, and stairs, which
/// would lead off the floor. Who forgot a sleeper once out of sight would set out again and again for
/// what it bars.
fn obstacles<'a>(game: &'a Game, visible: &'a TileSet) -> impl Iterator<Item = Pos> + 'a {
    let map = &game.here().map;
    let is_known = |monster: &&Monster| {
        let pos = monster.body.pos;
        // Sleepers have slept where they are ever since the floor was made.
        visible.contains(pos) || (!monster.mind.is_alert() && map.explored().contains(pos))
    };
    let monsters = game.here().monsters.iter().filter(is_known).map(|monster| monster.body.pos);
    let stairs = [Terrain::StairsUp, Terrain::StairsDown];
    monsters.chain(stairs.into_iter().filter_map(|stairs| map.find(stairs)))
}

/// The first step toward the nearest thing seen to lie about or the nearest edge of what is
/// explored; where neither is left, toward the stairs up.
fn explore_on(game: &Game, visible: &TileSet) -> Result<Direction, Stop> {
    let (here, pos) = (game.here(), game.player().body.pos);
    if let Some(kind) = watcher(game, visible) {
        return Err(Stop::Watched(kind));
    }
    if let Some(way) = news(game, visible) {
        return way.ok_or(Stop::Blocked);
    }
    let (map, explored) = (&here.map, here.map.explored());
    if let Some(door) = locked_door(game)
        && let Ok(way) = walk_on(game, visible, door)
    {
        return Ok(way);
    }
    let stairs = map.find(Terrain::StairsUp).filter(|&at| explored.contains(at));
    match stairs.ok_or(Stop::Explored)? {
        near if near.is_next_to(pos) => Err(Stop::Explored),
        far => walk_on(game, visible, far),
    }
}

/// The first step toward the nearest thing seen to lie about or the nearest edge of what is
/// explored; `None` where neither is left. A frame of its own, so that its distances are off the
/// stack before others are made.
#[inline(never)]
fn news(game: &Game, visible: &TileSet) -> Option<Option<Direction>> {
    let (here, pos) = (game.here(), game.player().body.pos);
    let explored = here.map.explored();
    let mut goals = explored.edge();
    if !game.player().pack.is_full() {
        // What the player has laid down was laid down on purpose.
        for ground in here.items.iter().filter(|ground| !ground.item.is_paid) {
            goals.insert(ground.pos);
        }
    }
    goals.remove(pos);
    let mut ways = DistanceMap::closed(pos);
    ways.open(&here.map, obstacles(game, visible));
    ways.keep_to(explored);
    let goal = ways.spread_to_any(&goals)?;
    Some(ways.route_from_start(goal).and_then(|mut route| route.pop()))
}

/// The nearest locked door seen, while a key is carried.
pub fn locked_door(game: &Game) -> Option<Pos> {
    let is_key = |item: &Item| item.kind.spec().purpose == Purpose::Unlock;
    game.player().pack.iter().find(|item| is_key(item))?;
    let map = &game.here().map;
    map.iter()
        .filter(|&(pos, terrain)| terrain == Terrain::DoorLocked && map.explored().contains(pos))
        .map(|(pos, _)| pos)
        .min_by_key(|&pos| (pos.steps_to(game.player().body.pos), pos))
}

/// Stairs or a door at or beside `pos`.
fn landmark(map: &Map, pos: Pos) -> Option<Stop> {
    let of = |at: Pos| match map.terrain(at) {
        stairs @ (Terrain::StairsUp | Terrain::StairsDown) => Some(Stop::Stairs(stairs)),
        terrain if terrain.is_door() => Some(Stop::Door),
        _ => None,
    };
    of(pos).or_else(|| pos.neighbours().find_map(of))
}

fn straight_ways() -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(|way| !way.is_diagonal())
}

/// Whether the tile left by the step `way` lay in a passage: walls on both sides of it.
fn is_passage(map: &Map, pos: Pos, way: Direction) -> bool {
    let Some(left) = pos.step(way.reversed()) else { return false };
    [way.clockwise().clockwise(), way.anticlockwise().anticlockwise()]
        .into_iter()
        .all(|side| left.step(side).is_none_or(|at| !map.terrain(at).is_passable()))
}

/// The ways on from `pos` but the one back.
fn exits(map: &Map, pos: Pos, way: Direction) -> usize {
    straight_ways()
        .filter(|&exit| exit != way.reversed())
        .filter(|&exit| pos.step(exit).is_some_and(|to| map.terrain(to).is_passable()))
        .count()
}

/// What is kept an eye on from one step to the next.
#[derive(Clone, Debug)]
pub struct Watch {
    enemies: usize,
    hp: Hp,
    items: usize,
    statuses: [bool; Status::COUNT],
}

impl Watch {
    /// How things stand before a step.
    pub fn new(game: &Game, visible: &TileSet) -> Watch {
        let body = &game.player().body;
        Watch {
            enemies: enemies_in(game, visible).count(),
            hp: body.hp,
            items: game.player().pack.len(),
            statuses: Status::ALL.map(|status| body.statuses.has(status)),
        }
    }

    /// What has changed for the worse after it; from now on, how things stand then.
    pub fn alarm(&mut self, game: &Game, visible: &TileSet) -> Option<Stop> {
        let before = core::mem::replace(self, Watch::new(game, visible));
        let body = &game.player().body;
        if self.enemies > before.enemies {
            let nearest = enemies_in(game, visible)
                .min_by_key(|&index| game.here().monsters[index].body.pos.steps_to(body.pos));
            return nearest.map(|index| Stop::Enemy(game.here().monsters[index].kind));
        }
        if self.hp < before.hp {
            return Some(Stop::Hurt);
        }
        if self.items > before.items {
            return Some(Stop::Item);
        }
        Status::ALL
            .into_iter()
            .zip(before.statuses.into_iter().zip(self.statuses))
            .find(|&(_, (had, has))| !had && has)
            .map(|(status, _)| Stop::Status(status))
    }
}

/// The monsters in sight, by their places in the roster.
pub fn enemies_in<'a>(game: &'a Game, visible: &'a TileSet) -> impl Iterator<Item = usize> + 'a {
    let monsters = game.here().monsters.iter().enumerate();
    monsters.filter(|(_, monster)| visible.contains(monster.body.pos)).map(|(index, _)| index)
}
