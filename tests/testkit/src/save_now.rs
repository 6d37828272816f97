//! Synchronous saving for tests.

use embedded_storage_async::nor_flash::NorFlash;
use musrex_core::app::Settings;
use musrex_core::poll::block_on;
use musrex_core::save::{SaveError, SaveManager, SaveRequest, SaveSource, SaveStatus, Scores};
use musrex_core::{Command, Game};

/// An extension of a save manager for tests: each function submits a request and completes the work of that
/// request. A function that saves fails with the error in the resulting status.
#[expect(clippy::missing_errors_doc, reason = "all of them fail in the same way")]
pub trait SaveNow {
    /// Submits `request` with this source, and completes all its work.
    fn save(&mut self, request: SaveRequest, source: SaveSource<'_>) -> Result<(), SaveError>;

    /// Submits a `request` that needs only `game`, and completes all its work.
    fn save_game(&mut self, request: SaveRequest, game: &Game) -> Result<(), SaveError> {
        let (scores, settings) = (Scores::new(), Settings::default());
        self.save(request, SaveSource { game, scores: &scores, settings: &settings })
    }

    /// Agrees to overwrite the contents of the flash. The caller must then call [`begin`](SaveNow::begin).
    fn allow_overwrite(&mut self);

    /// Begins the save of a run.
    fn begin(&mut self, game: &Game) -> Result<(), SaveError> {
        self.save_game(SaveRequest::Begin, game)
    }

    /// Saves the turn in which `command` led to `game`.
    fn turn(&mut self, command: Command, game: &Game) -> Result<(), SaveError> {
        self.save_game(SaveRequest::Turn(command), game)
    }

    /// Saves while the player is idle. This writes a checkpoint if one of the next turns would otherwise need one.
    fn idle(&mut self, game: &Game) -> Result<(), SaveError> {
        self.save_game(SaveRequest::Idle, game)
    }

    /// Saves for a player who leaves the game.
    fn leave(&mut self, game: &Game) -> Result<(), SaveError> {
        self.save_game(SaveRequest::Leave, game)
    }

    /// Saves the turn that ended the run. The row of this run must already be in `scores`.
    fn end(&mut self, command: Command, game: &Game, scores: &Scores) -> Result<(), SaveError> {
        let settings = Settings::default();
        self.save(SaveRequest::End(command), SaveSource { game, scores, settings: &settings })
    }

    /// Gives up the run.
    fn give_up(&mut self) -> Result<(), SaveError> {
        self.save_game(SaveRequest::GiveUp, &Game::new(0))
    }

    /// Saves the settings.
    fn set(&mut self, settings: &Settings) -> Result<(), SaveError> {
        let (game, scores) = (Game::new(0), Scores::new());
        self.save(SaveRequest::Settings, SaveSource { game: &game, scores: &scores, settings })
    }
}

impl<F: NorFlash> SaveNow for SaveManager<F> {
    fn allow_overwrite(&mut self) {
        let (game, scores, settings) = (Game::new(0), Scores::new(), Settings::default());
        let source = SaveSource { game: &game, scores: &scores, settings: &settings };
        // This request itself writes nothing; the first save of the next run writes everything.
        let _ = block_on(self.submit(SaveRequest::Overwrite, source));
    }

    fn save(&mut self, request: SaveRequest, source: SaveSource<'_>) -> Result<(), SaveError> {
        let _ = block_on(self.submit(request, source));
        match block_on(self.flush(source.game)) {
            SaveStatus::Done => Ok(()),
            SaveStatus::Failed(save_error) => Err(save_error),
            SaveStatus::Pending => panic!("a save that is flushed has work left"),
        }
    }
}
