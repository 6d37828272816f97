use super::death::Death;
use super::floor_change::{self, BLANK_TICKS};
use super::menu::{Choice, Cursor, Line};
use super::message_log::MessageLog;
use super::options::{Options, OptionsOutlook};
use super::play::{Outlook, Play};
use super::title::{Title, TitleItem};
use super::{HostAbilities, Settings};
use crate::dice::mix;
use crate::draw::widgets::Area;
use crate::draw::{Colour, Frame, Palette};
use crate::input::{Button, Input, Pad};
use crate::world::Game;

/// What a host tells the app at the start.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The seed of the first run; later runs follow from it.
    pub seed: u64,
    /// What the host can do.
    pub abilities: HostAbilities,
    /// What the player has set before.
    pub settings: Settings,
}

/// What the app asks of its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// End the program.
    Quit,
}

/// Which screen is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenName {
    /// The title.
    Title,
    /// The game itself.
    Play,
    /// The darkness between two floors.
    FloorChange,
    /// The menu over a running game.
    Menu,
    /// What can be set.
    Options,
    /// The end of a run.
    Death,
}

impl ScreenName {
    /// Its name in a state file.
    pub const fn name(self) -> &'static str {
        match self {
            ScreenName::Title => "title",
            ScreenName::Play => "play",
            ScreenName::FloorChange => "floor",
            ScreenName::Menu => "menu",
            ScreenName::Options => "options",
            ScreenName::Death => "death",
        }
    }
}

/// The screen shown, with what it alone knows.
#[derive(Clone, Debug)]
enum Screen {
    Title(Title),
    Play,
    FloorChange { ticks_left: u8 },
    Menu(PauseMenu),
    Options { options: Options, is_in_game: bool },
    Death(Death),
}

/// The menu over a running game; giving up asks again, on another button.
#[derive(Clone, Debug, Default)]
struct PauseMenu {
    cursor: Cursor,
    is_giving_up: bool,
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
/// let mut pixels = [0; 240 * 160];
/// let mut frame = Frame::new(240, 160, &mut pixels).expect("the buffer is large enough");
/// assert!(app.draw(&mut frame));
/// assert!(!app.draw(&mut frame), "nothing has changed since");
/// ```
#[derive(Clone, Debug)]
pub struct App {
    game: Game,
    play: Play,
    screen: Screen,
    pad: Pad,
    settings: Settings,
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
        let game = Game::new(setup.seed);
        let play = Play::new(&game);
        let mut app = App {
            game,
            play,
            screen: Screen::Title(Title::default()),
            pad: Pad::default(),
            settings: setup.settings,
            abilities: setup.abilities,
            next_seed: setup.seed,
            ticks: 0,
            needs_drawing: true,
            drawn_settings: setup.settings,
            drawn_size: (0, 0),
        };
        app.show_title();
        app
    }

