//! Finds the hall of fame and the settings of a save of format 1 or 2. Saves of these formats are no longer written,
//! and their runs are refused.
//!
//! The records of both formats lie in the first twelve sectors. A sector begins and ends with a mark of one byte;
//! between the marks are items. An item is a checksum of the data (4 bytes), the length of the data (2), a checksum of
//! the length (2), and the data: a key of one byte and a record. A record begins with the version and a count of the
//! records of its kind; the record with the highest count is the newest. The record of key 0 has a different content:
//! the magic, the version and the counts of the other kinds.

use super::sector::{MAGIC, SECTOR, Sector};
use crate::limits::SECTOR_BYTES;
use crc::{Algorithm, CRC_32_ISCSI, Crc, Table};
use serde::Deserialize;

/// The number of sectors with records.
const SECTORS: usize = 12;
/// The number of bytes before the data of an item.
const HEADER_BYTES: usize = 4 + 2 + 2;
/// The versions that are read here.
const VERSIONS: core::ops::RangeInclusive<u8> = 1..=2;

/// The checksum of an item's data: CRC-32C (Castagnoli) with a different initial value.
static DATA_CRC: Crc<u32, Table<0>> =
    Crc::<u32, Table<0>>::new(&Algorithm { init: 0x7777_7777, ..CRC_32_ISCSI });

/// The location of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OldRecord {
    count: u32,
    /// The address of the record.
    pub(super) at: u32,
    /// The number of bytes of the record.
    pub(super) length: usize,
    /// False for a run record that states that there is no run.
    has_run: bool,
}

/// The parts of a save of format 1 or 2 that were found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Old {
    /// True when the flash holds a save of format 1 or 2.
    pub(super) is_there: bool,
    /// The newest records of the run, of the hall of fame and of the settings.
    records: [Option<OldRecord>; 3],
    /// The count of the newest record of each of these three kinds, according to the records of key 0.
    counts: [u32; 3],
}

/// A record of key 0.
#[derive(Deserialize)]
struct OldMeta {
    magic: [u8; MAGIC.len()],
    version: u8,
    counts: [u32; 3],
}

impl Old {
    /// Records the contents of the sector with this index.
    pub(super) fn note(&mut self, index: usize, sector: &Sector) {
        if index >= SECTORS {
            return;
        }
        let mut at = 1;
        while at + HEADER_BYTES < SECTOR {
            at += match data_at(sector, at) {
                Some(data) => {
                    let start = u32::try_from(at + HEADER_BYTES + 1).expect("a sector is small");
                    let sector_start = u32::try_from(index).expect("16 sectors") * SECTOR_BYTES;
                    self.note_record(data[0], &data[1..], sector_start + start);
                    HEADER_BYTES + data.len()
                }
                None => 1,
            };
        }
    }

    fn note_record(&mut self, key: u8, record: &[u8], at: u32) {
        let kind = match key {
            0 => return self.note_meta(record),
            1..=3 => usize::from(key - 1),
            _ => return,
        };
        type Start = (u8, u32, u8);
        let Ok(((version, count, next), _)) = postcard::take_from_bytes::<Start>(record) else {
            return;
        };
        let newest = &mut self.records[kind];
        if VERSIONS.contains(&version) && newest.is_none_or(|newest| count >= newest.count) {
            *newest = Some(OldRecord { count, at, length: record.len(), has_run: next != 0 });
        }
    }

    fn note_meta(&mut self, record: &[u8]) {
        if let Ok(OldMeta { magic: MAGIC, version, counts }) = postcard::from_bytes(record)
            && VERSIONS.contains(&version)
        {
            self.is_there = true;
            for (known, count) in self.counts.iter_mut().zip(counts) {
                *known = count.max(*known);
            }
        }
    }

    /// Returns whether the save has a run. Loading refuses this run.
    pub(super) fn has_run(&self) -> bool {
        match self.records[0] {
            Some(run) => run.has_run,
            None => self.counts[0] > 0,
        }
    }

    /// Returns the newest record of the hall of fame.
    pub(super) const fn scores(&self) -> Option<OldRecord> {
        self.records[1]
    }

