//! Compares large values, and prints readable differences.
//!
//! For a game, a save or a picture, `assert_eq!` prints both values in thousands of lines, and `assert!(a == b)` prints
//! nothing. [`assert_same!`](crate::assert_same) prints only the differences:
//!
//! ```should_panic
//! use musrex_core::Game;
//! use musrex_testkit::assert_same;
//!
//! // a run of another seed: 37 of 9021 fields differ
//! //   seed: 1, not 2 …
//! assert_same!(Game::new(1), Game::new(2), "a run of another seed");
//! ```
//!
//! | value | printed differences |
//! |---|---|
//! | a game, the contents of a save, a floor, a map; another value in [`Fields`] | the fields that differ, by their paths |
//! | bytes | the number of differing bytes, the first offset, the bytes there, and the lengths if they differ |
//! | an [`RgbImage`]; pixels in [`Pixels`] | sizes that differ; else the number of differing pixels, their bounding box, and the first of them |
//! | texts | the lines that differ |

use crate::picture::RgbImage;
use crate::saves::SaveContents;
use musrex_core::Game;
use musrex_core::world::{FloorState, Map};
use std::collections::BTreeMap;
use std::fmt::{Debug, LowerHex, Write};

/// The largest number of differences to print.
const SHOWN_MAX: usize = 12;
/// The number of bytes to print, starting at the first different byte.
const BYTES_SHOWN: usize = 8;

/// A value that can describe its difference from another value of its type.
pub trait Same {
    /// Describes how `self` differs from `wanted`; `None` if they are equal.
    fn difference(&self, wanted: &Self) -> Option<String>;
}

/// Asserts that the first value equals the second, which is the expected value. On failure, prints their differences. A
/// message may follow, as in `assert_eq!`.
#[macro_export]
macro_rules! assert_same {
    ($found:expr, $wanted:expr $(,)?) => {
        $crate::assert_same!($found, $wanted, "{}", concat!(stringify!($found), " is not as wanted"))
    };
    ($found:expr, $wanted:expr, $($message:tt)+) => {
        if let Some(difference) = $crate::same::difference(&$found, &$wanted) {
            panic!("{}: {difference}", format_args!($($message)+));
        }
    };
}

/// Describes how `found` differs from `wanted`; `None` if they are equal. This function is for property tests, whose
/// assertions do not panic.
pub fn difference<T: Same + ?Sized>(found: &T, wanted: &T) -> Option<String> {
    found.difference(wanted)
}

impl<T: Same + ?Sized> Same for &T {
    fn difference(&self, wanted: &Self) -> Option<String> {
        T::difference(self, wanted)
    }
}

impl<T: Same + ?Sized> Same for Box<T> {
    fn difference(&self, wanted: &Self) -> Option<String> {
        T::difference(self, wanted)
    }
}

impl<T: Same> Same for Option<T> {
    fn difference(&self, wanted: &Self) -> Option<String> {
        match (self, wanted) {
            (Some(found), Some(wanted)) => found.difference(wanted),
            (None, None) => None,
            (None, Some(_)) => Some("nothing is there".to_owned()),
            (Some(_), None) => Some("something is there, and nothing is wanted".to_owned()),
        }
    }
}

/// Implements [`Same`] for types by comparing the fields in their `Debug` output.
macro_rules! debug_is_difference {
    ($($type:ty),+) => {
        $(impl Same for $type {
            fn difference(&self, wanted: &Self) -> Option<String> {
                Fields(self).difference(&Fields(wanted))
            }
        })+
    };
}

debug_is_difference!(Game, FloorState, Map, SaveContents);

impl Same for [u8] {
    fn difference(&self, wanted: &Self) -> Option<String> {
        if self == wanted {
            return None;
        }
        let pairs = || self.iter().zip(wanted);
        let count = pairs().filter(|(a, b)| a != b).count() + self.len().abs_diff(wanted.len());
        let shorter = self.len().min(wanted.len());
        let first = pairs().position(|(a, b)| a != b).unwrap_or(shorter);
        let mut told = format!("{count} bytes differ, the first at {first:#x}");
        if self.len() != wanted.len() {
            write!(told, "; there are {} and not {}", self.len(), wanted.len()).expect("memory");
        }
        let some =
            |bytes: &[u8]| format!("{:02x?}", &bytes[first..bytes.len().min(first + BYTES_SHOWN)]);
        write!(told, "\n  found:  {}\n  wanted: {}", some(self), some(wanted)).expect("memory");
        Some(told)
    }
}

