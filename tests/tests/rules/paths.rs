//! Compares shortest paths with a plain search, on generated floors and on difficult ones (M3, M4, T8).

use musrex_core::geometry::{Direction, Pos, TileSet};
use musrex_core::limits::{ROUTE_STEPS_MAX, TILES};
use musrex_core::world::path::{DistanceMap, Route};
use musrex_core::world::{Map, Terrain};
use musrex_testkit::fixtures::{self, PrintableFloor, TestRng};
use proptest::prelude::*;
use std::collections::VecDeque;

/// Returns the distances found by a textbook breadth-first search from `start` over all tiles for which `is_open` is
/// true.
fn plain_distances(start: Pos, is_open: impl Fn(Pos) -> bool) -> Vec<Option<u16>> {
    let mut distances = vec![None; TILES];
    distances[start.index()] = Some(0);
    let mut queue = VecDeque::from([start]);
    while let Some(pos) = queue.pop_front() {
        let farther = distances[pos.index()].map(|steps| steps + 1);
        for next in pos.neighbours() {
            if distances[next.index()].is_none() && is_open(next) {
                distances[next.index()] = farther;
                queue.push_back(next);
            }
        }
    }
    distances
}

fn check_against_plain(map: &Map, start: Pos, obstacles: &[Pos]) -> DistanceMap {
    let ours = DistanceMap::new(map, start, obstacles.iter().copied());
    check_distances(&ours, |pos| map.terrain(pos).is_passable() && !obstacles.contains(&pos));
    ours
}

fn check_distances(ours: &DistanceMap, is_open: impl Fn(Pos) -> bool) {
    let plain = plain_distances(ours.start(), is_open);
    for pos in (0..TILES).map(Pos::from_index) {
        assert_eq!(ours.distance(pos), plain[pos.index()], "{pos:?}");
        assert_eq!(ours.is_reached(pos), plain[pos.index()].is_some(), "{pos:?}");
    }
    let reached: Vec<Pos> = ours.reached().iter().collect();
    assert_eq!(reached.len(), plain.iter().flatten().count());
    let one_by_one = (0..ours.count_reached()).map_while(|before| ours.nth_reached(before));
    assert!(one_by_one.eq(reached.iter().copied()));
    assert_eq!(Some(ours.farthest()), plain.iter().flatten().copied().max());
}

/// Follows `descend` from `goal`, and the route to `goal`. Checks that both are shortest paths.
fn check_ways(distances: &DistanceMap, goal: Pos) {
    let distance = distances.distance(goal).expect("the goal can be reached");
    let (mut at, mut left) = (goal, distance);
    while let Some(direction) = distances.descend(at, |_| true) {
        at = at.step(direction).expect("inside");
        left -= 1;
        assert_eq!(distances.distance(at), Some(left));
    }
    assert_eq!((at, left), (distances.start(), 0));

    let mut route = distances.route_from_start(goal).expect("the goal can be reached");
    assert_eq!(u16::from(route.len()), distance.min(u16::from(ROUTE_STEPS_MAX)));
    let (mut at, mut steps) = (distances.start(), 0);
    while let Some(direction) = route.pop() {
        at = at.step(direction).expect("inside");
        steps += 1;
        assert_eq!(distances.distance(at), Some(steps));
    }
    // A route may not reach the goal. From the end of the route, the remaining path is as long as the part that the
    // route omits.
    let open = |pos| distances.is_reached(pos);
    assert_eq!(plain_distances(at, open)[goal.index()], Some(distance - steps));
}

fn nasty_map() -> impl Strategy<Value = PrintableFloor> {
    prop_oneof![
        any::<u64>().prop_map(fixtures::cave),
        (any::<u64>(), 25..100u32).prop_map(|(seed, percent)| fixtures::noise(seed, percent)),
        Just(fixtures::serpentine()),
        Just(fixtures::comb()),
        Just(fixtures::tree()),
        Just(fixtures::hall()),
        // Mazes in which random tiles were changed to ground, walls or doors.
        (any::<u64>(), 1..200u32).prop_map(|(seed, count)| spoilt(
            fixtures::serpentine(),
            seed,
            count
        )),
        (any::<u64>(), 1..200u32).prop_map(|(seed, count)| spoilt(fixtures::tree(), seed, count)),
    ]
    .prop_map(PrintableFloor::from)
}

