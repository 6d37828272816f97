mod keeping;

use super::ending::{Ending, EndingOutlook};
use super::floor_change::{self, BLANK_TICKS};
use super::floor_map::{FloorMap, MapOutlook};
use super::hall::{self, Hall, HallOutlook};
use super::help;
use super::history::{History, HistoryOutlook};
use super::look::{Look, LookOutlook};
use super::message_log::MessageLog;
use super::options::{Options, OptionsOutlook};
use super::pack::{PackOutlook, PackScreen};
use super::pause::{Pause, PauseItem, PauseOutlook};
use super::play::{Outlook, Play};
use super::saving::Saving;
use super::title::{Title, TitleItem};
use super::{HostAbilities, Request, ScreenName, Settings, Setup};
use crate::content::text;
use crate::dice::mix;
use crate::draw::looks::Looks;
use crate::draw::{Frame, Palette, Shade};
use crate::input::{Button, Buttons, Input, Pad};
use crate::rules::{Command, Refusal};
use crate::save::{Save, Score, Scores};
use crate::world::{Game, Outcome};

/// The screen shown, with what it alone knows.
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

/// The whole program but for its host: buttons in, pictures and requests out.
///
/// ```
/// use musrex_core::draw::Frame;
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
    looks: Looks,
    screen: Screen,
    pad: Pad,
    settings: Settings,
    scores: Scores,
    /// The row of the run that has ended last.
    row: Option<usize>,
    saving: Saving,
    /// Whether the game waits behind the title to be gone on with.
    has_run: bool,
    /// Whether a run is being played; not while it waits, and not after its end.
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
    /// The app at its title.
    pub fn new(setup: Setup) -> App {
        let mut app = App::placeholder(setup);
        app.show_title();
        app
    }

    /// The app before its title: to be followed by [`show_title`](App::show_title), and nothing
    /// between. What [`new`](App::new) does in one step; for machines on which this one needs a
    /// larger and slower stack than the other.
    pub fn placeholder(setup: Setup) -> App {
        let game = Game::placeholder(setup.seed);
        let play = Play::new(&game);
        App {
            game,
            play,
            looks: Looks::NONE,
            screen: Screen::Title(Title::default()),
            pad: Pad::default(),
            settings: setup.settings,
            scores: Scores::new(),
            row: None,
            saving: Saving::default(),
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

    /// Which screen is shown.
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

    /// The best runs.
    pub const fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The game being played; on the title, the one that plays itself behind it.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What has been said lately.
    pub const fn messages(&self) -> &MessageLog {
        self.play.log()
    }

    /// Ticks since the start.
    pub const fn ticks(&self) -> u32 {
        self.ticks
    }

    /// What the player has set; a host looks here after every tick for what concerns it.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// As [`settings`](App::settings), for what the player sets by a key of the host's own.
    pub const fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Shows `game` instead of whatever was shown, as a run that goes on: for one that is played by
    /// a recording and not by buttons. It is not the player's, so from now on nothing is saved.
    pub fn watch(&mut self, game: Game) {
        self.saving = Saving::default();
        (self.has_run, self.is_in_run) = (false, false);
        self.game = game;
        self.play.start(&self.game);
        self.show(Screen::Play);
    }

    /// Plays a command that no button has asked for, and shows what comes of it.
    ///
    /// # Errors
    /// As [`Game::step`]; nothing has changed then.
    pub fn play_command(&mut self, command: Command) -> Result<(), Refusal> {
        self.game.accepts(command)?;
        let outlook = self.play.play_command(&mut self.game, command);
        self.follow(outlook);
        Ok(())
    }

    /// Takes in what only chance could know, such as when exactly a button went down: the runs to
    /// come depend on it, beside the seed of [`Setup`]. For hosts that have no better source of seeds.
    pub const fn stir(&mut self, noise: u64) {
        self.next_seed = mix(self.next_seed ^ noise);
    }

    /// One tick of 1/60 s. Gives what the host must do, if anything.
    pub fn tick(&mut self, input: Input) -> Option<Request> {
        self.ticks = self.ticks.wrapping_add(1);
        self.pad.update(input.buttons);
        if self.is_quitting {
            return Some(Request::Quit);
        }
        self.tick_screen(input);
        let is_setting = matches!(self.screen, Screen::Options { .. });
        let is_resting = matches!(self.screen, Screen::Play)
            && input.buttons == Buttons::NONE
            && self.play.is_resting();
        if let Some(save) = self.saving.take(&self.settings, is_setting, is_resting) {
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

    // Where a turn is played, nothing of other screens is to be on the stack, which is short on small
    // machines.
    #[inline(never)]
    fn tick_title(&mut self) {
        let facts = self.facts();
        let Screen::Title(title) = &mut self.screen else { return };
        let stage = (&mut self.game, &mut self.play);
        let Some(item) = title.tick(&mut self.pad, facts, stage) else { return };
        match item {
            TitleItem::Continue => self.go_on(),
            TitleItem::NewGame => self.begin_run(),
            TitleItem::Overwrite => {
                self.saving.overwrite();
                self.begin_run();
            }
            TitleItem::Hall => self.show(Screen::Hall(Hall::new(hall::From::Title, None))),
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
            let outlook = self.play.tick(&mut self.game, pad, input.pointer, settings);
            return self.follow(outlook);
        };
        self.play.halt();
        self.show(screen);
    }

    /// Where a turn has led.
    fn follow(&mut self, outlook: Outlook) {
        if outlook == Outlook::Ended {
            // The score is entered before anything is shown (H6).
            self.is_in_run = false;
            self.row = self.scores.insert(Score::of(&self.game));
        }
        if let Some(command) = self.play.take_played() {
            let is_over = outlook == Outlook::Ended;
            self.saving.ask(if is_over { Save::End(command) } else { Save::Turn(command) });
        }
        match outlook {
            Outlook::Same => {}
            Outlook::FloorChanged => self.show(Screen::FloorChange { ticks_left: BLANK_TICKS }),
            Outlook::Ended => self.show(Screen::Ending(Ending::default())),
        }
    }

    fn tick_look(&mut self) {
        let Screen::Look(look) = &mut self.screen else { return };
        self.play.advance();
        match look.tick(&self.pad, &self.game, self.play.visible()) {
            LookOutlook::Same => {}
            LookOutlook::Changed => self.needs_drawing = true,
            LookOutlook::Left => self.show(Screen::Play),
        }
    }

    fn tick_map(&mut self) {
        let Screen::Map(map) = &mut self.screen else { return };
        match map.tick(&self.pad, &self.game) {
            MapOutlook::Same => {}
            MapOutlook::Changed => self.needs_drawing = true,
            MapOutlook::Left => self.show(Screen::Play),
            MapOutlook::Travel(auto_travel) => {
                self.show(Screen::Play);
                self.play.set_out(auto_travel, &self.game);
            }
        }
    }

    fn tick_menu(&mut self) {
        let Screen::Menu(pause) = &mut self.screen else { return };
        let item = match pause.tick(&mut self.pad) {
            PauseOutlook::Same => return,
            PauseOutlook::Changed => {
                self.needs_drawing = true;
                return;
            }
            PauseOutlook::Left => return self.show(Screen::Play),
            PauseOutlook::Chosen(item) => item,
        };
        match item {
            PauseItem::Pack => self.open_pack(),
            PauseItem::History => self.show(Screen::History(History::default())),
            PauseItem::Hall => self.show(Screen::Hall(Hall::new(hall::From::Menu, None))),
            PauseItem::Help => self.show(Screen::Help { is_in_game: true }),
            PauseItem::Options => {
                self.show(Screen::Options { options: Options::default(), is_in_game: true });
            }
            PauseItem::Leave => self.leave_run(),
            PauseItem::GiveUp => {
                self.saving.ask(Save::GiveUp);
                self.show_title();
            }
        }
    }

    /// Opens the pack, unless the head is in no state for it (T2).
    fn open_pack(&mut self) {
        match self.game.accepts_pack() {
            Ok(()) => self.show(Screen::Pack(PackScreen::default())),
            Err(refusal) => {
                if let Some(message) = text::of_refusal(refusal) {
                    self.play.say(message, &self.game);
                }
                self.show(Screen::Play);
            }
        }
    }

    fn tick_pack(&mut self) {
        let Screen::Pack(pack) = &mut self.screen else { return };
        match pack.tick(&mut self.pad, &self.game) {
            PackOutlook::Same => {}
            PackOutlook::Changed => self.needs_drawing = true,
            PackOutlook::Left => self.show(Screen::Menu(Pause::at(PauseItem::Pack))),
            PackOutlook::Do(command) => self.play_from_pack(command),
        }
    }

    fn play_from_pack(&mut self, command: Command) {
        self.show(Screen::Play);
        let outlook = self.play.play_command(&mut self.game, command);
        self.play.halt();
        self.follow(outlook);
    }

    fn tick_history(&mut self) {
        let Screen::History(history) = &mut self.screen else { return };
        match history.tick(&mut self.pad, self.play.log()) {
            HistoryOutlook::Same => {}
            HistoryOutlook::Changed => self.needs_drawing = true,
            HistoryOutlook::Left => self.show(Screen::Menu(Pause::at(PauseItem::History))),
        }
    }

    fn tick_hall(&mut self) {
        let Screen::Hall(hall) = &mut self.screen else { return };
        match hall.tick(&mut self.pad, &self.scores) {
            HallOutlook::Same => {}
            HallOutlook::Changed => self.needs_drawing = true,
            HallOutlook::ToMenu => self.show(Screen::Menu(Pause::at(PauseItem::Hall))),
            HallOutlook::ToTitle => self.back_to_title(),
            HallOutlook::NewRun => self.begin_run(),
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
            OptionsOutlook::Same => {}
            OptionsOutlook::Changed => self.needs_drawing = true,
            OptionsOutlook::Left if is_in_game => {
                self.show(Screen::Menu(Pause::at(PauseItem::Options)));
            }
            OptionsOutlook::Left => self.show(Screen::Title(Title::default())),
        }
    }

    fn tick_ending(&mut self) {
        let Screen::Ending(ending) = &mut self.screen else { return };
        self.play.advance();
        match ending.tick(&self.pad) {
            EndingOutlook::Same => {}
            EndingOutlook::Changed => self.needs_drawing = true,
            EndingOutlook::Left => {
                self.show(Screen::Hall(Hall::new(hall::From::Run, self.row)));
            }
        }
    }

    fn show(&mut self, screen: Screen) {
        self.screen = screen;
        self.needs_drawing = true;
        self.play.refresh();
    }

    /// Shows the title, with a run behind it that plays itself.
    pub fn show_title(&mut self) {
        (self.has_run, self.is_in_run) = (false, false);
        Title::set_stage(&mut self.game, &mut self.play, mix(self.next_seed));
        self.show(Screen::Title(Title::default()));
    }

    fn begin_run(&mut self) {
        self.game.restart(self.next_seed);
        self.next_seed = mix(self.next_seed);
        self.play.start(&self.game);
        (self.has_run, self.is_in_run) = (false, true);
        self.play.say_all(text::opening(), &self.game);
        self.play.say_all(self.saving.tell(), &self.game);
        self.saving.ask(Save::Begin);
        self.play.halt();
        self.show(Screen::Play);
    }

    /// Draws what is to be seen. Whether the frame or its palette differs from what was there; a
    /// frame of another size than the last is drawn anew.
    pub fn draw(&mut self, frame: &mut Frame<'_>) -> bool {
        let size = (frame.width(), frame.height());
        if size != self.drawn_size || self.settings != self.drawn_settings {
            self.drawn_size = size;
            self.drawn_settings = self.settings;
            self.needs_drawing = true;
            self.play.refresh();
        }
        let needs_drawing = core::mem::take(&mut self.needs_drawing);
        if !needs_drawing && !self.shows_play() {
            return false;
        }
        if !self.play.take_refresh() && !needs_drawing {
            return false;
        }
        self.looks.update(&self.game);
        self.draw_screen(frame);
        self.draw_palette(&mut frame.palette);
        true
    }

    /// Whether what is seen moves by itself.
    const fn shows_play(&self) -> bool {
        matches!(self.screen, Screen::Title(_) | Screen::Play | Screen::Look(_))
    }

    fn draw_screen(&mut self, frame: &mut Frame<'_>) {
        let is_in_game = matches!(self.screen, Screen::Options { is_in_game: true, .. });
        let hands = self.abilities.hands;
        match &self.screen {
            Screen::Play => self.play.draw(&self.game, &self.looks, frame),
            Screen::Title(title) => {
                frame.veil(Some(Shade::Dark));
                self.play.draw_backdrop(&self.game, &self.looks, frame);
                frame.veil(None);
                title.draw(frame, self.facts(), &self.game);
            }
            Screen::FloorChange { .. } => floor_change::draw(frame, self.game.floor()),
            Screen::Look(look) => {
                let area = look.area(frame, &self.game);
                self.play.draw_around(&self.game, &self.looks, frame, area);
                look.draw(frame, &self.play.view(&self.game, area));
            }
            Screen::Map(map) => map.draw(frame, hands, &self.game),
            Screen::Menu(pause) => {
                frame.veil(Some(Shade::Dark));
                self.play.draw(&self.game, &self.looks, frame);
                frame.veil(None);
                pause.draw(frame, hands, self.saving.is_on());
            }
            Screen::Pack(pack) => pack.draw(frame, &self.game),
            Screen::History(history) => history.draw(frame, self.play.log()),
            Screen::Hall(hall) => hall.draw(frame, hands, &self.scores),
            Screen::Help { .. } => help::draw(frame, hands),
            Screen::Options { options, .. } => {
                frame.veil(Some(Shade::Dark));
                if is_in_game {
                    self.play.draw(&self.game, &self.looks, frame);
                } else {
                    self.play.draw_backdrop(&self.game, &self.looks, frame);
                }
                frame.veil(None);
                options.draw(frame, &self.settings, self.abilities);
            }
            Screen::Ending(ending) if ending.is_fading() => {
                self.play.draw(&self.game, &self.looks, frame);
            }
            Screen::Ending(ending) => {
                let told = (self.play.log(), self.play.harms());
                ending.draw(frame, hands, &self.game, told);
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
