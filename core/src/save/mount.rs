//! Scans a flash without changing it, then recovers from power failures.

use super::format::{FORMAT_VERSION, KEY_CODES, MAGIC};
use super::journal;
use super::layout::{
    CLOSED, END_MARKER, HEADER_BYTES, PARTIAL_OPEN, Sector, SectorTail, TornHeader, is_erased,
    is_marker, item_checksum, scan_items, tail,
};
use crate::limits::{SAVE_BYTES, SECTOR_BYTES, STORE_SECTORS};
use crate::poll::block_on;
use core::ops::Range;
use embedded_storage_async::nor_flash::NorFlash;

/// The contents of a flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// The flash holds one and the same byte everywhere, or the beginning of a first save that was
    /// cut short.
    Blank,
    /// A save of this game.
    Ours,
    /// A save of a later game, of this version.
    TooNew(u8),
    /// The flash holds something that is no save of this game.
    Foreign,
}

/// Bytes before the magic in the item of the first record: the header and the key.
const MAGIC_OFFSET: usize = HEADER_BYTES + 1;
/// The number of bytes at the start of a save that a torn first write can have changed.
const FIRST_BYTES: usize = 40;

/// The result of one scan of all of a flash.
pub(super) struct Scan {
    pub(super) contents: Contents,
    sectors: [SectorScan; SECTORS],
    /// Holds the location of the newest item of each key, by its code.
    pub(super) locations: Locations,
    /// The location of the journal's newest base, with all that follows in its sector.
    pub(super) base: Location,
}

impl Scan {
    /// Returns which sectors are erased.
    pub(super) fn erased(&self) -> [bool; SECTORS] {
        self.sectors.each_ref().map(|seen| seen.is_erased)
    }
}

/// See [`Scan`].
pub(super) type Locations = [Location; KEY_CODES];

/// The location of the newest item of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// The library must search for the item.
    Unknown,
    /// The key has no item.
    Absent,
    /// The item is at this range, which includes its header, if it is whole.
    At(Range<u32>),
}

/// The locations while the sectors of the records are out of order, or after they were changed.
pub(super) const UNKNOWN_LOCATIONS: Locations = [const { Location::Unknown }; KEY_CODES];

/// The result of scanning a sector.
#[derive(Clone, Copy)]
struct SectorScan {
    /// Tells whether there is a page marker at its start, and at its end.
    markers: [bool; 2],
    is_erased: bool,
    /// True when it holds zeros alone: a chip that erases to zeros was about to turn them to
    /// ones. By its page markers it is in use.
    is_zeroed: bool,
    /// Describes the end of the items, for a sector being filled.
    tail: SectorTail,
    /// The header behind its last item, if one was begun there and not finished.
    torn: Option<TornHeader>,
    /// True when nothing else follows its last item.
    is_clean: bool,
}

impl SectorScan {
    const ERASED: SectorScan = SectorScan {
        markers: [false; 2],
        is_erased: true,
        is_zeroed: false,
        tail: SectorTail::UNKNOWN,
        torn: None,
        is_clean: true,
    };
}

