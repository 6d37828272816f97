//! The message log.

use crate::quantity::Turn;
use crate::view::text::{Message, Tone};
use heapless::{Deque, String};

/// How many messages are remembered; the oldest are dropped first. The last ten turns, which are shown at the end of a
/// run, may have more than seventy (H6).
pub(crate) const MESSAGES_MAX: usize = 96;

/// A message with its place in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The message.
    pub message: Message,
    /// The turn in which the message was last added or repeated.
    pub turn: Turn,
    /// How many times in a row the message was logged.
    pub count: u16,
    /// The rank among the messages of its turn.
    pub(crate) precedence: Precedence,
}

/// The rank of a message among the messages of a turn (H2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Ranks as a plain fact, whatever its tone. Such a message tells experience, which the bar shows anyway.
    Last,
    /// Ranks by its tone.
    Ordinary,
    /// Ranks high: the result of the player's own blow, a harmful status, a lesson, or the reason why auto-travel
    /// stopped.
    First,
    /// Ranks higher: it changes the run.
    Foremost,
    /// Ranks highest: a tile is marked, and the player has a turn to leave it.
    Urgent,
}

/// The latest messages. A message that repeats the last one is counted, not added; for a warning, this applies only
/// within the same turn.
#[derive(Clone, Debug, Default)]
pub struct MessageLog {
    entries: Deque<LogEntry, MESSAGES_MAX>,
    /// How many of the newest entries answer the last input.
    answers: usize,
    /// True between an input and the next message.
    is_asked: bool,
}

impl MessageLog {
    /// Makes an empty log.
    pub const fn new() -> MessageLog {
        MessageLog { entries: Deque::new(), answers: 0, is_asked: false }
    }

    /// Adds a message of `turn`.
    pub fn push(&mut self, message: Message, turn: Turn) {
        self.push_ranked(message, turn, Precedence::Ordinary);
    }

    /// Adds a message of high rank among those of `turn`: the result of the player's own blow, a harmful status, a
    /// lesson, or the reason why auto-travel stopped (H2).
    pub fn push_first(&mut self, message: Message, turn: Turn) {
        self.push_ranked(message, turn, Precedence::First);
    }

    /// Adds a message with its rank among those of `turn` (H2).
    pub fn push_ranked(&mut self, message: Message, turn: Turn, precedence: Precedence) {
        self.push_entry(LogEntry { message, turn, count: 1, precedence });
    }

    fn push_entry(&mut self, entry: LogEntry) {
        if core::mem::take(&mut self.is_asked) {
            self.answers = 0;
        }
        match self.entries.back_mut() {
            // A warning in another turn is news, for example that a second enemy comes into view.
            Some(last)
                if last.message == entry.message
                    && (last.turn == entry.turn || entry.message.tone != Tone::Warning) =>
            {
                last.turn = entry.turn;
                last.precedence = entry.precedence;
                last.count = last.count.saturating_add(1);
                self.answers = self.answers.max(1);
            }
            _ => {
                if self.entries.is_full() {
                    self.entries.pop_front();
                }
                self.entries.push_back(entry).expect("room was made for it");
                self.answers = (self.answers + 1).min(MESSAGES_MAX);
            }
        }
    }

    /// Records an input, which the next messages answer.
    pub const fn ask(&mut self) {
        self.is_asked = true;
    }

    /// Returns how many of the newest entries answer the last input; all belong to one turn.
    pub const fn answers(&self) -> usize {
        self.answers
    }

    /// Returns whether no message has come since the last input, so that the answers still belong to an earlier input.
    pub(crate) const fn is_unanswered(&self) -> bool {
        self.is_asked
    }

    /// Removes all messages.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        (self.answers, self.is_asked) = (0, false);
    }

    /// Returns the messages, newest last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &LogEntry> + Clone {
        let (older, newer) = self.entries.as_slices();
        older.iter().chain(newer)
    }
}

impl LogEntry {
    /// Returns the importance of the message, for turns with more messages than fit (H2).
    pub(crate) const fn importance(&self) -> u8 {
        match self.precedence {
            Precedence::Last => Tone::Normal.importance(),
            Precedence::Ordinary => self.message.tone.importance(),
            Precedence::First => u8::MAX - 2,
            Precedence::Foremost => u8::MAX - 1,
            Precedence::Urgent => u8::MAX,
        }
    }

    /// Returns ` ×N` to append to the message; empty if it was logged once.
    pub fn repetition(&self) -> String<8> {
        let mut words = String::new();
        if self.count > 1 {
            use core::fmt::Write;
            // The count has at most five digits, so it always fits.
            let _ = write!(words, " ×{}", self.count);
        }
        words
    }
}
