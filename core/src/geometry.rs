//! Positions, directions and sets of tiles on a floor.

use crate::limits::{MAP_HEIGHT, MAP_WIDTH, ROW_WORDS, TILES};
use core::fmt;
use musrex_assets::listed_enum;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The position of a tile, which always lies inside the floor: `x` < [`MAP_WIDTH`], `y` < [`MAP_HEIGHT`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "(u8, u8)", into = "(u8, u8)")]
pub struct Pos {
    x: u8,
    y: u8,
}

impl Pos {
    /// Returns the tile in column `x` (from the left) and row `y` (from the top), or `None` outside the floor.
    pub const fn new(x: u8, y: u8) -> Option<Pos> {
        if x < MAP_WIDTH && y < MAP_HEIGHT { Some(Pos { x, y }) } else { None }
    }

    /// Creates a position that is known to be inside the floor.
    ///
    /// # Panics
    /// Panics if the position is outside the floor. In a constant, this is a compile-time error.
    pub const fn at(x: u8, y: u8) -> Pos {
        match Pos::new(x, y) {
            Some(pos) => pos,
            None => panic!("a place outside the floor"),
        }
    }

    /// Returns the column, from the left.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// Returns the row, from the top.
    pub const fn y(self) -> u8 {
        self.y
    }

    /// Returns the index of this tile in an array of all tiles, row by row.
    pub const fn index(self) -> usize {
        self.y as usize * MAP_WIDTH as usize + self.x as usize
    }

    /// Returns the tile at `index` of an array of all tiles.
    ///
    /// # Panics
    /// Panics if `index` is not below [`TILES`].
    #[expect(clippy::cast_possible_truncation, reason = "both parts are below 256")]
    pub const fn from_index(index: usize) -> Pos {
        assert!(index < TILES, "an index beyond the floor");
        let y = row_of(index);
        Pos { x: (index - y * MAP_WIDTH as usize) as u8, y: y as u8 }
    }

    /// Returns the neighbour in `direction`, or `None` past the edge.
    pub const fn step(self, direction: Direction) -> Option<Pos> {
        let (dx, dy) = direction.delta();
        self.offset(dx, dy)
    }

    /// Returns the tile `dx` to the right and `dy` down, or `None` past the edge.
    pub const fn offset(self, dx: i8, dy: i8) -> Option<Pos> {
        match (self.x.checked_add_signed(dx), self.y.checked_add_signed(dy)) {
            (Some(x), Some(y)) => Pos::new(x, y),
            _ => None,
        }
    }

    /// Returns the neighbours inside the floor, clockwise from the north.
    pub fn neighbours(self) -> impl Iterator<Item = Pos> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(direction))
    }

    /// Returns this tile and all tiles that are at most `steps` steps away on open ground, row by row.
    pub(crate) fn square(self, steps: u8) -> impl Iterator<Item = Pos> {
        let reach = i8::try_from(steps).unwrap_or(i8::MAX);
        (-reach..=reach)
            .flat_map(move |dy| (-reach..=reach).filter_map(move |dx| self.offset(dx, dy)))
    }

    /// Counts the steps to `other` on open ground: the larger of the distances in x and in y.
    pub const fn steps_to(self, other: Pos) -> u8 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        if dx > dy { dx } else { dy }
    }

    /// Returns whether `other` is one of the 8 neighbours.
    pub const fn is_next_to(self, other: Pos) -> bool {
        self.steps_to(other) == 1
    }

    /// Returns whether this tile lies in a circle of `radius` around `other`. The formula dx² + dy² ≤ r² + r makes the
    /// circle look round on a grid.
    pub const fn is_within(self, radius: u8, other: Pos) -> bool {
        let (dx, dy) = (self.x.abs_diff(other.x) as u32, self.y.abs_diff(other.y) as u32);
        dx * dx + dy * dy <= radius as u32 * (radius as u32 + 1)
    }

    /// Returns whether this tile is on the outermost ring, which is wall on every floor.
    pub const fn is_border(self) -> bool {
        self.x == 0 || self.y == 0 || self.x == MAP_WIDTH - 1 || self.y == MAP_HEIGHT - 1
    }

    /// Returns the direction of the step to `other`; `None` if `other` is not a neighbour.
    pub fn direction_to(self, other: Pos) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == Some(other))
    }

    /// Returns the direction in which repeated steps reach `other`; `None` if no direction does.
    pub(crate) fn straight_to(self, other: Pos) -> Option<Direction> {
        let (dx, dy) =
            (i16::from(other.x) - i16::from(self.x), i16::from(other.y) - i16::from(self.y));
        let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        self.bearing_to(other).filter(|_| is_straight)
    }

    /// Returns the direction that points roughly at `other`; `None` if `other` is this tile.
    pub fn bearing_to(self, other: Pos) -> Option<Direction> {
        let offset = |from: u8, to: u8| i16::from(to) - i16::from(from);
        let (dx, dy) = (offset(self.x, other.x), offset(self.y, other.y));
        // If the distance sideways is less than half of the distance ahead, the direction counts as straight ahead.
        let sign = |along: i16, across: i16| {
            if 2 * along.abs() < across.abs() { 0 } else { along.signum() }
        };
        let (dx, dy) = (sign(dx, dy), sign(dy, dx));
        Direction::from_signs(i8::try_from(dx).ok()?, i8::try_from(dy).ok()?)
    }
}

