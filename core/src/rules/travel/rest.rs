//! Rests.

use super::interrupt::Interrupt;
use super::threats::alert_enemy_in_sight;
use crate::content::Status;
use crate::geometry::TileSet;
use crate::rules::Command;
use crate::world::Game;

/// Waits until rested, unless an alert enemy is in sight.
pub(super) fn next_rest(game: &Game, visible: &TileSet) -> Result<Command, Interrupt> {
    match alert_enemy_in_sight(game, visible) {
        Some(kind) => Err(Interrupt::Watched(kind)),
        None if is_rested(game) => Err(Interrupt::Rested),
        None => Ok(Command::Wait),
    }
}

/// Returns whether hit points are full and no status runs that harms or heals (N3).
pub fn is_rested(game: &Game) -> bool {
    game.player().body.hp >= game.player_stats().hp_max
        && !game.player().body.statuses.running().any(|(status, _)| is_felt(status))
}

/// Returns whether a status is worth waiting for, or stopping for.
pub(super) const fn is_felt(status: Status) -> bool {
    !matches!(status, Status::Steady | Status::Guarded | Status::Soothed)
}
