//! Defines the kits in the lobby's lockers (W30). A kit consists of items for the start of a run, and of effects for
//! the whole run.

use crate::content::effects::Effect;
use crate::content::{Bonus, Feat, Feats, Firmware, ItemKind, Slot};
use crate::dice::{Dice, Draw, Stream};
use musrex_assets::{Tile, kits, listed_enum};
use serde::{Deserialize, Serialize};

listed_enum! {
    /// The contents of a locker in the lobby. The player takes one of three kits (W30).
    #[derive(Serialize, Deserialize)]
    pub enum Kit {
        /// A mop, and cheese.
        Janitor,
        /// Chips that turn mice into allies, and cheese.
        Handler,
        /// Flasks, already identified.
        Chemist,
        /// A chip with the firmware DASH.
        Courier,
        /// A baton, and a rubber coat.
        Guard,
        /// A crowbar, keys and cheese.
        Locksmith,
        /// A Health Pack, and antidotes.
        Medic,
        /// Much cheese.
        Cook,
    }
}

/// The number of kits that the lockers of a run offer (W30).
pub(crate) const KITS_OFFERED: usize = 3;

/// A row of the table of kits (W30).
pub struct KitSpec {
    /// The picture of the kit.
    pub(crate) art: &'static Tile,
    /// The items of the kit, in the order in which the player gets them.
    pub items: &'static [ItemKind],
    /// The firmware of the kit's microchip.
    pub(crate) firmware: Option<Firmware>,
    /// The bonus of the kit's microchip.
    pub chip: Bonus,
    /// The effects of the kit, which last for the whole run.
    pub effects: &'static [Effect],
    /// The feats that open the kit: any one of them is enough. Empty for a kit that is open from the start (H17).
    pub(crate) opened_by: &'static [Feat],
}

/// Returns a kit that holds `items` and has no effects.
const fn kit(art: &'static Tile, items: &'static [ItemKind]) -> KitSpec {
    KitSpec { art, items, firmware: None, chip: Bonus::NONE, effects: &[], opened_by: &[] }
}

static TABLE: [KitSpec; Kit::COUNT] = table!(Kit, KitSpec, |of| match of {
    Kit::Janitor => kit(&kits::JANITOR, &[ItemKind::Mop, ItemKind::Cheese, ItemKind::Cheese]),
    Kit::Handler => KitSpec {
        opened_by: &[Feat::FreesMice, Feat::MakesAlly],
        ..kit(
            &kits::HANDLER,
            &[
                ItemKind::OverrideChip,
                ItemKind::OverrideChip,
                ItemKind::OverrideChip,
                ItemKind::Cheese,
                ItemKind::Cheese,
                ItemKind::Cheese,
            ],
        )
    },
    Kit::Chemist => kit(
        &kits::CHEMIST,
        &[
            ItemKind::PotionOfHealing,
            ItemKind::PotionOfHealing,
            ItemKind::PotionOfVenom,
            ItemKind::PotionOfRegrowth,
        ],
    ),
    Kit::Courier => KitSpec {
        firmware: Some(Firmware::Dash),
        chip: Bonus { hp_max: 10, attack_max: 2, defence: 3, ..Bonus::NONE },
        effects: &[Effect::Bars(Slot::Armour)],
        opened_by: &[Feat::BeatsNamed, Feat::ReachesFloor],
        ..kit(&kits::COURIER, &[ItemKind::Microchip])
    },
    Kit::Guard => KitSpec {
        effects: &[Effect::Bars(Slot::Weapon)],
        ..kit(&kits::GUARD, &[ItemKind::StunBaton, ItemKind::RubberCoat])
    },
    Kit::Locksmith => KitSpec {
        opened_by: &[Feat::RobsVault, Feat::UsesTerminal],
        ..kit(
            &kits::LOCKSMITH,
            &[ItemKind::Crowbar, ItemKind::Key, ItemKind::Key, ItemKind::Key, ItemKind::Cheese],
        )
    },
    Kit::Medic =>
        kit(&kits::MEDIC, &[ItemKind::HealthPack, ItemKind::Antidote, ItemKind::Antidote]),
    Kit::Cook => KitSpec {
        opened_by: &[Feat::KillsByCable, Feat::Wins],
        ..kit(&kits::COOK, &[ItemKind::Cheese; 5])
    },
});

impl Kit {
    /// Returns the kits in the lockers of the run of `seed`, from left to right, for a player who has not done the
    /// feats in `missing` yet (W30, H17).
    pub fn offered(seed: u64, missing: Feats) -> [Kit; KITS_OFFERED] {
        let mut kits = Kit::ALL;
        Dice::new(seed, Stream::Tower(Draw::Kits)).shuffle(&mut kits);
        let mut open = kits.into_iter().filter(|kit| kit.is_open(missing));
        core::array::from_fn(|_| open.next().expect("enough are open from the start"))
    }

    /// Returns whether the kit is open for a player who has not done the feats in `missing` yet (H17).
    pub fn is_open(self, missing: Feats) -> bool {
        let opened_by = self.spec().opened_by;
        opened_by.is_empty() || opened_by.iter().any(|&feat| !missing.has(feat))
    }

    /// Iterates over the kits that a player opens whose missing feats shrink from `before` to `after` (H17).
    pub(crate) fn opened(before: Feats, after: Feats) -> impl Iterator<Item = Kit> + Clone {
        Kit::closed(before).filter(move |kit| kit.is_open(after))
    }

    /// Iterates over the kits that are closed for a player who has not done the feats in `missing` yet.
    pub fn closed(missing: Feats) -> impl Iterator<Item = Kit> + Clone {
        Kit::ALL.into_iter().filter(move |kit| !kit.is_open(missing))
    }

    /// Returns the row of the kit.
    pub const fn spec(self) -> &'static KitSpec {
        self.entry(&TABLE)
    }
}

const _: () = {
    let (mut index, mut open) = (0, 0);
    while index < Kit::COUNT {
        open += Kit::ALL[index].spec().opened_by.is_empty() as usize;
        index += 1;
    }
    assert!(open >= KITS_OFFERED, "three lockers need as many kits that are open from the start");
};
