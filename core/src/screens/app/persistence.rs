//! Persistence: the app and its save.

use super::{App, Screen};
use crate::save::{DeviceError, Save, SaveError, SaveManager, SaveSource, SaveStatus};
use crate::screens::title::{Title, TitleViewModel};
use crate::view::text;
use embedded_storage_async::nor_flash::NorFlash;

impl App {
    /// Loads the run, the hall of fame and the settings. The app requests saves from now on.
    pub fn attach<F>(&mut self, manager: &mut SaveManager<F>)
    where
        F: NorFlash,
        F::Error: Into<DeviceError>,
    {
        self.load_save(manager);
        if self.has_run {
            self.play.start(&self.game);
            self.play.log_messages(text::of_return(), &self.game);
            self.show(Screen::Title(Title::default()));
        } else {
            self.show_title();
        }
    }

    // Not inlined: leaves the stack before the title builds its floors, because the stack is short
    // on small machines.
    #[inline(never)]
    fn load_save<F>(&mut self, manager: &mut SaveManager<F>)
    where
        F: NorFlash,
        F::Error: Into<DeviceError>,
    {
        let loaded = manager.load(&mut self.game);
        self.save_status.load(&loaded);
        self.has_run = loaded.has_run;
        if let Some(settings) = loaded.settings {
            self.settings = settings;
        }
        self.scores = loaded.scores;
    }

    /// Saves at once, for hosts that wait for their flash.
    pub fn save<F>(&mut self, request: Save, manager: &mut SaveManager<F>)
    where
        F: NorFlash,
        F::Error: Into<DeviceError>,
    {
        manager.submit(request, self.save_source());
        self.report(manager.flush(&self.game));
    }

    /// Returns what a request to save is about, for [`SaveManager::submit`].
    pub const fn save_source(&self) -> SaveSource<'_> {
        SaveSource { game: &self.game, scores: &self.scores, settings: &self.settings }
    }

    /// Shows the player the first failure to save; play goes on.
    pub fn report(&mut self, status: SaveStatus) {
        if let SaveStatus::Failed(save_error) = status
            && self.save_status.is_on()
        {
            self.disable_saving(save_error);
        }
    }

    /// Disables saving and shows the player why; play goes on.
    pub fn disable_saving(&mut self, save_error: SaveError) {
        self.save_status.disable(save_error);
        if !matches!(self.screen, Screen::Title(_)) {
            self.play.log_messages(text::of_save_error(save_error), &self.game);
        }
        self.needs_drawing = true;
    }

    /// Returns what a host must save before it ends the program by itself.
    pub fn leave(&self) -> Option<Save> {
        (self.is_in_run && self.save_status.is_on()).then_some(Save::Leave)
    }

    /// Returns the title's view model.
    pub(super) fn view_model(&self) -> TitleViewModel {
        let is_overwriting =
            self.save_status.save_error().is_some_and(SaveError::can_be_overwritten);
        let question = match () {
            () if self.has_run => Some(text::ASK_REPLACE),
            () if self.save_status.has_lost_run() => Some(text::ASK_REPLACE_LOST),
            () if is_overwriting => Some(text::ASK_OVERWRITE),
            () => None,
        };
        let (abilities, has_run) = (self.abilities, self.has_run);
        TitleViewModel { abilities, has_run, question, lines: self.save_status.title_lines() }
    }

    /// Continues the saved run.
    pub(super) fn resume_run(&mut self) {
        (self.has_run, self.is_in_run) = (false, true);
        self.play.log_messages(self.save_status.take_messages(), &self.game);
        self.save_status.resume();
        self.play.halt();
        self.show(Screen::Play);
    }

    /// Leaves the run for the title. On a host that can quit, requests to quit after the save.
    pub(super) fn leave_run(&mut self) {
        self.save_status.request(Save::Leave);
        self.is_quitting = self.abilities.can_quit && self.save_status.is_on();
        (self.has_run, self.is_in_run) = (true, false);
        self.play.halt();
        self.show(Screen::Title(Title::default()));
    }

    /// Shows the title again; keeps a run that can be continued.
    pub(super) fn back_to_title(&mut self) {
        if self.has_run {
            self.show(Screen::Title(Title::default()));
        } else {
            self.show_title();
        }
    }
}
