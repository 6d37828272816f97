//! Shortest ways over a floor, in steps of eight directions (T8, M3, M4).
//!
//! Breadth-first search (Moore, "The shortest path through a maze", 1959), level by level. A step
//! between two walls that touch at a corner is allowed.

use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::{MAP_WIDTH, ROUTE_STEPS_MAX, TILES};
use crate::world::Map;
use core::mem::swap;
use serde::{Deserialize, Serialize};

/// How many steps every tile is from one start.
///
/// A byte a tile holds the distance modulo 254, to be small enough for the stack of a
/// handheld. That loses nothing: tiles a step apart differ by at most one in distance, so a
/// neighbour whose byte is one less, around the modulus, is one step nearer; and the full number is
/// the count of such steps.
#[derive(Clone, Debug)]
pub struct DistanceMap {
    /// The distance modulo [`MODULUS`], or [`UNREACHED`] or [`BLOCKED`].
    steps: [u8; TILES],
    start: Pos,
    /// How many tiles are reached, the start among them.
    reached: u16,
    /// The largest distance.
    farthest: u16,
}

/// Bytes below are distances.
const MODULUS: u16 = 254;
/// A tile one may walk on that no way leads to, or not yet.
const UNREACHED: u8 = 254;
/// A tile one may not walk on.
const BLOCKED: u8 = 255;

/// Steps straight along x or y come before diagonal ones, so that a way looks straight.
const STRAIGHT_FIRST: [Direction; 8] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
    Direction::NorthEast,
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::NorthWest,
];

impl DistanceMap {
    /// The distances from `start` over what is passable, around `obstacles`. `start` itself counts
    /// as passable, whatever it is. From a start on the outermost ring no way leads anywhere.
    #[inline(always)]
    pub fn new(map: &Map, start: Pos, obstacles: impl Iterator<Item = Pos>) -> DistanceMap {
        let mut distances = DistanceMap::blocked(start);
        distances.open(map);
        distances.spread(obstacles);
        distances
    }

    /// As [`new`](DistanceMap::new), over no other tiles than those in `known`.
    #[inline(always)]
    pub fn within(
        map: &Map,
        start: Pos,
        known: &TileSet,
        obstacles: impl Iterator<Item = Pos>,
    ) -> DistanceMap {
        let mut distances = DistanceMap::blocked(start);
        distances.open(map);
        let rows = distances.steps.chunks_exact_mut(usize::from(MAP_WIDTH));
        for (row, words) in rows.zip(known.rows()) {
            for (tiles, &word) in row.chunks_mut(32).zip(words) {
                for (bit, tile) in tiles.iter_mut().enumerate() {
                    if word >> bit & 1 == 0 {
                        *tile = BLOCKED;
                    }
                }
            }
        }
        distances.spread(obstacles);
        distances
    }

    /// Where the distances are counted from.
    pub const fn start(&self) -> Pos {
        self.start
    }

    /// Whether a way leads from the start to `pos`.
    pub const fn is_reached(&self, pos: Pos) -> bool {
        self.steps[pos.index()] < UNREACHED
    }

    /// Steps from the start to `pos`; `None` where no way leads.
    ///
    /// Takes no time unless the floor is so winding that a way has more than 253 steps; then it
    /// takes as long as walking there.
    pub fn distance(&self, pos: Pos) -> Option<u16> {
        if !self.is_reached(pos) {
            return None;
        }
        if self.farthest < MODULUS {
            return Some(u16::from(self.steps[pos.index()]));
        }
        let (mut at, mut steps) = (pos, 0);
        while let Some(direction) = self.descent(at) {
            at = self.stepped(at, direction);
            steps += 1;
        }
        Some(steps)
    }

    /// The step from `from` that comes nearer to the start onto a tile that is `free`, straight
    /// rather than diagonal; `None` when there is none.
    ///
    /// `from` may be an obstacle or unknown: then it is taken to be one step farther from the start
    /// than the nearest of its neighbours.
    pub fn toward_start(&self, from: Pos, free: impl Fn(Pos) -> bool) -> Option<Direction> {
        let goal = self.assumed_distance(from)?.checked_sub(1)?;
        self.step_to_distance(from, goal, free)
    }

