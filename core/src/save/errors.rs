//! Lists the errors of a save, the losses found when a save is loaded, and the measures of a host against losses. The
//! sentences that report errors, losses and measures to the player are in [`view::text`](crate::view::text).

use crate::quantity::Floor;
use embedded_storage_async::nor_flash::NorFlashError;

/// The reason why nothing can be saved. If the contents of the flash [can be
/// overwritten](SaveError::can_be_overwritten), they stay unchanged until the player agrees.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The file or chip holds data that is not a save of this game.
    Foreign,
    /// The file does not have the size of a save, or the chip is smaller than a save.
    WrongSize,
    /// The save was made by a later version of the game, in the format version given here.
    TooNew(u8),
    /// The flash is full. The limits of the format prevent a full flash, if the save is undamaged and the game follows
    /// the rules.
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

/// The reason why a device cannot hold a save.
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
    /// Reading back from the memory does not return the bytes that were written.
    Broken,
}

impl DeviceError {
    /// Maps any flash error to a broken memory. A host that can distinguish errors passes its own function to
    /// [`SaveManager::open_with`](super::SaveManager::open_with).
    pub(crate) fn of(_: impl NorFlashError) -> DeviceError {
        DeviceError::Broken
    }
}

/// A loss that was found when a save was loaded. The app shows every warning to the player, because some of the saved
/// data is missing.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadWarning {
    /// The save holds a run that cannot be read.
    RunLost,
    /// The save holds a run of an earlier format, which this game cannot continue.
    RunTooOld,
    /// The last record of the run cannot be read; an older record and the journal were used.
    RunOlder,
    /// From some entry on, the journal does not continue the run. The turns from that entry on are lost.
    JournalBroken {
        /// The number of lost turns.
        turns_lost: u32,
    },
    /// The record of a floor that the player left cannot be read. The floor will be generated anew.
    FloorLost(Floor),
    /// The hall of fame cannot be read, or only an older copy can be read.
    ScoresDamaged,
    /// The settings cannot be read, or only an older copy can be read.
    SettingsDamaged,
}

impl LoadWarning {
    /// Returns whether turns or floors of the run may be missing. A recording of the run may still contain the missing
    /// turns and floors.
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

/// A measure that a host took to avoid losing turns. The app shows each measure to the player.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveNotice {
    /// Another program removed the save; the host has written it again.
    WrittenAnew,
    /// Another program replaced or overwrote the save; the game is now saved in another place.
    SavedElsewhere,
    /// The save had lost this many turns, or the contents of floors. The host restored them from the recording of the
    /// run.
    TurnsRestored(u32),
}

/// The largest number of warnings from loading a save: one for each floor, and one for each other kind of warning.
pub(crate) const LOAD_WARNINGS_MAX: usize = crate::limits::FLOORS + 6;

/// The warnings from loading a save.
pub type LoadWarnings = heapless::Vec<LoadWarning, LOAD_WARNINGS_MAX>;

#[cfg(test)]
mod tests {
    use super::*;

    // The player may agree to overwrite foreign contents, contents of the wrong size and saves of later versions of the
    // game. The player cannot overwrite a save that is full or whose device fails.
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