pub(super) fn scan<F: NorFlash>(
    flash: &mut F,
    Sector(sector): &mut Sector,
) -> Result<Scan, F::Error> {
    let mut sectors = [SectorScan::ERASED; SECTORS];
    for (start, seen) in (0..SECTORS).map(sector_start).zip(&mut sectors) {
        let markers = sector.first_chunk_mut::<2>().expect("a sector is longer");
        block_on(flash.read(start, &mut markers[..1]))?;
        block_on(flash.read(start + SECTOR_BYTES - 1, &mut markers[1..]))?;
        seen.markers = markers.map(is_marker);
    }
    let newest = newest_in_order(&sectors[..STORE]);
    let oldest = newest.map_or(0, |newest| newest + 1);
    let mut locations = UNKNOWN_LOCATIONS;
    if newest.is_some() {
        locations.fill(Location::Absent);
    }
    let mut base = Location::Unknown;
    let (mut is_blank, mut is_used, mut version) = (true, false, 0);
    for index in (oldest..STORE).chain(0..oldest).chain(STORE..SECTORS) {
        let seen = &mut sectors[index];
        // The full sectors of the journal are read when it is played.
        if index >= STORE && seen.markers == CLOSED && !begins_with_zeros(flash, index)? {
            seen.is_erased = false;
        } else {
            block_on(flash.read(sector_start(index), sector))?;
            seen.is_erased = is_erased(sector);
            seen.is_zeroed = seen.markers == CLOSED && sector.iter().all(|&byte| byte == 0);
        }
        if seen.is_erased {
            continue;
        }
        is_used = true;
        is_blank &= index == 0 && is_erased(&sector[FIRST_BYTES..]) && is_first_write_torn(sector);
        if index >= STORE && seen.markers != PARTIAL_OPEN {
            continue;
        }
        let scan = scan_items(sector, |item| {
            let Some(code) = sector[item.start + HEADER_BYTES..item.end].first() else { return };
            if index >= STORE {
                if sector[item.end - 1] == journal::BASE {
                    base = Location::At(address(index, item.start)..address(index, END_MARKER));
                }
                return;
            }
            version = version_of(&sector[item.clone()], version).unwrap_or(0).max(version);
            if let (Some(location), Some(_)) = (locations.get_mut(usize::from(*code)), newest) {
                *location = Location::At(address(index, item.start)..address(index, item.end));
            }
        });
        seen.torn = TornHeader::of(sector, &scan);
        seen.is_clean = scan.stray_bytes < HEADER_BYTES && is_erased(&sector[scan.at..END_MARKER]);
        seen.tail = tail(sector, scan);
    }
    let is_ours = version > 0 || is_used && has_magic(flash, sector, &mut version)?;
    let is_blank = is_blank || !is_ours && is_uniform(flash, sector)?;
    let contents = match (is_ours, is_blank) {
        (true, _) if version > FORMAT_VERSION => Contents::TooNew(version),
        (true, false) => Contents::Ours,
        (false, false) => Contents::Foreign,
        (_, true) if version > 0 => Contents::Ours,
        (_, true) => Contents::Blank,
    };
    Ok(Scan { contents, sectors, locations, base })
}

/// Returns the sector of the records that is being filled, when they are in order: all used sectors
/// before it are full, and the one after it is free.
fn newest_in_order(records: &[SectorScan]) -> Option<usize> {
    let newest = records.iter().position(|seen| seen.markers == PARTIAL_OPEN)?;
    let after = |age: usize| &records[(newest + age) % records.len()];
    let mut older = (1..records.len()).map(after);
    let is_free = older.next().is_some_and(|seen| seen.markers == SectorScan::ERASED.markers);
    let unused =
        older.clone().take_while(|seen| seen.markers == SectorScan::ERASED.markers).count();
    let is_in_order = is_free && older.skip(unused).all(|seen| seen.markers == CLOSED);
    is_in_order.then_some(newest)
}

/// Searches the records' sectors for the magic, for a save whose first record is not found where
/// the records begin. Finds the highest version behind it, too.
fn has_magic<F: NorFlash>(
    flash: &mut F,
    sector: &mut [u8],
    version: &mut u8,
) -> Result<bool, F::Error> {
    let mut is_there = false;
    for start in (0..STORE).map(sector_start) {
        block_on(flash.read(start, sector))?;
        for at in magic_positions(sector) {
            is_there = true;
            *version = version_at(sector, at).unwrap_or(0).max(*version);
        }
    }
    Ok(is_there)
}

/// Returns whether zeros stand where the first header of a sector belongs; no header is all zeros.
fn begins_with_zeros<F: NorFlash>(flash: &mut F, index: usize) -> Result<bool, F::Error> {
    let mut header = [0; HEADER_BYTES];
    block_on(flash.read(address(index, 1), &mut header))?;
    Ok(header == [0; HEADER_BYTES])
}

/// Returns whether a flash holds the same byte everywhere, as memory that was never written does:
/// not all of it reads as erased. The erasure of such a flash may have been cut short; it goes from
/// the last sector to the first and, on a chip that erases to zeros, leaves zeros within a sector.
fn is_uniform<F: NorFlash>(flash: &mut F, sector: &mut [u8]) -> Result<bool, F::Error> {
    block_on(flash.read(0, sector))?;
    // At the first sector, only the rest of it is left to erase.
    let byte = sector[END_MARKER];
    let mut is_begun = false;
    for start in (0..SECTORS).map(sector_start) {
        block_on(flash.read(start, sector))?;
        let (first, last) = (sector[0], sector[END_MARKER]);
        let length = sector.iter().take_while(|&&byte| byte == first).count();
        let is_in_two = sector[length..].iter().all(|&byte| byte == last);
        let is_known = match (first, last) {
            _ if !is_in_two => false,
            (0xFF, 0xFF) => true,
            (0 | 0xFF, 0) => !is_begun,
            (0 | 0xFF, last) => !is_begun && last == byte,
            (first, last) => !is_begun && first == byte && last == byte,
        };
        if !is_known {
            return Ok(false);
        }
        is_begun |= first != byte || last != byte;
    }
    Ok(true)
}

