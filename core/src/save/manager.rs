//! Writes and loads a save: what is written when, and how it is read.

mod load;

use super::errors::{DeviceError, SaveError};
use super::format::{
    self, FORMAT_VERSION, Key, META_BYTES_MAX, Meta, RUN_BYTES_MAX, ScoresRecord, SettingsRecord,
    Snapshot,
};
use super::journal::{Entry, JournalLength, PlayedTurn};
use super::mount::Contents;
use super::store::Store;
use super::{SaveRequest, SaveSource, SaveStatus, Scores};
use crate::limits::FLOORS;
use crate::poll::block_on;
use crate::quantity::Floor;
use crate::rules::Events;
use crate::settings::Settings;
use crate::world::Game;
use crate::world::packing::TerrainDigest;
use embedded_storage_async::nor_flash::NorFlash;

/// The state of the flash as the manager knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The flash holds nothing; it is formatted before the first write.
    Blank,
    /// The save is ours.
    Ready,
    /// Writing is refused, and no byte changes, unless the player agrees to overwrite all of them.
    Refused(SaveError),
    /// Writing failed. Nothing more is written, so that the contents stay consistent.
    Failed(SaveError),
}

/// The result of appending a turn to the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Appended {
    /// The turn is in the journal. The run may be due, but can wait.
    Safe,
    /// The turn led to another floor, or the journal had no room for it. The run must be written
    /// before another turn, because that turn could replace a floor's record that the older record
    /// of the run still needs. After a record of the run, the journal has room.
    RunIsDue,
}

/// A record that is still to be written. Writing it does not read the game, which may go on.
#[derive(Clone, Copy, Debug)]
enum PendingWrite {
    /// The run of the snapshot, which begins its part of the journal with `base`, unless that is
    /// written already.
    Run { epoch: u32, base: Option<Entry>, state_hash: u16 },
    /// The hall of fame, with the run of this epoch in it, and that there is no run.
    End { length: usize },
    /// Marks that there is no run.
    NoRun,
    /// Holds the settings.
    Settings { length: usize },
}

/// Keeps a game, the hall of fame and the settings on a flash, so that power may fail at any byte
/// and no more is lost than the turn being played.
///
/// A host submits requests, polls the work that they leave, and looks at the status:
///
/// - [`submit`](SaveManager::submit) writes what must not wait, which is a turn's journal entry of a
///   few bytes. When it returns, the turn is safe and may be shown.
/// - [`work`](SaveManager::work) returns what is left as a future. It has copied all it needs from the
///   game, so play goes on while the host polls it in the time that frames leave
///   ([`poll_for`](crate::poll::poll_for)). A [`Backlog`](super::Backlog) takes the requests that come
///   meanwhile. A host that waits for its flash calls [`flush`](SaveManager::flush) instead.
/// - [`status`](SaveManager::status) tells whether work is left, and why nothing is saved.
///
/// ```
/// use musrex_core::save::{Memory, SaveRequest, SaveManager, SaveSource, SaveStatus, Scores};
/// use musrex_core::screens::Settings;
/// use musrex_core::{Command, Events, Game};
///
/// let (scores, settings) = (Scores::new(), Settings::default());
/// let mut flash = Memory([0xFF; 65_536]);
/// let mut manager = SaveManager::open(&mut flash);
/// let mut game = Game::new(7);
/// manager.submit(SaveRequest::Begin, SaveSource { game: &game, scores: &scores, settings: &settings });
/// assert_eq!(manager.flush(&game), SaveStatus::Done);
///
/// game.step(Command::Wait, &mut Events::new()).expect("one can always wait");
/// let source = SaveSource { game: &game, scores: &scores, settings: &settings };
/// assert_eq!(manager.submit(SaveRequest::Turn(Command::Wait), source), SaveStatus::Done);
///
/// let mut again = Game::new(0);
/// let loaded = SaveManager::open(&mut flash).load(&mut again);
/// assert!(loaded.has_run && loaded.warnings.is_empty());
/// assert_eq!(again, game);
/// ```
pub struct SaveManager<F> {
    store: Store<F>,
    state: State,
    /// Counts the records of runs; the newest has this epoch.
    epoch: u32,
    /// Counts the records of the hall of fame.
    scores: u32,
    /// Counts the records of the settings.
    settings: u32,
    /// The epoch of each stored floor's record, where the flash has the floor as the game has
    /// it.
    floor_epochs: [Option<u32>; FLOORS],
    /// The floor of the newest record of the run; `None` when there is no run.
    floor: Option<Floor>,
    /// Describes the terrain of that floor.
    terrain: TerrainDigest,
    /// The hash of the state after the last turn.
    state_hash: u16,
    /// Measures the journal since the newest record of the run.
    journal: JournalLength,
    /// True when the journal cannot go on from what is on the flash.
    needs_checkpoint: bool,
    /// True when the run must be written whole.
    is_checkpoint_due: bool,
    pending: Option<PendingWrite>,
    snapshot: Snapshot,
    record: [u8; RUN_BYTES_MAX],
    /// Receives the events of a replayed journal, which nobody reads. It is a field because it does
    /// not fit the stack of a handheld.
    events: Events,
}

