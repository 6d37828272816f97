//! Holds all knowledge of sequential-storage's bytes: page markers, item headers, and their checks.
//!
//! The library does not promise its layout, so its version is pinned, and the tests below hold
//! these functions against what it writes.
//!
//! A sector is a page of the library: a page marker, items, and a second page marker in its last
//! byte. An item is a header and its data; the header is the data's checksum (4 bytes), its length
//! (2), and a check of the length (2). Numbers are little-endian.

use crate::limits::SECTOR_BYTES;
use core::ops::Range;

/// A sector as read.
// Target: GBA. Aligned to a word, because the processor compares by words.
#[repr(align(4))]
pub(super) struct Sector(pub(super) [u8; SECTOR_BYTES as usize]);

impl Sector {
    pub(super) const ERASED: Sector = Sector([0xFF; SECTOR_BYTES as usize]);
}

/// Bytes before an item: its checksum, its length, and the check of that.
pub const HEADER_BYTES: usize = 4 + 2 + 2;
/// The number of zeros in a page marker, which the library writes into the first and last byte
/// of a sector in use.
pub(super) const MARKER_ZEROS_MIN: u32 = 4;
/// The page markers of a sector being filled, which the library calls partially open.
pub(super) const PARTIAL_OPEN: [bool; 2] = [true, false];
/// The page markers of a full sector.
pub(super) const CLOSED: [bool; 2] = [true, true];

/// The offset of the second page marker.
pub(super) const END_MARKER: usize = SECTOR_BYTES as usize - 1;

/// Returns whether a byte is a page marker, as the library decides it.
pub(super) const fn is_marker(byte: u8) -> bool {
    byte.count_zeros() >= MARKER_ZEROS_MIN
}

/// Describes the end of a sector that is being filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SectorTail {
    /// Counts the bytes behind the last item, where the library writes the next one.
    pub(super) room: usize,
    /// True when the last item was damaged after it was written: more of it is there than a power
    /// cut leaves.
    pub(super) is_damaged: bool,
    /// True when the sector has no whole item.
    pub(super) has_no_item: bool,
}

impl SectorTail {
    pub(super) const UNKNOWN: SectorTail =
        SectorTail { room: 0, is_damaged: false, has_no_item: true };
}

/// The header of an item whose writing was cut short: one to seven of its bytes, behind the last
/// item of a sector being filled.
/// The storage library passes over it byte by byte and appends behind it. The bytes of the next
/// item would then complete it: one time in 256, when only the last byte is missing and the next
/// checksum begins with it, the header becomes whole, and its item swallows the one that was
/// written. So the game completes the header before it appends anything, with bytes that no later
/// item can supply.
///
/// All other states that a cut of an append leaves are safe as they are. Before the header there is
/// nothing. From the whole header on, the item's length is known: it fails its checksum, is passed over
/// as a whole, and what is appended stands behind it. A sector's page marker is one byte, written
/// or not; a sector with its first page marker alone is one being filled.
#[derive(Clone, Copy)]
pub(super) struct TornHeader {
    /// Its offset in the sector.
    pub(super) at: usize,
    /// Holds its bytes; those that are missing read as erased.
    pub(super) bytes: [u8; HEADER_BYTES],
}

impl TornHeader {
    pub(super) fn of(sector: &[u8], scan: &ItemScan) -> Option<TornHeader> {
        let at = scan.at - scan.stray_bytes;
        let bytes = sector[..END_MARKER].get(at..)?.first_chunk()?;
        (scan.stray_bytes > 0).then_some(TornHeader { at, bytes: *bytes })
    }

