//! Drives the save memory of a cartridge: 64 KiB of flash, or of memory without commands (SRAM, FRAM), on an 8-bit bus
//! ([`Bus`]).
//!
//! - **Flash** has sectors of 4 KiB. On larger chips only bank 0 is used, so that a `.sav` file has exactly 65,536
//!   bytes.
//! - **Some flash does not erase to ones.** Emulators of the VBA family and some flash carts fill an erased sector with
//!   zeros, or ignore the erase command. They keep the save in RAM, where programming can replace any byte. So after an
//!   erase, the driver reads some bytes of the sector ([`SAMPLES`]). If one of them is not 0xFF, the driver fills the
//!   sector with 0xFF by programming. Once this has succeeded, the driver also erases other sectors by programming, and
//!   uses the erase command only if that fails. The bytes are filled from the first one on; the save format relies on
//!   this order if power fails. A sector is not filled if all samples are 0xFF after the erase command.
//! - **Memory without commands** is erased by storing 0xFF, in the same order. It is written like flash: bits only
//!   change to zero.
//! - **No wait is endless.** If a memory does not respond, the driver returns an error. All writes are verified.
//!
//! `identify.rs` explains how the kinds of memory are distinguished.
//!
//! The work is split into pieces, each of which takes some hundredths of a frame. Between two pieces the driver pauses
//! if the bus asks for it ([`Bus::must_pause`]). During a pause, the program may do other work that does not access the
//! memory.
#![no_std]
#![forbid(unsafe_code)]

mod bus;
mod identify;

pub use bus::{Bus, UNLOCK_1, UNLOCK_2, command};

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use identify::{Consent, Kind, identify};
use musrex_core::poll::pause;
use musrex_core::save::DeviceError;

/// The number of bytes of the memory that are used.
pub const BYTES: u32 = 0x1_0000;
/// The number of bytes that are erased at once.
pub const SECTOR_BYTES: u32 = 0x1000;

/// The number of milliseconds after which an unfinished erase means that the sector is broken. An erase normally takes
/// 25 ms.
const ERASE_MILLISECONDS: u32 = 2_000;
/// The number of milliseconds without a change after which a sector counts as erased, whatever it contains. During an
/// erase, two successive reads of the same byte differ in one bit.
const STILL_MILLISECONDS: u32 = 250;
/// The smallest number of equal reads in a row after which a sector counts as erased; [`STILL_MILLISECONDS`] must also
/// have passed.
const STILL_LOOKS: u32 = 8;
/// The largest number of reads of a byte while it is being programmed. Together, these reads take more than a twentieth
/// of a second. Programming a byte normally takes 20 µs.
const PROGRAM_LOOKS: u32 = 50_000;

/// The number of milliseconds within which a piece must read back as written. After each programmed byte, some chips
/// and emulators briefly show a status instead of the contents: mGBA shows 0x5F for 40 µs in the sector that was erased
/// last. If the last byte equals that status, the byte seems to be written before it actually is.
const SETTLE_MILLISECONDS: u32 = 5;

/// The number of bytes that are written and then verified as one piece.
const PIECE_BYTES: usize = 64;
const ERASED_PIECE: [u8; PIECE_BYTES] = [0xff; PIECE_BYTES];
/// The number of bytes that are read as one piece.
const READ_BYTES: usize = 1024;

/// The number of bytes to sample in an erased sector: the first, the last, and two in between, so that every address
/// bit takes both values.
pub const SAMPLES: u32 = 4;
/// The distance between two samples.
const SAMPLE_STEP: u32 = (SECTOR_BYTES - 1) / (SAMPLES - 1);

/// A failure of the memory or of its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The cartridge has no memory that this driver recognises.
    Missing,
    /// The memory on the cartridge takes no commands, and is smaller than 64 KiB.
    TooSmall,
    /// The address is beyond the memory.
    OutOfBounds,
    /// The range does not consist of whole sectors.
    NotAligned,
    /// The memory does not work properly.
    Broken,
}

