//! Defines the interface of all screens.

use super::transition::Transition;
use crate::content::SongName;
use crate::input::Input;
use crate::raster::Frame;
use crate::session::AppState;

/// A screen with its own state. Each has a function `open(from, state, …)` beside this, which takes the screen that it
/// is opened from and whatever its line in the [list](super::list) names.
pub(super) trait Screen {
    /// True when it shows the floor, so that a larger frame shows more of it (H14).
    const SHOWS_FLOOR: bool = false;

    /// Returns the song of this screen; `None` leaves the one that is played.
    fn song(_: &AppState) -> Option<SongName> {
        None
    }

    /// Handles the input of one tick.
    fn tick(&mut self, state: &mut AppState, input: Input) -> Transition;

    /// Draws all of it. The frame's palette is that of the settings; a screen may fade it.
    fn draw(&self, state: &AppState, frame: &mut Frame<'_>);
}
