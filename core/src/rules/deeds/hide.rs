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

/// Makes a thief flee with its loot: through the nearest vent that it can reach, or else out of the player's sight. At
/// the end of its flight, the thief falls asleep with the loot (M9).
pub(super) fn act(
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    if at.of(game).loot.is_none() {
        return Acted::No;
    }
    hide(turns, game, at, events);
    Acted::Yes
}

// Target: GBA. Not inlined: keeps registers free for the deeds that most monsters try.
#[inline(never)]
fn hide(turns: &mut MonsterTurns, game: &mut Game, at: MonsterAt, events: &mut Events) {
    let (index, from) = (at.index, at.of(game).body.pos);
    let mut vents: Vec<Pos, VENTS_MAX> = game.current_floor.map.vents().iter().copied().collect();
    vents.sort_unstable_by_key(|vent| (vent.steps_to(from), vent.index()));
    for vent in vents {
        if vent.is_next_to(from) {
            game.escape_by_vent(index, vent, events);
            return;
        }
        if let Some(front) = game.current_floor.map.front_of(vent)
            && let Some(direction) = next_step(turns.chase_map(game, front), game, from)
        {
            game.walk_monster(index, direction, events);
            return;
        }
    }
    if !at.sees_player && from.steps_to(game.player.body.pos) >= HIDING_DISTANCE {
        at.of_mut(game).ai_state = AiState::Asleep;
        return;
    }
    run_away(turns, game, at, events);
}
