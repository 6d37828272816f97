//! Plays the cartridge in emulators for players, Mednafen and mGBA, each in its own window and with real keys. Closing
//! the emulator loses no turn. Switching off or resetting the machine, or killing mGBA, loses at most the last turn. A
//! save can move from one emulator to the other, and to the desktop.
//!
//! Each emulator has a twin, which is the same game on this machine. After a key, the test waits until the window shows
//! the twin's picture. Idle creatures may be in any of their poses.

use musrex_core::app::ScreenName;
use musrex_core::input::{Button, Buttons};
use musrex_testkit::assert_same;
use musrex_testkit::emulator::as_shown;
use musrex_testkit::flash::{BYTES, Flash};
use musrex_testkit::gba::{rom, with_seed};
use musrex_testkit::lockstep::Reference;
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::{find, is_installed, run};
use musrex_testkit::saves::SaveContents;
use musrex_testkit::screen::{Keysym, Screen, wait_for};
use musrex_testkit::tier::{can_use, is_in_tier};
use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The longest wait for an effect, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(30);
/// The duration of a slow tap.
const TAP: Duration = Duration::from_millis(60);
/// The time after which a tap without effect is repeated, because an emulator reads its keys only once per picture.
const TAP_PATIENCE: Duration = Duration::from_secs(4);
/// The number of ticks in which idle creatures show all their poses.
const POSE_TICKS: usize = 300;
/// The number of ticks after which all animations caused by a press have ended.
const REST_TICKS: usize = 100;
/// The number of ticks for which the title is recorded. The demo behind the title never stops.
const TITLE_TICKS: usize = 1_500;
/// The width of the machine's picture.
const WIDTH: u16 = 240;
/// The height of the machine's picture.
const HEIGHT: u16 = 160;

const SEED: u64 = 7;
/// The durations of the presses after which the power is cut.
const HOLDS: [Duration; 3] =
    [Duration::from_millis(15), Duration::from_millis(30), Duration::from_millis(60)];
const F10: Keysym = Keysym(0xFFC7);
const F11: Keysym = Keysym(0xFFC8);
const ESCAPE: Keysym = Keysym(0xFF1B);

/// An emulator for players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Emulator {
    Mednafen,
    Mgba,
}

impl Emulator {
    const fn name(self) -> &'static str {
        match self {
            Emulator::Mednafen => "mednafen",
            Emulator::Mgba => "mgba",
        }
    }

    const fn arguments(self) -> &'static [&'static str] {
        match self {
            Emulator::Mednafen => &[
                "-sound",
                "0",
                "-video.driver",
                "softfb",
                "-gba.xscale",
                "1",
                "-gba.yscale",
                "1",
                "-filesys.fname_sav",
                "%f.%x",
            ],
            Emulator::Mgba => &["-1"],
        }
    }

    /// Returns the key of a button. Only the buttons that these tests use have a key.
    fn key(self, button: Button) -> Keysym {
        Keysym(match (self, button) {
            // The key 3 of the number pad.
            (Emulator::Mednafen, Button::A) => 0xFF9B,
            (Emulator::Mednafen, Button::Select) => 0xFF09,
            (Emulator::Mednafen, Button::Left) => 0x61,
            (Emulator::Mednafen, Button::Right) => 0x64,
            (Emulator::Mgba, Button::A) => 0x78,
            (Emulator::Mgba, Button::Select) => 0xFF08,
            (Emulator::Mgba, Button::Left) => 0xFF51,
            (Emulator::Mgba, Button::Right) => 0xFF53,
            (_, button) => panic!("{button:?} is not pressed here"),
        })
    }

    /// Returns the path of the cartridge's save in `folder`.
    fn save_file(self, folder: &Path) -> PathBuf {
        match self {
            Emulator::Mednafen => folder.join(".mednafen/sav/musrex.sav"),
            Emulator::Mgba => folder.join("musrex.sav"),
        }
    }

    /// Returns the byte that fills a new save memory.
    const fn fresh(self) -> u8 {
        match self {
            Emulator::Mednafen => 0x00,
            Emulator::Mgba => 0xff,
        }
    }
}

