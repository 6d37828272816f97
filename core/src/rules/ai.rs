//! Plays the monsters' turns (M).

use crate::content::Status;
use crate::content::effects::Effect;
use crate::rules::Events;
use crate::rules::deeds;
use crate::rules::monster_turns::{Acted, MonsterAt, MonsterTurns};
use crate::world::{AiState, Aim, Game, Monster, Outcome, Squeak};

/// Plays the monsters' turns one by one. In a monster's turn, its statuses tick first. If the monster survives this
/// tick, it acts, unless it was stunned before the tick. Then the spill on its tile affects it (T4). The player's death
/// ends the round immediately (T6).
pub(super) fn act(game: &mut Game, events: &mut Events) {
    let mut turns = MonsterTurns::new(game);
    game.scratch.acting = 0;
    while game.scratch.acting < game.current_floor.monsters.len()
        && game.outcome == Outcome::Playing
    {
        game.scratch.is_acting_gone = false;
        let index = game.scratch.acting;
        let body = &game.current_floor.monsters[index].body;
        let is_stunned = body.statuses.has(Status::Stunned);
        if game.tick_monster(index, events) && !is_stunned {
            act_one(&mut turns, game, index, events);
            if game.player.body.hp.is_dead() {
                break;
            }
        }
        if is_stunned && !game.scratch.is_acting_gone {
            lose_turn(&mut game.current_floor.monsters[index]);
        }
        if !game.scratch.is_acting_gone {
            game.feel_spill_as_monster(game.scratch.acting, events);
        }
        if !game.scratch.is_acting_gone {
            game.scratch.acting += 1;
        }
    }
    // From here on, no monster is acting. A later removal must not count as the removal of the acting monster.
    game.scratch.acting = usize::MAX;
}

/// Tries the deeds of an awake monster in the order of its table row, until one deed uses up the turn. A monster that
/// sleeps or is busy eating does nothing.
fn act_one(turns: &mut MonsterTurns, game: &mut Game, index: usize, events: &mut Events) {
    // A monster that wakes or notices the player does nothing else in that turn (S4).
    if game.scratch.is_roused(index) || is_passed_by(game, index) {
        return;
    }
    let monster = &mut game.current_floor.monsters[index];
    let from = monster.body.pos;
    match &mut monster.ai_state {
        AiState::Asleep => return,
        AiState::Eating { turns } if *turns > 1 => return *turns -= 1,
        AiState::Eating { .. } => monster.ai_state = AiState::hunting(from),
        AiState::Watching | AiState::Hunting { .. } | AiState::Wandering { .. } => {}
    }
    let sees_player = monster.is_hostile() && turns.has_observer_at(from);
    let at = MonsterAt { index, sees_player };
    for deed in monster.kind.spec().deeds {
        if deeds::act(deed, turns, game, at, events) == Acted::Yes {
            return;
        }
    }
}

/// Returns whether the graft Second wind keeps the monster from acting, because the player has killed with a blow in
/// this turn (B16).
fn is_passed_by(game: &Game, index: usize) -> bool {
    game.scratch.has_killed
        && game.current_floor.monsters[index].is_hostile()
        && game.player.has(Effect::KillsInPassing)
}

/// Cancels the aim and the pending squeak of a stunned monster (S4, M8).
fn lose_turn(monster: &mut Monster) {
    monster.aim = Aim::None;
    if monster.squeak == Squeak::Due {
        monster.squeak = Squeak::Used;
    }
}
