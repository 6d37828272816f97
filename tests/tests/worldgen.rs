//! Floors (W), by plain means: nothing here asks the generator's own proof or its searches.

use musrex_core::content::ItemKind;
use musrex_core::content::floors::{self, Style};
use musrex_core::geometry::Pos;
use musrex_core::limits::{GENERATION_TRIES_MAX, MAP_HEIGHT, MAP_WIDTH, MONSTERS_BORN, TILES};
use musrex_core::quantity::Floor;
use musrex_core::world::{FloorState, GroundItem, Item, Map, Terrain};
use musrex_core::worldgen;
use musrex_tests::assert_same;
use musrex_tests::fixtures::{PrintableFloor, TestRng};
use musrex_tests::seeds::shifted;
use std::collections::BTreeSet;

fn floor(number: u8) -> Floor {
    Floor::new(number).expect("a floor of the tower")
}

fn made(seed: u64, floor: Floor) -> FloorState {
    let mut state = FloorState::EMPTY;
    worldgen::generate(seed, floor, &mut state);
    state
}

/// The open tiles one can get to from `start`, in eight directions, by the plainest of searches.
/// Doors that open by themselves count as open.
fn flood(map: &Map, start: Pos) -> BTreeSet<(u8, u8)> {
    let mut reached = BTreeSet::from([(start.x(), start.y())]);
    let mut todo = vec![(start.x(), start.y())];
    while let Some((x, y)) = todo.pop() {
        for (dx, dy) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (1, 1), (2, 2), (0, 0)] {
            let (next_x, next_y) = (x + dx - 1, y + dy - 1);
            let open = !matches!(
                map.terrain(Pos::at(next_x, next_y)),
                Terrain::Wall | Terrain::DoorLocked
            );
            if open && reached.insert((next_x, next_y)) {
                todo.push((next_x, next_y));
            }
        }
    }
    reached
}

fn count(map: &Map, terrain: Terrain) -> usize {
    map.tiles().iter().filter(|&&tile| tile == terrain).count()
}

/// Walls among the eight tiles around (x, y), counted by hand.
fn walls_around(map: &Map, pos: Pos) -> usize {
    let wall =
        |dx: i8, dy: i8| pos.offset(dx, dy).is_none_or(|at| map.terrain(at) == Terrain::Wall);
    let mut walls = 0;
    for dy in -1..=1 {
        for dx in -1..=1 {
            walls += usize::from((dx, dy) != (0, 0) && wall(dx, dy));
        }
    }
    walls
}

/// All that must hold of a new floor (W1, W2, W9, W10, W12, M1). The first fault.
fn fault(floor: Floor, state: &FloorState) -> Option<String> {
    let map = &state.map;
    for (pos, terrain) in map.iter() {
        let is_edge =
            pos.x() == 0 || pos.y() == 0 || pos.x() == MAP_WIDTH - 1 || pos.y() == MAP_HEIGHT - 1;
        if is_edge && terrain != Terrain::Wall {
            return Some(format!("the edge is open at {pos:?}"));
        }
    }
    let number = floor.number();
    let (ups, downs) = (count(map, Terrain::StairsUp), count(map, Terrain::StairsDown));
    if (ups, downs) != (usize::from(number < 13), usize::from(number > 0)) {
        return Some(format!("{ups} stairs up and {downs} down"));
    }
    let (up, down) = (map.find(Terrain::StairsUp), map.find(Terrain::StairsDown));
    for (stairs, dx) in up.map(|up| (up, -1)).into_iter().chain(down.map(|down| (down, 1))) {
        if walls_around(map, stairs) > 0 {
            return Some(format!("walls beside the stairs at {stairs:?}"));
        }
        let arrival = stairs.offset(dx, 0)?;
        if map.terrain(arrival) != Terrain::Ground || state.monster_at(arrival).is_some() {
            return Some(format!("no free ground to arrive on at {arrival:?}"));
        }
    }
    let reached = flood(map, down.or(up)?);
    let is_reached = |pos: Pos| reached.contains(&(pos.x(), pos.y()));
    let lost = up.into_iter().chain(state.monsters.iter().map(|monster| monster.body.pos));
    if let Some(pos) = lost.into_iter().find(|&pos| !is_reached(pos)) {
        return Some(format!("{pos:?} cannot be reached"));
    }
    item_fault(state, &reached).or_else(|| population_fault(floor, state))
}

