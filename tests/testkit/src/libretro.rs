//! The core that `cargo handheld libretro` builds, in a front end that belongs to this project.
//!
//! [`FrontEnd`] is a process that runs `tests/libretro/front.c`, compiled for the processor of the core. If that is not
//! the processor of this machine, an emulator runs the process. The front end takes its commands line by line. It can
//! omit features that some real front ends lack, and it can be killed. [`Reference`] is the same game on
//! this machine.
//!
//! ```no_run
//! use musrex_core::input::Buttons;
//! use musrex_testkit::libretro::{FrontEnd, Processor};
//!
//! // Without the tools for the core, a test is skipped.
//! let Some(core) = Processor::Host.core() else { return };
//! let folder = tempfile::tempdir().expect("there is room for temporary files");
//! let mut front_end = FrontEnd::load(core, folder.path());
//! front_end.run(Buttons::NONE, 60);
//! assert_eq!(front_end.picture().size(), (320, 240));
//! ```

use crate::emulator::NUMBERS;
use crate::gba::ticks_of;
use crate::machine;
use crate::program::{ask, is_installed};
use crate::source::root;
use crate::tier::{can_use, is_in_tier};
use musrex_core::app::{App, Request, ScreenName, Setup};
use musrex_core::content::Cue;
use musrex_core::input::{Buttons, Input, Pointer};
use musrex_core::poll::block_on;
use musrex_core::raster::{Frame, Palette};
use musrex_core::save::{Memory, SaveManager};
use musrex_core::sound::{Player, SoundRequest, Synth, samples_in_tick};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::{env, fs, str};

/// The number of bytes in a save.
pub const SAVE_BYTES: usize = 65_536;

/// A processor on which the core runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// The processor of this machine.
    Host,
    /// A 64-bit ARM processor.
    Aarch64,
    /// A 32-bit ARM processor.
    Armv7,
}

impl Processor {
    /// Returns the core and the front end for this processor, built from the current sources. The short tier builds
    /// nothing for front ends: there, the function returns `None` and records the skip.
    ///
    /// # Panics
    /// Panics if the core does not build, or if tools are missing in the full tier.
    pub fn core(self) -> Option<&'static Core> {
        static CORES: [OnceLock<Option<Core>>; 3] = [const { OnceLock::new() }; 3];
        if !is_in_tier("the core for libretro, which takes minutes to build") {
            return None;
        }
        let core = CORES[self as usize].get_or_init(|| self.has_tools().then(|| self.build()));
        let has_core = can_use("compilers for the core and its front end", core.is_some());
        core.as_ref().filter(|_| has_core)
    }

    /// Returns the arguments that select the target in the builder.
    const fn target(self) -> &'static [&'static str] {
        match self {
            Processor::Host => &[],
            Processor::Aarch64 => &["--target", "aarch64"],
            Processor::Armv7 => &["--target", "armv7"],
        }
    }

    const fn compiler(self) -> &'static str {
        match self {
            Processor::Host => "cc",
            Processor::Aarch64 => "aarch64-linux-gnu-gcc",
            Processor::Armv7 => "arm-linux-gnueabihf-gcc",
        }
    }

    /// Returns the emulator and its arguments, including the folder of libraries.
    const fn emulator(self) -> &'static [&'static str] {
        match self {
            Processor::Host => &[],
            Processor::Aarch64 => &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
            Processor::Armv7 => &["qemu-arm", "-L", "/usr/arm-linux-gnueabihf"],
        }
    }

    fn has_tools(self) -> bool {
        let can_build =
            || self.handheld(&["--check"]).output().is_ok_and(|output| output.status.success());
        let has_emulator = self.emulator().first().is_none_or(|program| is_installed(program));
        let has_compilers = is_installed("cc") && is_installed(self.compiler());
        has_compilers && has_emulator && can_build()
    }

    fn handheld(self, arguments: &[&str]) -> Command {
        let mut command =
            Command::new(env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into()));
        command.args(["handheld", "libretro"]).args(self.target()).args(arguments);
        command.env("CARGO_TARGET_DIR", target_folder()).current_dir(root());
        command
    }

    fn build(self) -> Core {
        // The name of the folder contains the id of this process, because other tests may be building at the same time.
        let folder = target_folder().join(format!("libretro-{self:?}-{}", std::process::id()));
        let mut cargo = self.handheld(&["--out", folder.to_str().expect("a plain path")]);
        let status = machine::build(|| cargo.status()).expect("cargo has built this test");
        assert!(status.success(), "the core does not build for {self:?}");
        compile(self.compiler(), "front", &folder, &["-ldl"]);
        // The emulators run on this machine, so the library that counts their instructions must be built for this
        // machine.
        compile("cc", "count", &folder, &["-shared", "-fPIC"]);
        Core { processor: self, folder }
    }
}

