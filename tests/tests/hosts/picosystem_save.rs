//! Checks saving on an emulated PicoSystem: with a power failure in any operation of the flash, with a worn chip, and
//! with foreign data in the flash. Saves also move to the desktop, to the cartridge, and back.

use musrex_core::app::ScreenName;
use musrex_core::chords::Chords;
use musrex_core::input::{Button, Buttons};
use musrex_core::{Command, Outcome};
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::{BYTES, Flash};
use musrex_testkit::gba::{Console, rom, with_seed};
use musrex_testkit::picosystem::{Lockstep, Reference, SAVE_ADDRESS, program};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::program::run;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::seeds::shifted;
use musrex_testkit::tier::pick;
use std::fs;

const SEED: u64 = 7;
/// The floor at which the runs end.
const GOAL: u8 = 3;

/// A run on this machine. It records the buttons, which the test then presses on the emulated machine.
struct Climb {
    reference: Reference,
    chords: Chords,
    /// The buttons held in each tick after the first one.
    held: Vec<Buttons>,
}

impl Climb {
    fn new(seed: u64) -> Climb {
        let (reference, chords) = (Reference::new(seed, None), Chords::new());
        let mut climb = Climb { reference, chords, held: Vec::new() };
        climb.tick(Buttons::NONE);
        climb.held.clear();
        climb
    }

    fn tick(&mut self, held: Buttons) {
        self.held.push(held);
        self.reference.tick(self.chords.update(held));
    }

    fn tap(&mut self, buttons: Buttons) {
        for held in [buttons, buttons, Buttons::NONE, Buttons::NONE] {
            self.tick(held);
        }
    }

    /// Plays with a bot. Returns whether the bot reaches the goal within the tick limit.
    fn play(&mut self, seed: u64) -> bool {
        /// The largest number of ticks of a run that is short enough for an emulator.
        const TICKS_MAX: usize = 2_500;
        let mut bot = PolicyBot::new(Policy::Careful, seed);
        self.tap(Buttons::NONE.with(Button::A));
        while self.held.len() < TICKS_MAX {
            let game = self.reference.app.game();
            let (floor, is_shown) =
                (game.floor().number(), self.reference.app.screen() == ScreenName::Play);
            if floor == GOAL && is_shown {
                return true;
            }
            if game.outcome() != Outcome::Playing {
                return false;
            }
            // The other screens are floor cards or questions, which A closes.
            let buttons = match bot.next(game) {
                Command::Walk(direction) if is_shown => Buttons::from(direction),
                _ => Buttons::NONE.with(Button::A),
            };
            self.tap(buttons);
        }
        false
    }
}

/// Returns the seed of a run that a bot plays to the goal with the D-pad and A, and the buttons held in each tick.
fn climb() -> (u64, Vec<Buttons>) {
    for seed in (1..400).map(shifted) {
        let mut climb = Climb::new(seed);
        if climb.play(seed) {
            return (seed, climb.held);
        }
    }
    panic!("of 400 runs, none climbs so soon");
}

