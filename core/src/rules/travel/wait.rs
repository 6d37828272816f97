//! Waits of several turns.

use super::interrupt::Interrupt;
use super::threats::alert_enemy_in_sight;
use crate::content::Status;
use crate::geometry::TileSet;
use crate::rules::Command;
use crate::world::Game;

/// The condition that ends a wait of several turns. The interrupts of auto-travel end it as well (N3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The wait ends when no status that harms or heals is running.
    Well,
    /// Only the interrupts of auto-travel end the wait.
    News,
}

/// Returns a command to wait one more turn. Returns an error if an alert enemy in sight is a threat, or `until` is met.
pub(super) fn next_wait(
    game: &Game,
    visible: &TileSet,
    until: Until,
) -> Result<Command, Interrupt> {
    match alert_enemy_in_sight(game, visible) {
        Some(kind) => Err(Interrupt::Watched(kind)),
        None if until == Until::Well && is_well(game) => Err(Interrupt::Well),
        None => Ok(Command::Wait),
    }
}

/// Returns whether the player is free of statuses that harm or heal (N3).
fn is_well(game: &Game) -> bool {
    !game.player().body.statuses.running().any(|(status, _)| is_felt(status))
}

impl Until {
    /// Returns the condition that suits a wait that begins now.
    pub fn now(game: &Game) -> Until {
        if is_well(game) { Until::News } else { Until::Well }
    }
}

/// Returns whether this status counts as one that harms or heals: every status except `Steady`, `Immune` and `Soothed`.
/// Auto-travel stops when such a status begins, and a wait can last until it ends.
pub(super) const fn is_felt(status: Status) -> bool {
    !matches!(status, Status::Steady | Status::Immune | Status::Soothed)
}