/// The fingerprints of pictures.
type Pictures = HashSet<u64>;

fn fingerprint(picture: &RgbImage) -> u64 {
    let mut hasher = DefaultHasher::new();
    picture.pixels.hash(&mut hasher);
    hasher.finish()
}

/// Returns all pictures that a twin shows in `ticks` ticks without any press.
fn shown_by(reference: &mut Reference, ticks: usize) -> Pictures {
    let pictures = (0..ticks).map(|_| {
        reference.tick(Buttons::NONE);
        fingerprint(&reference.picture)
    });
    pictures.collect()
}

fn tap_twin(reference: &mut Reference, button: Button) {
    for held in [Buttons::NONE.with(button), Buttons::NONE] {
        (0..2).for_each(|_| reference.tick(held));
    }
}

/// Returns the pictures of the title after loading `save`.
fn title(save: &[u8]) -> Pictures {
    shown_by(&mut Reference::with_save(SEED, save), TITLE_TICKS)
}

/// Returns a twin that continues `save`, and the pictures that the twin then shows.
fn twin_going_on(save: &[u8]) -> (Reference, Pictures) {
    let mut reference = Reference::with_save(SEED, save);
    reference.tick(Buttons::NONE);
    tap_twin(&mut reference, Button::A);
    shown_by(&mut reference, REST_TICKS);
    let shown = shown_by(&mut reference, POSE_TICKS);
    (reference, shown)
}

/// A player with an emulator. The emulator has its own folder and screen.
struct Player {
    emulator: Emulator,
    folder: TempDir,
    screen: Screen,
    /// The process and the window of the emulator while it runs.
    running: Option<(Child, u32)>,
    /// The twin: the same game on this machine.
    reference: Reference,
    /// The pictures that the window may show at present.
    shown: Pictures,
}

impl Drop for Player {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Player {
    /// Returns a player with a new cartridge; `None` if this machine lacks a needed program.
    fn new(emulator: Emulator) -> Option<Player> {
        let rom = rom()?;
        let can_play = find(emulator.name()).is_some() && is_installed("Xvfb");
        if !can_use(&format!("Xvfb and {}", emulator.name()), can_play) {
            return None;
        }
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        fs::write(folder.path().join("musrex.gba"), with_seed(rom, SEED)).expect("there is room");
        Some(Player {
            emulator,
            folder,
            screen: Screen::open(),
            running: None,
            reference: Reference::with_save(SEED, &[emulator.fresh(); BYTES]),
            shown: Pictures::new(),
        })
    }

    /// Returns a player who continues `save`.
    fn with_save(emulator: Emulator, save: &[u8]) -> Option<Player> {
        let mut player = Player::new(emulator)?;
        let file = player.save_file();
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("there is room");
        fs::write(file, save).expect("there is room");
        player.reference = Reference::with_save(SEED, save);
        Some(player)
    }

    fn save_file(&self) -> PathBuf {
        self.emulator.save_file(self.folder.path())
    }

    /// Asserts that the emulator's file contains the twin's save. Returns the save.
    fn saved(&mut self) -> Vec<u8> {
        let file = fs::read(self.save_file()).expect("there is a save");
        assert_eq!(file.len(), BYTES, "it is as long as a save");
        let [found, wanted] = [&file, &self.reference.save()].map(|save| {
            let (kept, loaded) = SaveContents::load(&mut Flash::of(save));
            assert!(
                loaded.save_error.is_none() && loaded.warnings.is_empty(),
                "{:?}",
                loaded.warnings
            );
            kept
        });
        assert_same!(found, wanted);
        file
    }

    /// Returns the number of turns played in this run.
    fn turns(&self) -> u32 {
        self.reference.app.game().turn().0
    }

    /// Returns the fingerprint of the window's picture, reduced to the colour bits of the machine.
    fn look(&self) -> Option<u64> {
        let (_, window) = self.running.as_ref()?;
        let (_, _, width, height) = self.screen.place(*window);
        if (width, height) != (WIDTH, HEIGHT) {
            return None;
        }
        let mut picture = self.screen.picture(*window);
        picture.pixels.iter_mut().for_each(|pixel| *pixel = as_shown(*pixel));
        Some(fingerprint(&picture))
    }

