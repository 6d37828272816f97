//! Defines what the player's things bend in the rules: each is a row of effects, and the rules ask for effects,
//! never for things. A new firmware is a value of [`Firmware`](crate::content::Firmware) and its row of these.

use crate::content::statuses::OnHitEffect;
use crate::content::{ItemKind, Slot, Status};

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
    /// A blow reaches the enemy who is awake two tiles away in line, where the nearer tile is free.
    Reach,
    /// A blow at a monster that is not hurt pushes it so many tiles; what stops it stuns it.
    Pushes(u8),
    /// In the turn in which a blow kills, monsters beside the player do not act.
    KillsInPassing,
    /// A mouse that is killed leaves this item, 1 in so many.
    Leaves(ItemKind, u32),
    /// Cheese heals, and lures from, so many times as much.
    Cheese(u8),
    /// The mouse that takes cheese becomes the player's ally.
    Tames,
    /// A danger does nothing to the player.
    Proof(Danger),
    /// A blow on whoever cannot fight back does so many times its damage.
    Backstab(u16),
    /// Blows make no noise.
    QuietBlows,
    /// A flask spills so many tiles around the one where it breaks.
    Splash(u8),
    /// A spill that burns others heals this part, one in so many, of what it takes from them.
    SpillsHeal(u16),
    /// All potions are known.
    KnowsPotions,
    /// This status lasts so many turns at most.
    AtMost(Status, u8),
    /// At this share of the maximum of hit points or less, in percent, a blow does half as much damage again.
    LastStand(u32),
    /// A monster whose mark misses the player is stunned for so many turns.
    StunsMissed(u8),
    /// Waiting strikes all enemies beside the player who are awake, with the damage divided by this.
    Whirls(u16),
}

/// A harm that an effect can divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// The radius of the player's noises, and the chance of sleepers nearby to wake.
    Noise,
    /// The damage of spills and cables.
    Ground,
}

/// A danger that an effect can keep off the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// Spills that burn.
    Spill,
    /// Live cables.
    Cable,
    /// Bursts (M16).
    Burst,
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
