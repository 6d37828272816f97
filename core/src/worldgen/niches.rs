//! Places apart for things worth having (W8): alcoves in walls, and vaults behind locked doors.

use super::cave::WALLS_TO_STAND;
use super::random_interior;
use crate::dice::Dice;
use crate::geometry::{Direction, Pos};
use crate::limits::TILES;
use crate::world::{Map, Terrain};

/// Half the width of a vault without its middle.
const VAULT_HALF: i8 = 1;

const WAYS: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// Cuts an alcove into a wall, open to one side only; gives its place.
pub(super) fn cut_alcove(dice: &mut Dice, map: &mut Map) -> Option<Pos> {
    let place = (0..TILES).map(|_| random_interior(dice)).find(|&pos| is_alcove_site(map, pos))?;
    map.set(place, Terrain::Alcove);
    Some(place)
}

/// Rock with open ground on one side, and rock on all others, round the corners too.
fn is_alcove_site(map: &Map, pos: Pos) -> bool {
    let is_ground =
        |way: &Direction| pos.step(*way).is_some_and(|next| map.terrain(next) == Terrain::Ground);
    let mut open = WAYS.into_iter().filter(is_ground);
    let (Some(front), None) = (open.next(), open.next()) else { return false };
    if map.terrain(pos) != Terrain::Wall || leaves_a_pillar(map, pos) {
        return false;
    }
    let beside = [front.clockwise(), front.anticlockwise()];
    // Nothing but the ground in front may touch it: no stairs, no other alcove, no door.
    Direction::ALL
        .into_iter()
        .filter(|way| *way != front && !beside.contains(way))
        .all(|way| pos.step(way).is_some_and(|next| map.terrain(next) == Terrain::Wall))
        && beside.into_iter().all(|way| {
            pos.step(way)
                .is_some_and(|next| matches!(map.terrain(next), Terrain::Wall | Terrain::Ground))
        })
}

/// Whether a wall beside `pos` would stand too lonely if `pos` were opened (W4).
fn leaves_a_pillar(map: &Map, pos: Pos) -> bool {
    pos.neighbours()
        .any(|next| map.terrain(next) == Terrain::Wall && map.walls_around(next) <= WALLS_TO_STAND)
}

/// A vault: a small chamber in the rock behind a locked door.
pub(super) struct Vault {
    /// The middle of the chamber.
    pub(super) middle: Pos,
}

/// Cuts a vault into the rock beside open ground that `is_reached`.
pub(super) fn cut_vault(
    dice: &mut Dice,
    map: &mut Map,
    is_reached: impl Fn(Pos) -> bool,
) -> Option<Vault> {
    let (door, way) = (0..2 * TILES).find_map(|_| {
        let door = random_interior(dice);
        let way = WAYS[dice.index(WAYS.len())?];
        let front = door.step(way.reversed()).filter(|&front| is_reached(front));
        (front.is_some() && is_vault_site(map, door, way)).then_some((door, way))
    })?;
    let middle = middle_of(door, way)?;
    for pos in chamber(middle, VAULT_HALF) {
        map.set(pos, Terrain::Ground);
    }
    map.set(door, Terrain::DoorLocked);
    Some(Vault { middle })
}

fn middle_of(door: Pos, way: Direction) -> Option<Pos> {
    door.step(way)?.step(way)
}

/// Whether a door at `door` can lead in the direction `way` into a chamber with rock all around,
/// from open ground.
fn is_vault_site(map: &Map, door: Pos, way: Direction) -> bool {
    let is = |pos: Option<Pos>, terrain| pos.is_some_and(|pos| map.terrain(pos) == terrain);
    let Some(middle) = middle_of(door, way) else { return false };
    let sides = [way.clockwise().clockwise(), way.anticlockwise().anticlockwise()];
    is(door.step(way.reversed()), Terrain::Ground)
        && sides.into_iter().all(|side| is(door.step(side), Terrain::Wall))
        && !leaves_a_pillar(map, door)
        && has_room(middle)
        && chamber(middle, VAULT_HALF + 1).all(|pos| map.terrain(pos) == Terrain::Wall)
}

/// Whether a chamber around `middle` with its walls lies inside the floor.
fn has_room(middle: Pos) -> bool {
    let reach = VAULT_HALF + 1;
    middle.offset(-reach, -reach).is_some() && middle.offset(reach, reach).is_some()
}

/// The tiles around `middle`, `half` each way.
fn chamber(middle: Pos, half: i8) -> impl Iterator<Item = Pos> {
    (-half..=half).flat_map(move |dy| (-half..=half).filter_map(move |dx| middle.offset(dx, dy)))
}
