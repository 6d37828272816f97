//! Moves saves between files and the flash of a PicoSystem.

use super::handle::{check_whole, read_save};
use crate::failure::{Failure, reason};
use crate::files;
use musrex_core::limits::SAVE_BYTES;
use musrex_support::same_file::check_distinct;
use musrex_support::uf2;
use std::ops::Range;
use std::path::Path;

/// The range of the save in the flash, in bytes from the start of the flash.
const SAVE: Range<usize> = 0xF0_0000..0xF0_0000 + SAVE_BYTES as usize;
/// The address at which the flash is mapped in the PicoSystem's memory.
const FLASH_BASE: u32 = 0x1000_0000;
/// The number of bytes in the flash.
const FLASH_BYTES: u64 = 16 << 20;

/// Extracts the save from a dump, which holds either the whole flash or the 64 KiB of the save.
pub(crate) fn extract(dump: &Path, out: &Path) -> Result<(), Failure> {
    check_distinct(&[("the dump", dump), ("the save", out)])?;
    let name = dump.display();
    let bytes = files::read(dump, FLASH_BYTES)
        .map_err(|error| Failure::Failed(format!("could not read {name}: {}", reason(&error))))?;
    let whole = if bytes.len() == SAVE.len() { 0..SAVE.len() } else { SAVE };
    let save = bytes.get(whole).ok_or_else(|| {
        Failure::Failed(format!(
            "{name} ends before the save, whose 65,536 bytes begin at 0xF00000"
        ))
    })?;
    // A flash chip that was never written has the same value in all bytes.
    if save.iter().all(|&byte| byte == save[0]) {
        return Err(Failure::Failed(format!("{name} has no save: nothing was saved there yet")));
    }
    check_whole(dump, save)?;
    files::write(out, save)
}

/// Writes a UF2 file that holds only the save, for the boot loader of a PicoSystem.
pub(crate) fn write_uf2(save: &Path, out: &Path) -> Result<(), Failure> {
    check_distinct(&[("the save", save), ("the UF2 file", out)])?;
    let bytes = read_save(save)?;
    check_whole(save, &bytes)?;
    let start = u32::try_from(SAVE.start).expect("a flash is small");
    files::write(out, &uf2::program([(FLASH_BASE + start, bytes.as_slice())]))
}
