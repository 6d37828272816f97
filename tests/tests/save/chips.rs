//! Checks the driver of save memory on every kind of memory, one bus cycle at a time. The sessions include power cuts,
//! foreign data in the memory, and memory that does not work.

use embedded_storage_async::nor_flash::{NorFlash, ReadNorFlash};
use musrex_chip::{BYTES, Chip, Fault, SAMPLES, SECTOR_BYTES};
use musrex_core::app::Settings;
use musrex_core::poll::block_on;
use musrex_core::save::{DeviceError, SaveError, SaveManager, SaveRequest, SaveSource, Score};
use musrex_core::{Events, Game, Outcome};
use musrex_testkit::assert_same;
use musrex_testkit::chips::{Flash, Memory, OpenBus, SST, SimulatedBus, Step, VBA, apply, place};
use musrex_testkit::cuts::Tried;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::progress::Progress;
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{Player, SaveContents, on_all_processors};
use musrex_testkit::seeds::{shifted, shifts};
use musrex_testkit::tier;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Memory that can store a save: flash by the makers whose chips are in cartridges, flash with the faults of emulators
/// and flash carts, and memory without commands.
const SUPPORTED: [(&str, Memory); 14] = [
    ("SST", Memory::Flash(SST)),
    ("Macronix", Memory::Flash(Flash { id: [0xc2, 0x1c], ..SST })),
    ("Panasonic", Memory::Flash(Flash { id: [0x32, 0x1b], ..SST })),
    ("Macronix, 128 KiB", Memory::Flash(Flash { id: [0xc2, 0x09], banks: 2, ..SST })),
    ("Sanyo, 128 KiB", Memory::Flash(Flash { id: [0x62, 0x13], banks: 2, ..SST })),
    ("an ID that repeats", Memory::Flash(Flash { repeats_id: true, ..SST })),
    ("a slow erase", Memory::Flash(Flash { erase_milliseconds: 1_500, ..SST })),
    ("mGBA", Memory::Flash(MGBA)),
    ("VBA", Memory::Flash(VBA)),
    ("VBA, first filled with ones", Memory::Flash(VBA_OF_ONES)),
    ("erases to zeros", Memory::Flash(Flash { pretends: false, ..VBA_OF_ONES })),
    ("erases the first byte only", Memory::Flash(Flash { erases_first: true, ..VBA_OF_ONES })),
    ("does not erase", Memory::Flash(Flash { erased: None, pretends: false, ..VBA_OF_ONES })),
    ("SRAM", Memory::Ram(BYTES as usize, 0xff)),
];

const MGBA: Flash =
    Flash { erased: Some(0xff), pretends: false, status: Some(0x5f), ..VBA_OF_ONES };
const VBA_OF_ONES: Flash = Flash { fresh: 0xff, ..VBA };

/// Kinds of memory that are initially full of zeros or of arbitrary bytes.
const STARTS_OTHERWISE: [(&str, Memory); 3] = [
    ("VBA", Memory::Flash(VBA)),
    ("SRAM of zeros", Memory::Ram(BYTES as usize, 0x00)),
    ("SRAM of other bytes", Memory::Ram(BYTES as usize, 0x42)),
];

/// Kinds of memory that cannot store a save, with the error that the driver reports.
const UNSUPPORTED: [(&str, Memory, DeviceError); 9] = [
    ("Atmel", Memory::Flash(Flash { id: [0x1f, 0x3d], ..SST }), DeviceError::Missing),
    ("Atmel, an ID that repeats", Memory::Flash(ATMEL_THAT_REPEATS), DeviceError::Missing),
    ("SRAM of 32 KiB", Memory::Ram(0x8000, 0xff), DeviceError::TooSmall),
    ("SRAM of 32 KiB, zeros", Memory::Ram(0x8000, 0x00), DeviceError::TooSmall),
    ("SRAM of 8 KiB", Memory::Ram(0x2000, 0x00), DeviceError::TooSmall),
    ("nothing, ones", Memory::Nothing(OpenBus::Constant(0xff)), DeviceError::Missing),
    ("nothing, zeros", Memory::Nothing(OpenBus::Constant(0x00)), DeviceError::Missing),
    ("nothing, other bits", Memory::Nothing(OpenBus::Constant(0x0e)), DeviceError::Missing),
    ("nothing, an echo", Memory::Nothing(OpenBus::Echo), DeviceError::Missing),
];

