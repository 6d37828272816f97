//! Loads a save: reads its records and replays the journal.

use super::{FlashState, SaveManager};
use crate::geometry::TileSet;
use crate::limits::FLOORS;
use crate::poll::apart;
use crate::quantity::Floor;
use crate::rules::Events;
use crate::save::bestiary::Bestiary;
use crate::save::errors::{LoadWarning, SaveError};
use crate::save::format::{self, Meta, RunFields, RunHead, ScoresRecord, SettingsRecord};
use crate::save::journal::{self, JournalEntry, JournalLength};
use crate::save::key::Key;
use crate::save::loaded::{Loaded, TurnObserver};
use crate::save::scores::{Score, Scores};
use crate::settings::Settings;
use crate::world::packing::TerrainDigest;
use crate::world::{Game, Outcome};
use core::pin::pin;
use embedded_storage_async::nor_flash::NorFlash;

impl<F: NorFlash> SaveManager<F> {
    /// Loads the save into `game`: reads the last record of the run, and replays the journal on top of it. If there is
    /// no run, `game` must not be played. Also writes missing second copies of records, and the records that are
    /// missing if power failed during the end of a run or during a change of floor.
    pub async fn load(&mut self, game: &mut Game) -> Loaded {
        let mut loaded = Loaded::NOTHING;
        self.load_into(game, &mut loaded, &mut ()).await;
        loaded
    }

    /// Works like [`load`](SaveManager::load), but writes the result into `loaded`, which must be empty, and passes the
    /// replayed turns to `observer`.
    pub(crate) async fn load_into(
        &mut self,
        game: &mut Game,
        loaded: &mut Loaded,
        observer: &mut dyn TurnObserver,
    ) {
        if self.state == FlashState::Ready
            && let Err(save_error) = self.load_all(game, loaded, observer).await
        {
            loaded.has_run = false;
            self.state = FlashState::Refused(save_error);
        }
        loaded.save_error = self.save_error();
    }

    // Target: GBA. The steps run in separate stack frames: each step frees the short stack for the next step.
    async fn load_all(
        &mut self,
        game: &mut Game,
        loaded: &mut Loaded,
        observer: &mut dyn TurnObserver,
    ) -> Result<(), SaveError> {
        let meta = self.store.fetch(Key::Meta).await?;
        let meta: Meta = meta.and_then(|(_, bytes)| format::read(bytes).ok()).unwrap_or_default();
        let last_run_epoch = apart(pin!(self.load_scores(meta, loaded))).await?;
        apart(pin!(self.load_settings(meta, loaded))).await?;
        if let Some((_, record)) = self.store.fetch(Key::Bestiary).await? {
            *loaded.scores.bestiary_mut() = self.bestiary.load(record);
        }
        self.epochs = Meta {
            run: meta.run.max(self.store.epoch_of(Key::Run)),
            scores: meta.scores.max(self.store.epoch_of(Key::Scores)),
            settings: meta.settings.max(self.store.epoch_of(Key::Settings)),
        };
        self.store.newest_epoch = self.epochs.run.max(self.store.newest_epoch);
        let run_epoch = apart(pin!(self.load_run(meta, game, loaded))).await?;
        let mut lacking = self.store.lacking_copies();
        if let Some(epoch) = run_epoch {
            self.epochs.run = epoch;
            lacking += apart(pin!(self.replay(epoch, game, loaded, observer))).await?;
            self.bestiary.note(loaded.scores.bestiary());
            self.state_hash = journal::state_hash(game);
            self.needs_checkpoint |=
                self.next_run_epoch() - 1 != epoch || !loaded.warnings.is_empty();
            loaded.has_run = true;
        }
        // A failure shows in the status. The loaded game can be played nevertheless.
        let _ = apart(pin!(self.write(async |manager| manager.store.repair().await))).await;
        // A power cut leaves at most one item without its second copy, at the end of a sector. Any other missing copy
        // is damage.
        loaded.is_damaged = lacking > 1 || lacking > 0 && self.store.has_gap;
        match run_epoch {
            Some(_) if game.outcome != Outcome::Playing => {
                apart(pin!(self.finish_ended(last_run_epoch, game, loaded))).await;
            }
            Some(_) if self.floor != Some(game.floor) => {
                apart(pin!(self.finish_floor_change(game))).await
            }
            // The journal cannot be continued, so the run is written anew before another turn is played. Otherwise the
            // record of the run would contain that turn, and so would the bestiary, which is written before the record.
            // After a power failure between the two writes, the turn would be played again, and the bestiary would
            // count it twice. After a warning, the checkpoint waits until the player goes on.
            Some(_) if loaded.warnings.is_empty() && !self.can_append() => {
                self.is_checkpoint_due = true;
                let _ = apart(pin!(self.flush(game))).await;
            }
            _ => {}
        }
        Ok(())
    }

