//! A monster leaps onto its marked tile, or beside a creature on that tile (M8).

use crate::content::monsters::Mark;
use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::{Event, Events};
use crate::world::{Aim, Game};

/// Makes the monster leap at `tile`. If a creature is there, the monster strikes the creature and lands beside it. If
/// the tile is empty, the monster lands on the tile and loses its next turn.
pub(super) fn strike(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    let (who, from) = (at.of(game).actor(), at.of(game).body.pos);
    let is_free = |game: &Game, pos: Pos| {
        game.current_floor.map.terrain(pos).is_walkable() && !game.is_occupied(pos)
    };
    let is_missed = !game.is_occupied(tile);
    let landing = if is_missed {
        Some(tile).filter(|&pos| is_free(game, pos))
    } else {
        let beside = tile.neighbours().filter(|&pos| is_free(game, pos));
        beside.min_by_key(|pos| (pos.steps_to(from), pos.index()))
    };
    let to = landing.unwrap_or(from);
    let monster = at.of_mut(game);
    if let Some(side) = from.bearing_to(tile) {
        monster.body.facing = monster.body.facing.after(side);
    }
    monster.move_to(to);
    if is_missed {
        monster.aim = Aim::Loading;
    }
    events.push(Event::Leapt { who, from, to });
    if !is_missed {
        game.strike_marked(mark, at.index, tile, events);
    }
    if let Some(index) = game.current_floor.monster_at(to) {
        game.feel_cable(index, events);
    }
}
