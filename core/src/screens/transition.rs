//! What a tick of a screen leads to, the same for all screens.

use super::ScreenName;

/// What a tick of a screen leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transition {
    /// Nothing that is seen.
    Same,
    /// The screen must be drawn anew.
    Changed,
    /// This screen is opened.
    To(ScreenName),
}
