//! Interrupts at the end of each picture and on button presses.

use crate::registers::{BIOS_IF, DISPSTAT, IE, IF, IME, KEYCNT};
use crate::{buttons, speaker};
use core::arch::asm;

/// The picture has been displayed; video memory is free for the next 68 lines.
const VBLANK: u16 = 1;
/// A button went down.
const KEYPAD: u16 = 1 << 12;

/// The bit of [`KEYCNT`] that enables interrupts for the buttons selected there.
const INTERRUPTS: u16 = 1 << 14;

/// Enables interrupts.
pub fn start() {
    // SAFETY: the interrupts that begin here are handled below; they touch only what is `VolatileCell`, and what
    // nobody else does.
    unsafe {
        DISPSTAT.write(1 << 3);
        KEYCNT.write(INTERRUPTS | buttons::ALL);
        IE.write(VBLANK | KEYPAD);
        IME.write(1);
    }
}

/// Disables all interrupts, after an error.
pub fn stop() {
    // SAFETY: nothing begins here.
    unsafe {
        IME.write(0);
        IE.write(0);
    }
}

/// Puts the processor to sleep until an interrupt; after [`stop`], for ever.
pub fn sleep() {
    // SAFETY: Halt of the BIOS uses no memory but its own.
    unsafe { asm!("swi 2", out("r0") _, out("r1") _, out("r2") _, out("r3") _) };
}

/// Puts the processor to sleep until the next picture has been drawn. Pictures that ended while the
/// program was working do not count.
pub fn wait_for_picture_end() {
    // SAFETY: VBlankIntrWait of the BIOS uses these registers and no memory but its own.
    unsafe { asm!("swi 5", out("r0") _, out("r1") _, out("r2") _, out("r3") _) };
}

/// Called by the BIOS, with the stack of interrupts.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".iwram.interrupt")]
#[instruction_set(arm::a32)]
extern "C" fn interrupt() {
    let waiting = IE.read() & IF.read();
    // SAFETY: takes off what is seen to here.
    unsafe {
        IF.write(waiting);
        BIOS_IF.write(BIOS_IF.read() | waiting);
    }
    let is_picture_end = waiting & VBLANK != 0;
    let known = buttons::sample(is_picture_end);
    // One that is held would keep the others from interrupting; and one that bounces interrupts once
    // a picture, not without end.
    // SAFETY: lets in only what is handled here.
    unsafe { KEYCNT.write(INTERRUPTS | buttons::ALL & !known) };
    if is_picture_end {
        speaker::tick();
    }
}
