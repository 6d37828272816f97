//! Checks the field of view against its definition, and against a plain shadowcasting implementation that uses
//! fractions (A8, M2).

use musrex_core::content::MonsterKind;
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::limits::TILES;
use musrex_core::quantity::Hp;
use musrex_core::world::sight::{RADIUS_MAX, clear, sees, visible};
use musrex_core::world::{FloorState, Map, Monster, Terrain};
use musrex_testkit::fixtures::{self, PrintableFloor, TestRng};
use proptest::prelude::*;

fn with_monsters(map: Map, monsters: &[Pos]) -> FloorState {
    let mut floor = FloorState::EMPTY;
    floor.map = map;
    for &pos in monsters {
        let monster = Monster::new(MonsterKind::MicroMouse, pos, Hp(1));
        assert!(floor.monsters.push(monster).is_ok());
    }
    floor
}

fn is_opaque(floor: &FloorState, pos: Pos) -> bool {
    floor.map.terrain(pos).is_opaque() || floor.monster_at(pos).is_some()
}

fn everywhere() -> impl Iterator<Item = Pos> {
    (0..TILES).map(Pos::from_index)
}

/// The coefficients of x and y for the pair (ahead, aside) in one quadrant of the view.
type Quarter = [i32; 4];

const QUARTERS: [Quarter; 4] = [[0, 1, -1, 0], [1, 0, 0, 1], [0, 1, 1, 0], [-1, 0, 0, 1]];

fn at(origin: Pos, quarter: Quarter, ahead: i32, aside: i32) -> Option<Pos> {
    let x = i32::from(origin.x()) + quarter[0] * ahead + quarter[1] * aside;
    let y = i32::from(origin.y()) + quarter[2] * ahead + quarter[3] * aside;
    Pos::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}

/// Returns whether `to`, if it is a clear tile, is in view according to the definition. In each row of tiles between
/// `from` and `to` (or each column, if they are farther apart horizontally), the straight line from middle to middle
/// must pass through a clear tile. Where the line runs exactly along the border of two tiles, the tiles on one and the
/// same side of the line must be clear.
fn is_in_view(floor: &FloorState, from: Pos, to: Pos) -> bool {
    let dx = i32::from(to.x()) - i32::from(from.x());
    let dy = i32::from(to.y()) - i32::from(from.y());
    let (far, quarter, aside) = if dx.abs() >= dy.abs() {
        (dx.abs(), [dx.signum(), 0, 0, 1], dy)
    } else {
        (dy.abs(), [0, 1, dy.signum(), 0], dx)
    };
    [1, 0].into_iter().any(|tie| {
        (1..far).all(|ahead| {
            let place = (2 * ahead * aside + far - 1 + tie).div_euclid(2 * far);
            !is_opaque(floor, at(from, quarter, ahead, place).expect("between two tiles"))
        })
    })
}

/// Albert Ford's shadowcasting, implemented literally with fractions and recursion.
struct Plain<'a> {
    floor: &'a FloorState,
    origin: Pos,
    seen: TileSet,
}

/// A fraction: the numerator and the denominator.
type Slope = (i64, i64);

impl Plain<'_> {
    fn visible(floor: &FloorState, origin: Pos, radius: u8) -> TileSet {
        let mut plain = Plain { floor, origin, seen: TileSet::EMPTY };
        plain.seen.insert(origin);
        for quarter in QUARTERS {
            plain.scan(quarter, 1, (-1, 1), (1, 1));
        }
        for pos in everywhere().filter(|pos| !pos.is_within(radius, origin)) {
            plain.seen.remove(pos);
        }
        plain.seen
    }

    fn scan(&mut self, quarter: Quarter, ahead: i32, mut from: Slope, to: Slope) {
        let depth = i64::from(ahead);
        // The nearest whole numbers, with ties rounded inward: floor(x + ½) and ceil(x − ½).
        let first = (2 * depth * from.0 + from.1).div_euclid(2 * from.1);
        let last = -((to.1 - 2 * depth * to.0).div_euclid(2 * to.1));
        let mut before = None;
        for aside in first..=last {
            let place = at(self.origin, quarter, ahead, i32::try_from(aside).unwrap());
            let Some(pos) = place else { continue };
            let opaque = is_opaque(self.floor, pos);
            if opaque || aside * from.1 >= depth * from.0 && aside * to.1 <= depth * to.0 {
                self.seen.insert(pos);
            }
            let side = (2 * aside - 1, 2 * depth);
            if before == Some(false) && opaque {
                self.scan(quarter, ahead + 1, from, side);
            }
            if before == Some(true) && !opaque {
                from = side;
            }
            before = Some(opaque);
        }
        if before == Some(false) {
            self.scan(quarter, ahead + 1, from, to);
        }
    }
}

