//! An ST7789 panel on a bus. Section 9 of its data sheet lists the commands by number.

use core::ops::Range;
use embedded_hal::delay::DelayNs;
use embedded_hal::digital::OutputPin;
use embedded_hal::spi::SpiDevice;
use musrex_core::raster::{Frame, ShownRows};

/// The width in pixels.
pub const WIDTH: u16 = 240;
/// The height in pixels.
pub const HEIGHT: u16 = 240;

/// The panel, and a record of what it shows.
pub struct Panel<Spi, Dc> {
    bus: Bus<Spi, Dc>,
    shown: ShownRows<{ HEIGHT as usize }>,
}

struct Bus<Spi, Dc> {
    spi: Spi,
    /// The data/command pin, which is low for a command and high for its data.
    dc: Dc,
}

impl<Spi: SpiDevice, Dc: OutputPin> Panel<Spi, Dc> {
    /// Starts a panel whose reset line is connected to the board's reset. This takes about 300 ms.
    pub fn new(spi: Spi, dc: Dc, delay: &mut impl DelayNs) -> Panel<Spi, Dc> {
        let mut bus = Bus { spi, dc };
        for (command, data, ms) in [
            (0x01, &[][..], 150), // software reset
            (0x11, &[], 120),     // sleep out
            (0x3A, &[0x55], 0),   // 16 bits per pixel
            (0x21, &[], 0),       // inverted, which these panels need
            (0x29, &[], 10),      // display on
        ] {
            // The error is ignored: if the bus fails, the panel shows nothing, so no error can be shown.
            let _ = bus.send(command, data);
            delay.delay_ms(ms);
        }
        Panel { bus, shown: ShownRows::new() }
    }

    /// Sends the rows of `frame` that have changed since the last call. If the last call failed, sends all rows.
    pub fn show(&mut self, frame: &Frame<'_>) {
        let mut is_sent = true;
        for rows in self.shown.update(frame) {
            is_sent &= self.bus.send_rows(frame, rows).is_some();
        }
        if !is_sent {
            self.shown.forget();
        }
    }
}

impl<Spi: SpiDevice, Dc: OutputPin> Bus<Spi, Dc> {
    /// Sends rows. Returns `None` if the bus or the pin fails.
    fn send_rows(&mut self, frame: &Frame<'_>, rows: Range<u16>) -> Option<()> {
        let bounds = |range: &Range<u16>| [range.start, range.end - 1].map(u16::to_be_bytes);
        self.send(0x2A, bounds(&(0..frame.width())).as_flattened())?; // columns
        self.send(0x2B, bounds(&rows).as_flattened())?; // rows
        self.send(0x2C, &[])?; // pixels
        let mut bytes = [0; 2 * WIDTH as usize];
        for y in rows {
            frame.write_row(y, &mut bytes);
            self.spi.write(&bytes).ok()?;
        }
        Some(())
    }

    /// Sends a command with its data. The caller may then send more data of the same command.
    fn send(&mut self, command: u8, data: &[u8]) -> Option<()> {
        self.dc.set_low().ok()?;
        self.spi.write(&[command]).ok()?;
        self.dc.set_high().ok()?;
        self.spi.write(data).ok()
    }
}
