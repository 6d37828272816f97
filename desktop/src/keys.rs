//! Maps keys to buttons.
//!
//! Several keys may stand for one button, and one key for two buttons; a button is held while any
//! of its keys is. Key repeat of the window system changes nothing: a key that is down goes down no
//! further.

use minifb::Key;
use musrex_core::input::{Button, Buttons, Latch};
use musrex_core::screens::ScreenName;

/// A key that the window itself answers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindowKey {
    /// Full screen and back.
    Fullscreen,
    /// Save what is shown.
    Screenshot,
}

/// The keys that are held, and the buttons they stand for.
#[derive(Debug, Default)]
pub(crate) struct Keyboard {
    /// The keys that are down, each with the buttons it stood for when it went down.
    held: Vec<(Key, Buttons)>,
    /// The buttons that follow from them, as the latch knows them.
    shown: Buttons,
    latch: Latch,
}

impl Keyboard {
    /// Handles a key event while `screen` is shown. Returns the action of the window, if the key
    /// has one.
    pub(crate) fn change(
        &mut self,
        key: Key,
        is_down: bool,
        screen: ScreenName,
    ) -> Option<WindowKey> {
        let place = self.held.iter().position(|(held, _)| *held == key);
        match (place, is_down) {
            // Ctrl, Alt and the like make a key mean something to others.
            (None, true) if self.holds(is_command) => self.held.push((key, Buttons::NONE)),
            (None, true) => self.held.push((key, buttons(key, screen))),
            (Some(place), false) => {
                self.held.swap_remove(place);
            }
            // Key repeat, or the end of a press that another window has seen.
            (Some(_), true) | (None, false) => return None,
        }
        self.update();
        window_key(key).filter(|_| is_down)
    }

    /// Releases all keys when the window loses the keyboard focus.
    pub(crate) fn release_all(&mut self) {
        self.held.clear();
        self.update();
    }

    /// Returns the buttons that the next tick sees.
    pub(crate) fn take(&mut self) -> Buttons {
        self.latch.take()
    }

    fn update(&mut self) {
        let of_keys = self.held.iter().fold(Buttons::NONE, |all, (_, buttons)| all.or(*buttons));
        let is_shift = self.holds(|key| matches!(key, Key::LeftShift | Key::RightShift));
        // Shift alone is nothing, so that it does not close lists.
        let dashes = is_shift && !of_keys.and(Buttons::DIRECTIONS).is_empty();
        let now = if dashes { of_keys.with(Button::B) } else { of_keys };
        for button in Button::ALL {
            match (self.shown.has(button), now.has(button)) {
                (false, true) => self.latch.press(button),
                (true, false) => self.latch.release(button),
                _ => {}
            }
        }
        self.shown = now;
    }

    fn holds(&self, is_meant: impl Fn(Key) -> bool) -> bool {
        self.held.iter().any(|(key, _)| is_meant(*key))
    }
}

const fn is_command(key: Key) -> bool {
    use Key::{LeftAlt, LeftCtrl, LeftSuper, RightAlt, RightCtrl, RightSuper};
    matches!(key, LeftAlt | RightAlt | LeftCtrl | RightCtrl | LeftSuper | RightSuper)
}

/// The buttons that `key` stands for while `screen` is shown.
fn buttons(key: Key, screen: ScreenName) -> Buttons {
    use Button::{A, B, Down, L, Left, R, Right, Select, Start, Up};
    let list: &[Button] = match key {
        Key::Up | Key::W | Key::K | Key::NumPad8 => &[Up],
        Key::Down | Key::S | Key::J | Key::NumPad2 => &[Down],
        Key::Left | Key::A | Key::H | Key::NumPad4 => &[Left],
        Key::Right | Key::D | Key::L | Key::NumPad6 => &[Right],
        Key::Y | Key::NumPad7 => &[Up, Left],
        Key::U | Key::NumPad9 => &[Up, Right],
        Key::B | Key::NumPad1 => &[Down, Left],
        Key::N | Key::NumPad3 => &[Down, Right],
        Key::Space | Key::Period | Key::Enter | Key::NumPad5 | Key::NumPadEnter => &[A],
        Key::Backspace => &[B],
        Key::X => &[L],
        Key::O => &[L, R],
        Key::M => &[Select],
        Key::I | Key::Tab => &[Start],
        Key::Escape if screen == ScreenName::Play => &[Start],
        Key::Escape => &[B],
        _ => &[],
    };
    list.iter().copied().collect()
}

