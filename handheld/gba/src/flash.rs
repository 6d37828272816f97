//! The save memory of the cartridge, as accessed through the machine's bus. The crate `musrex-chip` identifies and
//! drives this memory.

use crate::clock;
use crate::registers::MGBA_DEBUG;
use crate::volatile_cell::VolatileCell;
use core::arch::global_asm;
use embedded_storage_async::nor_flash::{NorFlash, ReadNorFlash};
use musrex_chip::{BYTES, Bus, Chip, Fault, SECTOR_BYTES, UNLOCK_1};

global_asm!(include_str!("flash.s"), options(raw));

/// The address of the memory.
const MEMORY: usize = 0x0e00_0000;

/// A string that names the kind of save memory. Emulators and flash carts search the cartridge for it.
#[repr(C, align(4))]
struct SaveKind([u8; 16]);

#[used]
#[unsafe(link_section = ".save_kind")]
static SAVE_KIND: SaveKind = SaveKind(*b"FLASH512_V131\0\0\0");

unsafe extern "C" {
    fn flash_read(from: usize, to: *mut u8, bytes: usize);
    fn flash_store(to: usize, byte: u32);
    fn flash_command(to: usize, command: u32);
    fn flash_erase(sector: usize);
    fn flash_write(to: usize, from: *const u8, bytes: usize, looks: u32) -> usize;
}

/// The clock time at which work on the memory pauses; 0 for never.
static PAUSE_AT: VolatileCell<u32> = VolatileCell::new(0);

/// Makes the driver pause once the clock reaches `time`; with `None`, it never pauses.
pub fn work_until(time: Option<u32>) {
    PAUSE_AT.set(time.map_or(0, |time| time.max(1)));
}

/// The bus of the cartridge's save memory.
#[derive(Clone, Copy, Debug)]
pub struct CartridgeBus;

impl Bus for CartridgeBus {
    const MILLISECOND: u32 = clock::MILLISECOND;

    fn read(&mut self, from: u32, bytes: &mut [u8]) {
        // SAFETY: the read stores exactly as many bytes as `bytes` has.
        unsafe { flash_read(place(from), bytes.as_mut_ptr(), bytes.len()) };
    }

    fn store(&mut self, to: u32, byte: u8) {
        // SAFETY: the store goes to the save memory, which only the driver uses.
        unsafe { flash_store(place(to), byte.into()) };
    }

    fn now(&mut self) -> u32 {
        clock::now()
    }

    fn must_pause(&mut self) -> bool {
        let time = PAUSE_AT.get();
        time != 0 && clock::is_past(time)
    }

    fn command(&mut self, to: u32, command: u8) {
        // SAFETY: the command goes to the save memory, which only the driver uses.
        unsafe { flash_command(place(to), command.into()) };
    }

    fn begin_erase(&mut self, sector: u32) {
        // SAFETY: the command goes to the save memory, which only the driver uses.
        unsafe { flash_erase(place(sector)) };
    }

    fn program(&mut self, to: u32, bytes: &[u8], looks: u32) -> usize {
        // SAFETY: the stores go to the save memory, which only the driver uses; the reads stay within `bytes`.
        unsafe { flash_write(place(to), bytes.as_ptr(), bytes.len(), looks) }
    }
}

/// Returns the address of a byte of the memory as the processor sees it.
const fn place(address: u32) -> usize {
    MEMORY | (address & (BYTES - 1)) as usize
}

/// The save memory.
pub type Flash = Chip<CartridgeBus>;

/// Identifies the save memory. The caller must do this before any other access.
pub fn find() -> Flash {
    if is_mgba() {
        // If the first access is a read, mGBA treats the memory as SRAM of 32 KiB. If the first access is a store to
        // this address, mGBA treats the memory as flash, which ignores this byte. On other machines, the driver must
        // not store anything yet, because memory without commands would lose its old byte.
        CartridgeBus.store(UNLOCK_1, 0xff);
    }
    Chip::find(CartridgeBus)
}

/// Returns whether the program runs in mGBA, which identifies itself in a register that no console has.
fn is_mgba() -> bool {
    // SAFETY: the write accesses no memory; it only enables the emulator's log for a moment.
    unsafe { MGBA_DEBUG.write(0xc0de) };
    let is_mgba = MGBA_DEBUG.read() == 0x1dea;
    // SAFETY: the write accesses no memory; it disables the log again.
    unsafe { MGBA_DEBUG.write(0) };
    is_mgba
}

/// Tests the driver. Erases the last sector, writes some bytes at its start, in its middle and at its end, and makes
/// calls that must fail.
pub async fn try_out(flash: &mut Flash) -> Result<(), Fault> {
    let (sector, end) = (BYTES - SECTOR_BYTES, BYTES);
    flash.erase(sector, end).await?;
    flash.write(sector, b"Mus").await?;
    flash.write(sector + 3, b" Rex").await?;
    let mut counted = [0; 256];
    for (byte, count) in counted.iter_mut().zip(0..) {
        *byte = count;
    }
    flash.write(sector + 0x0ff1, &counted[..15]).await?;
    flash.write(sector + 0x0400, &counted).await?;
    let mut read = [0; 7];
    flash.read(sector, &mut read).await?;
    if read != *b"Mus Rex" {
        return Err(Fault::Broken);
    }
    // None of these calls may access the chip.
    let refusals = [
        flash.erase(sector + 1, end).await == Err(Fault::NotAligned),
        flash.erase(end, end + 0x1000).await == Err(Fault::OutOfBounds),
        flash.write(end - 1, b"..").await == Err(Fault::OutOfBounds),
        flash.read(end, &mut read).await == Err(Fault::OutOfBounds),
    ];
    if refusals.contains(&false) { Err(Fault::Broken) } else { Ok(()) }
}
