//! A monster that sees the player walks toward the player and attacks (M3, M4, W15, T9).

use crate::content::fixtures::VENT_BLOCKED_TURNS;
use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt, MonsterTurns, may_move};
use crate::rules::steps::{next_step, step_toward};
use crate::world::{Game, Monster};

/// Makes a monster hunt the player, if it sees the player. A monster beside the player attacks the player. A monster
/// beside the ally, but not beside the player, strikes the ally (T9). Any other monster steps along a shortest path
/// around sleepers. A monster blocked by other monsters steps aside, goes for a vent, or waits (M3, M4, W15).
pub(super) fn act(
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    if !at.sees_player {
        return Acted::No;
    }
    let (from, player) = (at.of(game).body.pos, game.player.body.pos);
    if let Some(direction) = from.direction_to(player) {
        at.of_mut(game).blocked = 0;
        game.walk_monster(at.index, direction, events);
        return Acted::Yes;
    }
    if strike_ally(game, at.index, events)
        || !may_move(game, at.of(game).kind.spec())
        || go_for_vent(game, at.index, events)
    {
        return Acted::Yes;
    }
    match next_step(turns.player_map(game), game, from) {
        Some(direction) => {
            at.of_mut(game).blocked = 0;
            game.walk_monster(at.index, direction, events);
        }
        None => note_blocked(at.of_mut(game)),
    }
    Acted::Yes
}

/// Makes a hostile monster strike the ally beside it (T9). Returns whether there was an ally to strike.
pub(super) fn strike_ally(game: &mut Game, index: usize, events: &mut Events) -> bool {
    let from = game.current_floor.monsters[index].body.pos;
    let ally = game.current_floor.monsters.iter().find(|monster| monster.is_ally);
    let direction = ally.and_then(|ally| from.direction_to(ally.body.pos));
    direction.is_some_and(|direction| game.walk_monster(index, direction, events))
}

/// Counts one more turn in which other monsters blocked this hunter, up to the number that makes it go for a vent
/// (W15).
pub(super) fn note_blocked(monster: &mut Monster) {
    monster.blocked = (monster.blocked + 1).min(VENT_BLOCKED_TURNS);
}

/// Makes a hunter step toward a nearby vent or enter the vent, if other monsters have blocked the hunter for long
/// enough (W15). Returns whether the hunter acted.
pub(super) fn go_for_vent(game: &mut Game, index: usize, events: &mut Events) -> bool {
    let monster = &game.current_floor.monsters[index];
    if !monster.kind.spec().uses_vents || monster.blocked < VENT_BLOCKED_TURNS {
        return false;
    }
    let from = monster.body.pos;
    let Some(vent) = game.vent_near(from) else { return false };
    if vent.is_next_to(from) {
        return game.enter_vent(index, vent, events);
    }
    match step_toward(game, from, vent, &|pos| !game.is_occupied(pos)) {
        Some(direction) => game.walk_monster(index, direction, events),
        None => false,
    }
}
