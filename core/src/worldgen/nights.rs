//! Applies the hardships of a night to a new floor (H16).

use super::populate::{SpawnArea, place_named, place_packs, reach};
use crate::content::MonsterKind;
use crate::content::floors::{NAMED, named_mouse};
use crate::content::nights::{Hardship, Night};
use crate::dice::{Dice, Stream};
use crate::quantity::Floor;
use crate::world::{FloorState, Terrain};

/// Returns the number of monsters on a new floor in this night: the floor's own number plus the number that the night
/// adds (M1, M7).
pub fn monsters(floor: Floor, night: Night) -> usize {
    let own = usize::from(floor.spec().monsters);
    own + usize::from(more_monsters(floor, night)) + usize::from(has_second_named(floor, night))
}

/// Applies the hardships of the night to a new floor of the run of `seed`. The hardships change only terrain that play
/// can also change. So generated terrain still depends on the seed and the floor number alone (W3).
// Target: GBA. Not inlined: keeps tile sets off the small stack while the floor changes.
#[inline(never)]
pub fn harden(seed: u64, floor: Floor, night: Night, state: &mut FloorState) {
    let mut dice = Dice::new(seed, Stream::Night(floor.number()));
    if floor.spec().has_vault {
        let kind = |it| if let Hardship::NoneBesideVaults(kind) = it { Some(kind) } else { None };
        if let Some(kind) = night.find(kind) {
            state.items.retain(|ground| ground.item.kind != kind);
        }
        let wanted = |it| if let Hardship::VaultItems(count) = it { Some(count) } else { None };
        if let Some(wanted) = night.find(wanted) {
            empty_pedestals(&mut dice, usize::from(wanted), state);
        }
    }
    let more = more_monsters(floor, night);
    let first = named_mouse(seed, floor).filter(|_| has_second_named(floor, night));
    if more == 0 && first.is_none() {
        return;
    }
    let Some(reach) = reach(&state.map) else { return };
    let area = SpawnArea::of(&state.map, reach);
    let others = MonsterKind::named().into_iter().filter(|&kind| Some(kind) != first);
    let second = dice.index(others.clone().count()).and_then(|index| others.clone().nth(index));
    if let Some(second) = second.filter(|_| first.is_some()) {
        place_named(&mut dice, floor, second, state, &area);
    }
    let most = state.monsters.len() + usize::from(more);
    place_packs(&mut dice, seed, floor, state, &area, most);
}

/// Keeps the items on `wanted` pedestals, and empties and seals the other pedestals.
fn empty_pedestals(dice: &mut Dice, wanted: usize, state: &mut FloorState) {
    let pedestals =
        |state: &FloorState| state.map.positions_of(|terrain| terrain == Terrain::Pedestal).count();
    while pedestals(state) > wanted {
        let Some(index) = dice.index(pedestals(state)) else { return };
        let mut places = state.map.positions_of(|terrain| terrain == Terrain::Pedestal);
        let Some(at) = places.nth(index) else { return };
        drop(places);
        state.items.retain(|ground| ground.pos != at);
        state.map.set(at, Terrain::PedestalSealed);
    }
}

fn more_monsters(floor: Floor, night: Night) -> u8 {
    let more = |it| if let Hardship::MoreMonsters(count) = it { Some(count) } else { None };
    let is_usual = floor.spec().monsters > 0 && floor.spec().boss.is_none();
    night.find(more).filter(|_| is_usual).unwrap_or(0)
}

fn has_second_named(floor: Floor, night: Night) -> bool {
    let from = |it| if let Hardship::SecondNamedFrom(floor) = it { Some(floor) } else { None };
    NAMED.contains(&floor.number()) && night.find(from).is_some_and(|from| floor.number() >= from)
}
