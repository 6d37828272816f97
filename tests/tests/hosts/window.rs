//! Checks `musrex play` in a real window on its own X server (Xvfb), played by real key events.
//!
//! The test compares the window pixel by pixel with pictures of `musrex headless` after the same actions. Idle
//! creatures may be in different poses at the same moment, so a moment is a set of pictures.

use musrex_core::app::Settings;
use musrex_core::poll::block_on;
use musrex_core::save::SaveManager;
use musrex_testkit::flash::Flash;
use musrex_testkit::ocr;
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::{is_installed, run};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::screen::{HEIGHT, Keysym, Playing, Screen, WIDTH, wait_for};
use musrex_testkit::tier::can_use;
use musrex_testkit::words;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const RETURN: Keysym = Keysym(0xFF0D);
const LEFT: Keysym = Keysym(0xFF51);
const RIGHT: Keysym = Keysym(0xFF53);
const UP: Keysym = Keysym(0xFF52);
const F11: Keysym = Keysym(0xFFC8);
const F12: Keysym = Keysym(0xFFC9);
const ESCAPE: Keysym = Keysym(0xFF1B);
const SPACE: Keysym = Keysym(0x20);
const N: Keysym = Keysym(0x6E);
const G: Keysym = Keysym(0x67);
const DOWN: Keysym = Keysym(0xFF54);

/// The longest wait for an effect, on a busy computer.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);
/// The duration of a slow tap, and the time between two taps.
pub(super) const TAP: Duration = Duration::from_millis(50);
/// The duration of a quick tap. Even if this program is delayed during the tap, the tap rarely becomes long enough for
/// key repeat.
const FLICK: Duration = Duration::from_millis(1);
/// The largest number of rows in the options.
const ROWS_MAX: usize = 40;

/// The seed and the size of every game here. The scale 0 enlarges the picture as much as fits.
const GAME: [&str; 4] = ["--seed", "7", "--size", "240x160"];

/// A game on a screen of its own.
pub(super) struct Stage {
    pub(super) playing: Playing,
    pub(super) window: u32,
    pub(super) screen: Screen,
    pub(super) folder: TempDir,
}

/// Opens a game that shows the title. Returns `None` if this machine cannot provide a screen.
pub(super) fn title(arguments: &[&str]) -> Option<Stage> {
    title_on(24, arguments)
}

/// Opens a window like [`title`], on a screen with `depth` bits per pixel.
fn title_on(depth: u8, arguments: &[&str]) -> Option<Stage> {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return None;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let saves = folder.path().join(".local/share/musrex");
    fs::create_dir_all(&saves).expect("there is room for temporary files");
    fs::write(saves.join("musrex.sav"), still_save()).expect("there is room");
    let screen = Screen::of_depth(depth, &[]);
    let arguments = [&GAME[..], arguments].concat();
    let (playing, window) = Playing::open(&screen, folder.path(), &arguments, PATIENCE)?;
    Some(Stage { playing, window, screen, folder })
}

/// Blanks the log in a picture of 240 × 160 pixels enlarged by `scale`. The first messages of a run name keys in a
/// window, but buttons in a script.
fn without_log(mut picture: RgbImage, scale: usize) -> RgbImage {
    let height = picture.height();
    let top = (height - 160 * scale) / 2;
    let strip = (top + 138 * scale) * picture.width..(top + 160 * scale) * picture.width;
    picture.pixels[strip].fill(0);
    picture
}

/// Returns a save without a run, whose settings disable cycling colours. With cycling colours, a moment would have too
/// many pictures.
fn still_save() -> Vec<u8> {
    let settings = Settings { has_colour_cycling: false, ..Settings::default() };
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.set(&settings).expect("the flash is whole");
    manager.flash().bytes.to_vec()
}

/// Opens a window like [`title`] and begins a new game.
pub(super) fn game(arguments: &[&str]) -> Option<Stage> {
    game_on(24, arguments)
}

/// Begins a game like [`game`], on a screen with `depth` bits per pixel.
fn game_on(depth: u8, arguments: &[&str]) -> Option<Stage> {
    let stage = title_on(depth, arguments)?;
    // The test waits for the game after Return, because the title may show any picture.
    stage.screen.tap(RETURN, TAP);
    stage.expect("A .*20", "the game begins");
    Some(stage)
}

