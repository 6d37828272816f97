//! Lists the kinds of items and the slots. They have a file of their own, because the effects refer to them, and the
//! tables of items refer to the effects.

use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A kind of item.
    #[derive(Serialize, Deserialize)]
    pub enum ItemKind {
        /// Heals at once.
        HealthPack,
        /// Ends poison and venom, and then heals.
        Antidote,
        /// Opens one locked door.
        Key,
        /// A weapon that pushes, and that forces locked doors (I15, W14).
        Crowbar,
        /// A weapon that may stun (I15).
        StunBaton,
        /// Light armour against venom (I15).
        BikerJacket,
        /// Heavy armour against bursts (I15).
        BulletproofVest,
        /// A worn item with a random bonus.
        Microchip,
        /// Heals at once, at most as much as a Health Pack.
        PotionOfHealing,
        /// Envenoms the player.
        PotionOfVenom,
        /// Heals slowly for a long time.
        PotionOfRegrowth,
        /// Food that lures mice (I9).
        Cheese,
        /// Makes an ally of a mouse that is stunned, eats or has few hit points (I10).
        OverrideChip,
        /// A weapon that strikes three tiles (I12).
        Mop,
        /// A weapon that strikes two tiles in line (I15).
        BroomPole,
        /// Armour against live cables (I15).
        RubberCoat,
        /// Armour against spills that burn (I15).
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
