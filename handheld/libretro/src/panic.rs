//! The panic handler, which tells the front end's log and ends the program.

use crate::abi;
use crate::front_end::FrontEnd;
use core::cell::UnsafeCell;
use core::panic::PanicInfo;

struct LastFrontEnd(UnsafeCell<FrontEnd>);

// SAFETY: it is written by `remember` alone, while the core is locked; a panic that reads it ends the thread that writes.
unsafe impl Sync for LastFrontEnd {}

static FRONT_END: LastFrontEnd = LastFrontEnd(UnsafeCell::new(FrontEnd::NONE));

unsafe extern "C" {
    /// Ends the program; it is the front end's, as memory is copied by the front end's functions.
    safe fn abort() -> !;
}

/// Remembers whom to tell of a panic.
pub(crate) fn remember(front: &FrontEnd) {
    // SAFETY: as above.
    unsafe { *FRONT_END.0.get() = *front };
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    // SAFETY: as above.
    let front = unsafe { *FRONT_END.0.get() };
    front.log(
        abi::ERROR,
        format_args!("Mus Rex has crashed. That is our mistake; the run is saved. {info}"),
    );
    abort();
}
