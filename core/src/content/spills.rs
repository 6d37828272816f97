//! Defines what is spilled on the ground (I7).

use crate::content::ItemKind;
use crate::quantity::{Damage, Floor};

listed_enum! {
    /// A kind of spill.
    pub enum SpillKind {
        /// Burns whoever stands in it.
        Acid,
        /// Envenoms, and burns as acid does.
        Gas,
        /// Heals each creature once.
        Healing,
        /// Lets wounds close.
        Regrowth,
    }
}

/// A row of the table of spills (I7).
pub struct SpillSpec {
    /// Names the kind of this row.
    pub kind: SpillKind,
    /// Its name, without an article.
    pub name: &'static str,
    /// Turns until it is gone.
    pub turns: u8,
    /// True when it takes hit points (I7).
    pub burns: bool,
    /// The potion whose flask spills it; `None` for what comes from elsewhere.
    pub potion: Option<ItemKind>,
}

const TABLE: [SpillSpec; SpillKind::COUNT] = [
    SpillSpec { kind: SpillKind::Acid, name: "Acid", turns: 4, burns: true, potion: None },
    SpillSpec {
        kind: SpillKind::Gas,
        name: "Venom gas",
        turns: 8,
        burns: true,
        potion: Some(ItemKind::PotionOfVenom),
    },
    SpillSpec {
        kind: SpillKind::Healing,
        name: "Healing mist",
        turns: 8,
        burns: false,
        potion: Some(ItemKind::PotionOfHealing),
    },
    SpillSpec {
        kind: SpillKind::Regrowth,
        name: "Regrowth mist",
        turns: 8,
        burns: false,
        potion: Some(ItemKind::PotionOfRegrowth),
    },
];

const _: () = {
    let mut line = 0;
    while line < TABLE.len() {
        assert!(TABLE[line].kind as usize == line, "line i of the table is kind i");
        line += 1;
    }
};

/// Returns the hit points that a spill takes in a turn on `floor` when it burns (I7).
pub fn spill_damage(floor: Floor) -> Damage {
    Damage(2 + u16::from(floor.number() / 3))
}

/// Hit points that a healing mist restores, once a creature (I7).
pub const MIST_HEALING: u16 = 10;
/// Turns of venom that a poison gas brings (I7).
pub const GAS_VENOM_TURNS: u8 = 6;
/// Turns of regeneration that a regrowth mist brings (I7).
pub const MIST_REGROWTH_TURNS: u8 = 6;

impl SpillKind {
    /// Its line in the table.
    pub const fn spec(self) -> &'static SpillSpec {
        &TABLE[self as usize]
    }

    /// Returns what the flask of `potion` spills; `None` for what is no potion.
    pub fn of_potion(potion: ItemKind) -> Option<SpillKind> {
        SpillKind::ALL.into_iter().find(|kind| kind.spec().potion == Some(potion))
    }
}
