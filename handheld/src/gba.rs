//! The cartridge of the Game Boy Advance.

use crate::budget::{self, Budget, Limit};
use crate::failure::Failure;
use crate::firmware::{self, target_folder, unreadable};
use agb_gbafix::{GbaHeader, PaddingBehaviour, write_gba_file};
use musrex_support::files;
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Object, ObjectSection, ObjectSymbol};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The compilation target: the processor in Thumb state, which most of the code uses.
pub(crate) const TARGET: &str = "thumbv4t-none-eabi";

/// The address ranges of the cartridge and of the two working memories.
const ROM: Range<u64> = 0x0800_0000..0x0a00_0000;
const EWRAM: Range<u64> = 0x0200_0000..0x0204_0000;
const IWRAM: Range<u64> = 0x0300_0000..0x0300_8000;

/// The size of the cartridge's header in bytes.
const HEADER_BYTES: usize = 192;
/// The largest size of a cartridge in bytes; `gba.ld` contains the same number.
const ROM_BYTES_MAX: u64 = 1536 * 1024;

/// Lints the code that is specific to this machine.
pub(crate) fn lint() -> Result<(), Failure> {
    firmware::lint("gba", TARGET)
}

/// Builds the cartridge and prints its memory use.
pub(crate) fn build(out: Option<PathBuf>) -> Result<(), Failure> {
    let path = firmware::build("gba", TARGET)?;
    let elf = fs::read(&path).map_err(|error| Failure::of_file("read", &path, &error))?;
    let rom = cartridge(&elf)?;
    compare(&elf, &rom)?;
    check_hot_functions(&elf)?;
    let budgets = budgets(&elf, &rom)?;
    files::print(&budget::table(&budgets))?;
    budget::check(&budgets)?;
    let out = out.unwrap_or_else(|| target_folder().join("musrex.gba"));
    files::write(&out, &rom)?;
    Ok(files::print(&format!("{}\n", out.display()))?)
}

/// Returns the bytes of the cartridge.
fn cartridge(elf: &[u8]) -> Result<Vec<u8>, Failure> {
    let header = GbaHeader {
        game_title: *b"MUSREX\0\0\0\0\0\0",
        // By convention, C means a newer game, MR is short for Mus Rex, and E means English.
        game_code: *b"CMRE",
        maker_code: *b"MR",
        ..GbaHeader::default()
    };
    let mut rom = Vec::new();
    write_gba_file(elf, header, PaddingBehaviour::DoNotPad, false, &mut rom)
        .map_err(|error| Failure(format!("could not make a cartridge of the program: {error}")))?;
    Ok(rom)
}

/// Fails unless all contents of the cartridge are where the linker placed them.
fn compare(elf: &[u8], rom: &[u8]) -> Result<(), Failure> {
    type Elf = object::elf::FileHeader32<object::LittleEndian>;
    let order = object::LittleEndian;
    let segments = Elf::parse(elf).and_then(|header| header.program_headers(order, elf));
    for segment in segments.map_err(unreadable)? {
        let Ok(bytes) = segment.data(order, elf) else { continue };
        let start = u64::from(segment.p_paddr(order));
        if !ROM.contains(&start) || bytes.is_empty() {
            continue;
        }
        let offset = usize::try_from(start - ROM.start).unwrap_or(usize::MAX);
        // Skips the header, which overwrites the bytes that the linker put there.
        let skipped = HEADER_BYTES.saturating_sub(offset).min(bytes.len());
        let place = rom.get(offset + skipped..offset + bytes.len());
        if place != Some(&bytes[skipped..]) {
            return Err(Failure(format!("the cartridge lacks what belongs at {start:#x}")));
        }
    }
    Ok(())
}

/// Fails unless each line of `hot.ld` has moved a function to fast memory. Without this check, a renamed function would
/// silently stay in the cartridge and run slowly.
fn check_hot_functions(elf: &[u8]) -> Result<(), Failure> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("gba/hot.ld");
    let script =
        fs::read_to_string(&path).map_err(|error| Failure::of_file("read", &path, &error))?;
    let file = object::File::parse(elf).map_err(unreadable)?;
    let in_fast_memory: Vec<&str> = file
        .symbols()
        .filter(|symbol| IWRAM.contains(&symbol.address()))
        .filter_map(|symbol| symbol.name().ok())
        .collect();
    let missing: Vec<&str> = hot_functions(&script)
        .filter(|pattern| !in_fast_memory.iter().any(|name| matches(pattern, name)))
        .collect();
    match missing.as_slice() {
        [] => Ok(()),
        lines => Err(Failure(format!(
            "no function for these lines of {}: {}",
            path.display(),
            lines.join(", ")
        ))),
    }
}

/// Returns the names of the functions listed in a linker script. In these names, `*` stands for any letters.
fn hot_functions(script: &str) -> impl Iterator<Item = &str> {
    script.lines().filter_map(|line| line.strip_prefix("*(.text.")?.strip_suffix(')'))
}

/// Returns whether `name` matches `pattern`, in which each `*` stands for any letters.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            let starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            starts.into_iter().any(|at| matches(after, &rest[at..]))
        }),
    }
}

fn budgets(elf: &[u8], rom: &[u8]) -> Result<Vec<Budget>, Failure> {
    let file = object::File::parse(elf).map_err(unreadable)?;
    let taken = |memory: &Range<u64>| {
        let ends = file.sections().filter(|section| memory.contains(&section.address()));
        ends.map(|section| section.address() + section.size()).max().unwrap_or(memory.start)
            - memory.start
    };
    let symbol = |name: &str| {
        let found = file.symbols().find(|symbol| symbol.name() == Ok(name));
        let missing = || Failure(format!("the linker script does not say where {name} is"));
        found.map(|symbol| symbol.address()).ok_or_else(missing)
    };
    let stack = |name: &'static str, prefix: &str| {
        let at = |what: &str| symbol(&format!("__{prefix}_{what}"));
        let bytes = at("top")?.saturating_sub(at("bottom")?);
        at("bytes_min").map(|least| Budget { name, bytes, limit: Limit::AtLeast(least) })
    };
    let length = |memory: &Range<u64>| memory.end - memory.start;
    Ok(vec![
        Budget { name: "ROM", bytes: rom.len() as u64, limit: Limit::AtMost(ROM_BYTES_MAX) },
        Budget { name: "EWRAM", bytes: taken(&EWRAM), limit: Limit::AtMost(length(&EWRAM)) },
        Budget { name: "IWRAM", bytes: taken(&IWRAM), limit: Limit::AtMost(length(&IWRAM)) },
        stack("stack", "stack")?,
        stack("deep stack", "deep_stack")?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_a_linker_finds_them() {
        let script = "/* *(.text.no) */\n*(.text.*4path*6expand)\n*(.text.one)\n*(.data)\n";
        assert_eq!(hot_functions(script).collect::<Vec<_>>(), ["*4path*6expand", "one"]);
        for (pattern, name, is_one) in [
            ("one", "one", true),
            ("one", "one2", false),
            ("*4path*6expand", "_RNvNtC4core5world4path6expand", true),
            ("*4path*6expand", "_RNvNtC4core5world4path6expands", false),
            ("*4path*6expand", "_RNvNtC4core6expand4path", false),
            ("*fill*", "fill", true),
        ] {
            assert_eq!(matches(pattern, name), is_one, "{pattern} and {name}");
        }
    }
}
