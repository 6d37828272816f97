//! The cartridge that `cargo handheld gba` builds, in an emulated Game Boy Advance.
//!
//! [`Console`] is a machine with this cartridge. It reads the ticks of the game, their cost, and the fingerprint of the
//! state through the debug port of the cartridge. It uses [`Emulator`], which runs any cartridge picture by picture. To
//! test that the cartridge plays like other hosts, use [`Lockstep`](crate::lockstep::Lockstep).
//!
//! ```no_run
//! use musrex_testkit::gba::{Console, rom};
//!
//! // Without the tools for a ROM, a test is skipped.
//! let Some(rom) = rom() else { return };
//! let mut console = Console::after(rom, 7, "A .*30 Up Up");
//! assert!(console.cost().total() > 0);
//! ```

use crate::emulator::{self, Emulator, as_shown};
use crate::machine;
use crate::picture::RgbImage;
use crate::source::root;
use crate::tier::{can_use, is_in_tier};
use musrex_core::input::{Button, Buttons};
use musrex_core::raster::{Colour, Frame};
use std::ops::Range;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

/// The number of processor cycles from one picture to the next.
pub const FRAME_CYCLES: u32 = 280_896;
/// The address range of EWRAM, the machine's slow memory.
pub const EWRAM: Range<usize> = 0x0200_0000..0x0204_0000;
/// The address range of IWRAM, the machine's fast memory.
pub const IWRAM: Range<usize> = 0x0300_0000..0x0300_8000;

/// The word with which the start-up code fills the stack.
const STACK_PAINT: u32 = 0x5afe_57ac;
/// The number of pictures after which a wait has failed.
const PATIENCE: usize = 2_400;

/// The fields of the debug port (`handheld/gba/src/debug_port.rs`), with their offsets.
#[derive(Clone, Copy)]
enum Field {
    Magic = 0,
    Ticks = 4,
    TickCycles = 8,
    DrawCycles = 12,
    SaveCycles = 16,
    StackBottom = 20,
    StackTop = 24,
    Question = 28,
    Answer = 32,
    WorkCycles = 40,
    IsSaving = 44,
    SoundLog = 48,
    InterruptStackBottom = 52,
    InterruptStackTop = 56,
}

const MAGIC: u32 = u32::from_le_bytes(*b"MREX");

/// The log of the cartridge's speaker (`handheld/gba/src/speaker.rs`), as read after a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundLog {
    /// The number of ticks of the sound player so far.
    pub ticks: u32,
    /// The number of requests that the sound player has processed so far.
    pub requests: u32,
    /// The number of cycles of the sound player's last tick, including the writes to registers.
    pub cycles: u32,
    /// The values of the two registers of pulse 1, pulse 2, the wave and the noise.
    pub registers: [[u16; 2]; 4],
    /// The samples of the wave that is playing.
    pub samples: [u8; 16],
    /// The value of the register that sends each voice to the left, to the right, or to both.
    pub sides: u16,
}

impl SoundLog {
    const BYTES: usize = 46;

    fn read(emulator: &mut Emulator, address: usize) -> SoundLog {
        let bytes = emulator.memory_mut(address, SoundLog::BYTES).to_vec();
        let word =
            |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let half = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().expect("two bytes"));
        SoundLog {
            ticks: word(0),
            requests: word(4),
            cycles: word(8),
            registers: std::array::from_fn(|voice| [half(12 + 4 * voice), half(14 + 4 * voice)]),
            samples: bytes[28..44].try_into().expect("16 bytes"),
            sides: half(44),
        }
    }
}

/// The duration of a tick and of its parts, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The duration of the game's tick, without saving and drawing.
    pub tick: u32,
    /// The duration of saving after the tick.
    pub save: u32,
    /// The duration of drawing; 0 if nothing had changed.
    pub draw: u32,
    /// The duration of background writing in the spare time.
    pub work: u32,
}

impl Cost {
    /// Returns the sum of the parts.
    pub const fn total(self) -> u32 {
        self.tick + self.save + self.draw + self.work
    }
}

