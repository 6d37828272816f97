//! Checks saving on an emulated Game Boy Advance. The machine is switched off or reset at any picture, finds foreign
//! data in the save memory, or has no save chip. Saves also move to the desktop and back.

use musrex_core::Floor;
use musrex_core::app::ScreenName;
use musrex_core::input::{Button, Buttons};
use musrex_core::quantity::Turn;
use musrex_core::save::{DeviceError, SaveRequest};
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::{BYTES, Flash};
use musrex_testkit::gba::{Console, IWRAM, rom, ticks_of, with_code, with_seed};
use musrex_testkit::lockstep::{Lockstep, LockstepReplay, Reference, short_recording};
use musrex_testkit::program::run;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::seeds::shifted;
use musrex_testkit::tier::pick;
use std::fs;
use std::path::Path;

const SEED: u64 = 7;

/// A session on an emulated machine. It records the expected contents of the save after each action, and every
/// different save seen at the end of a picture.
struct Session {
    console: Console,
    reference: Reference,
    /// The contents of the save after each action, with the number of turns played so far.
    kept: Vec<(SaveContents, u32)>,
    /// The index of the last action after which no write was pending.
    settled: usize,
    seen: Vec<Seen>,
}

/// A save that was seen at the end of a picture.
struct Seen {
    save: Vec<u8>,
    /// The indices of three actions: the last one after which no write was pending, the last one shown, and the current
    /// one.
    actions: [usize; 3],
}

impl Session {
    fn new(rom: &[u8], seed: u64) -> Session {
        let mut reference = Reference::new(seed);
        let Lockstep { console, .. } = Lockstep::new(rom, seed);
        (0..console.ticks()).for_each(|_| reference.tick(Buttons::NONE));
        let kept = vec![(SaveContents::load(&mut Flash::default()).0, 0)];
        let seen = vec![Seen { save: vec![0xFF; BYTES], actions: [0; 3] }];
        Session { console, reference, kept, settled: 0, seen }
    }

    fn play(&mut self, script: &str) {
        ticks_of(script).into_iter().for_each(|held| self.tick(held));
    }

    fn tick(&mut self, held: Buttons) {
        let shown = self.kept.len() - 1;
        let mut saves = Vec::new();
        let mut last = self.seen.last().expect("the first is there").save.clone();
        self.console.tick_watched(held, |emulator| {
            if *emulator.save_memory_mut() != last[..] {
                last = emulator.save_memory_mut().to_vec();
                saves.push(last.clone());
            }
        });
        self.reference.tick(held);
        if let Some(save) = self.reference.saved {
            let turns = self.kept[shown].1 + u32::from(matches!(save, SaveRequest::Turn(_)));
            self.kept.push((SaveContents::load(&mut Flash::of(&self.reference.save())).0, turns));
        }
        let actions = [self.settled, shown, self.kept.len() - 1];
        self.seen.extend(saves.into_iter().map(|save| Seen { save, actions }));
        if !self.console.is_saving() {
            assert_same!(last, self.reference.save(), "what is saved differs");
            self.settled = self.kept.len() - 1;
        }
    }
}

/// A machine continues with one in this many of the recorded saves: in the short tier, and in the full tier.
const SAVES_A_BOOT: [usize; 2] = [8, 1];