fn some_map() -> impl Strategy<Value = PrintableFloor> {
    prop_oneof![
        any::<u64>().prop_map(fixtures::cave),
        (any::<u64>(), 30..100u32).prop_map(|(seed, percent)| fixtures::noise(seed, percent)),
        Just(fixtures::hall()),
        Just(fixtures::comb()),
        (any::<u64>(), 1..100u32).prop_map(|(seed, clear)| {
            let mut rng = TestRng(seed);
            fixtures::where_open(|_| rng.below(clear + 1) > 0)
        }),
        // Floors with doors of all kinds on open ground.
        any::<u64>().prop_map(|seed| {
            let mut rng = TestRng(seed);
            let doors = [Terrain::DoorClosed, Terrain::DoorLocked, Terrain::DoorOpen];
            let mut map = fixtures::hall();
            for pos in fixtures::interior() {
                if rng.below(8) == 0 {
                    map.set(pos, doors[rng.below(3) as usize]);
                }
            }
            map
        }),
    ]
    .prop_map(PrintableFloor::from)
}

fn inside() -> impl Strategy<Value = Pos> {
    (0..TILES).prop_map(Pos::from_index).prop_filter("not wall", |pos| !pos.is_border())
}

fn some_floor() -> impl Strategy<Value = PrintableFloor> {
    (some_map(), prop::collection::vec(inside(), 0..24)).prop_map(
        |(PrintableFloor(floor), monsters)| PrintableFloor(with_monsters(floor.map, &monsters)),
    )
}

proptest! {
    #![proptest_config(musrex_testkit::property_config!())]

    #[test]
    fn the_same_is_seen_as_by_a_plain_shadowcaster(
        PrintableFloor(floor) in some_floor(),
        origin in (0..TILES).prop_map(Pos::from_index),
        radius in 0..=RADIUS_MAX,
    ) {
        let ours = visible(&floor, origin, radius);
        let plain = Plain::visible(&floor, origin, radius);
        for pos in everywhere() {
            prop_assert_eq!(ours.contains(pos), plain.contains(pos), "{:?}", pos);
        }
    }

    #[test]
    fn whoever_looks_for_one_alone_sees_the_same(
        PrintableFloor(floor) in some_floor(),
        origin in inside(),
    ) {
        let (clear, seen) = (clear(&floor), Plain::visible(&floor, origin, 255));
        for pos in everywhere().filter(|&pos| is_opaque(&floor, pos)) {
            prop_assert_eq!(sees(&clear, origin, pos), seen.contains(pos), "{:?}", pos);
        }
    }

    #[test]
    fn a_clear_tile_is_seen_when_its_middle_is_in_view(
        PrintableFloor(floor) in some_floor(),
        origin in inside(),
        radius in 0..=RADIUS_MAX,
    ) {
        let seen = visible(&floor, origin, radius);
        for pos in everywhere().filter(|&pos| pos == origin || !is_opaque(&floor, pos)) {
            let expected = pos.is_within(radius, origin) && is_in_view(&floor, origin, pos);
            prop_assert_eq!(seen.contains(pos), expected, "{:?}", pos);
        }
    }

    #[test]
    fn sight_is_mutual_between_clear_tiles(PrintableFloor(floor) in some_floor(), seed: u64, radius in 1..=RADIUS_MAX) {
        let clear: Vec<Pos> = everywhere().filter(|&pos| !is_opaque(&floor, pos)).collect();
        prop_assume!(!clear.is_empty());
        let mut rng = TestRng(seed);
        let count = u32::try_from(clear.len()).unwrap();
        let origin = clear[rng.below(count) as usize];
        let seen = visible(&floor, origin, radius);
        for _ in 0..40 {
            let other = clear[rng.below(count) as usize];
            let back = visible(&floor, other, radius);
            prop_assert_eq!(seen.contains(other), back.contains(origin), "{:?}", other);
        }
    }

    #[test]
    fn what_is_seen_is_in_reach_and_shows_past_a_clear_tile(
        PrintableFloor(floor) in some_floor(),
        origin in inside(),
        radius in 1..=RADIUS_MAX,
    ) {
        let seen = visible(&floor, origin, radius);
        for pos in seen.iter().filter(|&pos| pos != origin) {
            prop_assert!(pos.is_within(radius, origin));
            let through = pos.neighbours().any(|next| {
                let is_nearer = next.steps_to(origin) < pos.steps_to(origin);
                next == origin || is_nearer && !is_opaque(&floor, next)
            });
            prop_assert!(through, "{:?}", pos);
        }
    }
}

