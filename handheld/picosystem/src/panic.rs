//! The panic handler, which shows its message on the panel.

use crate::debug_port::{self, Stage};
use crate::{lights, panel};
use core::panic::PanicInfo;
use musrex_core::view::crash;
use portable_atomic::{AtomicBool, Ordering};

static HAS_PANICKED: AtomicBool = AtomicBool::new(false);

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    // If showing a panic panics itself, there is nothing left to try.
    if !HAS_PANICKED.load(Ordering::Relaxed) {
        HAS_PANICKED.store(true, Ordering::Relaxed);
        // SAFETY: interrupts are off and stay off.
        unsafe {
            panel::show_last(|frame, top| crash::draw(frame, -top.cast_signed(), info));
            lights::show_mistake();
        }
    }
    debug_port::reach(Stage::Panicked);
    loop {
        cortex_m::asm::wfe();
    }
}