fn spoilt(mut map: Map, seed: u64, count: u32) -> Map {
    let mut rng = TestRng(seed);
    let places: Vec<Pos> = fixtures::interior().collect();
    let terrains = [Terrain::Ground, Terrain::Wall, Terrain::DoorClosed, Terrain::DoorLocked];
    for _ in 0..count {
        let pos = places[rng.below(3818) as usize];
        map.set(pos, terrains[rng.below(4) as usize]);
    }
    map
}

fn inside() -> impl Strategy<Value = Pos> {
    (0..TILES).prop_map(Pos::from_index).prop_filter("the border is wall", |pos| !pos.is_border())
}

proptest! {
    #![proptest_config(musrex_testkit::property_config!())]

    #[test]
    fn distances_are_those_of_a_plain_search(
        PrintableFloor(floor) in nasty_map(),
        start in inside(),
        obstacles in prop::collection::vec(inside(), 0..24),
    ) {
        check_against_plain(&floor.map, start, &obstacles);
    }

    #[test]
    fn ways_over_known_ground_stay_on_it(PrintableFloor(floor) in nasty_map(), start in inside(), seed: u64) {
        let mut rng = TestRng(seed);
        let mut known = TileSet::EMPTY;
        for pos in fixtures::interior().filter(|_| rng.below(4) > 0) {
            known.insert(pos);
        }
        let mut distances = DistanceMap::closed(start);
        distances.open(&floor.map, std::iter::empty());
        distances.restrict_to(&known);
        distances.expand_all();
        check_distances(&distances, |pos| known.contains(pos) && floor.map.terrain(pos).is_passable());
    }

    #[test]
    fn ways_are_shortest_and_can_be_walked(PrintableFloor(floor) in nasty_map(), start in inside(), pick: u32) {
        let distances = DistanceMap::new(&floor.map, start, std::iter::empty());
        let goals: Vec<Pos> = distances.reached().iter().collect();
        check_ways(&distances, goals[pick as usize % goals.len()]);
    }

    #[test]
    fn a_step_is_free_and_nearer_or_level(PrintableFloor(floor) in nasty_map(), start in inside(), from in inside()) {
        let distances = DistanceMap::new(&floor.map, start, std::iter::once(from));
        // The distance of an obstacle is one more than that of its nearest neighbour.
        let nearest = from.neighbours().filter_map(|next| distances.distance(next)).min();
        let assumed = if from == start { Some(0) } else { nearest.map(|steps| steps + 1) };
        for blocked in Direction::ALL.map(|direction| from.step(direction)) {
            let free = |pos| Some(pos) != blocked;
            let steps = [(distances.descend(from, free), 1), (distances.sidestep(from, free), 0)];
            for (step, change) in steps {
                let goal = assumed.and_then(|steps: u16| steps.checked_sub(change));
                let possible: Vec<Direction> = Direction::ALL
                    .into_iter()
                    .filter(|&direction| goal.is_some() && distances.distance(from.step(direction).unwrap()) == goal)
                    .filter(|&direction| free(from.step(direction).unwrap()))
                    .collect();
                prop_assert_eq!(step.is_some(), !possible.is_empty());
                if let Some(step) = step {
                    prop_assert!(possible.contains(&step));
                    let straight = possible.iter().any(|direction| !direction.is_diagonal());
                    prop_assert_eq!(step.is_diagonal(), !straight);
                }
            }
        }
    }

    #[test]
    fn what_is_spread_no_farther_than_asked_says_the_same(
        PrintableFloor(floor) in nasty_map(),
        start in inside(),
        pos in inside(),
        obstacles in prop::collection::vec(inside(), 0..24),
        goals in prop::collection::vec(inside(), 0..24),
    ) {
        let all = DistanceMap::new(&floor.map, start, obstacles.iter().copied());
        let unspread = || {
            let mut distances = DistanceMap::closed(start);
            distances.open(&floor.map, obstacles.iter().copied());
            distances
        };

        let mut distances = unspread();
        prop_assert_eq!(distances.expand_to(pos), all.is_reached(pos));
        prop_assert_eq!(distances.route_from_start(pos), all.route_from_start(pos));
        prop_assert_eq!(Some(distances.farthest()), all.distance(pos).or(Some(all.farthest())));

        let mut distances = unspread();
        distances.expand_toward(pos);
        for blocked in Direction::ALL.map(|direction| pos.step(direction)) {
            let free = |pos| Some(pos) != blocked;
            prop_assert_eq!(distances.descend(pos, free), all.descend(pos, free));
            prop_assert_eq!(distances.sidestep(pos, free), all.sidestep(pos, free));
        }
        distances.expand_around(pos);
        for next in pos.neighbours() {
            prop_assert_eq!(distances.distance(next), all.distance(next));
        }

        let mut set = TileSet::EMPTY;
        goals.iter().for_each(|&goal| set.insert(goal));
        let reached = goals.iter().copied().filter(|&goal| all.is_reached(goal));
        let nearest = reached.min_by_key(|&goal| (all.distance(goal), goal));
        prop_assert_eq!(unspread().expand_to_any(&set), nearest);
    }

    #[test]
    fn any_number_is_a_route_or_refused(packed: u64, shift in 0..64u32) {
        for number in [packed, packed >> shift, 1 << shift] {
            let Ok(mut route) = Route::try_from(number) else { continue };
            prop_assert_eq!(u64::from(route), number);
            prop_assert!(route.len() <= ROUTE_STEPS_MAX);
            for _ in 0..route.len() {
                prop_assert!(!route.is_empty() && route.peek().is_some());
                prop_assert_eq!(route.peek(), route.pop());
            }
            prop_assert!(route.is_empty() && route.peek().is_none() && route.pop().is_none());
        }
    }
}

