//! The panic handler, which writes to the front end's log and ends the program.

use crate::abi;
use crate::front_end::FrontEnd;
use core::cell::UnsafeCell;
use core::panic::PanicInfo;

struct LastFrontEnd(UnsafeCell<FrontEnd>);

// SAFETY: only `remember` writes the value, while its thread holds the lock of the core. Code panics only while the
// same lock is held, and then the program ends.
unsafe impl Sync for LastFrontEnd {}

static FRONT_END: LastFrontEnd = LastFrontEnd(UnsafeCell::new(FrontEnd::NONE));

unsafe extern "C" {
    /// Ends the program. The program that loads the core provides this function, as it provides the functions that copy
    /// memory.
    safe fn abort() -> !;
}

/// Stores the front end to which a panic is reported.
pub(crate) fn remember(front: &FrontEnd) {
    // SAFETY: only this function writes the value, while the core is locked.
    unsafe { *FRONT_END.0.get() = *front };
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    // SAFETY: this thread holds the lock of the core, so no other thread writes the value.
    let front = unsafe { *FRONT_END.0.get() };
    front.log(
        abi::ERROR,
        format_args!("Mus Rex has crashed. That is our mistake; the run is saved. {info}"),
    );
    abort();
}