/// Plays from the options through a run with a new floor to a death. At the end of any picture, the save memory
/// contains the state before or after the current action. While a checkpoint is being written, it may contain the state
/// before the turn that is shown. A machine can continue with each of these states.
#[test]
fn switched_off_at_any_picture_no_more_than_a_turn_is_lost() {
    let Some(rom) = rom() else { return };
    let recording = short_recording();
    // The buttons come from a lockstep replay that plays the whole recording.
    let mut played = LockstepReplay::begin(rom, &recording);
    assert!(!played.play_while(|_| true));
    let script =
        played.lockstep.script.split_once(' ').expect("time passes before the first press").1;
    let mut session = Session::new(rom, played.seed());
    session.play("Down Down Down Down Down Down A .*4 Right B .*4 Up Up Up Up Up Up .*4");
    session.play(script);
    session.play(".*90 A .*20 A .*20 A .*20");
    let actions = session.kept.len() - 1;
    let mut lost = [0; 2];
    for (index, Seen { save, actions }) in session.seen.iter().enumerate() {
        let [settled, shown, doing] = actions;
        let (found, loaded) = SaveContents::load(&mut Flash::of(save));
        let actions = &session.kept[*settled..=*doing];
        let action = actions.iter().rev().find(|(kept, _)| *kept == found);
        let (_, turns) = action.unwrap_or_else(|| panic!("{}", found.brief()));
        lost[session.kept[*shown].1.saturating_sub(*turns) as usize] += 1;
        assert!(loaded.warnings.is_empty() && loaded.save_error.is_none(), "{:?}", loaded.warnings);
        if index % pick(SAVES_A_BOOT) > 0 {
            continue;
        }
        let mut lockstep = Lockstep::with_save(rom, SEED, save);
        if let Some(run) = &found.run {
            lockstep.tap(Button::A);
            assert_eq!(lockstep.console.fingerprint(), run.fingerprint());
        }
    }
    println!("{actions} actions; {} saves without and {} with a turn lost", lost[0], lost[1]);
    assert!(actions > 30 && session.seen.len() > actions && lost[0] > actions);
}

/// Resets the machine at every picture of a turn in which the player leaves a floor. So the reset hits the rules, the
/// generation of the floor, and the writing of each record.
#[test]
fn reset_at_any_picture_it_goes_on() {
    let Some(rom) = rom() else { return };
    let recording = short_recording();
    let mut played = LockstepReplay::begin(rom, &recording);
    let command = loop {
        let command = played.peek().expect("the lobby is left");
        let mut next = played.game().clone();
        next.step(command, &mut musrex_core::Events::new()).expect("it goes as it went");
        if next.floor() > Floor::LOBBY {
            break command;
        }
        played.play_turn();
    };
    let musrex_core::Command::Walk(direction) = command else { panic!("{command:?} is no step") };
    let lockstep = &mut played.lockstep;
    // A player without a kit gets a warning at the first step onto the stairs (W30).
    if lockstep.reference.app.game().has_kit_to_choose() {
        lockstep.tap_direction(direction);
    }
    lockstep.settle();
    let (state, save) = (lockstep.console.emulator.snapshot(), lockstep.console.save());
    let before = lockstep.reference.app.game().fingerprint();
    lockstep.tap_direction(direction);
    let after = lockstep.reference.app.game().fingerprint();
    let mut found = Vec::new();
    for pictures in 0..60 {
        lockstep.console.emulator.restore(&state);
        lockstep.console.emulator.save_memory_mut().copy_from_slice(&save);
        for picture in 0..pictures {
            let held = if picture < 2 { Buttons::from(direction) } else { Buttons::NONE };
            lockstep.console.emulator.run(held);
        }
        let save = lockstep.console.save();
        lockstep.console.emulator.reset();
        lockstep.console.boot();
        let mut reference = Reference::with_save(SEED, &save);
        (0..lockstep.console.ticks()).for_each(|_| reference.tick(Buttons::NONE));
        lockstep.console.play("A");
        ticks_of("A").into_iter().for_each(|held| reference.tick(held));
        let fingerprint = lockstep.console.fingerprint();
        assert_eq!(fingerprint, reference.app.game().fingerprint());
        found.push(fingerprint);
    }
    found.dedup();
    assert_eq!(found, [before, after], "first the turn is lost, and then it is not");
}

/// The smallest number of consoles on which random buttons are pressed: in the short tier, and in the full tier.
const ROUNDS_MIN: [u64; 2] = [1, 4];
/// The number of consoles after which every kind of save must have occurred.
const ROUNDS_MAX: u64 = 40;

