//! The panel: an ST7789 with 240 × 240 pixels on SPI. While DMA sends a row, an interrupt converts the pixels of the
//! next row to colours, and the program goes on. Section 9 of the data sheet lists the commands by number.

use crate::debug_port::{self, Stage};
use core::cell::RefCell;
use critical_section::Mutex;
use embedded_hal::delay::DelayNs;
use embedded_hal::digital::OutputPin;
use embedded_hal::spi::MODE_0;
use musrex_core::raster::{Frame, ShownRows};
use rp2040_hal::fugit::{HertzU32, RateExtU32};
use rp2040_hal::gpio::bank0::{Gpio4, Gpio5, Gpio6, Gpio7, Gpio9};
use rp2040_hal::gpio::{FunctionNull, Pin, PullDown};
use rp2040_hal::pac::{self, interrupt};
use rp2040_hal::spi::Spi;

/// The width in pixels.
pub const WIDTH: u16 = 240;
/// The height in pixels.
pub const HEIGHT: u16 = 240;

/// The number of words in a bit mask with one bit for each row.
const ROW_WORDS: usize = HEIGHT.div_ceil(32) as usize;
/// The command that switches the display on.
const DISPLAY_ON: u8 = 0x29;
/// The SPI clock in hertz: the highest that the processor can make. The panel accepts this clock.
const BUS_HZ: u32 = 62_500_000;

/// The start-up sequence of this panel, with values from its maker. Each entry is a command, its data, and the time to
/// wait in milliseconds.
const START: [(u8, &[u8], u32); 17] = [
    (0x01, &[], 120),                           // software reset
    (0x11, &[], 5),                             // sleep out
    (0x36, &[0x04], 0),                         // the order of the refresh
    (0x3A, &[0x55], 0),                         // 16 bits per pixel
    (0xB2, &[0x0C, 0x0C, 0x00, 0x33, 0x33], 0), // porches
    (0xB7, &[0x14], 0),                         // gate voltages
    (0xBB, &[0x25], 0),                         // common voltage
    (0xC0, &[0x2C], 0),                         // wiring of the panel
    (0xC2, &[0x01], 0),                         // enables the next two commands
    (0xC3, &[0x12], 0),
    (0xC4, &[0x20], 0),
    (0xC6, &[0x0F], 0),       // 60 pictures per second
    (0xD0, &[0xA4, 0xA1], 0), // supply
    (0xE0, &[0xD0, 4, 0x0D, 0x11, 0x13, 0x2B, 0x3F, 0x54, 0x4C, 0x18, 0x0D, 0x0B, 0x1F, 0x23], 0),
    (0xE1, &[0xD0, 4, 0x0C, 0x11, 0x13, 0x2C, 0x3F, 0x44, 0x51, 0x2F, 0x1F, 0x1F, 0x20, 0x23], 0),
    (0x21, &[], 0),             // inverted, which these panels need
    (0x2A, &[0, 0, 0, 239], 0), // all columns
];

type Free<I> = Pin<I, FunctionNull, PullDown>;

/// The pins of the panel.
pub struct Pins {
    pub reset: Free<Gpio4>,
    pub select: Free<Gpio5>,
    pub clock: Free<Gpio6>,
    pub data: Free<Gpio7>,
    pub is_data: Free<Gpio9>,
}

/// The bit of the data/command pin, which is low for a command and high for its data.
const IS_DATA: u32 = 1 << 9;

/// The panel, and a record of what it shows.
pub struct Panel {
    shown: ShownRows<{ HEIGHT as usize }>,
    light: Light,
}

/// The state of the display. The display is switched on after the panel has received the first picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Light {
    Off,
    Due,
    On,
}

/// The SPI, and the pin that distinguishes commands from data.
struct Bus(pac::SPI0);

/// The transfer in progress, as the interrupt uses it.
struct Transfer {
    /// The bus and the DMA; `None` before the panel is started.
    link: Option<(Bus, pac::DMA)>,
    /// The words of the frame. They must not change until the transfer has ended.
    pixels: Pixels,
    palette: [u16; 256],
    /// The rows that are yet to be converted to colours, as a bit mask.
    rows: [u32; ROW_WORDS],
    /// The row whose colours are in the next buffer but have not been sent yet.
    ready: Option<u16>,
    /// The index of the buffer that is sent next; the other buffer may still be in transfer.
    next: usize,
    buffers: [[u16; WIDTH as usize]; 2],
    /// The row to which the panel writes next unless a command sets another; [`HEIGHT`] for no row.
    panel_row: u16,
    is_busy: bool,
}

struct Pixels(*const u32);

// SAFETY: the program runs on one core, and the pixels are never accessed in two places at once.
unsafe impl Send for Pixels {}

static TRANSFER: Mutex<RefCell<Transfer>> = Mutex::new(RefCell::new(Transfer {
    link: None,
    pixels: Pixels(core::ptr::null()),
    palette: [0; 256],
    rows: [0; ROW_WORDS],
    ready: None,
    next: 0,
    buffers: [[0; WIDTH as usize]; 2],
    panel_row: HEIGHT,
    is_busy: false,
}));

