//! A flash in memory, for inspecting a save without changing it, and for examples.

use crate::limits::{SAVE_BYTES, SECTOR_BYTES};
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash};

/// A memory of bytes that behaves like flash: erasing sets a sector to 0xFF, and writing can only turn ones into zeros.
#[derive(Clone, Debug)]
pub struct Memory<B>(pub B);

impl<B: AsMut<[u8]> + AsRef<[u8]>> Memory<B> {
    fn part(&mut self, from: u32, length: usize) -> Result<&mut [u8], NorFlashErrorKind> {
        let bytes = self.0.as_mut().get_mut(from as usize..);
        bytes.and_then(|bytes| bytes.get_mut(..length)).ok_or(NorFlashErrorKind::OutOfBounds)
    }
}

impl<B> ErrorType for Memory<B> {
    type Error = NorFlashErrorKind;
}

impl<B: AsMut<[u8]> + AsRef<[u8]>> ReadNorFlash for Memory<B> {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        bytes.copy_from_slice(self.part(offset, bytes.len())?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.0.as_ref().len().min(SAVE_BYTES as usize)
    }
}

impl<B: AsMut<[u8]> + AsRef<[u8]>> NorFlash for Memory<B> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR_BYTES as usize;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        self.part(from, to.saturating_sub(from) as usize)?.fill(0xFF);
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        for (old, new) in self.part(offset, bytes.len())?.iter_mut().zip(bytes) {
            *old &= new;
        }
        Ok(())
    }
}