    /// Waits until the window shows one of `pictures`. Returns `false` if this does not happen within `limit`.
    fn comes_to(&self, pictures: &Pictures, limit: Duration) -> bool {
        let is_shown = || self.look().filter(|look| pictures.contains(look));
        wait_for(limit, is_shown).is_some()
    }

    /// Starts the emulator, and waits for the title.
    fn start(&mut self) {
        self.launch();
        self.reference = Reference::with_save(SEED, &self.reference.save());
        self.shown = shown_by(&mut self.reference, TITLE_TICKS);
        assert!(self.comes_to(&self.shown, PATIENCE), "the title of {:?}", self.emulator);
    }

    /// Starts the emulator, and waits for its window.
    fn launch(&mut self) {
        let folder = self.folder.path();
        let child = Command::new(find(self.emulator.name()).expect("it was found before"))
            .args(self.emulator.arguments())
            .arg(folder.join("musrex.gba"))
            .current_dir(folder)
            .env("DISPLAY", self.screen.display())
            .env("HOME", folder)
            .env("SDL_AUDIODRIVER", "dummy")
            .env_remove("MEDNAFEN_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the emulator starts");
        let window = wait_for(PATIENCE, || {
            let mut windows = self.screen.windows().into_iter().map(|(window, _)| window);
            windows.find(|&window| self.screen.place(window).2 >= WIDTH)
        });
        let window = window.expect("a window opens");
        self.running = Some((child, window));
        self.screen.focus(Some(window));
    }

    /// Presses a button until the picture changes, and waits until the picture is one of the expected ones.
    fn tap(&mut self, button: Button) {
        tap_twin(&mut self.reference, button);
        let next = shown_by(&mut self.reference, REST_TICKS + POSE_TICKS);
        let next = next.difference(&self.shown).copied().collect();
        let key = self.emulator.key(button);
        let comes = (0..5).any(|_| {
            self.screen.tap(key, TAP);
            self.comes_to(&next, TAP_PATIENCE)
        });
        assert!(comes, "{:?}: {button:?} in turn {}", self.emulator, self.turns());
        self.shown = shown_by(&mut self.reference, POSE_TICKS);
    }

    /// Begins or continues a run from the title.
    fn begin(&mut self) {
        tap_twin(&mut self.reference, Button::A);
        shown_by(&mut self.reference, REST_TICKS);
        // No question appears, because a chip full of zeros also counts as new.
        assert_eq!(self.reference.app.screen(), ScreenName::Play);
        self.shown = shown_by(&mut self.reference, POSE_TICKS);
        self.screen.tap(self.emulator.key(Button::A), TAP);
        assert!(self.comes_to(&self.shown, PATIENCE), "the game of {:?}", self.emulator);
    }

    /// Steps back and forth for `turns` turns.
    fn play(&mut self, turns: u32) {
        for _ in 0..turns {
            self.tap(self.next_step());
        }
    }

    fn next_step(&self) -> Button {
        if self.turns().is_multiple_of(2) { Button::Left } else { Button::Right }
    }

    /// Closes the emulator as a player would.
    fn leave(&mut self) {
        let (mut child, window) = self.running.take().expect("it runs");
        match self.emulator {
            Emulator::Mednafen => self.screen.tap(ESCAPE, TAP),
            Emulator::Mgba => self.screen.close(window),
        }
        let ended = wait_for(PATIENCE, || child.try_wait().expect("it can be asked"));
        let _ = child.kill();
        assert!(ended.expect("it ends").success());
    }

