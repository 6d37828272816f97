//! Computes fields of view (A8, M2).
//!
//! The algorithm is symmetric shadowcasting after Albert Ford's description
//! (<https://www.albertford.com/shadowcasting/>). The four quarters around the eye are scanned line by line outward.
//! Opaque tiles on a line split the view of the lines behind it. A clear tile is seen if its middle is in view. An
//! opaque tile is seen if any part of its face is in view. So sight between two clear tiles is always mutual.
//!
//! Each line of a quarter is a word, so a bit operation finds all opaque tiles in a part of the line. The code scans
//! two quarters of the floor, and then the other two on the transposed floor. Slopes are binary fractions. Such slopes
//! need no division, and are precise enough to distinguish any two places on a line.

use crate::geometry::{Pos, TileSet};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, ROW_WORDS, SIGHT_RADIUS};
use crate::world::floor::FloorState;
use core::ops::Range;
use heapless::Vec;

// Target: GBA, all of this file. Inlined: callers run in fast memory, and calls into slow memory cost time.

/// The largest radius of [`visible`]. With this limit, a line fits into a word.
pub const RADIUS_MAX: u8 = 15;

const _: () = assert!(SIGHT_RADIUS <= RADIUS_MAX);

/// Returns the tiles in sight of `origin` within `radius` as measured by [`Pos::is_within`], including `origin`. Walls,
/// closed doors and monsters are visible and hide the tiles behind them (A8). `origin` itself hides nothing.
///
/// Sight between two tiles that do not block sight is mutual: a sees b if and only if b sees a.
///
/// # Panics
/// Panics if `radius` is above [`RADIUS_MAX`].
pub fn visible(floor: &FloorState, origin: Pos, radius: u8) -> TileSet {
    let window = Window::around(origin, radius);
    let mut clear = window.read(floor.map.transparent());
    for monster in &floor.monsters {
        window.remove(monster.body.pos, &mut clear);
    }
    let (mut seen, mut seen_across) = ([0; SIDE], [0; SIDE]);
    seen[MIDDLE] = 1 << MIDDLE;
    scan_quadrants(&clear, radius, &mut seen);
    transpose(&mut clear);
    scan_quadrants(&clear, radius, &mut seen_across);
    transpose(&mut seen_across);
    for (seen, across) in seen.iter_mut().zip(seen_across) {
        *seen |= across;
    }
    window.write_back(&seen)
}

/// Returns the tiles that do not block sight.
pub fn clear(floor: &FloorState) -> TileSet {
    let mut clear = floor.map.transparent().clone();
    for monster in &floor.monsters {
        clear.remove(monster.body.pos);
    }
    clear
}

/// Returns whether a creature at `target` is visible from `origin`, at any distance. `clear` holds the tiles that do
/// not block sight. It must not include `target`. Within its radius, [`visible`] gives the same result, but this
/// function examines only the tiles between `origin` and `target`.
pub fn sees(clear: &TileSet, origin: Pos, target: Pos) -> bool {
    let (x, y) = (i32::from(origin.x()), i32::from(origin.y()));
    let (dx, dy) = (i32::from(target.x()) - x, i32::from(target.y()) - y);
    let is_clear = |dx: i32, dy: i32| {
        let (x, y) = ((x + dx).cast_unsigned() as usize, (y + dy).cast_unsigned() as usize);
        clear.rows()[y][x / 32] >> (x % 32) & 1 == 1
    };
    let along_columns = |ahead, aside| is_clear(aside, dy.signum() * ahead);
    let along_rows = |ahead, aside| is_clear(dx.signum() * ahead, aside);
    // A target on a diagonal lies in two quarters, and either may show the target.
    origin == target
        || (dy.abs() >= dx.abs() && is_face_visible(along_columns, dy.abs(), dx))
        || (dx.abs() >= dy.abs() && is_face_visible(along_rows, dx.abs(), dy))
}

