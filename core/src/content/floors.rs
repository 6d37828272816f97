//! Defines what depends on the number of a floor: its population, its vault, its machines (vents and terminals) and its
//! number of items. [`places`](crate::content::places) defines what depends on the place (the theme) of the floor.

use crate::content::tower::Kinds;
use crate::content::{ItemKind, MonsterKind};
use crate::dice::{Dice, Draw, Stream};
use crate::limits::{FLOORS, VENTS_MAX};
use crate::quantity::Floor;
use core::ops::RangeInclusive;

/// Returns the kinds of monsters that live on `floor` in the run of `seed`, with their spawn weights. No monsters live
/// in the lobby (W2, M18).
pub fn population(seed: u64, floor: Floor) -> impl Iterator<Item = (MonsterKind, u16)> + Clone {
    let kinds = Kinds::of(seed, floor);
    MonsterKind::ALL.into_iter().filter_map(move |kind| {
        let weight = kind.spec().spawn_weight_on(floor)?;
        (weight > 0 && kinds.has(kind)).then_some((kind, weight))
    })
}

/// The range of floors with a named mouse (M19).
pub const NAMED: RangeInclusive<u8> = 2..=12;

/// Returns the named mouse of `floor` in the run of `seed`. No named mouse appears again before all five have appeared.
/// Their order differs from run to run (M19).
pub fn named_mouse(seed: u64, floor: Floor) -> Option<MonsterKind> {
    let mut dice = Dice::new(seed, Stream::Tower(Draw::Named));
    let mut mice = MonsterKind::named();
    let place = usize::from(floor.number().checked_sub(*NAMED.start())?);
    for _ in 0..=place / mice.len() {
        dice.shuffle(&mut mice);
    }
    NAMED.contains(&floor.number()).then_some(mice[place % mice.len()])
}

/// The range of the number of common items on each of the floors 1 to 12 (I4).
pub(crate) const COMMON_ITEMS: RangeInclusive<u32> = 1..=3;
/// The number of potions on a floor, in addition to the common items (I4).
pub const POTIONS: u32 = 1;
/// The number of items in a vault, each on its own pedestal (W17).
pub(crate) const VAULT_ITEMS: usize = 3;
/// The chance that a vault holds an override chip instead of a microchip: 1 in this number (W17).
pub(crate) const VAULT_TOOL_ONE_IN: u32 = 3;
/// Out of three packs, on average this many sleep. The others keep watch (M2).
pub(crate) const SLEEPING_PACKS_OF_THREE: u32 = 2;
/// The most strips of live cable that generation lays on a floor, in addition to the strips in hand-drawn rooms (W18).
pub(crate) const CABLE_STRIPS: u8 = 5;
/// The range of the length, in tiles, of a strip of cable that generation lays (W18).
pub(crate) const CABLE_LENGTH: RangeInclusive<u32> = 3..=6;

/// The contents of a floor that depend on its number, not on its place.
#[derive(Debug)]
pub struct FloorSpec {
    /// The number of monsters on a new floor. It is low enough to leave room for four followers (M1, M7).
    pub monsters: u8,
    /// True if the floor has a vault (W17).
    pub has_vault: bool,
    /// The number of vents, including the vents of hand-drawn rooms (W15). The layout of the throne floor sets the
    /// positions of the throne floor's vents.
    pub(crate) vents: u8,
    /// The number of terminals, including the terminals of hand-drawn rooms (W16).
    pub(crate) terminals: u8,
    /// A kind of item that always lies on this floor, but only by chance on other floors (I4).
    pub(crate) introduces: Option<ItemKind>,
    /// The boss of the floor. No other monsters live on a boss's floor, except guards (M5, K1).
    pub(crate) boss: Option<MonsterKind>,
}

/// A floor without a vault or machines.
const PLAIN: FloorSpec = FloorSpec {
    monsters: 0,
    has_vault: false,
    vents: 0,
    terminals: 0,
    introduces: None,
    boss: None,
};
/// A floor with machines, but without a vault.
const WIRED: FloorSpec = FloorSpec { vents: 3, terminals: 1, ..PLAIN };
/// A floor with machines and a vault.
const VAULTED: FloorSpec = FloorSpec { has_vault: true, ..WIRED };

static TABLE: [FloorSpec; FLOORS] = [
    PLAIN,
    FloorSpec { monsters: 8, ..PLAIN },
    FloorSpec { monsters: 10, vents: 0, introduces: Some(ItemKind::OverrideChip), ..VAULTED },
    FloorSpec { monsters: 13, ..WIRED },
    FloorSpec { monsters: 17, ..VAULTED },
    FloorSpec { monsters: 16, ..WIRED },
    FloorSpec { monsters: 18, ..VAULTED },
    FloorSpec { monsters: 17, ..WIRED },
    FloorSpec { monsters: 18, terminals: 2, ..VAULTED },
    FloorSpec { monsters: 18, ..WIRED },
    FloorSpec { monsters: 16, ..VAULTED },
    FloorSpec { monsters: 18, ..WIRED },
    FloorSpec { monsters: 14, ..VAULTED },
    FloorSpec { monsters: 18, vents: 4, boss: Some(MonsterKind::MouseKing), ..PLAIN },
];

impl Floor {
    /// Returns the number of vaults on lower floors. If this floor has a vault, the result is the index of its vault.
    pub(crate) fn vaults_below(self) -> usize {
        TABLE[..self.index()].iter().filter(|spec| spec.has_vault).count()
    }

    /// Returns the row of the floor.
    pub const fn spec(self) -> &'static FloorSpec {
        &TABLE[self.index()]
    }
}

const _: () = {
    let mut line = 0;
    while line < FLOORS {
        assert!(TABLE[line].vents as usize <= VENTS_MAX, "a floor has no room for more vents");
        if let Some(boss) = TABLE[line].boss {
            assert!(boss.spec().is_boss(), "no other kind has a floor to itself");
        }
        line += 1;
    }
};

/// The range of the number of monsters in a pack (M1).
pub(crate) const PACK_SIZE: RangeInclusive<u32> = 2..=5;
/// Each monster of a pack is within this many tiles of another monster of the pack (M1).
pub(crate) const GROUP_RADIUS: u8 = 2;
