//! Checks generated floors (W) with simple code: no test here uses the generator's own checks or searches.

use musrex_core::content::floors;
use musrex_core::content::places::Layout;
use musrex_core::content::tower::Finds;
use musrex_core::content::{Firmware, ItemKind, MonsterKind, PlaceKind};
use musrex_core::geometry::Pos;
use musrex_core::limits::{GENERATION_TRIES_MAX, TILES};
use musrex_core::quantity::Floor;
use musrex_core::world::{AiState, FloorState, GroundItem, Item, Squeak, Terrain};
use musrex_core::worldgen;
use musrex_testkit::assert_same;
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::fixtures::{PrintableFloor, TestRng};
use musrex_testkit::floor_faults::{
    count, fault, flood, walls_around, without_items_of_rooms, without_rooms,
};
use musrex_testkit::rulebook;
use musrex_testkit::seeds::shifted;
use std::collections::BTreeSet;

fn floor(number: u8) -> Floor {
    Floor::new(number).expect("a floor of the tower")
}

fn made(seed: u64, floor: Floor) -> FloorState {
    let mut state = FloorState::EMPTY;
    worldgen::generate(seed, floor, &mut state);
    state
}

// W1, W2, W7, W8, W9, W10, W15, W16, W17, W18, M1: a thousand floors, each from its own run, are valid.
#[test]
fn a_thousand_floors_are_whole() {
    let mut rng = TestRng(shifted(1));
    for round in 0..1000u32 {
        let seed = u64::from(rng.below(u32::MAX)) << 32 | u64::from(round);
        let floor = floor(u8::try_from(round % 14).expect("14 floors"));
        let state = made(seed, floor);
        if let Some(fault) = fault(floor, PlaceKind::of(seed, floor), &state) {
            panic!("floor {} of run {seed:#x}: {fault}{:?}", floor.number(), PrintableFloor(state));
        }
    }
}

fn lay(state: &mut FloorState, pos: Pos, kind: ItemKind) {
    state.items.push(GroundItem { pos, item: Item::new(kind) }).expect("a floor has room");
}

