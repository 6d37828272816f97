//! Lockstep: plays the same game with the same input on an emulated Game Boy Advance and on this machine, and finds the
//! first difference.
//!
//! - [`Reference`] is the game on this machine, with the picture that a Game Boy Advance would show. The tests with
//!   emulators for players (`tests/tests/hosts/emulators.rs`) also use this reference.
//! - [`Lockstep`] holds a [`Console`] and a [`Reference`]. Each tick compares their pictures.
//!   [`assert_same`](Lockstep::assert_same) compares their games and saves. [`cut`](Lockstep::cut) cuts the power of
//!   both.
//! - [`LockstepReplay`] presses the buttons of a recorded run.
//!
//! ```no_run
//! use musrex_testkit::gba::rom;
//! use musrex_testkit::lockstep::{Lockstep, LockstepReplay};
//! use musrex_testkit::recorded_runs::{SHORT_RUN, lost_recording};
//!
//! // Without the tools for a ROM, a test is skipped.
//! let Some(rom) = rom() else { return };
//! let mut lockstep = Lockstep::new(rom, 7);
//! lockstep.play("A .*30 Up Up A");
//! lockstep.assert_same();
//!
//! let recording = lost_recording(SHORT_RUN);
//! let mut replay = LockstepReplay::begin(rom, &recording);
//! replay.play_while(|game| game.turn().0 < 100);
//! replay = replay.cut();
//! ```

use crate::app_driver::{GRAFT_TICKS, to_graft};
use crate::assert_same;
use crate::flash::Flash;
use crate::gba::{Console, as_displayed, ticks_of, with_seed};
use crate::ocr::words;
use crate::picture::RgbImage;
use crate::policy_bot::{Policy, PolicyBot};
use crate::save_now::SaveNow;
use crate::seeds::shifted;
use musrex_core::app::{App, Request, ScreenName, Setup};
use musrex_core::content::{ItemKind, Label, Slot, SpillKind};
use musrex_core::geometry::{Direction, Pos};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::raster::{Frame, Palette};
use musrex_core::replay::{Recorder, ReplayReader};
use musrex_core::save::{DeviceError, SaveError, SaveManager, SaveRequest};
use musrex_core::{Command, Events, Game, Outcome};
use std::fmt::Write;

/// The game as other hosts run it, with the picture that a Game Boy Advance would show.
pub struct Reference {
    /// The app that plays the game.
    pub app: App,
    /// The save manager; `None` without a save chip.
    pub manager: Option<SaveManager<Flash>>,
    /// The save request of the last tick, if any.
    pub saved: Option<SaveRequest>,
    /// The current picture.
    pub picture: RgbImage,
    palette: Palette,
    words: Vec<u32>,
}

impl Reference {
    /// Makes a reference without a save.
    pub fn new(seed: u64) -> Reference {
        Reference::on(Flash::default(), seed)
    }

    /// Makes a reference whose save memory contains `bytes`.
    pub fn with_save(seed: u64, bytes: &[u8]) -> Reference {
        Reference::on(Flash::of(bytes), seed)
    }

    /// Makes a reference that cannot save; `device` is the reason.
    pub fn without_chip(seed: u64, device: DeviceError) -> Reference {
        let mut reference = Reference::unattached(seed);
        reference.app.disable_saving(SaveError::Device(device));
        reference
    }

    fn on(flash: Flash, seed: u64) -> Reference {
        let mut reference = Reference::unattached(seed);
        let mut manager = block_on(SaveManager::open(flash));
        block_on(reference.app.attach(&mut manager));
        reference.manager = Some(manager);
        reference
    }

    fn unattached(seed: u64) -> Reference {
        let mut app = App::new(Setup::new(seed));
        app.resize(240, 160);
        app.close_kits();
        Reference {
            app,
            manager: None,
            saved: None,
            picture: RgbImage { width: 1, pixels: Vec::new() },
            palette: Palette::PAINTED,
            words: words(240, 160),
        }
    }

