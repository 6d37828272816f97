//! The state that all screens share: the game, and all other state that does not belong to a single screen.

use super::autosave::Autosave;
use super::lessons::{Lessons, Opening, best_remedy, harmless_in_sight, is_taught, last_cheese};
use super::play_session::PlaySession;
use super::training::Training;
use super::{HostAbilities, Setup};
use crate::bots::{Bot, Choice, Choices, Strategy};
use crate::content::{ItemKind, Night};
use crate::controls::InputScheme;
use crate::dice::mix;
use crate::input::Pad;
use crate::quantity::{Floor, Turn};
use crate::raster::{Frame, FrameShape, Shade, TextSize};
use crate::save::{SaveError, Scores};
use crate::seed::{Date, following};
use crate::settings::Settings;
use crate::sound::Listener;
use crate::view::autotile::AutotileCache;
use crate::view::message_log::Precedence;
use crate::view::text::{self, Lesson, Noun, Question};
use crate::world::{Game, Progress};

/// The last action that the player chose in the pack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackAction {
    /// The index of the row in the pack.
    pub(crate) row: usize,
    /// The kind of the item in that row.
    pub(crate) kind: ItemKind,
    /// The turn in which the action was chosen.
    pub(crate) turn: Turn,
}

/// The kind of game that the app shows now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunPhase {
    /// The demo behind the title, or a recording. Neither is a run that the player is playing.
    Demo,
    /// A saved run that the title offers to continue.
    Saved,
    /// A run that the player is playing.
    Playing,
    /// A run that has ended and whose end is still shown.
    Over,
    /// A training room (H21).
    Training,
}

/// The state of the app, except the screen.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) game: Game,
    pub(crate) play: PlaySession,
    pub(crate) autotiles: AutotileCache,
    pub(crate) pad: Pad,
    pub(crate) settings: Settings,
    pub(crate) scores: Scores,
    /// True when runs may use only the kits that the player has opened; false when all kits are open (H17).
    pub(crate) has_closed_kits: bool,
    /// The kits and nights that were open before the run that has just ended (H16).
    pub(crate) progress_before: Progress,
    /// The last action in the pack (I13).
    pub(crate) pack_action: Option<PackAction>,
    /// The lessons given in this run (H9).
    pub(crate) lessons: Lessons,
    /// The next thought in the opening of the run.
    pub(crate) opening: Opening,
    /// The training, while the phase is [`RunPhase::Training`].
    pub(crate) training: Option<Training>,
    pub(crate) autosave: Autosave,
    pub(crate) sound: Listener,
    pub(crate) phase: RunPhase,
    pub(crate) abilities: HostAbilities,
    /// The width and the height of the host's frames in pixels; `None` until the host has set them.
    pub(crate) frame_size: Option<(u16, u16)>,
    /// The names of the player's keys.
    pub(crate) input_scheme: InputScheme,
    pub(crate) next_seed: u64,
    /// True if the player has chosen half damage, which the title offers beside *New run* (A19).
    pub(crate) is_calm_chosen: bool,
    /// Today's date, if the host knows it.
    pub(crate) today: Option<Date>,
}

impl AppState {
    /// Makes the initial state. [`start_title`](AppState::start_title) has not been called yet.
    pub(crate) const fn new(setup: &Setup) -> AppState {
        AppState {
            game: Game::placeholder(setup.seed),
            play: PlaySession::EMPTY,
            autotiles: AutotileCache::EMPTY,
            pad: Pad::NEW,
            settings: setup.settings,
            scores: Scores::new(),
            has_closed_kits: false,
            progress_before: Progress::NEW,
            pack_action: None,
            lessons: Lessons::NONE,
            opening: Opening::Over,
            training: None,
            autosave: Autosave::OFF,
            sound: Listener::new(&setup.settings),
            phase: RunPhase::Demo,
            abilities: setup.abilities,
            frame_size: None,
            input_scheme: InputScheme::BUTTONS,
            next_seed: setup.seed,
            is_calm_chosen: false,
            today: None,
        }
    }

