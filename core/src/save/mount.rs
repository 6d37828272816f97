//! Scans a flash without changing a bit of it, then recovers what a power failure left.

use super::format::{FORMAT_VERSION, MAGIC};
use super::journal;
use super::store::{KEY_CODES, block_on};
use crate::limits::{SAVE_BYTES, SECTOR_BYTES, STORE_SECTORS};
use core::ops::Range;
use embedded_storage_async::nor_flash::NorFlash;

/// Tells what a flash holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// Nothing, as one and the same byte is everywhere, or the beginning of a first save that was cut
    /// short.
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

/// The number of zeros in a page marker, which the library writes into the first and last byte
/// of a sector in use.
const MARKER_ZEROS_MIN: u32 = 4;
/// Bytes before the magic in the item of the first record: the header and the key.
const MAGIC_OFFSET: usize = HEADER_BYTES + 1;
/// Bytes before an item: its checksum, its length, and the check of that.
pub const HEADER_BYTES: usize = 4 + 2 + 2;
/// The end of the bytes of a first save when its first record was not finished.
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
    /// It must be searched for.
    Unknown,
    /// Nowhere.
    Absent,
    /// Here, header and all, if it is whole.
    At(Range<u32>),
}

/// Is used while the sectors of the records are out of order, or after they were changed.
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

/// The page markers of a sector being filled, which the library calls partially open.
const PARTIAL_OPEN: [bool; 2] = [true, false];
/// The page markers of a full sector.
const CLOSED: [bool; 2] = [true, true];

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

/// Returns the sector of the records that is being filled, when they are in order: before it, as
/// far as anything is in use, are full ones, and after it is the one that is kept free.
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
    // Where it has come to the first sector, the rest of that is all that is left.
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

/// Recovers what the storage library would not:
///
/// - A sector without its first page marker is taken for an empty one, and must be: an erasure cut
///   short may have left something in it. It is erased. So is one of zeros
///   ([`SectorScan::is_zeroed`]).
/// - At most one page per ring is partially open; any other without items is erased.
/// - A header that was cut short is finished ([`TornHeader`]), or the next item might finish it.
/// - A sector that is being filled must be empty behind its last item: a fault there would spoil
///   what is written next. It is closed, so that nothing is appended to it. In the ring of the
///   journal, room is made before that as the library makes it: the oldest sector is erased.
///
/// Power may fail at each step, and the next mount repeats it. It finds the erasure cut short, or
/// the sector erased and the one before it not closed yet, or the header with some more of its
/// bytes: each of these states is one of the list above. Nothing is appended before all is done.
///
/// Returns how the journal ends. Where it changed a sector of the records, it forgets their
/// locations.
pub(super) fn recover<F: NorFlash>(flash: &mut F, scan: &mut Scan) -> Result<SectorTail, F::Error> {
    let Scan { sectors, locations, .. } = scan;
    if recover_ring(flash, sectors, 0..STORE)?.is_changed {
        *locations = UNKNOWN_LOCATIONS;
    }
    Ok(recover_ring(flash, sectors, STORE..SECTORS)?.tail)
}

/// The result of recovering a ring of sectors.
struct Recovered {
    tail: SectorTail,
    is_changed: bool,
}

