//! What a keeper makes of a save when it is opened.

use super::{Keeper, Standing};
use crate::limits::FLOORS;
use crate::quantity::Floor;
use crate::rules::Events;
use crate::save::floor_packing::Ground;
use crate::save::format::{self, Meta, ScoresRecord, SettingsRecord};
use crate::save::journal::{self, Entry, Length};
use crate::save::store::{Key, block_on};
use crate::save::trouble::{Device, Note, Trouble};
use crate::save::{Loaded, Score};
use crate::world::{Game, Outcome};
use embedded_storage_async::nor_flash::NorFlash;

impl<F> Keeper<F>
where
    F: NorFlash,
    F::Error: Into<Device>,
{
    /// Reads the save: the last record of the run, and the journal played on top of it, into
    /// `game`. Where there is no run, `game` is nothing to go on with. The end of a run or a change of
    /// floor that was cut short is written to its end.
    pub fn load(&mut self, game: &mut Game) -> Loaded {
        let mut loaded = Loaded::NOTHING;
        let is_readable = matches!(self.standing, Standing::Ready | Standing::Failed(_));
        if is_readable && let Err(trouble) = self.load_all(game, &mut loaded) {
            loaded.has_run = false;
            self.standing = Standing::Refused(trouble);
        }
        self.store.is_suspect |= !loaded.notes.is_empty();
        loaded.trouble = self.trouble();
        loaded
    }

    fn load_all(&mut self, game: &mut Game, loaded: &mut Loaded) -> Result<(), Trouble> {
        let meta = self.fetch_meta()?;
        let entered = self.load_scores(meta, loaded)?;
        self.load_settings(meta, loaded)?;
        self.epoch = self.epoch.max(meta.epoch);
        let run_epoch = self.load_run(meta, game, loaded)?;
        if let Some(epoch) = run_epoch {
            self.replay(epoch, game, loaded)?;
            self.check = format::state_check(game);
            self.needs_checkpoint |= self.epoch != epoch || !loaded.notes.is_empty();
            loaded.has_run = true;
            if game.outcome != Outcome::Playing {
                self.finish_ended(epoch, entered, game, loaded);
            } else if self.floor != Some(game.floor) {
                self.finish_floor_change(game);
            }
        } else {
            // Also a journal without a run knows of epochs that must not come again.
            let epoch = &mut self.epoch;
            self.store.read_journal(|entry| *epoch = entry.epoch.max(*epoch))?;
        }
        self.store.learn_places()?;
        Ok(())
    }

    fn fetch_meta(&mut self) -> Result<Meta, Trouble> {
        let bytes = self.store.fetch(Key::Meta)?;
        Ok(bytes.and_then(|bytes| format::read_meta(bytes).ok()).unwrap_or_default())
    }

    /// Gives the epoch of the run that was entered last.
    fn load_scores(&mut self, meta: Meta, loaded: &mut Loaded) -> Result<u32, Trouble> {
        let bytes = self.store.fetch(Key::Scores)?;
        let found = bytes.map(format::read::<ScoresRecord>);
        let record = found.and_then(Result::ok);
        let generation = record.as_ref().map_or(0, |record| record.generation);
        if generation < meta.scores {
            loaded.note(Note::ScoresDamaged);
        }
        self.scores = generation;
        let Some(record) = record else { return Ok(0) };
        loaded.scores = record.scores;
        Ok(record.entered)
    }

    fn load_settings(&mut self, meta: Meta, loaded: &mut Loaded) -> Result<(), Trouble> {
        let bytes = self.store.fetch(Key::Settings)?;
        let record = bytes.and_then(|bytes| format::read::<SettingsRecord>(bytes).ok());
        let generation = record.as_ref().map_or(0, |record| record.generation);
        if generation < meta.settings {
            loaded.note(Note::SettingsDamaged);
        }
        self.settings = generation;
        loaded.settings = record.map(|record| record.settings);
        Ok(())
    }

    /// Reads the last record of the run that can be read, and the floors that belong to it. Gives
    /// its epoch, or `None` when there is no run. A frame of its own: floors pass over it, which must
    /// be off the stack when the journal is played.
    #[inline(never)]
    fn load_run(
        &mut self,
        meta: Meta,
        game: &mut Game,
        loaded: &mut Loaded,
    ) -> Result<Option<u32>, Trouble> {
        let bytes = self.store.fetch(Key::Run)?;
        let head = match bytes.map(format::read_run_head) {
            None if meta.epoch == 0 => return Ok(None),
            Some(Ok(head)) => head,
            None | Some(Err(_)) => {
                loaded.note(Note::RunLost);
                return Ok(None);
            }
        };
        let epoch = head.epoch;
        self.epoch = self.epoch.max(epoch);
        let Some(facts) = head.run else {
            if epoch < meta.epoch {
                loaded.note(Note::RunLost);
            }
            return Ok(None);
        };
        if epoch < meta.epoch {
            loaded.note(Note::RunOlder);
        }
        for floor in Floor::all() {
            game.kept[floor.index()] = None;
            self.kept[floor.index()] = facts.kept_epoch(floor, epoch);
            if let Some(kept) = self.kept[floor.index()] {
                let bytes = self.store.fetch(Key::Floor(floor))?;
                match bytes.map(|bytes| format::read_floor(bytes, kept)) {
                    Some(Ok(read)) => game.kept[floor.index()] = Some(read),
                    None | Some(Err(_)) => {
                        self.kept[floor.index()] = None;
                        loaded.note(Note::FloorLost(floor));
                    }
                }
            }
        }
        let bytes = self.store.fetch(Key::Run)?;
        if !matches!(bytes.map(|bytes| format::read_run(bytes, game)), Some(Ok(()))) {
            loaded.note(Note::RunLost);
            return Ok(None);
        }
        self.floor = Some(game.floor);
        self.ground = Ground::of(&game.here.map);
        self.needs_checkpoint = false;
        Ok(Some(epoch))
    }

    /// Plays the journal on top of the record of `epoch`. What is older is passed by; what does not
    /// go on from where the game stands ends it.
    fn replay(&mut self, epoch: u32, game: &mut Game, loaded: &mut Loaded) -> Result<(), Trouble> {
        let mut replay = Replay::new(game, &mut self.events);
        let newest = &mut self.epoch;
        let base = Entry::base(epoch, game);
        let mut is_journal_of_run = false;
        self.store.read_journal_on(base, |entry| {
            is_journal_of_run |= entry == base;
            if entry.command == journal::BASE {
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
                    if entry.epoch >= epoch && entry.command != journal::BASE {
                        *newest = entry.epoch.max(*newest);
                        replay.play_if_next(entry, game);
                    }
                })?;
            }
            self.needs_checkpoint = true;
            self.store.is_suspect = true;
        }
        if *newest > epoch {
            loaded.note(Note::RunOlder);
        }
        let is_end_damaged = self.store.is_last_entry_damaged();
        if replay.newest_turn > game.turn.0 || !is_journal_of_run {
            let turns = replay.newest_turn.checked_sub(game.turn.0);
            let turns_lost = turns.filter(|&turns| turns > 0 && !is_end_damaged);
            loaded.note(Note::JournalBroken { turns_lost });
        } else if is_end_damaged {
            loaded.note(Note::LastTurnLost);
        }
        self.journal = replay.length;
        for floor in Floor::all().filter(|floor| replay.visited[floor.index()]) {
            // What the replay has made of a floor is not on the flash yet.
            self.kept[floor.index()] = None;
            self.needs_checkpoint |= Some(floor) != self.floor;
        }
        Ok(())
    }

    /// Writes the checkpoint that a change of floor asked for and a cut prevented, before another turn
    /// is played. That turn may leave the floor again: its record would replace the older one, which
    /// the run's record still needs when a second cut has the journal played from there once more.
    #[inline(never)]
    fn finish_floor_change(&mut self, game: &Game) {
        self.is_due = true;
        // A failure is told by the standing.
        let _ = self.finish_now(game);
    }

    /// The journal ended with the run: what its end asks for was cut short, and is done now.
    fn finish_ended(&mut self, epoch: u32, entered: u32, game: &Game, loaded: &mut Loaded) {
        loaded.has_run = false;
        loaded.ended = Some(game.outcome);
        if entered != epoch || self.scores == 0 {
            loaded.scores.enter(Score::of(game));
        }
        self.draft_end(epoch, &loaded.scores);
        // A failure is told by the standing.
        let _ = block_on(self.finish());
    }
}