const ATMEL_THAT_REPEATS: Flash = Flash { id: [0x1f, 0x3d], repeats_id: true, ..SST };

const RAM: Memory = Memory::Ram(BYTES as usize, 0xff);
const SECTOR: usize = SECTOR_BYTES as usize;

type Driver = Chip<SimulatedBus>;

fn switch_on(memory: Memory, bytes: &[u8]) -> Driver {
    Chip::find(SimulatedBus::with(memory, bytes))
}

/// Returns the contents of a memory of this kind that begin with `bytes`.
fn filled(memory: Memory, bytes: &[u8]) -> Vec<u8> {
    let mut all = SimulatedBus::new(memory).bytes;
    all[..bytes.len()].copy_from_slice(bytes);
    all
}

/// Returns a save in which most sectors are in use, so that some must soon be erased.
fn used_save() -> &'static [u8] {
    static SAVE: OnceLock<Vec<u8>> = OnceLock::new();
    SAVE.get_or_init(|| Player::veteran(shifted(1)).manager.flash().bytes.to_vec())
}

/// Opens a save. Returns its manager, its contents, and a description of the result.
fn open(memory: Memory, bytes: &[u8]) -> (SaveManager<Driver>, SaveContents, String) {
    let mut manager = block_on(SaveManager::open_with(switch_on(memory, bytes), DeviceError::from));
    let mut game = Box::new(Game::new(0));
    let loaded = block_on(manager.load(&mut game));
    let said = match (loaded.save_error, &loaded.warnings[..]) {
        (None, []) => String::new(),
        (save_error, warnings) => format!("{save_error:?} {warnings:?}"),
    };
    let run = loaded.has_run.then_some(game);
    (manager, SaveContents { run, scores: loaded.scores, settings: loaded.settings }, said)
}

/// A player whose machine is switched off and on.
struct Session {
    memory: Memory,
    manager: SaveManager<Driver>,
    bot: PolicyBot,
    kept: SaveContents,
    seed: u64,
    /// The bytes of the memory at the beginning.
    start: Vec<u8>,
    /// All steps before the machine was last switched on.
    steps: Vec<Step>,
    /// The contents after each save, with the number of steps so far.
    actions: Vec<(usize, SaveContents)>,
    /// The number of steps before each time the machine was switched on.
    starts: Vec<usize>,
}

impl Session {
    /// Continues the run in `start`, or begins a run. If `start` contains foreign data, agrees to lose it.
    fn new(memory: Memory, start: &[u8], seed: u64) -> Session {
        let (manager, kept, _) = open(memory, start);
        let mut session = Session {
            memory,
            manager,
            bot: PolicyBot::new(Policy::Wander, seed),
            kept: kept.clone(),
            seed,
            start: start.to_vec(),
            steps: Vec::new(),
            actions: vec![(0, kept)],
            starts: vec![0],
        };
        if session.kept.run.is_none() {
            if session.manager.save_error() == Some(SaveError::Foreign) {
                session.manager.allow_overwrite();
                session.begin();
                session.start_here();
            } else {
                session.begin();
            }
        }
        session
    }

    /// Drops all steps recorded so far.
    fn start_here(&mut self) {
        let bus = self.manager.flash().bus();
        bus.steps.clear();
        self.start.clone_from(&bus.bytes);
        self.actions = vec![(0, self.kept.clone())];
        self.starts.clear();
    }

    fn note(&mut self) {
        let steps = self.steps.len() + self.manager.flash().bus().steps.len();
        self.actions.push((steps, self.kept.clone()));
    }

    fn begin(&mut self) {
        self.seed = self.seed.wrapping_add(1_000);
        let game = Box::new(Game::new(self.seed));
        self.save(SaveRequest::Begin, &game);
        self.kept.run = Some(game);
        self.note();
    }

