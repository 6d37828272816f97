//! Draws all rooms of `assets/rooms` as the game shows them, in one picture.
//!
//! `cargo devtools rooms rooms.png` writes the picture.

use musrex_core::content::rooms::{ROOMS, Thing};
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::quantity::{Floor, Hp};
use musrex_core::raster::{Colour, Frame};
use musrex_core::view::animation::Animation;
use musrex_core::view::autotile::AutotileCache;
use musrex_core::view::map_view::{MapView, TILE};
use musrex_core::view::text;
use musrex_core::view::widgets::Area;
use musrex_core::world::{FloorState, Game, PlacedRoom, Player, Turning};
use musrex_core::worldgen;
use musrex_support::failure::Failure;
use musrex_support::files;
use musrex_support::picture::RgbImage;
use std::path::PathBuf;

/// The number of rooms in a row of the picture.
const COLUMNS: usize = 6;
/// The width and height in pixels of the space for a room, which holds the largest room and a line for its name.
const SIDE: (usize, usize) = (288, 288);

/// Names the file that takes the picture.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The picture to write
    #[arg(value_name = "FILE.png")]
    file: PathBuf,
}

/// Draws all rooms, row by row in the order of their files.
///
/// # Errors
/// Fails if the picture cannot be written.
pub fn run(options: &Options) -> Result<(), Failure> {
    let (width, height) = (COLUMNS * SIDE.0, ROOMS.len().div_ceil(COLUMNS) * SIDE.1);
    let mut picture = RgbImage { width, pixels: vec![0; width * height] };
    for number in 0..ROOMS.len() {
        let (left, top) = (number % COLUMNS * SIDE.0, number / COLUMNS * SIDE.1);
        for (y, row) in room(number).pixels.chunks(SIDE.0).enumerate() {
            let start = (top + y) * width + left;
            picture.pixels[start..start + row.len()].copy_from_slice(row);
        }
    }
    files::write(&options.file, &picture.png(None))
}

/// Draws room `number` as it looks on the lowest of its floors, with its name below.
fn room(number: usize) -> RgbImage {
    let room = &ROOMS[number];
    let floor = Floor::all().find(|&floor| room.is_on(floor)).expect("a room has floors");
    let (_, height) = room.size();
    let placed = PlacedRoom {
        number: u8::try_from(number).expect("a byte numbers the rooms"),
        corner: Pos::at(20, 15),
        turning: Turning::NONE,
    };
    let mut state = FloorState::EMPTY;
    worldgen::draw_room(1, floor, placed, &mut state);
    let mut visible = TileSet::EMPTY;
    for (pos, _) in placed.things().filter(|(_, thing)| *thing != Thing::Outside) {
        visible.insert(pos);
    }
    state.map.explored_mut().insert_all(&visible);
    // The player stands at the first entrance of the room.
    let entrance = placed.things().find(|(_, thing)| *thing == Thing::Entrance);
    let (at, _) = entrance.expect("a room has an entrance");
    let game = Game::from_parts(1, floor, Player::new(at, Hp(25)), state);
    let mut autotiles = AutotileCache::EMPTY;
    autotiles.update(&game);
    let mut words = vec![0; Frame::words(512, 512)];
    let mut frame = Frame::new(512, 512, &mut words).expect("it has room");
    let view = MapView {
        game: &game,
        visible: &visible,
        animation: &Animation::NONE,
        clock: 0,
        // The area is the player's tile, positioned so that the corner of the room is in the corner of the frame.
        area: Area {
            x: TILE * i16::from(at.x() - placed.corner.x()),
            y: TILE * i16::from(at.y() - placed.corner.y()),
            width: TILE,
            height: TILE,
        },
    };
    view.draw(&mut frame, &autotiles);
    frame.text(4, i16::from(height) * TILE + 2, text::room_name(number), Colour::WHITE);
    let whole = RgbImage::of_frame(&frame);
    let rows = whole.pixels.chunks(whole.width).take(SIDE.1);
    RgbImage { width: SIDE.0, pixels: rows.flat_map(|row| &row[..SIDE.0]).copied().collect() }
}