/// W7, W8, W9: every item on a tile of its own within reach, or behind a locked door whose key is
/// within reach with all locked doors closed; what is worn in alcoves or behind locked doors.
fn item_fault(state: &FloorState, reached: &BTreeSet<(u8, u8)>) -> Option<String> {
    let map = &state.map;
    let mut unlocked = map.clone();
    for (pos, _) in map.iter().filter(|(_, terrain)| *terrain == Terrain::DoorLocked) {
        unlocked.set(pos, Terrain::DoorOpen);
    }
    let start = *reached.first()?;
    let all = flood(&unlocked, Pos::at(start.0, start.1));
    let is_in = |tiles: &BTreeSet<(u8, u8)>, pos: Pos| tiles.contains(&(pos.x(), pos.y()));
    let mut places = BTreeSet::new();
    for ground in &state.items {
        let (pos, kind) = (ground.pos, ground.item.kind);
        if !places.insert(pos) {
            return Some(format!("two items at {pos:?}"));
        }
        let terrain = map.terrain(pos);
        if !matches!(terrain, Terrain::Ground | Terrain::Alcove) || !is_in(&all, pos) {
            return Some(format!("{kind:?} on {terrain:?} at {pos:?}"));
        }
        if kind == ItemKind::Key && !is_in(reached, pos) {
            return Some(format!("a key behind a locked door at {pos:?}"));
        }
        let is_apart = terrain == Terrain::Alcove || !is_in(reached, pos);
        if kind.slot().is_some() && !is_apart {
            return Some(format!("{kind:?} in the open at {pos:?}"));
        }
    }
    let keys = state.items.iter().filter(|ground| ground.item.kind == ItemKind::Key).count();
    let doors = count(map, Terrain::DoorLocked);
    if keys != doors {
        return Some(format!("{keys} keys for {doors} doors"));
    }
    map.iter().filter(|(_, terrain)| *terrain == Terrain::DoorLocked).find_map(|(pos, _)| {
        // All that opening this door alone adds: something of it must be worth having.
        let mut opened = map.clone();
        opened.set(pos, Terrain::DoorOpen);
        let more = flood(&opened, Pos::at(start.0, start.1));
        let guards = state.items.iter().any(|ground| {
            is_in(&more, ground.pos)
                && !is_in(reached, ground.pos)
                && ground.item.kind.slot().is_some()
        });
        (!guards).then(|| format!("a locked door at {pos:?} that guards nothing"))
    })
}

fn population_fault(floor: Floor, state: &FloorState) -> Option<String> {
    let mut places = BTreeSet::new();
    for monster in &state.monsters {
        let pos = monster.body.pos;
        if !places.insert(pos) {
            return Some(format!("two monsters at {pos:?}"));
        }
        if state.map.terrain(pos) != Terrain::Ground {
            return Some(format!("a monster on {:?} at {pos:?}", state.map.terrain(pos)));
        }
        if monster.body.hp.is_dead() || monster.body.statuses.running().count() > 0 {
            return Some(format!("a monster born ill at {pos:?}"));
        }
    }
    let wanted = if floor == Floor::LOBBY { 0 } else { MONSTERS_BORN };
    let is_throne = floor == Floor::THRONE;
    (state.monsters.len() != wanted && !is_throne)
        .then(|| format!("{} monsters", state.monsters.len()))
}

// W1, W2, W7, W8, W9, W10, M1: a thousand floors, each of a run of its own.
#[test]
fn a_thousand_floors_are_whole() {
    let mut rng = TestRng(shifted(1));
    for round in 0..1000u32 {
        let seed = u64::from(rng.below(u32::MAX)) << 32 | u64::from(round);
        let floor = floor(u8::try_from(round % 14).expect("14 floors"));
        let state = made(seed, floor);
        if let Some(fault) = fault(floor, &state) {
            panic!("floor {} of run {seed:#x}: {fault}{:?}", floor.number(), PrintableFloor(state));
        }
    }
}

