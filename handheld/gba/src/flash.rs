//! The save chip: 64 KB of flash in the cartridge, in sectors of 4 KB.
//!
//! Only bank 0 is ever used, so that a chip of 128 KB does as well and a `.sav` file has exactly
//! 65,536 bytes. Whoever waits for the chip gives up after a while: a broken one is an error that
//! the player is told, never a game that stands still. What was written is read again.
//!
//! Its work is cut into pieces of some hundredths of a picture. Between two of them it pauses, when
//! its time is over ([`work_until`]): then something else may be done that leaves the chip alone.

use crate::clock;
use crate::shared::Shared;
use core::arch::global_asm;
use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use musrex_core::save::{Device, pause};

global_asm!(include_str!("flash.s"), options(raw));

/// Where the chip is.
const CHIP: usize = 0x0e00_0000;
/// Bytes of it that are used.
pub const BYTES: usize = 0x1_0000;
/// Bytes that are erased at once.
pub const SECTOR_BYTES: usize = 0x1000;

/// How long a sector may be erased before it is taken for broken. It takes 25 ms.
const ERASE_CYCLES: u32 = 2_000 * clock::MILLISECOND;
/// Looks at a byte being written: more than a twentieth of a second. It takes 20 µs.
const WRITE_LOOKS: u32 = 50_000;
/// Bytes that are written in one piece, and then read again to compare.
const PIECE_BYTES: usize = 64;

/// Bytes that are read in one piece.
const READ_BYTES: usize = 1024;

/// How long a chip may take to tell what it is, and to give its bytes again: the slowest kind, which
/// is not supported but must be known, wants 10 ms.
const IDENTIFY_CYCLES: u32 = 20 * clock::MILLISECOND;

/// Tell what is in the chip instead of its bytes.
const IDENTIFY: u32 = 0x90;
/// Bytes again.
const READ: u32 = 0xf0;

/// Maker and kind of a chip that is written 128 bytes at a time, unlike all others: not supported.
const ATMEL: [u8; 2] = [0x1f, 0x3d];

/// What emulators and flash carts look for to know which chip to be.
#[repr(C, align(4))]
struct SaveKind([u8; 16]);

#[used]
#[unsafe(link_section = ".save_kind")]
static SAVE_KIND: SaveKind = SaveKind(*b"FLASH512_V131\0\0\0");

unsafe extern "C" {
    fn flash_read(from: usize, to: *mut u8, bytes: usize);
    fn flash_command(command: u32);
    fn flash_erase(sector: usize);
    fn flash_write(to: usize, from: *const u8, bytes: usize, looks: u32) -> usize;
}

/// What may go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The cartridge has no chip that this driver knows.
    Missing,
    /// A place beyond the chip.
    OutOfBounds,
    /// Sectors are erased from their first byte to their last.
    NotAligned,
    /// The chip does not do what it should.
    Broken,
}

impl NorFlashError for Fault {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Fault::OutOfBounds => NorFlashErrorKind::OutOfBounds,
            Fault::NotAligned => NorFlashErrorKind::NotAligned,
            Fault::Missing | Fault::Broken => NorFlashErrorKind::Other,
        }
    }
}

impl From<Fault> for Device {
    fn from(fault: Fault) -> Device {
        match fault {
            Fault::Missing => Device::Missing,
            Fault::OutOfBounds | Fault::NotAligned | Fault::Broken => Device::Broken,
        }
    }
}

/// When the time for work on the chip is over, by the clock; 0 for never.
static PAUSE_AT: Shared<u32> = Shared::new(0);

/// Has whoever works on the chip pause as soon as the clock says `time`; `None` for never.
pub fn work_until(time: Option<u32>) {
    PAUSE_AT.set(time.map_or(0, |time| time.max(1)));
}

/// Lets something else be done, if it is time for that.
async fn pause_in_time() {
    let time = PAUSE_AT.get();
    if time != 0 && clock::is_past(time) {
        pause().await;
    }
}

/// The chip.
#[derive(Clone, Copy)]
pub struct Flash {
    is_there: bool,
}

impl Flash {
    /// Looks for the chip. This comes before anything else is done with it: emulators that see it
    /// read first take it for another kind.
    pub fn find() -> Flash {
        let [kind, again] = answers_to(IDENTIFY);
        let [bytes, _] = answers_to(READ);
        // Where nothing answers, the bus keeps what was last on it: all ones, zeros, or an echo; and
        // memory without commands gives its bytes. A chip gives its own once it is told to, and no
        // maker has the number of its kind.
        let is_sure = kind == again && kind[0] != kind[1] && kind != bytes;
        Flash { is_there: is_sure && kind != ATMEL }
    }

