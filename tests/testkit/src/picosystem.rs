//! The program that `cargo handheld picosystem` builds, on an emulated PicoSystem.
//!
//! [`PicoSystem`] is the machine: node runs `tests/picosystem/console.mjs`, which takes commands line by line.
//! [`PicoSystem`] reads the ticks of the game, their cost, and the fingerprint of the state through the debug port of
//! the program. [`Lockstep`] plays the same game on this machine, and finds the first difference.
//!
//! The buttons of the machine have the names that [`Chords`] gives them: X is `Start`, and Y is `L`.
//!
//! ```no_run
//! use musrex_testkit::picosystem::{Lockstep, program};
//!
//! // Without the tools for the program, a test is skipped.
//! let Some(program) = program() else { return };
//! let mut lockstep = Lockstep::new(program, 7);
//! lockstep.play("A .*60 A+B .*60");
//! lockstep.assert_same();
//! ```

use crate::assert_same;
use crate::flash::Flash;
use crate::gba::ticks_of;
use crate::machine;
use crate::picture::RgbImage;
use crate::program::{ask, is_installed};
use crate::source::root;
use crate::tier::{can_use, is_in_tier};
use musrex_core::app::{App, Request, ScreenName, Setup};
use musrex_core::chords::Chords;
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::raster::{Frame, Palette};
use musrex_core::save::SaveManager;
use musrex_support::uf2;
use serde_json::Value;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::{env, fs};

/// The number of processor cycles in a microsecond.
pub const CYCLES_IN_US: u64 = 125;
/// The address of the save in the processor's memory.
pub const SAVE_ADDRESS: u32 = 0x10F0_0000;
/// The width and the height of the panel in pixels.
pub const SIDE: u16 = 240;

/// The buttons in the order of their pins.
const PINS: [Button; 8] = [
    Button::L,
    Button::Start,
    Button::A,
    Button::B,
    Button::Down,
    Button::Right,
    Button::Left,
    Button::Up,
];
/// The number of ticks after which everything must be saved.
const PATIENCE: usize = 600;

/// Returns the path of the UF2 file, built from the current sources. The short tier builds nothing for other machines:
/// there, the function returns `None` and records the skip.
///
/// # Panics
/// Panics if the program does not build, or if tools are missing in the full tier.
pub fn program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    if !is_in_tier("the program of the PicoSystem, which takes a Rust that builds for ARM") {
        return None;
    }
    let program = PROGRAM.get_or_init(|| has_tools().then(build));
    let has_program = can_use("node, rp2040js and a Rust that builds for ARM", program.is_some());
    program.as_deref().filter(|_| has_program)
}

fn folder() -> PathBuf {
    root().join("tests/picosystem")
}

fn has_tools() -> bool {
    let can_build = || handheld(&["--check"]).output().is_ok_and(|output| output.status.success());
    is_installed("node") && folder().join("node_modules/rp2040js").is_dir() && can_build()
}

fn build() -> PathBuf {
    // The name of the file contains the id of this process, because other tests may be building at the same time.
    let out = target_folder().join(format!("musrex-{}.uf2", std::process::id()));
    let mut cargo = handheld(&["--out", out.to_str().expect("a plain path")]);
    let status = machine::build(|| cargo.status()).expect("cargo has built this test");
    assert!(status.success(), "the program of the PicoSystem does not build");
    out
}

fn handheld(arguments: &[&str]) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
    let mut command = Command::new(cargo);
    command.args(["handheld", "picosystem"]).args(arguments);
    command.env("CARGO_TARGET_DIR", target_folder()).current_dir(root());
    command
}

/// Returns the folder `<target>` from the test's path `<target>/<profile>/deps/<test>`.
fn target_folder() -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    test.ancestors().nth(3).expect("a test is in a folder of its profile").to_owned()
}

/// The events between the beginnings of two ticks.
#[derive(Clone, Debug)]
pub struct Tick(Value);

impl Tick {
    /// Returns the cycle at which the program reached `stage` in this tick; `None` if the program did not reach it.
    pub fn reached(&self, stage: &str) -> Option<u64> {
        self.0["times"][stage].as_u64()
    }

    /// Returns the number of cycles between two stages; 0 if either stage was not reached.
    pub fn cycles(&self, from: &str, to: &str) -> u64 {
        let (from, to) = (self.reached(from), self.reached(to));
        to.zip(from).map_or(0, |(to, from)| to.saturating_sub(from))
    }

    /// Returns the tick of each picture that the panel received, and the number of cycles that sending the picture
    /// took.
    pub fn pictures(&self) -> Vec<(u64, u64)> {
        let pictures = self.0["pictures"].as_array().into_iter().flatten();
        let number = |value: &Value| value.as_u64().expect("a number");
        pictures.map(|picture| (number(&picture["tick"]), number(&picture["cycles"]))).collect()
    }

