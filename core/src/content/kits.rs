//! Defines the kits of the lobby's lockers (W30): what a run begins with, and what it bends.

use crate::content::effects::Effect;
use crate::content::{Firmware, ItemKind, Slot};
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// What lies in a locker of the lobby: a run takes one of three (W30).
    #[derive(Serialize, Deserialize)]
    pub enum Kit {
        /// A mop, and something to eat.
        Janitor,
        /// Chips that make mice friends.
        Handler,
        /// Flasks that one knows.
        Chemist,
        /// Fast feet.
        Courier,
        /// A baton and a vest.
        Guard,
        /// Ways through locked doors.
        Locksmith,
        /// Bandages, and what cures.
        Medic,
        /// Cheese, and what it draws.
        Cook,
    }
}

/// The kits that the lockers of a run offer (W30).
pub const KITS_OFFERED: usize = 3;

/// A row of the table of kits (W30).
pub struct KitSpec {
    /// What it puts on or into the pack, in this order.
    pub items: &'static [ItemKind],
    /// The firmware of its microchip.
    pub firmware: Option<Firmware>,
    /// What it bends all run.
    pub effects: &'static [Effect],
}

const NOTHING: KitSpec = KitSpec { items: &[], firmware: None, effects: &[] };

static TABLE: [KitSpec; Kit::COUNT] = table!(Kit, KitSpec, |kit| match kit {
    Kit::Janitor =>
        KitSpec { items: &[ItemKind::Mop, ItemKind::Cheese, ItemKind::Cheese], ..NOTHING },
    Kit::Handler => KitSpec { items: &[ItemKind::OverrideChip, ItemKind::OverrideChip], ..NOTHING },
    Kit::Chemist => KitSpec {
        items: &[ItemKind::PotionOfHealing, ItemKind::PotionOfVenom, ItemKind::PotionOfVenom,],
        ..NOTHING
    },
    Kit::Courier => KitSpec {
        items: &[ItemKind::Microchip],
        firmware: Some(Firmware::Dash),
        effects: &[Effect::Bars(Slot::Armour)],
    },
    Kit::Guard => KitSpec {
        items: &[ItemKind::StunBaton, ItemKind::BulletproofVest],
        effects: &[Effect::Bars(Slot::Microchip)],
        ..NOTHING
    },
    Kit::Locksmith =>
        KitSpec { items: &[ItemKind::Crowbar, ItemKind::Key, ItemKind::Key], ..NOTHING },
    Kit::Medic => KitSpec {
        items: &[ItemKind::HealthPack, ItemKind::Antidote, ItemKind::Antidote],
        ..NOTHING
    },
    Kit::Cook => KitSpec { items: &[ItemKind::Cheese; 4], ..NOTHING },
});

impl Kit {
    /// Its line in the table.
    pub const fn spec(self) -> &'static KitSpec {
        self.entry(&TABLE)
    }
}
