//! Checks frames on display panels: the colours of rows, and the set of changed rows.

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mock_display::MockDisplay;
use embedded_graphics::pixelcolor::raw::{RawData, RawU16};
use embedded_graphics::pixelcolor::{Rgb565, Rgb888, RgbColor};
use embedded_graphics_simulator::{OutputSettings, SimulatorDisplay};
use musrex_core::raster::{Colour, Frame, Palette, ShownRows};

const WIDTH: u16 = 64;
const HEIGHT: u16 = 16;

/// Draws a frame with a cycling colour in row 3 and text in rows 6 to 14.
fn draw(frame: &mut Frame<'_>) {
    frame.clear(Colour::INK);
    frame.glyph(8, 3, &[0x80], 1, Colour::CYCLING[0]);
    frame.text(2, 6, "Mus", Colour::WHITE);
}

/// Returns the colours of row `y` in the byte order in which a bus transfers them to a panel.
fn row_on_bus(frame: &Frame<'_>, y: u16) -> Vec<u16> {
    let mut bytes = [0; 2 * WIDTH as usize];
    frame.write_row(y, &mut bytes);
    bytes.as_chunks().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect()
}

fn raw(colour: Rgb565) -> u16 {
    RawU16::from(colour).into_inner()
}

// The mock display fails if a pixel is drawn twice or is outside of the display.
#[test]
fn a_frame_is_drawn_on_any_target() {
    let mut words = [0; Frame::words(WIDTH, HEIGHT)];
    let mut frame = Frame::new(WIDTH, HEIGHT, &mut words).expect("the words fit the size");
    draw(&mut frame);
    let mut mock = MockDisplay::<Rgb565>::new();
    frame.draw_to(&mut mock).expect("a mock takes everything");
    for y in 0..HEIGHT {
        let drawn = (0..WIDTH).map(|x| mock.get_pixel(Point::new(x.into(), y.into())));
        let drawn: Vec<u16> = drawn.map(|colour| raw(colour.expect("it is drawn"))).collect();
        assert_eq!(drawn, row_on_bus(&frame, y), "row {y}");
        assert!(frame.colours(y..y + 1).map(raw).eq(drawn), "row {y}");
    }
    assert_eq!(frame.colours(2..5).count(), 3 * usize::from(WIDTH));
}

/// A display that counts its pixels, and fails on demand.
struct Counted {
    display: SimulatorDisplay<Rgb565>,
    pixels: usize,
    is_broken: bool,
}

impl OriginDimensions for Counted {
    fn size(&self) -> Size {
        self.display.size()
    }
}

impl DrawTarget for Counted {
    type Color = Rgb565;
    type Error = &'static str;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb565>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), &'static str> {
        if self.is_broken {
            return Err("the bus is broken");
        }
        let count = &mut self.pixels;
        let Ok(()) = self.display.draw_iter(pixels.into_iter().inspect(|_| *count += 1));
        Ok(())
    }
}

// The simulator's pixels have the colours of the palette. When a colour cycles, only the rows that contain this colour
// are redrawn.
#[test]
fn a_display_is_sent_what_has_changed() {
    let mut words = [0; Frame::words(WIDTH, HEIGHT)];
    let mut frame = Frame::new(WIDTH, HEIGHT, &mut words).expect("the words fit the size");
    draw(&mut frame);
    let display = SimulatorDisplay::new(Size::new(WIDTH.into(), HEIGHT.into()));
    let mut counted = Counted { display, pixels: 0, is_broken: false };
    let mut shown = ShownRows::<{ HEIGHT as usize }>::new();
    let mut sent = |frame: &Frame<'_>, counted: &mut Counted| {
        let result = shown.draw_to(frame, counted);
        result.map(|()| std::mem::take(&mut counted.pixels))
    };
    let all = usize::from(WIDTH) * usize::from(HEIGHT);
    assert_eq!(sent(&frame, &mut counted), Ok(all));
    assert_eq!(sent(&frame, &mut counted), Ok(0));
    frame.palette.0[usize::from(Colour::CYCLING[0].0)] ^= 1;
    assert_eq!(sent(&frame, &mut counted), Ok(usize::from(WIDTH)));

    let output = counted.display.to_rgb_output_image(&OutputSettings::default());
    let wanted = frame.pixels().iter().flat_map(|&pixel| {
        let colour = Rgb565::from(RawU16::new(frame.palette.0[usize::from(pixel)]));
        let shown = Rgb888::from(colour);
        [shown.r(), shown.g(), shown.b()]
    });
    assert!(output.as_image_buffer().as_raw().iter().copied().eq(wanted));

    frame.text(2, 6, "Rex", Colour::WHITE);
    counted.is_broken = true;
    assert!(sent(&frame, &mut counted).is_err());
    counted.is_broken = false;
    assert_eq!(sent(&frame, &mut counted), Ok(all), "nobody knows what it shows");
}

/// Returns, for each range of changed rows, its first row and the row after its last.
fn bounds(shown: &mut ShownRows<{ HEIGHT as usize }>, frame: &Frame<'_>) -> Vec<(u16, u16)> {
    shown.update(frame).map(|rows| (rows.start, rows.end)).collect()
}

#[test]
fn a_change_is_told_by_its_rows() {
    let mut words = [0; Frame::words(WIDTH, HEIGHT)];
    let mut frame = Frame::new(WIDTH, HEIGHT, &mut words).expect("the words fit the size");
    draw(&mut frame);
    let mut shown = ShownRows::<{ HEIGHT as usize }>::new();
    let mut told = |frame: &Frame<'_>| bounds(&mut shown, frame);
    assert_eq!(told(&frame), [(0, HEIGHT)]);
    draw(&mut frame);
    assert_eq!(told(&frame), [], "the same was drawn again");
    frame.glyph(9, 1, &[0x80], 1, Colour::WHITE);
    frame.glyph(9, 15, &[0x80], 1, Colour::WHITE);
    assert_eq!(told(&frame), [(1, 2), (15, 16)]);
    frame.palette.0[usize::from(Colour::CYCLING[0].0)] ^= 1;
    assert_eq!(told(&frame), [(3, 4)], "one row has the colour that has cycled");
    frame.palette.0[usize::from(Colour::CYCLING[1].0)] ^= 1;
    assert_eq!(told(&frame), [], "no row has that one");
    frame.palette = Palette::PAINTED.faded(Colour::BLACK, 4);
    assert_eq!(told(&frame), [(0, HEIGHT)], "a fade changes all");
    shown.forget();
    assert_eq!(bounds(&mut shown, &frame), [(0, HEIGHT)]);
}
