//! The reasons why a frame cannot be made.

use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// The reason why [`Frame::new`](super::Frame::new) cannot make a frame of the given size in the given memory.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// A side is longer than 640 pixels.
    TooLarge,
    /// The width is not a multiple of 4.
    Width,
    /// There are fewer words than [`Frame::words`](super::Frame::words) returns.
    FewWords,
}

/// Writes the name of the reason. The text is for programmers and is never shown to players.
impl Display for FrameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Error for FrameError {}
