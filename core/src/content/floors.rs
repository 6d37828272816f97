//! Defines the population, the machines and the number of items of each floor.

use crate::content::{ItemKind, MonsterKind};
use crate::quantity::Floor;
use core::ops::RangeInclusive;

/// Returns the kinds that live on `floor` with their spawn weights; none in the lobby (W2).
pub fn population(floor: Floor) -> impl Iterator<Item = (MonsterKind, u16)> + Clone {
    MonsterKind::ALL.into_iter().filter_map(move |kind| {
        let weight = kind.spec().spawn_weight_on(floor)?;
        (weight > 0).then_some((kind, weight))
    })
}

/// The number of common items on a floor from 1 to 12.
pub const COMMON_ITEMS: RangeInclusive<u32> = 1..=3;
/// Potions that come on top.
pub const POTIONS: RangeInclusive<u32> = 1..=2;
/// The items of a vault, each on a pedestal (W17).
pub const VAULT_ITEMS: usize = 3;
/// One vault in so many holds an override chip in place of a microchip (W17).
pub const VAULT_TOOL_ONE_IN: u32 = 3;
/// One found microchip in so many carries firmware (I11).
pub const FIRMWARE_ONE_IN: u32 = 2;
/// So many packs of three sleep; the others keep watch (M2).
pub const SLEEPING_PACKS_OF_THREE: u32 = 2;
/// Strips of live cable on a floor that has them, at most (W18).
pub const CABLE_STRIPS: u8 = 5;
/// Tiles of a strip of cable (W18).
pub const CABLE_LENGTH: RangeInclusive<u32> = 3..=6;

/// Returns whether `floor` has a vault: every even floor from 2 to 12 (W17).
pub const fn has_vault(floor: Floor) -> bool {
    matches!(floor.number(), 1..=12) && floor.number().is_multiple_of(2)
}

/// Returns the number of vents that generation sets on `floor` (W15). Those of the throne floor
/// belong to its hall.
pub const fn vents(floor: Floor) -> u8 {
    if matches!(floor.number(), 3..=12) { 3 } else { 0 }
}

/// Returns whether `floor` surely has an item of a kind that others have sometimes: floor 2 has an
/// override chip, so that everyone meets one early (I4).
pub const fn introduces(floor: Floor, kind: ItemKind) -> bool {
    floor.number() == 2 && matches!(kind, ItemKind::OverrideChip)
}

/// Returns the number of terminals of `floor` (W16).
pub const fn terminals(floor: Floor) -> u8 {
    match floor.number() {
        8 => 2,
        2..=12 => 1,
        _ => 0,
    }
}

/// Returns whether `floor` has live cables (W18).
pub const fn has_cables(floor: Floor) -> bool {
    matches!(floor.number(), 8 | 10 | 12)
}

/// The number of monsters in a pack, near one another (M1).
pub const PACK_SIZE: RangeInclusive<u32> = 2..=5;
/// The radius of a group, in tiles.
pub const GROUP_RADIUS: u8 = 2;

/// The turns from which each floor takes [`REINFORCEMENT_TURNS_LESS`] for its number (N2).
const REINFORCEMENT_TURNS: u16 = 78;
/// So many turns less for each floor above it (N2).
const REINFORCEMENT_TURNS_LESS: u16 = 3;
/// The turns on floors 1 and 2, where who comes can harm nobody yet and would only be in the way (N2).
const REINFORCEMENT_TURNS_LOW: [u16; 2] = [150, 110];

/// Returns the turns on `floor` after which reinforcements come up the stairs: fewer, the higher it is (N2).
pub const fn turns_per_reinforcement(floor: Floor) -> u16 {
    match floor.number() {
        1 => REINFORCEMENT_TURNS_LOW[0],
        2 => REINFORCEMENT_TURNS_LOW[1],
        number => REINFORCEMENT_TURNS - REINFORCEMENT_TURNS_LESS * number as u16,
    }
}

/// The reinforcements that are due then (N2).
pub const REINFORCEMENTS_AT_ONCE: RangeInclusive<u32> = 1..=2;
