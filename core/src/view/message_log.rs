//! The message log.

use crate::quantity::Turn;
use crate::view::text::{Message, Tone};
use heapless::{Deque, String};

/// The number of messages remembered; the oldest are dropped first. The last ten turns of a run may
/// have more than seventy (H6).
pub(crate) const MESSAGES_MAX: usize = 96;

/// A message with its place in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The message.
    pub message: Message,
    /// The turn in which it was logged last.
    pub turn: Turn,
    /// Counts how many times in a row it was logged.
    pub count: u16,
    /// Its rank among what a turn says.
    pub(crate) precedence: Precedence,
}

/// Ranks a message among what a turn says (H2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Ranks it as a plain fact, whatever its tone: what is paid is seen in the bar.
    Last,
    /// Ranks it by its tone.
    Ordinary,
    /// Puts it first: the result of the player's own blow, a status that harms, a lesson, or why auto-travel
    /// stopped.
    First,
    /// Puts it before even those: it changes the run.
    Foremost,
    /// Puts it before everything: a tile is marked, and there is a turn to leave it.
    Urgent,
}

/// The latest messages. A repeated message is counted, not added; a warning only within its turn.
#[derive(Clone, Debug, Default)]
pub struct MessageLog {
    entries: Deque<LogEntry, MESSAGES_MAX>,
    /// The number of the newest entries that answer the last input.
    answers: usize,
    /// True from an input to the first message after it.
    is_asked: bool,
}

impl MessageLog {
    /// Makes an empty log.
    pub const fn new() -> MessageLog {
        MessageLog { entries: Deque::new(), answers: 0, is_asked: false }
    }

    /// Adds a message said in `turn`.
    pub fn push(&mut self, message: Message, turn: Turn) {
        self.push_ranked(message, turn, Precedence::Ordinary);
    }

    /// Adds a message that matters most of what `turn` says: the result of the player's own blow, a status
    /// that harms, a lesson, or why auto-travel stopped (H2).
    pub fn push_first(&mut self, message: Message, turn: Turn) {
        self.push_ranked(message, turn, Precedence::First);
    }

    /// Adds a message with its rank among what `turn` says (H2).
    pub fn push_ranked(&mut self, message: Message, turn: Turn, precedence: Precedence) {
        self.push_entry(LogEntry { message, turn, count: 1, precedence });
    }

    fn push_entry(&mut self, entry: LogEntry) {
        if core::mem::take(&mut self.is_asked) {
            self.answers = 0;
        }
        match self.entries.back_mut() {
            // A warning of another turn is news, such as that a second enemy comes into view.
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

    /// Notes an input: the messages from here on are the answer to it.
    pub const fn ask(&mut self) {
        self.is_asked = true;
    }

    /// Returns the number of the newest entries that answer the last input: those of one turn.
    pub const fn answers(&self) -> usize {
        self.answers
    }

    /// Returns whether nothing was said since the last input, so that the answers are those to one before it.
    pub(crate) const fn is_unanswered(&self) -> bool {
        self.is_asked
    }

    /// Removes all messages.
    pub fn clear(&mut self) {
        self.entries.clear();
        (self.answers, self.is_asked) = (0, false);
    }

    /// The messages, newest last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &LogEntry> + Clone {
        let (older, newer) = self.entries.as_slices();
        older.iter().chain(newer)
    }
}

impl LogEntry {
    /// Returns how much it is missed where a turn says more than there is room for (H2).
    pub const fn importance(&self) -> u8 {
        match self.precedence {
            Precedence::Last => Tone::Normal.importance(),
            Precedence::Ordinary => self.message.tone.importance(),
            Precedence::First => u8::MAX - 2,
            Precedence::Foremost => u8::MAX - 1,
            Precedence::Urgent => u8::MAX,
        }
    }

    /// Returns ` ×N` to append to the message; empty when it was logged once.
    pub fn repetition(&self) -> String<8> {
        let mut words = String::new();
        if self.count > 1 {
            use core::fmt::Write;
            // Five digits at most: it always fits.
            let _ = write!(words, " ×{}", self.count);
        }
        words
    }
}