/// Returns the cartridge, built from the current sources. The short tier builds nothing for other machines: there, the
/// function returns `None` and records the skip.
///
/// # Panics
/// Panics if the cartridge does not build, or if tools are missing in the full tier.
pub fn rom() -> Option<&'static [u8]> {
    static ROM: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    if !is_in_tier("the cartridge, which takes a Rust that builds for ARM") {
        return None;
    }
    let rom = ROM.get_or_init(|| has_tools().then(build));
    // Every skipped test reports the missing tools.
    let has_rom = can_use("mGBA's libretro core and a Rust that builds for ARM", rom.is_some());
    rom.as_deref().filter(|_| has_rom)
}

fn has_tools() -> bool {
    emulator::core().is_some()
        && handheld(&["gba", "--check"]).output().is_ok_and(|output| output.status.success())
}

fn build() -> Vec<u8> {
    // Other tests may be building at the same time, so each build writes to its own file.
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let out = folder.path().join("musrex.gba");
    let mut cargo = handheld(&["gba", "--out", out.to_str().expect("a plain path")]);
    let status = machine::build(|| cargo.status()).expect("cargo has built this test");
    assert!(status.success(), "the cartridge does not build");
    fs::read(out).expect("it was written")
}

fn handheld(arguments: &[&str]) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
    let mut command = Command::new(cargo);
    command.arg("handheld").args(arguments).env("CARGO_TARGET_DIR", target_folder());
    command.current_dir(root());
    command
}

/// Returns the folder `<target>` from the test's path `<target>/<profile>/deps/<test>`.
fn target_folder() -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    test.ancestors().nth(3).expect("a test is in a folder of its profile").to_owned()
}

/// Returns `rom` with a fixed seed for its runs in place of a random seed.
///
/// # Panics
/// Panics if `rom` has no place for a seed.
pub fn with_seed(rom: &[u8], seed: u64) -> Vec<u8> {
    const WORDS: &[u8] = b"Mus Rex: seed of runs: ";
    let mut rom = rom.to_vec();
    let at = rom.windows(WORDS.len()).position(|window| window == WORDS).expect("a place for it");
    let note = &mut rom[at + WORDS.len()..][..9];
    note[0] = 1;
    note[1..].copy_from_slice(&seed.to_le_bytes());
    rom
}

/// Returns `rom` with another game code. Emulators derive the kind of cartridge from the game code.
#[must_use]
pub fn with_code(rom: &[u8], code: [u8; 4]) -> Vec<u8> {
    const CODE: usize = 0xac;
    let mut rom = rom.to_vec();
    rom[CODE..][..code.len()].copy_from_slice(&code);
    rom
}

/// Parses a script of `musrex headless`. Returns one set of buttons for each tick.
///
/// # Panics
/// Panics if the script is invalid.
pub fn ticks_of(script: &str) -> Vec<Buttons> {
    const TAP_TICKS: usize = 2;
    let mut ticks = Vec::new();
    for token in script.split_whitespace() {
        let (names, count) = token.split_once('*').unwrap_or((token, "2"));
        let count = count.parse().expect("a number of ticks");
        if names == "." {
            ticks.extend([Buttons::NONE].repeat(count));
            continue;
        }
        let button = |name| Button::from_name(name).unwrap_or_else(|| panic!("no button: {name}"));
        let held: Buttons = names.split('+').map(button).collect();
        ticks.extend([held].repeat(count));
        ticks.extend([Buttons::NONE; TAP_TICKS]);
    }
    ticks
}

/// Returns `frame` as it looks on a Game Boy Advance.
pub fn as_displayed(frame: &Frame<'_>) -> RgbImage {
    let colour = |index: u8| {
        let bgr = u32::from(frame.palette.bgr555(Colour(index)));
        as_shown((bgr & 31) << 19 | (bgr >> 5 & 31) << 11 | (bgr >> 10) << 3)
    };
    let colours: Vec<u32> = (0..=u8::MAX).map(colour).collect();
    RgbImage {
        width: usize::from(frame.width()),
        pixels: frame.pixels().iter().map(|&index| colours[usize::from(index)]).collect(),
    }
}

