//! Stores records and a journal on flash, as an append-only ring of sectors. Each piece of live data has copies in two
//! sectors, so that the loss of any one sector loses nothing.
//!
//! - **Two sectors are being filled**: the heads. Each record and each journal entry is appended to both heads. Of the
//!   records of a key, the one with the highest epoch is the newest, and only its copies are live.
//! - **A full sector stays unchanged** until it contains no live data. Then the sector can be erased and become a head
//!   again. When too few sectors are free, the emptiest sector is cleaned: its live data moves to a head.
//! - **Power may fail at any byte.** An item counts only if it is whole. Nothing is appended after an incomplete item,
//!   because its sector is no longer a head. When a save is loaded, each record with only one copy gets a second copy.
//! - **Floors that the player left have only one copy each if the records are large**, because two copies of everything
//!   would not fit. No run so far has come near that size.
//! - **The position of a sector does not matter.** Sectors may even be swapped. An older copy of a sector only brings
//!   back older records, which do not count.
//!
//! Reading and writing are futures, so that drivers of slow flash can yield.

use super::errors::{DeviceError, SaveError};
use super::format::{FLOOR_BYTES_MAX, META_BYTES_MAX, RUN_BYTES_MAX, SCORES_BYTES_MAX};
use super::journal::{ENTRY_BYTES_MAX, JournalEntry};
use super::key::{KEY_CODES, Key};
use super::old::{Old, OldRecord};
use super::sector::{
    self, FORMAT_VERSION, Header, ITEM_HEADER_BYTES, ITEMS_BYTES, SECTOR, SECTOR_HEADER_BYTES,
    SECTORS, Sector, StoredItem,
};
use crate::limits::{FLOORS, SAVE_BYTES, SECTOR_BYTES};
use crate::poll::pause;
use embedded_storage_async::nor_flash::NorFlash;

/// Returns the bytes of an item with `length` bytes of data.
const fn item_bytes(length: usize) -> usize {
    ITEM_HEADER_BYTES + length
}

/// The number of sectors that must be free before a record is written: one for each of its copies, and one for
/// cleaning.
const FREE_MIN: usize = 3;
/// The largest total size of all records, each counted once, in bytes, at which each record still has two copies.
const DOUBLED_BYTES_MAX: usize = 4 * ITEMS_BYTES;
/// The least room in each head after a record of the run is written, in bytes. The journal then has room for some
/// turns.
const JOURNAL_BYTES: usize = 16 * item_bytes(ENTRY_BYTES_MAX) + item_bytes(META_BYTES_MAX);

// The largest records fit in any order. Two floors share a sector, and the run fills a sector. The older record of the
// run stays until the newer one is written. The hall of fame and all smaller records are in the heads, or share a
// sector with the record of a single floor.
const _: () = assert!(2 * item_bytes(FLOOR_BYTES_MAX) <= ITEMS_BYTES);
const _: () = assert!(item_bytes(RUN_BYTES_MAX) <= ITEMS_BYTES);
const _: () = assert!(item_bytes(SCORES_BYTES_MAX) <= ITEMS_BYTES / 4);
const _: () = assert!((FLOORS - 1).div_ceil(2) + 2 + 2 + FREE_MIN <= SECTORS);

/// The contents of a flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// The flash holds no data: it is erased; it was never written, and holds a single byte value; or power failed
    /// during its erasure or while its first header was written.
    Blank,
    /// A save of this game.
    Ours,
    /// A save of a later version of the game, in the format version given here.
    TooNew(u8),
    /// The flash holds data that is not a save of this game.
    Foreign,
}

/// The known state of a sector.
#[derive(Clone, Copy)]
struct SectorState {
    /// The age in the sector's header; 0 without a valid header.
    age: u32,
    /// The offset for the next item in the sector; the size of a sector if no item may be added.
    end: usize,
    is_erased: bool,
    /// The highest epoch of a journal entry in the sector; 0 if the sector has no entry.
    journal_epoch: u32,
}

impl SectorState {
    const UNKNOWN: SectorState =
        SectorState { age: 0, end: SECTOR, is_erased: false, journal_epoch: 0 };
}

/// The location of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    sector: usize,
    /// The offset of the item's header in the sector.
    at: usize,
    /// The number of bytes of the item's data.
    length: usize,
}