/// Returns whether any part of the face of a tile is visible in its quarter. `ahead` and `aside` count the steps from
/// the eye to the tile.
fn is_face_visible(is_clear: impl Fn(i32, i32) -> bool, ahead: i32, aside: i32) -> bool {
    let mut from = side_slope(ahead, aside).max(-ONE);
    let mut to = side_slope(ahead, aside + 1).min(ONE);
    for ahead in 1..ahead {
        // On each line before the tile, at most two tiles can hide a part of it.
        let first = nearest_at_or_after(from * ahead);
        let last = nearest_at_or_before(to * ahead);
        match (is_clear(ahead, first), is_clear(ahead, last)) {
            (true, true) => {}
            (false, true) => from = side_slope(ahead, last),
            (true, false) => to = side_slope(ahead, last),
            (false, false) => return false,
        }
    }
    true
}

/// The tiles around the eye: a word per row, and a bit per column.
type Square = [u32; SIDE];

const SIDE: usize = 32;

/// The row and the column of the eye. The largest radius fits on both sides of the eye. One row and one column at the
/// end remain unused.
const MIDDLE: usize = RADIUS_MAX as usize;
/// The bit of the column straight ahead.
const AHEAD: i32 = RADIUS_MAX as i32;

/// Transposes a square, so that rows become columns. First swaps two quarters, then recursively two quarters of each
/// quarter.
// Target: GBA. Not inlined: two callers share one copy of the five passes.
#[inline(never)]
fn transpose(square: &mut Square) {
    swap_blocks::<16>(square, 0x0000_FFFF);
    swap_blocks::<8>(square, 0x00FF_00FF);
    swap_blocks::<4>(square, 0x0F0F_0F0F);
    swap_blocks::<2>(square, 0x3333_3333);
    swap_blocks::<1>(square, 0x5555_5555);
}

/// Swaps the top right and the bottom left quarters of each block with sides of twice `HALF`. `left` masks the columns
/// in the left halves of the blocks.
// Target: GBA. Inlined: its shift distances become constants.
#[inline(always)]
fn swap_blocks<const HALF: usize>(square: &mut Square, left: u32) {
    for part in square.chunks_exact_mut(2 * HALF) {
        let (above, below) = part.split_at_mut(HALF);
        for (above, below) in above.iter_mut().zip(below) {
            let differing = (*above >> HALF ^ *below) & left;
            *above ^= differing << HALF;
            *below ^= differing;
        }
    }
}

/// Maps a square around the eye to the floor, and limits it to a circle.
struct Window {
    circle: &'static Circle,
    /// The rows in the circle, counted on the floor (`rows`) and in the square (from `top`).
    rows: Range<usize>,
    top: usize,
    origin: Pos,
    /// The indices of the two words in a row of the floor that the columns of the square overlap.
    words: [usize; 2],
    /// The masks of the floor's columns in these two words; 0 for a word beyond the floor.
    masks: [u32; 2],
    /// The bit in the first of these words that is the first column of the square.
    bit: usize,
}

impl Window {
    fn around(origin: Pos, radius: u8) -> Window {
        let (x, y, radius) =
            (usize::from(origin.x()), usize::from(origin.y()), usize::from(radius));
        let rows = y.saturating_sub(radius)..(y + radius + 1).min(usize::from(MAP_HEIGHT));
        // The first column may lie up to half a word before the floor.
        let column = x + 32 - MIDDLE;
        let words = [(column / 32).wrapping_sub(1), column / 32];
        Window {
            circle: &CIRCLES[radius],
            top: rows.start + MIDDLE - y,
            rows,
            origin,
            words: words.map(|word| word.min(ROW_WORDS - 1)),
            masks: words.map(|word| FLOOR.get(word).copied().unwrap_or(0)),
            bit: column % 32,
        }
    }

    /// Returns the square of `tiles` within the circle.
    // Target: GBA. Not inlined: the linker script finds the function by its name and puts it into fast memory.
    #[inline(never)]
    fn read(&self, tiles: &TileSet) -> Square {
        let mut square = [0; SIDE];
        let ([low, high], [low_mask, high_mask]) = (self.words, self.masks);
        let rows = tiles.rows()[self.rows.clone()].iter();
        for ((line, circle), row) in
            square[self.top..].iter_mut().zip(&self.circle[self.top..]).zip(rows)
        {
            let (low, high) = (row[low] & low_mask, row[high] & high_mask);
            *line = (low >> self.bit | high << 1 << (31 - self.bit)) & circle;
        }
        square
    }

