//! Holds the state that all screens share: the game, and what belongs to no single screen.

use super::autosave::Autosave;
use super::lessons::{Lessons, Opening, harmless_in_sight};
use super::play_session::{PlaySession, Played};
use super::transition::{Destination, Transition};
use super::{HostAbilities, Settings};
use crate::bots::{Bot, Strategy};
use crate::content::ItemKind;
use crate::controls::InputScheme;
use crate::dice::mix;
use crate::input::Pad;
use crate::quantity::{Floor, Turn};
use crate::raster::{Frame, FrameShape, Shade, TextSize};
use crate::rules::Command;
use crate::save::{SaveError, SaveRequest, Score, Scores};
use crate::seed::Date;
use crate::settings::AnimationSpeed;
use crate::sound::Listener;
use crate::view::autotile::AutotileCache;
use crate::view::text::{self, Lesson, Question};
use crate::world::{Game, Outcome, RunMode};

/// The last action in the pack.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackAction {
    /// The row of the pack.
    pub(super) row: usize,
    /// The kind of the item there.
    pub(super) kind: ItemKind,
    /// The turn in which it was chosen.
    pub(super) turn: Turn,
}

/// The phase of the run that `game` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunPhase {
    /// It is no run of the player: the demo of the title, or a recording.
    Demo,
    /// It is saved, and the title offers to continue it.
    Saved,
    /// The player plays it.
    Playing,
    /// It has ended, and its end is shown.
    Over,
}

/// The state of the app but for the screen that is shown.
#[derive(Clone, Debug)]
pub(super) struct AppState {
    pub(super) game: Game,
    pub(super) play: PlaySession,
    pub(super) autotiles: AutotileCache,
    pub(super) pad: Pad,
    pub(super) settings: Settings,
    pub(super) scores: Scores,
    /// The last action in the pack (I13).
    pub(super) pack_action: Option<PackAction>,
    /// The lessons given in this run (H9).
    pub(super) lessons: Lessons,
    /// Names what the opening of the run tells next.
    pub(super) opening: Opening,
    pub(super) autosave: Autosave,
    pub(super) sound: Listener,
    pub(super) phase: RunPhase,
    pub(super) abilities: HostAbilities,
    /// The width and the height of the host's frames, once it has told them.
    pub(super) frame_size: Option<(u16, u16)>,
    /// The names of the player's keys.
    pub(super) input_scheme: InputScheme,
    pub(super) next_seed: u64,
    /// The day, where the host knows it.
    pub(super) today: Option<Date>,
}

impl AppState {
    /// Starts the demo behind the title: a run beyond the lobby. Nothing can be continued.
    pub(super) fn start_title(&mut self) {
        self.phase = RunPhase::Demo;
        start_demo(&mut self.game, &mut self.play, mix(self.next_seed));
    }

    /// Returns to the title; keeps a run that can be continued.
    pub(super) fn return_to_title(&mut self, is_after_run: bool) -> Transition {
        if self.phase != RunPhase::Saved {
            self.start_title();
        }
        Transition::To(Destination::Title { is_after_run })
    }

    /// Logs that a run goes on, and where its last messages did not come back, that.
    pub(super) fn greet(&mut self) {
        let has_log = self.play.log().iter().next().is_some();
        self.play.ask();
        self.play.log_messages(text::of_return(has_log), &self.game);
    }

    /// Returns the question before a run that would replace something.
    pub(super) fn question(&self) -> Option<Question> {
        let save_error = self.autosave.save_error();
        match () {
            () if self.phase == RunPhase::Saved => Some(text::ASK_REPLACE),
            () if self.autosave.has_lost_run() => Some(text::ASK_REPLACE_LOST),
            () if save_error.is_some_and(SaveError::can_be_overwritten) => {
                Some(text::ASK_OVERWRITE)
            }
            () => None,
        }
    }

    /// Takes the seed of the next run that the player leaves to chance.
    pub(super) const fn take_seed(&mut self) -> u64 {
        let seed = self.next_seed;
        self.next_seed = mix(seed);
        seed
    }

    /// Begins a new run.
    pub(super) fn begin_run(&mut self) -> Transition {
        let seed = self.take_seed();
        self.begin_run_of(seed, RunMode::ORDINARY)
    }

    /// Begins the run of this seed, by the rules of `mode`.
    pub(super) fn begin_run_of(&mut self, seed: u64, mode: RunMode) -> Transition {
        self.game.restart(seed);
        self.game.set_mode(mode);
        self.pack_action = None;
        self.play.start(&self.game);
        self.phase = RunPhase::Playing;
        // The story begins with its first sentences, whatever else there is to say.
        for message in text::opening() {
            self.play.log_first(message, &self.game);
        }
        self.lessons = Lessons::default();
        self.open_with(Opening::Mode);
        self.autosave.request(SaveRequest::Begin);
        self.play.halt();
        Transition::To(Destination::Play)
    }

