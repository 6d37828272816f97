//! Mus Rex on a board with ten buttons, an ST7789 panel of 240 × 240 pixels, a serial flash and a speaker.
//!
//! The template accesses the hardware through the traits of `embedded-hal` and `embedded-storage`. For the clock and
//! the speaker, it calls two functions of the board. A port makes a [`Board`] from its pins and buses, and calls
//! [`play`] in its `main`. Change this file where your board differs. [`musrex_core::host`] explains each call.
#![no_std]
#![forbid(unsafe_code)]

mod st7789;

pub use st7789::{HEIGHT, Panel, WIDTH};

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{InputPin, OutputPin};
use embedded_hal::spi::SpiDevice;
use embedded_storage::nor_flash::MultiwriteNorFlash;
use musrex_core::App;
use musrex_core::app::{ScreenName, Setup};
use musrex_core::host::{self, Host};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::raster::Frame;
use musrex_core::save::{BlockingFlash, SaveManager, SaveStatus, WordFlash};
use musrex_core::sound::{Player, Voices};

/// The offset of the save's 64 KiB in the flash. The save is at the end of a flash of 4 MiB, after the program.
pub const SAVE_OFFSET: u32 = 0x3F_0000;
/// The length of a tick, in microseconds.
const TICK: u64 = 16_667;
/// The number of microseconds after the start of a tick from which no further piece of saving is started.
const BUSY: u64 = 12_000;

/// The pixels of the frame. The pixels and the app are too large for a stack, so a board stores each in a `static`.
pub type Pixels = [u32; Frame::words(WIDTH, HEIGHT)];

/// Makes the app. The seed of the first run is made from `seed` and from the times of presses on the title. The
/// function is `const`, so that the app is never built on the stack.
pub const fn app(seed: u64) -> App {
    App::placeholder(Setup::new(seed))
}

/// The hardware.
pub struct Board<Pin, Spi, Dc, Delay, Clock, Speaker> {
    /// The buttons in the order of [`Button::ALL`]. Each pin is low while its button is pressed.
    pub buttons: [Pin; 10],
    /// The power pin, which is low if power is about to fail or the player has switched the machine off.
    pub power: Pin,
    /// The panel.
    pub panel: Panel<Spi, Dc>,
    /// The source of delays.
    pub delay: Delay,
    /// A function that returns the number of microseconds since a fixed moment.
    pub clock: Clock,
    /// A function that plays the voices of a tick. `musrex_core::sound` provides a `Buzzer` for a piezo, and a `Synth`
    /// for a digital-analog converter.
    pub speaker: Speaker,
}

/// Plays until the power pin is low, and then saves everything that is not saved yet. Returns the status of this last
/// save.
pub fn play<Pin: InputPin, Spi: SpiDevice, Dc: OutputPin>(
    board: Board<Pin, Spi, Dc, impl DelayNs, impl FnMut() -> u64, impl FnMut(&Voices)>,
    flash: impl MultiwriteNorFlash,
    app: &mut App,
    pixels: &mut Pixels,
) -> SaveStatus {
    app.close_kits();
    app.resize(WIDTH, HEIGHT);
    let frame = Frame::new(WIDTH, HEIGHT, pixels).expect("they fit the size");
    let flash = WordFlash(BlockingFlash::new(flash, SAVE_OFFSET));
    let mut manager = block_on(SaveManager::open(flash));
    let (player, held) = (Player::new(1), Buttons::NONE);
    host::run(&mut Machine { board, frame, player, held, start: 0 }, app, &mut manager)
}

struct Machine<'a, Board> {
    board: Board,
    frame: Frame<'a>,
    player: Player,
    held: Buttons,
    /// The time at which this tick began.
    start: u64,
}

impl<Pin: InputPin, Spi: SpiDevice, Dc: OutputPin, Delay: DelayNs, Clock, Speaker> Host
    for Machine<'_, Board<Pin, Spi, Dc, Delay, Clock, Speaker>>
where
    Clock: FnMut() -> u64,
    Speaker: FnMut(&Voices),
{
    fn input(&mut self) -> Option<Input> {
        let Board { buttons, power, delay, clock, .. } = &mut self.board;
        let left = (self.start + TICK).saturating_sub(clock()).min(TICK);
        delay.delay_us(u32::try_from(left).unwrap_or(0));
        self.start = clock();
        let pins = Button::ALL.into_iter().zip(buttons);
        let held = pins.filter_map(|(button, pin)| pin.is_low().unwrap_or(false).then_some(button));
        self.held = held.collect();
        (!power.is_low().unwrap_or(false)).then_some(self.held.into())
    }

    fn after_tick(&mut self, app: &mut App) {
        if app.screen() == ScreenName::Title && !self.held.is_empty() {
            app.mix_entropy(self.start);
        }
        while let Some(request) = app.take_sound_request() {
            self.player.request(request);
        }
        (self.board.speaker)(self.player.tick());
    }

    fn draw(&mut self, app: &mut App) {
        if app.draw(&mut self.frame) || app.cycle_colours(&mut self.frame.palette) {
            self.board.panel.show(&self.frame);
        }
    }

    fn has_time(&mut self) -> bool {
        (self.board.clock)() < self.start + BUSY
    }
}
