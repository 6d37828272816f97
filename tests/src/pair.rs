//! A Game Boy Advance and its twin, played with the same hands.

use crate::gba::{Console, ticks_of, with_seed};
use crate::twin::Twin;
use musrex_core::content::ItemKind;
use musrex_core::geometry::Direction;
use musrex_core::input::{Button, Buttons};
use musrex_core::rules::Command;
use musrex_core::save::Save;
use musrex_core::screens::ScreenName;
use musrex_core::world::Slot;
use std::fmt::Write;

/// Ticks after each press, as in a script of `musrex headless`.
const REST_TICKS: usize = 2;

/// Both of them. What they show is compared before every tick.
pub struct Pair {
    /// The machine.
    pub console: Console,
    /// What it must be like.
    pub twin: Twin,
    /// What was pressed since it was switched on, as a script for `musrex headless`.
    pub script: String,
    /// What was saved since then.
    pub saves: Vec<Saved>,
    /// Which of these is being written in the time that pictures leave.
    unfinished: Option<usize>,
}

/// What it took to save something.
#[derive(Clone, Copy, Debug)]
pub struct Saved {
    /// What it was.
    pub save: Save,
    /// Cycles of the machine before the next picture.
    pub cycles: u32,
    /// The same with all that was done before that picture: playing and drawing.
    pub tick: u32,
    /// Cycles in the time that pictures left, and in how many of them.
    pub work: u32,
    /// See [`work`](Saved::work).
    pub pictures: u32,
    /// Bytes written.
    pub written: u64,
    /// Sectors erased.
    pub erased: u64,
    /// Whether a floor was left.
    pub is_new_floor: bool,
}

impl Pair {
    /// Both switched on, with nothing saved yet, at the title.
    pub fn new(rom: &[u8], seed: u64) -> Pair {
        Pair::in_step(Console::start(&with_seed(rom, seed)), Twin::new(seed))
    }

    /// As [`new`](Pair::new), with `save` in their save memories.
    pub fn with_save(rom: &[u8], seed: u64, save: &[u8]) -> Pair {
        let console = Console::with_save(&with_seed(rom, seed), save);
        Pair::in_step(console, Twin::with_save(seed, save))
    }

    /// Lets `console` come to its first tick, and `twin` follow.
    pub fn in_step(mut console: Console, mut twin: Twin) -> Pair {
        console.boot();
        for _ in 0..console.ticks() {
            twin.tick(Buttons::NONE);
        }
        let script = format!(".*{} ", console.ticks());
        Pair { console, twin, script, saves: Vec::new(), unfinished: None }
    }

    /// The power fails, and comes back.
    #[must_use]
    pub fn cut(mut self, rom: &[u8], seed: u64) -> Pair {
        self.settle();
        let save = self.console.save();
        assert!(save == self.twin.save(), "what is saved differs");
        Pair::with_save(rom, seed, &save)
    }

    /// One tick with these buttons held.
    ///
    /// # Panics
    /// When they show different pictures.
    pub fn tick(&mut self, held: Buttons) {
        // The picture of a tick is shown while the next one is played.
        self.console.tick(held);
        let (tick, shown) = (self.console.ticks(), self.twin.picture.clone());
        let before = self.twin.wear();
        self.twin.tick(held);
        assert!(*self.console.picture() == shown, "the picture at tick {tick}");
        let after = self.twin.wear();
        let (written, erased) = (after.0 - before.0, after.1 - before.1);
        let cost = self.console.cost();
        let is_new_floor = self.twin.app.screen() == ScreenName::FloorChange;
        let (cycles, tick, work, pictures) = (cost.save, cost.total() - cost.work, 0, 0);
        let saved =
            |save| Saved { save, cycles, tick, work, pictures, written, erased, is_new_floor };
        self.saves.extend(self.twin.saved.map(saved));
        let unfinished = self.unfinished.or(self.saves.len().checked_sub(1));
        if let Some(unfinished) = unfinished.filter(|_| cost.work > 0) {
            let saved = &mut self.saves[unfinished];
            (saved.work, saved.pictures) = (saved.work + cost.work, saved.pictures + 1);
        }
        self.unfinished = unfinished.filter(|_| self.console.is_saving());
    }

    /// Lets time pass until all is saved that is to be.
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
        let mut saved = self.twin.saved;
        for _ in 0..REST_TICKS {
            self.tick(Buttons::NONE);
            saved = saved.or(self.twin.saved);
        }
        saved
    }

    /// Presses one button; gives what was saved because of it.
    pub fn tap(&mut self, button: Button) -> Option<Save> {
        self.press(Buttons::NONE.with(button))
    }

    /// Presses one direction; gives what was saved because of it.
    pub fn tap_way(&mut self, way: Direction) -> Option<Save> {
        self.press(Buttons::from(way))
    }

    /// Plays one turn.
    ///
    /// # Panics
    /// When the buttons for it do something else.
    pub fn perform(&mut self, command: Command) {
        while self.twin.app.screen() == ScreenName::FloorChange {
            self.play(".*1");
        }
        let saved = match command {
            Command::Walk(way) => self.tap_way(way),
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
        let item = &self.twin.app.game().player().pack[usize::from(index)];
        usize::from(item.kind != ItemKind::Key)
    }

    fn open_pack(&mut self, index: u8, deed: usize) -> Option<Save> {
        let worn = self.twin.app.game().player().worn.iter().count();
        self.choose(worn + usize::from(index), deed)
    }

    fn open_worn(&mut self, slot: Slot) -> Option<Save> {
        let worn = &self.twin.app.game().player().worn;
        let place = worn.iter().position(|(other, _)| other == slot).expect("it is worn");
        self.choose(place, 0)
    }

    /// Does one of the deeds with one of the entries of the pack.
    fn choose(&mut self, entry: usize, deed: usize) -> Option<Save> {
        self.tap(Button::Start);
        self.tap(Button::A);
        (0..entry).for_each(|_| _ = self.tap(Button::Down));
        self.tap(Button::A);
        (0..deed).for_each(|_| _ = self.tap(Button::Down));
        self.tap(Button::A)
    }

    /// Asserts that game and save are the same in both. It takes one tick.
    ///
    /// # Panics
    /// When they are not.
    pub fn assert_same(&mut self) {
        self.settle();
        let fingerprint = self.console.fingerprint();
        self.twin.tick(Buttons::NONE);
        write!(self.script, ".*1 ").expect("memory takes all");
        assert_eq!(fingerprint, self.twin.app.game().fingerprint(), "the games differ");
        assert!(self.console.save() == self.twin.save(), "what is saved differs");
    }
}
