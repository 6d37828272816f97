//! What can be seen from where (A8, M2).
//!
//! Symmetric shadowcasting after Albert Ford's description
//! (<https://www.albertford.com/shadowcasting/>): the four quarters around the eye are looked
//! through line by line outward; what is opaque on a line splits the view of the lines behind it.
//! A clear tile is seen when its middle is in view, an opaque one when any part of its face may be.
//! So of two clear tiles, either both see each other or neither does.
//!
//! Slopes are fractions, and no division is needed: a slope's place on a line follows from the one
//! on the line before by an addition.

use crate::geometry::{Pos, TileSet};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH};
use crate::world::{FloorState, Map};
use heapless::Deque;

/// The tiles in sight of `origin` within `radius`, as [`Pos::is_within`] measures it; `origin` is
/// always among them. Walls, closed doors and monsters hide what is behind them and are themselves
/// seen (A8); what is at `origin` hides nothing.
///
/// Between tiles that hide nothing it is mutual: a sees b exactly when b sees a.
pub fn visible(floor: &FloorState, origin: Pos, radius: u8) -> TileSet {
    let mut monsters = TileSet::EMPTY;
    for monster in &floor.monsters {
        monsters.insert(monster.body.pos);
    }
    let mut seen = TileSet::EMPTY;
    seen.insert(origin);
    for quarter in [Quarter::North, Quarter::East, Quarter::South, Quarter::West] {
        let surroundings = Surroundings { map: &floor.map, monsters: &monsters, origin, quarter };
        match quarter {
            Quarter::North | Quarter::South => surroundings.look::<true>(radius, &mut seen),
            Quarter::East | Quarter::West => surroundings.look::<false>(radius, &mut seen),
        }
    }
    seen
}

/// A quarter of the view. A line is all that is equally many steps `ahead` of the eye; `aside` is
/// the place on it, to the right or downward.
#[derive(Clone, Copy)]
enum Quarter {
    North,
    East,
    South,
    West,
}

/// One quarter of what surrounds the eye.
struct Surroundings<'a> {
    map: &'a Map,
    monsters: &'a TileSet,
    origin: Pos,
    quarter: Quarter,
}

/// Part of a line that may be in view, the first one `aside` to the last.
struct Line {
    ahead: i16,
    first: i16,
    last: i16,
    /// Column and row of what is straight ahead.
    middle: (u8, u8),
}

impl Surroundings<'_> {
    /// Adds to `seen` what is seen of this quarter. Whether its lines run `ACROSS` the floor, or
    /// down it, is known in advance for speed's sake alone.
    #[inline(never)]
    fn look<const ACROSS: bool>(&self, radius: u8, seen: &mut TileSet) {
        let reach = i32::from(radius) * (i32::from(radius) + 1);
        let (lines, first, last) = self.extent();
        // How far the circle extends to either side.
        let mut half = i16::from(radius);
        let mut views = Views::new();
        enqueue(&mut views, View::WHOLE);
        for ahead in 1..=lines.min(half) {
            // The circle only gets narrower, so that what is beyond it on this line can hide
            // nothing that is inside it on a later one.
            let left = reach - i32::from(ahead) * i32::from(ahead);
            while i32::from(half) * i32::from(half) > left {
                half -= 1;
            }
            let (first, last) = (first.max(-half), last.min(half));
            let line = Line { ahead, first, last, middle: self.straight_ahead(ahead) };
            for _ in 0..views.len() {
                if let Some(view) = views.pop_front() {
                    self.look_along::<ACROSS>(&line, view, seen, &mut views);
                }
            }
            if views.is_empty() {
                return;
            }
        }
    }

    /// Adds to `seen` what `view` shows of `line`, and to `views` what it shows of the next.
    #[inline(always)]
    fn look_along<const ACROSS: bool>(
        &self,
        line: &Line,
        view: View,
        seen: &mut TileSet,
        views: &mut Views,
    ) {
        let first = view.from.nearest_at_or_after().max(line.first);
        let last = view.to.nearest_at_or_before().min(line.last);
        let (first_middle, last_middle) = (view.from.at_or_after(), view.to.at_or_before());
        let mut walk = Walk::<ACROSS>::new(line, first, last);
        loop {
            while let Some(pos) = walk.here().filter(|&pos| self.is_opaque(pos)) {
                seen.insert(pos);
                walk.go_on();
            }
            let start = walk.aside;
            while let Some(pos) = walk.here().filter(|&pos| !self.is_opaque(pos)) {
                if first_middle <= walk.aside && walk.aside <= last_middle {
                    seen.insert(pos);
                }
                walk.go_on();
            }
            let end = walk.aside;
            if start == end {
                return;
            }
            let side = |aside| Slope::before(line.ahead, aside);
            let from = if start == first { view.from } else { side(start) };
            let to = if end > last { view.to } else { side(end) };
            enqueue(views, View { from: from.at_next_line(), to: to.at_next_line() });
        }
    }

    fn is_opaque(&self, pos: Pos) -> bool {
        self.map.terrain(pos).is_opaque() || self.monsters.contains(pos)
    }

    /// How many lines the floor has in this quarter, and the first and the last place on them.
    fn extent(&self) -> (i16, i16, i16) {
        let (x, y) = (i16::from(self.origin.x()), i16::from(self.origin.y()));
        let (right, down) = (i16::from(MAP_WIDTH) - 1 - x, i16::from(MAP_HEIGHT) - 1 - y);
        match self.quarter {
            Quarter::North => (y, -x, right),
            Quarter::East => (right, -y, down),
            Quarter::South => (down, -x, right),
            Quarter::West => (x, -y, down),
        }
    }

    /// Column and row of the tile `ahead` steps from the eye, on the floor or not.
    fn straight_ahead(&self, ahead: i16) -> (u8, u8) {
        let (x, y) = (self.origin.x(), self.origin.y());
        let steps = ahead.to_le_bytes()[0];
        match self.quarter {
            Quarter::North => (x, y.wrapping_sub(steps)),
            Quarter::East => (x.wrapping_add(steps), y),
            Quarter::South => (x, y.wrapping_add(steps)),
            Quarter::West => (x.wrapping_sub(steps), y),
        }
    }
}

