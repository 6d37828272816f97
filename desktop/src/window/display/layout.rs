//! Maps the keys of an X11 keyboard to minifb's keys, either by their labels or by their positions.
//!
//! Minifb reads only the first layout of a keyboard. If that is a Cyrillic, Greek or Hebrew layout, minifb reports no
//! letter keys.

use minifb::Key;

/// The number of key codes of an X11 keyboard.
const CODES: usize = 256;
/// The smallest number of Latin letter keys with which a layout counts as Latin, half of the alphabet.
const LETTERS_MIN: usize = 13;

/// The keysyms of a key code without a modifier, one for each layout of the keyboard.
pub(super) type Keysyms = Vec<u32>;

/// The keys of one layout, indexed by key code.
pub(super) struct Layout {
    keys: Vec<Option<Key>>,
}

impl Layout {
    /// Makes the keys of layout number `group` from the `keysyms` of all key codes. If that layout is not Latin, takes
    /// the keys of the first Latin layout. If no layout is Latin, takes letters, digits and punctuation marks from the
    /// positions of the keys.
    pub(super) fn new(keysyms: &[Keysyms], group: usize) -> Layout {
        let groups = keysyms.iter().map(Vec::len).max().unwrap_or(0);
        let latin = std::iter::once(group).chain(0..groups).find(|&group| is_latin(keysyms, group));
        let mut keys = vec![None; CODES];
        for (code, keysyms) in keysyms.iter().enumerate().take(CODES) {
            let keysym = match (latin, place(code)) {
                (None, Some(_)) => None,
                (latin, _) => keysyms.get(latin.unwrap_or(group)).or_else(|| keysyms.first()),
            };
            keys[code] = keysym.and_then(|&keysym| key_of(keysym));
        }
        // If minifb has no name for the label of a key, the position of the key determines the name.
        for code in 0..CODES {
            if let Some(key) = place(code).filter(|key| !keys.contains(&Some(*key))) {
                keys[code] = keys[code].or(Some(key));
            }
        }
        Layout { keys }
    }

    /// Returns the key with a key code.
    pub(super) fn key(&self, code: u8) -> Option<Key> {
        self.keys[usize::from(code)]
    }
}

/// Returns whether layout number `group` has enough Latin letters to count as Latin.
fn is_latin(keysyms: &[Keysyms], group: usize) -> bool {
    let letters = keysyms.iter().filter_map(|keysyms| keysyms.get(group));
    letters.filter(|&&keysym| matches!(keysym, 0x61..=0x7A)).count() >= LETTERS_MIN
}

/// Returns the key that an American keyboard has at the position of a key code, for positions where layouts differ.
fn place(code: usize) -> Option<Key> {
    use Key::{
        A, Apostrophe, B, Backquote, Backslash, C, Comma, D, E, Equal, F, G, H, I, J, K, Key0,
        Key1, Key2, Key3, Key4, Key5, Key6, Key7, Key8, Key9, L, LeftBracket, M, Minus, N, O, P,
        Period, Q, R, RightBracket, S, Semicolon, Slash, T, U, V, W, X, Y, Z,
    };
    const ROWS: [(usize, &[Key]); 5] = [
        (10, &[Key1, Key2, Key3, Key4, Key5, Key6, Key7, Key8, Key9, Key0, Minus, Equal]),
        (24, &[Q, W, E, R, T, Y, U, I, O, P, LeftBracket, RightBracket]),
        (38, &[A, S, D, F, G, H, J, K, L, Semicolon, Apostrophe, Backquote]),
        (51, &[Backslash]),
        (52, &[Z, X, C, V, B, N, M, Comma, Period, Slash]),
    ];
    let of_row = |(first, keys): (usize, &[Key])| keys.get(code.checked_sub(first)?).copied();
    ROWS.into_iter().find_map(of_row)
}

