//! A monster bursts: it strikes every creature around it, and dies (M8).

use crate::content::monsters::Mark;
use crate::geometry::Pos;
use crate::rules::killer::Killer;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::{Event, Events};
use crate::world::{Game, Outcome};
use heapless::Vec;

pub(super) fn strike(mark: &Mark, game: &mut Game, at: MonsterAt, events: &mut Events) {
    let (who, from) = (at.of(game).actor(), at.of(game).body.pos);
    events.push(Event::Burst { who, at: from });
    let tiles: Vec<Pos, 8> = from.neighbours().collect();
    for tile in tiles {
        // Nobody is struck after the player's death or the King's (T6, K3).
        if game.outcome != Outcome::Playing || game.player.body.hp.is_dead() {
            break;
        }
        let Some(index) = game.current_floor.monster_at(from) else { return };
        game.strike_marked(mark, index, tile, events);
    }
    if let Some(index) = game.current_floor.monster_at(from) {
        game.kill_monster(index, Killer::Itself, events);
    }
}
