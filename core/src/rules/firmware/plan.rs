//! The plan of a deed (I14).

use crate::content::Firmware;
use crate::content::firmware::DeedEffect;
use crate::geometry::Pos;
use crate::world::{Map, Terrain};
use heapless::Vec;

/// The greatest number of tiles that a deed crosses.
pub(super) const PATH_MAX: usize = 8;

/// The planned course of a deed at a target tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeedPlan {
    /// The firmware that does the deed.
    pub(crate) firmware: Firmware,
    /// The tiles that the moved creature enters, in order; the deed ends on the last of them. The path of a decoy is
    /// only the tile on which it is placed.
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

    /// Returns whether the deed moves the creature on the target tile onto a live cable. SHOVE and HOOK move this
    /// creature along the path; other deeds move the player, or nobody.
    pub(crate) fn shocks_target(&self, map: &Map) -> bool {
        let effect = self.firmware.deed().map(|deed| deed.effect);
        let moves_target = matches!(effect, Some(DeedEffect::Shove | DeedEffect::Hook));
        moves_target && self.path.last().is_some_and(|&end| map.terrain(end) == Terrain::CableLive)
    }
}
