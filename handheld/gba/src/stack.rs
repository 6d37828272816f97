//! The stack, which grows down toward what else is in IWRAM, with nothing between but this check.

use core::ops::Range;
use core::ptr;

/// What `start.s` paints the stack with.
const PAINT: u32 = 0x5afe_57ac;
/// Words at its end that must never be used.
const SPARE_WORDS: usize = 16;

unsafe extern "C" {
    static __stack_bottom: u32;
    static __stack_top: u32;
}

/// Where it is.
#[expect(clippy::cast_possible_truncation, reason = "addresses have 32 bits here")]
pub fn bounds() -> Range<u32> {
    (&raw const __stack_bottom).addr() as u32..(&raw const __stack_top).addr() as u32
}

/// Calls `work` on the rest of EWRAM as its stack: slow, but large. For what is done once and needs
/// more than IWRAM has.
///
/// # Safety
/// `work` must not call this again.
pub unsafe fn with_deep_stack<F: FnOnce()>(work: F) {
    extern "C" fn run<F: FnOnce()>(work: *mut Option<F>) {
        // SAFETY: it points at the `work` below, which waits for the end of this.
        if let Some(work) = unsafe { (*work).take() } {
            work();
        }
    }
    let mut work = Some(work);
    // SAFETY: the function gets what it wants; the memory belongs to nobody else, as the caller and
    // the linker script promise; interrupts have a stack of their own.
    unsafe { call_on_stack(run::<F>, &raw mut work, &raw const __deep_stack_top) };
}

unsafe extern "C" {
    static __deep_stack_top: u32;
}

/// As [`call_on_stack`](self), for one type.
unsafe fn call_on_stack<F: FnOnce()>(
    function: extern "C" fn(*mut Option<F>),
    work: *mut Option<F>,
    top: *const u32,
) {
    unsafe extern "C" {
        fn call_on_stack(function: *const (), work: *mut (), top: *const u32);
    }
    // SAFETY: both pointers are what the assembly expects; the caller vouches for the rest.
    unsafe { call_on_stack(function as *const (), work.cast(), top) }
}

/// Panics when the stack has been used up.
pub fn check() {
    let bottom = &raw const __stack_bottom;
    let is_whole = (0..SPARE_WORDS).all(|word| {
        // SAFETY: IWRAM that the linker script keeps for the stack; any words are valid.
        let word = unsafe { ptr::read_volatile(bottom.add(word)) };
        word == PAINT
    });
    assert!(is_whole, "the stack is used up");
}
