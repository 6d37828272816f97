//! What can go wrong with a save, and what to think of it. Sentences are in
//! [`content::text`](crate::content::text).

use crate::quantity::Floor;
use embedded_storage_async::nor_flash::NorFlashErrorKind;

/// Why nothing can be saved. What is in the save stays as it is until the player agrees to
/// overwrite it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// What should hold a save holds something else.
    Foreign,
    /// What should hold a save has not the size of one.
    WrongSize,
    /// The save is of a later game, of this format version.
    TooNew(u8),
    /// The save is ours and beyond repair.
    Corrupt,
    /// There is no room for more: by the bounds of the format this cannot be, unless sectors have
    /// worn out, or a game was made up that the rules do not allow.
    Full,
    /// What the save is kept on does not do what it should.
    Device(Device),
}

impl Trouble {
    /// Whether the player may agree to overwrite what is there.
    pub const fn can_be_overwritten(self) -> bool {
        match self {
            Trouble::Foreign | Trouble::WrongSize | Trouble::TooNew(_) | Trouble::Corrupt => true,
            Trouble::Full | Trouble::Device(_) => false,
        }
    }
}

/// What is wrong with what a save is kept on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// There is none.
    Missing,
    /// Another game has it.
    Busy,
    /// It holds less than a save.
    TooSmall,
    /// It may be read, but not written.
    ReadOnly,
    /// The disk it is on has no room.
    NoSpace,
    /// It does not read or write what it should.
    Broken,
}

impl From<NorFlashErrorKind> for Device {
    fn from(_: NorFlashErrorKind) -> Device {
        Device::Broken
    }
}

/// What was found damaged or cut short when a save was opened. What is said of it must be read by
/// the player: the run is not quite what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// There was a run, and it cannot be read.
    RunLost,
    /// The last record of the run cannot be read; an older one and the journal were used.
    RunOlder,
    /// The journal does not go on from the run, or is not there; what follows was not played.
    JournalBroken {
        /// Turns that were played and are lost, where the journal tells.
        turns_lost: Option<u32>,
    },
    /// The last entry of the journal cannot be read, so its turn was not played.
    LastTurnLost,
    /// A floor that was left cannot be read; it is new again.
    FloorLost(Floor),
    /// The hall of fame cannot be read, or only an older one.
    ScoresDamaged,
    /// The settings cannot be read, or only older ones.
    SettingsDamaged,
}

/// Notes of one opening at most: one for each floor, and one for each other record.
pub const NOTES_MAX: usize = crate::limits::FLOORS + 6;

/// All that was found damaged.
pub type Notes = heapless::Vec<Note, NOTES_MAX>;
