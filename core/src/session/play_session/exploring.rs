//! Chooses what a press of the key that explores asks for.

use super::PlaySession;
use crate::geometry::Pos;
use crate::rules::travel::{self, AutoTravel, Interrupt};
use crate::world::{Game, Terrain};

impl PlaySession {
    /// Returns what a press of the key that explores asks for: asked for a second time on the tile where it
    /// stopped, it goes on (N4).
    pub(super) fn explored_next(&mut self, game: &Game) -> AutoTravel {
        let is_here = |(_, pos): &(Interrupt, Pos)| *pos == game.player().body.pos;
        let stairs = game.current_floor().map.find(Terrain::StairsUp);
        let stop = self.sitting.stopped_by.filter(is_here).map(|(stop, _)| stop);
        let vault = travel::vault_choice(game);
        let explores = match vault.is_some() && vault == self.sitting.told_vault {
            true => AutoTravel::ExplorePastVault,
            false => AutoTravel::Explore,
        };
        // What was said holds, however exploring got here.
        let is_still = |stop| {
            let mut journeys = [explores, AutoTravel::ExploreOn].into_iter();
            journeys.any(|mut journey| journey.next(game, self.visible()) == Err(stop))
        };
        match (stop, stairs) {
            (Some(stop @ Interrupt::AtStairs), Some(stairs)) if is_still(stop) => {
                AutoTravel::Walk(stairs)
            }
            (Some(Interrupt::Sleepers), _) => {
                self.sitting.passes_sleepers = true;
                AutoTravel::ExploreOn
            }
            _ => explores,
        }
    }
}
