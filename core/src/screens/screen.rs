//! Defines the interface of all screens.

use super::transition::Transition;
use crate::content::SongName;
use crate::input::Input;
use crate::raster::Frame;
use crate::session::AppState;

/// A screen with its own state. Each screen also has a function `open(from, state, …)`. The function takes the previous
/// screen, the state, and the arguments that the screen's line in the [list](super::list) declares.
pub(super) trait Screen {
    /// True if the screen shows the floor, so that a larger frame shows more of the floor (H14).
    const SHOWS_FLOOR: bool = false;

    /// Returns the song of this screen; `None` keeps the current song.
    fn song(_: &AppState) -> Option<SongName> {
        None
    }

    /// Handles the input of one tick.
    fn tick(&mut self, state: &mut AppState, input: Input) -> Transition;

    /// Draws the whole screen. The frame has the palette of the settings, which a screen may fade.
    fn draw(&self, state: &AppState, frame: &mut Frame<'_>);
}
