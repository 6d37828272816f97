//! Finds shortest paths over a floor, in steps of eight directions (T8, M3, M4).
//!
//! The algorithm is breadth-first search (Moore, "The shortest path through a maze", 1959). The search handles up to 32
//! tiles at a time. A level consists of the tiles at one distance from the start, stored as bits. Shifting these bits
//! to all sides, and removing closed tiles and tiles reached before, gives the next level. Only words with tiles of the
//! level are visited.
//!
//! Distances are stored modulo 3. The remainders are enough to find the path back, because the distances of adjacent
//! tiles differ by at most one (Akers, "A modification of Lee's path connection algorithm", 1967).
//!
//! A step between two walls that touch at a corner is allowed.

use crate::geometry::{Direction, Pos, TileSet, nth_of_words, tiles_of_word};
use crate::limits::{MAP_HEIGHT, ROW_WORDS};
use crate::world::map::Map;
pub use crate::world::route::Route;
use musrex_assets::listed_enum;

/// Maps tiles to their distance in steps from one start. A search may stop before it has reached all tiles. The
/// distances of reached tiles are final.
#[derive(Clone, Debug)]
pub struct DistanceMap {
    spans: [Span; SPANS],
    /// For each span, the last level with a tile in that span. 0 if the span has no reached tile, or only the start.
    levels: [u16; SPANS],
    /// The frontiers of the last level and of the next level. The two frontiers swap roles after each level.
    frontiers: [Frontier; 2],
    start: Pos,
    /// The distance of the last level from the start, in steps.
    farthest: u16,
    /// The last level modulo 3.
    last: Remainder,
}

/// The number of spans, which are the words of a [`TileSet`]. The outermost ring of a floor is wall. So a span with a
/// reachable tile always has a span above and below it. If the reachable tile is at an end of its span, there is also a
/// span beside that end.
const SPANS: usize = ROW_WORDS * MAP_HEIGHT as usize;

/// A span of 32 tiles in a row, as bits.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// The open tiles (tiles that a path may cross) that have not been reached yet.
    open: u32,
    /// The reached tiles, indexed by the [`Remainder`] of their distance.
    at: [u32; 3],
}

impl Span {
    const CLOSED: Span = Span { open: 0, at: [0; 3] };

    const fn reached(&self) -> u32 {
        self.at[0] | self.at[1] | self.at[2]
    }
}

listed_enum! {
    /// A distance modulo 3.
    enum Remainder {
        Zero,
        One,
        Two,
    }
}

impl Remainder {
    const fn farther(self) -> Remainder {
        match self {
            Remainder::Zero => Remainder::One,
            Remainder::One => Remainder::Two,
            Remainder::Two => Remainder::Zero,
        }
    }

    const fn nearer(self) -> Remainder {
        self.farther().farther()
    }
}

/// A list of indices of spans: the first `count` entries of `spans`. No index is in the list twice.
#[derive(Clone, Copy, Debug)]
struct Frontier {
    spans: [u8; SPANS],
    count: u8,
}

impl Frontier {
    const NONE: Frontier = Frontier { spans: [0; SPANS], count: 0 };

    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 256 spans")]
    fn push(&mut self, index: usize) {
        self.spans[usize::from(self.count)] = index as u8;
        self.count += 1;
    }
}

const _: () = assert!(SPANS <= u8::MAX as usize);

/// The next level while it is being built.
struct NextLevel<'a> {
    spans: &'a mut [Span; SPANS],
    levels: &'a mut [u16; SPANS],
    frontier: &'a mut Frontier,
    remainder: Remainder,
    number: u16,
}

impl NextLevel<'_> {
    /// Marks open tiles as reached: the `tiles` of the span `index`, and the same columns of the spans above and below.
    // Target: GBA. Inlined: its caller runs in fast memory, and a call into slow memory costs time.
    #[inline(always)]
    fn reach(&mut self, index: usize, tiles: u32) {
        for index in [index - ROW_WORDS, index, index + ROW_WORDS] {
            let span = &mut self.spans[index];
            let fresh = span.open & tiles;
            if fresh != 0 {
                span.open ^= fresh;
                *self.remainder.entry_mut(&mut span.at) |= fresh;
                if self.levels[index] != self.number {
                    self.levels[index] = self.number;
                    self.frontier.push(index);
                }
            }
        }
    }
}

