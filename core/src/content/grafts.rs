//! Defines the grafts, of which a run takes one on each of a few levels (B16): each is a row of effects.

use crate::content::effects::{Danger, Effect};
use crate::content::{ItemKind, Status};
use musrex_assets::{Tile, grafts, listed_enum};
use serde::{Deserialize, Serialize};

listed_enum! {
    /// What a run grows into (B16).
    #[derive(Serialize, Deserialize)]
    pub enum Graft {
        /// A stun is soon over.
        ThickSkull,
        /// Blows reach two tiles.
        LongArm,
        /// The first blow at somebody pushes.
        Shoulder,
        /// A kill keeps others from striking.
        SecondWind,
        /// Cheese does more, and mice carry it.
        Cheesemonger,
        /// Cheese makes allies.
        Tamer,
        /// What burns others heals, and cables are harmless.
        AcidSoles,
        /// Who sleeps never wakes.
        QuietBlade,
        /// Flasks are known, reach far, and are found more often.
        Alchemist,
        /// Blows are harder when little is left to lose.
        LastStand,
        /// Who marks and misses is open to a blow.
        Matador,
        /// Waiting strikes all around.
        Whirl,
    }
}

/// The levels that offer a graft each (B16).
pub const GRAFT_LEVELS: [u8; GRAFTS_MAX] = [2, 4, 6, 8];
/// The grafts of a run at most.
pub const GRAFTS_MAX: usize = 4;
/// The grafts that a level offers.
pub const GRAFTS_OFFERED: usize = 3;

/// The turns that a stun lasts at most for a Thick skull (B16).
pub const SKULL_TURNS: u8 = 1;
/// The tiles by which Shoulder pushes (B16).
pub const SHOULDER_TILES: u8 = 2;
/// What Cheesemonger multiplies the healing and the reach of cheese by (B16).
pub const CHEESE_FACTOR: u8 = 2;
/// A mouse killed leaves cheese to a Cheesemonger, 1 in so many (B16).
pub const CHEESE_ONE_IN: u32 = 12;
/// The part of what a spill takes from others, one in so many, that it gives to Acid soles, rounded up (B16).
pub const SOLES_PART: u16 = 4;
/// What the Quiet blade multiplies a blow on the helpless by, in place of 2 (B16).
pub const BACKSTAB_FACTOR: u16 = 4;
/// The tiles around the one hit that an Alchemist's flask reaches (B16).
pub const ALCHEMIST_SPLASH: u8 = 2;
/// A mouse killed leaves a Venom Potion to an Alchemist, 1 in so many (B16).
pub const VENOM_ONE_IN: u32 = 16;
/// The percentage of hit points at which the Last stand begins (B16).
pub const LAST_STAND_PERCENT: u32 = 50;
/// Last stand adds its blow's damage divided by this (B16).
pub const LAST_STAND_PART: u16 = 2;
/// The turns for which a Matador stuns (B16).
pub const MATADOR_TURNS: u8 = 1;
/// What the damage of a Whirl is divided by (B16).
pub const WHIRL_PART: u16 = 2;

/// A row of the table of grafts.
#[derive(Debug)]
pub struct GraftSpec {
    /// What it bends.
    pub effects: &'static [Effect],
    /// Its picture.
    pub sprite: &'static Tile,
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
    pub const fn spec(self) -> &'static GraftSpec {
        self.entry(&TABLE)
    }

    /// Returns what it bends.
    pub const fn effects(self) -> &'static [Effect] {
        self.spec().effects
    }
}
