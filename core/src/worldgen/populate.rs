//! Who lives on a new floor, and where (M1, W9).

use crate::content::floors;
use crate::dice::Dice;
use crate::geometry::Pos;
use crate::limits::{MONSTERS_BORN, TILES};
use crate::quantity::{Floor, Hp};
use crate::rules::path::DistanceMap;
use crate::world::{Body, FloorState, Map, Mind, Monster, Terrain};

/// No monster is born closer than this to the stairs one comes up, in tiles.
const PEACE_AT_ARRIVAL: u8 = 10;
/// No monster is born closer than this to the stairs one comes down, in tiles.
const PEACE_AT_RETURN: u8 = 4;

/// Gives the floor its monsters, each drawn by the floor's weights, asleep, on ground that can be
/// reached, away from both stairs.
pub(super) fn populate(dice: &mut Dice, floor: Floor, state: &mut FloorState) {
    let Some(entry) =
        state.map.find(Terrain::StairsDown).or_else(|| state.map.find(Terrain::StairsUp))
    else {
        return;
    };
    let reach = DistanceMap::new(&state.map, entry, core::iter::empty());
    for _ in 0..MONSTERS_BORN {
        let Some(kind) = draw_kind(dice, floor) else { return };
        let spec = kind.spec();
        let Some(pos) = find_home(dice, state, &reach) else { return };
        let hp = dice.uniform(u32::from(*spec.hp.start())..=u32::from(*spec.hp.end()));
        let hp = Hp(u16::try_from(hp).expect("hit points are rolled from 16-bit bounds"));
        let monster = Monster { kind, body: Body::new(pos, hp), mind: Mind::Asleep };
        state.monsters.push(monster).expect("a floor has room for those born on it");
    }
}

/// A kind that lives on `floor`, in proportion to its weight; `None` where nobody does.
fn draw_kind(dice: &mut Dice, floor: Floor) -> Option<crate::content::MonsterKind> {
    let total: u32 = floors::population(floor).map(|(_, weight)| u32::from(weight)).sum();
    let mut ticket = dice.uniform(0..=total.checked_sub(1)?);
    floors::population(floor).find_map(|(kind, weight)| {
        let weight = u32::from(weight);
        if ticket < weight {
            return Some(kind);
        }
        ticket -= weight;
        None
    })
}

/// A free tile for a monster, each equally likely.
fn find_home(dice: &mut Dice, state: &FloorState, reach: &DistanceMap) -> Option<Pos> {
    let up = state.map.find(Terrain::StairsUp);
    let down = state.map.find(Terrain::StairsDown);
    let is_home = |pos: Pos| {
        state.map.terrain(pos) == Terrain::Ground
            && reach.is_reached(pos)
            && state.monster_at(pos).is_none()
            && down.is_none_or(|stairs| stairs.steps_to(pos) >= PEACE_AT_ARRIVAL)
            && up.is_none_or(|stairs| stairs.steps_to(pos) >= PEACE_AT_RETURN)
    };
    (0..TILES)
        .map(|_| Pos::from_index(dice.index(TILES).expect("a floor has tiles")))
        .find(|&pos| is_home(pos))
}

/// The open tiles of a floor.
pub(super) fn open_tiles(map: &Map) -> usize {
    map.tiles().iter().filter(|terrain| terrain.is_walkable()).count()
}
