//! Checks the layouts and the furniture of the places (W19 to W24). A place is the theme of a floor of the tower.

use musrex_core::content::PlaceKind;
use musrex_core::content::places::Layout;
use musrex_core::geometry::Pos;
use musrex_core::quantity::Floor;
use musrex_core::view::text;
use musrex_core::world::{FloorState, Map, Terrain};
use musrex_core::worldgen;
use musrex_testkit::Scenario;
use musrex_testkit::fixtures::PrintableFloor;
use musrex_testkit::floor_faults::{count, flood};
use musrex_testkit::rulebook;
use musrex_testkit::seeds::shifted;
use std::collections::BTreeSet;

/// Iterates over floors of many runs whose place has index `number` in the list of places.
fn made(number: u8) -> impl Iterator<Item = (u64, FloorState)> {
    let place = PlaceKind::ALL[usize::from(number)];
    (0..30).map(shifted).map(move |seed| {
        let floor = Floor::all().find(|&floor| PlaceKind::of(seed, floor) == place);
        let floor = floor.expect("each run has each place");
        let mut state = FloorState::EMPTY;
        worldgen::generate(seed, floor, &mut state);
        (seed, state)
    })
}

/// Returns the tiles around `pos`, clockwise.
fn around(pos: Pos) -> [Pos; 8] {
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
        .map(|(dx, dy)| pos.offset(dx, dy).expect("the edge is wall"))
}

const FURNITURE: [Terrain; 2] = [Terrain::Low, Terrain::Tall];

// W19: furniture keeps its distance from closed doors, stairs and fixtures. Every place from 1 to 12 has both kinds of
// furniture. Removing the furniture would make no further tile reachable.
#[test]
fn furniture_cuts_nothing_off() {
    for number in 1..13 {
        let mut pieces = [0; 2];
        for (seed, state) in made(number) {
            let map = &state.map;
            let is_set = |(pos, terrain): &(Pos, Terrain)| {
                FURNITURE.contains(terrain) && state.room_at(*pos).is_none()
            };
            for (pos, terrain) in map.iter().filter(is_set) {
                pieces[usize::from(terrain == Terrain::Tall)] += 1;
                let is_in_way = |at: &Pos| {
                    let terrain = map.terrain(*at);
                    terrain == Terrain::DoorClosed || terrain.is_stairs() || terrain.is_fixture()
                };
                // The racks of the aisles are part of the layout.
                let is_of_layout = number == 8 && terrain == Terrain::Tall;
                let found = around(pos).iter().find(|at| is_in_way(at)).copied();
                assert!(
                    found.is_none() || is_of_layout,
                    "{terrain:?} at {pos:?} beside {found:?}, run {seed}{:?}",
                    PrintableFloor(state.clone())
                );
            }
            let (reached, without) = (reached(map), reached(&unfurnished(&state)));
            let lost = without.iter().find(|(x, y)| {
                let terrain = map.terrain(Pos::at(*x, *y));
                terrain.is_walkable() && !reached.contains(&(*x, *y))
            });
            assert_eq!(lost, None, "floor {number}, run {seed}");
        }
        assert!(pieces[0] >= 30 * 4 && pieces[1] >= 30, "{pieces:?} on 30 floors {number}");
    }
}

/// Returns the tiles that are reachable with all doors open and all cables dead.
fn reached(map: &Map) -> BTreeSet<(u8, u8)> {
    let mut map = map.clone();
    for (pos, terrain) in map.clone().iter() {
        match terrain {
            terrain if terrain.is_door() => map.set(pos, Terrain::DoorOpen),
            Terrain::CableLive => map.set(pos, Terrain::CableDead),
            _ => {}
        }
    }
    let start = map.find(Terrain::StairsDown).expect("floors above the lobby have them");
    flood(&map, start)
}

