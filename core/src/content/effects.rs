//! Defines how the player's items, kits and grafts change the rules. Each has a row of effects, and the rules ask for
//! effects, never for names. To add a firmware, add a value of [`Firmware`](crate::content::Firmware) and its row of
//! effects.

use crate::content::statuses::OnHitEffect;
use crate::content::{ItemKind, Slot, Status};

/// A change of a rule, which lasts while the player wears the item or has the kit or graft. If several effects change
/// the same number, only the largest of them counts. All effects that react to a bite do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A kill heals.
    OnKill {
        /// The hit points that a kill restores in the lobby.
        hp: u16,
        /// The floors climbed for each additional hit point.
        floors: u8,
    },
    /// A monster whose bite does damage may get this status.
    OnBitten(OnHitEffect),
    /// This harm is divided by this number.
    Divide(Harm, u8),
    /// Mice within this many tiles are seen through walls.
    Sense(u8),
    /// An override chip works on a mouse with at most this percentage of its original hit points.
    OverrideAt(u32),
    /// Each status gets this many saving throws per turn; one success is enough.
    SavingThrows(u8),
    /// A locked door can be forced with this item, which is then used up (W14).
    ForcesDoors,
    /// Nothing can be put into this slot or taken out of it, so that what the kit gives stays (W30).
    Bars(Slot),
    /// A blow reaches an awake enemy two tiles away in a straight line, if the tile between is
    /// free.
    Reach,
    /// A blow that hurts an unhurt monster pushes it this many tiles. An obstacle in the way stops and stuns it.
    Pushes(u8),
    /// In the turn in which a blow kills, the monsters beside the player do not act.
    KillsInPassing,
    /// A killed mouse leaves this item, with a chance of 1 in this number.
    Leaves(ItemKind, u32),
    /// The healing of cheese and the distance at which cheese lures are multiplied by this.
    Cheese(u8),
    /// A mouse that begins to eat the cheese that lured it becomes the player's ally.
    Tames,
    /// This danger does not harm the player.
    Proof(Danger),
    /// A blow on a helpless creature does this many times its damage.
    Backstab(u16),
    /// Blows make no noise.
    QuietBlows,
    /// A flask spills this many tiles around the tile where it breaks.
    Splash(u8),
    /// A spill that burns others heals the player. The healing is the damage to others, divided by this and rounded up.
    SpillsHeal(u16),
    /// All potions are known.
    KnowsPotions,
    /// This status lasts at most this many turns.
    AtMost(Status, u8),
    /// At this percentage of the maximum hit points or less, the player's blows do 50 % more damage.
    LastStand(u32),
    /// A monster whose mark misses the player is stunned for this many turns.
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

/// A danger that an effect can make harmless to the player.
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