/// Recovers states that the storage library would not recover:
///
/// - A sector without its first page marker, which may hold remains of an erasure that was cut short:
///   it is erased, because the library takes it for an empty one. So is a sector of zeros
///   ([`SectorScan::is_zeroed`]).
/// - At most one page per ring is partially open; any other without whole items is erased. Where more
///   than one has items, a fault opened one again. In the ring of the journal, all but the first are
///   closed, because that is the one to which the library appends. In the ring of the records, one in
///   front of a sector in use was full, and is closed.
/// - A header that was cut short is completed ([`TornHeader`]), because the next item could complete
///   it otherwise.
/// - A sector that is being filled must be empty behind its last item: a fault there would spoil the
///   next item. It is closed, so that nothing is appended to it. In the ring of the journal, the
///   oldest sector is erased before that, as the library makes room.
///
/// Power may fail at each step, and the next mount repeats it. It finds the erasure cut short, or
/// the sector erased and the one before it not closed yet, or the header with some more of its
/// bytes: each of these states is one of the list above. Nothing is appended before all is done.
///
/// Returns what became of the journal. Where it changed a sector, it forgets locations in that ring: the
/// next mount would find other ones.
pub(super) fn recover<F: NorFlash>(flash: &mut F, scan: &mut Scan) -> Result<Recovered, F::Error> {
    let Scan { sectors, locations, base, .. } = scan;
    if recover_ring(flash, sectors, 0..STORE)?.is_changed {
        *locations = UNKNOWN_LOCATIONS;
    }
    let journal = recover_ring(flash, sectors, STORE..SECTORS)?;
    if journal.is_changed {
        *base = Location::Unknown;
    }
    Ok(journal)
}

/// The result of recovering a ring of sectors.
pub(super) struct Recovered {
    /// Describes how the ring ends.
    pub(super) tail: SectorTail,
    /// True when a fault opened a sector again, so that new items may stand before older ones.
    pub(super) is_out_of_order: bool,
    is_changed: bool,
}

fn recover_ring<F: NorFlash>(
    flash: &mut F,
    sectors: &mut [SectorScan; SECTORS],
    ring: Range<usize>,
) -> Result<Recovered, F::Error> {
    let mut recovered =
        Recovered { tail: SectorTail::UNKNOWN, is_out_of_order: false, is_changed: false };
    let partial_open =
        sectors[ring.clone()].iter().filter(|seen| seen.markers == PARTIAL_OPEN).count();
    for index in ring.clone() {
        let seen = sectors[index];
        let is_partly_erased = !seen.markers[0] && !seen.is_erased || seen.is_zeroed;
        let has_no_item = seen.markers == PARTIAL_OPEN && seen.tail.has_no_item && partial_open > 1;
        if is_partly_erased || has_no_item {
            erase(flash, index)?;
            sectors[index] = SectorScan::ERASED;
            recovered.is_changed = true;
        }
    }
    let is_open = |&index: &usize| sectors[index].markers == PARTIAL_OPEN;
    let first_open = ring.clone().find(is_open);
    let open = ring.clone().filter(is_open).count();
    for index in ring.clone() {
        let seen = sectors[index];
        if seen.markers != PARTIAL_OPEN {
            continue;
        }
        let was_closed = if ring.start == STORE {
            Some(index) != first_open
        } else {
            open > 1 && sectors[after(index, &ring)].markers[0]
        };
        if was_closed {
            write_end_marker(flash, index)?;
            sectors[index].markers = CLOSED;
            (recovered.is_out_of_order, recovered.is_changed) = (true, true);
            continue;
        }
        let room = match seen.torn {
            _ if !seen.is_clean => None,
            Some(torn) => finish_header(flash, index, torn)?,
            None => Some(seen.tail.room),
        };
        recovered.tail = SectorTail { room: room.unwrap_or(0), ..seen.tail };
        if room.is_none() {
            close(flash, sectors, index, &ring)?;
            recovered.is_changed = true;
        }
    }
    Ok(recovered)
}

/// Closes a sector. A ring needs one erased sector, or its oldest sector is ambiguous. In the ring of
/// the journal, the next sector is erased first if need be. In the ring of the records, the sector
/// stays open if none is erased, which is so when moving records was cut short: the library then
/// erases the sector being filled and begins anew.
fn close<F: NorFlash>(
    flash: &mut F,
    sectors: &mut [SectorScan; SECTORS],
    index: usize,
    ring: &Range<usize>,
) -> Result<(), F::Error> {
    let next = after(index, ring);
    if ring.start == STORE && !sectors[next].is_erased {
        erase(flash, next)?;
        sectors[next] = SectorScan::ERASED;
    }
    match sectors[ring.clone()].iter().any(|seen| seen.is_erased) {
        true => write_end_marker(flash, index),
        false => Ok(()),
    }
}

