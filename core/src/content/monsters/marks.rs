//! Defines attacks that are drawn on the ground before they come (M8).

use crate::content::SpillKind;
use crate::geometry::Pos;
use core::ops::RangeInclusive;

/// An attack whose tiles are drawn on the ground before it comes; it hits whoever stands on them then,
/// mice as well (M8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The distances in tiles from which it is aimed.
    pub range: RangeInclusive<u8>,
    /// The tiles that it strikes.
    pub shape: MarkShape,
    /// The turns from the aim to the attack: 1, or 2.
    pub delay: u8,
    /// How strong it is.
    pub force: Force,
    /// The rest of what it does.
    pub effect: MarkEffect,
}

/// The tiles of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// The tile that was aimed at.
    Tile,
    /// The straight way to it, and so many tiles on.
    Lane(u8),
    /// Those around the monster, and its own.
    Square,
}

/// How strong a [`Mark`] strikes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Force {
    /// It is as strong as so many blows of the monster at once.
    Blow(u16),
    /// It has a strength of its own.
    Own {
        /// The range of the strength in the lobby.
        attack: RangeInclusive<u16>,
        /// The strongest grows by this every three floors.
        attack_max_by_three_floors: u16,
    },
}

/// A [`Mark`] does this besides its harm. Each is a file of its name in `rules/deeds/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkEffect {
    /// It leaves this on the tile, and the monster loads for a turn.
    Spit(SpillKind),
    /// The monster runs there, as far as nobody stands, and is out of breath for a turn; a wall stuns it for
    /// so many turns.
    Charge(u8),
    /// The monster leaps there; where nobody is, it loses a turn.
    Leap,
    /// The monster dies of it.
    Burst,
    /// Whoever stands there is pushed away, and stunned by what is in the way.
    Shove,
    /// The monster runs through, as far as nobody stands, and is out of breath for a turn.
    Dash,
    /// The first who stands there is pulled beside the monster.
    Hook,
    /// It is loud, and wakes sleepers; the monster loses a turn.
    Decoy,
    /// The monster trades places with whoever stands there, and loses a turn.
    Swap,
}

impl Mark {
    /// Returns the tiles of a lane from `from` to `at` and on, where nothing ends it before.
    pub fn lane_steps(&self, from: Pos, at: Pos) -> usize {
        let beyond = if let MarkShape::Lane(beyond) = self.shape { beyond } else { 0 };
        usize::from(from.steps_to(at) + beyond)
    }
}
