//! Writes and loads a save, and decides when each record is written.

mod load;

use super::bestiary::BestiaryRecord;
use super::errors::{DeviceError, SaveError};
use super::format::{
    self, LaterBytes, META_BYTES_MAX, Meta, RUN_BYTES_MAX, ScoresRecord, SettingsRecord, Snapshot,
};
use super::journal::{self, JournalLength, PlayedTurn};
use super::key::Key;
use super::old::Old;
use super::store::{Contents, Store};
use crate::geometry::TileSet;
use crate::limits::FLOORS;
use crate::quantity::Floor;
use crate::rules::Events;
use crate::save::request::{SaveRequest, SaveSource, SaveStatus};
use crate::save::scores::Scores;
use crate::settings::Settings;
use crate::world::Game;
use crate::world::packing::TerrainDigest;
use embedded_storage_async::nor_flash::NorFlash;

/// The known state of the flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FlashState {
    /// The flash holds nothing; it is formatted before the first write.
    Blank,
    /// The flash holds a save of this game.
    Ready,
    /// Writing is refused. No byte changes until the player agrees to overwrite everything.
    Refused(SaveError),
    /// Writing failed. Nothing more is written, so that the contents stay consistent.
    Failed(SaveError),
}

/// The additions of later versions of the game to each record (see [`LaterBytes`]).
#[derive(Default)]
struct Later {
    run: LaterBytes,
    scores: LaterBytes,
    settings: LaterBytes,
}

/// The result of appending a turn to the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Appended {
    /// The turn is in the journal. A checkpoint may be due, but can wait.
    Safe,
    /// The turn led to another floor, or the journal had no room for it. The run must be written before the next turn.
    /// After a change of floor, the next turn could replace the record of a floor that the old record of the run still
    /// needs. If the journal had no room, the turn is not saved yet; writing the run saves the turn and makes room.
    RunIsDue,
}

/// A record that is still to be written. Writing the record does not read the game, so play may go on.
#[derive(Clone, Copy, Debug)]
enum PendingWrite {
    /// The run in the snapshot, with the hash of the run's state.
    Run { epoch: u32, state_hash: u16 },
    /// The hall of fame with the row of the run, then the record that states that there is no run.
    End { length: usize },
    /// The record that states that there is no run.
    NoRun,
    /// The settings.
    Settings { length: usize },
}

/// A manager that keeps a game, the hall of fame and the settings on flash. A power failure at any byte loses at most
/// one turn.
///
/// A host submits requests, polls the remaining work, and checks the status:
///
/// - [`submit`](SaveManager::submit) is a future that writes the urgent data: usually only the journal entry of a turn,
///   a few bytes. When the future completes, the turn is safe and may be shown.
/// - [`work`](SaveManager::work) copies from the game all data that the remaining work needs, and returns this work as
///   a future. Play goes on while the host polls the future in the spare time of each frame
///   ([`poll_for`](crate::poll::poll_for)). A [`Backlog`](super::Backlog) takes the requests that arrive meanwhile. A
///   host that waits for its flash polls [`flush`](SaveManager::flush) instead.
/// - [`status`](SaveManager::status) returns whether work is left, or why nothing is saved.
///
/// A host without an executor runs the futures with [`block_on`](crate::poll::block_on).
///
/// ```
/// use musrex_core::poll::block_on;
/// use musrex_core::save::{Memory, SaveRequest, SaveManager, SaveSource, SaveStatus, Scores};
/// use musrex_core::app::Settings;
/// use musrex_core::{Command, Events, Game};
///
/// let (scores, settings) = (Scores::new(), Settings::default());
/// let mut flash = Memory([0xFF; 65_536]);
/// let mut manager = block_on(SaveManager::open(&mut flash));
/// let mut game = Game::new(7);
/// let source = SaveSource { game: &game, scores: &scores, settings: &settings };
/// assert_eq!(block_on(manager.submit(SaveRequest::Begin, source)), SaveStatus::Pending);
/// assert_eq!(block_on(manager.flush(&game)), SaveStatus::Done);
///
/// game.step(Command::Wait, &mut Events::new()).expect("one can always wait");
/// let source = SaveSource { game: &game, scores: &scores, settings: &settings };
/// let turn = SaveRequest::Turn(Command::Wait);
/// assert_eq!(block_on(manager.submit(turn, source)), SaveStatus::Done);
///
/// let mut again = Game::new(0);
/// let loaded = block_on(async { SaveManager::open(&mut flash).await.load(&mut again).await });
/// assert!(loaded.has_run && loaded.warnings.is_empty());
/// assert_eq!(again, game);
/// ```
pub struct SaveManager<F: NorFlash> {
    store: Store<F>,
    state: FlashState,
    /// The epochs of the newest records.
    epochs: Meta,
    /// The epoch of each stored floor's record; `None` if the record on the flash is missing or out of date.
    floor_epochs: [Option<u32>; FLOORS],
    /// The floor of the newest record of the run; `None` when there is no run.
    floor: Option<Floor>,
    /// The digest of the terrain of `floor`.
    terrain: TerrainDigest,
    /// The hash of the state after the last turn.
    state_hash: u16,
    /// The length of the journal since the newest record of the run.
    journal: JournalLength,
    /// True when no entry may be appended to the journal on the flash.
    needs_checkpoint: bool,
    /// True when the whole run must be written.
    is_checkpoint_due: bool,
    pending: Option<PendingWrite>,
    /// The additions of later versions of the game to the records.
    later: Later,
    bestiary: BestiaryRecord,
    snapshot: Snapshot,
    record: [u8; RUN_BYTES_MAX],
    /// A buffer for the events of a replayed turn. The buffer is a field because it is too large for the stack of a
    /// handheld.
    events: Events,
    /// A buffer for the field of view after a replayed turn, which is also too large for that stack.
    visible: TileSet,
}

