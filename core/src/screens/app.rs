use crate::draw::Frame;
use crate::input::Input;
use crate::screens::{HostAbilities, Settings};
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
}

/// The whole program but for its host: buttons in, pictures and requests out.
pub struct App {
    game: Game,
    settings: Settings,
}

impl App {
    /// The app at its title.
    pub fn new(setup: Setup) -> App {
        App { game: Game::new(setup.seed), settings: setup.settings }
    }

    /// One tick of 1/60 s. Gives what the host must do, if anything.
    pub fn tick(&mut self, input: Input) -> Option<Request> {
        let _ = input;
        None
    }

    /// Draws what is to be seen. Whether the frame or its palette differs from what was there.
    pub fn draw(&mut self, frame: &mut Frame<'_>) -> bool {
        let _ = frame;
        true
    }

    /// Which screen is shown.
    pub const fn screen(&self) -> ScreenName {
        ScreenName::Title
    }

    /// The game being played.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What the player has set; a host looks here after every tick for what concerns it.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }
}