    fn save(&mut self, request: SaveRequest, game: &Game) {
        let (scores, settings) = (&self.kept.scores, &Settings::default());
        self.manager.save(request, SaveSource { game, scores, settings }).expect("it is saved");
    }

    fn turn(&mut self) {
        let mut game = self.kept.run.take().expect("a run");
        let mut events = Events::new();
        let command = self.bot.play(&mut game, &mut events);
        self.kept.scores.note_turn(&game, &events, &game.visible());
        if game.outcome() == Outcome::Playing {
            self.save(SaveRequest::Turn(command), &game);
            self.kept.run = Some(game);
            return self.note();
        }
        self.kept.scores.insert(Score::of(&game));
        self.save(SaveRequest::End(command), &game);
        self.note();
        self.begin();
    }

    /// Leaves the game, switches the machine off and on, and continues.
    fn leave(&mut self) {
        self.save(SaveRequest::Leave, &self.kept.run.clone().expect("a run"));
        self.note();
        let bus = self.manager.flash().bus();
        assert_eq!(bus.stores_while_busy, 0, "flash that is erasing is left alone");
        let (bytes, is_other_bank) = (bus.bytes.clone(), |byte: &u8| *byte == 0xff);
        assert!(bytes.iter().skip(BYTES as usize).all(is_other_bank), "only one bank is used");
        self.steps.append(&mut bus.steps);
        self.starts.push(self.steps.len());
        let (manager, found, said) = open(self.memory, &bytes);
        assert_same!(found, self.kept, "{said}");
        assert!(said.is_empty(), "{said}");
        self.manager = manager;
    }

    fn play(&mut self, rng: &mut TestRng, turns: u32) {
        for _ in 0..turns {
            self.turn();
            match rng.below(8) {
                0 => self.leave(),
                1 => self.save(SaveRequest::Idle, &self.kept.run.clone().expect("a run")),
                _ => {}
            }
        }
        self.leave();
    }

    /// Returns the number of sectors erased so far.
    fn erased(&self) -> usize {
        // A driver of RAM need not write every byte that it erases, so the first erased byte of a sector counts.
        let (mut bytes, mut sectors, mut last) = (self.start.clone(), 0, None);
        for &step in &self.steps {
            if let Step::Byte(at, 0xff) = step
                && bytes[at] != 0xff
                && last.replace(at / SECTOR) != Some(at / SECTOR)
            {
                sectors += 1;
            }
            apply(&mut bytes, step);
        }
        sectors
    }

    /// Cuts the power after some of the steps: all steps by which the driver identifies the memory, all steps that
    /// change a whole sector, and a random selection of the other steps.
    fn check_cuts(&self, rng: &mut TestRng, what: &str) {
        let (mut bytes, mut cuts) = (self.start.clone(), 0);
        let progress = Progress::new("steps", self.steps.len() as u64);
        for at in 0..=self.steps.len() {
            progress.add(1);
            let is_start = self.starts.iter().any(|&start| (start..start + 8).contains(&at));
            let is_sector = at > 0 && matches!(self.steps[at - 1], Step::Sector(..));
            let is_tried = is_start || is_sector && at.is_multiple_of(tier::pick([11, 1]));
            if is_tried || rng.below(tier::pick(STEPS_A_CUT)) == 0 {
                let goes_on = is_sector || rng.below(16) == 0;
                self.check_cut(&bytes, at, goes_on, &format!("{what}, cut after step {at}"));
                cuts += 1;
            }
            if let Some(&step) = self.steps.get(at) {
                apply(&mut bytes, step);
            }
        }
        println!("{what}: {} actions, {} erases, {cuts} cuts", self.actions.len(), self.erased());
    }

