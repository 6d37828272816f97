//! The end of each picture, and presses of buttons, as interrupts.

use crate::buttons;
use crate::registers::{BIOS_IF, DISPSTAT, IE, IF, IME, KEYCNT};
use core::arch::asm;

/// The picture has been drawn: for 68 lines, the memory it comes from is free.
const VBLANK: u16 = 1;
/// A button went down.
const KEYPAD: u16 = 1 << 12;

/// Lets interrupts in.
pub fn start() {
    // SAFETY: the interrupts that begin here are handled below; they touch only what is `Shared`.
    unsafe {
        DISPSTAT.write(1 << 3);
        KEYCNT.write(1 << 14 | 0x3ff);
        IE.write(VBLANK | KEYPAD);
        IME.write(1);
    }
}

/// No more interrupts: for when things have gone wrong.
pub fn stop() {
    // SAFETY: nothing begins here.
    unsafe { IME.write(0) };
}

/// Waits, with the processor asleep, until the next picture has been drawn. One that was drawn while
/// the program worked does not count: its time is over.
pub fn wait_for_picture_end() {
    // SAFETY: VBlankIntrWait of the BIOS uses these registers and no memory but its own.
    unsafe { asm!("swi 5", out("r0") _, out("r1") _, out("r2") _, out("r3") _) };
}

/// Called by the BIOS, with the stack of interrupts.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".iwram.interrupt")]
#[instruction_set(arm::a32)]
extern "C" fn interrupt() {
    let enabled = IE.read();
    let waiting = enabled & IF.read();
    // SAFETY: takes off what is seen to here.
    unsafe {
        IF.write(waiting);
        BIOS_IF.write(BIOS_IF.read() | waiting);
    }
    let is_picture_end = waiting & VBLANK != 0;
    buttons::sample(is_picture_end);
    // A button that bounces interrupts once a picture, not without end.
    let next = if is_picture_end { enabled | KEYPAD } else { enabled & !waiting };
    if next != enabled {
        // SAFETY: lets in only what is handled here.
        unsafe { IE.write(next) };
    }
}
