//! The flash, which contains the program and the save. The processor reads the flash as memory; functions of the ROM
//! erase and program it.
//!
//! During a change, the flash cannot be read, so code in flash must not run. Therefore the function that calls the ROM
//! is in RAM, and interrupts are off while a page is programmed or a sector is erased.

use core::ptr;
use embedded_storage::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use rp2040_hal::rom_data;

/// The offset of the save, whose 64 KiB begin 1 MiB before the end of the flash. Tools that write the program do not
/// change these bytes.
pub const SAVE_OFFSET: u32 = 0xF0_0000;

/// The number of bytes of the flash.
const FLASH_BYTES: usize = 16 << 20;
/// The address at which the flash is mapped.
const XIP_BASE: usize = 0x1000_0000;
/// The number of bytes that are programmed at once.
const PAGE_BYTES: usize = 256;
/// The number of bytes that are erased at once.
const SECTOR_BYTES: usize = 4096;

/// The flash of the board.
pub struct RomFlash;

/// The error that the flash does not contain the bytes that were written, for example because the chip is worn out.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch;

impl NorFlashError for Mismatch {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl ErrorType for RomFlash {
    type Error = Mismatch;
}

impl ReadNorFlash for RomFlash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Mismatch> {
        for (at, byte) in (offset as usize..).zip(bytes) {
            *byte = byte_at(at);
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        FLASH_BYTES
    }
}

impl NorFlash for RomFlash {
    const WRITE_SIZE: usize = PAGE_BYTES;
    const ERASE_SIZE: usize = SECTOR_BYTES;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Mismatch> {
        for sector in (from..to).step_by(SECTOR_BYTES) {
            change(sector, None);
            let mut bytes = (sector as usize..).take(SECTOR_BYTES);
            if !bytes.all(|at| byte_at(at) == 0xFF) {
                return Err(Mismatch);
            }
        }
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Mismatch> {
        for (at, page) in (offset..).step_by(PAGE_BYTES).zip(bytes.as_chunks().0) {
            // Makes a copy, because the caller's page may itself be in flash.
            let page: [u8; PAGE_BYTES] = *page;
            change(at, Some(&page));
            // Skips bytes of ones, because they do not change the old value.
            let mut written = (at as usize..).zip(&page).filter(|(_, byte)| **byte != 0xFF);
            if !written.all(|(at, byte)| byte_at(at) == *byte) {
                return Err(Mismatch);
            }
        }
        Ok(())
    }
}

// A programmed 1 leaves a bit unchanged, so a page may be programmed several times.
impl MultiwriteNorFlash for RomFlash {}

/// Reads a byte with a volatile access, because the flash may change without the compiler's knowledge.
fn byte_at(offset: usize) -> u8 {
    assert!(offset < FLASH_BYTES, "a save lies in the flash");
    // SAFETY: all of the flash is readable. The compiler must not assume that the flash is constant.
    unsafe { ptr::read_volatile(ptr::with_exposed_provenance(XIP_BASE + offset)) }
}

/// The ROM functions that change the flash. Their addresses are looked up while the flash is still readable.
struct Rom {
    connect: unsafe extern "C" fn(),
    exit_xip: unsafe extern "C" fn(),
    erase: unsafe extern "C" fn(u32, usize, u32, u8),
    program: unsafe extern "C" fn(u32, *const u8, usize),
    flush_cache: unsafe extern "C" fn(),
    /// A copy in RAM of the second boot stage, which makes the flash readable again at full speed.
    boot2: [u32; 64],
}

/// Programs `page` at `offset`. Without a page, erases the sector at `offset`.
fn change(offset: u32, page: Option<&[u8; PAGE_BYTES]>) {
    let rom = Rom {
        connect: rom_data::connect_internal_flash::ptr(),
        exit_xip: rom_data::flash_exit_xip::ptr(),
        erase: rom_data::flash_range_erase::ptr(),
        program: rom_data::flash_range_program::ptr(),
        flush_cache: rom_data::flash_flush_cache::ptr(),
        // SAFETY: the second boot stage is at the start of the flash.
        boot2: unsafe { ptr::read_volatile(ptr::with_exposed_provenance(XIP_BASE)) },
    };
    let page = page.map_or(ptr::null(), |page| page.as_ptr());
    critical_section::with(|_| {
        // SAFETY: interrupts are off, the second core was never started, no DMA reads the flash, and `page` is in RAM.
        unsafe { change_from_ram(&rom, offset, page) }
    });
}

/// Programs `page`, or erases the sector if `page` is null.
///
/// # Safety
/// Nothing else may read the flash during the call.
#[inline(never)]
#[unsafe(link_section = ".data.change_from_ram")]
unsafe fn change_from_ram(rom: &Rom, offset: u32, page: *const u8) {
    /// The size and the erase command of a block of 64 KiB. The ROM requires both, but never erases a whole block when
    /// asked for one sector.
    const BLOCK: (u32, u8) = (1 << 16, 0xD8);
    // SAFETY: the calls follow the order of the RP2040's data sheet, section 2.8.3.
    unsafe {
        (rom.connect)();
        (rom.exit_xip)();
        if page.is_null() {
            (rom.erase)(offset, SECTOR_BYTES, BLOCK.0, BLOCK.1);
        } else {
            (rom.program)(offset, page, PAGE_BYTES);
        }
        (rom.flush_cache)();
        // The lowest bit of the address marks Thumb code.
        let boot2 = rom.boot2.as_ptr().cast::<u8>().wrapping_add(1);
        let enter_xip: unsafe extern "C" fn() = core::mem::transmute(boot2);
        enter_xip();
    }
}