    /// Opens the memory with the contents `bytes`, which a cut after step `at` has left. While it is being opened, cuts
    /// the power a second time, once after each of some steps. Returns the number of second cuts.
    fn check_second_cuts(&self, bytes: &[u8], at: usize, what: &str) -> usize {
        let (mut manager, _, _) = open(self.memory, bytes);
        let steps = core::mem::take(&mut manager.flash().bus().steps);
        let mut now = bytes.to_vec();
        let cuts = Tried::Some.cuts(&steps, place);
        let cuts: Vec<usize> = cuts.into_iter().step_by(tier::pick([7, 1])).collect();
        let mut done = 0;
        for &cut in &cuts {
            steps[done..cut].iter().for_each(|&step| apply(&mut now, step));
            done = cut;
            self.check_cut(&now, at, false, &format!("{what}, cut after {at} and {cut} steps"));
        }
        steps[done..].iter().for_each(|&step| apply(&mut now, step));
        let cuts = cuts.len();
        // The continued run is the same, whenever the second cut was.
        let (manager, kept, said) = open(self.memory, &now);
        assert!(said.is_empty(), "{what}, cut after step {at}: {said}");
        let Some(mut game) = kept.run else { return cuts };
        let (mut manager, mut bot) = (manager, PolicyBot::new(Policy::Wander, self.seed));
        for _ in 0..3 {
            let command = bot.play(&mut game, &mut Events::new());
            if game.outcome() != Outcome::Playing {
                return cuts;
            }
            manager.turn(command, &game).expect("it is saved");
        }
        let (_, found, said) = open(self.memory, &manager.flash().bus().bytes);
        assert_same!(found.run, Some(game), "{what}, gone on after {at}");
        assert!(said.is_empty(), "{what}, gone on after {at}: {said}");
        cuts
    }

    /// Checks that after a cut, the save has the contents from before or after the interrupted action, without a
    /// warning, and that play continues.
    fn check_cut(&self, bytes: &[u8], at: usize, goes_on: bool, what: &str) {
        let (_, found, said) = open(self.memory, bytes);
        let after =
            self.actions.partition_point(|(steps, _)| *steps < at).min(self.actions.len() - 1);
        let around = [&self.actions[after.saturating_sub(1)].1, &self.actions[after].1];
        assert!(around.contains(&&found), "{what}: {}", found.brief());
        assert!(said.is_empty(), "{what}: {said}");
        if matches!(self.memory, Memory::Ram(..)) && found.run.is_some() {
            // The driver may have changed the first byte. Other programs must accept the save nevertheless.
            let (on_desktop, loaded) =
                SaveContents::load(&mut musrex_testkit::flash::Flash::of(bytes));
            assert_same!(on_desktop, found, "{what}");
            assert!(loaded.warnings.is_empty(), "{what}: {:?}", loaded.warnings);
        }
        if goes_on {
            let mut session = Session::new(self.memory, bytes, self.seed.wrapping_add(7));
            session.play(&mut TestRng(self.seed), 40);
        }
    }
}

/// Power fails at any step of a session, and again at any step of the driver while it then opens the save. The save
/// found is always the same, and can be continued.
#[test]
fn every_step_of_every_opening_may_be_the_last() {
    let kinds = [("SST", Memory::Flash(SST)), ("VBA", Memory::Flash(VBA)), ("SRAM", RAM)];
    for (number, (what, memory)) in (11..).zip(kinds) {
        let mut session = Session::new(memory, &filled(memory, used_save()), shifted(number));
        session.leave();
        session.start_here();
        while session.erased() == 0 || session.actions.len() < 12 {
            session.turn();
            if session.actions.len().is_multiple_of(4) {
                session.leave();
            }
            assert!(session.actions.len() < 2_000, "{what}: no sector is erased");
        }
        session.leave();
        let first = session.steps.len().saturating_sub(tier::pick(STEPS_TRIED));
        let mut bytes = session.start.clone();
        let mut done = 0;
        let mut cuts = Vec::new();
        for at in Tried::Some.cuts(&session.steps, place) {
            session.steps[done..at].iter().for_each(|&step| apply(&mut bytes, step));
            done = at;
            if at >= first {
                cuts.push((at, bytes.clone()));
            }
        }
        let second_cuts = AtomicUsize::new(0);
        on_all_processors(cuts.len(), |index| {
            let (at, bytes) = &cuts[index];
            let count = session.check_second_cuts(bytes, *at, what);
            second_cuts.fetch_add(count, Ordering::Relaxed);
        });
        println!("{what}: {} cuts, {second_cuts:?} second cuts", cuts.len());
    }
}

