//! The scene at the top of the page of a won run. The scene shows how the King fell on the throne floor (K3).

use crate::raster::{Colour, Frame, Shade};
use crate::view::widgets::{self, Area};
use crate::world::KingsEnd;
use musrex_assets::creatures::{HEROINE, HEROINE_STRIKES, MICRO_MOUSE, MOUSE_KING};
use musrex_assets::interface::{ALLY, EATING, SPLAT};
use musrex_assets::items::CHEESE;
use musrex_assets::terrain::{THRONE, Tileset, VENT_SHUT};

/// The side of a tile in pixels.
const TILE: i16 = 16;
/// The margin between the figures and the edges of the scene, in pixels.
const MARGIN: i16 = 9;

/// Draws the scene as a band of the frame. The middle of the band stays free for text.
pub(super) fn draw(frame: &mut Frame<'_>, band: Area, way: KingsEnd) {
    draw_floor(frame, band);
    let y = band.y + (band.height - TILE) / 2;
    let (left, right) = (band.x + MARGIN, band.x + band.width - MARGIN - TILE);
    let who = match way {
        KingsEnd::Fought => &HEROINE_STRIKES[0],
        KingsEnd::Cornered => &HEROINE.right[0],
        KingsEnd::Cheese => &CHEESE,
        KingsEnd::Ally => &MICRO_MOUSE.right[0],
    };
    frame.sprite(left, y, who, Shade::Lit);
    if way == KingsEnd::Cornered {
        frame.sprite(right + 6, y - 4, &VENT_SHUT, Shade::Lit);
    }
    frame.sprite(right, y, &MOUSE_KING.left[0], Shade::Lit);
    match way {
        KingsEnd::Fought => frame.sprite(right - 7, y + 3, &SPLAT[1], Shade::Lit),
        KingsEnd::Ally => {
            frame.icon(left + 11, y - 4, &ALLY, Shade::Lit);
            frame.sprite(right - 7, y + 3, &SPLAT[1], Shade::Lit);
        }
        KingsEnd::Cheese => frame.icon(right - 4, y - 4, &EATING, Shade::Lit),
        KingsEnd::Cornered => {}
    }
}

/// Draws the ground of the throne floor from edge to edge of the frame.
fn draw_floor(frame: &mut Frame<'_>, band: Area) {
    let ground = &THRONE.tiles.tiles()[usize::from(Tileset::GROUND)];
    let width = Area::of(frame).width;
    let rows = (band.height + TILE - 1) / TILE;
    for row in 0..rows {
        for column in 0..(width + TILE - 1) / TILE {
            frame.sprite(column * TILE, band.y + row * TILE, ground, Shade::Dim);
        }
    }
    // The last row of tiles continues below the band.
    let below = rows * TILE - band.height;
    widgets::fill(frame, Area { x: 0, y: band.y + band.height, width, height: below }, Colour::INK);
}
