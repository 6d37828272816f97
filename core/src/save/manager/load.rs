//! Loads a save: mounts its records and replays the journal.

use super::{SaveManager, State};
use crate::limits::FLOORS;
use crate::quantity::Floor;
use crate::rules::Events;
use crate::save::errors::{DeviceError, LoadWarning, SaveError};
use crate::save::format::{self, Key, Meta, RunFields};
use crate::save::journal::{self, Entry, JournalLength};
use crate::save::{Loaded, Score};
use crate::world::packing::TerrainDigest;
use crate::world::{Game, Outcome};
use embedded_storage_async::nor_flash::NorFlash;

impl<F> SaveManager<F>
where
    F: NorFlash,
    F::Error: Into<DeviceError>,
{
    /// Loads the save into `game`: the last record of the run, and the journal replayed on top of
    /// it. Where there is no run, `game` must not be played on. Completes the end of a run or a
    /// change of floor that was cut short.
    pub fn load(&mut self, game: &mut Game) -> Loaded {
        let mut loaded = Loaded::NOTHING;
        self.load_into(game, &mut loaded);
        loaded
    }

    /// Loads like [`load`](SaveManager::load) into `loaded`, which holds nothing yet.
    // Target: GBA. Not inlined, and in place: a second `Loaded` would lie on the short stack while the
    // journal is replayed.
    #[inline(never)]
    pub(crate) fn load_into(&mut self, game: &mut Game, loaded: &mut Loaded) {
        let is_readable = matches!(self.state, State::Ready | State::Failed(_));
        if is_readable && let Err(save_error) = self.load_all(game, loaded) {
            loaded.has_run = false;
            self.state = State::Refused(save_error);
        }
        self.store.is_suspect |= !loaded.warnings.is_empty();
        loaded.save_error = self.save_error();
    }

    fn load_all(&mut self, game: &mut Game, loaded: &mut Loaded) -> Result<(), SaveError> {
        let meta = self.fetch_meta()?;
        let last_run_epoch = self.load_scores(meta, loaded)?;
        self.load_settings(meta, loaded)?;
        self.epoch = self.epoch.max(meta.epoch);
        let run_epoch = self.load_run(meta, game, loaded)?;
        if let Some(epoch) = run_epoch {
            self.replay(epoch, game, loaded)?;
            self.state_hash = journal::state_hash(game);
            let is_damaged = self.store.is_suspect || !loaded.warnings.is_empty();
            self.needs_checkpoint |= self.epoch != epoch || is_damaged;
            loaded.has_run = true;
            if game.outcome != Outcome::Playing {
                self.finish_ended(epoch, last_run_epoch, game, loaded);
            } else if self.floor != Some(game.floor) {
                self.finish_floor_change(game);
            }
        } else {
            // Also a journal without a run knows of epochs that must not come again.
            let epoch = &mut self.epoch;
            self.store.read_journal(|entry| *epoch = entry.epoch.max(*epoch))?;
        }
        self.store.warm_caches()?;
        Ok(())
    }

    fn fetch_meta(&mut self) -> Result<Meta, SaveError> {
        let bytes = self.store.fetch(Key::Meta)?;
        Ok(bytes.and_then(|bytes| format::read_meta(bytes).ok()).unwrap_or_default())
    }

    /// Returns the epoch of the run whose row was inserted last.
    // Target: GBA. Not inlined: takes the record off the short stack before the journal is replayed.
    #[inline(never)]
    fn load_scores(&mut self, meta: Meta, loaded: &mut Loaded) -> Result<u32, SaveError> {
        let bytes = self.store.fetch(Key::Scores)?;
        let found = bytes.map(format::read_scores);
        let record = found.and_then(Result::ok);
        let generation = record.as_ref().map_or(0, |record| record.generation);
        if generation < meta.scores {
            loaded.warn(LoadWarning::ScoresDamaged);
        }
        self.scores = generation;
        let Some(record) = record else { return Ok(0) };
        loaded.scores = record.scores;
        Ok(record.last_run_epoch)
    }

    fn load_settings(&mut self, meta: Meta, loaded: &mut Loaded) -> Result<(), SaveError> {
        let bytes = self.store.fetch(Key::Settings)?;
        let record = bytes.and_then(|bytes| format::read_settings(bytes).ok());
        let generation = record.as_ref().map_or(0, |record| record.generation);
        if generation < meta.settings {
            loaded.warn(LoadWarning::SettingsDamaged);
        }
        self.settings = generation;
        loaded.settings = record.map(|record| record.settings);
        Ok(())
    }

    /// Reads the last readable record of the run, and the floors that belong to it. Returns its
    /// epoch, or `None` when there is no run.
    // Target: GBA. Not inlined: takes the floors off the short stack before the journal is
    // replayed.
    #[inline(never)]
    fn load_run(
        &mut self,
        meta: Meta,
        game: &mut Game,
        loaded: &mut Loaded,
    ) -> Result<Option<u32>, SaveError> {
        let bytes = self.store.fetch(Key::Run)?;
        if let Some(old) = bytes.and_then(format::read_old_run) {
            self.epoch = self.epoch.max(old.epoch);
            if old.has_run {
                loaded.warn(LoadWarning::RunTooOld);
            }
            return Ok(None);
        }
        let head = match bytes.map(format::read_run_head) {
            None if meta.epoch == 0 => return Ok(None),
            Some(Ok(head)) => head,
            None | Some(Err(_)) => {
                loaded.warn(LoadWarning::RunLost);
                return Ok(None);
            }
        };
        let epoch = head.epoch;
        self.epoch = self.epoch.max(epoch);
        let Some(fields) = head.run else {
            if epoch < meta.epoch {
                loaded.warn(LoadWarning::RunLost);
            }
            return Ok(None);
        };
        if epoch < meta.epoch {
            loaded.warn(LoadWarning::RunOlder);
        }
        self.load_floors(&fields, epoch, game, loaded)?;
        let bytes = self.store.fetch(Key::Run)?;
        if !matches!(bytes.map(|bytes| format::read_run(bytes, game)), Some(Ok(()))) {
            loaded.warn(LoadWarning::RunLost);
            return Ok(None);
        }
        self.floor = Some(game.floor);
        self.terrain = TerrainDigest::of(&game.current_floor.map);
        self.needs_checkpoint = false;
        Ok(Some(epoch))
    }

    /// Reads the floors that were left, which belong to the run's record of `epoch`.
    // Target: GBA. Not inlined: a stored floor is large, and building the current one, which
    // follows, takes the rest of the short stack.
    #[inline(never)]
    fn load_floors(
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
                let bytes = self.store.fetch(Key::Floor(floor))?;
                let into = &mut game.stored_floors[floor.index()];
                if bytes.is_none_or(|bytes| format::read_floor(bytes, stored, into).is_err()) {
                    self.floor_epochs[floor.index()] = None;
                    loaded.warn(LoadWarning::FloorLost(floor));
                }
            }
        }
        Ok(())
    }

    /// Replays the journal on top of the record of `epoch`. Skips older entries; stops at an entry
    /// that does not follow from the state of the game.
    // Target: GBA. Not inlined: keeps a turn off the short stack while records are read and written.
    #[inline(never)]
    fn replay(
        &mut self,
        epoch: u32,
        game: &mut Game,
        loaded: &mut Loaded,
    ) -> Result<(), SaveError> {
        let mut replay = Replay::new(game, &mut self.events);
        let newest = &mut self.epoch;
        let base = Entry::base(epoch, game);
        let mut is_journal_of_run = false;
        self.store.read_journal_on(base, |entry| {
            is_journal_of_run |= entry == base;
            if entry.command == journal::BASE.into() {
                return;
            }
            *newest = entry.epoch.max(*newest);
            if entry.epoch >= epoch {
                is_journal_of_run |= entry.epoch == epoch;
                replay.play(entry, game);
            }
        })?;
        if replay.is_broken || !is_journal_of_run {
            // Entries that the library does not see may fill the gap: they are played as long as there
            // are some that go on.
            let mut before = None;
            while before.replace(game.turn) != Some(game.turn) {
                self.store.salvage_journal(|entry| {
                    is_journal_of_run |= entry == base || entry.epoch == epoch;
                    if entry.epoch >= epoch && entry.command != journal::BASE.into() {
                        *newest = entry.epoch.max(*newest);
                        replay.play_if_next(entry, game);
                    }
                })?;
            }
            self.needs_checkpoint = true;
            self.store.is_suspect = true;
        }
        if *newest > epoch {
            loaded.warn(LoadWarning::RunOlder);
        }
        let is_end_damaged = self.store.is_last_entry_damaged();
        if replay.newest_turn > game.turn.0 || !is_journal_of_run {
            let turns = replay.newest_turn.checked_sub(game.turn.0);
            let turns_lost = turns.filter(|&turns| turns > 0 && !is_end_damaged);
            loaded.warn(LoadWarning::JournalBroken { turns_lost });
        } else if is_end_damaged {
            loaded.warn(LoadWarning::LastTurnLost);
        }
        self.journal = replay.length;
        for floor in Floor::all().filter(|floor| replay.visited[floor.index()]) {
            // What the replay has made of a floor is not on the flash yet.
            self.floor_epochs[floor.index()] = None;
            self.needs_checkpoint |= Some(floor) != self.floor;
        }
        Ok(())
    }

    /// Writes the checkpoint that a change of floor asked for and a power failure prevented, before
    /// another turn is played. That turn may leave the floor again: its record would replace the
    /// older one, which the run's record still needs when a second failure has the journal replayed
    /// from there once more.
    // Target: GBA. Not inlined: keeps a checkpoint off the short stack while the journal is
    // replayed.
    #[inline(never)]
    fn finish_floor_change(&mut self, game: &Game) {
        self.is_checkpoint_due = true;
        // A failure shows in the status.
        self.flush(game);
    }

    /// Completes the end of a run, whose last entry is in the journal and whose records were cut
    /// short.
    fn finish_ended(&mut self, epoch: u32, last_run_epoch: u32, game: &Game, loaded: &mut Loaded) {
        loaded.has_run = false;
        loaded.ended = Some(game.outcome);
        if last_run_epoch != epoch || self.scores == 0 {
            loaded.scores.insert(Score::of(game));
        }
        self.prepare_end(epoch, &loaded.scores);
        // A failure shows in the status.
        self.flush(game);
    }
}

