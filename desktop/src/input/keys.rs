//! The keys of a keyboard, and their names.

use minifb::Key;

/// The keys that the player can assign, with their names in a key file and on screen.
const KEYS: [(Key, &str); 87] = [
    (Key::Key0, "0"),
    (Key::Key1, "1"),
    (Key::Key2, "2"),
    (Key::Key3, "3"),
    (Key::Key4, "4"),
    (Key::Key5, "5"),
    (Key::Key6, "6"),
    (Key::Key7, "7"),
    (Key::Key8, "8"),
    (Key::Key9, "9"),
    (Key::A, "a"),
    (Key::B, "b"),
    (Key::C, "c"),
    (Key::D, "d"),
    (Key::E, "e"),
    (Key::F, "f"),
    (Key::G, "g"),
    (Key::H, "h"),
    (Key::I, "i"),
    (Key::J, "j"),
    (Key::K, "k"),
    (Key::L, "l"),
    (Key::M, "m"),
    (Key::N, "n"),
    (Key::O, "o"),
    (Key::P, "p"),
    (Key::Q, "q"),
    (Key::R, "r"),
    (Key::S, "s"),
    (Key::T, "t"),
    (Key::U, "u"),
    (Key::V, "v"),
    (Key::W, "w"),
    (Key::X, "x"),
    (Key::Y, "y"),
    (Key::Z, "z"),
    (Key::F1, "F1"),
    (Key::F2, "F2"),
    (Key::F3, "F3"),
    (Key::F4, "F4"),
    (Key::F5, "F5"),
    (Key::F6, "F6"),
    (Key::F7, "F7"),
    (Key::F10, "F10"),
    (Key::Up, "↑"),
    (Key::Down, "↓"),
    (Key::Left, "←"),
    (Key::Right, "→"),
    (Key::Apostrophe, "'"),
    (Key::Backquote, "`"),
    (Key::Backslash, "\\"),
    (Key::Comma, ","),
    (Key::Equal, "="),
    (Key::LeftBracket, "["),
    (Key::Minus, "-"),
    (Key::Period, "."),
    (Key::RightBracket, "]"),
    (Key::Semicolon, ";"),
    (Key::Slash, "/"),
    (Key::Backspace, "Backspace"),
    (Key::Delete, "Del"),
    (Key::End, "End"),
    (Key::Enter, "Enter"),
    (Key::Home, "Home"),
    (Key::Insert, "Ins"),
    (Key::PageDown, "PgDn"),
    (Key::PageUp, "PgUp"),
    (Key::Space, "Space"),
    (Key::Tab, "Tab"),
    (Key::LeftShift, "Shift"),
    (Key::RightShift, "RShift"),
    (Key::NumPad0, "Num0"),
    (Key::NumPad1, "Num1"),
    (Key::NumPad2, "Num2"),
    (Key::NumPad3, "Num3"),
    (Key::NumPad4, "Num4"),
    (Key::NumPad5, "Num5"),
    (Key::NumPad6, "Num6"),
    (Key::NumPad7, "Num7"),
    (Key::NumPad8, "Num8"),
    (Key::NumPad9, "Num9"),
    (Key::NumPadDot, "Num."),
    (Key::NumPadSlash, "Num/"),
    (Key::NumPadAsterisk, "Num*"),
    (Key::NumPadMinus, "Num-"),
    (Key::NumPadPlus, "Num+"),
    (Key::NumPadEnter, "NumEnter"),
];

/// A key that the window itself handles; players cannot assign it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindowKey {
    /// Mutes and unmutes the sound.
    Mute,
    /// Enters and leaves full screen.
    Fullscreen,
    /// Saves a screenshot.
    Screenshot,
    /// Switches to the next wider view; from the widest view, switches to the near view.
    View,
}

impl WindowKey {
    /// Returns the window function of a key.
    pub(crate) const fn of(key: Key) -> Option<WindowKey> {
        match key {
            Key::F8 => Some(WindowKey::View),
            Key::F9 => Some(WindowKey::Mute),
            Key::F11 => Some(WindowKey::Fullscreen),
            Key::F12 => Some(WindowKey::Screenshot),
            _ => None,
        }
    }
}

/// Returns the name of a key that the player can assign.
pub(crate) fn name(key: Key) -> Option<&'static str> {
    KEYS.into_iter().find(|(known, _)| *known == key).map(|(_, name)| name)
}

/// Returns the key with this name.
pub(crate) fn from_name(name: &str) -> Option<Key> {
    KEYS.into_iter().find(|(_, known)| *known == name).map(|(key, _)| key)
}

/// Returns whether a key is a modifier in system shortcuts.
pub(crate) const fn is_command(key: Key) -> bool {
    use Key::{LeftAlt, LeftCtrl, LeftSuper, RightAlt, RightCtrl, RightSuper};
    matches!(key, LeftAlt | RightAlt | LeftCtrl | RightCtrl | LeftSuper | RightSuper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_of_their_own_which_are_words() {
        for (key, name) in KEYS {
            assert_eq!(from_name(name), Some(key));
            assert!(!name.is_empty() && !name.contains(char::is_whitespace) && name != "#");
        }
    }

    #[test]
    fn what_means_something_elsewhere_cannot_be_chosen() {
        for key in [Key::Escape, Key::F8, Key::F9, Key::F11, Key::F12, Key::LeftCtrl, Key::RightAlt]
        {
            assert_eq!(name(key), None, "{key:?}");
        }
    }
}
