//! Checks the save of the libretro core. Every turn is on the disk before it is shown, even if the front end is killed.
//! Either the file or the save memory is the valid save.

use super::contract::{FlashFault, Machine, Played, begun, check};
use musrex_core::app::ScreenName;
use musrex_core::input::{Button, Buttons};
use musrex_testkit::assert_same;
use musrex_testkit::flash::Flash;
use musrex_testkit::gba::ticks_of;
use musrex_testkit::libretro::{Core, FrontEnd, Lockstep, Processor, Reference, SAVE_BYTES};
use musrex_testkit::program::run;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::tier;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const SIZE: [u16; 2] = [320, 240];
/// A script that begins a run.
const BEGIN: &str = "A .*60";
/// A script that plays some turns, and goes up.
const PLAY: &str = "Left .*9 Right .*9 L+R .*150 L+R .*150";
/// A script that continues a run from the title.
const GO_ON: &str = ".*30 A .*60";

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("musrex.sav")
}

fn read(folder: &TempDir) -> Vec<u8> {
    fs::read(file(folder)).expect("there is a save")
}

fn turn(save: &[u8]) -> Option<u32> {
    let (contents, loaded) = SaveContents::load(&mut Flash::of(save));
    assert!(loaded.warnings.is_empty() && !loaded.is_damaged, "{loaded:?}");
    contents.run.map(|game| game.turn().0)
}

fn play(front_end: &mut FrontEnd, script: &str) {
    for held in ticks_of(script) {
        front_end.run(held, 1);
    }
}

/// Returns the save of a run after some turns.
fn played() -> Vec<u8> {
    let mut reference = Reference::new(SIZE, None);
    for held in ticks_of(&[BEGIN, PLAY].join(" ")) {
        reference.tick(held, None);
    }
    reference.save()
}

/// Starts a front end that lacks the features in `missing`, and loads the core.
fn poor(core: &Core, folder: &TempDir, missing: &[&str]) -> FrontEnd {
    let mut front_end = FrontEnd::start(core, Some(folder.path()), missing);
    front_end.load_core();
    front_end
}

// The front end is killed during a step or after it. The file contains every turn that was shown.
#[test]
fn a_front_end_that_is_killed_loses_no_turn() {
    const KILLS: [usize; 3] = [24, 6, 6];
    for (processor, kills) in
        [Processor::Host, Processor::Aarch64, Processor::Armv7].into_iter().zip(KILLS)
    {
        let Some(core) = processor.core() else { return };
        let folder = folder();
        let mut reference = Reference::new(SIZE, None);
        let mut script = format!("{BEGIN} {PLAY}");
        for kill in 0..kills {
            let mut lockstep = Lockstep::of(FrontEnd::load(core, folder.path()), reference);
            lockstep.play(&script);
            for held in [Button::Left, Button::Right].map(|it| Buttons::NONE.with(it)) {
                lockstep.tick(held);
            }
            // The number of ticks from the step to the kill varies.
            (0..kill % 5).for_each(|_| lockstep.tick(Buttons::NONE));
            assert_same!(read(&folder), lockstep.reference.save(), "not all is on the disk");
            let shown = lockstep.reference.app.game().turn().0;
            lockstep.front_end.kill();
            let save = read(&folder);
            assert_eq!(turn(&save), Some(shown), "{processor:?}, kill {kill}");
            reference = Reference::new(SIZE, Some(&save));
            assert_eq!(reference.app.screen(), ScreenName::Title);
            script = GO_ON.to_owned();
        }
    }
}

// The disk becomes full after some number of writes, in the middle of a turn or a checkpoint. Then the front end is
// killed.
#[test]
fn a_full_disk_costs_a_turn_at_most_and_is_told() {
    let Some(core) = Processor::Host.core() else { return };
    for writes in tier::pick([[3, 20, 40], [1, 30, 90]]) {
        let folder = folder();
        fs::write(file(&folder), played()).expect("there is room");
        let before = turn(&read(&folder)).expect("there is a run");
        let mut front_end = FrontEnd::load(core, folder.path());
        play(&mut front_end, GO_ON);
        front_end.tell(&format!("full {writes}"));
        let mut shown = before;
        let mut reference = Reference::new(SIZE, Some(&read(&folder)));
        for held in ticks_of(GO_ON) {
            reference.tick(held, None);
        }
        let mut last_saved = before;
        for held in ticks_of(&"Left .*6 Right .*6 ".repeat(60)) {
            front_end.run(held, 1);
            reference.tick(held, None);
            shown = reference.app.game().turn().0;
            let log = front_end.text("log");
            if log.contains("Nothing is saved any more") {
                break;
            }
            last_saved = shown;
        }
        assert!(shown < before + 120, "{writes} writes are not used up");
        front_end.kill();
        let contents = SaveContents::load(&mut Flash::of(&read(&folder))).0;
        let found = contents.run.expect("there is a run").turn().0;
        assert!(found == last_saved || found == shown, "{found}, not {last_saved} or {shown}");
    }
}

