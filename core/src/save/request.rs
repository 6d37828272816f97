//! Requests to save: what the app asks for, and what a host learns of it.

use super::errors::SaveError;
use super::scores::Scores;
use crate::rules::Command;
use crate::settings::Settings;
use crate::world::Game;

/// A request of the app to save. The host hands it to [`SaveManager::submit`](super::SaveManager::submit) before the next tick, with
/// the game as it is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveRequest {
    /// A run has begun.
    Begin,
    /// A turn was played.
    Turn(Command),
    /// A turn was played that ended the run.
    End(Command),
    /// The player is idle: after a turn, or after a run was continued, nothing moves and no button is
    /// pressed. There is time for a checkpoint.
    Idle,
    /// The player leaves the game and may continue the run later.
    Leave,
    /// The player gave up the run.
    GiveUp,
    /// The player changed a setting.
    Settings,
    /// The player agrees to overwrite what the memory holds. This includes a [`SaveRequest::Begin`].
    Overwrite,
}

/// Holds what a request to save is about.
#[derive(Clone, Copy, Debug)]
pub struct SaveSource<'a> {
    /// The game as it is after the request.
    pub game: &'a Game,
    /// The hall of fame, with the row of a run that has ended.
    pub scores: &'a Scores,
    /// The settings.
    pub settings: &'a Settings,
}

/// Tells how far a [`SaveManager`](super::SaveManager) is.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveStatus {
    /// All that was submitted is written.
    Done,
    /// Work is left. A turn that was [submitted](super::SaveManager::submit) is safe; one that had waited in a
    /// [`Backlog`](super::Backlog) is safe when the work is done.
    Pending,
    /// Nothing is saved, for this reason.
    Failed(SaveError),
}
