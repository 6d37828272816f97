//! The ten buttons: each is the button of the same name.
//!
//! They are read in an interrupt at the end of every picture, and whenever one goes down that was not
//! down before, so that no press is lost while the program is busy, and none that is shorter than a
//! picture.

use crate::clock;
use crate::registers::KEYINPUT;
use crate::shared::Shared;
use musrex_core::input::{Button, Buttons, Latch};

/// The buttons by the bits of [`KEYINPUT`], the lowest first.
const IN_KEYINPUT: [Button; 10] = [
    Button::A,
    Button::B,
    Button::Select,
    Button::Start,
    Button::Right,
    Button::Left,
    Button::Up,
    Button::Down,
    Button::R,
    Button::L,
];

/// The bits of all ten.
pub const ALL: u16 = 0x3ff;

/// How many changes wait for the program at most. Hands make no more in the longest of its turns.
const CHANGES: u32 = 32;

/// What was held after each change: written by the interrupt, read by the program.
static HELD: [Shared<u16>; CHANGES as usize] = [const { Shared::new(0) }; CHANGES as usize];
/// Changes written since the start.
static WRITTEN: Shared<u32> = Shared::new(0);
/// Changes read since the start.
static READ: Shared<u32> = Shared::new(0);
/// What was pressed since the last picture.
static PRESSED: Shared<u16> = Shared::new(0);
/// What was held after the last change.
static LAST: Shared<u16> = Shared::new(0);
/// Sums up the moments of presses: what only chance could know.
static CHANCE: Shared<u32> = Shared::new(0);

/// Looks at the buttons: called by the interrupt alone. Gives those, by their bits in [`KEYINPUT`],
/// that it need not be called for before the next picture: they are down, or were since the last.
#[inline(always)]
pub fn sample(is_picture_end: bool) -> u16 {
    let down = !KEYINPUT.read() & ALL;
    let held = down | PRESSED.get();
    if !is_picture_end {
        PRESSED.set(held);
        note_chance();
        return held;
    }
    let written = WRITTEN.get();
    // When there is no room, the change is seen again at the next picture.
    if held == LAST.get() {
        PRESSED.set(0);
    } else if written.wrapping_sub(READ.get()) < CHANGES {
        PRESSED.set(0);
        HELD[(written % CHANGES) as usize].set(held);
        LAST.set(held);
        WRITTEN.set(written.wrapping_add(1));
        note_chance();
    }
    down
}

/// Something has happened that only the player knew of.
#[inline(always)]
#[expect(clippy::manual_rotate, reason = "the function is Thumb code, not inlined in an interrupt")]
fn note_chance() {
    let chance = CHANCE.get();
    CHANCE.set((chance << 7 | chance >> 25) ^ clock::now());
}

/// What the program knows of the buttons.
pub struct Pad {
    known: u16,
    latch: Latch,
}

impl Pad {
    /// Nothing held.
    pub const fn new() -> Pad {
        Pad { known: 0, latch: Latch::new() }
    }

    /// What the next tick sees.
    pub fn take(&mut self) -> Buttons {
        while READ.get() != WRITTEN.get() {
            let read = READ.get();
            let held = HELD[(read % CHANGES) as usize].get();
            READ.set(read.wrapping_add(1));
            self.note(held);
        }
        self.latch.take()
    }

    fn note(&mut self, held: u16) {
        for (bit, button) in IN_KEYINPUT.into_iter().enumerate() {
            let is_held = held >> bit & 1 == 1;
            if (self.known >> bit & 1 == 1) != is_held {
                if is_held {
                    self.latch.press(button);
                } else {
                    self.latch.release(button);
                }
            }
        }
        self.known = held;
    }
}

/// What only chance could know: when buttons were pressed, to the cycle.
pub fn chance() -> u32 {
    CHANCE.get()
}
