//! The display on systems such as macOS, where the program has no access to the screen. Minifb opens the window, and
//! the player resizes it.

use super::events::{KeyboardEvent, WindowEvents};
use crate::window::viewport::Size;
use minifb::Window;

/// The assumed size of the screen, which determines the size of the first window.
const SCREEN: Size = (1280, 800);

/// A screen of unknown size.
pub(crate) struct Display;

impl Display {
    /// True if the program can resize the window and make it fill the screen.
    pub(crate) const CAN_RESIZE: bool = false;

    /// Opens the screen, which cannot fail.
    #[expect(clippy::unnecessary_wraps, reason = "it fails on other systems")]
    pub(crate) const fn open() -> Result<Display, String> {
        Ok(Display)
    }

    /// Returns the assumed screen size.
    pub(crate) const fn screen(&self) -> Size {
        SCREEN
    }

    /// Returns false: the window needs no colour depth of its own.
    pub(crate) const fn needs_own_depth(&self) -> bool {
        false
    }

    /// Returns false: minifb reads the keys.
    pub(crate) const fn has_keys(&self) -> bool {
        false
    }

    /// Does nothing, because the window cannot be controlled.
    pub(crate) const fn set_window(&mut self, _: &Window, _: Size) {}

    /// Returns no events.
    pub(crate) fn take_events(&mut self) -> WindowEvents {
        WindowEvents::default()
    }

    /// Returns no events.
    pub(crate) fn take_focus_events(&mut self) -> impl Iterator<Item = KeyboardEvent> {
        std::iter::empty()
    }

    /// Does nothing, because the window cannot be resized.
    pub(crate) const fn resize(&self, _: Size) {}

    /// Does nothing, because the window cannot fill the screen.
    pub(crate) const fn set_fullscreen(&mut self, _: bool) {}
}
