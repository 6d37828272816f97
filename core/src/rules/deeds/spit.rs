//! An attack from afar: a monster marks a tile, spits there, then loads (M8).

use crate::content::monsters::Spit;
use crate::rules::monster_turns::{Acted, MonsterAt};
use crate::rules::{Event, Events};
use crate::world::{AiState, Aim, Game, line};

/// Lets the monster mark the player's tile, spit where it marked, or load.
pub(super) fn act(spit: &Spit, game: &mut Game, at: MonsterAt, events: &mut Events) -> Acted {
    let (index, player) = (at.index, game.player.body.pos);
    let monster = at.of_mut(game);
    let (kind, from) = (monster.kind, monster.body.pos);
    match core::mem::replace(&mut monster.aim, Aim::None) {
        Aim::Loading => return Acted::Yes,
        Aim::At(mark) if line::is_clear(&game.current_floor.map, from, mark) => {
            at.of_mut(game).aim = Aim::Loading;
            events.push(Event::Spat { kind, from, at: mark });
            let range = spit.attack_on(game.floor).into_inner();
            if mark == player {
                game.hit_player(index, range, events);
            } else if let Some(other) =
                game.current_floor.monster_at(mark).filter(|&it| it != index)
            {
                game.hit_monster(index, other, range, events);
            }
            game.spill_by_monster(mark, spit.spill, events);
            return Acted::Yes;
        }
        Aim::At(_) | Aim::None => {}
    }
    // Creatures hide the player, but the line is clear past them.
    let is_in_range = spit.range.contains(&from.steps_to(player))
        && line::is_clear(&game.current_floor.map, from, player);
    if is_in_range {
        let monster = at.of_mut(game);
        monster.ai_state = AiState::hunting(player);
        monster.aim = Aim::At(player);
        events.push(Event::Marked { kind, from, at: player });
    }
    Acted::from(is_in_range)
}