    /// The step from `from` onto a `free` tile that is as far from the start as `from` is, which is
    /// how one goes around somebody who stands in the way. `from` as for
    /// [`toward_start`](DistanceMap::toward_start).
    pub fn sidestep(&self, from: Pos, free: impl Fn(Pos) -> bool) -> Option<Direction> {
        let goal = self.assumed_distance(from)?;
        self.step_to_distance(from, goal, free)
    }

    /// The first steps, at most [`ROUTE_STEPS_MAX`], of a shortest way from the start to `goal`;
    /// `None` where no way leads, an empty route when `goal` is the start.
    pub fn route_from_start(&self, goal: Pos) -> Option<Route> {
        if !self.is_reached(goal) {
            return None;
        }
        // Walked backward from the goal, so the steps come last first.
        let (mut at, mut route) = (goal, Route::NONE);
        while let Some(direction) = self.descent(at) {
            route.push_front(direction.reversed());
            at = self.stepped(at, direction);
        }
        Some(route)
    }

    /// The tiles to which a way leads, the start among them, row by row.
    pub fn reached(&self) -> impl Iterator<Item = Pos> + '_ {
        let reached = self.steps.iter().enumerate().filter(|&(_, &steps)| steps < UNREACHED);
        reached.map(|(index, _)| Pos::from_index(index))
    }

    /// How many tiles are reached, the start among them.
    pub const fn reached_count(&self) -> u16 {
        self.reached
    }

    /// The distance of the farthest tile reached.
    pub const fn farthest(&self) -> u16 {
        self.farthest
    }

    // A map is made in the place where its user wants it and only changed there: on a handheld, a
    // copy on the way would take half of the stack.

    #[inline(always)]
    const fn blocked(start: Pos) -> DistanceMap {
        DistanceMap { steps: [BLOCKED; TILES], start, reached: 1, farthest: 0 }
    }

    /// Lets all that is passable be walked on.
    fn open(&mut self, map: &Map) {
        for (step, terrain) in self.steps.iter_mut().zip(map.tiles()) {
            *step = if terrain.is_passable() { UNREACHED } else { BLOCKED };
        }
    }

    /// Fills in the distances, level by level.
    #[inline(never)]
    fn spread(&mut self, obstacles: impl Iterator<Item = Pos>) {
        for obstacle in obstacles {
            self.steps[obstacle.index()] = BLOCKED;
        }
        self.steps[self.start.index()] = 0;
        if self.start.is_border() {
            return;
        }
        let (mut level, mut next) = (&mut Level::NONE.clone(), &mut Level::NONE.clone());
        level.push(self.start.index());
        loop {
            let distance = remainder(self.farthest);
            let farther = remainder(self.farthest + 1);
            if let Some(tiles) = level.tiles() {
                for &tile in tiles {
                    self.reach_around(usize::from(tile), farther, next);
                }
            } else {
                for tile in 0..TILES {
                    if self.steps[tile] == distance {
                        self.reach_around(tile, farther, next);
                    }
                }
            }
            if next.count == 0 {
                return;
            }
            self.reached += next.count;
            self.farthest += 1;
            swap(&mut level, &mut next);
            next.count = 0;
        }
    }

    /// Gives the neighbours of `tile` not yet reached the distance `farther`.
    ///
    /// The outermost ring is wall, so a tile that was reached has all its neighbours on the map,
    /// and one check of the span of the map they lie in stands for eight.
    #[inline(always)]
    fn reach_around(&mut self, tile: usize, farther: u8, next: &mut Level) {
        const ROW: usize = MAP_WIDTH as usize;
        const SPAN: usize = 2 * ROW + 3;
        const NEIGHBOURS: [usize; 8] = [0, 1, 2, ROW, ROW + 2, 2 * ROW, 2 * ROW + 1, 2 * ROW + 2];
        let first = tile - ROW - 1;
        let around: &mut [u8; SPAN] =
            self.steps[first..].first_chunk_mut().expect("the outermost ring is never reached");
        for offset in NEIGHBOURS {
            if around[offset] == UNREACHED {
                around[offset] = farther;
                next.push(first + offset);
            }
        }
    }

    /// The step from a reached tile one nearer to the start; `None` at the start.
    fn descent(&self, from: Pos) -> Option<Direction> {
        if from == self.start {
            return None;
        }
        let steps = self.steps[from.index()];
        let nearer = if steps == 0 { remainder(MODULUS - 1) } else { steps - 1 };
        STRAIGHT_FIRST.into_iter().find(|&direction| {
            from.step(direction).is_some_and(|next| self.steps[next.index()] == nearer)
        })
    }

    fn stepped(&self, from: Pos, direction: Direction) -> Pos {
        from.step(direction).expect("a way never leads off the floor")
    }

    /// The distance of `from`, or one more than that of its nearest neighbour.
    fn assumed_distance(&self, from: Pos) -> Option<u16> {
        self.distance(from).or_else(|| {
            from.neighbours().filter_map(|next| self.distance(next)).min().map(|steps| steps + 1)
        })
    }

    fn step_to_distance(
        &self,
        from: Pos,
        goal: u16,
        free: impl Fn(Pos) -> bool,
    ) -> Option<Direction> {
        STRAIGHT_FIRST.into_iter().find(|&direction| {
            from.step(direction).is_some_and(|next| {
                // The byte first: it rules out most neighbours without a walk.
                self.steps[next.index()] == remainder(goal)
                    && self.distance(next) == Some(goal)
                    && free(next)
            })
        })
    }
}

