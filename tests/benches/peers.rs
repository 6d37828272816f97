//! Does the same work as `instructions.rs`, on the same floors and frames, but with well-known crates. This benchmark
//! is a yardstick and has no limits.
#![allow(missing_docs, reason = "the macros make modules")]

use bracket_pathfinding::prelude::{
    Algorithm2D, BaseMap, DijkstraMap, FieldOfViewAlg, Point as BracketPoint, SmallVec,
};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, FovRestrictive, MapData};
use embedded_graphics::Drawable;
use embedded_graphics::geometry::Point;
use embedded_graphics::image::{Image, ImageRaw};
use embedded_graphics::mono_font::{MonoTextStyle, ascii::FONT_5X8};
use embedded_graphics::text::{Baseline, Text};
use gungraun::prelude::*;
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::limits::{MAP_HEIGHT, MAP_WIDTH, TILES};
use musrex_core::raster::{Colour, Frame};
use musrex_testkit::fixtures::{self, Scene};
use std::hint::black_box;

/// A scene as flat tables, the form that suits the crates best. The tables are made before the measurement.
struct Tables {
    scene: Box<Scene>,
    opaque: Vec<bool>,
    passable: Vec<bool>,
}

fn tables(seed: u64) -> Box<Tables> {
    let scene = Scene::cave(seed);
    let all = || (0..TILES).map(Pos::from_index);
    let opaque = all().map(|pos| scene.is_opaque(pos)).collect();
    let passable = all()
        .map(|pos| {
            scene.floor.map.terrain(pos).is_passable() && scene.floor.monster_at(pos).is_none()
        })
        .collect();
    Box::new(Tables { scene, opaque, passable })
}

impl Tables {
    fn exits(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let next = Pos::from_index(index).neighbours().map(Pos::index);
        next.filter(|&next| self.passable[next])
    }
}

impl BaseMap for Tables {
    fn is_opaque(&self, index: usize) -> bool {
        self.opaque[index]
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        self.exits(index).map(|next| (next, 1.0)).collect()
    }
}

impl Algorithm2D for Tables {
    fn dimensions(&self) -> BracketPoint {
        BracketPoint::new(MAP_WIDTH, MAP_HEIGHT)
    }
}

type Tiles = (usize, Box<Tables>);

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = tables)]
fn sight_8_bracket_recursive(tables: Box<Tables>) -> Tiles {
    bracket(tables, FieldOfViewAlg::RecursiveShadowcasting, 8)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = tables)]
fn sight_8_bracket_symmetric(tables: Box<Tables>) -> Tiles {
    bracket(tables, FieldOfViewAlg::SymmetricShadowcasting, 8)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = tables)]
fn sight_15_bracket_symmetric(tables: Box<Tables>) -> Tiles {
    bracket(tables, FieldOfViewAlg::SymmetricShadowcasting, 15)
}

fn bracket(tables: Box<Tables>, algorithm: FieldOfViewAlg, radius: i32) -> Tiles {
    let origin = BracketPoint::new(tables.scene.origin.x(), tables.scene.origin.y());
    (algorithm.field_of_view(origin, radius, black_box(&*tables)).len(), tables)
}

fn doryen_map(seed: u64) -> (MapData, Pos) {
    let tables = tables(seed);
    let mut map = MapData::new(MAP_WIDTH.into(), MAP_HEIGHT.into());
    map.transparent = tables.opaque.iter().map(|opaque| !opaque).collect();
    (map, tables.scene.origin)
}

fn doryen(
    mut map: MapData,
    origin: Pos,
    algorithm: &mut dyn FovAlgorithm,
    radius: usize,
) -> MapData {
    map.clear_fov();
    algorithm.compute_fov(&mut map, origin.x().into(), origin.y().into(), radius, true);
    map
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = doryen_map)]
fn sight_8_doryen_recursive((map, origin): (MapData, Pos)) -> MapData {
    doryen(map, origin, &mut FovRecursiveShadowCasting::new(), 8)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = doryen_map)]
fn sight_8_doryen_restrictive((map, origin): (MapData, Pos)) -> MapData {
    doryen(map, origin, &mut FovRestrictive::new(), 8)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = doryen_map)]
