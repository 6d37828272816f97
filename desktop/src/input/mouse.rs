//! The mouse over the frame.
//!
//! The pointer is active from a move or a click of the mouse until the next key press. So a mouse that nobody uses does
//! not point at tiles while the player presses keys.

use crate::window::viewport::Viewport;
use minifb::{MouseButton, MouseMode, Window};
use musrex_core::input::Pointer;

/// The state of the mouse.
#[derive(Debug, Default)]
pub(crate) struct Mouse {
    /// The position in pixels of the window; `None` if the pointer is outside the window.
    position: Option<(i32, i32)>,
    /// True when the mouse was moved or clicked since the last key press.
    is_used: bool,
    /// True if the mouse button was down at any poll since the last tick. There are several polls in a tick, and minifb
    /// reports only the current state.
    was_held: bool,
    /// The turn of the wheel since the last call of [`take_notches`](Mouse::take_notches).
    wheel: Wheel,
    /// True while the mouse button is down.
    is_down: bool,
    /// True while the mouse button is down because of a press that was not meant for the game.
    is_ignored: bool,
}

/// Counts the notches of the wheel.
#[derive(Debug, Default)]
struct Wheel {
    notches: i32,
    /// The amount of an incomplete notch: its press was polled, but not yet its release.
    rest: i32,
}

impl Wheel {
    /// The amount that minifb reports for one notch. Under X11, a notch is the click of a mouse button. Minifb counts
    /// the press and the release separately, and they may come in different polls. `None` on other systems, where each
    /// amount that minifb reports counts as one notch.
    const NOTCH: Option<i32> = if cfg!(target_os = "linux") { Some(2) } else { None };

    /// Adds the amount that minifb reported in a poll; positive is toward the player.
    fn turn(&mut self, sum: i32) {
        let Some(notch) = Self::NOTCH else {
            self.notches += sum.signum();
            return;
        };
        if self.rest.signum() == -sum.signum() {
            self.rest = 0;
        }
        self.rest += sum;
        self.notches += self.rest / notch;
        self.rest %= notch;
    }
}

impl Mouse {
    /// Polls the position, the button and the wheel. A press that begins while `is_for_window` is true has no effect in
    /// the game: it only brings the window to the front, or was made while the game was paused.
    pub(crate) fn poll(&mut self, window: &Window, is_for_window: bool) {
        let position = window.get_unscaled_mouse_pos(MouseMode::Discard).map(|(x, y)| {
            #[expect(clippy::cast_possible_truncation, reason = "whole pixels, as minifb's floats")]
            let position = (x as i32, y as i32);
            position
        });
        let is_held = self.filter(window.get_mouse_down(MouseButton::Left), is_for_window);
        self.update(position, is_held);
        self.poll_wheel(window);
    }

    /// Polls the wheel. Call this function before any other that makes minifb process events, because processing
    /// discards earlier notches.
    pub(crate) fn poll_wheel(&mut self, window: &Window) {
        if let Some((_, away)) = window.get_scroll_wheel() {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "whole numbers, as minifb's floats"
            )]
            self.wheel.turn(-(away as i32));
        }
    }

    /// Returns the number of notches by which the wheel was turned toward the player; negative if it was turned away.
    pub(crate) fn take_notches(&mut self) -> i32 {
        std::mem::take(&mut self.wheel.notches)
    }

    /// Returns true if the mouse button is held by a press that is meant for the game.
    fn filter(&mut self, is_down: bool, is_for_window: bool) -> bool {
        let was_down = std::mem::replace(&mut self.is_down, is_down);
        self.is_ignored = is_down && (self.is_ignored || !was_down && is_for_window);
        is_down && !self.is_ignored
    }

    /// Ignores the mouse button until it is released and pressed again.
    pub(crate) fn ignore_press(&mut self) {
        self.was_held = false;
        self.is_ignored = self.is_down;
    }

    fn update(&mut self, position: Option<(i32, i32)>, is_held: bool) {
        let has_moved = position.is_some() && self.position.is_some() && position != self.position;
        self.is_used |= has_moved || is_held;
        self.was_held |= is_held;
        self.position = position;
    }

    /// Hides the pointer after a key press, until the mouse is used again.
    pub(crate) fn hide(&mut self) {
        self.is_used = false;
    }

    /// Resets the position after the window was resized, so that the resize does not count as a mouse move.
    pub(crate) fn reset(&mut self) {
        self.is_used = false;
        self.position = None;
    }

    /// Returns the pointer for the next tick.
    pub(crate) fn take(&mut self, viewport: &Viewport) -> Option<Pointer> {
        let is_held = std::mem::take(&mut self.was_held);
        self.position
            .filter(|_| self.is_used)
            .and_then(|position| viewport.pointer(position, is_held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(mouse: &mut Mouse) -> Option<(i16, i16, bool)> {
        let viewport = Viewport::new((240, 160), (480, 320), 0);
        mouse.take(&viewport).map(|pointer| (pointer.x, pointer.y, pointer.is_held))
    }

    /// Checks that a notch counts once even if its two halves come in two polls.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_notch_is_one_however_it_is_polled() {
        let notches = |sums: &[i32]| {
            let mut wheel = Wheel::default();
            sums.iter().for_each(|&sum| wheel.turn(sum));
            wheel.notches
        };
        assert_eq!(notches(&[2]), 1);
        assert_eq!(notches(&[1, 1]), 1);
        assert_eq!(notches(&[3, 1]), 2);
        assert_eq!(notches(&[-1, -1, -2]), -2);
        // A half notch is discarded if the wheel then turns the other way.
        assert_eq!(notches(&[1, -2]), -1);
    }

    #[test]
    fn a_mouse_counts_from_its_first_move_to_the_next_key() {
        let mut mouse = Mouse::default();
        mouse.update(Some((10, 10)), false);
        mouse.update(Some((10, 10)), false);
        assert_eq!(take(&mut mouse), None);
        mouse.update(Some((12, 10)), false);
        assert_eq!(take(&mut mouse), Some((6, 5, false)));
        mouse.hide();
        mouse.update(Some((12, 10)), false);
        assert_eq!(take(&mut mouse), None);
        mouse.update(Some((12, 10)), true);
        assert_eq!(take(&mut mouse), Some((6, 5, true)));
        mouse.update(Some((12, 10)), false);
        mouse.reset();
        mouse.update(Some((99, 99)), false);
        assert_eq!(take(&mut mouse), None);
    }

    #[test]
    fn a_press_for_the_window_is_none_until_it_is_released() {
        let mut mouse = Mouse::default();
        let seen = [(true, true), (true, false), (false, false), (true, false), (true, true)]
            .map(|(is_down, is_for_window)| mouse.filter(is_down, is_for_window));
        assert_eq!(seen, [false, false, false, true, true]);
        mouse.ignore_press();
        assert!(!mouse.filter(true, false) && !mouse.filter(false, false));
        assert!(mouse.filter(true, false));
    }

    #[test]
    fn a_click_between_two_ticks_is_seen() {
        let mut mouse = Mouse::default();
        mouse.update(Some((10, 10)), true);
        mouse.update(Some((10, 10)), false);
        assert_eq!(take(&mut mouse), Some((5, 5, true)));
        mouse.update(Some((10, 10)), false);
        assert_eq!(take(&mut mouse), Some((5, 5, false)));
    }
}
