//! Defines marked attacks, which a monster announces by marks on the ground (M8).

use crate::content::SpillKind;
use crate::geometry::Pos;
use core::ops::RangeInclusive;

/// An attack that a monster announces by marks on the ground. The attack strikes creatures on the marked tiles, friend
/// or foe (M8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The range of distances, in tiles, at which the monster can aim.
    pub(crate) range: RangeInclusive<u8>,
    /// The tiles that the attack strikes.
    pub shape: MarkShape,
    /// The number of turns from the mark to the attack: 1 or 2.
    pub(crate) delay: u8,
    /// The strength of the attack.
    pub(crate) force: Force,
    /// The effect of the attack in addition to damage.
    pub effect: MarkEffect,
}

/// The tiles of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// The tile that the monster aimed at.
    Tile,
    /// The straight path to the tile that the monster aimed at, and this many tiles beyond.
    Lane(u8),
    /// The monster's tile, and the passable tiles around it.
    Square,
}

/// The strength of a [`Mark`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Force {
    /// The strength of the monster's blow, multiplied by this number.
    Blow(u16),
    /// A strength of its own, independent of the monster's blows.
    Own {
        /// The range of the strength on floor 0. The largest strength grows on higher floors.
        attack: RangeInclusive<u16>,
        /// The increase of the largest strength per three floors.
        attack_max_by_three_floors: u16,
    },
}

/// An effect of a [`Mark`] in addition to damage. Each effect has a file of the same name in `rules/deeds/`, except
/// that `Dash` shares the file of `Charge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkEffect {
    /// The attack leaves this spill on the marked tile. The monster loses a turn.
    Spit(SpillKind),
    /// The monster runs along the lane until a creature or a live cable stops it, and then loses a turn. If the monster
    /// strikes nobody and an obstacle cuts the lane short, the obstacle stuns the monster for this many turns.
    Charge(u8),
    /// The monster leaps to a tile beside the creature on the marked tile. If nobody is there, the monster leaps onto
    /// the marked tile itself and loses a turn.
    Leap,
    /// The monster bursts: it strikes all creatures on the marked tiles and dies.
    Burst,
    /// The monster pushes the creature on the marked tile away. An obstacle in the way stuns the creature.
    Shove,
    /// The monster runs along the lane until a creature or a live cable stops it, and then loses a turn.
    Dash,
    /// The monster pulls the first creature in the lane to a tile next to itself. If the lane is empty, the monster
    /// pulls itself to the end of the lane, and loses a turn.
    Hook,
    /// A decoy on the marked tile makes a noise that may wake sleepers. The monster loses a turn.
    Decoy,
    /// The monster trades places with a creature on the marked tile, and loses a turn.
    Swap,
}

impl Mark {
    /// Returns the length, in tiles, of a lane that starts at `from`, leads through `at` and meets no obstacle.
    pub fn lane_steps(&self, from: Pos, at: Pos) -> usize {
        let beyond = if let MarkShape::Lane(beyond) = self.shape { beyond } else { 0 };
        usize::from(from.steps_to(at) + beyond)
    }
}
