//! The message log: the latest messages with their turns and ranks.

use crate::quantity::Turn;
use crate::view::text::{Message, Tone};
use heapless::{Deque, String};

/// The most messages in the log; the oldest are dropped first. The end of a run shows the last ten turns, which may
/// have more than seventy messages (H6).
pub(crate) const MESSAGES_MAX: usize = 96;

/// A message with its turn, its rank and the number of its repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The message.
    pub message: Message,
    /// The turn in which the message was last added or repeated.
    pub turn: Turn,
    /// The number of consecutive times that the message was logged.
    pub count: u16,
    /// The rank of the message among the messages of its turn.
    pub(crate) precedence: Precedence,
}

/// The rank of a message among the messages of a turn (H2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// The rank of a plain fact, whatever the tone of the message. Such a message reports experience, which the bar
    /// shows anyway, or a kill that is not the player's.
    Last,
    /// The rank of the message's tone.
    Ordinary,
    /// The rank of a blow that hurts the player.
    Harm,
    /// A high rank, for example for the result of the player's own blow, a harmful status, a lesson, or the reason why
    /// auto-travel stopped.
    First,
    /// A higher rank, for messages about changes of the run.
    Foremost,
    /// The highest rank: tiles are marked, and the player has one or two turns to leave them.
    Urgent,
}

/// The latest messages. A message that repeats the last one is counted instead of added. A repeated warning is counted
/// only within the same turn.
#[derive(Clone, Debug, Default)]
pub struct MessageLog {
    entries: Deque<LogEntry, MESSAGES_MAX>,
    /// The number of newest entries that answer the last input.
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

    /// Adds a message with its rank among the messages of `turn` (H2).
    pub fn push_ranked(&mut self, message: Message, turn: Turn, precedence: Precedence) {
        self.push_entry(LogEntry { message, turn, count: 1, precedence });
    }

    fn push_entry(&mut self, entry: LogEntry) {
        if core::mem::take(&mut self.is_asked) {
            self.answers = 0;
        }
        match self.entries.back_mut() {
            // A repeated warning in another turn is news, for example that a second enemy comes into view.
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

    /// Removes the newest entry with this message, if there is one.
    pub(crate) fn withdraw(&mut self, message: &Message) {
        let Some(age) = self.iter().rev().position(|entry| entry.message == *message) else {
            return;
        };
        let last = self.entries.len() - 1 - age;
        for index in 0..self.entries.len() {
            // Moves each entry from the front to the back once, except the withdrawn entry.
            let Some(entry) = self.entries.pop_front() else { return };
            if index != last {
                let _ = self.entries.push_back(entry);
            }
        }
        if age < self.answers {
            self.answers -= 1;
        }
    }

    /// Records an input. The next messages answer this input.
    pub const fn ask(&mut self) {
        self.is_asked = true;
    }

    /// Returns the number of newest entries that answer the last input.
    pub const fn answers(&self) -> usize {
        self.answers
    }

    /// Returns whether no message was added after the last input, so that the answers still belong to an earlier input.
    pub(crate) const fn is_unanswered(&self) -> bool {
        self.is_asked
    }

    /// Removes all messages.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        (self.answers, self.is_asked) = (0, false);
    }

    /// Returns the messages, the newest last.
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
            Precedence::Harm => u8::MAX - 3,
            Precedence::First => u8::MAX - 2,
            Precedence::Foremost => u8::MAX - 1,
            Precedence::Urgent => u8::MAX,
        }
    }

    /// Returns ` ×N` to append to the message; empty if the message was logged only once.
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
