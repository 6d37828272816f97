//! Defines what is spilled on the ground (I7).

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
        /// Burns whoever stands in it.
        Acid,
        /// Envenoms, and burns as acid does.
        Gas,
        /// Heals each creature once.
        Healing,
        /// Lets wounds close.
        Regrowth,
        /// Looks like cheese, and lures as cheese does (I14).
        Decoy,
    }
}

/// A row of the table of spills (I7).
pub struct SpillSpec {
    /// The mark in the bar of who stands in it.
    pub icon: &'static Icon,
    /// Its two pictures, which take turns.
    pub sprites: &'static [Tile; 2],
    /// Turns until it is gone.
    pub turns: u8,
    /// True when it takes hit points (I7).
    pub burns: bool,
    /// The potion whose flask spills it; `None` for what comes from elsewhere.
    pub potion: Option<ItemKind>,
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

/// The tiles around the one where it breaks that a flask spills (I7).
pub const FLASK_RADIUS: u8 = 1;

/// The hit points that a spill takes in a turn in the lobby when it burns (I7).
pub const SPILL_DAMAGE: u16 = 2;
/// The floors that add a hit point to what such a spill takes (I7).
pub const SPILL_DAMAGE_FLOORS: u8 = 3;

/// Returns the hit points that a spill takes in a turn on `floor` when it burns (I7).
pub fn spill_damage(floor: Floor) -> Damage {
    Damage(SPILL_DAMAGE + u16::from(floor.number() / SPILL_DAMAGE_FLOORS))
}

/// Hit points that a healing mist restores, once a creature (I7).
pub const MIST_HEALING: u16 = 10;
/// Turns of venom that a venom gas brings (I7).
pub const GAS_VENOM_TURNS: u8 = 6;
/// Turns of regrowth that a regrowth mist brings (I7).
pub const MIST_REGROWTH_TURNS: u8 = 6;

impl SpillKind {
    /// Its line in the table.
    pub const fn spec(self) -> &'static SpillSpec {
        self.entry(&TABLE)
    }

    /// Returns what the flask of `potion` spills; `None` for what is no potion.
    pub fn of_potion(potion: ItemKind) -> Option<SpillKind> {
        SpillKind::ALL.into_iter().find(|kind| kind.spec().potion == Some(potion))
    }
}
