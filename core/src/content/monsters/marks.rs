//! Defines attacks that are announced by marks on the ground (M8).

use crate::content::SpillKind;
use crate::geometry::Pos;
use core::ops::RangeInclusive;

/// An attack that is announced by marks on the ground. The attack strikes every creature on the marked tiles, even
/// mice (M8).
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

/// An effect of a [`Mark`] besides damage. Each has a file of the same name in `rules/deeds/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkEffect {
    /// The attack leaves this spill on the tile, and the monster needs a turn to reload.
    Spit(SpillKind),
    /// The monster runs along the lane until a creature blocks it, and then rests for a turn. If the monster strikes
    /// nobody and a wall cuts the lane short, the wall stuns the monster for this many turns.
    Charge(u8),
    /// The monster leaps to the marked tile; if the tile is empty, the monster loses a turn.
    Leap,
    /// The monster bursts, and dies.
    Burst,
    /// A creature on the tile is pushed away, and an obstacle stuns it.
    Shove,
    /// The monster runs along the lane until a creature blocks it, and then rests for a turn.
    Dash,
    /// The monster pulls the first creature in the lane next to itself.
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
