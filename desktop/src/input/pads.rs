//! Gamepads: converts the events of gamepads to presses and releases of buttons.

mod button;
mod event;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(windows, target_os = "macos"))]
mod portable;

pub(crate) use button::{PadButton, PadMake};
pub(crate) use event::{Axis, PadEvent, PadId, PadSource};

/// The deflection of an axis, in percent, above which an end of the axis counts as pressed. The threshold is high,
/// because worn sticks rest far from zero.
const PRESS_PERCENT: i8 = 55;
/// The deflection of an axis, in percent, at or below which a pressed end counts as released. It is lower than
/// [`PRESS_PERCENT`], so that a press does not flicker.
const RELEASE_PERCENT: i8 = 40;

/// A change of a gamepad's buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PadChange {
    /// A button went down.
    Pressed(PadId, PadMake, PadButton),
    /// A button went up.
    Released(PadId, PadButton),
    /// The gamepad was unplugged, so all its buttons are up.
    Lost(PadId),
}

/// The gamepads that a source reports.
pub(crate) struct Pads {
    source: Box<dyn PadSource>,
    pads: Vec<PluggedPad>,
    events: Vec<PadEvent>,
}

/// A gamepad that is plugged in.
struct PluggedPad {
    id: PadId,
    make: PadMake,
    /// The pressed end of each axis, if any.
    ends: [Option<PadButton>; Axis::COUNT],
}

impl Pads {
    /// Makes the gamepads that `source` reports.
    pub(crate) fn new(source: Box<dyn PadSource>) -> Pads {
        Pads { source, pads: Vec::new(), events: Vec::new() }
    }

    /// Makes the gamepads of this system.
    pub(crate) fn of_system() -> Pads {
        Pads::new(system())
    }

    /// Returns the changes since the last call of this function, in order.
    pub(crate) fn poll(&mut self) -> Vec<PadChange> {
        let mut events = std::mem::take(&mut self.events);
        self.source.poll(&mut events);
        let mut changes = Vec::new();
        for event in events.drain(..) {
            self.change(event, &mut changes);
        }
        self.events = events;
        changes
    }

    /// Takes an error message about a gamepad that is present but cannot be read.
    pub(crate) fn take_complaint(&mut self) -> Option<String> {
        self.source.take_complaint()
    }

    fn change(&mut self, event: PadEvent, changes: &mut Vec<PadChange>) {
        let id = match event {
            PadEvent::Plugged(id, make) => {
                self.pads.push(PluggedPad { id, make, ends: [None; Axis::COUNT] });
                return;
            }
            PadEvent::Button(id, ..) | PadEvent::Axis(id, ..) | PadEvent::Unplugged(id) => id,
        };
        let Some(place) = self.pads.iter().position(|pad| pad.id == id) else { return };
        let pad = &mut self.pads[place];
        match event {
            PadEvent::Button(_, button, true) => {
                changes.push(PadChange::Pressed(id, pad.make, button));
            }
            PadEvent::Button(_, button, false) => changes.push(PadChange::Released(id, button)),
            PadEvent::Axis(_, axis, percent) => {
                let end = axis.entry_mut(&mut pad.ends);
                let now = end_of(axis, percent, *end);
                let before = std::mem::replace(end, now);
                if now != before {
                    changes.extend(before.map(|button| PadChange::Released(id, button)));
                    let pressed = now.map(|button| PadChange::Pressed(id, pad.make, button));
                    changes.extend(pressed);
                }
            }
            PadEvent::Plugged(..) | PadEvent::Unplugged(_) => {
                self.pads.swap_remove(place);
                changes.push(PadChange::Lost(id));
            }
        }
    }
}

/// Returns the pressed end of an axis at position `percent`; `before` is the end that was pressed until now.
fn end_of(axis: Axis, percent: i8, before: Option<PadButton>) -> Option<PadButton> {
    let [low, high] = axis.buttons();
    let (end, distance) = if percent < 0 { (low, -percent) } else { (high, percent) };
    let needed = if end == before { RELEASE_PERCENT } else { PRESS_PERCENT };
    end.filter(|_| distance > needed)
}

/// Returns the gamepads of this system, or none on systems without support.
fn system() -> Box<dyn PadSource> {
    #[cfg(target_os = "linux")]
    return Box::<linux::LinuxPads>::default();
    #[cfg(any(windows, target_os = "macos"))]
    return Box::<portable::PortablePads>::default();
    #[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
    {
        struct NoPads;
        impl PadSource for NoPads {
            fn poll(&mut self, _: &mut Vec<PadEvent>) {}
        }
        Box::new(NoPads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hand-made recording, which delivers all its events at once.
    struct Recorded(Vec<PadEvent>);

    impl PadSource for Recorded {
        fn poll(&mut self, events: &mut Vec<PadEvent>) {
            events.append(&mut self.0);
        }
    }

    fn changes(events: Vec<PadEvent>) -> Vec<PadChange> {
        Pads::new(Box::new(Recorded(events))).poll()
    }

    #[test]
    fn a_stick_is_pressed_beyond_its_dead_zone_and_does_not_flicker() {
        let mut events = vec![PadEvent::Plugged(1, PadMake::Xbox)];
        let moves = [20, -30, 54, 56, 50, 41, 56, 40, -20, 100, -100, 0];
        events.extend(moves.map(|percent| PadEvent::Axis(1, Axis::StickX, percent)));
        let pressed = |button| PadChange::Pressed(1, PadMake::Xbox, button);
        let (left, right) = (PadButton::StickLeft, PadButton::StickRight);
        assert_eq!(
            changes(events),
            [
                pressed(right),
                PadChange::Released(1, right),
                pressed(right),
                PadChange::Released(1, right),
                pressed(left),
                PadChange::Released(1, left),
            ]
        );
    }

    #[test]
    fn a_trigger_rests_at_its_lower_end() {
        let moves =
            [-100, 0, 100, -100].map(|percent| PadEvent::Axis(1, Axis::LeftTrigger, percent));
        let events = [PadEvent::Plugged(1, PadMake::Nintendo)].into_iter().chain(moves).collect();
        let button = PadButton::LeftTrigger;
        let pressed = PadChange::Pressed(1, PadMake::Nintendo, button);
        assert_eq!(changes(events), [pressed, PadChange::Released(1, button)]);
    }

    #[test]
    fn what_is_not_plugged_in_says_nothing() {
        let button = PadEvent::Button(1, PadButton::A, true);
        assert_eq!(changes(vec![button, PadEvent::Unplugged(1)]), []);
        let plugged = PadEvent::Plugged(1, PadMake::Xbox);
        let changes = changes(vec![plugged, PadEvent::Unplugged(1), button]);
        assert_eq!(changes, [PadChange::Lost(1)]);
    }
}