impl Stage {
    fn picture(&self) -> RgbImage {
        self.screen.picture(self.window)
    }

    /// Returns the picture reduced to the size in which the game draws it.
    fn shrunk(&self) -> RgbImage {
        let picture = self.picture();
        let (width, height) = (picture.width, picture.height());
        let scale = (width / 240).min(height / 160).max(1);
        let (left, top) = ((width - 240 * scale) / 2, (height - 160 * scale) / 2);
        let pixel = |at: usize| (top + at / 240 * scale) * width + left + at % 240 * scale;
        RgbImage {
            width: 240,
            pixels: (0..240 * 160).map(|at| picture.pixels[pixel(at)]).collect(),
        }
    }

    /// Returns the pictures of the headless program after `script`, without the log, in all poses of idle creatures.
    pub(super) fn moments(&self, script: &str) -> Vec<RgbImage> {
        use std::fmt::Write;
        let folder = self.folder.path().join("headless");
        fs::create_dir_all(&folder).unwrap();
        let mut script = format!("{script} .*40");
        for pose in 0..16 {
            write!(script, " .*8 png:{pose}.png").unwrap();
        }
        // Each script gets a new save: the window also has one, and the menu shows whether the game has a save.
        fs::write(folder.join("run.sav"), still_save()).expect("there is room");
        let keeping = ["headless", "--save", "run.sav", "--input", &script];
        let arguments = [&keeping[..], &GAME].concat();
        run(&folder, &arguments).assert_done();
        let mut pictures: Vec<RgbImage> = Vec::new();
        for pose in 0..16 {
            let picture = without_log(RgbImage::read(&folder.join(format!("{pose}.png"))), 1);
            if !pictures.contains(&picture) {
                pictures.push(picture);
            }
        }
        pictures
    }

    /// Waits until the window shows a picture of `musrex headless` after `script`, as large as fits, and still shows
    /// such a picture a moment later.
    pub(super) fn expect(&self, script: &str, what: &str) {
        assert!(
            self.comes_to(&self.moments(script)),
            "{what}: not what headless draws after {script}"
        );
    }

    pub(super) fn comes_to(&self, moments: &[RgbImage]) -> bool {
        let (_, _, width, height) = self.screen.place(self.window);
        let (width, height) = (usize::from(width), usize::from(height));
        let scale = (width / 240).min(height / 160);
        let framed = moments.iter().map(|moment| moment.framed(scale, width, height));
        let framed: Vec<RgbImage> = framed.map(|moment| self.screen.shown(&moment)).collect();
        let is_so = || framed.contains(&without_log(self.picture(), scale)).then_some(());
        let comes = wait_for(PATIENCE, is_so).is_some();
        thread::sleep(Duration::from_millis(300));
        comes && wait_for(PATIENCE, is_so).is_some()
    }

    /// Returns the screenshots saved in `folder`.
    pub(super) fn screenshots(&self, folder: &Path) -> Vec<PathBuf> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let is_screenshot = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with("musrex-") && name.ends_with(".png")
        };
        files.filter(is_screenshot).collect()
    }

    /// Closes the window. The program must end successfully and print nothing.
    pub(super) fn close(self) {
        self.screen.close(self.window);
        let end = self.playing.end(PATIENCE).expect("the program ends");
        assert_eq!(end, (Some(0), String::new()));
    }
}

/// Taps five steps to the right and five steps back. Each tap is held for `hold`, and is followed by a pause of `gap`.
fn every_tap_arrives(hold: Duration, gap: Duration) {
    let Some(stage) = game(&[]) else { return };
    for (key, script, what) in [
        (RIGHT, "A .*20 Right Right Right Right Right", "five taps to the right"),
        (LEFT, "A .*20 Right*90 Left Left Left Left Left", "five taps to the left"),
    ] {
        for _ in 0..5 {
            stage.screen.tap(key, hold);
            thread::sleep(gap);
        }
        stage.expect(script, what);
    }
    stage.close();
}

