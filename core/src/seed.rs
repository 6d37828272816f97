//! Seeds as players write them, and the seed for each day.

use crate::dice::{mix, unmix};
use core::fmt::Write;
use heapless::String;

/// The largest number of characters in a seed.
pub(crate) const SEED_TEXT_MAX: usize = 20;
/// The letters of seeds, in the order of their values. The letters I and O are missing, because they look like digits.
pub const SEED_LETTERS: &[u8; 24] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
/// The number of letters in a seed that is written in letters.
pub(crate) const SEED_LENGTH: usize = 6;

/// The number of seeds that have letters.
const LETTER_SEEDS: u64 = 24_u64.pow(6);
/// The value that keeps seeds with letters distinct from small numbers and from the seeds of days.
const MARK: u64 = u64::from_be_bytes(*b"Letters\0");

/// Parses a seed: six [letters](SEED_LETTERS) of either case (H18), or a number below 2^64, decimal or hexadecimal
/// after `0x`.
///
/// ```
/// use musrex_core::seed::parse;
///
/// assert_eq!(parse("42"), Some(42));
/// assert_eq!(parse("0xC0FFEE"), Some(0xC0FFEE));
/// assert_eq!(parse("mouse"), None);
/// assert!(parse("cheese").is_some(), "six letters are a seed");
/// assert_eq!(parse("cheese"), parse("CHEESE"));
/// ```
pub fn parse(text: &str) -> Option<u64> {
    if let Some(seed) = parse_letters(text) {
        return Some(seed);
    }
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    // Rejects a sign, because the standard library parses one although it is not a digit.
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

/// Parses six letters.
fn parse_letters(text: &str) -> Option<u64> {
    if text.len() != SEED_LENGTH {
        return None;
    }
    let number = text.bytes().try_fold(0, |number, letter| {
        let value = SEED_LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())?;
        Some(number * SEED_LETTERS.len() as u64 + value as u64)
    })?;
    Some(mix(MARK ^ number))
}

/// Returns the six letters of a seed; `None` if the seed has no letters (H18).
pub fn letters(seed: u64) -> Option<String<SEED_LENGTH>> {
    let mut number = unmix(seed) ^ MARK;
    if number >= LETTER_SEEDS {
        return None;
    }
    let mut letters = [0; SEED_LENGTH];
    for letter in letters.iter_mut().rev() {
        let value = usize::try_from(number % SEED_LETTERS.len() as u64).unwrap_or(0);
        *letter = SEED_LETTERS[value];
        number /= SEED_LETTERS.len() as u64;
    }
    core::str::from_utf8(&letters).ok()?.try_into().ok()
}

/// Returns a seed as players read it: in its six letters, or in decimal digits if it has no letters (H18).
pub(crate) fn name(seed: u64) -> String<SEED_TEXT_MAX> {
    let mut name = String::new();
    match letters(seed) {
        Some(letters) => name.push_str(&letters).expect("six letters have room"),
        None => write!(name, "{seed}").expect("20 digits have room"),
    }
    name
}

/// Returns a random seed that has letters (H18). `noise` is any number.
///
/// ```
/// use musrex_core::seed::{by_chance, letters};
///
/// assert!(letters(by_chance(7)).is_some());
/// assert_eq!(letters(7), None);
/// ```
pub const fn by_chance(noise: u64) -> u64 {
    // Scales the upper 36 bits to the number of seeds that have letters.
    const FRACTION_BITS: u32 = 36;
    mix(MARK ^ (((noise >> (64 - FRACTION_BITS)) * LETTER_SEEDS) >> FRACTION_BITS))
}

const _: () = assert!(SEED_LETTERS.len() == 24 && SEED_LENGTH == 6, "so many seeds have letters");
const _: () = assert!(LETTER_SEEDS < 1 << 28, "by_chance multiplies without overflow");

/// Returns a random seed for the run that follows a run with this seed. The new seed has letters if the old one has.
pub(crate) fn following(seed: u64) -> u64 {
    if letters(seed).is_some() { by_chance(mix(seed)) } else { mix(seed) }
}

/// A seed that is being typed: the characters typed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeedText {
    text: String<SEED_TEXT_MAX>,
}

impl SeedText {
    /// Returns the typed characters.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the seed; `None` while the text is not a complete seed.
    pub(crate) fn seed(&self) -> Option<u64> {
        parse(&self.text)
    }

