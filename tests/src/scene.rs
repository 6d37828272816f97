//! Fixtures of the benchmarks: floors, frames and tiles that never change.

use crate::fixtures::{self, TestRng};
use musrex_assets::Tile;
use musrex_core::content::MonsterKind;
use musrex_core::geometry::Pos;
use musrex_core::limits::MONSTERS_BORN;
use musrex_core::quantity::Hp;
use musrex_core::raster::Frame;
use musrex_core::world::path::DistanceMap;
use musrex_core::world::{FloorState, Monster, Terrain};

/// A floor with 16 monsters and a place in it.
pub struct Scene {
    /// The floor.
    pub floor: FloorState,
    /// The position of the eye or the start of a path; no monster is there.
    pub origin: Pos,
}

impl Scene {
    /// A cave, seen from its middle.
    pub fn cave(seed: u64) -> Box<Scene> {
        let mut rng = TestRng(seed);
        let mut floor = FloorState::EMPTY;
        floor.map = fixtures::cave(seed);
        let origin = Pos::at(42, 24);
        let open: Vec<Pos> = fixtures::interior()
            .filter(|&pos| floor.map.terrain(pos) == Terrain::Ground && pos != origin)
            .collect();
        let count = u32::try_from(open.len()).expect("a floor has few tiles");
        while floor.monsters.len() < MONSTERS_BORN {
            let pos = open[rng.below(count) as usize];
            if floor.monster_at(pos).is_none() {
                let monster = Monster::new(MonsterKind::MicroMouse, pos, Hp(1));
                assert!(floor.monsters.push(monster).is_ok(), "a floor has room for 16 monsters");
            }
        }
        Box::new(Scene { floor, origin })
    }

    /// One room as large as the floor, seen from its middle.
    pub fn hall() -> Box<Scene> {
        let mut floor = FloorState::EMPTY;
        floor.map = fixtures::hall();
        Box::new(Scene { floor, origin: Pos::at(42, 24) })
    }

    /// One corridor through all of the floor, seen from its end.
    pub fn serpentine() -> Box<Scene> {
        let mut floor = FloorState::EMPTY;
        floor.map = fixtures::serpentine();
        Box::new(Scene { floor, origin: Pos::at(1, 1) })
    }

    /// Returns whether a tile hides what is behind it.
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

/// An empty frame of 240 × 160 pixels in memory that lives as long as the program.
pub fn frame() -> Frame<'static> {
    let words = vec![0; Frame::words(240, 160)].leak();
    Frame::new(240, 160, words).expect("the words are enough")
}

/// A tile about half of whose pixels are clear.
pub fn tile(seed: u64) -> Tile {
    let mut rng = TestRng(seed);
    let mut colour = || {
        let colour = u8::try_from(rng.below(128)).expect("below 128");
        if colour < 64 { colour } else { 0 }
    };
    Tile::new(&std::array::from_fn(|_| std::array::from_fn(|_| colour())))
}
