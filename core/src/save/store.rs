//! Stores records and a journal on a flash through the sequential-storage crate: its map in the
//! first twelve sectors, its queue in the last four. Writing is a future, so that a slow flash may
//! yield; reading is done when it returns.

use super::errors::{DeviceError, SaveError};
use super::format::{FLOOR_BYTES_MAX, KEY_CODES, Key, RUN_BYTES_MAX, SCORES_BYTES_MAX};
use super::journal::{ENTRY_BYTES_MAX, Entry};
use super::layout::{self, HEADER_BYTES, Sector, SectorTail};
use super::mount::{self, Location, Locations, SECTORS, Scan, UNKNOWN_LOCATIONS};
use super::windowed_flash::WindowedFlash;
use crate::limits::{
    FLOORS, JOURNAL_SECTORS, JOURNAL_TURNS_MAX, SAVE_BYTES, SECTOR_BYTES, STORE_SECTORS,
};
use crate::poll::block_on;
use core::ops::Range;
use embedded_storage_async::nor_flash::{ErrorType, NorFlash};
use sequential_storage::cache::key_pointers::ArrayKeyPointers;
use sequential_storage::cache::page_pointers::ArrayPagePointers;
use sequential_storage::cache::page_states::ArrayPageStates;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::map::{MapConfig, MapStorage};
use sequential_storage::queue::{QueueConfig, QueueStorage};

const STORE: Range<u32> = 0..STORE_SECTORS * SECTOR_BYTES;
const JOURNAL: Range<u32> = STORE.end..SAVE_BYTES;

/// The room of a sector between its page markers.
const ITEMS_BYTES: usize = SECTOR_BYTES as usize - 2;

/// Bytes of an item that holds a record of so many, key and all.
const fn item_bytes(record_bytes: usize) -> usize {
    HEADER_BYTES + 1 + record_bytes
}

// All records of a worst-case run fit, whatever their order: two floors share a sector, and one
// sector each remains for the run, for the hall of fame with the small records, for writing, and
// for garbage collection.
const _: () = assert!(2 * item_bytes(FLOOR_BYTES_MAX) <= ITEMS_BYTES);
const _: () = assert!(item_bytes(RUN_BYTES_MAX) <= ITEMS_BYTES);
const _: () = assert!(item_bytes(SCORES_BYTES_MAX) <= ITEMS_BYTES / 2);
const _: () = assert!((FLOORS - 1).div_ceil(2) + 4 <= STORE_SECTORS as usize);
// The entries of one epoch fit the sector that their base begins.
const _: () =
    assert!((JOURNAL_TURNS_MAX as usize + 2) * (HEADER_BYTES + ENTRY_BYTES_MAX) <= ITEMS_BYTES);

/// Records there can be: one a floor, and four more.
const KEYS: usize = FLOORS + 4;

type RecordCache = Cache<
    ArrayPageStates<{ STORE_SECTORS as usize }>,
    ArrayPagePointers<{ STORE_SECTORS as usize }>,
    ArrayKeyPointers<u8, KEYS>,
    u8,
>;

type JournalCache = Cache<
    ArrayPageStates<{ JOURNAL_SECTORS as usize }>,
    ArrayPagePointers<{ JOURNAL_SECTORS as usize }>,
    Uncached,
>;

/// Stores a save on a flash.
pub(super) struct Store<F> {
    flash: F,
    /// Caches where the library found the records, so that it need not search for them. An error
    /// empties it.
    records: Option<RecordCache>,
    /// Holds the locations of records that the library has not been asked for.
    locations: Locations,
    /// The location of the journal's newest base when the save was opened.
    base: Location,
    /// Caches the library's page states of the journal.
    journal: Option<JournalCache>,
    /// Tells which sectors are erased, as long as nothing was written since the scan.
    erased: Option<[bool; SECTORS]>,
    /// True when damage was found: every write is read back then.
    pub(super) is_suspect: bool,
    /// Describes the end of the sector with the journal's newest entry.
    tail: SectorTail,
    /// The work buffer of the library.
    work: Sector,
}