    /// Plays one tick while these buttons are held, saves, and draws.
    ///
    /// # Panics
    /// Panics if the game makes a request that a Game Boy Advance cannot serve.
    pub fn tick(&mut self, held: Buttons) {
        self.saved = self.app.tick(Input::from(held)).map(|request| match request {
            Request::Save(save) => save,
            Request::Quit | Request::DefaultKeys | Request::Watch(_) => {
                panic!("there is nothing of the kind")
            }
        });
        if let (Some(save), Some(manager)) = (self.saved, &mut self.manager) {
            block_on(self.app.save(save, manager));
        }
        let mut frame = Frame::new(240, 160, &mut self.words).expect("as many as it takes");
        frame.palette.clone_from(&self.palette);
        if self.app.draw(&mut frame) || self.app.cycle_colours(&mut frame.palette) {
            self.picture = as_displayed(&frame);
            self.palette = frame.palette;
        }
    }

    /// Returns the number of bytes written and the number of sectors erased so far.
    pub fn wear(&mut self) -> (u64, u64) {
        let flash = self.manager.as_mut().map(SaveManager::flash);
        flash.map_or((0, 0), |flash| (flash.written, flash.erased))
    }

    /// Returns the contents of the save memory; all ones if there is no save memory.
    pub fn save(&mut self) -> Vec<u8> {
        let flash = self.manager.as_mut().map(SaveManager::flash);
        flash.map_or_else(|| Flash::default().bytes, |flash| flash.bytes.clone()).into()
    }
}

/// The number of ticks without buttons after each press, as in a script of `musrex headless`.
const REST_TICKS: usize = 2;

/// The emulator and the reference. Each tick compares their pictures.
pub struct Lockstep {
    /// The emulated machine.
    pub console: Console,
    /// The game on this machine.
    pub reference: Reference,
    /// The input since power-on, as a script for `musrex headless`.
    pub script: String,
    /// The saves since power-on.
    pub saves: Vec<Saved>,
    /// The index of the save that is being written in the background.
    unfinished: Option<usize>,
    /// The row, the kind of item and the turn of the last action in the pack (I13).
    pack_action: Option<(usize, ItemKind, u32)>,
}

/// The cost of a save.
#[derive(Clone, Copy, Debug)]
pub struct Saved {
    /// The request.
    pub save: SaveRequest,
    /// The number of cycles that the machine spent on the save before the next picture.
    pub cycles: u32,
    /// The number of cycles that the machine spent on all work before that picture, including playing and drawing.
    pub tick: u32,
    /// The number of cycles that the machine spent on the save in the spare time of later pictures.
    pub work: u32,
    /// The number of later pictures in whose spare time the machine worked on the save.
    pub pictures: u32,
    /// The number of bytes that the reference has written in this tick.
    pub written: u64,
    /// The number of sectors that the reference has erased in this tick.
    pub erased: u64,
    /// True if this tick showed the screen of a floor change.
    pub is_new_floor: bool,
}

impl Lockstep {
    /// Switches on the machine and the reference, without a save. Both show the title.
    pub fn new(rom: &[u8], seed: u64) -> Lockstep {
        Lockstep::synchronised(Console::start(&with_seed(rom, seed)), Reference::new(seed))
    }

    /// Makes a pair like [`new`](Lockstep::new), but with `save` in both save memories.
    pub fn with_save(rom: &[u8], seed: u64, save: &[u8]) -> Lockstep {
        let console = Console::with_save(&with_seed(rom, seed), save);
        Lockstep::synchronised(console, Reference::with_save(seed, save))
    }

    /// Boots `console` to its first tick, and runs the reference to the same point.
    pub fn synchronised(mut console: Console, mut reference: Reference) -> Lockstep {
        console.boot();
        for _ in 0..console.ticks() {
            reference.tick(Buttons::NONE);
        }
        let script = format!(".*{} ", console.ticks());
        Lockstep {
            console,
            reference,
            script,
            saves: Vec::new(),
            unfinished: None,
            pack_action: None,
        }
    }

