//! Auto-travel: repeats ordinary commands for a dash, a rest, a walk to a tile, or exploring. It can do nothing that the player could not, uses nothing
//! that the player has not seen, and stops with a reason as soon as the player has a decision to
//! make.

mod approach;
mod dropped;
mod explorer;
mod monitor;
mod threats;
mod unknown;
mod unused;
mod vault;

pub use approach::nearest_unexplored;
pub use explorer::Explorer;
pub use monitor::TravelMonitor;
pub use threats::{alert_enemy_in_sight, is_harmless};
pub use unknown::step_past_sleepers;
pub use unused::{Unused, most_useful_unused};
pub use vault::{locked_door, vault_choice};

use approach::{is_before, next_step_before, no_path, reached};
use threats::harmless_at;
use unknown::{reaches_unknown, step_to_unknown};

use crate::content::player::{DETOUR_STEPS, EXPLORE_SLEEPER_DISTANCE};
use crate::content::{ItemKind, Label, MonsterKind, Status};
use crate::geometry::{Direction, Pos, TileSet};
use crate::quantity::Floor;
use crate::rules::Command;
use crate::world::path::{DistanceMap, Route};
use crate::world::{AiState, Aim, Game, Map, Monster, Terrain};

/// A command of several turns: dash, rest, or a walk to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoTravel {
    /// Walks straight on, along a passage that bends.
    Dash(Direction),
    /// Waits until all hit points are back.
    Rest,
    /// Walks to a tile over explored ground.
    Walk(Pos),
    /// Walks up to stairs or to what is built into a wall, and stops in front of it.
    Approach(Pos),
    /// Walks to the nearest item in view or unexplored tile and, when there is none left, to the
    /// stairs up; past what it has stopped at before.
    Explore(Past),
}

/// What exploring has stopped at before, and goes past (N4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// It stops at all that it finds.
    Nothing,
    /// It goes past the vault that the player was told of.
    Vault,
    /// It goes past sleepers.
    Sleepers,
}

