//! Shortest ways over a floor, in steps of eight directions (T8, M3, M4).

use crate::geometry::{Direction, Pos};
use crate::limits::{ROUTE_STEPS_MAX, TILES};
use crate::world::Map;
use serde::{Deserialize, Serialize};

/// How many steps every tile is from one start.
#[derive(Clone, Debug)]
pub struct DistanceMap {
    steps: [u8; TILES],
}

impl DistanceMap {
    /// The distances from `start` over what is passable, around `obstacles`. `start` itself counts
    /// as passable, whatever it is.
    pub fn new(map: &Map, start: Pos, obstacles: impl Iterator<Item = Pos>) -> DistanceMap {
        let _ = (map, start, obstacles);
        todo!()
    }

    /// Steps from the start to `pos`; `None` where no way leads.
    pub fn distance(&self, pos: Pos) -> Option<u16> {
        let _ = (pos, self.steps);
        todo!()
    }
}

/// The next steps of a planned way, at most [`ROUTE_STEPS_MAX`] of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    packed: u64,
}

impl Route {
    /// No step.
    pub const NONE: Route = Route { packed: 0 };

    /// The first step, taken off.
    pub fn pop(&mut self) -> Option<Direction> {
        let _ = (ROUTE_STEPS_MAX, self.packed);
        todo!()
    }
}
