//! Gamepad events and their sources.

use super::button::{PadButton, PadMake};
use musrex_core::listed_enum;

/// The number of a gamepad. A gamepad that is plugged in again gets a new number.
pub(crate) type PadId = u32;

listed_enum! {
    /// An axis of a gamepad.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "gilrs has triggers as buttons"))]
    pub(crate) enum Axis {
        /// The left stick, positive to the right.
        StickX,
        /// The left stick, positive downward.
        StickY,
        /// The horizontal axis of a D-pad that reports axes, positive to the right.
        PadX,
        /// The vertical axis of a D-pad that reports axes, positive downward.
        PadY,
        /// The left trigger, if it reports an axis: -100 is released, 100 is fully pulled.
        LeftTrigger,
        /// The right trigger, if it reports an axis, with the range of the left trigger.
        RightTrigger,
    }
}

impl Axis {
    /// Returns the buttons of the negative and the positive end of the axis; `None` for an end without a button.
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
    /// The gamepad was plugged in, or was already present at the start.
    Plugged(PadId, PadMake),
    /// A button went down (`true`) or up.
    Button(PadId, PadButton, bool),
    /// An axis was moved to this position, -100 to 100.
    Axis(PadId, Axis, i8),
    /// The gamepad was unplugged.
    Unplugged(PadId),
}

/// A source of gamepad events: the system, or a recording in a test.
pub(crate) trait PadSource {
    /// Appends the events since the last call, in order. Never blocks and never fails; a gamepad that cannot be read
    /// counts as absent.
    fn poll(&mut self, events: &mut Vec<PadEvent>);

    /// Takes an error message about a gamepad that is present but cannot be read.
    fn take_complaint(&mut self) -> Option<String> {
        None
    }
}
