//! Defines routes, which store the steps of planned paths (M4).

use crate::geometry::Direction;
use crate::limits::ROUTE_STEPS_MAX;
use serde::{Deserialize, Serialize};

/// The next steps of a planned path, at most [`ROUTE_STEPS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Route {
    /// Three bits per step, with the first step in the lowest bits, and a marker bit above the last
    /// step.
    packed: u64,
}

/// The position of the marker bit in a route of full length.
const FULL_BITS: u32 = 3 * ROUTE_STEPS_MAX as u32;

impl Route {
    /// The empty route.
    pub const NONE: Route = Route { packed: 1 };

    /// Returns whether no steps are left.
    pub const fn is_empty(self) -> bool {
        self.packed == 1
    }

    /// Returns the number of steps that are left, at most [`ROUTE_STEPS_MAX`].
    #[expect(clippy::cast_possible_truncation, reason = "at most 20")]
    pub const fn len(self) -> u8 {
        (self.packed.ilog2() / 3) as u8
    }

    /// Returns the first step.
    pub const fn peek(self) -> Option<Direction> {
        if self.is_empty() { None } else { Some(Direction::ALL[(self.packed & 7) as usize]) }
    }

    /// Removes and returns the first step.
    pub fn pop(&mut self) -> Option<Direction> {
        let first = self.peek()?;
        self.packed >>= 3;
        Some(first)
    }

    /// Appends `step`. Returns false if the route is full.
    pub(super) fn push_back(&mut self, step: Direction) -> bool {
        let end = 3 * u32::from(self.len());
        if end == FULL_BITS {
            return false;
        }
        self.packed = self.packed ^ 1 << end | (step as u64 | 8) << end;
        true
    }

    /// Inserts `step` before all other steps. A full route loses its last step.
    pub fn push_front(&mut self, step: Direction) {
        let longer = self.packed << 3 | step as u64;
        let full = 1 << FULL_BITS;
        self.packed = if longer < full * 2 { longer } else { longer & (full - 1) | full };
    }
}

impl Default for Route {
    fn default() -> Route {
        Route::NONE
    }
}

impl From<Route> for u64 {
    fn from(route: Route) -> u64 {
        route.packed
    }
}

impl TryFrom<u64> for Route {
    type Error = &'static str;

    /// Decodes the route saved as `packed`. Fails for numbers without a valid marker bit.
    fn try_from(packed: u64) -> Result<Route, &'static str> {
        match packed.checked_ilog2() {
            Some(bits) if bits <= FULL_BITS && bits % 3 == 0 => Ok(Route { packed }),
            _ => Err("a route of no possible length"),
        }
    }
}
