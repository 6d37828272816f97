//! The player's settings: screens show them, and a save keeps them.

use crate::input::Repeat;
use crate::seed::Date;
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// The speed at which a held direction repeats.
    #[derive(Default, Serialize, Deserialize)]
    pub enum RepeatSpeed {
        /// A held direction repeats after 400 ms, then every 200 ms.
        Slow,
        /// A held direction repeats after 250 ms, then every 100 ms.
        #[default]
        Normal,
        /// A held direction repeats after 167 ms, then every 67 ms.
        Fast,
    }
}

impl RepeatSpeed {
    /// Returns the delay and the interval of the repetition.
    pub(crate) const fn repeat(self) -> Repeat {
        match self {
            RepeatSpeed::Slow => Repeat { delay: 24, interval: 12 },
            RepeatSpeed::Normal => Repeat { delay: 15, interval: 6 },
            RepeatSpeed::Fast => Repeat { delay: 10, interval: 4 },
        }
    }
}

listed_enum! {
    /// The speed at which a turn is animated (H10). The order defines the numbers in a save.
    #[derive(Default)]
    pub enum AnimationSpeed {
        /// Steps, blows and cards take their full time.
        #[default]
        Normal,
        /// Steps, blows and cards take half of their normal time.
        Fast,
        /// Only the results are shown.
        Off,
    }
}

impl AnimationSpeed {
    /// Converts a duration in ticks at normal speed to the duration in ticks at this speed.
    pub(crate) const fn scaled(self, ticks: u16) -> u16 {
        match self {
            AnimationSpeed::Normal => ticks,
            AnimationSpeed::Fast => ticks.div_ceil(2),
            AnimationSpeed::Off => 0,
        }
    }
}

listed_enum! {
    /// The brightness of a backlight (H10). The order defines the numbers in a save.
    #[derive(Default)]
    pub enum Backlight {
        /// Full brightness.
        #[default]
        Full,
        /// Half brightness, for indoors.
        Half,
        /// Low brightness, for the dark.
        Low,
    }
}

listed_enum! {
    /// The part of the floor that a large window shows (H14). The order defines the numbers in a save.
    #[derive(Default)]
    pub enum FloorView {
        /// Twenty large tiles across.
        #[default]
        Near,
        /// Thirty tiles across.
        Wide,
        /// Forty tiles across.
        Whole,
    }
}

impl FloorView {
    /// Returns the width and the height of a frame with this view, in pixels.
    pub const fn size(self) -> (u16, u16) {
        match self {
            FloorView::Near => (320, 180),
            FloorView::Wide => (480, 270),
            FloorView::Whole => (640, 360),
        }
    }

    /// Returns the next wider or narrower view; at either end, the view stays the same.
    pub fn neighbour(self, is_wider: bool) -> FloorView {
        let at = self as usize;
        let to = if is_wider { at + 1 } else { at.saturating_sub(1) };
        FloorView::ALL.get(to).copied().unwrap_or(self)
    }
}

/// The player's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The speed at which a held direction repeats.
    pub repeat_speed: RepeatSpeed,
    /// True if the palette for colour-blind players is used.
    pub is_colour_safe: bool,
    /// The integer scale of the window; 0 means the largest that fits. Hosts without a window ignore the scale.
    pub scale: u8,
    /// True if the window fills the screen. Hosts that cannot fill the screen ignore this option.
    pub is_fullscreen: bool,
    /// The volume of the music, 0 to [`VOLUME_MAX`]. Hosts without sound ignore the volume.
    pub music_volume: u8,
    /// The volume of the effects, 0 to [`VOLUME_MAX`]. Hosts without sound ignore the volume.
    pub effects_volume: u8,
    /// True if colours may cycle, for example to make water move.
    pub has_colour_cycling: bool,
    /// The options that make reading easier, as bits: `has_large_text` and `has_contrast`.
    pub reading: u8,
    /// The options of the animation and of the machine's lights, as bits: `animation_speed`, `has_flashes`,
    /// [`backlight`](Settings::backlight) and [`has_lamp`](Settings::has_lamp).
    pub effects: u8,
    /// The part of the floor that is shown, for hosts with large windows. A save stores the view after the fields
    /// above.
    #[serde(skip)]
    pub view: FloorView,
    /// The days whose daily run has begun (H8). A save stores these days after the view.
    #[serde(skip)]
    pub begun_days: BegunDays,
}

