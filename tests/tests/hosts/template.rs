//! Checks the template for ports on a board of simulated parts: pins, a panel, a serial flash and a clock.

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{InputPin, OutputPin};
use embedded_hal::spi::{Operation, SpiDevice};
use embedded_hal::{digital, spi};
use embedded_storage::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashErrorKind, ReadNorFlash,
};
use musrex_core::app::{App, ScreenName};
use musrex_core::input::{Button, Buttons};
use musrex_core::limits::SECTOR_BYTES;
use musrex_core::poll::block_on;
use musrex_core::raster::Frame;
use musrex_core::save::{Memory, SaveManager, SaveStatus};
use musrex_core::sound::{Buzzer, Tone, Voices};
use musrex_template::{Board, HEIGHT, Panel, SAVE_OFFSET, WIDTH, play};
use musrex_testkit::flash::BYTES;
use std::cell::RefCell;
use std::convert::Infallible;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// The number of bytes of the flash: 4 MiB.
const FLASH_BYTES: usize = 4 << 20;
/// The byte that fills the flash outside the save.
const PROGRAM: u8 = 0xA5;
/// The time in microseconds to erase 4 KiB, the time in microseconds to program a page, and the number of bytes that
/// the panel's bus transfers per microsecond.
const ERASE_MICROS: u64 = 60_000;
const PAGE_MICROS: u64 = 1_000;
const BYTES_A_MICRO: u64 = 5;

/// The event after the last buttons of the script.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum End {
    /// The player switches off, and a pin announces the loss of power.
    SwitchedOff,
    /// Power is lost at once.
    Cut,
}

/// The state of everything on the board except the processor.
struct World {
    micros: u64,
    /// The buttons of the coming ticks in reverse order: the next tick is the last element.
    script: Vec<Buttons>,
    held: Buttons,
    end: End,
    is_power_low: bool,
    flash: Vec<u8>,
    panel: PanelMemory,
    tones: Vec<Tone>,
    /// The number of ticks that lasted too long.
    late: u32,
    /// The number of pixel bytes sent before each tick.
    sent_before: Vec<u64>,
    /// The ticks during which the bus of the panel fails.
    broken_ticks: Range<usize>,
    /// The number of operations after which the flash fails; `None` if it never fails.
    flash_steps: Option<u32>,
}

/// The state of an ST7789 panel, as set by the commands that it has received.
struct PanelMemory {
    is_data: bool,
    command: u8,
    arguments: Vec<u8>,
    columns: [u16; 2],
    rows: [u16; 2],
    at: usize,
    pixels: Vec<u16>,
    is_on: bool,
    /// The number of pixel bytes sent so far.
    sent: u64,
}

impl PanelMemory {
    fn new() -> PanelMemory {
        let pixels = vec![0; usize::from(WIDTH) * usize::from(HEIGHT)];
        let (columns, rows, arguments) = ([0; 2], [0; 2], Vec::new());
        let (is_data, is_on) = (false, false);
        PanelMemory { is_data, command: 0, arguments, columns, rows, at: 0, pixels, is_on, sent: 0 }
    }

    fn take(&mut self, byte: u8) {
        if !self.is_data {
            (self.command, self.at) = (byte, 0);
            self.arguments.clear();
            self.is_on |= byte == 0x29;
            return;
        }
        self.arguments.push(byte);
        match (self.command, self.arguments.as_slice()) {
            (0x2A, &[a, b, c, d]) => {
                self.columns = [u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])]
            }
            (0x2B, &[a, b, c, d]) => {
                self.rows = [u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])]
            }
            (0x2C, &[high, low]) => {
                self.arguments.clear();
                let columns = usize::from(self.columns[1] - self.columns[0] + 1);
                let x = usize::from(self.columns[0]) + self.at % columns;
                let y = usize::from(self.rows[0]) + self.at / columns;
                assert!(y <= self.rows[1].into(), "more pixels than rows");
                self.pixels[y * usize::from(WIDTH) + x] = u16::from_be_bytes([high, low]);
                (self.at, self.sent) = (self.at + 1, self.sent + 2);
            }
            _ => {}
        }
    }
}

