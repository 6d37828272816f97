//! Slow mending (N1).

use crate::content::Status;
use crate::world::Game;

/// What the counter must reach for one hit point.
pub(crate) const MENDING_PER_HP: u16 = 250;

impl Game {
    /// Each turn adds the most hit points to a counter, and every 250 in it is 1 hp, so that a full
    /// recovery takes about 250 turns at any level; not while poisoned or envenomed.
    pub(super) fn mend_player(&mut self) {
        let hp_max = self.player_stats().hp_max;
        let body = &mut self.player.body;
        if body.statuses.has(Status::Poisoned) || body.statuses.has(Status::Envenomed) {
            return;
        }
        if body.hp >= hp_max {
            self.player.mending = 0;
            return;
        }
        let counter = self.player.mending.saturating_add(hp_max.0);
        body.hp = body.hp.healed(counter / MENDING_PER_HP, hp_max);
        self.player.mending = counter % MENDING_PER_HP;
    }
}
