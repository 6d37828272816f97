//! Defines the attacks that are announced by marks on the ground (M8).

use crate::content::SpillKind;
use crate::geometry::Pos;
use core::ops::RangeInclusive;

/// An attack that is announced by marks on the ground. It strikes every creature on the marked tiles, whether or not it
/// is an enemy of the attacker (M8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The distances in tiles at which the monster can aim.
    pub(crate) range: RangeInclusive<u8>,
    /// The tiles that the attack strikes.
    pub shape: MarkShape,
    /// How many turns pass from the mark to the attack: 1 or 2.
    pub(crate) delay: u8,
    /// The strength of the attack.
    pub(crate) force: Force,
    /// The effect besides damage.
    pub effect: MarkEffect,
}

/// The tiles of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// The tile that the monster aimed at.
    Tile,
    /// The straight path to that tile, and this many tiles beyond.
    Lane(u8),
    /// The monster's tile, and the tiles around it.
    Square,
}

/// The strength of a [`Mark`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Force {
    /// The damage of this many of the monster's blows at once.
    Blow(u16),
    /// A strength that differs from the monster's blows.
    Own {
        /// The range of the strength on floor 0, from which it grows.
        attack: RangeInclusive<u16>,
        /// How much the largest strength grows every three floors.
        attack_max_by_three_floors: u16,
    },
}

/// An effect of a [`Mark`] besides damage. Each has a file of the same name in `rules/deeds/`, except that `Dash`
/// shares the file of `Charge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkEffect {
    /// The attack leaves this spill on the tile, and the monster loses a turn.
    Spit(SpillKind),
    /// The monster runs along the lane until a creature or a live cable stops it, and then loses a turn. If the monster
    /// strikes nobody and a wall cuts the lane short, the wall stuns the monster for this many turns.
    Charge(u8),
    /// The monster leaps to a tile beside the creature on the marked tile. If nobody is there, it leaps onto the marked
    /// tile itself and loses a turn.
    Leap,
    /// The monster bursts, and dies.
    Burst,
    /// A creature on the tile is pushed away; if an obstacle is in the way, it is stunned.
    Shove,
    /// The monster runs along the lane until a creature or a live cable stops it, and then loses a turn.
    Dash,
    /// The monster pulls the first creature in the lane next to itself. If nobody is in the lane, it pulls itself to
    /// the end of the lane, and loses a turn.
    Hook,
    /// A decoy makes a noise that wakes sleepers, and the monster loses a turn.
    Decoy,
    /// The monster trades places with a creature on the marked tile, and loses a turn.
    Swap,
}

impl Mark {
    /// Returns the length in tiles of an unblocked lane from `from` through `at` and beyond.
    pub fn lane_steps(&self, from: Pos, at: Pos) -> usize {
        let beyond = if let MarkShape::Lane(beyond) = self.shape { beyond } else { 0 };
        usize::from(from.steps_to(at) + beyond)
    }
}