/// A part of the board. All parts share one world.
#[derive(Clone)]
pub(super) struct Part(Rc<RefCell<World>>);

impl Part {
    pub(super) fn new(flash: Vec<u8>, script: &[Buttons], end: End) -> Part {
        let script = script.iter().rev().copied().collect();
        Part(Rc::new(RefCell::new(World {
            micros: 0,
            script,
            held: Buttons::NONE,
            end,
            is_power_low: false,
            flash,
            panel: PanelMemory::new(),
            tones: Vec::new(),
            late: 0,
            sent_before: Vec::new(),
            broken_ticks: 0..0,
            flash_steps: None,
        })))
    }

    /// Makes the flash fail after `steps` operations.
    pub(super) fn fail_flash_after(&self, steps: u32) {
        self.0.borrow_mut().flash_steps = Some(steps);
    }

    /// Plays the script on the template. Returns the save status at the end; `None` if power was cut.
    fn run(&self) -> Option<SaveStatus> {
        self.run_with(&mut app())
    }

    /// Plays the script on the template with this app. Returns the save status at the end; `None` if power was
    /// cut.
    pub(super) fn run_with(&self, app: &mut App) -> Option<SaveStatus> {
        let (clock, speaker) = (self.0.clone(), self.0.clone());
        let mut buzzer = Buzzer::new();
        let board = Board {
            buttons: Button::ALL.map(|button| Pin(self.clone(), Some(button))),
            power: Pin(self.clone(), None),
            panel: Panel::new(self.clone(), DcPin(self.clone()), &mut Idle),
            delay: self.clone(),
            clock: move || {
                let mut world = clock.borrow_mut();
                world.micros += 1;
                world.micros
            },
            speaker: move |voices: &Voices| speaker.borrow_mut().tones.extend(buzzer.tick(voices)),
        };
        let mut pixels = Box::new([0; Frame::words(WIDTH, HEIGHT)]);
        catch_unwind(AssertUnwindSafe(|| play(board, self.clone(), app, &mut pixels))).ok()
    }

    /// Returns the 64 KiB of the save.
    pub(super) fn save(&self) -> Memory<Vec<u8>> {
        Memory(self.0.borrow().flash[SAVE_OFFSET as usize..].to_vec())
    }

    /// Counts an operation of the flash. The operation may fail.
    fn step_flash(&self) -> Result<(), NorFlashErrorKind> {
        if let Some(steps) = &mut self.0.borrow_mut().flash_steps {
            *steps = steps.checked_sub(1).ok_or(NorFlashErrorKind::Other)?;
        }
        Ok(())
    }

    fn flash(&self) -> Vec<u8> {
        self.0.borrow().flash.clone()
    }
}

struct Pin(Part, Option<Button>);

impl digital::ErrorType for Pin {
    type Error = Infallible;
}

impl InputPin for Pin {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        self.is_low().map(|is_low| !is_low)
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        let world = self.0.0.borrow();
        Ok(self.1.map_or(world.is_power_low, |button| world.held.has(button)))
    }
}

struct DcPin(Part);

impl digital::ErrorType for DcPin {
    type Error = Infallible;
}

impl OutputPin for DcPin {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.0.borrow_mut().panel.is_data = false;
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.0.borrow_mut().panel.is_data = true;
        Ok(())
    }
}

impl spi::ErrorType for Part {
    type Error = spi::ErrorKind;
}

impl SpiDevice for Part {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), spi::ErrorKind> {
        let mut world = self.0.borrow_mut();
        if world.broken_ticks.contains(&world.sent_before.len()) {
            return Err(spi::ErrorKind::Other);
        }
        for operation in operations {
            let Operation::Write(bytes) = operation else { panic!("the panel has no way back") };
            world.micros += bytes.len() as u64 / BYTES_A_MICRO;
            bytes.iter().for_each(|&byte| world.panel.take(byte));
        }
        Ok(())
    }
}

/// A delay for use before the game has begun.
struct Idle;

impl DelayNs for Idle {
    fn delay_ns(&mut self, _: u32) {}
}

