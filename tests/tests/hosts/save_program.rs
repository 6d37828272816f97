//! Checks the program and its save file (E20, H5): when the program is killed; when the file is foreign, damaged,
//! locked or read-only; and when the disk is full. The game plays on, reports the fault, and changes no byte of the
//! file. A script fails if its game could not be saved.

use musrex_core::poll::block_on;
use musrex_core::save::{FORMAT_VERSION, SaveManager};
use musrex_core::world::FloorState;
use musrex_core::{Floor, Game, worldgen};
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::flash::Flash;
use musrex_testkit::program::{musrex, on_full_disk, run};
use musrex_testkit::progress::Progress;
use musrex_testkit::records::{KEY_OF_JOURNAL, image, items};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::seeds;
use musrex_testkit::source::root;
use musrex_testkit::tier::pick;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const BYTES: usize = 65_536;

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn play(folder: &Path, save: &str, script: &str) -> musrex_testkit::program::Run {
    run(folder, &["headless", "--seed", "7", "--input", script, "--save", save])
}

/// Returns the turn of the run, as reported by `musrex save FILE info`.
fn saved_turn(folder: &Path, save: &str) -> Option<u32> {
    let info = run(folder, &["save", save, "info"]);
    assert_eq!((info.code, info.stderr.as_str()), (Some(0), ""), "{info:?}");
    let line = info.stdout.lines().find(|line| line.starts_with("Run:"))?;
    line.rsplit_once("turn ")?.1.parse().ok()
}

#[test]
fn a_run_is_gone_on_with() {
    let folder = folder();
    let path = folder.path();
    play(path, "a.sav", "A .*10 A A A A A Left Left").assert_done();
    assert_eq!(fs::metadata(path.join("a.sav")).unwrap().len(), 65_536);
    assert_eq!(saved_turn(path, "a.sav"), Some(5));
    play(path, "a.sav", "A .*10 A A").assert_done();
    assert_eq!(saved_turn(path, "a.sav"), Some(7));
    let info = run(path, &["save", "a.sav", "info"]).stdout;
    assert!(info.contains("seed 7, lobby, level 1, 25 hp, turn 7"), "{info}");
    let check = run(path, &["save", "a.sav", "check"]);
    assert_eq!((check.code, check.stdout.as_str()), (Some(0), "a.sav is undamaged\n"));
    // Without `--save`, the program neither continues a run nor writes a save.
    run(path, &["headless", "--seed", "7", "--input", "A .*10 A A"]).assert_done();
    assert_eq!(saved_turn(path, "a.sav"), Some(7));
}

/// The number of times that the program is killed: in the short tier, and in the full tier.
const KILLS: [usize; 2] = [60, 200];

// Each turn is on the disk before it is shown. So after a kill, the save contains every turn that was shown, and at
// most one more.
#[test]
fn killed_at_any_moment_a_run_goes_on() {
    let folder = folder();
    let path = folder.path();
    let turns: String = (1..=400).map(|turn| format!("A png:{turn}.png ")).collect();
    fs::write(path.join("script.txt"), format!("A .*10 {turns}")).unwrap();
    let mut rng = TestRng(seeds::shifted(7));
    let (mut turn, mut deaths_in_play) = (0, 0);
    // On a slow machine, the game takes longer to begin.
    let mut most_micros = 60_000;
    let kills = pick(KILLS);
    let progress = Progress::new("kills", kills as u64);
    for kill in 0..kills {
        progress.add(1);
        let mut child = Command::new(musrex())
            .args(["headless", "--seed", "7", "--size", "240x160"])
            .args(["--input", "script.txt", "--save", "k.sav"])
            .current_dir(path)
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_micros(u64::from(rng.below(most_micros))));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut shown = 0u32;
        // The picture file may exist without being complete. In that case, the turn was about to be shown.
        while path.join(format!("{}.png", shown + 1)).exists() {
            shown += 1;
            fs::remove_file(path.join(format!("{shown}.png"))).unwrap();
        }
        let exists = path.join("k.sav").exists();
        assert!(exists || (shown == 0 && turn == 0), "kill {kill}");
        let found = if exists && fs::metadata(path.join("k.sav")).unwrap().len() == BYTES as u64 {
            saved_turn(path, "k.sav").unwrap_or(0)
        } else {
            0
        };
        // The first two presses of a new run answer its opening, and play no turn (H9).
        let played = shown.saturating_sub(if turn == 0 { 2 } else { 0 });
        let expected = turn + played..=turn + shown + 1;
        assert!(expected.contains(&found), "kill {kill}: {shown} shown from {turn}, {found} saved");
        deaths_in_play += usize::from(shown > 0);
        if shown == 0 {
            most_micros = (most_micros + most_micros / 8).min(2_000_000);
        }
        turn = found;
    }
    println!("{turn} turns, killed {deaths_in_play} times in the midst of play");
    assert!(deaths_in_play > kills / 10, "the kills come too early");
}

