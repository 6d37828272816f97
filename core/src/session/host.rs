//! The interface between the app and its host.

use crate::save::SaveRequest;
use crate::settings::Settings;

/// The optional abilities of a host. The screens offer only what the host can do. A host starts from
/// [`NONE`](HostAbilities::NONE), and sets each ability that it has.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostAbilities {
    /// The largest scale of the window; 0 for a host without a window.
    pub scale_max: u8,
    /// True when the host can make its window fill the screen.
    pub can_fullscreen: bool,
    /// True when the program can end.
    pub can_quit: bool,
    /// True when the host lets the player choose keys: see
    /// [`App::awaited_control`](crate::app::App::awaited_control).
    pub can_choose_keys: bool,
    /// True when the host keeps recordings of the runs in the hall of fame and can show them.
    pub can_watch: bool,
    /// True when the host can show frames of each [`FloorView`](crate::settings::FloorView).
    pub can_choose_view: bool,
    /// True when the host can dim the [backlight](crate::settings::Settings::backlight) of its screen.
    pub can_dim: bool,
    /// True when the host has a [lamp](crate::settings::Settings::has_lamp) that can warn of low hit points.
    pub has_lamp: bool,
}

impl HostAbilities {
    /// The abilities of a plain handheld: none.
    pub const NONE: HostAbilities = HostAbilities {
        scale_max: 0,
        can_fullscreen: false,
        can_quit: false,
        can_choose_keys: false,
        can_watch: false,
        can_choose_view: false,
        can_dim: false,
        has_lamp: false,
    };
}

/// The configuration of an app.
///
/// ```
/// use musrex_core::app::{HostAbilities, Setup};
///
/// let mut setup = Setup::new(7);
/// setup.abilities.can_quit = true;
/// assert_ne!(setup.abilities, HostAbilities::NONE);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The seed of the first run; the seeds of later runs follow from it.
    pub(crate) seed: u64,
    /// The host's abilities.
    pub abilities: HostAbilities,
    /// The settings to start with.
    pub settings: Settings,
}

impl Setup {
    /// Returns the configuration for a host without abilities, with this seed and the default settings.
    pub const fn new(seed: u64) -> Setup {
        Setup { seed, abilities: HostAbilities::NONE, settings: Settings::DEFAULT }
    }
}

/// A request of the app to its host.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Ends the program.
    Quit,
    /// Handles this save request before the next tick. [`App::save`](crate::app::App::save) does the whole save at
    /// once; [`SaveManager::submit`](crate::save::SaveManager::submit) writes only the urgent part.
    Save(SaveRequest),
    /// Shows the recorded run in this row of the hall of fame. The app sends this only to hosts that can show
    /// recordings.
    Watch(usize),
    /// Restores the default keys and passes their names to the app. The app sends this only to hosts with a choice of
    /// keys.
    DefaultKeys,
}
