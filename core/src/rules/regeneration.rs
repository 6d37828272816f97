//! Regenerates hit points over time (N1).

use crate::content::Status;
use crate::content::player::REGENERATION_PER_HP;
use crate::world::Game;

impl Game {
    /// Adds the maximum hit points to a counter each turn; every [`REGENERATION_PER_HP`] in it restore 1 hp,
    /// so that a full recovery takes about as many turns at any level. Does nothing while poisoned or
    /// envenomed.
    pub(super) fn regenerate_player(&mut self) {
        let hp_max = self.player_stats().hp_max;
        let body = &mut self.player.body;
        if body.statuses.has(Status::Poisoned) || body.statuses.has(Status::Envenomed) {
            return;
        }
        if body.hp >= hp_max {
            self.player.regeneration = 0;
            return;
        }
        let counter = self.player.regeneration.saturating_add(hp_max.0);
        body.heal(counter / REGENERATION_PER_HP, hp_max);
        self.player.regeneration = counter % REGENERATION_PER_HP;
    }
}
