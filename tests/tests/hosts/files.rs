//! Checks the files that a player names, and standard output (H5). A path that is not a regular file is not read. A
//! file that is open or has another purpose on the command line is not overwritten. No file is left half written. Lost
//! output counts as a failure.

use musrex_core::Game;
use musrex_core::replay::Recorder;
use musrex_testkit::assert_same;
use musrex_testkit::program::{Run, musrex, run, run_with};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const TURNS: &str = "A .*20 A A A";

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn headless(folder: &Path, arguments: &[&str]) -> Run {
    run(folder, &[&["headless", "--seed", "7"], arguments].concat())
}

#[test]
fn one_file_is_not_named_for_two_things() {
    let folder = folder();
    let path = folder.path();
    headless(path, &["--input", TURNS, "--save", "m.sav"]).assert_done();
    let save = fs::read(path.join("m.sav")).expect("it is there");
    fs::write(path.join("script"), TURNS).expect("there is room");
    fs::hard_link(path.join("m.sav"), path.join("hard")).expect("it is one disk");
    #[cfg(unix)]
    std::os::unix::fs::symlink("m.sav", path.join("soft")).expect("there is room");
    let mut cases = vec![
        ["--save", "m.sav", "--png", "m.sav", TURNS],
        ["--save", "m.sav", "--state", "./m.sav", TURNS],
        ["--save", "m.sav", "--sound", "hard", TURNS],
        ["--save", "m.sav", "--piano-roll", "m.sav", TURNS],
        ["--save", "m.sav", "--seed", "7", "A png:hard"],
        ["--save", "new.sav", "--seed", "7", "A png:./new.sav"],
        ["--state", "new", "--sound", "new", TURNS],
        ["--state", "new", "--seed", "7", "A png:new"],
        ["--state", "script", "--seed", "7", "script"],
        ["--save", "script", "--seed", "7", "script"],
    ];
    if cfg!(unix) {
        cases.push(["--save", "m.sav", "--png", "soft", TURNS]);
        cases.push(["--save", "soft", "--png", "hard", TURNS]);
    }
    let before = names(path);
    for [one, a, other, b, script] in cases {
        let mut arguments = vec!["headless", one, a, "--input", script];
        if other != "--seed" {
            arguments.extend([other, b]);
        }
        let said = run(path, &arguments);
        let sentence = said.assert_failed(2);
        assert!(sentence.contains("are the same file"), "{arguments:?}: {sentence}");
        assert_same!(fs::read(path.join("m.sav")).expect("it is there"), save, "{arguments:?}");
    }
    assert_eq!(names(path), before);
    assert_eq!(fs::read_to_string(path.join("script")).expect("it is there"), TURNS);
    // A picture may be written twice, and all outputs may go to the same device.
    headless(path, &["--input", "A png:a.png A png:a.png", "--png", "a.png"]).assert_done();
    #[cfg(unix)]
    headless(path, &["--input", "A", "--png", "/dev/null", "--state", "/dev/null"]).assert_done();
}

