//! The keyboard of an X11 window, read by key codes.
//!
//! This module reads key events and focus changes in the order in which they happen, and learns which keys are held at
//! a focus change. Minifb does neither, and supports only the first keyboard layout.

use super::events::KeyboardEvent;
use super::layout::{Keysyms, Layout};
use minifb::Key;
use x11rb::errors::{ConnectionError, ReplyError};
use x11rb::protocol::Event;
use x11rb::protocol::xkb::{
    BoolCtrl, ConnectionExt as _, DeviceSpec, EventType, ID, MapPart, PerClientFlag,
    SelectEventsAux, VMod,
};
use x11rb::protocol::xproto::{EventMask, KeyPressEvent};
use x11rb::rust_connection::RustConnection;

/// The maximum number of layouts of a keyboard.
const LAYOUTS: usize = 4;
/// In the state bits of a key event, the position of the lowest bit of the layout number.
const LAYOUT_SHIFT: u16 = 13;

/// The current state of the keyboard.
pub(super) struct Keyboard {
    /// The keys in each of the keyboard's layouts.
    layouts: Vec<Layout>,
    /// The keys that are down, with their key codes, because the layout may change before the keys go up.
    down: Vec<(u8, Key)>,
    /// True from the moment the window gets the keyboard focus until the program knows which keys are down.
    is_getting: bool,
}

impl Keyboard {
    /// Reads the layouts of the keyboard. Returns `None` if the XKB extension of the X server is missing or fails; then
    /// minifb must read the keys.
    pub(super) fn new(connection: &RustConnection) -> Option<Keyboard> {
        let version = connection.xkb_use_extension(1, 0).ok()?.reply().ok()?;
        if !version.supported {
            return None;
        }
        // With this flag, key repeat sends only presses, without releases in between.
        let (flag, none) = (PerClientFlag::DETECTABLE_AUTO_REPEAT, BoolCtrl::from(0_u32));
        let flags = connection.xkb_per_client_flags(core_keyboard(), flag, flag, none, none, none);
        let value = flags.ok()?.reply().ok()?.value;
        if u32::from(value) & u32::from(flag) == 0 {
            return None;
        }
        select_changes(connection).ok()?;
        let layouts = read_layouts(connection).ok()?;
        Some(Keyboard { layouts, down: Vec::new(), is_getting: false })
    }
}

impl Keyboard {
    /// Returns the mask of the window events that [`take`](Keyboard::take) needs, besides focus changes.
    pub(super) fn event_mask() -> EventMask {
        EventMask::KEY_PRESS | EventMask::KEY_RELEASE | EventMask::KEYMAP_STATE
    }

    /// Takes an event of the window. If the event concerns the keyboard, adds it to `events`.
    pub(super) fn take(
        &mut self,
        event: &Event,
        connection: &RustConnection,
        events: &mut Vec<KeyboardEvent>,
    ) {
        match event {
            Event::KeyPress(event) => {
                if let Some(key) = self.layout_of(event).key(event.detail) {
                    self.down.retain(|(code, _)| *code != event.detail);
                    self.down.push((event.detail, key));
                    events.push(KeyboardEvent::Changed(key, true));
                }
            }
            Event::KeyRelease(event) => {
                let is_it = |(code, _): &(u8, Key)| *code == event.detail;
                let place = self.down.iter().position(is_it);
                let known = place.map(|place| self.down.swap_remove(place).1);
                // The release counts even if the press was not seen.
                let key = known.or_else(|| self.layout_of(event).key(event.detail));
                events.extend(key.map(|key| KeyboardEvent::Changed(key, false)));
            }
            Event::FocusIn(_) => self.is_getting = true,
            // The server also sends this event when the mouse enters the window. In that case it is ignored.
            Event::KeymapNotify(event) if self.is_getting => {
                self.is_getting = false;
                self.down = self.keys_down(&event.keys);
                let keys = self.down.iter().map(|(_, key)| *key).collect();
                events.push(KeyboardEvent::Got(keys));
            }
            Event::FocusOut(_) => {
                self.is_getting = false;
                self.down.clear();
                events.push(KeyboardEvent::Lost);
            }
            // The keyboard or the choice of layouts has changed. If the server does not reply, the keys stay as before.
            Event::MappingNotify(_) | Event::XkbMapNotify(_) | Event::XkbNewKeyboardNotify(_) => {
                if let Ok(layouts) = read_layouts(connection) {
                    self.layouts = layouts;
                }
            }
            _ => {}
        }
    }

    fn layout_of(&self, event: &KeyPressEvent) -> &Layout {
        let number = u16::from(event.state) >> LAYOUT_SHIFT & 0b11;
        &self.layouts[usize::from(number)]
    }

    /// Returns the keys that are down; `bits` has a bit for each key code from 8 up. Uses the first layout, because no
    /// event has yet stated which layout is active.
    fn keys_down(&self, bits: &[u8; 31]) -> Vec<(u8, Key)> {
        let is_down = |code: &u8| bits[usize::from(code / 8 - 1)] >> (code % 8) & 1 == 1;
        let down = (8..=u8::MAX).filter(is_down);
        down.filter_map(|code| Some((code, self.layouts[0].key(code)?))).collect()
    }
}

fn core_keyboard() -> DeviceSpec {
    u16::from(ID::USE_CORE_KBD)
}

/// Requests an event when the keyboard or its layouts change.
fn select_changes(connection: &RustConnection) -> Result<(), ConnectionError> {
    let events = EventType::NEW_KEYBOARD_NOTIFY | EventType::MAP_NOTIFY;
    let (none, symbols) = (EventType::from(0_u16), MapPart::KEY_SYMS);
    let details = SelectEventsAux::new();
    connection.xkb_select_events(core_keyboard(), none, events, symbols, symbols, &details)?;
    Ok(())
}

/// Requests the keysyms of all keys, and builds the layouts.
fn read_layouts(connection: &RustConnection) -> Result<Vec<Layout>, ReplyError> {
    let (symbols, none) = (MapPart::KEY_SYMS, MapPart::from(0_u16));
    let (device, virtual_modifiers) = (core_keyboard(), VMod::from(0_u16));
    let map = connection
        .xkb_get_map(
            device,
            symbols,
            none,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            virtual_modifiers,
            0,
            0,
            0,
            0,
            0,
            0,
        )?
        .reply()?;
    let mut keysyms = vec![Keysyms::new(); usize::from(map.first_key_sym)];
    for key in map.map.syms_rtrn.unwrap_or_default() {
        // Every layout (group) has the same number of levels as the widest layout. The lowest bits of `group_info` are
        // the number of groups.
        let groups = usize::from(key.group_info & 0x0F);
        let firsts = key.syms.chunks(usize::from(key.width).max(1)).take(groups);
        keysyms.push(firsts.map(|levels| levels[0]).collect());
    }
    Ok((0..LAYOUTS).map(|group| Layout::new(&keysyms, group)).collect())
}