fn lay(state: &mut FloorState, pos: Pos, kind: ItemKind) {
    state.items.push(GroundItem { pos, item: Item::new(kind) }).expect("a floor has room");
}

// The check above can fail: each fault it looks for is found when it is made.
#[test]
fn every_fault_is_found() {
    let one = floor(1);
    let sound = made(shifted(5), one);
    assert_eq!(fault(one, &sound), None);
    let up = sound.map.find(Terrain::StairsUp).expect("floor 1 has up stairs");
    let spoil = |how: &dyn Fn(&mut FloorState)| {
        let mut state = sound.clone();
        how(&mut state);
        fault(one, &state)
    };
    let faults = [
        spoil(&|state| state.map.set(up, Terrain::Ground)),
        spoil(&|state| state.map.set(up.offset(1, 1).expect("inside"), Terrain::Wall)),
        spoil(&|state| state.map.set(up.offset(-1, 0).expect("inside"), Terrain::DoorClosed)),
        spoil(&|state| {
            for pos in state.monsters[0].body.pos.neighbours() {
                state.map.set(pos, Terrain::Wall);
            }
        }),
        spoil(&|state| {
            for pos in up.neighbours().flat_map(Pos::neighbours).filter(|p| p.steps_to(up) == 2) {
                state.map.set(pos, Terrain::Wall);
            }
        }),
        spoil(&|state| state.monsters[3].body.pos = state.monsters[4].body.pos),
        spoil(&|state| state.monsters.truncate(15)),
        spoil(&|state| lay(state, up.offset(1, -1).expect("inside"), ItemKind::Crowbar)),
        spoil(&|state| lay(state, up.offset(1, 1).expect("inside"), ItemKind::Key)),
        spoil(&|state| lay(state, Pos::at(0, 1), ItemKind::HealthPack)),
        spoil(&|state| {
            let pos = state.items[0].pos;
            lay(state, pos, ItemKind::HealthPack);
        }),
    ];
    for (index, fault) in faults.iter().enumerate() {
        assert!(fault.is_some(), "fault {index} was not found");
    }
}

// W3: the same seed and floor give the same floor, whatever was in its place before; another seed
// or floor gives another.
#[test]
fn a_floor_follows_from_seed_and_number() {
    let mut used = made(shifted(99), floor(7));
    for seed in (0..20).map(shifted) {
        for number in 0..14 {
            let fresh = made(seed, floor(number));
            worldgen::generate(seed, floor(number), &mut used);
            assert_same!(fresh, used, "floor {number} of run {seed}");
        }
    }
    let made = |seed, number| made(shifted(seed), floor(number));
    assert!(made(1, 1).map != made(2, 1).map);
    assert!(made(1, 1).map != made(1, 3).map);
}

fn caves() -> impl Iterator<Item = (u64, FloorState)> {
    (0..140).map(|round| {
        let floor = floor(1 + 2 * u8::try_from(round % 6).expect("six caves"));
        assert_eq!(Style::of(floor), Style::Cave, "odd floors are caves");
        (shifted(round), made(shifted(round), floor))
    })
}

// W3, W4: odd floors are caves; none of their walls has fewer than two walls around it.
#[test]
fn caves_are_tidied() {
    for (seed, state) in caves() {
        for (pos, terrain) in state.map.iter() {
            let stands = terrain != Terrain::Wall || walls_around(&state.map, pos) >= 2;
            assert!(
                stands,
                "a lone wall at {pos:?} of run {seed}{:?}",
                PrintableFloor(state.clone())
            );
        }
    }
}

