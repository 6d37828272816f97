//! A monster runs away from the player (M5).

use crate::geometry::Pos;
use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt, MonsterTurns, rests};
use crate::world::Game;

/// Makes the monster run away, unless it rests in this turn.
// Target: GBA. Not inlined: keeps registers free for the deeds that most monsters try.
#[inline(never)]
pub(super) fn act(
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    if !rests(game, at.of(game).kind.spec()) {
        run_away(turns, game, at, events);
    }
    Acted::Yes
}

/// Moves the monster to the adjacent free tile with the greatest walking distance from the player, but never onto
/// stairs. If no such tile is farther away than the monster's own tile, the monster stays, and attacks the player if
/// the player is adjacent.
pub(super) fn run_away(
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) {
    let (from, player) = (at.of(game).body.pos, game.player.body.pos);
    let map = turns.player_map(game);
    map.expand_around(from);
    let away = from
        .neighbours()
        .filter(|&pos| map.is_reached(pos) && !game.is_occupied(pos))
        .filter(|&pos| !game.current_floor.map.terrain(pos).is_stairs())
        .max_by_key(|&pos| (map.distance(pos), pos.steps_to(player)));
    let is_farther = |pos: &Pos| map.distance(*pos) > map.distance(from);
    let direction = match away.filter(is_farther) {
        Some(pos) => from.direction_to(pos),
        None => from.direction_to(player),
    };
    if let Some(direction) = direction {
        game.walk_monster(at.index, direction, events);
    }
}