/// A Game Boy Advance that plays Mus Rex.
pub struct Console {
    /// The machine.
    pub emulator: Emulator,
    ticks: u32,
}

impl Console {
    /// Switches on a machine with `rom`.
    ///
    /// # Panics
    /// Panics if mGBA's core is not installed.
    pub fn start(rom: &[u8]) -> Console {
        Console::switch_on(rom, None)
    }

    /// Switches on a machine with `rom`, sets the seed of its runs, and plays `script`.
    ///
    /// # Panics
    /// Panics like [`start`](Console::start) and [`boot`](Console::boot).
    pub fn after(rom: &[u8], seed: u64, script: &str) -> Console {
        let mut console = Console::start(&with_seed(rom, seed));
        console.boot();
        console.play(script);
        console
    }

    /// Switches on a machine with `rom` whose save memory contains `save`.
    ///
    /// # Panics
    /// Panics if mGBA's core is not installed.
    pub fn with_save(rom: &[u8], save: &[u8]) -> Console {
        Console::switch_on(rom, Some(save))
    }

    fn switch_on(rom: &[u8], save: Option<&[u8]>) -> Console {
        let core = emulator::core().expect("whoever has a cartridge has a core");
        Console { emulator: Emulator::start(&core, rom, save), ticks: 0 }
    }

    /// Runs the machine until the first tick. Returns the number of pictures before that tick.
    ///
    /// # Panics
    /// Panics if no tick comes within 2,400 pictures, which take 40 seconds on a console.
    pub fn boot(&mut self) -> usize {
        self.boot_heard(|_, _| ())
    }

    /// Works like [`boot`](Console::boot), and also calls `listen` after every picture once the speaker has a log.
    /// `listen` gets this log and the samples, in which left and right values alternate.
    ///
    /// # Panics
    /// Panics like [`boot`](Console::boot).
    pub fn boot_heard(&mut self, mut listen: impl FnMut(SoundLog, Vec<i16>)) -> usize {
        for pictures in 1..=PATIENCE {
            self.emulator.run(Buttons::NONE);
            let is_ready = self.field(Field::Magic) == MAGIC;
            let samples = self.emulator.take_samples();
            if is_ready {
                listen(self.sound_log(), samples);
            }
            if is_ready && self.field(Field::Ticks) > 0 {
                self.ticks = self.field(Field::Ticks);
                return pictures;
            }
        }
        let stack = self.stack();
        panic!("no tick after {PATIENCE} pictures: {:?}; stack {stack:?}", self.last_words());
    }

    /// Returns the number of ticks played so far.
    pub const fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Runs the machine for one tick while these buttons are held. Returns the number of pictures until the end of the
    /// tick.
    ///
    /// # Panics
    /// Panics if the tick does not end.
    pub fn tick(&mut self, held: Buttons) -> usize {
        self.tick_watched(held, |_| ())
    }

    /// Works like [`tick`](Console::tick), and also calls `look` with the machine after every picture.
    ///
    /// # Panics
    /// Panics like [`tick`](Console::tick).
    pub fn tick_watched(&mut self, held: Buttons, mut look: impl FnMut(&mut Emulator)) -> usize {
        for pictures in 1..=PATIENCE {
            self.emulator.run(held);
            look(&mut self.emulator);
            let ticks = self.field(Field::Ticks);
            if ticks != self.ticks {
                assert_eq!(ticks, self.ticks + 1, "one tick a picture at most");
                self.ticks = ticks;
                return pictures;
            }
        }
        let words = self.last_words();
        panic!("tick {} does not end: {words:?}", self.ticks);
    }

    /// Plays a script as `musrex headless` does.
    pub fn play(&mut self, script: &str) {
        for held in ticks_of(script) {
            self.tick(held);
        }
    }