/// The number of steps at the end of a session to try as first cuts: in the short tier, and in the full tier.
const STEPS_TRIED: [usize; 2] = [200, 6_000];
/// The average number of steps between random cuts: in the short tier, and in the full tier.
const STEPS_A_CUT: [u32; 2] = [4_096, 64];

#[test]
fn a_session_on_new_memory_survives_cuts() {
    for (number, (what, memory)) in (1..).zip(SUPPORTED.into_iter().chain(STARTS_OTHERWISE)) {
        let mut rng = TestRng(shifted(number));
        let new = filled(memory, &[]);
        assert_eq!(open(memory, &new).2, "", "{what}: it is blank, and nothing is asked");
        let mut session = Session::new(memory, &new, shifted(number));
        session.play(&mut rng, 40);
        session.check_cuts(&mut rng, what);
    }
}

#[test]
fn a_session_on_used_memory_survives_cuts() {
    const TURNS_MAX: usize = 2_000;
    // The short tier tries every fifth kind of memory. Each kind is also cut with new memory.
    for (number, (what, memory)) in (1..).zip(SUPPORTED).step_by(tier::pick([5, 1])) {
        let mut rng = TestRng(shifted(number));
        let mut session = Session::new(memory, &filled(memory, used_save()), shifted(number));
        while session.erased() < 4 {
            session.play(&mut rng, 20);
            assert!(session.actions.len() < TURNS_MAX, "{what}: sectors are erased");
        }
        session.check_cuts(&mut rng, what);
    }
}

/// The bytes that replace a lost sector: zeros, ones, or noise.
const LOST: [Option<u8>; 3] = [Some(0), Some(0xff), None];

/// The kinds of memory on which sectors are lost. Each behaves differently.
const LOST_ON: [&str; 6] = ["SST", "mGBA", "VBA", "erases to zeros", "does not erase", "SRAM"];

/// On each kind of memory in [`LOST_ON`], losing a sector loses no data of the save, and play continues.
#[test]
fn a_lost_sector_of_any_chip_loses_nothing() {
    let kinds = SUPPORTED.iter().filter(|(what, _)| LOST_ON.contains(what)).collect::<Vec<_>>();
    for seed in shifts(9) {
        let mut player = Player::veteran(seed);
        let (bytes, kept) = (player.manager.flash().bytes.to_vec(), player.kept);
        let (cases, every) =
            (kinds.len() * LOST.len() * BYTES as usize / SECTOR, tier::pick([17, 1]));
        on_all_processors(cases / every, |index| {
            let index = index * every;
            let ((what, memory), index) = (kinds[index % kinds.len()], index / kinds.len());
            let (fault, sector) = (LOST[index % LOST.len()], index / LOST.len());
            let what = format!("{what}, sector {sector}: {fault:?}");
            let mut rng = TestRng(seed.wrapping_add(index as u64));
            let mut lost = filled(*memory, &bytes);
            let noise = |byte: &mut u8| *byte = fault.unwrap_or(rng.below(256).to_le_bytes()[0]);
            lost[sector * SECTOR..][..SECTOR].iter_mut().for_each(noise);
            let (mut manager, found, said) = open(*memory, &lost);
            assert_same!(found, kept, "{what}");
            assert!(said.is_empty(), "{what}: {said}");
            let mended = manager.flash().bus().bytes.clone();
            let (_, found, said) = open(*memory, &mended);
            assert_same!(found, kept, "{what}, mended");
            assert!(said.is_empty(), "{what}, mended: {said}");
            let mut session = Session::new(*memory, &mended, seed);
            session.play(&mut TestRng(seed), 3);
        });
    }
}

#[test]
fn memory_that_keeps_no_save_is_told_and_left_alone() {
    for (what, memory, device) in UNSUPPORTED {
        let bytes = filled(memory, &[]);
        let mut manager =
            block_on(SaveManager::open_with(switch_on(memory, &bytes), DeviceError::from));
        assert_eq!(manager.save_error(), Some(SaveError::Device(device)), "{what}");
        let _ = manager.begin(&Game::new(7));
        assert_same!(manager.flash().bus().bytes, bytes, "{what} is as it was");
    }
}

