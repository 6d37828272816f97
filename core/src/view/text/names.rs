//! Names of things and creatures, with their articles, and the words for a status.

use super::Sentence;
use crate::content::{Bonus, Firmware, Label, MonsterKind, PlaceKind, PotionColour, Slot, Status};
use crate::geometry::{Direction, Pos};
use crate::rules::{Actor, Command};
use crate::view::sprites::variant;
use crate::world::{Cause, Game, Terrain};

/// The name of the player.
pub const PLAYER_NAME: &str = "You";

/// Returns the name of a creature.
pub(super) fn actor_name(actor: Actor) -> &'static str {
    match actor {
        Actor::Player => PLAYER_NAME,
        Actor::Monster(kind) | Actor::Ally(kind) => kind.spec().name,
    }
}

/// Returns the name of an item, without an article.
pub fn label_name(label: Label) -> &'static str {
    match label {
        Label::Known(kind) => kind.spec().name,
        Label::Unknown(PotionColour::Red) => "Red Potion",
        Label::Unknown(PotionColour::Blue) => "Blue Potion",
        Label::Unknown(PotionColour::Violet) => "Violet Potion",
        Label::Unknown(PotionColour::Green) => "Green Potion",
        Label::Unknown(PotionColour::Gold) => "Golden Potion",
    }
}

/// Returns the name of firmware (I11).
pub const fn firmware_name(firmware: Firmware) -> &'static str {
    match firmware {
        Firmware::Leech => "LEECH",
        Firmware::Static => "STATIC",
        Firmware::SoftPaws => "SOFT PAWS",
        Firmware::Optic => "OPTIC",
        Firmware::Coolant => "COOLANT",
        Firmware::Buffer => "BUFFER",
        Firmware::Relay => "RELAY",
    }
}

/// The name of a microchip in a list, before the name of its firmware.
pub const SHORT_CHIP_NAME: &str = "Chip";

/// The numbers of a microchip, in the order of [`Bonus::numbers`].
const NUMBER_NAMES: [&str; 5] = ["hp", "min", "att", "def", "sav"];

/// Returns all that a microchip changes; `None` when it changes no number.
pub fn chip_effect(bonus: Bonus) -> Option<Sentence> {
    let changed = bonus.numbers().into_iter().zip(NUMBER_NAMES).filter(|&(number, _)| number != 0);
    let start = sentence!("Gives");
    let words = changed.fold(start, |words, (number, name)| sentence!("{words} {name}{number:+}"));
    (bonus != Bonus::NONE).then_some(words)
}

/// Returns the two greatest numbers of a microchip, as short as a list has room for.
pub fn chip_numbers(bonus: Bonus) -> Sentence {
    /// The letters that the list has room for.
    const LETTERS_MAX: usize = 11;
    let mut numbers = bonus.numbers();
    let mut text = Sentence::new();
    for _ in 0..2 {
        let greatest = (0..numbers.len()).rev().max_by_key(|&index| numbers[index].unsigned_abs());
        let Some(index) = greatest.filter(|&index| numbers[index] != 0) else { break };
        let (number, name) = (numbers[index], NUMBER_NAMES[index]);
        numbers[index] = 0;
        if text.is_empty() {
            text = sentence!("{name}{number:+}");
        } else {
            let both = sentence!("{text} {name}{number:+}");
            text = if both.len() > LETTERS_MAX { text } else { both };
        }
    }
    text
}

/// Returns the words for putting on and taking off what is worn in `slot`, as entries of a list.
pub const fn wear_labels(slot: Option<Slot>) -> [&'static str; 2] {
    match slot {
        Some(Slot::Weapon) => ["Take up", "Put away"],
        Some(Slot::Microchip) => ["Plug in", "Pull out"],
        Some(Slot::Armour) | None => ["Put on", "Take off"],
    }
}

/// Returns the article of a name, at the start of a sentence and within one. It goes by the first
/// letter: a name with another sound than its first letter, such as "hour", needs a line of its
/// own, and so does what is not counted.
pub(super) const fn articles(name: &str) -> [&'static str; 2] {
    match name.as_bytes() {
        b"Cheese" => ["Some", "some"],
        [b'A' | b'E' | b'I' | b'O' | b'U', ..] => ["An", "an"],
        _ => ["A", "a"],
    }
}

/// Works like [`articles`], but the King is always "the".
pub(super) fn articles_of(kind: MonsterKind) -> [&'static str; 2] {
    match kind {
        MonsterKind::MouseKing => ["The", "the"],
        _ => articles(kind.spec().name),
    }
}

/// Returns the name of a direction, behind the name of what lies there.
pub(super) const fn bearing_name(bearing: Option<Direction>) -> &'static str {
    match bearing {
        None => "here",
        Some(Direction::North) => "north",
        Some(Direction::NorthEast) => "northeast",
        Some(Direction::East) => "east",
        Some(Direction::SouthEast) => "southeast",
        Some(Direction::South) => "south",
        Some(Direction::SouthWest) => "southwest",
        Some(Direction::West) => "west",
        Some(Direction::NorthWest) => "northwest",
    }
}

