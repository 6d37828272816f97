//! Compares the frame with a simple picture drawn pixel by pixel, for any coordinates and sizes.

use embedded_graphics::Drawable;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::primitives::{
    Circle, Line, PointsIter, Primitive, PrimitiveStyle, Rectangle,
};
use musrex_assets::interface::{Icon, Image};
use musrex_assets::{Tile, font};
use musrex_core::raster::{Cell, Colour, Frame, FrameError, Shade, TextSize};
use musrex_core::view::widgets::{self, Area};
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::ocr::words;
use musrex_testkit::same::{Pixels, difference};
use proptest::prelude::*;
use std::ops::Range;

/// A picture whose only operation is to set a pixel inside it.
#[derive(Clone)]
struct Plain {
    width: i64,
    height: i64,
    /// The rows that are not clipped. They may extend beyond the picture.
    rows_drawn: Range<i64>,
    /// The first dark row, if there are dark rows.
    dim_below: Option<i16>,
    pixels: Vec<u8>,
}

impl Plain {
    fn write_pixel(&mut self, x: i64, y: i64, value: impl FnOnce(u8) -> u8) {
        if (0..self.width).contains(&x)
            && (0..self.height).contains(&y)
            && self.rows_drawn.contains(&y)
        {
            let pixel = &mut self.pixels[usize::try_from(y * self.width + x).unwrap()];
            *pixel = value(*pixel);
        }
    }

    fn area(&mut self, area: [i16; 4], value: impl Fn(u8) -> u8) {
        let [x, y, width, height] = area.map(i64::from);
        // The loop skips the parts of an area outside the picture, because they may be large and are invisible.
        for y in y.max(0)..(y + height).min(self.height) {
            for x in x.max(0)..(x + width).min(self.width) {
                self.write_pixel(x, y, &value);
            }
        }
    }

    /// Draws the border of an area in one colour and its interior in another.
    fn outline(&mut self, area: [i16; 4], border: u8, inside: Option<u8>) {
        let [x, y, width, height] = area.map(i64::from);
        for row in y.max(0)..(y + height).min(self.height) {
            for column in x.max(0)..(x + width).min(self.width) {
                let is_edge =
                    column == x || column == x + width - 1 || row == y || row == y + height - 1;
                let colour = if is_edge { Some(border) } else { inside };
                self.write_pixel(column, row, |before| colour.unwrap_or(before));
            }
        }
    }

    /// Darkens the part of an area below the first dark row.
    fn darken(&mut self, [x, y]: [i64; 2], width: i64, height: i64) {
        let dim_below = self.dim_below.map_or(i64::MAX, i64::from);
        for row in y.max(dim_below)..y + height {
            for column in x..x + width {
                self.write_pixel(column, row, |pixel| pixel % 64 + bits(Shade::Dark));
            }
        }
    }

    /// Draws rows of colours. A pixel stays unchanged where the colour is `None`.
    fn rows(&mut self, at: [i16; 2], rows: impl Iterator<Item = Vec<Option<u8>>>) {
        for (y, row) in (i64::from(at[1])..).zip(rows) {
            for (x, value) in (i64::from(at[0])..).zip(row) {
                if let Some(value) = value {
                    self.write_pixel(x, y, |_| value);
                }
            }
        }
    }

    fn glyph(&mut self, at: [i16; 2], rows: &[u8], width: u8, colour: Colour) {
        let pixel = |row: u8, x: u8| (row << x & 0x80 != 0).then_some(colour.0);
        let row = |&row: &u8| (0..width.min(8)).map(|x| pixel(row, x)).collect();
        self.rows(at, rows.iter().map(row));
    }
}

#[derive(Clone, Debug)]
enum DrawCall {
    ClipToRows(i16, i16),
    Unclip,
    Dusk(Option<i16>),
    Clear(u8),
    Fill([i16; 4], u8),
    Outline([i16; 4], u8, Option<u8>),
    Reshade([i16; 4], Shade),
    Tile([i16; 2], u64, Shade),
    /// Tiles side by side. A missing tile is drawn black.
    Tiles([i16; 2], Vec<Option<u64>>, Shade),
    Sprite([i16; 2], u64, Shade),
    Icon([i16; 2], u64, Shade),
    Image([i16; 2], u16, u16, u64, Shade),
    Glyph([i16; 2], u64, usize, u8, u8),
    Text([i16; 2], String, u8),
    Solid(Rectangle, u8),
    Contiguous(Rectangle, u64),
}

