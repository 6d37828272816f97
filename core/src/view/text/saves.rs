//! Sentences about saves: continued runs, errors in reading and writing, and losses.

use super::message::{Message, Sentence, Tone};
use super::words::save;
use crate::quantity::Floor;
use crate::save::{DeviceError, LoadWarning, SaveError, SaveNotice};
use crate::world::Game;
use core::error::Error;
use core::fmt;

/// Returns the line about the state of a run, for the title.
pub fn run_line(game: &Game) -> Sentence {
    let (floor, level) = (game.floor().number(), game.player().level.number());
    let (hp, turn) = (game.player().body.hp.0, game.turn().0);
    if game.floor() == Floor::LOBBY {
        save::run_in_lobby(hp, level, turn)
    } else {
        save::run(hp, floor, level, turn)
    }
}

/// Returns the log messages of a continued run. `has_log` is true if the last messages of the run were restored.
pub(crate) fn return_messages(has_log: bool) -> impl Iterator<Item = Message> {
    let lost = message!(Normal, save::no_log()).filter(|_| !has_log);
    lost.into_iter().chain(message!(Normal, save::welcome()))
}

/// The text for a slow machine to show while it rebuilds a saved run.
pub const LOADING_LINE: &str = save::loading();

/// The line on the title if the run ended in the last turn before an interruption.
pub(crate) const ENDED_LINE: &str = save::ended();

/// Returns the reason why nothing is saved, and then what the player can do about it or what happens next.
pub(crate) const fn save_error_lines(save_error: SaveError) -> [&'static str; 2] {
    match save_error {
        SaveError::Foreign => [save::foreign(), save::asks()],
        SaveError::WrongSize => [save::wrong_size(), save::asks()],
        SaveError::TooNew(_) => [save::too_new(), save::asks()],
        SaveError::Full => [save::full(), save::plays_on()],
        SaveError::Device(DeviceError::Missing) => [save::missing(), save::plays_on()],
        SaveError::Device(DeviceError::Busy) => [save::busy(), save::busy_advice()],
        SaveError::Device(DeviceError::TooSmall) => [save::too_small(), save::plays_on()],
        SaveError::Device(DeviceError::ReadOnly) => [save::read_only(), save::read_only_advice()],
        SaveError::Device(DeviceError::NoSpace) => [save::no_space(), save::no_space_advice()],
        SaveError::Device(DeviceError::Broken) => [save::broken(), save::plays_on()],
    }
}

/// Returns the log messages of a save error.
pub(crate) fn save_error_messages(save_error: SaveError) -> impl Iterator<Item = Message> {
    save_error_lines(save_error).into_iter().map(|line| Message::new(Tone::Warning, line))
}

/// Returns the line about damage found in the save.
pub(crate) const fn load_warning_line(warning: LoadWarning) -> &'static str {
    match warning {
        LoadWarning::RunTooOld => save::run_too_old(),
        LoadWarning::RunLost => save::run_lost(),
        LoadWarning::RunOlder => save::run_older(),
        LoadWarning::JournalBroken { .. } => save::journal_broken(),
        LoadWarning::FloorLost(_) => save::floor_lost(),
        LoadWarning::ScoresDamaged => save::scores_damaged(),
        LoadWarning::SettingsDamaged => save::settings_damaged(),
    }
}

/// Returns the log message of a load warning.
pub(crate) fn load_warning_message(warning: LoadWarning) -> Option<Message> {
    match warning {
        LoadWarning::FloorLost(floor) => message!(Warning, save::this_floor_lost(floor.number())),
        LoadWarning::JournalBroken { turns_lost } => {
            message!(Warning, save::turns_lost(turns_lost))
        }
        warning => message!(Warning, load_warning_line(warning)),
    }
}

/// Returns the log message about what the host has done to avoid losing turns.
pub(crate) fn save_notice_message(notice: SaveNotice) -> Option<Message> {
    match notice {
        SaveNotice::WrittenAnew => message!(Warning, save::written_anew()),
        SaveNotice::SavedElsewhere => message!(Warning, save::saved_elsewhere()),
        SaveNotice::TurnsRestored(0) => message!(Good, save::restored()),
        SaveNotice::TurnsRestored(turns) => message!(Good, save::turns_restored(turns)),
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Foreign => formatter.write_str("the memory holds something else"),
            SaveError::WrongSize => formatter.write_str("the memory has the wrong size"),
            SaveError::TooNew(version) => {
                write!(formatter, "the save is from a newer Mus Rex, of format {version}")
            }
            SaveError::Full => formatter.write_str("the save is full"),
            SaveError::Device(error) => error.fmt(formatter),
        }
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            DeviceError::Missing => "there is no save memory",
            DeviceError::Busy => "another program is using the save memory",
            DeviceError::TooSmall => "the save memory is too small",
            DeviceError::ReadOnly => "the save memory is read-only",
            DeviceError::NoSpace => "the disk is full",
            DeviceError::Broken => "the save memory cannot be written and read back",
        })
    }
}

impl Error for SaveError {}

impl Error for DeviceError {}