/// Returns the row of an index below [`TILES`].
// Target: GBA. Multiplies, because the processor has no division.
const fn row_of(index: usize) -> usize {
    const SHIFT: u32 = 20;
    const FACTOR: usize = (1 << SHIFT) / MAP_WIDTH as usize + 1;
    (index * FACTOR) >> SHIFT
}

const _: () = {
    let mut index = 0;
    while index < TILES {
        assert!(row_of(index) == index / MAP_WIDTH as usize);
        index += 1;
    }
};

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl TryFrom<(u8, u8)> for Pos {
    type Error = &'static str;

    fn try_from((x, y): (u8, u8)) -> Result<Pos, &'static str> {
        Pos::new(x, y).ok_or("a place outside the floor")
    }
}

impl From<Pos> for (u8, u8) {
    fn from(pos: Pos) -> (u8, u8) {
        (pos.x, pos.y)
    }
}

listed_enum! {
    /// One of the eight directions to move in (T8), clockwise from the north, which is up.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Direction {
        /// Up.
        North,
        /// Up and right.
        NorthEast,
        /// Right.
        East,
        /// Down and right.
        SouthEast,
        /// Down.
        South,
        /// Down and left.
        SouthWest,
        /// Left.
        West,
        /// Up and left.
        NorthWest,
    }
}

impl Direction {
    /// The four directions that are not diagonal.
    pub(crate) const ORTHOGONAL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns the change of x and of y in one step: −1, 0 or +1 each, but never 0 for both (T8).
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, -1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, 1),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, -1),
        }
    }

    /// Returns the direction with these signs of x and y; `None` for (0, 0), which is never a move (T8).
    pub fn from_signs(dx: i8, dy: i8) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.delta() == (dx.signum(), dy.signum()))
    }

    /// Returns whether both x and y change.
    pub const fn is_diagonal(self) -> bool {
        let (dx, dy) = self.delta();
        dx != 0 && dy != 0
    }

    /// Returns the direction an eighth of a turn clockwise.
    pub const fn clockwise(self) -> Direction {
        Direction::ALL[(self as usize + 1) % 8]
    }

    /// Returns the direction an eighth of a turn anticlockwise.
    pub const fn anticlockwise(self) -> Direction {
        Direction::ALL[(self as usize + 7) % 8]
    }

    /// Returns the offset in x and y of the tile that is `forward` tiles ahead in this direction and `right` tiles to
    /// the right. When the direction turns by an eighth, each tile moves along its square ring around the start, by the
    /// radius of the ring. Neighbours thus stay neighbours, even for diagonal directions.
    pub const fn offset(self, forward: i8, right: i8) -> (i8, i8) {
        let (mut x, mut y) = (right, -forward);
        let ring = if x.abs() > y.abs() { x.abs() } else { y.abs() };
        let mut step = 0;
        while step < ring * self as i8 {
            match (x, y) {
                _ if y == -ring && x < ring => x += 1,
                _ if x == ring && y < ring => y += 1,
                _ if y == ring && x > -ring => x -= 1,
                _ => y -= 1,
            }
            step += 1;
        }
        (x, y)
    }

    /// Returns the opposite direction.
    pub const fn reversed(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }
}

