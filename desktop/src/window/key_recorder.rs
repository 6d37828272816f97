//! Key events from minifb, for displays that do not report keys.

use super::display::KeyboardEvent;
use minifb::{InputCallback, Key};
use std::cell::RefCell;
use std::rc::Rc;

/// Key presses and releases in order, since the last poll.
pub(crate) type KeyChanges = Rc<RefCell<Vec<KeyboardEvent>>>;

/// A recorder of minifb's key events, for displays that do not report keys. Polling minifb's key state would miss taps
/// that are shorter than the polling interval.
pub(crate) struct KeyRecorder(pub(crate) KeyChanges);

impl InputCallback for KeyRecorder {
    fn add_char(&mut self, _character: u32) {}

    fn set_key_state(&mut self, key: Key, is_down: bool) {
        self.0.borrow_mut().push(KeyboardEvent::Changed(key, is_down));
    }
}

/// A receiver that ignores minifb's key events, because the display reports them.
pub(crate) struct NoKeys;

impl InputCallback for NoKeys {
    fn add_char(&mut self, _character: u32) {}
}