// If a front end cannot open files, the save is in the save memory.
#[test]
fn save_memory_is_the_fallback() {
    let Some(core) = Processor::Host.core() else { return };
    let mut memory = Vec::new();
    let mut reference = Reference::new(SIZE, None);
    for script in [format!("{BEGIN} {PLAY}"), format!("{GO_ON} Left .*9"), GO_ON.to_owned()] {
        let mut front_end = FrontEnd::start(core, None, &[]);
        front_end.load_core();
        let log = front_end.text("log");
        assert!(
            log.contains("info: ") && log.contains("save memory") && log.contains("no folder"),
            "{log}"
        );
        if !memory.is_empty() {
            assert_eq!(front_end.bring(&memory), SAVE_BYTES);
        }
        let mut lockstep = Lockstep::of(front_end, reference);
        lockstep.play(&script);
        memory = lockstep.front_end.tell("memory");
        assert_same!(memory, lockstep.reference.save(), "the save memory differs");
        lockstep.front_end.tell("unload");
        reference = Reference::new(SIZE, Some(&memory));
    }
    assert!(turn(&memory) > Some(3));
}

// A front end that could not open files before can do so now. A new file takes over the contents of the save memory,
// and is the valid save from then on.
#[test]
fn a_new_file_takes_over_the_save_memory() {
    let Some(core) = Processor::Host.core() else { return };
    let (folder, memory) = (folder(), played());
    let mut front_end = FrontEnd::load(core, folder.path());
    assert_eq!(front_end.bring(&memory), SAVE_BYTES);
    let mut lockstep = Lockstep::of(front_end, Reference::new(SIZE, Some(&memory)));
    lockstep.play(GO_ON);
    assert_eq!(lockstep.front_end.tell("memory").len(), SAVE_BYTES, "nothing was written yet");
    lockstep.play("Left .*9 Right .*9");
    assert_same!(read(&folder), lockstep.reference.save(), "the file differs");
    assert!(lockstep.front_end.tell("memory").is_empty(), "the file is the truth");
    lockstep.front_end.kill();
    let save = read(&folder);
    // The old save memory is ignored from now on.
    let mut front_end = FrontEnd::load(core, folder.path());
    assert_eq!(front_end.bring(&memory), 0, "nobody asks for it");
    let mut lockstep = Lockstep::of(front_end, Reference::new(SIZE, Some(&save)));
    lockstep.play(GO_ON);
}

// A file left incomplete because the front end was killed does not hide the save memory.
#[test]
fn a_torn_file_is_not_the_truth() {
    let Some(core) = Processor::Host.core() else { return };
    let (folder, memory) = (folder(), played());
    fs::write(file(&folder), &memory[..9_000]).expect("there is room");
    let mut front_end = FrontEnd::load(core, folder.path());
    assert_eq!(front_end.bring(&memory), SAVE_BYTES);
    let mut lockstep = Lockstep::of(front_end, Reference::new(SIZE, Some(&memory)));
    let before = turn(&memory);
    lockstep.play(&format!("{GO_ON} Left .*9 Right .*9"));
    assert!(turn(&lockstep.reference.save()) > before, "a turn was played");
    assert_same!(read(&folder), lockstep.reference.save(), "the file differs");
}

