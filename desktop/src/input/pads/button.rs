//! The buttons of a gamepad, and what each make calls them.

use musrex_core::listed_enum;

listed_enum! {
    /// A button of a gamepad, or a direction of its stick. A to Y are those that confirm, go back and the
    /// two others, wherever a make puts them.
    pub(crate) enum PadButton {
        Up,
        Down,
        Left,
        Right,
        StickUp,
        StickDown,
        StickLeft,
        StickRight,
        A,
        B,
        X,
        Y,
        LeftShoulder,
        RightShoulder,
        LeftTrigger,
        RightTrigger,
        Select,
        Start,
        LeftStick,
        RightStick,
    }
}

/// All buttons: the name in a file of keys, then on an Xbox's pad, on a Nintendo's and on a PlayStation's.
const BUTTONS: [(PadButton, [&str; 4]); PadButton::COUNT] = [
    (PadButton::Up, ["Up", "D-pad", "D-pad", "D-pad"]),
    (PadButton::Down, ["Down", "D-pad", "D-pad", "D-pad"]),
    (PadButton::Left, ["Left", "D-pad", "D-pad", "D-pad"]),
    (PadButton::Right, ["Right", "D-pad", "D-pad", "D-pad"]),
    (PadButton::StickUp, ["StickUp", "stick", "stick", "stick"]),
    (PadButton::StickDown, ["StickDown", "stick", "stick", "stick"]),
    (PadButton::StickLeft, ["StickLeft", "stick", "stick", "stick"]),
    (PadButton::StickRight, ["StickRight", "stick", "stick", "stick"]),
    (PadButton::A, ["A", "A", "A", "Cross"]),
    (PadButton::B, ["B", "B", "B", "Circle"]),
    (PadButton::X, ["X", "X", "X", "Triangle"]),
    (PadButton::Y, ["Y", "Y", "Y", "Square"]),
    (PadButton::LeftShoulder, ["LeftShoulder", "LB", "L", "L1"]),
    (PadButton::RightShoulder, ["RightShoulder", "RB", "R", "R1"]),
    (PadButton::LeftTrigger, ["LeftTrigger", "LT", "ZL", "L2"]),
    (PadButton::RightTrigger, ["RightTrigger", "RT", "ZR", "R2"]),
    (PadButton::Select, ["Select", "View", "-", "Share"]),
    (PadButton::Start, ["Start", "Menu", "+", "Options"]),
    (PadButton::LeftStick, ["LeftStick", "LS", "LS", "L3"]),
    (PadButton::RightStick, ["RightStick", "RS", "RS", "R3"]),
];

impl PadButton {
    /// Returns its name in a file of keys.
    pub(crate) fn name(self) -> &'static str {
        self.entry(&BUTTONS).1[0]
    }

    /// Returns the button with this name in a file of keys.
    pub(crate) fn from_name(name: &str) -> Option<PadButton> {
        BUTTONS.into_iter().find(|(_, names)| names[0] == name).map(|(button, _)| button)
    }

    /// Returns what a pad of this make calls it.
    pub(crate) fn label(self, make: PadMake) -> &'static str {
        self.entry(&BUTTONS).1[1 + make as usize]
    }
}

/// Who made a gamepad: decides what its buttons are called, and which one confirms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PadMake {
    /// Microsoft, and all who copy it.
    Xbox,
    /// Nintendo, where the right button confirms and the lower one goes back.
    Nintendo,
    /// Sony.
    PlayStation,
}

impl PadMake {
    /// Returns the make of a USB vendor.
    pub(crate) const fn of_vendor(vendor: u16) -> PadMake {
        match vendor {
            0x057E => PadMake::Nintendo,
            0x054C => PadMake::PlayStation,
            _ => PadMake::Xbox,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_are_in_order_and_have_names_of_their_own() {
        for (index, (button, names)) in BUTTONS.into_iter().enumerate() {
            assert_eq!(button as usize, index, "{button:?}");
            assert_eq!(PadButton::from_name(names[0]), Some(button));
        }
    }

    #[test]
    fn a_make_has_its_words() {
        let confirm = [0x045E, 0x057E, 0x054C, 0x2DC8]
            .map(|vendor| PadButton::A.label(PadMake::of_vendor(vendor)));
        assert_eq!(confirm, ["A", "A", "Cross", "A"]);
        assert_eq!(PadButton::LeftTrigger.label(PadMake::Nintendo), "ZL");
    }
}
