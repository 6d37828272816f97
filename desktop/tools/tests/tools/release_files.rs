//! Checks the files of a release: either all of them are written and complete, or none is written.

use flate2::read::GzDecoder;
use musrex_devtools::release::{CHECKSUMS, Failure, Programs, SCALE, assemble, name_of, sha256};
use musrex_support::installed::is_installed;
use musrex_support::mingw::{Mingw, NEEDS};
use musrex_support::picture::RgbImage;
use musrex_support::project::root;
use musrex_testkit::gba::rom;
use musrex_testkit::picosystem;
use musrex_testkit::program::musrex;
use musrex_testkit::tier::{can_use, is_in_tier};
use musrex_testkit::wine;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The size of the animation and the size of the pictures, in game pixels.
const ANIMATION: (u16, u16) = (480, 320);
const PICTURE: (usize, usize) = (320, 180);

/// Makes placeholder files for the programs in a folder, and returns their paths.
fn stand_ins(folder: &TempDir) -> Programs {
    let of = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, name.repeat(1000)).expect("there is room");
        path
    };
    Programs {
        linux: of("linux"),
        windows: of("windows"),
        cartridge: of("cartridge"),
        picosystem: of("picosystem"),
    }
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

/// Returns the contents of all files in a folder, by name.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("it was made");
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().expect("a plain name");
        (name, fs::read(entry.path()).expect("it is a file"))
    };
    entries.map(|entry| file(entry.expect("it can be listed"))).collect()
}

#[test]
fn everything_is_there_and_a_second_time_the_same() {
    let folder = temporary();
    let out = folder.path().join("out");
    assemble(&stand_ins(&folder), &out).expect("nothing is missing");
    let files = contents(&out);
    for what in [
        "-linux-x86_64",
        "-linux-x86_64.tar.gz",
        "-windows-x86_64.exe",
        "-windows-x86_64.zip",
        ".gba",
        ".uf2",
        "-notes.md",
        "-play.gif",
        "-label.png",
        "-title.png",
        "-floor-13.png",
    ] {
        assert!(files.contains_key(&name_of(what)), "no {what}");
    }
    assert_eq!(files[&name_of(".gba")], "cartridge".repeat(1000).into_bytes());
    checksums_agree(&out, &files);
    notes_are_those_of_the_changelog(&files);
    the_animation_shows_some_seconds(&files[&name_of("-play.gif")]);
    pictures_are_enlarged(&out, &files);
    archives_have_what_a_player_needs(&files);
    // The new folder replaces an old one.
    fs::write(out.join("old"), "").expect("there is room");
    assemble(&stand_ins(&folder), &out).expect("nothing is missing");
    assert!(contents(&out) == files, "the second time it is something else");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 5, "something is left");
}

fn checksums_agree(out: &Path, files: &BTreeMap<String, Vec<u8>>) {
    let sums = String::from_utf8_lossy(&files[CHECKSUMS]);
    let found: BTreeMap<&str, &str> = sums
        .lines()
        .map(|line| line.split_once("  ").expect("a checksum and a name"))
        .map(|(sum, name)| (name, sum))
        .collect();
    assert_eq!(found.len() + 1, files.len());
    for (name, bytes) in files.iter().filter(|(name, _)| *name != CHECKSUMS) {
        assert_eq!(found[name.as_str()], sha256(bytes), "{name}");
    }
    if is_installed("sha256sum") {
        let mut check = Command::new("sha256sum");
        check.args(["--check", "--strict", "--status", CHECKSUMS]).current_dir(out);
        assert!(check.status().expect("it starts").success());
    }
}

fn notes_are_those_of_the_changelog(files: &BTreeMap<String, Vec<u8>>) {
    let notes = String::from_utf8_lossy(&files[&name_of("-notes.md")]).into_owned();
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).expect("it is there");
    let first = changelog.find("\n## ").expect("it has a section") + 1;
    let section = &changelog[first..];
    let end = section[3..].find("\n## ").map_or(section.len(), |end| end + 3);
    let (_, body) = section[..end].split_once('\n').expect("a heading and what follows");
    let (_, found) = notes.split_once('\n').expect("a heading and what follows");
    assert_eq!(found.trim(), body.trim());
}

fn the_animation_shows_some_seconds(bytes: &[u8]) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("it is a GIF");
    assert_eq!((decoder.width(), decoder.height()), ANIMATION);
    let (mut units, mut frames) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().expect("it is whole") {
        // All viewers display times that are multiples of 30 ms correctly; the unit of the field is 10 ms.
        assert_eq!(frame.delay % 3, 0, "frame {frames}");
        units += frame.delay;
        frames += 1;
    }
    assert!((1000..=1500).contains(&units), "{units} units of 10 ms");
    assert!(frames > 100, "it is idle: {frames} frames differ");
}

