//! Persistence: the app and its save.

use super::{App, ScreenName};
use crate::content::Status;
use crate::geometry::TileSet;
use crate::poll::apart;
use crate::rules::Events;
use crate::save::{
    LoadWarnings, Loaded, SaveError, SaveManager, SaveNotice, SaveRequest, SaveSource, SaveStatus,
    TurnObserver,
};
use crate::screens::Destination;
use crate::session::RunPhase;
use crate::session::play_session::PlaySession;
use crate::view::text;
use crate::world::Game;
use core::pin::pin;
use embedded_storage_async::nor_flash::NorFlash;

impl App {
    /// Loads the run, the hall of fame and the settings. The app requests saves from now on.
    pub async fn attach<F: NorFlash>(&mut self, manager: &mut SaveManager<F>) {
        // Target: GBA. Loads in a stack frame of its own, because the title's floors need the short stack later.
        apart(pin!(self.load_save(manager))).await;
        let state = &mut self.state;
        if state.phase == RunPhase::Saved {
            state.play.resume(&state.game);
            state.greet();
            self.show(Destination::TITLE);
        } else {
            self.show_title();
        }
    }

    /// Returns the warnings about damage in the save; empty once a run has logged them.
    pub const fn load_warnings(&self) -> &LoadWarnings {
        self.state.autosave.warnings()
    }

    /// Makes `game` the run that can be continued, in place of a run that was [loaded](App::attach) with
    /// [warnings](App::load_warnings). The host saves the restored run with [`SaveRequest::Begin`].
    pub fn restore_run(&mut self, game: &Game) {
        let state = &mut self.state;
        state.game.clone_from(game);
        state.phase = RunPhase::Saved;
        state.autosave.forget_lost_run();
        state.play.start(&state.game);
        state.greet();
        self.show(Destination::TITLE);
    }

    async fn load_save<F: NorFlash>(&mut self, manager: &mut SaveManager<F>) {
        let state = &mut self.state;
        let mut loaded = Loaded::NOTHING;
        let mut last_turns = LastTurns { play: &mut state.play, had: [false; Status::COUNT] };
        manager.load_into(&mut state.game, &mut loaded, &mut last_turns).await;
        state.autosave.load(&loaded);
        state.phase = if loaded.has_run { RunPhase::Saved } else { RunPhase::Demo };
        if let Some(settings) = loaded.settings {
            state.settings = settings;
        }
        state.scores = loaded.scores;
    }

    /// Saves everything before the future completes. This is for hosts that wait for their flash.
    pub async fn save<F: NorFlash>(&mut self, request: SaveRequest, manager: &mut SaveManager<F>) {
        // The status of the submission is ignored, because `flush` returns a newer status.
        let _ = manager.submit(request, self.save_source()).await;
        let status = manager.flush(&self.state.game).await;
        self.report(status);
    }

    /// Returns the data to save for a request, for [`SaveManager::submit`].
    pub const fn save_source(&self) -> SaveSource<'_> {
        SaveSource {
            game: &self.state.game,
            scores: &self.state.scores,
            settings: &self.state.settings,
        }
    }

    /// Disables saving at the first failure and shows the player why; play goes on.
    pub fn report(&mut self, status: SaveStatus) {
        if let SaveStatus::Failed(save_error) = status
            && self.state.autosave.is_on()
        {
            self.disable_saving(save_error);
        }
    }

    /// Tells the player what the host has done to avoid losing turns.
    pub fn show_notice(&mut self, notice: SaveNotice) {
        let state = &mut self.state;
        state.play.log_messages(text::save_notice_message(notice), &state.game);
        self.needs_drawing = true;
    }

    /// Disables saving and shows the player why; play goes on.
    pub fn disable_saving(&mut self, save_error: SaveError) {
        let state = &mut self.state;
        state.autosave.disable(save_error);
        if self.screen.name() != ScreenName::Title {
            state.play.log_messages(text::save_error_messages(save_error), &state.game);
        }
        self.needs_drawing = true;
    }

    /// Returns the request, if any, that a host must submit before it ends the program without `Request::Quit`.
    pub fn leave(&self) -> Option<SaveRequest> {
        (self.state.phase == RunPhase::Playing && self.state.autosave.is_on())
            .then_some(SaveRequest::Leave)
    }
}

/// The observer that shows the player the messages of the turns replayed from a save.
struct LastTurns<'a> {
    play: &'a mut PlaySession,
    /// The statuses that the player had before the turn.
    had: [bool; Status::COUNT],
}

impl LastTurns<'_> {
    fn note_statuses(&mut self, game: &Game) {
        self.had = Status::ALL.map(|status| game.player().body.statuses.has(status));
    }
}

impl TurnObserver for LastTurns<'_> {
    fn begin(&mut self, game: &Game) {
        self.play.forget();
        self.note_statuses(game);
    }

    fn observe(&mut self, game: &Game, events: &Events, visible: &TileSet) {
        self.play.log_earlier_turn(game, events, visible, self.had);
        self.note_statuses(game);
    }
}