    /// Types a letter or a digit. Types nothing and returns false if no valid seed begins with the longer text: letters
    /// and digits do not mix, and a number is below 2^64.
    pub(crate) fn push(&mut self, character: char) -> bool {
        let character = character.to_ascii_uppercase();
        let is_letter = SEED_LETTERS.iter().any(|&known| char::from(known) == character);
        let has_letters = self.text.starts_with(|first: char| first.is_ascii_uppercase());
        if is_letter {
            let has_room = self.text.is_empty() || has_letters && self.text.len() < SEED_LENGTH;
            return has_room && self.text.push(character).is_ok();
        }
        if !character.is_ascii_digit() || has_letters || self.text.push(character).is_err() {
            return false;
        }
        let is_number = parse(&self.text).is_some();
        if !is_number {
            self.text.pop();
        }
        is_number
    }

    /// Deletes the last character. Returns false if there is none.
    pub(crate) fn pop(&mut self) -> bool {
        self.text.pop().is_some()
    }
}

/// A day of the calendar. The core reads no clock; a host with a clock sets the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Makes a day of the years 2000 to 9999; `None` for other years and for days that the calendar does not have.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        if year < 2_000 || year > 9_999 || day == 0 || day > days {
            return None;
        }
        Some(Date { year, month, day })
    }

    /// Returns the year, the month from 1 and the day from 1.
    pub(crate) const fn parts(self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }

    /// Returns the number of this day. Later days have larger numbers.
    pub(crate) const fn number(self) -> u32 {
        (self.year as u32 * 12 + self.month as u32) * 31 + self.day as u32
    }

    /// Returns the seed of the day's run, the same on every machine (H8).
    pub const fn seed(self) -> u64 {
        let (year, month, day) = (self.year as u64, self.month as u64, self.day as u64);
        mix(u64::from_be_bytes(*b"Mus Rex\0") ^ (year * 10_000 + month * 100 + day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> SeedText {
        let mut seed = SeedText::default();
        for character in text.chars() {
            seed.push(character);
        }
        seed
    }

    // H18: only up to six letters, or a number, can be typed.
    #[test]
    fn only_seeds_can_be_typed() {
        assert_eq!(typed("cheese").as_str(), "CHEESE");
        assert_eq!(typed("mouseo!1king").as_str(), "MUSEKN");
        assert_eq!(typed("1mouse8").seed(), Some(18));
        assert_eq!(typed(&std::format!("{}9", u64::MAX)).seed(), Some(u64::MAX));
        assert_eq!(typed(&std::format!("{}", u64::MAX - 6)).seed(), Some(u64::MAX - 6));
        assert_eq!(typed("CHEES").seed(), None);
        assert_eq!(typed("CHEESY").seed(), parse("cheesy"));
        let mut seed = typed("AB");
        assert!(seed.pop() && seed.pop() && !seed.pop());
    }

    // H18: six letters always mean the same seed, because players share them. Small numbers and the seed of a day have
    // no letters.
    #[test]
    fn letters_are_found_again_in_their_seed() {
        assert_eq!(parse("MUSREX"), Some(SEED_OF_MUSREX));
        for text in ["AAAAAA", "ZZZZZZ", "MUSREX", "QUEENS", "ABCDEF"] {
            assert_eq!(letters(parse(text).expect("a seed")).as_deref(), Some(text));
        }
        for noise in (0..2_000).map(mix).chain([0, u64::MAX]) {
            let seed = by_chance(noise);
            assert_eq!(parse(&name(seed)), Some(seed));
            assert!(letters(seed).is_some() && letters(following(seed)).is_some());
        }
        for seed in (0..20_000).chain([u64::MAX, DAY_OF_2026_11_23]) {
            assert_eq!(letters(seed), None);
            assert_eq!(parse(&name(seed)), Some(seed));
            assert_eq!(following(seed), mix(seed), "a run by a number is followed as ever");
        }
        for wrong in ["CHEES", "CHEESES", "MOUSEY", "ÄÄÄ", "CHEES1", ""] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    const SEED_OF_MUSREX: u64 = 0x56A7_4D98_3AED_ACC0;

    // H8: the seed of a day never changes, because players compare their runs.
    #[test]
    fn a_day_has_a_seed() {
        let seed = |year, month, day| Date::new(year, month, day).map(Date::seed);
        assert_eq!(seed(2026, 11, 23), Some(DAY_OF_2026_11_23));
        assert_ne!(seed(2026, 11, 23), seed(2026, 11, 24));
        for (year, month, day) in
            [(1999, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 2, 29), (2026, 4, 31), (2026, 1, 0)]
        {
            assert_eq!(Date::new(year, month, day), None);
        }
        assert!(Date::new(2028, 2, 29).is_some());
    }

    const DAY_OF_2026_11_23: u64 = 0x9FD2_4D9B_56E5_1FAD;
}
