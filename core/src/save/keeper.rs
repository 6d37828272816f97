//! The keeper of a save: what is written when, and what is made of it when it is opened.

use super::floor_packing::Ground;
use super::format::{self, FORMAT_VERSION, Meta, RUN_BYTES_MAX, ScoresRecord, SettingsRecord};
use super::journal::{self, Entry};
use super::recognise::Recognised;
use super::store::{Key, Store};
use super::trouble::{Device, Note, Trouble};
use super::{Loaded, Score, Scores};
use crate::limits::{FLOORS, JOURNAL_HUNT_STEPS_MAX, JOURNAL_TURNS_MAX};
use crate::quantity::Floor;
use crate::rules::{Command, Events};
use crate::settings::Settings;
use crate::world::{Game, Mind, Outcome};
use embedded_storage_async::nor_flash::NorFlash;

/// How the keeper stands with its flash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Nothing is on it yet, and nothing is written before there is something to keep.
    Blank,
    /// The save is ours.
    Ready,
    /// Not a byte is changed, unless the player agrees to overwrite all of them.
    Refused(Trouble),
    /// Something went wrong while writing: nothing more is written, so that what is there stays
    /// of one piece.
    Failed(Trouble),
}

/// Keeps a game, the hall of fame and the settings on a flash, so that power may fail at any byte
/// and no more is lost than the turn being played.
///
/// ```
/// use musrex_core::save::{Keeper, Memory};
/// use musrex_core::{Command, Events, Game};
///
/// let mut flash = Memory([0xFF; 65_536]);
/// let mut keeper = Keeper::open(&mut flash);
/// let mut game = Game::new(7);
/// keeper.begin(&game)?;
/// game.step(Command::Wait, &mut Events::new()).expect("one can always wait");
/// keeper.turn(Command::Wait, &game)?;
///
/// let mut again = Game::new(0);
/// let loaded = Keeper::open(&mut flash).load(&mut again);
/// assert!(loaded.has_run && loaded.notes.is_empty());
/// assert_eq!(again, game);
/// # Ok::<(), musrex_core::save::Trouble>(())
/// ```
pub struct Keeper<F> {
    store: Store<F>,
    standing: Standing,
    /// Of the newest record of a run.
    epoch: u32,
    /// The newest hall of fame, by its count.
    scores: u32,
    /// The newest settings, by their count.
    settings: u32,
    /// The record of each floor left that is on the flash as the game has it, by its epoch.
    kept: [Option<u32>; FLOORS],
    /// Where the player stood at the newest record of the run; `None` when there is no run.
    floor: Option<Floor>,
    /// Of that floor.
    ground: Ground,
    /// The check of the state after the last turn.
    check: u16,
    /// What is in the journal since the newest record of the run.
    journal: Length,
    /// Whether the journal cannot go on from what is on the flash.
    needs_checkpoint: bool,
    record: [u8; RUN_BYTES_MAX],
    /// What happens when the journal is played, which nobody asks; here, and not on the stack, which
    /// is short on small machines.
    events: Events,
}

