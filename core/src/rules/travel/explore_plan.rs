//! The way that exploring found.

use crate::geometry::{Direction, Pos, TileSet};
use crate::world::path::Route;

/// Keeps the way that exploring found, so that its next steps need no search.
///
/// It makes no difference to where they lead. While the goals and the allowed tiles are the same, a search
/// from the next tile of the way finds the rest of it: each tile of the way is one step nearer, no
/// other goal is nearer than that, and of equal goals and steps the search takes the first, from
/// fewer ones.
#[derive(Clone, Debug)]
pub struct ExplorePlan {
    goals: TileSet,
    /// Holds the tiles that could be walked on.
    allowed: TileSet,
    /// The tile that the rest of the way starts from.
    from: Pos,
    rest: Route,
}

impl ExplorePlan {
    /// Knows no way.
    pub const NONE: ExplorePlan = ExplorePlan {
        goals: TileSet::EMPTY,
        allowed: TileSet::EMPTY,
        from: Pos::at(0, 0),
        rest: Route::NONE,
    };

    /// Returns the next step of the way, if it leads from `pos` and was found among the same goals
    /// and allowed tiles.
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

    /// Keeps `route`, which starts at `pos`, but for its first step, which it returns.
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
