//! The Spit Mouse's attack from afar (M8).

use crate::content::monsters::SPIT_RANGE;
use crate::rules::{Event, Events};
use crate::world::{AiState, Aim, Game, line};

impl Game {
    /// Lets a Spit Mouse mark the player's tile, spit where it marked, or load (M8). Returns whether it
    /// did any of these.
    pub(super) fn spit(&mut self, index: usize, events: &mut Events) -> bool {
        let player = self.player.body.pos;
        let monster = &mut self.current_floor.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        match core::mem::replace(&mut monster.aim, Aim::None) {
            Aim::Loading => return true,
            Aim::At(at) if line::is_clear(&self.current_floor.map, from, at) => {
                self.current_floor.monsters[index].aim = Aim::Loading;
                events.push(Event::Spat { kind, from, at });
                let range = kind.spec().spit_on(self.floor).into_inner();
                if at == player {
                    self.hit_player(index, range, events);
                } else if let Some(other) =
                    self.current_floor.monster_at(at).filter(|&it| it != index)
                {
                    self.hit_monster(index, other, range, events);
                }
                self.spit_acid(at, events);
                return true;
            }
            Aim::At(_) | Aim::None => {}
        }
        // Creatures hide the player, but the line is clear past them.
        let is_in_range = SPIT_RANGE.contains(&from.steps_to(player))
            && line::is_clear(&self.current_floor.map, from, player);
        if is_in_range {
            self.current_floor.monsters[index].ai_state = AiState::hunting(player);
            self.current_floor.monsters[index].aim = Aim::At(player);
            events.push(Event::Marked { kind, from, at: player });
        }
        is_in_range
    }
}
