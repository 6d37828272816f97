//! Defines how the player's things change the rules. Each thing has a row of effects, and the rules ask for effects,
//! never for things. A new firmware is a value of [`Firmware`](crate::content::Firmware) with its row of effects.

use crate::content::statuses::OnHitEffect;
use crate::content::{ItemKind, Slot, Status};

/// A change of a rule, which lasts while the player wears or has its thing. Where several things change the same
/// number, the largest counts. Effects that react to something all react.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A kill heals.
    OnKill {
        /// The hit points that a kill restores in the lobby.
        hp: u16,
        /// The floors climbed for each additional hit point.
        floors: u8,
    },
    /// A monster whose bite does damage may get a status.
    OnBitten(OnHitEffect),
    /// Something is divided by this.
    Divide(Harm, u8),
    /// Mice within so many tiles are seen through walls.
    Sense(u8),
    /// An override chip takes a mouse with at most this percentage of the hit points it was born with.
    OverrideAt(u32),
    /// Each status has so many saving throws in a turn; one that succeeds is enough.
    SavingThrows(u8),
    /// Locked doors can be forced with the thing, which is then used up (W14).
    ForcesDoors,
    /// Nothing can be put into this slot or taken out of it, because what a kit brings stays (W30).
    Bars(Slot),
    /// A blow reaches an awake enemy two tiles away in a straight line, if the tile between is
    /// free.
    Reach,
    /// A blow at an unhurt monster pushes it this many tiles. An obstacle stops and stuns it.
    Pushes(u8),
    /// In the turn in which a blow kills, monsters beside the player do not act.
    KillsInPassing,
    /// A mouse that is killed leaves this item, with a chance of 1 in so many.
    Leaves(ItemKind, u32),
    /// Cheese heals this many times as much, and lures from this many times as far.
    Cheese(u8),
    /// The mouse that takes cheese becomes the player's ally.
    Tames,
    /// A danger does nothing to the player.
    Proof(Danger),
    /// A blow on a helpless creature does this many times its damage.
    Backstab(u16),
    /// Blows make no noise.
    QuietBlows,
    /// A flask spills this many tiles around the tile where it breaks.
    Splash(u8),
    /// A spill that burns others heals the player. The healing is the damage that it would do, divided by this.
    SpillsHeal(u16),
    /// All potions are known.
    KnowsPotions,
    /// This status lasts at most this many turns.
    AtMost(Status, u8),
    /// At this percentage of the maximum hit points or less, the player's blows do 50 % more damage.
    LastStand(u32),
    /// A monster whose mark misses the player is stunned for so many turns.
    StunsMissed(u8),
    /// Waiting strikes all awake enemies beside the player, with the damage divided by this.
    Whirls(u16),
}

/// A harm that an effect can divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// The radius of the player's noises, and the chance to wake nearby sleepers.
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
    pub(crate) fn divides(self, harm: Harm) -> Option<u8> {
        match self {
            Effect::Divide(of, part) if of == harm => Some(part),
            _ => None,
        }
    }
}
