//! The stack, which grows down toward the other data in IWRAM, and a larger stack in EWRAM. Below each are some guard
//! words that are checked before every tick. A single stack frame larger than these words can skip them unnoticed, so
//! the reserves in budgets and tests are the better guard.

use core::ops::Range;
use core::ptr;

/// The word that `start.s` paints the stack with.
const PAINT: u32 = 0x5afe_57ac;
/// Guard words at the end of each stack; `start.s` has the same number.
const SPARE_WORDS: usize = 64;

unsafe extern "C" {
    static __stack_bottom: u32;
    static __stack_top: u32;
    static __interrupt_stack_top: u32;
    static __deep_stack_bottom: u32;
    static __deep_stack_top: u32;
}

/// Returns the addresses of the stack, and of the interrupt stack above it.
#[expect(clippy::cast_possible_truncation, reason = "addresses have 32 bits here")]
pub fn bounds() -> [Range<u32>; 2] {
    let bottom = (&raw const __stack_bottom).addr() as u32;
    let middle = (&raw const __stack_top).addr() as u32;
    [bottom..middle, middle..(&raw const __interrupt_stack_top).addr() as u32]
}

/// Calls `work` on the rest of EWRAM as its stack. It is slow but large, for work that needs, or
/// may need, more than IWRAM has.
///
/// # Safety
/// `work` must not call this function.
pub unsafe fn with_deep_stack<F: FnOnce()>(work: F) {
    extern "C" fn run<F: FnOnce()>(work: *mut Option<F>) {
        // SAFETY: it points at the `work` below, which waits for the end of this.
        if let Some(work) = unsafe { (*work).take() } {
            work();
        }
    }
    unsafe extern "C" {
        fn call_on_stack(function: *const (), work: *mut (), top: *const u32);
    }
    let mut work = Some(work);
    let (function, place) = (run::<F> as *const (), (&raw mut work).cast());
    // SAFETY: the function gets what it wants; the memory belongs to nobody else, as the caller and
    // the linker script promise; interrupts have a stack of their own.
    unsafe { call_on_stack(function, place, &raw const __deep_stack_top) };
}

/// Panics when a stack has been used up.
pub fn check() {
    for bottom in [&raw const __stack_bottom, &raw const __deep_stack_bottom] {
        let is_whole = (0..SPARE_WORDS).all(|word| {
            // SAFETY: memory that the linker script keeps for a stack; any words are valid.
            let word = unsafe { ptr::read_volatile(bottom.add(word)) };
            word == PAINT
        });
        assert!(is_whole, "a stack is used up");
    }
}