/// Returns random colours below 64, about half of which are clear.
fn colours(seed: u64, count: usize) -> Vec<u8> {
    let mut rng = TestRng(seed);
    let mut colour = || u8::try_from(rng.below(128)).unwrap();
    std::iter::repeat_with(|| colour() % 127 % 64 * (colour() % 2)).take(count).collect()
}

fn grid<const SIDE: usize>(seed: u64) -> [[u8; SIDE]; SIDE] {
    let colours = colours(seed, SIDE * SIDE);
    std::array::from_fn(|y| std::array::from_fn(|x| colours[y * SIDE + x]))
}

/// Returns the words of an image that has `columns` words per row.
fn image(columns: u16, height: u16, seed: u64) -> Vec<u32> {
    let colours = colours(seed, usize::from(4 * columns) * usize::from(height));
    colours.as_chunks().0.iter().map(|&four| u32::from_le_bytes(four)).collect()
}

fn bits(shade: Shade) -> u8 {
    shade as u8 * 64
}

impl DrawCall {
    fn draw(&self, frame: &mut Frame<'_>) {
        match self {
            &DrawCall::ClipToRows(y, height) => frame.clip_to_rows(y, height),
            DrawCall::Unclip => frame.unclip(),
            &DrawCall::Dusk(y) => frame.dim_below(y),
            &DrawCall::Clear(colour) => frame.clear(Colour(colour)),
            &DrawCall::Fill([x, y, width, height], c) => {
                widgets::fill(frame, Area { x, y, width, height }, Colour(c))
            }
            &DrawCall::Outline([x, y, width, height], border, inside) => {
                let area = Area { x, y, width, height };
                widgets::outline(frame, area, Colour(border), inside.map(Colour));
            }
            &DrawCall::Reshade([x, y, width, height], shade) => {
                frame.shade(x, y, width, height, shade)
            }
            &DrawCall::Tile([x, y], seed, shade) => {
                frame.tile(x, y, &Tile::new(&grid(seed)), shade)
            }
            DrawCall::Tiles([x, y], seeds, shade) => {
                let tiles: Vec<_> =
                    seeds.iter().map(|seed| seed.map(|seed| Tile::new(&grid(seed)))).collect();
                let cell = |tile| frame.cell(tile, *shade);
                let cells: Vec<_> =
                    tiles.iter().map(|tile| tile.as_ref().map_or(Cell::BLACK, cell)).collect();
                frame.tiles(*x, *y, &cells);
            }
            &DrawCall::Sprite([x, y], seed, shade) => {
                frame.sprite(x, y, &Tile::new(&grid(seed)), shade)
            }
            &DrawCall::Icon([x, y], seed, shade) => {
                frame.icon(x, y, &Icon::new(&grid(seed)), shade)
            }
            &DrawCall::Image([x, y], columns, height, seed, shade) => {
                let words = image(columns, height, seed).leak();
                frame.image(x, y, &Image { width: 4 * columns, height, words }, shade);
            }
            &DrawCall::Glyph([x, y], seed, rows, width, c) => {
                frame.glyph(x, y, &colours(seed, rows), width, Colour(c));
            }
            DrawCall::Text([x, y], text, colour) => {
                let end = frame.text(*x, *y, text, Colour(*colour));
                let gap = i32::from(!text.is_empty());
                let expected = i32::from(*x) + i32::from(Frame::text_width(text)) + gap;
                assert_eq!(i32::from(end), expected.min(i32::from(i16::MAX)));
            }
            DrawCall::Solid(area, colour) => frame.fill_solid(area, Colour(*colour)).unwrap(),
            DrawCall::Contiguous(area, seed) => {
                frame.fill_contiguous(area, contiguous(area, *seed).map(Colour)).unwrap();
            }
        }
    }