// W4: 20 to 35 % are dug. Tidying opens more, but only tiles with fewer than two walls around them;
// so all others were dug.
#[test]
fn caves_are_dug_from_20_to_35_percent() {
    let (mut narrowest, mut widest) = (100, 0);
    for (seed, state) in caves() {
        let open: Vec<Pos> = state
            .map
            .iter()
            .filter(|(_, terrain)| terrain.is_walkable())
            .map(|(pos, _)| pos)
            .collect();
        let dug = open.iter().filter(|&&pos| walls_around(&state.map, pos) >= 2).count();
        assert!(open.len() * 100 >= (TILES - 100) * 20, "{} open in run {seed}", open.len());
        assert!(dug * 100 <= TILES * 35, "{dug} dug in run {seed}");
        narrowest = narrowest.min(open.len() * 100 / TILES);
        widest = widest.max(open.len() * 100 / TILES);
    }
    assert!(narrowest <= 22 && widest >= 33, "from {narrowest} to {widest} % open");
}

// W4, W5: a walk leaves one cave, not several, and every room of a laboratory has a way to it.
#[test]
fn a_floor_hangs_together() {
    for (seed, state) in caves().chain(laboratories()) {
        let mut map = state.map.clone();
        for (pos, _) in state.map.iter().filter(|(_, terrain)| terrain.is_door()) {
            map.set(pos, Terrain::DoorOpen);
        }
        let start = map.find(Terrain::Ground).expect("a floor has ground");
        let open = map.tiles().iter().filter(|tile| tile.is_walkable()).count();
        assert_eq!(flood(&map, start).len(), open, "run {seed}{:?}", PrintableFloor(state));
    }
}

// W9: a floor is found after few tries, far from the limit.
#[test]
fn floors_take_few_tries() {
    let worst = (0..200)
        .map(|round| {
            let floor = floor(u8::try_from(round % 14).expect("14 floors"));
            worldgen::tries(shifted(round), floor)
        })
        .max();
    assert!(worst < Some(GENERATION_TRIES_MAX / 5), "{worst:?} tries");
}

// M1: hit points are rolled for each monster: the Micro Mice of many floors have 1 to 4, evenly.
#[test]
fn hit_points_are_rolled_for_each_monster() {
    let mut counts = [0; 4];
    for seed in (0..150).map(shifted) {
        for monster in &made(seed, floor(1)).monsters {
            if monster.kind.spec().name == "Micro Mouse" {
                counts[usize::from(monster.body.hp.0) - 1] += 1;
            }
        }
    }
    musrex_tests::fairness::assert_fair("hit points", &counts, &[1; 4]);
}

// M2: everybody is born asleep, and nobody near where one arrives.
#[test]
fn new_floors_sleep() {
    for number in 1..13 {
        let state = made(shifted(3), floor(number));
        let down =
            state.map.find(Terrain::StairsDown).expect("every floor above the lobby has them");
        for monster in &state.monsters {
            assert!(!monster.ai_state.is_alert());
            assert!(monster.body.pos.steps_to(down) > 1);
        }
    }
}

// W12: the throne floor has down stairs only.
#[test]
fn the_throne_floor_has_no_way_up() {
    for seed in (0..20).map(shifted) {
        let map = made(seed, Floor::THRONE).map;
        assert_eq!((count(&map, Terrain::StairsUp), count(&map, Terrain::StairsDown)), (0, 1));
    }
}

fn laboratories() -> impl Iterator<Item = (u64, FloorState)> {
    (0..90).map(|round| {
        let floor = floor(2 + 2 * u8::try_from(round % 6).expect("six laboratories"));
        assert_eq!(Style::of(floor), Style::Laboratory, "even floors are laboratories");
        (shifted(round), made(shifted(round), floor))
    })
}

