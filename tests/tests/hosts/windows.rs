//! Builds the Windows program on this machine and runs it under wine. It must play, show and save the same as the
//! program for this machine.

use musrex_core::app::Settings;
use musrex_core::poll::block_on;
use musrex_core::save::SaveManager;
use musrex_testkit::flash::Flash;
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::{is_installed, run};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::screen::{HEIGHT, Keysym, Screen, WIDTH, wait_for};
use musrex_testkit::source::root;
use musrex_testkit::tier::can_use;
use musrex_testkit::wine::Wine;
use std::fs;
use std::thread;
use std::time::Duration;

const RETURN: Keysym = Keysym(0xFF0D);
const LEFT: Keysym = Keysym(0xFF51);
const RIGHT: Keysym = Keysym(0xFF53);
const F11: Keysym = Keysym(0xFFC8);

/// The longest wait for an effect, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(60);
/// The duration of a slow tap, and the time between two taps.
const TAP: Duration = Duration::from_millis(100);

const GAME: [&str; 4] = ["--seed", "7", "--size", "240x160"];
/// The width and height of a game pixel, in screen pixels, when the picture fills the screen.
const SCALE: usize = 4;
/// A script that walks to the next floor, with a look at the pack.
const SCRIPT: &str = "A .*20 L+R .*120 L+R .*120 L+R .*240 Start A .*20";

#[test]
fn the_program_for_windows_plays_under_wine() {
    let Some(wine) = Wine::start() else { return };
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    the_explorer_finds_an_icon(&wine);
    headless_equals_this_machine_to_the_byte(&wine);
    a_window_opens_takes_keys_and_saves(&wine);
}

fn headless_equals_this_machine_to_the_byte(wine: &Wine) {
    let files = ["--save", "run.sav", "--png", "end.png", "--state", "state.json"];
    let arguments = [&["headless", "--input", SCRIPT], &files[..], &GAME].concat();
    let here = tempfile::tempdir().expect("there is room for temporary files");
    run(here.path(), &arguments).assert_done();
    wine.run(&arguments).assert_done();
    for file in ["run.sav", "end.png", "state.json"] {
        let [ours, theirs] = [here.path(), &wine.folder()]
            .map(|folder| fs::read(folder.join(file)).expect("it was written"));
        assert!(ours == theirs, "{file} differs under Windows");
    }
    assert_eq!(wine.run(&["--mouse"]).code, Some(2));
}

fn the_explorer_finds_an_icon(wine: &Wine) {
    let program = fs::read(wine.program()).expect("it was built");
    for side in [16, 32, 48, 64, 128] {
        let folder = root().join("desktop/share/icons/hicolor").join(format!("{side}x{side}"));
        let icon = fs::read(folder.join("apps").join("musrex.png")).expect("it is there");
        assert!(program.windows(icon.len()).any(|bytes| bytes == icon), "no icon of {side} pixels");
    }
}

fn a_window_opens_takes_keys_and_saves(wine: &Wine) {
    let screen = Screen::open();
    fs::write(wine.folder().join("window.sav"), still_save()).expect("there is room");
    let mut program = wine.play(screen.display(), &[&GAME[..], &["--save", "window.sav"]].concat());
    let find = || screen.windows().into_iter().find(|(_, title)| title == "Mus Rex");
    let (window, _) = wait_for(PATIENCE, find).expect("a window opens");
    screen.focus(Some(window));
    thread::sleep(Duration::from_secs(1));
    let title = screen.picture(window);
    screen.tap(RETURN, TAP);
    let is_playing = || (screen.picture(window) != title).then_some(());
    assert!(wait_for(PATIENCE, is_playing).is_some(), "the game begins");
    thread::sleep(Duration::from_secs(1));
    for key in [RIGHT, RIGHT, LEFT, RIGHT] {
        screen.tap(key, TAP);
        thread::sleep(TAP);
    }
    // The notice in the title disappears after some seconds. The C program finds the window by the title without a
    // notice.
    let is_plain = || (screen.title(window) == "Mus Rex").then_some(());
    assert!(wait_for(PATIENCE, is_plain).is_some(), "{}", screen.title(window));
    assert_eq!(wine.run_c("shrink.c", screen.display()), Some(0), "how small the window became");
    screen.tap(F11, TAP);
    let expected = moments("A .*20 Right Right Left Right .*40");
    let is_shown = || {
        let is_whole = screen.place(window) == (0, 0, WIDTH, HEIGHT);
        (is_whole && expected.contains(&without_log(screen.picture(window)))).then_some(())
    };
    assert!(
        wait_for(PATIENCE, is_shown).is_some(),
        "F11 fills the screen with what headless draws"
    );
    screen.close(window);
    let end = wait_for(PATIENCE, || program.try_wait().expect("it can be asked"));
    assert!(end.expect("the program ends").success());
    let info = run(&wine.folder(), &["save", "window.sav", "info"]);
    assert!(info.stdout.contains("turn 4"), "{}", info.stdout);
}

/// Returns a save without a run, whose settings disable cycling colours.
fn still_save() -> Vec<u8> {
    let settings = Settings { has_colour_cycling: false, ..Settings::default() };
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.set(&settings).expect("the flash is whole");
    manager.flash().bytes.to_vec()
}

/// Returns the pictures that the program for this machine draws after `script`, in all poses of idle creatures. The
/// pictures fill the whole screen and lack the log, which names keys.
fn moments(script: &str) -> Vec<RgbImage> {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    fs::write(folder.path().join("run.sav"), still_save()).expect("there is room");
    let poses: String = (0..16).map(|pose| format!(" .*8 png:{pose}.png")).collect();
    let script = format!("{script}{poses}");
    let keeping = ["headless", "--save", "run.sav", "--input", &script];
    run(folder.path(), &[&keeping[..], &GAME].concat()).assert_done();
    let picture = |pose| RgbImage::read(&folder.path().join(format!("{pose}.png")));
    let framed = |pose| picture(pose).framed(SCALE, WIDTH.into(), HEIGHT.into());
    (0..16).map(|pose| without_log(framed(pose))).collect()
}

/// Blanks the log in a picture of the whole screen.
fn without_log(mut picture: RgbImage) -> RgbImage {
    let top = (usize::from(HEIGHT) - 160 * SCALE) / 2;
    let strip = (top + 138 * SCALE) * picture.width..(top + 160 * SCALE) * picture.width;
    picture.pixels[strip].fill(0);
    picture
}
