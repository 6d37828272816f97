//! The contract of a host. Whatever an app requests and whatever faults the flash has, play must go on; and while the
//! flash works, the played turns must be saved. Every host passes the contract: the loop on memory, the template,
//! `musrex headless`, the window, the cartridge and the PicoSystem. The test of the libretro core is in another file.
//! The cartridge, the PicoSystem and the libretro core run in emulators or a front end, in the full tier.
//!
//! Every host is tested with a failing flash. A slow flash is tested only with hosts that play on while they write.
//! `musrex headless` waits for its disk, and the libretro core writes within the tick, so a slow disk only makes them
//! slower.

use super::template::{End, Part, app as template_app, flash_with};
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use musrex_core::Game;
use musrex_core::app::{App, Request, Setup};
use musrex_core::host::{self, Host};
use musrex_core::input::{Buttons, Input};
use musrex_core::poll::{block_on, pause};
use musrex_core::save::{SaveManager, SaveRequest, SaveStatus};
use musrex_testkit::flash::{Flash, PowerLost};
use musrex_testkit::gba::{Console, rom, ticks_of, with_seed};
use musrex_testkit::picosystem::{PicoSystem, program};
use musrex_testkit::program::{is_installed, musrex, on_full_disk};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::screen::{Keysym, Playing, Screen};
use musrex_testkit::tier::can_use;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const SEED: u64 = 7;
/// A script that makes all requests of a session. It has two parts, because a host that can quit ends when the player
/// leaves the run. The first part continues a run, changes a setting and leaves the run. The second part returns to the
/// run, gives it up, and begins another.
const LIFE: [&str; 2] = [
    "A .*30 A A Left A .*90 Up Up Up Up Up Up .*20 Start .*4 Down Down Down Down Down A .*4 Right .*4 B .*4 B .*4 \
     A .*90 Start .*4 Down Down Down Down Down Down A .*30 ",
    "A .*30 A A .*90 Start .*4 Down Down Down Down Down Down Down A .*4 Down A .*60 A .*30 A .*30 A A A .*90",
];
/// Two scripts: one continues a run, and one waits again and again.
const GO_ON: &str = "A .*30 ";
const WAITS: &str = "A A A A A A A A A A A A ";

/// The sentences with which the game and the desktop program report that a save cannot be written.
const FAILURES: [&str; 3] =
    ["The save could not be written.", "is on a full disk", "Nothing is saved any more"];

/// The fault of a flash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FlashFault {
    /// The flash works at its normal speed.
    None,
    /// The flash is so slow that turns must wait for it.
    Slow,
    /// The flash fails during a run.
    Broken,
}

/// The result of a session on a machine.
pub(super) struct Played {
    /// The bytes of the machine's save.
    pub(super) save: Vec<u8>,
    /// The fingerprint of the game that was played; `None` if the machine does not reveal it.
    pub(super) fingerprint: Option<u64>,
    /// The words about the flash that the player has seen; `None` if they appear only in a picture.
    pub(super) told: Option<String>,
}

/// A host on its machine.
pub(super) trait Machine {
    /// Plays a script from power-on to its end. Then the player switches off, and the machine has time to save. Returns
    /// `None` if this fault cannot occur on the machine.
    fn play(&self, save: &[u8], script: &str, fault: FlashFault) -> Option<Played>;

    /// Plays a script and cuts the power at its end. Returns the save; `None` if the power cannot be cut.
    fn cut(&self, script: &str) -> Option<Vec<u8>> {
        let _ = script;
        None
    }

    /// Returns whether the player can quit. If so, leaving a run ends the program.
    fn can_quit(&self) -> bool {
        false
    }

    /// Returns whether the seed of a new run depends on the player's timing.
    fn has_chance(&self) -> bool {
        false
    }
}

/// The expected result of a script on a machine.
struct Expected {
    contents: SaveContents,
    requests: Vec<SaveRequest>,
    /// The turn of the game after each tick.
    turns: Vec<u32>,
    fingerprint: u64,
}