    /// Starts the demo behind the title. While the demo is shown, there is no run to continue.
    pub(crate) fn start_title(&mut self) {
        self.phase = RunPhase::Demo;
        start_demo(&mut self.game, &mut self.play, mix(self.next_seed));
    }

    /// Returns whether the player has won a run: a win opens the next night (H16).
    pub(crate) fn has_won(&self) -> bool {
        self.scores.progress().opened_night() != Night::Plain
    }

    /// Returns whether a new run from the title is calm. Returns `None` after the first win, because the title then no
    /// longer offers the choice (A19).
    pub(crate) fn calm_of_new_run(&self) -> Option<bool> {
        (!self.has_won()).then_some(self.is_calm_chosen)
    }

    /// Logs that a run continues. If the last messages of that run are missing, first logs that messages are missing.
    pub(crate) fn greet(&mut self) {
        let has_log = self.play.log().iter().next().is_some();
        self.play.ask();
        self.play.log_messages(text::return_messages(has_log), &self.game);
    }

    /// Returns the question to ask before a new run, if it would replace a run or other contents of the save.
    pub(crate) fn question(&self) -> Option<Question> {
        let save_error = self.autosave.save_error();
        if self.phase == RunPhase::Saved {
            Some(text::ASK_REPLACE)
        } else if self.autosave.has_lost_run() {
            Some(text::ASK_REPLACE_LOST)
        } else {
            let can_overwrite = save_error.is_some_and(SaveError::can_be_overwritten);
            can_overwrite.then_some(text::ASK_OVERWRITE)
        }
    }

    /// Returns the next random seed for a run, and advances to the seed after it.
    pub(crate) fn take_seed(&mut self) -> u64 {
        let seed = self.next_seed;
        self.next_seed = following(seed);
        seed
    }

    /// Makes `thought` the next thought of the opening. If `thought` has no message, takes the first later thought that
    /// has one.
    pub(crate) fn open_with(&mut self, thought: Opening) {
        let mode = self.game.mode();
        let has_words = |thought: &Opening| match thought {
            Opening::Mode => text::mode_messages(mode).next().is_some(),
            Opening::Save => self.autosave.has_messages(),
            Opening::Walk => self.scores.rows().is_empty(),
            Opening::Lockers => self.game.player().build.kit.is_none(),
            Opening::Over => true,
        };
        let all = [Opening::Mode, Opening::Save, Opening::Walk, Opening::Lockers, Opening::Over];
        let mut rest = all.into_iter().skip_while(|&other| other != thought);
        self.opening = rest.find(has_words).unwrap_or(Opening::Over);
        self.play.set_more(self.opening != Opening::Over);
    }

    /// Logs the next thought of the opening. Returns false if no thought was left.
    // Target: GBA. Not inlined: keeps messages off the short stack while a turn is played.
    #[inline(never)]
    pub(crate) fn tell_next_thought(&mut self) -> bool {
        let next = match self.opening {
            Opening::Over => return false,
            Opening::Mode => {
                self.play.log_messages(text::mode_messages(self.game.mode()), &self.game);
                Opening::Save
            }
            Opening::Save => {
                self.play.log_messages(self.autosave.take_messages(), &self.game);
                Opening::Walk
            }
            Opening::Walk => {
                self.teach(Lesson::Walk);
                Opening::Lockers
            }
            Opening::Lockers => {
                self.play.log_messages([text::lockers_message()], &self.game);
                Opening::Over
            }
        };
        self.open_with(next);
        true
    }

    /// Returns whether the daily run of `day` has begun before, so that another run of that day is only practice (H8).
    /// For older saves without a list of days, the hall of fame decides.
    pub(crate) fn has_played(&self, day: Date) -> bool {
        self.settings.begun_days.contains(day) || self.scores.has_daily(day.seed())
    }

