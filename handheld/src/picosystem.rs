//! The program for the PicoSystem: a UF2 file, which the boot loader of the PicoSystem writes to the flash.

use crate::budget::{self, Budget, Limit};
use crate::failure::Failure;
use crate::firmware::{self, target_folder, unreadable};
use crate::toolchain::THUMB_V6M;
use musrex_support::{files, uf2};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Object, ObjectSection, ObjectSymbol};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;

/// The compilation target: the processor of the PicoSystem.
pub(crate) const TARGET: &str = THUMB_V6M;

/// The address ranges of the flash (without the save) and of the RAM.
const FLASH: Range<u64> = 0x1000_0000..0x10F0_0000;
const RAM: Range<u64> = 0x2000_0000..0x2004_2000;

/// The largest number of bytes of flash that the program may use.
const FLASH_BYTES_MAX: u64 = 1536 * 1024;
/// The largest number of bytes of RAM that the program may use, without its stack.
const RAM_BYTES_MAX: u64 = 152 * 1024;

/// Lints the code that is specific to this machine.
pub(crate) fn lint() -> Result<(), Failure> {
    firmware::lint("picosystem", TARGET)
}

/// Builds the program and prints its memory use.
pub(crate) fn build(out: Option<PathBuf>) -> Result<(), Failure> {
    let path = firmware::build("picosystem", TARGET)?;
    let elf = fs::read(&path).map_err(|error| Failure::of_file("read", &path, &error))?;
    check_floats(&elf)?;
    let segments = segments(&elf)?;
    let program =
        uf2::program(segments.iter().map(|(address, bytes)| (*address, bytes.as_slice())));
    let budgets = budgets(&elf, &segments)?;
    files::print(&budget::table(&budgets))?;
    budget::check(&budgets)?;
    let out = out.unwrap_or_else(|| target_folder().join("musrex.uf2"));
    files::write(&out, &program)?;
    Ok(files::print(&format!("{}\n", out.display()))?)
}

/// Returns the contents of the flash as pieces, each with its address.
fn segments(elf: &[u8]) -> Result<Vec<(u32, Vec<u8>)>, Failure> {
    type Elf = object::elf::FileHeader32<object::LittleEndian>;
    let order = object::LittleEndian;
    let headers = Elf::parse(elf).and_then(|header| header.program_headers(order, elf));
    let mut segments = Vec::new();
    for header in headers.map_err(unreadable)? {
        let Ok(bytes) = header.data(order, elf) else { continue };
        let address = header.p_paddr(order);
        if bytes.is_empty() {
            continue;
        }
        if !FLASH.contains(&u64::from(address)) {
            return Err(Failure(format!(
                "the program has bytes at {address:#x}, outside the flash"
            )));
        }
        segments.push((address, bytes.to_owned()));
    }
    Ok(segments)
}

/// Fails if the program contains floating-point arithmetic. The core uses none, and on this processor each operation
/// would take hundreds of cycles.
fn check_floats(elf: &[u8]) -> Result<(), Failure> {
    let file = object::File::parse(elf).map_err(unreadable)?;
    let names = file.symbols().filter_map(|symbol| symbol.name().ok());
    match names.into_iter().find(|name| is_float(name)) {
        None => Ok(()),
        Some(name) => Err(Failure(format!("the program calculates with floats: it has {name}"))),
    }
}

/// Returns whether this is the name of one of the compiler's floating-point functions.
fn is_float(name: &str) -> bool {
    let numbers = name.strip_prefix("__aeabi_").unwrap_or_default();
    let other = ["__addsf3", "__adddf3", "__mulsf3", "__muldf3", "__divsf3", "__divdf3"];
    numbers.starts_with(['f', 'd'])
        || numbers.contains("2f")
        || numbers.contains("2d")
        || other.contains(&name)
}

fn budgets(elf: &[u8], segments: &[(u32, Vec<u8>)]) -> Result<Vec<Budget>, Failure> {
    let file = object::File::parse(elf).map_err(unreadable)?;
    let in_ram = file.sections().filter(|section| RAM.contains(&section.address()));
    let end = in_ram.map(|section| section.address() + section.size()).max().unwrap_or(RAM.start);
    let flash = segments.iter().map(|(address, bytes)| u64::from(*address) + bytes.len() as u64);
    let flash = flash.max().unwrap_or(FLASH.start) - FLASH.start;
    Ok(vec![
        Budget { name: "flash", bytes: flash, limit: Limit::AtMost(FLASH_BYTES_MAX) },
        Budget { name: "RAM", bytes: end - RAM.start, limit: Limit::AtMost(RAM_BYTES_MAX) },
    ])
}

#[cfg(test)]
mod tests {
    use super::is_float;

    #[test]
    fn functions_for_floats_are_known_by_their_names() {
        for name in ["__aeabi_fadd", "__aeabi_dmul", "__aeabi_i2f", "__aeabi_ui2d", "__addsf3"] {
            assert!(is_float(name), "{name}");
        }
        for name in ["__aeabi_uidiv", "__aeabi_memcpy4", "__aeabi_lmul", "main", "faded"] {
            assert!(!is_float(name), "{name}");
        }
    }
}
