//! Why there is no frame.

use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// Tells why a frame cannot be made of a size and words.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// A side is longer than [`Frame::SIDE_MAX`](super::Frame::SIDE_MAX).
    TooLarge,
    /// The width is no multiple of 4.
    Width,
    /// There are fewer words than [`Frame::words`](super::Frame::words) tells.
    FewWords,
}

impl Display for FrameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FrameError::TooLarge => "a side of the frame is too long",
            FrameError::Width => "the width of the frame is no multiple of 4",
            FrameError::FewWords => "there are too few words for the frame",
        })
    }
}

impl Error for FrameError {}
