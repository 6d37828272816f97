use crate::content::kits::KITS_OFFERED;
use crate::geometry::Pos;
use crate::world::{Map, Terrain};

/// The middle of the lobby, where a run starts (W10).
pub const START: Pos = Pos::at(42, 24);

/// The number of columns on each side of the middle of the room, and the number of rows above and below the middle.
const HALF: (i8, i8) = (5, 3);

/// The offsets in tiles, across and down, of the desk and the turnstiles from the start.
const LOW: [(i8, i8); 6] = [(-4, -1), (-3, -1), (-2, 1), (-1, 1), (2, 1), (3, 1)];
/// The offsets of the plants and the machines from the start.
const TALL: [(i8, i8); 4] = [(-5, -3), (5, -3), (-5, 3), (5, 3)];

/// The offsets of the lockers from the start. The lockers stand against the upper wall, to the right of the stairs
/// (W30).
const LOCKERS: [(i8, i8); KITS_OFFERED] = [(2, -3), (3, -3), (4, -3)];

/// Builds the lobby: one small room around the start with the up stairs, some furniture and the lockers (W2, W30).
pub(super) fn build(map: &mut Map) {
    for dy in -HALF.1..=HALF.1 {
        for dx in -HALF.0..=HALF.0 {
            map.set(beside_start(dx, dy), Terrain::Ground);
        }
    }
    map.set(beside_start(0, -2), Terrain::StairsUp);
    LOW.into_iter().for_each(|(dx, dy)| map.set(beside_start(dx, dy), Terrain::Low));
    TALL.into_iter().for_each(|(dx, dy)| map.set(beside_start(dx, dy), Terrain::Tall));
    LOCKERS.into_iter().for_each(|(dx, dy)| map.set(beside_start(dx, dy), Terrain::Locker));
}

fn beside_start(dx: i8, dy: i8) -> Pos {
    START.offset(dx, dy).expect("the lobby lies in the middle of its floor")
}