/// A run is played to floor 3, and continues after the machine was switched off and on. It then continues on the
/// desktop, on the cartridge, and again on the first machine.
#[test]
fn a_run_goes_from_machine_to_machine() {
    let Some(program) = program() else { return };
    let (seed, held) = climb();
    let mut lockstep = Lockstep::new(program, seed);
    held.into_iter().for_each(|held| _ = lockstep.tick(held));
    for _ in 0..600 {
        if lockstep.reference.app.game().floor().number() == GOAL {
            break;
        }
        lockstep.tick(Buttons::NONE);
    }
    assert_eq!(lockstep.reference.app.game().floor().number(), GOAL);
    lockstep.assert_same();
    let save = lockstep.machine.save();
    // The machine is switched off and on: the run continues.
    let mut machine = lockstep.machine;
    let tick = machine.switch_on();
    let mut lockstep = Lockstep::of(machine, &tick, Reference::new(seed, Some(&save)));
    lockstep.play(".*30 A .*30 A A A .*30");
    assert_ne!(lockstep.reference.app.screen(), ScreenName::Title);
    lockstep.assert_same();

    // A dump of the flash brings the save to the desktop, where the run continues.
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("dump.bin"), lockstep.machine.tell("dump")).expect("there is room");
    run(folder.path(), &["save", "dump.bin", "extract", "a.sav"]).assert_done();
    assert_same!(fs::read(path("a.sav")).expect("it was written"), lockstep.machine.save());
    let script = ".*30 A .*30 A A A .*60";
    run(folder.path(), &["headless", "--input", script, "--save", "a.sav"]).assert_done();
    let save = fs::read(path("a.sav")).expect("it is there");

    // The run also continues on the cartridge.
    let save = match rom() {
        None => save,
        Some(rom) => {
            let mut console = Console::with_save(&with_seed(rom, seed), &save);
            console.boot();
            console.play(".*30 A .*30 A A A .*90");
            while console.is_saving() {
                console.play(".*1");
            }
            console.save()[..BYTES].to_vec()
        }
    };
    let found = SaveContents::load(&mut Flash::of(&save)).0.run.expect("a run is saved");
    assert_eq!(found.floor().number(), GOAL);

    // A UF2 file brings the save back. Loading it does not change the program.
    fs::write(path("b.sav"), &save).expect("there is room");
    run(folder.path(), &["save", "b.sav", "uf2", "b.uf2"]).assert_done();
    lockstep.machine.ask(&format!("load {}", path("b.uf2").display()));
    let mut machine = lockstep.machine;
    let tick = machine.switch_on();
    assert_same!(machine.save(), save, "the loader has written something else");
    let mut lockstep = Lockstep::of(machine, &tick, Reference::new(seed, Some(&save)));
    lockstep.play(".*30 A .*30");
    assert_ne!(lockstep.reference.app.screen(), ScreenName::Title);
    assert_eq!(lockstep.reference.app.game().turn(), found.turn());
    lockstep.assert_same();
}

// A file that is not a dump is refused, and no save file is created.
#[test]
fn only_a_save_is_extracted() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = folder.path();
    fs::write(path.join("short.bin"), vec![0; 1 << 20]).expect("there is room");
    fs::write(path.join("blank.bin"), vec![0xFF; 16 << 20]).expect("there is room");
    fs::write(path.join("zeros.bin"), vec![0; BYTES]).expect("there is room");
    let other: Vec<u8> = (0..=u8::MAX).cycle().take(BYTES).collect();
    fs::write(path.join("other.bin"), other).expect("there is room");
    for (dump, sentence) in [
        ("short.bin", "short.bin ends before the save, whose 65,536 bytes begin at 0xF00000"),
        ("blank.bin", "blank.bin has no save: nothing was saved there yet"),
        ("zeros.bin", "zeros.bin has no save: nothing was saved there yet"),
        ("other.bin", "other.bin is not a Mus Rex save"),
    ] {
        let out = run(path, &["save", dump, "extract", "out.sav"]);
        assert_eq!(out.assert_failed(1), sentence);
        assert!(!path.join("out.sav").exists());
    }
    let out = run(path, &["save", "other.bin", "uf2", "out.uf2"]);
    assert_eq!(out.assert_failed(1), "other.bin is not a Mus Rex save");
    // The 64 KiB of the save alone also count as a dump. The UF2 file contains these bytes at their address.
    let script = "A .*10 A A A .*60";
    run(path, &["headless", "--seed", "7", "--input", script, "--save", "a.sav"]).assert_done();
    run(path, &["save", "a.sav", "extract", "b.sav"]).assert_done();
    let save = fs::read(path.join("a.sav")).expect("it is there");
    assert_same!(fs::read(path.join("b.sav")).expect("it is there"), save);
    run(path, &["save", "a.sav", "uf2", "a.uf2"]).assert_done();
    let file = fs::read(path.join("a.uf2")).expect("it is there");
    let (bytes, families) = uf2_decode::convert_from_uf2(&file).expect("it is a UF2 file");
    assert_eq!(families.into_iter().collect::<Vec<_>>(), [(0xE48B_FF56, SAVE_ADDRESS.into())]);
    assert_same!(bytes, save);
}

/// A machine continues from one in this many cuts: in the short tier, and in the full tier.
const CUTS_A_BOOT: [usize; 2] = [24, 12];