/// Tells why auto-travel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The goal is reached.
    Arrived,
    /// No step leads on.
    Blocked,
    /// No known path leads to the goal.
    NoPath,
    /// An enemy came into sight.
    Enemy(MonsterKind),
    /// A monster is in sight, which stops exploring and resting.
    Watched(MonsterKind),
    /// Hit points were lost, or will be: someone aims at the tile.
    Hurt,
    /// The ally lost hit points out of sight, in this direction.
    Ally(Option<Direction>),
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
    /// No unexplored tile can be reached, nor known stairs up.
    Explored,
    /// No unexplored tile can be reached, and the stairs up are next to the player (N4).
    AtStairs,
    /// All hit points are back.
    Rested,
    /// A weapon, armour or microchip came into sight in this direction (W17).
    Wearable(ItemKind, Option<Direction>),
    /// An item came into sight that the full pack has no room for (N4).
    PackFull(Label),
    /// A vault is in front (W17).
    Vault,
    /// All is explored, and the open vault still has its offers (W17).
    Offers,
    /// Only paths past sleepers are left (N4).
    Sleepers,
    /// A monster is in the way: it fills the only passage (N4), or stands before a dash.
    InTheWay(MonsterKind),
    /// A spill, a live cable or a marked tile is in the way (N4).
    Hazard,
    /// A vent, a terminal or a switch came into sight, the first of its kind since the player came to the
    /// floor (N4), or the player was led to it. It lies in this direction.
    Fixture(Terrain, Option<Direction>),
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
            AutoTravel::Walk(goal) => {
                next_step_to(game, visible, *goal).map_err(no_path).map(Command::Walk)
            }
            AutoTravel::Approach(goal) => {
                next_step_before(game, visible, *goal).map_err(no_path).map(Command::Walk)
            }
            AutoTravel::Explore(past) => {
                let step = match past {
                    Past::Nothing => vault::explore(game, visible),
                    Past::Vault => vault::explore_past(game, visible),
                    Past::Sleepers => explore_on(game, visible),
                };
                step.map(Command::Walk)
            }
        }
    }

    /// Returns why the tile just reached ends this auto-travel, if it does. `direction` is the step
    /// that led there.
    pub fn ends_at(self, game: &Game, direction: Direction) -> Option<Interrupt> {
        let (map, pos) = (&game.current_floor().map, game.player().body.pos);
        match self {
            AutoTravel::Rest | AutoTravel::Explore(_) => None,
            AutoTravel::Walk(goal) => (pos == goal).then_some(Interrupt::Arrived),
            AutoTravel::Approach(goal) => is_before(game, goal).then(|| reached(game, goal)),
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

/// Returns whether hit points are full and no status runs that harms or heals (N3).
pub fn is_rested(game: &Game) -> bool {
    game.player().body.hp >= game.player_stats().hp_max
        && !game.player().body.statuses.running().any(|(status, _)| is_felt(status))
}

/// Returns whether a status is worth waiting for, or stopping for.
const fn is_felt(status: Status) -> bool {
    !matches!(status, Status::Steady | Status::Guarded | Status::Soothed)
}

/// Returns whether nobody walks onto `pos` by auto-travel: a spill that burns, a live cable or a
/// marked tile, as far as the player sees it (N4).
pub fn is_hazard(game: &Game, pos: Pos) -> bool {
    let floor = game.current_floor();
    floor.spill_at(pos).is_some_and(|spill| spill.kind.spec().burns)
        || floor.map.live_cables().contains(pos)
        || floor.is_marked(pos)
}

/// Iterates over all hazards of the floor that may be seen.
fn hazards(game: &Game) -> impl Iterator<Item = Pos> + '_ {
    let floor = game.current_floor();
    let spills = floor.spills.iter().filter(|spill| spill.kind.spec().burns);
    let marks = floor.monsters.iter().filter_map(|monster| match monster.aim {
        Aim::At(pos) => Some(pos),
        Aim::None | Aim::Loading => None,
    });
    spills.map(|spill| spill.pos).chain(marks).chain(floor.map.live_cables().iter())
}

/// Holds the tiles too near to known sleepers to explore (N4).
struct NearSleepers {
    /// The tiles within [`EXPLORE_SLEEPER_DISTANCE`] of one.
    near: TileSet,
    /// Those of them that are nearer to one than the player is; all when the player is not near.
    nearer: TileSet,
    is_player_near: bool,
}

/// Returns the tiles too near to known sleepers to explore; `None` when no sleeper is known.
// Target: GBA. Not inlined: takes tile sets off the short stack before a distance map is built.
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

/// Returns the direction in which a dash goes on: straight where that is free, else around the only
/// bend of a passage.
fn next_dash_step(game: &Game, direction: Direction) -> Result<Direction, Interrupt> {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let is_open =
        |direction: Direction| pos.step(direction).is_some_and(|to| map.terrain(to).is_passable());
    let direction = if is_open(direction) {
        direction
    } else {
        let mut bends = Direction::ORTHOGONAL
            .into_iter()
            .filter(|&bend| bend != direction.reversed() && is_open(bend));
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
    if is_hazard(game, to) {
        return Err(Interrupt::Hazard);
    }
    let monster = game.current_floor().monster_at(to);
    match monster.map(|index| &game.current_floor().monsters[index]) {
        // The player swaps places with the ally.
        Some(monster) if monster.is_hostile() => Err(Interrupt::InTheWay(monster.kind)),
        _ => Ok(direction),
    }
}

/// Returns the first step of a shortest path to `goal` over explored ground, around the known
/// obstacles. A monster may hold the goal: then the last step attacks it.
fn next_step_to(game: &Game, visible: &TileSet, goal: Pos) -> Result<Direction, Interrupt> {
    if game.player().body.pos == goal {
        return Err(Interrupt::Arrived);
    }
    let route = |bodies| step_around(game, visible, goal, bodies);
    let (_, straight) = route(Bodies::Feared).ok_or(Interrupt::Blocked)?;
    Ok(around_harmless(game, visible, straight, route))
}

/// Returns the step `straight` on or, where it is a blow at the harmless, one around them, if that `route`
/// is not much longer (N3). A route has its steps and the first of them.
fn around_harmless(
    game: &Game,
    visible: &TileSet,
    straight: Direction,
    route: impl Fn(Bodies) -> Option<(u16, Direction)>,
) -> Direction {
    let to = game.player().body.pos.step(straight);
    if !to.is_some_and(|to| harmless_at(game, visible, to)) {
        return straight;
    }
    match (route(Bodies::Feared), route(Bodies::Known)) {
        (Some((steps, _)), Some((detour, around))) if detour <= steps + DETOUR_STEPS => around,
        _ => straight,
    }
}

/// Returns the steps of a shortest path to `goal` around the obstacles, and the first of them.
// Target: GBA. Not inlined: takes its distance map off the short stack before another is built.
#[inline(never)]
fn step_around(
    game: &Game,
    visible: &TileSet,
    goal: Pos,
    bodies: Bodies,
) -> Option<(u16, Direction)> {
    let (current_floor, pos) = (game.current_floor(), game.player().body.pos);
    let obstacles = known_bodies(game, visible, bodies).chain(fixed_obstacles(game));
    let mut map = DistanceMap::closed(goal);
    map.open(&current_floor.map, obstacles.filter(|&at| at != goal));
    map.restrict_to(current_floor.map.explored());
    map.expand_toward(pos);
    Some((map.distance(pos).unwrap_or(0), map.descend(pos, |_| true)?))
}

/// Returns the obstacles of a path: known creatures, hazards (N4), and stairs, which would lead off the
/// floor.
fn obstacles<'a>(game: &'a Game, visible: &'a TileSet) -> impl Iterator<Item = Pos> + 'a {
    known_bodies(game, visible, Bodies::Known).chain(fixed_obstacles(game))
}

/// Names the creatures that a path leads around.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bodies {
    /// Leads around all that are known.
    Known,
    /// Leads around those that are known, but for the harmless that are awake.
    Feared,
}

/// Returns the tiles of enemies in sight and of sleepers seen before. A path that ignored a sleeper out
/// of sight would be tried again and again.
fn known_bodies<'a>(
    game: &'a Game,
    visible: &'a TileSet,
    bodies: Bodies,
) -> impl Iterator<Item = Pos> + 'a {
    let explored = game.current_floor().map.explored();
    let is_known = move |monster: &&Monster| {
        let (pos, is_alert) = (monster.body.pos, monster.ai_state.is_alert());
        // Sleepers have not moved since the floor was generated.
        let is_known = visible.contains(pos) || (!is_alert && explored.contains(pos));
        let is_ignored = bodies == Bodies::Feared && is_alert && is_harmless(game, monster);
        monster.is_hostile() && is_known && !is_ignored
    };
    game.current_floor().monsters.iter().filter(is_known).map(|monster| monster.body.pos)
}