/// Returns the tiles that can be reached from `start`, including `start`.
// Target: GBA. Not inlined: keeps a distance map off the caller's small stack.
#[inline(never)]
pub fn reachable(map: &Map, start: Pos) -> TileSet {
    let mut distances = DistanceMap::closed(start);
    distances.open(map, core::iter::empty());
    distances.expand_all();
    distances.reached()
}

/// The bits of the two tiles at the ends of a span: the tile at the left end, and the tile at the right end.
const FIRST: u32 = 1;
const LAST: u32 = 1 << 31;

/// The directions, each with the bit of its tile in [`DistanceMap::around`]. Orthogonal directions come first, so that
/// paths look straight.
const STRAIGHT_FIRST: [(Direction, u32); 8] = [
    (Direction::North, 1),
    (Direction::East, 5),
    (Direction::South, 7),
    (Direction::West, 3),
    (Direction::NorthEast, 2),
    (Direction::SouthEast, 8),
    (Direction::SouthWest, 6),
    (Direction::NorthWest, 0),
];

/// The bits of the eight tiles in the result of [`DistanceMap::around`], in the order of [`Direction::ALL`].
const CLOCKWISE: [u32; 8] = [1, 2, 5, 8, 7, 6, 3, 0];

/// Maps each result of [`DistanceMap::around`] to the first direction in [`STRAIGHT_FIRST`] that leads to a tile in the
/// result.
static FIRST_STEPS: [Option<Direction>; 1 << 9] = {
    let mut steps = [None; 1 << 9];
    let mut around = 0;
    while around < steps.len() {
        let mut last = STRAIGHT_FIRST.len();
        while last > 0 {
            last -= 1;
            let (direction, bit) = STRAIGHT_FIRST[last];
            if around >> bit & 1 == 1 {
                steps[around] = Some(direction);
            }
        }
        around += 1;
    }
    steps
};

impl DistanceMap {
    /// Computes all distances from `start` over passable tiles, around `obstacles`. `start` itself counts as
    /// passable, whatever its terrain. A start on the outermost ring reaches nothing.
    pub fn new(map: &Map, start: Pos, obstacles: impl Iterator<Item = Pos>) -> DistanceMap {
        let mut distances = DistanceMap::closed(start);
        distances.open(map, obstacles);
        distances.expand_all();
        distances
    }

    /// Creates a map without open tiles.
    // Target: GBA. Inlined: a copy of the map does not fit the small stack.
    #[inline(always)]
    pub const fn closed(start: Pos) -> DistanceMap {
        DistanceMap {
            spans: const { [Span::CLOSED; SPANS] },
            levels: [0; SPANS],
            frontiers: const { [Frontier::NONE; 2] },
            start,
            farthest: 0,
            last: Remainder::Zero,
        }
    }

    /// Opens the `allowed` tiles, and marks the start as reached.
    pub(crate) fn open_tiles(&mut self, allowed: &TileSet) {
        self.open_all(allowed);
        self.reach_start();
    }

    /// Opens all passable tiles except the `obstacles`, and marks the start as reached.
    pub fn open(&mut self, map: &Map, obstacles: impl Iterator<Item = Pos>) {
        self.open_all(map.passable());
        for obstacle in obstacles {
            let (index, bit) = span_of(obstacle);
            self.spans[index].open &= !(1 << bit);
        }
        self.reach_start();
    }

    /// Closes all tiles that are not in `known`.
    // Target: GBA. Not inlined: a loop in its own function can use all registers.
    #[inline(never)]
    pub fn restrict_to(&mut self, known: &TileSet) {
        for (span, word) in self.spans.iter_mut().zip(known.rows().as_flattened()) {
            span.open &= word;
        }
    }

    /// Expands until `pos` is reached. Returns whether there is a path to `pos`.
    pub fn expand_to(&mut self, pos: Pos) -> bool {
        while !self.is_reached(pos) && self.expand() {}
        self.is_reached(pos)
    }

    /// Expands until [`descend`](DistanceMap::descend) and [`sidestep`](DistanceMap::sidestep) can find all steps from
    /// `pos`.
    pub fn expand_toward(&mut self, pos: Pos) {
        while !self.is_reached(pos) && self.around(pos, Span::reached) == 0 && self.expand() {}
        // Tiles at the same distance as `pos` lie one level farther than its nearest neighbour. If `pos` is an
        // obstacle, even that level does not reach `pos`.
        if !self.is_reached(pos) && self.around(pos, |span| span.open) != 0 {
            self.expand();
        }
    }

