//! Lockstep: plays an emulated Game Boy Advance and the reference with the same input.

use crate::assert_same;
use crate::gba::{Console, ticks_of, with_seed};
use crate::reference::Reference;
use musrex_core::content::{ItemKind, Slot};
use musrex_core::geometry::Direction;
use musrex_core::input::{Button, Buttons};
use musrex_core::rules::Command;
use musrex_core::save::Save;
use musrex_core::screens::ScreenName;
use std::fmt::Write;

/// Ticks after each press, as in a script of `musrex headless`.
const REST_TICKS: usize = 2;

/// The emulator and the reference. Their frames are compared before every tick.
pub struct Lockstep {
    /// The machine.
    pub console: Console,
    /// The reference.
    pub reference: Reference,
    /// The input since power-on, as a script for `musrex headless`.
    pub script: String,
    /// The saves since power-on.
    pub saves: Vec<Saved>,
    /// The index of the save that is being written in the background.
    unfinished: Option<usize>,
}

/// The cost of a save.
#[derive(Clone, Copy, Debug)]
pub struct Saved {
    /// The request.
    pub save: Save,
    /// Cycles of the machine before the next picture.
    pub cycles: u32,
    /// The cycles including all that was done before that picture: playing and drawing.
    pub tick: u32,
    /// Cycles in the time that pictures left, and in how many of them.
    pub work: u32,
    /// See [`work`](Saved::work).
    pub pictures: u32,
    /// Bytes written.
    pub written: u64,
    /// Sectors erased.
    pub erased: u64,
    /// True when the player left a floor.
    pub is_new_floor: bool,
}

impl Lockstep {
    /// Switches both on, without a save, at the title.
    pub fn new(rom: &[u8], seed: u64) -> Lockstep {
        Lockstep::synchronised(Console::start(&with_seed(rom, seed)), Reference::new(seed))
    }

    /// Creates a pair like [`new`](Lockstep::new), with `save` in both save memories.
    pub fn with_save(rom: &[u8], seed: u64, save: &[u8]) -> Lockstep {
        let console = Console::with_save(&with_seed(rom, seed), save);
        Lockstep::synchronised(console, Reference::with_save(seed, save))
    }

    /// Boots `console` to its first tick, and lets the reference follow.
    pub fn synchronised(mut console: Console, mut reference: Reference) -> Lockstep {
        console.boot();
        for _ in 0..console.ticks() {
            reference.tick(Buttons::NONE);
        }
        let script = format!(".*{} ", console.ticks());
        Lockstep { console, reference, script, saves: Vec::new(), unfinished: None }
    }

    /// Cuts the power and switches both on again.
    #[must_use]
    pub fn cut(mut self, rom: &[u8], seed: u64) -> Lockstep {
        self.settle();
        let save = self.console.save();
        assert_same!(save, self.reference.save(), "what is saved differs");
        Lockstep::with_save(rom, seed, &save)
    }

    /// Plays one tick with these buttons held.
    ///
    /// # Panics
    /// When they show different pictures.
    pub fn tick(&mut self, held: Buttons) {
        // The picture of a tick is shown while the next one is played.
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

    /// Waits until everything is saved.
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

    /// Presses `buttons` for one tick; gives what was saved because of it.
    pub fn press(&mut self, buttons: Buttons) -> Option<Save> {
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

    /// Presses one button; gives what was saved because of it.
    pub fn tap(&mut self, button: Button) -> Option<Save> {
        self.press(Buttons::NONE.with(button))
    }

    /// Presses one direction; gives what was saved because of it.
    pub fn tap_direction(&mut self, direction: Direction) -> Option<Save> {
        self.press(Buttons::from(direction))
    }

    /// Plays one turn.
    ///
    /// # Panics
    /// When the buttons for it do something else.
    pub fn perform(&mut self, command: Command) {
        while self.reference.app.screen() == ScreenName::FloorChange {
            self.play(".*1");
        }
        let saved = match command {
            Command::Walk(direction) => self.tap_direction(direction),
            Command::Wait => self.tap(Button::A),
            Command::Use(index) | Command::Wear(index) => self.open_pack(index, 0),
            Command::Drop(index) => self.open_pack(index, self.places_before_drop(index)),
            Command::TakeOff(slot) => self.open_worn(slot),
        };
        assert!(
            [Some(Save::Turn(command)), Some(Save::End(command))].contains(&saved),
            "{command:?} was to be played, and {saved:?} was saved"
        );
    }

    fn places_before_drop(&self, index: u8) -> usize {
        let item = &self.reference.app.game().player().pack[usize::from(index)];
        usize::from(item.kind != ItemKind::Key)
    }

    fn open_pack(&mut self, index: u8, action: usize) -> Option<Save> {
        let worn = self.reference.app.game().player().worn.iter().count();
        self.choose(worn + usize::from(index), action)
    }

    fn open_worn(&mut self, slot: Slot) -> Option<Save> {
        let worn = &self.reference.app.game().player().worn;
        let place = worn.iter().position(|(other, _)| other == slot).expect("it is worn");
        self.choose(place, 0)
    }

    /// Does one of the deeds with one of the entries of the pack.
    fn choose(&mut self, entry: usize, action: usize) -> Option<Save> {
        self.tap(Button::Start);
        self.tap(Button::A);
        (0..entry).for_each(|_| _ = self.tap(Button::Down));
        self.tap(Button::A);
        (0..action).for_each(|_| _ = self.tap(Button::Down));
        self.tap(Button::A)
    }

    /// Asserts that game and save are the same in both. It takes one tick.
    ///
    /// # Panics
    /// When they are not.
    pub fn assert_same(&mut self) {
        self.settle();
        let fingerprint = self.console.fingerprint();
        self.reference.tick(Buttons::NONE);
        write!(self.script, ".*1 ").expect("memory takes all");
        assert_eq!(fingerprint, self.reference.app.game().fingerprint(), "the games differ");
        assert_same!(self.console.save(), self.reference.save(), "what is saved differs");
    }
}
