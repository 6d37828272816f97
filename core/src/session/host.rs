//! The interface between the app and its host.

use crate::save::SaveRequest;
use crate::settings::Settings;

/// The optional abilities of a host. The screens do not offer what the host cannot do. A host begins with
/// [`NONE`](HostAbilities::NONE), and sets the abilities that it has.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostAbilities {
    /// The largest scale of a window; 0 without a window.
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
    /// True when the host has a [lamp](crate::settings::Settings::has_lamp) that can warn of few hit points.
    pub has_lamp: bool,
}

impl HostAbilities {
    /// The abilities of a plain handheld, which has none of the optional abilities.
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
    /// The seed of the first run; later seeds follow from it.
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
    /// once; [`SaveManager::submit`](crate::save::SaveManager::submit) writes only what cannot wait.
    Save(SaveRequest),
    /// Shows the recorded run of this row of the hall of fame. Sent only to hosts that can show recordings.
    Watch(usize),
    /// Restores the default keys and tells the app their names. Sent only to hosts where the player can choose keys.
    DefaultKeys,
}
