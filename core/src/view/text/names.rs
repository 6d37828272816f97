//! Names of things and creatures, and the words for a status.

use super::message::Sentence;
use super::words::{
    Noun, bearing, effect, firmware, furnishing, name, place, room, slot, stat, status, step,
    terrain,
};
use crate::content::rooms::Furnishing;
use crate::content::{Bonus, Firmware, Label, PlaceKind, Slot, Status};
use crate::geometry::{Direction, Pos};
use crate::rules::Command;
use crate::view::sprites::variant;
use crate::world::{Cause, Game, Terrain};

/// The name of the player.
pub(crate) const PLAYER_NAME: &str = name::you();

/// Returns the name of a creature, an item or a spill, without an article.
pub fn name_of(thing: impl Into<Noun>) -> &'static str {
    thing.into().name()
}

/// Returns the name of an item, without an article.
pub fn label_name(label: Label) -> &'static str {
    name_of(label)
}

/// Returns the name of firmware (I11).
pub const fn firmware_name(firmware: Firmware) -> &'static str {
    firmware::name(firmware)
}

/// Returns the name of a status on the screen (E14).
pub const fn status_label(status: Status) -> &'static str {
    status::label(status)
}

/// Returns the name of a furnishing of rooms drawn by hand.
pub(crate) const fn furnishing_name(furnishing: Furnishing) -> &'static str {
    furnishing::name(furnishing)
}

/// The index of the saving throw among the player's numbers.
const RESIST: usize = 3;

/// Returns the changes that a worn item makes to the player's numbers. `label` returns the name of the number with a
/// given index. If `is_terse` is true, the text does not say which of two changes concerns the least damage.
fn changes(
    bonus: Bonus,
    label: fn(usize) -> &'static str,
    is_terse: bool,
) -> [Option<Sentence>; 4] {
    let [hp, least, most, defence, resist] = bonus.numbers();
    let change = |index, number| (number != 0).then(|| change(index, number, label(index)));
    let damage = match (least, most) {
        (least, most) if least == most => change(1, least),
        (least, 0) => Some(effect::least(least, label(1))),
        (0, most) => Some(effect::most(most, label(1))),
        (least, most) if !is_terse => Some(effect::least_most(least, most, label(1))),
        (least, most) => Some(effect::changes(least, most, label(1))),
    };
    [change(0, hp), damage, change(2, defence), change(RESIST, resist)]
}

/// Returns the changes that a worn item makes to the player's numbers, in lines for a narrow column. Different changes
/// of the least and the most damage take a line each.
pub(crate) fn bonus_lines(bonus: Bonus) -> impl Iterator<Item = Sentence> {
    let [hp, damage, defence, resist] = changes(bonus, full_name, false);
    let [_, least, most, ..] = bonus.numbers();
    let [first, second] = if least == most || least == 0 || most == 0 {
        [damage, None]
    } else {
        let name = stat::name(1);
        [Some(effect::least(least, name)), Some(effect::most(most, name))]
    };
    [hp, first, second, defence, resist].into_iter().flatten()
}

/// The most bytes in a line of a window about the changes that an item makes. A longer line uses shorter names of the
/// numbers, or is terse.
const WINDOW_LETTERS_MAX: usize = 40;
/// The same in a locker.
const LOCKER_LETTERS_MAX: usize = 35;

/// Returns all changes that a worn item makes to the player's numbers; `None` if the item changes no number.
pub(crate) fn chip_effect(bonus: Bonus) -> Option<Sentence> {
    chip_effect_within(bonus, WINDOW_LETTERS_MAX)
}

/// Returns the changes that the microchip of a kit makes to the player's numbers.
pub(super) fn kit_chip_effect(bonus: Bonus) -> Option<Sentence> {
    chip_effect_within(bonus, LOCKER_LETTERS_MAX)
}

fn chip_effect_within(bonus: Bonus, letters_max: usize) -> Option<Sentence> {
    let joined = |label, is_terse| {
        let all = changes(bonus, label, is_terse).into_iter().flatten();
        all.reduce(|words, change| effect::more(&change, &words))
    };
    let fits = |words: &Sentence| words.len() <= letters_max;
    let names: [fn(usize) -> &'static str; 3] = [full_name, stat::name, stat::short];
    let full = names.into_iter().find_map(|label| joined(label, false).filter(fits));
    full.or_else(|| joined(stat::short, true))
}

/// Returns the name of one of the player's numbers, for a change that an item makes.
fn full_name(index: usize) -> &'static str {
    if index == 0 { name::max_hp() } else { stat::name(index) }
}

