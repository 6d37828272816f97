//! Builds floors from (run seed, floor number) alone (W3).
use crate::geometry::Pos;
use crate::quantity::Floor;
use crate::world::FloorState;

/// The middle of the lobby, where a run starts (W10).
pub const START: Pos = Pos::at(42, 24);

/// Builds `floor` of the run `seed` into `into`.
pub fn generate(seed: u64, floor: Floor, into: &mut FloorState) {
    let _ = (seed, floor, into);
    todo!()
}