    /// Expands until `pos` and all reachable tiles next to `pos` are reached, so that all steps from `pos` are known.
    pub fn expand_around(&mut self, pos: Pos) {
        while self.around(pos, |span| span.open) != 0 && self.expand() {}
    }

    /// Expands until one of `goals` is reached. Returns the nearest goal. Ties go to the first goal, column by column.
    pub fn expand_to_any(&mut self, goals: &TileSet) -> Option<Pos> {
        loop {
            let nearest = self.nearest_of(goals);
            if nearest.is_some() || !self.expand() {
                return nearest;
            }
        }
    }

    /// Expands until all reachable tiles are reached.
    pub fn expand_all(&mut self) {
        while self.expand() {}
    }

    /// Returns the tile from which distances are counted.
    pub const fn start(&self) -> Pos {
        self.start
    }

    /// Returns whether a path from the start to `pos` has been found.
    pub fn is_reached(&self, pos: Pos) -> bool {
        let (index, bit) = span_of(pos);
        self.spans[index].reached() >> bit & 1 == 1
    }

    /// Returns the number of steps from the start to `pos`, counted by walking back. Returns `None` if `pos` is not
    /// reached.
    // Target: GBA. Not inlined: the linker script finds the function by its name and puts it into fast memory.
    #[inline(never)]
    pub fn distance(&self, pos: Pos) -> Option<u16> {
        self.remainder(pos)?;
        let (mut at, mut steps) = (pos, 0);
        while let Some(direction) = self.descent(at) {
            at = stepped(at, direction);
            steps += 1;
        }
        Some(steps)
    }

    /// Returns a step from `from` onto a `free` tile that is nearer to the start, preferably an orthogonal step.
    /// Returns `None` if there is no such tile.
    ///
    /// `from` may be an obstacle or unknown. `from` then counts as one step farther from the start than its nearest
    /// neighbour.
    pub fn descend(&self, from: Pos, free: impl Fn(Pos) -> bool) -> Option<Direction> {
        match self.remainder(from) {
            Some(remainder) => self.step_to(from, remainder.nearer(), free),
            None => self.step_from_outside(from, 0, free),
        }
    }

    /// Returns a step around an obstacle: from `from` onto a `free` tile at the same distance from the start. `from`
    /// may be an obstacle or unknown, as in [`descend`](DistanceMap::descend).
    pub fn sidestep(&self, from: Pos, free: impl Fn(Pos) -> bool) -> Option<Direction> {
        match self.remainder(from) {
            Some(remainder) => self.step_to(from, remainder, free),
            None => self.step_from_outside(from, 1, free),
        }
    }

    /// Returns the first steps of a shortest path from the start to `goal`, at most
    /// [`ROUTE_STEPS_MAX`](crate::limits::ROUTE_STEPS_MAX). The route is empty if `goal` is the start. Returns `None`
    /// if `goal` is not reached.
    pub fn route_from_start(&self, goal: Pos) -> Option<Route> {
        self.remainder(goal)?;
        // The path is walked backward from the goal, so the last step comes first.
        let (mut at, mut route) = (goal, Route::NONE);
        while let Some(direction) = self.descent(at) {
            route.push_front(direction.reversed());
            at = stepped(at, direction);
        }
        Some(route)
    }

    /// Returns the first steps of a shortest path from `from` to the start, at most
    /// [`ROUTE_STEPS_MAX`](crate::limits::ROUTE_STEPS_MAX), preferably orthogonal steps. The route is empty if `from`
    /// is the start. Returns `None` if `from` is not reached.
    pub(crate) fn route_to_start(&self, from: Pos) -> Option<Route> {
        self.remainder(from)?;
        let (mut at, mut route) = (from, Route::NONE);
        while let Some(direction) = self.descent(at)
            && route.push_back(direction)
        {
            at = stepped(at, direction);
        }
        Some(route)
    }

    /// Returns the reached tiles, including the start.
    pub fn reached(&self) -> TileSet {
        let mut reached = TileSet::EMPTY;
        for (word, span) in reached.rows_mut().as_flattened_mut().iter_mut().zip(&self.spans) {
            *word = span.reached();
        }
        reached
    }