/// The side that a creature faces on screen: the side toward which it last moved, struck, threw something or bumped
/// into an obstacle (A18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// Toward smaller x.
    Left,
    /// Toward larger x.
    #[default]
    Right,
}

impl Side {
    /// Returns the side after a move in `direction`. A move straight up or down keeps the side.
    pub(crate) const fn after(self, direction: Direction) -> Side {
        match direction.delta().0 {
            -1 => Side::Left,
            1 => Side::Right,
            _ => self,
        }
    }
}

/// A set of tiles of one floor, with one bit per tile and `ROW_WORDS` words per row. The lowest bit of a word is its
/// leftmost tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSet {
    rows: [[u32; ROW_WORDS]; MAP_HEIGHT as usize],
}

impl TileSet {
    /// The set of all tiles of a floor.
    pub(crate) const ALL: TileSet = {
        let mut row = [u32::MAX; ROW_WORDS];
        row[ROW_WORDS - 1] = LAST_WORD;
        TileSet { rows: [row; MAP_HEIGHT as usize] }
    };

    /// The empty set.
    pub const EMPTY: TileSet = TileSet { rows: [[0; ROW_WORDS]; MAP_HEIGHT as usize] };

    /// Returns whether `pos` is in the set.
    #[inline]
    pub const fn contains(&self, pos: Pos) -> bool {
        self.rows[pos.y as usize][pos.x as usize / 32] >> (pos.x % 32) & 1 == 1
    }

    /// Adds `pos`.
    #[inline]
    pub const fn insert(&mut self, pos: Pos) {
        self.rows[pos.y as usize][pos.x as usize / 32] |= 1 << (pos.x % 32);
    }

    /// Removes `pos`.
    #[inline]
    pub const fn remove(&mut self, pos: Pos) {
        self.rows[pos.y as usize][pos.x as usize / 32] &= !(1 << (pos.x % 32));
    }

    /// Adds or removes `pos`.
    #[inline]
    pub const fn set(&mut self, pos: Pos, is_in: bool) {
        if is_in {
            self.insert(pos);
        } else {
            self.remove(pos);
        }
    }

