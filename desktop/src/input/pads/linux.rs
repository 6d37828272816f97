//! Gamepads on Linux, read from `/dev/input` without any system library.
//!
//! Normal users have no permission to read other devices in that folder, such as keyboards. So an unreadable device is
//! reported only if it is a gamepad.

use super::button::{PadButton, PadMake};
use super::event::{Axis, PadEvent, PadId, PadSource};
use crate::failure::reason;
use evdev::{AbsoluteAxisCode, Device, EventSummary, KeyCode};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const FOLDER: &str = "/dev/input";
/// The folder with descriptions of all devices, which everyone may read.
const KNOWLEDGE: &str = "/sys/class/input";
/// The interval between two searches for new gamepads. A search lists one folder and opens the new devices.
const LOOK_INTERVAL: Duration = Duration::from_secs(2);
/// The period during which the program keeps trying to open an unreadable device. The system grants permissions only
/// some time after the device appears.
const RIGHTS_DELAY: Duration = Duration::from_secs(10);

/// The gamepads in `/dev/input`.
#[derive(Default)]
pub(crate) struct LinuxPads {
    devices: BTreeMap<PathBuf, KnownDevice>,
    next_id: PadId,
    next_look: Option<Instant>,
    /// The message about an unreadable gamepad, until it is taken.
    complaint: Option<String>,
    has_complained: bool,
}

/// The state of a device.
enum KnownDevice {
    /// The device is a gamepad, and is open.
    Pad(Box<OpenPad>),
    /// The device could not be opened or read. The value is the time of the first failure.
    Forbidden(Instant),
    /// The device is not a gamepad, or did not become readable in time.
    Other,
}

struct OpenPad {
    id: PadId,
    make: PadMake,
    device: Device,
    axes: Vec<(AbsoluteAxisCode, Range)>,
}

/// The range of values of an axis.
#[derive(Clone, Copy)]
struct Range {
    axis: Axis,
    low: i32,
    high: i32,
}

impl PadSource for LinuxPads {
    fn poll(&mut self, events: &mut Vec<PadEvent>) {
        let now = Instant::now();
        if self.next_look.is_none_or(|at| at <= now) {
            self.next_look = Some(now + LOOK_INTERVAL);
            self.look(now, events);
        }
        for entry in self.devices.values_mut() {
            let KnownDevice::Pad(pad) = entry else { continue };
            if pad.read(events).is_err() {
                events.push(PadEvent::Unplugged(pad.id));
                // The device is gone. Its path may soon belong to another device, so the next search checks the path
                // again.
                *entry = KnownDevice::Forbidden(now);
            }
        }
    }

    fn take_complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }
}

/// Returns an error message if the device at `path` is a gamepad that this user has no permission to open.
fn complaint(error: &io::Error, path: &Path, knowledge: &Path) -> Option<String> {
    let keys = knowledge.join(path.file_name()?).join("device/capabilities/key");
    let is_pad = has_key(&fs::read_to_string(keys).ok()?, KeyCode::BTN_SOUTH);
    (is_pad && error.kind() == ErrorKind::PermissionDenied).then(|| {
        format!(
            "the gamepad at {} may not be read by this user ({})",
            path.display(),
            reason(error)
        )
    })
}

/// Returns whether a device has a key. The kernel lists the keys of a device as a bit set: hexadecimal words of the
/// machine's word size, the word with the highest bits first.
fn has_key(keys: &str, key: KeyCode) -> bool {
    let (word, bit) = (u32::from(key.0) / usize::BITS, u32::from(key.0) % usize::BITS);
    let word = usize::try_from(word).ok().and_then(|word| keys.split_whitespace().rev().nth(word));
    word.and_then(|word| usize::from_str_radix(word, 16).ok())
        .is_some_and(|word| word >> bit & 1 != 0)
}

