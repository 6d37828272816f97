//! Shares the sessions that the fuzzers start from, and the checks of what they load.

use embedded_storage_async::nor_flash::NorFlash;
use musrex_core::Game;
use musrex_core::poll::block_on;
use musrex_core::save::SaveManager;
use musrex_tests::flash::{BYTES, Flash};
use musrex_tests::invariants::assert_invariants;
use musrex_tests::save_now::SaveNow;
use musrex_tests::saves::{Player, SaveContents, Session, resume_any};
use sequential_storage::cache::Cache;
use sequential_storage::map::{MapConfig, MapStorage};
use sequential_storage::queue::{QueueConfig, QueueStorage};
use std::sync::OnceLock;

/// The address of the journal.
const JOURNAL: u32 = 12 * 4_096;

/// The key of the journal, which the records have none of.
pub const KEY_OF_JOURNAL: u8 = 255;
/// The keys of the records: first, run, hall of fame, settings, two floors; and of the journal.
pub const KEYS: [u8; 7] = [0, 1, 2, 3, 16, 17, KEY_OF_JOURNAL];

/// A run on its third floor with a journal, after another that has ended, and settings.
pub fn session() -> &'static Session {
    static SESSION: OnceLock<Session> = OnceLock::new();
    SESSION.get_or_init(|| {
        let mut player = Player::new(5);
        player.manager.flash().log = Some(Vec::new());
        player.climb(1, 5);
        player.into_session()
    })
}

/// Loads any bytes as a save, checks that what is found is a possible game which can be saved anew,
/// and plays on.
///
/// # Panics
/// When it is otherwise.
pub fn check(bytes: &[u8]) -> SaveContents {
    let mut flash = Flash::of(bytes);
    let (found, _) = SaveContents::load(&mut flash);
    if let Some(run) = &found.run {
        assert_invariants(run);
        assert!(saved_anew(run) == *run, "saved anew it is another game");
    }
    let (again, _) = SaveContents::load(&mut flash);
    assert!(again == found, "looked at again it is another save");
    resume_any(&flash.bytes);
    found
}

fn saved_anew(run: &Game) -> Box<Game> {
    let mut manager = SaveManager::open(Flash::default());
    manager.begin(run).expect("an empty flash has room");
    let (found, loaded) = SaveContents::load(manager.flash());
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    found.run.expect("it was saved")
}

/// The record of `key` in `bytes`: of the journal, the newest entry.
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

/// Puts `record` under `key`, whole and with its checksum, as the game would.
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