impl Same for Vec<u8> {
    fn difference(&self, wanted: &Self) -> Option<String> {
        self.as_slice().difference(wanted)
    }
}

impl Same for str {
    fn difference(&self, wanted: &Self) -> Option<String> {
        if self == wanted {
            return None;
        }
        let lines = |text: &str| -> Vec<String> { text.split('\n').map(str::to_owned).collect() };
        let (found, wanted) = (lines(self), lines(wanted));
        let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
        let differing: Vec<String> = (0..found.len().max(wanted.len()))
            .filter(|&at| found.get(at) != wanted.get(at))
            .map(|at| {
                let (found, wanted) = (line(&found, at), line(&wanted, at));
                format!("line {}\n    found:  {found}\n    wanted: {wanted}", at + 1)
            })
            .collect();
        let counts = format!("there are {} and not {}", found.len(), wanted.len());
        Some(format!("{} lines differ; {counts}{}", differing.len(), some_of(&differing)))
    }
}

impl Same for String {
    fn difference(&self, wanted: &Self) -> Option<String> {
        self.as_str().difference(wanted)
    }
}

impl Same for RgbImage {
    fn difference(&self, wanted: &Self) -> Option<String> {
        pixels_that_differ((self.width, &self.pixels), (wanted.width, &wanted.pixels))
    }
}

/// The width and the pixels of a frame.
pub struct Pixels<'a>(pub u16, pub &'a [u8]);

impl Same for Pixels<'_> {
    fn difference(&self, wanted: &Self) -> Option<String> {
        pixels_that_differ((self.0.into(), self.1), (wanted.0.into(), wanted.1))
    }
}

/// Describes the differences between two pictures, each given as its width and pixels; `None` if they are equal.
fn pixels_that_differ<T: PartialEq + LowerHex>(
    (width, found): (usize, &[T]),
    (wanted_width, wanted): (usize, &[T]),
) -> Option<String> {
    let size = |width: usize, pixels: &[T]| format!("{width} × {}", pixels.len() / width);
    if (width, found.len()) != (wanted_width, wanted.len()) {
        let (found, wanted) = (size(width, found), size(wanted_width, wanted));
        return Some(format!("the picture has {found} pixels and not {wanted}"));
    }
    let differing: Vec<usize> = (0..found.len()).filter(|&at| found[at] != wanted[at]).collect();
    let &first = differing.first()?;
    let range = |coordinate: &dyn Fn(usize) -> usize| {
        let all = || differing.iter().map(|&at| coordinate(at));
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (range(&|at| at % width), range(&|at| at / width));
    Some(format!(
        "{} pixels of {} differ, all in ({left}, {top})..=({right}, {bottom}); ({}, {}) is {:#x} and \
         not {:#x}",
        differing.len(),
        size(width, found),
        first % width,
        first / width,
        found[first],
        wanted[first]
    ))
}

/// A wrapper that compares any value by the fields in its `Debug` output.
pub struct Fields<'a, T: ?Sized>(pub &'a T);

impl<T: Debug + PartialEq + ?Sized> Same for Fields<'_, T> {
    fn difference(&self, wanted: &Self) -> Option<String> {
        (self.0 != wanted.0).then(|| fields_that_differ(self.0, wanted.0))
    }
}

/// Lists the fields in which two values differ, by their paths in the `{:#?}` output.
fn fields_that_differ<T: Debug + ?Sized>(found: &T, wanted: &T) -> String {
    let (found, wanted) = (leaves(&format!("{found:#?}")), leaves(&format!("{wanted:#?}")));
    let paths: std::collections::BTreeSet<&String> = found.keys().chain(wanted.keys()).collect();
    let leaf = |leaves: &BTreeMap<String, String>, path: &str| {
        leaves.get(path).map_or("nothing", String::as_str).to_owned()
    };
    let differing: Vec<String> = paths
        .iter()
        .filter(|path| found.get(**path) != wanted.get(**path))
        .map(|path| format!("{path}: {}, not {}", leaf(&found, path), leaf(&wanted, path)))
        .collect();
    format!("{} of {} fields differ{}", differing.len(), paths.len(), some_of(&differing))
}