impl<F> Keeper<F>
where
    F: NorFlash,
    F::Error: Into<Device>,
{
    /// A keeper of what is on `flash`, which is not changed by this but for an erasure that was cut
    /// short and is finished.
    pub fn open(flash: F) -> Keeper<F> {
        let mut store = Store::new(flash);
        let standing = match store.survey() {
            Ok(survey) => match survey.recognised {
                Recognised::Blank => Standing::Blank,
                Recognised::Ours => match store.sweep(survey) {
                    Ok(()) => Standing::Ready,
                    // What cannot be tidied up may still be read.
                    Err(trouble) => Standing::Failed(trouble),
                },
                Recognised::TooNew(version) => Standing::Refused(Trouble::TooNew(version)),
                Recognised::Foreign => Standing::Refused(Trouble::Foreign),
            },
            Err(trouble) => Standing::Refused(trouble),
        };
        Keeper {
            store,
            standing,
            epoch: 0,
            scores: 0,
            settings: 0,
            kept: [None; FLOORS],
            floor: None,
            ground: Ground::UNKNOWN,
            check: 0,
            journal: Length::default(),
            needs_checkpoint: true,
            record: [0; RUN_BYTES_MAX],
            events: Events::new(),
        }
    }

    /// Why nothing is saved; `None` while all is well.
    pub const fn trouble(&self) -> Option<Trouble> {
        match self.standing {
            Standing::Blank | Standing::Ready => None,
            Standing::Refused(trouble) | Standing::Failed(trouble) => Some(trouble),
        }
    }

    /// The flash it keeps.
    pub const fn flash(&mut self) -> &mut F {
        self.store.flash()
    }

    /// Reads the save: the last record of the run, and the journal played on top of it, into
    /// `game`. Where there is no run, `game` is nothing to go on with.
    pub fn load(&mut self, game: &mut Game) -> Loaded {
        let mut loaded = Loaded::NOTHING;
        let is_readable = matches!(self.standing, Standing::Ready | Standing::Failed(_));
        if is_readable && let Err(trouble) = self.load_all(game, &mut loaded) {
            loaded.has_run = false;
            self.standing = Standing::Refused(trouble);
        }
        self.store.is_suspect = !loaded.notes.is_empty();
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
            }
        } else {
            // Also a journal without a run knows of epochs that must not come again.
            let epoch = &mut self.epoch;
            self.store.read_journal(|entry| *epoch = entry.epoch.max(*epoch))?;
        }
        self.store.learn_places();
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
        if *newest > epoch {
            loaded.note(Note::RunOlder);
        }
        if replay.is_broken || !is_journal_of_run {
            loaded.note(Note::JournalBroken);
        } else if self.store.is_last_entry_damaged() {
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

    /// The journal ended with the run: what its end asks for was cut short, and is done now.
    fn finish_ended(&mut self, epoch: u32, entered: u32, game: &Game, loaded: &mut Loaded) {
        loaded.has_run = false;
        loaded.ended = Some(game.outcome);
        if entered != epoch || self.scores == 0 {
            loaded.scores.enter(Score::of(game));
        }
        // A failure is told by the standing.
        let scores = loaded.scores.clone();
        let _ = self.write(|keeper| keeper.put_end(epoch, &scores));
    }

    /// A run has begun. The one before it, if there was one, is given up.
    ///
    /// # Errors
    /// Why it could not be saved; nothing more will be then.
    pub fn begin(&mut self, game: &Game) -> Result<(), Trouble> {
        self.kept = [None; FLOORS];
        self.floor = None;
        self.write(|keeper| keeper.put_checkpoint(game))
    }

    /// A turn was played: `command` led to `game`, which goes on.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn turn(&mut self, command: Command, game: &Game) -> Result<(), Trouble> {
        self.write(|keeper| {
            if keeper.needs_checkpoint || !keeper.store.has_room() {
                return keeper.put_checkpoint(game);
            }
            keeper.put_entry(command, game)?;
            if keeper.floor != Some(game.floor) || keeper.journal.is_most() {
                return keeper.put_checkpoint(game);
            }
            Ok(())
        })
    }

    /// Nothing is being played for a moment: what would have to be done in one of the next turns is
    /// done now.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn rest(&mut self, game: &Game) -> Result<(), Trouble> {
        self.write(|keeper| match keeper.journal.is_long() {
            true => keeper.put_checkpoint(game),
            false => Ok(()),
        })
    }

    /// The game is left: writes it whole, unless it is already.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn leave(&mut self, game: &Game) -> Result<(), Trouble> {
        self.write(|keeper| match keeper.needs_checkpoint || keeper.journal != Length::default() {
            true => keeper.put_checkpoint(game),
            false => Ok(()),
        })
    }

    /// A turn was played that ended the run: `scores` have its row already.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn end(&mut self, command: Command, game: &Game, scores: &Scores) -> Result<(), Trouble> {
        self.write(|keeper| {
            if !keeper.needs_checkpoint {
                keeper.put_entry(command, game)?;
            }
            keeper.put_end(keeper.epoch, scores)
        })
    }

    /// The run was given up.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn give_up(&mut self) -> Result<(), Trouble> {
        self.write(Keeper::put_no_run)
    }

    /// Something was set.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn set(&mut self, settings: &Settings) -> Result<(), Trouble> {
        self.write(|keeper| {
            let generation = next(keeper.settings);
            let settings = *settings;
            let record = SettingsRecord { version: FORMAT_VERSION, generation, settings };
            let bytes = format::write(&record, &mut keeper.record);
            keeper.store.put(Key::Settings, bytes)?;
            keeper.settings = generation;
            keeper.put_meta()
        })
    }

    /// The player agrees to lose what is there: erases all of it and starts over.
    ///
    /// # Errors
    /// Why it could not be done.
    pub fn overwrite(&mut self) -> Result<(), Trouble> {
        (self.epoch, self.scores, self.settings) = (0, 0, 0);
        self.needs_checkpoint = true;
        self.standing = Standing::Ready;
        self.write(|keeper| {
            keeper.store.erase_all()?;
            keeper.put_meta()
        })
    }

    /// Writes, if anything may be written. After a failure nothing more is.
    fn write(
        &mut self,
        write: impl FnOnce(&mut Keeper<F>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let written = match self.standing {
            Standing::Refused(trouble) | Standing::Failed(trouble) => return Err(trouble),
            Standing::Ready => write(self),
            Standing::Blank => {
                self.store.erase_all().and_then(|()| self.put_meta()).and_then(|()| write(self))
            }
        };
        self.standing = match written {
            Ok(()) => Standing::Ready,
            Err(trouble) => Standing::Failed(trouble),
        };
        written
    }

    fn put_entry(&mut self, command: Command, game: &Game) -> Result<(), Trouble> {
        let command = journal::code(command);
        let entry = Entry { epoch: self.epoch, turn: game.turn.0, check: self.check, command };
        self.store.push(&entry)?;
        self.journal.add(game);
        self.check = format::state_check(game);
        Ok(())
    }

    /// Writes the base of the journal to come, the floors that were left, and then the run: until
    /// it is there, the one before it holds, which stands on the floor that was left and has it
    /// whole.
    fn put_checkpoint(&mut self, game: &Game) -> Result<(), Trouble> {
        let epoch = next(self.epoch);
        self.store.push(&Entry::base(epoch, game))?;
        for floor in Floor::all() {
            match (&game.kept[floor.index()], self.kept[floor.index()]) {
                (Some(_), None) => {
                    self.put_floor(game, floor, epoch)?;
                    self.kept[floor.index()] = Some(epoch);
                }
                (None, Some(_)) => self.kept[floor.index()] = None,
                _ => {}
            }
        }
        if self.floor != Some(game.floor) {
            self.ground = Ground::of(&game.here.map);
            self.floor = Some(game.floor);
        }
        let length = format::write_run(game, epoch, &self.kept, &self.ground, &mut self.record);
        let length = length.ok_or(Trouble::Full)?;
        self.store.put(Key::Run, &self.record[..length])?;
        self.epoch = epoch;
        self.journal = Length::default();
        self.needs_checkpoint = false;
        self.check = format::state_check(game);
        self.put_meta()
    }

    fn put_floor(&mut self, game: &Game, floor: Floor, epoch: u32) -> Result<(), Trouble> {
        let kept = game.kept[floor.index()].as_ref().expect("only floors that were left are put");
        let length = format::write_floor(kept, epoch, &mut self.record);
        self.store.put(Key::Floor(floor), &self.record[..length])
    }

    /// First the hall of fame, then the end of the run: until that is there, the journal's last
    /// entry ends the run again, and the epoch tells that it was entered.
    fn put_end(&mut self, epoch: u32, scores: &Scores) -> Result<(), Trouble> {
        let generation = next(self.scores);
        let scores = scores.clone();
        let record = ScoresRecord { version: FORMAT_VERSION, generation, entered: epoch, scores };
        let bytes = format::write(&record, &mut self.record);
        self.store.put(Key::Scores, bytes)?;
        self.scores = generation;
        self.put_no_run()
    }

    fn put_no_run(&mut self) -> Result<(), Trouble> {
        let epoch = next(self.epoch);
        let length = format::write_no_run(epoch, &mut self.record);
        self.store.put(Key::Run, &self.record[..length])?;
        self.epoch = epoch;
        self.floor = None;
        self.kept = [None; FLOORS];
        self.needs_checkpoint = true;
        self.put_meta()
    }

    fn put_meta(&mut self) -> Result<(), Trouble> {
        let meta = Meta {
            magic: format::MAGIC,
            version: FORMAT_VERSION,
            epoch: self.epoch,
            scores: self.scores,
            settings: self.settings,
        };
        let bytes = format::write(&meta, &mut self.record);
        self.store.put(Key::Meta, bytes)
    }
}

