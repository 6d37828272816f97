//! The machine's hardware registers, with the names from GBATEK, the usual documentation of the machine.

use core::ptr;

/// A register of 16 bits.
#[derive(Clone, Copy)]
pub struct Register(usize);

/// A register of 32 bits.
#[derive(Clone, Copy)]
pub struct WideRegister(usize);

/// The memory of the wave's samples: 8 registers of 16 bits.
#[derive(Clone, Copy)]
pub struct WaveRam(usize);

/// The control of the display.
pub const DISPCNT: Register = Register(0x0400_0000);
/// The status of the display, and the switches for interrupts at certain moments of a frame.
pub const DISPSTAT: Register = Register(0x0400_0004);
/// The affine matrix of the bitmap, in units of 1/256.
pub const BG2PA: Register = Register(0x0400_0020);
/// See [`BG2PA`].
pub const BG2PB: Register = Register(0x0400_0022);
/// See [`BG2PA`].
pub const BG2PC: Register = Register(0x0400_0024);
/// See [`BG2PA`].
pub const BG2PD: Register = Register(0x0400_0026);
/// The x coordinate of the bitmap's pixel at the top left of the screen, in units of 1/256 pixel.
pub const BG2X: WideRegister = WideRegister(0x0400_0028);
/// The y coordinate of the same pixel (see [`BG2X`]).
pub const BG2Y: WideRegister = WideRegister(0x0400_002c);
/// The control of fading and mixing.
pub const BLDCNT: Register = Register(0x0400_0050);
/// The sweep of pulse 1.
pub const SOUND1CNT_L: Register = Register(0x0400_0060);
/// The duty and the envelope of pulse 1.
pub const SOUND1CNT_H: Register = Register(0x0400_0062);
/// The frequency of pulse 1.
pub const SOUND1CNT_X: Register = Register(0x0400_0064);
/// The duty and the envelope of pulse 2.
pub const SOUND2CNT_L: Register = Register(0x0400_0068);
/// The frequency of pulse 2.
pub const SOUND2CNT_H: Register = Register(0x0400_006c);
/// The on/off switch of the wave, and its bank.
pub const SOUND3CNT_L: Register = Register(0x0400_0070);
/// The volume of the wave.
pub const SOUND3CNT_H: Register = Register(0x0400_0072);
/// The frequency of the wave.
pub const SOUND3CNT_X: Register = Register(0x0400_0074);
/// The envelope of the noise.
pub const SOUND4CNT_L: Register = Register(0x0400_0078);
/// The clock of the noise.
pub const SOUND4CNT_H: Register = Register(0x0400_007c);
/// The samples of the wave. Writes go to the bank that is not playing.
pub const WAVE_RAM: WaveRam = WaveRam(0x0400_0090);
/// The volume of the left and right output, and the channels that are heard on each.
pub const SOUNDCNT_L: Register = Register(0x0400_0080);
/// The volume of the four channels relative to sampled sound.
pub const SOUNDCNT_H: Register = Register(0x0400_0082);
/// The on/off switch of all sound. Switching the sound off resets all channels.
pub const SOUNDCNT_X: Register = Register(0x0400_0084);
/// The bias level of the output. 0x200 is the middle.
pub const SOUNDBIAS: Register = Register(0x0400_0088);
/// The log of the emulator mGBA; a console has no such register.
pub const MGBA_DEBUG: Register = Register(0x04ff_f780);
/// The counter of timer 2.
pub const TM2CNT_L: Register = Register(0x0400_0108);
/// The control of timer 2.
pub const TM2CNT_H: Register = Register(0x0400_010a);
/// The counter of timer 3.
pub const TM3CNT_L: Register = Register(0x0400_010c);
/// The control of timer 3.
pub const TM3CNT_H: Register = Register(0x0400_010e);
/// The states of the ten buttons. The bit of a button is clear while the button is held.
pub const KEYINPUT: Register = Register(0x0400_0130);
/// The switches for interrupts by the ten buttons.
pub const KEYCNT: Register = Register(0x0400_0132);
/// The enabled interrupts, one bit each.
pub const IE: Register = Register(0x0400_0200);
/// The pending interrupts; writing a bit acknowledges the interrupt.
pub const IF: Register = Register(0x0400_0202);
/// The master switch of all interrupts.
pub const IME: Register = Register(0x0400_0208);
/// The flags of the interrupts that have occurred. The BIOS calls that wait for an interrupt read these flags.
pub const BIOS_IF: Register = Register(0x0300_7ff8);

impl Register {
    /// Reads the register.
    #[inline(always)]
    pub fn read(self) -> u16 {
        // SAFETY: only this file makes registers, and all of them are aligned and always accessible.
        unsafe { ptr::read_volatile(ptr::with_exposed_provenance(self.0)) }
    }

    /// Writes the register.
    ///
    /// # Safety
    /// The write must not make the machine access memory that is in use.
    #[inline(always)]
    pub unsafe fn write(self, value: u16) {
        // SAFETY: only this file makes registers, all aligned and always accessible; the caller ensures the rest.
        unsafe { ptr::write_volatile(ptr::with_exposed_provenance_mut(self.0), value) }
    }

    /// Writes the low byte of the register. The high byte stays unchanged.
    ///
    /// # Safety
    /// The caller must ensure the condition of [`Register::write`].
    #[inline(always)]
    pub unsafe fn write_low(self, value: u8) {
        // SAFETY: the same holds as for writing the whole register.
        unsafe { ptr::write_volatile(ptr::with_exposed_provenance_mut(self.0), value) }
    }
}

impl WideRegister {
    /// Writes the register.
    ///
    /// # Safety
    /// The caller must ensure the condition of [`Register::write`].
    #[inline(always)]
    pub unsafe fn write(self, value: u32) {
        // SAFETY: only this file makes registers, all aligned and always accessible; the caller ensures the rest.
        unsafe { ptr::write_volatile(ptr::with_exposed_provenance_mut(self.0), value) }
    }
}

impl WaveRam {
    /// Writes 32 samples of four bits, the first in the high half of the first byte.
    #[inline(always)]
    pub fn write_bytes(self, samples: &[u8; 16]) {
        for (index, pair) in samples.chunks_exact(2).enumerate() {
            let register = Register(self.0 + 2 * index);
            // SAFETY: writing sound registers accesses no memory.
            unsafe { register.write(u16::from_le_bytes([pair[0], pair[1]])) };
        }
    }
}
