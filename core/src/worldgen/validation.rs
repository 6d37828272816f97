//! Validates every new floor before generation accepts it.

use super::cave::OPEN_PERCENT_MIN;
use super::fixtures::reach_around_cables;
use crate::content::ItemKind;
use crate::content::floors;
use crate::content::places::{Layout, Place};
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::{DOORS_MAX, FIXTURES_MAX, TILES};
use crate::quantity::Floor;
use crate::world::packing::is_changeable;
use crate::world::{FloorState, GroundItem, Map, Terrain};

/// The reason why validation rejects a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValidationError {
    /// The floor lacks stairs that it needs, or has stairs that lead to no floor (W2, W12).
    Stairs,
    /// A wall is next to stairs (W9).
    StairsNotClear(Pos),
    /// The arrival tile is not ground, or a monster stands on it (W10).
    NoArrival(Pos),
    /// An item, a monster or stairs cannot be reached, or an item lies on unsuitable terrain (W9).
    OutOfReach(Pos),
    /// Two items or two monsters share a tile, or a monster stands on stairs.
    Crowded(Pos),
    /// The floor has too few or too many monsters (W2, M1).
    Population,
    /// The cave has fewer open tiles than W4 requires.
    TooNarrow,
    /// A key cannot be reached, or the numbers of keys and locked doors differ (W7).
    Locked,
    /// A weapon, armour or microchip lies in the open (W8).
    InTheOpen(Pos),
    /// The floor has more than `DOORS_MAX` doors. A save has no room for more.
    TooManyDoors,
    /// The floor has more than `FIXTURES_MAX` changeable tiles other than doors, or a wrong number of vents, terminals,
    /// switches, cables or cages. Or a fixture has no reachable ground in front of it (W15, W16, W18).
    Fixtures,
    /// The floor lacks the pedestals or the items of its vault, or has pedestals without a vault (W17).
    Vault,
}

/// The number of tiles of each terrain on a floor, counted in a single pass.
struct Census([u16; Terrain::COUNT]);

impl Census {
    fn of(map: &Map) -> Census {
        let mut counts = [0; Terrain::COUNT];
        for &tile in map.tiles() {
            *tile.entry_mut(&mut counts) += 1;
        }
        Census(counts)
    }

    /// Returns the number of tiles of this terrain.
    fn count(&self, terrain: Terrain) -> usize {
        (*terrain.entry(&self.0)).into()
    }

    /// Returns the number of tiles whose terrain `wanted` accepts.
    fn count_of(&self, wanted: impl Fn(Terrain) -> bool) -> usize {
        Terrain::ALL.into_iter().filter(|&terrain| wanted(terrain)).map(|it| self.count(it)).sum()
    }
}

/// Checks the freshly generated `state` against the rules for `floor` and its `place`.
///
/// # Errors
/// Returns the first [`ValidationError`] found.
pub(crate) fn validate(
    floor: Floor,
    place: &Place,
    state: &FloorState,
) -> Result<(), ValidationError> {
    let census = Census::of(&state.map);
    if census.count_of(Terrain::is_door) > DOORS_MAX {
        return Err(ValidationError::TooManyDoors);
    }
    let down =
        validate_stairs(state, &census, Terrain::StairsDown, floor.below(), Direction::East)?;
    let up = validate_stairs(state, &census, Terrain::StairsUp, floor.above(), Direction::West)?;
    let entry = down.or(up).ok_or(ValidationError::Stairs)?;
    let reach = reach_around_cables(&state.map, entry);
    for place in up.into_iter().chain(state.monsters.iter().map(|monster| monster.body.pos)) {
        if !reach.contains(place) || !state.map.terrain(place).is_walkable() {
            return Err(ValidationError::OutOfReach(place));
        }
    }
    validate_fixtures(floor, place, state, &census, &reach)?;
    validate_vault(floor, state, &census)?;
    validate_items(state, &census, &reach)?;
    validate_population(floor, state)?;
    match place.layout {
        Layout::Cave(_)
            if census.count_of(Terrain::is_walkable) * 100 < TILES * OPEN_PERCENT_MIN as usize =>
        {
            Err(ValidationError::TooNarrow)
        }
        _ => Ok(()),
    }
}

/// Checks that the floor has stairs of this kind if `leads_to` is a floor, and no such stairs if it is `None`. The
/// stairs must be on clear ground, with a free tile where the player arrives.
fn validate_stairs(
    state: &FloorState,
    census: &Census,
    stairs: Terrain,
    leads_to: Option<Floor>,
    arrival: Direction,
) -> Result<Option<Pos>, ValidationError> {
    let place = state.map.find(stairs);
    let count = census.count(stairs);
    let Some(place) = place.filter(|_| leads_to.is_some() && count == 1) else {
        return if count == 0 && leads_to.is_none() {
            Ok(None)
        } else {
            Err(ValidationError::Stairs)
        };
    };
    if state.map.walls_around(place) > 0 {
        return Err(ValidationError::StairsNotClear(place));
    }
    let beside = place.step(arrival).expect("clear ground is not at the edge");
    if state.map.terrain(beside) != Terrain::Ground || state.monster_at(beside).is_some() {
        return Err(ValidationError::NoArrival(beside));
    }
    Ok(Some(place))
}