/// Splits `{:#?}` output into its leaf fields, keyed by paths such as `player.body.hp` or `monsters[2].kind`. An
/// unnamed field has its index as its name, such as `turn[0]`.
fn leaves(printed: &str) -> BTreeMap<String, String> {
    let mut leaves = BTreeMap::new();
    // The stack contains the path of each open value, and the number of unnamed fields of that value so far.
    let mut open: Vec<(String, usize)> = Vec::new();
    for line in printed.lines() {
        let line = line.trim().trim_end_matches(',');
        if matches!(line, "}" | "]" | ")" | "},") {
            open.pop();
            continue;
        }
        let (name, value) = match line.split_once(": ") {
            Some((name, value))
                if name
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || b"_0123456789".contains(&byte)) =>
            {
                (Some(name), value)
            }
            _ => (None, line),
        };
        let path = match (open.last_mut(), name) {
            (None, _) => String::new(),
            (Some((parent, _)), Some(name)) if parent.is_empty() => name.to_owned(),
            (Some((parent, _)), Some(name)) => format!("{parent}.{name}"),
            (Some((parent, count)), None) => {
                *count += 1;
                format!("{parent}[{}]", *count - 1)
            }
        };
        if value.ends_with(['{', '[', '(']) {
            leaves.insert(path.clone(), value[..value.len() - 1].trim().to_owned());
            open.push((path, 0));
        } else {
            leaves.insert(path, value.to_owned());
        }
    }
    leaves
}

/// Lists at most [`SHOWN_MAX`] entries, one per line, and the number of omitted entries.
fn some_of(differing: &[String]) -> String {
    let shown = differing.iter().take(SHOWN_MAX).map(|line| format!("\n  {line}"));
    let mut told: String = shown.collect();
    if let Some(more) = differing.len().checked_sub(SHOWN_MAX).filter(|&more| more > 0) {
        write!(told, "\n  … and {more} more").expect("memory takes all");
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::{Command, Events};

    #[test]
    fn a_game_tells_its_fields() {
        let mut game = Game::new(7);
        assert_eq!(difference(&game, &Game::new(7)), None);
        game.step(Command::Wait, &mut Events::new()).expect("one can always wait");
        let told = difference(&game, &Game::new(7)).expect("a turn later");
        assert!(told.contains("\n  turn[0]: 1, not 0"), "{told}");
        assert!(told.lines().count() <= SHOWN_MAX + 2, "{told}");
        let told = difference(&Some(Box::new(game)), &None).expect("one is none");
        assert_eq!(told, "something is there, and nothing is wanted");
    }

    #[test]
    fn bytes_tell_their_offset() {
        assert_eq!(difference(&[1, 2][..], &[1, 2][..]), None);
        let told = difference(&vec![1, 2, 3, 4], &vec![1, 0, 3]).expect("they differ");
        let wanted = "2 bytes differ, the first at 0x1; there are 4 and not 3\n  \
                      found:  [02, 03, 04]\n  wanted: [00, 03]";
        assert_eq!(told, wanted);
    }

    #[test]
    fn a_picture_tells_its_rectangle() {
        let black = RgbImage { width: 4, pixels: vec![0; 12] };
        let mut other = black.clone();
        assert_eq!(difference(&black, &other), None);
        (other.pixels[5], other.pixels[11]) = (0xFF_0000, 1);
        let told = difference(&other, &black).expect("they differ");
        let wanted =
            "2 pixels of 4 × 3 differ, all in (1, 1)..=(3, 2); (1, 1) is 0xff0000 and not 0x0";
        assert_eq!(told, wanted);
        let narrow = RgbImage { width: 3, pixels: vec![0; 12] };
        let told = difference(&narrow, &black).expect("they differ");
        assert_eq!(told, "the picture has 3 × 4 pixels and not 4 × 3");
    }

    #[test]
    fn a_text_tells_its_lines() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        let told = difference("a\nb", "a\nc\nd").expect("they differ");
        let wanted = "2 lines differ; there are 2 and not 3\n  line 2\n    found:  b\n    wanted: c\n  \
                      line 3\n    found:  \n    wanted: d";
        assert_eq!(told, wanted);
    }

    #[test]
    #[should_panic(expected = "the save of turn 3: 1 bytes differ, the first at 0x0")]
    fn the_assertion_says_what_it_was_about() {
        crate::assert_same!([1][..], [2][..], "the save of turn {}", 3);
    }
}
