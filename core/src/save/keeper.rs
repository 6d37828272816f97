//! The keeper of a save: what is written when, and what is made of it when it is opened.

mod opening;

use super::Scores;
use super::floor_packing::Ground;
use super::format::{
    self, FORMAT_VERSION, META_BYTES_MAX, Meta, RUN_BYTES_MAX, ScoresRecord, SettingsRecord,
    Snapshot,
};
use super::journal::{Entry, Length, Played};
use super::recognise::Recognised;
use super::store::{Key, Store, block_on};
use super::trouble::{Device, Trouble};
use crate::limits::FLOORS;
use crate::quantity::Floor;
use crate::rules::{Command, Events};
use crate::settings::Settings;
use crate::world::Game;
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

/// What is to be written and need not be in one go, without looking at the game, which may go on.
#[derive(Clone, Copy, Debug)]
enum Draft {
    /// The run of the snapshot, which begins its part of the journal with `base`, unless that is
    /// written already.
    Run { epoch: u32, base: Option<Entry>, check: u16 },
    /// The hall of fame, with the run of this epoch in it, and that there is no run.
    End { length: usize },
    /// That there is no run.
    NoRun,
    /// What was set.
    Settings { length: usize },
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
///
/// Where writing takes longer than a picture, a host need not wait for all of it: after
/// [`enter`](Keeper::enter) and the functions whose names begin with `plan`, the turns played are
/// safe. While there is [more](Keeper::is_done), [`draft`](Keeper::draft) takes it from the game,
/// before another turn is played, and [`finish`](Keeper::finish) writes it bit by bit while play
/// goes on. Until that has ended, nothing else is planned or entered.
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
    /// Whether the run is to be written whole.
    is_due: bool,
    draft: Option<Draft>,
    snapshot: Snapshot,
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
            is_due: false,
            draft: None,
            snapshot: Snapshot::empty(),
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

    /// A run has begun. The one before it, if there was one, is given up.
    ///
    /// # Errors
    /// Why it could not be saved; nothing more will be then.
    pub fn begin(&mut self, game: &Game) -> Result<(), Trouble> {
        self.plan_begin();
        self.finish_now(game)
    }

