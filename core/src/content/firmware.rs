//! Defines the firmware of microchips (I11).

use crate::content::Status;
use crate::content::effects::{Effect, Harm};
use crate::content::statuses::OnHitEffect;
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// The program of a microchip. It gives the wearer effects in addition to the chip's bonus (I11).
    #[derive(Serialize, Deserialize)]
    pub enum Firmware {
        /// LEECH: a kill heals the player.
        Leech,
        /// SHOVE: monsters that bite the player may be stunned.
        Shove,
        /// DASH: the player's noises do not carry far.
        Dash,
        /// HOOK: the player sees nearby mice through walls.
        Hook,
        /// COOLANT: spills and cables do a quarter of their damage.
        Coolant,
        /// DECOY: saving throws are rolled twice.
        Decoy,
        /// SWAP: override chips work on mice with more hit points.
        Swap,
    }
}

/// The hit points that LEECH restores in the lobby (I11).
pub(crate) const LEECH_HP: u16 = 1;
/// The number of floors climbed for each additional hit point that LEECH restores (I11).
pub(crate) const LEECH_FLOORS: u8 = 12;

/// The chance that SHOVE stuns a biter: 1 in this number (I11).
pub(crate) const SHOVE_ONE_IN: u32 = 6;
/// The stun, in turns, that SHOVE gives a biter (I11).
pub(crate) const SHOVE_TURNS: u8 = 1;
/// The number by which DASH divides the radius of the player's noises, and the chance to wake nearby sleepers
/// (I11).
pub(crate) const DASH_NOISE_PART: u8 = 2;
/// The distance in tiles within which HOOK shows mice through walls (I11).
pub(crate) const HOOK_RADIUS: u8 = 6;
/// The number by which COOLANT divides the damage of spills and cables (I11).
pub(crate) const COOLANT_PART: u8 = 4;
/// The number of saving throws per turn against each status for the wearer of DECOY. One success ends the status (I11).
pub(crate) const DECOY_THROWS: u8 = 2;
/// The limit for overriding a mouse, in percent of its original hit points, for the wearer of SWAP (I10, I11).
pub(crate) const SWAP_PERCENT: u32 = 75;

/// The target of a deed (I14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeedTarget {
    /// A creature.
    Creature,
    /// A tile to run to, or to place a decoy on.
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

/// The deed of a firmware: a special move of the worn chip that costs a charge (I14). Each `DeedEffect` has a file of
/// the same name in `rules/firmware/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirmwareDeed {
    /// The greatest distance to the target, in tiles.
    pub(crate) range: u8,
    /// The target.
    pub(crate) target: DeedTarget,
    /// The effect.
    pub(crate) effect: DeedEffect,
}

/// The number of tiles that the deed SHOVE pushes a creature (I14).
pub(crate) const SHOVE_TILES: u8 = 2;
/// The stun, in turns, of a creature that the deed SHOVE pushes into an obstacle, and of a creature that is this
/// obstacle (I14).
pub(crate) const SHOVE_STUN_TURNS: u8 = 2;
/// The stun, in turns, of a creature that a mouse with SHOVE pushes into an obstacle (M8).
pub(crate) const SHOVEN_TURNS: u8 = 1;
/// The stun, in turns, of a creature that the deed HOOK pulls (I14). The first of these turns ends before the player
/// can strike.
pub(crate) const HOOK_STUN_TURNS: u8 = 2;
/// The number of turns that a mouse eats at a decoy (I14).
pub(crate) const DECOY_MEAL_TURNS: u8 = 5;

/// A row of the table of firmware.
pub(crate) struct FirmwareSpec {
    /// The effects that last while the chip is worn (I11).
    pub(crate) effects: &'static [Effect],
    /// The deed, which costs a charge. `None` for firmware without a deed (I14).
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

    /// Returns the deed of this firmware, which costs a charge. Returns `None` for firmware without a deed (I14).
    pub const fn deed(self) -> Option<FirmwareDeed> {
        self.spec().deed
    }
}
