//! A flash that shows one stretch of items. The storage library searches for a record from the
//! newest sector back, and checks every item on the way, anew for each key; that takes seconds on a
//! slow machine. Where the location of an item is known, the library gets a flash that shows
//! nothing else.

use super::layout::{HEADER_BYTES, erased_header};
use crate::limits::SECTOR_BYTES;
use core::ops::Range;
use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};

/// A flash that shows page markers and a stretch of items in one sector, and seems erased
/// otherwise. It is read-only, because the library sees a partial view.
pub(super) struct WindowedFlash<F> {
    flash: F,
    items: Range<u32>,
    /// The range where page markers are shown.
    marker_range: Range<u32>,
    /// Replaces the first bytes of that sector: the header of an erased item that reaches up to the
    /// first item shown.
    header: [u8; HEADER_BYTES],
}

impl<F> WindowedFlash<F> {
    /// Shows `items`, with the page markers in `marker_range`. `None` when they are not the first
    /// in their sector, and there is no room for a header before them.
    pub(super) fn new(
        flash: F,
        items: Range<u32>,
        marker_range: Range<u32>,
    ) -> Option<WindowedFlash<F>> {
        let before = items.start % SECTOR_BYTES - 1;
        let length = match usize::try_from(before).ok()? {
            0 => 0,
            before => before.checked_sub(HEADER_BYTES)?,
        };
        let header = erased_header(u16::try_from(length).ok()?);
        Some(WindowedFlash { flash, items, marker_range, header })
    }
}

impl<F: NorFlash> ErrorType for WindowedFlash<F> {
    type Error = NorFlashErrorKind;
}

impl<F: NorFlash> ReadNorFlash for WindowedFlash<F> {
    const READ_SIZE: usize = F::READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        let is_mark = matches!((offset + 1) % SECTOR_BYTES, 0 | 1);
        if is_mark && self.marker_range.contains(&offset) || self.items.contains(&offset) {
            return self.flash.read(offset, bytes).await.map_err(|error| error.kind());
        }
        let first = self.items.start - self.items.start % SECTOR_BYTES + 1;
        if offset == first && bytes.len() == self.header.len() {
            bytes.copy_from_slice(&self.header);
        } else {
            bytes.fill(0xFF);
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.flash.capacity()
    }
}

impl<F: NorFlash> NorFlash for WindowedFlash<F> {
    const WRITE_SIZE: usize = F::WRITE_SIZE;
    const ERASE_SIZE: usize = F::ERASE_SIZE;

    async fn erase(&mut self, _: u32, _: u32) -> Result<(), NorFlashErrorKind> {
        Err(NorFlashErrorKind::Other)
    }

    async fn write(&mut self, _: u32, _: &[u8]) -> Result<(), NorFlashErrorKind> {
        Err(NorFlashErrorKind::Other)
    }
}
