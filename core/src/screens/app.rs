mod persistence;

use super::ending::{Ending, EndingTransition};
use super::floor_change::{self, BLANK_TICKS};
use super::floor_map::{FloorMap, MapTransition};
use super::hall::{self, Hall, HallTransition};
use super::help;
use super::history::{History, HistoryTransition};
use super::look::{Look, LookTransition};
use super::options::{Options, OptionsTransition};
use super::pack::{PackScreen, PackTransition};
use super::pause::{Pause, PauseItem, PauseTransition};
use super::play::{Play, Transition};
use super::save_status::SaveStatus;
use super::title::{Title, TitleItem};
use super::{HostAbilities, Request, ScreenName, Settings, Setup};
use crate::dice::mix;
use crate::input::{Button, Buttons, Input, Pad};
use crate::raster::{Frame, Palette, Shade};
use crate::rules::{Command, Refusal};
use crate::save::{Save, Score, Scores};
use crate::view::autotile::AutotileCache;
use crate::view::message_log::MessageLog;
use crate::view::text;
use crate::world::{Game, Outcome};

/// The screen that is shown, with its own state.
#[derive(Clone, Debug)]
enum Screen {
    Title(Title),
    Play,
    FloorChange { ticks_left: u8 },
    Look(Look),
    Map(FloorMap),
    Menu(Pause),
    Pack(PackScreen),
    History(History),
    Hall(Hall),
    Help { is_in_game: bool },
    Options { options: Options, is_in_game: bool },
    Ending(Ending),
}

