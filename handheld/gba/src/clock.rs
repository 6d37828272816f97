//! The clock, which counts processor cycles since the start. A second has 16,777,216 cycles, and a display frame has
//! 280,896.

use crate::registers::{TM2CNT_H, TM2CNT_L, TM3CNT_H, TM3CNT_L};

/// Starts the clock.
pub fn start() {
    // SAFETY: timers that raise no interrupt access no memory.
    unsafe {
        TM2CNT_H.write(0);
        TM3CNT_H.write(0);
        TM2CNT_L.write(0);
        TM3CNT_L.write(0);
        // Timer 3 counts the overflows of timer 2.
        TM3CNT_H.write(0x84);
        TM2CNT_H.write(0x80);
    }
}

/// The number of cycles in a millisecond.
pub const MILLISECOND: u32 = 16_777;

/// Returns whether the clock has passed `time` within the last two minutes.
pub fn is_past(time: u32) -> bool {
    now().wrapping_sub(time).cast_signed() >= 0
}

/// Returns the number of cycles since the start. The count wraps around after four minutes.
#[inline(always)]
pub fn now() -> u32 {
    loop {
        let high = TM3CNT_L.read();
        let low = TM2CNT_L.read();
        // If timer 3 changed between the two reads, timer 2 has wrapped around, and both are read again.
        if TM3CNT_L.read() == high {
            return u32::from(high) << 16 | u32::from(low);
        }
    }
}
