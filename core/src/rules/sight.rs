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
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, ROW_WORDS};
use crate::world::FloorState;
use heapless::Deque;

/// The tiles in sight of `origin` within `radius`, as [`Pos::is_within`] measures it; `origin` is
/// always among them. Walls, closed doors and monsters hide what is behind them and are themselves
/// seen (A8); what is at `origin` hides nothing.
///
/// Between tiles that hide nothing it is mutual: a sees b exactly when b sees a.
pub fn visible(floor: &FloorState, origin: Pos, radius: u8) -> TileSet {
    let mut clear = floor.map.transparent().clone();
    for monster in &floor.monsters {
        clear.remove(monster.body.pos);
    }
    let mut seen = TileSet::EMPTY;
    seen.insert(origin);
    for quarter in [Quarter::North, Quarter::East, Quarter::South, Quarter::West] {
        Surroundings { clear: &clear, origin, quarter }.look(radius, &mut seen);
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
    /// What hides nothing behind it.
    clear: &'a TileSet,
    origin: Pos,
    quarter: Quarter,
}

/// Part of a line that may be in view, the first one `aside` to the last.
struct Line {
    ahead: i32,
    first: i32,
    last: i32,
    /// Column and row of what is straight ahead.
    middle: (u8, u8),
}

impl Surroundings<'_> {
    /// Adds to `seen` what is seen of this quarter.
    #[inline(never)]
    fn look(&self, radius: u8, seen: &mut TileSet) {
        let reach = i32::from(radius) * (i32::from(radius) + 1);
        let (lines, first, last) = self.extent();
        // How far the circle extends to either side.
        let mut half = i32::from(radius);
        let mut views = Views::new();
        enqueue(&mut views, View::WHOLE);
        for ahead in 1..=lines.min(half) {
            // The circle only gets narrower, so that what is beyond it on this line can hide
            // nothing that is inside it on a later one.
            while half * half > reach - ahead * ahead {
                half -= 1;
            }
            let (first, last) = (first.max(-half), last.min(half));
            let line = Line { ahead, first, last, middle: self.straight_ahead(ahead) };
            for _ in 0..views.len() {
                if let Some(view) = views.pop_front() {
                    self.look_along(&line, view, seen, &mut views);
                }
            }
            if views.is_empty() {
                return;
            }
        }
    }

    /// Adds to `seen` what `view` shows of `line`, and to `views` what it shows of the next.
    #[inline(always)]
    fn look_along(&self, line: &Line, view: View, seen: &mut TileSet, views: &mut Views) {
        let first = view.from.nearest_at_or_after().max(line.first);
        let last = view.to.nearest_at_or_before().min(line.last);
        let (first_middle, last_middle) = (view.from.at_or_after(), view.to.at_or_before());
        let clear = self.clear.rows().as_flattened();
        let seen = seen.rows_mut().as_flattened_mut();
        let mut walk = self.walk(line, first);
        loop {
            while walk.aside <= last && clear[walk.word] & walk.bit == 0 {
                seen[walk.word] |= walk.bit;
                walk.go_on();
            }
            let start = walk.aside;
            while walk.aside <= last && clear[walk.word] & walk.bit != 0 {
                if first_middle <= walk.aside && walk.aside <= last_middle {
                    seen[walk.word] |= walk.bit;
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

    /// How many lines the floor has in this quarter, and the first and the last place on them.
    fn extent(&self) -> (i32, i32, i32) {
        let (x, y) = (i32::from(self.origin.x()), i32::from(self.origin.y()));
        let (right, down) = (i32::from(MAP_WIDTH) - 1 - x, i32::from(MAP_HEIGHT) - 1 - y);
        match self.quarter {
            Quarter::North => (y, -x, right),
            Quarter::East => (right, -y, down),
            Quarter::South => (down, -x, right),
            Quarter::West => (x, -y, down),
        }
    }

    /// The place `aside` on a line.
    #[inline(always)]
    fn walk(&self, line: &Line, aside: i32) -> Walk {
        let ((x, y), places) = (line.middle, aside.to_le_bytes()[0]);
        let (x, y, turn, words) = match self.quarter {
            Quarter::North | Quarter::South => (x.wrapping_add(places), y, 1, 0),
            Quarter::East | Quarter::West => (x, y.wrapping_add(places), 0, ROW_WORDS),
        };
        let word = usize::from(y) * ROW_WORDS + usize::from(x / 32);
        Walk { aside, word, bit: 1 << (x % 32), turn, words }
    }

    /// Column and row of the tile `ahead` steps from the eye, on the floor or not.
    fn straight_ahead(&self, ahead: i32) -> (u8, u8) {
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

/// A place that moves along a line.
struct Walk {
    aside: i32,
    /// Its tile: the bit of a word of a [`TileSet`].
    word: usize,
    bit: u32,
    /// How both change from one place to the next: along a row the bit moves on by one, and from the
    /// last into the next word; down a column it is the same of the word in the next row.
    turn: u32,
    words: usize,
}

impl Walk {
    #[inline(always)]
    fn go_on(&mut self) {
        self.aside += 1;
        self.bit = self.bit.rotate_left(self.turn);
        self.word += self.words + (self.bit & self.turn) as usize;
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
    rise: i32,
    run: i32,
    whole: i32,
    rest: i32,
}

impl Slope {
    /// Past the side of the tile at (`ahead`, `aside`) that comes first on its line: half a place
    /// before its middle.
    fn before(ahead: i32, aside: i32) -> Slope {
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
    fn at_or_after(self) -> i32 {
        self.whole + i32::from(self.rest > 0)
    }

    /// The last place whose middle is not after this.
    fn at_or_before(self) -> i32 {
        self.whole
    }

    /// The place this runs through, the later of two when it runs between them.
    fn nearest_at_or_after(self) -> i32 {
        self.whole + i32::from(2 * self.rest >= self.run)
    }

    /// The place this runs through, the earlier of two when it runs between them.
    fn nearest_at_or_before(self) -> i32 {
        self.whole + i32::from(2 * self.rest > self.run)
    }
}
