//! Mus Rex on the PicoSystem. This program passes the buttons to the core 60 times per second, shows the core's
//! pictures on the panel, plays the core's sounds, and saves the game.
#![no_std]
#![no_main]

mod debug_port;
mod flash;
mod lights;
mod panel;
mod panic;
#[path = "../../seed_patch.rs"]
mod seed_patch;
mod speaker;
mod ticks;

use debug_port::Stage;
use flash::{RomFlash, SAVE_OFFSET};
use lights::Lights;
use musrex_core::App;
use musrex_core::app::{ScreenName, Setup};
use musrex_core::chords::Chords;
use musrex_core::controls::InputScheme;
use musrex_core::host::{self, Host};
use musrex_core::input::{Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::raster::Frame;
use musrex_core::save::{BlockingFlash, SaveManager, WordFlash};
use musrex_core::view::hud;
use panel::{HEIGHT, Panel, WIDTH};
use rp2040_hal::clocks::{Clock, init_clocks_and_plls};
use rp2040_hal::gpio::Pins;
use rp2040_hal::pac::Peripherals;
use rp2040_hal::pwm::Slices;
use rp2040_hal::{Adc, Sio, Timer, Watchdog};
use speaker::Speaker;
use static_cell::ConstStaticCell;

/// The second boot stage for the board's kind of flash.
#[used]
#[unsafe(link_section = ".boot2")]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// The seed of the demo behind the title. Runs get other seeds, into which the times of button presses are mixed.
const SEED: u64 = 0x4d75_7320_5265_7821;
/// The frequency of the board's crystal, in hertz.
const CRYSTAL_HZ: u32 = 12_000_000;
/// The number of microseconds after the start of a tick from which no further piece of saving is started.
const BUSY: u64 = 12_000;

static APP: ConstStaticCell<App> = ConstStaticCell::new({
    let mut setup = Setup::new(SEED);
    setup.abilities.can_dim = true;
    setup.abilities.has_lamp = true;
    App::placeholder(setup)
});
static PIXELS: ConstStaticCell<[u32; Frame::words(WIDTH, HEIGHT)]> =
    ConstStaticCell::new([0; Frame::words(WIDTH, HEIGHT)]);

#[rp2040_hal::entry]
fn main() -> ! {
    let mut machine = Machine::start(Peripherals::take().expect("nobody else has them"));
    let app = APP.take();
    if let Some(seed) = seed_patch::seed() {
        app.set_seed(seed);
    }
    app.close_kits();
    app.set_input_scheme(InputScheme::SIX_BUTTONS);
    app.resize(WIDTH, HEIGHT);
    let flash = WordFlash(BlockingFlash::new(RomFlash, SAVE_OFFSET));
    let mut manager = block_on(SaveManager::open(flash));
    let _ = host::run(&mut machine, app, &mut manager);
    unreachable!("the machine always ticks");
}

struct Machine {
    frame: Frame<'static>,
    panel: Panel,
    lights: Lights,
    timer: Timer,
    chords: Chords,
    /// The buttons held in this tick.
    held: Buttons,
    /// The number of the last tick that was handled.
    seen: u32,
    /// The time at which this tick began, in microseconds.
    start: u64,
}

impl Machine {
    /// Starts the board.
    // Not inlined, so that the stack frame of this function is released when it returns.
    #[inline(never)]
    fn start(mut parts: Peripherals) -> Machine {
        let mut watchdog = Watchdog::new(parts.WATCHDOG);
        let resets = &mut parts.RESETS;
        let (crystal, clocks) = (parts.XOSC, parts.CLOCKS);
        let (pll, usb_pll) = (parts.PLL_SYS, parts.PLL_USB);
        let clocks =
            init_clocks_and_plls(CRYSTAL_HZ, crystal, clocks, pll, usb_pll, resets, &mut watchdog);
        let clocks = clocks.expect("the board has this crystal");
        let bank = Sio::new(parts.SIO).gpio_bank0;
        let pins = Pins::new(parts.IO_BANK0, parts.PADS_BANK0, bank, resets);
        let mut timer = Timer::new(parts.TIMER, resets, &clocks);
        let panel_pins = panel::Pins {
            reset: pins.gpio4,
            select: pins.gpio5,
            clock: pins.gpio6,
            data: pins.gpio7,
            is_data: pins.gpio9,
        };
        let hz = clocks.peripheral_clock.freq();
        let panel = Panel::start(panel_pins, (parts.SPI0, parts.DMA), resets, hz, &mut timer);
        // A pressed button pulls its pin down.
        let _ = (pins.gpio16.into_pull_up_input(), pins.gpio17.into_pull_up_input());
        let _ = (pins.gpio18.into_pull_up_input(), pins.gpio19.into_pull_up_input());
        let _ = (pins.gpio20.into_pull_up_input(), pins.gpio21.into_pull_up_input());
        let _ = (pins.gpio22.into_pull_up_input(), pins.gpio23.into_pull_up_input());
        let slices = Slices::new(parts.PWM, resets);
        let light_pins = lights::Pins {
            backlight: pins.gpio12,
            green: pins.gpio13,
            red: pins.gpio14,
            blue: pins.gpio15,
            battery: pins.gpio26,
        };
        let lights = Lights::start(slices.pwm6, light_pins, Adc::new(parts.ADC, resets));
        let speaker = Speaker::start(slices.pwm5, pins.gpio11);
        ticks::start(timer.alarm_0().expect("nobody else has it"), speaker);
        let frame = Frame::new(WIDTH, HEIGHT, PIXELS.take()).expect("they fit the size");
        let (chords, held) = (Chords::new(), Buttons::NONE);
        Machine { frame, panel, lights, timer, chords, held, seen: 0, start: 0 }
    }
}

impl Host for Machine {
    fn input(&mut self) -> Option<Input> {
        let held = ticks::wait(&mut self.seen);
        self.start = self.timer.get_counter().ticks();
        debug_port::reach(Stage::Begun);
        self.held = self.chords.update(held);
        Some(self.held.into())
    }

    fn after_tick(&mut self, app: &mut App) {
        debug_port::reach(Stage::Ticked);
        if seed_patch::seed().is_none()
            && app.screen() == ScreenName::Title
            && !self.held.is_empty()
        {
            app.mix_entropy(self.start);
        }
        if app.is_interrupted() {
            ticks::forget_presses();
        }
        ticks::take_requests(app);
        self.lights.follow(app, self.panel.is_on());
        debug_port::serve(app);
    }

    fn draw(&mut self, app: &mut App) {
        debug_port::reach(Stage::Saved);
        self.panel.wait();
        debug_port::reach(Stage::Ready);
        let is_drawn = app.draw(&mut self.frame);
        if is_drawn && self.lights.is_battery_low() {
            hud::draw_battery(&mut self.frame);
        }
        if is_drawn || app.cycle_colours(&mut self.frame.palette) {
            debug_port::reach(Stage::Drawn);
            // SAFETY: the next picture is drawn only after `wait` has returned.
            unsafe { self.panel.show(&self.frame) };
            debug_port::reach(Stage::Shown);
        }
    }

    fn has_time(&mut self) -> bool {
        self.timer.get_counter().ticks() < self.start + BUSY
    }
}
