//! The ten buttons: each is the button of the same name.
//!
//! They are read in an interrupt at the end of every picture, and whenever one goes down, so that no
//! press is lost while the program is busy, and none that is shorter than a picture.

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

/// How many changes wait for the program at most. Hands make no more in the longest of its turns.
const CHANGES: usize = 32;

/// What was held after each change: written by the interrupt, read by the program.
static HELD: [Shared<u16>; CHANGES] = [const { Shared::new(0) }; CHANGES];
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

/// Looks at the buttons: called by the interrupt alone.
#[inline(always)]
pub fn sample(is_picture_end: bool) {
    let held = !KEYINPUT.read() & 0x3ff;
    if !is_picture_end {
        PRESSED.set(PRESSED.get() | held);
        note_chance();
        return;
    }
    let held = held | PRESSED.get();
    PRESSED.set(0);
    let written = WRITTEN.get();
    // When there is no room, the change is seen again at the next picture.
    if held != LAST.get() && written.wrapping_sub(READ.get()) < CHANGES as u32 {
        HELD[written as usize % CHANGES].set(held);
        LAST.set(held);
        WRITTEN.set(written.wrapping_add(1));
        note_chance();
    }
}

/// Something has happened that only the player knew of.
#[inline(always)]
fn note_chance() {
    // Rotates by 7; the function for it is Thumb code, which would not be inlined in an interrupt.
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
            let held = HELD[read as usize % CHANGES].get();
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