/// Presses random buttons, faster than any hand could. They open menus, and give up, leave and continue runs during
/// pending writes. Every state equals that on the desktop, which writes everything at once.
#[test]
fn whatever_is_pressed_it_is_saved_as_on_a_desktop() {
    let Some(rom) = rom() else { return };
    let mut seen = [0; 5];
    for number in 1.. {
        let seed = shifted(number);
        let mut rng = TestRng(seed);
        let mut lockstep = Lockstep::new(rom, seed);
        for round in 0..1_500 {
            let button = Button::ALL[rng.below(10) as usize];
            // Most random presses lead onward, out of menus and across the floor.
            let button = match rng.below(3) {
                0 => button,
                1 => Button::A,
                _ => [Button::Left, Button::Right, Button::Up, Button::Down][rng.below(4) as usize],
            };
            lockstep.press(Buttons::NONE.with(button));
            if round % 100 == 0 {
                lockstep.assert_same();
            }
        }
        lockstep.assert_same();
        let of =
            |kind: SaveRequest| lockstep.saves.iter().filter(|saved| saved.save == kind).count();
        let kinds = [
            SaveRequest::Begin,
            SaveRequest::Idle,
            SaveRequest::Leave,
            SaveRequest::GiveUp,
            SaveRequest::Settings,
        ]
        .map(of);
        println!("seed {seed}: {} saves, {kinds:?}", lockstep.saves.len());
        seen = std::array::from_fn(|kind| seen[kind] + kinds[kind]);
        if number >= pick(ROUNDS_MIN) && seen.into_iter().all(|count| count > 1) {
            return;
        }
        assert!(number < ROUNDS_MAX, "chance has not saved every kind: {seen:?}");
    }
}

fn hash_of(state: &Path) -> u64 {
    let text = fs::read_to_string(state).expect("it was written");
    let state: serde_json::Value = serde_json::from_str(&text).expect("the state is JSON");
    u64::from_str_radix(state["hash"].as_str().expect("a hash"), 16).expect("sixteen digits")
}

#[test]
fn a_run_goes_to_the_desktop_and_back() {
    let Some(rom) = rom() else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let file = folder.path().join("a.sav");
    let mut lockstep = Lockstep::new(rom, SEED);
    lockstep.play("A .*30 Up Up Up A Left L+R .*30");
    let save = lockstep.console.save();
    assert_eq!(save.len(), BYTES);
    fs::write(&file, &save).expect("there is room");
    let script = "A .*10 A Left Left A";
    let arguments = ["headless", "--seed", "1", "--save", "a.sav", "--state", "s.json"];
    run(folder.path(), &[&arguments[..], &["--input", script]].concat()).assert_done();
    let there = hash_of(&folder.path().join("s.json"));
    lockstep.play("A Left Left A");
    assert_eq!(lockstep.reference.app.game().fingerprint(), there, "both went on alike");
    let mut back = Lockstep::with_save(rom, SEED, &fs::read(&file).expect("it is there"));
    back.tap(Button::A);
    assert_eq!(back.console.fingerprint(), there);
    back.reference.tick(Buttons::NONE);
    back.play("A A Right");
    back.assert_same();
}

/// A chip that contains the same byte everywhere counts as new: no question appears, and the run is saved.
#[test]
fn a_chip_of_zeros_is_a_new_one() {
    let Some(rom) = rom() else { return };
    let mut lockstep = Lockstep::with_save(rom, SEED, &[0; BYTES]);
    lockstep.play(".*20 A .*30 A A A A");
    assert_eq!(lockstep.reference.app.screen(), ScreenName::Play);
    lockstep.assert_same();
    let turn = lockstep.reference.app.game().turn();
    assert!(turn > Turn(0));
    let mut lockstep = lockstep.cut(rom, SEED);
    lockstep.tap(Button::A);
    assert_eq!(lockstep.reference.app.game().turn(), turn);
    lockstep.assert_same();
}

/// The title and the log report foreign data. None of its bytes changes until the player agrees to lose it.
#[test]
fn what_is_not_ours_is_told_and_left_alone() {
    let Some(rom) = rom() else { return };
    let mut rng = TestRng(shifted(4));
    let noise: Vec<u8> = (0..BYTES).map(|_| rng.below(256).to_le_bytes()[0]).collect();
    let mut other = vec![0xFF; BYTES];
    other[..16].copy_from_slice(b"Another Game 1.0");
    for bytes in [noise, other] {
        // The player chooses to play without saving.
        let mut lockstep = Lockstep::with_save(rom, SEED, &bytes);
        assert!(lockstep.reference.manager.as_ref().expect("a chip").save_error().is_some());
        lockstep.play(".*20 A .*10 A .*10 A A A Left Start .*4 B .*4");
        assert_eq!(lockstep.reference.app.screen(), ScreenName::Play);
        lockstep.assert_same();
        assert_same!(lockstep.console.save(), bytes);
        assert!(lockstep.saves.is_empty());
        // The player agrees to lose the foreign data.
        let mut lockstep = Lockstep::with_save(rom, SEED, &bytes);
        lockstep.play("A .*10 Down A .*10 A A A A");
        let turn = lockstep.reference.app.game().turn();
        assert!(turn > Turn(0));
        let mut lockstep = lockstep.cut(rom, SEED);
        lockstep.tap(Button::A);
        assert_eq!(lockstep.reference.app.game().turn(), turn);
        lockstep.assert_same();
    }
}

