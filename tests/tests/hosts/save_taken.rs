//! Checks what happens when another program, such as one that synchronises folders, removes, replaces or overwrites an
//! open save. The next turn reports the change, and no turn is lost (E20, H5).

use musrex_testkit::assert_same;
use musrex_testkit::program::{Run, musrex, run};
use musrex_testkit::screen::wait_for;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(20);

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn turn_in(folder: &Path, save: &str) -> u32 {
    let info = run(folder, &["save", save, "info"]);
    let line = info.stdout.lines().find(|line| line.starts_with("Run:"));
    let turn = line.and_then(|line| line.rsplit_once("turn ")?.1.parse().ok());
    turn.unwrap_or_else(|| panic!("{info:?}"))
}

fn assert_whole(folder: &Path, save: &str) {
    let check = run(folder, &["save", save, "check"]);
    assert_eq!(check.stdout, format!("{save} is undamaged\n"), "{check:?}");
}

/// Plays four turns in `save`, and runs `meanwhile` between the second and the third turn. At that point, the game
/// waits until the test reads its picture from a pipe.
fn play(folder: &Path, save: &str, meanwhile: impl FnOnce()) -> Run {
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("every unix has it");
    assert!(made.success());
    let script = "A .*20 A A A A png:two.png png:pipe A A";
    let game = Command::new(musrex())
        .args(["headless", "--seed", "7", "--input", script, "--save", save])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("musrex starts");
    let is_there = || folder.join("two.png").exists().then_some(());
    assert!(wait_for(PATIENCE, is_there).is_some(), "the second turn is not played");
    meanwhile();
    let picture = fs::read(&pipe).expect("the game writes it");
    assert!(picture.starts_with(b"\x89PNG"));
    Run::from(game.wait_with_output().expect("musrex ends"))
}

fn assert_told(run: &Run, words: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{run:?}");
    assert!(run.stderr.contains(words) && run.stderr.lines().count() == 1, "{run:?}");
}

#[test]
fn a_save_that_is_removed_is_written_again() {
    let folder = folder();
    let path = folder.path();
    let run = play(path, "m.sav", || fs::remove_file(path.join("m.sav")).expect("it is there"));
    assert_told(&run, "m.sav was removed while it was open: it was written again");
    assert_eq!(turn_in(path, "m.sav"), 4);
    assert_whole(path, "m.sav");
}

#[test]
fn a_save_whose_folder_or_link_lost_it_is_written_again() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("in")).expect("there is room");
    std::os::unix::fs::symlink("in/m.sav", path.join("link.sav")).expect("there is room");
    let run = play(path, "link.sav", || fs::remove_dir_all(path.join("in")).expect("it is there"));
    assert_told(&run, "link.sav was removed");
    assert_eq!(turn_in(path, "in/m.sav"), 4);
    assert!(fs::symlink_metadata(path.join("link.sav")).expect("it is there").is_symlink());
}

#[test]
fn a_copy_that_took_the_place_of_a_save_is_played_on() {
    let folder = folder();
    let path = folder.path();
    let (save, copy) = (path.join("m.sav"), path.join("t"));
    let run = play(path, "m.sav", || {
        fs::copy(&save, &copy).expect("there is room");
        fs::rename(&copy, &save).expect("there is room");
    });
    assert_told(&run, "m.sav was replaced while it was open: it was written again");
    assert_eq!(turn_in(path, "m.sav"), 4);
    assert_whole(path, "m.sav");
}

// The open file is overwritten or replaced with a save of one turn or with foreign data.
#[test]
fn what_took_the_place_of_a_save_stays_and_the_game_is_saved_beside_it() {
    let folder = folder();
    let path = folder.path();
    run(path, &["headless", "--seed", "7", "--input", "A .*20 A", "--save", "old.sav"])
        .assert_done();
    let old = fs::read(path.join("old.sav")).expect("it is there");
    let stranger = b"a letter".to_vec();
    let cases = [
        ("over", false, &old),
        ("place", true, &old),
        ("letter", true, &stranger),
        ("short", false, &stranger),
    ];
    for (name, is_replaced, bytes) in cases {
        let case = path.join(name);
        fs::create_dir(&case).expect("there is room");
        let save = case.join("m.sav");
        fs::write(case.join("m.sav.rescued"), "taken").expect("there is room");
        let told = play(&case, "m.sav", || {
            if is_replaced {
                fs::remove_file(&save).expect("it is there");
            }
            fs::write(&save, bytes).expect("there is room");
        });
        let words = if is_replaced { "was replaced" } else { "was overwritten" };
        assert_told(&told, words);
        assert_told(&told, "is saved in m.sav.rescued-2 from now on");
        assert_same!(fs::read(&save).expect("it is there"), *bytes, "{name} was touched");
        assert_eq!(turn_in(&case, "m.sav.rescued-2"), 4);
        assert_whole(&case, "m.sav.rescued-2");
        assert_eq!(fs::read(case.join("m.sav.rescued")).expect("it is there"), b"taken");
    }
}