// The check above can fail: it finds each kind of fault when the test creates one.
#[test]
fn every_fault_is_found() {
    let one = floor(1);
    let sound = made(shifted(5), one);
    assert_eq!(fault(one, PlaceKind::of(shifted(5), one), &sound), None);
    let up = sound.map.find(Terrain::StairsUp).expect("floor 1 has up stairs");
    let spoil = |how: &dyn Fn(&mut FloorState)| {
        let mut state = sound.clone();
        how(&mut state);
        fault(one, PlaceKind::of(shifted(5), one), &state)
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
        spoil(&|state| state.monsters.truncate(usize::from(one.spec().monsters) - 1)),
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

// W3: the same seed and number always give the same floor, whatever the memory for it contained before. Another seed or
// number gives another floor.
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

/// Returns the floor of the run `seed` that has this place.
fn place(seed: u64, place: PlaceKind) -> FloorState {
    let floor = Floor::all().find(|&floor| PlaceKind::of(seed, floor) == place);
    made(seed, floor.expect("each run has each place"))
}

fn caves() -> impl Iterator<Item = (u64, FloorState)> {
    use PlaceKind::{Crumbs, Foundations, Hollows, Warrens};
    (0..140).map(|round: usize| {
        let kind = [Foundations, Crumbs, Hollows, Warrens][round % 4];
        assert!(matches!(kind.spec().layout, Layout::Cave(_)), "a cave");
        let seed = shifted(round as u64);
        (seed, place(seed, kind))
    })
}

// W4: every wall of a cave has at least two walls or fixtures around it.
#[test]
fn caves_are_tidied() {
    for (seed, state) in caves() {
        for (pos, terrain) in state.map.iter() {
            let built = |at: &Pos| state.map.terrain(*at).is_fixture();
            let around = walls_around(&state.map, pos) + pos.neighbours().filter(built).count();
            let stands = terrain != Terrain::Wall || around >= 2;
            assert!(
                stands,
                "a lone wall at {pos:?} of run {seed}{:?}",
                PrintableFloor(state.clone())
            );
        }
    }
}

// W4: the rulebook gives the percentage of dug tiles. Tidying opens further tiles, but only tiles with fewer than two
// walls around them, so all other open tiles were dug.
#[test]
fn caves_are_dug_as_the_rulebook_says() {
    let number = |words| rulebook::number("W4", words) as usize;
    let (low, high) = (number("dig until "), number("–"));
    let (mut narrowest, mut widest) = (100, 0);
    for (seed, state) in caves() {
        let state = without_rooms(&state);
        let open: Vec<Pos> = state
            .map
            .iter()
            .filter(|(_, terrain)| terrain.is_walkable())
            .map(|(pos, _)| pos)
            .collect();
        let dug = open.iter().filter(|&&pos| walls_around(&state.map, pos) >= 2).count();
        assert!(open.len() * 100 >= (TILES - 100) * low, "{} open in run {seed}", open.len());
        // The tiles of alcoves are additional.
        assert!(dug * 100 <= TILES * high + 800, "{dug} dug in run {seed}");
        narrowest = narrowest.min(open.len() * 100 / TILES);
        widest = widest.max(open.len() * 100 / TILES);
    }
    assert!(narrowest <= low + 1 && widest >= high, "from {narrowest} to {widest} % open");
}

/// Iterates over floors 1 to 12 of many runs.
fn all_places() -> impl Iterator<Item = (u64, FloorState)> {
    (0..180).map(|round| {
        let number = 1 + u8::try_from(round % 12).expect("twelve floors");
        (shifted(round), made(shifted(round), floor(number)))
    })
}

// W4, W5, W19, W21, W22, W23, W24: all walkable tiles of a floor are connected.
#[test]
fn a_floor_hangs_together() {
    for (seed, state) in all_places() {
        let mut map = state.map.clone();
        for (pos, _) in state.map.iter().filter(|(_, terrain)| terrain.is_door()) {
            map.set(pos, Terrain::DoorOpen);
        }
        for pos in state.map.live_cables().iter() {
            map.set(pos, Terrain::CableDead);
        }
        let start = map.find(Terrain::Ground).expect("a floor has ground");
        let open = map.tiles().iter().filter(|tile| tile.is_walkable()).count();
        assert_eq!(flood(&map, start).len(), open, "run {seed}{:?}", PrintableFloor(state));
    }
}

// W9: at most one floor in two hundred needs a second attempt, because each further attempt makes the player wait.
#[test]
fn floors_take_one_try() {
    let floors = || (0..2800).map(|round| (shifted(round), floor((round % 14) as u8)));
    let tries = floors().map(|(seed, floor)| (seed, floor, worldgen::tries(seed, floor)));
    let again: Vec<_> = tries.filter(|(.., tries)| *tries > 1).collect();
    assert!(again.len() * 200 <= floors().count(), "{again:?}");
    assert!(again.iter().all(|(.., tries)| *tries < GENERATION_TRIES_MAX / 5), "{again:?}");
}

// M1: hit points are rolled for each monster separately, so the hit points of many Micro Mice are evenly distributed.
#[test]
fn hit_points_are_rolled_for_each_monster() {
    let hp = MonsterKind::MicroMouse.spec().hp_on(floor(1));
    let mut counts = vec![0; hp.clone().count()];
    for seed in (0..150).map(shifted) {
        for monster in &made(seed, floor(1)).monsters {
            if monster.kind == MonsterKind::MicroMouse {
                counts[usize::from(monster.body.hp.0 - hp.start())] += 1;
            }
        }
    }
    assert_fair("hit points", &counts, &vec![1; counts.len()]);
}

// M2: two thirds of all packs are asleep at the start, and the others keep watch.
#[test]
fn two_thirds_of_all_packs_sleep() {
    let mut counts = [0; 2];
    for seed in (0..40).map(shifted) {
        for number in 1..13 {
            for monster in &made(seed, floor(number)).monsters {
                match monster.ai_state {
                    AiState::Asleep => counts[0] += 1,
                    AiState::Watching => counts[1] += 1,
                    _ => panic!("{:?} on floor {number} of run {seed}", monster.ai_state),
                }
            }
        }
    }
    let percent = 100 * counts[0] / (counts[0] + counts[1]);
    assert!((62..=71).contains(&percent), "{percent} % of {counts:?} sleep");
}

// M2, W15: at the start, no monster is in the vents or is an ally, and only named mice carry an item, their chip. All
// monsters have their full hit points.
#[test]
fn monsters_are_born_plain() {
    for number in 0..14 {
        let state = made(shifted(11), floor(number));
        assert!(state.vented.is_empty() && state.spills.is_empty());
        for monster in &state.monsters {
            assert_eq!((monster.body.hp, monster.squeak), (monster.hp_born, Squeak::Unused));
            // A named mouse carries its chip (M19).
            assert_eq!(monster.loot.is_some(), monster.kind.spec().firmware.is_some());
            assert!(!monster.is_ally && !monster.is_unpaid);
        }
    }
}

// M2: no monster of a new floor is alert, and none is next to the stairs down.
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

// W12: the throne floor has stairs down, but no stairs up.
#[test]
fn the_throne_floor_has_no_way_up() {
    for seed in (0..20).map(shifted) {
        let map = made(seed, Floor::THRONE).map;
        assert_eq!((count(&map, Terrain::StairsUp), count(&map, Terrain::StairsDown)), (0, 1));
    }
}

fn laboratories() -> impl Iterator<Item = (u64, FloorState)> {
    (0..90).map(shifted).map(|seed| {
        assert_eq!(PlaceKind::Mercies.spec().layout, Layout::Rooms);
        (seed, place(seed, PlaceKind::Mercies))
    })
}

// W5: a door is where a corridor meets a room, with walls on two opposite sides and open ground on the other two.
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

// W5: most of a laboratory's ground is in open squares of 3 × 3 tiles, because it consists of rooms and not of winding
// tunnels.
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

// W5: rooms and corridors stay within a limited number of columns and rows, which some floors fill completely.
#[test]
fn laboratories_keep_within_their_extent() {
    let extent = |words| u8::try_from(rulebook::number("W5", words)).expect("a floor's size");
    let wanted = [extent("within "), extent("× ")];
    let mut widest = [0, 0];
    for (seed, state) in laboratories() {
        let state = without_rooms(&state);
        // Vaults and alcoves are cut into the surrounding rock.
        let start = state.map.find(Terrain::StairsDown).expect("a laboratory has them");
        let mut map = state.map.clone();
        for pos in state.map.live_cables().iter() {
            map.set(pos, Terrain::CableDead);
        }
        let tiles = flood(&map, start);
        let tiles = tiles.iter().filter(|(x, y)| map.terrain(Pos::at(*x, *y)) != Terrain::Alcove);
        let (xs, ys): (Vec<u8>, Vec<u8>) = tiles.copied().unzip();
        let size = [xs, ys].map(|of| {
            let (low, high) = (of.iter().min(), of.iter().max());
            high.zip(low).map_or(0, |(high, low)| high - low + 1)
        });
        let fits = size[0] <= wanted[0] && size[1] <= wanted[1];
        assert!(fits, "{size:?} in run {seed}{:?}", PrintableFloor(state.clone()));
        widest = [widest[0].max(size[0]), widest[1].max(size[1])];
    }
    let fills = widest[0] + 6 >= wanted[0] && widest[1] + 6 >= wanted[1];
    assert!(fills, "{widest:?} of {wanted:?}");
}

// I4: an override chip lies in the open on floor 2, and on one in three of the other floors. I11: microchips in alcoves
// have no firmware. W17: one vault in three has an Override Chip instead of a microchip.
#[test]
fn some_things_are_found_sometimes() {
    let mut chip_floors = [0; 2];
    let mut tools = [0; 2];
    let mut traits = BTreeSet::new();
    for seed in (0..60).map(shifted) {
        for number in 1..13 {
            let state = without_items_of_rooms(&made(seed, floor(number)));
            let is_open = |ground: &&GroundItem| state.map.terrain(ground.pos) == Terrain::Ground;
            let is_chip = |ground: &&GroundItem| ground.item.kind == ItemKind::OverrideChip;
            let chips = state.items.iter().filter(is_open).filter(is_chip).count();
            match number {
                2 => assert_eq!(chips, 1, "floor 2 introduces it"),
                _ => chip_floors[usize::from(chips == 0)] += 1,
            }
            for ground in &state.items {
                let (terrain, kind) = (state.map.terrain(ground.pos), ground.item.kind);
                let is_tool = usize::from(kind != ItemKind::OverrideChip);
                match (terrain, kind) {
                    (Terrain::Ground, ItemKind::OverrideChip | ItemKind::Cheese) => {}
                    (Terrain::Alcove, ItemKind::Microchip) => {
                        assert_eq!(
                            ground.item.firmware, None,
                            "only vaults and named mice have it"
                        );
                    }
                    (Terrain::Pedestal, ItemKind::Microchip | ItemKind::OverrideChip) => {
                        tools[is_tool] += 1;
                    }
                    _ => assert!(ground.item.firmware.is_none(), "{:?}", ground.item),
                }
                traits.extend(ground.item.firmware.map(|firmware| firmware as usize));
                assert!(!ground.item.was_carried);
            }
        }
    }
    assert_fair("chips", &chip_floors, &[1, 2]);
    assert_fair("tools in vaults", &tools, &[1, 2]);
    assert_eq!(traits.len(), Firmware::COUNT);
}

// I4: each floor from 1 to 12 has Cheese in the open, whatever other items it has.
#[test]
fn every_floor_has_what_heals() {
    for number in 1..=12 {
        for seed in (0..25).map(shifted) {
            let state = without_items_of_rooms(&made(seed, floor(number)));
            let heals = |it: &&GroundItem| it.item.kind == ItemKind::Cheese;
            let found: Vec<Pos> = state.items.iter().filter(heals).map(|it| it.pos).collect();
            let is_open = |pos: &Pos| state.map.terrain(*pos) == Terrain::Ground;
            assert!(found.iter().any(is_open), "floor {number} of run {seed}: {found:?}");
        }
    }
}

// I4: the common items are equally likely; potions are additional.
#[test]
fn common_items_are_equally_likely() {
    let mut counts = [0; ItemKind::COMMON.len()];
    // In each run, all items that the run does not exclude are equally likely (I16).
    let mut weights = counts;
    for (seed, state) in caves().chain(laboratories()) {
        let state = without_items_of_rooms(&state);
        let finds = Finds::of(seed);
        for (weight, &kind) in weights.iter_mut().zip(&ItemKind::COMMON) {
            *weight += u64::from(!finds.is_left_out(kind));
        }
        let apart = |pos: Pos| state.map.terrain(pos) == Terrain::Alcove;
        let (mut common, mut potions) = (0, 0);
        for ground in &state.items {
            let kind = ground.item.kind;
            let place = ItemKind::COMMON.iter().position(|&common| common == kind);
            // A wearable item in a vault does not count, because it belongs to the vault.
            if let Some(place) = place.filter(|_| kind.slot().is_none() || apart(ground.pos)) {
                counts[place] += 1;
                common += 1;
            }
            potions += u32::from(kind.potion_index().is_some());
        }
        assert_eq!(potions, floors::POTIONS, "potions");
        assert!((1..=3).contains(&common), "{common} common items");
    }
    assert_fair("common items", &counts, &weights);
}

// I, I4: a microchip's bonus has taken floor × 2 random steps of ±1. Crowbars get better on higher floors.
#[test]
fn things_get_better_with_the_floor() {
    let mut chips = 0;
    // For each number of the bonus: whether some microchip lowers it, and whether some microchip raises it.
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