    fn draw_plainly(&self, plain: &mut Plain) {
        match self {
            DrawCall::ClipToRows(y, height) => {
                let (y, height) = (i64::from(*y), i64::from(*height));
                plain.rows_drawn = y..y + height;
            }
            DrawCall::Unclip => plain.rows_drawn = 0..plain.height,
            DrawCall::Dusk(y) => plain.dim_below = *y,
            DrawCall::Clear(colour) => plain.pixels.fill(*colour),
            DrawCall::Fill(area, colour) => plain.area(*area, |_| *colour),
            DrawCall::Outline(area, border, inside) => plain.outline(*area, *border, *inside),
            DrawCall::Reshade(area, shade) => plain.area(*area, |pixel| pixel % 64 + bits(*shade)),
            DrawCall::Tile(at, seed, shade) => {
                let row = |row: [u8; 16]| row.map(|colour| Some(colour + bits(*shade))).to_vec();
                plain.rows(*at, grid::<16>(*seed).into_iter().map(row));
            }
            DrawCall::Tiles([x, y], seeds, shade) => {
                for (seed, x) in seeds.iter().zip((i64::from(*x)..).step_by(16)) {
                    let rows = seed.map_or([[0; 16]; 16], grid::<16>);
                    let bits = if seed.is_some() { bits(*shade) } else { 0 };
                    for (row, y) in rows.iter().zip(i64::from(*y)..) {
                        for (colour, x) in row.iter().zip(x..) {
                            plain.write_pixel(x, y, |_| colour + bits);
                        }
                    }
                }
            }
            DrawCall::Sprite(at, seed, shade) => {
                let rows = grid::<16>(*seed);
                plain.rows(*at, rows.iter().map(|row| keyed(row, *shade)));
            }
            DrawCall::Icon(at, seed, shade) => {
                let rows = grid::<8>(*seed);
                plain.rows(*at, rows.iter().map(|row| keyed(row, *shade)));
            }
            DrawCall::Image(at, columns, height, seed, shade) => {
                let words = image(*columns, *height, *seed);
                let rows = words.chunks_exact(usize::from(*columns).max(1));
                let bytes = |row: &[u32]| -> Vec<u8> {
                    row.iter().flat_map(|word| word.to_le_bytes()).collect()
                };
                plain.rows(*at, rows.map(|row| keyed(&bytes(row), *shade)));
            }
            DrawCall::Glyph(at, seed, rows, width, colour) => {
                plain.glyph(*at, &colours(*seed, *rows), *width, Colour(*colour));
            }
            DrawCall::Text([x, y], text, colour) => {
                let mut x = *x;
                for glyph in text.chars().map(font::glyph) {
                    plain.glyph([x, *y], &glyph.rows, glyph.width, Colour(*colour));
                    x = x.saturating_add(i16::from(glyph.width) + 1);
                }
            }
            DrawCall::Solid(area, colour) => {
                for point in area.points() {
                    plain.write_pixel(point.x.into(), point.y.into(), |_| *colour);
                }
            }
            DrawCall::Contiguous(area, seed) => {
                for (point, colour) in area.points().zip(contiguous(area, *seed)) {
                    plain.write_pixel(point.x.into(), point.y.into(), |_| colour);
                }
            }
        }
    }
}

impl DrawCall {
    /// Darkens the part of the picture that this call has drawn below the first dark row.
    fn darken_plainly(&self, plain: &mut Plain) {
        let (at, width, height) = match self {
            DrawCall::Tile(at, ..) | DrawCall::Sprite(at, ..) => (at, 16, 16),
            DrawCall::Tiles([x, y], seeds, _) => {
                for (seed, x) in seeds.iter().zip((i64::from(*x)..).step_by(16)) {
                    // A black tile needs no darkening, because black is the same in any shade.
                    plain.darken([x, (*y).into()], if seed.is_some() { 16 } else { 0 }, 16);
                }
                return;
            }
            DrawCall::Icon(at, ..) => (at, 8, 8),
            DrawCall::Image(at, columns, height, ..) => {
                (at, 4 * i64::from(*columns), (*height).into())
            }
            DrawCall::Glyph(at, _, rows, width, _) => {
                (at, i64::from(*width).min(8), i64::try_from(*rows).unwrap())
            }
            DrawCall::Text(at, text, _) => {
                let columns = |c| i64::from(font::glyph(c).width) + 1;
                (at, text.chars().map(columns).sum(), font::HEIGHT.into())
            }
            _ => return,
        };
        plain.darken(at.map(i64::from), width, height);
    }
}

