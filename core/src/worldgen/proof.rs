//! What must hold of every new floor, checked for each before it is accepted.

use super::populate::open_tiles;
use crate::content::ItemKind;
use crate::content::floors::Style;
use crate::geometry::{Direction, Pos};
use crate::limits::{MONSTERS_BORN, TILES};
use crate::quantity::Floor;
use crate::rules::path::DistanceMap;
use crate::world::{FloorState, Terrain};

/// Why a floor is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The floor lacks stairs it needs, or has stairs that lead nowhere (W2, W12).
    Stairs,
    /// A wall stands next to stairs (W9).
    StairsNotClear(Pos),
    /// The tile one arrives on is not ground (W10).
    NoArrival(Pos),
    /// Something stands where no way leads (W9).
    OutOfReach(Pos),
    /// Two things stand on one tile.
    Crowded(Pos),
    /// The floor has too few monsters, or any in the lobby (W2, M1).
    Population,
    /// Fewer open tiles than a cave has (W4).
    TooNarrow,
    /// A locked door without a key of its own within reach, or with nothing behind it (W7).
    Locked,
    /// A weapon, armour or microchip in the open (W8).
    InTheOpen(Pos),
}

/// Checks `state`, fresh from generation, against the rules for `floor`.
///
/// # Errors
/// The first [`Flaw`] found.
pub fn prove(floor: Floor, state: &FloorState) -> Result<(), Flaw> {
    let down = prove_stairs(state, Terrain::StairsDown, floor.below(), Direction::East)?;
    let up = prove_stairs(state, Terrain::StairsUp, floor.above(), Direction::West)?;
    let entry = down.or(up).ok_or(Flaw::Stairs)?;
    let reach = DistanceMap::new(&state.map, entry, core::iter::empty());
    for place in up.into_iter().chain(state.monsters.iter().map(|monster| monster.body.pos)) {
        if !reach.is_reached(place) || !state.map.terrain(place).is_walkable() {
            return Err(Flaw::OutOfReach(place));
        }
    }
    prove_items(state, &reach)?;
    prove_population(floor, state)?;
    match Style::of(floor) {
        Style::Cave if open_tiles(&state.map) * 100 < TILES * 20 => Err(Flaw::TooNarrow),
        _ => Ok(()),
    }
}

/// There are stairs of this kind exactly where they lead somewhere, on clear ground, with a free
/// tile on the side where one arrives.
fn prove_stairs(
    state: &FloorState,
    stairs: Terrain,
    leads_to: Option<Floor>,
    arrival: Direction,
) -> Result<Option<Pos>, Flaw> {
    let place = state.map.find(stairs);
    let count = state.map.tiles().iter().filter(|&&tile| tile == stairs).count();
    let Some(place) = place.filter(|_| leads_to.is_some() && count == 1) else {
        return if count == 0 && leads_to.is_none() { Ok(None) } else { Err(Flaw::Stairs) };
    };
    if state.map.walls_around(place) > 0 {
        return Err(Flaw::StairsNotClear(place));
    }
    let beside = place.step(arrival).expect("clear ground is not at the edge");
    if state.map.terrain(beside) != Terrain::Ground || state.monster_at(beside).is_some() {
        return Err(Flaw::NoArrival(beside));
    }
    Ok(Some(place))
}

fn prove_population(floor: Floor, state: &FloorState) -> Result<(), Flaw> {
    let wanted = if floor == Floor::LOBBY { 0 } else { MONSTERS_BORN };
    if state.monsters.len() != wanted {
        return Err(Flaw::Population);
    }
    let crowded = state.monsters.iter().enumerate().find(|(i, monster)| {
        state.map.terrain(monster.body.pos).is_stairs()
            || state.monsters[..*i].iter().any(|other| other.body.pos == monster.body.pos)
    });
    match crowded {
        Some((_, monster)) => Err(Flaw::Crowded(monster.body.pos)),
        None => Ok(()),
    }
}

/// Every item stands on a tile of its own that can be reached, what is worn apart from the others;
/// there is a key within reach for every locked door, and something behind it (W7, W8, W9).
fn prove_items(state: &FloorState, reach: &DistanceMap) -> Result<(), Flaw> {
    let locked = state.map.tiles().iter().filter(|&&tile| tile == Terrain::DoorLocked).count();
    let (mut keys, mut guarded) = (0, 0);
    for (index, ground) in state.items.iter().enumerate() {
        let (pos, kind) = (ground.pos, ground.item.kind);
        let is_within_reach = reach.is_reached(pos);
        if state.items[..index].iter().any(|other| other.pos == pos) {
            return Err(Flaw::Crowded(pos));
        }
        match (kind, kind.slot(), state.map.terrain(pos)) {
            (ItemKind::Key, ..) if is_within_reach => keys += 1,
            (ItemKind::Key, ..) => return Err(Flaw::Locked),
            (_, Some(_), Terrain::Ground) if is_within_reach => return Err(Flaw::InTheOpen(pos)),
            (_, Some(_), Terrain::Alcove) if is_within_reach => {}
            (_, Some(_), Terrain::Ground) => guarded += 1,
            (_, None, Terrain::Ground) => {}
            _ => return Err(Flaw::OutOfReach(pos)),
        }
    }
    if keys == locked && guarded == locked { Ok(()) } else { Err(Flaw::Locked) }
}