/// Returns the key of a keysym, as defined in keysymdef.h.
fn key_of(keysym: u32) -> Option<Key> {
    let at = |keys: &[Key], first: u32| keys.get((keysym - first) as usize).copied();
    match keysym {
        0x61..=0x7A => at(&LETTERS, 0x61),
        0x30..=0x39 => at(&DIGITS, 0x30),
        0xFFB0..=0xFFB9 => at(&NUM_PAD, 0xFFB0),
        0xFFBE..=0xFFC9 => at(&FUNCTIONS, 0xFFBE),
        _ => OTHERS.into_iter().find(|(known, _)| *known == keysym).map(|(_, key)| key),
    }
}

/// The letters, in the order of their keysyms.
const LETTERS: [Key; 26] = [
    Key::A,
    Key::B,
    Key::C,
    Key::D,
    Key::E,
    Key::F,
    Key::G,
    Key::H,
    Key::I,
    Key::J,
    Key::K,
    Key::L,
    Key::M,
    Key::N,
    Key::O,
    Key::P,
    Key::Q,
    Key::R,
    Key::S,
    Key::T,
    Key::U,
    Key::V,
    Key::W,
    Key::X,
    Key::Y,
    Key::Z,
];

/// The digits, in the order of their keysyms.
const DIGITS: [Key; 10] = [
    Key::Key0,
    Key::Key1,
    Key::Key2,
    Key::Key3,
    Key::Key4,
    Key::Key5,
    Key::Key6,
    Key::Key7,
    Key::Key8,
    Key::Key9,
];

/// The digits of the number pad, in the order of their keysyms.
const NUM_PAD: [Key; 10] = [
    Key::NumPad0,
    Key::NumPad1,
    Key::NumPad2,
    Key::NumPad3,
    Key::NumPad4,
    Key::NumPad5,
    Key::NumPad6,
    Key::NumPad7,
    Key::NumPad8,
    Key::NumPad9,
];

/// The function keys, in the order of their keysyms.
const FUNCTIONS: [Key; 12] = [
    Key::F1,
    Key::F2,
    Key::F3,
    Key::F4,
    Key::F5,
    Key::F6,
    Key::F7,
    Key::F8,
    Key::F9,
    Key::F10,
    Key::F11,
    Key::F12,
];