    /// Returns the tiles of a square within the circle.
    // Target: GBA. Not inlined: the linker script finds the function by its name and puts it into fast memory.
    #[inline(never)]
    fn write_back(&self, square: &Square) -> TileSet {
        let mut tiles = TileSet::EMPTY;
        let ([low, high], [low_mask, high_mask]) = (self.words, self.masks);
        let rows = tiles.rows_mut()[self.rows.clone()].iter_mut();
        for ((line, circle), row) in
            square[self.top..].iter().zip(&self.circle[self.top..]).zip(rows)
        {
            let line = line & circle;
            row[low] |= line << self.bit & low_mask;
            row[high] |= line >> 1 >> (31 - self.bit) & high_mask;
        }
        tiles
    }

    /// Removes a tile from a square, if the square contains it.
    // Target: GBA. Inlined into the loop over monsters: a call would be slower.
    #[inline(always)]
    fn remove(&self, pos: Pos, square: &mut Square) {
        let column =
            usize::from(pos.x()).wrapping_sub(usize::from(self.origin.x())).wrapping_add(MIDDLE);
        let row =
            usize::from(pos.y()).wrapping_sub(usize::from(self.origin.y())).wrapping_add(MIDDLE);
        if column < SIDE && row < SIDE {
            square[row] &= !(1 << column);
        }
    }
}

/// The mask of the floor's columns in each word of a row.
const FLOOR: [u32; ROW_WORDS] = {
    let mut floor = [u32::MAX; ROW_WORDS];
    floor[ROW_WORDS - 1] >>= 32 * ROW_WORDS - MAP_WIDTH as usize;
    floor
};

/// The mask of the tiles of a square that lie within a circle around its middle.
type Circle = Square;

/// The circles of all radii.
static CIRCLES: [Circle; RADIUS_MAX as usize + 1] = {
    let mut circles = [[0; SIDE]; RADIUS_MAX as usize + 1];
    let middle = RADIUS_MAX as u16;
    let mut radius = 0;
    while radius <= middle {
        let mut row = middle - radius;
        while row <= middle + radius {
            let (down, mut half) = (row.abs_diff(middle), radius);
            while down * down + half * half > radius * (radius + 1) {
                half -= 1;
            }
            circles[radius as usize][row as usize] = columns(-(half as i32), half as i32);
            row += 1;
        }
        radius += 1;
    }
    circles
};

/// Returns a bit for each place on a line from `first` to `last`. Returns 0 if `last` comes before `first`.
#[inline(always)]
const fn columns(first: i32, last: i32) -> u32 {
    u32::MAX << (AHEAD + first) & u32::MAX >> (31 - AHEAD - last)
}

/// Adds to `seen` the visible tiles of the quarters above and below the eye. The `clear` tiles do not block sight. A
/// line holds the tiles at the same number of steps `ahead`. `aside` is the place on the line, counted to the right.
// Target: GBA. Not inlined: the linker script finds the function by its name and puts it into fast memory.
#[inline(never)]
fn scan_quadrants(clear: &Square, radius: u8, seen: &mut Square) {
    let radius = i32::from(radius);
    let mut views: Vec<View, VIEWS_MAX> = Vec::new();
    for sign in [-1, 1] {
        let mut next = Some(View { ahead: 1, from: -ONE, to: ONE });
        while let Some(View { ahead, from, to }) = next {
            let line = MIDDLE.wrapping_add_signed((sign * ahead) as isize);
            let (near, far) = (from * ahead, to * ahead);
            let (first, last) = (nearest_at_or_after(near), nearest_at_or_before(far));
            let in_view = columns(first, last);
            let walls = in_view & !clear[line];
            let mut gaps = in_view & clear[line];
            seen[line] |= walls | gaps & columns(at_or_after(near), at_or_before(far));
            if ahead == radius {
                next = views.pop();
                continue;
            }
            if walls == 0 {
                next = Some(View { ahead: ahead + 1, from, to });
                continue;
            }
            while gaps != 0 {
                let start = gaps.trailing_zeros();
                let end = start + (!(gaps >> start)).trailing_zeros();
                gaps &= u32::MAX << end;
                let [start, end] = [start, end].map(|bit| bit.cast_signed() - AHEAD);
                let from = if start == first { from } else { side_slope(ahead, start) };
                let to = if end > last { to } else { side_slope(ahead, end) };
                let view = View { ahead: ahead + 1, from, to };
                assert!(views.push(view).is_ok(), "a quarter has no room for so many views");
            }
            next = views.pop();
        }
    }
}