/// The program without its host: takes input, draws frames, returns requests.
///
/// ```
/// use musrex_core::raster::Frame;
/// use musrex_core::input::{Button, Buttons, Input};
/// use musrex_core::screens::{App, HostAbilities, ScreenName, Settings, Setup};
///
/// let mut app = App::new(Setup {
///     seed: 7,
///     abilities: HostAbilities::default(),
///     settings: Settings::default(),
/// });
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
    game: Game,
    play: Play,
    autotiles: AutotileCache,
    screen: Screen,
    pad: Pad,
    settings: Settings,
    scores: Scores,
    /// The hall of fame's row of the run that ended last.
    row: Option<usize>,
    save_status: SaveStatus,
    /// Whether `game` is a saved run that the title offers to continue.
    has_run: bool,
    /// Whether a run is being played: false on the title and after the run's end.
    is_in_run: bool,
    is_quitting: bool,
    abilities: HostAbilities,
    next_seed: u64,
    ticks: u32,
    needs_drawing: bool,
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

    /// Makes an app without its title; the caller must call [`show_title`](App::show_title) or
    /// [`attach`](App::attach) next. [`new`](App::new) does both in one step. For machines that
    /// make the app on a larger and slower stack than the title needs.
    pub fn placeholder(setup: Setup) -> App {
        let game = Game::placeholder(setup.seed);
        let play = Play::new(&game);
        App {
            game,
            play,
            autotiles: AutotileCache::EMPTY,
            screen: Screen::Title(Title::default()),
            pad: Pad::default(),
            settings: setup.settings,
            scores: Scores::new(),
            row: None,
            save_status: SaveStatus::default(),
            has_run: false,
            is_in_run: false,
            is_quitting: false,
            abilities: setup.abilities,
            next_seed: setup.seed,
            ticks: 0,
            needs_drawing: true,
            drawn_settings: setup.settings,
            drawn_size: (0, 0),
        }
    }

    /// Returns which screen is shown.
    pub const fn screen(&self) -> ScreenName {
        match self.screen {
            Screen::Title(_) => ScreenName::Title,
            Screen::Play => ScreenName::Play,
            Screen::FloorChange { .. } => ScreenName::FloorChange,
            Screen::Look(_) => ScreenName::Look,
            Screen::Map(_) => ScreenName::Map,
            Screen::Menu(_) => ScreenName::Menu,
            Screen::Pack(_) => ScreenName::Pack,
            Screen::History(_) => ScreenName::History,
            Screen::Hall(_) => ScreenName::Hall,
            Screen::Help { .. } => ScreenName::Help,
            Screen::Options { .. } => ScreenName::Options,
            Screen::Ending(_) => match self.game.outcome() {
                Outcome::Won => ScreenName::Victory,
                Outcome::Dead | Outcome::Playing => ScreenName::Death,
            },
        }
    }

    /// Returns the hall of fame.
    pub const fn scores(&self) -> &Scores {
        &self.scores
    }

    /// Returns the game being played; on the title, the demo behind it.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the message log.
    pub const fn messages(&self) -> &MessageLog {
        self.play.log()
    }

    /// Returns the ticks since the start.
    pub const fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Returns the settings. A host applies those that concern it after every tick.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the settings to be changed, for settings that have a key of the host's own.
    pub const fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Shows `game` as a running game, for replays. Nothing is saved from now on, because it is not
    /// the player's run.
    pub fn watch(&mut self, game: Game) {
        self.save_status = SaveStatus::default();
        (self.has_run, self.is_in_run) = (false, false);
        self.game = game;
        self.play.start(&self.game);
        self.show(Screen::Play);
    }

    /// Plays a command that does not come from input, and shows its result.
    ///
    /// # Errors
    /// Fails as [`Game::step`] does; nothing has changed then.
    pub fn play_command(&mut self, command: Command) -> Result<(), Refusal> {
        self.game.accepts(command)?;
        let transition = self.play.play_command(&mut self.game, command);
        self.apply_transition(transition);
        Ok(())
    }

    /// Mixes entropy, such as the exact time of a button press, into the seeds of the runs to come.
    /// For hosts without a random source.
    pub const fn mix_entropy(&mut self, noise: u64) {
        self.next_seed = mix(self.next_seed ^ noise);
    }

    /// Advances by one tick of 1/60 s. Returns what the host must do, if anything.
    pub fn tick(&mut self, input: Input) -> Option<Request> {
        self.ticks = self.ticks.wrapping_add(1);
        self.pad.update(input.buttons);
        if self.is_quitting {
            return Some(Request::Quit);
        }
        self.tick_screen(input);
        let is_setting = matches!(self.screen, Screen::Options { .. });
        let is_idle = matches!(self.screen, Screen::Play)
            && input.buttons == Buttons::NONE
            && self.play.is_idle();
        if let Some(save) = self.save_status.take_request(&self.settings, is_setting, is_idle) {
            return Some(Request::Save(save));
        }
        self.is_quitting.then_some(Request::Quit)
    }

    fn tick_screen(&mut self, input: Input) {
        match self.screen {
            Screen::Title(_) => self.tick_title(),
            Screen::Play => self.tick_play(input),
            Screen::FloorChange { ticks_left: 1 } => self.show(Screen::Play),
            Screen::FloorChange { ref mut ticks_left } => *ticks_left -= 1,
            Screen::Look(_) => self.tick_look(),
            Screen::Map(_) => self.tick_map(),
            Screen::Menu(_) => self.tick_menu(),
            Screen::Pack(_) => self.tick_pack(),
            Screen::History(_) => self.tick_history(),
            Screen::Hall(_) => self.tick_hall(),
            Screen::Help { is_in_game } => self.tick_help(is_in_game),
            Screen::Options { .. } => self.tick_options(),
            Screen::Ending(_) => self.tick_ending(),
        }
    }

    // Not inlined, as the functions below: keeps other screens off the stack while a turn is
    // played, because the stack is short on small machines.
    #[inline(never)]
    fn tick_title(&mut self) {
        let view_model = self.view_model();
        let Screen::Title(title) = &mut self.screen else { return };
        let backdrop = (&mut self.game, &mut self.play);
        let Some(item) = title.tick(&mut self.pad, view_model, backdrop) else { return };
        match item {
            TitleItem::Continue => self.resume_run(),
            TitleItem::NewGame => self.begin_run(),
            TitleItem::Overwrite => {
                self.save_status.overwrite();
                self.begin_run();
            }
            TitleItem::Hall => self.show(Screen::Hall(Hall::new(hall::Origin::Title, None))),
            TitleItem::Help => self.show(Screen::Help { is_in_game: false }),
            TitleItem::Options => {
                self.show(Screen::Options { options: Options::default(), is_in_game: false });
            }
            TitleItem::Quit => self.is_quitting = true,
        }
    }

    #[inline(never)]
    fn tick_play(&mut self, input: Input) {
        let is_pressed = |button| self.pad.is_pressed(button);
        let is_exploring = self.pad.held().has(Button::L) && self.pad.held().has(Button::R);
        let screen = if is_pressed(Button::Start) {
            Screen::Menu(Pause::default())
        } else if is_pressed(Button::Select) {
            Screen::Map(FloorMap::default())
        } else if is_pressed(Button::L) && !is_exploring {
            Screen::Look(Look::new(&self.game, self.play.visible()))
        } else {
            let (pad, settings) = (&self.pad, &self.settings);
            let transition = self.play.tick(&mut self.game, pad, input.pointer, settings);
            return self.apply_transition(transition);
        };
        self.play.halt();
        self.show(screen);
    }

    /// Applies the transition that a turn has led to.
    fn apply_transition(&mut self, transition: Transition) {
        if transition == Transition::Ended {
            // Enters the score before anything is shown (H6).
            self.is_in_run = false;
            self.row = self.scores.insert(Score::of(&self.game));
        }
        if let Some(command) = self.play.take_unsaved_command() {
            let is_over = transition == Transition::Ended;
            self.save_status.request(if is_over {
                Save::End(command)
            } else {
                Save::Turn(command)
            });
        }
        match transition {
            Transition::Same => {}
            Transition::FloorChanged => self.show(Screen::FloorChange { ticks_left: BLANK_TICKS }),
            Transition::Ended => self.show(Screen::Ending(Ending::default())),
        }
    }

    fn tick_look(&mut self) {
        let Screen::Look(look) = &mut self.screen else { return };
        self.play.advance();
        match look.tick(&self.pad, &self.game, self.play.visible()) {
            LookTransition::Same => {}
            LookTransition::Changed => self.needs_drawing = true,
            LookTransition::Closed => self.show(Screen::Play),
        }
    }

    fn tick_map(&mut self) {
        let Screen::Map(map) = &mut self.screen else { return };
        match map.tick(&self.pad, &self.game) {
            MapTransition::Same => {}
            MapTransition::Changed => self.needs_drawing = true,
            MapTransition::Closed => self.show(Screen::Play),
            MapTransition::Travel(auto_travel) => {
                self.show(Screen::Play);
                self.play.start_travel(auto_travel, &self.game);
            }
        }
    }

    fn tick_menu(&mut self) {
        let Screen::Menu(pause) = &mut self.screen else { return };
        let item = match pause.tick(&mut self.pad) {
            PauseTransition::Same => return,
            PauseTransition::Changed => {
                self.needs_drawing = true;
                return;
            }
            PauseTransition::Closed => return self.show(Screen::Play),
            PauseTransition::Chosen(item) => item,
        };
        match item {
            PauseItem::Pack => self.open_pack(),
            PauseItem::History => self.show(Screen::History(History::default())),
            PauseItem::Hall => self.show(Screen::Hall(Hall::new(hall::Origin::Menu, None))),
            PauseItem::Help => self.show(Screen::Help { is_in_game: true }),
            PauseItem::Options => {
                self.show(Screen::Options { options: Options::default(), is_in_game: true });
            }
            PauseItem::Leave => self.leave_run(),
            PauseItem::GiveUp => {
                self.save_status.request(Save::GiveUp);
                self.show_title();
            }
        }
    }

    /// Opens the pack, unless a status forbids it (T2).
    fn open_pack(&mut self) {
        match self.game.accepts_pack() {
            Ok(()) => self.show(Screen::Pack(PackScreen::default())),
            Err(refusal) => {
                if let Some(message) = text::of_refusal(refusal) {
                    self.play.log_message(message, &self.game);
                }
                self.show(Screen::Play);
            }
        }
    }

    fn tick_pack(&mut self) {
        let Screen::Pack(pack) = &mut self.screen else { return };
        match pack.tick(&mut self.pad, &self.game) {
            PackTransition::Same => {}
            PackTransition::Changed => self.needs_drawing = true,
            PackTransition::Closed => self.show(Screen::Menu(Pause::at(PauseItem::Pack))),
            PackTransition::Do(command) => self.play_from_pack(command),
        }
    }

    fn play_from_pack(&mut self, command: Command) {
        self.show(Screen::Play);
        let transition = self.play.play_command(&mut self.game, command);
        self.play.halt();
        self.apply_transition(transition);
    }

    fn tick_history(&mut self) {
        let Screen::History(history) = &mut self.screen else { return };
        match history.tick(&mut self.pad, self.play.log()) {
            HistoryTransition::Same => {}
            HistoryTransition::Changed => self.needs_drawing = true,
            HistoryTransition::Closed => self.show(Screen::Menu(Pause::at(PauseItem::History))),
        }
    }

    fn tick_hall(&mut self) {
        let Screen::Hall(hall) = &mut self.screen else { return };
        match hall.tick(&mut self.pad, &self.scores) {
            HallTransition::Same => {}
            HallTransition::Changed => self.needs_drawing = true,
            HallTransition::ToMenu => self.show(Screen::Menu(Pause::at(PauseItem::Hall))),
            HallTransition::ToTitle => self.back_to_title(),
            HallTransition::NewRun => self.begin_run(),
        }
    }

    fn tick_help(&mut self, is_in_game: bool) {
        let leave = [Button::A, Button::B, Button::Start];
        if leave.into_iter().any(|button| self.pad.is_pressed(button)) {
            match is_in_game {
                true => self.show(Screen::Menu(Pause::at(PauseItem::Help))),
                false => self.show(Screen::Title(Title::default())),
            }
        }
    }

    fn tick_options(&mut self) {
        let Screen::Options { options, is_in_game } = &mut self.screen else { return };
        let is_in_game = *is_in_game;
        match options.tick(&mut self.pad, &mut self.settings, self.abilities) {
            OptionsTransition::Same => {}
            OptionsTransition::Changed => self.needs_drawing = true,
            OptionsTransition::Closed if is_in_game => {
                self.show(Screen::Menu(Pause::at(PauseItem::Options)));
            }
            OptionsTransition::Closed => self.show(Screen::Title(Title::default())),
        }
    }

    fn tick_ending(&mut self) {
        let Screen::Ending(ending) = &mut self.screen else { return };
        self.play.advance();
        match ending.tick(&self.pad) {
            EndingTransition::Same => {}
            EndingTransition::Changed => self.needs_drawing = true,
            EndingTransition::Closed => {
                self.show(Screen::Hall(Hall::new(hall::Origin::Run, self.row)));
            }
        }
    }

    fn show(&mut self, screen: Screen) {
        self.screen = screen;
        self.needs_drawing = true;
        self.play.request_redraw();
    }

    /// Shows the title with a demo behind it.
    pub fn show_title(&mut self) {
        (self.has_run, self.is_in_run) = (false, false);
        Title::start_demo(&mut self.game, &mut self.play, mix(self.next_seed));
        self.show(Screen::Title(Title::default()));
    }

    fn begin_run(&mut self) {
        self.game.restart(self.next_seed);
        self.next_seed = mix(self.next_seed);
        self.play.start(&self.game);
        (self.has_run, self.is_in_run) = (false, true);
        self.play.log_messages(text::opening(), &self.game);
        self.play.log_messages(self.save_status.take_messages(), &self.game);
        self.save_status.request(Save::Begin);
        self.play.halt();
        self.show(Screen::Play);
    }

    /// Draws the screen if it has changed since the last call, or if the frame has another size.
    /// Returns whether it has drawn.
    pub fn draw(&mut self, frame: &mut Frame<'_>) -> bool {
        let size = (frame.width(), frame.height());
        if size != self.drawn_size || self.settings != self.drawn_settings {
            self.drawn_size = size;
            self.drawn_settings = self.settings;
            self.needs_drawing = true;
            self.play.request_redraw();
        }
        let needs_drawing = core::mem::take(&mut self.needs_drawing);
        if !needs_drawing && !self.shows_play() {
            return false;
        }
        if !self.play.take_redraw() && !needs_drawing {
            return false;
        }
        self.autotiles.update(&self.game);
        self.draw_screen(frame);
        self.draw_palette(&mut frame.palette);
        true
    }

    /// Returns whether the screen is animated.
    const fn shows_play(&self) -> bool {
        matches!(self.screen, Screen::Title(_) | Screen::Play | Screen::Look(_))
    }

    fn draw_screen(&mut self, frame: &mut Frame<'_>) {
        let is_in_game = matches!(self.screen, Screen::Options { is_in_game: true, .. });
        let input_scheme = self.abilities.input_scheme;
        match &self.screen {
            Screen::Play => self.play.draw(&self.game, &self.autotiles, frame),
            Screen::Title(title) => {
                frame.override_shade(Some(Shade::Dark));
                self.play.draw_backdrop(&self.game, &self.autotiles, frame);
                frame.override_shade(None);
                title.draw(frame, self.view_model(), &self.game);
            }
            Screen::FloorChange { .. } => floor_change::draw(frame, self.game.floor()),
            Screen::Look(look) => {
                let area = look.area(frame, &self.game);
                self.play.draw_around(&self.game, &self.autotiles, frame, area);
                look.draw(frame, &self.play.view(&self.game, area));
            }
            Screen::Map(map) => map.draw(frame, input_scheme, &self.game),
            Screen::Menu(pause) => {
                frame.override_shade(Some(Shade::Dark));
                self.play.draw(&self.game, &self.autotiles, frame);
                frame.override_shade(None);
                pause.draw(frame, input_scheme, self.save_status.is_on());
            }
            Screen::Pack(pack) => pack.draw(frame, &self.game),
            Screen::History(history) => history.draw(frame, self.play.log()),
            Screen::Hall(hall) => hall.draw(frame, input_scheme, &self.scores),
            Screen::Help { .. } => help::draw(frame, input_scheme),
            Screen::Options { options, .. } => {
                frame.override_shade(Some(Shade::Dark));
                if is_in_game {
                    self.play.draw(&self.game, &self.autotiles, frame);
                } else {
                    self.play.draw_backdrop(&self.game, &self.autotiles, frame);
                }
                frame.override_shade(None);
                options.draw(frame, &self.settings, self.abilities);
            }
            Screen::Ending(ending) if ending.is_fading() => {
                self.play.draw(&self.game, &self.autotiles, frame);
            }
            Screen::Ending(ending) => {
                let logs = (self.play.log(), self.play.damage_log());
                ending.draw(frame, input_scheme, &self.game, logs);
            }
        }
    }

    fn draw_palette(&self, palette: &mut Palette) {
        let painted = match self.settings.is_colour_safe {
            false => &Palette::PAINTED,
            true => &Palette::COLOUR_SAFE,
        };
        match &self.screen {
            Screen::Ending(ending) => *palette = ending.palette(&self.game, painted),
            _ => palette.clone_from(painted),
        }
    }
}
