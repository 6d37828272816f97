//! Compares sentences and rows of the rulebook with numbers of the code.

use core::ops::RangeInclusive;
use std::borrow::ToOwned;
use std::fmt::Display;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

/// The text of the rulebook.
const TEXT: &str = include_str!("../../RULES.md");

/// A rule or a table row of the rulebook, with its line numbers.
struct Passage {
    lines: Vec<(usize, &'static str)>,
}

impl Passage {
    /// Finds the rule with the id `place`, or the table row that begins with `place`, such as `| Mop`.
    fn find(place: &str) -> Option<Passage> {
        let mut lines = (1..).zip(TEXT.lines());
        if place.starts_with('|') {
            let start = format!("{place} |");
            let row = lines.find(|(_, line)| line.starts_with(&start))?;
            return Some(Passage { lines: vec![row] });
        }
        let start = format!("- {place} ");
        let first = lines.find(|(_, line)| line.starts_with(&start))?;
        let rest = lines.take_while(|(_, line)| line.starts_with("  "));
        Some(Passage { lines: std::iter::once(first).chain(rest).collect() })
    }

    /// Returns the text of the passage as one line.
    fn text(&self) -> String {
        self.lines.iter().map(|(_, line)| line.trim()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the number of the line that contains the byte offset `at` of the text.
    fn line(&self, at: usize) -> usize {
        let mut end = 0;
        for (number, line) in &self.lines {
            end += line.trim().len() + 1;
            if at < end {
                return *number;
            }
        }
        self.lines[0].0
    }
}

/// A comparison of the rulebook with `content`. For every difference, the comparison collects a sentence that names the
/// place in the rulebook and the code with the different number.
#[derive(Default)]
pub(super) struct Comparison {
    /// The sentences about the differences.
    pub(super) faults: Vec<String>,
}

impl Comparison {
    /// Checks that the rule or row `place` contains `words`, with one of the `values` in place of each `{}`. Each value
    /// is paired with its name in the code.
    pub(super) fn told(&mut self, place: &str, words: &str, values: &[(&str, String)]) {
        let code: Vec<String> = values
            .iter()
            .map(|(name, value)| format!("{} is {value}", name_in_code(name)))
            .collect();
        let code = code.join(", ") + &files_of(values.iter().map(|(name, _)| *name));
        let wanted =
            values.iter().fold(words.to_owned(), |words, (_, v)| words.replacen("{}", v, 1));
        let Some(passage) = Passage::find(place) else {
            let what = if place.starts_with('|') { "row" } else { "rule" };
            let fault = format!(
                "core/RULES.md has no {what} `{place}`, but {code}: add one that says `{wanted}`"
            );
            return self.faults.push(fault);
        };
        let text = passage.text();
        let is_said = text.match_indices(&wanted).any(|(at, _)| is_whole(&text, at, wanted.len()));
        if is_said {
            return;
        }
        let place = label(place);
        let fault = match said(&text, words) {
            Some((at, said)) => format!(
                "{place}: core/RULES.md, line {}, says `{said}`, but {code}: change one of them",
                passage.line(at)
            ),
            None => format!(
                "{place}: core/RULES.md, line {}, lacks `{wanted}`, but {code}: say it there",
                passage.lines[0].0
            ),
        };
        self.faults.push(fault);
    }

    /// Compares the cells of the row that begins with `place`, such as `| Micro Mouse`, with `found`, the cells that
    /// follow from the code in `file`. `columns` holds the names of the cells.
    pub(super) fn row(&mut self, place: &str, columns: &[&str], found: &[String], file: &str) {
        self.row_at(place, columns, found, file, 1);
    }

    /// Compares a row like [`row`](Comparison::row), but `place` consists of the first `skipped` cells of the row.
    pub(super) fn row_at(
        &mut self,
        place: &str,
        columns: &[&str],
        found: &[String],
        file: &str,
        skipped: usize,
    ) {
        let whole = format!("{place} | {} |", found.join(" | "));
        let Some(passage) = Passage::find(place) else {
            return self.faults.push(format!(
                "core/RULES.md has no row `{place}`, but {file} has one: add `{whole}`"
            ));
        };
        let (line, text) = passage.lines[0];
        let cells = text.trim_matches('|').split('|').skip(skipped).map(str::trim);
        for ((column, cell), found) in columns.iter().zip(cells).zip(found) {
            if cell != found {
                self.faults.push(format!(
                    "{}: core/RULES.md, line {line}, column {column}, says `{cell}`, but \
                     {file} says `{found}`: change one of them",
                    label(place)
                ));
            }
        }
    }

    /// Ends the comparison.
    ///
    /// # Panics
    /// Panics if there were differences. The message names all of them.
    #[track_caller]
    pub(super) fn close(self) {
        assert!(self.faults.is_empty(), "\n{}\n", self.faults.join("\n"));
    }
}

/// Returns whether the part of `text` with this offset and length does not cut a number in two.
fn is_whole(text: &str, at: usize, length: usize) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let part = &text[at..at + length];
    let before = part.starts_with(is_digit) && text[..at].ends_with(is_digit);
    let after = part.ends_with(is_digit) && text[at + length..].starts_with(is_digit);
    !before && !after
}

/// Returns the name of a rule or a row for use in a sentence, such as `M4` or `M, row Micro Mouse`.
fn label(place: &str) -> String {
    let Some(name) = place.strip_prefix("| ") else { return place.to_owned() };
    let before = TEXT.split(&format!("\n{place} |")).next().unwrap_or_default();
    let section = before.rsplit("\n## ").next().and_then(|section| section.split('.').next());
    format!("{}, row {name}", section.unwrap_or_default())
}

/// Returns the expression of a value, joined into one line.
fn name_in_code(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the content files of the modules in `names`, in brackets, for the end of a sentence.
fn files_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut files = Vec::new();
    for name in names {
        let Some((before, _)) = name.split_once("::") else { continue };
        let module = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let file = match module {
            "limits" => "core/src/limits.rs".to_owned(),
            "items" | "monsters" | "places" => format!("core/src/content/{module}/mod.rs"),
            module => format!("core/src/content/{module}.rs"),
        };
        if !files.contains(&file) {
            files.push(file);
        }
    }
    if files.is_empty() { String::new() } else { format!(" ({})", files.join(", ")) }
}

/// Finds the part of `text` that is closest to `words`, where each `{}` stands for any short value. Returns the
/// position and the text of this part.
fn said<'a>(text: &'a str, words: &str) -> Option<(usize, &'a str)> {
    /// The largest number of letters in a value.
    const VALUE_MAX: usize = 16;
    let parts: Vec<&str> = words.split("{}").collect();
    let reading = |start: usize, mut end: usize, parts: &[&str]| {
        for part in parts {
            let rest = &text[end..];
            let gap = if part.is_empty() {
                rest.find(|c: char| !c.is_alphanumeric() && c != ',').unwrap_or(rest.len())
            } else {
                rest.find(part)?
            };
            if gap == 0 || gap > VALUE_MAX {
                return None;
            }
            end += gap + part.len();
        }
        Some((start, text[start..end].trim_end_matches(',')))
    };
    let (first, rest) = (parts[0], &parts[1..]);
    if !first.is_empty() {
        let mut starts = text.match_indices(first).map(|(at, _)| at);
        return starts.find_map(|start| reading(start, start + first.len(), rest));
    }
    // If `words` begins with `{}`, the value is the last word before the text that follows `{}`.
    let next = rest.first().copied().filter(|next| !next.is_empty())?;
    text.match_indices(next).find_map(|(at, _)| {
        let start = text[..at].rfind(' ').map_or(0, |space| space + 1);
        reading(start, at + next.len(), &rest[1..])
    })
}

/// Returns `number` as the rulebook writes it in a sentence.
pub(super) fn word(number: impl TryInto<usize>) -> &'static str {
    const WORDS: [&str; 15] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen",
    ];
    number.try_into().ok().and_then(|number| WORDS.get(number).copied()).unwrap_or("many")
}

