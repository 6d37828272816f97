//! Checks `musrex headless`, and its messages and exit codes for wrong arguments and unusable files.

use musrex_core::app::Settings;
use musrex_core::content::SongName;
use musrex_core::sound::{Mood, SoundRequest};
use musrex_piano_roll::{PianoRoll, ROW, WIDTH};
use musrex_testkit::assert_same;
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::{run, run_with};
use musrex_testkit::seeds::shifted;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn state(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("the state was written");
    serde_json::from_str(&text).expect("the state is JSON")
}

/// Runs a script with seed 7. Returns the state.
fn played(folder: &Path, script: &str) -> Value {
    run(folder, &["headless", "--input", script, "--seed", "7", "--state", "s.json"]).assert_done();
    state(&folder.join("s.json"))
}

/// A script that begins a run, goes up the stairs of the lobby, and plays on with monsters and messages.
const CLIMB: &str = "A .*30 Up Up Up .*60 Right*200 A*300 Down*200 L+R .*120 L+R .*180";

// A script makes no recording, because recordings exist so that a player can watch them.
#[test]
fn a_script_writes_only_the_files_that_it_names() {
    let folder = folder();
    run(folder.path(), &["headless", "--input", CLIMB, "--seed", "7", "--save", "a.sav"])
        .assert_done();
    let entries = fs::read_dir(folder.path()).expect("it is there");
    let names: Vec<_> = entries.map(|entry| entry.expect("it is listed").file_name()).collect();
    assert_eq!(names, ["a.sav"]);
}

