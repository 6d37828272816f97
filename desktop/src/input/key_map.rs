//! The key map, which assigns keys and gamepad buttons to controls, and its text format.
//!
//! ```text
//! musrex-keys 3
//! # device control: keys, the one that hints name first
//! key up: ↑ w k Num8
//! pad up: Up StickUp
//! ```

use crate::input::bindings::Bindings;
use crate::input::keys;
use crate::input::pads::{PadButton, PadMake};
use minifb::Key;
use musrex_core::controls::{Control, InputScheme, KeyNames};
use std::fmt::Write;

/// The first line of a key map; the number is the version of the format.
const HEADING: &str = "musrex-keys 3";
/// The first line of a key map of version 1, which had no control for the pack.
const FIRST_HEADING: &str = "musrex-keys 1";
/// The first line of a key map of version 2, which had no control for deeds.
const SECOND_HEADING: &str = "musrex-keys 2";

/// The assignment of keys and gamepad buttons to controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyMap {
    /// The keys of each control, except Escape. During play, Escape opens the menu; everywhere else it goes back.
    pub(crate) keys: Bindings<Key>,
    /// The gamepad buttons of each control, the same on all gamepads.
    pub(crate) pad: Bindings<PadButton>,
}

impl Default for KeyMap {
    fn default() -> KeyMap {
        KeyMap { keys: Bindings::new(default_keys), pad: Bindings::new(default_buttons) }
    }
}

impl KeyMap {
    /// Parses a key map. On failure, returns the reason as a phrase that follows the file name in a message.
    pub(crate) fn parse(text: &str) -> Result<KeyMap, String> {
        let mut lines = text.lines().zip(1..);
        let is_older_version = match lines.next().map(|(line, _)| line.trim()) {
            Some(HEADING) => false,
            Some(FIRST_HEADING | SECOND_HEADING) => true,
            _ => return Err(format!("is not a key file: its first line is not `{HEADING}`")),
        };
        let mut map =
            KeyMap { keys: Bindings::new(|_| Vec::new()), pad: Bindings::new(|_| Vec::new()) };
        for (line, number) in lines {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            map.parse_line(line).map_err(|why| format!("has an error in line {number}: {why}"))?;
        }
        let default = KeyMap::default();
        if is_older_version {
            map.keys.complete(&default.keys, Control::Start);
            map.pad.complete(&default.pad, Control::Select);
            return Ok(map);
        }
        for control in Control::ALL {
            let name = control.name();
            if map.keys.keys(control).is_empty() && !default.keys.keys(control).is_empty() {
                return Err(format!("has no `key {name}`"));
            }
            if map.pad.keys(control).is_empty() && !default.pad.keys(control).is_empty() {
                return Err(format!("has no `pad {name}`"));
            }
        }
        Ok(map)
    }

    fn parse_line(&mut self, line: &str) -> Result<(), String> {
        let (device, rest) = line.split_once(' ').ok_or("a line is `key CONTROL: KEYS`")?;
        let (control, names) = rest.split_once(':').ok_or("a line is `key CONTROL: KEYS`")?;
        let control = Control::from_name(control.trim())
            .ok_or_else(|| format!("nothing is called {}", control.trim()))?;
        // Binds the keys from last to first, because each newly bound key becomes the first key of its control.
        for name in names.split_whitespace().rev() {
            let is_new = match device {
                "key" => bind(&mut self.keys, control, keys::from_name(name)),
                "pad" => bind(&mut self.pad, control, PadButton::from_name(name)),
                _ => return Err(format!("a line begins with key or pad, not {device}")),
            };
            match is_new {
                Some(true) => {}
                Some(false) => return Err(format!("{name} stands for two things")),
                None => return Err(format!("no {device} is called {name}")),
            }
        }
        Ok(())
    }