impl Panel {
    /// Starts the panel. It stays dark until the first picture.
    pub fn start(
        pins: Pins,
        (spi, dma): (pac::SPI0, pac::DMA),
        resets: &mut pac::RESETS,
        clock: HertzU32,
        delay: &mut impl DelayNs,
    ) -> Panel {
        let lines = (pins.data.into_function(), pins.clock.into_function());
        let spi = Spi::<_, _, _, 8>::new(spi, lines).init(resets, clock, BUS_HZ.Hz(), MODE_0);
        let (spi, _) = spi.disable().free();
        // The errors are ignored, because setting a pin cannot fail. The panel stays selected.
        let (mut reset, mut select) =
            (pins.reset.into_push_pull_output(), pins.select.into_push_pull_output());
        let _ = select.set_low();
        let _ = reset.set_low();
        delay.delay_us(20);
        let _ = reset.set_high();
        delay.delay_ms(5);
        let _ = pins.is_data.into_push_pull_output();
        let mut bus = Bus(spi);
        for (command, data, ms) in START {
            bus.send(command, data);
            delay.delay_ms(ms);
        }
        resets.reset().modify(|_, w| w.dma().clear_bit());
        while resets.reset_done().read().dma().bit_is_clear() {}
        // SAFETY: writing a one enables the interrupt of its DMA channel.
        dma.inte0().write(|w| unsafe { w.bits(1) });
        let panel = Panel { shown: ShownRows::new(), light: Light::Off };
        critical_section::with(|cs| TRANSFER.borrow_ref_mut(cs).link = Some((bus, dma)));
        // SAFETY: the transfer is initialised, as the interrupt requires.
        unsafe { cortex_m::peripheral::NVIC::unmask(pac::Interrupt::DMA_IRQ_0) };
        panel
    }

    /// Returns whether the display is on.
    pub fn is_on(&self) -> bool {
        self.light == Light::On
    }

    /// Waits until the panel has received the last picture. Must be called before drawing on the frame again. Switches
    /// the display on after the first picture.
    pub fn wait(&mut self) {
        while critical_section::with(|cs| TRANSFER.borrow_ref(cs).is_busy) {
            cortex_m::asm::wfe();
        }
        if self.light == Light::Due {
            self.light = Light::On;
            critical_section::with(|cs| {
                let transfer = &mut *TRANSFER.borrow_ref_mut(cs);
                // Makes the next transfer begin with a command that sets the row.
                transfer.panel_row = HEIGHT;
                if let Some((bus, _)) = &mut transfer.link {
                    bus.send(DISPLAY_ON, &[]);
                }
            });
        }
    }

    /// Begins to send the rows of `frame` that differ from the visible rows.
    ///
    /// # Safety
    /// The frame must not change until [`wait`](Panel::wait) returns.
    pub unsafe fn show(&mut self, frame: &Frame<'_>) {
        if self.light == Light::Off {
            self.light = Light::Due;
        }
        let mut rows = [0; ROW_WORDS];
        for y in self.shown.update(frame).flatten().map(usize::from) {
            rows[y / 32] |= 1 << (y % 32);
        }
        critical_section::with(|cs| {
            let transfer = &mut *TRANSFER.borrow_ref_mut(cs);
            transfer.pixels = Pixels(frame.pixels().as_ptr().cast());
            transfer.palette = frame.palette.0;
            transfer.rows = rows;
            transfer.is_busy = true;
            transfer.prepare();
            transfer.send_next();
        });
    }
}

#[interrupt]
fn DMA_IRQ_0() {
    critical_section::with(|cs| {
        let transfer = &mut *TRANSFER.borrow_ref_mut(cs);
        if let Some((_, dma)) = &transfer.link {
            // SAFETY: writing a one clears the interrupt of its DMA channel.
            dma.ints0().write(|w| unsafe { w.bits(1) });
        }
        transfer.send_next();
    });
}

