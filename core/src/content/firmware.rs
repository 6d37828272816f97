//! Defines the firmware of microchips (I11).

use crate::content::Status;
use crate::content::effects::{Effect, Harm};
use crate::content::statuses::OnHitEffect;
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// The special trait of a microchip, in addition to its numbers (I11).
    #[derive(Serialize, Deserialize)]
    pub enum Firmware {
        /// A kill heals.
        Leech,
        /// Monsters that bite the player may be stunned.
        Shove,
        /// The player's noises do not carry far.
        Dash,
        /// Mice nearby are seen through walls.
        Hook,
        /// Spills and cables do half damage.
        Coolant,
        /// Saving throws are rolled twice.
        Decoy,
        /// Override chips work on healthier mice.
        Swap,
    }
}

/// The hit points that LEECH restores in the lobby (I11).
pub(crate) const LEECH_HP: u16 = 1;
/// The number of floors climbed for each additional hit point that LEECH restores (I11).
pub(crate) const LEECH_FLOORS: u8 = 4;

/// The chance that SHOVE stuns a biter: 1 in this number (I11).
pub(crate) const SHOVE_ONE_IN: u32 = 6;
/// How many turns SHOVE stuns a biter (I11).
pub(crate) const SHOVE_TURNS: u8 = 1;
/// The number by which DASH divides the radius of the player's noises, and the chance to wake nearby sleepers
/// (I11).
pub(crate) const DASH_NOISE_PART: u8 = 2;
/// The distance in tiles within which HOOK shows mice through walls (I11).
pub(crate) const HOOK_RADIUS: u8 = 6;
/// The number by which COOLANT divides the damage of spills and cables (I11).
pub(crate) const COOLANT_PART: u8 = 2;
/// How many saving throws DECOY gives each status per turn; one success is enough (I11).
pub(crate) const DECOY_THROWS: u8 = 2;
/// The percentage of a mouse's original hit points up to which an override chip works for the wearer of SWAP (I10,
/// I11).
pub(crate) const SWAP_PERCENT: u32 = 75;

/// The aim of a deed (I14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeedTarget {
    /// A creature.
    Creature,
    /// A free tile of ground.
    Ground,
}

/// The effect of a deed (I14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeedEffect {
    /// Pushes a creature.
    Shove,
    /// Runs straight ahead.
    Dash,
    /// Pulls a creature.
    Hook,
    /// Lures mice with a decoy.
    Decoy,
    /// Trades places with a creature.
    Swap,
}

/// The deed that a chip with this firmware does for a charge (I14). Each `DeedEffect` has a file of the same name in
/// `rules/firmware/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirmwareDeed {
    /// The range in tiles.
    pub(crate) range: u8,
    /// The target.
    pub(crate) target: DeedTarget,
    /// The effect.
    pub(crate) effect: DeedEffect,
}

/// How many tiles the deed SHOVE pushes (I14).
pub(crate) const SHOVE_TILES: u8 = 2;
/// How many turns the deed SHOVE stuns a creature that it pushes into something, and a creature that is in the way
/// (I14).
pub(crate) const SHOVE_STUN_TURNS: u8 = 2;
/// How many turns a mouse with SHOVE stuns a creature that it pushes into something (M8).
pub(crate) const SHOVEN_TURNS: u8 = 1;
/// How many turns the deed HOOK stuns the pulled creature (I14). The first of them ends before the player can strike.
pub(crate) const HOOK_STUN_TURNS: u8 = 2;
/// How many turns a mouse eats at a decoy (I14).
pub(crate) const DECOY_MEAL_TURNS: u8 = 2;

/// A row of the table of firmware.
pub(crate) struct FirmwareSpec {
    /// The effects while the chip is worn (I11).
    pub(crate) effects: &'static [Effect],
    /// The deed for a charge; `None` for firmware without a deed (I14).
    pub(crate) deed: Option<FirmwareDeed>,
}

static TABLE: [FirmwareSpec; Firmware::COUNT] =
    table!(Firmware, FirmwareSpec, |firmware| match firmware {
        Firmware::Leech => FirmwareSpec {
            effects: &[Effect::OnKill { hp: LEECH_HP, floors: LEECH_FLOORS }],
            deed: None,
        },
        Firmware::Shove => FirmwareSpec {
            effects: &[Effect::OnBitten(OnHitEffect {
                status: Status::Stunned,
                one_in: SHOVE_ONE_IN,
                turns: SHOVE_TURNS,
            })],
            deed: Some(FirmwareDeed {
                range: 1,
                target: DeedTarget::Creature,
                effect: DeedEffect::Shove
            }),
        },
        Firmware::Dash => FirmwareSpec {
            effects: &[Effect::Divide(Harm::Noise, DASH_NOISE_PART)],
            deed: Some(FirmwareDeed {
                range: 3,
                target: DeedTarget::Ground,
                effect: DeedEffect::Dash
            }),
        },
        Firmware::Hook => FirmwareSpec {
            effects: &[Effect::Sense(HOOK_RADIUS)],
            deed: Some(FirmwareDeed {
                range: 5,
                target: DeedTarget::Creature,
                effect: DeedEffect::Hook
            }),
        },
        Firmware::Coolant =>
            FirmwareSpec { effects: &[Effect::Divide(Harm::Ground, COOLANT_PART)], deed: None },
        Firmware::Decoy => FirmwareSpec {
            effects: &[Effect::SavingThrows(DECOY_THROWS)],
            deed: Some(FirmwareDeed {
                range: 3,
                target: DeedTarget::Ground,
                effect: DeedEffect::Decoy
            }),
        },
        Firmware::Swap => FirmwareSpec {
            effects: &[Effect::OverrideAt(SWAP_PERCENT)],
            deed: Some(FirmwareDeed {
                range: 5,
                target: DeedTarget::Creature,
                effect: DeedEffect::Swap
            }),
        },
    });

impl Firmware {
    /// Returns the row of this firmware.
    pub(crate) const fn spec(self) -> &'static FirmwareSpec {
        self.entry(&TABLE)
    }

    /// Returns the effects of this firmware.
    pub const fn effects(self) -> &'static [Effect] {
        self.spec().effects
    }

    /// Returns the deed for a charge; `None` for firmware without a deed (I14).
    pub const fn deed(self) -> Option<FirmwareDeed> {
        self.spec().deed
    }
}
