//! Events of the window.

use minifb::Key;

/// The window events since the last poll, without the events that minifb reports.
#[derive(Clone, Debug, Default)]
pub(crate) struct WindowEvents {
    /// True if a part of the window was exposed, so that the canvas must be presented again.
    pub(crate) is_exposed: bool,
    /// The events of the keyboard, in order.
    pub(crate) keyboard: Vec<KeyboardEvent>,
}

/// An event of the keyboard. Only X11 reports focus changes here; on other systems, the program asks minifb.
#[cfg_attr(
    not(all(unix, not(target_os = "macos"))),
    expect(dead_code, reason = "minifb is asked for the focus")
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyboardEvent {
    /// A key went down (`true`) or up. A held key may go down repeatedly.
    Changed(Key, bool),
    /// The window has got the keyboard focus. These keys were already down, so they do not count as presses.
    Got(Vec<Key>),
    /// The window has lost the keyboard focus, perhaps only for a moment.
    Lost,
}