/// Shows the last page; nothing can be shown after it. Calls `draw` several times, each time with a frame for some rows
/// of the page and with the number of the first of these rows.
///
/// # Safety
/// Interrupts must stay disabled forever.
pub unsafe fn show_last(mut draw: impl FnMut(&mut Frame<'_>, u16)) {
    const ROWS: u16 = 60;
    // SAFETY: the previous owner of the peripherals never runs again.
    let parts = unsafe { pac::Peripherals::steal() };
    while parts.DMA.ch(0).ch_ctrl_trig().read().busy().bit_is_set() {}
    let mut bus = Bus(parts.SPI0);
    bus.go_to_row(0);
    for top in (0..HEIGHT).step_by(ROWS.into()) {
        let mut words = [0; Frame::words(WIDTH, ROWS)];
        let mut frame = Frame::new(WIDTH, ROWS, &mut words).expect("they fit the size");
        draw(&mut frame, top);
        let palette = &frame.palette.0;
        bus.send_words(frame.pixels().iter().map(|&pixel| palette[usize::from(pixel)]));
    }
    bus.send(DISPLAY_ON, &[]);
}

impl Transfer {
    /// Sends the row that is ready, and meanwhile prepares the next one.
    fn send_next(&mut self) {
        let (Some((bus, dma)), Some(row)) = (&mut self.link, self.ready.take()) else {
            self.is_busy = false;
            debug_port::reach(Stage::Sent);
            return;
        };
        if row != self.panel_row {
            bus.go_to_row(row);
        }
        bus.send_by_dma(dma, &self.buffers[self.next]);
        self.panel_row = row + 1;
        self.next ^= 1;
        self.prepare();
    }

    /// Converts the next changed row to colours, if there is one.
    fn prepare(&mut self) {
        let Some(word) = self.rows.iter().position(|&rows| rows != 0) else { return };
        let bit = self.rows[word].trailing_zeros();
        self.rows[word] &= !(1 << bit);
        let row = 32 * word + bit as usize;
        let words = usize::from(WIDTH / 4);
        // SAFETY: a row of the frame has this many words, and the caller of `show` does not change them.
        let pixels = unsafe { core::slice::from_raw_parts(self.pixels.0.add(row * words), words) };
        colour(pixels, &self.palette, &mut self.buffers[self.next]);
        self.ready = u16::try_from(row).ok();
    }
}

/// Converts pixels to colours.
#[inline(never)]
#[unsafe(link_section = ".data.colour")]
fn colour(pixels: &[u32], palette: &[u16; 256], colours: &mut [u16; WIDTH as usize]) {
    for (word, four) in pixels.iter().zip(colours.as_chunks_mut().0) {
        *four = word.to_le_bytes().map(|pixel| palette[usize::from(pixel)]);
    }
}

impl Bus {
    /// Sets the number of bits in an SPI word: 8 for commands, 16 for pixels.
    fn set_bits(&mut self, bits: u8) {
        self.wait();
        self.0.sspcr1().modify(|_, w| w.sse().clear_bit());
        // SAFETY: the field accepts 3 to 15, which mean 4 to 16 bits.
        self.0.sspcr0().modify(|_, w| unsafe { w.dss().bits(bits - 1) });
        self.0.sspcr1().modify(|_, w| w.sse().set_bit());
    }

    /// Waits until everything has been sent.
    fn wait(&self) {
        while self.0.sspsr().read().bsy().bit_is_set() {}
    }

    /// Makes the panel accept pixels from this row on.
    fn go_to_row(&mut self, row: u16) {
        let [high, low] = row.to_be_bytes();
        self.send(0x2B, &[high, low, 0, 239]); // rows
        self.send(0x2C, &[]); // pixels
        self.set_bits(16);
    }

    /// Sends a command with its data. No transfer may be in progress.
    fn send(&mut self, command: u8, data: &[u8]) {
        self.set_bits(8);
        // SAFETY: the write changes only the pins whose bits are one.
        unsafe { (*pac::SIO::ptr()).gpio_out_clr().write(|w| w.bits(IS_DATA)) };
        self.send_words([command.into()]);
        // SAFETY: the write changes only the pins whose bits are one.
        unsafe { (*pac::SIO::ptr()).gpio_out_set().write(|w| w.bits(IS_DATA)) };
        self.send_words(data.iter().copied().map(u16::from));
    }

    fn send_words(&mut self, words: impl IntoIterator<Item = u16>) {
        for word in words {
            while self.0.sspsr().read().tnf().bit_is_clear() {}
            // SAFETY: the data register accepts any 16-bit value.
            self.0.sspdr().write(|w| unsafe { w.data().bits(word) });
        }
        self.wait();
    }

    /// Begins to send pixels.
    fn send_by_dma(&mut self, dma: &pac::DMA, colours: &[u16; WIDTH as usize]) {
        /// The number of the SPI's data request (DREQ), from the RP2040 data sheet, section 2.5.3.1.
        const SPI0_TX: u8 = 16;
        self.0.sspdmacr().write(|w| w.txdmae().set_bit());
        let channel = dma.ch(0);
        // SAFETY: the buffer is static, and is not written before the interrupt reports that it has been read.
        unsafe {
            channel.ch_read_addr().write(|w| w.bits(address(colours.as_ptr())));
            channel.ch_write_addr().write(|w| w.bits(address(self.0.sspdr().as_ptr())));
            channel.ch_trans_count().write(|w| w.bits(WIDTH.into()));
            channel.ch_ctrl_trig().write(|w| {
                let w = w.en().set_bit().incr_read().set_bit().data_size().size_halfword();
                w.treq_sel().bits(SPI0_TX)
            });
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "addresses have 32 bits here")]
fn address<T>(place: *const T) -> u32 {
    place.expose_provenance() as u32
}
