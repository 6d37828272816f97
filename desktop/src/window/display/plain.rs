//! A screen without further information, as on macOS: minifb opens the window, and the player sizes
//! it.

use super::events::{KeyboardEvent, WindowEvents};
use crate::window::viewport::Size;
use minifb::Window;

/// The assumed screen size, for which the first window is made.
const SCREEN: Size = (1280, 800);

/// The screen.
pub(crate) struct Display;

impl Display {
    /// True when the window can fill the screen and be resized by the program.
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

    /// Returns whether the window needs a depth of its own: never.
    pub(crate) const fn needs_own_depth(&self) -> bool {
        false
    }

    /// Returns whether this type reads the keys; it does not, minifb does.
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

    /// Does nothing.
    pub(crate) const fn resize(&self, _: Size) {}

    /// Does nothing.
    pub(crate) const fn set_fullscreen(&mut self, _: bool) {}
}
