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

/// The speed at which a turn is animated (H10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnimationSpeed {
    /// Steps, blows and cards take their time.
    #[default]
    Normal,
    /// They take half of it.
    Fast,
    /// Only their results are shown.
    Off,
}

impl AnimationSpeed {
    /// All speeds, each at its number in a save.
    pub const ALL: [AnimationSpeed; 3] =
        [AnimationSpeed::Normal, AnimationSpeed::Fast, AnimationSpeed::Off];

    /// Returns the ticks that something takes at this speed instead of `ticks`.
    pub const fn scaled(self, ticks: u16) -> u16 {
        match self {
            AnimationSpeed::Normal => ticks,
            AnimationSpeed::Fast => ticks.div_ceil(2),
            AnimationSpeed::Off => 0,
        }
    }
}

/// How much of the floor a large window shows (H14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloorView {
    /// Twenty tiles across, as on a handheld, and large.
    #[default]
    Near,
    /// Thirty tiles across.
    Wide,
    /// Forty tiles across.
    Whole,
}

impl FloorView {
    /// All views, each at its number in a save.
    pub const ALL: [FloorView; 3] = [FloorView::Near, FloorView::Wide, FloorView::Whole];

    /// Returns the width and the height of its frame in pixels.
    pub const fn size(self) -> (u16, u16) {
        match self {
            FloorView::Near => (320, 180),
            FloorView::Wide => (480, 270),
            FloorView::Whole => (640, 360),
        }
    }

    /// Returns the view that shows a step more, or a step less; the last ones stay.
    pub fn neighbour(self, is_wider: bool) -> FloorView {
        let at = self as usize;
        let to = if is_wider { at + 1 } else { at.saturating_sub(1) };
        FloorView::ALL.get(to).copied().unwrap_or(self)
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
    /// Options of reading, as bits: [`has_large_text`](Settings::has_large_text),
    /// [`has_contrast`](Settings::has_contrast), and [the last day](Settings::is_last_day).
    pub reading: u8,
    /// Options of movement, as bits: [`animation_speed`](Settings::animation_speed),
    /// [`has_flashes`](Settings::has_flashes), and [the last day](Settings::is_last_day).
    pub effects: u8,
    /// How much of the floor is shown. Only where the host can. A save keeps it apart from the others, which are
    /// older.
    #[serde(skip)]
    pub view: FloorView,
}

/// The bit of [`Settings::reading`] that is set when text is large.
const LARGE_TEXT: u8 = 0b1;
/// The bit of [`Settings::reading`] that is set when the log has a high contrast.
const CONTRAST: u8 = 0b10;
/// The bits of [`Settings::effects`] that hold the number of the animation's speed.
const SPEED: u8 = 0b11;
/// The bit of [`Settings::effects`] that is set when nothing flashes or shakes.
const STILL: u8 = 0b100;

/// Sets or clears the bits of a mask.
const fn with_bits(byte: u8, mask: u8, is_set: bool) -> u8 {
    if is_set { byte | mask } else { byte & !mask }
}

// H10: a save of a version without these options has zeros, which are the defaults.
impl Settings {
    /// Returns whether text is large on frames that have room for it.
    pub const fn has_large_text(&self) -> bool {
        self.reading & LARGE_TEXT != 0
    }

    /// Sets whether text is large.
    pub const fn set_large_text(&mut self, is_large: bool) {
        self.reading = with_bits(self.reading, LARGE_TEXT, is_large);
    }

    /// Returns whether the log is drawn with a high contrast.
    pub const fn has_contrast(&self) -> bool {
        self.reading & CONTRAST != 0
    }

    /// Sets whether the log is drawn with a high contrast.
    pub const fn set_contrast(&mut self, has_contrast: bool) {
        self.reading = with_bits(self.reading, CONTRAST, has_contrast);
    }

    /// Returns the speed of the animation; a number that no speed has is the normal one.
    pub fn animation_speed(&self) -> AnimationSpeed {
        let number = usize::from(self.effects & SPEED);
        AnimationSpeed::ALL.get(number).copied().unwrap_or_default()
    }

    /// Sets the speed of the animation.
    pub const fn set_animation_speed(&mut self, speed: AnimationSpeed) {
        self.effects = self.effects & !SPEED | speed as u8;
    }

    /// Returns whether the picture may flash and shake.
    pub const fn has_flashes(&self) -> bool {
        self.effects & STILL == 0
    }

    /// Sets whether the picture may flash and shake.
    pub const fn set_flashes(&mut self, has_flashes: bool) {
        self.effects = with_bits(self.effects, STILL, !has_flashes);
    }
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
            view: FloorView::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // H10: each option has bits of its own, zeros are the defaults, and an unknown speed is the normal one.
    #[test]
    fn reading_options_share_no_bits() {
        let mut settings = Settings::default();
        let read = |settings: &Settings| {
            let (is_large, speed) = (settings.has_large_text(), settings.animation_speed());
            (is_large, speed, settings.has_flashes(), settings.has_contrast())
        };
        let defaults = (false, AnimationSpeed::Normal, true, false);
        assert_eq!((settings.reading, settings.effects, read(&settings)), (0, 0, defaults));
        for is_large in [true, false] {
            for speed in AnimationSpeed::ALL {
                for (flashes, contrast) in [(true, true), (false, true), (false, false)] {
                    settings.set_large_text(is_large);
                    settings.set_animation_speed(speed);
                    settings.set_flashes(flashes);
                    settings.set_contrast(contrast);
                    assert_eq!(read(&settings), (is_large, speed, flashes, contrast));
                }
            }
        }
        settings.effects = 0b11;
        assert_eq!(settings.animation_speed(), AnimationSpeed::Normal);
    }

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