impl NorFlashError for Fault {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Fault::OutOfBounds => NorFlashErrorKind::OutOfBounds,
            Fault::NotAligned => NorFlashErrorKind::NotAligned,
            Fault::Missing | Fault::TooSmall | Fault::Broken => NorFlashErrorKind::Other,
        }
    }
}

impl From<Fault> for DeviceError {
    fn from(fault: Fault) -> DeviceError {
        match fault {
            Fault::Missing => DeviceError::Missing,
            Fault::TooSmall => DeviceError::TooSmall,
            Fault::OutOfBounds | Fault::NotAligned | Fault::Broken => DeviceError::Broken,
        }
    }
}

/// The save memory on a bus.
#[derive(Clone, Copy, Debug)]
pub struct Chip<B> {
    bus: B,
    kind: Kind,
    /// True once programming has changed a zero of this flash to a one.
    replaces: bool,
}

impl<B: Bus> Chip<B> {
    /// Identifies the memory on `bus`. The caller must do this before any other access.
    pub fn find(mut bus: B) -> Chip<B> {
        let kind = identify(&mut bus, Consent::None);
        Chip { bus, kind, replaces: false }
    }

    /// Returns the bus of the memory.
    pub const fn bus(&mut self) -> &mut B {
        &mut self.bus
    }

    /// Checks that there is a memory, and that it contains the `bytes` bytes from `offset` on.
    fn check(&self, offset: u32, bytes: usize) -> Result<(), Fault> {
        match self.kind {
            Kind::Missing => return Err(Fault::Missing),
            Kind::TooSmall => return Err(Fault::TooSmall),
            Kind::Unknown | Kind::Flash | Kind::Ram => {}
        }
        match (offset as usize).checked_add(bytes) {
            Some(end) if end <= BYTES as usize => Ok(()),
            _ => Err(Fault::OutOfBounds),
        }
    }

    /// Does the checks of [`check`](Chip::check), for bytes that are about to be changed. If the kind of the memory is
    /// unknown, also identifies the memory, and checks again.
    fn check_change(&mut self, offset: u32, bytes: usize) -> Result<(), Fault> {
        self.check(offset, bytes)?;
        if self.kind == Kind::Unknown {
            self.kind = identify(&mut self.bus, Consent::Given);
            self.check(offset, bytes)?;
        }
        Ok(())
    }

    async fn pause_in_time(&mut self) {
        if self.bus.must_pause() {
            pause().await;
        }
    }

