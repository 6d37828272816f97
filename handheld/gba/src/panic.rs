//! The panic handler, which shows its message on the screen.

use crate::screen::Screen;
use crate::volatile_cell::VolatileCell;
use crate::{interrupts, speaker};
use core::panic::PanicInfo;
use musrex_core::view::crash;

static HAS_PANICKED: VolatileCell<bool> = VolatileCell::new(false);

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    interrupts::stop();
    speaker::stop();
    // If showing a panic panics itself, there is nothing left to try.
    if !HAS_PANICKED.get() {
        HAS_PANICKED.set(true);
        show(info);
    }
    loop {
        interrupts::sleep();
    }
}

fn show(info: &PanicInfo<'_>) {
    // SAFETY: the previous owner of the screen never runs again.
    let mut screen = unsafe { Screen::start() };
    screen.draw(|frame| {
        crash::draw(frame, 0, info);
        true
    });
    screen.show();
}