    /// Waits until the machine has saved everything. Cuts the power of the machine and the reference, and switches both
    /// on again.
    #[must_use]
    pub fn cut(mut self, rom: &[u8], seed: u64) -> Lockstep {
        self.settle();
        let save = self.console.save();
        assert_same!(save, self.reference.save(), "what is saved differs");
        Lockstep::with_save(rom, seed, &save)
    }

    /// Plays one tick while these buttons are held.
    ///
    /// # Panics
    /// Panics if the machine and the reference show different pictures.
    pub fn tick(&mut self, held: Buttons) {
        // The machine shows the picture of a tick only while it plays the next tick.
        self.console.tick(held);
        let (tick, shown) = (self.console.ticks(), self.reference.picture.clone());
        let before = self.reference.wear();
        self.reference.tick(held);
        assert_same!(*self.console.picture(), shown, "the picture at tick {tick}");
        let after = self.reference.wear();
        let (written, erased) = (after.0 - before.0, after.1 - before.1);
        let cost = self.console.cost();
        let is_new_floor = self.reference.app.screen() == ScreenName::FloorChange;
        let (cycles, tick, work, pictures) = (cost.save, cost.total() - cost.work, 0, 0);
        let saved =
            |save| Saved { save, cycles, tick, work, pictures, written, erased, is_new_floor };
        self.saves.extend(self.reference.saved.map(saved));
        let unfinished = self.unfinished.or(self.saves.len().checked_sub(1));
        if let Some(unfinished) = unfinished.filter(|_| cost.work > 0) {
            let saved = &mut self.saves[unfinished];
            (saved.work, saved.pictures) = (saved.work + cost.work, saved.pictures + 1);
        }
        self.unfinished = unfinished.filter(|_| self.console.is_saving());
    }

    /// Plays ticks without buttons until the machine has saved everything.
    pub fn settle(&mut self) {
        while self.console.is_saving() {
            self.play(".*1");
        }
    }

    /// Plays a script as `musrex headless` does.
    pub fn play(&mut self, script: &str) {
        write!(self.script, "{script} ").expect("memory takes all");
        for held in ticks_of(script) {
            self.tick(held);
        }
    }

    /// Presses `buttons` for one tick. Returns the save request that the press caused.
    pub fn press(&mut self, buttons: Buttons) -> Option<SaveRequest> {
        let held = Button::ALL.into_iter().filter(|&button| buttons.has(button));
        let names: Vec<_> = held.map(Button::name).collect();
        write!(self.script, "{}*1 ", names.join("+")).expect("memory takes all");
        self.tick(buttons);
        let mut saved = self.reference.saved;
        for _ in 0..REST_TICKS {
            self.tick(Buttons::NONE);
            saved = saved.or(self.reference.saved);
        }
        saved
    }

    /// Presses one button. Returns the save request that the press caused.
    pub fn tap(&mut self, button: Button) -> Option<SaveRequest> {
        self.press(Buttons::NONE.with(button))
    }

    /// Presses one direction. Returns the save request that the press caused.
    pub fn tap_direction(&mut self, direction: Direction) -> Option<SaveRequest> {
        self.press(Buttons::from(direction))
    }