fn pictures_are_enlarged(out: &Path, files: &BTreeMap<String, Vec<u8>>) {
    let pictures: Vec<&String> = files.keys().filter(|name| name.ends_with(".png")).collect();
    assert!(pictures.len() >= 10, "{pictures:?}");
    for name in pictures {
        let picture = RgbImage::read(&out.join(name));
        // The label measures 42 × 37 mm at the resolution in its header.
        let is_label = name.ends_with("-label.png");
        let expected = if is_label { (552, 486) } else { (PICTURE.0 * SCALE, PICTURE.1 * SCALE) };
        assert_eq!((picture.width, picture.height()), expected, "{name}");
        let first = picture.pixels[0];
        assert!(picture.pixels.iter().any(|&pixel| pixel != first), "{name} shows nothing");
    }
}

fn archives_have_what_a_player_needs(files: &BTreeMap<String, Vec<u8>>) {
    let bytes = &files[&name_of("-linux-x86_64.tar.gz")];
    let mut archive = tar::Archive::new(GzDecoder::new(bytes.as_slice()));
    let mut names = Vec::new();
    for entry in archive.entries().expect("it is an archive") {
        let mut entry = entry.expect("it is whole");
        let name = entry.path().expect("a plain name").display().to_string();
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents).expect("it is whole");
        if name.ends_with("/musrex") {
            assert_eq!(entry.header().mode().expect("it has one"), 0o755);
            assert_eq!(contents, "linux".repeat(1000).into_bytes());
        }
        names.push(name);
    }
    let folder = name_of("-linux-x86_64");
    for name in [
        "musrex",
        "README.md",
        "LICENSE",
        "share/applications/musrex.desktop",
        "share/icons/hicolor/16x16/apps/musrex.png",
        "share/icons/hicolor/256x256/apps/musrex.png",
    ] {
        assert!(names.contains(&format!("{folder}/{name}")), "no {name} in {names:?}");
    }
    let bytes = std::io::Cursor::new(&files[&name_of("-windows-x86_64.zip")]);
    let mut archive = zip::ZipArchive::new(bytes).expect("it is an archive");
    let folder = name_of("-windows-x86_64");
    let names: Vec<String> =
        archive.file_names().map(|name| name.expect("a plain name").into_owned()).collect();
    assert_eq!(
        names,
        ["musrex.exe", "README.md", "LICENSE"].map(|name| format!("{folder}/{name}"))
    );
    let mut program = Vec::new();
    archive.by_index(0).expect("it is there").read_to_end(&mut program).expect("it is whole");
    assert_eq!(program, "windows".repeat(1000).into_bytes());
}

#[test]
fn nothing_half_made_is_left() {
    let folder = temporary();
    let mut programs = stand_ins(&folder);
    let out = folder.path().join("out");
    programs.cartridge = folder.path().join("missing");
    let Failure(sentence) = assemble(&programs, &out).expect_err("a program is missing");
    assert!(sentence.starts_with("could not read "), "{sentence}");
    assert!(!out.exists());
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 4, "something is left");
}

#[test]
fn a_missing_tool_is_one_sentence() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_musrex-devtools"));
    let output = program.arg("release-files").env("PATH", "/nowhere").output().expect("it starts");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(words.starts_with("release-files: the program for Windows needs "), "{words}");
    assert!(words.ends_with(".\n") && words.lines().count() == 1, "{words}");
    let output = program.arg("more").output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_programs_are_those_of_this_commit() {
    if !is_in_tier("the programs of four systems") {
        return;
    }
    let mingw = Mingw::find();
    assert!(can_use(NEEDS, mingw.is_some()));
    let folder = temporary();
    let cartridge = folder.path().join("musrex.gba");
    fs::write(&cartridge, rom().expect("it builds here")).expect("there is room");
    let windows = wine::program(&mingw.expect("it can be used"));
    let out = folder.path().join("out");
    let picosystem = picosystem::program().expect("it builds here").to_owned();
    assemble(&Programs { linux: musrex().to_owned(), windows, cartridge, picosystem }, &out)
        .expect("nothing is missing");
    let archive = File::open(out.join(name_of("-linux-x86_64.tar.gz"))).expect("it is there");
    tar::Archive::new(GzDecoder::new(archive)).unpack(folder.path()).expect("it is whole");
    let program = folder.path().join(name_of("-linux-x86_64")).join("musrex");
    let output = Command::new(program).arg("--version").output().expect("it may be run");
    let version = String::from_utf8_lossy(&output.stdout).into_owned();
    let git = Command::new("git")
        .args(["rev-parse", "--short=10", "HEAD"])
        .current_dir(root())
        .output()
        .expect("git is installed");
    let commit = String::from_utf8_lossy(&git.stdout).trim().to_owned();
    assert!(version.contains(&commit), "{version} is not of {commit}");
    let loaded = fs::read(out.join(name_of(".uf2"))).expect("it is there");
    assert!(loaded.starts_with(b"UF2\n"));
    let header = &fs::read(out.join(name_of(".gba"))).expect("it is there")[0xA0..0xAC];
    assert_eq!(header, b"MUSREX\0\0\0\0\0\0");
    assert!(
        fs::read(out.join(name_of("-windows-x86_64.exe"))).expect("it is there").starts_with(b"MZ")
    );
}
