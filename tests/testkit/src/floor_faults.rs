//! Finds faults in new floors. A fault is a violation of a rule W of the rulebook. This module uses only its own
//! simple code, not the validation or the searches of the floor generator.

use musrex_core::content::rooms::Thing;
use musrex_core::content::{ItemKind, PlaceKind, Slot};
use musrex_core::geometry::Pos;
use musrex_core::limits::{MAP_HEIGHT, MAP_WIDTH};
use musrex_core::quantity::Floor;
use musrex_core::world::{FloorState, Map, Terrain};
use std::collections::BTreeSet;

/// Returns the open tiles that can be reached from `start` in eight directions, by a simple search. Closed doors
/// count as open; locked doors and live cables count as walls (W9).
pub fn flood(map: &Map, start: Pos) -> BTreeSet<(u8, u8)> {
    let mut reached = BTreeSet::from([(start.x(), start.y())]);
    let mut todo = vec![(start.x(), start.y())];
    while let Some((x, y)) = todo.pop() {
        for (dx, dy) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (1, 1), (2, 2), (0, 0)] {
            let (next_x, next_y) = (x + dx - 1, y + dy - 1);
            let open = matches!(
                map.terrain(Pos::at(next_x, next_y)),
                Terrain::Ground
                    | Terrain::Alcove
                    | Terrain::StairsUp
                    | Terrain::StairsDown
                    | Terrain::DoorClosed
                    | Terrain::DoorOpen
                    | Terrain::CableDead
            );
            if open && reached.insert((next_x, next_y)) {
                todo.push((next_x, next_y));
            }
        }
    }
    reached
}

/// Returns the floor without its hand-drawn rooms, their items, their creatures and the corridors dug to them (W26), so
/// that rules about the other parts can be checked.
#[must_use]
pub fn without_rooms(state: &FloorState) -> FloorState {
    let mut rest = state.clone();
    rest.rooms.clear();
    for (pos, thing) in state.rooms.iter().flat_map(|room| room.things()) {
        if thing == Thing::Entrance && state.map.terrain(pos) != Terrain::Wall {
            fill_way(&mut rest.map, state, pos);
        }
        if !matches!(thing, Thing::Outside | Thing::Wall) {
            rest.map.set(pos, Terrain::Wall);
            rest.items.retain(|ground| ground.pos != pos);
            rest.monsters.retain(|monster| monster.body.pos != pos);
        }
    }
    rest
}

/// Returns the floor without the items of its hand-drawn rooms (W26).
#[must_use]
pub fn without_items_of_rooms(state: &FloorState) -> FloorState {
    let is_drawn = |pos: Pos| {
        let thing = state.room_at(pos).map(|room| room.thing_at(pos));
        matches!(thing, Some(Thing::Item(_) | Thing::Potion | Thing::Alcove(_)))
    };
    let mut rest = state.clone();
    rest.items.retain(|ground| !is_drawn(ground.pos));
    rest
}

/// Fills the corridor that leads outward from an entrance, up to its first tile without walls on both sides.
fn fill_way(map: &mut Map, state: &FloorState, entrance: Pos) {
    for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
        let mut way = entrance;
        while let Some(next) = way.offset(dx, dy).filter(|&next| state.room_at(next).is_none()) {
            let is_wall = |dx: i8, dy: i8| {
                next.offset(dx, dy).is_some_and(|side| state.map.terrain(side) == Terrain::Wall)
            };
            let is_way =
                map.terrain(next) == Terrain::Ground && is_wall(dy, dx) && is_wall(-dy, -dx);
            if !is_way {
                break;
            }
            map.set(next, Terrain::Wall);
            way = next;
        }
    }
}

/// Counts the tiles of this terrain.
pub fn count(map: &Map, terrain: Terrain) -> usize {
    map.tiles().iter().filter(|&&tile| tile == terrain).count()
}

