//! The [`App`], which shows one screen at a time.

mod persistence;

pub use crate::screens::ScreenName;
pub use crate::session::{HostAbilities, Request, Setup};
pub use crate::settings::{FloorView, RepeatSpeed, Settings};

use crate::content::Night;
use crate::controls::{Control, InputScheme};
use crate::dice::mix;
use crate::geometry::Pos;
use crate::input::{Buttons, Input};
use crate::raster::{Frame, Palette};
use crate::rules::{Command, Refusal};
use crate::save::{SaveRequest, Scores};
use crate::screens::{AnyScreen, Destination, Transition};
use crate::seed::{Date, by_chance};
use crate::session::autosave::Autosave;
use crate::session::lessons::{Lessons, Opening};
use crate::session::{AppState, RunPhase};
use crate::sound::SoundRequest;
use crate::view::message_log::MessageLog;
use crate::view::text;
use crate::world::Game;

/// The whole program except its host. The app takes input, draws frames and returns requests.
///
/// ```
/// use musrex_core::raster::Frame;
/// use musrex_core::input::{Button, Buttons, Input};
/// use musrex_core::app::{App, ScreenName, Setup};
///
/// let mut app = App::new(Setup::new(7));
/// assert_eq!(app.screen(), ScreenName::Title);
/// app.tick(Input::from(Buttons::NONE.with(Button::A)));
/// app.tick(Input::default());
/// assert_eq!(app.screen(), ScreenName::Play);
///
/// let mut words = [0; Frame::words(240, 160)];
/// let mut frame = Frame::new(240, 160, &mut words).expect("the buffer is large enough");
/// assert!(app.draw(&mut frame));
/// assert!(!app.draw(&mut frame), "nothing has changed since");
/// ```
#[derive(Clone, Debug)]
pub struct App {
    screen: AnyScreen,
    state: AppState,
    ticks: u32,
    /// The request for the host, which [`tick`](App::tick) returns after all save requests. A request to quit is
    /// repeated in every tick.
    asked: Option<Request>,
    needs_drawing: bool,
    /// True when the colours of the most recently drawn frame may cycle: the settings allow it, and no fade is
    /// running.
    is_cycling: bool,
    drawn_settings: Settings,
    drawn_size: (u16, u16),
}

impl App {
    /// Makes an app that shows its title.
    pub fn new(setup: Setup) -> App {
        let mut app = App::placeholder(setup);
        app.show_title();
        app
    }

    /// Makes an app that does not show its title yet; the caller must call [`show_title`](App::show_title) or
    /// [`attach`](App::attach) next. [`new`](App::new) makes the app and shows the title in one step. An app is too
    /// large for many stacks, but a placeholder in a `static` never lies on the stack.
    pub const fn placeholder(setup: Setup) -> App {
        App {
            screen: AnyScreen::FIRST,
            state: AppState::new(&setup),
            ticks: 0,
            asked: None,
            needs_drawing: true,
            is_cycling: false,
            drawn_settings: setup.settings,
            drawn_size: (0, 0),
        }
    }

    /// Returns the name of the screen that is shown.
    pub const fn screen(&self) -> ScreenName {
        self.screen.name()
    }

    /// Returns the hall of fame.
    pub const fn scores(&self) -> &Scores {
        &self.state.scores
    }

    /// Returns the game being played. On the title screen, returns the run that can be continued or, if there is no
    /// such run, the demo behind the title.
    pub const fn game(&self) -> &Game {
        &self.state.game
    }

    /// Returns the saved run that the title screen offers to continue.
    pub fn saved_run(&self) -> Option<&Game> {
        Some(&self.state.game).filter(|_| self.state.phase == RunPhase::Saved)
    }

    /// Returns the message log.
    pub const fn messages(&self) -> &MessageLog {
        self.state.play.log()
    }

    /// Returns the tile that the look mode or the aim mode points at; `None` on other screens.
    pub const fn target(&self) -> Option<Pos> {
        self.screen.target()
    }

    /// Returns the settings. After every tick, a host applies the settings that affect the host.
    pub const fn settings(&self) -> &Settings {
        &self.state.settings
    }

    /// Returns the settings as a mutable reference, for a host that has its own keys for changing settings.
    pub const fn settings_mut(&mut self) -> &mut Settings {
        &mut self.state.settings
    }

    /// Shows `game` as if it were being played, for hosts that show recordings. Nothing is saved from now on, because
    /// `game` is not the player's run.
    pub fn watch(&mut self, game: Game) {
        let state = &mut self.state;
        state.autosave = Autosave::OFF;
        state.opening = Opening::Over;
        state.training = None;
        state.phase = RunPhase::Demo;
        state.game = game;
        state.play.start(&state.game);
        self.show(Destination::Play);
    }