    /// Returns the text of this key map.
    pub(crate) fn to_text(&self) -> String {
        let mut text =
            format!("{HEADING}\n# device control: keys, the one that hints name first\n");
        for control in Control::ALL {
            let names = self.keys.keys(control).iter().filter_map(|&key| keys::name(key));
            write_line(&mut text, "key", control, names);
        }
        for control in Control::ALL {
            let names = self.pad.keys(control).iter().map(|button| button.name());
            write_line(&mut text, "pad", control, names);
        }
        text
    }

    /// Returns the names of the keys. Escape always belongs to the controls B and Start, and is the first name of both.
    pub(crate) fn keyboard_scheme(&self) -> InputScheme {
        InputScheme::new(|control| {
            let escape = matches!(control, Control::B | Control::Start).then_some("Esc");
            let names = self.keys.keys(control).iter().filter_map(|&key| keys::name(key));
            first_names(escape.into_iter().chain(names))
        })
    }

    /// Returns the names of the buttons on a gamepad of this make.
    pub(crate) fn pad_scheme(&self, make: PadMake) -> InputScheme {
        InputScheme::new(|control| {
            first_names(self.pad.keys(control).iter().map(|button| button.label(make)))
        })
    }
}

/// Binds a key that is not bound yet. Returns true if the key is newly bound, false if it was already bound, and `None`
/// if `key` is `None`.
fn bind<K: Copy + PartialEq>(
    bindings: &mut Bindings<K>,
    control: Control,
    key: Option<K>,
) -> Option<bool> {
    let key = key?;
    let is_new = bindings.control(key).is_none();
    if is_new {
        bindings.toggle(control, key);
    }
    Some(is_new)
}

fn write_line<'a>(
    text: &mut String,
    device: &str,
    control: Control,
    names: impl Iterator<Item = &'a str>,
) {
    let names: Vec<&str> = names.collect();
    if !names.is_empty() {
        writeln!(text, "{device} {}: {}", control.name(), names.join(" "))
            .expect("a string takes any text");
    }
}

fn first_names(names: impl Iterator<Item = &'static str>) -> KeyNames {
    let mut first = KeyNames::default();
    for (place, name) in first.iter_mut().zip(names) {
        *place = name;
    }
    first
}

fn default_keys(control: Control) -> Vec<Key> {
    match control {
        Control::Up => vec![Key::Up, Key::W, Key::K, Key::NumPad8],
        Control::Down => vec![Key::Down, Key::S, Key::J, Key::NumPad2],
        Control::Left => vec![Key::Left, Key::A, Key::H, Key::NumPad4],
        Control::Right => vec![Key::Right, Key::D, Key::L, Key::NumPad6],
        Control::UpLeft => vec![Key::Y, Key::NumPad7],
        Control::UpRight => vec![Key::U, Key::NumPad9],
        Control::DownLeft => vec![Key::B, Key::NumPad1],
        Control::DownRight => vec![Key::N, Key::NumPad3],
        Control::A => vec![Key::Enter, Key::Space, Key::Period, Key::NumPad5, Key::NumPadEnter],
        Control::B => vec![Key::Backspace],
        Control::L => vec![Key::X],
        Control::Explore => vec![Key::O],
        Control::Select => vec![Key::M],
        Control::Pack => vec![Key::I, Key::Tab],
        // The menu needs no key here, because Escape always opens it.
        Control::Start => Vec::new(),
        Control::Dash => vec![Key::LeftShift, Key::RightShift],
        Control::R => vec![Key::V],
        Control::Deed => vec![Key::F],
    }
}

