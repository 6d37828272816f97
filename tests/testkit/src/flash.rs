//! A simulated flash that enforces the rules of real flash. A test can cut the power of the flash before any step.

use crate::cuts::Place;
use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use musrex_core::limits::{SAVE_BYTES, SECTOR_BYTES};
use musrex_core::save::DeviceError;

/// The number of bytes in a save.
pub const BYTES: usize = SAVE_BYTES as usize;
/// The number of bytes that are erased at once.
pub const SECTOR: usize = SECTOR_BYTES as usize;

/// A change of a flash. Power can fail before or after a step, but not within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This byte was written at this address.
    Write(u16, u8),
    /// The byte at this address was erased, as a part of the erasure of its sector.
    Erase(u16),
    /// The sector at this address was filled with zeros all at once. Some emulators do so at the beginning of an
    /// erasure.
    Zero(u16),
}

/// A NOR flash of 64 KiB. After an erasure, a byte can be written once; after that, only the value 0 can be written
/// over it. A sector is erased byte by byte, so power can fail in the middle of an erasure.
#[derive(Clone, Debug)]
pub struct Flash {
    /// The bytes of the flash.
    pub bytes: Box<[u8]>,
    /// The number of steps until power fails; `None` if it never fails.
    pub steps_left: Option<u64>,
    /// The changes of the flash, if they are recorded.
    pub log: Option<Vec<Step>>,
    /// The number of bytes written so far.
    pub written: u64,
    /// The number of sectors erased so far.
    pub erased: u64,
    /// True if an erasure first fills the sector with zeros, and then sets its bytes to ones.
    pub erases_to_zeros: bool,
}

/// The error for an access to a flash that has lost power.
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
    /// Makes a flash that contains `bytes` and has power.
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

    /// Makes a flash that contains `bytes` and erases to zeros.
    pub fn erasing_to_zeros(bytes: &[u8]) -> Flash {
        Flash { erases_to_zeros: true, ..Flash::of(bytes) }
    }

    /// Performs one step, unless power fails before the step.
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

/// Returns the part of a flash that `step` changes.
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
            // A mark consists of zeros, so it may also be written over a byte in which a fault has already cleared
            // bits.
            let is_free = old == 0xFF || byte == 0;
            assert!(is_free, "byte {at:#x} holds {old:#x} and is written without an erasure");
            self.step(Step::Write(at, byte))?;
            self.written += 1;
        }
        Ok(())
    }
}
