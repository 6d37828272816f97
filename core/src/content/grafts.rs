//! Defines the grafts (B16). At each of a few levels, a run takes one. Each graft is a row of effects.

use crate::content::effects::{Danger, Effect};
use crate::content::{ItemKind, Status};
use musrex_assets::{Tile, grafts, listed_enum};
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A lasting ability of the player, chosen at a level (B16).
    #[derive(Serialize, Deserialize)]
    pub enum Graft {
        /// Stuns end soon.
        ThickSkull,
        /// Blows reach two tiles.
        LongArm,
        /// The first blow at an enemy pushes it.
        Shoulder,
        /// A kill keeps other enemies from striking.
        SecondWind,
        /// Cheese does more, and mice drop it.
        Cheesemonger,
        /// Cheese makes allies.
        Tamer,
        /// Burning spills heal the player, and cables are harmless.
        AcidSoles,
        /// Blows on sleepers are deadly, and blows make no noise.
        QuietBlade,
        /// Flasks are known, reach farther, and are found more often.
        Alchemist,
        /// Blows do more damage when few hit points are left.
        LastStand,
        /// A monster whose mark misses is stunned.
        Matador,
        /// Waiting strikes all awake enemies beside the player.
        Whirl,
    }
}

/// The levels that each offer a graft (B16).
pub(crate) const GRAFT_LEVELS: [u8; GRAFTS_MAX] = [2, 4, 6, 8];
/// The grafts of a run at most.
pub const GRAFTS_MAX: usize = 4;
/// The grafts that a level offers.
pub(crate) const GRAFTS_OFFERED: usize = 3;

/// The longest stun with a Thick skull, in turns (B16).
pub(crate) const SKULL_TURNS: u8 = 1;
/// The tiles by which Shoulder pushes (B16).
pub(crate) const SHOULDER_TILES: u8 = 2;
/// Cheesemonger multiplies the healing and the reach of cheese by this (B16).
pub(crate) const CHEESE_FACTOR: u8 = 2;
/// The chance that a killed mouse leaves cheese for a Cheesemonger, 1 in so many (B16).
pub(crate) const CHEESE_ONE_IN: u32 = 12;
/// Acid soles heal by the damage that a spill does to others, divided by this and rounded up (B16).
pub(crate) const SOLES_PART: u16 = 4;
/// Quiet blade multiplies a blow on a helpless creature by this, instead of 2 (B16).
pub(crate) const BACKSTAB_FACTOR: u16 = 4;
/// An Alchemist's flask reaches this many tiles around the tile it hits (B16).
pub(crate) const ALCHEMIST_SPLASH: u8 = 2;
/// The chance that a killed mouse leaves a Venom Potion for an Alchemist, 1 in so many (B16).
pub(crate) const VENOM_ONE_IN: u32 = 16;
/// The percentage of hit points at or below which Last stand works (B16).
pub(crate) const LAST_STAND_PERCENT: u32 = 50;
/// Last stand increases a blow by its damage divided by this (B16).
pub(crate) const LAST_STAND_PART: u16 = 2;
/// The turns for which a Matador stuns (B16).
pub(crate) const MATADOR_TURNS: u8 = 1;
/// Whirl divides the damage of a blow by this (B16).
pub(crate) const WHIRL_PART: u16 = 2;

/// A row of the table of grafts.
#[derive(Debug)]
pub(crate) struct GraftSpec {
    /// Its effects.
    pub(crate) effects: &'static [Effect],
    /// Its picture.
    pub(crate) sprite: &'static Tile,
}

static TABLE: [GraftSpec; Graft::COUNT] = table!(Graft, GraftSpec, |graft| match graft {
    Graft::ThickSkull => GraftSpec {
        effects: &[Effect::AtMost(Status::Stunned, SKULL_TURNS)],
        sprite: &grafts::THICK_SKULL
    },
    Graft::LongArm => GraftSpec { effects: &[Effect::Reach], sprite: &grafts::LONG_ARM },
    Graft::Shoulder => {
        GraftSpec { effects: &[Effect::Pushes(SHOULDER_TILES)], sprite: &grafts::SHOULDER }
    }
    Graft::SecondWind => {
        GraftSpec { effects: &[Effect::KillsInPassing], sprite: &grafts::SECOND_WIND }
    }
    Graft::Cheesemonger => GraftSpec {
        effects: &[Effect::Cheese(CHEESE_FACTOR), Effect::Leaves(ItemKind::Cheese, CHEESE_ONE_IN)],
        sprite: &grafts::CHEESEMONGER,
    },
    Graft::Tamer => GraftSpec { effects: &[Effect::Tames], sprite: &grafts::TAMER },
    Graft::AcidSoles => GraftSpec {
        effects: &[
            Effect::Proof(Danger::Spill),
            Effect::Proof(Danger::Cable),
            Effect::SpillsHeal(SOLES_PART),
        ],
        sprite: &grafts::ACID_SOLES
    },
    Graft::QuietBlade => GraftSpec {
        effects: &[Effect::Backstab(BACKSTAB_FACTOR), Effect::QuietBlows],
        sprite: &grafts::QUIET_BLADE,
    },
    Graft::Alchemist => GraftSpec {
        effects: &[
            Effect::Splash(ALCHEMIST_SPLASH),
            Effect::KnowsPotions,
            Effect::Leaves(ItemKind::PotionOfVenom, VENOM_ONE_IN),
        ],
        sprite: &grafts::ALCHEMIST,
    },
    Graft::LastStand => {
        GraftSpec { effects: &[Effect::LastStand(LAST_STAND_PERCENT)], sprite: &grafts::LAST_STAND }
    }
    Graft::Matador => {
        GraftSpec { effects: &[Effect::StunsMissed(MATADOR_TURNS)], sprite: &grafts::MATADOR }
    }
    Graft::Whirl => GraftSpec { effects: &[Effect::Whirls(WHIRL_PART)], sprite: &grafts::WHIRL },
});

impl Graft {
    /// Returns its row.
    pub(crate) const fn spec(self) -> &'static GraftSpec {
        self.entry(&TABLE)
    }

    /// Returns its effects.
    pub(crate) const fn effects(self) -> &'static [Effect] {
        self.spec().effects
    }
}