#[test]
fn all_of_an_empty_room_and_its_walls_is_seen() {
    let is_room = |pos: Pos| (30..=40).contains(&pos.x()) && (20..=28).contains(&pos.y());
    let floor = with_monsters(fixtures::where_open(is_room), &[]);
    for origin in everywhere().filter(|&pos| is_room(pos)) {
        let seen = visible(&floor, origin, RADIUS_MAX);
        for pos in everywhere() {
            let is_wall = !is_room(pos) && pos.neighbours().any(is_room);
            assert_eq!(seen.contains(pos), is_room(pos) || is_wall, "{pos:?} from {origin:?}");
        }
    }
}

#[test]
fn in_an_open_hall_all_within_the_radius_is_seen() {
    let floor = with_monsters(fixtures::hall(), &[]);
    for (origin, radius) in
        [(Pos::at(42, 24), 8), (Pos::at(1, 1), RADIUS_MAX), (Pos::at(83, 40), 12)]
    {
        let seen = visible(&floor, origin, radius);
        for pos in everywhere() {
            assert_eq!(seen.contains(pos), pos.is_within(radius, origin), "{pos:?}");
        }
    }
    assert_eq!(visible(&floor, Pos::at(42, 24), 0).len(), 1);
}

/// Draws a part of a floor, of this `size`, from the top left corner on: `.` is seen ground, `#` a seen wall, `+` a
/// seen door, `M` a seen monster, and `?` an unseen tile.
fn picture(floor: &FloorState, origin: Pos, radius: u8, size: [u8; 2]) -> String {
    let seen = visible(floor, origin, radius);
    let mut text = String::new();
    for y in 0..size[1] {
        for pos in (0..size[0]).map(|x| Pos::at(x, y)) {
            text.push(match floor.map.terrain(pos) {
                _ if pos == origin => '@',
                _ if !seen.contains(pos) => '?',
                _ if floor.monster_at(pos).is_some() => 'M',
                terrain => terrain.letter(),
            });
        }
        text.push('\n');
    }
    text
}

#[test]
fn a8_walls_doors_and_monsters_cast_shadows() {
    let mut map = fixtures::where_open(|pos| {
        (1..=11).contains(&pos.x()) && (1..=7).contains(&pos.y()) && pos != Pos::at(4, 2)
    });
    map.set(Pos::at(5, 6), Terrain::DoorClosed);
    let floor = with_monsters(map, &[Pos::at(5, 4)]);
    let expected = "\
        ######?######\n\
        #....?......#\n\
        #...#.......#\n\
        #........????\n\
        #.@..M???????\n\
        #........????\n\
        #....+......#\n\
        #.....??....#\n\
        ########??###\n";
    assert_eq!(picture(&floor, Pos::at(2, 4), RADIUS_MAX, [13, 9]), expected);
}

#[test]
fn walls_that_touch_at_a_corner_leave_a_slit_along_the_diagonal() {
    let map = fixtures::where_open(|pos| {
        let is_in = |range: std::ops::RangeInclusive<u8>| {
            range.contains(&pos.x()) && range.contains(&pos.y())
        };
        is_in(1..=4) || is_in(5..=8)
    });
    let floor = with_monsters(map, &[]);
    let expected = "\
        ######????\n\
        #....#????\n\
        #....#????\n\
        #....#????\n\
        #...@#????\n\
        #####..???\n\
        ?????....?\n\
        ??????...#\n\
        ??????...#\n\
        ???????###\n";
    assert_eq!(picture(&floor, Pos::at(4, 4), 12, [10, 10]), expected);
    let expected = "\
        ######????\n\
        #....#????\n\
        #....#????\n\
        #@...#????\n\
        #....#????\n\
        #####..???\n\
        ???????..#\n\
        ?????????#\n\
        ??????????\n\
        ??????????\n";
    assert_eq!(picture(&floor, Pos::at(1, 3), 12, [10, 10]), expected);
}

#[test]
fn the_origin_hides_nothing_even_when_it_is_a_monster_or_a_door() {
    let mut map = fixtures::hall();
    map.set(Pos::at(40, 20), Terrain::DoorClosed);
    let floor = with_monsters(map, &[Pos::at(40, 20)]);
    let seen = visible(&floor, Pos::at(40, 20), 8);
    let disc = everywhere().filter(|pos| pos.is_within(8, Pos::at(40, 20))).count();
    assert_eq!(usize::from(seen.len()), disc);
}
