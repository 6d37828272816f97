//! Defines spills: substances on the ground that affect creatures standing in them (I7).

use crate::content::ItemKind;
use crate::quantity::{Damage, Floor};
use musrex_assets::Tile;
use musrex_assets::interface::{self, Icon};
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A kind of spill.
    #[derive(Serialize, Deserialize)]
    pub enum SpillKind {
        /// Takes hit points from creatures that stand in it.
        Acid,
        /// Envenoms creatures, and takes hit points like acid.
        Gas,
        /// Heals each creature once.
        Healing,
        /// Gives the regrowth status.
        Regrowth,
        /// Lures mice like cheese (I14).
        Decoy,
    }
}

/// A row of the table of spills (I7).
pub struct SpillSpec {
    /// The icon in the status bar while a creature stands in the spill.
    pub(crate) icon: &'static Icon,
    /// The two alternating pictures.
    pub sprites: &'static [Tile; 2],
    /// The number of turns that the spill lasts.
    pub turns: u8,
    /// True if the spill takes hit points from creatures that stand in it (I7).
    pub burns: bool,
    /// The potion whose flask leaves this spill. `None` for a spill from another source.
    pub(crate) potion: Option<ItemKind>,
}

static TABLE: [SpillSpec; SpillKind::COUNT] = table!(SpillKind, SpillSpec, |kind| match kind {
    SpillKind::Acid => SpillSpec {
        icon: &interface::POISONED,
        sprites: &interface::SPILL_ACID,
        turns: 4,
        burns: true,
        potion: None
    },
    SpillKind::Gas => SpillSpec {
        icon: &interface::ENVENOMED,
        sprites: &interface::SPILL_GAS,
        turns: 8,
        burns: true,
        potion: Some(ItemKind::PotionOfVenom)
    },
    SpillKind::Healing => SpillSpec {
        icon: &interface::REGROWING,
        sprites: &interface::SPILL_HEALING,
        turns: 8,
        burns: false,
        potion: Some(ItemKind::PotionOfHealing)
    },
    SpillKind::Regrowth => SpillSpec {
        icon: &interface::REGROWING,
        sprites: &interface::SPILL_REGROWTH,
        turns: 8,
        burns: false,
        potion: Some(ItemKind::PotionOfRegrowth)
    },
    SpillKind::Decoy => SpillSpec {
        icon: &interface::EATING,
        sprites: &interface::SPILL_DECOY,
        turns: 6,
        burns: false,
        potion: None
    },
});

const _: () = {
    let mut item = 0;
    while item < ItemKind::POTIONS.len() {
        let (potion, mut spills, mut line) = (ItemKind::POTIONS[item], 0, 0);
        while line < SpillKind::COUNT {
            if let Some(of) = TABLE[line].potion {
                spills += (of as usize == potion as usize) as usize;
            }
            line += 1;
        }
        assert!(
            spills == 1,
            "core/src/content/spills.rs: each potion of ItemKind needs one row here: what its flask spills"
        );
        item += 1;
    }
};

/// The radius, in tiles, of the spill that a breaking flask leaves (I7).
pub(crate) const FLASK_RADIUS: u8 = 1;

/// The damage per turn of a harmful spill on floor 0. The damage grows on higher floors (I7).
pub(crate) const SPILL_DAMAGE: u16 = 2;
/// The number of floors climbed for each additional hit point that a burning spill takes (I7).
pub(crate) const SPILL_DAMAGE_FLOORS: u8 = 3;

/// Returns the number of hit points that a burning spill takes per turn on `floor` (I7).
pub(crate) fn spill_damage(floor: Floor) -> Damage {
    Damage(SPILL_DAMAGE + u16::from(floor.number() / SPILL_DAMAGE_FLOORS))
}

/// The number of hit points that healing mist restores, once per creature (I7).
pub(crate) const MIST_HEALING: u16 = 10;
/// The duration, in turns, of the venom from gas (I7).
pub(crate) const GAS_VENOM_TURNS: u8 = 6;
/// The duration, in turns, of the regrowth from mist (I7).
pub(crate) const MIST_REGROWTH_TURNS: u8 = 6;

impl SpillKind {
    /// Returns the row of the spill.
    pub const fn spec(self) -> &'static SpillSpec {
        self.entry(&TABLE)
    }

    /// Returns the spill that the flask of `potion` leaves. Returns `None` if the item is not a potion.
    pub fn of_potion(potion: ItemKind) -> Option<SpillKind> {
        SpillKind::ALL.into_iter().find(|kind| kind.spec().potion == Some(potion))
    }
}