    /// Returns the delay, in pictures, from a press of `held` to its effect: the number of the first picture that
    /// differs from the pictures of a machine without the press. If no picture differs within half a second, returns
    /// 31. Restores the machine afterwards.
    pub fn pictures_until_seen(&mut self, held: Buttons) -> usize {
        const PICTURES: usize = 30;
        let (state, save) = (self.emulator.snapshot(), self.save());
        let mut play = |held: Buttons| {
            let mut next = || {
                self.emulator.run(held);
                self.emulator.picture().clone()
            };
            let pictures: Vec<_> = (0..PICTURES).map(|_| next()).collect();
            self.emulator.restore(&state);
            self.emulator.save_memory_mut().copy_from_slice(&save);
            pictures
        };
        let (without, with) = (play(Buttons::NONE), play(held));
        let differs = without.iter().zip(&with).position(|(without, with)| without != with);
        1 + differs.unwrap_or(PICTURES)
    }

    /// Returns the picture on the screen.
    pub fn picture(&self) -> &RgbImage {
        self.emulator.picture()
    }

    /// Returns the bytes of the save memory.
    pub fn save(&mut self) -> Vec<u8> {
        self.emulator.save_memory_mut().to_vec()
    }

    /// Returns the duration of the last tick.
    pub fn cost(&mut self) -> Cost {
        Cost {
            tick: self.field(Field::TickCycles),
            save: self.field(Field::SaveCycles),
            draw: self.field(Field::DrawCycles),
            work: self.field(Field::WorkCycles),
        }
    }

    /// Makes the save chip ignore all commands of the program from now on.
    ///
    /// # Panics
    /// Panics if the program gives no commands to the chip.
    pub fn break_chip(&mut self) {
        /// The second address of the chip's unlock sequence. Every command writes to it.
        const UNLOCK: u32 = 0x0e00_2aaa;
        self.patch(&[UNLOCK], &[UNLOCK + 1]);
    }

    /// Makes every write of a byte to the save chip take 4,600 cycles. This is seven times as long as on the emulator's
    /// chip, and as long as on a slow real chip. The program then checks the chip 256 times before it accepts the byte
    /// as written.
    ///
    /// # Panics
    /// Panics if the program does not wait for a byte in the way `flash_write` in `handheld/gba/src/flash.s` does.
    pub fn slow_chip(&mut self) {
        /// The loop of `flash_write` that waits for a byte: the code from the line before label 2 to the branch to
        /// label 3.
        const WAIT: [u32; 7] = [
            0xe1a0_6007, // mov r6, r7
            0xe5d0_3000, // ldrb r3, [r0]
            0xe153_0005, // cmp r3, r5
            0x0a00_0002, // beq 3f
            0xe256_6001, // subs r6, r6, #1
            0x1aff_fffa, // bne 2b
            0xea00_0002, // b 4f
        ];
        let mut slow = WAIT;
        slow[0] = 0xe3a0_6c01; // mov r6, #256
        slow[3] = 0xe1a0_0000; // mov r0, r0
        slow[6] = 0xeaff_ffff; // b 3f
        self.patch(&WAIT, &slow);
    }

    /// Replaces a sequence of code words in fast memory, wherever it occurs.
    fn patch(&mut self, old: &[u32], new: &[u32]) {
        let bytes =
            |words: &[u32]| words.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<_>>();
        let (old, new) = (bytes(old), bytes(new));
        let code = self.emulator.memory_mut(IWRAM.start, IWRAM.end - IWRAM.start);
        let ends = (0..=code.len() - old.len()).step_by(4);
        let places: Vec<usize> = ends.filter(|&at| code[at..].starts_with(&old)).collect();
        assert!(!places.is_empty(), "the code is another");
        places.into_iter().for_each(|at| code[at..][..new.len()].copy_from_slice(&new));
    }

    /// Returns whether the program is still saving in the background.
    pub fn is_saving(&mut self) -> bool {
        self.field(Field::IsSaving) != 0
    }

    /// Returns the log of the speaker after the last picture.
    pub fn sound_log(&mut self) -> SoundLog {
        let address = self.sound_log_address();
        SoundLog::read(&mut self.emulator, address)
    }

