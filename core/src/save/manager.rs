//! Writes and loads a save: what is written when, and how it is read.

mod load;

use super::Scores;
use super::errors::{DeviceError, SaveError};
use super::format::{
    self, FORMAT_VERSION, Key, META_BYTES_MAX, Meta, RUN_BYTES_MAX, ScoresRecord, SettingsRecord,
    Snapshot,
};
use super::journal::{Entry, JournalLength, PlayedTurn};
use super::mount::Contents;
use super::store::Store;
use crate::limits::FLOORS;
use crate::poll::block_on;
use crate::quantity::Floor;
use crate::rules::{Command, Events};
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
    /// Not a byte is changed, unless the player agrees to overwrite all of them.
    Refused(SaveError),
    /// Something went wrong while writing: nothing more is written, so that what is there stays
    /// of one piece.
    Failed(SaveError),
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
/// ```
/// use musrex_core::save::{Memory, SaveManager};
/// use musrex_core::{Command, Events, Game};
///
/// let mut flash = Memory([0xFF; 65_536]);
/// let mut manager = SaveManager::open(&mut flash);
/// let mut game = Game::new(7);
/// manager.begin(&game)?;
/// game.step(Command::Wait, &mut Events::new()).expect("one can always wait");
/// manager.turn(Command::Wait, &game)?;
///
/// let mut again = Game::new(0);
/// let loaded = SaveManager::open(&mut flash).load(&mut again);
/// assert!(loaded.has_run && loaded.warnings.is_empty());
/// assert_eq!(again, game);
/// # Ok::<(), musrex_core::save::SaveError>(())
/// ```
///
/// A host with slow flash need not wait for every write: after [`append`](SaveManager::append) and
/// the functions whose names begin with `enqueue`, the turns played are safe. While the manager is
/// not [done](SaveManager::is_done), [`snapshot`](SaveManager::snapshot) copies what is due from
/// the game before another turn is played, and [`finish`](SaveManager::finish) writes it bit by bit
/// while play goes on. Nothing else may be enqueued or appended until that has ended.
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

    /// Returns why nothing is saved; `None` when saving works.
    pub const fn save_error(&self) -> Option<SaveError> {
        match self.state {
            State::Blank | State::Ready => None,
            State::Refused(save_error) | State::Failed(save_error) => Some(save_error),
        }
    }

    /// Returns the flash.
    pub const fn flash(&mut self) -> &mut F {
        self.store.flash()
    }

    /// Starts the save of a run. Gives up the run before it, if there was one.
    ///
    /// # Errors
    /// Returns why it could not be saved; nothing more is saved then.
    pub fn begin(&mut self, game: &Game) -> Result<(), SaveError> {
        self.enqueue_begin();
        self.finish_now(game)
    }

    /// Saves a turn: `command` led to `game`, which goes on.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn turn(&mut self, command: Command, game: &Game) -> Result<(), SaveError> {
        self.enqueue_turn(command, game)?;
        self.finish_now(game)
    }

    /// Writes what one of the next turns would need, while nothing is being played.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn rest(&mut self, game: &Game) -> Result<(), SaveError> {
        self.enqueue_rest();
        self.finish_now(game)
    }

    /// Writes the game whole when it is left, unless that was done.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn leave(&mut self, game: &Game) -> Result<(), SaveError> {
        self.enqueue_leave();
        self.finish_now(game)
    }

    /// Saves the turn that ended the run: `scores` have its row already.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn end(&mut self, command: Command, game: &Game, scores: &Scores) -> Result<(), SaveError> {
        self.enqueue_end(command, game, scores)?;
        block_on(self.finish())
    }

    /// Gives the run up.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn give_up(&mut self) -> Result<(), SaveError> {
        self.enqueue_give_up();
        block_on(self.finish())
    }

    /// Saves the settings.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn set(&mut self, settings: &Settings) -> Result<(), SaveError> {
        self.enqueue_settings(settings);
        block_on(self.finish())
    }

    /// Appends a turn to the journal: a few bytes, after which it is safe. Returns `false` when it
    /// led to another floor, or the journal has no room for it, which it always has after a record
    /// of the run: the run must be written before another turn then, because that turn might leave
    /// the floor again, whose older record is still needed. Otherwise the run may be due, but can
    /// wait.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn append(&mut self, played: PlayedTurn) -> Result<bool, SaveError> {
        debug_assert!(self.pending.is_none(), "what is drafted is written first");
        if self.needs_checkpoint || !self.store.has_room() {
            self.is_checkpoint_due = true;
            return Ok(false);
        }
        block_on(self.write(async |manager| manager.append_entry(played).await))?;
        let is_elsewhere = self.floor != Some(played.floor);
        if is_elsewhere {
            // However soon it is left again, its record is an old one.
            self.floor_epochs[played.floor.index()] = None;
        }
        self.is_checkpoint_due |= is_elsewhere || self.journal.is_full() || !self.store.has_room();
        Ok(!is_elsewhere)
    }

    /// Returns whether all that is due is written.
    pub const fn is_done(&self) -> bool {
        !self.is_checkpoint_due && self.pending.is_none()
    }

    /// Enqueues [`begin`](SaveManager::begin).
    pub const fn enqueue_begin(&mut self) {
        self.floor_epochs = [None; FLOORS];
        self.floor = None;
        self.is_checkpoint_due = true;
    }

    /// Starts the save of a run where the player agrees to lose what is there instead of a save:
    /// the next write erases it.
    pub const fn enqueue_overwrite(&mut self) {
        (self.epoch, self.scores, self.settings) = (0, 0, 0);
        self.needs_checkpoint = true;
        self.state = State::Blank;
        self.enqueue_begin();
    }

    /// Appends a turn as [`turn`](SaveManager::turn) does, and enqueues the run's record where the
    /// journal suffices for now.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn enqueue_turn(&mut self, command: Command, game: &Game) -> Result<(), SaveError> {
        match self.append(PlayedTurn::new(command, game))? {
            true => Ok(()),
            false => self.finish_now(game),
        }
    }

    /// Enqueues [`rest`](SaveManager::rest).
    pub const fn enqueue_rest(&mut self) {
        self.is_checkpoint_due |= self.needs_checkpoint || self.journal.is_nearly_full();
    }

    /// Enqueues [`leave`](SaveManager::leave).
    pub fn enqueue_leave(&mut self) {
        self.is_checkpoint_due |= self.needs_checkpoint || self.journal != JournalLength::default();
    }

    /// Appends the last turn, which ends the run, and enqueues the rest of
    /// [`end`](SaveManager::end) for [`finish`](SaveManager::finish).
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn enqueue_end(
        &mut self,
        command: Command,
        game: &Game,
        scores: &Scores,
    ) -> Result<(), SaveError> {
        let played = PlayedTurn::new(command, game);
        if !self.needs_checkpoint {
            block_on(self.write(async |manager| manager.append_entry(played).await))?;
        }
        self.prepare_end(self.epoch, scores);
        Ok(())
    }

    /// Enqueues [`give_up`](SaveManager::give_up) for [`finish`](SaveManager::finish).
    pub const fn enqueue_give_up(&mut self) {
        (self.pending, self.is_checkpoint_due) = (Some(PendingWrite::NoRun), false);
    }

    /// Enqueues [`set`](SaveManager::set) for [`finish`](SaveManager::finish).
    pub fn enqueue_settings(&mut self, settings: &Settings) {
        let (generation, settings) = (next(self.settings), *settings);
        let record = SettingsRecord { version: FORMAT_VERSION, generation, settings };
        let length = format::write(&record, &mut self.record).len();
        self.pending = Some(PendingWrite::Settings { length });
    }

    /// Copies from `game`, as it is after the last turn appended, what is due. Writes floors that
    /// were left since at once; there are none except on a new floor.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub fn snapshot(&mut self, game: &Game) -> Result<(), SaveError> {
        if self.pending.is_some() || !core::mem::take(&mut self.is_checkpoint_due) {
            return Ok(());
        }
        match self.save_error() {
            Some(save_error) => Err(save_error),
            None => self.prepare_run(game),
        }
    }

    /// Writes what was enqueued. Must be polled until it is done: one that is dropped before leaves
    /// what a power failure would leave, and the save must be opened again.
    ///
    /// # Errors
    /// Fails like [`begin`](SaveManager::begin).
    pub async fn finish(&mut self) -> Result<(), SaveError> {
        match self.pending.take() {
            Some(pending) => self.write(async |manager| manager.write_pending(pending).await).await,
            None => Ok(()),
        }
    }

    fn finish_now(&mut self, game: &Game) -> Result<(), SaveError> {
        while !self.is_done() {
            self.snapshot(game)?;
            block_on(self.finish())?;
        }
        Ok(())
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

    /// Formats a flash that holds nothing, or what may be lost.
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
        self.snapshot.take(game, &self.terrain.doors);
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