/// Returns the obstacles of a path that are no creatures.
fn fixed_obstacles(game: &Game) -> impl Iterator<Item = Pos> + '_ {
    let map = &game.current_floor().map;
    let stairs = [Terrain::StairsUp, Terrain::StairsDown];
    let stairs = stairs.into_iter().filter_map(|stairs| map.find(stairs));
    stairs.chain(hazards(game)).chain(dropped::avoidable(game))
}

/// Keeps the way that exploring found, so that its next steps need no search.
///
/// It makes no difference to where they lead. While the goals and the allowed tiles are the same, a search
/// from the next tile of the way finds the rest of it: each tile of the way is one step nearer, no
/// other goal is nearer than that, and of equal goals and steps the search takes the first, from
/// fewer ones.
#[derive(Clone, Debug)]
pub struct ExplorePlan {
    goals: TileSet,
    /// Holds the tiles that could be walked on.
    allowed: TileSet,
    /// The tile that the rest of the way starts from.
    from: Pos,
    rest: Route,
}

impl ExplorePlan {
    /// Knows no way.
    pub const NONE: ExplorePlan = ExplorePlan {
        goals: TileSet::EMPTY,
        allowed: TileSet::EMPTY,
        from: Pos::at(0, 0),
        rest: Route::NONE,
    };

    /// Returns the next step of the way, if it leads from `pos` and was found among the same goals
    /// and allowed tiles.
    fn next(&mut self, pos: Pos, goals: &TileSet, allowed: &TileSet) -> Option<Direction> {
        let is_same = self.from == pos && self.goals == *goals && self.allowed == *allowed;
        let direction = self.rest.peek().filter(|_| is_same)?;
        self.rest.pop();
        self.from = pos.step(direction)?;
        Some(direction)
    }