    /// Returns the number of reached tiles, including the start.
    pub fn count_reached(&self) -> usize {
        self.spans.iter().map(|span| span.reached().count_ones() as usize).sum()
    }

    /// Returns the reached tile with the index `before`, like [`TileSet::nth`] on [`reached`](DistanceMap::reached).
    /// This function does not build the set of reached tiles, for which a small stack may have no room.
    pub fn nth_reached(&self, before: usize) -> Option<Pos> {
        nth_of_words(self.spans.iter().map(Span::reached), before)
    }

    /// Returns the distance of the farthest tile that was reached.
    pub const fn farthest(&self) -> u16 {
        self.farthest
    }

    // Target: GBA. Not inlined: a loop in its own function can use all registers.
    #[inline(never)]
    fn open_all(&mut self, tiles: &TileSet) {
        for (span, &word) in self.spans.iter_mut().zip(tiles.rows().as_flattened()) {
            span.open = word;
        }
    }

    // Target: GBA. Not inlined: a loop in its own function can use all registers.
    #[inline(never)]
    fn reach_start(&mut self) {
        let (index, bit) = span_of(self.start);
        let span = &mut self.spans[index];
        span.open &= !(1 << bit);
        *self.last.entry_mut(&mut span.at) |= 1 << bit;
        if !self.start.is_border() {
            self.frontiers[0].push(index);
        }
    }

    /// Reaches the next level. Returns whether the next level has any tiles.
    // Target: GBA. Not inlined: the linker script finds the function by its name and puts it into fast memory.
    #[inline(never)]
    fn expand(&mut self) -> bool {
        let DistanceMap { spans, levels, frontiers: [even, odd], .. } = self;
        let (last, remainder) = (self.last, self.last.farther());
        let level = self.farthest + 1;
        let (frontier, next) = if level % 2 == 1 { (even, odd) } else { (odd, even) };
        let mut level = NextLevel { spans, levels, frontier: next, remainder, number: level };
        for &index in &frontier.spans[..usize::from(frontier.count)] {
            let index = usize::from(index);
            // The tiles of the last level, and of the levels 3, 6, 9 … before it. The earlier levels add nothing,
            // because all neighbours of their tiles are already reached.
            let tiles = *last.entry(&level.spans[index].at);
            level.reach(index, tiles | tiles << 1 | tiles >> 1);
            // A tile at the end of a span touches tiles of the neighbouring span.
            if tiles & FIRST != 0 {
                level.reach(index - 1, LAST);
            }
            if tiles & LAST != 0 {
                level.reach(index + 1, FIRST);
            }
        }
        frontier.count = 0;
        if level.frontier.count == 0 {
            return false;
        }
        (self.farthest, self.last) = (level.number, remainder);
        true
    }

    /// Returns the index of the last level's frontier.
    fn frontier(&self) -> usize {
        usize::from(self.farthest % 2)
    }

    /// Returns the first of the `goals` on the last level, column by column. The caller ensures that no goal lies on an
    /// earlier level.
    fn nearest_of(&self, goals: &TileSet) -> Option<Pos> {
        let Frontier { spans, count } = &self.frontiers[self.frontier()];
        let mut nearest = None;
        for index in spans[..usize::from(*count)].iter().map(|&index| usize::from(index)) {
            let goals = goals.rows().as_flattened()[index];
            let hits = self.last.entry(&self.spans[index].at) & goals;
            if hits != 0 {
                nearest = tiles_of_word(index, hits).chain(nearest).min();
            }
        }
        nearest
    }

    /// Returns the distance of `pos` modulo 3, if `pos` is reached.
    fn remainder(&self, pos: Pos) -> Option<Remainder> {
        let (index, bit) = span_of(pos);
        let is_at = |&remainder: &Remainder| remainder.entry(&self.spans[index].at) >> bit & 1 == 1;
        Remainder::ALL.into_iter().find(is_at)
    }

    /// Returns a step from a reached tile to a tile that is one step nearer to the start. Returns `None` at the start.
    // Target: GBA. Not inlined: the linker script finds the function by its name and puts it into fast memory.
    #[inline(never)]
    fn descent(&self, from: Pos) -> Option<Direction> {
        let nearer = self.remainder(from)?.nearer();
        FIRST_STEPS[self.around(from, |span| span.at[nearer as usize]) as usize]
    }