impl DelayNs for Part {
    fn delay_ns(&mut self, _: u32) {
        unreachable!("it is asked for microseconds")
    }

    // The game calls this function once a tick.
    fn delay_us(&mut self, micros: u32) {
        let mut world = self.0.borrow_mut();
        world.late += u32::from(micros == 0);
        let sent = world.panel.sent;
        world.sent_before.push(sent);
        world.micros += u64::from(micros);
        match world.script.pop() {
            Some(held) => world.held = held,
            None if world.end == End::Cut => resume_unwind(Box::new("power is gone")),
            None => world.is_power_low = true,
        }
    }
}

impl ErrorType for Part {
    type Error = NorFlashErrorKind;
}

// This flash is read and written in four-byte words, as with many drivers for microcontrollers.
impl ReadNorFlash for Part {
    const READ_SIZE: usize = 4;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        assert!(offset.is_multiple_of(4) && bytes.len().is_multiple_of(4));
        bytes.copy_from_slice(&self.0.borrow().flash[offset as usize..][..bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.0.borrow().flash.len()
    }
}

impl NorFlash for Part {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = SECTOR_BYTES as usize;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        assert!(from.is_multiple_of(SECTOR_BYTES) && to.is_multiple_of(SECTOR_BYTES));
        self.step_flash()?;
        let mut world = self.0.borrow_mut();
        world.micros += ERASE_MICROS * u64::from((to - from) / SECTOR_BYTES);
        world.flash[from as usize..to as usize].fill(0xFF);
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        let at = offset as usize;
        assert!(at.is_multiple_of(4) && bytes.len().is_multiple_of(4));
        assert!(at % 256 + bytes.len() <= 256, "a page is written from its start again");
        self.step_flash()?;
        let mut world = self.0.borrow_mut();
        world.micros += PAGE_MICROS;
        for (old, &new) in world.flash[at..][..bytes.len()].iter_mut().zip(bytes) {
            assert!(new == 0xFF || *old == 0xFF, "a byte is written a second time");
            *old &= new;
        }
        Ok(())
    }
}

impl MultiwriteNorFlash for Part {}

/// Returns a flash with a program and an empty save area.
fn new_flash() -> Vec<u8> {
    flash_with(&[0xFF; BYTES])
}

/// Returns a flash with a program and this save.
pub(super) fn flash_with(save: &[u8]) -> Vec<u8> {
    let mut flash = vec![PROGRAM; FLASH_BYTES];
    flash[SAVE_OFFSET as usize..].copy_from_slice(save);
    flash
}

/// Returns the buttons of a tap, and no buttons for `ticks` ticks after it.
fn tap(buttons: &[Button], ticks: usize) -> Vec<Buttons> {
    let mut script = vec![buttons.iter().copied().collect()];
    script.extend(vec![Buttons::NONE; ticks]);
    script
}

/// Returns the buttons that begin a run, page through its opening, and explore as far as the first floor.
fn first_run() -> Vec<Buttons> {
    let mut script = tap(&[], 30);
    script.extend(tap(&[Button::A], 60));
    for _ in 0..6 {
        script.extend(tap(&[Button::L, Button::R], 200));
    }
    script
}

/// The number of ticks without any press at the end of the second run.
const IDLE_TICKS: usize = 200;

/// Returns the buttons that continue the run, and wait for some turns.
fn second_run() -> Vec<Buttons> {
    let mut script = tap(&[], 30);
    script.extend(tap(&[Button::A], 60));
    for _ in 0..5 {
        script.extend(tap(&[Button::A], 20));
    }
    script.extend(tap(&[], IDLE_TICKS));
    script
}

/// Makes the app in the way a board does.
pub(super) fn app() -> Box<App> {
    static APP: App = musrex_template::app(7);
    Box::new(APP.clone())
}

/// Makes an app like that of the template, and loads `save`.
fn reference(save: &mut Memory<Vec<u8>>) -> Box<App> {
    let mut app = app();
    app.close_kits();
    app.resize(WIDTH, HEIGHT);
    let mut manager = block_on(SaveManager::open(save));
    block_on(app.attach(&mut manager));
    app
}