    /// Loads the hall of fame. Returns the epoch of the run whose row was inserted last.
    async fn load_scores(&mut self, meta: Meta, loaded: &mut Loaded) -> Result<u32, SaveError> {
        let found = self.store.fetch(Key::Scores).await?;
        let found = found.map(|(epoch, bytes)| (epoch, format::read::<ScoresRecord>(bytes)));
        let epoch = if let Some((epoch, Ok(_))) = found { epoch } else { 0 };
        if epoch < meta.scores || self.has_lost_old(Key::Scores) {
            loaded.warn(LoadWarning::ScoresDamaged);
        }
        match found {
            Some((_, Ok(record))) => {
                let last_run_epoch = record.last_run_epoch;
                (loaded.scores, self.later.scores) = record.split();
                Ok(last_run_epoch)
            }
            _ => {
                loaded.scores = self.read_old_scores().await?.unwrap_or_default();
                Ok(0)
            }
        }
    }

    async fn load_settings(&mut self, meta: Meta, loaded: &mut Loaded) -> Result<(), SaveError> {
        let found = self.store.fetch(Key::Settings).await?;
        let found = found.map(|(epoch, bytes)| (epoch, format::read::<SettingsRecord>(bytes)));
        let epoch = if let Some((epoch, Ok(_))) = found { epoch } else { 0 };
        if epoch < meta.settings || self.has_lost_old(Key::Settings) {
            loaded.warn(LoadWarning::SettingsDamaged);
        }
        loaded.settings = match found {
            Some((_, Ok(record))) => {
                let (settings, later) = record.split();
                self.later.settings = later;
                Some(settings)
            }
            _ => self.read_old_settings().await?,
        };
        Ok(())
    }

    /// Returns whether an old save had a record of this kind that cannot be read. After the conversion, the old sectors
    /// are reused one by one, so a missing record there is no loss.
    pub(super) fn has_lost_old(&self, key: Key) -> bool {
        let [has_lost_scores, has_lost_settings] = self.store.old.lost();
        let has_lost = if key == Key::Scores { has_lost_scores } else { has_lost_settings };
        has_lost && self.store.epoch_of(key) == 0
    }

    /// Reads the hall of fame of an old save, unless the save has a newer hall of fame.
    pub(super) async fn read_old_scores(&mut self) -> Result<Option<Scores>, SaveError> {
        match self.store.old.scores() {
            Some(old) if self.store.epoch_of(Key::Scores) == 0 => {
                Ok(format::read_old_scores(self.store.fetch_old(old).await?).ok())
            }
            _ => Ok(None),
        }
    }

    /// Reads the settings of an old save, unless the save has newer settings.
    pub(super) async fn read_old_settings(&mut self) -> Result<Option<Settings>, SaveError> {
        match self.store.old.settings() {
            Some(old) if self.store.epoch_of(Key::Settings) == 0 => {
                Ok(format::read_old_settings(self.store.fetch_old(old).await?).ok())
            }
            _ => Ok(None),
        }
    }

    /// Reads the last readable record of the run, and the floors that belong to that record. Returns the epoch of the
    /// record, or `None` when there is no run.
    async fn load_run(
        &mut self,
        meta: Meta,
        game: &mut Game,
        loaded: &mut Loaded,
    ) -> Result<Option<u32>, SaveError> {
        let Some((epoch, bytes)) = self.store.fetch(Key::Run).await? else {
            if self.store.old.is_there && self.store.old.has_run() {
                loaded.warn(LoadWarning::RunTooOld);
            } else if meta.run > 0 {
                loaded.warn(LoadWarning::RunLost);
            }
            return Ok(None);
        };
        let Ok(RunHead { run }) = format::read_run_head(bytes) else {
            loaded.warn(LoadWarning::RunLost);
            return Ok(None);
        };
        let Some(fields) = run else {
            if epoch < meta.run {
                loaded.warn(LoadWarning::RunLost);
            }
            return Ok(None);
        };
        if epoch < meta.run {
            loaded.warn(LoadWarning::RunOlder);
        }
        self.later.run = fields.added();
        apart(pin!(self.load_floors(&fields, epoch, game, loaded))).await?;
        let found = self.store.fetch(Key::Run).await?;
        if !matches!(found.map(|(_, bytes)| format::read_run(bytes, game)), Some(Ok(()))) {
            loaded.warn(LoadWarning::RunLost);
            return Ok(None);
        }
        self.floor = Some(game.floor);
        self.terrain = TerrainDigest::of(&game.current_floor.map);
        self.needs_checkpoint = false;
        Ok(Some(epoch))
    }

    /// Reads those floors that belong to the run's record of `epoch`.
    async fn load_floors(
        &mut self,
        fields: &RunFields,
        epoch: u32,
        game: &mut Game,
        loaded: &mut Loaded,
    ) -> Result<(), SaveError> {
        for floor in Floor::all() {
            game.stored_floors[floor.index()] = None;
            self.floor_epochs[floor.index()] = fields.floor_epoch(floor, epoch);
            if let Some(stored) = self.floor_epochs[floor.index()] {
                let found = self.store.fetch(Key::Floor(floor)).await?;
                let into = &mut game.stored_floors[floor.index()];
                let bytes = found.filter(|&(epoch, _)| epoch == stored).map(|(_, bytes)| bytes);
                if bytes.is_none_or(|bytes| format::read_floor(bytes, into).is_err()) {
                    self.floor_epochs[floor.index()] = None;
                    loaded.warn(LoadWarning::FloorLost(floor));
                }
            }
        }
        Ok(())
    }