    /// Returns whether the current run counts as a first run: the hall of fame has no row yet.
    fn is_first_run(&self) -> bool {
        self.scores.rows().is_empty()
    }

    /// Logs a lesson. A lesson for first runs is not logged in a later run.
    fn teach(&mut self, lesson: Lesson) {
        if self.phase == RunPhase::Playing
            && is_taught(lesson, self.is_first_run())
            && self.lessons.give(lesson, self.game.turn())
        {
            let about = match lesson {
                Lesson::Remedy => best_remedy(&self.game).map(Noun::from),
                Lesson::Throw => last_cheese(&self.game).map(Noun::from),
                _ => harmless_in_sight(&self.game, &self.play).map(Noun::from),
            };
            let message =
                text::lesson(lesson, about, self.game.deed().is_some(), &self.input_scheme);
            // The lesson on healing must not be on a later page of a fight's messages (H2).
            let rank = match lesson {
                Lesson::Remedy => Precedence::Foremost,
                _ => Precedence::First,
            };
            self.play.log_ranked(message, rank, &self.game);
            self.play.halt_travel();
        }
    }

    /// After a turn that has logged nothing, shows the next thought of the opening. Any other turn ends the opening.
    /// Once the opening is over, gives the lesson that is due, in one line.
    // Target: GBA. Not inlined: keeps messages off the short stack while a turn is played.
    #[inline(never)]
    pub(crate) fn teach_after_turn(&mut self) {
        if self.opening != Opening::Over {
            // A step that logs nothing shows the next thought of the opening, like a press of the confirm button. After
            // any other step, play has begun, and the confirm button then makes the player wait.
            if self.play.answer_lines() == 0 && !self.play.is_travelling() {
                self.tell_next_thought();
                return;
            }
            while matches!(self.opening, Opening::Mode | Opening::Save) {
                self.tell_next_thought();
            }
            self.open_with(Opening::Over);
        }
        if let Some(lesson) = self.lessons.due(&self.game, &self.play, self.is_first_run()) {
            self.teach(lesson);
        }
    }

    /// Passes the settings and the size of the frames on to the play session.
    pub(crate) fn configure_play(&mut self) {
        let shape = self.frame_shape();
        self.play.configure(&self.settings, shape);
    }

    /// Returns the size of the frames and of their text; `None` before the host has set the size.
    pub(crate) fn frame_shape(&self) -> Option<FrameShape> {
        let (width, height) = self.frame_size?;
        Some(FrameShape { width, height, text_size: self.text_size() })
    }

    /// Returns the text size chosen by the player.
    pub(crate) const fn text_size(&self) -> TextSize {
        if self.settings.has_large_text() { TextSize::Large } else { TextSize::Normal }
    }

    /// Draws the play screen darkened, behind a menu.
    pub(crate) fn draw_play_darkened(&self, frame: &mut Frame<'_>) {
        frame.override_shade(Some(Shade::Dark));
        self.play.draw(&self.game, &self.autotiles, frame);
        frame.override_shade(None);
    }

    /// Draws the floor alone, darkened, behind the title.
    pub(crate) fn draw_backdrop(&self, frame: &mut Frame<'_>) {
        frame.override_shade(Some(Shade::Dark));
        self.play.draw_backdrop(&self.game, &self.autotiles, frame);
        frame.override_shade(None);
    }
}

/// Starts a demo run, and lets a bot play it until the heroine has left the lobby.
pub(crate) fn start_demo(game: &mut Game, play: &mut PlaySession, seed: u64) {
    game.restart(seed);
    play.start(game);
    // Target: GBA. The bot goes straight to the stairs, so that the title appears soon.
    let straight = Choices { kit: Choice::None, ..Choices::BEST };
    let mut bot = Bot::new(Strategy::Master).choosing(straight);
    while game.floor() == Floor::LOBBY {
        let command = bot.next(game, play.visible());
        // The result is ignored, because a demo is neither heard nor saved.
        let _ = play.play_command(game, command);
    }
}
