//! Actions on a run that several screens share: beginning, continuing, leaving and ending a run, and playing a turn.
//! Each action returns the transition to the next screen.

use super::transition::{Destination, Transition};
use crate::content::Feats;
use crate::rules::Command;
use crate::save::{SaveRequest, Score};
use crate::seed::Date;
use crate::session::lessons::{Lessons, Opening};
use crate::session::play_session::Played;
use crate::session::{AppState, RunPhase};
use crate::settings::AnimationSpeed;
use crate::view::text;
use crate::world::{Outcome, RunMode};

impl AppState {
    /// Returns to the title. A run that can be continued is kept.
    pub(crate) fn return_to_title(&mut self, is_after_run: bool) -> Transition {
        if self.phase != RunPhase::Saved {
            self.start_title();
        }
        Transition::To(Destination::Title { is_after_run })
    }

    /// Begins a new run in the night that the player chose last (H16). The run is calm if the title offers a calm run
    /// and the player has chosen it (A19).
    pub(crate) fn begin_run(&mut self) -> Transition {
        let seed = self.take_seed();
        let night = self.scores.progress().chosen_night();
        let is_calm = self.calm_of_new_run().unwrap_or(false);
        self.begin_run_of(seed, RunMode::ORDINARY.with_night(night).with_calm(is_calm))
    }

    /// Begins the run with this seed and the rules of `mode`.
    pub(crate) fn begin_run_of(&mut self, seed: u64, mode: RunMode) -> Transition {
        self.game.restart(seed);
        // In the daily run, all kits are open, so that the run is the same for all players.
        let is_asked_for = self.has_closed_kits && !mode.is_daily();
        let missing = if is_asked_for { self.scores.progress().missing() } else { Feats::NONE };
        self.game.set_mode(mode.with_missing(missing));
        self.pack_action = None;
        self.play.start(&self.game);
        self.phase = RunPhase::Playing;
        // The opening sentences of the story are always shown, even if there are other messages.
        for message in text::opening() {
            self.play.log_first(message, &self.game);
        }
        self.lessons = Lessons::NONE;
        self.open_with(Opening::Mode);
        self.autosave.request(SaveRequest::Begin);
        self.play.halt();
        Transition::To(Destination::Play)
    }

    /// Begins the run of `day` (H8). The day then counts as played, however the run ends.
    pub(crate) fn begin_daily(&mut self, day: Date, mode: RunMode) -> Transition {
        let mode = mode.with_daily(true).with_practice(self.has_played(day));
        self.settings.begun_days.insert(day);
        self.begin_run_of(day.seed(), mode)
    }

    /// Continues the saved run.
    // Target: GBA. Not inlined: keeps messages off the short stack while the title's bot plays a turn.
    #[inline(never)]
    pub(crate) fn resume_run(&mut self) -> Transition {
        // Power may have failed after the run was saved, but before the day was saved.
        if let Some(day) = self.today.filter(|day| day.seed() == self.game.seed())
            && self.game.mode().is_daily()
        {
            self.settings.begun_days.insert(day);
        }
        self.phase = RunPhase::Playing;
        self.lessons = Lessons::of_continued(&self.game);
        self.opening = Opening::Over;
        self.play.log_messages(self.autosave.take_messages(), &self.game);
        // A player without a kit may have forgotten where to find one (W30).
        if self.game.has_kit_to_choose() {
            self.play.log_messages([text::lockers_message()], &self.game);
        }
        self.autosave.resume();
        self.play.halt();
        Transition::To(Destination::Play)
    }

    /// Leaves the run for the title. If the host can quit, it receives the request to quit after the save.
    pub(crate) fn leave_run(&mut self) -> Transition {
        self.autosave.request(SaveRequest::Leave);
        self.phase = RunPhase::Saved;
        self.play.halt();
        Transition::To(Destination::TITLE)
    }

    /// Opens the pack, or logs the status that prevents this (T2).
    pub(crate) fn open_pack(&mut self) -> Transition {
        let Err(refusal) = self.game.accepts_pack() else {
            return Transition::To(Destination::Pack { aimed: None });
        };
        self.sound.hear_refusal(refusal);
        if let Some(message) = text::refusal_message(refusal) {
            self.play.log_message(message, &self.game);
        }
        Transition::To(Destination::Play)
    }

    /// Gives the run up.
    pub(crate) fn give_up_run(&mut self) -> Transition {
        self.autosave.request(SaveRequest::GiveUp);
        self.start_title();
        Transition::To(Destination::TITLE)
    }

    /// Plays a command that does not come from the play screen, and completes the turn.
    pub(crate) fn play_command(&mut self, command: Command) -> Transition {
        let played = self.play.play_command(&mut self.game, command);
        self.settle(played)
    }

    /// Plays a command like [`play_command`](AppState::play_command), and returns to the game unless the turn leads
    /// elsewhere.
    pub(crate) fn play_from_screen(&mut self, command: Command) -> Transition {
        let transition = self.play_command(command);
        self.play.halt();
        match transition {
            Transition::To(to) => Transition::To(to),
            _ => Transition::To(Destination::Play),
        }
    }

    /// Completes a turn before it is shown: plays its sounds, enters the score if the run has ended, and requests a
    /// save (H6). In the training, no turn is scored or saved. Returns the next transition.
    pub(crate) fn settle(&mut self, played: Played) -> Transition {
        let (command, leaves_floor) = match played {
            Played::Nothing => return Transition::Same,
            Played::Shown => return Transition::Changed,
            Played::Graft => return Transition::To(Destination::Graft),
            Played::Choice(at) => {
                let is_locker = self.game.kit_at(at).is_some();
                return Transition::To(if is_locker {
                    Destination::Locker { at }
                } else {
                    Destination::Pedestal { at }
                });
            }
            Played::Refused(refusal) => {
                self.sound.hear_refusal(refusal);
                return Transition::Changed;
            }
            Played::Turn { command, leaves_floor } => (command, leaves_floor),
        };
        if self.phase == RunPhase::Training {
            return self.settle_drill();
        }
        let outcome = self.game.outcome();
        // A recording that is being watched is not a run of the player (H20).
        if self.phase == RunPhase::Playing {
            let (events, visible) = (self.play.events(), self.play.visible());
            self.scores.note_turn(&self.game, events, visible);
        }
        let mut row = None;
        if outcome != Outcome::Playing {
            self.phase = RunPhase::Over;
            self.progress_before = self.scores.progress();
            row = self.scores.insert(Score::of(&self.game));
        }
        self.sound.hear(self.play.events(), &self.game, self.play.visible());
        self.autosave.request(match outcome {
            Outcome::Playing => SaveRequest::Turn(command),
            Outcome::Dead | Outcome::Won => SaveRequest::End(command),
        });
        self.teach_after_turn();
        match outcome {
            Outcome::Dead => Transition::To(Destination::Death { row }),
            Outcome::Won => Transition::To(Destination::Victory { row }),
            // If the animation is off, the floor is shown immediately (H10).
            Outcome::Playing if leaves_floor => {
                Transition::To(match self.settings.animation_speed() {
                    AnimationSpeed::Off => Destination::Play,
                    AnimationSpeed::Normal | AnimationSpeed::Fast => Destination::FloorChange,
                })
            }
            Outcome::Playing => Transition::Changed,
        }
    }
}