    /// Makes `thought` the next one of the opening, or the first one after it that has anything to say.
    fn open_with(&mut self, thought: Opening) {
        let mode = self.game.mode();
        let has_words = |thought: &Opening| match thought {
            Opening::Mode => text::of_mode(mode).next().is_some(),
            Opening::Save => self.autosave.has_messages(),
            Opening::Walk => self.scores.rows().is_empty(),
            Opening::Over => true,
        };
        let all = [Opening::Mode, Opening::Save, Opening::Walk, Opening::Over];
        let mut rest = all.into_iter().skip_while(|&other| other != thought);
        self.opening = rest.find(has_words).unwrap_or(Opening::Over);
        self.play.set_more(self.opening != Opening::Over);
    }

    /// Tells the next thought of the opening. Returns false when there was none left.
    // Target: GBA. Not inlined: keeps messages off the short stack while a turn is played.
    #[inline(never)]
    pub(super) fn tell_next_thought(&mut self) -> bool {
        let next = match self.opening {
            Opening::Over => return false,
            Opening::Mode => {
                self.play.log_messages(text::of_mode(self.game.mode()), &self.game);
                Opening::Save
            }
            Opening::Save => {
                self.play.log_messages(self.autosave.take_messages(), &self.game);
                Opening::Walk
            }
            Opening::Walk => {
                self.teach(Lesson::Walk);
                Opening::Over
            }
        };
        self.open_with(next);
        true
    }

    /// Returns whether the run of `day` was begun before, so that another one is practice (H8). The hall of fame of a
    /// save that remembers no days knows it, too.
    pub(super) fn has_played(&self, day: Date) -> bool {
        self.settings.begun_days.contains(day) || self.scores.has_daily(day.seed())
    }

    /// Begins the run of `day` (H8). From now on it counts as played, however it ends.
    pub(super) fn begin_daily(&mut self, day: Date, mode: RunMode) -> Transition {
        let mode = mode.with_daily(true).with_practice(self.has_played(day));
        self.settings.begun_days.insert(day);
        self.begin_run_of(day.seed(), mode)
    }

    /// Logs a lesson in a first run. The hall of fame tells whether it is: it outlives the app, and has a
    /// row as soon as one run has ended.
    fn teach(&mut self, lesson: Lesson) {
        if self.phase == RunPhase::Playing
            && self.scores.rows().is_empty()
            && self.lessons.give(lesson, self.game.turn())
        {
            let about = harmless_in_sight(&self.game, &self.play);
            let message = text::lesson(lesson, about, self.game.floor(), &self.input_scheme);
            self.play.log_first(message, &self.game);
            self.play.halt_travel();
        }
    }

    /// Teaches what is due after a turn, a line at most.
    // Target: GBA. Not inlined: keeps messages off the short stack while a turn is played.
    #[inline(never)]
    fn teach_after_turn(&mut self) {
        if self.opening != Opening::Over {
            // A step with nothing to say answers the opening as well as a press of the confirm button. Otherwise play
            // has begun, and the confirm button waits.
            if self.play.answer_lines() == 0 && !self.play.is_travelling() {
                self.tell_next_thought();
                return;
            }
            while matches!(self.opening, Opening::Mode | Opening::Save) {
                self.tell_next_thought();
            }
            self.open_with(Opening::Over);
        }
        if let Some(lesson) = self.lessons.due(&self.game, &self.play) {
            self.teach(lesson);
        }
    }

    /// Continues the saved run.
    // Target: GBA. Not inlined: keeps messages off the short stack while the title's bot plays a turn.
    #[inline(never)]
    pub(super) fn resume_run(&mut self) -> Transition {
        // The power may have failed between the save of the run and that of the day.
        if let Some(day) = self.today.filter(|day| day.seed() == self.game.seed())
            && self.game.mode().is_daily()
        {
            self.settings.begun_days.insert(day);
        }
        self.phase = RunPhase::Playing;
        self.lessons = Lessons::of_continued(&self.game);
        self.opening = Opening::Over;
        self.play.log_messages(self.autosave.take_messages(), &self.game);
        self.autosave.resume();
        self.play.halt();
        Transition::To(Destination::Play)
    }

    /// Leaves the run for the title. A host that can quit is asked to after the save.
    pub(super) fn leave_run(&mut self) -> Transition {
        self.autosave.request(SaveRequest::Leave);
        self.phase = RunPhase::Saved;
        self.play.halt();
        Transition::To(Destination::TITLE)
    }