/// Returns the change of the number at `index`. Only the saving throw is a percentage.
fn change(index: usize, number: i16, name: &'static str) -> Sentence {
    if index == RESIST {
        effect::percent_change(number, name)
    } else {
        effect::change(number, name)
    }
}

/// Returns the labels of the actions that put on and take off an item in `slot`.
pub(crate) fn wear_labels(slot: Option<Slot>) -> [&'static str; 2] {
    let slot = slot.unwrap_or(Slot::Armour);
    [slot::wear(slot), slot::take_off(slot)]
}

/// Returns the name of a direction, worded to follow the name of a thing in that direction.
pub(super) fn bearing_name(bearing: Option<Direction>) -> &'static str {
    bearing.map_or(name::here(), bearing::name)
}

/// Returns the name of a tile, for the look mode and the pointer.
pub(crate) const fn terrain_name(terrain: Terrain) -> &'static str {
    terrain::name(terrain)
}

/// Returns the name of the room drawn by hand with this number (W26).
pub const fn room_name(number: usize) -> &'static str {
    room::name(number)
}

/// Returns the names of a place's furniture: two low pieces and two tall pieces (W19).
pub fn furniture_names(place: PlaceKind) -> [[&'static str; 2]; 2] {
    [[place::low_1(place), place::low_2(place)], [place::tall_1(place), place::tall_2(place)]]
}

/// Returns the name of the tile at `pos`. A furnishing in a room drawn by hand has its own name, and the ground there
/// has the name of the room. Other furniture is named after its place (W19, W26).
pub fn tile_name(game: &Game, pos: Pos) -> &'static str {
    if let Some(furnishing) = game.current_floor().furnishing_at(pos) {
        return furnishing_name(furnishing);
    }
    let [low, tall] = furniture_names(game.place(game.floor()));
    match game.current_floor().map.terrain(pos) {
        terrain @ Terrain::Ground => match game.current_floor().room_at(pos) {
            Some(room) => room_name(usize::from(room.number)),
            None => terrain_name(terrain),
        },
        Terrain::LockerSealed if game.is_emptied_locker(pos) => name::empty_locker(),
        Terrain::Low => low[variant(pos)],
        Terrain::Tall => tall[variant(pos)],
        terrain => terrain_name(terrain),
    }
}

/// Returns the title on the screen of a floor change (W13).
pub const fn floor_title(place: PlaceKind) -> &'static str {
    place::name(place)
}

/// Returns the name of a cause of damage in a list.
pub fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::Player => name::yourself(),
        Cause::Monster(kind) => name_of(kind),
        Cause::Status(Status::Poisoned) => name::poison(),
        Cause::Status(Status::Envenomed) => name::venom(),
        Cause::Status(_) => name::status(),
        Cause::Spill(kind) => name_of(kind),
        Cause::Cable => name::cable(),
    }
}

/// Returns the verb for a step onto the neighbouring tile at `pos`; `None` if the step would only move the player, or
/// is not possible.
pub(crate) fn step_verb(game: &Game, pos: Pos) -> Option<&'static str> {
    let direction = game.player().body.pos.direction_to(pos)?;
    game.accepts(Command::Walk(direction)).ok()?;
    let floor = game.current_floor();
    if let Some(index) = floor.monster_at(pos) {
        return Some(if floor.monsters[index].is_ally { step::swap() } else { step::hit() });
    }
    match floor.map.terrain(pos) {
        Terrain::DoorClosed | Terrain::DoorLocked => Some(step::open()),
        Terrain::VentOpen => Some(step::shut()),
        Terrain::Terminal | Terrain::Switch => Some(step::use_it()),
        Terrain::Pedestal | Terrain::Locker => Some(step::choose()),
        Terrain::StairsUp => Some(step::climb()),
        Terrain::StairsDown => Some(step::descend()),
        Terrain::CableLive => Some(step::step_into()),
        _ if floor.item_at(pos).is_some() => Some(step::take()),
        _ => None,
    }
}