/// A journal being played.
struct Replay<'a> {
    events: &'a mut Events,
    /// Measures what was played.
    length: JournalLength,
    /// True when an entry did not follow from the state of the game; nothing after it is played.
    is_broken: bool,
    /// The newest turn with an entry.
    newest_turn: u32,
    /// Tells which floors the player was on.
    visited: [bool; FLOORS],
}

impl Replay<'_> {
    fn new<'a>(game: &Game, events: &'a mut Events) -> Replay<'a> {
        let mut visited = [false; FLOORS];
        visited[game.floor.index()] = true;
        Replay {
            events,
            length: JournalLength::default(),
            is_broken: false,
            newest_turn: 0,
            visited,
        }
    }

    fn play(&mut self, entry: Entry, game: &mut Game) {
        self.newest_turn = self.newest_turn.max(entry.turn);
        if !self.is_broken && entry.turn > game.turn.0 {
            self.is_broken = !self.play_if_next(entry, game);
        }
    }

    /// Plays `entry`, if it follows from the state of the game; returns whether it does.
    fn play_if_next(&mut self, entry: Entry, game: &mut Game) -> bool {
        self.newest_turn = self.newest_turn.max(entry.turn);
        let goes_on =
            entry.turn == game.turn.next().0 && entry.state_hash == journal::state_hash(game);
        let command = journal::command(entry.command).filter(|_| goes_on);
        let is_played = command.is_some_and(|command| game.step(command, self.events).is_ok());
        if is_played {
            self.length.add(journal::hunt_steps(game));
            self.visited[game.floor.index()] = true;
        }
        is_played
    }
}
