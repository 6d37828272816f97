//! Single records of a save, read and written without the game's code, for tests that inspect or forge bytes. This
//! module follows the description of the format in `core/src/save/sector.rs`, but shares no code with it.

use crate::flash::{BYTES, SECTOR};

/// The key of the entries of the journal.
pub const KEY_OF_JOURNAL: u8 = 4;
/// The version of the format that the game writes.
pub const VERSION: u8 = 3;

const MAGIC: [u8; 8] = *b"Mus Rex\x1A";
/// The number of bytes before the items of a sector.
const SECTOR_HEADER: usize = 18;
/// The number of bytes before the data of an item.
const ITEM_HEADER: usize = 11;

/// An item of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlashItem {
    /// The key of the item's record.
    pub key: u8,
    /// The epoch, which counts the records with this key.
    pub epoch: u32,
    /// The bytes of the record.
    pub data: Vec<u8>,
    /// The address of the item's header.
    pub at: usize,
}

impl FlashItem {
    /// Returns the address after the item.
    pub fn end(&self) -> usize {
        self.at + ITEM_HEADER + self.data.len()
    }
}

/// Returns all complete items of a save, sector by sector.
pub fn items(bytes: &[u8]) -> Vec<FlashItem> {
    let mut items = Vec::new();
    for start in (0..BYTES).step_by(SECTOR) {
        let sector = &bytes[start..][..SECTOR];
        let mut at = SECTOR_HEADER;
        while let Some(header) = sector.get(at..at + ITEM_HEADER) {
            let number = |from: usize| {
                u32::from_le_bytes(header[from..from + 4].try_into().expect("4 bytes"))
            };
            let length = usize::from(u16::from_le_bytes([header[4], header[5]]));
            let end = at + ITEM_HEADER + length;
            if length > 0 && end <= SECTOR && check(&sector[at + 4..end]) == number(0) {
                let data = sector[at + ITEM_HEADER..end].to_vec();
                items.push(FlashItem { key: header[6], epoch: number(7), data, at: start + at });
                at = end;
            } else {
                at += 1;
            }
        }
    }
    items
}

/// Returns the newest record of `key` in `bytes`. For the journal, returns the newest entry.
pub fn record(bytes: &[u8], key: u8) -> Vec<u8> {
    newest(bytes)
        .into_iter()
        .rev()
        .find(|item| item.key == key)
        .map_or(Vec::new(), |item| item.data)
}

/// Writes `record` under `key`, including its checksum, as the game would. The record replaces the newest record of
/// that key. An entry of the journal replaces nothing; it is appended after all others. Returns the new contents of the
/// flash.
pub fn put(bytes: &[u8], key: u8, record: &[u8]) -> Box<[u8]> {
    let mut items = newest(bytes);
    let epoch = items.iter().map(|item| item.epoch).max().unwrap_or(1);
    let epoch = match items.iter().rfind(|item| item.key == key) {
        Some(item) => item.epoch,
        None => epoch,
    };
    if key != KEY_OF_JOURNAL {
        items.retain(|item| item.key != key);
    }
    // An empty record, or one that is too long for a sector, is not written.
    if record.is_empty() || record.len() > SECTOR - SECTOR_HEADER - ITEM_HEADER {
        return bytes.into();
    }
    items.push(FlashItem { key, epoch, data: record.to_vec(), at: 0 });
    image(VERSION, &items)
}

/// Returns the newest record of each key, and the journal entries that continue the run's record.
fn newest(bytes: &[u8]) -> Vec<FlashItem> {
    let mut newest: Vec<FlashItem> = Vec::new();
    let all = items(bytes);
    let run = all.iter().filter(|item| item.key == 1).map(|item| item.epoch).max();
    for item in &all {
        if item.key == KEY_OF_JOURNAL {
            let counts = run.is_some_and(|run| item.epoch >= run);
            if counts && !newest.iter().any(|other| other.data == item.data) {
                newest.push(item.clone());
            }
            continue;
        }
        match newest.iter_mut().find(|other| other.key == item.key) {
            Some(other) if other.epoch < item.epoch => *other = item.clone(),
            Some(_) => {}
            None => newest.push(item.clone()),
        }
    }
    newest
}

/// Returns a save that contains `items` twice, in sectors of this version.
pub fn image(version: u8, items: &[FlashItem]) -> Box<[u8]> {
    let mut bytes = vec![0xFF; BYTES];
    let (mut pair, mut at) = (0, SECTOR);
    for item in items {
        let mut written = Vec::new();
        written.extend(u16::try_from(item.data.len()).expect("a record is short").to_le_bytes());
        written.push(item.key);
        written.extend(item.epoch.to_le_bytes());
        written.extend(&item.data);
        let all = [&check(&written).to_le_bytes()[..], &written].concat();
        if at + all.len() > SECTOR {
            (pair, at) = (pair + 1, SECTOR_HEADER);
            for lane in 0..2 {
                let index = 2 * pair - 2 + lane;
                let Some(sector) = bytes.chunks_mut(SECTOR).nth(index) else { return bytes.into() };
                sector[..SECTOR_HEADER].copy_from_slice(&header(version, index));
            }
        }
        for lane in 0..2 {
            bytes[(2 * pair - 2 + lane) * SECTOR + at..][..all.len()].copy_from_slice(&all);
        }
        at += all.len();
    }
    bytes.into()
}

fn header(version: u8, index: usize) -> Vec<u8> {
    let age = u32::try_from(index + 1).expect("16 sectors");
    let checked = [&MAGIC[..], &[version], &age.to_le_bytes()].concat();
    [&[0][..], &checked, &check(&checked).to_le_bytes()].concat()
}

/// Returns the CRC-32 as used by zip files, computed bit by bit.
fn check(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}
