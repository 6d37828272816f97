//! The buttons of a gamepad, and their names on each make.

use musrex_core::listed_enum;

listed_enum! {
    /// A button of a gamepad, or a direction of its stick. By default, A confirms and B goes back on every make. X and
    /// Y are the remaining face buttons.
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

/// The name of each button in a key file, and its name on each make.
const BUTTONS: [(&str, [&str; PadMake::COUNT]); PadButton::COUNT] = [
    ("Up", ["D-pad", "D-pad", "D-pad"]),
    ("Down", ["D-pad", "D-pad", "D-pad"]),
    ("Left", ["D-pad", "D-pad", "D-pad"]),
    ("Right", ["D-pad", "D-pad", "D-pad"]),
    ("StickUp", ["stick", "stick", "stick"]),
    ("StickDown", ["stick", "stick", "stick"]),
    ("StickLeft", ["stick", "stick", "stick"]),
    ("StickRight", ["stick", "stick", "stick"]),
    ("A", ["A", "A", "Cross"]),
    ("B", ["B", "B", "Circle"]),
    ("X", ["X", "X", "Triangle"]),
    ("Y", ["Y", "Y", "Square"]),
    ("LeftShoulder", ["LB", "L", "L1"]),
    ("RightShoulder", ["RB", "R", "R1"]),
    ("LeftTrigger", ["LT", "ZL", "L2"]),
    ("RightTrigger", ["RT", "ZR", "R2"]),
    ("Select", ["View", "-", "Share"]),
    ("Start", ["Menu", "+", "Options"]),
    ("LeftStick", ["LS", "LS", "L3"]),
    ("RightStick", ["RS", "RS", "R3"]),
];

impl PadButton {
    /// Returns the name of the button in a key file.
    pub(crate) fn name(self) -> &'static str {
        self.entry(&BUTTONS).0
    }

    /// Returns the button with this name in a key file.
    pub(crate) fn from_name(name: &str) -> Option<PadButton> {
        PadButton::ALL.into_iter().find(|button| button.name() == name)
    }

    /// Returns the name of the button on a gamepad of this make.
    pub(crate) fn label(self, make: PadMake) -> &'static str {
        let (_, labels) = self.entry(&BUTTONS);
        make.entry::<&str>(labels)
    }
}

listed_enum! {
    /// The maker of a gamepad. The maker determines the names of the buttons and which button confirms.
    pub(crate) enum PadMake {
        /// Microsoft, and all makers other than Nintendo and Sony.
        Xbox,
        /// Nintendo, on whose gamepads the right button confirms and the lower button goes back.
        Nintendo,
        /// Sony.
        PlayStation,
    }
}

impl PadMake {
    /// Returns the make of the gamepads with this USB vendor id.
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
    fn buttons_have_names_of_their_own() {
        for (button, id) in PadButton::ALL.into_iter().zip(PadButton::IDS) {
            assert_eq!(button.name(), *id, "the table is in their order");
            assert_eq!(PadButton::from_name(id), Some(button));
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
