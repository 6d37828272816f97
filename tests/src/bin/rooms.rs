//! Draws all rooms of `assets/rooms` as the game shows them, in one picture.
//!
//! `cargo run -p musrex-tests --bin rooms -- rooms.png` writes it.

use musrex_core::content::rooms::{ROOMS, Thing};
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::quantity::{Floor, Hp};
use musrex_core::raster::{Colour, Frame};
use musrex_core::view::animation::Animation;
use musrex_core::view::autotile::AutotileCache;
use musrex_core::view::map_view::{MapView, TILE};
use musrex_core::view::widgets::Area;
use musrex_core::world::{FloorState, Game, PlacedRoom, Player, Turning};
use musrex_core::worldgen;
use std::env;
use std::fs::File;
use std::io::{self, BufWriter};
use std::process::ExitCode;

/// Columns of rooms in the picture.
const COLUMNS: usize = 6;
/// Pixels of a room's place: the largest room, and a line for its name.
const SIDE: (usize, usize) = (288, 288);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path] = &arguments[..] else {
        eprintln!("usage: rooms FILE.png");
        return ExitCode::from(2);
    };
    match write(path, &gallery()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write {path}: {error}.");
            ExitCode::FAILURE
        }
    }
}

/// A picture: red, green and blue of each pixel, row by row.
struct Picture {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

/// Draws all rooms, row by row in the order of their files.
fn gallery() -> Picture {
    let (width, height) = (COLUMNS * SIDE.0, ROOMS.len().div_ceil(COLUMNS) * SIDE.1);
    let mut bytes = vec![0; width * height * 3];
    for number in 0..ROOMS.len() {
        let (left, top) = (number % COLUMNS * SIDE.0, number / COLUMNS * SIDE.1);
        for (y, row) in room(number).chunks(SIDE.0 * 3).enumerate() {
            let start = ((top + y) * width + left) * 3;
            bytes[start..start + row.len()].copy_from_slice(row);
        }
    }
    Picture { width, height, bytes }
}

/// Draws the room `number` on the first of its floors, with its name below.
fn room(number: usize) -> Vec<u8> {
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
    // The player comes in by the first entrance.
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
        // An area of one tile around the player, such that the room's corner is that of the frame.
        area: Area {
            x: TILE * i16::from(at.x() - placed.corner.x()),
            y: TILE * i16::from(at.y() - placed.corner.y()),
            width: TILE,
            height: TILE,
        },
    };
    view.draw(&mut frame, &autotiles);
    frame.text(4, i16::from(height) * TILE + 2, room.name(), Colour::WHITE);
    let palette = frame.palette.clone();
    let rows = frame.pixels().chunks(512).take(SIDE.1);
    rows.flat_map(|row| &row[..SIDE.0])
        .flat_map(|&pixel| {
            let (red, green, blue) = palette.rgb(Colour(pixel));
            [red, green, blue]
        })
        .collect()
}

fn write(path: &str, picture: &Picture) -> io::Result<()> {
    let side = |side: usize| u32::try_from(side).expect("a picture is small");
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, side(picture.width), side(picture.height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&picture.bytes)?;
    Ok(())
}