#[test]
fn taps_of_1_ms_arrive() {
    every_tap_arrives(Duration::from_millis(1), Duration::from_millis(60));
}

#[test]
fn taps_of_5_ms_arrive() {
    every_tap_arrives(Duration::from_millis(5), Duration::from_millis(60));
}

#[test]
fn taps_of_10_ms_arrive() {
    every_tap_arrives(Duration::from_millis(10), Duration::from_millis(60));
}

#[test]
fn taps_of_20_ms_arrive() {
    every_tap_arrives(Duration::from_millis(20), Duration::from_millis(60));
}

#[test]
fn taps_of_40_ms_arrive() {
    every_tap_arrives(Duration::from_millis(40), Duration::from_millis(60));
}

/// Several presses in the same tick are played one after another.
#[test]
fn a_volley_of_taps_arrives() {
    every_tap_arrives(Duration::from_millis(1), Duration::from_millis(1));
}

#[test]
fn a_letter_steps_diagonally_and_escape_pauses() {
    let Some(stage) = game(&[]) else { return };
    stage.screen.tap(N, TAP);
    stage.expect("A .*20 Right+Down", "n goes down and to the right");
    stage.screen.tap(ESCAPE, TAP);
    // Behind the menu, idle creatures keep their current pose.
    let poses = (0..8).map(|pose| format!("A .*20 Right+Down .*{} Start", 40 + 8 * pose));
    let menu: Vec<RgbImage> = poses.flat_map(|script| stage.moments(&script)).collect();
    assert!(stage.comes_to(&menu), "escape opens the menu");
    stage.screen.tap(ESCAPE, TAP);
    stage.expect("A .*20 Right+Down", "escape closes it");
    stage.close();
}

#[test]
fn a_window_is_resized_by_whole_numbers_with_black_around() {
    let Some(stage) = game(&[]) else { return };
    for (width, height) in [(700, 500), (240, 160), (999, 333), (480, 320)] {
        stage.screen.resize(stage.window, width, height);
        stage.expect("A .*20", &format!("a window of {width} × {height}"));
    }
    stage.close();
}

#[test]
fn scale_is_the_size_of_a_pixel() {
    let Some(stage) = game(&["--scale", "2"]) else { return };
    assert_eq!(stage.screen.place(stage.window), (260, 190, 480, 320));
    assert_eq!(stage.screen.icon_size(stage.window), Some((64, 64)));
    // A larger window has larger borders. A smaller window has a smaller picture that fits.
    stage.screen.resize(stage.window, 900, 600);
    let expected: Vec<RgbImage> =
        stage.moments("A .*20").iter().map(|moment| moment.framed(2, 900, 600)).collect();
    let comes =
        wait_for(PATIENCE, || expected.contains(&without_log(stage.picture(), 2)).then_some(()));
    assert!(comes.is_some(), "a pixel is two pixels wide");
    stage.screen.resize(stage.window, 300, 200);
    stage.expect("A .*20", "what fits");
    stage.close();
}

#[test]
fn f11_fills_the_screen_and_goes_back() {
    let Some(stage) = game(&[]) else { return };
    let before = stage.screen.place(stage.window);
    for _ in 0..2 {
        stage.screen.tap(F11, TAP);
        let whole = (0, 0, WIDTH, HEIGHT);
        let is_whole = || (stage.screen.place(stage.window) == whole).then_some(());
        assert!(wait_for(PATIENCE, is_whole).is_some(), "F11 fills the screen");
        stage.expect("A .*20", "full screen");
        stage.screen.tap(F11, TAP);
        let is_back = || (stage.screen.place(stage.window) == before).then_some(());
        assert!(wait_for(PATIENCE, is_back).is_some(), "F11 goes back");
    }
    stage.expect("A .*20", "back in the window");
    stage.close();
}

