//! What monsters do with their turns: a file for each [`Deed`]. A new one is a value of `Deed` with its
//! numbers, its file and its line here, and its place in the rows of the kinds that do it.

mod eat;
mod flee;
mod help;
mod hide;
mod hunt;
mod search;
mod slip;
mod spit;
mod squeak;
mod steal;
mod stray;
mod watch;

use crate::content::monsters::Deed;
use crate::rules::monster_turns::{Acted, MonsterTurn};

/// Lets the monster try `deed`.
pub(super) fn act(deed: &Deed, turn: &mut MonsterTurn<'_>) -> Acted {
    match deed {
        Deed::Squeak => squeak::act(turn),
        Deed::Watch => watch::act(turn),
        Deed::Stray => stray::act(turn),
        Deed::Help => help::act(turn),
        Deed::Eat => eat::act(turn),
        Deed::Slip => slip::act(turn),
        Deed::Flee => flee::act(turn),
        Deed::Hide => hide::act(turn),
        Deed::Spit(spit) => spit::act(spit, turn),
        Deed::Hunt => hunt::act(turn),
        Deed::Search => search::act(turn),
    }
}