/// Returns the name of a tile, for the look mode and the pointer.
pub const fn terrain_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Wall => "Wall",
        Terrain::Ground => "Ground",
        Terrain::Alcove => "Alcove",
        Terrain::StairsUp => "Stairs up",
        Terrain::StairsDown => "Stairs down",
        Terrain::DoorClosed => "Closed door",
        Terrain::DoorOpen => "Open door",
        Terrain::DoorLocked => "Locked door",
        Terrain::VentOpen => "Vent",
        Terrain::VentShut => "Bolted vent",
        Terrain::Terminal => "Terminal",
        Terrain::TerminalUsed => "Dead terminal",
        Terrain::CableLive => "Live cable",
        Terrain::CableDead => "Dead cable",
        Terrain::Switch => "Switch",
        Terrain::Pedestal => "Pedestal",
        Terrain::PedestalSealed => "Sealed pedestal",
        Terrain::Low => "Desk",
        Terrain::Glass => "Glass",
        Terrain::Tall => "Cabinet",
        Terrain::Water => "Water",
        Terrain::CageShut => "Cage",
        Terrain::CageOpen => "Open cage",
    }
}

/// Returns the name of the tile at `pos`: furniture has that of its place, or of its
/// room, and ground in a room that of the room (W19, W26).
pub fn tile_name(game: &Game, pos: Pos) -> &'static str {
    let place = game.place(game.floor()).spec();
    if let Some(furnishing) = game.current_floor().furnishing_at(pos) {
        return furnishing.name();
    }
    match game.current_floor().map.terrain(pos) {
        terrain @ Terrain::Ground => match game.current_floor().room_at(pos) {
            Some(room) => room.room().name(),
            None => terrain_name(terrain),
        },
        Terrain::Low => place.low.names[variant(pos)],
        Terrain::Tall => place.tall.names[variant(pos)],
        terrain => terrain_name(terrain),
    }
}

/// Returns the title of the screen of a floor change (W13).
pub const fn floor_title(place: PlaceKind) -> &'static str {
    place.spec().name
}

/// Returns the cause of damage, as a list names it.
pub fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::Player => "Yourself",
        Cause::Monster(kind) => kind.spec().name,
        Cause::Status(Status::Poisoned) => "Poison",
        Cause::Status(Status::Envenomed) => "Venom",
        Cause::Status(_) => "A status",
        Cause::Spill(kind) => kind.spec().name,
        Cause::Cable => "A live cable",
    }
}

pub(super) const fn adjective(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "poisoned",
        Status::Envenomed => "envenomed",
        Status::Regrowing => "regrowing",
        Status::Stunned => "stunned",
        Status::Confused => "confused",
        Status::Steady => "steady",
        Status::Guarded => "guarded",
        Status::Soothed => "soothed",
    }
}

pub(super) const fn noun(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "poison",
        Status::Envenomed => "venom",
        Status::Regrowing => "regrowth",
        Status::Stunned => "stun",
        Status::Confused => "confusion",
        Status::Steady => "balance",
        Status::Guarded => "antidote",
        Status::Soothed => "mist",
    }
}

/// Returns the words for a status as the effect of a potion, before its duration.
pub(super) const fn dose(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "Poison",
        Status::Envenomed => "Venom",
        Status::Regrowing => "Regrowth",
        Status::Stunned => "Stun",
        Status::Confused => "Confusion",
        Status::Steady => "Balance",
        Status::Guarded => "No poison or venom",
        Status::Soothed => "Mist",
    }
}

/// Returns the words for a hit that inflicts a status.
pub(super) const fn verb(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "poisons",
        Status::Envenomed => "envenoms",
        Status::Regrowing => "regrows",
        Status::Stunned => "stuns",
        Status::Confused => "confuses",
        Status::Steady => "steadies",
        Status::Guarded => "guards",
        Status::Soothed => "soothes",
    }
}

/// Returns what a step of the player onto the neighbouring tile at `pos` would do; `None` where it only walks, or
/// where no step leads.
pub fn of_step(game: &Game, pos: Pos) -> Option<&'static str> {
    let direction = game.player().body.pos.direction_to(pos)?;
    game.accepts(Command::Walk(direction)).ok()?;
    let floor = game.current_floor();
    if let Some(index) = floor.monster_at(pos) {
        return Some(if floor.monsters[index].is_ally { "swap" } else { "hit" });
    }
    match floor.map.terrain(pos) {
        Terrain::DoorClosed | Terrain::DoorLocked => Some("open"),
        Terrain::VentOpen => Some("shut"),
        Terrain::Terminal | Terrain::Switch => Some("use"),
        Terrain::Pedestal => Some("choose"),
        Terrain::StairsUp => Some("climb"),
        Terrain::StairsDown => Some("descend"),
        Terrain::CableLive => Some("step into"),
        _ if floor.item_at(pos).is_some() => Some("take"),
        _ => None,
    }
}