    /// Returns the cycle at which the next tick began.
    pub fn end(&self) -> u64 {
        self.0["cycles"].as_u64().expect("it is told")
    }

    /// Returns the number of the next tick, counted from power-on.
    pub fn ticks(&self) -> u64 {
        self.0["ticks"].as_u64().expect("it is told")
    }

    /// Returns the kind, the address and the number of bytes of each operation of the flash.
    pub fn operations(&self) -> Vec<(String, u64, u64)> {
        let operations = self.0["operations"].as_array().into_iter().flatten();
        let number = |value: &Value| value.as_u64().expect("a number");
        let kind = |value: &Value| value["kind"].as_str().unwrap_or_default().to_owned();
        operations.map(|one| (kind(one), number(&one["offset"]), number(&one["count"]))).collect()
    }

    /// Returns a flag of the machine: `isReached`, `isOff` or `hasPanicked`.
    pub fn is(&self, what: &str) -> bool {
        self.0[what].as_bool().unwrap_or(false)
    }
}

/// A PicoSystem that plays Mus Rex.
pub struct PicoSystem {
    node: Child,
    lines: ChildStdin,
    answers: ChildStdout,
}

impl PicoSystem {
    /// Returns a machine that is off. Its flash contains this program, with a fixed seed for its runs.
    ///
    /// # Panics
    /// Panics if node does not start.
    pub fn off(program: &Path, seed: u64) -> PicoSystem {
        let mut node = Command::new("node")
            .arg(folder().join("console.mjs"))
            .arg(program)
            .arg(seed.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let lines = node.stdin.take().expect("it was asked for");
        let answers = node.stdout.take().expect("it was asked for");
        PicoSystem { node, lines, answers }
    }

    /// Returns a machine that has begun its first tick, and the events before that tick.
    ///
    /// # Panics
    /// Panics if the machine does not begin a tick.
    pub fn start(program: &Path, seed: u64) -> (PicoSystem, Tick) {
        let mut machine = PicoSystem::off(program, seed);
        let tick = machine.switch_on();
        (machine, tick)
    }

    /// Returns a machine that has begun its first tick, with `save` in its flash, and the events before that tick.
    ///
    /// # Panics
    /// Panics like [`start`](PicoSystem::start), or if there is no room for a temporary file.
    pub fn with_save(program: &Path, seed: u64, save: &[u8]) -> (PicoSystem, Tick) {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = folder.path().join("save.uf2");
        fs::write(&path, uf2::program([(SAVE_ADDRESS, save)])).expect("there is room");
        let mut machine = PicoSystem::off(program, seed);
        machine.ask(&format!("load {}", path.display()));
        let tick = machine.switch_on();
        (machine, tick)
    }

    /// Sends the machine a command. Returns the reply.
    ///
    /// # Panics
    /// Panics if the machine does not reply.
    pub fn tell(&mut self, line: &str) -> Vec<u8> {
        ask(&mut self.lines, &mut self.answers, line)
    }

    /// Sends the machine a command whose reply is JSON. Returns the reply.
    pub fn ask(&mut self, line: &str) -> Value {
        serde_json::from_slice(&self.tell(line)).expect("it answers with JSON")
    }

    /// Switches the machine on, or off and on again, and runs it to the first tick.
    ///
    /// # Panics
    /// Panics if the machine neither begins a tick, nor panics, nor loses power; or if the emulator reports a fault.
    pub fn switch_on(&mut self) -> Tick {
        let tick = self.ask("on");
        PicoSystem::checked(tick, "the first tick")
    }

    /// Runs the machine for a tick while these buttons are held.
    ///
    /// # Panics
    /// Panics if the tick does not end.
    pub fn tick(&mut self, held: Buttons) -> Tick {
        let tick = self.ask(&format!("tick {}", mask(held)));
        PicoSystem::checked(tick, "a tick")
    }

    fn checked(tick: Value, what: &str) -> Tick {
        let faults = tick["faults"].as_array().expect("they are told");
        assert!(faults.is_empty(), "{what}: {faults:?}");
        let has_ended = ["isReached", "isOff", "hasPanicked"].iter().any(|&end| tick[end] == true);
        assert!(has_ended, "{what} does not end: {tick}");
        Tick(tick)
    }

    /// Returns the current picture on the panel.
    pub fn picture(&mut self) -> RgbImage {
        pictures(&self.tell("picture")).pop().expect("a panel shows something")
    }

    /// Returns the pictures that the panel received in the last tick.
    pub fn pictures(&mut self) -> Vec<RgbImage> {
        pictures(&self.tell("pictures"))
    }

    /// Returns the bytes of the save.
    pub fn save(&mut self) -> Vec<u8> {
        self.tell("save")
    }

    /// Returns the fingerprint of the game, and the events of the tick in which the request was served.
    pub fn fingerprint(&mut self) -> (u64, Tick) {
        let answer = self.ask("ask 1");
        let fingerprint = answer["answer"].as_str().and_then(|number| number.parse().ok());
        (fingerprint.expect("a number"), PicoSystem::checked(answer, "a question"))
    }
}

impl Drop for PicoSystem {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.node.kill();
        let _ = self.node.wait();
    }
}

