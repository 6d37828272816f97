//! The rooms drawn by hand in `rooms/`, in the order of their file names.

/// A room, as its file defines it.
#[derive(Debug)]
pub struct Room {
    /// The path of the room's file in the repository.
    pub file: &'static str,
    /// The purpose of the room.
    pub purpose: Purpose,
    /// The weight of the room in the choice among the rooms that fit, 1 to 9.
    pub weight: u8,
    /// The floors on which the room may lie: bit n is floor n.
    pub floors: u16,
    /// The number of columns, with the walls.
    pub width: u8,
    /// The number of rows, with the walls.
    pub height: u8,
    /// The letters of the room, row by row: `#` wall, `.` ground, `+` entrance, a blank outside, and the letters of the
    /// key.
    pub letters: &'static [u8],
    /// The meanings of the letters besides `#`, `.`, `+` and the blank.
    pub key: &'static [Key],
}

/// The meaning of a letter.
#[derive(Debug)]
pub struct Key {
    /// The letter.
    pub letter: u8,
    /// The meaning of the letter, as the game spells it.
    pub meaning: &'static str,
    /// The error message, with file, line and column, for a meaning that the game does not know.
    pub fault: &'static str,
}

/// The purpose of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The room has somebody to fight.
    Fight,
    /// The room is a joke.
    Joke,
    /// The room holds something worth the detour.
    Prize,
    /// The room needs a plan.
    Puzzle,
    /// The room is a quiet place.
    Rest,
}

/// All rooms.
pub const TABLE: &[Room] = include!(concat!(env!("OUT_DIR"), "/rooms.rs"));
