//! A named mouse strikes its marked tile, and pushes away the creature on it (M8, M19).

use crate::content::Status;
use crate::content::firmware::{SHOVE_TILES, SHOVEN_TURNS};
use crate::content::monsters::Mark;
use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::status::inflict;
use crate::rules::{Event, Events};
use crate::world::Game;

/// Strikes a creature on the marked tile and pushes the creature away in a straight line. An obstacle stops and stuns
/// the creature.
pub(super) fn strike(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    let (who, from) = (at.of(game).actor(), at.of(game).body.pos);
    events.push(Event::DeedStruck { who, at: tile });
    game.strike_marked(mark, at.index, tile, events);
    if game.player.body.hp.is_dead() {
        return;
    }
    let Some(direction) = from.straight_to(tile) else { return };
    let way = game.flight(tile, direction, SHOVE_TILES);
    let (count, last) = way.fold((0, None), |(count, _), pos| (count + 1, Some(pos)));
    let end = last.unwrap_or(tile);
    game.fling_from(tile, end, events);
    if count == SHOVE_TILES || game.player.body.hp.is_dead() {
        return;
    }
    if game.player.body.pos == end {
        game.inflict_on_player(Status::Stunned, SHOVEN_TURNS, events);
    } else if let Some(index) = game.current_floor.monster_at(end) {
        let monster = &mut game.current_floor.monsters[index];
        let who = monster.actor();
        inflict(&mut monster.body, who, Status::Stunned, SHOVEN_TURNS, events);
    }
}
