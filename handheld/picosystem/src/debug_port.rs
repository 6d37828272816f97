//! The debug port: four scratch registers, which only store values. In these registers, an emulator reads the progress
//! of the program, and makes requests for tests.

use crate::seed_patch::seed;
use musrex_core::app::App;
use rp2040_hal::pac;

/// A stage of a tick that the program has reached; `tests/picosystem/console.mjs` knows the
/// numbers.
#[derive(Clone, Copy)]
pub enum Stage {
    /// A tick begins, with the buttons that the program has taken.
    Begun = 1,
    /// The tick is played.
    Ticked = 2,
    /// Everything that cannot wait is saved.
    Saved = 3,
    /// The panel has received the previous picture, so the frame may be drawn on.
    Ready = 4,
    /// A picture is drawn, because something has changed.
    Drawn = 5,
    /// Sending to the panel has begun.
    Shown = 6,
    /// The panel has received the picture.
    Sent = 7,
    /// A request is answered.
    Answered = 8,
    /// The program has panicked and shows a message.
    Panicked = 9,
}

/// Writes a stage to its register.
pub fn reach(stage: Stage) {
    // SAFETY: nobody else uses this register.
    unsafe { (*pac::WATCHDOG::ptr()).scratch0().write(|w| w.bits(stage as u32)) };
}

/// The request for the fingerprint of the game.
const REQUEST_FINGERPRINT: u32 = 1;
/// The request for a panic.
const REQUEST_PANIC: u32 = 2;

/// Serves a request, if there is one and if a seed was patched into the program.
pub fn serve(app: &App) {
    // SAFETY: nobody else uses these registers.
    let port = unsafe { &*pac::WATCHDOG::ptr() };
    let request = port.scratch1().read().bits();
    if request == 0 || seed().is_none() {
        return;
    }
    assert!(request != REQUEST_PANIC, "This was asked for.");
    if request == REQUEST_FINGERPRINT {
        let fingerprint = app.game().fingerprint();
        let [low, high] = [fingerprint, fingerprint >> 32].map(|half| (half & 0xFFFF_FFFF) as u32);
        // SAFETY: any bits are valid.
        unsafe {
            port.scratch2().write(|w| w.bits(low));
            port.scratch3().write(|w| w.bits(high));
        }
    }
    // SAFETY: any bits are valid.
    unsafe { port.scratch1().write(|w| w.bits(0)) };
    reach(Stage::Answered);
}