#[test]
fn strangers_and_wrong_sizes_are_named_and_left_alone() {
    let folder = folder();
    let path = folder.path();
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("stranger", (0..BYTES).map(|at| at.to_le_bytes()[1]).collect(), "is not a Mus Rex save"),
        ("short", vec![0x42; 100], "does not have 65,536 bytes"),
        ("long", vec![0xFF; BYTES + 1], "does not have 65,536 bytes"),
        ("nearly empty", [vec![0; BYTES - 1], vec![1]].concat(), "is not a Mus Rex save"),
        ("text", b"hello".to_vec(), "does not have 65,536 bytes"),
    ];
    for (name, bytes, words) in &cases {
        fs::write(path.join(name), bytes).unwrap();
        for command in ["info", "check"] {
            let sentence = run(path, &["save", name, command]).assert_failed(1).to_owned();
            assert!(sentence.contains(words) && sentence.contains(name), "{sentence}");
        }
        // Nevertheless, the game can be played, reports the fault, and changes nothing.
        let run = play(path, name, "A .*10 A .*10 A A A png:played.png");
        let sentence = run.assert_failed(1);
        assert!(sentence.contains(words) && sentence.contains("without saving"), "{sentence}");
        fs::remove_file(path.join("played.png")).expect("the script was played");
        assert_same!(fs::read(path.join(name)).unwrap(), *bytes, "{name} was touched");
        // The player agrees to overwrite the file.
        let agreed = play(path, name, "A .*10 Down A .*10 A A A A A");
        assert_eq!(agreed.code, Some(0));
        assert_eq!(saved_turn(path, name), Some(3), "{name}");
    }
}

// Emulators whose chips start filled with zeros leave such files.
#[test]
fn a_file_of_one_byte_is_a_save_with_nothing_in_it() {
    let folder = folder();
    let path = folder.path();
    for byte in [0, 0xFF] {
        fs::write(path.join("blank.sav"), vec![byte; BYTES]).unwrap();
        let info = run(path, &["save", "blank.sav", "info"]);
        assert!(info.code == Some(0) && info.stdout.contains("Run: none"), "{info:?}");
        assert_eq!(run(path, &["save", "blank.sav", "check"]).stdout, "blank.sav is undamaged\n");
        play(path, "blank.sav", "A .*10 A A A A A").assert_done();
        assert_eq!(saved_turn(path, "blank.sav"), Some(3));
    }
}

/// Returns the bytes of a new save.
fn fresh_save(folder: &Path) -> Vec<u8> {
    play(folder, "fresh.sav", "A .*10 A A A A A").assert_done();
    fs::read(folder.join("fresh.sav")).unwrap()
}

#[test]
fn a_save_of_a_newer_game_is_named_and_left_alone() {
    let folder = folder();
    let path = folder.path();
    // A later version of the program might write such a save: its sectors have another format version.
    let bytes = image(9, &items(&fresh_save(path)));
    fs::write(path.join("newer.sav"), &bytes).unwrap();
    for command in ["info", "check"] {
        let sentence = run(path, &["save", "newer.sav", command]).assert_failed(1).to_owned();
        let words = format!("newer Mus Rex (format 9, but this one reads {FORMAT_VERSION})");
        assert!(sentence.contains(&words), "{sentence}");
    }
    // The player chooses to play without saving.
    let run = play(path, "newer.sav", "A .*10 A .*10 A A A");
    let sentence = run.assert_failed(1);
    assert!(sentence.contains("newer Mus Rex") && sentence.contains("without saving"));
    assert_same!(*fs::read(path.join("newer.sav")).unwrap(), *bytes, "it was touched");
    let agreed = play(path, "newer.sav", "A .*10 Down A .*10 A A A A A");
    assert_eq!(agreed.code, Some(0));
    assert_eq!(saved_turn(path, "newer.sav"), Some(3));
}

