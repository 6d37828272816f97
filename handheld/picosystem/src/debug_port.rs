//! The debug port: four scratch registers, which only store values. An emulator reads the progress of the program
//! there, and makes requests for tests. Also the seed that tools may patch into the program.

use core::ptr;
use musrex_core::app::App;
use rp2040_hal::pac;

/// A seed that tools may patch into the program: after these words come a byte that is 1 if the seed is valid, and the
/// 8 bytes of the seed, the lowest first.
#[repr(C)]
struct SeedPatch {
    words: [u8; 23],
    is_set: u8,
    seed: [u8; 8],
}

#[used]
static SEED_PATCH: SeedPatch =
    SeedPatch { words: *b"Mus Rex: seed of runs: ", is_set: 0, seed: [0; 8] };

/// Returns the seed that was patched into the program, if any.
pub fn seed() -> Option<u64> {
    // SAFETY: the place is valid; volatile, because a tool may have changed it after the compiler.
    let note = unsafe { ptr::read_volatile(&raw const SEED_PATCH) };
    (note.is_set == 1).then(|| u64::from_le_bytes(note.seed))
}

/// A stage of a tick that the program has reached; `tests/picosystem/console.mjs` knows the
/// numbers.
#[derive(Clone, Copy)]
pub enum Stage {
    /// A tick begins, with the buttons that were taken.
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
    /// The panel has received it.
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

/// Request: the fingerprint of the game.
const REQUEST_FINGERPRINT: u32 = 1;
/// Request: a panic.
const REQUEST_PANIC: u32 = 2;

/// Serves a request, if there is one and a seed was patched.
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
