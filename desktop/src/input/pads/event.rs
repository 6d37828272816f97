//! What gamepads report, and where it comes from.

use super::button::{PadButton, PadMake};
use musrex_core::listed_enum;

/// The number of a gamepad; two of the same kind have two, and one that is plugged in again a new one.
pub(crate) type PadId = u32;

listed_enum! {
    /// An axis of a gamepad.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "gilrs has triggers as buttons"))]
    pub(crate) enum Axis {
        /// The left stick, to the right.
        StickX,
        /// The left stick, down.
        StickY,
        /// A D-pad that is an axis, to the right.
        PadX,
        /// A D-pad that is an axis, down.
        PadY,
        /// A trigger that is an axis: released at -100, pulled at 100.
        LeftTrigger,
        /// The other one.
        RightTrigger,
    }
}

impl Axis {
    /// Returns the buttons that its lower and its upper end are, if they are any.
    pub(crate) const fn buttons(self) -> [Option<PadButton>; 2] {
        match self {
            Axis::StickX => [Some(PadButton::StickLeft), Some(PadButton::StickRight)],
            Axis::StickY => [Some(PadButton::StickUp), Some(PadButton::StickDown)],
            Axis::PadX => [Some(PadButton::Left), Some(PadButton::Right)],
            Axis::PadY => [Some(PadButton::Up), Some(PadButton::Down)],
            Axis::LeftTrigger => [None, Some(PadButton::LeftTrigger)],
            Axis::RightTrigger => [None, Some(PadButton::RightTrigger)],
        }
    }
}

/// An event of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PadEvent {
    /// It was plugged in, or was there from the start.
    Plugged(PadId, PadMake),
    /// A button went down (`true`) or up.
    Button(PadId, PadButton, bool),
    /// An axis was moved: -100 to 100.
    Axis(PadId, Axis, i8),
    /// It was unplugged.
    Unplugged(PadId),
}

/// Where the events of gamepads come from: a system, or a recording in a test.
pub(crate) trait PadSource {
    /// Appends what has happened since the last call, in order. It never waits, and cannot fail: what cannot be
    /// read is not there.
    fn poll(&mut self, events: &mut Vec<PadEvent>);

    /// Takes a sentence about a gamepad that is there and cannot be read.
    fn take_complaint(&mut self) -> Option<String> {
        None
    }
}
