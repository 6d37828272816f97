//! Notices of the program itself. They are shown on every screen for a few seconds, at the bottom of the frame, over
//! the log.

use crate::failure::plain;
use musrex_core::raster::{Colour, Frame};
use musrex_core::view::widgets::{self, Area};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The time for which a notice is shown.
const DURATION: Duration = Duration::from_secs(5);
/// The distance in pixels from the edges of the strip to the words in it.
const PADDING: i16 = 3;

/// The queue of notices, which are shown one after another.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// The current notice, followed by the waiting ones.
    waiting: VecDeque<String>,
    /// The time at which the first notice disappears; `None` if the notice has not been shown yet.
    until: Option<Instant>,
    /// The permanent notice, below the status line.
    standing: Option<String>,
}

impl Notices {
    /// Appends a notice to the queue, unless it repeats the last one.
    pub(crate) fn push(&mut self, words: &str) {
        let words = plain(words).to_string();
        if self.waiting.back() != Some(&words) {
            self.waiting.push_back(words);
        }
    }

    /// Shows a notice at once as the response to a key. Drops all other notices except the permanent one.
    pub(crate) fn answer(&mut self, words: &str) {
        let standing = self.standing.take();
        *self = Notices { standing, ..Notices::default() };
        self.push(words);
    }

    /// Sets the permanent notice, or removes the old one if `words` is `None`. Drops all other notices.
    pub(crate) fn stand(&mut self, words: Option<String>) {
        *self = Notices { standing: words, ..Notices::default() };
    }

    /// Advances to the time `now`. Returns whether a notice has appeared or disappeared.
    pub(crate) fn advance(&mut self, now: Instant) -> bool {
        let is_over = self.until.is_some_and(|until| until <= now);
        if is_over {
            self.waiting.pop_front();
            self.until = None;
        }
        let is_new = self.until.is_none() && !self.waiting.is_empty();
        if is_new {
            self.until = Some(now + DURATION);
        }
        is_over || is_new
    }

    /// Returns the current notice.
    pub(crate) fn shown(&self) -> Option<&str> {
        self.waiting.front().map(String::as_str)
    }

    /// Draws the current notice at the bottom of `frame`, and the permanent notice on the right, below the status line.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>) {
        let whole = Area::of(frame);
        if let Some(words) = &self.standing {
            let (width, line) = (frame.width_of(words) + 2 * PADDING, widgets::line_height(frame));
            let area = Area { x: whole.width - width, y: 2 * line, width, height: line + 2 };
            widgets::fill(frame, area, Colour::INK);
            frame.text(area.x + PADDING, area.y + 1, words, Colour::GOLD);
        }
        let Some(words) = self.shown() else { return };
        let lines = lines(words, |line| frame.width_of(line) <= whole.width - 2 * PADDING);
        let height = i16::try_from(lines.len())
            .unwrap_or(i16::MAX)
            .saturating_mul(widgets::line_height(frame));
        let height = (height + 2 * PADDING).min(whole.height);
        let strip = Area { y: whole.height - height, height, ..whole };
        widgets::fill(frame, strip, Colour::INK);
        widgets::rule(frame, strip.y);
        let mut y = strip.y + PADDING;
        for line in lines {
            frame.text(PADDING, y, &line, Colour::GOLD);
            y += widgets::line_height(frame);
        }
    }
}

/// Breaks `words` into lines that fit. Breaks at spaces; breaks within a word, such as a path, only if the word alone
/// does not fit a line.
fn lines(words: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if fits(&longer) {
            *line = longer;
            continue;
        }
        if fits(word) {
            lines.push(word.to_owned());
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for letter in word.chars() {
            let line = lines.last_mut().expect("there is one");
            line.push(letter);
            if !fits(line) && line.chars().count() > 1 {
                line.pop();
                lines.push(letter.to_string());
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_at_spaces_and_long_ones_anywhere() {
        let lines = |words| lines(words, |line| line.len() <= 8);
        assert_eq!(lines("one two three"), ["one two", "three"]);
        assert_eq!(
            lines("saved it-is-a-long-name here"),
            ["saved it", "-is-a-lo", "ng-name", "here"]
        );
        assert_eq!(lines(""), [""]);
    }

    #[test]
    fn a_notice_is_at_the_foot_of_the_frame() {
        let mut words = vec![0; Frame::words(240, 160)];
        let mut frame = Frame::new(240, 160, &mut words).expect("there are enough");
        frame.clear(Colour::WHITE);
        let mut notices = Notices::default();
        notices.draw(&mut frame);
        let white = |frame: &Frame<'_>, rows: std::ops::Range<usize>| {
            let ground = frame.pixels()[0];
            frame.pixels()[rows.start * 240..rows.end * 240].iter().all(|&pixel| pixel == ground)
        };
        assert!(white(&frame, 0..160));
        notices.push("saved somewhere where there is room, as musrex-20261125-163000.png");
        notices.draw(&mut frame);
        assert!(white(&frame, 0..130) && !white(&frame, 140..141));
    }

    #[test]
    fn what_stands_is_told_until_it_is_taken_away() {
        let mut words = vec![0; Frame::words(240, 160)];
        let mut frame = Frame::new(240, 160, &mut words).expect("there are enough");
        let mut notices = Notices::default();
        let mut has_words = |notices: &Notices| {
            frame.clear(Colour::WHITE);
            notices.draw(&mut frame);
            let ground = frame.pixels()[0];
            frame.pixels().iter().any(|&pixel| pixel != ground)
        };
        notices.stand(Some("Recorded run".to_owned()));
        assert!(has_words(&notices) && !notices.advance(Instant::now()));
        notices.answer("muted");
        notices.stand(None);
        assert!(!has_words(&notices) && notices.shown().is_none());
    }

    #[test]
    fn notices_are_shown_one_after_the_other() {
        let (mut notices, start) = (Notices::default(), Instant::now());
        assert!(!notices.advance(start));
        ["one", "one", "two"].into_iter().for_each(|words| notices.push(words));
        assert!(notices.advance(start) && !notices.advance(start + DURATION / 2));
        assert_eq!(notices.shown(), Some("one"));
        assert!(notices.advance(start + DURATION));
        assert_eq!(notices.shown(), Some("two"));
        notices.answer("three");
        assert!(notices.advance(start + DURATION));
        assert!(notices.advance(start + 2 * DURATION));
        assert!(!notices.advance(start + 3 * DURATION) && notices.shown().is_none());
    }
}
