//! Lists the kinds of items, and the slots in which items are worn. The enums have a file of their own, because the
//! effects refer to the enums, and the table of items refers to the effects.

use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A kind of item.
    #[derive(Serialize, Deserialize)]
    pub enum ItemKind {
        /// Heals immediately.
        HealthPack,
        /// Ends poison and venom, and then heals a player who had either.
        Antidote,
        /// Opens one locked door.
        Key,
        /// A weapon that pushes monsters and forces locked doors (I15, W14).
        Crowbar,
        /// A weapon that may stun (I15).
        StunBaton,
        /// Light armour against venom (I15).
        BikerJacket,
        /// Heavy armour against bursts (I15).
        BulletproofVest,
        /// A worn item with a random bonus, and in some cases a firmware (I4, I11).
        Microchip,
        /// Heals immediately, but less than a Health Pack.
        PotionOfHealing,
        /// Envenoms the player.
        PotionOfVenom,
        /// Heals slowly for a long time.
        PotionOfRegrowth,
        /// Food that lures mice (I9).
        Cheese,
        /// Turns a mouse into an ally, if the mouse is stunned, eats or has few hit points (I10).
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
    /// A place on the player's body where an item is worn (I3).
    #[derive(Serialize, Deserialize)]
    pub enum Slot {
        /// Holds a weapon, in the hand.
        Weapon,
        /// Holds armour, on the body.
        Armour,
        /// Holds a microchip, behind the ear.
        Microchip,
    }
}