fn keyed(row: &[u8], shade: Shade) -> Vec<Option<u8>> {
    row.iter().map(|&colour| (colour != 0).then_some(colour + bits(shade))).collect()
}

/// Returns colours for an area, sometimes fewer than it needs.
fn contiguous(area: &Rectangle, seed: u64) -> impl Iterator<Item = u8> {
    let count = usize::try_from(area.size.width * area.size.height).unwrap();
    colours(seed, if seed.is_multiple_of(3) { count / 2 } else { count }).into_iter()
}

/// Generates coordinates, mostly near the frame, but sometimes anywhere.
fn coordinate() -> impl Strategy<Value = i16> {
    prop_oneof![8 => -40..300i16, 2 => -4..40i16, 1 => any::<i16>()]
}

fn place() -> impl Strategy<Value = [i16; 2]> {
    [coordinate(), coordinate()]
}

fn area() -> impl Strategy<Value = [i16; 4]> {
    [coordinate(), coordinate(), coordinate(), coordinate()]
}

fn shade() -> impl Strategy<Value = Shade> {
    prop::sample::select(Shade::ALL.to_vec())
}

fn rectangle() -> impl Strategy<Value = Rectangle> {
    (place(), 0..80u32, 0..80u32).prop_map(|([x, y], width, height)| {
        Rectangle::new(Point::new(x.into(), y.into()), Size::new(width, height))
    })
}

fn action() -> impl Strategy<Value = DrawCall> {
    prop_oneof![
        (coordinate(), coordinate()).prop_map(|(y, height)| DrawCall::ClipToRows(y, height)),
        Just(DrawCall::Unclip),
        prop::option::of(coordinate()).prop_map(DrawCall::Dusk),
        any::<u8>().prop_map(DrawCall::Clear),
        (area(), any::<u8>()).prop_map(|(area, colour)| DrawCall::Fill(area, colour)),
        (area(), any::<u8>(), any::<Option<u8>>())
            .prop_map(|(area, border, inside)| DrawCall::Outline(area, border, inside)),
        (area(), shade()).prop_map(|(area, shade)| DrawCall::Reshade(area, shade)),
        (place(), any::<u64>(), shade())
            .prop_map(|(at, seed, shade)| DrawCall::Tile(at, seed, shade)),
        (place(), prop::collection::vec(any::<Option<u64>>(), 0..24), shade())
            .prop_map(|(at, seeds, shade)| DrawCall::Tiles(at, seeds, shade)),
        (place(), any::<u64>(), shade())
            .prop_map(|(at, seed, shade)| DrawCall::Sprite(at, seed, shade)),
        (place(), any::<u64>(), shade())
            .prop_map(|(at, seed, shade)| DrawCall::Icon(at, seed, shade)),
        (place(), 0..15u16, 0..60u16, any::<u64>(), shade()).prop_map(
            |(at, width, height, seed, shade)| DrawCall::Image(at, width, height, seed, shade)
        ),
        (place(), any::<u64>(), 0..20usize, 0..12u8, any::<u8>()).prop_map(
            |(at, seed, rows, width, colour)| DrawCall::Glyph(at, seed, rows, width, colour)
        ),
        (place(), "[ -~▲♥é]{0,12}", any::<u8>())
            .prop_map(|(at, text, colour)| DrawCall::Text(at, text, colour)),
        (rectangle(), any::<u8>()).prop_map(|(area, colour)| DrawCall::Solid(area, colour)),
        (rectangle(), any::<u64>()).prop_map(|(area, seed)| DrawCall::Contiguous(area, seed)),
    ]
}