impl<F> Store<F>
where
    F: NorFlash,
    F::Error: Into<DeviceError>,
{
    /// Asserts the layout, which is the same on every machine: a flash with other sectors, or one
    /// that writes in larger units, does not compile.
    const LAYOUT: () = {
        assert!(F::ERASE_SIZE == SECTOR_BYTES as usize, "a save has sectors of 4 KiB");
        assert!(F::WRITE_SIZE == 1 && F::READ_SIZE == 1, "a save is written byte by byte");
    };

    pub(super) fn new(flash: F) -> Store<F> {
        let () = Self::LAYOUT;
        Store {
            flash,
            records: None,
            locations: UNKNOWN_LOCATIONS,
            base: Location::Unknown,
            journal: None,
            erased: None,
            is_suspect: false,
            tail: SectorTail::UNKNOWN,
            work: Sector::ERASED,
        }
    }

    pub(super) const fn flash(&mut self) -> &mut F {
        &mut self.flash
    }

    /// Scans the flash.
    pub(super) fn scan(&mut self) -> Result<Scan, SaveError> {
        if self.flash.capacity() < SAVE_BYTES as usize {
            return Err(SaveError::WrongSize);
        }
        let scan = mount::scan(&mut self.flash, &mut self.work).map_err(device_error)?;
        self.erased = Some(scan.erased());
        Ok(scan)
    }

    /// Recovers what was cut short, as far as the library would not.
    pub(super) fn recover(&mut self, mut scan: Scan) -> Result<(), SaveError> {
        self.erased = None;
        let journal = mount::recover(&mut self.flash, &mut scan).map_err(device_error)?;
        self.tail = journal.tail;
        self.is_suspect |= journal.is_out_of_order;
        (self.locations, self.base) = (scan.locations, scan.base);
        Ok(())
    }

    /// Returns whether the newest entry of the journal was written and cannot be read.
    pub(super) const fn is_last_entry_damaged(&self) -> bool {
        self.tail.is_damaged
    }

    /// Returns whether another entry fits the sector of the newest one.
    pub(super) const fn has_room(&self) -> bool {
        self.tail.room >= HEADER_BYTES + ENTRY_BYTES_MAX
    }

    /// Erases all that is not erased already, the last sector first: the first record, which
    /// identifies a save, stays until nothing else is left.
    pub(super) async fn erase_all(&mut self) -> Result<(), SaveError> {
        (self.records, self.journal, self.locations) = (None, None, UNKNOWN_LOCATIONS);
        self.tail = SectorTail::UNKNOWN;
        let erased = self.erased.take();
        for start in (0..SAVE_BYTES).step_by(SECTOR_BYTES as usize).rev() {
            let is_erased = match erased {
                Some(erased) => erased[(start / SECTOR_BYTES) as usize],
                None => {
                    self.flash.read(start, &mut self.work.0).await.map_err(device_error)?;
                    layout::is_erased(&self.work.0)
                }
            };
            if !is_erased {
                self.flash.erase(start, start + SECTOR_BYTES).await.map_err(device_error)?;
            }
        }
        Ok(())
    }

    /// Returns the newest record of `key`; `None` when none can be read.
    pub(super) fn fetch(&mut self, key: Key) -> Result<Option<&[u8]>, SaveError> {
        let length = match self.fetch_at_location(key.code()) {
            Some(length) => Some(length),
            None if self.locations[usize::from(key.code())] == Location::Absent => None,
            None => {
                let cache = self.records.take().unwrap_or_else(new_record_cache);
                let (fetched, cache) = fetch(&mut self.flash, cache, &mut self.work, key.code());
                self.records = cache;
                fetched.map_err(save_error)?
            }
        };
        // The record stands behind its key.
        Ok(length.map(|length| &self.work.0[1..][..length]))
    }

    /// Fetches the record at the known location of a key, and forgets the location: from then on
    /// the library knows it. Returns `None` when no location is known, or nothing whole is there.
    fn fetch_at_location(&mut self, code: u8) -> Option<usize> {
        let location = &mut self.locations[usize::from(code)];
        let Location::At(item) = location.clone() else { return None };
        *location = Location::Unknown;
        let window = WindowedFlash::new(&mut self.flash, item, STORE)?;
        let cache = self.records.take().unwrap_or_else(new_record_cache);
        let (fetched, cache) = fetch(window, cache, &mut self.work, code);
        self.records = cache;
        fetched.ok()?
    }

    /// Fills the library's caches with the locations of all records and the end of the journal,
    /// because a search during a write would keep the player waiting.
    // Target: GBA. Not inlined: keeps a cache off the short stack while the journal is replayed.
    #[inline(never)]
    pub(super) fn warm_caches(&mut self) -> Result<(), SaveError> {
        for code in (0..).take(KEY_CODES) {
            let _ = self.fetch_at_location(code);
        }
        let cache = self.journal.take().unwrap_or_else(new_journal_cache);
        let mut queue =
            QueueStorage::new(&mut self.flash, const { QueueConfig::new(JOURNAL) }, cache);
        block_on(queue.space_left()).map_err(save_error)?;
        self.journal = Some(queue.destroy().1);
        Ok(())
    }

    /// Replaces the record of this key, at once or not at all.
    pub(super) async fn put(&mut self, key: Key, record: &[u8]) -> Result<(), SaveError> {
        (self.locations, self.erased) = (UNKNOWN_LOCATIONS, None);
        let cache = self.records.take().unwrap_or_else(new_record_cache);
        let mut map = MapStorage::new(&mut self.flash, const { MapConfig::new(STORE) }, cache);
        let put = map.store_item(&mut self.work.0, &key.code(), &record).await.map_err(save_error);
        self.records = put.is_ok().then(|| map.destroy().1);
        put?;
        if self.is_suspect {
            self.records = None;
            if self.fetch(key)? != Some(record) {
                return Err(SaveError::Corrupt);
            }
        }
        Ok(())
    }

    /// Appends to the journal; the oldest entries make room.
    pub(super) async fn push(&mut self, entry: &Entry) -> Result<(), SaveError> {
        self.push_once(entry).await?;
        if self.is_suspect {
            self.journal = None;
            let mut newest = None;
            self.read_journal(|entry| newest = Some(entry))?;
            if newest != Some(*entry) {
                return Err(SaveError::Corrupt);
            }
        }
        Ok(())
    }

    async fn push_once(&mut self, entry: &Entry) -> Result<(), SaveError> {
        self.erased = None;
        let mut bytes = [0; ENTRY_BYTES_MAX];
        let bytes = super::format::write(entry, &mut bytes);
        let cache = self.journal.take().unwrap_or_else(new_journal_cache);
        let mut queue =
            QueueStorage::new(&mut self.flash, const { QueueConfig::new(JOURNAL) }, cache);
        let pushed = queue.push(bytes, true).await.map_err(save_error);
        self.journal = pushed.is_ok().then(|| queue.destroy().1);
        let length = HEADER_BYTES + bytes.len();
        self.tail.room = self.tail.room.checked_sub(length).unwrap_or(ITEMS_BYTES - length);
        pushed
    }

    /// Shows `reader` all entries of the journal that can be read, the oldest first.
    pub(super) fn read_journal(&mut self, mut reader: impl FnMut(Entry)) -> Result<(), SaveError> {
        read_entries(&mut self.flash, &mut self.work, |entry| {
            reader(entry);
            true
        })
        .map_err(save_error)
    }

    /// Reads like [`read_journal`](Store::read_journal), but skips all that was written before
    /// `base`, where that is the journal's newest: reading the journal takes a slow machine long.
    pub(super) fn read_journal_on(
        &mut self,
        base: Entry,
        mut reader: impl FnMut(Entry),
    ) -> Result<(), SaveError> {
        let mut is_there = false;
        if let Location::At(items) = core::mem::replace(&mut self.base, Location::Unknown)
            // Shows the page markers of this sector only: the library would search a sector that seems in use and
            // empty.
            && let sector = items.start / SECTOR_BYTES * SECTOR_BYTES
            && let Some(window) =
                WindowedFlash::new(&mut self.flash, items, sector..sector + SECTOR_BYTES)
        {
            let read = read_entries(window, &mut self.work, |entry| {
                is_there |= entry == base;
                if is_there {
                    reader(entry);
                }
                is_there
            });
            if is_there {
                return read.map_err(save_error);
            }
        }
        self.read_journal(reader)
    }

    /// Shows `reader` all whole entries of the journal, also those that the library does not see
    /// ([`layout::for_each_whole_item`]): in order within a sector, sectors in any order.
    pub(super) fn salvage_journal(
        &mut self,
        mut reader: impl FnMut(Entry),
    ) -> Result<(), SaveError> {
        for start in JOURNAL.step_by(SECTOR_BYTES as usize) {
            block_on(self.flash.read(start, &mut self.work.0)).map_err(device_error)?;
            layout::for_each_whole_item(&self.work, |bytes| {
                if let Ok(entry) = postcard::from_bytes(bytes) {
                    reader(entry);
                }
            });
        }
        Ok(())
    }
}

