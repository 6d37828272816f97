//! The floor change: a card shows the name of the floor and a picture of it, for half a second or, if the animation is
//! fast, for half of that time (W13).

use super::ScreenName;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::places::Place;
use crate::content::{PlaceKind, SongName};
use crate::input::{Button, Input};
use crate::quantity::Floor;
use crate::raster::{Colour, Frame, Shade};
use crate::session::AppState;
use crate::view::map_view::TILE;
use crate::view::text;
use crate::view::widgets::{self, Area};
use core::fmt::Write;
use heapless::String;
use musrex_assets::terrain::{STRAIGHT_FACE, Tileset};
use musrex_assets::{creatures, interface};

/// The number of ticks for which the card is shown at the normal animation speed: half a second.
const CARD_TICKS: u16 = 30;
/// The columns and rows of the picture, in tiles.
const PICTURE: (i16, i16) = (9, 3);

/// The card between two floors. The confirm button or the back button skips it.
#[derive(Clone, Debug)]
pub(crate) struct FloorChange {
    ticks_left: u16,
}

impl FloorChange {
    pub(super) fn open(_: ScreenName, state: &AppState) -> FloorChange {
        FloorChange { ticks_left: state.settings.animation_speed().scaled(CARD_TICKS) }
    }
}

impl Screen for FloorChange {
    const SHOWS_FLOOR: bool = true;

    fn song(state: &AppState) -> Option<SongName> {
        Some(state.game.place(state.game.floor()).spec().song)
    }

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        self.ticks_left = self.ticks_left.saturating_sub(1);
        let is_skipped = [Button::A, Button::B].into_iter().any(|it| state.pad.is_pressed(it));
        let is_over = self.ticks_left == 0 || is_skipped;
        if is_over { Transition::To(Destination::Play) } else { Transition::Same }
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let floor = state.game.floor();
        draw(frame, floor, state.game.place(floor));
    }
}

/// Draws a picture of the place, and the name of `floor`, on black.
fn draw(frame: &mut Frame<'_>, floor: Floor, place: PlaceKind) {
    frame.clear(Colour::BLACK);
    let area = Area::of(frame);
    let (middle, top) = (area.width / 2, (area.height - card_height(frame)) / 2);
    draw_picture(frame, (middle - PICTURE.0 * TILE / 2, top), place.spec());
    let y = top + PICTURE.1 * TILE + widgets::line_height(frame);
    let mut heading: String<16> = String::new();
    match floor {
        Floor::LOBBY => heading.write_str(text::words::table::ground_floor()),
        floor => heading.write_str(&text::words::table::floor_number(floor.number())),
    }
    .expect("a floor's number has two digits");
    let half = frame.width_of(&heading) / 2;
    frame.icon(middle - half - 14, y, &interface::FLOOR, Shade::Lit);
    widgets::text_centred(frame, middle, y, &heading, Colour::GOLD);
    let title = text::floor_title(place);
    widgets::text_centred(frame, middle, y + widgets::line_height(frame) + 4, title, Colour::WHITE);
}

/// Returns the height of the picture with the two lines below it.
fn card_height(frame: &Frame<'_>) -> i16 {
    PICTURE.1 * TILE + 3 * widgets::line_height(frame) + 4
}

/// Draws a wall of `place`, with ground, furniture and the heroine in front of it.
fn draw_picture(frame: &mut Frame<'_>, (left, top): (i16, i16), place: &Place) {
    let tiles = place.art.tiles.tiles();
    for column in 0..PICTURE.0 {
        let rarer = |first: u8, plain: u8, at: &[i16]| {
            let place = at.iter().position(|&it| it == column).and_then(|at| u8::try_from(at).ok());
            place.map_or(plain, |place| first + place)
        };
        let rows = [
            rarer(Tileset::FACES, Tileset::WALLS + STRAIGHT_FACE, &[3, 6, 8]),
            rarer(Tileset::GROUND_SHADED, Tileset::GROUND_SHADED + 1, &[2]),
            rarer(Tileset::GROUND_DETAILS, Tileset::GROUND, &[1, 6, 8, 3]),
        ];
        let mut y = top;
        for number in rows {
            frame.tile(left + column * TILE, y, &tiles[usize::from(number)], Shade::Lit);
            y += TILE;
        }
    }
    if place.layout.is_furnished() {
        let furniture = &place.art.furniture;
        let [low, tall] = [&furniture.low, &furniture.tall];
        let pieces = [(1, 1, &tall[0]), (2, 1, &tall[1]), (7, 1, &tall[0]), (5, 2, &low[0])];
        for (column, row, tile) in pieces.into_iter().chain([(7, 2, &low[1])]) {
            frame.sprite(left + column * TILE, top + row * TILE, tile, Shade::Lit);
        }
    }
    frame.sprite(left + 4 * TILE, top + TILE, &creatures::HEROINE.right[0], Shade::Lit);
}