#[test]
fn the_options_change_the_window() {
    let Some(stage) = title(&[]) else { return };
    // From the top of the title, Up leads to the options. Each key waits for the effect of the previous one: on a busy
    // computer, a tap may come late, or seem held and be repeated.
    let colour = |words: &str| ocr::colour_in(&stage.shrunk(), words);
    let entry = words::line("menu.options");
    let unselected = wait_for(PATIENCE, || colour(entry)).expect("the title is shown");
    stage.screen.tap(UP, FLICK);
    let is_selected = || colour(entry).filter(|&it| it != unselected);
    assert!(wait_for(PATIENCE, is_selected).is_some(), "the options are selected");
    stage.screen.tap(RETURN, FLICK);
    let first = words::line("explanation.repeat_speed");
    assert!(wait_for(PATIENCE, || colour(first)).is_some(), "the options are shown");
    // The test finds the row of the size by its explanation.
    let size_row = words::line("explanation.scale");
    for _ in 0..ROWS_MAX {
        let before = stage.picture();
        if colour(size_row).is_some() {
            break;
        }
        stage.screen.tap(UP, FLICK);
        let has_moved = || (stage.picture() != before).then_some(());
        assert!(wait_for(PATIENCE, has_moved).is_some(), "another row is selected");
    }
    stage.screen.tap(RIGHT, FLICK);
    let size = || {
        let (_, _, width, height) = stage.screen.place(stage.window);
        (width, height)
    };
    let is_small = || (size() == (240, 160)).then_some(());
    assert!(wait_for(PATIENCE, is_small).is_some(), "a pixel is a pixel now");
    stage.screen.tap(RIGHT, FLICK);
    let is_larger = || (size() == (480, 320)).then_some(());
    assert!(wait_for(PATIENCE, is_larger).is_some(), "a pixel is two pixels wide now");
    stage.close();
}

#[test]
fn the_title_ends_the_program() {
    let Some(stage) = title(&[]) else { return };
    for key in [UP, DOWN, RETURN] {
        stage.screen.tap(key, TAP);
        thread::sleep(TAP);
    }
    assert_eq!(stage.playing.end(PATIENCE).expect("it ends"), (Some(0), String::new()));
}

#[test]
fn it_can_begin_by_filling_the_screen() {
    let Some(stage) = title(&["--fullscreen"]) else { return };
    let is_whole = || (stage.screen.place(stage.window) == (0, 0, WIDTH, HEIGHT)).then_some(());
    assert!(wait_for(PATIENCE, is_whole).is_some());
    stage.close();
}

#[test]
fn f12_saves_what_is_shown_once_however_long_it_is_held() {
    let Some(stage) = game(&[]) else { return };
    let folder = stage.folder.path();
    // The key is held long enough for key repeat, which begins after 0.66 s at the latest.
    stage.screen.tap(F12, Duration::from_millis(1500));
    // If the system defines no pictures folder, the program uses the folder `Pictures`.
    let home = folder.join("Pictures");
    let taken = || if home.is_dir() { stage.screenshots(&home).pop() } else { None };
    let saved = wait_for(PATIENCE, taken).expect("a screenshot");
    assert!(stage.moments("A .*20").contains(&without_log(RgbImage::read(&saved), 1)));
    assert_eq!(stage.screenshots(&home).len(), 1, "key repeat is no press");
    assert!(stage.screenshots(folder).is_empty(), "nothing is written into the current folder");
    let name = saved.file_name().unwrap().to_string_lossy().into_owned();
    assert!(stage.screen.title(stage.window).contains(&name), "the title says where");
    // A second screenshot in the same second gets a different name. The folder that the system defines takes
    // precedence.
    let pictures = folder.join("Images");
    fs::create_dir_all(folder.join(".config")).unwrap();
    fs::create_dir(&pictures).unwrap();
    let folders = "XDG_PICTURES_DIR=\"$HOME/Images\"\n";
    fs::write(folder.join(".config/user-dirs.dirs"), folders).unwrap();
    stage.screen.tap(F12, TAP);
    stage.screen.tap(F12, TAP);
    let both = || (stage.screenshots(&pictures).len() == 2).then_some(());
    assert!(wait_for(PATIENCE, both).is_some(), "two more screenshots");
    stage.close();
}