#[test]
fn a_save_that_another_game_has_open_is_not_written_over() {
    let folder = folder();
    let path = folder.path();
    headless(path, &["--input", TURNS, "--save", "m.sav"]).assert_done();
    let save = fs::read(path.join("m.sav")).expect("it is there");
    let held = File::open(path.join("m.sav")).expect("it is there");
    held.try_lock().expect("nobody has it");
    for output in ["--png", "--state", "--sound", "--piano-roll"] {
        let sentence =
            headless(path, &["--input", "A", output, "m.sav"]).assert_failed(1).to_owned();
        assert_eq!(sentence, "could not write m.sav: a running game saves in it");
    }
    assert_same!(fs::read(path.join("m.sav")).expect("it is there"), save, "the save");
    assert_eq!(names(path), ["m.sav"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read() {
    let folder = folder();
    let path = folder.path();
    let made = Command::new("mkfifo").arg(path.join("pipe")).status().expect("every unix has it");
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", path.join("zeros")).expect("there is room");
    for name in ["pipe", "zeros", "/dev/zero", "/dev/full"] {
        let said = [
            (1, headless(path, &["--input", "A .*10 A", "--save", name])),
            (1, run(path, &["save", name, "info"])),
            (1, run(path, &["save", name, "check"])),
            (1, run(path, &["replay", "--verify", name])),
            (1, headless(path, &["--input", name])),
        ];
        for (code, said) in said {
            let sentence = said.assert_failed(code);
            assert!(sentence.contains("it is no regular file"), "{name}: {sentence}");
        }
    }
    fs::write(path.join("script"), "A png:a.png").expect("there is room");
    std::os::unix::fs::symlink("script", path.join("link")).expect("there is room");
    headless(path, &["--input", "link"]).assert_done();
    assert!(path.join("a.png").exists());
}

#[test]
fn what_is_too_large_is_not_read() {
    let folder = folder();
    let path = folder.path();
    let file = File::create(path.join("large")).expect("there is room");
    file.set_len(1 << 40).expect("nothing is in it");
    for arguments in [
        &["headless", "--input", "large"][..],
        &["headless", "--input", "A", "--save", "large"],
        &["save", "large", "info"],
        &["replay", "--verify", "large"],
    ] {
        run(path, arguments).assert_failed(1);
    }
    let spaces = vec![b' '; (16 << 20) + 1];
    let said = run_with(path, &["headless", "--input", "-"], &spaces);
    assert!(said.assert_failed(1).contains("has more than 16777216 bytes"), "{said:?}");
}

// The program must stop where the first check line is missing, because playing the whole recording would take a minute.
#[test]
fn a_recording_without_checks_is_not_played() {
    let folder = folder();
    let mut text = "musrex-replay 1\nseed 7\nversion 0.2.0\n".to_owned();
    text.push_str(&"100.".repeat(((4 << 20) - text.len()) / 4));
    fs::write(folder.path().join("a.replay"), text).expect("there is room");
    let said = run(folder.path(), &["replay", "--verify", "a.replay"]);
    let sentence = said.assert_failed(1);
    assert!(sentence.contains("after turn 100: a check is missing"), "{sentence}");
}

#[test]
fn errors_repeat_nothing_that_a_terminal_obeys_and_nothing_long() {
    let folder = folder();
    let long = "x".repeat(100_000);
    fs::write(folder.path().join("long"), &long).expect("there is room");
    let version = format!("musrex-replay 1\nseed 7\nversion {long}\n= 0 0123456789abcdef\n");
    fs::write(folder.path().join("v.replay"), version).expect("there is room");
    let escape = "\u{1b}]0;title\u{7}\u{9b}2J\u{202e}";
    let cases: [(i32, &[&str]); 7] = [
        (2, &["headless", "--input", escape]),
        (2, &["headless", "--input", "long"]),
        (2, &["headless", "--input", "A", "--size", &long]),
        (2, &[escape]),
        (1, &["save", escape, "info"]),
        (1, &["replay", escape]),
        (1, &["replay", "--verify", "v.replay"]),
    ];
    for (code, arguments) in cases {
        let said = run(folder.path(), arguments);
        let sentence = said.assert_failed(code);
        let is_plain = |character: char| !character.is_control() && character != '\u{202e}';
        assert!(sentence.chars().all(is_plain), "{sentence:?}");
        assert!(sentence.len() < 1_500, "{} bytes: {sentence}", sentence.len());
    }
}

#[cfg(unix)]
#[test]
fn lost_output_is_no_success() {
    let folder = folder();
    let path = folder.path();
    headless(path, &["--input", TURNS, "--save", "m.sav"]).assert_done();
    let recorder = Recorder::new(String::new(), &Game::new(7)).expect("strings grow");
    let recording = recorder.finish(&Game::new(7)).expect("strings grow");
    fs::write(path.join("a.replay"), recording).expect("there is room");
    let cases: [&[&str]; 5] = [
        &["save", "m.sav", "info"],
        &["save", "m.sav", "check"],
        &["replay", "--verify", "a.replay"],
        &["--help"],
        &["--version"],
    ];
    for arguments in cases {
        let command = |out: Stdio| {
            let mut command = Command::new(musrex());
            command.args(arguments).current_dir(path).stdin(Stdio::null()).stdout(out);
            Run::from(command.stderr(Stdio::piped()).output().expect("musrex starts"))
        };
        let full = command(File::create("/dev/full").expect("it is there").into());
        let sentence = full.assert_failed(1);
        let words = "could not write to standard output: No space left on device";
        assert_eq!(sentence, words, "{arguments:?}");
        let (reader, writer) = std::io::pipe().expect("there are descriptors");
        drop(reader);
        let closed = command(writer.into());
        assert_eq!((closed.code, closed.stderr.as_str()), (Some(1), ""), "{arguments:?}");
        assert_eq!(run(path, arguments).code, Some(0));
    }
}

/// A limit on file sizes simulates a full disk.
#[cfg(unix)]
#[test]
fn nothing_is_left_half_written() {
    let folder = folder();
    let path = folder.path();
    let old = ["a.png", "a.json", "a.wav", "a.roll"];
    let play = |is_full: bool, arguments: &str| {
        let limit = if is_full { "trap '' XFSZ; ulimit -f 1;" } else { "" };
        let command =
            format!("{limit} exec \"$0\" headless --seed 7 --input 'A .*900 A' {arguments}");
        let mut sh = Command::new("sh");
        sh.arg("-c").arg(command).arg(musrex()).current_dir(path).stdin(Stdio::null());
        Run::from(sh.output().expect("every unix has it"))
    };
    for (name, option) in old.into_iter().zip(["--png", "--state", "--sound", "--piano-roll"]) {
        for old in [None, Some(b"as it was")] {
            if let Some(old) = old {
                fs::write(path.join(name), old).expect("there is room");
            }
            let said = play(true, &format!("{option} {name}"));
            let sentence = said.assert_failed(1);
            assert_eq!(sentence, format!("could not write {name}: File too large"));
            let wanted: &[&str] = if old.is_some() { &[name] } else { &[] };
            assert_eq!(names(path), wanted, "{option}");
            assert_eq!(fs::read(path.join(name)).ok().as_deref(), old.map(|old| &old[..]));
        }
        play(false, &format!("{option} {name}")).assert_done();
        assert!(fs::metadata(path.join(name)).expect("it is there").len() > 1_024);
        fs::remove_file(path.join(name)).expect("it is there");
    }
    // The save is not left half written either.
    assert_eq!(play(true, "--save m.sav").code, Some(1));
    assert_eq!(names(path), [""; 0]);
}
