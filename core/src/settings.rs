//! Holds the player's settings: screens show them, a save keeps them.

use crate::input::Repeat;
use serde::{Deserialize, Serialize};

/// The speed at which a held direction repeats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RepeatSpeed {
    /// Repeats slowly.
    Slow,
    /// Repeats after 250 ms, then every 100 ms.
    #[default]
    Normal,
    /// Repeats quickly.
    Fast,
}

impl RepeatSpeed {
    /// All speeds, from slow to fast.
    pub const ALL: [RepeatSpeed; 3] = [RepeatSpeed::Slow, RepeatSpeed::Normal, RepeatSpeed::Fast];

    /// Returns the times it stands for.
    pub const fn repeat(self) -> Repeat {
        match self {
            RepeatSpeed::Slow => Repeat { delay: 24, interval: 12 },
            RepeatSpeed::Normal => Repeat { delay: 15, interval: 6 },
            RepeatSpeed::Fast => Repeat { delay: 10, interval: 4 },
        }
    }
}

/// Holds the player's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The speed at which a held direction repeats.
    pub repeat_speed: RepeatSpeed,
    /// True when the palette for colour-blind players is used.
    pub is_colour_safe: bool,
    /// The integer scale of the window; 0 is the largest that fits. Hosts without a window ignore it.
    pub scale: u8,
    /// True when the window fills the screen. Only where the host can.
    pub is_fullscreen: bool,
    /// The volume of the music, 0 to [`VOLUME_MAX`]. Hosts without sound ignore it.
    pub music_volume: u8,
    /// The volume of the effects, 0 to [`VOLUME_MAX`]. Hosts without sound ignore it.
    pub effects_volume: u8,
    /// True when colours may cycle.
    pub has_colour_cycling: bool,
    /// Reserved for the size and speed of text; zero.
    pub reading: u8,
    /// Reserved for shaking and flashing; zero.
    pub effects: u8,
}

/// The loudest volume.
pub const VOLUME_MAX: u8 = 8;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            repeat_speed: RepeatSpeed::default(),
            is_colour_safe: false,
            scale: 0,
            is_fullscreen: false,
            music_volume: VOLUME_MAX,
            effects_volume: VOLUME_MAX,
            has_colour_cycling: true,
            reading: 0,
            effects: 0,
        }
    }
}
