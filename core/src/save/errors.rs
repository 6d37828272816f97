//! Lists the errors of a save. The sentences about them are in [`view::text`](crate::view::text).

use crate::quantity::Floor;
use embedded_storage_async::nor_flash::NorFlashError;

/// The reason why nothing can be saved. The save is not changed until the player agrees to
/// overwrite it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The file or chip holds something else.
    Foreign,
    /// The file or chip has the wrong size.
    WrongSize,
    /// The save was made by a later game, with this format version.
    TooNew(u8),
    /// The flash is full. The limits of the format rule this out, unless sectors are worn out or a
    /// test builds a game that breaks the rules.
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

/// The fault of a device that holds a save.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceError {
    /// The machine has no save memory.
    Missing,
    /// Another instance of the program is using the memory.
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
    /// Maps any flash error to a broken memory. A host that can distinguish errors passes its own function to
    /// [`SaveManager::open_with`](super::SaveManager::open_with).
    pub(crate) fn of(_: impl NorFlashError) -> DeviceError {
        DeviceError::Broken
    }
}

/// A kind of damage that was found when a save was opened. The app shows every warning, because the run differs from
/// the one that was saved.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadWarning {
    /// The save holds a run that cannot be read.
    RunLost,
    /// The save holds a run of an earlier format, which this game cannot continue.
    RunTooOld,
    /// The last record of the run cannot be read; an older record and the journal were used.
    RunOlder,
    /// The journal does not continue the run; the remaining turns of the journal are lost.
    JournalBroken {
        /// The number of lost turns.
        turns_lost: u32,
    },
    /// A floor that the player left cannot be read; it will be generated anew.
    FloorLost(Floor),
    /// The hall of fame cannot be read, or only an older copy can be read.
    ScoresDamaged,
    /// The settings cannot be read, or only an older copy can be read.
    SettingsDamaged,
}

impl LoadWarning {
    /// Returns whether turns or floors of the run are missing; a recording of the run may still
    /// have them.
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

/// A measure that a host took to avoid losing turns. The app shows each measure.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveNotice {
    /// Another program removed the save; it was written anew.
    WrittenAnew,
    /// Another program replaced the save or wrote over it; the game is saved in another place now.
    SavedElsewhere,
    /// The save had lost this many turns, or the contents of floors; the recording of the run
    /// restored them.
    TurnsRestored(u32),
}

/// The largest number of warnings from opening a save: one for each floor, and one of each other kind.
pub(crate) const LOAD_WARNINGS_MAX: usize = crate::limits::FLOORS + 6;

/// The warnings from opening a save.
pub type LoadWarnings = heapless::Vec<LoadWarning, LOAD_WARNINGS_MAX>;

#[cfg(test)]
mod tests {
    use super::*;

    // Foreign contents are overwritten if the player agrees; for a memory that fails, the player is not asked.
    #[test]
    fn only_what_is_foreign_can_be_overwritten() {
        for save_error in [SaveError::Foreign, SaveError::WrongSize, SaveError::TooNew(9)] {
            assert!(save_error.can_be_overwritten(), "{save_error:?}");
        }
        for save_error in [SaveError::Full, SaveError::Device(DeviceError::Broken)] {
            assert!(!save_error.can_be_overwritten(), "{save_error:?}");
        }
    }
}
