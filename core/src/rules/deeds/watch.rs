//! A monster keeps watch until it sees the player (M2, M3).

use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt};
use crate::world::{AiState, Game};

/// Makes an alert monster that sees the player remember the player's tile. A watcher that sees the player becomes
/// alert. If its kind squeaks, it squeaks in its next turn (S4). A watcher that does not see the player keeps watching.
pub(super) fn act(game: &mut Game, at: MonsterAt, events: &mut Events) -> Acted {
    let last_seen = game.player.body.pos;
    let monster = at.of_mut(game);
    let was_alert = monster.ai_state.is_alert();
    match (at.sees_player, was_alert) {
        (true, true) => monster.ai_state = AiState::hunting(last_seen),
        (true, false) => game.rouse(at.index, events),
        (false, _) => {}
    }
    Acted::from(!was_alert)
}