fn recover_ring<F: NorFlash>(
    flash: &mut F,
    sectors: &mut [SectorScan; SECTORS],
    ring: Range<usize>,
) -> Result<Recovered, F::Error> {
    let mut recovered = Recovered { tail: SectorTail::UNKNOWN, is_changed: false };
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
    for index in ring.clone() {
        let seen = sectors[index];
        if seen.markers != PARTIAL_OPEN {
            continue;
        }
        let room = match seen.torn {
            _ if !seen.is_clean => None,
            Some(torn) => torn.finish(flash, index)?,
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

/// Closes a sector. Not all of its ring may be full then, or its beginning would be unknown. In that
/// of the journal the next one is erased first, if need be. In that of the records there is none only
/// when moving records was cut short: the library erases the sector being filled and begins anew.
fn close<F: NorFlash>(
    flash: &mut F,
    sectors: &mut [SectorScan; SECTORS],
    index: usize,
    ring: &Range<usize>,
) -> Result<(), F::Error> {
    let next = if index + 1 == ring.end { ring.start } else { index + 1 };
    if ring.start == STORE && !sectors[next].is_erased {
        erase(flash, next)?;
        sectors[next] = SectorScan::ERASED;
    }
    match sectors[ring.clone()].iter().any(|seen| seen.is_erased) {
        true => block_on(flash.write(address(index, END_MARKER), &[0])),
        false => Ok(()),
    }
}

/// The header of an item whose writing was cut short: one to seven of its bytes, behind the last
/// item of a sector being filled.
///
/// The storage library passes over it byte by byte and appends behind it. The bytes of the next item
/// would then stand where those that are missing belong: one time in 256, when only the last one is
/// missing and the next checksum begins with it, the header is whole, and its item swallows the one
/// that was written. So it is finished before anything is appended, and no other bytes can finish it.
///
/// All other states that a cut of an append leaves are safe as they are. Before the header there is
/// nothing. From the whole header on, the item's length is known: it fails its checksum, is passed over
/// as a whole, and what is appended stands behind it. A sector's page marker is one byte, written
/// or not; a sector with its first page marker alone is one being filled.
#[derive(Clone, Copy)]
struct TornHeader {
    /// Its offset in the sector.
    at: usize,
    /// Holds its bytes; those that are missing read as erased.
    bytes: [u8; HEADER_BYTES],
}

impl TornHeader {
    fn of(sector: &[u8], scan: &ItemScan) -> Option<TornHeader> {
        let at = scan.at - scan.stray_bytes;
        let bytes = sector[..END_MARKER].get(at..)?.first_chunk()?;
        (scan.stray_bytes > 0).then_some(TornHeader { at, bytes: *bytes })
    }

    /// Returns the whole header that writing zeros and erased bytes alone can make of it; `None`
    /// when there is none, because more is wrong than a cut.
    ///
    /// Where a part of the length's check is there, the length is, and the header becomes what it was
    /// to be: that of an item without its data, as a moment later in its writing. Where it is not, the
    /// header becomes that of an erased item of no bytes. Cut short, this leaves a torn header again, of
    /// which the same is made.
    fn finished(self) -> Option<[u8; HEADER_BYTES]> {
        let mut header = self.bytes;
        if header[6..] == [0xFF, 0xFF] {
            header[..6].fill(0);
        }
        let length = [header[4], header[5]];
        header[6..].copy_from_slice(&length_check(length).to_le_bytes());
        let end = self.at + HEADER_BYTES + usize::from(u16::from_le_bytes(length));
        let is_written = |(&old, new)| old == new || old == 0xFF || new == 0;
        (self.bytes.iter().zip(header).all(is_written) && end <= END_MARKER).then_some(header)
    }

    /// Writes what is missing. Returns the room behind the item; `None` where the header cannot be
    /// finished.
    fn finish<F: NorFlash>(self, flash: &mut F, index: usize) -> Result<Option<usize>, F::Error> {
        let Some(header) = self.finished() else { return Ok(None) };
        let bytes = self.bytes.iter().zip(&header);
        for (location, (old, new)) in (address(index, self.at)..).zip(bytes) {
            if old != new {
                block_on(flash.write(location, &[*new]))?;
            }
        }
        let length = usize::from(u16::from_le_bytes([header[4], header[5]]));
        Ok(Some(room_at(self.at + HEADER_BYTES + length)))
    }
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

/// The offset of the second page marker.
const END_MARKER: usize = SECTOR_BYTES as usize - 1;

/// Returns whether a byte is a page marker, as the library decides it.
const fn is_marker(byte: u8) -> bool {
    byte.count_zeros() >= MARKER_ZEROS_MIN
}

/// Describes the end of a sector that is being filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SectorTail {
    /// Counts the bytes behind the last item, where the library writes the next one.
    pub(super) room: usize,
    /// True when something was wrong with the last item after it was written: more of it is
    /// there than power that failed meanwhile would have left.
    pub(super) is_damaged: bool,
    /// True when the sector has no item.
    has_no_item: bool,
}

impl SectorTail {
    pub(super) const UNKNOWN: SectorTail =
        SectorTail { room: 0, is_damaged: false, has_no_item: true };
}

/// Scans the items of a sector as the library does and shows each to `visit`: what is no header is
/// passed over byte by byte.
fn scan_items(sector: &[u8], mut visit: impl FnMut(Range<usize>)) -> ItemScan {
    let items = &sector[..END_MARKER];
    let mut scan = ItemScan { at: 1, last: None, stray_bytes: 0 };
    while let Some(header) =
        items.get(scan.at..scan.at + HEADER_BYTES).filter(|bytes| !is_erased(bytes))
    {
        match item_length(header).map(|length| scan.at..scan.at + HEADER_BYTES + length) {
            Some(item) if item.end <= END_MARKER => {
                (scan.at, scan.last, scan.stray_bytes) = (item.end, Some(item.start), 0);
                visit(item);
            }
            _ => {
                scan.stray_bytes += 1;
                scan.at += 1;
            }
        }
    }
    scan
}

/// Shows `visit` every whole item of a sector, also one that lies inside of what seems to be another:
/// earlier versions of this game appended behind torn headers ([`TornHeader`]), which could swallow
/// what came after them.
pub(super) fn for_each_whole_item(Sector(sector): &Sector, mut visit: impl FnMut(&[u8])) {
    let items = &sector[..END_MARKER];
    let mut at = 1;
    while let Some(header) = items.get(at..at + HEADER_BYTES) {
        let length = item_length(header);
        let item = length.and_then(|length| items[at + HEADER_BYTES..].get(..length));
        let is_whole = |item: &&[u8]| item_checksum(item).to_le_bytes() == header[..4];
        match item.filter(is_whole) {
            Some(item) => {
                visit(item);
                at += HEADER_BYTES + item.len();
            }
            None => at += 1,
        }
    }
}

/// The result of scanning the items of a sector.
struct ItemScan {
    /// The offset behind which nothing follows.
    at: usize,
    /// The offset of the last item.
    last: Option<usize>,
    /// Counts the bytes after it that are no item.
    stray_bytes: usize,
}

fn tail(sector: &[u8], ItemScan { at, last, stray_bytes }: ItemScan) -> SectorTail {
    let items = &sector[..END_MARKER];
    let is_last_damaged = last.is_some_and(|last| {
        let (header, item) = items[last..at - stray_bytes].split_at(HEADER_BYTES);
        let is_present = header[..4] != ERASED_CHECKSUM && item.last() != Some(&0xFF);
        is_present && item_checksum(item).to_le_bytes() != header[..4]
    });
    SectorTail {
        room: room_at(at),
        // Power that fails leaves a part of a header or a whole one.
        is_damaged: if stray_bytes > 0 { stray_bytes > HEADER_BYTES } else { is_last_damaged },
        has_no_item: last.is_none(),
    }
}

/// Bytes from `at` to the end of the items, if a header fits there.
const fn room_at(at: usize) -> usize {
    if at + HEADER_BYTES > END_MARKER { 0 } else { END_MARKER - at }
}

/// The value that the storage library takes for the checksum of an erased item.
const ERASED_CHECKSUM: [u8; 4] = [0; 4];

/// Returns whether these bytes are the header of an item: its checksum, its length, and the check of that.
/// Other bytes pass for one once in 65,536 times.
pub fn is_item_header(header: &[u8; HEADER_BYTES]) -> bool {
    item_length(header).is_some()
}

/// Returns the length of the item that a header is of; `None` when it is none.
fn item_length(header: &[u8]) -> Option<usize> {
    let length = [header[4], header[5]];
    let is_whole = length_check(length).to_le_bytes() == header[6..8];
    is_whole.then(|| usize::from(u16::from_le_bytes(length)))
}

/// Returns the storage library's check of an item's length: a CRC-16 that is never 0xFFFF.
pub(super) fn length_check(length: [u8; 2]) -> u16 {
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

/// Returns whether the first sector may hold the very first record, cut short: nothing but the page
/// marker, a header, and a part of the magic.
fn is_first_write_torn(sector: &[u8]) -> bool {
    let magic = &sector[1 + MAGIC_OFFSET..][..MAGIC.len()];
    let starts_as_ours = magic.iter().zip(&MAGIC).all(|(&byte, &wanted)| byte | wanted == byte);
    (sector[0] == 0 || sector[0] == 0xFF) && starts_as_ours
}

/// Returns the version that an item tells when it is a whole first record, and one that counts
/// beside the `known` one: checking it takes time, and it is there many times.
fn version_of(item: &[u8], known: u8) -> Option<u8> {
    let is_first = item.get(MAGIC_OFFSET..)?.starts_with(&MAGIC);
    let version = *item.get(MAGIC_OFFSET + MAGIC.len())?;
    let counts = is_first && (known == 0 || version > FORMAT_VERSION);
    counts.then(|| version_at(item, MAGIC_OFFSET)).flatten()
}

/// Returns the positions of the magic, also with one bit of it turned: a single fault must not make
/// a save a stranger. One wrong bit leaves one of two of its letters right, and all its letters
/// differ: so every fourth byte is looked at, and tells where it would begin.
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

/// Returns the storage library's checksum of an item: Castagnoli's CRC-32 from another start, with
/// a first byte that is neither 0 nor 0xFF.
pub(super) fn item_checksum(item: &[u8]) -> u32 {
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