/// Returns the floor without the furniture that floor generation placed.
fn unfurnished(state: &FloorState) -> Map {
    let mut bare = state.map.clone();
    for (pos, terrain) in state.map.iter() {
        if FURNITURE.contains(&terrain) && state.room_at(pos).is_none() {
            bare.set(pos, Terrain::Ground);
        }
    }
    bare
}

/// Counts the tiles of this terrain outside of hand-drawn rooms.
fn count_outside(state: &FloorState, terrain: Terrain) -> usize {
    state
        .map
        .positions_of(|tile| tile == terrain)
        .filter(|&pos| state.room_at(pos).is_none())
        .count()
}

// W19: water and glass occur only in the places that have them.
#[test]
fn water_and_glass_have_their_places() {
    for number in 1..13 {
        let total = |terrain| -> usize {
            made(number).map(|(_, state)| count_outside(&state, terrain)).sum()
        };
        let (has_pools, is_maze) = match &PlaceKind::ALL[number as usize].spec().layout {
            Layout::Cave(cave) => (cave.pools > 0, false),
            layout => (false, *layout == Layout::Maze),
        };
        assert_eq!(total(Terrain::Water) > 30 * 20, has_pools, "water of floor {number}");
        assert_eq!(total(Terrain::Glass) > 30 * 10, is_maze, "glass of floor {number}");
        let is_dry = total(Terrain::Water) == 0 || has_pools;
        assert!(is_dry && (total(Terrain::Glass) == 0 || is_maze), "floor {number}");
    }
}

// W20: every place has its own name, and no two places have the same layout with the same parameters.
#[test]
fn no_two_places_are_alike() {
    let names: BTreeSet<&str> = PlaceKind::ALL.into_iter().map(text::floor_title).collect();
    assert_eq!(names.len(), 14);
    for (index, one) in PlaceKind::ALL.into_iter().enumerate() {
        for other in PlaceKind::ALL.into_iter().skip(index + 1) {
            assert!(one.spec().layout != other.spec().layout, "{one:?} and {other:?}");
        }
    }
}

// W20: each run has each place once. The three places of a band occur in every order. The lobby and the throne floor
// keep their positions.
#[test]
fn the_places_of_a_band_come_in_any_order() {
    let mut orders = [const { BTreeSet::new() }; 4];
    for seed in (0..200).map(shifted) {
        let places: Vec<usize> =
            Floor::all().map(|floor| PlaceKind::of(seed, floor) as usize).collect();
        assert_eq!((places[0], places[13]), (0, 13));
        for (band, orders) in orders.iter_mut().enumerate() {
            let found = &places[1 + 3 * band..4 + 3 * band];
            let all: BTreeSet<usize> = found.iter().copied().collect();
            assert!(all.into_iter().eq(1 + 3 * band..4 + 3 * band), "run {seed}: {found:?}");
            orders.insert(found.to_vec());
        }
    }
    assert!(orders.iter().all(|orders| orders.len() == 6), "{orders:?}");
}

// W19: the look mode names furniture according to its place and its picture. Two pieces of furniture with one tile
// between them have different names.
#[test]
fn furniture_has_the_names_of_its_place() {
    for number in 1..13 {
        let game = Scenario::new("@.o.o\n.....\n..O.O").floor(number).game();
        let names = |y| [3, 5].map(|x| text::tile_name(&game, Pos::at(x, y)));
        let [low, tall] = text::furniture_names(game.place(game.floor()));
        for (found, wanted) in [(names(1), low), (names(3), tall)] {
            let mut found = found.to_vec();
            found.sort_unstable();
            let mut wanted = wanted.to_vec();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "floor {number}");
        }
    }
}

/// Counts the walkable tiles at the centre of a completely walkable square, which extends `radius` tiles in each
/// direction.
fn in_the_open(map: &Map, radius: i8) -> usize {
    let is_open = |pos: Pos| map.terrain(pos) != Terrain::Wall;
    map.iter()
        .filter(|(_, terrain)| terrain.is_walkable())
        .filter(|&(pos, _)| {
            (-radius..=radius)
                .flat_map(|dy| (-radius..=radius).map(move |dx| (dx, dy)))
                .all(|(dx, dy)| pos.offset(dx, dy).is_some_and(is_open))
        })
        .count()
}