    /// A turn was played: `command` led to `game`, which goes on.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn turn(&mut self, command: Command, game: &Game) -> Result<(), Trouble> {
        self.plan_turn(command, game)?;
        self.finish_now(game)
    }

    /// Nothing is being played for a moment: what would have to be done in one of the next turns is
    /// done now.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn rest(&mut self, game: &Game) -> Result<(), Trouble> {
        self.plan_rest();
        self.finish_now(game)
    }

    /// The game is left: writes it whole, unless it is already.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn leave(&mut self, game: &Game) -> Result<(), Trouble> {
        self.plan_leave();
        self.finish_now(game)
    }

    /// A turn was played that ended the run: `scores` have its row already.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn end(&mut self, command: Command, game: &Game, scores: &Scores) -> Result<(), Trouble> {
        self.plan_end(command, game, scores)?;
        block_on(self.finish())
    }

    /// The run was given up.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn give_up(&mut self) -> Result<(), Trouble> {
        self.plan_give_up();
        block_on(self.finish())
    }

    /// Something was set.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn set(&mut self, settings: &Settings) -> Result<(), Trouble> {
        self.plan_set(settings);
        block_on(self.finish())
    }

    /// Adds a turn to the journal: a few bytes, after which it is safe. Gives `false` when it has led
    /// to another floor, or the journal cannot take it, which it always can after a record of the run:
    /// then the run is to be written at once, before another turn: that turn might leave the floor
    /// again, whose older record is still needed. Otherwise the run may be due now, which has time.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn enter(&mut self, played: Played) -> Result<bool, Trouble> {
        debug_assert!(self.draft.is_none(), "what is drafted is written first");
        if self.needs_checkpoint || !self.store.has_room() {
            self.is_due = true;
            return Ok(false);
        }
        block_on(self.write(async |keeper| keeper.put_entry(played).await))?;
        let is_elsewhere = self.floor != Some(played.floor);
        if is_elsewhere {
            // However soon it is left again, its record is an old one.
            self.kept[played.floor.index()] = None;
        }
        self.is_due |= is_elsewhere || self.journal.is_most() || !self.store.has_room();
        Ok(!is_elsewhere)
    }

    /// Whether all is written that is to be.
    pub const fn is_done(&self) -> bool {
        !self.is_due && self.draft.is_none()
    }

    /// As [`begin`](Keeper::begin), but the run is only due.
    pub const fn plan_begin(&mut self) {
        self.kept = [None; FLOORS];
        self.floor = None;
        self.is_due = true;
    }

    /// A run has begun, and the player agrees to lose all that is there instead of a save: it is
    /// erased with what is written next.
    pub const fn plan_overwrite(&mut self) {
        (self.epoch, self.scores, self.settings) = (0, 0, 0);
        self.needs_checkpoint = true;
        self.standing = Standing::Blank;
        self.plan_begin();
    }

    /// As [`turn`](Keeper::turn), but where the turn is safe in the journal, the run is only due.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn plan_turn(&mut self, command: Command, game: &Game) -> Result<(), Trouble> {
        match self.enter(Played::new(command, game))? {
            true => Ok(()),
            false => self.finish_now(game),
        }
    }

    /// As [`rest`](Keeper::rest), but the run is only due.
    pub const fn plan_rest(&mut self) {
        self.is_due |= self.needs_checkpoint || self.journal.is_long();
    }

    /// As [`leave`](Keeper::leave), but the run is only due.
    pub fn plan_leave(&mut self) {
        self.is_due |= self.needs_checkpoint || self.journal != Length::default();
    }

    /// As [`end`](Keeper::end), but what follows the entry in the journal, by which the run has
    /// ended already, is left to [`finish`](Keeper::finish).
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn plan_end(
        &mut self,
        command: Command,
        game: &Game,
        scores: &Scores,
    ) -> Result<(), Trouble> {
        let played = Played::new(command, game);
        if !self.needs_checkpoint {
            block_on(self.write(async |keeper| keeper.put_entry(played).await))?;
        }
        self.draft_end(self.epoch, scores);
        Ok(())
    }

    /// As [`give_up`](Keeper::give_up), which is left to [`finish`](Keeper::finish).
    pub const fn plan_give_up(&mut self) {
        (self.draft, self.is_due) = (Some(Draft::NoRun), false);
    }

    /// As [`set`](Keeper::set), which is left to [`finish`](Keeper::finish).
    pub fn plan_set(&mut self, settings: &Settings) {
        let (generation, settings) = (next(self.settings), *settings);
        let record = SettingsRecord { version: FORMAT_VERSION, generation, settings };
        let length = format::write(&record, &mut self.record).len();
        self.draft = Some(Draft::Settings { length });
    }

    /// Takes from `game`, as it is after the turn entered last, what is due of it. Floors that were
    /// left since are written here and now; there are none but on a new floor.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub fn draft(&mut self, game: &Game) -> Result<(), Trouble> {
        if self.draft.is_some() || !core::mem::take(&mut self.is_due) {
            return Ok(());
        }
        match self.trouble() {
            Some(trouble) => Err(trouble),
            None => self.draft_run(game),
        }
    }

    /// Writes what was planned and drafted. To be polled until it is done: one that is dropped before
    /// leaves what power that fails would leave, and the save is to be opened anew.
    ///
    /// # Errors
    /// As [`begin`](Keeper::begin).
    pub async fn finish(&mut self) -> Result<(), Trouble> {
        match self.draft.take() {
            Some(draft) => self.write(async |keeper| keeper.put_draft(draft).await).await,
            None => Ok(()),
        }
    }

    fn finish_now(&mut self, game: &Game) -> Result<(), Trouble> {
        while !self.is_done() {
            self.draft(game)?;
            block_on(self.finish())?;
        }
        Ok(())
    }

    /// Writes, if anything may be written. After a failure nothing more is.
    async fn write(
        &mut self,
        write: impl AsyncFnOnce(&mut Keeper<F>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let written = match self.standing {
            Standing::Refused(trouble) | Standing::Failed(trouble) => return Err(trouble),
            Standing::Ready => write(self).await,
            Standing::Blank => match self.put_first().await {
                Ok(()) => write(self).await,
                Err(trouble) => Err(trouble),
            },
        };
        self.standing = match written {
            Ok(()) => Standing::Ready,
            Err(trouble) => Standing::Failed(trouble),
        };
        written
    }

    /// Makes a save of a flash with nothing on it, or with what may be lost.
    async fn put_first(&mut self) -> Result<(), Trouble> {
        self.store.erase_all().await?;
        self.put_meta().await
    }

    async fn put_entry(&mut self, played: Played) -> Result<(), Trouble> {
        self.store.push(&played.entry(self.epoch, self.check)).await?;
        self.journal.add(played.hunt_steps);
        self.check = played.check;
        Ok(())
    }

    /// Writes the base of the journal to come and the floors that were left, if there are any, and
    /// drafts the run: until that is there, the one before it holds, which stands on the floor that
    /// was left and has it whole.
    fn draft_run(&mut self, game: &Game) -> Result<(), Trouble> {
        let epoch = next(self.epoch);
        let first = Entry::base(epoch, game);
        let mut base = Some(first);
        for floor in Floor::all() {
            match (&game.kept[floor.index()], self.kept[floor.index()]) {
                (Some(kept), None) => {
                    let base = base.take();
                    let length = format::write_floor(kept, epoch, &mut self.record);
                    block_on(self.write(async |keeper| {
                        keeper.put_base(base).await?;
                        keeper.store.put(Key::Floor(floor), &keeper.record[..length]).await
                    }))?;
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
        self.snapshot.take(game, &self.ground.doors);
        self.draft = Some(Draft::Run { epoch, base, check: first.check });
        Ok(())
    }

    fn draft_end(&mut self, epoch: u32, scores: &Scores) {
        let (generation, scores) = (next(self.scores), scores.clone());
        let record = ScoresRecord { version: FORMAT_VERSION, generation, entered: epoch, scores };
        let length = format::write(&record, &mut self.record).len();
        (self.draft, self.is_due) = (Some(Draft::End { length }), false);
    }

    async fn put_draft(&mut self, draft: Draft) -> Result<(), Trouble> {
        match draft {
            Draft::Run { epoch, base, check } => {
                let (run, kept, ground) = (&self.snapshot, &self.kept, &self.ground);
                let length = format::write_run(run, epoch, kept, ground, &mut self.record).await;
                let length = length.ok_or(Trouble::Full)?;
                self.put_base(base).await?;
                self.store.put(Key::Run, &self.record[..length]).await?;
                (self.epoch, self.check) = (epoch, check);
                self.journal = Length::default();
                self.needs_checkpoint = false;
                self.put_meta().await?;
                // All that counts is new and was read again.
                self.store.is_suspect = false;
                return Ok(());
            }
            // First the hall of fame, then the end of the run: until that is there, the journal's
            // last entry ends the run again, and the epoch tells that it was entered.
            Draft::End { length } => {
                self.store.put(Key::Scores, &self.record[..length]).await?;
                self.scores = next(self.scores);
                self.put_no_run().await?;
            }
            Draft::NoRun => self.put_no_run().await?,
            Draft::Settings { length } => {
                self.store.put(Key::Settings, &self.record[..length]).await?;
                self.settings = next(self.settings);
            }
        }
        self.put_meta().await
    }

    async fn put_base(&mut self, base: Option<Entry>) -> Result<(), Trouble> {
        let Some(base) = base else { return Ok(()) };
        // One with no room behind it is of no use: once more, until it is in the next sector.
        loop {
            self.store.push(&base).await?;
            if self.store.has_room() {
                return Ok(());
            }
        }
    }

    async fn put_no_run(&mut self) -> Result<(), Trouble> {
        let epoch = next(self.epoch);
        let length = format::write_no_run(epoch, &mut self.record);
        self.store.put(Key::Run, &self.record[..length]).await?;
        self.epoch = epoch;
        self.floor = None;
        self.kept = [None; FLOORS];
        self.needs_checkpoint = true;
        Ok(())
    }

    async fn put_meta(&mut self) -> Result<(), Trouble> {
        let meta = Meta {
            magic: format::MAGIC,
            version: FORMAT_VERSION,
            epoch: self.epoch,
            scores: self.scores,
            settings: self.settings,
        };
        // Not in the room of the record, which may be drafted already.
        let mut bytes = [0; META_BYTES_MAX];
        self.store.put(Key::Meta, format::write(&meta, &mut bytes)).await
    }
}

/// The count of the next record. No flash lives to see the last one; only a forged save begins there.
const fn next(count: u32) -> u32 {
    count.saturating_add(1)
}