    /// Presses the buttons for `command`, which plays one turn.
    ///
    /// # Panics
    /// Panics if the buttons of the command have another effect.
    pub fn perform(&mut self, command: Command) {
        while self.reference.app.screen() == ScreenName::FloorChange {
            self.play(".*1");
        }
        let command = self.of_row(command);
        let saved = match command {
            Command::Walk(direction) => self.walk(direction),
            Command::Wait => self.tap(Button::A),
            Command::Use(index) => self.open_pack(index, usize::from(self.is_thrown_first(index))),
            Command::Wear(index) => self.open_pack(index, 0),
            Command::Throw(index, at) => self.throw(index, at),
            Command::Drop(index) => {
                let is_key = self.kind_of(index) == ItemKind::Key;
                self.open_pack(index, if is_key { 1 } else { 2 })
            }
            Command::TakeOff(slot) => self.open_worn(slot),
            Command::Graft(index) => self.take_graft(index),
            Command::Deed(at) => self.deed(at),
        };
        assert!(
            [Some(SaveRequest::Turn(command)), Some(SaveRequest::End(command))].contains(&saved),
            "{command:?} was to be played, and {saved:?} was saved"
        );
    }

    /// Takes a graft. Opens the choice from the menu if it does not open by itself.
    fn take_graft(&mut self, index: u8) -> Option<SaveRequest> {
        self.play(&format!(".*{GRAFT_TICKS}"));
        if self.reference.app.screen() != ScreenName::Graft {
            for button in [Button::Start, Button::Up, Button::A] {
                self.tap(button);
            }
        }
        for &button in to_graft(index) {
            self.tap(button);
        }
        self.tap(Button::A)
    }

    /// Walks a step. If a pedestal or a locker is there, takes its contents (W17, W30).
    fn walk(&mut self, direction: Direction) -> Option<SaveRequest> {
        let saved = self.tap_direction(direction);
        match self.reference.app.screen() {
            ScreenName::Pedestal | ScreenName::Locker => self.tap(Button::A),
            // If the player has no kit, the first step onto the lobby's stairs only shows a warning (W30).
            ScreenName::Play if saved.is_none() => self.tap_direction(direction),
            _ => saved,
        }
    }

    /// Returns `command` with its item replaced by the first of several equal items. The pack shows equal items as one
    /// row, and an action on the row concerns the first item (I13).
    fn of_row(&self, command: Command) -> Command {
        let first = |index: u8| {
            let rows = self.carried_rows();
            let row = rows.iter().find(|row| row.contains(&usize::from(index)));
            row.map_or(index, |row| u8::try_from(row[0]).expect("a pack is small"))
        };
        match command {
            Command::Use(index) => Command::Use(first(index)),
            Command::Wear(index) => Command::Wear(first(index)),
            Command::Drop(index) => Command::Drop(first(index)),
            Command::Throw(index, at) => Command::Throw(first(index), at),
            Command::Walk(_)
            | Command::Wait
            | Command::TakeOff(_)
            | Command::Graft(_)
            | Command::Deed(_) => command,
        }
    }

    fn kind_of(&self, index: u8) -> ItemKind {
        self.reference.app.game().player().pack[usize::from(index)].kind
    }

    /// Returns whether throwing is the first action of an item. Throwing comes first for a key, and for a potion that
    /// is known to burn (I13).
    fn is_thrown_first(&self, index: u8) -> bool {
        let (game, kind) = (self.reference.app.game(), self.kind_of(index));
        let burns = SpillKind::of_potion(kind).is_some_and(|spill| spill.spec().burns);
        kind == ItemKind::Key || burns && game.label(kind) == Label::Known(kind)
    }

    /// Returns the rows of carried items as lists of pack indices. Equal items share a row (I13).
    fn carried_rows(&self) -> Vec<Vec<usize>> {
        let pack = &self.reference.app.game().player().pack;
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for (place, item) in pack.iter().enumerate() {
            match rows.last_mut() {
                Some(row) if item.kind.slot().is_none() && pack[row[0]].kind == item.kind => {
                    row.push(place);
                }
                _ => rows.push(vec![place]),
            }
        }
        rows
    }

    fn open_pack(&mut self, index: u8, action: usize) -> Option<SaveRequest> {
        let row = self.row_of(index);
        self.choose(row, action)
    }

