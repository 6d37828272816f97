//! Lists the kinds of items and the slots. This file is apart from the tables, because effects name kinds and slots.

use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A kind of item.
    #[derive(Serialize, Deserialize)]
    pub enum ItemKind {
        /// Heals at once.
        HealthPack,
        /// Ends poison and venom.
        Antidote,
        /// Opens one locked door.
        Key,
        /// A plain weapon.
        Crowbar,
        /// A weapon that stuns.
        StunBaton,
        /// Light armour.
        BikerJacket,
        /// Heavy armour.
        BulletproofVest,
        /// A worn item with a random bonus.
        Microchip,
        /// Heals a little.
        PotionOfHealing,
        /// Envenoms the player.
        PotionOfVenom,
        /// Heals slowly for a long time.
        PotionOfRegrowth,
        /// Food that lures mice (I9).
        Cheese,
        /// Makes a helpless mouse an ally (I10).
        OverrideChip,
        /// A weapon that strikes three tiles (I12).
        Mop,
        /// A weapon that strikes two tiles in line (I15).
        BroomPole,
        /// Armour against cables (I15).
        RubberCoat,
        /// Armour against spills (I15).
        LabApron,
    }
}

listed_enum! {
    /// The place where an item is worn (I3).
    #[derive(Serialize, Deserialize)]
    pub enum Slot {
        /// The hand.
        Weapon,
        /// The body.
        Armour,
        /// The place behind the ear.
        Microchip,
    }
}
