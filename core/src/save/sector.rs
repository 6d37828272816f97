//! Defines the bytes of a flash sector: a header, then items without gaps.
//!
//! | bytes of a header | |
//! |---|---|
//! | 1 | a mark, 0x00; erased flash holds 0xFF here |
//! | 8 | the magic, which identifies a save |
//! | 1 | the version of the format |
//! | 4 | the age: a number that counts the sectors in the order in which they were begun |
//! | 4 | the checksum of the bytes between the mark and this checksum |
//!
//! | bytes of an item | |
//! |---|---|
//! | 4 | the checksum of all later bytes of the item |
//! | 2 | the length of its data |
//! | 1 | its key |
//! | 4 | its epoch |
//! | 1 to 4,060 | its data |
//!
//! Numbers are little-endian, and a checksum is the CRC-32 of ISO 3309, as in zip files. The header of a sector may
//! never change, because every version of the game must recognise the saves of later versions.

use super::key::KEY_CODES;
use crate::limits::{RECORD_BYTES_MAX, SAVE_BYTES, SECTOR_BYTES};
use crc::{CRC_32_ISO_HDLC, Crc};

/// The size of a sector, in bytes.
pub(super) const SECTOR: usize = SECTOR_BYTES as usize;
/// The number of sectors of a save.
pub(super) const SECTORS: usize = (SAVE_BYTES / SECTOR_BYTES) as usize;

/// The magic that identifies a save; the version follows it. The positions of the magic and the version may never
/// change.
pub const MAGIC: [u8; 8] = *b"Mus Rex\x1A";
/// The version of the format; the documentation of the module `save` has the rules for changing it.
pub const FORMAT_VERSION: u8 = 3;

/// The size of the header of a sector, in bytes.
pub(super) const SECTOR_HEADER_BYTES: usize = 1 + MAGIC.len() + 1 + 4 + 4;
/// The size of the header of an item, in bytes.
pub(super) const ITEM_HEADER_BYTES: usize = 4 + 2 + 1 + 4;
/// The room for items in a sector, in bytes.
pub(super) const ITEMS_BYTES: usize = SECTOR - SECTOR_HEADER_BYTES;

const _: () = assert!(ITEM_HEADER_BYTES + RECORD_BYTES_MAX <= ITEMS_BYTES);

static CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The bytes of a sector as read.
pub(super) type Sector = [u8; SECTOR];

/// An item of a sector.
#[derive(Clone, Copy)]
pub(super) struct StoredItem<'a> {
    /// The code of the item's key.
    pub(super) key: u8,
    pub(super) epoch: u32,
    pub(super) data: &'a [u8],
}

impl<'a> StoredItem<'a> {
    /// Returns the header of the item: the bytes before the data.
    pub(super) fn header(&self) -> [u8; ITEM_HEADER_BYTES] {
        let length = u16::try_from(self.data.len()).expect("an item fits a sector");
        let mut header = [0; ITEM_HEADER_BYTES];
        header[4..6].copy_from_slice(&length.to_le_bytes());
        header[6] = self.key;
        header[7..].copy_from_slice(&self.epoch.to_le_bytes());
        let check = item_check(&header[4..], self.data);
        header[..4].copy_from_slice(&check.to_le_bytes());
        header
    }

    /// Returns the size of the item with its header, in bytes.
    pub(super) const fn bytes(&self) -> usize {
        ITEM_HEADER_BYTES + self.data.len()
    }