    /// Keeps `route`, which starts at `pos`, but for its first step, which it returns.
    fn keep(
        &mut self,
        pos: Pos,
        mut route: Route,
        goals: TileSet,
        allowed: TileSet,
    ) -> Option<Direction> {
        let direction = route.pop()?;
        *self = ExplorePlan { goals, allowed, from: pos.step(direction)?, rest: route };
        Some(direction)
    }
}

/// Returns the first step toward the nearest item seen or the nearest edge of the explored tiles;
/// where neither is left, toward the stairs up. A `plan` saves searches.
///
/// # Errors
/// Returns the reason when there is none.
pub fn explore(
    game: &Game,
    visible: &TileSet,
    plan: Option<&mut ExplorePlan>,
) -> Result<Direction, Interrupt> {
    match explore_unknown(game, visible, plan)? {
        Some(direction) => Ok(direction),
        None => vault::to_door(game, visible).unwrap_or_else(|| leave(game, visible)),
    }
}

/// Returns the first step toward what is unknown; `None` where nothing is left.
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
    match near_sleepers.is_some() && reaches_unknown(game, visible) {
        true => Err(Interrupt::Sleepers),
        false => Ok(None),
    }
}

/// Returns the first step toward the stairs up of a floor on which nothing is left to explore.
fn leave(game: &Game, visible: &TileSet) -> Result<Direction, Interrupt> {
    match next_step_up(game, visible) {
        // The stairs are behind a sleeper that fills the only passage.
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

/// Returns the first step toward the stairs up of an explored floor.
fn next_step_up(game: &Game, visible: &TileSet) -> Result<Direction, Interrupt> {
    let map = &game.current_floor().map;
    let stairs = map.find(Terrain::StairsUp).filter(|&at| map.explored().contains(at));
    match stairs.ok_or(Interrupt::Explored)? {
        // Nothing in the lobby is worth a question.
        near if game.floor() == Floor::LOBBY => {
            let direction = game.player().body.pos.direction_to(near);
            direction.map_or_else(|| next_step_to(game, visible, near), Ok)
        }
        near if near.is_next_to(game.player().body.pos) => Err(Interrupt::AtStairs),
        far => next_step_to(game, visible, far),
    }
}

/// Returns the next step of exploring past what stopped it (N4).
fn explore_on(game: &Game, visible: &TileSet) -> Result<Direction, Interrupt> {
    if let Some(kind) = alert_enemy_in_sight(game, visible) {
        return Err(Interrupt::Watched(kind));
    }
    let Some(direction) = step_past_sleepers(game, visible) else {
        return next_step_up(game, visible);
    };
    let to = game.player().body.pos.step(direction);
    let monster = to.and_then(|to| game.current_floor().monster_at(to));
    match monster.map(|index| &game.current_floor().monsters[index]) {
        // To hit a sleeper takes a press of its own.
        Some(monster) if monster.is_hostile() && !harmless_at(game, visible, monster.body.pos) => {
            Err(Interrupt::InTheWay(monster.kind))
        }
        _ => Ok(direction),
    }
}

/// Returns the first step of a path away from sleepers that comes no nearer to any (N4).
// Target: GBA. Not inlined: takes its distance map off the short stack before another is built.
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

/// Returns the stairs or the door at or beside `pos`.
fn landmark(map: &Map, pos: Pos) -> Option<Interrupt> {
    let of = |at: Pos| match map.terrain(at) {
        stairs @ (Terrain::StairsUp | Terrain::StairsDown) => Some(Interrupt::Stairs(stairs)),
        terrain if terrain.is_door() => Some(Interrupt::Door),
        _ => None,
    };
    of(pos).or_else(|| pos.neighbours().find_map(of))
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
    Direction::ORTHOGONAL
        .into_iter()
        .filter(|&exit| exit != direction.reversed())
        .filter(|&exit| pos.step(exit).is_some_and(|to| map.terrain(to).is_passable()))
        .count()
}

/// Iterates over the indices of the hostile monsters in sight.
pub fn visible_enemies<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = usize> + 'a {
    let monsters = game.current_floor().monsters.iter().enumerate();
    monsters
        .filter(|(_, monster)| monster.is_hostile() && visible.contains(monster.body.pos))
        .map(|(index, _)| index)
}
