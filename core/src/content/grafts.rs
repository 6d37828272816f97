//! Defines the grafts, of which a run takes one on each of a few levels (B14): each is a row of effects.

use crate::content::effects::Effect;
use crate::quantity::Level;
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// What a run grows into (B14).
    #[derive(Serialize, Deserialize)]
    pub enum Graft {
        /// Thick skull.
        ThickSkull,
    }
}

/// The levels that offer a graft each (B14).
pub const GRAFT_LEVELS: [u8; GRAFTS_MAX] = [2, 4, 6, 8];
/// The grafts of a run at most.
pub const GRAFTS_MAX: usize = 4;
/// The grafts that a level offers.
pub const GRAFTS_OFFERED: usize = 3;

static TABLE: [&[Effect]; Graft::COUNT] = {
    type Row = &'static [Effect];
    table!(Graft, Row, |graft| match graft {
        Graft::ThickSkull => &[],
    })
};

impl Graft {
    /// Returns what it bends.
    pub const fn effects(self) -> &'static [Effect] {
        self.entry::<&[Effect]>(&TABLE)
    }
}

/// Counts the grafts that a player of `level` has been offered.
pub fn grafts_earned(level: Level) -> usize {
    GRAFT_LEVELS.iter().filter(|&&at| at <= level.number()).count()
}
