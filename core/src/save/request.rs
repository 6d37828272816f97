//! The requests of the app to save, and the status that the host receives.

use super::errors::SaveError;
use super::scores::Scores;
use crate::rules::Command;
use crate::settings::Settings;
use crate::world::Game;

/// A request of the app to save. The host passes the request to [`SaveManager::submit`](super::SaveManager::submit)
/// before the next tick, together with the game at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveRequest {
    /// A run has begun.
    Begin,
    /// A turn was played.
    Turn(Command),
    /// A turn was played, and the turn ended the run.
    End(Command),
    /// The player is idle after a turn or after a run was continued: no animation is running, and no button is pressed.
    /// Idle time is a good time for a checkpoint.
    Idle,
    /// The player leaves the game and may continue the run later.
    Leave,
    /// The player gave up the run.
    GiveUp,
    /// The player changed a setting.
    Settings,
    /// The player agrees to overwrite the contents of the memory. This request also does the work of
    /// [`SaveRequest::Begin`].
    Overwrite,
}

/// The data that a save request refers to.
#[derive(Clone, Copy, Debug)]
pub struct SaveSource<'a> {
    /// The game after the event that caused the request.
    pub game: &'a Game,
    /// The hall of fame. For [`SaveRequest::End`], it must already contain the row of the run.
    pub scores: &'a Scores,
    /// The settings.
    pub settings: &'a Settings,
}

/// The progress of a [`SaveManager`](super::SaveManager).
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveStatus {
    /// Everything submitted is written.
    Done,
    /// Work is left. A [submitted](super::SaveManager::submit) turn is safe. A turn that waited in a
    /// [`Backlog`](super::Backlog) may not be safe until the work is done.
    Pending,
    /// Nothing more is saved, for this reason.
    Failed(SaveError),
}
