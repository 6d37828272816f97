//! The app and its save.

use super::{App, Screen};
use crate::content::text;
use crate::save::{Device, Keeper, Save, Trouble, block_on};
use crate::screens::title::{Facts, Title};
use embedded_storage_async::nor_flash::NorFlash;

impl App {
    /// Takes in what `keeper` has: the run to go on with, the hall of fame, the settings. From now
    /// on the app asks to save.
    pub fn attach<F>(&mut self, keeper: &mut Keeper<F>)
    where
        F: NorFlash,
        F::Error: Into<Device>,
    {
        self.take_in(keeper);
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
    fn take_in<F>(&mut self, keeper: &mut Keeper<F>)
    where
        F: NorFlash,
        F::Error: Into<Device>,
    {
        let loaded = keeper.load(&mut self.game);
        self.saving.begin(&loaded);
        self.has_run = loaded.has_run;
        if let Some(settings) = loaded.settings {
            self.settings = settings;
        }
        self.scores = loaded.scores;
    }

    /// Does what the app has asked for. A failure is told to the player, and play goes on.
    pub fn carry_out<F>(&mut self, save: Save, keeper: &mut Keeper<F>)
    where
        F: NorFlash,
        F::Error: Into<Device>,
    {
        self.plan(save, keeper);
        while !keeper.is_done() {
            self.draft(keeper);
            self.take_note(block_on(keeper.finish()));
        }
    }

    /// Does of [`carry_out`](App::carry_out) what must be done before anything is shown, so that what
    /// was played is safe: for hosts that take long for the rest, and have time to spare. When the
    /// keeper [is not done](Keeper::is_done) after it, the host calls [`draft`](App::draft) before
    /// the next tick, then writes bit by bit ([`Keeper::finish`]), and tells with what
    /// success ([`take_note`](App::take_note)).
    pub fn plan<F>(&mut self, save: Save, keeper: &mut Keeper<F>)
    where
        F: NorFlash,
        F::Error: Into<Device>,
    {
        let game = &self.game;
        match save {
            Save::Turn(command) => {
                let planned = keeper.plan_turn(command, game);
                self.take_note(planned);
            }
            Save::End(command) => {
                let planned = keeper.plan_end(command, game, &self.scores);
                self.take_note(planned);
            }
            Save::Begin => keeper.plan_begin(),
            Save::Rest => keeper.plan_rest(),
            Save::Leave => keeper.plan_leave(),
            Save::GiveUp => keeper.plan_give_up(),
            Save::Settings => keeper.plan_set(&self.settings),
            Save::Overwrite => keeper.plan_overwrite(),
        }
    }

    /// See [`plan`](App::plan).
    pub fn draft<F>(&mut self, keeper: &mut Keeper<F>)
    where
        F: NorFlash,
        F::Error: Into<Device>,
    {
        let drafted = keeper.draft(&self.game);
        self.take_note(drafted);
    }

    /// Tells the player when something could not be saved, for the first time.
    pub fn take_note(&mut self, saved: Result<(), Trouble>) {
        if let Err(trouble) = saved
            && self.saving.is_on()
        {
            self.cannot_save(trouble);
        }
    }

    /// Nothing can be saved from now on: the player is told, and play goes on.
    pub fn cannot_save(&mut self, trouble: Trouble) {
        self.saving.fail(trouble);
        if !matches!(self.screen, Screen::Title(_)) {
            self.play.say_all(text::of_trouble(trouble), &self.game);
        }
        self.needs_drawing = true;
    }

    /// What a host must save that is about to end the program by itself.
    pub fn leave(&self) -> Option<Save> {
        (self.is_in_run && self.saving.is_on()).then_some(Save::Leave)
    }

    /// What the title must know.
    pub(super) fn facts(&self) -> Facts {
        let is_overwriting = self.saving.trouble().is_some_and(Trouble::can_be_overwritten);
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