#[test]
fn a_run_is_played_switched_off_and_continued() {
    let first = Part::new(new_flash(), &first_run(), End::SwitchedOff);
    assert_eq!(first.run(), Some(SaveStatus::Done));
    assert!(first.flash()[..SAVE_OFFSET as usize].iter().all(|&byte| byte == PROGRAM));
    let mut save = first.save();
    let mut app = reference(&mut save);
    let saved = app.saved_run().expect("a run was saved").clone();
    assert!(saved.floor().number() > 0 && saved.turn().0 > 20, "{:?}", saved.turn());
    assert!(app.load_warnings().is_empty());
    let world = first.0.borrow();
    assert!(world.panel.is_on && world.tones.len() > 100, "{} tones", world.tones.len());

    // An app without a board plays the same script. At the end, the panel shows the frame of that app.
    let script = second_run();
    let second = Part::new(first.flash(), &script, End::SwitchedOff);
    second.0.borrow_mut().broken_ticks = 100..130;
    assert_eq!(second.run(), Some(SaveStatus::Done));
    let mut words = vec![0; Frame::words(WIDTH, HEIGHT)];
    let mut frame = Frame::new(WIDTH, HEIGHT, &mut words).expect("the words fit the size");
    for buttons in script {
        let _ = app.tick(buttons.into());
        let _ = app.draw(&mut frame) || app.cycle_colours(&mut frame.palette);
    }
    assert_eq!(app.screen(), ScreenName::Play);
    let drawn = frame.pixels().iter().map(|&pixel| frame.palette.0[usize::from(pixel)]);
    assert!(
        drawn.eq(second.0.borrow().panel.pixels.iter().copied()),
        "the panel shows another picture"
    );
    let again = reference(&mut second.save());
    let continued = again.saved_run().expect("it is saved again");
    assert!(continued.turn() > saved.turn());
    assert_eq!(continued.fingerprint(), app.game().fingerprint());
}

#[test]
fn power_may_be_cut_at_any_tick() {
    let script = first_run();
    let mut turn_before = 0;
    for ticks in (120..script.len()).step_by(97) {
        let part = Part::new(new_flash(), &script[..ticks], End::Cut);
        assert_eq!(part.run(), None);
        let app = reference(&mut part.save());
        assert!(app.load_warnings().is_empty(), "{ticks} ticks: {:?}", app.load_warnings());
        let turn = app.saved_run().expect("the run has begun").turn().0;
        assert!(turn >= turn_before, "{ticks} ticks: turn {turn} after {turn_before}");
        turn_before = turn;
    }
    assert!(turn_before > 20);
}

// While nothing happens, only rows with a cycling colour are sent. On average, these are less than a twentieth of all
// pixels.
#[test]
fn a_panel_is_sent_what_has_changed() {
    let first = Part::new(new_flash(), &first_run(), End::SwitchedOff);
    assert_eq!(first.run(), Some(SaveStatus::Done));
    let second = Part::new(first.flash(), &second_run(), End::SwitchedOff);
    assert_eq!(second.run(), Some(SaveStatus::Done));
    let world = second.0.borrow();
    let whole = 2 * u64::from(WIDTH) * u64::from(HEIGHT);
    let sent: Vec<u64> = world.sent_before.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let idle = &sent[sent.len() - IDLE_TICKS / 2..];
    let all = idle.iter().sum::<u64>();
    assert!(sent.contains(&whole) && all < idle.len() as u64 * whole / 20, "{idle:?} of {whole}");
}

// Erasing 4 KiB takes about four ticks here, and a session begins with sixteen erasures.
#[test]
fn play_goes_on_while_a_slow_flash_is_written() {
    let script = first_run();
    let part = Part::new(new_flash(), &script, End::SwitchedOff);
    assert_eq!(part.run(), Some(SaveStatus::Done));
    let late = part.0.borrow().late;
    let ticks = u32::try_from(script.len()).expect("it is short");
    assert!(late > 0 && late < ticks / 10, "{late} of {ticks} ticks");
}
