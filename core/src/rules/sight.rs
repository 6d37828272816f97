//! What can be seen from where.

use crate::geometry::{Pos, TileSet};
use crate::world::FloorState;

/// The tiles in sight of `origin` within `radius`.
pub fn visible(floor: &FloorState, origin: Pos, radius: u8) -> TileSet {
    let _ = (floor, origin, radius);
    todo!()
}
