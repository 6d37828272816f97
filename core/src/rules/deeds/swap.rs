//! A monster trades places with whoever stands on the tile that it has marked (M8, M19).

use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::{Event, Events};
use crate::world::{Aim, Game};

/// Trades places with whoever stands there, and loses a turn. Nobody trades places on stairs.
pub(super) fn strike(game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    let (kind, from) = (at.of(game).kind, at.of(game).body.pos);
    events.push(Event::DeedStruck { kind, at: tile });
    at.of_mut(game).aim = Aim::Loading;
    let map = &game.current_floor.map;
    if [from, tile].iter().any(|&pos| map.terrain(pos).is_stairs()) {
        return;
    }
    if tile == game.player.body.pos {
        game.swap_with_player(at.index, events);
        if let Some(index) = game.current_floor.monster_at(tile) {
            game.current_floor.monsters[index].aim = Aim::Loading;
        }
    } else if let Some(other) = game.current_floor.monster_at(tile).filter(|&it| it != at.index) {
        game.swap_monsters(at.index, other, events);
    }
}
