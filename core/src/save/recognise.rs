//! What a flash holds, found out without changing a bit of it.

use super::format::{FORMAT_VERSION, MAGIC};
use super::store::block_on;
use crate::limits::{SAVE_BYTES, SECTOR_BYTES, STORE_SECTORS};
use core::ops::Range;
use embedded_storage_async::nor_flash::NorFlash;

/// What a flash holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recognised {
    /// Nothing, or the beginning of a first save that was cut short.
    Blank,
    /// A save of this game.
    Ours,
    /// A save of a later game, of this version.
    TooNew(u8),
    /// Something else.
    Foreign,
}

/// A sector as read. It begins with a whole word, for processors that compare by words.
#[repr(align(4))]
pub(super) struct Sector(pub(super) [u8; SECTOR_BYTES as usize]);

impl Sector {
    pub(super) const ERASED: Sector = Sector([0xFF; SECTOR_BYTES as usize]);
}

/// What the storage library writes into the first and last byte of a sector in use.
const MARK_ZEROS_MIN: u32 = 4;
/// Bytes before the magic in the item of the first record: the header and the key.
const ITEM_START: usize = HEADER_BYTES + 1;
/// Bytes before an item: its checksum, its length, and the check of that.
const HEADER_BYTES: usize = 4 + 2 + 2;
/// Where the bytes of a first save end when its first record was not finished.
const FIRST_BYTES: usize = 40;

pub(super) fn recognise<F: NorFlash>(
    flash: &mut F,
    Sector(sector): &mut Sector,
) -> Result<Recognised, F::Error> {
    let (mut is_ours, mut is_blank, mut version) = (false, true, 0);
    for start in (0..SAVE_BYTES).step_by(SECTOR_BYTES as usize) {
        block_on(flash.read(start, sector))?;
        if is_erased(sector) {
            continue;
        }
        is_blank &= start == 0 && is_erased(&sector[FIRST_BYTES..]) && is_first_cut_short(sector);
        if start < STORE_SECTORS * SECTOR_BYTES {
            for at in magics(sector) {
                is_ours = true;
                version = version.max(version_at(sector, at).unwrap_or(0));
            }
        }
    }
    Ok(match (is_ours, is_blank) {
        (true, _) if version > FORMAT_VERSION => Recognised::TooNew(version),
        (true, false) => Recognised::Ours,
        (false, false) => Recognised::Foreign,
        (_, true) => {
            if version > 0 {
                Recognised::Ours
            } else {
                Recognised::Blank
            }
        }
    })
}

/// Puts in order what the storage library would not:
///
/// - A sector without marks is taken for an empty one, and must be: an erasure cut short may have
///   left something in it. It is erased.
/// - At most one sector of the records and one of the journal is being filled. Where more seem to be,
///   those in which there is nothing have only a mark, which is no mark. They are erased, too.
/// - A sector that is being filled must be empty behind its last item: a fault there would spoil
///   what is written next. It is marked as full. In the ring of the journal, room is made then as
///   the library makes it: the oldest sector is erased.
///
/// Gives how the journal ends.
pub(super) fn sweep<F: NorFlash>(flash: &mut F, sector: &mut Sector) -> Result<Ending, F::Error> {
    sweep_ring(flash, sector, 0..JOURNAL_START)?;
    sweep_ring(flash, sector, JOURNAL_START..SAVE_BYTES)
}