/// Returns the result that this machine should have after a script. Plays the script without any host.
fn expected(save: &[u8], script: &str, machine: &impl Machine) -> Expected {
    let mut app = app(machine.can_quit());
    let mut manager = block_on(SaveManager::open(Flash::of(save)));
    block_on(app.attach(&mut manager));
    let (mut requests, mut turns) = (Vec::new(), Vec::new());
    for held in ticks_of(script) {
        match app.tick(Input::from(held)) {
            Some(Request::Save(save)) => {
                block_on(app.save(save, &mut manager));
                requests.push(save);
            }
            Some(Request::Quit) => break,
            _ => {}
        }
        turns.push(app.game().turn().0);
    }
    let contents = SaveContents::load(&mut Flash::of(&manager.flash().bytes)).0;
    Expected { contents, requests, turns, fingerprint: app.game().fingerprint() }
}

fn app(can_quit: bool) -> Box<App> {
    let mut setup = Setup::new(SEED);
    setup.abilities.can_quit = can_quit;
    let mut app = Box::new(App::new(setup));
    app.close_kits();
    app
}

fn contents(save: &[u8]) -> SaveContents {
    let (contents, loaded) = SaveContents::load(&mut Flash::of(save));
    assert!(loaded.warnings.is_empty() && loaded.save_error.is_none(), "{loaded:?}");
    contents
}

/// Checks that a host fulfils its contract.
pub(super) fn check(machine: &impl Machine) {
    every_request_is_answered(machine);
    what_is_played_while_saving_is_saved(machine);
    a_cut_costs_a_turn_at_most(machine);
    a_flash_that_fails_ends_saving_and_not_the_game(machine);
}

/// Makes a save with a run that has begun.
pub(super) fn begun() -> Vec<u8> {
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&Game::new(SEED)).expect("the flash is whole");
    manager.flash().bytes.to_vec()
}

/// Asserts that a machine has played and saved as expected.
fn assert_played(played: &Played, expected: &Expected, machine: &impl Machine) {
    let mut found = contents(&played.save);
    let told = format!("{}, not {}", found.brief(), expected.contents.brief());
    if machine.has_chance() {
        let [run, wanted] = [&found, &expected.contents].map(|it| it.run.as_ref());
        let [run, wanted] = [run, wanted].map(|run| run.map(|game| (game.floor(), game.turn())));
        assert_eq!(run, wanted);
        found.run.clone_from(&expected.contents.run);
    } else if let Some(fingerprint) = played.fingerprint {
        assert_eq!(fingerprint, expected.fingerprint);
    }
    assert!(found == expected.contents, "{told}");
}

fn every_request_is_answered(machine: &impl Machine) {
    let sessions =
        if machine.can_quit() { LIFE.map(str::to_owned).to_vec() } else { vec![LIFE.concat()] };
    let (mut save, mut requests) = (begun(), Vec::new());
    for session in sessions {
        save = play_as_expected(&save, &session, machine, &mut requests);
    }
    use SaveRequest::{Begin, GiveUp, Idle, Leave, Settings};
    for request in [Begin, Settings, Leave, GiveUp, Idle] {
        assert!(requests.contains(&request), "{request:?}: {requests:?}");
    }
    // The next session continues the run.
    let again = play_as_expected(&save, "A .*60 A A .*30", machine, &mut requests);
    let turn = |save: &[u8]| contents(save).run.expect("there is a run").turn().0;
    assert_eq!(turn(&again), turn(&save) + 2);
}

/// Plays a session. Returns the resulting save, and appends the requests of the session to the earlier ones.
fn play_as_expected(
    save: &[u8],
    script: &str,
    machine: &impl Machine,
    requests: &mut Vec<SaveRequest>,
) -> Vec<u8> {
    let expected = expected(save, script, machine);
    let played = machine.play(save, script, FlashFault::None).expect("every machine plays");
    assert_played(&played, &expected, machine);
    requests.extend(expected.requests);
    played.save
}

// The walls around a floor refuse a step, and a refused step causes no request.
#[test]
fn the_script_has_refusals() {
    let expected = expected(&begun(), LIFE[0], &Plain { has_time: true, can_quit: false });
    let turns = expected.requests.iter().filter(|it| matches!(it, SaveRequest::Turn(_))).count();
    let run = LIFE[0].split("Start").next().expect("it has a beginning");
    let presses = run.split_whitespace().skip(1).filter(|token| !token.starts_with('.')).count();
    assert!(turns > 6 && turns < presses + 3, "{turns} turns of {presses} presses and some");
}