impl Place {
    fn address(self) -> u32 {
        address(self.sector, self.at)
    }
}

/// The newest record of a key.
#[derive(Clone, Copy)]
struct Newest {
    epoch: u32,
    copies: [Option<Place>; 2],
}

impl Newest {
    const NONE: Newest = Newest { epoch: 0, copies: [None; 2] };

    fn note(&mut self, epoch: u32, place: Place) {
        if epoch > self.epoch || self.copies == [None; 2] {
            *self = Newest { epoch, copies: [Some(place), None] };
        } else if epoch == self.epoch && self.copies[1].is_none() {
            let first = self.copies[0].map(|first| first.sector);
            self.copies[1] = Some(place).filter(|place| first != Some(place.sector));
        }
    }

    /// Returns the size of one copy in bytes; 0 when there is none.
    fn bytes(&self) -> usize {
        self.copies.iter().flatten().next().map_or(0, |place| item_bytes(place.length))
    }
}

/// A store that keeps a save on a flash.
pub(super) struct Store<F: NorFlash> {
    flash: F,
    /// The function that maps an error of the flash to a device error.
    describe: fn(F::Error) -> DeviceError,
    sectors: [SectorState; SECTORS],
    /// The newest record of each key, by the code of the key.
    records: [Newest; KEY_CODES],
    /// The sectors being filled.
    heads: [Option<usize>; 2],
    /// The sector that was begun last, and its age.
    begun_last: usize,
    newest_age: u32,
    /// The highest epoch of all items that belong to a run.
    pub(super) newest_epoch: u32,
    /// True when bytes that are not an item precede an item. A power cut cannot cause this.
    pub(super) has_gap: bool,
    pub(super) old: Old,
    work: Sector,
}

impl<F: NorFlash> Store<F> {
    /// Asserts the layout, which is the same on every machine. A program for flash with another layout does not
    /// compile.
    const LAYOUT: () = {
        assert!(F::ERASE_SIZE == SECTOR, "a save is erased in sectors of 4 KiB");
        assert!(
            F::WRITE_SIZE == 1 && F::READ_SIZE == 1,
            "`WordFlash` adapts a flash of larger words"
        );
    };

    pub(super) fn new(flash: F, describe: fn(F::Error) -> DeviceError) -> Store<F> {
        let () = Self::LAYOUT;
        Store {
            flash,
            describe,
            sectors: [SectorState::UNKNOWN; SECTORS],
            records: [Newest::NONE; KEY_CODES],
            heads: [None; 2],
            begun_last: SECTORS - 1,
            newest_age: 0,
            newest_epoch: 0,
            has_gap: false,
            old: Old::default(),
            work: [0xFF; SECTOR],
        }
    }

    pub(super) const fn flash(&mut self) -> &mut F {
        &mut self.flash
    }

    /// Scans the flash without changing it.
    pub(super) async fn scan(&mut self) -> Result<Contents, SaveError> {
        if self.flash.capacity() < SAVE_BYTES as usize {
            return Err(SaveError::WrongSize);
        }
        let (mut is_ours, mut fillers, mut newest_version) = (false, Some(0), 0);
        for index in self.newest_first().await? {
            self.read(address(index, 0), SECTOR).await?;
            self.sectors[index] = SectorState::UNKNOWN;
            // Searching a sector takes a slow machine a long time, so each sector is searched only for the kind of data
            // that it may contain.
            if sector::is_erased(&self.work) {
                self.sectors[index].is_erased = true;
                continue;
            }
            let header = Header::of(&self.work);
            if let Header::Whole { version, .. } = header {
                newest_version = version.max(newest_version);
            }
            is_ours |= self.note_sector(index, header);
            fillers = fillers.zip(sector::filler(&self.work)).and_then(sector::both_fillers);
            if header == Header::None {
                self.old.note(index, &self.work);
            }
        }
        self.find_heads();
        Ok(match newest_version {
            version if version > FORMAT_VERSION => Contents::TooNew(version),
            _ if is_ours || self.old.is_there => Contents::Ours,
            _ if fillers.is_some() => Contents::Blank,
            _ => Contents::Foreign,
        })
    }

