//! The label of the cartridge, drawn from the game's own pictures.

use musrex_assets::creatures::{
    HEROINE, MICRO_MOUSE, NEO_MOUSE, PACK_RAT, Poses, RABID_MOUSE, SPIT_MOUSE, TOUGH_MOUSE,
};
use musrex_assets::interface::{KING, LOGO};
use musrex_assets::terrain::{STRAIGHT_FACE, THRONE, Tileset};
use musrex_core::raster::{Colour, Frame, Shade};
use musrex_core::view::widgets::{self, Area};
use musrex_support::picture::RgbImage;

/// The size of the label in game pixels. Each game pixel becomes [`SCALE`] × [`SCALE`] pixels of the file.
const SIZE: (u16, u16) = (184, 162);
/// The width of a game pixel in pixels of the file (see [`SIZE`]).
const SCALE: usize = 3;
/// The resolution of the file in pixels per metre; the printed label is 42 mm wide and 37 mm high.
const PIXELS_A_METRE: u32 = 13_143;

/// The left edge of the first tile. A quarter of a tile is cut off on each side, so that the tiles are centred.
const LEFT: i16 = -4;
/// The number of tiles from left to right.
const COLUMNS: i16 = 12;
/// The side of a tile in pixels.
const TILE: i16 = 16;
/// The top of the wall on which the King leans.
const WALL: i16 = 120;
/// The mice on both sides of the heroine, from the edges inward.
const GUARD: [[&Poses; 4]; 2] = [
    [&SPIT_MOUSE, &RABID_MOUSE, &NEO_MOUSE, &MICRO_MOUSE],
    [&PACK_RAT, &TOUGH_MOUSE, &RABID_MOUSE, &MICRO_MOUSE],
];

/// Returns the label as a PNG file.
pub(super) fn png() -> Vec<u8> {
    let mut words = vec![0; usize::from(SIZE.0) * usize::from(SIZE.1) / 4];
    let mut frame = Frame::new(SIZE.0, SIZE.1, &mut words).expect("the words are as many");
    draw_hall(&mut frame);
    widgets::image(&mut frame, 60, WALL - 64, &KING);
    draw_wall(&mut frame);
    draw_fight(&mut frame);
    widgets::image(&mut frame, 4, 4, &LOGO);
    let picture = RgbImage::of_frame(&frame);
    let (width, height) = (picture.width * SCALE, picture.height() * SCALE);
    picture.framed(SCALE, width, height).png(Some(PIXELS_A_METRE))
}

/// Draws the dark hall, and its floor in front of the wall.
fn draw_hall(frame: &mut Frame<'_>) {
    frame.clear(Colour::INK);
    let tiles = THRONE.tiles.tiles();
    let ground = |index: u8| &tiles[usize::from(Tileset::GROUND + index)];
    for column in 0..COLUMNS {
        let x = LEFT + column * TILE;
        for row in 0..8 {
            let shade = if row < 5 { Shade::Dim } else { Shade::Dark };
            frame.sprite(x, WALL - (row + 1) * TILE, ground(0), shade);
        }
        for (index, y) in [(1, WALL + TILE), (0, WALL + 2 * TILE)] {
            frame.sprite(x, y, ground(index), Shade::Lit);
        }
    }
}

fn draw_wall(frame: &mut Frame<'_>) {
    let face = &THRONE.tiles.tiles()[usize::from(Tileset::WALLS + STRAIGHT_FACE)];
    for column in 0..COLUMNS {
        frame.sprite(LEFT + column * TILE, WALL, face, Shade::Lit);
    }
    let [_, brazier] = &THRONE.furniture.low;
    for x in [24, 184 - 24 - TILE] {
        frame.sprite(x, WALL - TILE + 2, brazier, Shade::Lit);
    }
}

/// Draws the heroine among the mice.
fn draw_fight(frame: &mut Frame<'_>) {
    let y = WALL + TILE + 6;
    let middle = 184 / 2 - TILE / 2;
    for (place, poses) in (0..).zip(GUARD[0]) {
        frame.sprite(6 + place * 18, y, &poses.right[0], Shade::Lit);
    }
    for (place, poses) in (0..).zip(GUARD[1]) {
        frame.sprite(184 - 6 - TILE - place * 18, y, &poses.left[0], Shade::Lit);
    }
    frame.sprite(middle, y + 2, &HEROINE.right[0], Shade::Lit);
    let whole = Area::of(frame);
    widgets::outline(frame, whole, Colour::INK, None);
    let inside = Area { x: 1, y: 1, width: whole.width - 2, height: whole.height - 2 };
    widgets::outline(frame, inside, Colour::GOLD, None);
}
