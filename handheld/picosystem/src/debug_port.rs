//! The debug port: four scratch registers, which only store values. In a test, the emulator reads the progress of the
//! program from these registers, and writes requests to them.

use crate::seed_patch::seed;
use musrex_core::app::App;
use rp2040_hal::pac;

/// A point of progress in a tick, in a transfer to the panel or after a request. `tests/picosystem/console.mjs` has the
/// same numbers.
#[derive(Clone, Copy)]
pub enum Stage {
    /// The program has read the held buttons, and begins a tick.
    Begun = 1,
    /// The app has played the tick.
    Ticked = 2,
    /// Everything that cannot wait has been saved.
    Saved = 3,
    /// The panel has received the previous picture, so the program may draw on the frame.
    Ready = 4,
    /// The frame has a new picture or only new colours. The program skips this stage in a tick without a change.
    Drawn = 5,
    /// The program has begun to send the changed rows to the panel.
    Shown = 6,
    /// The panel has received all changed rows.
    Sent = 7,
    /// The program has answered a request.
    Answered = 8,
    /// The program has panicked, and shows the message.
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

/// Serves a pending request, but only if a seed was patched into the program.
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
        // SAFETY: the register accepts any bits.
        unsafe {
            port.scratch2().write(|w| w.bits(low));
            port.scratch3().write(|w| w.bits(high));
        }
    }
    // SAFETY: the register accepts any bits.
    unsafe { port.scratch1().write(|w| w.bits(0)) };
    reach(Stage::Answered);
}