    /// Returns the indices of all sectors, the most recently begun sector first.
    async fn newest_first(&mut self) -> Result<[usize; SECTORS], SaveError> {
        let (mut order, mut ages) = ([0; SECTORS], [0; SECTORS]);
        for index in 0..SECTORS {
            self.read(address(index, 0), SECTOR_HEADER_BYTES).await?;
            (order[index], ages[index]) = (index, 0);
            if let Header::Whole { age, .. } = Header::of(&self.work) {
                ages[index] = age;
            }
        }
        order.sort_unstable_by_key(|&index| core::cmp::Reverse(ages[index]));
        Ok(order)
    }

    /// Records the contents of the sector in the work buffer. Returns whether the sector belongs to this game.
    fn note_sector(&mut self, index: usize, header: Header) -> bool {
        let Store { sectors, records, newest_epoch, work, .. } = self;
        let state = &mut sectors[index];
        let mut is_ours = header != Header::None;
        let mut known = records.each_ref().map(|newest| newest.epoch);
        // Entries that continue an older record of the run do not count.
        known[usize::from(Key::Journal.code())] = known[usize::from(Key::Run.code())];
        let scan = sector::scan(work, &known, |at, item| {
            is_ours = true;
            let place = Place { sector: index, at, length: item.data.len() };
            if item.key == Key::Journal.code() {
                state.journal_epoch = item.epoch.max(state.journal_epoch);
            } else if let Some(newest) = records.get_mut(usize::from(item.key)) {
                newest.note(item.epoch, place);
            }
            if Key::is_of_run(item.key) {
                *newest_epoch = item.epoch.max(*newest_epoch);
            }
        });
        if let Header::Whole { age, version: FORMAT_VERSION } = header {
            state.age = age;
            state.end = scan.end.unwrap_or(SECTOR);
        }
        self.has_gap |= is_ours && scan.has_gap;
        is_ours
    }

    /// Makes the two most recently begun sectors the heads, except a sector that is full or ends in an incomplete item.
    fn find_heads(&mut self) {
        let Store { sectors, .. } = self;
        let newest = |but: Option<usize>| {
            let indices =
                (0..SECTORS).filter(|&index| sectors[index].age > 0 && Some(index) != but);
            indices.max_by_key(|&index| sectors[index].age)
        };
        let first = newest(None);
        let second = first.and_then(|_| newest(first));
        let has_room = |index: &usize| sectors[*index].end < SECTOR;
        self.heads = [first.filter(has_room), second.filter(has_room)];
        match first {
            Some(index) => (self.begun_last, self.newest_age) = (index, sectors[index].age),
            // The journal of an old save is no longer needed, so the first new sectors replace it.
            None if self.old.is_there => self.begun_last = SECTORS - 5,
            None => {}
        }
    }

    /// Returns the newest record of `key` with its epoch; `None` when no record can be read.
    pub(super) async fn fetch(&mut self, key: Key) -> Result<Option<(u32, &[u8])>, SaveError> {
        for copy in 0..2 {
            if self.read_copy(key.code().into(), copy).await? {
                // Borrows the item only here, because the loop reads into the buffer again if it does not return.
                let item = StoredItem::at(&self.work, 0).expect("it has just been read");
                return Ok(Some((item.epoch, item.data)));
            }
        }
        Ok(None)
    }

    /// Reads a copy of the newest record of a key into the start of the work buffer. Returns whether the copy is
    /// present and whole.
    async fn read_copy(&mut self, code: usize, copy: usize) -> Result<bool, SaveError> {
        let newest = self.records[code];
        let Some(place) = newest.copies[copy] else { return Ok(false) };
        self.read(place.address(), item_bytes(place.length)).await?;
        let item = StoredItem::at(&self.work, 0);
        Ok(item.is_some_and(|item| item.epoch == newest.epoch && usize::from(item.key) == code))
    }

    /// Returns a record of an old save.
    pub(super) async fn fetch_old(&mut self, record: OldRecord) -> Result<&[u8], SaveError> {
        self.read(record.at, record.length).await?;
        Ok(&self.work[..record.length])
    }

    /// Returns the epoch of the newest record of `key`; 0 when there is none.
    pub(super) fn epoch_of(&self, key: Key) -> u32 {
        self.records[usize::from(key.code())].epoch
    }

