//! The interrupts, which occur at the end of each display frame and when a button goes down.

use crate::registers::{BIOS_IF, DISPSTAT, IE, IF, IME, KEYCNT};
use crate::{buttons, speaker};
use core::arch::asm;

/// The interrupt at the end of a frame (VBlank). During the next 68 lines, the display does not access video memory.
const VBLANK: u16 = 1;
/// The interrupt for a button that goes down.
const KEYPAD: u16 = 1 << 12;

/// The bit of [`KEYCNT`] that makes the buttons selected there raise interrupts.
const INTERRUPTS: u16 = 1 << 14;

/// Enables interrupts.
pub fn start() {
    // SAFETY: the function below handles the interrupts that are enabled here. It accesses only `VolatileCell`s, and
    // data that nothing else uses.
    unsafe {
        DISPSTAT.write(1 << 3);
        KEYCNT.write(INTERRUPTS | buttons::ALL);
        IE.write(VBLANK | KEYPAD);
        IME.write(1);
    }
}

/// Disables all interrupts, after an error.
pub fn stop() {
    // SAFETY: this call enables no interrupt.
    unsafe {
        IME.write(0);
        IE.write(0);
    }
}

/// Puts the processor to sleep until the next interrupt. After [`stop`], the processor sleeps forever.
pub fn sleep() {
    // SAFETY: the BIOS call Halt uses no memory except its own.
    unsafe { asm!("swi 2", out("r0") _, out("r1") _, out("r2") _, out("r3") _) };
}

/// Puts the processor to sleep until the next end of a frame. Frames that ended before this call do not count.
pub fn wait_for_picture_end() {
    // SAFETY: the BIOS call VBlankIntrWait uses these registers and no memory except its own.
    unsafe { asm!("swi 5", out("r0") _, out("r1") _, out("r2") _, out("r3") _) };
}

/// Handles the interrupts. The BIOS calls this function on the interrupt stack.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".iwram.interrupt")]
#[instruction_set(arm::a32)]
extern "C" fn interrupt() {
    let waiting = IE.read() & IF.read();
    // SAFETY: this write acknowledges only the interrupts that are handled here.
    unsafe {
        IF.write(waiting);
        BIOS_IF.write(BIOS_IF.read() | waiting);
    }
    let is_picture_end = waiting & VBLANK != 0;
    let known = buttons::sample(is_picture_end);
    // A held button would keep the other buttons from raising an interrupt. With this mask, a bouncing button raises
    // only one interrupt per frame.
    // SAFETY: this write enables only an interrupt that is handled here.
    unsafe { KEYCNT.write(INTERRUPTS | buttons::ALL & !known) };
    if is_picture_end {
        speaker::tick();
    }
}
