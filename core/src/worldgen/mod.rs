//! Builds floors from the seed of the run and the floor number alone, so the player's earlier actions cannot change a
//! layout (W3). A floor is accepted only if it passes `validation`. Otherwise, the next try uses another stream of
//! dice. An accepted floor can still change before the player enters it: [`harden`] applies the night, and [`exchange`]
//! replaces items in a vault that the player already has.

mod aisles;
mod cave;
mod chambers;
mod fixtures;
mod furniture;
mod laboratory;
mod lobby;
mod maze;
mod nights;
mod populate;
mod region;
mod rolls;
mod rooms;
mod rows;
mod stairs;
mod throne;
pub(crate) mod validation;
mod vaults;

pub use lobby::START;
pub use nights::{harden, monsters};
pub use throne::KING;
pub use vaults::exchange;

use crate::content::PlaceKind;
use crate::content::floors;
use crate::content::places::Layout;
use crate::dice::{Dice, Stream};
use crate::limits::GENERATION_TRIES_MAX;
use crate::quantity::Floor;
use crate::world::{FloorState, PlacedRoom};

/// Builds `floor` of the run `seed` in `into`: tiles, stairs, items and inhabitants, with nothing explored.
///
/// # Panics
/// Panics if [`GENERATION_TRIES_MAX`] tries give no valid floor. This is practically impossible, because only a few
/// tries in a hundred fail.
pub fn generate(seed: u64, floor: Floor, into: &mut FloorState) {
    let found = (0..GENERATION_TRIES_MAX).any(|attempt| try_generate(seed, floor, attempt, into));
    assert!(found, "no try at floor {} of run {seed:#x} is valid", floor.number());
}

/// Returns the number of tries that generation needs for a valid `floor` in the run `seed`, at least 1.
pub fn tries(seed: u64, floor: Floor) -> u16 {
    let mut state = FloorState::EMPTY;
    1 + (0..GENERATION_TRIES_MAX)
        .take_while(|&attempt| !try_generate(seed, floor, attempt, &mut state))
        .map(|_| 1)
        .sum::<u16>()
}

/// Draws a single room in solid rock for inspection, with all entrances open and with its items and creatures.
pub fn draw_room(seed: u64, floor: Floor, placed: PlacedRoom, into: &mut FloorState) {
    let mut dice = Dice::new(seed, Stream::Floor(floor.number(), 0));
    into.clear();
    let place = PlaceKind::of(seed, floor).spec();
    rooms::draw_alone(&mut into.map, placed, place.layout.has_doors());
    into.rooms.push(placed).expect("a floor has room for one");
    populate::furnish_rooms(&mut dice, seed, floor, into);
}

/// Makes one try at a floor. Returns whether the floor is valid.
fn try_generate(seed: u64, floor: Floor, attempt: u16, into: &mut FloorState) -> bool {
    let mut dice = Dice::new(seed, Stream::Floor(floor.number(), attempt));
    into.clear();
    let (place, map) = (PlaceKind::of(seed, floor).spec(), &mut into.map);
    match &place.layout {
        Layout::Lobby => lobby::build(map),
        Layout::Cave(cave) => cave::dig(&mut dice, map, cave),
        Layout::Chambers(chambers) => chambers::dig(&mut dice, map, chambers),
        Layout::Rooms => laboratory::build(&mut dice, map),
        Layout::Rows(rows) => rows::build(&mut dice, map, rows),
        Layout::Maze => maze::build(&mut dice, map),
        Layout::Aisles => aisles::build(&mut dice, map),
        Layout::Throne => throne::build(map),
    }
    if place.layout.is_furnished() {
        rooms::set(&mut dice, floor, place, map, &mut into.rooms);
        let taken = rooms::tiles(&into.rooms);
        stairs::set(&mut dice, map, &taken);
        furniture::set_cages(&mut dice, map, place, &taken);
        let Some(reach) = populate::reach(map) else { return false };
        if !fixtures::set(&mut dice, floor, place, map, &reach, &taken) {
            return false;
        }
        furniture::set(&mut dice, map, place, &taken);
    }
    // Alcoves and vaults are cut later. They are not in this reach, so no monster is placed in them.
    let Some(reach) = populate::reach(&into.map) else { return false };
    if place.layout.is_furnished() {
        populate::place_items(&mut dice, seed, floor, into, &reach);
    }
    let named = floors::named_mouse(seed, floor);
    populate::populate(&mut dice, seed, floor, into, reach, named);
    validation::validate(floor, place, into).is_ok()
}