    /// Reads the item that begins at `at`; `None` if no whole item begins there.
    pub(super) fn at(sector: &'a [u8], at: usize) -> Option<StoredItem<'a>> {
        let (header, behind) = sector.get(at..)?.split_first_chunk::<ITEM_HEADER_BYTES>()?;
        let length = usize::from(u16::from_le_bytes([header[4], header[5]]));
        let is_key = usize::from(header[6]) < KEY_CODES;
        let data = behind.get(..length).filter(|data| !data.is_empty() && is_key)?;
        let check = item_check(&header[4..], data);
        let epoch = u32::from_le_bytes([header[7], header[8], header[9], header[10]]);
        (check.to_le_bytes() == header[..4]).then_some(StoredItem { key: header[6], epoch, data })
    }
}

// Target: GBA. Not inlined: the linker script puts it into fast memory by its name.
#[inline(never)]
fn item_check(header: &[u8], data: &[u8]) -> u32 {
    let mut digest = CRC.digest();
    digest.update(header);
    digest.update(data);
    digest.finalize()
}

/// Returns the header of a sector of this age.
pub(super) fn sector_header(age: u32) -> [u8; SECTOR_HEADER_BYTES] {
    let mut header = [0; SECTOR_HEADER_BYTES];
    header[1..9].copy_from_slice(&MAGIC);
    header[9] = FORMAT_VERSION;
    header[10..14].copy_from_slice(&age.to_le_bytes());
    let check = header_check(&header);
    header[14..].copy_from_slice(&check);
    header
}

/// Returns the checksum of a header. The checksum leaves out the mark. To find out whether memory is writable, a driver
/// changes the mark for a moment, and power may fail meanwhile (`handheld/chip/src/identify.rs`).
fn header_check(header: &[u8]) -> [u8; 4] {
    CRC.checksum(&header[1..14]).to_le_bytes()
}

/// The result of reading the header of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// The header is whole.
    Whole { version: u8, age: u32 },
    /// The magic is intact, but the rest is damaged.
    Damaged,
    /// The sector does not begin like a sector of a save.
    None,
}

impl Header {
    pub(super) fn of(sector: &Sector) -> Header {
        let age = u32::from_le_bytes([sector[10], sector[11], sector[12], sector[13]]);
        let is_whole = header_check(sector) == sector[14..SECTOR_HEADER_BYTES];
        if sector[1..9] != MAGIC {
            Header::None
        } else if is_whole {
            Header::Whole { version: sector[9], age }
        } else {
            Header::Damaged
        }
    }
}

/// The result of a scan of a sector's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    /// The offset after the last item, if no stray bytes follow that item.
    pub(super) end: Option<usize>,
    /// True when bytes that are not an item precede a whole item. A power cut cannot cause this, because nothing is
    /// written after an incomplete item.
    pub(super) has_gap: bool,
}

/// The epochs of the newest known records, by the codes of their keys.
pub(super) type Epochs = [u32; KEY_CODES];

