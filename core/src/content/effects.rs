//! Defines effects: the ways in which the player's worn items, kit and grafts change the rules. Each kind of item, each
//! firmware, each kit and each graft has a row of effects. The rules check for effects, never for a particular worn
//! item, kit or graft. To add a firmware, add a value of [`Firmware`](crate::content::Firmware) and its row of effects.

use crate::content::statuses::OnHitEffect;
use crate::content::{ItemKind, Slot, Status};

/// A change of a rule. The change lasts while the player wears an item with the effect, or has a kit or a graft with
/// the effect. If several effects set the same number, only the largest number counts. All effects that react to a bite
/// apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A kill heals the player.
    OnKill {
        /// The hit points that a kill would restore on floor 0.
        hp: u16,
        /// The number of floors climbed for each additional hit point.
        floors: u8,
    },
    /// A monster that bites and does damage may get this status.
    OnBitten(OnHitEffect),
    /// Harm of this sort is divided by this number.
    Divide(Harm, u8),
    /// The player sees mice within this many tiles even through walls.
    Sense(u8),
    /// An override chip works on a mouse with at most this percentage of its original hit points.
    OverrideAt(u32),
    /// The player rolls this many saving throws per turn against each status. One success ends the status.
    SavingThrows(u8),
    /// A locked door can be forced with this item, which is then used up (W14).
    ForcesDoors,
    /// The player can neither put an item into this slot nor take one out, so an item of the kit stays there (W30).
    Bars(Slot),
    /// A blow reaches an awake enemy two tiles away in a straight line, if the tile between is
    /// free.
    Reach,
    /// A blow that hurts a monster at full hit points pushes the monster this many tiles and stuns it. An obstacle or a
    /// live cable ends the push.
    Pushes(u8),
    /// In the turn in which a blow kills, no enemy acts.
    KillsInPassing,
    /// A mouse that the player kills leaves this item with a chance of 1 in this number.
    Leaves(ItemKind, u32),
    /// The healing of cheese and the distance from which cheese lures mice are multiplied by this number.
    Cheese(u8),
    /// A mouse that begins to eat the cheese or the decoy that lured it becomes the player's ally, if the player has
    /// none.
    Tames,
    /// This danger does not harm the player.
    Proof(Danger),
    /// The damage of a blow on a helpless creature is multiplied by this number.
    Backstab(u16),
    /// Blows make no noise.
    QuietBlows,
    /// The radius, in tiles, of the spill that a breaking flask leaves.
    Splash(u8),
    /// A harmful spill heals the player. The healing is the damage that the spill does to others, divided by this
    /// number and rounded up.
    SpillsHeal(u16),
    /// The player knows the kinds of all potions.
    KnowsPotions,
    /// This status lasts at most this many turns.
    AtMost(Status, u8),
    /// The player's blows do 50 % more damage while the player has at most this percentage of the maximum hit points.
    LastStand(u32),
    /// A monster whose mark misses the player is stunned for this many turns.
    StunsMissed(u8),
    /// Waiting strikes all awake enemies beside the player.
    Whirls,
}

/// A quantity that an effect can divide.
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
    /// Returns the number by which this effect divides `harm`, or `None` if it does not affect `harm`.
    pub(crate) fn divides(self, harm: Harm) -> Option<u8> {
        match self {
            Effect::Divide(of, part) if of == harm => Some(part),
            _ => None,
        }
    }
}

/// Returns whether one of these effects makes the player's blows push (I17).
pub(crate) fn pushes(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Pushes(_)))
}