    /// Which screen is shown.
    pub const fn screen(&self) -> ScreenName {
        match self.screen {
            Screen::Title(_) => ScreenName::Title,
            Screen::Play => ScreenName::Play,
            Screen::FloorChange { .. } => ScreenName::FloorChange,
            Screen::Menu(_) => ScreenName::Menu,
            Screen::Options { .. } => ScreenName::Options,
            Screen::Death(_) => ScreenName::Death,
        }
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

    /// One tick of 1/60 s. Gives what the host must do, if anything.
    pub fn tick(&mut self, input: Input) -> Option<Request> {
        self.ticks = self.ticks.wrapping_add(1);
        self.pad.update(input.buttons);
        match &mut self.screen {
            Screen::Title(title) => {
                let stage = (&mut self.game, &mut self.play);
                let chosen = title.tick(&mut self.pad, self.abilities, stage);
                return chosen.and_then(|item| self.choose_on_title(item));
            }
            Screen::Play => self.tick_play(input),
            Screen::FloorChange { ticks_left } => {
                *ticks_left -= 1;
                if *ticks_left == 0 {
                    self.show(Screen::Play);
                }
            }
            Screen::Menu(_) => self.tick_menu(),
            Screen::Options { options, is_in_game } => {
                let is_in_game = *is_in_game;
                match options.tick(&mut self.pad, &mut self.settings, self.abilities) {
                    OptionsOutlook::Same => {}
                    OptionsOutlook::Changed => self.needs_drawing = true,
                    OptionsOutlook::Left if is_in_game => {
                        self.show(Screen::Menu(PauseMenu::default()));
                    }
                    OptionsOutlook::Left => self.show(Screen::Title(Title::default())),
                }
            }
            Screen::Death(death) => {
                let is_done = death.tick(&self.pad);
                self.needs_drawing |= death.needs_drawing();
                self.play.advance();
                if is_done {
                    self.begin_run();
                }
            }
        }
        None
    }

    fn choose_on_title(&mut self, item: TitleItem) -> Option<Request> {
        match item {
            TitleItem::NewGame => self.begin_run(),
            TitleItem::Options => {
                self.show(Screen::Options { options: Options::default(), is_in_game: false });
            }
            TitleItem::Quit => return Some(Request::Quit),
        }
        None
    }

    fn tick_play(&mut self, input: Input) {
        if self.pad.is_pressed(Button::Start) {
            self.play.halt();
            return self.show(Screen::Menu(PauseMenu::default()));
        }
        let (pad, settings) = (&self.pad, &self.settings);
        match self.play.tick(&mut self.game, pad, input.pointer, settings) {
            Outlook::Same => {}
            Outlook::FloorChanged => self.show(Screen::FloorChange { ticks_left: BLANK_TICKS }),
            Outlook::Ended => self.show(Screen::Death(Death::default())),
        }
    }

    fn tick_menu(&mut self) {
        let Screen::Menu(menu) = &mut self.screen else { return };
        self.needs_drawing |= !self.pad.pressed().is_empty() || self.pad.held_ticks() > 0;
        if menu.is_giving_up {
            if self.pad.is_pressed(Button::Select) {
                self.show_title();
            } else if !self.pad.pressed().is_empty() {
                menu.is_giving_up = false;
            }
            return;
        }
        match menu.cursor.tick(&mut self.pad, PAUSE_LABELS.len()) {
            Choice::Left | Choice::Confirmed(0) => self.show(Screen::Play),
            Choice::Confirmed(1) => {
                self.show(Screen::Options { options: Options::default(), is_in_game: true });
            }
            Choice::Confirmed(_) => menu.is_giving_up = true,
            Choice::None | Choice::Moved | Choice::Changed(..) => {}
        }
    }

    fn show(&mut self, screen: Screen) {
        self.screen = screen;
        self.needs_drawing = true;
        self.play.refresh();
    }

    fn show_title(&mut self) {
        Title::set_stage(&mut self.game, &mut self.play, mix(self.next_seed));
        self.show(Screen::Title(Title::default()));
    }

    fn begin_run(&mut self) {
        self.game = Game::new(self.next_seed);
        self.next_seed = mix(self.next_seed);
        self.play.start(&self.game);
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
        if needs_drawing {
            self.play.refresh();
        }
        let is_drawn = self.draw_screen(frame);
        if is_drawn {
            frame.palette = self.palette();
        }
        is_drawn
    }

    /// Whether what is seen moves by itself.
    const fn shows_play(&self) -> bool {
        matches!(self.screen, Screen::Title(_) | Screen::Play | Screen::Death(_))
    }

    fn draw_screen(&mut self, frame: &mut Frame<'_>) -> bool {
        match &self.screen {
            Screen::Title(title) => {
                if !self.play.take_refresh() {
                    return false;
                }
                title.draw(frame, self.abilities, &self.game, &mut self.play);
            }
            Screen::Play => return self.play.draw(&self.game, frame),
            Screen::FloorChange { .. } => floor_change::draw(frame, self.game.floor()),
            Screen::Menu(menu) => {
                self.play.draw_always(&self.game, frame);
                menu.draw(frame);
            }
            Screen::Options { options, is_in_game } => {
                if *is_in_game {
                    self.play.draw_always(&self.game, frame);
                } else {
                    self.play.draw_backdrop(&self.game, frame);
                }
                shade_all(frame);
                options.draw(frame, &self.settings, self.abilities);
            }
            Screen::Death(death) if death.is_fading() => {
                self.play.draw_always(&self.game, frame);
            }
            Screen::Death(death) => {
                if !self.play.take_refresh() {
                    return false;
                }
                death.draw(frame, &self.game);
            }
        }
        true
    }

    fn palette(&self) -> Palette {
        let palette = match self.settings.is_colour_safe {
            false => Palette::PAINTED,
            true => Palette::COLOUR_SAFE,
        };
        match &self.screen {
            Screen::Death(death) if death.fade() > 0 => palette.faded(Colour::RED, death.fade()),
            _ => palette,
        }
    }
}

const PAUSE_LABELS: [&str; 3] = ["Go on", "Options", "Give up"];

impl PauseMenu {
    fn draw(&self, frame: &mut Frame<'_>) {
        shade_all(frame);
        let area = Area::of(frame);
        if self.is_giving_up {
            let lines = [
                Line { label: "This run will be lost.", value: "" },
                Line { label: "Select: give up", value: "" },
                Line { label: "any other: go on", value: "" },
            ];
            return self.cursor.draw_panel(frame, area, "Give up?", &lines);
        }
        let lines = PAUSE_LABELS.map(|label| Line { label, value: "" });
        self.cursor.draw_panel(frame, area, "Paused", &lines);
    }
}

fn shade_all(frame: &mut Frame<'_>) {
    let whole = Area::of(frame);
    frame.shade(0, 0, whole.width, whole.height, crate::draw::Shade::Dark);
}
