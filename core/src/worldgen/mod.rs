//! Builds floors from (run seed, floor number) alone, so that nothing the player did before can
//! change a layout (W3). A floor is accepted only with its [`validation`]; otherwise the next try
//! is made with the next stream of dice.

mod cave;
mod fixtures;
mod laboratory;
mod lobby;
mod populate;
mod stairs;
mod throne;
pub mod validation;
mod vaults;

pub use throne::KING;

use crate::content::floors::Style;
use crate::dice::{Dice, Stream};
use crate::geometry::Pos;
use crate::limits::{GENERATION_TRIES_MAX, MAP_HEIGHT, MAP_WIDTH};
use crate::quantity::Floor;
use crate::world::FloorState;

/// The middle of the lobby, where a run starts (W10).
pub const START: Pos = Pos::at(42, 24);

/// Builds `floor` of the run `seed` in place of whatever `into` holds: tiles, stairs, items and
/// inhabitants, nothing explored.
///
/// # Panics
/// When [`GENERATION_TRIES_MAX`] tries give no floor that is valid. Few tries in a hundred
/// fail, so this does not happen.
pub fn generate(seed: u64, floor: Floor, into: &mut FloorState) {
    let found = (0..GENERATION_TRIES_MAX).any(|attempt| try_generate(seed, floor, attempt, into));
    assert!(found, "no try at floor {} of run {seed:#x} is valid", floor.number());
}

/// Counts the tries that `floor` of the run `seed` takes until one is valid, at least 1.
pub fn tries(seed: u64, floor: Floor) -> u16 {
    let mut state = FloorState::EMPTY;
    1 + (0..GENERATION_TRIES_MAX)
        .take_while(|&attempt| !try_generate(seed, floor, attempt, &mut state))
        .map(|_| 1)
        .sum::<u16>()
}

/// Generates one try; returns whether it is valid.
fn try_generate(seed: u64, floor: Floor, attempt: u16, into: &mut FloorState) -> bool {
    let mut dice = Dice::new(seed, Stream::Floor(floor.number(), attempt));
    into.clear();
    match Style::of(floor) {
        Style::Lobby => lobby::build(&mut into.map),
        Style::Cave => cave::dig(&mut dice, &mut into.map),
        Style::Laboratory => laboratory::build(&mut dice, &mut into.map),
        Style::Throne => throne::build(&mut into.map),
    }
    if matches!(Style::of(floor), Style::Cave | Style::Laboratory) {
        stairs::set(&mut dice, &mut into.map);
        if let Some(reach) = populate::reach(&into.map) {
            fixtures::set(&mut dice, floor, &mut into.map, &reach);
        }
    }
    populate::place_items(&mut dice, floor, into);
    populate::populate(&mut dice, floor, into);
    validation::validate(floor, into).is_ok()
}

/// Picks any tile off the border, each equally likely.
fn random_interior(dice: &mut Dice) -> Pos {
    let mut coordinate = |size: u8| {
        let last = u32::from(size) - 2;
        u8::try_from(dice.uniform(1..=last)).expect("a coordinate fits a byte")
    };
    Pos::at(coordinate(MAP_WIDTH), coordinate(MAP_HEIGHT))
}