/// The keysyms of all other keys. Keys of the number pad also have the keysym of their function without Num Lock.
const OTHERS: [(u32, Key); 59] = [
    (0x20, Key::Space),
    (0x27, Key::Apostrophe),
    (0x2C, Key::Comma),
    (0x2D, Key::Minus),
    (0x2E, Key::Period),
    (0x2F, Key::Slash),
    (0x3B, Key::Semicolon),
    (0x3D, Key::Equal),
    (0x5B, Key::LeftBracket),
    (0x5C, Key::Backslash),
    (0x5D, Key::RightBracket),
    (0x60, Key::Backquote),
    (0xFF08, Key::Backspace),
    (0xFF09, Key::Tab),
    (0xFF0D, Key::Enter),
    (0xFF13, Key::Pause),
    (0xFF14, Key::ScrollLock),
    (0xFF1B, Key::Escape),
    (0xFF50, Key::Home),
    (0xFF51, Key::Left),
    (0xFF52, Key::Up),
    (0xFF53, Key::Right),
    (0xFF54, Key::Down),
    (0xFF55, Key::PageUp),
    (0xFF56, Key::PageDown),
    (0xFF57, Key::End),
    (0xFF63, Key::Insert),
    (0xFF67, Key::Menu),
    (0xFF7F, Key::NumLock),
    (0xFF8D, Key::NumPadEnter),
    (0xFF95, Key::NumPad7),
    (0xFF96, Key::NumPad4),
    (0xFF97, Key::NumPad8),
    (0xFF98, Key::NumPad6),
    (0xFF99, Key::NumPad2),
    (0xFF9A, Key::NumPad9),
    (0xFF9B, Key::NumPad3),
    (0xFF9C, Key::NumPad1),
    (0xFF9D, Key::NumPad5),
    (0xFF9E, Key::NumPad0),
    (0xFF9F, Key::NumPadDot),
    (0xFFAA, Key::NumPadAsterisk),
    (0xFFAB, Key::NumPadPlus),
    (0xFFAC, Key::NumPadDot),
    (0xFFAD, Key::NumPadMinus),
    (0xFFAE, Key::NumPadDot),
    (0xFFAF, Key::NumPadSlash),
    (0xFFE1, Key::LeftShift),
    (0xFFE2, Key::RightShift),
    (0xFFE3, Key::LeftCtrl),
    (0xFFE4, Key::RightCtrl),
    (0xFFE5, Key::CapsLock),
    // On some keyboards, the Alt keys have the keysyms of Meta.
    (0xFFE7, Key::LeftAlt),
    (0xFFE8, Key::RightAlt),
    (0xFFE9, Key::LeftAlt),
    (0xFFEA, Key::RightAlt),
    (0xFFEB, Key::LeftSuper),
    (0xFFEC, Key::RightSuper),
    (0xFFFF, Key::Delete),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the keysyms of a keyboard. Each layout has these rows of letters, and Escape is at its usual position.
    fn keyboard(layouts: &[[&str; 3]]) -> Vec<Keysyms> {
        let mut keysyms = vec![Vec::new(); CODES];
        keysyms[9] = vec![0xFF1B];
        for layout in layouts {
            for (first, row) in [24, 38, 52].into_iter().zip(layout) {
                for (code, letter) in (first..).zip(row.chars()) {
                    // The keysym of a letter beyond Latin-1 may be its Unicode number plus a fixed bit.
                    let number = u32::from(letter);
                    keysyms[code].push(if number < 0x100 { number } else { 0x0100_0000 | number });
                }
            }
        }
        keysyms
    }

    const US: [&str; 3] = ["qwertyuiop[]", "asdfghjkl;'`", "zxcvbnm,./"];
    const FRENCH: [&str; 3] = ["azertyuiop^$", "qsdfghjklmù²", "wxcvbn,;:!"];
    const RUSSIAN: [&str; 3] = ["йцукенгшщзхъ", "фывапролджэё", "ячсмитьбю."];
    const HEBREW: [&str; 3] = ["/'קראטוןםפ][", "שדגכעיחלךף,;", "זסבהנמצתץ."];

    fn keys(layout: &Layout, codes: std::ops::Range<u8>) -> Vec<Option<Key>> {
        codes.map(|code| layout.key(code)).collect()
    }

    #[test]
    fn letters_that_are_not_latin_are_keys_by_their_places() {
        let [us, russian, hebrew] =
            [US, RUSSIAN, HEBREW].map(|layout| Layout::new(&keyboard(&[layout]), 0));
        for codes in [24..36, 38..50, 52..62] {
            let expected = keys(&us, codes.clone());
            assert!(expected.iter().all(Option::is_some), "{expected:?}");
            assert_eq!(keys(&russian, codes.clone()), expected);
            // The Hebrew layout has the apostrophe and the slash at other positions.
            assert_eq!(keys(&hebrew, codes), expected);
        }
        assert_eq!([russian.key(9), hebrew.key(9)], [Some(Key::Escape); 2]);
    }

    #[test]
    fn letters_are_those_of_the_chosen_layout_or_of_the_first_with_latin_ones() {
        let q = |layouts: &[[&str; 3]], group| Layout::new(&keyboard(layouts), group).key(24);
        assert_eq!(q(&[FRENCH, US], 0), Some(Key::A));
        assert_eq!(q(&[FRENCH, US], 1), Some(Key::Q));
        assert_eq!([q(&[RUSSIAN, FRENCH], 0), q(&[FRENCH, RUSSIAN], 1)], [Some(Key::A); 2]);
        // A key with only one group has the same keysym in all layouts.
        assert_eq!(Layout::new(&keyboard(&[US, RUSSIAN]), 1).key(9), Some(Key::Escape));
    }

    #[test]
    fn what_is_no_key_of_minifbs_is_the_key_at_its_place() {
        let french = Layout::new(&keyboard(&[FRENCH]), 0);
        // Minifb has no names for the French keys ^, $ and !, which are at the positions of [, ] and /. The French
        // comma and semicolon keep their names, although their positions differ.
        let found = [34, 35, 61, 58, 59].map(|code| french.key(code));
        let expected =
            [Key::LeftBracket, Key::RightBracket, Key::Slash, Key::Comma, Key::Semicolon];
        assert_eq!(found, expected.map(Some));
    }
}
