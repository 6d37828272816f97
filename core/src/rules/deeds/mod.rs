//! Implements deeds, the actions that monsters take in their turns. Each [`Deed`] has its own file. So has each effect
//! of a mark (an announced attack), but the effects `Charge` and `Dash` share a file. A new deed needs a variant of
//! `Deed`, a file in this folder, and a `mod` line and a match arm here. The table row of each kind of monster with the
//! deed must list the deed.

mod burst;
mod charge;
mod decoy;
mod eat;
mod flee;
mod help;
mod hide;
mod hook;
mod hunt;
mod leap;
mod mark;
mod search;
mod shove;
mod slip;
mod spit;
mod squeak;
mod steal;
mod stray;
mod swap;
mod watch;

use crate::content::monsters::Deed;
use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt, MonsterTurns};
use crate::world::Game;

/// Lets the monster try `deed`.
pub(super) fn act(
    deed: &Deed,
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    match deed {
        Deed::Squeak => squeak::act(game, at, events),
        Deed::Watch => watch::act(game, at, events),
        Deed::Stray => stray::act(game, at, events),
        Deed::Help => help::act(turns, game, at, events),
        Deed::Eat => eat::act(turns, game, at, events),
        Deed::Slip => slip::act(game, at, events),
        Deed::Flee => flee::act(turns, game, at, events),
        Deed::Hide => hide::act(turns, game, at, events),
        Deed::Mark(mark) => mark::act(mark, game, at, events),
        Deed::Hunt => hunt::act(turns, game, at, events),
        Deed::Search => search::act(turns, game, at, events),
    }
}
