//! Floors for tests and measurements: plain ones, natural ones and nasty ones.

use musrex_core::geometry::Pos;
use musrex_core::limits::{MAP_HEIGHT, MAP_WIDTH, TILES};
use musrex_core::world::{FloorState, Map, Terrain};
use std::fmt;

/// A small generator for pictures of floors, so that these never change with the game's dice:
/// Vigna's SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    /// A number below `bound`.
    #[expect(clippy::cast_possible_truncation, reason = "the remainder is below 32 bits")]
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % u64::from(bound)) as u32
    }
}

/// A floor that a failed test shows as a picture.
pub struct Drawn(pub FloorState);

impl From<Map> for Drawn {
    fn from(map: Map) -> Drawn {
        let mut floor = FloorState::EMPTY;
        floor.map = map;
        Drawn(floor)
    }
}

impl fmt::Debug for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pos, terrain) in self.0.map.iter() {
            let letter = match terrain {
                _ if self.0.monster_at(pos).is_some() => 'm',
                Terrain::Wall => '#',
                Terrain::Ground => '.',
                Terrain::StairsUp => '<',
                Terrain::StairsDown => '>',
                Terrain::DoorClosed => '+',
                Terrain::DoorOpen => '\'',
                Terrain::DoorLocked => 'L',
                Terrain::Alcove => '_',
            };
            write!(f, "{}{letter}", if pos.x() == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

/// Every tile inside the outermost ring.
pub fn interior() -> impl Iterator<Item = Pos> {
    (0..TILES).map(Pos::from_index).filter(|pos| !pos.is_border())
}

/// One room as large as the floor.
pub fn hall() -> Map {
    where_open(|_| true)
}

/// Ground where `is_open` says so.
pub fn where_open(mut is_open: impl FnMut(Pos) -> bool) -> Map {
    let mut map = Map::SOLID;
    for pos in interior() {
        if is_open(pos) {
            map.set(pos, Terrain::Ground);
        }
    }
    map
}

/// A cave as rule W4 has it: a random walk until 30 % are open, lone walls taken out.
pub fn cave(seed: u64) -> Map {
    let mut chance = Chance(seed);
    let mut map = Map::SOLID;
    let (mut x, mut y, mut dx, mut dy) = (42i8, 24i8, 1i8, 0i8);
    let (mut open, mut straight) = (0, 0);
    while open < TILES * 3 / 10 {
        let pos = Pos::at(x.unsigned_abs(), y.unsigned_abs());
        if map.terrain(pos) == Terrain::Wall {
            map.set(pos, Terrain::Ground);
            open += 1;
        }
        if straight > 0 {
            straight -= 1;
        } else {
            match chance.below(5) {
                0 => (dx, dy) = (0, -1),
                1 => (dx, dy) = (1, 0),
                2 => (dx, dy) = (0, 1),
                3 => (dx, dy) = (-1, 0),
                _ => straight = 3 + chance.below(8),
            }
        }
        x = (x + dx).clamp(1, MAP_WIDTH.cast_signed() - 2);
        y = (y + dy).clamp(1, MAP_HEIGHT.cast_signed() - 2);
    }
    while let Some(lone) =
        interior().find(|&pos| map.terrain(pos) == Terrain::Wall && map.walls_around(pos) < 2)
    {
        map.set(lone, Terrain::Ground);
    }
    map
}

/// Each tile open with a chance of `percent`.
pub fn noise(seed: u64, percent: u32) -> Map {
    let mut chance = Chance(seed);
    where_open(|_| chance.below(100) < percent)
}

/// One corridor that winds through the whole floor, as long as a way can be.
pub fn serpentine() -> Map {
    where_open(|pos| {
        let last = if pos.y() % 4 == 2 { MAP_WIDTH - 2 } else { 1 };
        pos.y() % 2 == 1 || pos.x() == last
    })
}

/// A corridor with a long tooth at every other column.
pub fn comb() -> Map {
    where_open(|pos| pos.y() == 1 || pos.x() % 2 == 1)
}

/// A tree of corridors that fork again and again, so that very many of their ends are equally far
/// from the middle: the worst case of a search that keeps the tiles it has just reached.
pub fn tree() -> Map {
    fn grow(map: &mut Map, x: i16, y: i16, reach: [i16; 2], across: bool) {
        let half = reach[usize::from(!across)];
        if half < 1 {
            return;
        }
        let shrunk = if across { [reach[0] / 2, reach[1]] } else { [reach[0], reach[1] / 2] };
        for sign in [-1, 1] {
            let (mut end_x, mut end_y) = (x, y);
            for _ in 0..half {
                (end_x, end_y) = if across { (end_x + sign, end_y) } else { (end_x, end_y + sign) };
                if let (Ok(column), Ok(row)) = (u8::try_from(end_x), u8::try_from(end_y))
                    && let Some(pos) = Pos::new(column, row)
                    && !pos.is_border()
                {
                    map.set(pos, Terrain::Ground);
                }
            }
            grow(map, end_x, end_y, shrunk, !across);
        }
    }
    let mut map = Map::SOLID;
    map.set(Pos::at(42, 24), Terrain::Ground);
    grow(&mut map, 42, 24, [20, 12], true);
    map
}