/// Calls `visit` with each whole item of a sector and its offset, except items older than the `known` records. The scan
/// skips older items without verifying their checksums, because verification is slow on a small machine. The scan
/// advances byte by byte over bytes that are not an item.
pub(super) fn scan(
    sector: &Sector,
    known: &Epochs,
    mut visit: impl FnMut(usize, StoredItem<'_>),
) -> Scan {
    let used = SECTOR - sector.iter().rev().take_while(|&&byte| byte == 0xFF).count();
    let (mut at, mut is_stray, mut has_gap) = (SECTOR_HEADER_BYTES, false, false);
    loop {
        if !is_stray {
            at = skip_older(sector, at, known);
        }
        if at >= used {
            return Scan { end: (!is_stray).then_some(at), has_gap };
        }
        match StoredItem::at(sector, at) {
            Some(item) => {
                has_gap |= is_stray;
                is_stray = false;
                visit(at, item);
                at += item.bytes();
            }
            None => {
                is_stray = true;
                at += 1;
            }
        }
    }
}

/// Skips the items from `at` on that are older than the `known` records. Returns the offset after these items.
// Target: GBA. Not inlined: the linker script puts it into fast memory by its name.
#[inline(never)]
fn skip_older(sector: &Sector, mut at: usize, known: &Epochs) -> usize {
    while let Some(&[_, _, _, _, low, high, key, a, b, c, d]) =
        sector.get(at..).and_then(<[u8]>::first_chunk::<ITEM_HEADER_BYTES>)
    {
        let length = usize::from(u16::from_le_bytes([low, high]));
        let is_older = known
            .get(usize::from(key))
            .is_some_and(|&newest| u32::from_le_bytes([a, b, c, d]) < newest);
        if !is_older || length == 0 || at + ITEM_HEADER_BYTES + length > SECTOR {
            break;
        }
        at += ITEM_HEADER_BYTES + length;
    }
    at
}

/// Returns whether a sector is erased.
pub(super) fn is_erased(sector: &Sector) -> bool {
    // Compares the whole sector at once, which is much quicker than byte by byte.
    *sector == [0xFF; SECTOR]
}

/// Returns the byte that fills a sector without data; `None` if the sector may have data. A sector has no data in three
/// cases: it is erased; it was never written, and holds a single byte value; or power failed during its erasure or
/// while its header was written.
pub(super) fn filler(sector: &Sector) -> Option<u8> {
    let last = sector[SECTOR - 1];
    let erased = sector.iter().take_while(|&&byte| byte == 0xFF).count();
    let is_uniform = sector[erased..].iter().all(|&byte| byte == last);
    (is_uniform || is_header_torn(sector)).then_some(last)
}

/// Takes the fillers of two parts of a flash. Returns the byte that fills both parts; `None` if the fillers do not
/// match. An interrupted erasure can leave either part filled with 0xFF, or with 0 on a chip that erases to zeros. The
/// filler of the other part then decides.
pub(super) const fn both_fillers(fillers: (u8, u8)) -> Option<u8> {
    match fillers {
        (0 | 0xFF, filler) | (filler, 0 | 0xFF) => Some(filler),
        (filler, other) if filler == other => Some(filler),
        _ => None,
    }
}

fn is_header_torn(sector: &Sector) -> bool {
    let header = sector_header(0);
    let same = sector.iter().zip(&header[..10]).take_while(|(byte, wanted)| byte == wanted);
    let length = same.count();
    sector[length..].iter().all(|&byte| byte == 0xFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: [u8; 40] = [7; 40];

    fn sector(items: &[StoredItem<'_>]) -> Sector {
        let mut sector = [0xFF; SECTOR];
        sector[..SECTOR_HEADER_BYTES].copy_from_slice(&sector_header(0x0102_0304));
        let mut at = SECTOR_HEADER_BYTES;
        for item in items {
            sector[at..][..ITEM_HEADER_BYTES].copy_from_slice(&item.header());
            sector[at + ITEM_HEADER_BYTES..][..item.data.len()].copy_from_slice(item.data);
            at += item.bytes();
        }
        sector
    }

    fn found(sector: &Sector) -> (std::vec::Vec<(u8, u32, usize)>, Scan) {
        let mut found = std::vec::Vec::new();
        let push = |_, item: StoredItem<'_>| found.push((item.key, item.epoch, item.data.len()));
        let scan = scan(sector, &[0; KEY_CODES], push);
        (found, scan)
    }

    fn three() -> Sector {
        let item = |key, length| StoredItem { key, epoch: 9, data: &DATA[..length] };
        sector(&[item(1, 40), item(2, 1), item(3, 7)])
    }

    #[test]
    fn a_header_and_its_items_are_read_back() {
        let sector = three();
        assert_eq!(
            Header::of(&sector),
            Header::Whole { version: FORMAT_VERSION, age: 0x0102_0304 }
        );
        let end = SECTOR_HEADER_BYTES + 3 * ITEM_HEADER_BYTES + 48;
        let scan = Scan { end: Some(end), has_gap: false };
        assert_eq!(found(&sector), (std::vec![(1, 9, 40), (2, 9, 1), (3, 9, 7)], scan));
        assert!(!is_erased(&sector) && filler(&sector).is_none());
    }

    #[test]
    fn older_items_are_passed_over() {
        let mut known = [0; KEY_CODES];
        (known[1], known[2]) = (9, 10);
        let mut found = std::vec::Vec::new();
        let scan = scan(&three(), &known, |_, item| found.push(item.key));
        assert_eq!((found, scan), (std::vec![1, 3], super::tests::found(&three()).1));
    }

    // If the length of an older item is damaged, only that item is lost, even if the length reaches beyond other items.
    #[test]
    fn an_older_item_of_a_damaged_length_costs_itself_alone() {
        let mut known = [0; KEY_CODES];
        known[1] = 10;
        let room = SECTOR - SECTOR_HEADER_BYTES - ITEM_HEADER_BYTES;
        for length in [room + 1, room + ITEM_HEADER_BYTES, 5_000, 65_535] {
            let mut sector = three();
            let bytes = u16::try_from(length).expect("two bytes").to_le_bytes();
            sector[SECTOR_HEADER_BYTES + 4..][..2].copy_from_slice(&bytes);
            let mut found = std::vec::Vec::new();
            let scan = scan(&sector, &known, |_, item| found.push(item.key));
            assert_eq!((found, scan.has_gap), (std::vec![2, 3], true), "{length} bytes");
        }
    }

    #[test]
    fn what_has_no_data_or_no_key_is_no_item() {
        let unknown = u8::try_from(KEY_CODES).expect("a code is a byte");
        for (key, length, is_item) in [(1, 1, true), (1, 0, false), (unknown, 1, false)] {
            let sector = sector(&[StoredItem { key, epoch: 9, data: &DATA[..length] }]);
            assert_eq!(found(&sector).0.len(), usize::from(is_item), "key {key}, {length} bytes");
        }
    }

    // A sector that was never written, or whose erasure was interrupted, holds a single byte value, perhaps after bytes
    // of 0xFF.
    #[test]
    fn a_filled_sector_is_told_by_its_byte() {
        for (filling, ones) in [(0, 0), (0, 9), (0xFF, 0), (0x5A, 0), (0x5A, 4_000)] {
            let mut sector = [filling; SECTOR];
            sector[..ones].fill(0xFF);
            assert_eq!(filler(&sector), Some(filling), "{filling} behind {ones}");
            sector[4_001] ^= 1;
            assert_eq!(filler(&sector), None, "{filling} behind {ones}, and another");
        }
        for (fillers, both) in [((0, 7), Some(7)), ((7, 0xFF), Some(7)), ((7, 7), Some(7))] {
            assert_eq!(both_fillers(fillers), both);
        }
        assert_eq!(both_fillers((7, 8)), None);
    }

    #[test]
    fn each_wrong_bit_costs_one_item_or_the_header() {
        let whole = three();
        let end = found(&whole).1.end.expect("it is clean");
        for bit in 0..end * 8 {
            let mut sector = whole;
            sector[bit / 8] ^= 1 << (bit % 8);
            let (items, scan) = found(&sector);
            if bit / 8 < SECTOR_HEADER_BYTES {
                let is_read = matches!(Header::of(&sector), Header::Whole { .. });
                assert_eq!(is_read, bit < 8, "bit {bit}: the mark alone may be another");
                assert_eq!(items.len(), 3);
            } else {
                let is_last = bit / 8 >= end - 7 - ITEM_HEADER_BYTES;
                assert_eq!((items.len(), scan.end.is_some()), (2, !is_last), "bit {bit}");
                assert_eq!(scan.has_gap, !is_last, "bit {bit}");
            }
        }
    }

    #[test]
    fn an_item_that_was_cut_short_ends_its_sector() {
        let whole = three();
        let end = found(&whole).1.end.expect("it is clean");
        let last = end - 7 - ITEM_HEADER_BYTES;
        for cut in last..=end {
            let mut sector = whole;
            sector[cut..].fill(0xFF);
            let (items, scan) = found(&sector);
            assert_eq!(items.len(), if cut == end { 3 } else { 2 });
            assert_eq!(scan.end.is_some(), cut == last || cut == end, "cut at {cut}");
            assert!(!scan.has_gap);
        }
    }

    #[test]
    fn a_header_that_was_cut_short_is_blank_or_ours() {
        let whole = sector(&[]);
        for cut in 0..=SECTOR_HEADER_BYTES {
            let mut sector = whole;
            sector[cut..].fill(0xFF);
            let is_blank = filler(&sector) == Some(0xFF);
            assert!(is_blank || Header::of(&sector) != Header::None, "cut at {cut}");
        }
    }
}
