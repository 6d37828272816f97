//! Stores the path that exploring has found.

use crate::geometry::{Direction, Pos, TileSet};
use crate::world::path::Route;

/// The path that the last search of exploring has found. While the path stays valid, the next steps need no search.
///
/// As long as the goals and the allowed tiles do not change, new searches would find the same steps. Each tile of the
/// path is one step nearer to the goal, so no other goal becomes nearer than this one. The search breaks ties in a
/// fixed order.
#[derive(Clone, Debug)]
pub struct ExplorePlan {
    goals: TileSet,
    /// The tiles that the search was allowed to use.
    allowed: TileSet,
    /// The tile where the remaining path starts.
    from: Pos,
    rest: Route,
}

impl ExplorePlan {
    /// A plan without a path.
    pub const NONE: ExplorePlan = ExplorePlan {
        goals: TileSet::EMPTY,
        allowed: TileSet::EMPTY,
        from: Pos::at(0, 0),
        rest: Route::NONE,
    };

    /// Returns the next step of the path. Returns `None` unless the path starts at `pos` and was found with the same
    /// goals and allowed tiles.
    pub(super) fn next(
        &mut self,
        pos: Pos,
        goals: &TileSet,
        allowed: &TileSet,
    ) -> Option<Direction> {
        let is_same = self.from == pos && self.goals == *goals && self.allowed == *allowed;
        let direction = self.rest.peek().filter(|_| is_same)?;
        self.rest.pop();
        self.from = pos.step(direction)?;
        Some(direction)
    }

    /// Takes the first step off `route`, which starts at `pos`. Stores the rest of the route, and returns the first
    /// step.
    pub(super) fn keep(
        &mut self,
        pos: Pos,
        mut route: Route,
        goals: TileSet,
        allowed: TileSet,
    ) -> Option<Direction> {
        let direction = route.pop()?;
        *self = ExplorePlan { goals, allowed, from: pos.step(direction)?, rest: route };
        Some(direction)
    }
}
