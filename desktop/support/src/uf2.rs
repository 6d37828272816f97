//! Writes UF2 files. The boot loader of an RP2040 appears as a drive. When a UF2 file is copied to this drive, the boot
//! loader writes the file's contents to the flash.
//!
//! A UF2 file is a list of blocks of 512 bytes. Each block contains a page of 256 bytes, the address of the page, and
//! the number of the block.

use std::collections::BTreeMap;

/// The number of bytes in a page, the payload of a block.
const PAGE_BYTES: usize = 256;
/// The number of bytes that the boot loader erases at once.
const SECTOR_BYTES: u32 = 4096;
/// The magic words at the beginning and at the end of a block.
const MAGIC: [u32; 3] = [0x0A32_4655, 0x9E5D_5157, 0x0AB1_6F30];
/// The flag of a block that states its chip family.
const HAS_FAMILY: u32 = 0x2000;
/// The number of the chip family RP2040.
pub const RP2040: u32 = 0xE48B_FF56;

/// Returns a UF2 file that writes these bytes to their addresses. The file fills whole sectors, because the boot loader
/// erases whole sectors; gaps are filled with 0xFF.
///
/// ```
/// use musrex_support::uf2;
///
/// let file = uf2::program([(0x1000_0000, &[7; 300][..])]);
/// assert_eq!(file.len(), 16 * 512, "a sector");
/// ```
///
/// # Panics
/// Panics if any byte lies beyond the last 32-bit address.
pub fn program<'a>(parts: impl IntoIterator<Item = (u32, &'a [u8])>) -> Vec<u8> {
    let mut pages: BTreeMap<u32, [u8; PAGE_BYTES]> = BTreeMap::new();
    for (start, bytes) in parts {
        let end = start + u32::try_from(bytes.len()).expect("a flash is small");
        for page in
            (start - start % SECTOR_BYTES..end.next_multiple_of(SECTOR_BYTES)).step_by(PAGE_BYTES)
        {
            pages.entry(page).or_insert([0xFF; PAGE_BYTES]);
        }
        for (address, byte) in (start..).zip(bytes) {
            let at = address as usize % PAGE_BYTES;
            let page = pages.get_mut(&(address - address % 256)).expect("its sector was added");
            page[at] = *byte;
        }
    }
    let count = u32::try_from(pages.len()).expect("there are few");
    let blocks =
        pages.iter().zip(0..).map(|((&address, page), number)| block(address, page, number, count));
    blocks.collect::<Vec<_>>().concat()
}

/// Returns the block with this `number` among `count` blocks.
fn block(address: u32, page: &[u8; PAGE_BYTES], number: u32, count: u32) -> [u8; 512] {
    let [start, second, end] = MAGIC;
    let mut block = [0; 512];
    let header = [start, second, HAS_FAMILY, address, 256, number, count, RP2040];
    block[..32].copy_from_slice(header.map(u32::to_le_bytes).as_flattened());
    block[32..32 + PAGE_BYTES].copy_from_slice(page);
    block[508..].copy_from_slice(&end.to_le_bytes());
    block
}
