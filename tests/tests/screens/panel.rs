//! Frames on panels: rows in their colours, and the rows that have changed.

use embedded_graphics::geometry::Point;
use embedded_graphics::mock_display::MockDisplay;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::pixelcolor::raw::{RawData, RawU16};
use musrex_core::raster::{Colour, Frame, Palette, ShownRows};

const WIDTH: u16 = 64;
const HEIGHT: u16 = 16;

/// Draws a frame with a colour that cycles in row 3 and text in rows 6 to 14.
fn draw(frame: &mut Frame<'_>) {
    frame.clear(Colour::INK);
    frame.glyph(8, 3, &[0x80], 1, Colour::CYCLING[0]);
    frame.text(2, 6, "Mus", Colour::WHITE);
}

// The mock fails on a pixel that is drawn twice or lies outside of it.
#[test]
fn rows_are_drawn_on_any_target() {
    let mut words = [0; Frame::words(WIDTH, HEIGHT)];
    let mut frame = Frame::new(WIDTH, HEIGHT, &mut words).expect("the words fit the size");
    draw(&mut frame);
    let mut mock = MockDisplay::<Rgb565>::new();
    frame.draw_rows(6..10, &mut mock).expect("a mock takes everything");
    for y in 0..HEIGHT {
        let mut bytes = [0; 2 * WIDTH as usize];
        frame.write_row(y, &mut bytes);
        for (x, pair) in (0..).zip(bytes.as_chunks().0) {
            let drawn = mock.get_pixel(Point::new(x, y.into()));
            let drawn = drawn.map(|colour| RawU16::from(colour).into_inner());
            let wanted = (6..10).contains(&y).then_some(u16::from_be_bytes(*pair));
            assert_eq!(drawn, wanted, "column {x} of row {y}");
        }
    }
}

/// Returns the first row of each range that differs, and the one behind its last.
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