    /// Makes `game` the run that the player plays, without saving it. If the hall of fame is empty, the run shows the
    /// lessons for a first run.
    pub fn play(&mut self, game: Game) {
        self.watch(game);
        self.state.lessons = Lessons::NONE;
        self.state.phase = RunPhase::Playing;
    }

    /// Makes the next draw redraw the whole frame, because the host has shown something else in the meantime.
    pub const fn refresh(&mut self) {
        self.needs_drawing = true;
    }

    /// Sets the size of all later frames, in pixels. A host calls this before the first tick, and whenever the size
    /// changes. Before the first call, the app ignores the pointer and does not offer large text.
    pub const fn resize(&mut self, width: u16, height: u16) {
        self.state.frame_size = Some((width, height));
    }

    /// Sets the names of the keys that the player uses. A host calls this at the start, and whenever the player
    /// switches to another device or chooses other keys. By default, the keys have the names of a handheld's buttons.
    pub fn set_input_scheme(&mut self, input_scheme: InputScheme) {
        if self.state.input_scheme != input_scheme {
            self.state.input_scheme = input_scheme;
            self.state.play.set_keys(&self.state.input_scheme);
            self.needs_drawing = true;
        }
    }

    /// Returns the control whose key the player is choosing. The host then assigns the next key to that control instead
    /// of passing it to [`tick`](App::tick), and calls [`end_choice`](App::end_choice).
    pub const fn awaited_control(&self) -> Option<Control> {
        self.screen.awaited_control()
    }

    /// Ends the choice of a key, whether or not the player chose a key.
    pub fn end_choice(&mut self) {
        self.screen.end_choice();
        self.needs_drawing = true;
    }

    /// Tells the player that the gamepad in use was disconnected.
    pub fn report_lost_pad(&mut self) {
        self.state.play.log_message(text::lost_pad_message(), &self.state.game);
        self.needs_drawing = true;
    }

    /// Plays a command that does not come from [`tick`](App::tick), and shows its result.
    ///
    /// # Errors
    /// Fails if [`Game::step`] refuses the command; then nothing has changed.
    pub fn play_command(&mut self, command: Command) -> Result<(), Refusal> {
        self.state.game.accepts(command)?;
        let transition = self.state.play_command(command);
        self.apply_transition(transition);
        Ok(())
    }

    /// Sets today's date; `None` if the host does not know the date. The core reads no clock, so without a date the app
    /// offers no daily run.
    pub const fn set_today(&mut self, today: Option<Date>) {
        self.state.today = today;
    }

    /// Opens the screen that chooses a new run, and offers the daily run there if the host has set the date.
    pub fn offer_daily(&mut self) {
        self.show(Destination::NewRun { is_daily: true });
    }

    /// Opens all nights (levels of difficulty) up to `night`, and chooses `night` for the next runs (H16). Only tests
    /// and programs without a player call this; in play, a win opens the next night.
    pub fn choose_night(&mut self, night: Night) {
        let progress = self.state.scores.progress_mut();
        progress.open_night(night);
        progress.choose_night(night);
    }

    /// Restricts runs to the kits that the player's feats have opened (H17). Every host that keeps a player's save
    /// calls this. Without this call all kits are open, so that a seed gives the same run in every test.
    pub const fn close_kits(&mut self) {
        self.state.has_closed_kits = true;
    }

    /// Sets the seed of the first run. A host that makes its app in a constant does not know the seed yet, and calls
    /// this function before the title is shown.
    pub const fn set_seed(&mut self, seed: u64) {
        self.state.next_seed = seed;
    }

    /// Mixes entropy, such as the exact time of a button press, into the seeds of the next runs. A mixed seed can be
    /// written in six letters (H18). This function is for hosts without a random source.
    pub const fn mix_entropy(&mut self, noise: u64) {
        self.state.next_seed = by_chance(mix(self.state.next_seed ^ noise));
    }