    fn sound_log_address(&mut self) -> usize {
        usize::try_from(self.field(Field::SoundLog)).expect("an address")
    }

    /// Works like [`tick`](Console::tick), and also calls `listen` after every picture. `listen` gets the log of the
    /// speaker and the samples, in which left and right values alternate.
    ///
    /// # Panics
    /// Panics like [`tick`](Console::tick).
    pub fn tick_heard(&mut self, held: Buttons, mut listen: impl FnMut(SoundLog, Vec<i16>)) {
        let address = self.sound_log_address();
        self.tick_watched(held, |emulator| {
            let log = SoundLog::read(emulator, address);
            listen(log, emulator.take_samples());
        });
    }

    /// Returns the largest number of bytes of stack that were in use at any time, and the size of the stack.
    ///
    /// # Panics
    /// Panics if the debug port does not contain the addresses of the stack.
    pub fn stack(&mut self) -> (usize, usize) {
        self.stack_between(Field::StackBottom, Field::StackTop)
    }

    /// Works like [`stack`](Console::stack), for the interrupt stack.
    ///
    /// # Panics
    /// Panics if the debug port does not contain the addresses of the interrupt stack.
    pub fn interrupt_stack(&mut self) -> (usize, usize) {
        self.stack_between(Field::InterruptStackBottom, Field::InterruptStackTop)
    }

    fn stack_between(&mut self, bottom: Field, top: Field) -> (usize, usize) {
        let [bottom, top] =
            [bottom, top].map(|field| usize::try_from(self.field(field)).expect("an address"));
        let stack = self.emulator.memory_mut(bottom, top - bottom);
        let is_paint = |word: &&[u8]| **word == STACK_PAINT.to_le_bytes();
        let unused = 4 * stack.chunks_exact(4).take_while(is_paint).count();
        (top - bottom - unused, top - bottom)
    }

    /// Returns the fingerprint of the game, which equals the `hash` in the `--state` file of `musrex headless`. Takes
    /// one tick.
    pub fn fingerprint(&mut self) -> u64 {
        self.ask(MAGIC + 1)
    }

    /// Returns whether the save chip works. Overwrites the last sector of the chip and takes one tick.
    pub fn tries_flash(&mut self) -> bool {
        self.ask(MAGIC + 2) == 1
    }

    /// Makes all monsters of this floor hunt the player. Takes one tick.
    pub fn wake_all(&mut self) {
        self.ask(MAGIC + 3);
    }

    /// Puts 16 mice that hunt the player on the floor. The player gets an ally and stands among 24 spills. All
    /// creatures have enough hit points to survive for long. Takes one tick.
    pub fn gather_crowd(&mut self) {
        self.ask(MAGIC + 5);
    }

    /// Returns the fingerprint of all sound. Takes one tick, which lasts several seconds.
    pub fn sound_fingerprint(&mut self) -> u64 {
        self.ask(MAGIC + 6)
    }

    /// Makes the program panic, and runs the machine until it shows the panic message.
    pub fn panic(&mut self) {
        self.put_question(MAGIC + 4);
        for _ in 0..10 {
            self.emulator.run(Buttons::NONE);
        }
    }

    fn ask(&mut self, question: u32) -> u64 {
        self.put_question(question);
        self.tick(Buttons::NONE);
        let bytes = self.emulator.memory_mut(EWRAM.start + Field::Answer as usize, 8);
        u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
    }

    fn put_question(&mut self, question: u32) {
        let place = self.emulator.memory_mut(EWRAM.start + Field::Question as usize, 4);
        place.copy_from_slice(&question.to_le_bytes());
    }

    /// Returns the first lines of the emulator's log, which are the best explanation of a crash.
    fn last_words(&mut self) -> Vec<String> {
        self.emulator.take_log().into_iter().take(5).collect()
    }

    fn field(&mut self, field: Field) -> u32 {
        let bytes = self.emulator.memory_mut(EWRAM.start + field as usize, 4);
        u32::from_le_bytes(bytes.try_into().expect("four bytes"))
    }
}