/// A machine continues a save of every format version that was ever released.
#[test]
fn old_saves_are_gone_on_with() {
    let Some(rom) = rom() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/saves");
    for file in fs::read_dir(folder).expect("there are saves") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "sav") {
            let mut lockstep =
                Lockstep::with_save(rom, SEED, &fs::read(&path).expect("it can be read"));
            lockstep.play(".*20 A .*10 A A Start .*4 Down Down A .*4 B B");
            lockstep.assert_same();
        }
    }
}

/// Game codes by which mGBA recognises two kinds of cartridge: without a save memory, and with 32 KiB of memory without
/// commands.
const WITHOUT_CHIPS: [([u8; 4], DeviceError); 2] =
    [(*b"A2YE", DeviceError::Missing), (*b"V49E", DeviceError::TooSmall)];

#[test]
fn without_a_chip_it_says_so_and_plays_on() {
    let Some(rom) = rom() else { return };
    for (code, device) in WITHOUT_CHIPS {
        let console = Console::start(&with_code(&with_seed(rom, SEED), code));
        let mut lockstep = Lockstep::synchronised(console, Reference::without_chip(SEED, device));
        lockstep.play(".*20 A .*30 A A Left L+R .*60 Start .*4 B");
        assert_eq!(lockstep.reference.app.screen(), ScreenName::Play);
        assert_eq!(lockstep.console.fingerprint(), lockstep.reference.app.game().fingerprint());
        let log = lockstep.console.emulator.take_log().concat();
        assert!(!log.contains("Flash"), "{log}");
        assert!(
            lockstep.console.save().iter().all(|&byte| byte == 0xff),
            "its memory is as it was"
        );
    }
}

/// If the chip does not carry out an erase, the program waits only for a limited time. Then it reports that the chip
/// does not work.
#[test]
fn an_erase_that_never_ends_is_given_up() {
    /// The instruction `mov r3, #0x30`, which starts an erase once the chip is ready for it.
    const ERASE: u32 = 0xe3a0_3030;
    let Some(rom) = rom() else { return };
    let tries = |is_broken: bool| {
        let mut console = Console::start(&with_seed(rom, SEED));
        console.boot();
        console.emulator.save_memory_mut()[0xf000..].fill(0);
        let code = console.emulator.memory_mut(IWRAM.start, IWRAM.end - IWRAM.start);
        let mut words = code.chunks_exact_mut(4).filter(|word| **word == ERASE.to_le_bytes());
        let word = words.next().expect("it erases");
        if is_broken {
            word.copy_from_slice(&(ERASE + 1).to_le_bytes());
        }
        console.tries_flash()
    };
    assert!(tries(false) && !tries(true));
}

/// From the middle of a run on, the chip ignores all commands. The program waits briefly, informs the player, and plays
/// on.
#[test]
fn a_chip_that_breaks_is_told_and_not_waited_for() {
    let Some(rom) = rom() else { return };
    let mut lockstep = Lockstep::new(rom, SEED);
    lockstep.play("A .*30 A A");
    let save = lockstep.console.save();
    lockstep.console.break_chip();
    lockstep.reference.manager.as_mut().expect("a chip").flash().steps_left = Some(0);
    lockstep.play("A .*30 Left .*9 A A A Start .*4 B");
    assert_eq!(
        lockstep.saves.last().map(|saved| saved.save),
        Some(SaveRequest::Turn(musrex_core::Command::Wait))
    );
    let waited = lockstep.saves.last().expect("one").cycles;
    assert!(waited < 2 * 16_777_216, "{waited} cycles");
    assert_eq!(lockstep.console.fingerprint(), lockstep.reference.app.game().fingerprint());
    assert_same!(lockstep.console.save(), save);
}