fn size() -> impl Strategy<Value = (u16, u16)> {
    prop_oneof![
        Just((240, 160)),
        Just((240, 240)),
        Just((320, 180)),
        (0..10u16, 0..40u16).prop_map(|(words, height)| (4 * words, height)),
        (0..=128u16, 0..=512u16).prop_map(|(words, height)| (4 * words, height)),
    ]
}

proptest! {
    #![proptest_config(musrex_testkit::property_config!())]

    #[test]
    fn all_is_drawn_where_it_should_be_and_nothing_else(
        (width, height) in size(),
        actions in prop::collection::vec(action(), 1..24),
    ) {
        let count = Frame::words(width, height);
        let mut words = vec![0x0707_0707; count + 5];
        let mut plain = Plain {
            width: width.into(),
            height: height.into(),
            rows_drawn: 0..height.into(),
            dim_below: None,
            pixels: vec![7; 4 * count],
        };
        let mut frame = Frame::new(width, height, &mut words).expect("it is large enough");
        for action in &actions {
            action.draw(&mut frame);
            action.draw_plainly(&mut plain);
            action.darken_plainly(&mut plain);
            let pixels = [frame.pixels(), &plain.pixels].map(|pixels| Pixels(width, pixels));
            let difference = difference(&pixels[0], &pixels[1]);
            prop_assert!(difference.is_none(), "{:?}: {:?}", action, difference);
        }
        prop_assert_eq!(&words[count..], [0x0707_0707; 5], "drawn past the end");
    }
}

#[test]
fn a_frame_needs_words_enough_for_whole_rows_and_sides_no_longer_than_640() {
    let mut words = vec![0; 161 * 641];
    assert!(Frame::new(240, 160, &mut words[..9_599]).err() == Some(FrameError::FewWords));
    assert!(Frame::new(240, 160, &mut words[..9_600]).is_ok());
    assert!(Frame::new(640, 640, &mut words).is_ok());
    assert!(Frame::new(644, 1, &mut words).err() == Some(FrameError::TooLarge));
    assert!(Frame::new(4, 641, &mut words).err() == Some(FrameError::TooLarge));
    assert!(Frame::new(239, 160, &mut words).err() == Some(FrameError::Width));
}

#[test]
fn areas_as_large_as_they_can_be_are_clipped() {
    let mut words = words(20, 10);
    let mut frame = Frame::new(20, 10, &mut words).unwrap();
    let huge = Rectangle::new(Point::new(i32::MIN, i32::MIN), Size::new(u32::MAX, u32::MAX));
    frame.fill_solid(&huge, Colour::GOLD).unwrap();
    assert!(frame.pixels().iter().all(|&pixel| pixel == Colour::GOLD.0));
    frame.fill_contiguous(&huge, [Colour::INK; 9]).unwrap();
    assert!(frame.pixels().iter().all(|&pixel| pixel == Colour::GOLD.0));
    let huge = |x, y| Area { x, y, width: i16::MAX, height: i16::MAX };
    widgets::fill(&mut frame, huge(i16::MIN, i16::MIN), Colour::INK);
    widgets::fill(&mut frame, huge(i16::MAX, i16::MAX), Colour::INK);
    assert!(frame.pixels().iter().all(|&pixel| pixel == Colour::GOLD.0));
    widgets::fill(&mut frame, huge(-1, -1), Colour::INK);
    assert!(frame.pixels().iter().all(|&pixel| pixel == Colour::INK.0));
}