/// The bit of [`Settings::reading`] that makes text large.
const LARGE_TEXT: u8 = 0b1;
/// The bit of [`Settings::reading`] that gives the log a high contrast.
const CONTRAST: u8 = 0b10;
/// The bits of [`Settings::effects`] that hold the animation speed.
const SPEED: u8 = 0b11;
/// The bit of [`Settings::effects`] that stops flashing and shaking.
const STILL: u8 = 0b100;
/// The bits of [`Settings::effects`] that hold the brightness of the backlight.
const BACKLIGHT: u8 = 0b1_1000;
/// The bit of [`Settings::effects`] that keeps the lamp dark.
const DARK: u8 = 0b10_0000;

/// Sets or clears the bits of `mask`.
const fn with_bits(byte: u8, mask: u8, is_set: bool) -> u8 {
    if is_set { byte | mask } else { byte & !mask }
}

// H10: an older version of the game saves zeros in the bits of options that it does not have. For each option, zeros
// mean the default.
impl Settings {
    /// Returns whether text is large on frames with room for it.
    pub(crate) const fn has_large_text(&self) -> bool {
        self.reading & LARGE_TEXT != 0
    }

    /// Sets whether text is large.
    pub const fn set_large_text(&mut self, is_large: bool) {
        self.reading = with_bits(self.reading, LARGE_TEXT, is_large);
    }

    /// Returns whether the log is drawn with a high contrast.
    pub(crate) const fn has_contrast(&self) -> bool {
        self.reading & CONTRAST != 0
    }

    /// Sets whether the log is drawn with a high contrast.
    pub const fn set_contrast(&mut self, has_contrast: bool) {
        self.reading = with_bits(self.reading, CONTRAST, has_contrast);
    }

    /// Returns the speed of the animation; an unknown number means normal.
    pub(crate) fn animation_speed(&self) -> AnimationSpeed {
        let number = usize::from(self.effects & SPEED);
        AnimationSpeed::ALL.get(number).copied().unwrap_or_default()
    }

    /// Sets the speed of the animation.
    pub const fn set_animation_speed(&mut self, speed: AnimationSpeed) {
        self.effects = self.effects & !SPEED | speed as u8;
    }

    /// Returns whether the picture may flash and shake.
    pub(crate) const fn has_flashes(&self) -> bool {
        self.effects & STILL == 0
    }

    /// Sets whether the picture may flash and shake.
    pub const fn set_flashes(&mut self, has_flashes: bool) {
        self.effects = with_bits(self.effects, STILL, !has_flashes);
    }

    /// Returns the brightness of the backlight; an unknown number means full.
    pub fn backlight(&self) -> Backlight {
        let number = usize::from((self.effects & BACKLIGHT) >> BACKLIGHT.trailing_zeros());
        Backlight::ALL.get(number).copied().unwrap_or_default()
    }

    /// Sets the brightness of the backlight.
    pub(crate) const fn set_backlight(&mut self, backlight: Backlight) {
        self.effects = self.effects & !BACKLIGHT | (backlight as u8) << BACKLIGHT.trailing_zeros();
    }

    /// Returns whether a lamp on the machine warns of low hit points.
    pub const fn has_lamp(&self) -> bool {
        self.effects & DARK == 0
    }

    /// Sets whether a lamp warns of low hit points.
    pub(crate) const fn set_lamp(&mut self, has_lamp: bool) {
        self.effects = with_bits(self.effects, DARK, !has_lamp);
    }
}

/// The latest days whose daily run has begun, newest first (H8). Once the list is full, all days before its oldest
/// entry also count as begun. Thus no day counts twice, even if the clock goes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BegunDays {
    /// The numbers of the days, in descending order; 0 stands for no day.
    numbers: [u32; BegunDays::MAX],
}

impl BegunDays {
    /// The most days that the list holds.
    const MAX: usize = 8;
    /// The most bytes that the list takes in a save, including the count.
    const BYTES_MAX: usize = 1 + 4 * BegunDays::MAX;

    /// Returns whether the daily run of `day` has begun.
    pub(crate) fn contains(&self, day: Date) -> bool {
        let number = day.number();
        self.numbers.contains(&number) || number < self.numbers[BegunDays::MAX - 1]
    }

    /// Records that the daily run of `day` has begun.
    pub(crate) fn insert(&mut self, day: Date) {
        if self.contains(day) {
            return;
        }
        let place = self.numbers.iter().take_while(|&&number| number > day.number()).count();
        self.numbers[place..].rotate_right(1);
        self.numbers[place] = day.number();
    }

