//! Events of the window.

/// Window events since the last call, of which minifb does not tell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WindowEvents {
    /// True when a part of the window was exposed and must be presented again.
    pub(crate) is_exposed: bool,
    /// True when the window has lost the keyboard focus, if only briefly.
    pub(crate) has_lost_keyboard: bool,
}
