//! Lists the errors of a save. Their sentences are in [`view::text`](crate::view::text).

use crate::quantity::Floor;
use embedded_storage_async::nor_flash::NorFlashError;

/// Tells why nothing can be saved. The save stays as it is until the player agrees to overwrite it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The file or chip holds something else.
    Foreign,
    /// The file or chip has the wrong size.
    WrongSize,
    /// The save is of a later game, of this format version.
    TooNew(u8),
    /// The flash is full. The bounds of the format exclude this, unless sectors have worn out, or a
    /// test made up a game that the rules do not allow.
    Full,
    /// The device failed.
    Device(DeviceError),
}

impl SaveError {
    /// Returns whether the player may agree to overwrite the contents.
    pub const fn can_be_overwritten(self) -> bool {
        match self {
            SaveError::Foreign | SaveError::WrongSize | SaveError::TooNew(_) => true,
            SaveError::Full | SaveError::Device(_) => false,
        }
    }
}

/// Describes the fault of the device.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceError {
    /// The machine has no save memory.
    Missing,
    /// Another instance of the program uses it.
    Busy,
    /// The memory is smaller than a save.
    TooSmall,
    /// The memory may be read, but not written.
    ReadOnly,
    /// The disk is full.
    NoSpace,
    /// The memory does not read back what was written.
    Broken,
}

impl DeviceError {
    /// Describes any error of a flash: its memory is broken. A host that can tell more passes a function
    /// of its own to [`SaveManager::open_with`](super::SaveManager::open_with).
    pub fn of(_: impl NorFlashError) -> DeviceError {
        DeviceError::Broken
    }
}

/// Describes damage found when a save was opened. The app shows every warning, because the run
/// differs from the one that was saved.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadWarning {
    /// The save holds a run that cannot be read.
    RunLost,
    /// The save holds a run of an earlier format, which this game cannot go on with.
    RunTooOld,
    /// The last record of the run cannot be read; an older one and the journal were used.
    RunOlder,
    /// The journal does not continue the run; the rest of it was not played.
    JournalBroken {
        /// Counts the lost turns.
        turns_lost: u32,
    },
    /// A floor that was left cannot be read; it is new again.
    FloorLost(Floor),
    /// The hall of fame cannot be read, or only an older one.
    ScoresDamaged,
    /// The settings cannot be read, or only older ones.
    SettingsDamaged,
}

impl LoadWarning {
    /// Returns whether turns or floors of the run are missing, which a recording of it may have.
    pub const fn concerns_run(self) -> bool {
        match self {
            LoadWarning::RunLost
            | LoadWarning::RunOlder
            | LoadWarning::JournalBroken { .. }
            | LoadWarning::FloorLost(_) => true,
            LoadWarning::RunTooOld | LoadWarning::ScoresDamaged | LoadWarning::SettingsDamaged => {
                false
            }
        }
    }
}

/// Tells what a host did to lose no turn. The app shows it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveNotice {
    /// Another program removed the save; it was written anew.
    WrittenAnew,
    /// Another program replaced the save or wrote over it; the game is saved in another place now.
    SavedElsewhere,
    /// The save had lost this many turns, or what floors hold, which the recording of the run had.
    TurnsRestored(u32),
}

/// The most warnings of one opening: one for each floor, and one for each other record.
pub(crate) const LOAD_WARNINGS_MAX: usize = crate::limits::FLOORS + 6;

/// All warnings of one opening.
pub type LoadWarnings = heapless::Vec<LoadWarning, LOAD_WARNINGS_MAX>;