/// The range of slopes that are in view on a line and on the lines behind it.
#[derive(Clone, Copy)]
struct View {
    ahead: i32,
    from: Slope,
    to: Slope,
}

/// The greatest number of views (ranges of slopes) that wait at the same time to be scanned. If a view splits n steps
/// ahead, an opaque tile lies between any two neighbouring parts. All slopes lie between −1 and 1, and each such tile
/// hides a range of slopes of width 1 / n from all later views.
const VIEWS_MAX: usize = 2 * RADIUS_MAX as usize;

/// The slope of a straight line of sight: the number of places aside for each step ahead, from −[`ONE`] to [`ONE`].
type Slope = i32;

/// The value 1 of slopes and places, which are fixed-point numbers.
const ONE: i32 = 1 << FRACTION_BITS;
const FRACTION_BITS: u32 = 23;

/// Returns the slope of the line of sight through the point half a tile to the left of the middle of the tile at
/// (`ahead`, `aside`).
#[inline(always)]
fn side_slope(ahead: i32, aside: i32) -> Slope {
    (2 * aside - 1) * HALF_TILES[ahead.cast_unsigned() as usize - 1]
}

/// The distance of the farthest possible line of a quarter, in steps ahead.
const LINES_MAX: u8 = MAP_WIDTH - 1;

/// Half the width of a tile on each line, as a rounded slope.
const HALF_TILES: [Slope; LINES_MAX as usize] = {
    let mut halves = [0; LINES_MAX as usize];
    let mut ahead = 1;
    while ahead <= LINES_MAX {
        halves[ahead as usize - 1] = (ONE + ahead as i32) / (2 * ahead as i32);
        ahead += 1;
    }
    halves
};

/// Rounds `place` up to a whole place.
#[inline(always)]
const fn at_or_after(place: i32) -> i32 {
    (place + ONE - SLACK) >> FRACTION_BITS
}

/// Rounds `place` down to a whole place.
#[inline(always)]
const fn at_or_before(place: i32) -> i32 {
    (place + SLACK) >> FRACTION_BITS
}

/// Rounds `place` to the nearest whole place. Halves are rounded up.
#[inline(always)]
const fn nearest_at_or_after(place: i32) -> i32 {
    (place + ONE / 2 + SLACK) >> FRACTION_BITS
}

/// Rounds `place` to the nearest whole place. Halves are rounded down.
#[inline(always)]
const fn nearest_at_or_before(place: i32) -> i32 {
    (place + ONE / 2 - SLACK) >> FRACTION_BITS
}

/// The tolerance when a place is rounded. The side of a tile n steps ahead has a slope of m / 2n. The places of two
/// such sides on a line are either equal or at least 1 / 2n apart. The same holds for such a place and the middle of a
/// tile.
const SLACK: i32 = ONE >> 9;

// Each slope is rounded by at most half a unit, and then multiplied by up to 2n + 1 and by n. The resulting error stays
// below the slack. Also, 1 / 2n exceeds the slack by more than this error.
const _: () = {
    let n = LINES_MAX as i32;
    let error = (2 * n + 1) * n / 2;
    assert!(error < SLACK && SLACK + error < ONE / (2 * n));
};
