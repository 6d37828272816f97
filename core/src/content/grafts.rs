//! Defines grafts: permanent abilities of the player (B16). At certain levels, the player chooses one graft of a few. A
//! graft consists of effects.

use crate::content::effects::{Danger, Effect, Harm};
use crate::content::{ItemKind, Status};
use musrex_assets::{Tile, grafts, listed_enum};
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A permanent ability, which the player chooses at certain levels (B16).
    #[derive(Serialize, Deserialize)]
    pub enum Graft {
        /// The player's stuns and confusions are short.
        ThickSkull,
        /// Blows reach two tiles.
        LongArm,
        /// A blow that hurts an unhurt enemy pushes the enemy.
        Shoulder,
        /// In a turn in which a blow of the player kills, no enemy acts.
        SecondWind,
        /// Cheese heals more and lures farther.
        Cheesemonger,
        /// A mouse that is lured to cheese or a decoy becomes the ally, if the player has none.
        Tamer,
        /// Burning spills heal the player, and cables do no harm.
        AcidSoles,
        /// Blows on helpless creatures do much more damage, blows make no noise, and a player nearby wakes fewer
        /// sleepers.
        QuietBlade,
        /// Potions are known, flasks spill farther, and killed mice may leave Venom Potions.
        Alchemist,
        /// Blows do more damage while the player has few hit points.
        LastStand,
        /// A monster whose mark misses the player is stunned.
        Matador,
        /// Waiting strikes all awake enemies beside the player.
        Whirl,
    }
}

/// The levels at which the player is offered grafts (B16).
pub(crate) const GRAFT_LEVELS: [u8; GRAFTS_MAX] = [2, 4, 6, 8];
/// The greatest number of grafts in a run (B16).
pub const GRAFTS_MAX: usize = 4;
/// The number of grafts that a level offers (B16).
pub(crate) const GRAFTS_OFFERED: usize = 3;

/// The longest stun and the longest confusion with a Thick skull, in turns (B16).
pub(crate) const SKULL_TURNS: u8 = 1;
/// The number of tiles that Shoulder pushes a monster (B16).
pub(crate) const SHOULDER_TILES: u8 = 1;
/// The stun, in turns, of a monster that a blow pushes (B16, I15).
pub(crate) const PUSHED_TURNS: u8 = 1;
/// The factor by which Cheesemonger multiplies the healing of cheese and the distance from which cheese lures (B16).
pub(crate) const CHEESE_FACTOR: u8 = 2;
/// The number by which Acid soles divide the damage of a spill to get the healing, rounded up (B16).
pub(crate) const SOLES_PART: u16 = 4;
/// The factor by which Quiet blade multiplies the damage of a blow on a helpless creature, instead of the usual factor
/// 2 (B16).
pub(crate) const BACKSTAB_FACTOR: u16 = 4;
/// The number by which Quiet blade divides the radius of the player's noises, and the chance to wake nearby sleepers
/// (B16).
pub(crate) const QUIET_PART: u8 = 2;
/// The radius, in tiles, of the spill from an Alchemist's flask (B16).
pub(crate) const ALCHEMIST_SPLASH: u8 = 2;
/// The chance that a killed mouse leaves a Venom Potion for an Alchemist: 1 in this number (B16).
pub(crate) const VENOM_ONE_IN: u32 = 16;
/// The percentage of the maximum hit points at or below which Last stand works (B16).
pub(crate) const LAST_STAND_PERCENT: u32 = 50;
/// Last stand raises the damage of a blow by that damage divided by this number (B16).
pub(crate) const LAST_STAND_PART: u16 = 2;
/// The stun, in turns, that Matador gives a monster whose mark has missed (B16).
pub(crate) const MATADOR_TURNS: u8 = 2;

/// A row of the table of grafts.
#[derive(Debug)]
pub(crate) struct GraftSpec {
    /// The effects of the graft.
    pub(crate) effects: &'static [Effect],
    /// The picture of the graft.
    pub(crate) sprite: &'static Tile,
}

static TABLE: [GraftSpec; Graft::COUNT] = table!(Graft, GraftSpec, |graft| match graft {
    Graft::ThickSkull => GraftSpec {
        effects: &[
            Effect::AtMost(Status::Stunned, SKULL_TURNS),
            Effect::AtMost(Status::Confused, SKULL_TURNS),
        ],
        sprite: &grafts::THICK_SKULL
    },
    Graft::LongArm => GraftSpec { effects: &[Effect::Reach], sprite: &grafts::LONG_ARM },
    Graft::Shoulder => {
        GraftSpec { effects: &[Effect::Pushes(SHOULDER_TILES)], sprite: &grafts::SHOULDER }
    }
    Graft::SecondWind => {
        GraftSpec { effects: &[Effect::KillsInPassing], sprite: &grafts::SECOND_WIND }
    }
    Graft::Cheesemonger =>
        GraftSpec { effects: &[Effect::Cheese(CHEESE_FACTOR)], sprite: &grafts::CHEESEMONGER },
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
        effects: &[
            Effect::Backstab(BACKSTAB_FACTOR),
            Effect::QuietBlows,
            Effect::Divide(Harm::Noise, QUIET_PART),
        ],
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
    Graft::Whirl => GraftSpec { effects: &[Effect::Whirls], sprite: &grafts::WHIRL },
});

impl Graft {
    /// Returns the row of the graft.
    pub(crate) const fn spec(self) -> &'static GraftSpec {
        self.entry(&TABLE)
    }

    /// Returns the effects of the graft.
    pub(crate) const fn effects(self) -> &'static [Effect] {
        self.spec().effects
    }
}