/// Compiles the program `name` of `tests/libretro/` into a folder.
fn compile(compiler: &str, name: &str, folder: &Path, arguments: &[&str]) {
    let status = Command::new(compiler)
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(folder.join(name))
        .arg(root().join("tests/libretro").join(name).with_extension("c"))
        .args(arguments)
        .status();
    assert!(status.expect("it is installed").success(), "{name}.c does not compile");
}

/// Returns the folder `<target>` from the test's path `<target>/<profile>/deps/<test>`.
fn target_folder() -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    test.ancestors().nth(3).expect("a test is in a folder of its profile").to_owned()
}

/// A core, and a front end for the same processor.
#[derive(Debug)]
pub struct Core {
    processor: Processor,
    /// The folder with the output of the builder and the compiled front end.
    pub folder: PathBuf,
}

impl Core {
    /// Returns the path of the core's library.
    pub fn library(&self) -> PathBuf {
        self.folder.join("musrex_libretro.so")
    }

    /// Returns a command that starts the front end.
    fn front_end(&self) -> Command {
        let front_end = self.folder.join("front");
        match self.processor.emulator() {
            [] => Command::new(front_end),
            [program, arguments @ ..] => {
                let mut command = Command::new(program);
                command.args(arguments).arg(front_end);
                command
            }
        }
    }

    /// Returns the number of instructions that a front end executes to load the core and then to carry out these lines.
    ///
    /// # Panics
    /// Panics if the front end does not start.
    pub fn instructions(&self, lines: &str) -> u64 {
        let mut command = match self.processor.emulator() {
            [] => {
                let mut command = Command::new("valgrind");
                command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
                command
            }
            [program, arguments @ ..] => {
                let mut command = Command::new(program);
                command.args(arguments).arg("-plugin").arg(self.folder.join("count"));
                command
            }
        };
        let input = tempfile::NamedTempFile::new().expect("there is room for temporary files");
        fs::write(input.path(), format!("load {}\n{lines}\n", self.library().display()))
            .expect("there is room");
        let input = fs::File::open(input.path()).expect("it was written");
        let output = command.arg(self.folder.join("front")).arg("none").stdin(input).output();
        let said = output.expect("it starts").stderr;
        let said = String::from_utf8_lossy(&said);
        let count = said.lines().find_map(|line| line.split("Collected : ").nth(1));
        count.and_then(|count| count.trim().parse().ok()).unwrap_or_else(|| panic!("{said}"))
    }
}

/// A picture with 16-bit colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The colours, row by row.
    pub pixels: Vec<u16>,
}

impl Picture {
    /// Returns the width and the height.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }
}

/// A running front end. Dropping this value kills the process.
pub struct FrontEnd {
    process: Child,
    lines: ChildStdin,
    answers: ChildStdout,
    library: PathBuf,
}

impl FrontEnd {
    /// Starts a front end with `folder` as its folder of saves. The front end lacks the features in `missing` (see
    /// `tests/libretro/front.c`).
    ///
    /// # Panics
    /// Panics if the front end does not start.
    pub fn start(core: &Core, folder: Option<&Path>, missing: &[&str]) -> FrontEnd {
        let mut command = core.front_end();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.arg(folder.unwrap_or("none".as_ref()));
        command.args(missing.iter().map(|name| format!("-{name}")));
        let mut process = command.spawn().expect("it starts");
        let lines = process.stdin.take().expect("it was asked for");
        let answers = process.stdout.take().expect("it was asked for");
        FrontEnd { process, lines, answers, library: core.library() }
    }

    /// Starts a front end with all abilities, and loads the core.
    pub fn load(core: &Core, folder: &Path) -> FrontEnd {
        let mut front_end = FrontEnd::start(core, Some(folder), &[]);
        front_end.load_core();
        front_end
    }

    /// Makes the front end load the core.
    ///
    /// # Panics
    /// Panics if the core does not load.
    pub fn load_core(&mut self) {
        let line = format!("load {}", self.library.display());
        assert_eq!(self.text(&line), "1", "the core loads");
    }

    /// Sends the front end a command. Returns the reply.
    ///
    /// # Panics
    /// Panics if the front end does not reply.
    pub fn tell(&mut self, line: &str) -> Vec<u8> {
        ask(&mut self.lines, &mut self.answers, line)
    }

