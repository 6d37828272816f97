//! Builds floors from (run seed, floor number) alone, so that nothing the player did before can
//! change a layout (W3). A floor is accepted only with its [`proof`]; otherwise the next try is
//! made with the next stream of dice.

mod cave;
mod lobby;
mod populate;
pub mod proof;

use crate::content::floors::Style;
use crate::dice::{Dice, Stream};
use crate::geometry::Pos;
use crate::limits::GENERATION_TRIES_MAX;
use crate::quantity::Floor;
use crate::world::FloorState;

/// The middle of the lobby, where a run starts (W10).
pub const START: Pos = Pos::at(42, 24);

/// Builds `floor` of the run `seed` in place of whatever `into` holds: tiles, stairs and
/// inhabitants, nothing explored.
///
/// # Panics
/// When [`GENERATION_TRIES_MAX`] tries give no floor that can be proved. One try in some hundred
/// fails, so this does not happen; the test over a thousand floors reports the most tries used.
pub fn generate(seed: u64, floor: Floor, into: &mut FloorState) {
    let found = (0..GENERATION_TRIES_MAX).any(|attempt| attempt_at(seed, floor, attempt, into));
    assert!(found, "no try at floor {} of run {seed:#x} could be proved", floor.number());
}

/// How many tries `floor` of the run `seed` takes until one can be proved, at least 1.
pub fn tries(seed: u64, floor: Floor) -> u16 {
    let mut state = FloorState::EMPTY;
    1 + (0..GENERATION_TRIES_MAX)
        .take_while(|&attempt| !attempt_at(seed, floor, attempt, &mut state))
        .map(|_| 1)
        .sum::<u16>()
}

/// One try; whether it can be proved.
fn attempt_at(seed: u64, floor: Floor, attempt: u16, into: &mut FloorState) -> bool {
    let mut dice = Dice::new(seed, Stream::Floor(floor.number(), attempt));
    into.map.clear();
    into.monsters.clear();
    match Style::of(floor) {
        Style::Lobby => lobby::furnish(&mut into.map),
        Style::Cave => cave::dig(&mut dice, floor, &mut into.map),
    }
    populate::populate(&mut dice, floor, into);
    proof::prove(floor, into).is_ok()
}