// The record of a floor that the player has left does not show whether the floor belongs to the run. To find out, the
// floor must be built. The game builds the floor when the player enters it again, and reports the fault then. `check`
// builds the floor and reports the fault at once.
#[test]
fn a_floor_of_another_run_is_found_by_a_check() {
    let folder = folder();
    let path = folder.path();
    let floor = Floor::new(1).expect("a floor of the tower");
    let mut foreign = FloorState::EMPTY;
    worldgen::generate(8, floor, &mut foreign);
    let mut game = Box::new(Game::new(7));
    game.set_stored_floor(floor, foreign.to_stored().expect("a floor as it was built"));
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    fs::write(path.join("f.sav"), &manager.flash().bytes).expect("there is room");
    let sentence = run(path, &["save", "f.sav", "check"]).assert_failed(1).to_owned();
    assert!(sentence.contains("floor 1 cannot be read"), "{sentence}");
    let info = run(path, &["save", "f.sav", "info"]);
    assert!(info.stdout.contains("Damaged: floor 1"), "{info:?}");
    let (found, loaded) = SaveContents::load(manager.flash());
    assert_same!(found.run, Some(game));
    assert!(loaded.warnings.is_empty());
}

#[test]
fn damage_is_told() {
    let folder = folder();
    let path = folder.path();
    let mut bytes = fresh_save(path);
    // One bit of the second turn is flipped in both entries of the turn.
    let items = items(&bytes).into_iter().filter(|item| item.key == KEY_OF_JOURNAL);
    let mut entries: Vec<(u8, usize)> = items.map(|item| (item.data[0], item.end() - 1)).collect();
    entries.sort_unstable();
    assert_eq!(entries.len(), 6, "each of three turns has two entries");
    bytes[entries[2].1] ^= 1;
    bytes[entries[3].1] ^= 1;
    fs::write(path.join("d.sav"), &bytes).unwrap();
    let sentence = run(path, &["save", "d.sav", "check"]).assert_failed(1).to_owned();
    assert!(sentence.contains("2 turns of the run are lost"), "{sentence}");
    let info = run(path, &["save", "d.sav", "info"]);
    assert_eq!(info.code, Some(0));
    assert!(info.stdout.contains("Damaged: 2 turns"), "{info:?}");
    assert_same!(*fs::read(path.join("d.sav")).unwrap(), *bytes, "looking changes nothing");
    // One bit of the second turn is flipped in one entry only. The game reads the intact entry, and rewrites the
    // damaged one.
    bytes[entries[2].1] ^= 1;
    bytes[entries[3].1] ^= 1;
    bytes[entries[2].1] ^= 1;
    fs::write(path.join("last.sav"), &bytes).unwrap();
    let check = run(path, &["save", "last.sav", "check"]);
    let words = "last.sav has lost nothing: one of its two copies is damaged, and the game will repair it\n";
    assert_eq!((check.code, check.stdout.as_str()), (Some(0), words));
    assert_eq!(saved_turn(path, "last.sav"), Some(3));
    let mended = play(path, "last.sav", "A .*10 A");
    assert!(mended.code == Some(0) && mended.stderr.contains("nothing is lost"), "{mended:?}");
    assert_same!(*fs::read(path.join("last.sav.damaged")).unwrap(), *bytes, "a copy is kept");
    assert_eq!(saved_turn(path, "last.sav"), Some(4));
    assert_eq!(run(path, &["save", "last.sav", "check"]).stdout, "last.sav is undamaged\n");
    assert_eq!(run(path, &["save", "none.sav", "info"]).code, Some(1));
    assert_eq!(run(path, &["save", "d.sav"]).code, Some(2));
    assert_eq!(run(path, &["save", "d.sav", "squeak"]).code, Some(2));
}

