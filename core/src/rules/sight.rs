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
        surroundings.look(radius, &mut seen);
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
}

impl Surroundings<'_> {
    /// Adds to `seen` what is seen of this quarter.
    fn look(&self, radius: u8, seen: &mut TileSet) {
        let reach = i32::from(radius) * (i32::from(radius) + 1);
        let (lines, first, last) = self.extent();
        let lines = lines.min(i16::from(radius));
        let mut line = Line { ahead: 0, first, last };
        // How far the circle extends to either side on this line.
        let mut half = i16::from(radius);
        let mut views = Views::new();
        enqueue(&mut views, View::WHOLE);
        while let Some(view) = views.pop_front() {
            let ahead = i16::from(view.ahead);
            if ahead > lines {
                return;
            }
            if ahead > line.ahead {
                // The circle only gets narrower, so that what is beyond it on this line can hide
                // nothing that is inside it on a later one.
                let left = reach - i32::from(ahead) * i32::from(ahead);
                while i32::from(half) * i32::from(half) > left {
                    half -= 1;
                }
                line = Line { ahead, first: first.max(-half), last: last.min(half) };
            }
            self.look_along(&line, view, seen, &mut views);
        }
    }

    /// Adds to `seen` what `view` shows of `line`, and to `views` what it shows of the next.
    fn look_along(&self, line: &Line, view: View, seen: &mut TileSet, views: &mut Views) {
        let first = view.from.nearest_at_or_after().max(line.first);
        let last = view.to.nearest_at_or_before().min(line.last);
        let (first_middle, last_middle) = (view.from.at_or_after(), view.to.at_or_before());
        let mut walk = self.walk(line.ahead, first, last);
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
            enqueue(views, view.behind(from, to));
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

    /// The places of a line from `first` to `last`.
    fn walk(&self, ahead: i16, first: i16, last: i16) -> Walk {
        let (dx, dy) = match self.quarter {
            Quarter::North => (first, -ahead),
            Quarter::East => (ahead, first),
            Quarter::South => (first, ahead),
            Quarter::West => (-ahead, first),
        };
        let across = matches!(self.quarter, Quarter::North | Quarter::South);
        let add = |from: u8, by: i16| from.wrapping_add_signed(by.to_le_bytes()[0].cast_signed());
        let (x, y) = (add(self.origin.x(), dx), add(self.origin.y(), dy));
        Walk { x, y, dx: u8::from(across), dy: u8::from(!across), aside: first, last }
    }
}

/// A place that moves along a line.
struct Walk {
    x: u8,
    y: u8,
    /// How `x` and `y` change: one of them by one.
    dx: u8,
    dy: u8,
    /// The place.
    aside: i16,
    /// The last place.
    last: i16,
}

impl Walk {
    /// The tile here, or `None` past the last.
    #[inline(always)]
    fn here(&self) -> Option<Pos> {
        if self.aside <= self.last { Pos::new(self.x, self.y) } else { None }
    }

    #[inline(always)]
    fn go_on(&mut self) {
        (self.x, self.y) = (self.x.wrapping_add(self.dx), self.y.wrapping_add(self.dy));
        self.aside += 1;
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
    /// The line, in steps from the eye.
    ahead: u8,
    /// The one slope, at this line.
    from: Slope,
    /// The other.
    to: Slope,
}

impl View {
    /// All of a quarter, at the line next to the eye.
    const WHOLE: View = View {
        ahead: 1,
        from: Slope { rise: -1, run: 1, whole: -1, rest: 0 },
        to: Slope { rise: 1, run: 1, whole: 1, rest: 0 },
    };

    /// What lies behind the part of this view between two slopes, at the next line.
    fn behind(self, from: Slope, to: Slope) -> View {
        View { ahead: self.ahead + 1, from: from.at_next_line(), to: to.at_next_line() }
    }
}

/// A straight line of sight and its place on one line: `rise` places aside for each `run` ahead,
/// where −`run` ≤ `rise` ≤ `run`. The place is `whole` + `rest` / `run`, and `rest` < `run`.
#[derive(Clone, Copy)]
struct Slope {
    rise: i16,
    run: u8,
    whole: i8,
    rest: u8,
}

impl Slope {
    /// Past the side of the tile at (`ahead`, `aside`) that comes first on its line: half a place
    /// before its middle.
    #[expect(clippy::cast_possible_truncation, reason = "places on a floor are below 85")]
    #[expect(clippy::cast_sign_loss, reason = "lines are counted from 1")]
    fn before(ahead: i16, aside: i16) -> Slope {
        let (run, rest) = (2 * ahead as u8, ahead as u8);
        Slope { rise: 2 * aside - 1, run, whole: (aside - 1) as i8, rest }
    }

    /// The same a line farther.
    #[expect(clippy::cast_possible_truncation, reason = "brought below the run")]
    #[expect(clippy::cast_sign_loss, reason = "brought to zero or more")]
    fn at_next_line(self) -> Slope {
        let (mut rest, mut whole) = (i16::from(self.rest) + self.rise, self.whole);
        let run = i16::from(self.run);
        if rest >= run {
            (rest, whole) = (rest - run, whole + 1);
        } else if rest < 0 {
            (rest, whole) = (rest + run, whole - 1);
        }
        Slope { rest: rest as u8, whole, ..self }
    }

    /// The first place whose middle is not before this.
    fn at_or_after(self) -> i16 {
        i16::from(self.whole) + i16::from(self.rest > 0)
    }

    /// The last place whose middle is not after this.
    fn at_or_before(self) -> i16 {
        i16::from(self.whole)
    }

    /// The place this runs through, the later of two when it runs between them.
    fn nearest_at_or_after(self) -> i16 {
        i16::from(self.whole) + i16::from(2 * u16::from(self.rest) >= u16::from(self.run))
    }

    /// The place this runs through, the earlier of two when it runs between them.
    fn nearest_at_or_before(self) -> i16 {
        i16::from(self.whole) + i16::from(2 * u16::from(self.rest) > u16::from(self.run))
    }
}
