//! Measures the records of a game.

use super::fingerprint::plain_bytes;
use super::format::{self, RUN_BYTES_MAX, Snapshot};
use crate::limits::FLOORS;
use crate::poll::block_on;
use crate::quantity::Floor;
use crate::world::Game;
use crate::world::packing::TerrainDigest;

/// Bytes of the records of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The bytes of the run with the current floor.
    pub run: usize,
    /// The bytes of all floors that were left.
    pub floors: usize,
    /// The largest of these.
    pub floor_max: usize,
    /// The bytes of the same game in the unpacked encoding that the fingerprint hashes; no save uses it.
    pub plain: usize,
}

/// Measures the records of `game`.
///
/// # Panics
/// When a record exceeds its bound, which none does in a game by the rules.
pub fn sizes(game: &Game) -> Sizes {
    let mut record = [0; RUN_BYTES_MAX];
    let terrain = TerrainDigest::of(&game.current_floor.map);
    let stored = [Some(0); FLOORS];
    let mut run = Snapshot::empty();
    run.take(game, &terrain.changeable);
    let run = block_on(format::write_run(&run, u32::MAX, &stored, &terrain, &mut record));
    let run = run.expect("the bound of a run");
    let mut sizes = Sizes { run, floors: 0, floor_max: 0, plain: plain_bytes(game) };
    for floor in Floor::all() {
        if let Some(stored) = game.stored_floor(floor) {
            let bytes = format::write_floor(stored, u32::MAX, &mut record);
            sizes.floors += bytes;
            sizes.floor_max = sizes.floor_max.max(bytes);
        }
    }
    sizes
}