    /// Returns a step from `from` onto a `free` tile whose distance has this remainder.
    // Target: GBA. Inlined: the compiler then builds the caller's test into the search.
    #[inline(always)]
    fn step_to(
        &self,
        from: Pos,
        remainder: Remainder,
        free: impl Fn(Pos) -> bool,
    ) -> Option<Direction> {
        let around = self.around(from, |span| *remainder.entry(&span.at));
        let is_such = |&(_, bit): &(Direction, u32)| around >> bit & 1 == 1;
        let mut such = STRAIGHT_FIRST.into_iter().filter(is_such).map(|(direction, _)| direction);
        such.find(|&direction| free(stepped(from, direction)))
    }

    /// Returns a step onto a `free` tile from `from`, which is not reached. The distance of the free tile is the
    /// least distance of the reached tiles beside `from`, plus `farther`.
    // Target: GBA. Cold: keeps the registers of the common case free.
    #[cold]
    fn step_from_outside(
        &self,
        from: Pos,
        farther: u16,
        free: impl Fn(Pos) -> bool,
    ) -> Option<Direction> {
        let distances = self.distances_beside(from);
        let distance = distances.iter().flatten().min()? + farther;
        let all = STRAIGHT_FIRST.into_iter().map(|(direction, _)| direction);
        all.filter(|&direction| *direction.entry(&distances) == Some(distance))
            .find(|&direction| free(stepped(from, direction)))
    }

    /// Returns relative distances of the tiles beside `from`, in the order of [`Direction::ALL`]. Only the differences
    /// between adjacent tiles are exact.
    // Target: GBA. Not inlined: keeps eight distances off the stack of the common case.
    #[inline(never)]
    fn distances_beside(&self, from: Pos) -> [Option<u16>; 8] {
        let reached = Remainder::ALL
            .map(|remainder| (remainder, self.around(from, |span| *remainder.entry(&span.at))));
        let beside = CLOCKWISE.map(|bit| {
            reached
                .iter()
                .find(|(_, around)| around >> bit & 1 == 1)
                .map(|&(remainder, _)| remainder)
        });
        let is_first = |&at: &usize| beside[at].is_some() && beside[(at + 7) % 8].is_none();
        let groups = (0..8).filter(is_first).count();
        let first = (0..8).find(is_first).unwrap_or(0);
        let mut distances = [None; 8];
        let mut before = None;
        for at in (first..first + 8).map(|at| at % 8) {
            before = beside[at].and_then(|remainder| {
                // Each tile is one step away from the previous tile, so its distance can be derived from the previous
                // tile, if reached.
                let distance = match before {
                    Some((other, distance)) if remainder == other => distance,
                    Some((other, distance)) if remainder == other.farther() => distance + 1,
                    Some((_, distance)) => distance - 1,
                    None if groups > 1 => self.distance(stepped(from, Direction::ALL[at]))?,
                    None => 8,
                };
                Some((remainder, distance))
            });
            distances[at] = before.map(|(_, distance)| distance);
        }
        distances
    }

    /// Returns a bit for each of the nine tiles at and around `pos` that `tiles` selects from its span. The bits go row
    /// by row, with the top left tile in the lowest bit. At the edge of the floor, returns 0.
    // Target: GBA. Inlined: its caller runs in fast memory, and a call into slow memory costs time.
    #[inline(always)]
    fn around(&self, pos: Pos, tiles: impl Fn(&Span) -> u32) -> u32 {
        let Some(corner) = pos.offset(-1, -1).filter(|_| !pos.is_border()) else { return 0 };
        let (index, bit) = span_of(corner);
        let mut around = 0;
        for row in [index, index + ROW_WORDS, index + 2 * ROW_WORDS] {
            let mut three = tiles(&self.spans[row]) >> bit;
            if bit > u32::BITS - 3 {
                three |= tiles(&self.spans[row + 1]) << (u32::BITS - bit);
            }
            around = around >> 3 | (three & 7) << 6;
        }
        around
    }
}

/// Returns the index of the span that contains `pos`, and the bit of `pos` in this span.
fn span_of(pos: Pos) -> (usize, u32) {
    let (x, y) = (usize::from(pos.x()), usize::from(pos.y()));
    (y * ROW_WORDS + x / 32, u32::from(pos.x()) % 32)
}

fn stepped(from: Pos, direction: Direction) -> Pos {
    from.step(direction).expect("a way never leads off the floor")
}