/// A checkpoint takes many ticks on a slow flash. Turns wait in the backlog until it is full, and the player switches
/// off before they are written.
fn what_is_played_while_saving_is_saved(machine: &impl Machine) {
    for (waits, rest) in [(1, 1), (1, 9), (2, 3), (4, 30)] {
        let script = format!("{GO_ON}{}.*{rest}", WAITS.repeat(waits));
        let Some(played) = machine.play(&begun(), &script, FlashFault::Slow) else { return };
        let expected = expected(&begun(), &script, machine);
        let found = contents(&played.save);
        assert!(
            found.run == expected.contents.run,
            "{script}: {}, not {}",
            found.brief(),
            expected.contents.brief()
        );
    }
}

fn a_cut_costs_a_turn_at_most(machine: &impl Machine) {
    for rest in [1, 2, 3, 5, 8, 13, 21] {
        let script = format!("{GO_ON}{WAITS}.*{rest}");
        let Some(save) = machine.cut(&script) else { return };
        let turns = expected(&begun(), &script, machine).turns;
        let turn = turns.last().copied().expect("there are ticks");
        let found = contents(&save).run.expect("the run has begun").turn().0;
        assert!(found == turn || found + 1 == turn, "{script}: turn {found} of {turn}");
    }
}

fn a_flash_that_fails_ends_saving_and_not_the_game(machine: &impl Machine) {
    let save = begun();
    let script = format!("{GO_ON}{}", WAITS.repeat(3));
    let Some(played) = machine.play(&save, &script, FlashFault::Broken) else { return };
    let expected = expected(&save, &script, machine);
    if let Some(fingerprint) = played.fingerprint {
        assert_eq!(fingerprint, expected.fingerprint);
    }
    if let Some(told) = played.told {
        assert!(FAILURES.iter().any(|words| told.contains(words)), "{told}");
    }
    // The contents that were saved before the failure are still there.
    let (found, loaded) = SaveContents::load(&mut Flash::of(&played.save));
    assert!(loaded.warnings.is_empty() && loaded.save_error.is_none(), "{loaded:?}");
    let turn = found.run.expect("the run has begun").turn().0;
    assert!(turn < expected.turns[expected.turns.len() - 1], "{turn} turns were saved after all");
}

/// A flash on which each operation takes this many polls.
struct SlowFlash<'a>(&'a mut Flash, u32);

impl SlowFlash<'_> {
    async fn wait(&self) {
        for _ in 0..self.1 {
            pause().await;
        }
    }
}

impl ErrorType for SlowFlash<'_> {
    type Error = PowerLost;
}

impl ReadNorFlash for SlowFlash<'_> {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), PowerLost> {
        self.0.read(offset, bytes).await
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

impl NorFlash for SlowFlash<'_> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = Flash::ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), PowerLost> {
        self.wait().await;
        self.0.erase(from, to).await
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), PowerLost> {
        self.wait().await;
        self.0.write(offset, bytes).await
    }
}

/// Returns the lines of an app's log.
fn log_of(app: &App) -> String {
    app.messages().iter().map(|entry| format!("{}\n", entry.message.text)).collect()
}

/// The bare loop without a machine: a player and a flash.
struct Plain {
    /// True if a tick leaves time for saving.
    has_time: bool,
    can_quit: bool,
}

struct Script {
    ticks: std::vec::IntoIter<Buttons>,
    has_time: bool,
}

impl Host for Script {
    fn input(&mut self) -> Option<Input> {
        self.ticks.next().map(Input::from)
    }

    fn draw(&mut self, _: &mut App) {}

    fn has_time(&mut self) -> bool {
        self.has_time
    }
}