/// Returns the pins that these buttons pull down, as a bit mask.
pub fn mask(held: Buttons) -> u8 {
    (0..8).filter(|&pin| held.has(PINS[pin])).fold(0, |mask, pin| mask | 1 << pin)
}

/// Decodes pictures of 16-bit colours, without conversion.
fn pictures(bytes: &[u8]) -> Vec<RgbImage> {
    let pixels: Vec<u32> =
        bytes.as_chunks().0.iter().map(|&colour| u16::from_le_bytes(colour).into()).collect();
    let side = usize::from(SIDE);
    pixels
        .chunks_exact(side * side)
        .map(|pixels| RgbImage { width: side, pixels: pixels.to_vec() })
        .collect()
}

/// The game as other hosts run it, with the pictures of a PicoSystem.
pub struct Reference {
    /// The app that plays the game.
    pub app: App,
    /// The save manager.
    pub manager: SaveManager<Flash>,
    palette: Palette,
    words: Vec<u32>,
}

impl Reference {
    /// Makes a reference whose save memory contains `save`, if there is one.
    pub fn new(seed: u64, save: Option<&[u8]>) -> Reference {
        let mut app = App::new(setup(seed));
        app.resize(SIDE, SIDE);
        app.close_kits();
        app.set_input_scheme(musrex_core::controls::InputScheme::SIX_BUTTONS);
        let mut manager = block_on(SaveManager::open(save.map_or_else(Flash::default, Flash::of)));
        block_on(app.attach(&mut manager));
        let words = vec![0; Frame::words(SIDE, SIDE)];
        Reference { app, manager, palette: Palette::PAINTED, words }
    }

    /// Plays one tick while the given buttons are held, saves, and draws. The buttons are the game's ten buttons.
    /// Returns the picture if it has changed.
    ///
    /// # Panics
    /// Panics if the game makes a request that a PicoSystem cannot serve.
    pub fn tick(&mut self, held: Buttons) -> Option<RgbImage> {
        match self.app.tick(Input::from(held)) {
            Some(Request::Save(save)) => block_on(self.app.save(save, &mut self.manager)),
            Some(other) => panic!("there is nothing of the kind: {other:?}"),
            None => {}
        }
        let mut frame = Frame::new(SIDE, SIDE, &mut self.words).expect("as many as it takes");
        frame.palette.clone_from(&self.palette);
        if !(self.app.draw(&mut frame) || self.app.cycle_colours(&mut frame.palette)) {
            return None;
        }
        self.palette.clone_from(&frame.palette);
        let pixels = frame.pixels().iter().map(|&pixel| frame.palette.0[usize::from(pixel)].into());
        Some(RgbImage { width: SIDE.into(), pixels: pixels.collect() })
    }

    /// Returns the contents of the reference's save memory.
    pub fn save(&mut self) -> Vec<u8> {
        self.manager.flash().bytes.to_vec()
    }
}

/// Returns the configuration of the app on a PicoSystem.
fn setup(seed: u64) -> Setup {
    let mut setup = Setup::new(seed);
    setup.abilities.can_dim = true;
    setup.abilities.has_lamp = true;
    setup
}

/// The effect of a tick on the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// The tick plays neither a turn nor a floor change.
    Nothing,
    /// The tick plays a turn on the same floor.
    Turn,
    /// The player enters a floor, which the game builds during the tick.
    Floor,
}

/// A PicoSystem and the same game on this machine. Their pictures are compared.
pub struct Lockstep {
    /// The emulated machine.
    pub machine: PicoSystem,
    /// The game on this machine.
    pub reference: Reference,
    /// The buttons held in each tick since power-on, out of the game's ten buttons.
    held: Vec<Buttons>,
    /// The ticks of the machine, without the events between power-on and the first tick.
    pub ticks: Vec<Tick>,
    /// The effect of each tick of `ticks` on the game.
    pub played: Vec<Played>,
    /// The effect on the game of the tick that the machine has begun.
    playing: Played,
    chords: Chords,
    /// The pictures that the panel should receive, with their ticks.
    expected: VecDeque<(u64, RgbImage)>,
}

impl Lockstep {
    /// Switches on the machine and the reference, without a save.
    pub fn new(program: &Path, seed: u64) -> Lockstep {
        let (machine, tick) = PicoSystem::start(program, seed);
        Lockstep::of(machine, &tick, Reference::new(seed, None))
    }