#[test]
fn same_seed_and_script_give_the_same_bytes() {
    let folder = folder();
    let [seed, other_seed] = [42, 43].map(|seed| shifted(seed).to_string());
    for name in ["first", "second"] {
        let (png, state) = (format!("{name}.png"), format!("{name}.json"));
        let arguments = ["headless", "--input", CLIMB, "--seed", &seed];
        run(folder.path(), &[&arguments[..], &["--png", &png, "--state", &state]].concat())
            .assert_done();
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    for [first, second] in [["first.png", "second.png"], ["first.json", "second.json"]] {
        assert_same!(bytes(first), bytes(second), "{first}");
    }
    let other = ["headless", "--input", CLIMB, "--seed", &other_seed, "--state", "other.json"];
    run(folder.path(), &other).assert_done();
    assert_ne!(
        state(&folder.path().join("first.json"))["hash"],
        state(&folder.path().join("other.json"))["hash"]
    );
}

/// A script that opens pages from the title and from the menu.
const MENUS: &str =
    "Up A .*9 Down Right .*50 B Up A .*20 B .*9 Start .*40 Right Start .*99 Down A .*60 Right B";

#[test]
fn looking_changes_nothing() {
    let folder = folder();
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    for script in [CLIMB, MENUS] {
        let shown = |script: &str| {
            let arguments = ["headless", "--input", script, "--seed", "7", "--png", "last.png"];
            run(folder.path(), &arguments).assert_done();
            bytes("last.png")
        };
        let last = shown(script);
        // A picture is taken between each two tokens of the script.
        let watched = script.replace(' ', " png:look.png ");
        assert_same!(shown(&watched), last, "{script}");
        assert!(bytes("look.png") != last, "a look is at that moment");
    }
}

#[test]
fn pictures_have_the_size_asked_for() {
    let folder = folder();
    let sizes: [(&[&str], (usize, usize)); 4] = [
        (&[], (240, 160)),
        (&["--size", "240x160"], (240, 160)),
        (&["--size", "240x240"], (240, 240)),
        (&["--size", "320x180"], (320, 180)),
    ];
    for (size, pixels) in sizes {
        let arguments = ["headless", "--input", "A .*60", "--seed", "1", "--png", "p.png"];
        run(folder.path(), &[&arguments[..], size].concat()).assert_done();
        let picture = RgbImage::read(&folder.path().join("p.png"));
        assert_eq!((picture.width, picture.height()), pixels);
        let first = picture.pixels[0];
        assert!(picture.pixels.iter().any(|&pixel| pixel != first), "the picture is empty");
    }
}

// H18: the command line accepts a seed as six letters or as a number, and the same seed always gives the same run.
#[test]
fn a_seed_is_six_letters_or_a_number() {
    let folder = folder();
    let seed_of = |seed: &str| {
        let arguments = ["headless", "--input", "A .*30", "--seed", seed, "--state", "s.json"];
        run(folder.path(), &arguments).assert_done();
        state(&folder.path().join("s.json"))["seed"].clone()
    };
    let letters = musrex_core::seed::parse("CHEESE").expect("a seed");
    assert_eq!((seed_of("CHEESE"), seed_of("cheese")), (json!(letters), json!(letters)));
    assert_eq!((seed_of("7"), seed_of("0x10")), (json!(7), json!(16)));
    let wrong = ["headless", "--input", "A", "--seed", "MOUSEY"];
    assert!(run(folder.path(), &wrong).assert_failed(2).contains("six letters without I and O"));
}

#[test]
fn a_script_is_a_text_a_file_or_standard_input() {
    let folder = folder();
    let script = "A .*30 # into the game\nRight\tRight\r\n.*9\n";
    let arguments = ["headless", "--seed", "7", "--state", "s.json", "--input"];
    let expected = played(folder.path(), "A .*30 Right Right .*9");
    assert_eq!(expected["tick"], json!(51));
    // Some editors put a byte order mark at the beginning of a text.
    for script in [script.to_owned(), format!("\u{FEFF}{script}")] {
        fs::write(folder.path().join("walk.txt"), &script).unwrap();
        run(folder.path(), &[&arguments[..], &["walk.txt"]].concat()).assert_done();
        assert_eq!(state(&folder.path().join("s.json")), expected);
        let standard_input = [&arguments[..], &["-"]].concat();
        run_with(folder.path(), &standard_input, script.as_bytes()).assert_done();
        assert_eq!(state(&folder.path().join("s.json")), expected);
    }
    // If an argument names a file, the file is read. A folder, such as `.`, does not count as a file.
    fs::write(folder.path().join("B"), ". .").unwrap();
    assert_eq!(played(folder.path(), "B")["tick"], json!(4));
    assert_eq!(played(folder.path(), ".")["tick"], json!(2));
    assert_eq!(played(folder.path(), "")["tick"], json!(0));
}

#[test]
fn tokens_last_as_long_as_they_say() {
    let folder = folder();
    for (script, ticks) in [("A", 4), ("A*30", 32), (".", 2), (".*30", 30), ("Up+L B*5 .*3", 14)] {
        assert_eq!(played(folder.path(), script)["tick"], json!(ticks), "{script}");
    }
}

#[test]
fn the_state_tells_all_that_was_promised() {
    let folder = folder();
    let state = played(folder.path(), CLIMB);
    assert_eq!(state["screen"], json!("play"));
    assert_eq!((&state["seed"], &state["floor"]), (&json!(7), &json!(1)), "{state:#}");
    assert!(state["tick"].as_u64() > Some(1000) && state["turn"].as_u64() > Some(10));
    assert_eq!(state["outcome"], json!("playing"));
    let player = state["player"].as_object().unwrap();
    let numbers = "x y hp hp_max level xp xp_next attack_min attack_max defence saving_throw";
    for name in numbers.split(' ') {
        assert!(player[name].is_u64(), "{name}");
    }
    assert!(player["statuses"].is_object());
    assert!(state["pack"].is_array() && state["worn"].is_object() && state["items"].is_array());
    let monsters = state["monsters"].as_array().unwrap();
    assert!(!monsters.is_empty());
    for monster in monsters {
        assert!(monster["kind"].is_string() && monster["alert"].is_boolean());
        assert!(["x", "y", "hp"].iter().all(|name| monster[name].is_u64()));
    }
    let messages = state["messages"].as_array().unwrap();
    assert!(!messages.is_empty() && messages.iter().all(Value::is_string));
    let map: Vec<&str> =
        state["map"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!(map.len(), 48);
    assert!(
        map.iter()
            .all(|row| row.len() == 85 && row.chars().all(|c| "#.+L'<>vT~oO_wgCs".contains(c)))
    );
    assert_eq!(map.concat().matches('>').count(), 1);
    let hash = state["hash"].as_str().unwrap();
    assert!(hash.len() == 16 && hash.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')));
}

#[test]
fn a_bad_token_is_named_with_its_place_and_what_is_allowed() {
    let folder = folder();
    let bad = |script: &str| {
        run(folder.path(), &["headless", "--input", script]).assert_failed(2).to_owned()
    };
    let sentence = bad("A Up+Foo*3");
    assert!(sentence.starts_with("`Foo` in `Up+Foo*3` (line 1, column 3 of the script"));
    assert!(
        sentence.contains("Up Down Left Right A B L R Start Select") && sentence.contains("png:")
    );
    assert!(bad("A*4000000000").contains("216000"));
    assert!(bad("missing.txt").contains("there is no file"));
    assert!(bad("png:").contains("FILE"));
    fs::write(folder.path().join("bad.txt"), "# fine\n  .*x\n").unwrap();
    assert!(bad("bad.txt").contains("(line 2, column 3 of bad.txt)"));
    let run = run_with(folder.path(), &["headless", "--input", "-"], b"A\nBB");
    assert!(run.assert_failed(2).contains("(line 2, column 1 of standard input)"));
    // The program plays nothing until it has checked the whole script.
    assert_eq!(bad("png:early.png A oops"), bad("png:early.png A oops"));
    assert!(!folder.path().join("early.png").exists());
}

#[test]
fn wrong_usage_is_one_sentence_and_code_2() {
    let folder = folder();
    let wrong = |arguments: &[&str]| run(folder.path(), arguments).assert_failed(2).to_owned();
    for size in ["", "1x1", "240X160", "320x240", "0x0"] {
        for command in [&["headless", "--input", "."][..], &["play"][..], &[][..]] {
            let sentence = wrong(&[command, &["--size", size]].concat());
            let all = ["240x160", "240x240", "320x180"];
            assert!(all.iter().all(|name| sentence.contains(name)), "{sentence}");
        }
    }
    for seed in ["", "0x", "-1", "mouse", "18446744073709551616", "0x10000000000000000"] {
        assert!(wrong(&["headless", "--input", ".", "--seed", seed]).contains(seed));
    }
    assert!(wrong(&["headless"]).contains("--input"));
    assert!(wrong(&["headless", "--input"]).contains("--input"));
    assert!(wrong(&["--mouse"]).contains("--mouse"));
    assert!(wrong(&["squeak"]).contains("squeak"));
    assert!(wrong(&["--scale", "99"]).contains("99"));
    assert!(wrong(&["--seed", "1", "headless", "--input", "."]).contains("headless"));
}

#[test]
fn what_cannot_be_read_or_written_is_one_sentence_and_code_1() {
    let folder = folder();
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("latin"), b"A \xff").unwrap();
    let could_not = |arguments: &[&str]| {
        let arguments = [&["headless", "--seed", "1"], arguments].concat();
        run(folder.path(), &arguments).assert_failed(1).to_owned()
    };
    let missing = could_not(&["--input", ".", "--png", "no/such/p.png"]);
    assert_eq!(missing, "could not write no/such/p.png: No such file or directory");
    assert!(could_not(&["--input", ".", "--state", "folder"]).contains("folder: Is a directory"));
    assert!(could_not(&["--input", ". png:no/p.png ."]).contains("no/p.png"));
    assert!(could_not(&["--input", "latin"]).contains("latin"));
}

#[test]
fn a_new_seed_each_time_unless_one_is_named() {
    let folder = folder();
    let seed = |arguments: &[&str]| {
        let common = ["headless", "--input", "A .*9", "--state", "s.json"];
        run(folder.path(), &[&common[..], arguments].concat()).assert_done();
        state(&folder.path().join("s.json"))["seed"].as_u64().unwrap()
    };
    assert_eq!(seed(&["--seed", "0xffffffffffffffff"]), u64::MAX);
    assert_eq!(seed(&["--seed", "12"]), 12);
    assert_ne!(seed(&[]), seed(&[]));
}

#[test]
fn without_a_display_a_window_points_to_headless() {
    let folder = folder();
    for arguments in [&[][..], &["play"], &["--seed", "1", "--fullscreen"]] {
        let run = run(folder.path(), arguments);
        let sentence = run.assert_failed(1);
        assert!(sentence.contains("DISPLAY") && sentence.contains("`musrex headless`"));
    }
}

#[test]
fn a_piano_roll_shows_what_is_heard() {
    let folder = folder();
    let draw = |script: &str, name: &str| {
        let arguments = ["headless", "--seed", "7", "--input", script, "--piano-roll", name];
        run(folder.path(), &arguments)
    };
    draw(".*300", "title.png").assert_done();
    let Settings { music_volume: music, effects_volume: effects, .. } = Settings::default();
    let mut title = PianoRoll::silent(7);
    title.request(SoundRequest::Volumes { music, effects });
    title.request(SoundRequest::Mood(Mood { song: SongName::Title, danger: 0 }));
    title.play(300);
    let bytes = fs::read(folder.path().join("title.png")).expect("it was written");
    assert!(bytes == title.png_bytes(), "the title is drawn as the player plays it");
    // From the title to the first floor, the run has two songs, with cues between them.
    draw(CLIMB, "climb.png").assert_done();
    let picture = RgbImage::read(&folder.path().join("climb.png"));
    assert_eq!((picture.width, picture.height() % usize::from(ROW)), (WIDTH.into(), 0));
    assert!(picture.height() > usize::from(ROW), "a long script has several rows");
    let sentence = draw("A", "no/roll.png").assert_failed(1).to_owned();
    assert_eq!(sentence, "could not write no/roll.png: No such file or directory");
}