/// A journal being played.
struct Replay<'a> {
    events: &'a mut Events,
    /// What was played.
    length: Length,
    /// Whether an entry did not go on from where the game stood; nothing after it is played.
    is_broken: bool,
    /// The newest turn there is an entry of.
    newest_turn: u32,
    /// The floors the player was on.
    visited: [bool; FLOORS],
}

impl Replay<'_> {
    fn new<'a>(game: &Game, events: &'a mut Events) -> Replay<'a> {
        let mut visited = [false; FLOORS];
        visited[game.floor.index()] = true;
        Replay { events, length: Length::default(), is_broken: false, newest_turn: 0, visited }
    }

    fn play(&mut self, entry: Entry, game: &mut Game) {
        self.newest_turn = self.newest_turn.max(entry.turn);
        if !self.is_broken && entry.turn > game.turn.0 {
            self.is_broken = !self.play_if_next(entry, game);
        }
    }

    /// Plays `entry`, if it goes on from where the game stands; gives whether it does.
    fn play_if_next(&mut self, entry: Entry, game: &mut Game) -> bool {
        self.newest_turn = self.newest_turn.max(entry.turn);
        let goes_on = entry.turn == game.turn.next().0 && entry.check == format::state_check(game);
        let command = journal::command(entry.command).filter(|_| goes_on);
        let is_played = command.is_some_and(|command| game.step(command, self.events).is_ok());
        if is_played {
            self.length.add(journal::hunt_steps(game));
            self.visited[game.floor.index()] = true;
        }
        is_played
    }
}
