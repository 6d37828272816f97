//! Seeds as players write them, and the seed of a day.

use crate::dice::mix;
use heapless::String;

/// The characters of the longest seed.
pub const SEED_TEXT_MAX: usize = 20;

/// Parses a seed: a number below 2^64, decimal or hexadecimal after `0x`.
///
/// ```
/// use musrex_core::seed::parse;
///
/// assert_eq!(parse("42"), Some(42));
/// assert_eq!(parse("0xC0FFEE"), Some(0xC0FFEE));
/// assert_eq!(parse("mouse"), None);
/// ```
pub fn parse(text: &str) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    // A sign is no digit, though the standard library lets one pass.
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

/// A seed that is being typed: nothing, or the beginning of a seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedText {
    text: String<SEED_TEXT_MAX>,
}

impl SeedText {
    /// Returns what was typed.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the seed; `None` while there is none yet.
    pub fn seed(&self) -> Option<u64> {
        parse(&self.text)
    }

    /// Types a character. Returns false, and types nothing, when no seed continues like that.
    pub fn push(&mut self, character: char) -> bool {
        let mut next = self.text.clone();
        let is_seed = next.push(character).is_ok() && (parse(&next).is_some() || next == "0x");
        if is_seed {
            self.text = next;
        }
        is_seed
    }

    /// Deletes the last character. Returns false when there is none.
    pub fn pop(&mut self) -> bool {
        self.text.pop().is_some()
    }
}

/// A day of the calendar. The core reads no clock: a host that has one tells the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Makes a day from 2000 to 9999; `None` when the calendar has no such day.
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
    pub const fn parts(self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }

    /// Returns a number that no other day has, and that grows from day to day.
    pub const fn number(self) -> u32 {
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

    #[test]
    fn only_seeds_can_be_typed() {
        assert_eq!(typed("18446744073709551615").seed(), Some(u64::MAX));
        assert_eq!(typed("18446744073709551616").as_str(), "1844674407370955161");
        assert_eq!(typed("0xFFFFFFFFFFFFFFFFF").seed(), Some(u64::MAX));
        assert_eq!(typed("1x2A3").as_str(), "123");
        assert_eq!(typed("0x").seed(), None);
        let mut seed = typed("0xB");
        assert!(seed.pop() && seed.pop() && seed.pop() && !seed.pop());
    }

    // H8: the seed of a day is fixed for ever, because players compare their runs.
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
