//! The hand-drawn rooms of `rooms/`, in the order of their file names.

/// A room as defined by its file.
#[derive(Debug)]
pub struct Room {
    /// The path of the room's file in the repository.
    pub file: &'static str,
    /// The purpose of the room.
    pub purpose: Purpose,
    /// The weight of the room in the random choice among the rooms that fit, 1 to 9.
    pub weight: u8,
    /// The floors on which the room may appear: bit n is floor n.
    pub floors: u16,
    /// The number of columns, including the walls.
    pub width: u8,
    /// The number of rows, including the walls.
    pub height: u8,
    /// The letters of the room, row by row: `#` is wall, `.` is ground, `+` is an entrance, a blank is outside the
    /// room. All other letters are explained by the key.
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
    /// The compile-time error, with file, line and column, that is reported if the game does not know the meaning.
    pub fault: &'static str,
}

/// The purpose of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The room contains a fight.
    Fight,
    /// The room is a joke.
    Joke,
    /// The room holds a prize that is worth the detour.
    Prize,
    /// The room is a puzzle that needs a plan.
    Puzzle,
    /// The room is a quiet place.
    Rest,
}

/// All rooms.
pub const TABLE: &[Room] = include!(concat!(env!("OUT_DIR"), "/rooms.rs"));