    /// Advances by one tick of 1/60 s. Returns a request to the host, if there is one.
    pub fn tick(&mut self, input: Input) -> Option<Request> {
        self.ticks = self.ticks.wrapping_add(1);
        self.state.pad.update(input.buttons);
        if self.asked == Some(Request::Quit) {
            return self.asked;
        }
        self.state.configure_play();
        let transition = self.screen.tick(&mut self.state, input);
        self.apply_transition(transition);
        let is_pointed = input.pointer.is_some_and(|pointer| pointer.is_held);
        let is_pressed = input.buttons != Buttons::NONE || is_pointed;
        self.state.sound.tick(is_pressed, &self.state.settings);
        let state = &mut self.state;
        let is_setting = self.screen.name() == ScreenName::Options;
        let is_idle = self.screen.name() == ScreenName::Play
            && input.buttons == Buttons::NONE
            && state.play.is_idle();
        if let Some(save) = state.autosave.take_request(&state.settings, is_setting, is_idle) {
            if save == SaveRequest::Leave && state.abilities.can_quit {
                self.asked = Some(Request::Quit);
            }
            return Some(Request::Save(save));
        }
        match self.asked {
            Some(Request::Quit) => self.asked,
            _ => self.asked.take(),
        }
    }

    /// Returns true if danger stops the action of a held button, or if the run has ended. A host that queues presses
    /// then [forgets](crate::input::Latch::forget_presses) the waiting presses, because the player made them before
    /// seeing the danger (T11).
    pub fn is_interrupted(&self) -> bool {
        match self.screen.name() {
            ScreenName::Play => self.state.play.is_interrupted(&self.state.game),
            ScreenName::Death | ScreenName::Victory => true,
            _ => false,
        }
    }

    fn apply_transition(&mut self, transition: Transition) {
        match transition {
            Transition::Same => {}
            Transition::Changed => self.needs_drawing = true,
            Transition::To(to) => self.show(to),
            Transition::Ask(request) => {
                self.asked = Some(request);
                self.needs_drawing = true;
            }
        }
    }

    // Target: GBA. Not inlined: keeps a new screen off the short stack while a turn is played.
    #[inline(never)]
    fn show(&mut self, to: Destination) {
        self.screen = AnyScreen::open(to, self.screen.name(), &self.state);
        self.needs_drawing = true;
        let state = &mut self.state;
        match self.screen.song(state) {
            Some(song) if state.phase == RunPhase::Playing => {
                state.sound.play_floor(&state.game, state.play.visible(), song);
            }
            Some(song) => state.sound.play(song),
            None => {}
        }
    }

    /// Takes the next request for the sound player, if there is one. A host with sound takes all requests after each
    /// tick; [`sound`](crate::sound) explains how to play them.
    ///
    /// ```
    /// # use musrex_core::input::Input;
    /// # use musrex_core::app::{App, Setup};
    /// # let mut app = App::new(Setup::new(7));
    /// let mut player = musrex_core::sound::Player::new(1);
    /// app.tick(Input::default());
    /// while let Some(request) = app.take_sound_request() {
    ///     player.request(request);
    /// }
    /// // The sound player reads the first notes for a few ticks before it begins them together.
    /// let silence = musrex_core::sound::Voices::default();
    /// assert!((0..5).any(|_| player.tick() != &silence), "the title has a song");
    /// ```
    pub fn take_sound_request(&mut self) -> Option<SoundRequest> {
        self.state.sound.take_request()
    }

    /// Shows the title with a demo behind it.
    pub fn show_title(&mut self) {
        self.state.start_title();
        self.show(Destination::TITLE);
    }

    /// Returns the view that suits the screen: the player's choice on screens that show the floor, and the near view on
    /// pages of text (H14).
    pub const fn view(&self) -> FloorView {
        if self.screen.shows_floor() { self.state.settings.view } else { FloorView::Near }
    }

    /// Draws the screen if the picture or the size of the frame has changed since the last call. Returns whether the
    /// screen was drawn.
    pub fn draw(&mut self, frame: &mut Frame<'_>) -> bool {
        let (state, size) = (&mut self.state, (frame.width(), frame.height()));
        if size != self.drawn_size || state.settings != self.drawn_settings {
            self.drawn_size = size;
            self.drawn_settings = state.settings;
            state.configure_play();
            self.needs_drawing = true;
        }
        if !core::mem::take(&mut self.needs_drawing) {
            return false;
        }
        state.autotiles.update(&state.game);
        let palette =
            if state.settings.is_colour_safe { &Palette::COLOUR_SAFE } else { &Palette::PAINTED };
        frame.palette.clone_from(palette);
        frame.set_text_size(state.text_size());
        self.screen.draw(state, frame);
        self.is_cycling = state.settings.has_colour_cycling && frame.palette == *palette;
        self.cycle_colours(&mut frame.palette);
        true
    }

    /// Cycles the colours of the most recently [drawn](App::draw) frame, so that water, lights and sparks move without
    /// redrawing. A host calls this in each tick in which nothing was drawn, and passes the palette that the screen
    /// uses. Returns whether the palette has changed.
    pub fn cycle_colours(&self, palette: &mut Palette) -> bool {
        self.is_cycling && palette.cycle(self.ticks)
    }
}
