//! Adapts a flash driver that blocks until each operation is done, as most drivers do.

use crate::limits::{SAVE_BYTES, SECTOR_BYTES};
use crate::poll::pause;
use embedded_storage::nor_flash as blocking;
use embedded_storage_async::nor_flash::{ErrorType, MultiwriteNorFlash, NorFlash, ReadNorFlash};

/// The largest number of bytes written between two pauses: one page of serial flash.
const PAGE_BYTES: usize = 256;

/// The 64 KiB of a save in a flash that implements the blocking traits of `embedded-storage`. The save begins at an
/// offset.
///
/// The adapter pauses after it has erased a sector, and after each write to a page of 256 bytes. A host that polls the
/// work of a [`SaveManager`](super::SaveManager) regains control at each pause. The adapter has the word sizes of the
/// flash; wrap the adapter in a [`WordFlash`](super::WordFlash) if a word is larger than a byte.
///
/// ```
/// use embedded_storage::nor_flash::MultiwriteNorFlash;
/// use musrex_core::poll::block_on;
/// use musrex_core::save::{BlockingFlash, SaveManager, WordFlash};
///
/// /// The last 64 KiB of 4 MiB, behind the program.
/// const SAVE_OFFSET: u32 = 0x3F_0000;
///
/// fn open<F: MultiwriteNorFlash>(flash: F) -> SaveManager<WordFlash<BlockingFlash<F>>> {
///     block_on(SaveManager::open(WordFlash(BlockingFlash::new(flash, SAVE_OFFSET))))
/// }
/// ```
#[derive(Clone, Debug)]
pub struct BlockingFlash<F> {
    flash: F,
    /// The address of the save in the flash.
    offset: u32,
}

impl<F> BlockingFlash<F> {
    /// Takes the 64 KiB of `flash` that begin at `offset`. If fewer bytes follow `offset`, the save cannot be opened
    /// ([`SaveError::WrongSize`](super::SaveError::WrongSize)).
    ///
    /// # Panics
    /// Panics if `offset` is not a multiple of 4,096.
    pub const fn new(flash: F, offset: u32) -> BlockingFlash<F> {
        assert!(offset.is_multiple_of(SECTOR_BYTES), "a save begins with a sector");
        BlockingFlash { flash, offset }
    }
}

impl<F: blocking::ErrorType> ErrorType for BlockingFlash<F> {
    type Error = F::Error;
}

impl<F: blocking::ReadNorFlash> ReadNorFlash for BlockingFlash<F> {
    const READ_SIZE: usize = F::READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), F::Error> {
        self.flash.read(self.offset + offset, bytes)
    }

    fn capacity(&self) -> usize {
        self.flash.capacity().saturating_sub(self.offset as usize).min(SAVE_BYTES as usize)
    }
}

impl<F: blocking::NorFlash> NorFlash for BlockingFlash<F> {
    const WRITE_SIZE: usize = F::WRITE_SIZE;
    const ERASE_SIZE: usize = F::ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), F::Error> {
        for sector in (from..to).step_by(SECTOR_BYTES as usize) {
            let end = to.min(sector + SECTOR_BYTES);
            self.flash.erase(self.offset + sector, self.offset + end)?;
            pause().await;
        }
        Ok(())
    }

    async fn write(&mut self, mut offset: u32, mut bytes: &[u8]) -> Result<(), F::Error> {
        while !bytes.is_empty() {
            let length = bytes.len().min(PAGE_BYTES - offset as usize % PAGE_BYTES);
            let (page, rest) = bytes.split_at(length);
            self.flash.write(self.offset + offset, page)?;
            pause().await;
            offset += u32::try_from(length).expect("a page is small");
            bytes = rest;
        }
        Ok(())
    }
}

impl<F: blocking::MultiwriteNorFlash> MultiwriteNorFlash for BlockingFlash<F> {}
