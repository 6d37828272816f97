//! Events of the window.

use minifb::Key;

/// Window events since the last call, of which minifb does not tell.
#[derive(Clone, Debug, Default)]
pub(crate) struct WindowEvents {
    /// True when a part of the window was exposed and must be presented again.
    pub(crate) is_exposed: bool,
    /// Lists what has happened to the keyboard, in order.
    pub(crate) keyboard: Vec<KeyboardEvent>,
}

/// An event of the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyboardEvent {
    /// A key went down, where this is true, or up. A key that is held may go down again and again.
    Changed(Key, bool),
    /// The window has got the keyboard. These keys were down before, so they are no presses.
    Got(Vec<Key>),
    /// The window has lost the keyboard, if only briefly.
    Lost,
}
