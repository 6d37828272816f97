//! The blow of a thief (M9).

use crate::content::items::Purpose;
use crate::limits::PACK_MAX;
use crate::quantity::Damage;
use crate::rules::{Actor, Event, Events};
use crate::world::Game;
use heapless::Vec;

impl Game {
    /// Makes a thief try to steal an item from the player's pack. A thief never steals keys, and its blow does no
    /// damage (M9).
    pub(in crate::rules) fn steal(&mut self, index: usize, one_in: u32, events: &mut Events) {
        let (from, at) = (self.current_floor.monsters[index].body.pos, self.player.body.pos);
        let kind = self.current_floor.monsters[index].kind;
        let is_wanted =
            |place: &usize| self.player.pack[*place].kind.spec().purpose != Purpose::Unlock;
        let wanted = (0..self.player.pack.len()).filter(is_wanted);
        let places: Vec<usize, PACK_MAX> = wanted.collect();
        let can_steal = self.current_floor.monsters[index].loot.is_none()
            && self.current_floor.has_room_for_item();
        let chosen = if self.dice.one_in(one_in) && can_steal {
            self.dice.index(places.len())
        } else {
            None
        };
        let Some(chosen) = chosen else {
            let (attacker, target) = (Actor::Monster(kind), Actor::Player);
            events.push(Event::Struck { attacker, target, from, at, damage: Damage::MISS });
            return;
        };
        let item = self.player.pack.remove(places[chosen]);
        events.push(Event::Stole { kind, from, label: self.label(item.kind) });
        self.current_floor.monsters[index].loot = Some(item);
    }
}
