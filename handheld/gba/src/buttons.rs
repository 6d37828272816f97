//! The ten buttons of the machine, mapped to the buttons of the core.
//!
//! An interrupt samples the buttons at the end of every display frame, and whenever a further button goes down. So no
//! press is lost while the program is busy, even if the press is shorter than a frame.

use crate::clock;
use crate::registers::KEYINPUT;
use crate::volatile_cell::VolatileCell;
use musrex_core::input::{Button, Buttons, Latch};

/// The buttons in the order of their bits in [`KEYINPUT`], the lowest bit first.
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

/// The bits of all ten buttons.
pub const ALL: u16 = 0x3ff;

/// The capacity of the queue of button changes. Even during the longest turn, a player cannot make this many changes.
const CHANGES: u32 = 32;

/// A queue of the buttons held after each change. The interrupt writes it and the program reads it.
static HELD: [VolatileCell<u16>; CHANGES as usize] =
    [const { VolatileCell::new(0) }; CHANGES as usize];
/// The number of changes that were written to the queue since the start.
static WRITTEN: VolatileCell<u32> = VolatileCell::new(0);
/// The number of changes that were read from the queue since the start.
static READ: VolatileCell<u32> = VolatileCell::new(0);
/// The buttons that went down since the end of the last frame.
static PRESSED: VolatileCell<u16> = VolatileCell::new(0);
/// The buttons held after the last change.
static LAST: VolatileCell<u16> = VolatileCell::new(0);
/// Entropy collected from the times of button changes.
static ENTROPY: VolatileCell<u32> = VolatileCell::new(0);

/// Samples the buttons; only the interrupt calls this function. Returns the buttons, as bits of [`KEYINPUT`], that need
/// no further interrupt before the end of the frame, because they are down or were down.
#[inline(always)]
pub fn sample(is_picture_end: bool) -> u16 {
    let down = !KEYINPUT.read() & ALL;
    let held = down | PRESSED.get();
    if !is_picture_end {
        PRESSED.set(held);
        mix_entropy();
        return held;
    }
    let written = WRITTEN.get();
    // If the queue is full, the interrupt at the end of the next frame sees the change again.
    if held == LAST.get() {
        PRESSED.set(0);
    } else if written.wrapping_sub(READ.get()) < CHANGES {
        PRESSED.set(0);
        HELD[(written % CHANGES) as usize].set(held);
        LAST.set(held);
        WRITTEN.set(written.wrapping_add(1));
        mix_entropy();
    }
    down
}

/// Mixes the current time into the entropy.
#[inline(always)]
#[expect(clippy::manual_rotate, reason = "the function is Thumb code, not inlined in an interrupt")]
fn mix_entropy() {
    let entropy = ENTROPY.get();
    ENTROPY.set((entropy << 7 | entropy >> 25) ^ clock::now());
}

/// A reader of the buttons for the program.
pub struct ButtonReader {
    known: u16,
    latch: Latch,
}

impl ButtonReader {
    /// Returns a reader with no button held.
    pub const fn new() -> ButtonReader {
        ButtonReader { known: 0, latch: Latch::new() }
    }

    /// Takes the waiting changes. Returns the buttons for the next tick.
    pub fn take(&mut self) -> Buttons {
        while READ.get() != WRITTEN.get() {
            let read = READ.get();
            let held = HELD[(read % CHANGES) as usize].get();
            READ.set(read.wrapping_add(1));
            self.note(held);
        }
        self.latch.take()
    }

    /// Drops the presses that wait for a later tick, if `is_interrupted` returns true (T11). Calls `is_interrupted`
    /// only if presses are waiting.
    pub fn forget_waiting(&mut self, is_interrupted: impl FnOnce() -> bool) {
        if self.latch.has_waiting_press() && is_interrupted() {
            self.latch.forget_presses();
        }
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

/// Returns the entropy collected from the times of button changes.
pub fn entropy() -> u32 {
    ENTROPY.get()
}