    /// Returns the pack screen's row for the item with this index.
    fn row_of(&self, index: u8) -> usize {
        let worn = self.reference.app.game().player().worn.iter().count();
        let rows = self.carried_rows();
        let row = rows.iter().position(|row| row[0] == usize::from(index));
        worn + row.unwrap_or_else(|| panic!("no row of the pack begins with {index}"))
    }

    fn open_worn(&mut self, slot: Slot) -> Option<SaveRequest> {
        let worn = &self.reference.app.game().player().worn;
        let place = worn.iter().position(|(other, _)| other == slot).expect("it is worn");
        // The first action in the list keeps the item on, and the second takes it off.
        self.choose(place, 1)
    }

    /// Throws an item on the pack screen: selects the action, moves the target, and confirms.
    fn throw(&mut self, index: u8, at: Pos) -> Option<SaveRequest> {
        let (row, action) = (self.row_of(index), usize::from(!self.is_thrown_first(index)));
        self.choose(row, action);
        assert_eq!(self.reference.app.screen(), ScreenName::Aim);
        self.aim_at(at)
    }

    /// Does the deed of the worn chip: opens the aiming screen, moves the target, and confirms.
    fn deed(&mut self, at: Pos) -> Option<SaveRequest> {
        self.tap(Button::B);
        assert_eq!(self.reference.app.screen(), ScreenName::Deed);
        self.aim_at(at)
    }

    /// Moves the target to a tile, and confirms.
    fn aim_at(&mut self, at: Pos) -> Option<SaveRequest> {
        while let Some(from) = self.reference.app.target().filter(|&from| from != at) {
            let sign = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum();
            let (dx, dy) = (sign(from.x(), at.x()), sign(from.y(), at.y()));
            let [dx, dy] = [dx, dy].map(|sign| i8::try_from(sign).expect("a sign"));
            self.tap_direction(Direction::from_signs(dx, dy).expect("it is elsewhere"));
        }
        self.tap(Button::A)
    }

    /// Selects one of the actions of an entry in the pack.
    fn choose(&mut self, entry: usize, action: usize) -> Option<SaveRequest> {
        let player = self.reference.app.game().player();
        let worn = player.worn.iter().map(|(_, item)| item.kind);
        let carried = self.carried_rows().into_iter().map(|row| player.pack[row[0]].kind);
        let kinds: Vec<ItemKind> = worn.chain(carried).collect();
        let (rows, turn) = (kinds.len(), self.reference.app.game().turn().0);
        // Right after an action, the pack opens with the cursor on a row with the same kind of item. That is the row
        // where the cursor was, or the next row if an item was put on. If neither row has this kind, the cursor stays
        // where it was, or moves to the last row if the list has become shorter.
        let last = self.pack_action.filter(|&(.., before)| turn.saturating_sub(before) <= 1);
        let first = last.map_or(0, |(row, kind, _)| {
            let is_same = |&row: &usize| kinds.get(row) == Some(&kind);
            [row, row + 1].into_iter().find(is_same).unwrap_or(row).min(rows - 1)
        });
        self.pack_action = Some((entry, kinds[entry], turn));
        self.tap(Button::Start);
        self.tap(Button::A);
        (0..(entry + rows - first) % rows).for_each(|_| _ = self.tap(Button::Down));
        self.tap(Button::A);
        (0..action).for_each(|_| _ = self.tap(Button::Down));
        self.tap(Button::A)
    }

    /// Asserts that the machine and the reference have the same game and save. Takes one tick.
    ///
    /// # Panics
    /// Panics if the game or the save differs.
    pub fn assert_same(&mut self) {
        self.settle();
        let fingerprint = self.console.fingerprint();
        self.reference.tick(Buttons::NONE);
        write!(self.script, ".*1 ").expect("memory takes all");
        assert_eq!(fingerprint, self.reference.app.game().fingerprint(), "the games differ");
        assert_same!(self.console.save(), self.reference.save(), "what is saved differs");
    }
}

