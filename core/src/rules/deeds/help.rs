//! The ally fights beside the player (I10).

use super::mark;
use crate::geometry::Pos;
use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt, MonsterTurns, may_move};
use crate::rules::steps::{nearest_step, next_free_step, step_around};
use crate::world::Game;

/// Makes the ally leave a spill that hurts it, attack the nearest awake enemy that it sees, or
/// follow the player. The ally avoids harmful spills, unless it already stands in one (I10).
pub(super) fn act(
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    if at.of(game).is_hostile() {
        return Acted::No;
    }
    help(turns, game, at, events);
    Acted::Yes
}

// Target: GBA. Not inlined: keeps registers free for the deeds that most monsters try.
#[inline(never)]
fn help(turns: &mut MonsterTurns, game: &mut Game, at: MonsterAt, events: &mut Events) {
    let (index, monster) = (at.index, at.of(game));
    let (from, player) = (monster.body.pos, game.player.body.pos);
    let can_move = may_move(game, monster.kind.spec());
    let target = game.ally_target(index);
    let is_harmed = game.is_harmed_at(index, from);
    let spared = |pos: Pos| !game.is_occupied(pos) && !game.is_harmed_at(index, pos);
    let way_out = (is_harmed && can_move)
        .then(|| nearest_step(game, from, target.unwrap_or(player), &spared))
        .flatten();
    if way_out.is_none()
        && let Some(attack) = at.of(game).kind.spec().mark()
        && mark::act(attack, game, at, events) == Acted::Yes
    {
        return;
    }
    let spared = |pos: Pos| !game.is_occupied(pos) && !game.is_harmed_at(index, pos);
    let is_free = |pos: Pos| if is_harmed { !game.is_occupied(pos) } else { spared(pos) };
    let direction = match target {
        _ if way_out.is_some() => way_out,
        Some(target) if target.is_next_to(from) => from.direction_to(target),
        _ if !can_move => None,
        Some(target) => step_around(game, from, target, &is_free),
        None if from.steps_to(player) <= 1 => None,
        None => next_free_step(turns.player_map(game), from, &is_free),
    };
    if let Some(direction) = direction {
        game.walk_monster(index, direction, events);
    }
}