    /// Checks that `bytes` bytes from `offset` on are in the chip; gives their address.
    fn place(&self, offset: u32, bytes: usize) -> Result<usize, Fault> {
        if !self.is_there {
            return Err(Fault::Missing);
        }
        let start = offset as usize;
        match start.checked_add(bytes) {
            Some(end) if end <= BYTES => Ok(CHIP + start),
            _ => Err(Fault::OutOfBounds),
        }
    }

    fn write_piece(&self, offset: u32, bytes: &[u8]) -> Result<(), Fault> {
        let place = self.place(offset, bytes.len())?;
        // SAFETY: writes the chip, at places that are in it, from bytes that are there.
        let left = unsafe { flash_write(place, bytes.as_ptr(), bytes.len(), WRITE_LOOKS) };
        if left > 0 {
            return Err(self.give_up());
        }
        let mut read = [0; PIECE_BYTES];
        let read = &mut read[..bytes.len()];
        // SAFETY: reads no more than there is room for.
        unsafe { flash_read(place, read.as_mut_ptr(), read.len()) };
        if *read == *bytes { Ok(()) } else { Err(Fault::Broken) }
    }

    async fn erase_sector(&self, offset: usize) -> Result<(), Fault> {
        let offset = u32::try_from(offset).map_err(|_| Fault::OutOfBounds)?;
        let sector = self.place(offset, SECTOR_BYTES)?;
        pause_in_time().await;
        // SAFETY: erases a sector that is in the chip.
        unsafe { flash_erase(sector) };
        let start = clock::now();
        loop {
            let mut first = 0;
            // SAFETY: reads a byte of the chip.
            unsafe { flash_read(sector, &raw mut first, 1) };
            // Until it is done, some of the bits are not what they will be.
            if first == 0xff {
                return Ok(());
            }
            if clock::now().wrapping_sub(start) > ERASE_CYCLES {
                return Err(self.give_up());
            }
            pause_in_time().await;
        }
    }

    /// Makes a chip that has not done its work readable again.
    fn give_up(&self) -> Fault {
        // SAFETY: a command that changes nothing.
        unsafe { flash_command(READ) };
        Fault::Broken
    }
}

impl ErrorType for Flash {
    type Error = Fault;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Fault> {
        let start = self.place(offset, bytes.len())?;
        for (piece, place) in bytes.chunks_mut(READ_BYTES).zip((start..).step_by(READ_BYTES)) {
            pause_in_time().await;
            // SAFETY: reads no more than there is room for, from places that are in the chip.
            unsafe { flash_read(place, piece.as_mut_ptr(), piece.len()) };
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        BYTES
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR_BYTES;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Fault> {
        let (from, to) = (from as usize, to as usize);
        if from % SECTOR_BYTES != 0 || to % SECTOR_BYTES != 0 {
            return Err(Fault::NotAligned);
        }
        for offset in (from..to).step_by(SECTOR_BYTES) {
            self.erase_sector(offset).await?;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.place(offset, bytes.len())?;
        for (piece, offset) in bytes.chunks(PIECE_BYTES).zip((offset..).step_by(PIECE_BYTES)) {
            pause_in_time().await;
            self.write_piece(offset, piece)?;
        }
        Ok(())
    }
}

/// The first two bytes that are read, twice, after a command that changes nothing.
fn answers_to(command: u32) -> [[u8; 2]; 2] {
    // SAFETY: the caller gives no other command.
    unsafe { flash_command(command) };
    clock::wait(IDENTIFY_CYCLES);
    let mut answers = [[0; 2]; 2];
    for answer in &mut answers {
        // SAFETY: a read of two bytes into as many.
        unsafe { flash_read(CHIP, answer.as_mut_ptr(), answer.len()) };
    }
    answers
}

/// Erases the last sector and writes a part of it, in the middle of a sector and over its start: for
/// tests of this driver alone.
pub async fn try_out(flash: &mut Flash) -> Result<(), Fault> {
    let offset = |bytes| u32::try_from(bytes).map_err(|_| Fault::OutOfBounds);
    let (sector, end) = (offset(BYTES - SECTOR_BYTES)?, offset(BYTES)?);
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
    // None of these may touch the chip.
    let refusals = [
        flash.erase(sector + 1, end).await == Err(Fault::NotAligned),
        flash.erase(end, end + 0x1000).await == Err(Fault::OutOfBounds),
        flash.write(end - 1, b"..").await == Err(Fault::OutOfBounds),
        flash.read(end, &mut read).await == Err(Fault::OutOfBounds),
    ];
    if refusals.contains(&false) { Err(Fault::Broken) } else { Ok(()) }
}
