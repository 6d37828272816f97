//! What the app and its host say to each other.

use crate::content::text::Hands;
use crate::save::Save;
use crate::settings::Settings;

/// What a host can do that not every host can; the screens offer nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostAbilities {
    /// The largest scale of a window, 0 where there is no window to scale.
    pub scale_max: u8,
    /// Whether it can fill the screen.
    pub can_fullscreen: bool,
    /// Whether the program can end.
    pub can_quit: bool,
    /// What buttons are called.
    pub hands: Hands,
}

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
    /// Save this before the next tick: [`App::carry_out`](crate::screens::App::carry_out) does all of
    /// it, [`App::enqueue`](crate::screens::App::enqueue) what cannot wait.
    Save(Save),
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
    /// Looking around.
    Look,
    /// The map of the floor.
    Map,
    /// The menu over a running game.
    Menu,
    /// What is carried.
    Pack,
    /// What happened lately.
    History,
    /// The hall of fame.
    Hall,
    /// Which button does what.
    Help,
    /// What can be set.
    Options,
    /// The end of a lost run.
    Death,
    /// The end of a won one.
    Victory,
}

impl ScreenName {
    /// Its name in a state file.
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