impl<F> SaveManager<F>
where
    F: NorFlash,
    F::Error: Into<DeviceError>,
{
    /// Opens what is on `flash`. Changes nothing on it, except that it recovers from a power
    /// failure.
    pub fn open(flash: F) -> SaveManager<F> {
        let mut store = Store::new(flash);
        let state = match store.scan() {
            Ok(scan) => match scan.contents {
                Contents::Blank => State::Blank,
                Contents::Ours => match store.recover(scan) {
                    Ok(()) => State::Ready,
                    // What cannot be tidied up may still be read.
                    Err(save_error) => State::Failed(save_error),
                },
                Contents::TooNew(version) => State::Refused(SaveError::TooNew(version)),
                Contents::Foreign => State::Refused(SaveError::Foreign),
            },
            Err(save_error) => State::Refused(save_error),
        };
        SaveManager {
            store,
            state,
            epoch: 0,
            scores: 0,
            settings: 0,
            floor_epochs: [None; FLOORS],
            floor: None,
            terrain: TerrainDigest::UNKNOWN,
            state_hash: 0,
            journal: JournalLength::default(),
            needs_checkpoint: true,
            is_checkpoint_due: false,
            pending: None,
            snapshot: Snapshot::empty(),
            record: [0; RUN_BYTES_MAX],
            events: Events::new(),
        }
    }

    /// Returns whether work is left, or why nothing is saved.
    pub const fn status(&self) -> SaveStatus {
        match (self.save_error(), self.is_done()) {
            (Some(save_error), _) => SaveStatus::Failed(save_error),
            (None, true) => SaveStatus::Done,
            (None, false) => SaveStatus::Pending,
        }
    }

    /// Returns why nothing is saved; `None` when saving works.
    pub const fn save_error(&self) -> Option<SaveError> {
        match self.state {
            State::Blank | State::Ready => None,
            State::Refused(save_error) | State::Failed(save_error) => Some(save_error),
        }
    }

    const fn is_done(&self) -> bool {
        !self.is_checkpoint_due && self.pending.is_none()
    }

    /// Returns the flash.
    pub const fn flash(&mut self) -> &mut F {
        self.store.flash()
    }

    /// Takes a request, with the game as it is after it. When this returns, a turn is in the journal, or
    /// in the run's record where the journal had no room. Once saving has failed, only
    /// [`SaveRequest::Overwrite`] is taken.
    ///
    /// No [`work`](SaveManager::work) may be under way: see [`Backlog`](super::Backlog).
    pub fn submit(&mut self, request: SaveRequest, source: SaveSource<'_>) -> SaveStatus {
        if self.save_error().is_some() && request != SaveRequest::Overwrite {
            return self.status();
        }
        // A pending record would be lost: the host does the work before the next request.
        debug_assert!(self.pending.is_none() || request == SaveRequest::Overwrite);
        let game = source.game;
        match request {
            SaveRequest::Begin => self.begin(),
            SaveRequest::Turn(command) => {
                if self.append(PlayedTurn::new(command, game)) == Ok(Appended::RunIsDue) {
                    return self.flush(game);
                }
            }
            SaveRequest::End(command) => self.end(PlayedTurn::new(command, game), source.scores),
            SaveRequest::Idle => {
                self.is_checkpoint_due |= self.needs_checkpoint || self.journal.is_nearly_full();
            }
            SaveRequest::Leave => {
                let has_entries = self.journal != JournalLength::default();
                self.is_checkpoint_due |= self.needs_checkpoint || has_entries;
            }
            SaveRequest::GiveUp => {
                (self.pending, self.is_checkpoint_due) = (Some(PendingWrite::NoRun), false);
            }
            SaveRequest::Settings => self.prepare_settings(source.settings),
            SaveRequest::Overwrite => {
                (self.epoch, self.scores, self.settings) = (0, 0, 0);
                (self.needs_checkpoint, self.pending) = (true, None);
                self.state = State::Blank;
                self.begin();
            }
        }
        self.status()
    }

    /// Takes a turn that had to wait in a [`Backlog`](super::Backlog). If it led to another floor or the
    /// journal has no room for it, the status is [`Pending`](SaveStatus::Pending), and the work must
    /// be begun before another turn is played.
    pub fn submit_played(&mut self, played: PlayedTurn) -> SaveStatus {
        // A failure shows in the status.
        let _ = self.append(played);
        self.status()
    }

    /// Begins the work that is left: copies from `game`, as it is after the last turn submitted, what is
    /// due, and returns the rest as a future, which does not read the game. Floors that were left
    /// since the last checkpoint are written before this returns; there are none except on a new
    /// floor.
    ///
    /// The future must be polled until it is done: one that is dropped before leaves what a power
    /// failure would leave, and the save must be opened again.
    pub fn work(&mut self, game: &Game) -> impl Future<Output = SaveStatus> + use<'_, F> {
        // A failure shows in the status.
        let _ = self.prepare(game);
        async {
            if let Some(pending) = self.pending.take() {
                let _ = self.write(async |manager| manager.write_pending(pending).await).await;
            }
            self.status()
        }
    }

    /// Does all the work that is left, and waits for the flash.
    pub fn flush(&mut self, game: &Game) -> SaveStatus {
        while self.status() == SaveStatus::Pending {
            block_on(self.work(game));
        }
        self.status()
    }

    /// Starts the save of a run. Gives up the run before it, if there was one.
    const fn begin(&mut self) {
        self.floor_epochs = [None; FLOORS];
        self.floor = None;
        self.is_checkpoint_due = true;
    }

    /// Appends a turn to the journal: a few bytes, after which it is safe.
    fn append(&mut self, played: PlayedTurn) -> Result<Appended, SaveError> {
        debug_assert!(self.pending.is_none(), "what is prepared is written first");
        if self.needs_checkpoint || !self.store.has_room() {
            self.is_checkpoint_due = true;
            return Ok(Appended::RunIsDue);
        }
        block_on(self.write(async |manager| manager.append_entry(played).await))?;
        let is_elsewhere = self.floor != Some(played.floor);
        if is_elsewhere {
            // Forgets this floor's record, so that leaving the floor again writes a new one.
            self.floor_epochs[played.floor.index()] = None;
        }
        self.is_checkpoint_due |= is_elsewhere || self.journal.is_full() || !self.store.has_room();
        Ok(if is_elsewhere { Appended::RunIsDue } else { Appended::Safe })
    }

    /// Appends the turn that ended the run, and prepares its end: `scores` have its row already.
    fn end(&mut self, played: PlayedTurn, scores: &Scores) {
        let is_appended = self.needs_checkpoint
            || block_on(self.write(async |manager| manager.append_entry(played).await)).is_ok();
        if is_appended {
            self.prepare_end(self.epoch, scores);
        }
    }

    fn prepare_settings(&mut self, settings: &Settings) {
        let (generation, settings) = (next(self.settings), *settings);
        let record = SettingsRecord { version: FORMAT_VERSION, generation, settings };
        let length = format::write(&record, &mut self.record).len();
        self.pending = Some(PendingWrite::Settings { length });
    }

    /// Copies what is due from `game`, unless something else must be written first.
    fn prepare(&mut self, game: &Game) -> Result<(), SaveError> {
        if self.pending.is_some() || !core::mem::take(&mut self.is_checkpoint_due) {
            return Ok(());
        }
        match self.save_error() {
            Some(save_error) => Err(save_error),
            None => self.prepare_run(game),
        }
    }

    /// Writes, unless writing is refused or failed before.
    async fn write(
        &mut self,
        write: impl AsyncFnOnce(&mut SaveManager<F>) -> Result<(), SaveError>,
    ) -> Result<(), SaveError> {
        let written = match self.state {
            State::Refused(save_error) | State::Failed(save_error) => return Err(save_error),
            State::Ready => write(self).await,
            State::Blank => match self.write_first().await {
                Ok(()) => write(self).await,
                Err(save_error) => Err(save_error),
            },
        };
        self.state = match written {
            Ok(()) => State::Ready,
            Err(save_error) => State::Failed(save_error),
        };
        written
    }

    /// Erases a flash that is blank or may be overwritten, and writes the first record.
    async fn write_first(&mut self) -> Result<(), SaveError> {
        self.store.erase_all().await?;
        self.write_meta().await
    }

    async fn append_entry(&mut self, played: PlayedTurn) -> Result<(), SaveError> {
        self.store.push(&played.entry(self.epoch, self.state_hash)).await?;
        self.journal.add(played.hunt_steps);
        self.state_hash = played.state_hash;
        Ok(())
    }

    /// Writes the base of the next journal and the floors that were left, if there are any, and
    /// prepares the run. Until the run is written, the record before it is valid: it stands on the
    /// floor that was left and has it whole.
    fn prepare_run(&mut self, game: &Game) -> Result<(), SaveError> {
        let epoch = next(self.epoch);
        let first = Entry::base(epoch, game);
        let mut base = Some(first);
        for floor in Floor::all() {
            match (&game.stored_floors[floor.index()], self.floor_epochs[floor.index()]) {
                (Some(stored), None) => {
                    let base = base.take();
                    let length = format::write_floor(stored, epoch, &mut self.record);
                    block_on(self.write(async |manager| {
                        manager.append_base(base).await?;
                        manager.store.put(Key::Floor(floor), &manager.record[..length]).await
                    }))?;
                    self.floor_epochs[floor.index()] = Some(epoch);
                }
                (None, Some(_)) => self.floor_epochs[floor.index()] = None,
                _ => {}
            }
        }
        if self.floor != Some(game.floor) {
            self.terrain = TerrainDigest::of(&game.current_floor.map);
            self.floor = Some(game.floor);
        }
        self.snapshot.take(game, &self.terrain.changeable);
        self.pending = Some(PendingWrite::Run { epoch, base, state_hash: first.state_hash });
        Ok(())
    }

    fn prepare_end(&mut self, epoch: u32, scores: &Scores) {
        let (generation, scores) = (next(self.scores), scores.clone());
        let record =
            ScoresRecord { version: FORMAT_VERSION, generation, last_run_epoch: epoch, scores };
        let length = format::write(&record, &mut self.record).len();
        (self.pending, self.is_checkpoint_due) = (Some(PendingWrite::End { length }), false);
    }

    async fn write_pending(&mut self, pending: PendingWrite) -> Result<(), SaveError> {
        match pending {
            PendingWrite::Run { epoch, base, state_hash } => {
                let (run, stored, terrain) = (&self.snapshot, &self.floor_epochs, &self.terrain);
                let length = format::write_run(run, epoch, stored, terrain, &mut self.record).await;
                let length = length.ok_or(SaveError::Full)?;
                self.append_base(base).await?;
                self.store.put(Key::Run, &self.record[..length]).await?;
                (self.epoch, self.state_hash) = (epoch, state_hash);
                self.journal = JournalLength::default();
                self.needs_checkpoint = false;
                self.write_meta().await?;
                // All that counts is new and was read again.
                self.store.is_suspect = false;
                return Ok(());
            }
            // First the hall of fame, then the end of the run: until that is there, the journal's
            // last entry ends the run again, and the epoch tells that it was entered.
            PendingWrite::End { length } => {
                self.store.put(Key::Scores, &self.record[..length]).await?;
                self.scores = next(self.scores);
                self.write_no_run().await?;
            }
            PendingWrite::NoRun => self.write_no_run().await?,
            PendingWrite::Settings { length } => {
                self.store.put(Key::Settings, &self.record[..length]).await?;
                self.settings = next(self.settings);
            }
        }
        self.write_meta().await
    }

    async fn append_base(&mut self, base: Option<Entry>) -> Result<(), SaveError> {
        let Some(base) = base else { return Ok(()) };
        // One with no room behind it is of no use: once more, until it is in the next sector.
        loop {
            self.store.push(&base).await?;
            if self.store.has_room() {
                return Ok(());
            }
        }
    }

    async fn write_no_run(&mut self) -> Result<(), SaveError> {
        let epoch = next(self.epoch);
        let length = format::write_no_run(epoch, &mut self.record);
        self.store.put(Key::Run, &self.record[..length]).await?;
        self.epoch = epoch;
        self.floor = None;
        self.floor_epochs = [None; FLOORS];
        self.needs_checkpoint = true;
        Ok(())
    }

    async fn write_meta(&mut self) -> Result<(), SaveError> {
        let meta = Meta {
            magic: format::MAGIC,
            version: FORMAT_VERSION,
            epoch: self.epoch,
            scores: self.scores,
            settings: self.settings,
        };
        // Not in the room of the record, which may be prepared already.
        let mut bytes = [0; META_BYTES_MAX];
        self.store.put(Key::Meta, format::write(&meta, &mut bytes)).await
    }
}

/// Counts up for the next record. No flash lives to see the last one; only a forged save begins
/// there.
const fn next(count: u32) -> u32 {
    count.saturating_add(1)
}