/// Shows `reader` the entries of the journal on `flash`, the oldest first, for as long as it asks for
/// more.
// Target: GBA. Not inlined: one queue at a time is on the short stack while `reader` plays a turn.
#[inline(never)]
fn read_entries<F: NorFlash>(
    flash: F,
    Sector(work): &mut Sector,
    mut reader: impl FnMut(Entry) -> bool,
) -> Result<(), sequential_storage::Error<F::Error>> {
    let config = const { QueueConfig::new(JOURNAL) };
    let mut queue = QueueStorage::new(flash, config, Cache::new_uncached());
    let mut entries = block_on(queue.iter())?;
    while let Some(bytes) = block_on(entries.next(work))? {
        // Skips what the library found whole and the game never wrote.
        if let Ok(entry) = postcard::from_bytes(&bytes)
            && !reader(entry)
        {
            break;
        }
    }
    Ok(())
}

/// The length of a fetched record; `None` when there is none.
type Fetched<F> = Result<Option<usize>, sequential_storage::Error<<F as ErrorType>::Error>>;

/// Reads the newest record whose key has this `code` into the work buffer, behind the key's byte.
fn fetch<F: NorFlash>(
    flash: F,
    cache: RecordCache,
    Sector(work): &mut Sector,
    code: u8,
) -> (Fetched<F>, Option<RecordCache>) {
    let mut map = MapStorage::new(flash, const { MapConfig::new(STORE) }, cache);
    let fetched = block_on(map.fetch_item::<&[u8]>(work, &code));
    let length = fetched.map(|record| record.map(<[u8]>::len));
    let cache = length.is_ok().then(|| map.destroy().1);
    (length, cache)
}