// A foreign file is not overwritten without the player's consent. With a read-only file, the game is played without
// saving.
#[test]
fn foreign_and_read_only_files_stay_as_they_are() {
    let Some(core) = Processor::Host.core() else { return };
    let other = b"This is no save.".repeat(9_000);
    for content in [&other[..], &other[..100]] {
        let folder = folder();
        fs::write(file(&folder), content).expect("there is room");
        let mut front_end = FrontEnd::load(core, folder.path());
        play(&mut front_end, ".*60");
        front_end.tell("unload");
        assert_same!(read(&folder), content.to_vec(), "the file has changed");
    }
    // This front end cannot open files for writing.
    let (folder, save) = (folder(), played());
    fs::write(file(&folder), &save).expect("there is room");
    let mut front_end = poor(core, &folder, &["writing"]);
    play(&mut front_end, &format!("{GO_ON} Left .*9"));
    let log = front_end.text("log");
    assert!(log.contains("error: ") && log.contains("can't be written"), "{log}");
    front_end.tell("unload");
    assert_same!(read(&folder), save, "the file has changed");
}

// The front end's menu ends the game and restarts it. The run can then be continued from the title.
#[test]
fn a_reset_and_another_load_go_on() {
    let Some(core) = Processor::Host.core() else { return };
    let folder = folder();
    let mut front_end = FrontEnd::load(core, folder.path());
    play(&mut front_end, &format!("{BEGIN} {PLAY}"));
    for end in ["reset", "unload"] {
        let before = turn(&read(&folder));
        front_end.tell(end);
        if end == "unload" {
            front_end.load_core();
        }
        let save = read(&folder);
        assert_eq!(turn(&save), before, "{end}");
        let mut lockstep = Lockstep::of(front_end, Reference::new(SIZE, Some(&save)));
        lockstep.play(&format!("{GO_ON} Left .*9 Right .*9"));
        assert_same!(read(&folder), lockstep.reference.save(), "the save differs after {end}");
        assert!(turn(&read(&folder)) > before);
        front_end = lockstep.front_end;
    }
}

// The save has the same bytes on every host, so a run moves from the core to the desktop and back.
#[test]
fn a_run_goes_to_the_desktop_and_back() {
    let Some(core) = Processor::Host.core() else { return };
    let folder = folder();
    let mut front_end = FrontEnd::load(core, folder.path());
    play(&mut front_end, &format!("{BEGIN} {PLAY}"));
    front_end.kill();
    let before = turn(&read(&folder)).expect("there is a run");
    let script = "A .*60 Left Right .*10";
    run(folder.path(), &["headless", "--save", "musrex.sav", "--input", script]).assert_done();
    let there = turn(&read(&folder)).expect("there is a run");
    assert!(there > before);
    let mut lockstep = Lockstep::of(
        FrontEnd::load(core, folder.path()),
        Reference::new(SIZE, Some(&read(&folder))),
    );
    lockstep.play(&format!("{GO_ON} Left .*9 Right .*9"));
    assert!(turn(&read(&folder)) > Some(there));
}

/// The libretro core in a front end that saves to a file.
struct Libretro(&'static Core);

impl Libretro {
    fn played(&self, save: &[u8], script: &str, fault: FlashFault) -> (FrontEnd, TempDir) {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        fs::write(folder.path().join("musrex.sav"), save).expect("there is room for a save");
        let mut front_end = FrontEnd::load(self.0, folder.path());
        if fault == FlashFault::Broken {
            front_end.tell("full 9");
        }
        for held in ticks_of(script) {
            front_end.run(held, 1);
        }
        (front_end, folder)
    }
}

impl Machine for Libretro {
    fn play(&self, save: &[u8], script: &str, fault: FlashFault) -> Option<Played> {
        // The core writes within the tick, so a slow disk makes no difference here.
        let (mut front_end, folder) = self.played(save, script, fault);
        let told = (fault == FlashFault::Broken).then(|| front_end.text("log"));
        front_end.tell("unload");
        let save = fs::read(folder.path().join("musrex.sav")).expect("there is a save");
        Some(Played { save, fingerprint: None, told })
    }

    fn cut(&self, script: &str) -> Option<Vec<u8>> {
        let (front_end, folder) = self.played(&begun(), script, FlashFault::None);
        front_end.kill();
        Some(fs::read(folder.path().join("musrex.sav")).expect("there is a save"))
    }

    fn has_chance(&self) -> bool {
        true
    }
}

#[test]
fn the_core_for_libretro_keeps_it() {
    if let Some(core) = Processor::Host.core() {
        check(&Libretro(core));
    }
}