/// The count of the next record. No flash lives to see the last one; only a forged save begins there.
const fn next(count: u32) -> u32 {
    count.saturating_add(1)
}

/// How long a journal is, by what it takes to play it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Length {
    turns: u16,
    /// See [`JOURNAL_HUNT_STEPS_MAX`].
    hunt_steps: u16,
}

impl Length {
    /// Adds a turn that has led to `game`.
    fn add(&mut self, game: &Game) {
        self.turns = self.turns.saturating_add(1);
        for monster in &game.here.monsters {
            if let Mind::Hunting { .. } = monster.mind {
                let steps = monster.body.pos.steps_to(game.player.body.pos);
                self.hunt_steps = self.hunt_steps.saturating_add(steps.into());
            }
        }
    }

    /// Whether it will soon be as long as it may get.
    const fn is_long(self) -> bool {
        self.turns >= JOURNAL_TURNS_MAX / 8 * 7 || self.hunt_steps >= JOURNAL_HUNT_STEPS_MAX / 8 * 7
    }

    /// Whether it is as long as it may get.
    const fn is_most(self) -> bool {
        self.turns >= JOURNAL_TURNS_MAX || self.hunt_steps >= JOURNAL_HUNT_STEPS_MAX
    }
}

/// A journal being played.
struct Replay<'a> {
    events: &'a mut Events,
    /// What was played.
    length: Length,
    /// Whether an entry did not go on from where the game stood; nothing after it is played.
    is_broken: bool,
    /// The floors the player was on.
    visited: [bool; FLOORS],
}

impl Replay<'_> {
    fn new<'a>(game: &Game, events: &'a mut Events) -> Replay<'a> {
        let mut visited = [false; FLOORS];
        visited[game.floor.index()] = true;
        Replay { events, length: Length::default(), is_broken: false, visited }
    }

    fn play(&mut self, entry: Entry, game: &mut Game) {
        if self.is_broken || entry.turn <= game.turn.0 {
            return;
        }
        let goes_on = entry.turn == game.turn.next().0 && entry.check == format::state_check(game);
        let command = journal::command(entry.command).filter(|_| goes_on);
        match command.map(|command| game.step(command, self.events)) {
            Some(Ok(_)) => {
                self.length.add(game);
                self.visited[game.floor.index()] = true;
            }
            Some(Err(_)) | None => self.is_broken = true,
        }
    }
}
