//! Counts the instructions of the costly parts of the game. Each part has a limit, and the benchmark fails if a part
//! exceeds its limit.
//!
//! Unlike times, instruction counts are the same in every run and on every machine of the same kind. The limits allow
//! for other compilers, but not for a careless change.
#![allow(missing_docs, reason = "the macros make modules")]

use gungraun::prelude::*;
use gungraun::{Callgrind, EventKind};
use musrex_assets::Tile;
use musrex_core::app::{App, ScreenName, Setup};
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::quantity::Floor;
use musrex_core::raster::{Colour, Frame, Palette, Shade};
use musrex_core::world::FloorState;
use musrex_core::world::path::{DistanceMap, Route};
use musrex_core::world::sight::{clear as clear_tiles, sees, visible};
use musrex_core::worldgen;
use musrex_testkit::fixtures::{self, Scene};
use std::hint::black_box;

fn at_most(instructions: u64) -> LibraryBenchmarkConfig {
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]));
    config
}

// Each measured function returns its arguments, so that the measurement does not include freeing their memory.

#[library_benchmark(config = at_most(5_700))]
#[bench::cave_1(Scene::cave(1))]
#[bench::cave_2(Scene::cave(2))]
#[bench::cave_3(Scene::cave(3))]
#[bench::hall(Scene::hall())]
fn sight_radius_8(scene: Box<Scene>) -> (TileSet, Box<Scene>) {
    (visible(black_box(&scene.floor), scene.origin, 8), scene)
}

#[library_benchmark(config = at_most(7_400))]
#[bench::cave_1(Scene::cave(1))]
#[bench::cave_2(Scene::cave(2))]
#[bench::cave_3(Scene::cave(3))]
#[bench::hall(Scene::hall())]
fn sight_radius_15(scene: Box<Scene>) -> (TileSet, Box<Scene>) {
    (visible(black_box(&scene.floor), scene.origin, 15), scene)
}

#[library_benchmark(config = at_most(6_700))]
#[bench::cave_1(Scene::cave(1))]
#[bench::cave_2(Scene::cave(2))]
#[bench::cave_3(Scene::cave(3))]
fn sight_of_16_monsters(scene: Box<Scene>) -> (usize, Box<Scene>) {
    let clear = clear_tiles(black_box(&scene.floor));
    let monsters = scene.floor.monsters.iter();
    let seen = monsters.filter(|monster| sees(&clear, scene.origin, monster.body.pos));
    (seen.count(), scene)
}

#[library_benchmark(config = at_most(70_000))]
#[bench::cave_1(Scene::cave(1))]
#[bench::cave_2(Scene::cave(2))]
#[bench::cave_3(Scene::cave(3))]
#[bench::hall(args = (Scene::hall()), config = at_most(185_000))]
#[bench::serpentine(args = (Scene::serpentine()), config = at_most(230_000))]
fn distance_map(scene: Box<Scene>) -> (DistanceMap, Box<Scene>) {
    let monsters = scene.floor.monsters.iter().map(|monster| monster.body.pos);
    (DistanceMap::new(black_box(&scene.floor.map), scene.origin, monsters), scene)
}

#[library_benchmark(config = at_most(15_000))]
#[bench::cave_1(Scene::cave(1).distances())]
fn route((distances, farthest): (DistanceMap, Pos)) -> (Option<Route>, DistanceMap) {
    (black_box(&distances).route_from_start(farthest), distances)
}

#[library_benchmark(config = at_most(10_000))]
#[bench::cave_1(Scene::cave(1).distances())]
fn a_hundred_steps((distances, farthest): (DistanceMap, Pos)) -> (u32, DistanceMap) {
    let nobody = |_| true;
    let steps = (0..100).filter_map(|_| black_box(&distances).descend(farthest, nobody));
    (steps.map(|step| step as u32).sum(), distances)
}

/// Returns memory for a floor, and the number of the floor to generate there.
fn unmade(number: u8) -> (Box<FloorState>, Floor) {
    (Box::new(FloorState::EMPTY), Floor::new(number).expect("a floor of the tower"))
}

// Generates one floor of each layout. The limit is about twice 950,000 instructions, the mean for caves and
// laboratories in the first edition of the game. Failed attempts are included.
#[library_benchmark(config = at_most(1_900_000))]
#[bench::cave(unmade(1))]
#[bench::offices(unmade(2))]
#[bench::laboratory(unmade(4))]
#[bench::hollows(unmade(5))]
#[bench::maze(unmade(6))]
#[bench::aisles(unmade(8))]
#[bench::galleries(unmade(9))]
#[bench::ward(unmade(10))]
#[bench::burrow(unmade(11))]
#[bench::suite(unmade(12))]
fn generate((mut state, floor): (Box<FloorState>, Floor)) -> Box<FloorState> {
    worldgen::generate(black_box(4), floor, &mut state);
    state
}

/// A frame, and the tiles to draw on it.
struct Canvas {
    frame: Frame<'static>,
    tiles: [Tile; 8],
    shade: Shade,
}

fn canvas(shade: Shade) -> Box<Canvas> {
    let tiles = std::array::from_fn(|i| fixtures::tile(i as u64));
    Box::new(Canvas { frame: fixtures::frame(), tiles, shade })
}

