//! Plays in Debian's RetroArch, started as players start it, in an invisible window and with real keys. A run continues
//! where it stopped after RetroArch was killed, and after it was closed with automatic save states enabled.

use musrex_testkit::flash::Flash;
use musrex_testkit::libretro::{Core, Processor};
use musrex_testkit::program::is_installed;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::screen::{Keysym, Screen, wait_for};
use musrex_testkit::tier::can_use;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The longest wait for an effect, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(30);
/// The duration of a slow tap.
const TAP: Duration = Duration::from_millis(80);
/// The time after which a tap without effect is repeated.
const TAP_PATIENCE: Duration = Duration::from_secs(2);

/// RetroArch's keys for the pad: A, X (which explores), left and right. The last key closes RetroArch.
const A: Keysym = Keysym(0x78);
const EXPLORE: Keysym = Keysym(0x73);
const LEFT: Keysym = Keysym(0xFF51);
const RIGHT: Keysym = Keysym(0xFF53);
const LEAVE: Keysym = Keysym(0xFF1B);

/// A RetroArch with its own home folder.
struct Player<'a> {
    screen: &'a Screen,
    core: &'a Core,
    home: TempDir,
    program: Option<Child>,
    window: u32,
}

/// The floor and the turn of a run.
type Place = (u32, u32);

impl Player<'_> {
    fn new<'a>(screen: &'a Screen, core: &'a Core, options: &str) -> Player<'a> {
        let home = tempfile::tempdir().expect("there is room for temporary files");
        let path = home.path().display();
        for folder in ["saves", "states", "info"] {
            fs::create_dir(home.path().join(folder)).expect("there is room");
        }
        let settings = format!(
            "video_driver = \"sdl2\"\ninput_driver = \"sdl2\"\ninput_joypad_driver = \"null\"\naudio_enable = \"false\"\n\
             video_scale = \"2.0\"\nmenu_driver = \"rgui\"\nvideo_fullscreen = \"false\"\npause_nonactive = \"false\"\n\
             config_save_on_exit = \"false\"\nquit_press_twice = \"false\"\n\
             savefile_directory = \"{path}/saves\"\nsavestate_directory = \"{path}/states\"\n\
             sort_savefiles_enable = \"false\"\nsort_savestates_enable = \"false\"\n\
             libretro_info_path = \"{path}/info\"\n{options}"
        );
        fs::write(home.path().join("retroarch.cfg"), settings).expect("there is room");
        Player { screen, core, home, program: None, window: 0 }
    }

    fn start(&mut self) {
        let home = self.home.path();
        let log = fs::File::create(home.join("log")).expect("there is room");
        let program = Command::new("retroarch")
            .arg("--verbose")
            .args(["--config".as_ref(), home.join("retroarch.cfg").as_os_str()])
            .args(["-L".as_ref(), self.core.library().as_os_str()])
            .env("DISPLAY", self.screen.display())
            .env("HOME", home)
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_RUNTIME_DIR")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("RetroArch starts");
        self.program = Some(program);
        let window = wait_for(PATIENCE, || {
            let windows = self.screen.windows();
            windows.into_iter().find(|(_, title)| title.contains("RetroArch"))
        });
        self.window = window.unwrap_or_else(|| panic!("no window: {}", self.log())).0;
        self.screen.focus(Some(self.window));
        // The game's picture has many colours, unlike RetroArch's messages on black.
        let has_colours = || {
            let colours: HashSet<u32> =
                self.screen.picture(self.window).pixels.into_iter().collect();
            (colours.len() > 12).then_some(())
        };
        wait_for(PATIENCE, has_colours)
            .unwrap_or_else(|| panic!("nothing is shown: {}", self.log()));
    }

    fn log(&self) -> String {
        let log = fs::read(self.home.path().join("log")).expect("it was made");
        String::from_utf8_lossy(&log).into_owned()
    }

    /// Returns the floor and the turn of the run on the disk, if there is a run.
    fn place(&self) -> Option<Place> {
        place_in(&self.home.path().join("saves/musrex.sav"))
    }

    /// Taps a key until the run on the disk meets the condition. Returns the floor and the turn of the run at that
    /// time.
    fn tap_until(&self, key: Keysym, is_so: impl Fn(Place) -> bool) -> Place {
        let found = (0..20).find_map(|_| {
            self.screen.tap(key, TAP);
            wait_for(TAP_PATIENCE, || self.place().filter(|&place| is_so(place)))
        });
        found.unwrap_or_else(|| panic!("{:?} on the disk: {}", self.place(), self.log()))
    }

    /// Plays a turn to the left or to the right, depending on which side is free.
    fn play_turn(&self) -> Place {
        let before = self.place().expect("there is a run");
        let found = (0..20).find_map(|at| {
            self.screen.tap(if at % 2 == 0 { LEFT } else { RIGHT }, TAP);
            wait_for(TAP_PATIENCE / 4, || self.place().filter(|place| place.1 > before.1))
        });
        found.unwrap_or_else(|| panic!("no turn after {before:?}: {}", self.log()))
    }

    fn kill(&mut self) {
        let mut program = self.program.take().expect("it runs");
        assert!(program.try_wait().expect("it can be asked").is_none(), "{}", self.log());
        program.kill().expect("it runs");
        program.wait().expect("it was killed");
    }

    /// Closes RetroArch by its own key.
    fn leave(&mut self) {
        self.screen.tap(LEAVE, TAP);
        let mut program = self.program.take().expect("it runs");
        let status = wait_for(PATIENCE, || program.try_wait().expect("it can be asked"));
        let log = self.log();
        assert!(status.is_some_and(|status| status.success()), "{status:?}: {log}");
    }
}

