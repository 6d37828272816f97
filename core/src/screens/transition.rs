//! Defines the transition that a tick of a screen returns, the same for all screens.

use super::ScreenName;

/// The result of a tick of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transition {
    /// Nothing visible changed.
    Same,
    /// The screen must be drawn anew.
    Changed,
    /// This screen is opened.
    To(ScreenName),
}