/// Returns the share of walkable tiles that [`in_the_open`] counts, in thousandths, over many floors.
fn open_permille(number: u8, radius: i8) -> usize {
    let (mut open, mut all) = (0, 0);
    for (_, state) in made(number) {
        open += in_the_open(&state.map, radius);
        all += state.map.tiles().iter().filter(|terrain| terrain.is_walkable()).count();
    }
    1000 * open / all
}

// W21: the galleries are large halls. The burrow consists of small chambers and tunnels.
#[test]
fn chambers_are_large_or_small() {
    let (galleries, burrow) = (open_permille(9, 2), open_permille(11, 2));
    assert!(galleries > 150 && burrow < 60, "{galleries} and {burrow} permille");
}

// W22: halls are straight and have the height that their place defines. The floors have many doors.
#[test]
fn rows_have_halls_and_doors() {
    for number in [2, 10, 12] {
        let Layout::Rows(rows) = &PlaceKind::ALL[number as usize].spec().layout else {
            panic!("floor {number} has rows")
        };
        for (seed, state) in made(number) {
            let map = unfurnished(&state);
            let is_open = |x: u8, y: u8| {
                let terrain = map.terrain(Pos::at(x, y));
                terrain.is_walkable() || terrain.is_stairs()
            };
            // A row of a hall is open over its whole width.
            let is_hall = |y: u8| {
                (1..85 - rows.width).any(|left| (left..left + rows.width).all(|x| is_open(x, y)))
            };
            let halls = (1..47).filter(|&y| is_hall(y)).count();
            let wanted = usize::from(rows.halls * rows.hall_height);
            assert_eq!(halls, wanted, "floor {number}, run {seed}{:?}", PrintableFloor(state));
        }
        let doors: usize =
            made(number).map(|(_, state)| count(&state.map, Terrain::DoorClosed)).sum();
        assert!(doors >= 30 * 6, "{doors} doors on 30 floors {number}");
    }
}

// W23: the maze has loops, so it has more open tiles than a tree of its lanes would have. Each pane of glass is
// surrounded by open ground.
#[test]
fn the_maze_has_lanes_and_loops() {
    let cells = rulebook::number("W23", "between ") * rulebook::number("W23", "× ");
    for (seed, state) in made(6) {
        let map = unfurnished(&state);
        let open = map.tiles().iter().filter(|terrain| terrain.is_walkable()).count();
        let open = u32::try_from(open).expect("a floor is small");
        // Each cell has four tiles, and a lane to the next cell has two more. A tree would have one lane fewer than it
        // has cells.
        let tree = 4 * cells + 2 * (cells - 1);
        assert!(open > tree + 24, "{open} open of a tree's {tree} in run {seed}");
        let panes = count(&map, Terrain::Glass);
        let is_paned =
            map.iter().filter(|(_, terrain)| *terrain == Terrain::Glass).all(|(pos, _)| {
                let seen = around(pos).into_iter().filter(|&at| map.terrain(at).is_walkable());
                seen.count() >= 2
            });
        assert!(panes >= 1 && is_paned, "{panes} panes in run {seed}{:?}", PrintableFloor(state));
    }
}

// W24: aisles run between the racks, so at least two tiles around each rack are walkable.
#[test]
fn aisles_run_between_racks() {
    for (seed, state) in made(8) {
        let racks = state.map.positions_of(|it| it == Terrain::Tall);
        let racks: Vec<Pos> = racks.filter(|&pos| state.room_at(pos).is_none()).collect();
        assert!(racks.len() > 40, "{} racks in run {seed}", racks.len());
        for &rack in &racks {
            let sides = around(rack).into_iter().filter(|&at| state.map.terrain(at).is_walkable());
            assert!(sides.count() >= 2, "the rack at {rack:?} of run {seed} is walled in");
        }
    }
}
