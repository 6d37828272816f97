//! Splits a line of a song or an effect into words with their positions.

use crate::fault::{Error, error, without_mark};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The largest number of characters in a line.
const WIDTH_MAX: usize = 100;

/// A word of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    /// The letters of the word.
    pub(crate) text: &'a str,
    /// The number of the word's line, from 1.
    pub(crate) line: usize,
    /// The first column of the word, from 1.
    pub(crate) column: usize,
}

impl<'a> Word<'a> {
    /// Returns an error at this word.
    ///
    /// # Errors
    /// Always fails.
    pub(crate) fn fault<T>(self, message: impl Into<String>) -> Result<T, Error> {
        error(self.line, self.column, message)
    }

    /// Splits the word at the first `mark`. The second part keeps its own position.
    pub(crate) fn split(self, mark: char) -> (Word<'a>, Option<Word<'a>>) {
        let Some((first, second)) = self.text.split_once(mark) else { return (self, None) };
        let column = self.column + first.len() + 1;
        (Word { text: first, ..self }, Some(Word { text: second, column, ..self }))
    }

    /// Parses the word as a number.
    ///
    /// # Errors
    /// Fails if the word is not a number in `range`; `what` names the number in the message.
    pub(crate) fn number<N>(self, what: &str, range: RangeInclusive<N>) -> Result<N, Error>
    where
        N: FromStr + PartialOrd + std::fmt::Display,
    {
        // Rejects a `+` sign, because only negative numbers may have a sign.
        let number = self.text.parse().ok().filter(|_| !self.text.starts_with('+'));
        match number.filter(|number| range.contains(number)) {
            Some(number) => Ok(number),
            None => self.fault(format!(
                "`{}` is no {what}, which is a number from {} to {}",
                self.text,
                range.start(),
                range.end()
            )),
        }
    }
}

/// A line with its words.
#[derive(Debug)]
pub(crate) struct SheetLine<'a> {
    /// The first word.
    pub(crate) head: Word<'a>,
    /// The remaining words.
    pub(crate) rest: Vec<Word<'a>>,
    /// The text of the line after the first word.
    pub(crate) text: &'a str,
}

impl<'a> SheetLine<'a> {
    /// Returns the only word after the first.
    ///
    /// # Errors
    /// Fails if there is no such word, or more than one.
    pub(crate) fn value(&self) -> Result<Word<'a>, Error> {
        match self.rest[..] {
            [value] => Ok(value),
            [] => self.end().fault(format!("`{}` needs a value", self.head.text)),
            [_, more, ..] => more.fault(format!("`{}` has one value", self.head.text)),
        }
    }

    /// Returns the empty word after the last word of the line.
    pub(crate) fn end(&self) -> Word<'a> {
        let last = self.rest.last().unwrap_or(&self.head);
        Word { text: "", line: last.line, column: last.column + last.text.len() }
    }
}

/// Returns the lines of `text` that are neither empty nor comments.
///
/// # Errors
/// Fails on a character outside ASCII, or on a line that is too long.
pub(crate) fn lines(text: &str) -> Result<Vec<SheetLine<'_>>, Error> {
    let mut lines = Vec::new();
    for (line, text) in (1..).zip(without_mark(text).lines()) {
        if let Some(at) = text.chars().position(|letter| !(' '..='~').contains(&letter)) {
            return error(
                line,
                at + 1,
                "a file has blanks and the visible characters of ASCII only",
            );
        }
        if text.len() > WIDTH_MAX {
            let message = format!("a line has no more than {WIDTH_MAX} characters");
            return error(line, WIDTH_MAX + 1, message);
        }
        let mut words = words(line, text).into_iter();
        if let Some(head) = words.next().filter(|_| !text.starts_with('#')) {
            let text = text[head.column - 1 + head.text.len()..].trim();
            lines.push(SheetLine { head, rest: words.collect(), text });
        }
    }
    Ok(lines)
}

fn words(line: usize, text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut column = 1;
    for part in text.split(' ') {
        if !part.is_empty() {
            words.push(Word { text: part, line, column });
        }
        column += part.len() + 1;
    }
    words
}