fn place_in(file: &Path) -> Option<Place> {
    let bytes = fs::read(file).ok().filter(|bytes| bytes.len() == 65_536)?;
    let run = SaveContents::load(&mut Flash::of(&bytes)).0.run?;
    Some((run.floor().number().into(), run.turn().0))
}

impl Drop for Player<'_> {
    fn drop(&mut self) {
        if let Some(mut program) = self.program.take() {
            // The program may already have ended.
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

fn tools() -> Option<(Screen, &'static Core)> {
    let is_there = is_installed("retroarch") && is_installed("Xvfb");
    let core = Processor::Host.core().filter(|_| can_use("RetroArch and Xvfb", is_there))?;
    Some((Screen::open(), core))
}

/// Begins a run, explores the lobby, goes up, and explores the first floor.
fn play_a_floor(player: &Player<'_>) -> Place {
    player.tap_until(A, |_| true);
    let place = player.tap_until(EXPLORE, |(floor, _)| floor >= 1);
    player.tap_until(EXPLORE, |(_, turn)| turn > place.1 + 3)
}

#[test]
fn a_floor_is_played_retroarch_is_killed_and_the_run_goes_on() {
    let Some((screen, core)) = tools() else { return };
    let mut player = Player::new(&screen, core, "");
    player.start();
    play_a_floor(&player);
    for _ in 0..2 {
        // The kill may come before or after the last turn is on the disk.
        let before = player.place().expect("there is a run");
        player.screen.tap(LEFT, TAP);
        player.kill();
        let killed = player.place().expect("there is a run");
        assert!(killed.1 == before.1 || killed.1 == before.1 + 1, "{before:?}, {killed:?}");
        player.start();
        assert!(player.log().contains("Every turn is saved in"), "{}", player.log());
        player.screen.tap(A, TAP);
        let place = player.play_turn();
        assert_eq!((place.0, place.1), (killed.0, killed.1 + 1), "the run goes on where it was");
    }
}

#[test]
fn automatic_states_find_none_and_the_run_goes_on() {
    let Some((screen, core)) = tools() else { return };
    let states = "savestate_auto_save = \"true\"\nsavestate_auto_load = \"true\"\n";
    // One file informs RetroArch that the core has no save states. The test runs with and without this file, because
    // many handhelds lack it.
    for has_info in [true, false] {
        let mut player = Player::new(&screen, core, states);
        if has_info {
            let info = player.home.path().join("info/musrex_libretro.info");
            fs::copy(core.folder.join("musrex_libretro.info"), info).expect("it is there");
        }
        player.start();
        player.tap_until(A, |_| true);
        player.play_turn();
        player.leave();
        let left = player.place().expect("there is a run");
        let states = fs::read_dir(player.home.path().join("states")).expect("it is there").count();
        assert_eq!(states, 0, "there are states");
        // During the first session, the core has save memory until its file is written, and RetroArch may store a copy
        // of this memory every ten seconds. The core neither reads RetroArch's copy again nor writes to it.
        let (copy, old) = (player.home.path().join("saves/Mus Rex.srm"), vec![0xFF; 65_536]);
        fs::write(&copy, &old).expect("there is room");
        player.start();
        player.screen.tap(A, TAP);
        assert_eq!(player.play_turn(), (left.0, left.1 + 1));
        player.leave();
        assert!(fs::read(&copy).expect("it is there") == old, "the file is the truth");
    }
}
