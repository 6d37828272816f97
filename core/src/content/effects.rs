//! Defines what the player's things bend in the rules: each is a row of effects, and the rules ask for effects,
//! never for things. A new firmware is a value of [`Firmware`](crate::content::Firmware) and its row of these.

use crate::content::Slot;
use crate::content::statuses::OnHitEffect;

/// A bend of a rule, while its thing is worn. Where several things bend the same rule, the largest number
/// holds; those that answer something each do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A kill heals.
    OnKill {
        /// Hit points in the lobby.
        hp: u16,
        /// The floors that add a hit point.
        floors: u8,
    },
    /// A monster whose bite does damage may get a status.
    OnBitten(OnHitEffect),
    /// Something is divided by this.
    Divide(Harm, u8),
    /// Mice within so many tiles are seen through walls.
    Sense(u8),
    /// An override chip takes a mouse with at most this share of the hit points it was born with, in percent.
    OverrideAt(u32),
    /// Each status has so many saving throws in a turn; one that succeeds is enough.
    SavingThrows(u8),
    /// Locked doors can be forced with it, which uses it up (W14).
    ForcesDoors,
    /// Nothing can be put into this slot, nor taken off there: what a kit brings stays (W30).
    Bars(Slot),
}

/// A harm that an effect can divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// The radius of the player's noises, and the chance of sleepers nearby to wake.
    Noise,
    /// The damage of spills and cables.
    Ground,
}

impl Effect {
    /// Returns the divisor of `harm`.
    pub fn divides(self, harm: Harm) -> Option<u8> {
        match self {
            Effect::Divide(of, part) if of == harm => Some(part),
            _ => None,
        }
    }
}
