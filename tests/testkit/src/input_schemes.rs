//! Input schemes, which are the key or button names of several hosts, for tests of hints.
//!
//! ```
//! use musrex_core::controls::Control;
//! use musrex_testkit::input_schemes::schemes;
//!
//! assert_eq!(schemes().map(|scheme| scheme.name(Control::A)), ["A", "Enter", "Cross"]);
//! ```

use musrex_core::controls::{Control, InputScheme};

/// Returns three schemes: the buttons of a handheld, the default keys of a desktop, and the buttons of a PlayStation
/// gamepad.
pub fn schemes() -> [InputScheme; 3] {
    let keys = InputScheme::new(|control| match control {
        Control::Up => ["↑", "w", "k", "Num8"],
        Control::Down => ["↓", "s", "j", "Num2"],
        Control::Left => ["←", "a", "h", "Num4"],
        Control::Right => ["→", "d", "l", "Num6"],
        Control::UpLeft => ["y", "Num7", "", ""],
        Control::UpRight => ["u", "Num9", "", ""],
        Control::DownLeft => ["b", "Num1", "", ""],
        Control::DownRight => ["n", "Num3", "", ""],
        Control::A => ["Enter", "Space", ".", "Num5"],
        Control::B => ["Esc", "Backspace", "", ""],
        Control::L => ["x", "", "", ""],
        Control::Explore => ["o", "", "", ""],
        Control::Select => ["m", "", "", ""],
        Control::Pack => ["i", "Tab", "", ""],
        Control::Start => ["Esc", "", "", ""],
        Control::Dash => ["Shift", "RShift", "", ""],
        Control::R => ["v", "", "", ""],
        Control::Deed => ["f", "", "", ""],
    });
    let pad = InputScheme::new(|control| match control {
        Control::Up | Control::Down | Control::Left | Control::Right => ["D-pad", "stick", "", ""],
        Control::A => ["Cross", "", "", ""],
        Control::B => ["Circle", "", "", ""],
        Control::L => ["L1", "", "", ""],
        Control::Explore => ["Triangle", "", "", ""],
        Control::Select => ["Share", "", "", ""],
        Control::Pack => ["Square", "", "", ""],
        Control::Start => ["Options", "", "", ""],
        Control::Dash => ["R2", "", "", ""],
        Control::R => ["R1", "", "", ""],
        Control::Deed => ["L2", "", "", ""],
        _ => [""; 4],
    });
    [InputScheme::BUTTONS, keys, pad]
}
