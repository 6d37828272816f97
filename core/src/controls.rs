//! Controls: the meanings of a host's keys, and the names that the screens show for the keys.
//!
//! The core knows no keys. A host that lets the player choose keys maps its keys to [`Control`]s, and passes the names
//! of the keys to the app in an [`InputScheme`].

use crate::input::{Button, Buttons};
use musrex_assets::listed_enum;

listed_enum! {
    /// The meaning of a host's key: a button, two buttons together, or a button that works only with a direction.
    pub enum Control {
        /// Steps up.
        Up,
        /// Steps down.
        Down,
        /// Steps to the left.
        Left,
        /// Steps to the right.
        Right,
        /// Steps up and to the left.
        UpLeft,
        /// Steps up and to the right.
        UpRight,
        /// Steps down and to the left.
        DownLeft,
        /// Steps down and to the right.
        DownRight,
        /// Waits; confirms in lists.
        A,
        /// Goes back.
        B,
        /// Looks.
        L,
        /// Explores: L and R together.
        Explore,
        /// Shows the map.
        Select,
        /// Opens or closes the pack: B and Start together.
        Pack,
        /// Opens the menu.
        Start,
        /// Dashes while it is held with a direction, as B does with the D-pad; does nothing alone.
        Dash,
        /// Limits the D-pad to diagonals.
        R,
        /// Aims the deed (the special action) of the worn chip; pressed again, does the deed: B and Select together.
        Deed,
    }
}

impl Control {
    /// Returns the control's name in the file where a host stores the player's keys.
    pub const fn name(self) -> &'static str {
        match self {
            Control::Up => "up",
            Control::Down => "down",
            Control::Left => "left",
            Control::Right => "right",
            Control::UpLeft => "up-left",
            Control::UpRight => "up-right",
            Control::DownLeft => "down-left",
            Control::DownRight => "down-right",
            Control::A => "wait",
            Control::B => "back",
            Control::L => "look",
            Control::Explore => "explore",
            Control::Select => "map",
            Control::Pack => "pack",
            Control::Start => "menu",
            Control::Dash => "dash",
            Control::R => "diagonals",
            Control::Deed => "deed",
        }
    }

    /// Returns the control with this [`name`](Control::name).
    pub fn from_name(name: &str) -> Option<Control> {
        Control::ALL.into_iter().find(|control| control.name() == name)
    }

    /// Returns the buttons that the control presses. [`Dash`](Control::Dash) holds B, but only with a direction.
    pub const fn buttons(self) -> Buttons {
        use Button::{A, B, Down, L, Left, R, Right, Select, Start, Up};
        let none = Buttons::NONE;
        match self {
            Control::Up => none.with(Up),
            Control::Down => none.with(Down),
            Control::Left => none.with(Left),
            Control::Right => none.with(Right),
            Control::UpLeft => none.with(Up).with(Left),
            Control::UpRight => none.with(Up).with(Right),
            Control::DownLeft => none.with(Down).with(Left),
            Control::DownRight => none.with(Down).with(Right),
            Control::A => none.with(A),
            Control::B | Control::Dash => none.with(B),
            Control::L => none.with(L),
            Control::Explore => none.with(L).with(R),
            Control::Select => none.with(Select),
            Control::Pack => none.with(B).with(Start),
            Control::Start => none.with(Start),
            Control::R => none.with(R),
            Control::Deed => none.with(B).with(Select),
        }
    }
}

/// The names of one control's keys. Hints show the first name; an empty name stands for no key.
pub type KeyNames = [&'static str; InputScheme::NAMES_MAX];

/// The names of the player's keys, for each control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputScheme {
    names: [KeyNames; Control::ALL.len()],
}

impl InputScheme {
    /// The largest number of key names that are shown for one control.
    pub(crate) const NAMES_MAX: usize = 4;
    /// The largest number of bytes in a name.
    pub(crate) const NAME_BYTES_MAX: usize = 10;

    /// The scheme for the ten buttons of a handheld.
    pub const BUTTONS: InputScheme = InputScheme {
        names: [
            ["D-pad", "", "", ""],
            ["D-pad", "", "", ""],
            ["D-pad", "", "", ""],
            ["D-pad", "", "", ""],
            [""; 4],
            [""; 4],
            [""; 4],
            [""; 4],
            ["A", "", "", ""],
            ["B", "", "", ""],
            ["L", "", "", ""],
            ["L+R", "", "", ""],
            ["Select", "", "", ""],
            ["B", "B+Start", "", ""],
            ["Start", "", "", ""],
            ["B", "", "", ""],
            ["R", "", "", ""],
            ["B", "", "", ""],
        ],
    };

    /// The scheme for a handheld with a D-pad and four buttons, as [`Chords`](crate::chords::Chords) reads them.
    pub const SIX_BUTTONS: InputScheme = {
        let mut scheme = InputScheme::BUTTONS;
        scheme.names[Control::L as usize] = ["Y", "", "", ""];
        scheme.names[Control::Explore as usize] = ["A+B", "", "", ""];
        scheme.names[Control::Select as usize] = ["X (hold)", "", "", ""];
        scheme.names[Control::Pack as usize] = ["B", "B+X", "", ""];
        scheme.names[Control::Start as usize] = ["X", "", "", ""];
        scheme.names[Control::R as usize] = ["Y", "", "", ""];
        scheme
    };

    /// Makes a scheme from the names that `names_of` returns for each control. Long names are truncated.
    pub fn new(names_of: impl Fn(Control) -> KeyNames) -> InputScheme {
        let cut = |name: &'static str| &name[..name.floor_char_boundary(Self::NAME_BYTES_MAX)];
        InputScheme { names: Control::ALL.map(|control| names_of(control).map(cut)) }
    }

    /// Returns the names of a control's keys: at least one, which is empty if the control has no key.
    pub fn names(&self, control: Control) -> &[&'static str] {
        let names = control.entry(&self.names);
        let count = names.iter().position(|name| name.is_empty()).unwrap_or(names.len());
        &names[..count.max(1)]
    }

    /// Returns the key name that hints show for a control; empty if the control has no key.
    pub const fn name(&self, control: Control) -> &'static str {
        control.entry(&self.names)[0]
    }
}

impl Default for InputScheme {
    fn default() -> InputScheme {
        InputScheme::BUTTONS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_in_order_and_have_names_of_their_own() {
        for (index, control) in Control::ALL.into_iter().enumerate() {
            assert_eq!(control as usize, index, "{control:?}");
            assert_eq!(Control::from_name(control.name()), Some(control));
            assert!(!control.buttons().is_empty(), "{control:?}");
        }
    }

    #[test]
    fn a_control_without_keys_has_an_empty_name() {
        let scheme = InputScheme::BUTTONS;
        assert_eq!((scheme.name(Control::UpLeft), scheme.names(Control::UpLeft)), ("", &[""][..]));
        assert_eq!(scheme.names(Control::Explore), ["L+R"]);
    }
}
