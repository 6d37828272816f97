//! The keys of the records in a save. The table of keys is in `format.rs`.

use crate::limits::FLOORS;
use crate::quantity::Floor;

/// The key that identifies a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Meta,
    Run,
    Scores,
    Settings,
    Journal,
    Bestiary,
    Floor(Floor),
}

/// The code of the lobby's key. The codes of the other floors' keys follow.
const FLOOR_CODE: u8 = 16;

impl Key {
    pub(super) const fn code(self) -> u8 {
        match self {
            Key::Meta => 0,
            Key::Run => 1,
            Key::Scores => 2,
            Key::Settings => 3,
            Key::Journal => 4,
            Key::Bestiary => 5,
            Key::Floor(floor) => FLOOR_CODE + floor.number(),
        }
    }

    pub(super) const fn is_floor(code: usize) -> bool {
        code >= FLOOR_CODE as usize
    }

    /// Returns whether a record with this code has the epoch of a record of the run.
    pub(super) fn is_of_run(code: u8) -> bool {
        [Key::Run, Key::Journal, Key::Bestiary].into_iter().any(|key| key.code() == code)
            || Key::is_floor(code.into())
    }
}

/// An exclusive upper bound of the codes of keys.
pub(super) const KEY_CODES: usize = FLOOR_CODE as usize + FLOORS;
