//! The rooms that are drawn by hand in `rooms/`, in the order of their file names.

/// A room, as its file defines it.
#[derive(Debug)]
pub struct Room {
    /// The path of its file in the repository.
    pub file: &'static str,
    /// Its purpose.
    pub purpose: Purpose,
    /// The weight of the room in the choice among those that fit, 1 to 9.
    pub weight: u8,
    /// The floors on which it may lie: bit n is floor n.
    pub floors: u16,
    /// Its columns, with its walls.
    pub width: u8,
    /// Its rows, with its walls.
    pub height: u8,
    /// Its letters, row by row: `#` wall, `.` ground, `+` entrance, a blank outside, and the letters of the key.
    pub letters: &'static [u8],
    /// What the other letters mean.
    pub key: &'static [Key],
}

/// What a letter means.
#[derive(Debug)]
pub struct Key {
    /// The letter.
    pub letter: u8,
    /// Its meaning, as the game spells it.
    pub meaning: &'static str,
    /// The error message, with file, line and column, for a meaning that the game does not know.
    pub fault: &'static str,
}

/// The purpose of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// There is somebody to fight.
    Fight,
    /// It is a joke.
    Joke,
    /// It holds something worth the detour.
    Prize,
    /// It needs a plan.
    Puzzle,
    /// It is a quiet place.
    Rest,
}

/// All rooms.
pub const TABLE: &[Room] = include!(concat!(env!("OUT_DIR"), "/rooms.rs"));