impl LinuxPads {
    /// Opens new gamepads and drops removed ones.
    fn look(&mut self, now: Instant, events: &mut Vec<PadEvent>) {
        let entries = fs::read_dir(FOLDER).into_iter().flatten().flatten();
        let is_event = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("event"))
        };
        let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_event).collect();
        self.devices.retain(|path, entry| {
            let stays = paths.contains(path);
            if let (false, KnownDevice::Pad(pad)) = (stays, &entry) {
                events.push(PadEvent::Unplugged(pad.id));
            }
            stays
        });
        for path in paths {
            let since = match self.devices.get(&path) {
                None => now,
                Some(KnownDevice::Forbidden(since)) => *since,
                Some(KnownDevice::Pad(_) | KnownDevice::Other) => continue,
            };
            let entry = match OpenPad::open(&path, self.next_id) {
                Ok(Some(pad)) => {
                    self.next_id += 1;
                    events.push(PadEvent::Plugged(pad.id, pad.make));
                    KnownDevice::Pad(Box::new(pad))
                }
                Err(_) if now < since + RIGHTS_DELAY => KnownDevice::Forbidden(since),
                Err(error) => {
                    // One message is enough, because the same fix works for all gamepads.
                    if !self.has_complained {
                        self.complaint = complaint(&error, &path, Path::new(KNOWLEDGE));
                        self.has_complained = self.complaint.is_some();
                    }
                    KnownDevice::Other
                }
                Ok(None) => KnownDevice::Other,
            };
            self.devices.insert(path, entry);
        }
    }
}

impl OpenPad {
    /// Opens the device at `path`; returns `None` if it is not a gamepad.
    fn open(path: &Path, id: PadId) -> io::Result<Option<OpenPad>> {
        let device = Device::open(path)?;
        let is_pad = device.supported_keys().is_some_and(|keys| keys.contains(KeyCode::BTN_SOUTH));
        if !is_pad {
            return Ok(None);
        }
        device.set_nonblocking(true)?;
        let make = PadMake::of_vendor(device.input_id().vendor());
        let has_trigger_buttons =
            device.supported_keys().is_some_and(|keys| keys.contains(KeyCode::BTN_TL2));
        let mut axes = Vec::new();
        for (code, info) in device.get_absinfo()? {
            let axis = axis_of(code).filter(|axis| {
                // If the triggers also report buttons, these axes are redundant or belong to a second stick.
                !(has_trigger_buttons && matches!(axis, Axis::LeftTrigger | Axis::RightTrigger))
            });
            if let Some(axis) = axis {
                axes.push((code, Range { axis, low: info.minimum(), high: info.maximum() }));
            }
        }
        Ok(Some(OpenPad { id, make, device, axes }))
    }

