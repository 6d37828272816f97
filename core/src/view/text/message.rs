//! A message and its tone.

use heapless::String;

/// The most bytes in a sentence. Every sentence also fits into 240 pixels.
pub(crate) const SENTENCE_BYTES_MAX: usize = 64;

/// A sentence.
pub type Sentence = String<SENTENCE_BYTES_MAX>;

/// The tone of a message, which determines its colour (H2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A plain fact.
    Normal,
    /// Reports a gain of the player.
    Good,
    /// Reports harm to the player.
    Bad,
    /// Reports something that may need a reaction.
    Warning,
}

impl Tone {
    /// Returns the importance of showing a message of this tone immediately. Plain facts and most harm are less
    /// important, because they are also visible on the map.
    pub const fn importance(self) -> u8 {
        match self {
            Tone::Normal => 0,
            Tone::Bad => 1,
            Tone::Good | Tone::Warning => 2,
        }
    }
}

/// A line of the message log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The tone of the message.
    pub tone: Tone,
    /// The text of the message.
    pub text: Sentence,
}

impl Message {
    /// Returns a message. A test checks that every message fits its line.
    pub(crate) fn new(tone: Tone, words: impl AsRef<str>) -> Message {
        Message { tone, text: plain(words.as_ref()) }
    }
}

/// Returns a sentence without placeholders.
pub(super) fn plain(words: &str) -> Sentence {
    Sentence::try_from(words).expect("every sentence fits its bytes")
}

/// Makes a log message wrapped in `Some`, for functions that return `None` in other cases.
macro_rules! message {
    ($tone:ident, $words:expr) => {
        Some(Message::new(Tone::$tone, $words))
    };
}
