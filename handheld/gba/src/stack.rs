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
