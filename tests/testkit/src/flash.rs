//! A simulated flash that is as strict as real ones, and loses power whenever a test wants.

use crate::cuts::Place;
use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use musrex_core::limits::{SAVE_BYTES, SECTOR_BYTES};
use musrex_core::save::DeviceError;

/// The bytes of a save.
pub const BYTES: usize = SAVE_BYTES as usize;
/// The bytes that are erased at once.
pub const SECTOR: usize = SECTOR_BYTES as usize;

/// A change of a flash, the smallest step between two power cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This byte was written here.
    Write(u16, u8),
    /// This byte was erased, on the way through its sector.
    Erase(u16),
    /// The sector that begins here was erased to zeros, which then turn to ones. It happens at once, as in the
    /// emulators that do this.
    Zero(u16),
}

/// A NOR flash of 64 KiB. A byte can be written once after an erase. A sector is erased byte by byte, so that power can
/// fail in between.
#[derive(Clone, Debug)]
pub struct Flash {
    /// The bytes of the flash.
    pub bytes: Box<[u8]>,
    /// Steps until power fails; `None` for never.
    pub steps_left: Option<u64>,
    /// The changes, when they are to be recorded.
    pub log: Option<Vec<Step>>,
    /// Bytes written so far.
    pub written: u64,
    /// Sectors erased so far.
    pub erased: u64,
    /// True when a sector is erased to zeros, which the driver turns to ones.
    pub erases_to_zeros: bool,
}

/// Power has failed.
#[derive(Debug)]
pub struct PowerLost;

impl NorFlashError for PowerLost {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl From<PowerLost> for DeviceError {
    fn from(_: PowerLost) -> DeviceError {
        DeviceError::Broken
    }
}

impl Default for Flash {
    fn default() -> Flash {
        Flash::of(&[0xFF; BYTES])
    }
}

impl Flash {
    /// A flash that holds `bytes` and has power.
    pub fn of(bytes: &[u8]) -> Flash {
        assert_eq!(bytes.len(), BYTES);
        Flash {
            bytes: bytes.into(),
            steps_left: None,
            log: None,
            written: 0,
            erased: 0,
            erases_to_zeros: false,
        }
    }

    /// A flash that holds `bytes`, and erases to zeros.
    pub fn erasing_to_zeros(bytes: &[u8]) -> Flash {
        Flash { erases_to_zeros: true, ..Flash::of(bytes) }
    }

    /// Does one step, unless power fails before it.
    fn step(&mut self, step: Step) -> Result<(), PowerLost> {
        if let Some(left) = &mut self.steps_left {
            *left = left.checked_sub(1).ok_or(PowerLost)?;
        }
        apply(&mut self.bytes, step);
        if let Some(log) = &mut self.log {
            log.push(step);
        }
        Ok(())
    }
}

/// Tells where `step` changes a flash.
pub fn place(step: &Step) -> Place {
    match *step {
        Step::Write(at, _) => Place::Written(at.into()),
        Step::Erase(at) => Place::Erased(at.into()),
        Step::Zero(_) => Place::Sector,
    }
}

/// Applies `step` to the contents of a flash.
pub fn apply(bytes: &mut [u8], step: Step) {
    match step {
        Step::Write(at, byte) => bytes[usize::from(at)] &= byte,
        Step::Erase(at) => bytes[usize::from(at)] = 0xFF,
        Step::Zero(start) => bytes[usize::from(start)..][..SECTOR].fill(0),
    }
}

impl ErrorType for Flash {
    type Error = PowerLost;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), PowerLost> {
        bytes.copy_from_slice(&self.bytes[offset as usize..][..bytes.len()]);
        if self.steps_left == Some(0) { Err(PowerLost) } else { Ok(()) }
    }

    fn capacity(&self) -> usize {
        BYTES
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), PowerLost> {
        assert!(from.is_multiple_of(SECTOR_BYTES) && to.is_multiple_of(SECTOR_BYTES));
        assert!(from < to && to <= SAVE_BYTES, "sectors that are not there");
        let at = |at| u16::try_from(at).expect("inside the flash");
        for start in (from..to).step_by(SECTOR) {
            if self.steps_left.is_none() && self.log.is_none() {
                self.bytes[start as usize..][..SECTOR].fill(0xFF);
                continue;
            }
            if self.erases_to_zeros {
                self.step(Step::Zero(at(start)))?;
            }
            (start..start + SECTOR_BYTES).try_for_each(|byte| self.step(Step::Erase(at(byte))))?;
        }
        self.erased += u64::from((to - from) / SECTOR_BYTES);
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), PowerLost> {
        for (at, &byte) in (offset..).zip(bytes) {
            let at = u16::try_from(at).expect("inside the flash");
            let old = self.bytes[usize::from(at)];
            // A mark, which is zeros, may be made where a fault has turned bits already.
            let is_free = old == 0xFF || byte == 0;
            assert!(is_free, "byte {at:#x} holds {old:#x} and is written without an erasure");
            self.step(Step::Write(at, byte))?;
            self.written += 1;
        }
        Ok(())
    }
}