    /// Replays the journal on top of the record of `epoch`. Skips older entries, and entries that do not continue the
    /// game. Returns the number of missing second copies of entries.
    async fn replay(
        &mut self,
        epoch: u32,
        game: &mut Game,
        loaded: &mut Loaded,
        observer: &mut dyn TurnObserver,
    ) -> Result<usize, SaveError> {
        observer.begin(game);
        let mut replay = Replay::new(game, &mut self.events, &mut self.visible, observer);
        // A bestiary that was written for a newer record already contains the turns of the journal.
        let is_ahead = self.store.epoch_of(Key::Bestiary) > epoch;
        let mut entries;
        // The loop repeats because an entry may be read before the entries that it follows, for example if the age of a
        // sector is lost.
        loop {
            let before = game.turn;
            entries = 0;
            self.store
                .read_journal(epoch, |entry| {
                    entries += 1;
                    let bestiary = Some(loaded.scores.bestiary_mut()).filter(|_| !is_ahead);
                    replay.play_if_next(entry, game, bestiary);
                })
                .await?;
            if game.turn == before || replay.newest_turn <= game.turn.0 {
                break;
            }
        }
        if replay.newest_epoch > epoch {
            loaded.warn(LoadWarning::RunOlder);
        }
        if let Some(turns_lost @ 1..) = replay.newest_turn.checked_sub(game.turn.0) {
            loaded.warn(LoadWarning::JournalBroken { turns_lost });
        }
        // Each turn must have two entries, because otherwise the loss of one sector could lose turns.
        let lacking = (2 * usize::from(replay.length.turns())).saturating_sub(entries);
        self.needs_checkpoint |= lacking > 0;
        self.journal = replay.length;
        for floor in Floor::all().filter(|floor| replay.visited[floor.index()]) {
            // On the flash, the record of a visited floor lacks the changes that the replay has made.
            self.floor_epochs[floor.index()] = None;
            self.needs_checkpoint |= Some(floor) != self.floor;
        }
        Ok(lacking)
    }

    /// Writes the checkpoint that is missing if power failed right after a change of floor. The next turn must wait for
    /// this checkpoint. Otherwise that turn might leave the floor again and replace the floor's record. After a second
    /// power failure, the older record of the run would still need the replaced record for its replay.
    async fn finish_floor_change(&mut self, game: &Game) {
        self.is_checkpoint_due = true;
        // A failure shows in the status.
        let _ = self.flush(game).await;
    }

    /// Completes the end of a run: its last entry is in the journal, but some of its records were not written.
    async fn finish_ended(&mut self, last_run_epoch: u32, game: &Game, loaded: &mut Loaded) {
        loaded.has_run = false;
        loaded.ended = Some(game.outcome);
        if last_run_epoch != self.epochs.run || self.epochs.scores == 0 {
            loaded.scores.insert(Score::of(game));
        }
        self.prepare_end(&loaded.scores);
        // A failure shows in the status.
        let _ = self.flush(game).await;
    }
}

/// A journal during its replay.
struct Replay<'a> {
    events: &'a mut Events,
    visible: &'a mut TileSet,
    observer: &'a mut dyn TurnObserver,
    /// The length of the replayed part.
    length: JournalLength,
    /// The number of the newest turn that has an entry.
    newest_turn: u32,
    /// The epoch of the newest record of a run that an entry continues.
    newest_epoch: u32,
    /// The floors that the player was on during the replay, by their indices.
    visited: [bool; FLOORS],
}

impl Replay<'_> {
    fn new<'a>(
        game: &Game,
        events: &'a mut Events,
        visible: &'a mut TileSet,
        observer: &'a mut dyn TurnObserver,
    ) -> Replay<'a> {
        let mut visited = [false; FLOORS];
        visited[game.floor.index()] = true;
        Replay {
            events,
            visible,
            observer,
            length: JournalLength::default(),
            newest_turn: 0,
            newest_epoch: 0,
            visited,
        }
    }

    /// Plays `entry` if it fits the state of the game, and records the turn in the `bestiary`.
    fn play_if_next(
        &mut self,
        entry: JournalEntry,
        game: &mut Game,
        bestiary: Option<&mut Bestiary>,
    ) {
        self.newest_turn = self.newest_turn.max(entry.turn);
        self.newest_epoch = self.newest_epoch.max(entry.epoch);
        let goes_on =
            entry.turn == game.turn.next().0 && entry.state_hash == journal::state_hash(game);
        let command = journal::command(entry.command).filter(|_| goes_on);
        let (events, visible) = (&mut *self.events, &mut *self.visible);
        let is_played =
            command.is_some_and(|command| game.step_and_look(command, events, visible).is_ok());
        if is_played {
            self.length.add(journal::search_steps(game));
            self.visited[game.floor.index()] = true;
            if let Some(bestiary) = bestiary {
                bestiary.note_turn(game, self.events, self.visible);
            }
            self.observer.observe(game, self.events, self.visible);
        }
    }
}