fn sight_15_doryen_recursive((map, origin): (MapData, Pos)) -> MapData {
    doryen(map, origin, &mut FovRecursiveShadowCasting::new(), 15)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = tables)]
fn sight_8_symmetric_shadowcasting(tables: Box<Tables>) -> (TileSet, Box<Tables>) {
    symmetric_shadowcasting(tables, 8)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = tables)]
fn sight_15_symmetric_shadowcasting(tables: Box<Tables>) -> (TileSet, Box<Tables>) {
    symmetric_shadowcasting(tables, 15)
}

/// The crate `symmetric-shadowcasting` has no radius, so tiles beyond the radius are treated as opaque.
fn symmetric_shadowcasting(tables: Box<Tables>, radius: u8) -> (TileSet, Box<Tables>) {
    let place = |(x, y): (isize, isize)| {
        let pos = Pos::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
        pos.is_within(radius, tables.scene.origin).then_some(pos)
    };
    let origin = (tables.scene.origin.x().into(), tables.scene.origin.y().into());
    let mut seen = TileSet::EMPTY;
    symmetric_shadowcasting::compute_fov(
        origin,
        &mut |at| place(at).is_none_or(|pos| tables.opaque[pos.index()]),
        &mut |at| {
            if let Some(pos) = place(at) {
                seen.insert(pos);
            }
        },
    );
    (seen, tables)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = tables)]
fn distances_bracket_dijkstra(tables: Box<Tables>) -> (DijkstraMap, Box<Tables>) {
    let starts = [tables.scene.origin.index()];
    let map = DijkstraMap::new(MAP_WIDTH, MAP_HEIGHT, &starts, black_box(&*tables), 4096.0);
    (map, tables)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = tables)]
fn distances_pathfinding_bfs(tables: Box<Tables>) -> Tiles {
    let start = tables.scene.origin.index();
    let reached =
        pathfinding::directed::bfs::bfs_reach(start, |&index| tables.exits(index)).count();
    (reached, tables)
}

#[library_benchmark]
#[benches::caves(args = [1, 2, 3], setup = tables)]
fn distances_pathfinding_dijkstra(tables: Box<Tables>) -> Tiles {
    let start = tables.scene.origin.index();
    let reached = pathfinding::directed::dijkstra::dijkstra_all(&start, |&index| {
        tables.exits(index).map(|next| (next, 1u32))
    });
    (reached.len(), tables)
}

#[library_benchmark]
#[bench::lit(fixtures::frame())]
fn tiles_150_embedded_graphics(mut frame: Frame<'static>) -> Frame<'static> {
    let pixels = black_box([7u8; 256]);
    for i in 0..150 {
        let raw = ImageRaw::<Colour>::new(&pixels, 16);
        let Ok(()) = Image::new(&raw, Point::new(i % 15 * 16, i / 15 * 16)).draw(&mut frame);
    }
    frame
}

#[library_benchmark]
#[bench::plain(fixtures::frame())]
fn glyphs_640_embedded_graphics(mut frame: Frame<'static>) -> Frame<'static> {
    let style = MonoTextStyle::new(&FONT_5X8, Colour::WHITE);
    for y in 0..16 {
        let text = black_box("The Rabid Mouse bites you for 12 damage.");
        let at = Point::new(0, y * 10);
        let Ok(_) = Text::with_baseline(text, at, style, Baseline::Top).draw(&mut frame);
    }
    frame
}

library_benchmark_group!(
    name = sight,
    benchmarks = [
        sight_8_bracket_recursive,
        sight_8_bracket_symmetric,
        sight_8_doryen_recursive,
        sight_8_doryen_restrictive,
        sight_8_symmetric_shadowcasting,
        sight_15_bracket_symmetric,
        sight_15_doryen_recursive,
        sight_15_symmetric_shadowcasting
    ]
);
library_benchmark_group!(
    name = distances,
    benchmarks =
        [distances_bracket_dijkstra, distances_pathfinding_bfs, distances_pathfinding_dijkstra]
);
library_benchmark_group!(
    name = pictures,
    benchmarks = [tiles_150_embedded_graphics, glyphs_640_embedded_graphics]
);
gungraun::main!(library_benchmark_groups = [sight, distances, pictures]);
