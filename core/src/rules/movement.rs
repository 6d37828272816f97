//! Moves the player and monsters (T8, T9).

use crate::geometry::{Direction, Pos};
use crate::quantity::Floor;
use crate::rules::{Actor, Event, Events};
use crate::world::{Game, Monster, Terrain};

impl Monster {
    /// Returns the monster as the subject or object of an event.
    pub(crate) const fn actor(&self) -> Actor {
        if self.is_ally { Actor::Ally(self.kind) } else { Actor::Monster(self.kind) }
    }
}

impl Game {
    /// Moves the player one tile, or makes the player attack, swap with the ally, or use a fixture. If the player
    /// enters stairs, returns the floor to which the stairs lead.
    pub(super) fn walk_player(
        &mut self,
        direction: Direction,
        events: &mut Events,
    ) -> Option<Floor> {
        let from = self.player.body.pos;
        let to = from.step(direction).expect("the outermost ring is wall, which refuses a step");
        let body = &mut self.player.body;
        body.facing = body.facing.after(direction);
        if let Some(index) = self.current_floor.monster_at(to) {
            if self.current_floor.monsters[index].is_ally {
                let ally = &mut self.current_floor.monsters[index];
                ally.body.facing = ally.body.facing.after(direction.reversed());
                ally.move_to(from);
                let kind = ally.kind;
                events.push(Event::Swapped { kind });
                events.push(Event::Moved { who: Actor::Ally(kind), from: to, to: from });
                return self.step_player(to, events);
            }
            self.attack_monster(index, events);
            return None;
        }
        if let Some(index) = self.reached_in(direction) {
            self.strike_from_afar(index, events);
            return None;
        }
        match self.current_floor.map.terrain(to) {
            Terrain::DoorClosed => {
                self.open_door(Actor::Player, to, events);
                return self.step_player(to, events);
            }
            Terrain::DoorLocked => self.unlock(to, events),
            Terrain::VentOpen => self.shut_vent(to, events),
            Terrain::Terminal => self.use_terminal(to, events),
            Terrain::Switch => self.flip_switch(events),
            Terrain::Pedestal => self.take_from_pedestal(to, events),
            Terrain::Locker => self.take_kit(to, events),
            _ => return self.step_player(to, events),
        }
        None
    }

    fn step_player(&mut self, to: Pos, events: &mut Events) -> Option<Floor> {
        let from = self.player.body.pos;
        self.player.body.pos = to;
        events.push(Event::Moved { who: Actor::Player, from, to });
        self.pick_up(events);
        match self.current_floor.map.terrain(to) {
            Terrain::StairsUp => self.floor.above(),
            Terrain::StairsDown => self.floor.below(),
            Terrain::CableLive => {
                self.shock_player(events);
                None
            }
            _ => None,
        }
    }

    /// Moves a monster one tile. If a creature of the other side is on that tile, the monster attacks it instead; a
    /// creature of its own side blocks the monster (T9). Returns whether the monster moved or attacked.
    pub(super) fn walk_monster(
        &mut self,
        index: usize,
        direction: Direction,
        events: &mut Events,
    ) -> bool {
        let monster = &self.current_floor.monsters[index];
        let (who, from, is_ally) = (monster.actor(), monster.body.pos, monster.is_ally);
        let Some(to) = from.step(direction) else { return false };
        let body = &mut self.current_floor.monsters[index].body;
        body.facing = body.facing.after(direction);
        if to == self.player.body.pos {
            if !is_ally {
                self.attack_player(index, events);
            }
            return !is_ally;
        }
        if let Some(other) = self.current_floor.monster_at(to) {
            let is_enemy = self.current_floor.monsters[other].is_ally != is_ally;
            if is_enemy {
                self.attack_by_monster(index, other, events);
            }
            return is_enemy;
        }
        if !self.current_floor.map.terrain(to).is_passable() {
            return false;
        }
        if self.current_floor.map.terrain(to) == Terrain::DoorClosed {
            self.open_door(who, to, events);
        }
        self.current_floor.monsters[index].move_to(to);
        events.push(Event::Moved { who, from, to });
        if self.current_floor.map.terrain(to) == Terrain::CableLive {
            self.shock_monster(index, events);
        }
        true
    }

    /// Opens the door at `at`.
    pub(super) fn open_door(&mut self, who: Actor, at: Pos, events: &mut Events) {
        self.current_floor.map.set(at, Terrain::DoorOpen);
        events.push(Event::DoorOpened { who, at });
    }
}
