//! Moves the player and monsters (T8, T9).

use crate::geometry::{Direction, Pos};
use crate::quantity::Floor;
use crate::rules::{Actor, Event, Events};
use crate::world::{Game, Terrain};

impl Game {
    /// Moves the player one tile, or opens a door or attacks there. Returns the floor that the
    /// stairs entered lead to.
    pub(super) fn walk_player(
        &mut self,
        direction: Direction,
        events: &mut Events,
    ) -> Option<Floor> {
        let from = self.player.body.pos;
        let to = from.step(direction).expect("the outermost ring is wall, which refuses a step");
        if let Some(monster) = self.current_floor.monster_at(to) {
            self.attack_monster(monster, events);
            return None;
        }
        match self.current_floor.map.terrain(to) {
            Terrain::DoorClosed => self.open_door(Actor::Player, to, events),
            Terrain::DoorLocked => self.unlock(to, events),
            _ => return self.step_player(direction, to, events),
        }
        None
    }

    fn step_player(&mut self, direction: Direction, to: Pos, events: &mut Events) -> Option<Floor> {
        let from = self.player.body.pos;
        let body = &mut self.player.body;
        body.pos = to;
        body.facing = body.facing.after(direction);
        events.push(Event::Moved { who: Actor::Player, from, to });
        self.pick_up(events);
        match self.current_floor.map.terrain(to) {
            Terrain::StairsUp => self.floor.above(),
            Terrain::StairsDown => self.floor.below(),
            _ => None,
        }
    }

    /// Moves a monster one tile, or opens a door or attacks there; another monster blocks it (T9).
    pub(super) fn walk_monster(&mut self, index: usize, direction: Direction, events: &mut Events) {
        let monster = &self.current_floor.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        let Some(to) = from.step(direction) else { return };
        if to == self.player.body.pos {
            return self.attack_player(index, events);
        }
        if !self.current_floor.map.terrain(to).is_passable()
            || self.current_floor.monster_at(to).is_some()
        {
            return;
        }
        if self.current_floor.map.terrain(to) == Terrain::DoorClosed {
            return self.open_door(Actor::Monster(kind), to, events);
        }
        let monster = &mut self.current_floor.monsters[index];
        monster.move_to(to);
        monster.body.facing = monster.body.facing.after(direction);
        events.push(Event::Moved { who: Actor::Monster(kind), from, to });
    }

    fn open_door(&mut self, who: Actor, at: Pos, events: &mut Events) {
        self.current_floor.map.set(at, Terrain::DoorOpen);
        events.push(Event::DoorOpened { who, at });
    }
}
