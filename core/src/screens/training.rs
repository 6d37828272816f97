//! The training: leads the player from room to room, and shows the task in each (H21).

use super::transition::{Destination, Transition};
use crate::controls::Control;
use crate::input::Button;
use crate::raster::{Colour, Frame};
use crate::rules::Event;
use crate::session::lessons::Opening;
use crate::session::training::{DrillResult, Training};
use crate::session::{AppState, RunPhase};
use crate::view::widgets::{self, Area};
use crate::view::{hud, text};
use crate::world::Outcome;

impl AppState {
    /// Begins the training. A run that the title offers to continue is set aside, and restored when the training ends.
    /// The save does not change.
    pub(crate) fn begin_training(&mut self) -> Transition {
        let aside = if self.phase == RunPhase::Saved {
            match self.game.set_aside() {
                Some(aside) => Some(aside),
                // A run within the rules is never too large to set aside.
                None => return Transition::Same,
            }
        } else {
            None
        };
        self.training = Some(Training::new(aside));
        (self.phase, self.opening, self.pack_action) = (RunPhase::Training, Opening::Over, None);
        self.show_drill();
        Transition::To(Destination::Play)
    }

    /// Leaves the training for the title.
    pub(crate) fn leave_training(&mut self) -> Transition {
        match self.training.take().and_then(|training| training.aside) {
            Some(run) => {
                self.game.take_back(run);
                self.phase = RunPhase::Saved;
                self.play.start(&self.game);
                self.greet();
            }
            None => self.start_title(),
        }
        Transition::To(Destination::TITLE)
    }

    /// Records that the player is looking at a mouse.
    pub(crate) fn note_look(&mut self) {
        if self.training.as_mut().is_some_and(Training::note_look) {
            self.pass_drill();
        }
    }

    /// Handles a tick after a room was passed, or after the last room. Returns `None` outside the training, and while
    /// the player has not passed the current room.
    pub(crate) fn tick_training(&mut self) -> Option<Transition> {
        let training = self.training.as_mut()?;
        if training.drill().is_none() {
            let is_moving = self.play.advance();
            let is_left = [Button::A, Button::B, Button::Start];
            let is_left = is_left.into_iter().any(|button| self.pad.is_pressed(button));
            return Some(if is_left {
                self.leave_training()
            } else {
                Transition::Same.or_changed(is_moving)
            });
        }
        if !training.is_passed() {
            return None;
        }
        let is_moving = self.play.advance();
        if training.advance() {
            self.show_drill();
            return Some(Transition::Changed);
        }
        Some(Transition::Same.or_changed(is_moving))
    }

    /// Completes a turn of the training, without saving.
    pub(super) fn settle_drill(&mut self) -> Transition {
        self.sound.hear(self.play.events(), &self.game, self.play.visible());
        let Some(training) = &mut self.training else { return Transition::Changed };
        match training.note_turn(&self.game, self.play.events(), self.play.has_explored()) {
            DrillResult::Open => {
                let has_waited = self.play.events().iter().any(|it| matches!(it, Event::Waited));
                let instead = training.drill().filter(|_| has_waited);
                let instead =
                    instead.and_then(|drill| text::instead_message(drill, &self.input_scheme));
                if let Some(instead) = instead {
                    self.play.log_first(instead, &self.game);
                }
            }
            DrillResult::Passed => self.pass_drill(),
            DrillResult::Failed => {
                training.begin_again();
                let is_alive = self.game.outcome() == Outcome::Playing;
                let why = training.drill().filter(|_| is_alive);
                let why = text::again_message(why, &self.input_scheme);
                self.show_drill();
                self.play.log_first(why, &self.game);
            }
        }
        Transition::Changed
    }

    fn pass_drill(&mut self) {
        self.play.halt();
        if let Some(training) = &mut self.training
            && let Some(drill) = training.drill()
        {
            training.pass();
            self.play.log_first(text::passed_message(drill), &self.game);
        }
    }

    /// Begins the current training room, unless the last room was passed. Ends auto-travel in either case.
    fn show_drill(&mut self) {
        if let Some(drill) = self.training.as_ref().and_then(Training::drill) {
            self.game.begin_drill(drill);
            self.play.start(&self.game);
        }
        self.play.halt();
    }

    /// Draws the task of the room below the bar.
    pub(super) fn draw_drill(&self, frame: &mut Frame<'_>) {
        let Some(training) = &self.training else { return };
        let line = widgets::line_height(frame);
        let top = widgets::bar_height(frame.shape());
        let area = Area { y: top, height: 2 * line + 4, ..Area::of(frame) };
        widgets::fill(frame, area, Colour::INK);
        widgets::rule(frame, area.y + area.height - 1);
        let [what, how] = text::drill_lines(training.drill(), &self.input_scheme);
        let middle = area.width / 2;
        widgets::text_centred(frame, middle, top + 2, &what, Colour::WHITE);
        widgets::text_centred(frame, middle, top + 2 + line, &how, Colour::STRAW);
        // The task covers the place of the statuses, so they are drawn below the task. One room is about the countdown
        // of a mark, which is shown among the statuses.
        let menu_key = self.input_scheme.name(Control::Start);
        hud::draw_statuses(frame, (&self.game, menu_key), (0, area.y + area.height));
    }
}