    /// Appends the events of the device. Fails if the device is gone.
    fn read(&mut self, events: &mut Vec<PadEvent>) -> io::Result<()> {
        let read = match self.device.fetch_events() {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            Err(error) => return Err(error),
        };
        for event in read {
            match event.destructure() {
                EventSummary::Key(_, code, value) => {
                    let button = button_of(code, self.make);
                    // The value 2 is key repeat.
                    events.extend(
                        button
                            .filter(|_| value < 2)
                            .map(|button| PadEvent::Button(self.id, button, value == 1)),
                    );
                }
                EventSummary::AbsoluteAxis(_, code, value) => {
                    let range = self.axes.iter().find(|(known, _)| *known == code);
                    events.extend(range.map(|(_, range)| {
                        PadEvent::Axis(self.id, range.axis, range.percent(value))
                    }));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Range {
    /// Converts a value of the axis to the range from -100 to 100.
    fn percent(self, value: i32) -> i8 {
        let (low, high) = (i64::from(self.low), i64::from(self.high));
        let from_middle = 2 * i64::from(value) - low - high;
        let percent = (100 * from_middle).checked_div(high - low).unwrap_or(0);
        i8::try_from(percent.clamp(-100, 100)).expect("it was clamped")
    }
}

/// Returns the button for a key code of the kernel's gamepad protocol. The codes `BTN_NORTH` and `BTN_WEST` are also
/// called `BTN_X` and `BTN_Y`, and an Xbox gamepad sends them for its buttons X and Y, wherever these buttons lie.
fn button_of(code: KeyCode, make: PadMake) -> Option<PadButton> {
    let is_nintendo = make == PadMake::Nintendo;
    Some(match code {
        KeyCode::BTN_SOUTH if is_nintendo => PadButton::B,
        KeyCode::BTN_EAST if is_nintendo => PadButton::A,
        KeyCode::BTN_SOUTH => PadButton::A,
        KeyCode::BTN_EAST => PadButton::B,
        KeyCode::BTN_NORTH => PadButton::X,
        KeyCode::BTN_WEST => PadButton::Y,
        KeyCode::BTN_TL => PadButton::LeftShoulder,
        KeyCode::BTN_TR => PadButton::RightShoulder,
        KeyCode::BTN_TL2 => PadButton::LeftTrigger,
        KeyCode::BTN_TR2 => PadButton::RightTrigger,
        KeyCode::BTN_SELECT => PadButton::Select,
        KeyCode::BTN_START => PadButton::Start,
        KeyCode::BTN_THUMBL => PadButton::LeftStick,
        KeyCode::BTN_THUMBR => PadButton::RightStick,
        KeyCode::BTN_DPAD_UP => PadButton::Up,
        KeyCode::BTN_DPAD_DOWN => PadButton::Down,
        KeyCode::BTN_DPAD_LEFT => PadButton::Left,
        KeyCode::BTN_DPAD_RIGHT => PadButton::Right,
        _ => return None,
    })
}

const fn axis_of(code: AbsoluteAxisCode) -> Option<Axis> {
    match code {
        AbsoluteAxisCode::ABS_X => Some(Axis::StickX),
        AbsoluteAxisCode::ABS_Y => Some(Axis::StickY),
        AbsoluteAxisCode::ABS_HAT0X => Some(Axis::PadX),
        AbsoluteAxisCode::ABS_HAT0Y => Some(Axis::PadY),
        AbsoluteAxisCode::ABS_Z => Some(Axis::LeftTrigger),
        AbsoluteAxisCode::ABS_RZ => Some(Axis::RightTrigger),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_of_any_range_is_in_percent() {
        let percent = |low, high, value| Range { axis: Axis::StickX, low, high }.percent(value);
        assert_eq!([-32768, 0, 32767].map(|value| percent(-32768, 32767, value)), [-100, 0, 100]);
        assert_eq!([0, 127, 128, 255].map(|value| percent(0, 255, value)), [-100, 0, 0, 100]);
        assert_eq!([-1, 0, 1].map(|value| percent(-1, 1, value)), [-100, 0, 100]);
        assert_eq!(percent(0, 0, 5), 0);
    }

    /// The key lists of an Xbox 360 gamepad and of a keyboard, in the kernel's format.
    #[cfg(target_pointer_width = "64")]
    const KEYS: [&str; 2] = [
        "7cdb000000000000 0 0 0 0\n",
        "10000 7 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe\n",
    ];

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_gamepad_that_may_not_be_read_is_told() {
        assert_eq!(KEYS.map(|keys| has_key(keys, KeyCode::BTN_SOUTH)), [true, false]);
        let knowledge = std::env::temp_dir().join(format!("musrex-input-{}", std::process::id()));
        let said = |event: &str, kind: ErrorKind| {
            let path = Path::new(FOLDER).join(event);
            complaint(&io::Error::new(kind, "no"), &path, &knowledge)
        };
        for (event, keys) in ["event0", "event1"].into_iter().zip(KEYS) {
            let folder = knowledge.join(event).join("device/capabilities");
            fs::create_dir_all(&folder).expect("a folder for the test");
            fs::write(folder.join("key"), keys).expect("there is room");
        }
        let sentence = "the gamepad at /dev/input/event0 may not be read by this user (no)";
        assert_eq!(said("event0", ErrorKind::PermissionDenied).as_deref(), Some(sentence));
        assert_eq!(said("event1", ErrorKind::PermissionDenied), None, "a keyboard");
        assert_eq!(said("event2", ErrorKind::PermissionDenied), None, "of which nothing is known");
        assert_eq!(said("event0", ErrorKind::NotFound), None, "it was unplugged");
        let _ = fs::remove_dir_all(knowledge);
    }

    #[test]
    fn the_button_that_confirms_is_the_makes_own() {
        let confirms = |make| {
            [KeyCode::BTN_SOUTH, KeyCode::BTN_EAST]
                .map(|code| button_of(code, make) == Some(PadButton::A))
        };
        assert_eq!(confirms(PadMake::Xbox), [true, false]);
        assert_eq!(confirms(PadMake::PlayStation), [true, false]);
        assert_eq!(confirms(PadMake::Nintendo), [false, true]);
    }
}
