//! Tells kinds of save memory apart without harm to what they hold.
//!
//! Flash tells its kind when it is asked, but the question is three stores, and memory without
//! commands (SRAM, FRAM) takes each of them for a byte. So that is looked for first, by a store that
//! flash ignores. What is stored must be undone, also when power fails before it is:
//!
//! 1. The byte at 0x5555 is read and stored again. That changes nothing anywhere; but emulators of
//!    the VBA family, Mednafen among them, become flash when the first store is to this address, and
//!    memory without commands when it is to any other.
//! 2. The first byte of a save is a mark: 0x00 in a sector in use, 0xFF in an erased one. Two bits of
//!    it are turned, then two others ([`PROBES`]), and it is stored as it was. If it was changed and
//!    its neighbours were not, this is memory without commands; if the byte 0x8000 behind it has
//!    followed, there are 32 KiB of it, twice to be seen.
//! 3. Otherwise it is asked as flash is.
//!
//! Where power fails in step 2, the first byte is one of four values, each of which has one proper
//! value: the next start finds it, and stores that when it has done its own probe. A machine that
//! reads such a save without this driver loses nothing, either: a mark is told by most of its bits.
//!
//! All of that holds for a save, and for memory that holds one and the same byte everywhere. By the
//! magic behind the mark a save is known. Where something else is found, nothing is stored, and what
//! is read is given as it is. Only when something is to be written is such memory identified: the
//! player has agreed to lose what is there, or it is a save whose first sector is damaged or of an
//! earlier format, and which stands in other sectors as well.
//!
//! One emulator takes a first read for a sign of memory without commands: mGBA. A machine must see to
//! it by itself, before it asks this driver (`handheld/gba/src/flash.rs`).

use crate::bus::{Bus, UNLOCK_1, command};
use musrex_core::save::MAGIC;

/// The kind of memory on a cartridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The memory holds something else, and was not touched.
    Unknown,
    /// The memory takes commands, and bytes as commands say.
    Flash,
    /// The memory takes bytes.
    Ram,
    /// The memory takes bytes, and is too small.
    TooSmall,
    /// The driver knows no memory on this bus.
    Missing,
}

/// The changes that identification may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// The contents must survive, also when power fails meanwhile.
    None,
    /// The player agreed to overwrite the contents.
    Given,
}

/// The bits of the first byte that a probe flips to find out whether the memory takes bytes. A
/// marker of zeros is still a marker with two bits flipped, and a byte of ones still none.
const PROBES: [u8; 2] = [0x09, 0x06];

/// The first byte of a sector in use, and of an erased one.
const MARKS: [u8; 2] = [0x00, 0xff];

/// The mark of a save, and the magic behind it.
const START_BYTES: usize = 1 + MAGIC.len();

/// The address at which memory of 32 KiB repeats.
const HALF: u32 = 0x8000;

/// Milliseconds that flash may take to tell its kind, and to give its bytes again: the slowest one,
/// which is not supported but must be known, wants 10.
const ANSWER_MILLISECONDS: u32 = 20;

/// Maker and kind of flash that is written 128 bytes at a time, unlike all others: not supported.
const ATMEL: [u8; 2] = [0x1f, 0x3d];

/// Finds out what is on the bus.
pub(crate) fn identify<B: Bus>(bus: &mut B, consent: Consent) -> Kind {
    let mut byte = [0];
    bus.read(UNLOCK_1, &mut byte);
    bus.store(UNLOCK_1, byte[0]);
    let mut start = [0; START_BYTES];
    bus.read(0, &mut start);
    let first = match (first_byte(start), consent) {
        (Some(first), _) => first,
        (None, Consent::Given) => start[0],
        (None, Consent::None) => return Kind::Unknown,
    };
    match probe(bus, start, first) {
        Some(kind) => kind,
        None if is_supported_flash(bus) => Kind::Flash,
        None => Kind::Missing,
    }
}

/// Returns the first byte of a save or of empty memory, as it is or as it was before a probe was
/// cut short; `None` for other contents.
fn first_byte([first, behind @ ..]: [u8; START_BYTES]) -> Option<u8> {
    let is_or_was =
        |byte: &u8| first == *byte || PROBES.into_iter().any(|bits| first == byte ^ bits);
    let filler = behind[0];
    let is_empty = behind == [filler; MAGIC.len()];
    if behind == MAGIC || is_empty && MARKS.contains(&filler) {
        MARKS.into_iter().find(is_or_was)
    } else if is_empty {
        Some(filler).filter(is_or_was)
    } else {
        None
    }
}

/// Stores other values than `first` in the first byte, and `first` in the end. Returns the kind of
/// memory without commands; `None` where the byte does not take them.
fn probe<B: Bus>(bus: &mut B, start: [u8; START_BYTES], first: u8) -> Option<Kind> {
    let mut kind = Some(Kind::TooSmall);
    for bits in PROBES {
        let mut wanted = start;
        wanted[0] = first ^ bits;
        bus.store(0, wanted[0]);
        // Where nothing answers, the bus may keep what was stored last: then all bytes are the same.
        let mut found = [0; START_BYTES];
        bus.read(0, &mut found);
        let mut half = [0];
        bus.read(HALF, &mut half);
        kind = match kind {
            Some(kind) if found == wanted => {
                Some(if half[0] == wanted[0] { kind } else { Kind::Ram })
            }
            _ => None,
        };
    }
    bus.store(0, first);
    kind
}

/// Asks flash for maker and kind.
fn is_supported_flash<B: Bus>(bus: &mut B) -> bool {
    let [kind, again] = answers_to(bus, command::IDENTIFY);
    let [bytes, _] = answers_to(bus, command::READ);
    // Where nothing answers, the bus keeps what was last on it: all ones, zeros, or an echo. Flash
    // gives its bytes once it is told to, and no maker has the number of its kind.
    let is_sure = kind == again && kind[0] != kind[1] && kind != bytes;
    is_sure && kind != ATMEL
}

/// The first two bytes that are read, twice, after a command that changes nothing.
fn answers_to<B: Bus>(bus: &mut B, command: u8) -> [[u8; 2]; 2] {
    bus.command(UNLOCK_1, command);
    let start = bus.now();
    while bus.now().wrapping_sub(start) < ANSWER_MILLISECONDS * B::MILLISECOND {}
    let mut answers = [[0; 2]; 2];
    for answer in &mut answers {
        bus.read(0, answer);
    }
    answers
}
