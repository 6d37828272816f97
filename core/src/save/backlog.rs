//! The backlog: the requests that are submitted while a write is in progress.

use super::journal::PlayedTurn;
use crate::quantity::Floor;
use crate::save::manager::SaveManager;
use crate::save::request::SaveRequest;
use crate::world::Game;
use embedded_storage_async::nor_flash::NorFlash;

/// The requests that arrive while the [`work`](SaveManager::work) of a save manager is in progress.
///
/// One turn can wait for the work to end, because the loss of one turn to a power failure is acceptable. An
/// [idle](SaveRequest::Idle) request is dropped. After a second turn, after a turn that led to another floor, and after
/// any request that is neither a turn nor idle, the host must poll the work to its end before the next tick.
#[derive(Debug)]
pub struct Backlog {
    /// The player's floor when the work began.
    floor: Floor,
    turn: Option<PlayedTurn>,
    request: Option<SaveRequest>,
}

impl Backlog {
    /// Creates an empty backlog, for the start of work on `game`.
    pub const fn new(game: &Game) -> Backlog {
        Backlog { floor: game.floor, turn: None, request: None }
    }

    /// Takes a request. `game` is the game after the event that caused the request. Returns true if play may go on. If
    /// the result is false, the caller must poll the work to its end and [submit](Backlog::submit) the backlog before
    /// the next tick.
    ///
    /// # Panics
    /// Panics if the previous call returned `false`.
    pub fn take(&mut self, request: SaveRequest, game: &Game) -> bool {
        assert!(self.request.is_none(), "play does not go on");
        match request {
            // The request is dropped, because the work in progress is usually a checkpoint. The app makes this request
            // again when the player is idle after a later turn.
            SaveRequest::Idle => true,
            // A change of floor does not wait, because the card between the floors hides the write.
            SaveRequest::Turn(command) if self.turn.is_none() && game.floor == self.floor => {
                self.turn = Some(PlayedTurn::new(command, game));
                true
            }
            _ => {
                self.request = Some(request);
                false
            }
        }
    }

    /// Submits the waiting turn, if any, to `manager`. The caller must first poll the work to its end. Returns the
    /// request for which [`take`](Backlog::take) returned false, if any; the caller must submit that request next.
    pub async fn submit<F: NorFlash>(self, manager: &mut SaveManager<F>) -> Option<SaveRequest> {
        if let Some(played) = self.turn {
            // A failure shows in the status of the manager.
            let _ = manager.submit_played(played).await;
        }
        self.request
    }
}
