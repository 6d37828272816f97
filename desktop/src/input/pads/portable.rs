//! Gamepads on Windows and macOS, read through gilrs.

use super::button::{PadButton, PadMake};
use super::event::{Axis, PadEvent, PadId, PadSource};
use gilrs::{Button, EventType, GamepadId, Gilrs};
use std::collections::BTreeMap;

/// The gamepads that gilrs reports; none if gilrs does not start.
pub(crate) struct PortablePads {
    gilrs: Option<Gilrs>,
    pads: BTreeMap<usize, (PadId, PadMake)>,
    next_id: PadId,
}

impl Default for PortablePads {
    fn default() -> PortablePads {
        let gilrs = Gilrs::new().ok();
        PortablePads { gilrs, pads: BTreeMap::new(), next_id: 0 }
    }
}

impl PadSource for PortablePads {
    fn poll(&mut self, events: &mut Vec<PadEvent>) {
        let Some(gilrs) = &mut self.gilrs else { return };
        while let Some(event) = gilrs.next_event() {
            let key = usize::from(event.id);
            if event.event == EventType::Disconnected {
                events.extend(self.pads.remove(&key).map(|(id, _)| PadEvent::Unplugged(id)));
                continue;
            }
            let (id, make) = *self.pads.entry(key).or_insert_with(|| {
                let make = make_of(gilrs, event.id);
                self.next_id += 1;
                events.push(PadEvent::Plugged(self.next_id, make));
                (self.next_id, make)
            });
            match event.event {
                EventType::ButtonPressed(button, _) | EventType::ButtonReleased(button, _) => {
                    let is_down = matches!(event.event, EventType::ButtonPressed(..));
                    let button = button_of(button, make);
                    events.extend(button.map(|button| PadEvent::Button(id, button, is_down)));
                }
                EventType::AxisChanged(axis, value, _) => {
                    // In gilrs, up is positive.
                    let (axis, value) = match axis {
                        gilrs::Axis::LeftStickX => (Axis::StickX, value),
                        gilrs::Axis::LeftStickY => (Axis::StickY, -value),
                        gilrs::Axis::DPadX => (Axis::PadX, value),
                        gilrs::Axis::DPadY => (Axis::PadY, -value),
                        _ => continue,
                    };
                    events.push(PadEvent::Axis(id, axis, percent(value)));
                }
                _ => {}
            }
        }
    }
}

fn make_of(gilrs: &Gilrs, id: GamepadId) -> PadMake {
    let vendor = gilrs.connected_gamepad(id).and_then(|pad| pad.vendor_id());
    PadMake::of_vendor(vendor.unwrap_or(0))
}

/// Converts the position of an axis from the range -1 to 1 to the range -100 to 100.
#[expect(clippy::float_arithmetic, reason = "gilrs has axes as floats")]
#[expect(clippy::cast_possible_truncation, reason = "it is -100 to 100")]
fn percent(value: f32) -> i8 {
    (value.clamp(-1.0, 1.0) * 100.0) as i8
}

/// Returns the button at a position of the gamepad. Gilrs names positions by compass directions.
fn button_of(button: Button, make: PadMake) -> Option<PadButton> {
    let [south, east, west, north] = match make {
        PadMake::Xbox => [PadButton::A, PadButton::B, PadButton::X, PadButton::Y],
        PadMake::Nintendo => [PadButton::B, PadButton::A, PadButton::Y, PadButton::X],
        PadMake::PlayStation => [PadButton::A, PadButton::B, PadButton::Y, PadButton::X],
    };
    Some(match button {
        Button::South => south,
        Button::East => east,
        Button::West => west,
        Button::North => north,
        Button::LeftTrigger => PadButton::LeftShoulder,
        Button::RightTrigger => PadButton::RightShoulder,
        Button::LeftTrigger2 => PadButton::LeftTrigger,
        Button::RightTrigger2 => PadButton::RightTrigger,
        Button::Select => PadButton::Select,
        Button::Start => PadButton::Start,
        Button::LeftThumb => PadButton::LeftStick,
        Button::RightThumb => PadButton::RightStick,
        Button::DPadUp => PadButton::Up,
        Button::DPadDown => PadButton::Down,
        Button::DPadLeft => PadButton::Left,
        Button::DPadRight => PadButton::Right,
        _ => return None,
    })
}