/// Returns foreign contents of a memory: saves of other games, data that begin like a save, and data that look like a
/// save whose power failed while the driver identified the memory.
fn somebody_elses() -> Vec<Vec<u8>> {
    let mut rng = TestRng(shifted(5));
    let mut noise = || (0..BYTES).map(|_| rng.below(256).to_le_bytes()[0]).collect::<Vec<_>>();
    let mut all = vec![noise()];
    for first in [b'A', 0x00, 0xff, 0x09, 0x06, 0xf6, 0xf9] {
        all.push(noise());
        all.last_mut().expect("one")[0] = first;
        for filler in [0x00, 0xff] {
            let mut bytes = vec![filler; BYTES as usize];
            bytes[..12].copy_from_slice(b"?nother Game");
            bytes[0] = first;
            all.push(bytes);
        }
    }
    all
}

/// Foreign data stays unchanged at every moment until the player agrees to lose it.
#[test]
fn what_is_not_ours_is_left_alone() {
    for (what, memory) in SUPPORTED {
        for bytes in somebody_elses() {
            let bytes = filled(memory, &bytes);
            let mut manager =
                block_on(SaveManager::open_with(switch_on(memory, &bytes), DeviceError::from));
            assert_eq!(manager.save_error(), Some(SaveError::Foreign), "{what}");
            let bus = manager.flash().bus();
            let changes = |step: &Step| !matches!(*step, Step::Byte(at, byte) if bytes[at] == byte);
            assert!(!bus.steps.iter().any(changes), "{what}");
            assert_same!(bus.bytes, bytes, "{what}");
            // The player agrees to lose the data.
            let mut session = Session::new(memory, &bytes, shifted(3));
            session.play(&mut TestRng(shifted(3)), 5);
        }
    }
    // If there is no memory, the driver may detect this only after the player has agreed.
    let nothing = switch_on(Memory::Nothing(OpenBus::Address), &[]);
    let mut manager = block_on(SaveManager::open_with(nothing, DeviceError::from));
    assert_eq!(manager.save_error(), Some(SaveError::Foreign));
    manager.allow_overwrite();
    assert_eq!(manager.begin(&Game::new(7)), Err(SaveError::Device(DeviceError::Missing)));
}

/// Power fails repeatedly while the driver identifies the memory. Every byte is restored.
#[test]
fn memory_without_commands_is_told_without_harm() {
    let empty = [0x00, 0x42, 0xff].map(|byte| vec![byte; BYTES as usize]);
    // One sector has just received its mark, and another is being erased.
    let made = |first: u8, filler: u8| {
        let mut bytes = vec![filler; BYTES as usize];
        bytes[0] = first;
        bytes
    };
    let half_done = [made(0x00, 0xff), made(0xff, 0x00)];
    for bytes in empty.iter().chain(&half_done).map(Vec::as_slice).chain([used_save()]) {
        for memory in [RAM, Memory::Ram(0x8000, 0xff)] {
            let bytes = &bytes[..memory.bytes()];
            let mut seen = vec![bytes.to_vec()];
            let mut next = 0;
            while let Some(start) = seen.get(next).cloned() {
                let mut driver = switch_on(memory, &start);
                assert_same!(*driver.bus().bytes, *bytes, "what is there is as it was");
                let (mut cut, steps) = (start, driver.bus().steps.clone());
                for step in steps {
                    apply(&mut cut, step);
                    if !seen.contains(&cut) {
                        seen.push(cut.clone());
                    }
                }
                next += 1;
            }
            assert_eq!(seen.len(), 3, "as it was, and with each of two other first bytes");
        }
    }
}

/// Erases a sector that contains zeros. Returns the result, and the bus with its counts of stores and reads.
fn erase(flash: Flash) -> (Result<(), Fault>, SimulatedBus) {
    let mut driver = switch_on(Memory::Flash(flash), &filled(Memory::Flash(flash), used_save()));
    let last = BYTES - SECTOR_BYTES;
    block_on(driver.write(last, &[0; 64])).expect("zeros can always be written");
    let before = driver.bus().clone();
    let erased = block_on(driver.erase(last, BYTES));
    let bus = driver.bus();
    bus.stores -= before.stores;
    bus.reads -= before.reads;
    let mut bytes = [0; SECTOR];
    if erased.is_ok() {
        assert_eq!(bus.stores_while_busy, 0);
        let mut driver = switch_on(Memory::Flash(flash), &bus.bytes);
        block_on(driver.read(last, &mut bytes)).expect("it can be read");
        assert_same!(bytes[..], [0xff; SECTOR][..], "an erased sector");
    }
    (erased, bus.clone())
}