impl<F: NorFlash> SaveManager<F> {
    /// Opens the save on `flash` without changing anything. Every error of the flash counts as a broken memory; see
    /// [`open_with`](SaveManager::open_with).
    pub async fn open(flash: F) -> SaveManager<F> {
        SaveManager::open_with(flash, DeviceError::of).await
    }

    /// Opens the save on `flash`. `describe` maps the errors of the flash to the errors that the player sees.
    pub async fn open_with(flash: F, describe: fn(F::Error) -> DeviceError) -> SaveManager<F> {
        let mut store = Store::new(flash, describe);
        let state = match store.scan().await {
            Ok(Contents::Blank) => FlashState::Blank,
            Ok(Contents::Ours) => FlashState::Ready,
            Ok(Contents::TooNew(version)) => FlashState::Refused(SaveError::TooNew(version)),
            Ok(Contents::Foreign) => FlashState::Refused(SaveError::Foreign),
            Err(save_error) => FlashState::Refused(save_error),
        };
        SaveManager {
            store,
            state,
            epochs: Meta::default(),
            floor_epochs: [None; FLOORS],
            floor: None,
            terrain: TerrainDigest::UNKNOWN,
            state_hash: 0,
            journal: JournalLength::default(),
            needs_checkpoint: true,
            is_checkpoint_due: false,
            pending: None,
            later: Later::default(),
            bestiary: BestiaryRecord::new(),
            snapshot: Snapshot::empty(),
            record: [0; RUN_BYTES_MAX],
            events: Events::new(),
            visible: TileSet::EMPTY,
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

    /// Returns the reason why nothing is saved; `None` when saving works.
    pub const fn save_error(&self) -> Option<SaveError> {
        match self.state {
            FlashState::Blank | FlashState::Ready => None,
            FlashState::Refused(save_error) | FlashState::Failed(save_error) => Some(save_error),
        }
    }

    const fn is_done(&self) -> bool {
        !self.is_checkpoint_due && self.pending.is_none()
    }

    /// Returns the flash.
    pub const fn flash(&mut self) -> &mut F {
        self.store.flash()
    }

    /// Takes a request. `source` holds the game after the event that caused the request. A pending record is written
    /// first. When the future completes, a submitted turn is in the journal, or in the run's record if the journal had
    /// no room. If the player left a floor in the turn, that floor and the run are also written. Once writing was
    /// refused or has failed, only [`SaveRequest::Overwrite`] is accepted.
    ///
    /// The future must be polled to its end. Dropping the future early is like a power failure: the save must then be
    /// opened again.
    pub async fn submit(&mut self, request: SaveRequest, source: SaveSource<'_>) -> SaveStatus {
        // A failure shows in the status.
        let _ = self.submit_or_fail(request, source).await;
        self.status()
    }

    async fn submit_or_fail(
        &mut self,
        request: SaveRequest,
        source: SaveSource<'_>,
    ) -> Result<(), SaveError> {
        if request == SaveRequest::Overwrite {
            self.bestiary.note(source.scores.bestiary());
            self.bestiary.forget_later();
            (self.epochs, self.pending, self.later) = (Meta::default(), None, Later::default());
            self.state = FlashState::Blank;
            self.begin();
            return Ok(());
        }
        if let Some(save_error) = self.save_error() {
            return Err(save_error);
        }
        if self.store.old.is_there {
            self.write(async |manager| manager.convert().await).await?;
        }
        self.do_pending().await?;
        // The bestiary is noted only now, after the pending write, because that write belonged to an earlier turn.
        self.bestiary.note(source.scores.bestiary());
        let game = source.game;
        match request {
            SaveRequest::Begin => self.begin(),
            SaveRequest::Turn(command) => {
                if self.append(PlayedTurn::new(command, game)).await? == Appended::RunIsDue {
                    self.prepare(game).await?;
                    self.do_pending().await?;
                }
            }
            SaveRequest::End(command) => {
                self.end(PlayedTurn::new(command, game), source.scores).await?;
            }
            SaveRequest::Idle => {
                self.is_checkpoint_due |= self.needs_checkpoint || self.journal.is_nearly_full();
            }
            SaveRequest::Leave => {
                let has_entries = self.journal != JournalLength::default();
                self.is_checkpoint_due |=
                    self.needs_checkpoint || has_entries || self.bestiary.is_due;
            }
            SaveRequest::GiveUp => {
                (self.pending, self.is_checkpoint_due) = (Some(PendingWrite::NoRun), false);
            }
            SaveRequest::Settings => self.prepare_settings(source.settings),
            SaveRequest::Overwrite => {}
        }
        Ok(())
    }

    /// Takes a turn that waited in a [`Backlog`](super::Backlog). Returns [`Pending`](SaveStatus::Pending) if the run
    /// must be written, for example because the journal had no room for the turn. The caller must then begin the work
    /// before the next turn.
    pub async fn submit_played(&mut self, played: PlayedTurn) -> SaveStatus {
        // A failure shows in the status.
        let _ = self.append(played).await;
        self.status()
    }

    /// Begins the remaining work: copies all data that must be written. The data comes from `game`, which is the game
    /// after the last submitted turn. This future also writes the floors that the player has left since the last
    /// checkpoint. The result is a second future, which writes the copied data and does not read the game.
    ///
    /// Both futures must be polled to their end, like the future of [`submit`](SaveManager::submit).
    pub async fn work(&mut self, game: &Game) -> impl Future<Output = SaveStatus> + use<'_, F> {
        // A failure shows in the status.
        let _ = self.prepare(game).await;
        async {
            let _ = self.do_pending().await;
            self.status()
        }
    }

    /// Does all the remaining work.
    pub async fn flush(&mut self, game: &Game) -> SaveStatus {
        let mut status = self.status();
        while status == SaveStatus::Pending {
            status = self.work(game).await.await;
        }
        status
    }

    /// Prepares the save for a new run, which replaces the previous run.
    fn begin(&mut self) {
        self.floor_epochs = [None; FLOORS];
        self.floor = None;
        self.later.run = LaterBytes::new();
        (self.needs_checkpoint, self.is_checkpoint_due) = (true, true);
    }

    /// Returns whether the journal on the flash is valid and has room for a turn.
    fn can_append(&self) -> bool {
        !self.needs_checkpoint && self.store.has_room()
    }

    /// Appends a turn to the journal, if the journal is valid and has room. An entry has only a few bytes; once it is
    /// written, the turn is safe.
    async fn append(&mut self, played: PlayedTurn) -> Result<Appended, SaveError> {
        if !self.can_append() {
            self.is_checkpoint_due = true;
            return Ok(Appended::RunIsDue);
        }
        self.write(async |manager| manager.append_entry(played).await).await?;
        let is_elsewhere = self.floor != Some(played.floor);
        if is_elsewhere {
            // Forgets this floor's record, so that a new record is written when the player leaves the floor again.
            self.floor_epochs[played.floor.index()] = None;
        }
        self.is_checkpoint_due |= is_elsewhere || self.journal.is_full() || !self.store.has_room();
        Ok(if is_elsewhere { Appended::RunIsDue } else { Appended::Safe })
    }

    /// Appends the turn that ended the run, if the journal is valid, and prepares the records of the run's end.
    /// `scores` must already contain the row of the run.
    async fn end(&mut self, played: PlayedTurn, scores: &Scores) -> Result<(), SaveError> {
        if !self.needs_checkpoint {
            self.write(async |manager| {
                if !manager.store.has_room() {
                    manager.store.make_journal_room().await?;
                }
                manager.append_entry(played).await
            })
            .await?;
        }
        self.prepare_end(scores);
        Ok(())
    }

    fn prepare_settings(&mut self, settings: &Settings) {
        let record = SettingsRecord::new(*settings, &self.later.settings);
        let length = format::write(&record, &mut self.record).len();
        self.pending = Some(PendingWrite::Settings { length });
    }

    /// If a record of the run is due, copies the run from `game` and writes the floors that the player left. Does
    /// nothing if another record must be written first.
    async fn prepare(&mut self, game: &Game) -> Result<(), SaveError> {
        if self.pending.is_some() || !core::mem::take(&mut self.is_checkpoint_due) {
            return Ok(());
        }
        match self.save_error() {
            Some(save_error) => Err(save_error),
            None => self.prepare_run(game).await,
        }
    }

    /// Writes the pending record, if any.
    async fn do_pending(&mut self) -> Result<(), SaveError> {
        match self.pending.take() {
            Some(pending) => self.write(async |manager| manager.write_pending(pending).await).await,
            None => Ok(()),
        }
    }

    /// Calls `write`, unless writing was refused or has failed. Formats a blank flash first.
    async fn write(
        &mut self,
        write: impl AsyncFnOnce(&mut SaveManager<F>) -> Result<(), SaveError>,
    ) -> Result<(), SaveError> {
        let written = match self.state {
            FlashState::Refused(save_error) | FlashState::Failed(save_error) => {
                return Err(save_error);
            }
            FlashState::Ready => write(self).await,
            FlashState::Blank => match self.write_first().await {
                Ok(()) => write(self).await,
                Err(save_error) => Err(save_error),
            },
        };
        self.state = match written {
            Ok(()) => FlashState::Ready,
            Err(save_error) => FlashState::Failed(save_error),
        };
        written
    }

    /// Erases a flash that is blank or that may be overwritten, and writes the first record.
    async fn write_first(&mut self) -> Result<(), SaveError> {
        self.store.erase_all().await?;
        self.write_meta().await
    }

    /// Converts the hall of fame and the settings of an old save to the current format.
    async fn convert(&mut self) -> Result<(), SaveError> {
        // Loading has already reported records that cannot be read. Such records count as empty from now on.
        if self.store.epoch_of(Key::Scores) == 0 {
            let scores = self.read_old_scores().await?.unwrap_or_default();
            let record = ScoresRecord::new(0, &scores, &LaterBytes::new());
            let length = format::write(&record, &mut self.record).len();
            self.put_scores(length).await?;
        }
        let settings = self.read_old_settings().await?;
        if settings.is_some() || self.has_lost_old(Key::Settings) {
            self.prepare_settings(&settings.unwrap_or_default());
            if let Some(PendingWrite::Settings { length }) = self.pending.take() {
                self.put_settings(length).await?;
            }
        }
        self.store.old = Old::default();
        self.write_meta().await
    }

    async fn append_entry(&mut self, played: PlayedTurn) -> Result<(), SaveError> {
        self.store.push(&played.entry(self.epochs.run, self.state_hash)).await?;
        self.journal.add(played.search_steps);
        self.state_hash = played.state_hash;
        Ok(())
    }

    /// Writes the floors that the player left, if any, and prepares the record of the run. Until the new record is
    /// written, the previous record stays valid, because it contains the whole floor that the player left.
    async fn prepare_run(&mut self, game: &Game) -> Result<(), SaveError> {
        let epoch = self.next_run_epoch();
        for floor in Floor::all() {
            match (&game.stored_floors[floor.index()], self.floor_epochs[floor.index()]) {
                (Some(stored), None) => {
                    let length = format::write_floor(stored, &mut self.record);
                    self.write(async |manager| {
                        let key = Key::Floor(floor);
                        manager.store.put(key, epoch, &manager.record[..length]).await
                    })
                    .await?;
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
        self.pending = Some(PendingWrite::Run { epoch, state_hash: journal::state_hash(game) });
        Ok(())
    }

    fn prepare_end(&mut self, scores: &Scores) {
        let record = ScoresRecord::new(self.epochs.run, scores, &self.later.scores);
        let length = format::write(&record, &mut self.record).len();
        (self.pending, self.is_checkpoint_due) = (Some(PendingWrite::End { length }), false);
    }

    async fn write_pending(&mut self, pending: PendingWrite) -> Result<(), SaveError> {
        match pending {
            PendingWrite::Run { epoch, state_hash } => {
                let (run, stored, terrain) = (&self.snapshot, &self.floor_epochs, &self.terrain);
                let (later, record) = (&self.later.run, &mut self.record);
                let length = format::write_run(run, epoch, stored, terrain, later, record).await;
                let length = length.ok_or(SaveError::Full)?;
                self.put_bestiary(epoch).await?;
                self.store.put(Key::Run, epoch, &self.record[..length]).await?;
                (self.epochs.run, self.state_hash) = (epoch, state_hash);
                self.journal = JournalLength::default();
                self.needs_checkpoint = false;
                self.store.make_journal_room().await?;
            }
            // The hall of fame comes first, then the end of the run. If power fails in between, loading replays the
            // last entry of the journal, and so ends the run again. The epoch in the hall of fame then shows that the
            // run already has its row.
            PendingWrite::End { length } => {
                self.put_scores(length).await?;
                self.write_no_run().await?;
            }
            PendingWrite::NoRun => self.write_no_run().await?,
            PendingWrite::Settings { length } => self.put_settings(length).await?,
        }
        self.write_meta().await
    }

    async fn put_scores(&mut self, length: usize) -> Result<(), SaveError> {
        self.epochs.scores = next(self.epochs.scores);
        self.store.put(Key::Scores, self.epochs.scores, &self.record[..length]).await
    }

    /// Writes the bestiary, if it is due, with the epoch of the next record of the run. The bestiary already contains
    /// the turns of the journal before that record. If those turns are replayed on an older record, the bestiary does
    /// not count them again.
    async fn put_bestiary(&mut self, epoch: u32) -> Result<(), SaveError> {
        if self.bestiary.is_due {
            self.store.put(Key::Bestiary, epoch, self.bestiary.bytes()).await?;
            self.bestiary.is_due = false;
        }
        Ok(())
    }

    async fn put_settings(&mut self, length: usize) -> Result<(), SaveError> {
        self.epochs.settings = next(self.epochs.settings);
        self.store.put(Key::Settings, self.epochs.settings, &self.record[..length]).await
    }

    async fn write_no_run(&mut self) -> Result<(), SaveError> {
        let epoch = self.next_run_epoch();
        self.put_bestiary(epoch).await?;
        let length = format::write_no_run(&mut self.record);
        self.store.put(Key::Run, epoch, &self.record[..length]).await?;
        self.epochs.run = epoch;
        self.floor = None;
        self.floor_epochs = [None; FLOORS];
        self.needs_checkpoint = true;
        Ok(())
    }

    async fn write_meta(&mut self) -> Result<(), SaveError> {
        // Uses a separate buffer, because the field `record` may already hold a prepared record.
        let mut bytes = [0; META_BYTES_MAX];
        let bytes = format::write(&self.epochs, &mut bytes);
        let epoch = next(self.store.epoch_of(Key::Meta));
        self.store.put(Key::Meta, epoch, bytes).await
    }

    /// Returns an epoch that no record of a run and no journal entry has used yet.
    fn next_run_epoch(&self) -> u32 {
        next(self.epochs.run.max(self.store.newest_epoch))
    }
}

/// Returns the epoch after `count`. Only a forged save can reach the last epoch: real flash wears out long before.
const fn next(count: u32) -> u32 {
    count.saturating_add(1)
}
