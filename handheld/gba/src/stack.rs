//! The stack, which grows down toward the other data in IWRAM, and a larger stack in EWRAM. At the lower end of each
//! stack are some guard words, which are checked before every tick. A single large stack frame can skip the guard words
//! without changing them. So the limits of the builder and of the tests, which demand a reserve of free stack, are the
//! better protection.

use core::ops::Range;
use core::ptr;

/// The word with which `start.s` fills the stack.
const PAINT: u32 = 0x5afe_57ac;
/// The number of guard words at the end of each stack; `start.s` has the same number.
const SPARE_WORDS: usize = 64;

unsafe extern "C" {
    static __stack_bottom: u32;
    static __stack_top: u32;
    static __interrupt_stack_top: u32;
    static __deep_stack_bottom: u32;
    static __deep_stack_top: u32;
}

/// Returns the address ranges of the stack, and of the interrupt stack above it.
#[expect(clippy::cast_possible_truncation, reason = "addresses have 32 bits here")]
pub fn bounds() -> [Range<u32>; 2] {
    let bottom = (&raw const __stack_bottom).addr() as u32;
    let middle = (&raw const __stack_top).addr() as u32;
    [bottom..middle, middle..(&raw const __interrupt_stack_top).addr() as u32]
}

/// Calls `work` with the unused part of EWRAM as its stack. This stack is slower and larger than the stack in IWRAM.
///
/// # Safety
/// `work` must not call this function.
pub unsafe fn with_deep_stack<F: FnOnce()>(work: F) {
    extern "C" fn run<F: FnOnce()>(work: *mut Option<F>) {
        // SAFETY: the pointer points to the `work` below, which outlives this call.
        if let Some(work) = unsafe { (*work).take() } {
            work();
        }
    }
    unsafe extern "C" {
        fn call_on_stack(function: *const (), work: *mut (), top: *const u32);
    }
    let mut work = Some(work);
    let (function, place) = (run::<F> as *const (), (&raw mut work).cast());
    // SAFETY: `run` gets the argument that it expects. The caller and the linker script ensure that nothing else uses
    // the memory. Interrupts have their own stack.
    unsafe { call_on_stack(function, place, &raw const __deep_stack_top) };
}

/// Panics if a guard word has changed, which means that a stack has overflowed.
pub fn check() {
    for bottom in [&raw const __stack_bottom, &raw const __deep_stack_bottom] {
        let is_whole = (0..SPARE_WORDS).all(|word| {
            // SAFETY: the linker script reserves this memory for a stack, and any value of a word is valid.
            let word = unsafe { ptr::read_volatile(bottom.add(word)) };
            word == PAINT
        });
        assert!(is_whole, "a stack is used up");
    }
}