// H10: large text consists of its glyphs side by side, clipped at every edge. On a wide frame, the glyphs are from the
// wide font; on a narrow frame, from the tall font.
#[test]
fn large_text_is_its_glyphs() {
    type Glyphs = fn(char) -> &'static font::LargeGlyph;
    let fonts: [(u16, Glyphs); 2] = [(320, font::large_glyph), (240, font::tall_glyph)];
    let places = [(4, 4), (-3, -5), (210, 12), (290, 12), (i16::MAX, 0), (0, i16::MIN)];
    for ((width, glyph), (x, y)) in fonts.into_iter().flat_map(|font| places.map(|at| (font, at))) {
        let (mut large, mut glyphs) = (words(width, 20), words(width, 20));
        let mut frame = Frame::new(width, 20, &mut large).unwrap();
        assert_eq!(frame.set_text_size(TextSize::Large), TextSize::Normal);
        let end = frame.text(x, y, "Level é12▲", Colour::GOLD);
        let mut plain = Frame::new(width, 20, &mut glyphs).unwrap();
        let glyph_end = "Level é12▲".chars().map(glyph).fold(x, |x, glyph| {
            plain.glyph(x, y, &glyph.rows, glyph.width, Colour::GOLD);
            x.saturating_add(i16::from(glyph.width) + 1)
        });
        assert_eq!(end, glyph_end);
        if x < 300 {
            assert_eq!(end, x + frame.width_of("Level é12▲") + 1);
        }
        assert!(frame.pixels() == plain.pixels(), "at ({x}, {y}) of {width}");
    }
}

#[test]
fn outlined_text_has_ink_on_every_side_of_every_pixel() {
    let mut words = words(60, 20);
    let mut frame = Frame::new(60, 20, &mut words).unwrap();
    frame.clear(Colour::BLUE);
    let end = frame.text_outlined(5, 5, "-17", Colour::BAD);
    assert_eq!(end, 5 + Frame::text_width("-17") + 1);
    let is = |x: usize, y: usize, colour: Colour| frame.pixels()[y * 60 + x] == colour.0;
    let (mut letters, mut ink) = (0, 0);
    for (x, y) in (1..59).flat_map(|x| (1..19).map(move |y| (x, y))) {
        let around = || (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        if is(x, y, Colour::BAD) {
            letters += 1;
            assert!(around().all(|(x, y)| !is(x, y, Colour::BLUE)));
        } else if is(x, y, Colour::INK) {
            ink += 1;
            assert!(around().any(|(x, y)| is(x, y, Colour::BAD)));
        }
    }
    assert!(letters > 15 && ink > letters);
}

/// A draw target that implements only `draw_iter`.
struct PixelByPixel(Plain);

impl OriginDimensions for PixelByPixel {
    fn size(&self) -> Size {
        Size::new(u32::try_from(self.0.width).unwrap(), u32::try_from(self.0.height).unwrap())
    }
}

impl DrawTarget for PixelByPixel {
    type Color = Colour;
    type Error = std::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Colour>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Self::Error> {
        for Pixel(point, colour) in pixels {
            self.0.write_pixel(point.x.into(), point.y.into(), |_| colour.0);
        }
        Ok(())
    }
}

fn draw_shapes<D: DrawTarget<Color = Colour, Error = std::convert::Infallible>>(target: &mut D) {
    let style = PrimitiveStyle::with_stroke(Colour::GOLD, 3);
    let filled = PrimitiveStyle::with_fill(Colour::BLUE);
    let Ok(()) = target.clear(Colour::INK);
    let Ok(()) = Circle::new(Point::new(-9, 10), 40).into_styled(style).draw(target);
    let Ok(()) = Circle::new(Point::new(30, -9), 30).into_styled(filled).draw(target);
    let Ok(()) = Line::new(Point::new(-20, -9), Point::new(90, 70)).into_styled(style).draw(target);
    let room = Rectangle::new(Point::new(40, 30), Size::new(50, 50));
    let Ok(()) = room.into_styled(style).draw(target);
}

#[test]
fn shapes_of_embedded_graphics_look_the_same_as_pixel_by_pixel() {
    let mut words = words(64, 48);
    let mut frame = Frame::new(64, 48, &mut words).unwrap();
    let plain = Plain {
        width: 64,
        height: 48,
        rows_drawn: 0..48,
        dim_below: None,
        pixels: vec![0; 64 * 48],
    };
    let mut plain = PixelByPixel(plain);
    draw_shapes(&mut frame);
    draw_shapes(&mut plain);
    assert_same!(Pixels(64, frame.pixels()), Pixels(64, &plain.0.pixels));
    assert_eq!(frame.size(), plain.size());
}
