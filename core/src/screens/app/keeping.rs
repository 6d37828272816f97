//! The app and its save.

use super::{App, Screen};
use crate::content::text;
use crate::save::{DeviceError, Save, SaveError, SaveManager, block_on};
use crate::screens::title::{Facts, Title};
use embedded_storage_async::nor_flash::NorFlash;

impl App {
    /// Takes in what `manager` has: the run to go on with, the hall of fame, the settings. From now
    /// on the app asks to save.
    pub fn attach<F>(&mut self, manager: &mut SaveManager<F>)
    where
        F: NorFlash,
        F::Error: Into<DeviceError>,
    {
        self.take_in(manager);
        if self.has_run {
            self.play.start(&self.game);
            self.play.say_all(text::of_return(), &self.game);
            self.show(Screen::Title(Title::default()));
        } else {
            self.show_title();
        }
    }

    // Off the stack, which is short on small machines, before the title builds its floors.
    #[inline(never)]
    fn take_in<F>(&mut self, manager: &mut SaveManager<F>)
    where
        F: NorFlash,
        F::Error: Into<DeviceError>,
    {
        let loaded = manager.load(&mut self.game);
        self.saving.begin(&loaded);
        self.has_run = loaded.has_run;
        if let Some(settings) = loaded.settings {
            self.settings = settings;
        }
        self.scores = loaded.scores;
    }

    /// Carries out a request to save. A failure is told to the player, and play goes on.
    pub fn carry_out<F>(&mut self, save: Save, manager: &mut SaveManager<F>)
    where
        F: NorFlash,
        F::Error: Into<DeviceError>,
    {
        self.enqueue(save, manager);
        while !manager.is_done() {
            self.snapshot(manager);
            self.report_saved(block_on(manager.finish()));
        }
    }

    /// Writes the journal entry now, so that the turn is safe; slow hosts then poll. When the
    /// save manager [is not done](SaveManager::is_done) after it, the host calls
    /// [`snapshot`](App::snapshot) before the next tick, then writes bit by bit
    /// ([`SaveManager::finish`]), and tells with what success
    /// ([`report_saved`](App::report_saved)).
    pub fn enqueue<F>(&mut self, save: Save, manager: &mut SaveManager<F>)
    where
        F: NorFlash,
        F::Error: Into<DeviceError>,
    {
        let game = &self.game;
        match save {
            Save::Turn(command) => {
                let enqueued = manager.enqueue_turn(command, game);
                self.report_saved(enqueued);
            }
            Save::End(command) => {
                let enqueued = manager.enqueue_end(command, game, &self.scores);
                self.report_saved(enqueued);
            }
            Save::Begin => manager.enqueue_begin(),
            Save::Rest => manager.enqueue_rest(),
            Save::Leave => manager.enqueue_leave(),
            Save::GiveUp => manager.enqueue_give_up(),
            Save::Settings => manager.enqueue_settings(&self.settings),
            Save::Overwrite => manager.enqueue_overwrite(),
        }
    }

    /// See [`enqueue`](App::enqueue).
    pub fn snapshot<F>(&mut self, manager: &mut SaveManager<F>)
    where
        F: NorFlash,
        F::Error: Into<DeviceError>,
    {
        let taken = manager.snapshot(&self.game);
        self.report_saved(taken);
    }

    /// Tells the player when something could not be saved, for the first time.
    pub fn report_saved(&mut self, saved: Result<(), SaveError>) {
        if let Err(save_error) = saved
            && self.saving.is_on()
        {
            self.cannot_save(save_error);
        }
    }

    /// Nothing can be saved from now on: the player is told, and play goes on.
    pub fn cannot_save(&mut self, save_error: SaveError) {
        self.saving.fail(save_error);
        if !matches!(self.screen, Screen::Title(_)) {
            self.play.say_all(text::of_save_error(save_error), &self.game);
        }
        self.needs_drawing = true;
    }

    /// What a host must save that is about to end the program by itself.
    pub fn leave(&self) -> Option<Save> {
        (self.is_in_run && self.saving.is_on()).then_some(Save::Leave)
    }

    /// What the title must know.
    pub(super) fn facts(&self) -> Facts {
        let is_overwriting = self.saving.save_error().is_some_and(SaveError::can_be_overwritten);
        let question = match () {
            () if self.has_run => Some(text::ASK_REPLACE),
            () if self.saving.has_lost_run() => Some(text::ASK_REPLACE_LOST),
            () if is_overwriting => Some(text::ASK_OVERWRITE),
            () => None,
        };
        let (abilities, has_run) = (self.abilities, self.has_run);
        Facts { abilities, has_run, question, lines: self.saving.lines() }
    }

    /// Goes on with the run that waits.
    pub(super) fn go_on(&mut self) {
        (self.has_run, self.is_in_run) = (false, true);
        self.play.say_all(self.saving.tell(), &self.game);
        self.saving.go_on();
        self.play.halt();
        self.show(Screen::Play);
    }

    /// Leaves the run, which waits behind the title: on a host that can end, once it is saved, it
    /// ends.
    pub(super) fn leave_run(&mut self) {
        self.saving.ask(Save::Leave);
        self.is_quitting = self.abilities.can_quit && self.saving.is_on();
        (self.has_run, self.is_in_run) = (true, false);
        self.play.halt();
        self.show(Screen::Title(Title::default()));
    }

    /// The title again; a run that waits behind it goes on waiting.
    pub(super) fn back_to_title(&mut self) {
        if self.has_run {
            self.show(Screen::Title(Title::default()));
        } else {
            self.show_title();
        }
    }
}