/// Counts the walls among the eight tiles around `pos`.
pub fn walls_around(map: &Map, pos: Pos) -> usize {
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

/// Returns the first fault of a new floor (W1, W2, W7 to W10, W12, W15 to W18, M1).
pub fn fault(floor: Floor, place: PlaceKind, state: &FloorState) -> Option<String> {
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
    item_fault(state, &reached)
        .or_else(|| population_fault(floor, state))
        .or_else(|| fixture_fault(floor, place, state, &reached))
        .or_else(|| vault_fault(floor, state))
}

/// Checks W15, W16 and W18: the floor has the right numbers of vents, terminals, cables and switches. The player can
/// reach the tile in front of each vent, terminal and switch without crossing cables.
fn fixture_fault(
    floor: Floor,
    place: PlaceKind,
    state: &FloorState,
    reached: &BTreeSet<(u8, u8)>,
) -> Option<String> {
    let (map, number) = (&state.map, floor.number());
    let vents: Vec<Pos> = map.positions_of(|terrain| terrain == Terrain::VentOpen).collect();
    let wanted = match number {
        13 => 4,
        3..=12 => 3,
        _ => 0,
    };
    if vents.len() != wanted || map.vents() != vents {
        return Some(format!("{} vents", vents.len()));
    }
    // Vents of the same hand-drawn room may be closer together (W15).
    let room = |pos: Pos| state.rooms.iter().position(|room| room.thing_at(pos) == Thing::Vent);
    let is_apart = |one: Pos, other: Pos| {
        one.steps_to(other) >= 9 || (room(one).is_some() && room(one) == room(other))
    };
    let is_near = |vent: &Pos| vents.iter().any(|other| other != vent && !is_apart(*other, *vent));
    if let Some(vent) = vents.iter().find(|vent| is_near(vent)) {
        return Some(format!("another vent is near {vent:?}"));
    }
    let terminals = match number {
        8 => 2,
        2..=12 => 1,
        _ => 0,
    };
    if count(map, Terrain::Terminal) != terminals {
        return Some(format!("{} terminals", count(map, Terrain::Terminal)));
    }
    let has_cables = matches!(place, PlaceKind::Servers | PlaceKind::Ward | PlaceKind::Director);
    let is_cable = |terrain| terrain == Terrain::CableLive;
    let cables = map.positions_of(is_cable).count();
    let has_cages = count(map, Terrain::CageShut) > 0;
    let switches = count(map, Terrain::Switch);
    // A floor has up to 5 strips of 3 to 6 cables, and a hand-drawn room adds up to nine cables.
    if (3..=39).contains(&cables) != has_cables || switches != usize::from(has_cables || has_cages)
    {
        return Some(format!("{cables} tiles of cable, {switches} switches"));
    }
    let spent = [Terrain::VentShut, Terrain::TerminalUsed, Terrain::CableDead];
    if spent.into_iter().any(|terrain| count(map, terrain) > 0) {
        return Some("something is used up already".to_owned());
    }
    map.positions_of(Terrain::is_fixture).find_map(|fixture| {
        let front = map.front_of(fixture)?;
        let is_reached = reached.contains(&(front.x(), front.y()));
        (!is_reached).then(|| format!("nobody can get to the fixture at {fixture:?}"))
    })
}

/// Checks W17: every even floor from 2 to 12 has one vault of 3 × 3 tiles. The pedestals at the back hold three things:
/// a weapon, an armour, and either a microchip with firmware or an override chip.
fn vault_fault(floor: Floor, state: &FloorState) -> Option<String> {
    let (map, number) = (&state.map, floor.number());
    let has_vault = number % 2 == 0 && (2..=12).contains(&number);
    let doors: Vec<Pos> = map.positions_of(|terrain| terrain == Terrain::DoorLocked).collect();
    let pedestals: Vec<Pos> = map.positions_of(|terrain| terrain == Terrain::Pedestal).collect();
    if !has_vault {
        let is_empty = doors.is_empty() && pedestals.is_empty();
        return (!is_empty).then(|| "a vault that the floor has not".to_owned());
    }
    let (&[door], &[first, middle, last]) = (&doors[..], &pedestals[..]) else {
        return Some(format!("{} locked doors, {} pedestals", doors.len(), pedestals.len()));
    };
    let in_a_row = first.steps_to(last) == 2 && first.steps_to(middle) == 1;
    if !in_a_row || middle.steps_to(door) != 3 {
        return Some(format!("pedestals at {pedestals:?} behind {door:?}"));
    }
    // There are two rows of three tiles in front of the pedestals.
    let mut opened = map.clone();
    opened.set(door, Terrain::DoorOpen);
    let inside = middle.offset(
        (i8::try_from(door.x()).ok()? - i8::try_from(middle.x()).ok()?).signum(),
        (i8::try_from(door.y()).ok()? - i8::try_from(middle.y()).ok()?).signum(),
    )?;
    let mut closed = map.clone();
    closed.set(door, Terrain::Wall);
    if flood(&closed, inside).len() != 6 {
        return Some(format!("a chamber of {} tiles", flood(&closed, inside).len()));
    }
    let mut slots: Vec<Option<Slot>> = Vec::new();
    for pos in pedestals {
        let ground = &state.items[state.item_at(pos)?];
        let item = &ground.item;
        let fits = match item.kind {
            ItemKind::OverrideChip => item.firmware.is_none(),
            ItemKind::Microchip => item.firmware.is_some(),
            kind => kind.slot().is_some() && item.firmware.is_none(),
        };
        if !fits {
            return Some(format!("{item:?} on a pedestal"));
        }
        slots.push(item.kind.slot());
    }
    let is_of = |slot| slots.iter().filter(|of| **of == Some(slot)).count();
    let is_choice = is_of(Slot::Weapon) == 1 && is_of(Slot::Armour) == 1;
    (!is_choice).then(|| format!("a choice of {slots:?}"))
}

/// Checks W7, W8 and W9. Every item lies on a tile of its own. The tile is within reach, or it is behind a locked door
/// whose key can be reached while all locked doors are closed. Wearables lie in alcoves or behind locked doors.
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
        let is_on_pedestal =
            terrain == Terrain::Pedestal && pos.neighbours().any(|beside| is_in(&all, beside));
        let is_on_ground = matches!(terrain, Terrain::Ground | Terrain::Alcove) && is_in(&all, pos);
        if !is_on_ground && !is_on_pedestal {
            return Some(format!("{kind:?} on {terrain:?} at {pos:?}"));
        }
        if kind == ItemKind::Key && !is_in(reached, pos) {
            return Some(format!("a key behind a locked door at {pos:?}"));
        }
        // An item on the ground must be reachable without a key (W9).
        if is_on_ground && !is_in(reached, pos) {
            return Some(format!("{kind:?} behind a locked door at {pos:?}"));
        }
        let is_apart = matches!(terrain, Terrain::Alcove | Terrain::Pedestal);
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
        // Opening only this door must make something valuable reachable.
        let mut opened = map.clone();
        opened.set(pos, Terrain::DoorOpen);
        let more = flood(&opened, Pos::at(start.0, start.1));
        let guards = state.items.iter().any(|ground| {
            ground.pos.neighbours().any(|beside| is_in(&more, beside) && !is_in(reached, beside))
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
    let wanted = usize::from(floor.spec().monsters);
    let is_throne = floor == Floor::THRONE;
    (state.monsters.len() != wanted && !is_throne)
        .then(|| format!("{} monsters", state.monsters.len()))
}