    /// Returns the completed header that writing zeros and erased bytes alone can make of it; `None`
    /// when there is none, because more is wrong than a cut.
    ///
    /// Where a part of the length's check is there, the length is, too, and the header becomes that
    /// of an item without its data. Otherwise the header becomes that of an erased item of no
    /// bytes. A cut during this leaves a torn header again, which gives the same result.
    pub(super) fn finished(self) -> Option<[u8; HEADER_BYTES]> {
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

    /// Returns the room of a sector behind the item that `header` completes here.
    pub(super) fn room_behind(self, header: [u8; HEADER_BYTES]) -> usize {
        let length = usize::from(u16::from_le_bytes([header[4], header[5]]));
        room_at(self.at + HEADER_BYTES + length)
    }
}

/// Scans the items of a sector as the library does and shows each to `visit`: what is no header is
/// passed over byte by byte.
pub(super) fn scan_items(sector: &[u8], mut visit: impl FnMut(Range<usize>)) -> ItemScan {
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
pub(super) struct ItemScan {
    /// The offset behind which nothing follows.
    pub(super) at: usize,
    /// The offset of the last item.
    last: Option<usize>,
    /// Counts the bytes after it that are no item.
    pub(super) stray_bytes: usize,
}

pub(super) fn tail(sector: &[u8], ItemScan { at, last, stray_bytes }: ItemScan) -> SectorTail {
    let items = &sector[..END_MARKER];
    let is_whole = |header_and_item: &[u8]| {
        let (header, item) = header_and_item.split_at(HEADER_BYTES);
        item_checksum(item).to_le_bytes() == header[..4]
    };
    let last_item = last.map(|last| &items[last..at - stray_bytes]);
    let is_last_whole = last_item.is_some_and(is_whole);
    let is_last_damaged = last_item.is_some_and(|last| {
        let is_present = last[..4] != ERASED_CHECKSUM && last.last() != Some(&0xFF);
        is_present && !is_last_whole
    });
    // Checksums take time: the last item tells of nearly every sector.
    let mut has_item = is_last_whole;
    if !has_item {
        let _ = scan_items(sector, |item| has_item = has_item || is_whole(&sector[item]));
    }
    SectorTail {
        room: room_at(at),
        // Power that fails leaves a part of a header or a whole one.
        is_damaged: if stray_bytes > 0 { stray_bytes > HEADER_BYTES } else { is_last_damaged },
        has_no_item: !has_item,
    }
}

/// Bytes from `at` to the end of the items, if a header fits there.
pub(super) const fn room_at(at: usize) -> usize {
    if at + HEADER_BYTES > END_MARKER { 0 } else { END_MARKER - at }
}

/// The value that the storage library takes for the checksum of an erased item.
pub(super) const ERASED_CHECKSUM: [u8; 4] = [0; 4];

/// Returns whether these bytes are the header of an item: its checksum, its length, and the check of that.
/// Other bytes pass for one once in 65,536 times.
pub fn is_item_header(header: &[u8; HEADER_BYTES]) -> bool {
    item_length(header).is_some()
}

/// Returns the length of the item that a header is of; `None` when it is none.
pub(super) fn item_length(header: &[u8]) -> Option<usize> {
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

/// Returns the header of an erased item of `length` bytes.
pub(super) fn erased_header(length: u16) -> [u8; HEADER_BYTES] {
    let length = length.to_le_bytes();
    let check = length_check(length).to_le_bytes();
    [0, 0, 0, 0, length[0], length[1], check[0], check[1]]
}

#[cfg(test)]
mod tests {
    use super::super::Memory;
    use super::*;
    use crate::poll::block_on;
    use embedded_storage_async::nor_flash::MultiwriteNorFlash;
    use sequential_storage::cache::Cache;
    use sequential_storage::queue::{QueueConfig, QueueStorage};
    use std::vec::Vec;

    const SECTOR: usize = SECTOR_BYTES as usize;

    // The library erases items only where bytes may be written twice.
    impl MultiwriteNorFlash for Memory<Vec<u8>> {}

    /// Has the library write these items into two sectors, erases the first `erased` of them, and
    /// returns the sectors.
    fn written(items: &[Vec<u8>], erased: usize) -> [Vec<u8>; 2] {
        let mut flash = Memory(std::vec![0xFF; 16 * SECTOR]);
        let config = const { QueueConfig::new(0..2 * SECTOR_BYTES) };
        let mut queue = QueueStorage::new(&mut flash, config, Cache::new_uncached());
        for item in items {
            block_on(queue.push(item, false)).expect("there is room");
        }
        for _ in 0..erased {
            block_on(queue.pop(&mut [0; SECTOR])).expect("memory can be written");
        }
        [flash.0[..SECTOR].to_vec(), flash.0[SECTOR..2 * SECTOR].to_vec()]
    }

    fn items(lengths: impl Iterator<Item = usize>) -> Vec<Vec<u8>> {
        // Bytes of all kinds, also those with which an erased flash and a page marker are written.
        let byte = |length: usize, at: usize| (length * 31 + at * 7 + at / 256).to_le_bytes()[0];
        lengths.map(|length| (0..length).map(|at| byte(length, at)).collect()).collect()
    }

    /// Returns the data of the items of a sector.
    fn scanned(sector: &[u8]) -> (Vec<Vec<u8>>, ItemScan) {
        let mut found = Vec::new();
        let scan = scan_items(sector, |item| {
            found.push(sector[item.start + HEADER_BYTES..item.end].to_vec());
        });
        (found, scan)
    }

    #[test]
    fn what_the_library_writes_is_scanned_and_whole() {
        for lengths in [1..60, 60..70, 300..310, 1_354..1_357, 4_086..4_087] {
            let items = items(lengths.clone());
            let [sector, _] = written(&items, 0);
            let (found, scan) = scanned(&sector);
            assert!(found == items, "{lengths:?}");
            let end: usize = 1 + items.iter().map(|item| HEADER_BYTES + item.len()).sum::<usize>();
            assert_eq!((scan.at, scan.stray_bytes), (end, 0), "{lengths:?}");
            let mut whole = Vec::new();
            let bytes = Sector(sector.clone().try_into().expect("a sector"));
            for_each_whole_item(&bytes, |item| whole.push(item.to_vec()));
            assert!(whole == items, "each checksum is that of the library");
            assert!(!tail(&sector, scan).is_damaged);
        }
    }

    #[test]
    fn a_header_is_a_checksum_a_length_and_its_check() {
        for item in items((1..4_086).step_by(37)) {
            let [sector, _] = written(std::slice::from_ref(&item), 0);
            let length = u16::try_from(item.len()).expect("a length").to_le_bytes();
            let header = sector[1..].first_chunk::<HEADER_BYTES>().expect("a header");
            assert_eq!(header[..4], item_checksum(&item).to_le_bytes());
            assert_eq!(header[4..6], length);
            assert_eq!(header[6..], length_check(length).to_le_bytes());
            assert!(is_item_header(header) && item_length(header) == Some(item.len()));
        }
    }

    #[test]
    fn an_item_that_the_library_erased_has_the_checksum_zero() {
        for item in items([1, 2, 100, 4_000].into_iter()) {
            let [sector, _] = written(&[item.clone(), items([5].into_iter()).remove(0)], 1);
            let length = u16::try_from(item.len()).expect("a length");
            assert_eq!(sector[1..1 + HEADER_BYTES], erased_header(length));
            assert_eq!(scanned(&sector).0.len(), 2, "it is passed over as a whole");
        }
    }

    #[test]
    fn a_sector_in_use_has_one_marker_and_a_full_one_two() {
        let markers = |sector: &[u8]| [is_marker(sector[0]), is_marker(sector[END_MARKER])];
        let [first, second] = written(&items([2_000].into_iter()), 0);
        assert_eq!([markers(&first), markers(&second)], [PARTIAL_OPEN, [false; 2]]);
        let [first, second] = written(&items([2_000, 2_050, 100].into_iter()), 0);
        assert_eq!([markers(&first), markers(&second)], [CLOSED, PARTIAL_OPEN]);
        assert!(is_erased(&[0xFF; 9]) && !is_erased(&first));
    }

    /// The next item goes into the same sector exactly when the room there says so.
    #[test]
    fn the_room_is_that_of_the_library() {
        let mut seen = [false; 2];
        for length in 4_060..4_078 {
            let [sector, _] = written(&items([length].into_iter()), 0);
            let room = room_at(scanned(&sector).1.at);
            for more in 1..20 {
                let [_, next] = written(&items([length, more].into_iter()), 0);
                let fits = HEADER_BYTES + more <= room;
                assert_eq!(is_erased(&next), fits, "{more} bytes behind {length}, room {room}");
                seen[usize::from(fits)] = true;
            }
        }
        assert_eq!(seen, [true; 2]);
    }
}
