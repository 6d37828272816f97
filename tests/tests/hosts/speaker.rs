//! Checks the sound of `musrex play`. Each test starts a PulseAudio server without a sound card, records the sound that
//! the server plays, and compares it with the samples of `musrex headless`.

use musrex_core::app::Settings;
use musrex_core::poll::block_on;
use musrex_core::save::SaveManager;
use musrex_testkit::flash::Flash;
use musrex_testkit::hearing::{best_match, from_first_sound, is_silent};
use musrex_testkit::program::{is_installed, run};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::screen::{Keysym, Playing, Screen, wait_for};
use musrex_testkit::sound_server::{Recording, SAMPLE_RATE, SoundServer};
use musrex_testkit::tier::can_use;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const RETURN: Keysym = Keysym(0xFF0D);
const DOWN: Keysym = Keysym(0xFF54);
const F9: Keysym = Keysym(0xFFC6);

/// The longest wait for an effect, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The duration of a slow tap.
const TAP: Duration = Duration::from_millis(50);
/// A time that is longer than any sound effect of a menu, and longer than the sound still played after muting.
const MOMENT: Duration = Duration::from_millis(500);
/// The time for which the test records music.
const BARS: Duration = Duration::from_secs(3);

const GAME: [&str; 4] = ["--seed", "7", "--save", "run.sav"];

/// A window on a screen.
struct Stage {
    playing: Playing,
    window: u32,
    screen: Screen,
    folder: TempDir,
}

/// Opens a window with sound on the server at `address` and with this music volume. Returns `None` if this machine
/// cannot provide a screen.
fn title(address: &OsStr, music_volume: u8, arguments: &[&str]) -> Option<Stage> {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return None;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let settings = Settings { music_volume, ..Settings::default() };
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.set(&settings).expect("the flash is whole");
    for name in ["run.sav", "headless.sav"] {
        fs::write(folder.path().join(name), &manager.flash().bytes).expect("there is room");
    }
    let screen = Screen::open();
    let arguments = [&GAME[..], arguments].concat();
    let (playing, window) =
        Playing::open_with_sound(&screen, folder.path(), &arguments, address, PATIENCE)?;
    Some(Stage { playing, window, screen, folder })
}

impl Stage {
    /// Returns the samples that `musrex headless` writes for `script`.
    fn samples_of(&self, script: &str) -> Vec<i16> {
        let folder = self.folder.path();
        let arguments = ["--seed", "7", "--save", "headless.sav", "--sound", "sound.wav"];
        run(folder, &[&["headless", "--input", script], &arguments[..]].concat()).assert_done();
        samples_in(&folder.join("sound.wav"))
    }

    /// Asserts that the game reacts to a key.
    fn assert_plays(&self) {
        let title = self.screen.picture(self.window);
        self.screen.tap(RETURN, TAP);
        let differs = || (self.screen.picture(self.window) != title).then_some(());
        assert!(wait_for(PATIENCE, differs).is_some(), "the game goes on");
    }

    /// Closes the window. Returns the lines printed by the program.
    fn close(self) -> Vec<String> {
        self.screen.close(self.window);
        let (code, said) = self.playing.end(PATIENCE).expect("the program ends");
        assert_eq!(code, Some(0), "{said}");
        said.lines().map(str::to_owned).collect()
    }
}

fn samples_in(path: &Path) -> Vec<i16> {
    let bytes = fs::read(path).expect("it was written");
    let sample = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
    // The server mixes both sides into one channel.
    let both = |sides: &[u8]| sample(&sides[..2]) / 2 + sample(&sides[2..]) / 2;
    bytes[44..].chunks_exact(4).map(both).collect()
}

/// Waits for a sound after this call. Returns whether a sound was recorded.
fn hears(recording: &Recording) -> bool {
    let start = Instant::now();
    wait_for(PATIENCE, || recording.first_sound(start)).is_some()
}

#[test]
fn the_title_sounds_as_headless_writes_it() {
    let Some(server) = SoundServer::start() else { return };
    let recording = server.record();
    let Some(stage) = title(&server.address(), 4, &[]) else { return };
    assert!(hears(&recording), "there is music");
    thread::sleep(BARS);
    let heard = recording.samples();
    let heard = from_first_sound(&heard);
    let expected = stage.samples_of(".*180");
    // If the server must wait for the game on a busy computer, it inserts silence. So each quarter of a second may come
    // slightly late. The server may also play the beginning of a stream before recording starts.
    let (mut at, mut equal, mut worst) = (0, 0, 1000);
    let quarters = from_first_sound(&expected).chunks_exact(SAMPLE_RATE as usize / 4).skip(1);
    for quarter in quarters.clone() {
        let (correlation, place) = best_match(heard, quarter, at + quarter.len());
        (at, worst) = (place, worst.min(correlation));
        equal += heard[at..].iter().zip(quarter).filter(|(heard, wanted)| heard == wanted).count();
    }
    let count = quarters.flatten().count();
    println!(
        "{equal} of {count} samples are equal; each quarter of a second correlates by {worst}/1000"
    );
    assert!(worst >= 980, "{worst}/1000");
    assert_eq!(stage.close(), [""; 0]);
}

