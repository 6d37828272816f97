//! Identifies the kind of save memory without losing its contents.
//!
//! Flash reports its kind on a command. But the command consists of three stores, and memory without commands (SRAM,
//! FRAM) would take each of them as data. So the driver first makes stores that flash ignores, to find out whether this
//! is memory without commands. These stores must be undone, even if power fails in between. The driver takes these
//! steps:
//!
//! 1. It reads the byte at 0x5555 and stores the same value, which changes nothing. This step is for emulators of the
//!    VBA family, such as Mednafen. They act as flash if the first store is to this address. After a first store to any
//!    other address, they act as memory without commands.
//! 2. It changes the first byte. In a save, this byte is a mark: 0x00 in a sector in use, 0xFF in an erased sector. The
//!    driver stores the mark with two bits flipped, then with two other bits flipped ([`PROBES`]), and then unchanged.
//!    If the byte changed but its neighbours did not, this is memory without commands. If the byte at 0x8000 changed
//!    too, the memory has only 32 KiB, which appear twice.
//! 3. If the byte did not change, the driver sends the command for flash.
//!
//! If power fails in step 2, the first byte may keep one of four flipped values, each of which can come from only one
//! mark. The next start finds the flipped value, and stores the proper mark after its own probe. A machine without this
//! driver can also read such a save without loss, because a mark is recognised by the majority of its bits.
//!
//! The driver takes all these steps only if it finds a save, or if the first bytes of the memory are all the same. It
//! recognises a save by the magic after the mark. If it finds other contents, it stops after step 1, and reads return
//! the contents unchanged. Such memory is identified only before the first write. By then, the player has agreed to
//! lose the contents, or the contents are a save whose first sector is damaged or has an earlier format. The records of
//! such a save are also in other sectors.
//!
//! The emulator mGBA is an exception: if the first access is a read, mGBA treats the save memory as memory without
//! commands (SRAM). The machine must prevent this before it calls this driver (`handheld/gba/src/flash.rs`).

use crate::bus::{Bus, UNLOCK_1, command};
use musrex_core::save::MAGIC;

/// The kind of memory on a cartridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The memory holds something other than a save, and its contents have not been changed.
    Unknown,
    /// The memory takes commands; it stores data only through commands.
    Flash,
    /// The memory stores data directly, without commands.
    Ram,
    /// The memory stores data directly, but is too small.
    TooSmall,
    /// The driver recognises no memory on this bus.
    Missing,
}

/// The player's consent to losing the contents during identification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// The contents must survive, even if power fails during identification.
    None,
    /// The player agreed to overwrite the contents.
    Given,
}

/// The bits that the two stores of a probe flip in the first byte. A probe tests whether the memory stores data
/// directly. With two bits flipped, the mark of a sector in use still counts as zeros, and the mark of an erased sector
/// as ones.
const PROBES: [u8; 2] = [0x09, 0x06];

/// The first byte of a sector in use, and the first byte of an erased sector.
const MARKS: [u8; 2] = [0x00, 0xff];

/// The number of bytes of a save's mark and of the magic after the mark.
const START_BYTES: usize = 1 + MAGIC.len();

/// The address at which the contents of a 32 KiB memory repeat.
const HALF: u32 = 0x8000;

/// The longest time, in milliseconds, that flash may take to report its kind or to show its contents again. The slowest
/// kind needs 10 ms. That kind is not supported ([`ATMEL`]), but must be recognised.
const ANSWER_MILLISECONDS: u32 = 20;

/// The ids of the maker and of the chip for a kind of flash that is not supported: unlike all other kinds, it is
/// written in pages of 128 bytes.
const ATMEL: [u8; 2] = [0x1f, 0x3d];

/// Identifies the memory on the bus.
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

/// Returns the proper first byte of a save or of empty memory, even if a probe was interrupted; `None` for other
/// contents.
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

/// Stores probe values in the first byte, and finally `first`. Returns the kind of the memory if it takes no commands.
/// Returns `None` if the stores change no byte, or more than the first byte.
fn probe<B: Bus>(bus: &mut B, start: [u8; START_BYTES], first: u8) -> Option<Kind> {
    let mut kind = Some(Kind::TooSmall);
    for bits in PROBES {
        let mut wanted = start;
        wanted[0] = first ^ bits;
        bus.store(0, wanted[0]);
        // Without memory on the bus, the bus may hold the value that was stored last. Then all bytes read the same.
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

/// Asks the memory for the ids of its maker and of the chip. Returns true if the memory is flash of a supported kind.
fn is_supported_flash<B: Bus>(bus: &mut B) -> bool {
    let [kind, again] = answers_to(bus, command::IDENTIFY);
    let [bytes, _] = answers_to(bus, command::READ);
    // Without memory on the bus, every read returns the same byte: ones, zeros, or the last byte on the bus. Flash
    // replies with the ids of its maker and of the chip, which always differ from each other.
    let is_sure = kind == again && kind[0] != kind[1] && kind != bytes;
    is_sure && kind != ATMEL
}

/// Sends a command that does not change the contents, and waits for its effect. Returns the first two bytes of the
/// memory, read twice.
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
