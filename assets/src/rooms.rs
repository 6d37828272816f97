//! The rooms that are drawn by hand in `rooms/`, in the order of their file names.

/// A room as its file draws it.
#[derive(Debug)]
pub struct Room {
    /// The path of its file in the repository.
    pub file: &'static str,
    /// Its purpose.
    pub purpose: Purpose,
    /// How likely it is chosen among others that are fit: 1 to 9.
    pub weight: u8,
    /// The floors on which it may lie: bit n is floor n.
    pub floors: u16,
    /// Its columns, with its walls.
    pub width: u8,
    /// Its rows, with its walls.
    pub height: u8,
    /// Its letters, row by row: `#` wall, `.` ground, `+` entrance, a blank outside, and those of the
    /// key.
    pub letters: &'static [u8],
    /// What the other letters mean.
    pub key: &'static [Key],
}

/// What a letter means.
#[derive(Debug)]
pub struct Key {
    /// The letter.
    pub letter: u8,
    /// Its meaning, in words that the game knows.
    pub meaning: &'static str,
    /// What to say, with file, line and column, when the game knows no such words.
    pub fault: &'static str,
}

/// What a room is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Has somebody to fight.
    Fight,
    /// Makes one smile.
    Joke,
    /// Holds something worth the way.
    Prize,
    /// Asks how to go about it.
    Puzzle,
    /// Lets one breathe.
    Rest,
}

/// All rooms.
pub const TABLE: &[Room] = include!(concat!(env!("OUT_DIR"), "/rooms.rs"));