// The run in the save follows other rules, which does not count as damage.
#[test]
fn a_save_of_an_earlier_game_is_whole() {
    for version in 1..FORMAT_VERSION {
        let folder = folder();
        let stored = root().join(format!("tests/golden/saves/v{version}.sav"));
        fs::copy(stored, folder.path().join("old.sav")).expect("there is room");
        let said = run(folder.path(), &["save", "old.sav", "check"]);
        let words =
            "old.sav is undamaged, but its run is from an older Mus Rex and cannot be continued";
        assert_eq!(said.assert_failed(1), words, "version {version}");
        let info = run(folder.path(), &["save", "old.sav", "info"]);
        assert!(info.stdout.contains("Run: from an older Mus Rex"), "{info:?}");
        assert!(!info.stdout.contains("Damaged"), "{info:?}");
    }
}

#[test]
fn a_second_game_is_told_and_plays_without_saving() {
    let folder = folder();
    let path = folder.path();
    let bytes = fresh_save(path);
    let held = File::open(path.join("fresh.sav")).unwrap();
    held.try_lock().unwrap();
    let second = play(path, "fresh.sav", "A .*10 A A A A A");
    assert!(second.assert_failed(1).contains("in use by another Mus Rex"), "{second:?}");
    assert_same!(*fs::read(path.join("fresh.sav")).unwrap(), *bytes, "the save");
    // Programs started by other tests also hold the file open for a moment, so closing it would not release the lock at
    // once.
    held.unlock().unwrap();
    play(path, "fresh.sav", "A .*10 A").assert_done();
    assert_eq!(saved_turn(path, "fresh.sav"), Some(4));
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("folder")).unwrap();
    for name in ["folder", "no/such/folder/a.sav"] {
        let run = play(path, name, "A .*10 A A A A A");
        let sentence = run.assert_failed(1);
        assert!(sentence.contains(name) && sentence.contains("without saving"), "{sentence}");
    }
}

/// The id of an unprivileged user. File permissions apply to this user, but not to root.
#[cfg(unix)]
const NOBODY: u32 = 65_534;

#[cfg(unix)]
#[test]
fn a_folder_that_may_only_be_read_is_named_and_nothing_in_it_changes() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let folder = folder();
    let path = folder.path();
    let bytes = fresh_save(path);
    // Other users may have no access to the folder of the built program. So another process copies the program. A copy
    // written by this process might be held open by children of other tests, and could then not be executed.
    let copied = Command::new("cp").arg(musrex()).arg(path.join("musrex")).status().unwrap();
    assert!(copied.success());
    let allow = |path: &Path, mode| fs::set_permissions(path, PermissionsExt::from_mode(mode));
    allow(&path.join("musrex"), 0o755).unwrap();
    allow(&path.join("fresh.sav"), 0o444).unwrap();
    allow(path, 0o555).unwrap();
    let is_root = fs::metadata(path).unwrap().uid() == 0;
    for (name, words) in [("fresh.sav", "is read-only"), ("new.sav", "is read-only")] {
        let mut command = Command::new(path.join("musrex"));
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        let output = command
            .args(["headless", "--seed", "7", "--input", "A .*10 A A A A A", "--save", name])
            .current_dir(path)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(name) && said.contains(words), "{said}");
        assert!(said.contains("without saving") && said.lines().count() == 1, "{said}");
    }
    assert_same!(*fs::read(path.join("fresh.sav")).unwrap(), *bytes, "the save");
    assert!(!path.join("new.sav").exists());
    allow(path, 0o755).unwrap();
}

/// A limit on file sizes simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told() {
    let folder = folder();
    let path = folder.path();
    let output = on_full_disk()
        .args(["headless", "--seed", "7", "--input", "A .*9 A", "--save", "f.sav"])
        .current_dir(path)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("is on a full disk") && said.lines().count() == 1, "{said}");
    // When there is room again, saving works.
    play(path, "f.sav", "A .*10 A A A A A").assert_done();
    assert_eq!(saved_turn(path, "f.sav"), Some(3));
}
