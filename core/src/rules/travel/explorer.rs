//! Remembers the things at which exploring has stopped. With the next press of its key, exploring continues past these
//! things (N4).

use super::auto_travel::{AutoTravel, Past};
use super::interrupt::Interrupt;
use super::threats::visible_enemies;
use super::vault::vault_choice;
use crate::content::MonsterKind;
use crate::geometry::{Pos, TileSet};
use crate::world::{Game, Terrain};

/// The data that exploring keeps from one press of its key to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explorer {
    has_explored: bool,
    /// The reason why auto-travel last stopped, and the player's tile at that moment.
    stopped_by: Option<(Interrupt, Pos)>,
    /// True once the player has agreed to pass the known sleepers of this floor.
    passes_sleepers: bool,
    /// The tile that exploring has reported: a locker, the door of a vault, or an item offered in a vault.
    told_vault: Option<Pos>,
}

impl Explorer {
    /// The state of a player who has not explored yet.
    pub(crate) const NEW: Explorer = Explorer {
        has_explored: false,
        stopped_by: None,
        passes_sleepers: false,
        told_vault: None,
    };

    /// Returns whether the player has used exploring since the run began or was continued.
    pub(crate) const fn has_explored(&self) -> bool {
        self.has_explored
    }

    /// Returns whether the player has agreed to pass the sleepers of this floor. The player is then not asked again
    /// until a new sleeper comes into sight.
    pub(crate) const fn passes_sleepers(&self) -> bool {
        self.passes_sleepers
    }

    /// Returns the auto-travel for a press of the exploring key. Exploring passes a vault or lockers that it has
    /// already reported. If exploring has stopped on this tile because of sleepers or the stairs up, it now passes the
    /// sleepers or goes up the stairs.
    pub(crate) fn ask(&mut self, game: &Game, visible: &TileSet) -> AutoTravel {
        self.has_explored = true;
        let is_here = |(_, pos): &(Interrupt, Pos)| *pos == game.player().body.pos;
        let stairs = game.current_floor().map.find(Terrain::StairsUp);
        let stop = self.stopped_by.filter(is_here).map(|(stop, _)| stop);
        let vault = vault_choice(game);
        let is_told = vault.is_some() && vault == self.told_vault;
        let explores = AutoTravel::Explore(if is_told { Past::Vault } else { Past::Nothing });
        let explores_on = AutoTravel::Explore(Past::Sleepers);
        // The reason still holds if exploring would stop again for this reason, either before or after passing
        // sleepers.
        let is_still = |stop| {
            let mut journeys = [explores, explores_on].into_iter();
            journeys.any(|mut journey| journey.next(game, visible) == Err(stop))
        };
        match (stop, stairs) {
            (Some(stop @ Interrupt::AtStairs), Some(stairs)) if is_still(stop) => {
                AutoTravel::Walk(stairs)
            }
            (Some(Interrupt::Sleepers), _) => {
                self.passes_sleepers = true;
                explores_on
            }
            _ => explores,
        }
    }

    /// Records the reason why auto-travel has stopped at the player's tile.
    pub(crate) fn note_stop(&mut self, game: &Game, stop: Interrupt) {
        if matches!(stop, Interrupt::Vault(_) | Interrupt::Offers | Interrupt::Lockers) {
            self.told_vault = vault_choice(game);
        }
        self.stopped_by = Some((stop, game.player().body.pos));
    }

    /// Records that an enemy of this kind came into sight. If a sleeper or watcher of this kind is in sight, the player
    /// must agree again to pass sleepers.
    pub(crate) fn note_enemy(&mut self, game: &Game, visible: &TileSet, kind: MonsterKind) {
        let monsters = &game.current_floor().monsters;
        let is_sleeper = |index: usize| {
            let monster = &monsters[index];
            monster.kind == kind && !monster.ai_state.is_alert()
        };
        self.passes_sleepers &= !visible_enemies(game, visible).any(is_sleeper);
    }

    /// Forgets everything about the floor that the player leaves.
    pub(crate) const fn forget_floor(&mut self) {
        (self.stopped_by, self.passes_sleepers, self.told_vault) = (None, false, None);
    }
}