fn new_record_cache() -> RecordCache {
    Cache::new(ArrayPageStates::new(), ArrayPagePointers::new(), ArrayKeyPointers::new())
}

fn new_journal_cache() -> JournalCache {
    Cache::new(ArrayPageStates::new(), ArrayPagePointers::new(), Uncached)
}

fn device_error(error: impl Into<DeviceError>) -> SaveError {
    SaveError::Device(error.into())
}

fn save_error<E: Into<DeviceError>>(error: sequential_storage::Error<E>) -> SaveError {
    match error {
        sequential_storage::Error::Storage { value } => device_error(value),
        sequential_storage::Error::FullStorage => SaveError::Full,
        _ => SaveError::Corrupt,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Memory;
    use super::*;
    use std::boxed::Box;
    use std::vec::Vec;

    type Bytes = Box<[u8]>;

    /// Returns a recovered store of `bytes`.
    fn mount(bytes: &[u8]) -> Store<Memory<Bytes>> {
        let mut store = Store::new(Memory(bytes.into()));
        let scan = store.scan().expect("memory can be read");
        store.recover(scan).expect("memory can be written");
        store
    }

    fn entry(turn: u32, state_hash: u16) -> Entry {
        Entry { epoch: 1, turn, state_hash, command: 3 }
    }

    fn entries(store: &mut Store<Memory<Bytes>>) -> Vec<Entry> {
        let mut entries = Vec::new();
        store.read_journal(|entry| entries.push(entry)).expect("memory can be read");
        entries
    }

    /// Returns what `write` does to `bytes`, byte by byte in the order of its items: the flash
    /// before each.
    fn cuts(bytes: &[u8], write: impl FnOnce(&mut Store<Memory<Bytes>>)) -> Vec<Bytes> {
        let mut store = mount(bytes);
        write(&mut store);
        let after = &store.flash().0;
        let mut now: Bytes = bytes.into();
        let mut cuts = Vec::new();
        for at in (0..now.len()).filter(|&at| bytes[at] != after[at]) {
            cuts.push(now.clone());
            now[at] = after[at];
        }
        cuts
    }

    /// One `item` for each byte with which its checksum can begin.
    fn items_by_first_byte<T>(item: impl Fn(u16) -> (T, Vec<u8>)) -> Vec<T> {
        let mut found: Vec<Option<T>> = (0..=u8::MAX).map(|_| None).collect();
        for number in 0..=u16::MAX {
            let (item, bytes) = item(number);
            let [first, ..] = layout::item_checksum(&bytes).to_le_bytes();
            found[usize::from(first)].get_or_insert(item);
        }
        // No checksum begins like erased bytes, or with 0.
        assert_eq!(found.iter().filter(|item| item.is_some()).count(), 254);
        found.into_iter().flatten().collect()
    }

    // A header was cut short, and the next item begins with its missing bytes: no item is lost. One
    // of 254 first bytes completes it.
    #[test]
    fn no_torn_header_is_finished_by_the_next_entry() {
        let mut store = mount(&[0xFF; SAVE_BYTES as usize]);
        block_on(store.put(Key::Meta, b"Mus Rex\x1A")).expect("there is room");
        for turn in 0..3 {
            block_on(store.push(&entry(turn, 7))).expect("there is room");
        }
        let whole = store.flash().0.clone();
        let next = items_by_first_byte(|state_hash| {
            let mut bytes = [0; ENTRY_BYTES_MAX];
            let bytes = super::super::format::write(&entry(4, state_hash), &mut bytes).to_vec();
            (entry(4, state_hash), bytes)
        });
        let torn = cuts(&whole, |store| block_on(store.push(&entry(3, 0xABCD))).expect("room"));
        assert!(torn.len() > HEADER_BYTES);
        for (cut, bytes) in torn.iter().enumerate() {
            for next in &next {
                let mut store = mount(bytes);
                block_on(store.push(next)).expect("there is room");
                let found = entries(&mut mount(&store.flash().0));
                assert_eq!(found[..3], [entry(0, 7), entry(1, 7), entry(2, 7)]);
                assert_eq!(found[3..], [*next], "cut after {cut} bytes");
            }
        }
    }

    #[test]
    fn no_torn_header_is_finished_by_the_next_record() {
        let mut store = mount(&[0xFF; SAVE_BYTES as usize]);
        block_on(store.put(Key::Meta, b"Mus Rex\x1A")).expect("there is room");
        block_on(store.put(Key::Run, b"the run")).expect("there is room");
        let whole = store.flash().0.clone();
        let next = items_by_first_byte(|number| {
            let record = [number.to_le_bytes().as_slice(), b"settings"].concat();
            let bytes = [&[Key::Settings.code()], record.as_slice()].concat();
            (record, bytes)
        });
        let torn = cuts(&whole, |store| {
            block_on(store.put(Key::Scores, b"a hall of fame")).expect("there is room");
        });
        assert!(torn.len() > HEADER_BYTES);
        for (cut, bytes) in torn.iter().enumerate() {
            for next in &next {
                let mut store = mount(bytes);
                block_on(store.put(Key::Settings, next)).expect("there is room");
                let mut store = mount(&store.flash().0);
                assert_eq!(store.fetch(Key::Run), Ok(Some(b"the run".as_slice())));
                let found = store.fetch(Key::Settings);
                assert_eq!(found, Ok(Some(next.as_slice())), "cut after {cut} bytes");
            }
        }
    }

    // Power fails again at each byte of the recovery, and again at each byte of the recovery of
    // that: what comes of it is the same.
    #[test]
    fn a_torn_header_is_finished_in_one_way_however_often_power_fails() {
        let mut store = mount(&[0xFF; SAVE_BYTES as usize]);
        block_on(store.put(Key::Meta, b"Mus Rex\x1A")).expect("there is room");
        block_on(store.push(&entry(0, 7))).expect("there is room");
        let whole = store.flash().0.clone();
        for torn in cuts(&whole, |store| block_on(store.push(&entry(1, 8))).expect("room")) {
            let finished = mount(&torn).flash().0.clone();
            let mut now = torn.clone();
            for at in (0..now.len()).filter(|&at| torn[at] != finished[at]) {
                assert!(mount(&now).flash().0 == finished);
                now[at] = finished[at];
            }
            assert!(mount(&finished).flash().0 == finished, "nothing is left to be done");
        }
    }
}