    /// Opens the pack, unless a status forbids it, which the game then says (T2).
    pub(super) fn open_pack(&mut self) -> Transition {
        let Err(refusal) = self.game.accepts_pack() else {
            return Transition::To(Destination::Pack { aimed: None });
        };
        self.sound.hear_refusal(refusal);
        if let Some(message) = text::of_refusal(refusal) {
            self.play.log_message(message, &self.game);
        }
        Transition::To(Destination::Play)
    }

    /// Gives the run up.
    pub(super) fn give_up_run(&mut self) -> Transition {
        self.autosave.request(SaveRequest::GiveUp);
        self.start_title();
        Transition::To(Destination::TITLE)
    }

    /// Plays a command that does not come from the play screen.
    pub(super) fn play_command(&mut self, command: Command) -> Transition {
        let played = self.play.play_command(&mut self.game, command);
        self.settle(played)
    }

    /// Plays a command that another screen gives, and shows the game that it leads to.
    pub(super) fn play_from_screen(&mut self, command: Command) -> Transition {
        let transition = self.play_command(command);
        self.play.halt();
        match transition {
            Transition::To(to) => Transition::To(to),
            _ => Transition::To(Destination::Play),
        }
    }

    /// Settles what was played, before anything is shown: makes it heard, enters the score of a run that has ended, and
    /// requests to save the turn (H6). Returns the transition.
    pub(super) fn settle(&mut self, played: Played) -> Transition {
        let (command, leaves_floor) = match played {
            Played::Nothing => return Transition::Same,
            Played::Shown => return Transition::Changed,
            Played::Choice(at) => return Transition::To(Destination::Pedestal { at }),
            Played::Refused(refusal) => {
                self.sound.hear_refusal(refusal);
                return Transition::Changed;
            }
            Played::Turn { command, leaves_floor } => (command, leaves_floor),
        };
        let outcome = self.game.outcome();
        let mut row = None;
        if outcome != Outcome::Playing {
            self.phase = RunPhase::Over;
            row = self.scores.insert(Score::of(&self.game));
        }
        self.sound.hear(self.play.events(), &self.game);
        self.autosave.request(match outcome {
            Outcome::Playing => SaveRequest::Turn(command),
            Outcome::Dead | Outcome::Won => SaveRequest::End(command),
        });
        self.teach_after_turn();
        match outcome {
            Outcome::Dead => Transition::To(Destination::Death { row }),
            Outcome::Won => Transition::To(Destination::Victory { row }),
            // Without animation, the floor is shown at once (H10).
            Outcome::Playing if leaves_floor => {
                Transition::To(match self.settings.animation_speed() {
                    AnimationSpeed::Off => Destination::Play,
                    AnimationSpeed::Normal | AnimationSpeed::Fast => Destination::FloorChange,
                })
            }
            Outcome::Playing => Transition::Changed,
        }
    }

    /// Tells play what the settings and the frames are.
    pub(super) fn configure_play(&mut self) {
        let shape = self.frame_shape();
        self.play.configure(&self.settings, shape);
    }

    /// Returns the size of the frames and of their text; `None` before the host has told it.
    pub(super) fn frame_shape(&self) -> Option<FrameShape> {
        let (width, height) = self.frame_size?;
        Some(FrameShape::new(width, height, self.text_size()))
    }

    /// Returns the size of text that the player wants.
    pub(super) const fn text_size(&self) -> TextSize {
        if self.settings.has_large_text() { TextSize::Large } else { TextSize::Normal }
    }

    /// Draws the play screen darkened, behind a menu.
    pub(super) fn draw_play_darkened(&self, frame: &mut Frame<'_>) {
        frame.override_shade(Some(Shade::Dark));
        self.play.draw(&self.game, &self.autotiles, frame);
        frame.override_shade(None);
    }

    /// Draws the floor alone, darkened, behind the title.
    pub(super) fn draw_backdrop(&self, frame: &mut Frame<'_>) {
        frame.override_shade(Some(Shade::Dark));
        self.play.draw_backdrop(&self.game, &self.autotiles, frame);
        frame.override_shade(None);
    }
}

/// Starts a demo run beyond the lobby.
pub(super) fn start_demo(game: &mut Game, play: &mut PlaySession, seed: u64) {
    game.restart(seed);
    play.start(game);
    let mut bot = Bot::new(Strategy::Master);
    while game.floor() == Floor::LOBBY {
        let command = bot.next(game, play.visible());
        // A demo is neither heard nor saved.
        let _ = play.play_command(game, command);
    }
}