    /// Sends the front end a command whose reply is text. Returns the text.
    ///
    /// # Panics
    /// Panics if the front end does not reply.
    pub fn text(&mut self, line: &str) -> String {
        String::from_utf8(self.tell(line)).expect("it answers with text")
    }

    /// Runs ticks while these buttons are held. Returns two counts since the start: all pictures, and the
    /// pictures that repeated their predecessor.
    pub fn run(&mut self, held: Buttons, ticks: usize) -> (u32, u32) {
        self.run_pads(mask(held), ticks)
    }

    /// Runs ticks while the buttons in `bits` are held, in the numbering of libretro.
    ///
    /// # Panics
    /// Panics if the core has crashed.
    pub fn run_pads(&mut self, bits: u32, ticks: usize) -> (u32, u32) {
        let counts = self.tell(&format!("run {bits} {ticks}"));
        let counts: Vec<u32> =
            counts.as_chunks().0.iter().map(|&count| u32::from_le_bytes(count)).collect();
        (counts[0], counts[1])
    }

    /// Runs a tick with the pointer pressed at these libretro coordinates.
    pub fn point(&mut self, x: i16, y: i16) {
        self.tell(&format!("run 0 1 {x} {y} 1"));
    }

    /// Returns the current picture.
    ///
    /// # Panics
    /// Panics if the core has not drawn a picture yet.
    pub fn picture(&mut self) -> Picture {
        let answer = self.tell("picture");
        let (head, pixels) = answer.split_at(12);
        let head: Vec<u32> = head.as_chunks().0.iter().map(|&it| u32::from_le_bytes(it)).collect();
        let pixels = pixels.as_chunks().0.iter().map(|&pixel| u16::from_le_bytes(pixel)).collect();
        Picture { width: head[0], height: head[1], pixels }
    }

    /// Returns the samples since the last call of this function, as pairs of left and right. The first call returns no
    /// samples.
    pub fn sound(&mut self) -> Vec<[i16; 2]> {
        let samples = self.tell("sound");
        let (samples, _) = samples.as_chunks::<4>();
        samples
            .iter()
            .map(|&[a, b, c, d]| [i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])])
            .collect()
    }

    /// Passes `bytes` to the core as save memory. Returns the number of bytes that the core took.
    ///
    /// # Panics
    /// Panics if there is no room for a temporary file.
    pub fn bring(&mut self, bytes: &[u8]) -> usize {
        let file = tempfile::NamedTempFile::new().expect("there is room for temporary files");
        fs::write(file.path(), bytes).expect("there is room");
        self.text(&format!("bring {}", file.path().display())).parse().expect("a number")
    }

    /// Kills the front end, so that it cannot save anything more.
    ///
    /// # Panics
    /// Panics if the front end has already ended.
    pub fn kill(mut self) {
        assert_eq!(self.process.try_wait().expect("it can be asked"), None, "it has ended");
        self.process.kill().expect("it runs");
        self.process.wait().expect("it was killed");
    }
}

impl Drop for FrontEnd {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns these buttons as bits, in the numbering of libretro.
pub fn mask(held: Buttons) -> u32 {
    NUMBERS.iter().filter(|(button, _)| held.has(*button)).fold(0, |bits, (_, id)| bits | 1 << id)
}

/// The game as other hosts run it, with the pictures and the sound of the libretro core.
pub struct Reference {
    /// The app that plays the game.
    pub app: App,
    /// The save manager of the game.
    pub manager: SaveManager<Memory<Vec<u8>>>,
    size: [u16; 2],
    palette: Palette,
    words: Vec<u32>,
    player: Player,
    synth: Synth,
    ticks: u32,
    /// The current time of the front end's clock.
    pub now: u64,
    /// The samples of all ticks.
    pub samples: Vec<[i16; 2]>,
    /// The number of blows that shake a gamepad.
    pub heavy_blows: u32,
}

/// The seeds, which must equal those in `handheld/libretro/src/`.
const SEED: u64 = 0x4d75_7320_5265_7821;
const MUSIC_SEED: u64 = 0x6c69_6272_6574_726f;

impl Reference {
    /// Makes a reference with pictures of this size. Its save memory contains `save`, if there is one.
    pub fn new(size: [u16; 2], save: Option<&[u8]>) -> Reference {
        let [width, height] = size;
        let mut app = App::new(Setup::new(SEED));
        app.resize(width, height);
        app.close_kits();
        let save = save.map_or_else(|| vec![0xFF; SAVE_BYTES], <[u8]>::to_vec);
        let mut manager = block_on(SaveManager::open(Memory(save)));
        block_on(app.attach(&mut manager));
        let words = vec![0; Frame::words(width, height)];
        let (player, synth) = (Player::new(MUSIC_SEED), Synth::new());
        let (palette, samples) = (Palette::PAINTED, Vec::new());
        let (ticks, now, heavy_blows) = (0, 0, 0);
        Reference {
            app,
            manager,
            size,
            palette,
            words,
            player,
            synth,
            ticks,
            now,
            samples,
            heavy_blows,
        }
    }

