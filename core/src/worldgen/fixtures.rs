//! Places fixtures in walls and on the ground: vents, terminals, cables and their switch (W15, W16,
//! W18).

use super::rolls::{choose, random_interior};
use crate::content::floors;
use crate::content::places::Place;
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet, with_neighbour_columns};
use crate::limits::{MAP_WIDTH, VENTS_MAX};
use crate::quantity::Floor;
use crate::world::path::DistanceMap;
use crate::world::{Map, Terrain};
use heapless::Vec;

/// The least distance between two vents, in tiles.
const VENT_DISTANCE_MIN: u8 = 9;
/// The number of attempts to choose sites for all vents.
const VENT_ROUNDS: u8 = 12;
/// The number of tries to lay strips of cable, and the larger number of tries for the first strip.
const CABLE_TRIES: u16 = 40;
const FIRST_CABLE_TRIES: u16 = 400;

/// Places vents, terminals and switches in walls beside the ground in `reach`, and lays cables on tiles that are not
/// `taken`. Returns false if no suitable wall is left for a fixture.
pub(super) fn set(
    dice: &mut Dice,
    floor: Floor,
    place: &Place,
    map: &mut Map,
    reach: &TileSet,
    taken: &TileSet,
) -> bool {
    let sites = sites(map, reach);
    // Hand-drawn rooms may already have vents.
    let wanted = usize::from(floor.spec().vents).saturating_sub(map.vents().len());
    // If there are few sites, the first vents of an attempt may leave no site for the last vents.
    let vents = (0..VENT_ROUNDS)
        .map(|_| choose_vents(dice, map, &sites, wanted))
        .find(|vents| vents.len() == wanted);
    let Some(vents) = vents else { return false };
    vents.into_iter().for_each(|vent| map.set(vent, Terrain::VentOpen));
    let terminals = map.positions_of(|terrain| terrain == Terrain::Terminal).count();
    let mut are_all_set = true;
    for _ in terminals..usize::from(floor.spec().terminals) {
        are_all_set &= set_in_wall(dice, map, &sites, Terrain::Terminal);
    }
    if place.has_cables || map.find(Terrain::CageShut).is_some() {
        are_all_set &= set_in_wall(dice, map, &sites, Terrain::Switch);
    }
    if place.has_cables && are_all_set {
        lay_cables(dice, map, reach, taken);
    }
    are_all_set
}

/// Chooses sites for up to `wanted` vents, far from one another and from the vents of hand-drawn rooms.
fn choose_vents(dice: &mut Dice, map: &Map, sites: &TileSet, wanted: usize) -> Vec<Pos, VENTS_MAX> {
    let mut vents: Vec<Pos, VENTS_MAX> = Vec::new();
    while vents.len() < wanted {
        let is_fit = |pos: Pos| {
            let all = vents.iter().chain(map.vents());
            all.into_iter().all(|vent| vent.steps_to(pos) >= VENT_DISTANCE_MIN) && is_site(map, pos)
        };
        let Some(vent) = choose(dice, sites.clone(), is_fit) else { break };
        let _ = vents.push(vent);
    }
    vents
}

/// Puts a fixture into a random one of the `sites` that still fit. Returns false if no site fits.
fn set_in_wall(dice: &mut Dice, map: &mut Map, sites: &TileSet, fixture: Terrain) -> bool {
    let site = choose(dice, sites.clone(), |pos| is_site(map, pos));
    site.into_iter().for_each(|pos| map.set(pos, fixture));
    site.is_some()
}

/// Returns the walls into which fixtures can be built. These walls lie above tiles in `reach`, so that fixtures face
/// south and their pictures show. The tiles on both sides of such a wall are walls, too. Behind such a wall is rock, or
/// ground in `reach` if the wall is one tile thick.
fn sites(map: &Map, reach: &TileSet) -> TileSet {
    let mut walls = TileSet::EMPTY;
    let rows = walls.rows_mut().iter_mut();
    for (row, tiles) in rows.zip(map.tiles().chunks(MAP_WIDTH.into())) {
        for (x, _) in tiles.iter().enumerate().filter(|(_, tile)| **tile == Terrain::Wall) {
            row[x / 32] |= 1 << (x % 32);
        }
    }
    let (walls, reach) = (walls.rows(), reach.rows());
    let mut sites = TileSet::EMPTY;
    for (y, row) in sites.rows_mut().iter_mut().enumerate().skip(1).take(walls.len() - 2) {
        for (word, site) in row.iter_mut().enumerate() {
            let [west, wall, east] = with_neighbour_columns(&walls[y], word);
            let behind = walls[y - 1][word] | reach[y - 1][word];
            *site = west & wall & east & behind & reach[y + 1][word];
        }
    }
    sites
}

/// Returns whether `pos`, one of the [`sites`], still fits: the tile below is plain ground (not a door), and nothing
/// has been built on or beside `pos`.
fn is_site(map: &Map, pos: Pos) -> bool {
    let terrain = |side| pos.step(side).map(|beside| map.terrain(beside));
    let beside = [terrain(Direction::East), terrain(Direction::West), Some(map.terrain(pos))];
    beside == [Some(Terrain::Wall); 3] && terrain(Direction::South) == Some(Terrain::Ground)
}

/// Lays strips of live cable that cut nothing off. Even without crossing cables, all other tiles in `reach` stay
/// reachable (W9, W18).
fn lay_cables(dice: &mut Dice, map: &mut Map, reach: &TileSet, taken: &TileSet) {
    let Some(entry) = map.find(Terrain::StairsDown) else { return };
    let mut left = floors::CABLE_STRIPS;
    let mut before = reach.clone();
    for tried in 0..FIRST_CABLE_TRIES {
        let has_cables = left < floors::CABLE_STRIPS;
        if left == 0 || has_cables && tried >= CABLE_TRIES {
            return;
        }
        let start = random_interior(dice);
        let direction = Direction::ORTHOGONAL[dice.uniform(0..=3) as usize];
        let length = dice.uniform(floors::CABLE_LENGTH);
        let is_taken = |pos: Option<Pos>| pos.is_none_or(|pos| taken.contains(pos));
        if strip(start, direction, length).any(is_taken) {
            continue;
        }
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

/// Lays a strip of cable, if all its tiles are plain ground away from stairs and fixtures. Returns whether the strip
/// was laid.
fn lay_strip(map: &mut Map, start: Pos, direction: Direction, length: u32) -> bool {
    let is_apart = |terrain: Terrain| !terrain.is_stairs() && !terrain.is_fixture();
    let is_fit = |pos: Option<Pos>| {
        pos.is_some_and(|pos| {
            map.terrain(pos) == Terrain::Ground
                && pos.neighbours().map(|next| map.terrain(next)).all(is_apart)
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

/// Returns the tiles that can be reached from `entry` without crossing cables.
// Target: GBA. Not inlined: keeps a distance map off the caller's small stack.
#[inline(never)]
pub(super) fn reach_around_cables(map: &Map, entry: Pos) -> TileSet {
    let mut distances = DistanceMap::closed(entry);
    distances.open(map, map.live_cables().iter());
    distances.expand_all();
    distances.reached()
}
