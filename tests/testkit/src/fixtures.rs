//! Makes floors, frames and tiles for tests and measurements, from simple to worst cases. These fixtures depend only
//! on a seed, so they do not change with the rules of floor generation.
//!
//! To make a floor with a player and monsters in known positions, draw it as text: see [`Scenario`](crate::Scenario).
//!
//! ```
//! use musrex_testkit::fixtures::{Scene, TestRng, cave};
//!
//! let map = cave(TestRng(1).below(100).into());
//! let (distances, farthest) = Scene::cave(1).distances();
//! assert!(map.passable().len() > 1_000 && distances.is_reached(farthest));
//! ```

use crate::map_text::text_of_floor;
use musrex_assets::Tile;
use musrex_core::content::MonsterKind;
use musrex_core::geometry::Pos;
use musrex_core::limits::{MAP_HEIGHT, MAP_WIDTH, TILES};
use musrex_core::quantity::Hp;
use musrex_core::raster::Frame;
use musrex_core::world::path::DistanceMap;
use musrex_core::world::{FloorState, Map, Monster, Terrain};
use std::fmt;

/// A random number generator for fixtures, independent of the game's dice: Vigna's SplitMix64.
pub struct TestRng(pub u64);

impl TestRng {
    /// Returns a random number below `bound`.
    #[expect(clippy::cast_possible_truncation, reason = "the remainder is below 32 bits")]
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % u64::from(bound)) as u32
    }
}

/// A floor that `Debug` prints as a map.
pub struct PrintableFloor(pub FloorState);

impl From<Map> for PrintableFloor {
    fn from(map: Map) -> PrintableFloor {
        let mut floor = FloorState::EMPTY;
        floor.map = map;
        PrintableFloor(floor)
    }
}

impl fmt::Debug for PrintableFloor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", text_of_floor(&self.0, None))
    }
}

/// Returns all tiles inside the outermost ring.
pub fn interior() -> impl Iterator<Item = Pos> {
    (0..TILES).map(Pos::from_index).filter(|pos| !pos.is_border())
}

/// Makes a map with a single room as large as the floor.
pub fn hall() -> Map {
    where_open(|_| true)
}

/// Makes a map with ground where `is_open` returns true.
pub fn where_open(mut is_open: impl FnMut(Pos) -> bool) -> Map {
    let mut map = Map::SOLID;
    for pos in interior() {
        if is_open(pos) {
            map.set(pos, Terrain::Ground);
        }
    }
    map
}

/// Makes a cave according to rule W4: a random walk opens 30 % of the tiles, then isolated walls are removed.
pub fn cave(seed: u64) -> Map {
    let mut rng = TestRng(seed);
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
            match rng.below(5) {
                0 => (dx, dy) = (0, -1),
                1 => (dx, dy) = (1, 0),
                2 => (dx, dy) = (0, 1),
                3 => (dx, dy) = (-1, 0),
                _ => straight = 3 + rng.below(8),
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

/// Makes a map in which each tile is open with a probability of `percent` percent.
pub fn noise(seed: u64, percent: u32) -> Map {
    let mut rng = TestRng(seed);
    where_open(|_| rng.below(100) < percent)
}

/// Makes a map with a single, very long corridor that winds through the whole floor.
pub fn serpentine() -> Map {
    where_open(|pos| {
        let last = if pos.y() % 4 == 2 { MAP_WIDTH - 2 } else { 1 };
        pos.y() % 2 == 1 || pos.x() == last
    })
}

/// Makes a map of a horizontal corridor with a long branch at every other column.
pub fn comb() -> Map {
    where_open(|pos| pos.y() == 1 || pos.x() % 2 == 1)
}

/// Makes a map of forking corridors: a tree with very many ends at the same distance from the middle. It is the worst
/// case for a search that stores its frontier.
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

/// A floor, and a position on it. Only the floor of [`cave`](Scene::cave) has monsters.
pub struct Scene {
    /// The floor.
    pub floor: FloorState,
    /// The position of the eye, or the start of a path. No monster is there.
    pub origin: Pos,
}

impl Scene {
    /// Makes a scene in a cave with 16 monsters, seen from the middle.
    pub fn cave(seed: u64) -> Box<Scene> {
        let mut rng = TestRng(seed);
        let mut floor = FloorState::EMPTY;
        floor.map = cave(seed);
        let origin = Pos::at(42, 24);
        let open: Vec<Pos> = interior()
            .filter(|&pos| floor.map.terrain(pos) == Terrain::Ground && pos != origin)
            .collect();
        let count = u32::try_from(open.len()).expect("a floor has few tiles");
        while floor.monsters.len() < 16 {
            let pos = open[rng.below(count) as usize];
            if floor.monster_at(pos).is_none() {
                let monster = Monster::new(MonsterKind::MicroMouse, pos, Hp(1));
                assert!(floor.monsters.push(monster).is_ok(), "a floor has room for 16 monsters");
            }
        }
        Box::new(Scene { floor, origin })
    }

    /// Makes a scene in a single room as large as the floor, seen from the middle.
    pub fn hall() -> Box<Scene> {
        let mut floor = FloorState::EMPTY;
        floor.map = hall();
        Box::new(Scene { floor, origin: Pos::at(42, 24) })
    }

    /// Makes a scene in a single corridor through the whole floor, seen from its end.
    pub fn serpentine() -> Box<Scene> {
        let mut floor = FloorState::EMPTY;
        floor.map = serpentine();
        Box::new(Scene { floor, origin: Pos::at(1, 1) })
    }

    /// Returns whether a tile hides the tiles behind it.
    pub fn is_opaque(&self, pos: Pos) -> bool {
        self.floor.map.terrain(pos).is_opaque() || self.floor.monster_at(pos).is_some()
    }

    /// Returns the distance map from the origin, and the farthest position.
    pub fn distances(&self) -> (DistanceMap, Pos) {
        let distances = DistanceMap::new(&self.floor.map, self.origin, std::iter::empty());
        let farthest = distances.reached().iter().max_by_key(|&pos| distances.distance(pos));
        (distances, farthest.expect("the origin is reached"))
    }
}

/// Returns an empty frame of 240 × 160 pixels in leaked memory.
pub fn frame() -> Frame<'static> {
    let words = vec![0; Frame::words(240, 160)].leak();
    Frame::new(240, 160, words).expect("the words are enough")
}

/// Returns a tile in which about half of the pixels are transparent.
pub fn tile(seed: u64) -> Tile {
    let mut rng = TestRng(seed);
    let mut colour = || {
        let colour = u8::try_from(rng.below(128)).expect("below 128");
        if colour < 64 { colour } else { 0 }
    };
    Tile::new(&std::array::from_fn(|_| std::array::from_fn(|_| colour())))
}