    /// Plays one tick, saves, and records the sound.
    ///
    /// # Panics
    /// Panics if the game makes a request that a libretro core cannot serve.
    pub fn tick(&mut self, buttons: Buttons, pointer: Option<Pointer>) {
        match self.app.tick(Input { buttons, pointer }) {
            Some(Request::Save(save)) => block_on(self.app.save(save, &mut self.manager)),
            Some(other) => panic!("there is nothing of the kind: {other:?}"),
            None => {}
        }
        self.ticks += 1;
        if self.app.screen() == ScreenName::Title && (buttons != Buttons::NONE || pointer.is_some())
        {
            self.app.mix_entropy(self.now);
        }
        while let Some(request) = self.app.take_sound_request() {
            let is_heavy = matches!(request, SoundRequest::Cue(Cue::HeavyHurt | Cue::Death));
            self.heavy_blows += u32::from(is_heavy);
            self.player.request(request);
        }
        let mut samples = vec![[0; 2]; samples_in_tick(self.ticks)];
        self.synth.render_stereo(self.player.tick(), &mut samples);
        self.samples.extend(samples);
        let [width, height] = self.size;
        let mut frame = Frame::new(width, height, &mut self.words).expect("as many as it takes");
        frame.palette.clone_from(&self.palette);
        if self.app.draw(&mut frame) || self.app.cycle_colours(&mut frame.palette) {
            self.palette.clone_from(&frame.palette);
        }
    }

    /// Changes the size of the pictures.
    pub fn resize(&mut self, size: [u16; 2]) {
        let [width, height] = size;
        self.app.resize(width, height);
        (self.size, self.words) = (size, vec![0; Frame::words(width, height)]);
    }

    /// Returns the current picture.
    ///
    /// # Panics
    /// Never panics, because `words` has the length for this size.
    pub fn picture(&mut self) -> Picture {
        let [width, height] = self.size;
        let frame = Frame::new(width, height, &mut self.words).expect("as many as it takes");
        let colours = self.palette.0;
        let pixels = frame.pixels().iter().map(|&pixel| colours[usize::from(pixel)]);
        let pixels = pixels.collect();
        Picture { width: width.into(), height: height.into(), pixels }
    }

    /// Returns the contents of the reference's save memory.
    pub fn save(&mut self) -> Vec<u8> {
        self.manager.flash().0.clone()
    }
}

/// A front end with the core and the same game on this machine. Their pictures are compared.
pub struct Lockstep {
    /// The front end with the core.
    pub front_end: FrontEnd,
    /// The game on this machine.
    pub reference: Reference,
}

impl Lockstep {
    /// Pairs a front end that has loaded the core with a reference that has not played a tick yet.
    pub fn of(front_end: FrontEnd, reference: Reference) -> Lockstep {
        Lockstep { front_end, reference }
    }

    /// Plays a tick while these buttons are held, and compares the two pictures.
    pub fn tick(&mut self, held: Buttons) {
        self.front_end.run(held, 1);
        self.reference.tick(held, None);
        self.compare();
    }

    /// Plays a script (see [`ticks_of`]).
    pub fn play(&mut self, script: &str) {
        for held in ticks_of(script) {
            self.tick(held);
        }
    }

    /// Compares the pictures of the core and the reference.
    ///
    /// # Panics
    /// Panics if the pictures differ.
    pub fn compare(&mut self) {
        let (found, wanted) = (self.front_end.picture(), self.reference.picture());
        assert_eq!(found.size(), wanted.size());
        let rows = |picture: &Picture| -> Vec<Vec<u16>> {
            picture.pixels.chunks(picture.width as usize).map(<[u16]>::to_vec).collect()
        };
        let (found, wanted) = (rows(&found), rows(&wanted));
        let row = found.iter().zip(&wanted).position(|(found, wanted)| found != wanted);
        assert_eq!(row, None, "row of the picture after tick {}", self.reference.ticks);
    }
}
