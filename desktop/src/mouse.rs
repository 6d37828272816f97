//! The mouse over the frame.
//!
//! It counts only when it is used: a mouse that lies beside the keyboard should not point at things
//! while keys are pressed.

use crate::viewport::Viewport;
use minifb::{MouseButton, MouseMode, Window};
use musrex_core::input::Pointer;

/// What is known of the mouse.
#[derive(Debug, Default)]
pub(crate) struct Mouse {
    /// Where it is, in pixels of the window; `None` outside.
    place: Option<(i32, i32)>,
    /// Whether it has been moved or clicked since the last key.
    is_used: bool,
    /// Whether its button was down at any time since the last tick. Of the mouse, only the present
    /// state can be asked, and that is done more often than there are ticks.
    was_held: bool,
}

impl Mouse {
    /// Looks where the mouse is and whether its button is down.
    pub(crate) fn look(&mut self, window: &Window) {
        let place = window.get_unscaled_mouse_pos(MouseMode::Discard).map(|(x, y)| {
            #[expect(clippy::cast_possible_truncation, reason = "whole pixels, as minifb's floats")]
            let place = (x as i32, y as i32);
            place
        });
        self.see(place, window.get_mouse_down(MouseButton::Left));
    }

    fn see(&mut self, place: Option<(i32, i32)>, is_held: bool) {
        let has_moved = place.is_some() && self.place.is_some() && place != self.place;
        self.is_used |= has_moved || is_held;
        self.was_held |= is_held;
        self.place = place;
    }

    /// A key was pressed: the mouse rests until it is used again.
    pub(crate) fn rest(&mut self) {
        self.is_used = false;
    }

    /// The window has another size: it has moved below the mouse, which has not moved itself.
    pub(crate) fn forget(&mut self) {
        self.is_used = false;
        self.place = None;
    }

    /// What the next tick sees.
    pub(crate) fn take(&mut self, viewport: &Viewport) -> Option<Pointer> {
        let is_held = std::mem::take(&mut self.was_held);
        self.place.filter(|_| self.is_used).and_then(|place| viewport.pointer(place, is_held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(mouse: &mut Mouse) -> Option<(i16, i16, bool)> {
        let viewport = Viewport::new((240, 160), (480, 320), 0);
        mouse.take(&viewport).map(|pointer| (pointer.x, pointer.y, pointer.is_held))
    }

    #[test]
    fn a_mouse_counts_from_its_first_move_to_the_next_key() {
        let mut mouse = Mouse::default();
        mouse.see(Some((10, 10)), false);
        mouse.see(Some((10, 10)), false);
        assert_eq!(take(&mut mouse), None);
        mouse.see(Some((12, 10)), false);
        assert_eq!(take(&mut mouse), Some((6, 5, false)));
        mouse.rest();
        mouse.see(Some((12, 10)), false);
        assert_eq!(take(&mut mouse), None);
        mouse.see(Some((12, 10)), true);
        assert_eq!(take(&mut mouse), Some((6, 5, true)));
        mouse.see(Some((12, 10)), false);
        mouse.forget();
        mouse.see(Some((99, 99)), false);
        assert_eq!(take(&mut mouse), None);
    }

    #[test]
    fn a_click_between_two_ticks_is_seen() {
        let mut mouse = Mouse::default();
        mouse.see(Some((10, 10)), true);
        mouse.see(Some((10, 10)), false);
        assert_eq!(take(&mut mouse), Some((5, 5, true)));
        mouse.see(Some((10, 10)), false);
        assert_eq!(take(&mut mouse), Some((5, 5, false)));
    }
}