const fn window_key(key: Key) -> Option<WindowKey> {
    match key {
        Key::F11 => Some(WindowKey::Fullscreen),
        Key::F12 => Some(WindowKey::Screenshot),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAY: ScreenName = ScreenName::Play;

    fn set(buttons: &[Button]) -> Buttons {
        buttons.iter().copied().collect()
    }

    fn held(keys: &[Key]) -> Buttons {
        let mut keyboard = Keyboard::default();
        for &key in keys {
            keyboard.change(key, true, PLAY);
        }
        keyboard.take()
    }

    #[test]
    fn every_way_has_its_keys() {
        use Button::{Down, Left, Right, Up};
        let directions: [(&[Button], &[Key]); 8] = [
            (&[Up], &[Key::Up, Key::W, Key::K, Key::NumPad8]),
            (&[Up, Right], &[Key::U, Key::NumPad9]),
            (&[Right], &[Key::Right, Key::D, Key::L, Key::NumPad6]),
            (&[Down, Right], &[Key::N, Key::NumPad3]),
            (&[Down], &[Key::Down, Key::S, Key::J, Key::NumPad2]),
            (&[Down, Left], &[Key::B, Key::NumPad1]),
            (&[Left], &[Key::Left, Key::A, Key::H, Key::NumPad4]),
            (&[Up, Left], &[Key::Y, Key::NumPad7]),
        ];
        for (buttons, keys) in directions {
            for &key in keys {
                assert_eq!(held(&[key]), set(buttons), "{key:?}");
                let dash = set(buttons).with(Button::B);
                assert_eq!(held(&[Key::LeftShift, key]), dash, "shift and {key:?}");
                assert_eq!(held(&[key, Key::RightShift]), dash, "{key:?} and shift");
            }
        }
        assert_eq!(held(&[Key::LeftShift]), Buttons::NONE);
        assert_eq!(held(&[Key::LeftShift, Key::Space]), set(&[Button::A]));
    }

    #[test]
    fn what_is_meant_for_others_is_no_button() {
        assert_eq!(held(&[Key::LeftAlt, Key::Tab]), Buttons::NONE);
        assert_eq!(held(&[Key::LeftCtrl, Key::A]), Buttons::NONE);
        assert_eq!(held(&[Key::A, Key::LeftCtrl]), set(&[Button::Left]));
    }

    #[test]
    fn a_button_is_held_while_any_of_its_keys_is() {
        let mut keyboard = Keyboard::default();
        keyboard.change(Key::D, true, PLAY);
        keyboard.change(Key::Right, true, PLAY);
        keyboard.change(Key::D, false, PLAY);
        assert_eq!([keyboard.take(), keyboard.take()], [set(&[Button::Right]); 2]);
        keyboard.change(Key::Right, false, PLAY);
        assert_eq!(keyboard.take(), Buttons::NONE);
    }

    #[test]
    fn taps_between_two_ticks_are_all_seen() {
        let mut keyboard = Keyboard::default();
        for _ in 0..3 {
            keyboard.change(Key::O, true, PLAY);
            keyboard.change(Key::O, false, PLAY);
        }
        let both = set(&[Button::L, Button::R]);
        let seen: Vec<bool> = (0..7).map(|_| keyboard.take() == both).collect();
        assert_eq!(seen, [true, false, true, false, true, false, false]);
    }

    #[test]
    fn key_repeat_is_no_press() {
        let mut keyboard = Keyboard::default();
        assert_eq!(keyboard.change(Key::F12, true, PLAY), Some(WindowKey::Screenshot));
        assert_eq!(keyboard.change(Key::F12, true, PLAY), None);
        assert_eq!(keyboard.change(Key::F12, false, PLAY), None);
        assert_eq!(keyboard.change(Key::F11, true, PLAY), Some(WindowKey::Fullscreen));
        keyboard.change(Key::Space, true, PLAY);
        keyboard.change(Key::Space, true, PLAY);
        assert_eq!([keyboard.take(), keyboard.take()], [set(&[Button::A]); 2]);
        keyboard.change(Key::Space, false, PLAY);
        assert_eq!(keyboard.take(), Buttons::NONE);
    }

    #[test]
    fn escape_is_the_menu_in_the_game_and_back_elsewhere() {
        let mut keyboard = Keyboard::default();
        keyboard.change(Key::Escape, true, PLAY);
        assert_eq!(keyboard.take(), set(&[Button::Start]));
        // The screen has changed meanwhile: what went down goes up.
        keyboard.change(Key::Escape, false, ScreenName::Title);
        assert_eq!(keyboard.take(), Buttons::NONE);
        keyboard.change(Key::Escape, true, ScreenName::Title);
        assert_eq!(keyboard.take(), set(&[Button::B]));
    }

    #[test]
    fn losing_the_keyboard_lets_go_of_all() {
        let mut keyboard = Keyboard::default();
        keyboard.change(Key::Up, true, PLAY);
        keyboard.change(Key::LeftShift, true, PLAY);
        keyboard.take();
        keyboard.release_all();
        assert_eq!(keyboard.take(), Buttons::NONE);
        keyboard.change(Key::Up, false, PLAY);
        assert_eq!(keyboard.take(), Buttons::NONE);
    }
}