const fn remainder(distance: u16) -> u8 {
    (distance % MODULUS) as u8
}

/// The tiles at one distance, to save looking for them.
///
/// The list is a convenience and no limit: a level that does not fit it is found again by its
/// distance on the map. A floor's interior has 3,818 tiles, so at most 29 levels can be longer than
/// the list, and the cost stays bounded whatever the floor looks like. Those of caves and
/// laboratories always fit; those of a bare floor of one room need not.
#[derive(Clone)]
struct Level {
    /// Indices of tiles; the first `count` of them, if there is room for so many.
    tiles: [u16; LEVEL_TILES],
    /// How many tiles the level has, in the list or not.
    count: u16,
}

const LEVEL_TILES: usize = 128;

impl Level {
    const NONE: Level = Level { tiles: [0; LEVEL_TILES], count: 0 };

    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 65,536 tiles")]
    #[inline(always)]
    fn push(&mut self, tile: usize) {
        if let Some(place) = self.tiles.get_mut(usize::from(self.count)) {
            *place = tile as u16;
        }
        self.count += 1;
    }

    /// All tiles of the level, or `None` when the list is too short for them.
    fn tiles(&self) -> Option<&[u16]> {
        self.tiles.get(..usize::from(self.count))
    }
}

/// The next steps of a planned way, at most [`ROUTE_STEPS_MAX`] of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Route {
    /// Three bits a step, the first in the lowest bits, and a one above the last step.
    packed: u64,
}

/// The place of the one above a route of full length.
const FULL_BITS: u32 = 3 * ROUTE_STEPS_MAX as u32;

impl Route {
    /// No step.
    pub const NONE: Route = Route { packed: 1 };

    /// Whether no step is left.
    pub const fn is_empty(self) -> bool {
        self.packed == 1
    }

    /// Steps left, at most [`ROUTE_STEPS_MAX`].
    #[expect(clippy::cast_possible_truncation, reason = "at most 20")]
    pub const fn len(self) -> u8 {
        (self.packed.ilog2() / 3) as u8
    }

    /// The first step.
    pub const fn peek(self) -> Option<Direction> {
        if self.is_empty() { None } else { Some(Direction::ALL[(self.packed & 7) as usize]) }
    }

    /// The first step, taken off.
    pub fn pop(&mut self) -> Option<Direction> {
        let first = self.peek()?;
        self.packed >>= 3;
        Some(first)
    }

    /// Puts `step` before the others; the last falls off a route of full length.
    fn push_front(&mut self, step: Direction) {
        let longer = self.packed << 3 | step as u64;
        let full = 1 << FULL_BITS;
        self.packed = if longer < full * 2 { longer } else { longer & (full - 1) | full };
    }
}

impl Default for Route {
    fn default() -> Route {
        Route::NONE
    }
}

impl From<Route> for u64 {
    fn from(route: Route) -> u64 {
        route.packed
    }
}

impl TryFrom<u64> for Route {
    type Error = &'static str;

    /// The route saved as `packed`; any number without a one in a possible place is refused.
    fn try_from(packed: u64) -> Result<Route, &'static str> {
        match packed.checked_ilog2() {
            Some(bits) if bits <= FULL_BITS && bits % 3 == 0 => Ok(Route { packed }),
            _ => Err("a route of no possible length"),
        }
    }
}