    /// Switches on the machine and the reference, with `save` in the flash of both.
    ///
    /// # Panics
    /// Panics if there is no room for a temporary file.
    pub fn with_save(program: &Path, seed: u64, save: &[u8]) -> Lockstep {
        let (machine, tick) = PicoSystem::with_save(program, seed, save);
        Lockstep::of(machine, &tick, Reference::new(seed, Some(save)))
    }

    /// Pairs a machine that has begun its first tick with a reference that has not played a tick yet.
    pub fn of(machine: PicoSystem, tick: &Tick, reference: Reference) -> Lockstep {
        let (held, ticks, played) = (Vec::new(), Vec::new(), Vec::new());
        let (chords, expected, playing) = (Chords::new(), VecDeque::new(), Played::Nothing);
        let mut lockstep =
            Lockstep { machine, reference, held, ticks, played, playing, chords, expected };
        lockstep.follow(tick, Buttons::NONE);
        lockstep
    }

    /// Makes the reference play the tick that the machine has begun.
    fn follow(&mut self, tick: &Tick, held: Buttons) {
        let buttons = self.chords.update(held);
        self.held.push(buttons);
        let place = |app: &App| (app.screen() == ScreenName::Title, app.game().floor());
        let (before, turn) = (place(&self.reference.app), self.reference.app.game().turn());
        let picture = self.reference.tick(buttons);
        self.playing = if place(&self.reference.app) != before {
            Played::Floor
        } else if self.reference.app.game().turn() != turn {
            Played::Turn
        } else {
            Played::Nothing
        };
        self.expected.extend(picture.map(|picture| (tick.ticks(), picture)));
    }

    /// Runs the pair for a tick while these buttons of the machine are held.
    ///
    /// # Panics
    /// Panics if the machine and the reference show different pictures.
    pub fn tick(&mut self, held: Buttons) -> &Tick {
        let tick = self.machine.tick(held);
        self.compare(&tick);
        self.played.push(self.playing);
        self.follow(&tick, held);
        self.ticks.push(tick);
        self.ticks.last().expect("it was just pushed")
    }

    /// Compares the pictures that the panel received in a tick with the expected pictures.
    fn compare(&mut self, tick: &Tick) {
        let told = tick.pictures();
        if told.is_empty() {
            return;
        }
        for ((number, _), picture) in told.into_iter().zip(self.machine.pictures()) {
            let (wanted_number, wanted) = self.expected.pop_front().expect("nothing has changed");
            assert_eq!(number, wanted_number, "another tick was drawn");
            assert_same!(picture, wanted, "the picture of tick {number}");
        }
    }

    /// Plays a script of the machine's buttons, as `musrex headless` does.
    pub fn play(&mut self, script: &str) {
        for held in ticks_of(script) {
            self.tick(held);
        }
    }

    /// Returns the input since power-on as a script for `musrex headless`.
    ///
    /// # Panics
    /// Panics if there were fewer than two ticks without buttons after a press, or if the held buttons changed without
    /// a tick between them in which no button was held.
    pub fn script(&self) -> String {
        /// The number of ticks for which a script releases the buttons after a press.
        const REST: usize = 2;
        let mut script = String::new();
        let mut rest = 0;
        for run in self.held.chunk_by(|one, other| one == other) {
            let ticks = run.len();
            if run[0].is_empty() {
                let idle = ticks.checked_sub(rest).expect("a script releases for longer");
                if idle > 0 {
                    write!(script, ".*{idle} ").expect("memory takes all");
                }
                rest = 0;
                continue;
            }
            assert_eq!(rest, 0, "buttons changed while others were held");
            let held = Button::ALL.into_iter().filter(|&one| run[0].has(one));
            let names: Vec<_> = held.map(Button::name).collect();
            write!(script, "{}*{ticks} ", names.join("+")).expect("memory takes all");
            rest = REST;
        }
        script
    }

    /// Asserts that the machine and the reference have the same game and save. Before that, waits until everything is
    /// saved.
    ///
    /// # Panics
    /// Panics if the game or the save differs.
    pub fn assert_same(&mut self) {
        for _ in 0..PATIENCE {
            if self.machine.save() == self.reference.save() {
                break;
            }
            self.tick(Buttons::NONE);
        }
        assert_same!(self.machine.save(), self.reference.save(), "what is saved differs");
        let (fingerprint, tick) = self.machine.fingerprint();
        self.compare(&tick);
        assert_eq!(fingerprint, self.reference.app.game().fingerprint(), "the games differ");
        self.follow(&tick, Buttons::NONE);
    }
}

/// Returns the bytes of the UF2 file at `program`.
///
/// # Panics
/// Panics if there is no such file.
pub fn read(program: &Path) -> Vec<u8> {
    fs::read(program).unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}