#[test]
fn a_press_is_heard_soon_and_as_headless_writes_it() {
    /// The number of presses that are measured.
    const PRESSES: usize = 15;
    let Some(server) = SoundServer::start() else { return };
    let recording = server.record();
    let Some(stage) = title(&server.address(), 0, &[]) else { return };
    assert!(is_silent(&recording.listen(MOMENT)), "without music nothing is heard");
    let expected = stage.samples_of(".*20 Down .*40");
    let expected = from_first_sound(&expected);
    let mut latencies: Vec<Duration> = Vec::new();
    let mut worst = 1000;
    for _ in 0..PRESSES {
        let before = recording.samples().len();
        let press = Instant::now();
        stage.screen.tap(DOWN, TAP);
        let sound = wait_for(PATIENCE, || recording.first_sound(press)).expect("it is heard");
        latencies.push(sound - press);
        thread::sleep(MOMENT);
        let heard = recording.samples().split_off(before);
        let start = heard.iter().position(|&sample| sample != 0).expect("it was heard");
        worst = worst.min(best_match(&heard, &expected[..SAMPLE_RATE as usize / 20], start).0);
    }
    latencies.sort();
    println!(
        "from press to sound: {:?} at best, {:?} in the median, {:?} at worst; correlation {worst}/1000 at least",
        latencies[0],
        latencies[PRESSES / 2],
        latencies[PRESSES - 1],
    );
    // A pulse voice continues from the end of its last note, so its phase may differ.
    assert!(worst >= 900, "{worst}/1000");
    // The measured time includes delays by other programs on a busy computer. So the best of many presses gives the
    // speaker's own latency.
    assert!(latencies[0] <= Duration::from_millis(60), "{latencies:?}");
    assert_eq!(stage.close(), [""; 0]);
}

#[test]
fn f9_mutes_and_unmutes() {
    let Some(server) = SoundServer::start() else { return };
    let recording = server.record();
    let Some(stage) = title(&server.address(), 4, &["--mute"]) else { return };
    assert!(is_silent(&recording.listen(BARS)), "--mute begins in silence");
    let says = |words: &str| {
        stage.screen.tap(F9, TAP);
        let is_said = || stage.screen.title(stage.window).contains(words).then_some(());
        assert!(wait_for(PATIENCE, is_said).is_some(), "the title says {words}");
    };
    for _ in 0..2 {
        says("not muted");
        assert!(hears(&recording), "F9 unmutes");
        says(": muted");
        thread::sleep(MOMENT);
        assert!(is_silent(&recording.listen(BARS)), "F9 mutes");
    }
    assert_eq!(stage.close(), [""; 0]);
}

#[test]
fn a_server_that_is_missing_is_a_sentence_and_the_game_goes_on() {
    let Some(stage) = title(OsStr::new("unix:/nowhere/native"), 4, &[]) else { return };
    thread::sleep(MOMENT);
    stage.assert_plays();
    assert_eq!(stage.close(), ["musrex: there is no sound: no sound server is running."]);
}

#[test]
fn muting_leaves_nothing_behind_where_nothing_can_be_heard() {
    /// The number of times that the program looks for a sound device.
    const LOOKS: usize = 12;
    let Some(server) = SoundServer::start() else { return };
    server.lose_card();
    let Some(stage) = title(&server.address(), 4, &["--mute"]) else { return };
    let look = || {
        for _ in 0..2 {
            stage.screen.tap(F9, TAP);
            thread::sleep(MOMENT);
        }
    };
    look();
    let (threads, files) = stage.playing.threads_and_files();
    for _ in 1..LOOKS {
        look();
    }
    let (threads_after, files_after) = stage.playing.threads_and_files();
    println!("{threads} threads and {files} files, then {threads_after} and {files_after}");
    assert!(threads_after <= threads && files_after <= files);
    let said = stage.close();
    assert_eq!(said.len(), LOOKS, "{said:?}");
    assert!(said.iter().all(|line| line.starts_with("musrex: there is no sound: ")), "{said:?}");
}

#[test]
fn a_stream_that_the_server_ends_is_a_sentence() {
    let Some(server) = SoundServer::start() else { return };
    let recording = server.record();
    let Some(stage) = title(&server.address(), 4, &[]) else { return };
    assert!(hears(&recording), "there is music");
    drop(recording);
    server.lose_card();
    thread::sleep(2 * MOMENT);
    stage.assert_plays();
    assert_eq!(stage.close(), ["musrex: there is no sound: the sound server stopped it."]);
}

#[test]
fn a_server_that_dies_is_a_sentence_and_f9_finds_the_next() {
    let Some(mut server) = SoundServer::start() else { return };
    let recording = server.record();
    let Some(stage) = title(&server.address(), 4, &[]) else { return };
    assert!(hears(&recording), "there is music");
    drop(recording);
    server.kill();
    thread::sleep(MOMENT);
    stage.assert_plays();
    server.restart();
    let recording = server.record();
    assert!(is_silent(&recording.listen(MOMENT)), "nothing is heard by itself");
    for _ in 0..2 {
        stage.screen.tap(F9, TAP);
        thread::sleep(TAP);
    }
    assert!(hears(&recording), "F9 twice looks for a server");
    assert_eq!(stage.close(), ["musrex: there is no sound: the sound server is gone."]);
}