    /// Adds every tile of `other`.
    pub fn insert_all(&mut self, other: &TileSet) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            // Skips empty words, because a field of view covers little of a floor and memory may be slow.
            if !is_empty_row(more) {
                for (word, more) in row.iter_mut().zip(more) {
                    *word |= more;
                }
            }
        }
    }

    /// Removes every tile of `other`.
    pub(crate) fn remove_all(&mut self, other: &TileSet) {
        for (word, less) in self.rows.as_flattened_mut().iter_mut().zip(other.rows.as_flattened()) {
            *word &= !less;
        }
    }

    /// Removes every tile that is not in `other`.
    pub(crate) fn retain_all(&mut self, other: &TileSet) {
        for (word, kept) in self.rows.as_flattened_mut().iter_mut().zip(other.rows.as_flattened()) {
            *word &= kept;
        }
    }

    /// Counts the tiles in the set.
    pub fn len(&self) -> u16 {
        self.rows.as_flattened().iter().map(|&word| count_ones(word)).sum()
    }

    /// Returns whether no tile is in the set.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().flatten().all(|&word| word == 0)
    }

    /// Returns the tiles, row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = Pos> + '_ {
        let words = self.rows.as_flattened().iter().enumerate();
        // Skips empty words, because most words of most sets are empty.
        words.filter(|(_, word)| **word != 0).flat_map(|(index, &word)| tiles_of_word(index, word))
    }

    /// Returns the tile at index `before` in the order of [`iter`](TileSet::iter); `None` past the end.
    pub fn nth(&self, before: usize) -> Option<Pos> {
        nth_of_words(self.rows.as_flattened().iter().copied(), before)
    }

    /// Returns the tiles of the set that lie at the edge of the floor or have a neighbour outside the set.
    pub fn edge(&self) -> TileSet {
        let mut edge = self.clone();
        // For three rows: the tiles whose left and right neighbours are also in the set.
        let [mut above, mut here] = [&self.rows[0], &self.rows[1]].map(inner);
        for (y, row) in self.rows.iter().enumerate().skip(2) {
            let below = inner(row);
            for (word, edge) in edge.rows[y - 1].iter_mut().enumerate() {
                *edge &= !(above[word] & here[word] & below[word]);
            }
            (above, here) = (here, below);
        }
        edge
    }

    /// Adds each tile of `allowed` that has a neighbour in the set. Each call expands the set by one step.
    pub fn grow(&mut self, allowed: &TileSet) {
        self.grow_near(allowed, u64::MAX);
    }

    /// Returns the tiles that can be reached from `from` in at most `steps` steps, entering only tiles of `allowed`.
    pub(crate) fn around(from: Pos, steps: u8, allowed: &TileSet) -> TileSet {
        let mut reach = TileSet::EMPTY;
        reach.insert(from);
        let mut changed = 1 << from.y;
        for _ in 0..steps {
            changed = reach.grow_near(allowed, changed);
            if changed == 0 {
                break;
            }
        }
        reach
    }

    /// Works like [`grow`](TileSet::grow), but adds tiles only in the `rows` and in the rows next to them. `rows` is a
    /// bit mask, with the topmost row in the lowest bit. Returns the mask of the rows that have changed.
    fn grow_near(&mut self, allowed: &TileSet, rows: u64) -> u64 {
        let (mut above, mut here) = (EMPTY_ROW, EMPTY_ROW);
        let (mut changed, mut next) = (0, usize::MAX);
        let mut near =
            (rows | rows << 1 | rows >> 1) & (u64::MAX >> (u64::BITS - u32::from(MAP_HEIGHT)));
        while near != 0 {
            let y = near.trailing_zeros() as usize;
            near &= near - 1;
            if y != next {
                // This call has not changed the row above, so the row still holds its original tiles.
                above = self.rows.get(y.wrapping_sub(1)).map_or(EMPTY_ROW, outer);
                here = outer(&self.rows[y]);
            }
            let below = self.rows.get(y + 1).map_or(EMPTY_ROW, outer);
            let mut added = 0;
            for (word, tiles) in self.rows[y].iter_mut().enumerate() {
                let near = above[word] | here[word] | below[word];
                let new = near & allowed.rows[y][word] & !*tiles;
                *tiles |= new;
                added |= new;
            }
            changed |= u64::from(added != 0) << y;
            (above, here, next) = (here, below, y + 1);
        }
        changed
    }

    /// Returns the words of each row, for code that handles 32 tiles at a time.
    pub(crate) const fn rows(&self) -> &[[u32; ROW_WORDS]; MAP_HEIGHT as usize] {
        &self.rows
    }

    /// Returns the words of each row as a mutable reference. The bits past the edge of the floor must stay zero.
    pub(crate) const fn rows_mut(&mut self) -> &mut [[u32; ROW_WORDS]; MAP_HEIGHT as usize] {
        &mut self.rows
    }
}

/// The words of one row of a [`TileSet`].
type Row = [u32; ROW_WORDS];

const EMPTY_ROW: Row = [0; ROW_WORDS];

// Target: GBA. Combines the words, because the compiler compares arrays by a function call.
fn is_empty_row(row: &Row) -> bool {
    row.iter().fold(0, |all, word| all | word) == 0
}

/// Returns the tiles of a row that have both their left and right neighbours in the set.
// Target: GBA. Inlined into the loop over rows: a row stays in registers.
#[inline(always)]
fn inner(row: &Row) -> Row {
    core::array::from_fn(|word| {
        with_neighbour_columns(row, word).into_iter().fold(u32::MAX, |inner, tiles| inner & tiles)
    })
}