impl Machine for Plain {
    fn play(&self, save: &[u8], script: &str, fault: FlashFault) -> Option<Played> {
        let (mut app, mut flash) = (app(self.can_quit), Flash::of(save));
        flash.steps_left = (fault == FlashFault::Broken).then_some(300);
        let waits = if fault == FlashFault::Slow { 9 } else { 0 };
        let mut manager = block_on(SaveManager::open(SlowFlash(&mut flash, waits)));
        let ticks = ticks_of(script).into_iter();
        let mut host = Script { ticks, has_time: self.has_time };
        let status = host::run(&mut host, &mut app, &mut manager);
        assert_eq!(status == SaveStatus::Done, fault != FlashFault::Broken, "{status:?}");
        flash.steps_left = None;
        let fingerprint = Some(app.game().fingerprint());
        Some(Played { save: flash.bytes.to_vec(), fingerprint, told: Some(log_of(&app)) })
    }

    fn can_quit(&self) -> bool {
        self.can_quit
    }
}

#[test]
fn the_loop_keeps_it() {
    check(&Plain { has_time: true, can_quit: true });
    check(&Plain { has_time: false, can_quit: true });
    check(&Plain { has_time: false, can_quit: false });
}

/// A board of simulated parts, whose flash is slow.
struct Template;

impl Machine for Template {
    fn play(&self, save: &[u8], script: &str, fault: FlashFault) -> Option<Played> {
        let part = Part::new(flash_with(save), &ticks_of(script), End::SwitchedOff);
        if fault == FlashFault::Broken {
            part.fail_flash_after(20);
        }
        let mut app = template_app();
        let status = part.run_with(&mut app).expect("no power is cut");
        assert_eq!(status == SaveStatus::Done, fault != FlashFault::Broken, "{status:?}");
        let fingerprint = Some(app.game().fingerprint());
        Some(Played { save: part.save().0, fingerprint, told: Some(log_of(&app)) })
    }

    fn cut(&self, script: &str) -> Option<Vec<u8>> {
        let part = Part::new(flash_with(&begun()), &ticks_of(script), End::Cut);
        assert_eq!(part.run_with(&mut template_app()), None);
        Some(part.save().0)
    }

    fn has_chance(&self) -> bool {
        true
    }
}

#[test]
fn the_template_keeps_it() {
    check(&Template);
}

/// The program `musrex headless`, whose machine has files instead of a flash.
struct Headless;

/// Makes a folder with a save in it.
fn folder_with(save: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    fs::write(folder.path().join("f.sav"), save).expect("there is room for a save");
    folder
}

fn read_save(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("f.sav")).expect("there is a save")
}

impl Machine for Headless {
    fn play(&self, save: &[u8], script: &str, fault: FlashFault) -> Option<Played> {
        let mut program = match fault {
            FlashFault::None => Command::new(musrex()),
            // A disk is never too slow for a script, because the script waits.
            FlashFault::Slow => return None,
            FlashFault::Broken => on_full_disk(),
        };
        let folder = folder_with(save);
        let path = folder.path();
        program.args(["headless", "--seed", "7", "--input", script, "--save", "f.sav"]);
        // A limit on file sizes does not apply to pipes.
        program.args(["--state", "/dev/stdout"]).current_dir(path).stdin(Stdio::null());
        let output = program.output().expect("it starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.success(), fault == FlashFault::None, "{told}");
        let state: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        let hash = state["hash"].as_str().expect("there is a hash");
        let fingerprint = Some(u64::from_str_radix(hash, 16).expect("it has digits"));
        Some(Played { save: read_save(path), fingerprint, told: Some(told) })
    }
}

#[test]
fn headless_keeps_it() {
    check(&Headless);
}

/// The window, on an invisible screen. Key presses take real time.
struct Window<'a>(&'a Screen);

const PATIENCE: Duration = Duration::from_secs(20);
const TICK: Duration = Duration::from_nanos(16_666_667);
/// The duration of a sync on a slow disk. A turn takes one sync, and a checkpoint takes one sync for each of its
/// sectors.
const SYNC_MILLISECONDS: u32 = 40;