/// If a sector erases correctly, erasing it costs only an erase command, the wait for it, and some reads.
#[test]
fn flash_that_erases_costs_no_more_than_some_looks() {
    let (erased, bus) = erase(Flash { erase_milliseconds: 0, ..SST });
    assert_eq!((erased, bus.stores, bus.reads), (Ok(()), 6, 1 + SAMPLES));
    for erase_milliseconds in [1, 25, 300, 1_900] {
        let (erased, bus) = erase(Flash { erase_milliseconds, ..SST });
        assert_eq!((erased, bus.stores), (Ok(()), 6));
    }
}

/// A byte that equals the status of a busy memory does not confuse the driver. At any position, this byte is written
/// and read back like any other.
#[test]
fn a_byte_that_looks_like_a_status_is_written_like_any_other() {
    for length in [1, 2, 63, 64, 65, 128, 200] {
        for place in [0, length / 2, length - 1, length] {
            let mut bytes = vec![0x5f; length];
            if place < length {
                // Either all bytes except this one have the value, or only this byte.
                bytes[place] = 0x31;
            }
            let alone = bytes.iter().map(|byte| byte ^ 0x5f ^ 0x31).collect();
            for bytes in [bytes, alone] {
                let mut chip =
                    switch_on(Memory::Flash(MGBA), &SimulatedBus::new(Memory::Flash(MGBA)).bytes);
                block_on(chip.erase(0x3000, 0x4000)).expect("it erases");
                block_on(chip.write(0x3010, &bytes)).expect("it writes");
                let mut found = [0; 1];
                block_on(chip.read(0x3800, &mut found)).expect("it reads");
                assert_eq!(found, [0xff], "{length} bytes, {place}");
                assert_eq!(chip.bus().bytes[0x3010..][..length], bytes, "{length} bytes, {place}");
            }
        }
    }
}

/// The driver soon gives up if the erase command of a flash does not work.
#[test]
fn flash_that_does_not_erase_is_given_up() {
    const MILLISECONDS_MAX: u32 = 3_000;
    for broken in [
        Flash { erase_milliseconds: u32::MAX / 1_000, ..SST },
        Flash { erased: None, ..SST },
        Flash { erased: Some(0x00), ..SST },
        Flash { erased: Some(0x00), erases_first: true, ..SST },
    ] {
        let (erased, bus) = erase(broken);
        assert_eq!(erased, Err(Fault::Broken), "{broken:?}");
        assert!(bus.milliseconds() < MILLISECONDS_MAX, "{} ms", bus.milliseconds());
        // The player is told of the fault when a sector must be erased.
        let mut manager =
            block_on(SaveManager::open(switch_on(Memory::Flash(broken), used_save())));
        manager.allow_overwrite();
        assert_eq!(manager.begin(&Game::new(7)), Err(SaveError::Device(DeviceError::Broken)));
    }
}

/// The driver refuses a range that is beyond the memory or not made of whole sectors. The memory stays unchanged.
#[test]
fn places_that_are_not_there_are_refused() {
    let mut driver = switch_on(RAM, &filled(RAM, &[]));
    let steps = driver.bus().steps.len();
    let mut read = [0; 7];
    assert_eq!(block_on(driver.erase(1, SECTOR_BYTES)), Err(Fault::NotAligned));
    assert_eq!(block_on(driver.erase(BYTES, BYTES + SECTOR_BYTES)), Err(Fault::OutOfBounds));
    assert_eq!(block_on(driver.write(BYTES - 1, b"..")), Err(Fault::OutOfBounds));
    assert_eq!(block_on(driver.read(BYTES, &mut read)), Err(Fault::OutOfBounds));
    assert_eq!(driver.bus().steps.len(), steps);
}