fn sweep_ring<F: NorFlash>(
    flash: &mut F,
    Sector(sector): &mut Sector,
    ring: Range<u32>,
) -> Result<Ending, F::Error> {
    let starts = || ring.clone().step_by(SECTOR_BYTES as usize);
    let mut newest = Ending::UNKNOWN;
    let mut seem_filled = 0;
    for start in starts() {
        let marks = sector.first_chunk_mut::<2>().expect("a sector is longer");
        block_on(flash.read(start, &mut marks[..1]))?;
        block_on(flash.read(start + SECTOR_BYTES - 1, &mut marks[1..]))?;
        seem_filled += u32::from(is_marked(marks[0]) && !is_marked(marks[1]));
    }
    for start in starts() {
        block_on(flash.read(start, sector))?;
        match (is_marked(sector[0]), is_marked(sector[LAST])) {
            (false, false) if !is_erased(sector) => erase(flash, start)?,
            (true, false) => {
                let ending = ending(sector);
                if ending.is_barren && seem_filled > 1 {
                    erase(flash, start)?;
                } else if is_erased(&sector[LAST - ending.room..LAST]) {
                    newest = ending;
                } else {
                    newest = Ending { room: 0, ..ending };
                    block_on(flash.write(start + SECTOR_BYTES - 1, &[0]))?;
                    let next = start + SECTOR_BYTES;
                    if ring.start == JOURNAL_START {
                        erase(flash, if next == ring.end { ring.start } else { next })?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(newest)
}

fn erase<F: NorFlash>(flash: &mut F, start: u32) -> Result<(), F::Error> {
    block_on(flash.erase(start, start + SECTOR_BYTES))
}

/// Where the journal begins.
const JOURNAL_START: u32 = STORE_SECTORS * SECTOR_BYTES;
/// The place of the second mark.
const LAST: usize = SECTOR_BYTES as usize - 1;

/// Whether a byte in the place of a mark is one, as the library sees it.
const fn is_marked(byte: u8) -> bool {
    byte.count_zeros() >= MARK_ZEROS_MIN
}

/// How a sector ends that is being filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    /// Bytes behind the last item, where the library writes the next one.
    pub(super) room: usize,
    /// Whether something was wrong with the last item after it was written: more of it is there
    /// than power that failed meanwhile would have left.
    pub(super) is_damaged: bool,
    /// Whether there is no item.
    is_barren: bool,
}

impl Ending {
    pub(super) const UNKNOWN: Ending = Ending { room: 0, is_damaged: false, is_barren: true };
}

fn ending(sector: &[u8]) -> Ending {
    let items = &sector[..LAST];
    let (mut at, mut last, mut scraps) = (1, None, 0);
    while let Some(header) = items.get(at..at + HEADER_BYTES).filter(|bytes| !is_erased(bytes)) {
        match item_length(header) {
            Some(length) if at + HEADER_BYTES + length <= LAST => {
                last = Some(at);
                scraps = 0;
                at += HEADER_BYTES + length;
            }
            // As the library does, byte by byte.
            _ => {
                scraps += 1;
                at += 1;
            }
        }
    }
    let is_last_damaged = last.is_some_and(|last| {
        let (header, item) = items[last..at - scraps].split_at(HEADER_BYTES);
        let is_finished = item.last() != Some(&0xFF);
        is_finished && item_checksum(item).to_le_bytes() != header[..4]
    });
    Ending {
        room: if at + HEADER_BYTES > LAST { 0 } else { LAST - at },
        // Power that fails leaves a part of a header or a whole one.
        is_damaged: if scraps > 0 { scraps > HEADER_BYTES } else { is_last_damaged },
        is_barren: last.is_none(),
    }
}

/// The length of the item that a header is of; `None` when it is none.
fn item_length(header: &[u8]) -> Option<usize> {
    let length = [header[4], header[5]];
    let is_whole = length_check(length).to_le_bytes() == header[6..8];
    is_whole.then(|| usize::from(u16::from_le_bytes(length)))
}

/// The storage library's check of an item's length: a CRC-16 that is never 0xFFFF.
fn length_check(length: [u8; 2]) -> u16 {
    let mut crc: u16 = 0xFFFF;
    for byte in length {
        crc ^= u16::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x1A2E } else { crc >> 1 };
        }
    }
    if crc == 0 { 0xFFFE } else { !crc }
}

pub(super) fn is_erased(bytes: &[u8]) -> bool {
    // Compared as a whole, which is much quicker than byte by byte.
    bytes == &Sector::ERASED.0[..bytes.len()]
}

/// Whether the first sector may be what is left of the very first record, cut short: nothing but
/// the mark, a header, and a part of the magic.
fn is_first_cut_short(sector: &[u8]) -> bool {
    let magic = &sector[1 + ITEM_START..][..MAGIC.len()];
    let starts_as_ours = magic.iter().zip(&MAGIC).all(|(&byte, &wanted)| byte | wanted == byte);
    (sector[0] == 0 || sector[0] == 0xFF) && starts_as_ours
}

/// Where the magic stands, also with one bit of it turned: a single fault must not make a save
/// a stranger. One wrong bit leaves one of two of its letters right, and all its letters differ: so
/// every fourth byte is looked at, and tells where it would begin.
fn magics(sector: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let wrong_bits =
        |found: &[u8]| -> u32 { found.iter().zip(&MAGIC).map(|(a, b)| (a ^ b).count_ones()).sum() };
    sector.iter().enumerate().step_by(4).filter_map(move |(at, byte)| {
        let start = at.checked_sub(MAGIC.iter().position(|letter| letter == byte)?)?;
        let found = sector.get(start..start + MAGIC.len())?;
        (wrong_bits(found) <= 1).then_some(start)
    })
}

/// The version behind the magic at `at`, when the item around it is whole.
fn version_at(sector: &[u8], at: usize) -> Option<u8> {
    let header = sector.get(at.checked_sub(ITEM_START)?..at - 1)?;
    let length = usize::from(u16::from_le_bytes([header[4], header[5]]));
    let item = sector.get(at - 1..at - 1 + length)?;
    let checksum = u32::from_le_bytes([header[0], header[1], header[2], header[3]]);
    let is_whole = item_checksum(item) == checksum;
    is_whole.then(|| item.get(1 + MAGIC.len()).copied())?
}

/// The storage library's checksum of an item: Castagnoli's CRC-32 from another start, with a first
/// byte that is neither 0 nor 0xFF.
fn item_checksum(item: &[u8]) -> u32 {
    let mut crc: u32 = 0xEEEE_EEEE;
    for &byte in item {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x82F6_3B78 } else { crc >> 1 };
        }
    }
    match !crc {
        0 => 1,
        crc if matches!(crc.to_le_bytes()[0], 0 | 0xFF) => crc ^ 1,
        crc => crc,
    }
}