    /// Passes all journal entries of `epoch` or later to `reader`, sector by sector in the order in which the sectors
    /// were begun. Most entries come twice.
    pub(super) async fn read_journal(
        &mut self,
        epoch: u32,
        mut reader: impl FnMut(JournalEntry),
    ) -> Result<(), SaveError> {
        let mut before = None;
        loop {
            let is_next = |&index: &usize| {
                let state = &self.sectors[index];
                state.journal_epoch >= epoch.max(1)
                    && before.is_none_or(|before| (state.age, index) > before)
            };
            let next =
                (0..SECTORS).filter(is_next).min_by_key(|&index| (self.sectors[index].age, index));
            let Some(index) = next else { return Ok(()) };
            before = Some((self.sectors[index].age, index));
            self.read(address(index, 0), SECTOR).await?;
            let mut known = [u32::MAX; KEY_CODES];
            known[usize::from(Key::Journal.code())] = epoch;
            sector::scan(&self.work, &known, |_, item| {
                if item.key == Key::Journal.code()
                    && item.epoch >= epoch
                    && let Some(entry) = JournalEntry::read(item.epoch, item.data)
                {
                    reader(entry);
                }
            });
        }
    }

    /// Returns whether both heads have room for another journal entry.
    pub(super) fn has_room(&self) -> bool {
        (0..2).all(|head| self.room(head) >= item_bytes(ENTRY_BYTES_MAX))
    }

    fn room(&self, head: usize) -> usize {
        self.heads[head].map_or(0, |sector| SECTOR - self.sectors[sector].end)
    }

    /// Appends an entry to the journal, which must have [room](Store::has_room).
    pub(super) async fn push(&mut self, entry: &JournalEntry) -> Result<(), SaveError> {
        let mut data = [0; ENTRY_BYTES_MAX];
        let item = StoredItem {
            key: Key::Journal.code(),
            epoch: entry.epoch,
            data: entry.write(&mut data),
        };
        // Writes the entry in one piece, because every separate write costs a slow flash some time.
        let mut bytes = [0; item_bytes(ENTRY_BYTES_MAX)];
        let (header, behind) = bytes.split_at_mut(ITEM_HEADER_BYTES);
        header.copy_from_slice(&item.header());
        behind[..item.data.len()].copy_from_slice(item.data);
        for head in 0..2 {
            let place = self.claim(head, item.data.len()).await?;
            self.sectors[place.sector].journal_epoch = entry.epoch;
            self.write_bytes(place.address(), &bytes[..item.bytes()]).await?;
        }
        Ok(())
    }

    /// Begins new sectors if the heads have too little room for a journal.
    pub(super) async fn make_journal_room(&mut self) -> Result<(), SaveError> {
        for head in 0..2 {
            if self.room(head) < JOURNAL_BYTES {
                self.make_room().await?;
                self.begin_sector(head).await?;
            }
        }
        Ok(())
    }

    /// Replaces the record of this key. The change is atomic.
    pub(super) async fn put(&mut self, key: Key, epoch: u32, data: &[u8]) -> Result<(), SaveError> {
        let item = StoredItem { key: key.code(), epoch, data };
        let code = usize::from(item.key);
        // The search for room and the check of the data take a slow machine some time.
        pause().await;
        if Key::is_of_run(item.key) {
            self.newest_epoch = epoch.max(self.newest_epoch);
        }
        let is_doubled = self.doubles(code, item.bytes());
        self.make_room().await?;
        let head = if self.room(0) >= item.bytes() { 0 } else { 1 };
        let place = self.claim(head, data.len()).await?;
        self.write_item(place, &item).await?;
        self.records[code] = Newest { epoch, copies: [Some(place), None] };
        if is_doubled {
            let place = self.claim(1 - head, data.len()).await?;
            self.write_item(place, &item).await?;
            self.records[code].copies[1] = Some(place);
        }
        Ok(())
    }

    /// Counts the records that lack a second copy.
    pub(super) fn lacking_copies(&self) -> usize {
        (0..KEY_CODES).filter(|&code| self.lacks_copy(code)).count()
    }

    fn lacks_copy(&self, code: usize) -> bool {
        let has_one = self.records[code].copies.iter().flatten().count() == 1;
        has_one && (!Key::is_floor(code) || self.fits_twice(code, self.records[code].bytes()))
    }

