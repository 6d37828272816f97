//! Builds the libretro core, which is a library that front ends load.

use crate::budget::{self, Budget, Limit};
use crate::failure::Failure;
use crate::firmware::{self, root, target_folder, unreadable};
use crate::toolchain::{self, Toolchain};
use clap::ValueEnum;
use musrex_support::files;
use object::elf::{DT_NEEDED, FileHeader32, FileHeader64};
use object::read::elf::{Dyn, FileHeader};
use object::{Endianness, Object, ObjectSymbol};
use std::fs;
use std::path::{Path, PathBuf};

/// A processor on which front ends run.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Target {
    /// 64-bit ARM: Anbernic, Retroid and newer handhelds
    Aarch64,
    /// 32-bit ARM: the Miyoo Mini and older handhelds
    Armv7,
}

/// The largest size of the library in bytes.
const LIBRARY_BYTES_MAX: u64 = 3 * 1024 * 1024;
/// The functions that the library may import from the program that loads it. They copy, compare and measure memory, or
/// end the program.
const IMPORTS: [&str; 7] = ["abort", "bcmp", "memcmp", "memcpy", "memmove", "memset", "strlen"];
/// The files of `handheld/libretro/` that accompany the library.
const COMPANIONS: [&str; 2] = ["musrex_libretro.info", "musrex_libretro.png"];

/// Returns the Rust name (triple) of the target; `None` stands for this machine.
fn triple(target: Option<Target>) -> Result<String, Failure> {
    match target {
        Some(Target::Aarch64) => Ok("aarch64-unknown-linux-gnu".to_owned()),
        Some(Target::Armv7) => Ok("armv7-unknown-linux-gnueabihf".to_owned()),
        None => toolchain::host(),
    }
}

/// Fails unless this machine has the tools to build for `target`.
pub(crate) fn check(target: Option<Target>) -> Result<(), Failure> {
    Toolchain::find(&triple(target)?).map(drop)
}

/// Lints the code that is specific to libretro.
pub(crate) fn lint() -> Result<(), Failure> {
    firmware::lint("libretro", &toolchain::host()?)
}

/// Builds the library, prints its size, and writes it into a folder with its companion files.
pub(crate) fn build(target: Option<Target>, out: Option<PathBuf>) -> Result<(), Failure> {
    let triple = triple(target)?;
    let folder = firmware::build_in("libretro", &triple)?;
    let path = folder.join("libmusrex_libretro.so");
    let library = fs::read(&path).map_err(|error| Failure::of_file("read", &path, &error))?;
    check_alone(&library)?;
    let bytes = library.len() as u64;
    let budgets = [Budget { name: "library", bytes, limit: Limit::AtMost(LIBRARY_BYTES_MAX) }];
    files::print(&budget::table(&budgets))?;
    budget::check(&budgets)?;
    // Front ends expect the first of these names. The common folder holds the libraries of all processors, so the other
    // two names also contain the processor.
    let name = match target.filter(|_| out.is_none()) {
        None => "musrex_libretro.so",
        Some(Target::Aarch64) => "musrex_libretro-aarch64.so",
        Some(Target::Armv7) => "musrex_libretro-armv7.so",
    };
    let out = out.unwrap_or_else(target_folder);
    fs::create_dir_all(&out).map_err(|error| Failure::of_file("make", &out, &error))?;
    for name in COMPANIONS {
        copy(&root().join("handheld/libretro").join(name), &out.join(name))?;
    }
    let path = out.join(name);
    files::write(&path, &library)?;
    Ok(files::print(&format!("{}\n", path.display()))?)
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let bytes = fs::read(from).map_err(|error| Failure::of_file("read", from, &error))?;
    Ok(files::write(to, &bytes)?)
}

/// Fails if the library needs another library, or a function that is not in [`IMPORTS`]. The handheld's C library may
/// be older than the C library of this machine.
fn check_alone(library: &[u8]) -> Result<(), Failure> {
    let file = object::File::parse(library).map_err(unreadable)?;
    let names = file.dynamic_symbols().filter(|symbol| symbol.is_undefined() && !symbol.is_weak());
    let names = names.filter_map(|symbol| symbol.name().ok());
    let foreign: Vec<&str> =
        names.filter(|name| !name.is_empty() && !IMPORTS.contains(name)).collect();
    if !foreign.is_empty() {
        return Err(Failure(format!("the library lacks these functions: {}", foreign.join(", "))));
    }
    let needs_others = if file.is_64() {
        needs_others::<FileHeader64<Endianness>>(library)
    } else {
        needs_others::<FileHeader32<Endianness>>(library)
    };
    if needs_others.map_err(unreadable)? {
        return Err(Failure("the library needs another library".to_owned()));
    }
    Ok(())
}

fn needs_others<Elf: FileHeader<Endian = Endianness>>(library: &[u8]) -> object::Result<bool> {
    let header = Elf::parse(library)?;
    let order = header.endian()?;
    let entries = header.sections(order, library)?.dynamic(order, library)?;
    let mut entries = entries.iter().flat_map(|(entries, _)| entries.iter());
    Ok(entries.any(|entry| entry.tag32(order) == Some(DT_NEEDED)))
}
