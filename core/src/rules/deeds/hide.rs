//! A thief flees with its loot and hides (M9).

use super::flee::run_away;
use crate::content::monsters::HIDING_DISTANCE;
use crate::geometry::Pos;
use crate::limits::VENTS_MAX;
use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt, MonsterTurns};
use crate::rules::steps::next_step;
use crate::world::{AiState, Game};
use heapless::Vec;

/// Flees with its loot to the nearest vent, or out of sight, where it sleeps (M9).
pub(super) fn act(
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    let (index, monster) = (at.index, at.of(game));
    if monster.loot.is_none() {
        return Acted::No;
    }
    let from = monster.body.pos;
    let mut vents: Vec<Pos, VENTS_MAX> = game.current_floor.map.vents().iter().copied().collect();
    vents.sort_unstable_by_key(|vent| (vent.steps_to(from), vent.index()));
    for vent in vents {
        if vent.is_next_to(from) {
            game.escape_by_vent(index, vent, events);
            return Acted::Yes;
        }
        if let Some(front) = game.current_floor.map.front_of(vent)
            && let Some(direction) = next_step(turns.chase_map(game, front), game, from)
        {
            game.walk_monster(index, direction, events);
            return Acted::Yes;
        }
    }
    if !at.sees_player && from.steps_to(game.player.body.pos) >= HIDING_DISTANCE {
        at.of_mut(game).ai_state = AiState::Asleep;
        return Acted::Yes;
    }
    run_away(turns, game, at, events);
    Acted::Yes
}
