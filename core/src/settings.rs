//! Holds the player's settings: screens show them, a save keeps them.

use crate::input::Repeat;
use crate::seed::Date;
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
    /// Its lower bits are reserved for the size and speed of text, and zero; see [`DAY_BITS`] for the others.
    pub reading: u8,
    /// Its lower bits are reserved for shaking and flashing, and zero; see [`DAY_BITS`] for the others.
    pub effects: u8,
}

/// The upper bits of [`Settings::reading`] and of [`Settings::effects`] that hold the last day whose run was begun
/// (H8): the number of the day, of which they have room for almost three years, or zero.
const DAY_BITS: u32 = 5;

/// The mask of these bits.
const DAY_MASK: u8 = u8::MAX << (u8::BITS - DAY_BITS);

impl Settings {
    /// Returns whether the run of `day` was begun, and none of another day since (H8).
    pub fn is_last_day(&self, day: Date) -> bool {
        [self.reading, self.effects].map(|byte| byte & DAY_MASK) == day_bits(day)
    }

    /// Notes that the run of `day` is begun (H8).
    pub const fn set_last_day(&mut self, day: Date) {
        let [upper, lower] = day_bits(day);
        self.reading = self.reading & !DAY_MASK | upper;
        self.effects = self.effects & !DAY_MASK | lower;
    }
}

/// Returns the number of a day in the bits of two bytes; it is never zero.
const fn day_bits(day: Date) -> [u8; 2] {
    const DAYS: u32 = (1 << (2 * DAY_BITS)) - 1;
    let number = day.number() % DAYS + 1;
    let [upper, lower] = [number >> DAY_BITS, number & ((1 << DAY_BITS) - 1)];
    let shift = u8::BITS - DAY_BITS;
    [(upper << shift).to_le_bytes()[0], (lower << shift).to_le_bytes()[0]]
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

#[cfg(test)]
mod tests {
    use super::*;

    // H8: the day shares its bytes with others, a save of before has none, and neighbours differ.
    #[test]
    fn the_last_day_is_kept_beside_other_bits() {
        let day = |year, month, day| Date::new(year, month, day).expect("a day");
        let mut settings = Settings { reading: 0b101, effects: 0b11, ..Settings::default() };
        let days = [day(2026, 12, 31), day(2027, 1, 1), day(2027, 1, 2), day(2028, 2, 29)];
        assert!(!days.iter().any(|&day| settings.is_last_day(day)));
        for last in days {
            settings.set_last_day(last);
            for day in days {
                assert_eq!(settings.is_last_day(day), day == last, "{day:?} after {last:?}");
            }
            assert_eq!((settings.reading & 0b111, settings.effects & 0b111), (0b101, 0b11));
        }
    }
}