/// Returns the recording of a short run, in which a [`Meek`](Policy::Meek) bot climbs to the first floor and dies
/// there.
///
/// # Panics
/// Panics if none of the tried seeds gives a run that ends there within 150 turns.
pub fn short_recording() -> Vec<u8> {
    let mut seeds = (1..1000).map(shifted);
    seeds.find_map(record_meek_run).expect("of 1000 runs, none ends so soon")
}

fn record_meek_run(seed: u64) -> Option<Vec<u8>> {
    const TURNS_MAX: u32 = 150;
    let (mut game, mut bot) = (Game::new(seed), PolicyBot::new(Policy::Meek, seed));
    let mut recorder = Recorder::new(String::new(), &game).expect("a string takes all");
    let mut events = Events::new();
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        let command = bot.next(&game);
        if game.step(command, &mut events).is_ok() {
            recorder.record(command, &game).expect("a string takes all");
        }
    }
    let is_it = game.outcome() == Outcome::Dead && game.floor().number() == 1;
    is_it.then(|| recorder.finish(&game).expect("a string takes all").into_bytes())
}

/// A recorded run that is played in lockstep.
pub struct LockstepReplay<'a> {
    /// The emulator and the reference.
    pub lockstep: Lockstep,
    rom: &'a [u8],
    reader: ReplayReader<'a>,
    next: Option<Command>,
}

impl<'a> LockstepReplay<'a> {
    /// Begins the recorded run in the lobby.
    ///
    /// # Panics
    /// Panics if `recording` is invalid.
    pub fn begin(rom: &'a [u8], recording: &'a [u8]) -> LockstepReplay<'a> {
        let reader = ReplayReader::new(recording).expect("it is a recording");
        // The run begins from a save, because a recorded run offers all kits, but a new game offers only the kits that
        // the player's feats have opened (H17).
        let mut manager = block_on(SaveManager::open(Flash::default()));
        manager.begin(&Game::new(reader.seed())).expect("the flash is whole");
        let mut lockstep = Lockstep::with_save(rom, reader.seed(), &manager.flash().bytes);
        lockstep.tap(Button::A);
        assert_eq!(lockstep.reference.app.screen(), ScreenName::Play);
        let mut replay = LockstepReplay { lockstep, rom, reader, next: None };
        replay.read_next();
        replay
    }

    /// Returns the seed of the run.
    pub fn seed(&self) -> u64 {
        self.reader.seed()
    }

    /// Returns the game in its current state.
    pub fn game(&self) -> &Game {
        self.lockstep.reference.app.game()
    }

    /// Returns the next command, if there is one.
    pub fn peek(&self) -> Option<Command> {
        self.next
    }

    fn read_next(&mut self) {
        self.next =
            self.reader.next(self.lockstep.reference.app.game()).expect("it goes as it went");
    }

    /// Plays one turn of the recording. Returns whether there was a turn left.
    pub fn play_turn(&mut self) -> bool {
        let Some(command) = self.next else { return false };
        self.lockstep.perform(command);
        self.read_next();
        true
    }

    /// Plays on while `goes_on` returns true. Returns false if the recording ends first.
    pub fn play_while(&mut self, goes_on: impl Fn(&Game) -> bool) -> bool {
        while goes_on(self.game()) {
            if !self.play_turn() {
                return false;
            }
        }
        true
    }

    /// Cuts the power, switches the machine and the reference on again, and continues the run.
    ///
    /// # Panics
    /// Panics if the run does not continue.
    #[must_use]
    pub fn cut(mut self) -> LockstepReplay<'a> {
        let (turn, floor) = (self.game().turn(), self.game().floor());
        self.lockstep = self.lockstep.cut(self.rom, self.reader.seed());
        self.lockstep.tap(Button::A);
        assert_eq!(self.lockstep.reference.app.screen(), ScreenName::Play);
        assert_eq!((self.game().turn(), self.game().floor()), (turn, floor));
        self
    }
}