/// A place that moves along a line: the column if it runs `ACROSS` the floor, or else the row.
struct Walk<const ACROSS: bool> {
    x: u8,
    y: u8,
    /// The place.
    aside: i16,
    /// The last place.
    last: i16,
}

impl<const ACROSS: bool> Walk<ACROSS> {
    /// The places of `line` from `first` to `last`.
    #[inline(always)]
    fn new(line: &Line, first: i16, last: i16) -> Walk<ACROSS> {
        let (x, y) = line.middle;
        let mut walk = Walk { x, y, aside: first, last };
        walk.go(first.to_le_bytes()[0]);
        walk
    }

    /// The tile here, or `None` past the last.
    #[inline(always)]
    fn here(&self) -> Option<Pos> {
        if self.aside <= self.last { Pos::new(self.x, self.y) } else { None }
    }

    #[inline(always)]
    fn go_on(&mut self) {
        self.go(1);
        self.aside += 1;
    }

    #[inline(always)]
    fn go(&mut self, places: u8) {
        let moving = if ACROSS { &mut self.x } else { &mut self.y };
        *moving = moving.wrapping_add(places);
    }
}

/// The views still to be looked along, the near lines' before the far lines'.
type Views = Deque<View, VIEWS_MAX>;

/// How many views can wait at once.
///
/// Two views that follow on each other have a tile of an earlier line between them that hides more
/// than a tile's width of every later line, so they share no tile, and every view that waits came
/// from a clear tile of its own on the line before, or on this one for those already looked along.
/// That makes at most as many as a line has places, and one at the seam.
const VIEWS_MAX: usize = MAP_WIDTH as usize + 3;

fn enqueue(views: &mut Views, view: View) {
    assert!(views.push_back(view).is_ok(), "a line has no room for so many gaps");
}

/// What may be in view on one line and behind: between two slopes.
#[derive(Clone, Copy)]
struct View {
    from: Slope,
    to: Slope,
}

impl View {
    /// All of a quarter, at the line next to the eye.
    const WHOLE: View = View {
        from: Slope { rise: -1, run: 1, whole: -1, rest: 0 },
        to: Slope { rise: 1, run: 1, whole: 1, rest: 0 },
    };
}

/// A straight line of sight and its place on one line: `rise` places aside for each `run` ahead,
/// where −`run` ≤ `rise` ≤ `run`. The place is `whole` + `rest` / `run`, and 0 ≤ `rest` < `run`.
#[derive(Clone, Copy)]
struct Slope {
    rise: i16,
    run: i16,
    whole: i16,
    rest: i16,
}

impl Slope {
    /// Past the side of the tile at (`ahead`, `aside`) that comes first on its line: half a place
    /// before its middle.
    fn before(ahead: i16, aside: i16) -> Slope {
        Slope { rise: 2 * aside - 1, run: 2 * ahead, whole: aside - 1, rest: ahead }
    }

    /// The same a line farther.
    fn at_next_line(self) -> Slope {
        let (rest, whole) = (self.rest + self.rise, self.whole);
        let (rest, whole) = if rest >= self.run {
            (rest - self.run, whole + 1)
        } else if rest < 0 {
            (rest + self.run, whole - 1)
        } else {
            (rest, whole)
        };
        Slope { rest, whole, ..self }
    }

    /// The first place whose middle is not before this.
    fn at_or_after(self) -> i16 {
        self.whole + i16::from(self.rest > 0)
    }

    /// The last place whose middle is not after this.
    fn at_or_before(self) -> i16 {
        self.whole
    }

    /// The place this runs through, the later of two when it runs between them.
    fn nearest_at_or_after(self) -> i16 {
        self.whole + i16::from(2 * self.rest >= self.run)
    }

    /// The place this runs through, the earlier of two when it runs between them.
    fn nearest_at_or_before(self) -> i16 {
        self.whole + i16::from(2 * self.rest > self.run)
    }
}