// Power fails in the middle of every flash operation of a session from the options to the first floor. At most the turn
// being played is lost, and machines continue from a selection of the cuts.
#[test]
fn power_may_fail_in_every_operation() {
    let Some(program) = program() else { return };
    let mut lockstep = Lockstep::new(program, SEED);
    lockstep.play("Down Down Down Down Down Down A .*4 Right B .*4 Up Up Up Up Up Up .*4 A .*120");
    lockstep.assert_same();
    lockstep.machine.tell("torn");
    let script = "A A Up*40 .*9 Up .*9 Up .*120 A+B .*100 A A A .*90 A+B .*100";
    // The turn and the fingerprint of each state so far.
    let state = |lockstep: &Lockstep| {
        let game = lockstep.reference.app.game();
        (game.turn().0, game.fingerprint())
    };
    let mut states = vec![state(&lockstep)];
    // The save after each cut, and the last turn that was shown before the cut.
    let mut cuts: Vec<(Vec<u8>, u32)> = Vec::new();
    for held in musrex_testkit::gba::ticks_of(script) {
        lockstep.tick(held);
        let before = states.last().expect("there is one").0;
        if lockstep.reference.app.game().turn().0 != before {
            states.push(state(&lockstep));
        }
        let torn = lockstep.machine.tell("torn");
        cuts.extend(torn.chunks(BYTES).map(|save| (save.to_vec(), before)));
    }
    assert!(cuts.len() > 60, "the session has only {} operations", cuts.len());
    for (number, (save, shown)) in cuts.iter().enumerate() {
        let (found, loaded) = SaveContents::load(&mut Flash::of(save));
        assert!(loaded.save_error.is_none() && loaded.warnings.is_empty(), "{number}: {loaded:?}");
        let run = found.run.unwrap_or_else(|| panic!("operation {number}: the run is lost"));
        let state = (run.turn().0, run.fingerprint());
        assert!(states.contains(&state), "operation {number}: turn {} is another one", state.0);
        assert!(
            state.0 + 1 >= *shown,
            "operation {number}: {shown} was shown, {} is left",
            state.0
        );
    }
    let booted = cuts.iter().step_by(pick(CUTS_A_BOOT));
    println!("{} operations, and {} machines that go on", cuts.len(), booted.len());
    for (save, _) in booted {
        let mut lockstep = Lockstep::with_save(program, SEED, save);
        lockstep.play(".*2 A .*20 A .*20");
        assert_eq!(lockstep.reference.app.screen(), ScreenName::Play);
        lockstep.assert_same();
    }
}

// Foreign data in the flash stays unchanged until the player agrees to lose it. The pictures report the foreign data as
// on other hosts.
#[test]
fn something_else_in_the_flash_stays() {
    let Some(program) = program() else { return };
    let mut rng = TestRng(shifted(1));
    let noise: Vec<u8> = (0..BYTES).map(|_| rng.below(256).to_le_bytes()[0]).collect();
    let mut lockstep = Lockstep::with_save(program, SEED, &noise);
    lockstep.play(".*60 Down .*9 Up .*60");
    assert_same!(lockstep.machine.save(), noise, "something was written");
}

// If the chip can no longer be written, the player is informed and the game goes on.
#[test]
fn a_worn_chip_does_not_end_the_game() {
    let Some(program) = program() else { return };
    let mut lockstep = Lockstep::new(program, SEED);
    lockstep.play(".*30 A .*60 A A .*60");
    lockstep.assert_same();
    let save = lockstep.machine.save();
    lockstep.machine.ask("wear");
    // The machine's pictures report the fault, so they differ from those of the reference.
    let mut machine = lockstep.machine;
    let before = machine.picture();
    let a = Buttons::NONE.with(Button::A);
    for held in [a, a, a, a, a, a].into_iter().chain([Buttons::NONE; 60]) {
        let tick = machine.tick(held);
        assert!(!tick.is("hasPanicked"));
    }
    assert_ne!(machine.picture().pixels, before.pixels, "the player is told");
    assert_same!(machine.save(), save, "a worn chip keeps what it has");
    for held in [a, a, a, a, a].into_iter().chain([Buttons::NONE; 30]) {
        assert!(!machine.tick(held).is("hasPanicked"));
    }
}
