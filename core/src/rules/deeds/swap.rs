//! A monster trades places with a creature on its marked tile (M8, M19).

use crate::content::monsters::Mark;
use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::{Event, Events};
use crate::world::{Aim, Game};

/// Strikes a creature on the marked tile. Then the monster and the creature trade places, unless one of them stands on
/// stairs. The monster loses a turn.
pub(super) fn strike(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    let (who, from) = (at.of(game).actor(), at.of(game).body.pos);
    events.push(Event::DeedStruck { who, at: tile });
    at.of_mut(game).aim = Aim::Loading;
    game.strike_marked(mark, at.index, tile, events);
    // If the creature died, its removal has shifted the indices of later monsters.
    let Some(index) = game.current_floor.monster_at(from) else { return };
    if game.player.body.hp.is_dead() {
        return;
    }
    let map = &game.current_floor.map;
    if [from, tile].iter().any(|&pos| map.terrain(pos).is_stairs()) {
        return;
    }
    if tile == game.player.body.pos {
        game.swap_with_player(index, events);
        if let Some(index) = game.current_floor.monster_at(tile) {
            game.current_floor.monsters[index].aim = Aim::Loading;
        }
    } else if let Some(other) = game.current_floor.monster_at(tile).filter(|&it| it != index) {
        game.swap_monsters(index, other, events);
    }
}