impl Machine for Window<'_> {
    fn play(&self, save: &[u8], script: &str, fault: FlashFault) -> Option<Played> {
        let folder = folder_with(save);
        let (path, arguments) =
            (folder.path(), ["--seed", "7", "--size", "240x160", "--save", "f.sav"]);
        let (playing, window) = if fault == FlashFault::Slow {
            Playing::open_on_slow_disk(self.0, path, &arguments, SYNC_MILLISECONDS, PATIENCE)?
        } else {
            Playing::open(self.0, path, &arguments, PATIENCE)?
        };
        thread::sleep(PATIENCE / 50);
        if fault == FlashFault::Broken {
            playing.fill_disk();
        }
        for token in script.split_whitespace() {
            let (name, ticks) = token.split_once('*').unwrap_or((token, "6"));
            let ticks: u32 = ticks.parse().expect("a number of ticks");
            match key_of(name) {
                Some(key) => self.0.tap(key, TICK * ticks),
                None => thread::sleep(TICK * ticks),
            }
            thread::sleep(TICK * 6);
        }
        // After the player has quit, no window is left to close.
        if self.0.windows().iter().any(|&(shown, _)| shown == window) {
            self.0.close(window);
        }
        let (code, said) = playing.end(PATIENCE).expect("it ends");
        assert_eq!(code, Some(0), "{said}");
        Some(Played { save: read_save(path), fingerprint: None, told: Some(said) })
    }

    fn can_quit(&self) -> bool {
        true
    }
}

/// Returns the X keysym for a button; `None` for a token that waits.
fn key_of(name: &str) -> Option<Keysym> {
    let keysym = match name {
        "." => return None,
        "A" => 0xFF0D,
        "B" | "Start" => 0xFF1B,
        "Left" => 0xFF51,
        "Up" => 0xFF52,
        "Right" => 0xFF53,
        "Down" => 0xFF54,
        other => panic!("no key is {other}"),
    };
    Some(Keysym(keysym))
}

#[test]
fn the_window_keeps_it() {
    if can_use("Xvfb", is_installed("Xvfb")) {
        check(&Window(&Screen::open()));
    }
}

/// The cartridge in its emulator.
struct Cartridge(&'static [u8]);

impl Cartridge {
    fn played(&self, save: &[u8], script: &str, fault: FlashFault) -> Console {
        let mut console = Console::with_save(&with_seed(self.0, SEED), save);
        console.boot();
        match fault {
            FlashFault::None => {}
            FlashFault::Slow => console.slow_chip(),
            FlashFault::Broken => console.break_chip(),
        }
        console.play(script);
        console
    }
}

impl Machine for Cartridge {
    fn play(&self, save: &[u8], script: &str, fault: FlashFault) -> Option<Played> {
        let mut console = self.played(save, script, fault);
        while console.is_saving() {
            console.tick(Buttons::NONE);
        }
        let save = console.save();
        let fingerprint = Some(console.fingerprint());
        Some(Played { save, fingerprint, told: None })
    }

    fn cut(&self, script: &str) -> Option<Vec<u8>> {
        Some(self.played(&begun(), script, FlashFault::None).save())
    }
}

#[test]
fn the_cartridge_keeps_it() {
    if let Some(rom) = rom() {
        check(&Cartridge(rom));
    }
}

/// The PicoSystem in its emulator.
struct Pico(&'static Path);

impl Pico {
    fn played(&self, save: &[u8], script: &str, fault: FlashFault) -> PicoSystem {
        let mut machine = PicoSystem::with_save(self.0, SEED, save).0;
        match fault {
            FlashFault::None => {}
            // The flash is as slow as at the end of its life: 400 ms for a sector, the maximum that its maker states.
            FlashFault::Slow => _ = machine.ask("slow 9"),
            FlashFault::Broken => _ = machine.ask("wear"),
        }
        for held in ticks_of(script) {
            machine.tick(held);
        }
        machine
    }
}

impl Machine for Pico {
    fn play(&self, save: &[u8], script: &str, fault: FlashFault) -> Option<Played> {
        let mut machine = self.played(save, script, fault);
        // The player waits until no write is pending.
        while (0..IDLE_TICKS).any(|_| !machine.tick(Buttons::NONE).operations().is_empty()) {}
        let fingerprint = Some(machine.fingerprint().0);
        Some(Played { save: machine.save(), fingerprint, told: None })
    }

    fn cut(&self, script: &str) -> Option<Vec<u8>> {
        Some(self.played(&begun(), script, FlashFault::None).save())
    }
}

/// The number of ticks within which a machine with pending writes performs at least one operation.
const IDLE_TICKS: usize = 20;

#[test]
fn the_picosystem_keeps_it() {
    if let Some(program) = program() {
        check(&Pico(program));
    }
}
