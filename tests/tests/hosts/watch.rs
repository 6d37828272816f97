//! Checks `musrex replay` in a real window on its own X server (Xvfb).

use musrex_testkit::golden;
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::is_installed;
use musrex_testkit::screen::{Keysym, Playing, Screen, wait_for};
use musrex_testkit::tier::can_use;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const ESCAPE: Keysym = Keysym(0xFF1B);
const PATIENCE: Duration = Duration::from_secs(20);
const TAP: Duration = Duration::from_millis(50);

/// Returns the longest recording among the goldens.
fn recording() -> PathBuf {
    let files = fs::read_dir(golden::path("replays")).expect("there are recordings");
    let files = files.map(|file| file.expect("a folder can be read").path());
    let recordings = files.filter(|path| path.extension().is_some_and(|kind| kind == "replay"));
    recordings.max_by_key(|path| fs::metadata(path).map_or(0, |data| data.len())).expect("some")
}

/// Watches the recording `name` in `folder`. Returns `None` if this machine cannot provide a screen.
fn watch(screen: &Screen, folder: &Path, name: &str) -> Option<(Playing, u32)> {
    Playing::open(screen, folder, &["replay", name, "--speed", "60"], PATIENCE)
}

#[test]
fn a_recording_is_watched_until_escape() {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    fs::copy(recording(), folder.path().join("whole.replay")).expect("there is room");
    let screen = Screen::open();
    let Some((playing, window)) = watch(&screen, folder.path(), "whole.replay") else { return };
    // In a replay, the heroine moves around, so the window shows more pictures than her idle poses.
    let mut seen: Vec<RgbImage> = Vec::new();
    let moves = wait_for(PATIENCE, || {
        let picture = screen.picture(window);
        if !seen.contains(&picture) {
            seen.push(picture);
        }
        (seen.len() > 12).then_some(())
    });
    assert!(moves.is_some(), "only {} pictures", seen.len());
    screen.tap(ESCAPE, TAP);
    assert_eq!(playing.end(PATIENCE).expect("it ends"), (Some(0), String::new()));
    // The viewer's home folder gets no new files, because the recording is not a run of the viewer.
    let kept = fs::read_dir(folder.path()).expect("a folder can be read").count();
    assert_eq!(kept, 1, "there is nothing but the recording");
}

#[test]
fn a_recording_that_breaks_ends_and_says_where() {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let text = fs::read_to_string(recording()).expect("recordings are text");
    let check = text.find("= 100 ").expect("it has more than a hundred turns");
    let broken = format!("{}= 100 0123456789abcdef\n", &text[..check]);
    fs::write(folder.path().join("broken.replay"), broken).expect("there is room");
    let screen = Screen::open();
    let Some((playing, _)) = watch(&screen, folder.path(), "broken.replay") else { return };
    let (code, said) = playing.end(PATIENCE).expect("it ends by itself");
    assert_eq!(code, Some(1));
    let wanted = "musrex: broken.replay: turn 100 differs; all turns up to 0 match.\n";
    assert_eq!(said, wanted);
}