    /// Writes one piece of at most [`PIECE_BYTES`] bytes.
    fn write_piece(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Fault> {
        if self.kind == Kind::Ram {
            let mut old = [0; PIECE_BYTES];
            self.bus.read(offset, &mut old[..bytes.len()]);
            for (to, (old, byte)) in (offset..).zip(old.iter().zip(bytes)) {
                self.bus.store(to, old & byte);
            }
        } else if self.bus.program(offset, bytes, PROGRAM_LOOKS) > 0 {
            return Err(self.give_up());
        }
        self.compare(offset, bytes)
    }

    /// Waits until a piece reads back as written. Fails after [`SETTLE_MILLISECONDS`].
    fn compare(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Fault> {
        let start = self.bus.now();
        // If all bytes of a piece are the same, they may be a status, but a status is neither all zeros nor all ones.
        let may_be_status =
            !matches!(bytes[0], 0x00 | 0xff) && bytes.iter().all(|&byte| byte == bytes[0]);
        loop {
            let mut found = [0; PIECE_BYTES];
            let found = &mut found[..bytes.len()];
            self.bus.read(offset, found);
            let is_over = self.bus.now().wrapping_sub(start) > SETTLE_MILLISECONDS * B::MILLISECOND;
            let is_same = *found == *bytes;
            if is_same && (is_over || !may_be_status) {
                return Ok(());
            }
            if is_over {
                return Err(Fault::Broken);
            }
        }
    }

    async fn erase_sector(&mut self, sector: u32) -> Result<(), Fault> {
        self.pause_in_time().await;
        if self.kind == Kind::Ram {
            return self.fill_with_ones(sector).await;
        }
        if self.replaces && self.fill_with_ones(sector).await.is_ok() {
            return Ok(());
        }
        self.bus.begin_erase(sector);
        self.wait_for_erase(sector).await?;
        let is_sample_erased = |sample| {
            let mut byte = [0];
            self.bus.read(sector + sample * SAMPLE_STEP, &mut byte);
            byte == [0xff]
        };
        if (0..SAMPLES).all(is_sample_erased) {
            return Ok(());
        }
        self.fill_with_ones(sector).await?;
        self.replaces = true;
        Ok(())
    }

    /// Waits until a sector has been erased, to ones or to another value.
    async fn wait_for_erase(&mut self, sector: u32) -> Result<(), Fault> {
        let start = self.bus.now();
        let (mut last, mut still_since, mut still_looks) = (0xff, start, 0);
        loop {
            let mut byte = [0];
            self.bus.read(sector, &mut byte);
            let [byte] = byte;
            // During an erase, some bits read as zeros. So a byte of ones means that the sector is erased.
            if byte == 0xff {
                return Ok(());
            }
            let now = self.bus.now();
            if byte != last {
                (last, still_since, still_looks) = (byte, now, 0);
            }
            still_looks += 1;
            let is_still = now.wrapping_sub(still_since) > STILL_MILLISECONDS * B::MILLISECOND;
            if is_still && still_looks >= STILL_LOOKS {
                return Ok(());
            }
            if now.wrapping_sub(start) > ERASE_MILLISECONDS * B::MILLISECOND {
                return Err(self.give_up());
            }
            self.pause_in_time().await;
        }
    }

    /// Fills a sector with 0xFF, from the first byte on. Skips pieces that already contain only 0xFF.
    async fn fill_with_ones(&mut self, sector: u32) -> Result<(), Fault> {
        for offset in (sector..sector + SECTOR_BYTES).step_by(PIECE_BYTES) {
            let mut old = [0; PIECE_BYTES];
            self.bus.read(offset, &mut old);
            if old == ERASED_PIECE {
                continue;
            }
            self.pause_in_time().await;
            if self.kind == Kind::Ram {
                (offset..).zip(old).for_each(|(to, _)| self.bus.store(to, 0xff));
            } else if self.bus.program(offset, &ERASED_PIECE, PROGRAM_LOOKS) > 0 {
                return Err(self.give_up());
            }
            self.compare(offset, &ERASED_PIECE)?;
        }
        Ok(())
    }

    /// Makes flash readable again after a failed operation.
    fn give_up(&mut self) -> Fault {
        if self.kind == Kind::Flash {
            self.bus.command(UNLOCK_1, command::READ);
        }
        Fault::Broken
    }
}

impl<B: Bus> ErrorType for Chip<B> {
    type Error = Fault;
}

impl<B: Bus> ReadNorFlash for Chip<B> {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Fault> {
        self.check(offset, bytes.len())?;
        for (piece, from) in bytes.chunks_mut(READ_BYTES).zip((offset..).step_by(READ_BYTES)) {
            self.pause_in_time().await;
            self.bus.read(from, piece);
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        BYTES as usize
    }
}

impl<B: Bus> NorFlash for Chip<B> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR_BYTES as usize;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Fault> {
        if !from.is_multiple_of(SECTOR_BYTES) || !to.is_multiple_of(SECTOR_BYTES) {
            return Err(Fault::NotAligned);
        }
        for sector in (from..to).step_by(SECTOR_BYTES as usize) {
            self.check_change(sector, SECTOR_BYTES as usize)?;
            self.erase_sector(sector).await?;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.check_change(offset, bytes.len())?;
        for (piece, to) in bytes.chunks(PIECE_BYTES).zip((offset..).step_by(PIECE_BYTES)) {
            self.pause_in_time().await;
            self.write_piece(to, piece)?;
        }
        Ok(())
    }
}