    /// Reads the days from the start of a save's `bytes`, and returns the bytes after them. If the days are incomplete,
    /// reads nothing and returns all bytes.
    pub(crate) fn read<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some((&count, rest)) = bytes.split_first() else { return bytes };
        let Some((days, rest)) = rest.split_at_checked(4 * usize::from(count)) else {
            return bytes;
        };
        *self = BegunDays::default();
        // Ignores days beyond the size of this list, because a later version of the game may remember more days.
        for (number, bytes) in self.numbers.iter_mut().zip(days.chunks_exact(4)) {
            *number = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        self.numbers.sort_unstable_by(|one, other| other.cmp(one));
        rest
    }

    /// Returns the days as bytes for a save.
    pub(crate) fn bytes(&self) -> heapless::Vec<u8, { BegunDays::BYTES_MAX }> {
        let mut bytes = heapless::Vec::new();
        let count = self.numbers.iter().take_while(|&&number| number > 0).count();
        bytes.push(u8::try_from(count).expect("there are few")).expect("there is room");
        for number in &self.numbers[..count] {
            bytes.extend_from_slice(&number.to_le_bytes()).expect("there is room");
        }
        bytes
    }
}

/// The loudest volume.
pub const VOLUME_MAX: u8 = 8;

impl Settings {
    /// The settings of a new player.
    pub(crate) const DEFAULT: Settings = Settings {
        repeat_speed: RepeatSpeed::Normal,
        is_colour_safe: false,
        scale: 0,
        is_fullscreen: false,
        music_volume: VOLUME_MAX,
        effects_volume: VOLUME_MAX,
        has_colour_cycling: true,
        reading: 0,
        effects: 0,
        view: FloorView::Near,
        begun_days: BegunDays { numbers: [0; BegunDays::MAX] },
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // H10: each option has its own bits, zeros mean the defaults, and an unknown speed means normal.
    #[test]
    fn reading_options_share_no_bits() {
        let mut settings = Settings::default();
        let read = |settings: &Settings| {
            let (is_large, speed) = (settings.has_large_text(), settings.animation_speed());
            (is_large, speed, settings.has_flashes(), settings.has_contrast())
        };
        let defaults = (false, AnimationSpeed::Normal, true, false);
        assert_eq!((settings.backlight(), settings.has_lamp()), (Backlight::Full, true));
        settings.set_lamp(false);
        settings.set_backlight(Backlight::Low);
        assert_eq!((settings.backlight(), settings.has_lamp()), (Backlight::Low, false));
        assert_eq!(read(&settings), defaults, "the lights share no bit with the others");
        (settings.effects, settings.reading) = (0, 0);
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

    // H8: days are remembered in any order. Until the list is full, no other day counts as begun.
    #[test]
    fn begun_days_are_remembered() {
        let day = |day| Date::new(2026, 11, day).expect("a day");
        let mut days = BegunDays::default();
        for number in [5, 9, 5, 7, 12, 3] {
            days.insert(day(number));
        }
        let begun = |days: &BegunDays| -> std::vec::Vec<u8> {
            (1..=30).filter(|&number| days.contains(day(number))).collect()
        };
        assert_eq!(begun(&days), [3, 5, 7, 9, 12]);
        let bytes = days.bytes();
        let mut read = BegunDays::default();
        assert_eq!((read.read(&bytes), read), (&[][..], days));
        // Once the list is full, each new day drops the earliest day, and all days before the list count as begun.
        for number in 14..=20 {
            days.insert(day(number));
        }
        assert_eq!(
            begun(&days),
            [(1..=12).collect(), (14..=20).collect::<std::vec::Vec<u8>>()].concat()
        );
        assert_eq!(days.bytes().len(), BegunDays::BYTES_MAX);
    }

    // Missing or incomplete bytes yield no day. Bytes that a later version of the game has added are returned.
    #[test]
    fn the_bytes_of_days_are_checked() {
        let mut days = BegunDays::default();
        days.insert(Date::new(2026, 11, 23).expect("a day"));
        let mut bytes = days.bytes().to_vec();
        bytes.extend(*b"later");
        let mut read = BegunDays::default();
        assert_eq!(read.read(&bytes), b"later");
        for broken in [&b""[..], b"\x09abc"] {
            let mut read = BegunDays::default();
            assert_eq!((read.read(broken), read), (broken, BegunDays::default()));
        }
    }
}
