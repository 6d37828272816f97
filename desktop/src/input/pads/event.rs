//! Gamepad events and their sources.

use super::button::{PadButton, PadMake};
use musrex_core::listed_enum;

/// The number of a gamepad. Each gamepad has its own, and gets a new one when it is plugged in again.
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
        /// The left trigger, if it is an axis: released at -100, pulled at 100.
        LeftTrigger,
        /// The right trigger, likewise.
        RightTrigger,
    }
}

impl Axis {
    /// Returns the buttons of its lower and its upper end, if they are buttons.
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

/// A source of gamepad events: a system, or a recording in a test.
pub(crate) trait PadSource {
    /// Appends what has happened since the last call, in order. It never waits and never fails; a gamepad that cannot
    /// be read counts as absent.
    fn poll(&mut self, events: &mut Vec<PadEvent>);

    /// Takes an error message about a gamepad that is present but cannot be read.
    fn take_complaint(&mut self) -> Option<String> {
        None
    }
}