/// Returns a range as the rulebook writes it: with `to` between its ends, or as a single number if the ends are equal.
pub(super) fn span<T: Display + PartialEq>(range: &RangeInclusive<T>, to: &str) -> String {
    let (low, high) = (range.start(), range.end());
    if low == high { low.to_string() } else { format!("{low}{to}{high}") }
}

#[test]
fn a_difference_names_the_line_and_both_numbers() {
    let hold = |number: &str| {
        let mut book = Comparison::default();
        book.told("W15", "of a floor hold {}", &[("limits::VENTED_MAX", number.to_owned())]);
        book.faults
    };
    assert_eq!(hold("6"), [""; 0]);
    for wrong in ["7", "66"] {
        let fault = hold(wrong).join("");
        assert!(fault.starts_with("W15: core/RULES.md, line "), "{fault}");
        let both = format!(
            "says `of a floor hold 6`, but limits::VENTED_MAX is {wrong} (core/src/limits.rs):"
        );
        assert!(fault.contains(&both), "{fault}");
    }
    let mut book = Comparison::default();
    book.row("| Mouse King", &["floors", "hp"], &["13".into(), "2".into()], "monsters.rs");
    let fault = book.faults.join("");
    assert!(fault.starts_with("M, row Mouse King: core/RULES.md, line "), "{fault}");
    assert!(fault.contains("column hp, says `1`, but monsters.rs says `2`"), "{fault}");
    let mut book = Comparison::default();
    book.told("| Knife", "| {}", &[("items::Knife", "attack +9 / +9".into())]);
    assert_eq!(
        book.faults,
        ["core/RULES.md has no row `| Knife`, but items::Knife is attack +9 / +9 \
         (core/src/content/items/mod.rs): add one that says `| attack +9 / +9`"]
    );
}
