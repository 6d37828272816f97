//! The keys and gamepad buttons that the player holds, and the game buttons that follow from them.
//!
//! Several keys may belong to one button, and one key may belong to two buttons. A button is held while any of its keys
//! is held. Key repeat of the window system is ignored.

use crate::input::keys::is_command;
use crate::input::pads::{PadButton, PadId};
use minifb::Key;
use musrex_core::controls::Control;
use musrex_core::input::{Button, Buttons, Latch};

/// A key or a gamepad button that can be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    /// A key of the keyboard.
    Key(Key),
    /// A button of a gamepad. The same button counts separately on each gamepad.
    Pad(PadId, PadButton),
}

/// All keys and gamepad buttons that are held.
#[derive(Debug, Default)]
pub(crate) struct Presses {
    /// The held presses, each with the control it had when it began.
    held: Vec<(Press, Option<Control>)>,
    /// The buttons most recently passed to the latch.
    shown: Buttons,
    latch: Latch,
}

impl Presses {
    /// Returns whether this key or gamepad button is held.
    pub(crate) fn holds(&self, press: Press) -> bool {
        self.held.iter().any(|(held, _)| *held == press)
    }

    /// Records a press, and its control if it has one. The caller must ensure that the press is not already held.
    pub(crate) fn press(&mut self, press: Press, control: Option<Control>) {
        // A key pressed together with Ctrl, Alt or a similar key is a system shortcut.
        let is_command = matches!(press, Press::Key(_)) && self.holds_command();
        self.held.push((press, control.filter(|_| !is_command)));
        self.update();
    }

    /// Releases a held press. Ignores an unrecorded press, which went to another window.
    pub(crate) fn release(&mut self, press: Press) {
        self.held.retain(|(held, _)| *held != press);
        self.update();
    }

    /// Releases all buttons of a gamepad that was unplugged.
    pub(crate) fn release_pad(&mut self, id: PadId) {
        self.held.retain(|(held, _)| !matches!(held, Press::Pad(of, _) if *of == id));
        self.update();
    }

    /// Records a press that began before the window had the keyboard focus; it is held without a control.
    pub(crate) fn hold(&mut self, press: Press) {
        if !self.holds(press) {
            self.held.push((press, None));
        }
    }

    /// Returns whether a press waits for a later tick.
    pub(crate) fn has_waiting(&self) -> bool {
        self.latch.has_waiting_press()
    }

    /// Drops the presses that wait for a later tick (T11).
    pub(crate) fn forget_waiting(&mut self) {
        self.latch.forget_presses();
    }

    /// Releases all keys and buttons when the window loses the keyboard focus.
    pub(crate) fn release_all(&mut self) {
        self.held.clear();
        self.update();
    }

    /// Returns the buttons for the next tick.
    pub(crate) fn take(&mut self) -> Buttons {
        self.latch.take()
    }

    fn update(&mut self) {
        let controls = || self.held.iter().filter_map(|(_, control)| *control);
        let held = controls()
            .filter(|control| *control != Control::Dash)
            .fold(Buttons::NONE, |all, control| all.or(control.buttons()));
        // The control Dash alone does not press a button, so it does not close lists.
        let dashes = controls().any(|control| control == Control::Dash)
            && !held.and(Buttons::DIRECTIONS).is_empty();
        let now = if dashes { held.or(Control::Dash.buttons()) } else { held };
        for button in Button::ALL {
            match (self.shown.has(button), now.has(button)) {
                (false, true) => self.latch.press(button),
                (true, false) => self.latch.release(button),
                _ => {}
            }
        }
        self.shown = now;
    }

    fn holds_command(&self) -> bool {
        self.held.iter().any(|(held, _)| matches!(held, Press::Key(key) if is_command(*key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A_KEY: Press = Press::Key(Key::D);

    fn set(buttons: &[Button]) -> Buttons {
        buttons.iter().copied().collect()
    }

    #[test]
    fn what_is_meant_for_others_is_no_button() {
        let mut presses = Presses::default();
        presses.press(Press::Key(Key::LeftAlt), None);
        presses.press(A_KEY, Some(Control::Start));
        assert_eq!(presses.take(), Buttons::NONE);
        // Modifier keys on the keyboard do not affect gamepad buttons.
        presses.press(Press::Pad(1, PadButton::A), Some(Control::A));
        assert_eq!(presses.take(), set(&[Button::A]));
    }

    #[test]
    fn a_button_is_held_while_anything_of_it_is() {
        let mut presses = Presses::default();
        let pads = [1, 2].map(|id| Press::Pad(id, PadButton::Right));
        for press in [A_KEY, pads[0], pads[1]] {
            presses.press(press, Some(Control::Right));
        }
        presses.release(A_KEY);
        presses.release_pad(2);
        assert_eq!([presses.take(), presses.take()], [set(&[Button::Right]); 2]);
        presses.release(pads[0]);
        assert_eq!(presses.take(), Buttons::NONE);
    }

    #[test]
    fn taps_between_two_ticks_are_all_seen() {
        let mut presses = Presses::default();
        for _ in 0..3 {
            presses.press(A_KEY, Some(Control::Explore));
            presses.release(A_KEY);
        }
        let both = set(&[Button::L, Button::R]);
        let seen: Vec<bool> = (0..7).map(|_| presses.take() == both).collect();
        assert_eq!(seen, [true, false, true, false, true, false, false]);
    }

    #[test]
    fn to_dash_is_something_only_with_a_direction() {
        let dash = Press::Key(Key::LeftShift);
        for (control, expected) in [
            (Control::A, &[Button::A][..]),
            (Control::Up, &[Button::Up, Button::B]),
            (Control::DownLeft, &[Button::Down, Button::Left, Button::B]),
        ] {
            let mut presses = Presses::default();
            presses.press(dash, Some(Control::Dash));
            assert_eq!(presses.take(), Buttons::NONE);
            presses.press(A_KEY, Some(control));
            assert_eq!(presses.take(), set(expected), "{control:?}");
        }
    }

    #[test]
    fn losing_the_keyboard_lets_go_of_all() {
        let mut presses = Presses::default();
        presses.press(A_KEY, Some(Control::Up));
        presses.press(Press::Pad(1, PadButton::B), Some(Control::B));
        presses.take();
        presses.release_all();
        assert_eq!(presses.take(), Buttons::NONE);
        presses.release(A_KEY);
        assert_eq!(presses.take(), Buttons::NONE);
    }
}