    fn kill(&mut self) {
        if let Some((mut child, _)) = self.running.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Holds the button of a step for `hold`, cuts the power at once, and continues, with or without the turn of that
    /// step. If there is a `key`, it resets the emulated machine or switches it off and on. If there is none, the
    /// emulator is killed, as if the computer lost its power.
    fn cut(&mut self, hold: Duration, key: Option<Keysym>) {
        let (step, before) = (self.next_step(), self.reference.save());
        tap_twin(&mut self.reference, step);
        let saves = [before, self.reference.save()];
        assert!(saves[0] != saves[1], "a turn is saved");
        let title = saves.iter().flat_map(|save| title(save)).collect();
        let both = saves.map(|save| twin_going_on(&save));
        self.screen.tap(self.emulator.key(step), hold);
        let comes = if let Some(key) = key {
            (0..5).any(|_| {
                self.screen.tap(key, TAP);
                self.comes_to(&title, TAP_PATIENCE)
            })
        } else {
            self.kill();
            self.launch();
            self.comes_to(&title, PATIENCE)
        };
        assert!(comes, "the title of {:?} after a cut", self.emulator);
        self.screen.tap(self.emulator.key(Button::A), TAP);
        let found = wait_for(PATIENCE, || {
            let look = self.look()?;
            both.iter().position(|(_, shown)| shown.contains(&look))
        });
        let found = found.unwrap_or_else(|| panic!("{:?} goes on", self.emulator));
        println!("{:?}: the turn is {}", self.emulator, ["lost", "kept"][found]);
        let [before, after] = both;
        (self.reference, self.shown) = if found == 0 { before } else { after };
    }
}

/// The reason for skipping these tests in the short tier.
const LONG: &str = "minutes of real time";

#[test]
fn mednafen_loses_nothing() {
    if !is_in_tier(LONG) {
        return;
    }
    let Some(mut player) = Player::new(Emulator::Mednafen) else { return };
    player.start();
    player.begin();
    player.play(4);
    player.leave();
    player.saved();
    player.start();
    player.begin();
    player.play(2);
    for (key, hold) in [F11, F10, F11].into_iter().zip(HOLDS) {
        player.cut(hold, Some(key));
        player.play(2);
    }
    player.leave();
    let save = player.saved();
    // Mednafen writes the file only when it is closed.
    player.start();
    player.begin();
    player.play(2);
    player.kill();
    assert_same!(fs::read(player.save_file()).expect("there is a save"), save);
}

/// Plays the cartridge in Mednafen with a save memory without commands.
#[test]
fn mednafen_saves_on_sram() {
    let Some(mut player) = Player::new(Emulator::Mednafen) else { return };
    fs::write(player.folder.path().join("musrex.type"), "sram\n").expect("there is room");
    player.start();
    player.begin();
    player.play(2);
    player.cut(HOLDS[1], Some(F11));
    player.play(1);
    player.leave();
    player.saved();
}

#[test]
fn mgba_loses_nothing() {
    let Some(mut player) = Player::new(Emulator::Mgba) else { return };
    player.start();
    player.begin();
    player.play(4);
    player.leave();
    player.saved();
    player.start();
    player.begin();
    player.play(2);
    for hold in HOLDS {
        player.cut(hold, None);
        player.play(2);
    }
    player.leave();
    player.saved();
}

/// Plays two turns with `save` on the desktop. Returns the save, and its description by `musrex save`.
fn on_the_desktop(save: &[u8]) -> (Vec<u8>, String) {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let file = folder.path().join("a.sav");
    fs::write(&file, save).expect("there is room");
    let script = "A .*60 Left Right .*10";
    run(folder.path(), &["headless", "--save", "a.sav", "--input", script]).assert_done();
    let info = run(folder.path(), &["save", "a.sav", "info"]);
    assert_eq!(info.code, Some(0), "{}", info.stderr);
    (fs::read(file).expect("it is there"), info.stdout)
}

#[test]
fn a_save_goes_from_one_to_the_other() {
    if !is_in_tier(LONG) {
        return;
    }
    let Some(mut player) = Player::new(Emulator::Mednafen) else { return };
    player.start();
    player.begin();
    player.play(4);
    player.leave();
    for (emulator, turns) in [(Emulator::Mgba, 6), (Emulator::Mednafen, 10)] {
        let (save, info) = on_the_desktop(&player.saved());
        assert!(info.contains(&format!("turn {turns}\n")), "{info}");
        let Some(other) = Player::with_save(emulator, &save) else { return };
        player = other;
        player.start();
        player.begin();
        assert_eq!(player.turns(), turns);
        player.play(2);
        player.leave();
    }
    let (_, info) = on_the_desktop(&player.saved());
    assert!(info.contains("turn 14\n"), "{info}");
}