// W5: a door stands where a corridor meets a room: between walls on two opposite sides and open
// floor on the other two.
#[test]
fn doors_stand_between_corridor_and_room() {
    let mut doors = 0;
    for (seed, state) in laboratories() {
        let closed = state.map.iter().filter(|(_, terrain)| *terrain == Terrain::DoorClosed);
        for (pos, _) in closed {
            let is_wall = |dx, dy| {
                let at = pos.offset(dx, dy).expect("a door is off the edge");
                state.map.terrain(at) == Terrain::Wall
            };
            let across = is_wall(-1, 0) && is_wall(1, 0) && !is_wall(0, -1) && !is_wall(0, 1);
            let down = is_wall(0, -1) && is_wall(0, 1) && !is_wall(-1, 0) && !is_wall(1, 0);
            assert!(
                across || down,
                "the door at {pos:?} of run {seed}{:?}",
                PrintableFloor(state.clone())
            );
            doors += 1;
        }
    }
    assert!(doors >= 90 * 4, "{doors} doors on 90 floors");
}

// W5: rooms: most of a laboratory's ground lies in whole rectangles, not in winding tunnels.
#[test]
fn laboratories_have_rooms() {
    for (seed, state) in laboratories() {
        let is_open = |pos: Pos| state.map.terrain(pos) != Terrain::Wall;
        let open = state.map.iter().filter(|(_, terrain)| terrain.is_walkable()).count();
        let in_rooms = state.map.iter().filter(|&(pos, terrain)| {
            let around = || pos.neighbours().chain([pos]);
            terrain.is_walkable()
                && around().any(|middle| middle.neighbours().chain([middle]).all(is_open))
        });
        let in_rooms = in_rooms.count();
        assert!(
            in_rooms * 2 > open,
            "{in_rooms} of {open} in run {seed}{:?}",
            PrintableFloor(state.clone())
        );
    }
}

// I4: the seven common items are equally likely; potions come on top; keys only with their doors.
#[test]
fn common_items_are_equally_likely() {
    let mut counts = [0; ItemKind::COMMON.len()];
    for (_, state) in caves().chain(laboratories()) {
        let apart = |pos: Pos| state.map.terrain(pos) == Terrain::Alcove;
        let (mut common, mut potions) = (0, 0);
        for ground in &state.items {
            let kind = ground.item.kind;
            let place = ItemKind::COMMON.iter().position(|&common| common == kind);
            // What is worn and lies in a vault came with its door.
            if let Some(place) = place.filter(|_| kind.slot().is_none() || apart(ground.pos)) {
                counts[place] += 1;
                common += 1;
            }
            potions += u32::from(kind.potion_index().is_some());
        }
        assert!(floors::POTIONS.contains(&potions), "{potions} potions");
        assert!(common <= *floors::COMMON_ITEMS.end(), "{common} common items");
    }
    musrex_tests::fairness::assert_fair("common items", &counts, &[1; ItemKind::COMMON.len()]);
}

// I, I4: a microchip has taken floor × 2 steps of ±1; other things get better with the floor.
#[test]
fn things_get_better_with_the_floor() {
    let mut chips = 0;
    // Of each number, whether a microchip lowers it and whether one raises it.
    let mut touched = [[false; 2]; 5];
    let mut crowbars = vec![0; 14];
    for round in 0..240 {
        let number = 1 + u8::try_from(round % 12).expect("twelve floors");
        for ground in &made(shifted(round), floor(number)).items {
            let numbers = ground.item.bonus.numbers();
            let (steps, taken) =
                (2 * i16::from(number), numbers.iter().map(|n| n.abs()).sum::<i16>());
            match ground.item.kind {
                ItemKind::Microchip => {
                    assert!(taken <= steps && (taken - steps) % 2 == 0, "{numbers:?} on {number}");
                    chips += 1;
                    for (touched, number) in touched.iter_mut().zip(numbers) {
                        touched[0] |= number < 0;
                        touched[1] |= number > 0;
                    }
                }
                ItemKind::Crowbar => crowbars[usize::from(number)] = numbers[2],
                _ => {}
            }
        }
    }
    assert_eq!(touched, [[true; 2]; 5], "of hp, attack, defence and saving throw in {chips} chips");
    let found: Vec<i16> = crowbars.into_iter().filter(|&best| best > 0).collect();
    assert!(found.len() > 5 && found.is_sorted() && found.first() < found.last(), "{found:?}");
}
