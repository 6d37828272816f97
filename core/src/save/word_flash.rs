//! Adapts flash with words of several bytes.

use crate::limits::SECTOR_BYTES;
use embedded_storage_async::nor_flash::{ErrorType, MultiwriteNorFlash, NorFlash, ReadNorFlash};

/// The size of the longest supported word in bytes: the page of a serial flash.
const WORD_BYTES_MAX: usize = 256;

/// An adapter that makes flash with words of up to 256 bytes readable and writable byte by byte. The word sizes of the
/// flash must be powers of two, and its erase size must be a divisor of 4 KiB.
///
/// The adapter reads and writes whole words. A write pads each incomplete word with 0xFF, which leaves the other bytes
/// of the word unchanged. So a word may be written several times between two erasures, each time at other bytes. The
/// flash ends up with the same bytes as on any other machine. [`MultiwriteNorFlash`] guarantees that a flash allows
/// such writes. Flash with an error-correcting code per word, as in many microcontrollers, does not allow a second
/// write, because that write would corrupt the code. The trait bound rejects such flash.
///
/// ```
/// use embedded_storage_async::nor_flash::MultiwriteNorFlash;
/// use musrex_core::save::{SaveManager, WordFlash};
///
/// async fn open<F: MultiwriteNorFlash>(flash: F) -> SaveManager<WordFlash<F>> {
///     SaveManager::open(WordFlash(flash)).await
/// }
/// ```
#[derive(Clone, Debug)]
pub struct WordFlash<F>(
    /// The flash.
    pub F,
);

impl<F: MultiwriteNorFlash> WordFlash<F> {
    /// Asserts the requirements. A program for flash that violates them does not compile.
    const LAYOUT: () = {
        let is_part = (SECTOR_BYTES as usize).is_multiple_of(F::ERASE_SIZE);
        assert!(is_part, "a save is erased in sectors of 4 KiB, or of a part of that");
        assert!(F::WRITE_SIZE <= WORD_BYTES_MAX && F::WRITE_SIZE.is_power_of_two());
        assert!(F::READ_SIZE <= WORD_BYTES_MAX && F::READ_SIZE.is_power_of_two());
    };
}

impl<F: MultiwriteNorFlash> ErrorType for WordFlash<F> {
    type Error = F::Error;
}

impl<F: MultiwriteNorFlash> ReadNorFlash for WordFlash<F> {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, mut bytes: &mut [u8]) -> Result<(), F::Error> {
        let mut at = offset as usize;
        while !bytes.is_empty() {
            let before = at % F::READ_SIZE;
            let whole = bytes.len() / F::READ_SIZE * F::READ_SIZE;
            let length = if before == 0 && whole > 0 {
                self.0.read(address(at), &mut bytes[..whole]).await?;
                whole
            } else {
                let mut word = [0; WORD_BYTES_MAX];
                let word = &mut word[..F::READ_SIZE];
                self.0.read(address(at - before), word).await?;
                let length = bytes.len().min(F::READ_SIZE - before);
                bytes[..length].copy_from_slice(&word[before..before + length]);
                length
            };
            at += length;
            bytes = &mut bytes[length..];
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

impl<F: MultiwriteNorFlash> NorFlash for WordFlash<F> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = {
        let () = Self::LAYOUT;
        SECTOR_BYTES as usize
    };

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), F::Error> {
        self.0.erase(from, to).await
    }

    async fn write(&mut self, offset: u32, mut bytes: &[u8]) -> Result<(), F::Error> {
        let mut at = offset as usize;
        while !bytes.is_empty() {
            let before = at % F::WRITE_SIZE;
            let whole = bytes.len() / F::WRITE_SIZE * F::WRITE_SIZE;
            let length = if before == 0 && whole > 0 {
                self.0.write(address(at), &bytes[..whole]).await?;
                whole
            } else {
                let length = bytes.len().min(F::WRITE_SIZE - before);
                let mut word = [0xFF; WORD_BYTES_MAX];
                word[before..before + length].copy_from_slice(&bytes[..length]);
                self.0.write(address(at - before), &word[..F::WRITE_SIZE]).await?;
                length
            };
            at += length;
            bytes = &bytes[length..];
        }
        Ok(())
    }
}

fn address(at: usize) -> u32 {
    u32::try_from(at).expect("a save is small")
}