    /// Returns the newest record of the settings.
    pub(super) const fn settings(&self) -> Option<OldRecord> {
        self.records[2]
    }

    /// Returns two flags: whether the newest hall of fame has been lost, and whether the newest settings have been
    /// lost.
    pub(super) fn lost(&self) -> [bool; 2] {
        [1, 2].map(|kind| self.records[kind].map_or(0, |record| record.count) < self.counts[kind])
    }
}

/// Returns the data of the whole item that begins at `at`; `None` if no item begins there.
fn data_at(sector: &Sector, at: usize) -> Option<&[u8]> {
    let (header, behind) = sector[at..SECTOR - 1].split_first_chunk::<HEADER_BYTES>()?;
    let length = [header[4], header[5]];
    if length_check(length).to_le_bytes() != header[6..] {
        return None;
    }
    let data = behind.get(..usize::from(u16::from_le_bytes(length)))?;
    (!data.is_empty() && data_check(data).to_le_bytes() == header[..4]).then_some(data)
}

/// Returns the checksum of a length: a CRC-16 that is never 0xFFFF.
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

/// Returns the checksum of an item's data. The first byte of the checksum is neither 0 nor 0xFF.
fn data_check(data: &[u8]) -> u32 {
    match DATA_CRC.checksum(data) {
        0 => 1,
        crc if matches!(crc.to_le_bytes()[0], 0 | 0xFF) => crc ^ 1,
        crc => crc,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parts found in an old save whose first sector has these items. Each item is a key and a record.
    fn found(items: &[&[u8]]) -> Old {
        let mut sector = [0xFF; SECTOR];
        let mut at = 1;
        for data in items {
            let length = u16::try_from(data.len()).expect("an item is short").to_le_bytes();
            let header = [&data_check(data).to_le_bytes()[..], &length].concat();
            let item = [&header[..], &length_check(length).to_le_bytes(), data].concat();
            sector[at..at + item.len()].copy_from_slice(&item);
            at += item.len();
        }
        let mut old = Old::default();
        old.note(0, &sector);
        old
    }

    /// Builds a record of key 0 from a version and the counts of the run, the scores and the settings.
    fn meta(version: u8, counts: [u8; 3]) -> std::vec::Vec<u8> {
        [&[0], &MAGIC[..], &[version], &counts].concat()
    }

    // An old save has a run only if one was begun. A save of another format is not mistaken for an old save.
    #[test]
    fn a_run_is_there_when_one_was_begun() {
        for version in 0..5 {
            assert_eq!(found(&[&meta(version, [0, 0, 1])]).is_there, VERSIONS.contains(&version));
        }
        for (counts, has_run) in [([0, 0, 1], false), ([1, 0, 0], true)] {
            assert_eq!(found(&[&meta(2, counts)]).has_run(), has_run, "its record is lost");
        }
        for (next, has_run) in [(0, false), (1, true)] {
            assert_eq!(found(&[&meta(2, [1, 0, 0]), &[1, 2, 1, next]]).has_run(), has_run);
        }
        assert_eq!(found(&[&[2]]).scores(), None, "a key without a record");
    }

    // The last byte of a sector is a mark, so an item must end before it.
    #[test]
    fn an_item_ends_before_the_mark() {
        for (bytes, is_item) in [(1, true), (0, false)] {
            let mut data = std::vec![0; SECTOR - 1 - HEADER_BYTES - bytes];
            data[..4].copy_from_slice(&[2, 2, 1, 1]);
            assert_eq!(found(&[&data]).scores().is_some(), is_item, "{bytes} bytes before the end");
        }
    }

    // No checksum begins with 0 or 0xFF. So neither erased flash nor flash filled with zeros looks like a checksum.
    #[test]
    fn no_check_begins_as_flash_is_filled() {
        let checks = (0..2_000_u32).map(|data| data_check(&data.to_le_bytes()).to_le_bytes());
        assert!(checks.into_iter().all(|check| !matches!(check[0], 0 | 0xFF)));
    }
}