#[test]
fn a_screenshot_that_cannot_be_saved_is_a_sentence() {
    let Some(stage) = game(&[]) else { return };
    // No file can be created in a folder that was removed.
    fs::remove_dir_all(stage.folder.path()).unwrap();
    stage.screen.tap(F12, TAP);
    let says_so = || stage.screen.title(stage.window).contains("could not save").then_some(());
    assert!(wait_for(PATIENCE, says_so).is_some(), "the title says that it did not work");
    stage.screen.close(stage.window);
    let (code, said) = stage.playing.end(PATIENCE).expect("the program ends");
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("musrex: could not save a screenshot"), "{said}");
    // The save was also in that folder.
    let is_about_save = |line: &&str| line.contains("was removed while it was open");
    assert!(lines.len() == 2 && is_about_save(&lines[1]), "{said}");
}

#[test]
fn time_stands_still_without_the_keyboard() {
    let Some(stage) = game(&[]) else { return };
    let pictures = |moment: Duration| {
        let mut seen: Vec<RgbImage> = Vec::new();
        wait_for::<()>(moment, || {
            let picture = stage.picture();
            if !seen.contains(&picture) {
                seen.push(picture);
            }
            None
        });
        seen
    };
    let moment = Duration::from_millis(1500);
    assert!(pictures(moment).len() > 1, "somebody breathes");
    stage.screen.key(RIGHT, true);
    thread::sleep(TAP);
    stage.screen.focus(None);
    stage.screen.key(RIGHT, false);
    thread::sleep(Duration::from_millis(200));
    let still = pictures(moment);
    assert_eq!(still.len(), 1, "nobody moves");
    // The covered part of the window is nevertheless shown again.
    stage.screen.cover(Duration::from_millis(200));
    let is_shown = || (stage.picture() == still[0]).then_some(());
    assert!(wait_for(PATIENCE, is_shown).is_some(), "the window is shown again");
    stage.screen.focus(Some(stage.window));
    // A key that was released while another window had the focus no longer counts as held.
    stage.expect("A .*20 Right", "one step was made");
    assert!(pictures(moment).len() > 1, "somebody breathes again");
    stage.close();
}

#[test]
fn the_mouse_points_at_things_until_a_key_is_pressed() {
    let Some(stage) = game(&["--scale", "2"]) else { return };
    let plain = stage.moments("A .*20");
    let shows_plain = || {
        let picture = without_log(stage.picture(), 2);
        plain.iter().any(|moment| moment.framed(2, 480, 320) == picture).then_some(())
    };
    assert!(wait_for(PATIENCE, shows_plain).is_some(), "the mouse lies still");
    stage.screen.point(260 + 240, 190 + 160);
    stage.screen.point(260 + 241, 190 + 170);
    let shows_name = || shows_plain().is_none().then_some(());
    assert!(wait_for(PATIENCE, shows_name).is_some(), "a name is shown");
    thread::sleep(Duration::from_millis(700));
    assert!(shows_name().is_some(), "a name is still shown");
    stage.screen.tap(ESCAPE, TAP);
    stage.screen.tap(ESCAPE, TAP);
    assert!(wait_for(PATIENCE, shows_plain).is_some(), "a key sends the mouse to rest");
    stage.screen.point(260 + 240, 190 + 160);
    assert!(wait_for(PATIENCE, shows_name).is_some(), "a name is shown again");
    stage.screen.point(5, 5);
    assert!(wait_for(PATIENCE, shows_plain).is_some(), "outside the window there are no names");
    stage.close();
}

#[test]
fn a_held_key_is_held() {
    let Some(stage) = game(&[]) else { return };
    // The room ends five steps to the right.
    stage.screen.tap(RIGHT, Duration::from_millis(1500));
    stage.expect("A .*20 Right*90", "a held key walks on");
    stage.screen.tap(SPACE, Duration::from_millis(1));
    stage.close();
}

#[test]
fn a_display_that_is_not_there_is_a_sentence() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    for display in [":4000000", ":65000", "nonsense", ""] {
        let output = std::process::Command::new(musrex_testkit::program::musrex())
            .args(GAME)
            .current_dir(folder.path())
            .env("DISPLAY", display)
            .output()
            .expect("musrex starts");
        let run = musrex_testkit::program::Run::from(output);
        assert!(run.assert_failed(1).contains("`musrex headless`"), "{run:?}");
    }
}

