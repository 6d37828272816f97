//! Sentences about saves: a run that goes on, what could not be read or written, and what is lost.

use super::hints::Question;
use super::{Message, Sentence, Tone};
use crate::save::{DeviceError, LoadWarning, SaveError, SaveNotice};
use crate::world::Game;
use core::error::Error;
use core::fmt;

/// Returns the state of a run, for the title.
pub fn of_run(game: &Game) -> Sentence {
    let (floor, level) = (game.floor().number(), game.player().level.number());
    let (hp, turn) = (game.player().body.hp.0, game.turn().0);
    sentence!("Floor {floor}, level {level}, {hp} hp, turn {turn}")
}

/// Returns the log messages of a continued run, whose last messages came back or not.
pub fn of_return(has_log: bool) -> impl Iterator<Item = Message> {
    let lost = message!(Normal, "Earlier messages are not in the save.").filter(|_| !has_log);
    lost.into_iter().chain(message!(Normal, "Where were you? Ah, yes."))
}

/// The line of the title when the last turn of a cut session ended the run.
pub const ENDED_LINE: &str = "Your last turn was the last one.";

/// Returns the reason why nothing is saved, and the remedy.
pub const fn save_error_lines(save_error: SaveError) -> [&'static str; 2] {
    const PLAYS_ON: &str = "The game goes on without saving.";
    const ASKS: &str = "New game asks before it is lost.";
    match save_error {
        SaveError::Foreign => ["The save is of something else.", ASKS],
        SaveError::WrongSize => ["The save has not the size of one.", ASKS],
        SaveError::TooNew(_) => ["The save is of a newer Mus Rex.", ASKS],
        SaveError::Full => ["The save has no room any more.", PLAYS_ON],
        SaveError::Device(DeviceError::Missing) => ["There is nothing to save on.", PLAYS_ON],
        SaveError::Device(DeviceError::Busy) => {
            ["Another Mus Rex has the save.", "Close it and start anew to save."]
        }
        SaveError::Device(DeviceError::TooSmall) => ["The save memory is too small.", PLAYS_ON],
        SaveError::Device(DeviceError::ReadOnly) => {
            ["The save must not be written.", "Allow it and start anew to save."]
        }
        SaveError::Device(DeviceError::NoSpace) => {
            ["The disk is full, nothing is saved.", "Make room and start anew to save."]
        }
        SaveError::Device(DeviceError::Broken) => ["The save could not be written.", PLAYS_ON],
    }
}

/// Returns the log message of a save error.
pub fn of_save_error(save_error: SaveError) -> impl Iterator<Item = Message> {
    save_error_lines(save_error).into_iter().flat_map(|line| message!(Warning, "{line}"))
}

/// Returns the lines about damage found in the save.
pub const fn load_warning_line(warning: LoadWarning) -> &'static str {
    match warning {
        LoadWarning::RunTooOld => "Your run is too old for this Mus Rex.",
        LoadWarning::RunLost => "Your run cannot be read any more.",
        LoadWarning::RunOlder => "Damaged save: is all as it was?",
        LoadWarning::JournalBroken { .. } => "Damaged save: turns are lost.",
        LoadWarning::FloorLost(_) => "Damaged save: a floor is new again.",
        LoadWarning::ScoresDamaged => "The hall of fame was damaged.",
        LoadWarning::SettingsDamaged => "The options were damaged.",
    }
}

/// Returns the log message of a load warning.
pub fn of_load_warning(warning: LoadWarning) -> Option<Message> {
    match warning {
        LoadWarning::FloorLost(floor) => {
            message!(Warning, "Damaged save: floor {} is new again.", floor.number())
        }
        LoadWarning::JournalBroken { turns_lost: 1 } => {
            message!(Warning, "Damaged save: the last turn is lost.")
        }
        LoadWarning::JournalBroken { turns_lost } => {
            message!(Warning, "Damaged save: {turns_lost} turns are lost.")
        }
        warning => message!(Warning, "{}", load_warning_line(warning)),
    }
}

/// Returns the log message of what a host did to lose no turn.
pub fn of_save_notice(notice: SaveNotice) -> Option<Message> {
    match notice {
        SaveNotice::WrittenAnew => {
            message!(Warning, "Your save was removed. It is written again.")
        }
        SaveNotice::SavedElsewhere => {
            message!(Warning, "Your save was replaced. A new one lies beside it.")
        }
        SaveNotice::TurnsRestored(0) => {
            message!(Good, "The recording brought back what was lost.")
        }
        SaveNotice::TurnsRestored(1) => {
            message!(Good, "The recording brought a lost turn back.")
        }
        SaveNotice::TurnsRestored(turns) => {
            message!(Good, "The recording brought {turns} lost turns back.")
        }
    }
}

/// Asks before a new game replaces a run.
pub const ASK_REPLACE: Question = ["Leave your run behind?", "It will be lost."];

/// Asks before a new game replaces a run that cannot be read.
pub const ASK_REPLACE_LOST: Question = ["Your run cannot be read.", "Begin anew in its place?"];

/// Asks before a save overwrites other data; after a no, the game is played without saving.
pub const ASK_OVERWRITE: Question = ["The save is something else.", "Overwrite it?"];

impl fmt::Display for SaveError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Foreign => formatter.write_str("the memory holds something else"),
            SaveError::WrongSize => formatter.write_str("the memory has the wrong size"),
            SaveError::TooNew(version) => {
                write!(formatter, "the save is of a later game, of format {version}")
            }
            SaveError::Full => formatter.write_str("the save has no room"),
            SaveError::Device(error) => error.fmt(formatter),
        }
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            DeviceError::Missing => "there is no save memory",
            DeviceError::Busy => "another program uses the save memory",
            DeviceError::TooSmall => "the save memory is too small",
            DeviceError::ReadOnly => "the save memory cannot be written",
            DeviceError::NoSpace => "the disk is full",
            DeviceError::Broken => "the save memory does not read back what was written",
        })
    }
}

impl Error for SaveError {}

impl Error for DeviceError {}
