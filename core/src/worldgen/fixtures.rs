//! Sets what is built into walls and laid on the ground: vents, terminals, cables and their switch
//! (W15, W16, W18).

use super::random_interior;
use super::vaults::leaves_pillar;
use crate::content::floors;
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::TILES;
use crate::quantity::Floor;
use crate::world::path::DistanceMap;
use crate::world::{Map, Terrain};

/// The least distance in tiles from one vent to another.
const VENT_DISTANCE_MIN: u8 = 12;
/// Tries at a strip of cable.
const CABLE_TRIES: u8 = 40;

/// Sets vents, terminals and cables beside the ground in `reach`. Where no wall is fit for one, it
/// is missing, and the floor's validation fails.
pub(super) fn set(dice: &mut Dice, floor: Floor, map: &mut Map, reach: &TileSet) {
    for _ in 0..floors::vents(floor) {
        let is_apart = |map: &Map, pos: Pos| {
            map.vents().iter().all(|vent| vent.steps_to(pos) >= VENT_DISTANCE_MIN)
        };
        set_in_wall(dice, map, reach, Terrain::VentOpen, is_apart);
    }
    for _ in 0..floors::terminals(floor) {
        set_in_wall(dice, map, reach, Terrain::Terminal, |_, _| true);
    }
    if floors::has_cables(floor) {
        set_in_wall(dice, map, reach, Terrain::Switch, |_, _| true);
        lay_cables(dice, map);
    }
}

/// Puts a fixture into a wall that faces south, where its picture shows, above ground in `reach`.
fn set_in_wall(
    dice: &mut Dice,
    map: &mut Map,
    reach: &TileSet,
    fixture: Terrain,
    is_fit: impl Fn(&Map, Pos) -> bool,
) {
    let is_site = |pos: Pos| {
        let is = |direction, terrain| {
            pos.step(direction).is_some_and(|beside| map.terrain(beside) == terrain)
        };
        map.terrain(pos) == Terrain::Wall
            && is(Direction::South, Terrain::Ground)
            && pos.step(Direction::South).is_some_and(|front| reach.contains(front))
            && [Direction::North, Direction::East, Direction::West]
                .into_iter()
                .all(|side| is(side, Terrain::Wall))
            && !leaves_pillar(map, pos)
            && is_fit(map, pos)
    };
    let place = (0..2 * TILES).map(|_| random_interior(dice)).find(|&pos| is_site(pos));
    if let Some(pos) = place {
        map.set(pos, fixture);
    }
}

/// Lays strips of live cable that cut nothing off: cables count as walls for what must be reached
/// (W9, W18).
fn lay_cables(dice: &mut Dice, map: &mut Map) {
    let Some(entry) = map.find(Terrain::StairsDown) else { return };
    let mut left = floors::CABLE_STRIPS;
    let mut before = reach_around_cables(map, entry);
    for _ in 0..CABLE_TRIES {
        if left == 0 {
            return;
        }
        let start = random_interior(dice);
        let direction = Direction::ORTHOGONAL[dice.uniform(0..=3) as usize];
        let length = dice.uniform(floors::CABLE_LENGTH);
        if lay_strip(map, start, direction, length) {
            let after = reach_around_cables(map, entry);
            let is_lost = |pos: Pos| !after.contains(pos) && map.terrain(pos) != Terrain::CableLive;
            if before.iter().any(is_lost) {
                take_up_strip(map, start, direction, length);
            } else {
                (before, left) = (after, left - 1);
            }
        }
    }
}

fn strip(start: Pos, direction: Direction, length: u32) -> impl Iterator<Item = Option<Pos>> {
    let mut next = Some(start);
    (0..length).map(move |_| {
        let pos = next?;
        next = pos.step(direction);
        Some(pos)
    })
}

/// Lays a strip where all its tiles are plain ground away from stairs. Returns whether it did.
fn lay_strip(map: &mut Map, start: Pos, direction: Direction, length: u32) -> bool {
    let is_fit = |pos: Option<Pos>| {
        pos.is_some_and(|pos| {
            map.terrain(pos) == Terrain::Ground
                && pos.neighbours().all(|next| !map.terrain(next).is_stairs())
        })
    };
    let fits = strip(start, direction, length).all(is_fit);
    if fits {
        strip(start, direction, length).flatten().for_each(|pos| map.set(pos, Terrain::CableLive));
    }
    fits
}

fn take_up_strip(map: &mut Map, start: Pos, direction: Direction, length: u32) {
    strip(start, direction, length).flatten().for_each(|pos| map.set(pos, Terrain::Ground));
}

/// Returns the tiles that can be reached from `entry` with cables as walls.
// Target: GBA. Not inlined: keeps a distance map off the caller's short stack.
#[inline(never)]
pub(super) fn reach_around_cables(map: &Map, entry: Pos) -> TileSet {
    let mut distances = DistanceMap::closed(entry);
    distances.open(map, map.live_cables().iter());
    distances.expand_all();
    distances.reached()
}