/// Small boards have such screens. On them, minifb alone would end the program.
#[test]
fn a_screen_of_16_bits_is_played_on() {
    let Some(stage) = game_on(16, &[]) else { return };
    stage.screen.tap(RIGHT, TAP);
    stage.expect("A .*20 Right", "a step to the right");
    stage.screen.resize(stage.window, 700, 500);
    stage.expect("A .*20 Right", "a window of 700 × 500");
    stage.close();
}

#[test]
fn a_screen_that_cannot_show_the_game_is_a_sentence() {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    for (depth, arguments, why) in [
        (8, &[][..], "8 bits a pixel"),
        (16, &["-extension", "Composite"], "lacks the extension Composite"),
    ] {
        let screen = Screen::of_depth(depth, arguments);
        let playing = Playing::start(&screen, folder.path(), &GAME);
        let (code, said) = playing.end(PATIENCE).expect("it ends");
        assert_eq!(code, Some(1), "{said}");
        assert!(said.lines().count() == 1 && said.contains(why), "{said}");
        assert!(said.contains("`musrex headless`"), "{said}");
    }
}

#[test]
fn a_key_is_chosen_on_a_screen_and_kept_beside_the_save() {
    let Some(stage) = title(&[]) else { return };
    // From the top of the title, Up leads to the options. There, the keys are the last row but one, and the step to the
    // right is the fourth key. The title keeps its cursor.
    let path = [UP, RETURN, UP, UP, RETURN, DOWN, DOWN, DOWN, RETURN];
    for key in [&path[..], &[G, ESCAPE, ESCAPE, DOWN, DOWN, RETURN]].concat() {
        stage.screen.tap(key, TAP);
        thread::sleep(TAP);
    }
    stage.expect("A .*20", "the game begins");
    stage.screen.tap(G, TAP);
    stage.expect("A .*20 Right", "g steps to the right");
    let file = stage.folder.path().join(".local/share/musrex/musrex.keys");
    let text = fs::read_to_string(file).expect("the keys are kept");
    assert!(text.contains("\nkey right: g → d l Num6\n"), "{text}");
    stage.close();
}

/// The window reports that the chosen keys cannot be stored.
#[test]
fn keys_that_cannot_be_kept_are_told_in_the_window() {
    let Some(stage) = title(&[]) else { return };
    // No file can be written at a path where there is a folder.
    fs::create_dir(stage.folder.path().join(".local/share/musrex/musrex.keys")).unwrap();
    let path = [UP, RETURN, UP, UP, RETURN, RETURN];
    for key in [&path[..], &[G]].concat() {
        stage.screen.tap(key, TAP);
        thread::sleep(TAP);
    }
    let title = || stage.screen.title(stage.window);
    let tells = || title().contains("could not save the keys").then_some(());
    assert!(wait_for(PATIENCE, tells).is_some(), "{}", title());
    stage.screen.close(stage.window);
    let (code, said) = stage.playing.end(PATIENCE).expect("the program ends");
    assert_eq!((code, said.lines().count()), (Some(0), 1), "{said}");
}

#[test]
fn a_broken_key_map_is_a_sentence_and_stays() {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let file = folder.path().join("run.keys");
    fs::write(&file, "mouse\n").expect("there is room for temporary files");
    for (option, lines) in [("--scale=1", 1), ("--default-keys", 0)] {
        let screen = Screen::open();
        let arguments = [&GAME[..], &["--save", "run.sav", option]].concat();
        let Some((playing, window)) = Playing::open(&screen, folder.path(), &arguments, PATIENCE)
        else {
            return;
        };
        let tells = || screen.title(window).contains("is not a key file").then_some(());
        let wait = if lines == 1 { PATIENCE } else { Duration::from_secs(2) };
        assert_eq!(wait_for(wait, tells).is_some(), lines == 1, "in the window");
        screen.close(window);
        let (code, said) = playing.end(PATIENCE).expect("the program ends");
        assert_eq!((code, said.lines().count()), (Some(0), lines), "{said}");
        assert_eq!(said.contains("run.keys is not a key file"), lines == 1, "{said}");
        assert_eq!(fs::read(&file).expect("it is there"), b"mouse\n");
    }
}
