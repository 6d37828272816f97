//! The interface between the app and its host.

use crate::save::Save;
use crate::settings::Settings;
use crate::view::text::InputScheme;

/// Optional abilities of a host; the screens offer nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostAbilities {
    /// The largest scale of a window, 0 where there is no window to scale.
    pub scale_max: u8,
    /// Whether it can fill the screen.
    pub can_fullscreen: bool,
    /// Whether the program can end.
    pub can_quit: bool,
    /// The input scheme, which names the buttons.
    pub input_scheme: InputScheme,
}

/// The configuration of an app.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The seed of the first run; later seeds follow from it.
    pub seed: u64,
    /// The host's abilities.
    pub abilities: HostAbilities,
    /// The settings to start with.
    pub settings: Settings,
}

/// A request of the app to its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Ends the program.
    Quit,
    /// Saves this before the next tick: [`App::save`](crate::screens::App::save) does all of it and waits;
    /// [`SaveManager::submit`](crate::save::SaveManager::submit) does what cannot wait.
    Save(Save),
}

/// The screen that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenName {
    /// The title.
    Title,
    /// The game itself.
    Play,
    /// The darkness between two floors.
    FloorChange,
    /// Looking around.
    Look,
    /// The map of the floor.
    Map,
    /// The pause menu.
    Menu,
    /// The pack.
    Pack,
    /// The message history.
    History,
    /// The hall of fame.
    Hall,
    /// The controls.
    Help,
    /// The options.
    Options,
    /// The end of a lost run.
    Death,
    /// The end of a won one.
    Victory,
}

impl ScreenName {
    /// Returns its name in a state file.
    pub const fn name(self) -> &'static str {
        match self {
            ScreenName::Title => "title",
            ScreenName::Play => "play",
            ScreenName::FloorChange => "floor",
            ScreenName::Look => "look",
            ScreenName::Map => "map",
            ScreenName::Menu => "menu",
            ScreenName::Pack => "pack",
            ScreenName::History => "history",
            ScreenName::Hall => "hall",
            ScreenName::Help => "help",
            ScreenName::Options => "options",
            ScreenName::Death => "death",
            ScreenName::Victory => "victory",
        }
    }
}