#[test]
fn a_way_longer_than_a_byte_counts_is_exact() {
    let distances = check_against_plain(&fixtures::serpentine(), Pos::at(1, 1), &[]);
    assert!(distances.farthest() > 1800, "{}", distances.farthest());
    check_ways(&distances, Pos::at(40, 45));
}

#[test]
fn a_level_longer_than_the_list_of_its_tiles_is_exact() {
    for map in [fixtures::hall(), fixtures::tree(), fixtures::comb()] {
        for start in [Pos::at(42, 24), Pos::at(1, 1), Pos::at(83, 46)] {
            check_against_plain(&map, start, &[]);
        }
    }
    // In the hall, more than 128 tiles are at the same distance from the middle.
    let distances = DistanceMap::new(&fixtures::hall(), Pos::at(42, 24), std::iter::empty());
    let level = |steps| {
        distances.reached().iter().filter(|&pos| distances.distance(pos) == Some(steps)).count()
    };
    assert!((1..40).any(|steps| level(steps) > 128));
}

#[test]
fn a_start_on_the_border_reaches_itself_alone() {
    for start in [Pos::at(0, 0), Pos::at(84, 47), Pos::at(40, 0), Pos::at(0, 20)] {
        let distances = DistanceMap::new(&fixtures::hall(), start, std::iter::empty());
        assert_eq!(distances.reached().iter().collect::<Vec<_>>(), [start]);
        assert_eq!(distances.farthest(), 0);
        assert_eq!(distances.route_from_start(start), Some(Route::NONE));
    }
}

#[test]
fn a_way_squeezes_between_walls_that_touch_at_a_corner() {
    let ends = [Pos::at(10, 10), Pos::at(11, 11)];
    let map = fixtures::where_open(|pos| ends.contains(&pos));
    let distances = DistanceMap::new(&map, ends[0], std::iter::empty());
    assert_eq!(distances.distance(ends[1]), Some(1));
    assert_eq!(distances.descend(ends[1], |_| true), Some(Direction::NorthWest));
}

#[test]
fn m4_doors_that_open_by_themselves_are_ways_and_locked_ones_are_not() {
    let row = |x| Pos::at(x, 10);
    for (door, passes) in [
        (Terrain::DoorOpen, true),
        (Terrain::DoorClosed, true),
        (Terrain::DoorLocked, false),
        (Terrain::Wall, false),
    ] {
        let mut map = fixtures::where_open(|pos| pos.y() == 10);
        map.set(row(20), door);
        let distances = DistanceMap::new(&map, row(10), std::iter::empty());
        assert_eq!(distances.is_reached(row(30)), passes, "{door:?}");
    }
}

#[test]
fn routes_are_saved_as_numbers_and_bad_numbers_are_refused() {
    let distances = DistanceMap::new(&fixtures::hall(), Pos::at(1, 1), std::iter::empty());
    let route = distances.route_from_start(Pos::at(83, 46)).expect("a hall has no walls");
    let text = serde_json::to_string(&route).expect("a number");
    assert_eq!(serde_json::from_str::<Route>(&text).ok(), Some(route));
    for bad in ["0", "2", "4", "18446744073709551615"] {
        assert!(serde_json::from_str::<Route>(bad).is_err(), "{bad}");
    }
    assert_eq!(serde_json::from_str::<Route>("1").ok(), Some(Route::NONE));
    assert_eq!(Route::default(), Route::NONE);
}
