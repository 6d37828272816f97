//! Defines the firmware of microchips (I11).

use crate::content::Status;
use crate::content::effects::{Effect, Harm};
use crate::content::statuses::OnHitEffect;
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// The trait of a microchip, beside its numbers (I11).
    #[derive(Serialize, Deserialize)]
    pub enum Firmware {
        /// A kill heals.
        Leech,
        /// Bites may stun the biter.
        Shove,
        /// Noise does not carry far.
        Dash,
        /// Mice nearby are seen through walls.
        Hook,
        /// Spills and cables hurt half.
        Coolant,
        /// Saving throws are rolled twice.
        Decoy,
        /// Override chips take healthier mice.
        Swap,
    }
}

/// The hit points that LEECH restores in the lobby (I11).
pub const LEECH_HP: u16 = 1;
/// The floors that add a hit point to what LEECH restores (I11).
pub const LEECH_FLOORS: u8 = 4;

/// The chance of SHOVE to stun a biter, 1 in so many (I11).
pub const SHOVE_ONE_IN: u32 = 6;
/// The turns for which SHOVE stuns (I11).
pub const SHOVE_TURNS: u8 = 1;
/// DASH divides the radius of the player's noises by this, and the chance of sleepers nearby to
/// wake (I11).
pub const DASH_NOISE_PART: u8 = 2;
/// The distance in tiles within which HOOK shows mice through walls (I11).
pub const HOOK_RADIUS: u8 = 6;
/// COOLANT divides the damage of spills and cables by this (I11).
pub const COOLANT_PART: u8 = 2;
/// The saving throws that DECOY gives each status in a turn; one that succeeds is enough (I11).
pub const DECOY_THROWS: u8 = 2;
/// The share of the hit points it was born with, in percent, down to which a mouse must be for an
/// override chip to take it with SWAP (I10, I11).
pub const SWAP_PERCENT: u32 = 75;

static TABLE: [&[Effect]; Firmware::COUNT] = {
    type Row = &'static [Effect];
    table!(Firmware, Row, |firmware| match firmware {
        Firmware::Leech => &[Effect::OnKill { hp: LEECH_HP, floors: LEECH_FLOORS }],
        Firmware::Shove => &[Effect::OnBitten(OnHitEffect {
            status: Status::Stunned,
            one_in: SHOVE_ONE_IN,
            turns: SHOVE_TURNS,
        })],
        Firmware::Dash => &[Effect::Divide(Harm::Noise, DASH_NOISE_PART)],
        Firmware::Hook => &[Effect::Sense(HOOK_RADIUS)],
        Firmware::Coolant => &[Effect::Divide(Harm::Ground, COOLANT_PART)],
        Firmware::Decoy => &[Effect::SavingThrows(DECOY_THROWS)],
        Firmware::Swap => &[Effect::OverrideAt(SWAP_PERCENT)],
    })
};

impl Firmware {
    /// Returns what it bends.
    pub const fn effects(self) -> &'static [Effect] {
        self.entry::<&[Effect]>(&TABLE)
    }
}