/// Returns the tiles of a row together with their left and right neighbours. Bits past the edge of the floor may also
/// be set.
// Target: GBA. Inlined into the loop over rows: a row stays in registers.
#[inline(always)]
fn outer(row: &Row) -> Row {
    if is_empty_row(row) {
        return EMPTY_ROW;
    }
    core::array::from_fn(|word| {
        with_neighbour_columns(row, word).into_iter().fold(0, |outer, tiles| outer | tiles)
    })
}

/// The bits that stand for columns of the floor in the last word of a row.
const LAST_WORD: u32 = u32::MAX >> (u32::BITS - MAP_WIDTH as u32 % u32::BITS);

const _: () = assert!(!(MAP_WIDTH as u32).is_multiple_of(u32::BITS));

/// Returns three versions of one word of a row of a [`TileSet`]. The bit of each tile holds its left neighbour in the
/// first version, the tile itself in the second, and its right neighbour in the third. Past the edge, bits are zero.
// Target: GBA. Inlined into loops over a floor: a call costs more than its few instructions.
#[inline(always)]
pub(crate) fn with_neighbour_columns(row: &[u32; ROW_WORDS], word: usize) -> [u32; 3] {
    let before = word.checked_sub(1).map_or(0, |before| row[before] >> 31);
    let after = row.get(word + 1).map_or(0, |after| after << 31);
    [row[word] << 1 | before, row[word], row[word] >> 1 | after]
}

/// Returns the tile at index `before` among the set bits in the words of a [`TileSet`].
pub(crate) fn nth_of_words(words: impl Iterator<Item = u32>, mut before: usize) -> Option<Pos> {
    for (index, word) in words.enumerate() {
        match before.checked_sub(usize::from(count_ones(word))) {
            Some(left) => before = left,
            None => return tiles_of_word(index, word).nth(before),
        }
    }
    None
}

/// Returns the tiles whose bits are set in `word`, which is the word at `index` of a [`TileSet`].
#[expect(clippy::cast_possible_truncation, reason = "a floor has columns and rows below 256")]
pub(crate) fn tiles_of_word(index: usize, mut word: u32) -> impl Iterator<Item = Pos> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        // Clears the lowest set bit.
        word &= word.checked_sub(1)?;
        let y = row_of_word(index);
        Some(Pos { x: ((index - y * ROW_WORDS) * 32 + bit) as u8, y: y as u8 })
    })
}

/// Returns the row that a word of a [`TileSet`] belongs to.
// Target: GBA. Multiplies, because the processor has no division.
const fn row_of_word(index: usize) -> usize {
    const SHIFT: u32 = 16;
    const FACTOR: usize = (1 << SHIFT) / ROW_WORDS + 1;
    (index * FACTOR) >> SHIFT
}

const _: () = {
    let mut index = 0;
    while index < ROW_WORDS * MAP_HEIGHT as usize {
        assert!(row_of_word(index) == index / ROW_WORDS);
        index += 1;
    }
};

#[expect(clippy::cast_possible_truncation, reason = "a word has 32 bits")]
const fn count_ones(word: u32) -> u16 {
    word.count_ones() as u16
}

/// The number of bytes in a saved set: eight tiles per byte, row after row without a gap.
const SET_BYTES: usize = TILES.div_ceil(8);

impl Serialize for TileSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = [0u8; SET_BYTES];
        for pos in self.iter() {
            bytes[pos.index() / 8] |= 1 << (pos.index() % 8);
        }
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for TileSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TileSet, D::Error> {
        let bytes = <&[u8]>::deserialize(deserializer)?;
        if bytes.len() != SET_BYTES {
            return Err(serde::de::Error::invalid_length(bytes.len(), &"a bit for every tile"));
        }
        let mut set = TileSet::EMPTY;
        for index in (0..TILES).filter(|index| bytes[index / 8] >> (index % 8) & 1 == 1) {
            set.insert(Pos::from_index(index));
        }
        Ok(set)
    }
}