    /// Writes the missing second copies. A copy is missing if power failed before it was written, or if a sector was
    /// lost.
    pub(super) async fn repair(&mut self) -> Result<(), SaveError> {
        for code in 0..KEY_CODES {
            if self.lacks_copy(code) {
                self.records[code].copies.sort_unstable_by_key(Option::is_none);
                self.make_room().await?;
                self.copy(code, 0, 1).await?;
            }
        }
        Ok(())
    }

    /// Returns whether a record of this many bytes gets two copies. If two copies of everything do not fit, floors keep
    /// only one copy from now on, and other records still get two.
    fn doubles(&mut self, code: usize, bytes: usize) -> bool {
        if self.fits_twice(code, bytes) {
            return true;
        }
        for (code, newest) in self.records.iter_mut().enumerate() {
            if Key::is_floor(code) && newest.copies[0].is_some() {
                newest.copies[1] = None;
            }
        }
        !Key::is_floor(code)
    }

    /// Returns whether two copies of all records fit if the record of this key has this many bytes.
    fn fits_twice(&self, code: usize, bytes: usize) -> bool {
        let others = self.records.iter().enumerate().filter(|&(other, _)| other != code);
        let others: usize = others.map(|(_, newest)| newest.bytes()).sum();
        others + bytes <= DOUBLED_BYTES_MAX
    }

    /// Copies the record of a key from copy `from` to copy `to`. The new copy goes into a sector that does not contain
    /// the record.
    async fn copy(&mut self, code: usize, from: usize, to: usize) -> Result<(), SaveError> {
        if !self.read_copy(code, from).await? {
            self.records[code].copies[from] = None;
            return Ok(());
        }
        let length = self.records[code].copies[from].map_or(0, |place| place.length);
        let other = self.records[code].copies[1 - to].map(|place| place.sector);
        let is_apart = |&head: &usize| other.is_none() || self.heads[head] != other;
        let fits = |&head: &usize| self.room(head) >= item_bytes(length);
        let emptier = usize::from(self.room(1) > self.room(0));
        let heads = [emptier, 1 - emptier];
        // A newly begun sector has no copy of the record yet. The new sector replaces the fuller head.
        let head = heads.into_iter().find(|head| is_apart(head) && fits(head));
        let place = match head {
            Some(head) => self.claim(head, length).await?,
            None => {
                self.begin_sector(1 - emptier).await?;
                self.claim(1 - emptier, length).await?
            }
        };
        let written = self.flash.write(place.address(), &self.work[..item_bytes(length)]).await;
        written.map_err(|error| SaveError::Device((self.describe)(error)))?;
        self.records[code].copies[to] = Some(place);
        Ok(())
    }

    /// Cleans sectors until enough are free.
    async fn make_room(&mut self) -> Result<(), SaveError> {
        for _ in 0..4 * SECTORS {
            if self.used().count_zeros() as usize >= FREE_MIN {
                return Ok(());
            }
            self.clean().await?;
        }
        Err(SaveError::Full)
    }

    /// Moves the live data out of the emptiest sector.
    async fn clean(&mut self) -> Result<(), SaveError> {
        let kept = self.kept();
        let is_movable = |&index: &usize| kept >> index & 1 == 0 && self.live_bytes(index) > 0;
        let emptiest = (0..SECTORS).filter(is_movable).min_by_key(|&index| self.live_bytes(index));
        let emptiest = emptiest.ok_or(SaveError::Full)?;
        for code in 0..KEY_CODES {
            for copy in 0..2 {
                let place = self.records[code].copies[copy];
                if place.is_some_and(|place| place.sector == emptiest) {
                    self.copy(code, copy, copy).await?;
                }
            }
        }
        Ok(())
    }

    fn live_bytes(&self, index: usize) -> usize {
        let copies = self.records.iter().flat_map(|newest| newest.copies.iter().flatten());
        copies.filter(|place| place.sector == index).map(|place| item_bytes(place.length)).sum()
    }

    /// Returns the sectors that are not free, as a bit mask.
    fn used(&self) -> u16 {
        let copies = self.records.iter().flat_map(|newest| newest.copies.iter().flatten());
        copies.fold(self.kept(), |used, place| used | 1 << place.sector)
    }