fn default_buttons(control: Control) -> Vec<PadButton> {
    match control {
        Control::Up => vec![PadButton::Up, PadButton::StickUp],
        Control::Down => vec![PadButton::Down, PadButton::StickDown],
        Control::Left => vec![PadButton::Left, PadButton::StickLeft],
        Control::Right => vec![PadButton::Right, PadButton::StickRight],
        Control::UpLeft | Control::UpRight | Control::DownLeft | Control::DownRight => Vec::new(),
        Control::A => vec![PadButton::A],
        Control::B => vec![PadButton::B],
        Control::L => vec![PadButton::LeftShoulder],
        Control::Explore => vec![PadButton::X],
        Control::Select => vec![PadButton::Select],
        Control::Pack => vec![PadButton::Y],
        Control::Start => vec![PadButton::Start],
        Control::Dash => vec![PadButton::RightTrigger],
        Control::R => vec![PadButton::RightShoulder],
        Control::Deed => vec![PadButton::LeftTrigger],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_it_was_written() {
        let mut map = KeyMap::default();
        assert_eq!(KeyMap::parse(&map.to_text()), Ok(map.clone()));
        map.keys.toggle(Control::L, Key::F1);
        map.keys.toggle(Control::B, Key::M);
        map.pad.toggle(Control::A, PadButton::B);
        let text = map.to_text();
        assert!(text.contains("\nkey look: F1 x\n") && text.contains("\npad back: A\n"), "{text}");
        assert_eq!(KeyMap::parse(&text), Ok(map));
    }

    #[test]
    fn a_broken_text_is_one_reason() {
        let good = KeyMap::default().to_text();
        assert!(KeyMap::parse(&format!("{good}\n# a comment\n\n")).is_ok());
        let broken = [
            ("musrex-keys 3", "musrex-keys 4", "first line"),
            ("key look: x", "key look: mouse", "line 13: no key is called mouse"),
            ("key look: x", "key look: m", "stands for two things"),
            ("key look: x", "key lock: x", "nothing is called lock"),
            ("key look: x", "keyboard look: x", "not keyboard"),
            ("key look: x", "key look", "`key CONTROL: KEYS`"),
            ("key look: x", "", "has no `key look`"),
            ("pad look: LeftShoulder", "pad look:", "has no `pad look`"),
        ];
        for (line, instead, reason) in broken {
            assert!(good.contains(line), "{line}");
            let why = KeyMap::parse(&good.replace(line, instead)).expect_err(instead);
            assert!(why.contains(reason) && !why.contains('\n'), "{why}");
        }
        assert!(KeyMap::parse("").is_err());
    }

    /// Checks that a key chosen by the player keeps its control. In old key maps, the keys of the pack opened the menu.
    #[test]
    fn a_map_of_the_first_version_gets_the_keys_that_it_lacks() {
        let without = |text: &str, device: &str, control: &str| {
            let start = format!("{device} {control}:");
            text.lines()
                .filter(|line| !line.starts_with(&start))
                .map(|line| format!("{line}\n"))
                .collect::<String>()
        };
        let text = KeyMap::default().to_text().replace(HEADING, FIRST_HEADING);
        let text =
            without(&without(&without(&text, "key", "pack"), "pad", "pack"), "key", "diagonals");
        let first = text.replace("pad map: Select", "pad map: Select Y");
        assert_eq!(KeyMap::parse(&format!("{first}key menu: i Tab\n")), Ok(KeyMap::default()));
        let map = KeyMap::parse(&format!(
            "{}key menu: p i\n",
            first.replace("key look: x", "key look: v")
        ))
        .expect("a map");
        let keys = |control| map.keys.keys(control);
        assert_eq!(
            (keys(Control::Start), keys(Control::Pack)),
            (&[Key::P][..], &[Key::I, Key::Tab][..])
        );
        assert_eq!((keys(Control::L), keys(Control::R)), (&[Key::V][..], &[][..]));
        assert_eq!(
            KeyMap::parse(&map.to_text().replace("key look", "key diagonals: F1\nkey look"))
                .map(|_| ()),
            Ok(())
        );
    }

    #[test]
    fn names_are_those_of_the_device() {
        let map = KeyMap::default();
        let keys = map.keyboard_scheme();
        assert_eq!(
            (keys.names(Control::Start), keys.names(Control::Pack)),
            (&["Esc"][..], &["i", "Tab"][..])
        );
        assert_eq!([keys.name(Control::A), keys.name(Control::B)], ["Enter", "Esc"]);
        let confirm = [PadMake::Xbox, PadMake::Nintendo, PadMake::PlayStation]
            .map(|make| map.pad_scheme(make).name(Control::A));
        assert_eq!(confirm, ["A", "A", "Cross"]);
    }
}
