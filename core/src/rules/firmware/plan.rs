//! The plan of a deed (I14).

use crate::content::Firmware;
use crate::geometry::Pos;
use heapless::Vec;

/// The most tiles that a deed crosses.
pub(super) const PATH_MAX: usize = 8;

/// The plan of a deed at a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeedPlan {
    /// The firmware that does the deed.
    pub(crate) firmware: Firmware,
    /// The tiles that the moved creature enters, in order; for a decoy, the tile that it is placed on. The deed ends on
    /// the last of these tiles.
    pub(crate) path: Vec<Pos, PATH_MAX>,
    /// The tile that the deed is aimed at.
    pub(crate) at: Pos,
    /// True if an obstacle stops the pushed creature before the end of the push.
    pub(crate) is_cut_short: bool,
}

impl DeedPlan {
    /// Returns the tile where the deed ends.
    pub(crate) fn end(&self) -> Pos {
        self.path.last().copied().unwrap_or(self.at)
    }
}