/// Returns the sector after `index` in its ring.
const fn after(index: usize, ring: &Range<usize>) -> usize {
    if index + 1 == ring.end { ring.start } else { index + 1 }
}

fn write_end_marker<F: NorFlash>(flash: &mut F, index: usize) -> Result<(), F::Error> {
    block_on(flash.write(address(index, END_MARKER), &[0]))
}

/// Writes what a torn header lacks. Returns the room behind its item; `None` where it cannot be
/// finished.
fn finish_header<F: NorFlash>(
    flash: &mut F,
    index: usize,
    torn: TornHeader,
) -> Result<Option<usize>, F::Error> {
    let Some(header) = torn.finished() else { return Ok(None) };
    let bytes = torn.bytes.iter().zip(&header);
    for (location, (old, new)) in (address(index, torn.at)..).zip(bytes) {
        if old != new {
            block_on(flash.write(location, &[*new]))?;
        }
    }
    Ok(Some(torn.room_behind(header)))
}

fn erase<F: NorFlash>(flash: &mut F, index: usize) -> Result<(), F::Error> {
    block_on(flash.erase(sector_start(index), sector_start(index) + SECTOR_BYTES))
}

/// Sectors of the records; those of the journal follow.
const STORE: usize = STORE_SECTORS as usize;
/// Sectors of a save.
pub(super) const SECTORS: usize = (SAVE_BYTES / SECTOR_BYTES) as usize;

/// Returns the address of a sector.
fn sector_start(index: usize) -> u32 {
    address(index, 0)
}

/// Returns the address of an offset in a sector.
fn address(index: usize, at: usize) -> u32 {
    u32::try_from(index * SECTOR_BYTES as usize + at).expect("a save is small")
}

/// Returns whether the first sector may hold the very first record, cut short: only the page
/// marker, a header, and a part of the magic.
fn is_first_write_torn(sector: &[u8]) -> bool {
    let magic = &sector[1 + MAGIC_OFFSET..][..MAGIC.len()];
    let starts_as_ours = magic.iter().zip(&MAGIC).all(|(&byte, &wanted)| byte | wanted == byte);
    (sector[0] == 0 || sector[0] == 0xFF) && starts_as_ours
}

/// Returns the version in `item` if it is a whole first record. Skips the checksum, which takes time,
/// unless no version is `known` yet or this one is newer than ours: a save holds many copies.
fn version_of(item: &[u8], known: u8) -> Option<u8> {
    let is_first = item.get(MAGIC_OFFSET..)?.starts_with(&MAGIC);
    let version = *item.get(MAGIC_OFFSET + MAGIC.len())?;
    let counts = is_first && (known == 0 || version > FORMAT_VERSION);
    counts.then(|| version_at(item, MAGIC_OFFSET)).flatten()
}

/// Returns the positions of the magic, also with one bit flipped, because a single fault must not
/// make the save a foreign one. A wrong bit spoils one of two letters in each pair, and all letters
/// differ: so it is enough to look at every fourth byte, which tells where the magic would begin.
fn magic_positions(sector: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let wrong_bits =
        |found: &[u8]| -> u32 { found.iter().zip(&MAGIC).map(|(a, b)| (a ^ b).count_ones()).sum() };
    sector.iter().enumerate().step_by(4).filter_map(move |(at, byte)| {
        let start = at.checked_sub(MAGIC.iter().position(|letter| letter == byte)?)?;
        let found = sector.get(start..start + MAGIC.len())?;
        (wrong_bits(found) <= 1).then_some(start)
    })
}

/// Returns the version behind the magic at `at`, when the item around it is whole.
fn version_at(sector: &[u8], at: usize) -> Option<u8> {
    let header = sector.get(at.checked_sub(MAGIC_OFFSET)?..at - 1)?;
    let length = usize::from(u16::from_le_bytes([header[4], header[5]]));
    let item = sector.get(at - 1..at - 1 + length)?;
    let checksum = u32::from_le_bytes([header[0], header[1], header[2], header[3]]);
    let is_whole = item_checksum(item) == checksum;
    is_whole.then(|| item.get(1 + MAGIC.len()).copied())?
}
