//! Checks that a damaged save loses no turn if its run was recorded, because the recording beside it restores the run
//! (E20, H5).

use musrex_core::poll::block_on;
use musrex_core::replay::command_text;
use musrex_core::save::SaveManager;
use musrex_core::{Command, Events, Game};
use musrex_testkit::assert_same;
use musrex_testkit::flash::Flash;
use musrex_testkit::program::{is_installed, run};
use musrex_testkit::records::{FlashItem, KEY_OF_JOURNAL, items};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::screen::{Keysym, Playing, Screen};
use musrex_testkit::tier::{can_use, is_in_tier};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// The number of bytes of a sector of a save.
const SECTOR: usize = 4_096;
/// The number of turns of the run.
const TURNS: u32 = 230;

/// A save of a run in which the player only waits, with the run's recording beside it.
struct Recorded {
    folder: TempDir,
    /// The bytes of the save.
    save: Vec<u8>,
    game: Box<Game>,
}

impl Recorded {
    fn new() -> Recorded {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let mut manager = block_on(SaveManager::open(Flash::default()));
        let mut game = Box::new(Game::new(7));
        let check = |game: &Game| format!("= {} {:016x}\n", game.turn().0, game.fingerprint());
        let mut text = format!("musrex-replay 1\nseed 7\nversion 0.2.0\n{}", check(&game));
        manager.begin(&game).expect("the flash is whole");
        for turn in 1..=TURNS {
            game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
            manager.turn(Command::Wait, &game).expect("the flash is whole");
            writeln!(text, "{}", command_text(Command::Wait)).expect("strings grow");
            if turn % 100 == 0 {
                text.push_str(&check(&game));
            }
        }
        let save = manager.flash().bytes.to_vec();
        let recordings = folder.path().join("m.sav.replays");
        fs::create_dir(&recordings).expect("there is room");
        fs::write(recordings.join("running"), text).expect("there is room");
        Recorded { folder, save, game }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the run that the save file currently contains.
    fn saved(&self) -> Option<Box<Game>> {
        run_in(&fs::read(self.path().join("m.sav")).expect("it is there"))
    }
}

/// Returns the run loaded from `bytes`.
fn run_in(bytes: &[u8]) -> Option<Box<Game>> {
    let mut flash = Flash::default();
    flash.bytes.copy_from_slice(bytes);
    SaveContents::load(&mut flash).0.run
}

/// Returns whether loading `bytes` warns that the run has lost something, but reports no error of the save.
fn loses_turns(bytes: &[u8]) -> bool {
    let mut flash = Flash::default();
    flash.bytes.copy_from_slice(bytes);
    let (_, loaded) = SaveContents::load(&mut flash);
    loaded.warnings.iter().any(|warning| warning.concerns_run()) && loaded.save_error.is_none()
}

/// Returns a save in which both entries of the first turn after the checkpoint are damaged.
fn damaged(save: &[u8]) -> Vec<u8> {
    let items = items(save);
    let run = items.iter().filter(|item| item.key == 1).map(|item| item.epoch).max();
    let counts = |item: &&FlashItem| item.key == KEY_OF_JOURNAL && Some(item.epoch) >= run;
    let first = items.iter().find(counts).expect("a turn after the checkpoint");
    let mut bytes = save.to_vec();
    for item in items.iter().filter(|item| item.key == first.key && item.data == first.data) {
        bytes[item.end() - 1] ^= 1;
    }
    assert!(loses_turns(&bytes), "nothing is lost");
    bytes
}

// The window is killed during play, and its save is damaged afterwards. The next start restores the run from the
// recording.
#[test]
fn the_recording_of_a_window_brings_its_run_back() {
    const RETURN: Keysym = Keysym(0xFF0D);
    const WAIT: Keysym = Keysym(0x002E);
    const PATIENCE: Duration = Duration::from_secs(20);
    if !is_in_tier("a window to be played") || !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (path, save) = (folder.path(), folder.path().join("m.sav"));
    let screen = Screen::open();
    let arguments = ["--seed", "7", "--size", "240x160", "--save", "m.sav"];
    let Some((playing, _)) = Playing::open(&screen, path, &arguments, PATIENCE) else { return };
    for key in [RETURN].into_iter().chain([WAIT; 12]) {
        thread::sleep(Duration::from_millis(300));
        screen.tap(key, Duration::from_millis(60));
    }
    thread::sleep(Duration::from_millis(500));
    drop(playing);
    let bytes = fs::read(&save).expect("it is there");
    let game = run_in(&bytes).expect("it was played");
    assert!(game.turn().0 >= 10, "{:?}", game.turn());
    fs::write(&save, damaged(&bytes)).expect("there is room");
    let said = run(path, &["headless", "--input", ".", "--save", "m.sav"]);
    assert!(said.stderr.contains("restored from the recording"), "{said:?}");
    assert_same!(run_in(&fs::read(&save).expect("it is there")), Some(game));
}

/// Returns saves that lose turns: one with damaged entries, and some that lack two sectors. Also asserts that a save
/// that lacks only one sector loses nothing.
fn losing_turns(save: &[u8]) -> Vec<Vec<u8>> {
    let sectors = || 0..save.len() / SECTOR;
    let without = |lost: [usize; 2]| {
        let mut bytes = save.to_vec();
        lost.iter().for_each(|sector| bytes[sector * SECTOR..][..SECTOR].fill(0));
        bytes
    };
    assert!(!sectors().any(|sector| loses_turns(&without([sector; 2]))));
    let pairs =
        sectors().flat_map(|first| sectors().skip(first + 1).map(move |second| [first, second]));
    let lost = pairs.map(without).filter(|bytes| loses_turns(bytes));
    [damaged(save)].into_iter().chain(lost.take(3)).collect()
}

#[test]
fn lost_sectors_lose_no_turn_of_a_recorded_run() {
    let recorded = Recorded::new();
    let path = recorded.path();
    for (number, bytes) in losing_turns(&recorded.save).into_iter().enumerate() {
        fs::write(path.join("m.sav"), &bytes).expect("there is room");
        let said = run(path, &["headless", "--input", ".", "--save", "m.sav"]);
        assert_eq!(said.code, Some(0), "save {number}: {said:?}");
        assert!(said.stderr.contains("restored from the recording"), "save {number}: {said:?}");
        assert_eq!(said.stderr.lines().count(), 2, "{said:?}");
        let copy = match number {
            0 => "m.sav.damaged".to_owned(),
            number => format!("m.sav.damaged-{}", number + 1),
        };
        assert!(said.stderr.contains(&format!("and {copy} is a copy")), "{said:?}");
        assert_same!(fs::read(path.join(copy)).expect("it is kept"), bytes, "the damaged save");
        assert_same!(recorded.saved(), Some(recorded.game.clone()), "save {number}");
        assert_eq!(run(path, &["save", "m.sav", "check"]).stdout, "m.sav is undamaged\n");
        // The next session has nothing to report.
        run(path, &["headless", "--input", ".", "--save", "m.sav"]).assert_done();
    }
}

// A recording of another run, or a recording whose replay differs, restores nothing.
#[test]
fn a_recording_that_differs_is_not_used() {
    let recorded = Recorded::new();
    let path = recorded.path();
    let running = path.join("m.sav.replays/running");
    let text = fs::read_to_string(&running).expect("it is there");
    let bytes = damaged(&recorded.save);
    for other in [
        text.replace("seed 7", "seed 8"),
        text.replacen(".\n", "l\n", 1),
        text.replace("= 200 ", "= 200 0"),
        text.replace("musrex-replay 1", "musrex-replay 2"),
        String::new(),
    ] {
        fs::write(&running, other).expect("there is room");
        fs::write(path.join("m.sav"), &bytes).expect("there is room");
        let said = run(path, &["headless", "--input", ".", "--save", "m.sav"]);
        assert!(!said.stderr.contains("restored"), "{said:?}");
        assert!(recorded.saved() != Some(recorded.game.clone()));
    }
    assert!(path.join("m.sav.damaged").exists(), "a copy is kept all the same");
}