/// Returns the positions of the 150 tiles on a screen of 240 × 160 pixels, each with the index of its tile in a canvas.
fn places() -> impl Iterator<Item = (i16, i16, usize)> {
    (0..150i16).map(|i| (i % 15 * 16, i / 15 * 16, usize::from(i.unsigned_abs()) % 8))
}

// Draws the tiles row by row, in the order in which the game draws a floor.
#[library_benchmark(config = at_most(25_000))]
#[bench::lit(canvas(Shade::Lit))]
#[bench::dim(canvas(Shade::Dim))]
fn tiles_150(mut canvas: Box<Canvas>) -> Box<Canvas> {
    for y in 0..10 {
        let Canvas { frame, tiles, shade } = &mut *canvas;
        let cells: [_; 15] = std::array::from_fn(|i| frame.cell(&tiles[(i + 15 * y) % 8], *shade));
        frame.tiles(0, 16 * i16::try_from(y).expect("a small number"), &cells);
    }
    canvas
}

#[library_benchmark(config = at_most(210_000))]
#[bench::dim(canvas(Shade::Dim))]
fn tiles_176_off_the_grid(mut canvas: Box<Canvas>) -> Box<Canvas> {
    for i in 0..176i16 {
        let tile = &canvas.tiles[usize::from(i.unsigned_abs()) % 8];
        canvas.frame.tile(i % 16 * 16 - 7, i / 16 * 16 - 5, tile, canvas.shade);
    }
    canvas
}

#[library_benchmark(config = at_most(280_000))]
#[bench::lit(canvas(Shade::Lit))]
#[bench::flash(canvas(Shade::Flash))]
fn sprites_150(mut canvas: Box<Canvas>) -> Box<Canvas> {
    for (x, y, i) in places() {
        canvas.frame.sprite(x, y, &canvas.tiles[i], canvas.shade);
    }
    canvas
}

/// A line of 40 characters. The measured functions write 16 such lines, which fill the screen with text.
const LINE: &str = "The Rabid Mouse bites you for 12 damage.";

#[library_benchmark(config = at_most(235_000))]
#[bench::plain(fixtures::frame())]
fn glyphs_640(mut frame: Frame<'static>) -> Frame<'static> {
    for y in 0..16 {
        frame.text(0, y * 10, black_box(LINE), Colour::WHITE);
    }
    frame
}

#[library_benchmark(config = at_most(5_500))]
#[bench::damage(fixtures::frame())]
fn text_outlined(mut frame: Frame<'static>) -> Frame<'static> {
    frame.text_outlined(100, 60, black_box("-12"), Colour::BAD);
    frame
}

#[library_benchmark(config = at_most(7_000))]
#[bench::whole(fixtures::frame())]
fn clear(mut frame: Frame<'static>) -> Frame<'static> {
    frame.clear(black_box(Colour::INK));
    frame
}

#[library_benchmark(config = at_most(15_000))]
#[bench::whole(fixtures::frame())]
fn shade(mut frame: Frame<'static>) -> Frame<'static> {
    frame.shade(0, 0, 240, 160, black_box(Shade::Dark));
    frame
}

#[library_benchmark(config = at_most(2_000))]
#[bench::halfway(Palette::PAINTED)]
fn fade(palette: Palette) -> Palette {
    black_box(&palette).faded(Colour::BLACK, black_box(8))
}

// Returns an app in play, on a floor, and the frame that it has drawn.
fn app_in_play() -> (Box<App>, Frame<'static>) {
    let (mut app, mut frame) = (Box::new(App::new(Setup::new(7))), fixtures::frame());
    app.resize(frame.width(), frame.height());
    let press = Input::from(Buttons::NONE.with(Button::A));
    for input in [press, Input::default(), Input::default()] {
        app.tick(input);
        app.draw(&mut frame);
    }
    assert_eq!(app.screen(), ScreenName::Play);
    (app, frame)
}

#[library_benchmark(config = at_most(5_000))]
#[bench::play(app_in_play())]
fn unchanged_frame((mut app, mut frame): (Box<App>, Frame<'static>)) -> (Box<App>, Frame<'static>) {
    black_box(app.tick(Input::default()));
    assert!(!app.draw(&mut frame), "nothing has changed");
    (app, frame)
}

#[library_benchmark(config = at_most(124_000))]
#[bench::play(app_in_play())]
fn step_with_its_picture(
    (mut app, mut frame): (Box<App>, Frame<'static>),
) -> (Box<App>, Frame<'static>) {
    let step = Input::from(Buttons::NONE.with(Button::Left));
    for input in [step, step] {
        black_box(app.tick(input));
    }
    assert!(app.draw(&mut frame) && app.game().turn().0 == 1, "a step was taken");
    (app, frame)
}

library_benchmark_group!(name = whole, benchmarks = [unchanged_frame, step_with_its_picture]);
library_benchmark_group!(
    name = rules,
    benchmarks = [
        sight_radius_8,
        sight_radius_15,
        sight_of_16_monsters,
        distance_map,
        route,
        a_hundred_steps,
        generate
    ]
);
library_benchmark_group!(
    name = pictures,
    benchmarks = [
        tiles_150,
        tiles_176_off_the_grid,
        sprites_150,
        glyphs_640,
        text_outlined,
        clear,
        shade,
        fade
    ]
);
gungraun::main!(library_benchmark_groups = [rules, pictures, whole]);