    /// Returns a bit mask of the sectors that cleaning cannot free: the heads, the sectors with live journal entries,
    /// and the sectors with a record of an old save that no new record has replaced yet.
    fn kept(&self) -> u16 {
        let run = &self.records[usize::from(Key::Run.code())];
        let has_run = run.copies != [None; 2];
        let counts = |&index: &usize| {
            let epoch = self.sectors[index].journal_epoch;
            has_run && epoch > 0 && epoch >= run.epoch
        };
        let old = [(Key::Scores, self.old.scores()), (Key::Settings, self.old.settings())];
        let old = old.into_iter().filter(|&(key, _)| self.epoch_of(key) == 0);
        let old = old.filter_map(|(_, record)| Some((record?.at / SECTOR_BYTES) as usize));
        let heads = self.heads.iter().flatten().copied();
        heads.chain((0..SECTORS).filter(counts)).chain(old).fold(0, |kept, index| kept | 1 << index)
    }

    /// Claims room for an item in a head. If the head has no room, a new sector replaces it.
    async fn claim(&mut self, head: usize, length: usize) -> Result<Place, SaveError> {
        if self.room(head) < item_bytes(length) {
            self.begin_sector(head).await?;
        }
        let sector = self.heads[head].ok_or(SaveError::Full)?;
        let at = self.sectors[sector].end;
        self.sectors[sector].end += item_bytes(length);
        Ok(Place { sector, at, length })
    }

    /// Makes a free sector a head: erases it and writes its header.
    async fn begin_sector(&mut self, head: usize) -> Result<(), SaveError> {
        let mut after_last = (1..=SECTORS).map(|step| (self.begun_last + step) % SECTORS);
        let used = self.used();
        let index = after_last.find(|index| used >> index & 1 == 0).ok_or(SaveError::Full)?;
        let is_erased = core::mem::take(&mut self.sectors[index].is_erased);
        if !is_erased {
            self.erase(index).await?;
        }
        self.newest_age = self.newest_age.saturating_add(1);
        (self.begun_last, self.heads[head]) = (index, Some(index));
        let age = self.newest_age;
        self.sectors[index] =
            SectorState { age, end: SECTOR_HEADER_BYTES, is_erased: false, journal_epoch: 0 };
        self.write_bytes(address(index, 0), &sector::sector_header(age)).await
    }

    /// Erases every sector that is not erased yet, from the last sector down.
    pub(super) async fn erase_all(&mut self) -> Result<(), SaveError> {
        for index in (0..SECTORS).rev() {
            if !self.sectors[index].is_erased {
                self.erase(index).await?;
            }
        }
        self.sectors = [SectorState { is_erased: true, ..SectorState::UNKNOWN }; SECTORS];
        self.records = [Newest::NONE; KEY_CODES];
        (self.heads, self.begun_last, self.newest_age) = ([None; 2], SECTORS - 1, 0);
        (self.newest_epoch, self.has_gap, self.old) = (0, false, Old::default());
        Ok(())
    }

    async fn erase(&mut self, index: usize) -> Result<(), SaveError> {
        let start = address(index, 0);
        let erased = self.flash.erase(start, start + SECTOR_BYTES).await;
        erased.map_err(|error| SaveError::Device((self.describe)(error)))
    }

    /// Reads `length` bytes of the flash into the start of the work buffer.
    async fn read(&mut self, at: u32, length: usize) -> Result<(), SaveError> {
        let read = self.flash.read(at, &mut self.work[..length]).await;
        read.map_err(|error| SaveError::Device((self.describe)(error)))
    }

    async fn write_item(&mut self, place: Place, item: &StoredItem<'_>) -> Result<(), SaveError> {
        let at = place.address();
        self.write_bytes(at, &item.header()).await?;
        self.write_bytes(address(place.sector, place.at + ITEM_HEADER_BYTES), item.data).await
    }

    async fn write_bytes(&mut self, at: u32, bytes: &[u8]) -> Result<(), SaveError> {
        let written = self.flash.write(at, bytes).await;
        written.map_err(|error| SaveError::Device((self.describe)(error)))
    }
}

/// Returns the flash address of an offset in a sector.
fn address(index: usize, at: usize) -> u32 {
    u32::try_from(index * SECTOR + at).expect("a save is small")
}