/// Checks that the floor has the fixtures that it needs, each with reachable ground in front.
fn validate_fixtures(
    floor: Floor,
    place: &Place,
    state: &FloorState,
    census: &Census,
    reach: &TileSet,
) -> Result<(), ValidationError> {
    let map = &state.map;
    let count = |terrain| census.count(terrain);
    let (vents, has_cables) = (usize::from(floor.spec().vents), place.has_cables);
    let has_cages = count(Terrain::CageShut) > 0;
    let changeable = census.count_of(is_changeable);
    let doors = census.count_of(Terrain::is_door);
    let holds = count(Terrain::VentOpen) == vents
        && count(Terrain::Terminal) == usize::from(floor.spec().terminals)
        && count(Terrain::Switch) == usize::from(has_cables || has_cages)
        && (count(Terrain::CableLive) > 0) == has_cables
        && (has_cages || place.cages == 0)
        && changeable - doors <= FIXTURES_MAX
        && map
            .positions_of(Terrain::is_fixture)
            .all(|fixture| map.front_of(fixture).is_some_and(|front| reach.contains(front)));
    if holds { Ok(()) } else { Err(ValidationError::Fixtures) }
}

/// Checks that the floor has the pedestals of its vault, each with an item, or no pedestals if it should have no vault
/// (W17).
fn validate_vault(
    floor: Floor,
    state: &FloorState,
    census: &Census,
) -> Result<(), ValidationError> {
    let wanted = if floor.spec().has_vault { floors::VAULT_ITEMS } else { 0 };
    let is_pedestal = |item: &&GroundItem| state.map.terrain(item.pos) == Terrain::Pedestal;
    // `validate_items` checks that no two items share a tile. So if the numbers match, each pedestal holds an item.
    let holds = census.count(Terrain::Pedestal) == wanted
        && state.items.iter().filter(is_pedestal).count() == wanted;
    if holds { Ok(()) } else { Err(ValidationError::Vault) }
}

fn validate_population(floor: Floor, state: &FloorState) -> Result<(), ValidationError> {
    if state.monsters.len() != usize::from(floor.spec().monsters) {
        return Err(ValidationError::Population);
    }
    let crowded = state.monsters.iter().enumerate().find(|(i, monster)| {
        state.map.terrain(monster.body.pos).is_stairs()
            || state.monsters[..*i].iter().any(|other| other.body.pos == monster.body.pos)
    });
    match crowded {
        Some((_, monster)) => Err(ValidationError::Crowded(monster.body.pos)),
        None => Ok(()),
    }
}

/// Checks that every item lies alone on a reachable tile or on a pedestal, and that no equipment lies in the open. Also
/// checks that every key can be reached, and that the numbers of keys and locked doors are equal (W7, W8, W9).
fn validate_items(
    state: &FloorState,
    census: &Census,
    reach: &TileSet,
) -> Result<(), ValidationError> {
    let locked = census.count(Terrain::DoorLocked);
    let mut keys = 0;
    for (index, ground) in state.items.iter().enumerate() {
        let (pos, kind) = (ground.pos, ground.item.kind);
        let is_within_reach = reach.contains(pos);
        if state.items[..index].iter().any(|other| other.pos == pos) {
            return Err(ValidationError::Crowded(pos));
        }
        match (kind, kind.slot(), state.map.terrain(pos)) {
            (ItemKind::Key, ..) if is_within_reach => keys += 1,
            (ItemKind::Key, ..) => return Err(ValidationError::Locked),
            (_, Some(_), Terrain::Ground) if is_within_reach => {
                return Err(ValidationError::InTheOpen(pos));
            }
            (_, Some(_), Terrain::Alcove) if is_within_reach => {}
            (_, _, Terrain::Pedestal) => {}
            (_, None, Terrain::Ground) if is_within_reach => {}
            _ => return Err(ValidationError::OutOfReach(pos)),
        }
    }
    if keys == locked { Ok(()) } else { Err(ValidationError::Locked) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Validates a generated floor in which `more` empty ground tiles have become doors.
    fn with_more_doors(floor: Floor, more: usize) -> Result<(), ValidationError> {
        let mut state = FloorState::EMPTY;
        crate::worldgen::generate(1, floor, &mut state);
        let is_free = |state: &FloorState, pos: Pos| {
            state.map.terrain(pos) == Terrain::Ground
                && state.monster_at(pos).is_none()
                && state.item_at(pos).is_none()
                && pos.neighbours().all(|next| {
                    let terrain = state.map.terrain(next);
                    !terrain.is_stairs() && !terrain.is_fixture()
                })
        };
        for _ in 0..more {
            let free = (0..TILES).map(Pos::from_index).find(|&pos| is_free(&state, pos));
            state.map.set(free.expect("a floor has much ground"), Terrain::DoorClosed);
        }
        validate(floor, crate::content::PlaceKind::of(1, floor).spec(), &state)
    }

    #[test]
    fn a_floor_has_no_more_doors_than_its_record() {
        let laboratory = Floor::new(6).expect("a floor of the tower");
        let doors = |more| with_more_doors(laboratory, more);
        assert_eq!(doors(0), Ok(()));
        let most =
            (1..=DOORS_MAX + 1).find(|&more| doors(more).is_err()).expect("some are too many");
        assert_eq!((doors(most - 1), doors(most)), (Ok(()), Err(ValidationError::TooManyDoors)));
    }
}
