//! Tells the player why a command is refused or held back.

use super::{PlaySession, Played, entered};
use crate::geometry::{Direction, Pos};
use crate::input::{Button, Buttons, Pad};
use crate::rules::{Command, Refusal};
use crate::view::text;
use crate::world::{Game, Terrain};

/// The number of ticks for which a single direction must be held with R before the log explains that a diagonal step
/// needs two directions.
const LONE_TICKS: u8 = 20;

impl PlaySession {
    /// Logs why an action that is not a command is refused.
    pub(crate) fn say_refusal(&mut self, refusal: Refusal, game: &Game) {
        self.log.ask();
        self.log_refusal(refusal, game, Command::Wait);
    }

    // Target: GBA. Not inlined: keeps a message off the short stack while a turn is played.
    #[inline(never)]
    pub(super) fn log_refusal(&mut self, refusal: Refusal, game: &Game, command: Command) {
        match entered(game, command).filter(|_| refusal == Refusal::Wall) {
            Some(at) if game.current_floor().map.terrain(at) != Terrain::Wall => {
                self.log_bump(game, at);
            }
            _ => {
                if let Some(message) = text::refusal_message(refusal) {
                    self.log_message(message, game);
                }
            }
        }
    }

    /// Logs the name of the obstacle that the player has walked into (W19, W25).
    fn log_bump(&mut self, game: &Game, at: Pos) {
        let terrain = game.current_floor().map.terrain(at);
        if let Some(message) = text::bump_message(terrain, text::tile_name(game, at)) {
            self.log_message(message, game);
        }
    }

    /// Returns whether the command is held back with a warning, because it would lead out of the lobby without a kit.
    /// Only the first such command is held back (W30).
    pub(super) fn is_held_back(&mut self, game: &Game, command: Command) -> bool {
        let is_stairs = |at| game.current_floor().map.terrain(at).is_stairs();
        // Checks the stairs first, because a handheld is too slow to search the floor for lockers at each step.
        let leaves = entered(game, command).is_some_and(is_stairs) && game.has_kit_to_choose();
        if !leaves || core::mem::replace(&mut self.sitting.is_kit_warned, true) {
            return false;
        }
        self.log_first(text::no_kit_message(), game);
        self.halt();
        true
    }

    /// Names the wall that blocks a diagonal step, because that wall is easy to overlook on the map.
    pub(super) fn explain_corner(&mut self, game: &Game, direction: Direction, played: Played) {
        let is_corner = direction.is_diagonal() && played == Played::Refused(Refusal::Wall);
        let at = game.player().body.pos.step(direction).filter(|_| is_corner);
        if let Some(at) = at
            && game.current_floor().map.terrain(at) == Terrain::Wall
        {
            self.log_bump(game, at);
        }
    }

    /// Explains that a diagonal step needs two directions, if only one is held with the diagonal button. Returns
    /// whether the log has just explained this.
    pub(super) fn explains_diagonals(&mut self, game: &Game, pad: &Pad) -> bool {
        if pad.held_ticks() != LONE_TICKS || !is_lone_direction(pad) {
            return false;
        }
        self.log.ask();
        self.log_message(text::only_diagonals_message(), game);
        true
    }
}

/// Returns whether exactly one direction is held with the diagonal button.
fn is_lone_direction(pad: &Pad) -> bool {
    let directions = pad.held().and(Buttons::DIRECTIONS);
    let is_straight = directions.direction().is_some_and(|direction| !direction.is_diagonal());
    is_straight && pad.held() == directions.with(Button::R)
}
