//! Single records of a save, read and written past the game: for tests that look at bytes or forge
//! them.

use crate::flash::{BYTES, Flash};
use embedded_storage_async::nor_flash::NorFlash;
use musrex_core::poll::block_on;
use sequential_storage::cache::Cache;
use sequential_storage::map::{MapConfig, MapStorage};
use sequential_storage::queue::{QueueConfig, QueueStorage};

/// The address of the journal.
const JOURNAL: u32 = 12 * 4_096;
/// The key of the journal, which the records have none of.
pub const KEY_OF_JOURNAL: u8 = 255;

/// Returns the record of `key` in `bytes`: of the journal, the newest entry.
///
/// # Panics
/// When the bytes are no save.
pub fn record(bytes: &[u8], key: u8) -> Vec<u8> {
    let (mut flash, mut work, mut record) = (Flash::of(bytes), [0; 4_096], Vec::new());
    if key == KEY_OF_JOURNAL {
        let mut queue = QueueStorage::new(&mut flash, journal(), Cache::new_uncached());
        let mut entries = block_on(queue.iter()).expect("a journal");
        while let Some(entry) = block_on(entries.next(&mut work)).expect("a journal") {
            record = entry.to_vec();
        }
    } else {
        let config = MapConfig::new(0..JOURNAL);
        let mut map = MapStorage::<u8, _, _>::new(&mut flash, config, Cache::new_uncached());
        let found = block_on(map.fetch_item::<&[u8]>(&mut work, &key)).expect("a store");
        record.extend_from_slice(found.unwrap_or_default());
    }
    record
}

/// Puts `record` under `key`, whole and with its checksum, as the game would. Returns the flash after
/// that.
pub fn put(bytes: &[u8], key: u8, record: &[u8]) -> Box<[u8]> {
    let (mut flash, mut work) = (Flash::of(bytes), [0; 4_096]);
    // What has no room is not put.
    if key == KEY_OF_JOURNAL {
        let mut queue = QueueStorage::new(&mut flash, journal(), Cache::new_uncached());
        let _ = block_on(queue.push(record, true));
    } else {
        let config = MapConfig::new(0..JOURNAL);
        let mut map = MapStorage::<u8, _, _>::new(&mut flash, config, Cache::new_uncached());
        let _ = block_on(map.store_item(&mut work, &key, &record));
    }
    flash.bytes
}

fn journal<F: NorFlash>() -> QueueConfig<F> {
    QueueConfig::new(JOURNAL..u32::try_from(BYTES).expect("64 KiB"))
}
