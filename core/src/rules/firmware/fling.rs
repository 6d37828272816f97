//! Moves creatures by force, for the deeds of firmware and for marks (I14).

use crate::content::monsters::MarkShape;
use crate::geometry::{Direction, Pos};
use crate::rules::{Actor, Event, Events};
use crate::world::{Aim, Game, Monster, Terrain};

impl Game {
    /// Returns whether a creature can land on `pos`. The tile must be walkable and free of creatures, and must not be
    /// stairs.
    pub(in crate::rules) fn can_land(&self, pos: Pos) -> bool {
        let terrain = self.current_floor.map.terrain(pos);
        terrain.is_walkable() && !terrain.is_stairs() && !self.is_occupied(pos)
    }

    /// Returns the path of a creature that is moved from `from` in `direction`, at most `steps` tiles. The path ends on
    /// a live cable, or before a tile where the creature cannot land.
    pub(in crate::rules) fn flight(
        &self,
        from: Pos,
        direction: Direction,
        steps: u8,
    ) -> impl Iterator<Item = Pos> {
        let way = core::iter::successors(from.step(direction), move |pos| pos.step(direction));
        let mut has_met_cable = false;
        way.take(steps.into()).take_while(move |&pos| {
            let goes_on = !has_met_cable && self.can_land(pos);
            has_met_cable = self.current_floor.map.terrain(pos) == Terrain::CableLive;
            goes_on
        })
    }

    /// Moves the monster at `index` to `to`. If the monster has marked the tiles around itself, this mark moves along.
    /// Any other mark is cancelled (M8).
    pub(in crate::rules) fn fling_monster(&mut self, index: usize, to: Pos, events: &mut Events) {
        let monster = &mut self.current_floor.monsters[index];
        let (who, from) = (monster.actor(), monster.body.pos);
        forget_mark(monster);
        if to != from {
            monster.move_to(to);
            events.push(Event::Flung { who, from, to });
            self.feel_cable(index, events);
        }
    }

    /// Moves the player to `to`. There the player picks up any item, and a live cable shocks the player.
    pub(in crate::rules) fn fling_player(&mut self, to: Pos, events: &mut Events) {
        let from = core::mem::replace(&mut self.player.body.pos, to);
        if to == from {
            return;
        }
        events.push(Event::Flung { who: Actor::Player, from, to });
        self.land_player(events);
    }

    /// Swaps the player and the monster at `index`. The monster's mark moves or is cancelled as in
    /// [`fling_monster`](Game::fling_monster).
    pub(in crate::rules) fn swap_with_player(&mut self, index: usize, events: &mut Events) {
        let from = self.player.body.pos;
        let monster = &mut self.current_floor.monsters[index];
        let (who, to) = (monster.actor(), monster.body.pos);
        forget_mark(monster);
        monster.move_to(from);
        self.player.body.pos = to;
        events.push(Event::Flung { who, from: to, to: from });
        events.push(Event::Flung { who: Actor::Player, from, to });
        self.feel_cable(index, events);
        self.land_player(events);
    }

    /// Moves the player or the monster on `from` to `to`.
    pub(in crate::rules) fn fling_from(&mut self, from: Pos, to: Pos, events: &mut Events) {
        if from == self.player.body.pos {
            self.fling_player(to, events);
        } else if let Some(index) = self.current_floor.monster_at(from) {
            self.fling_monster(index, to, events);
        }
    }

    /// Swaps two monsters. The mark of `other` moves or is cancelled as in [`fling_monster`](Game::fling_monster).
    pub(in crate::rules) fn swap_monsters(
        &mut self,
        one: usize,
        other: usize,
        events: &mut Events,
    ) {
        let places = [one, other].map(|index| self.current_floor.monsters[index].body.pos);
        forget_mark(&mut self.current_floor.monsters[other]);
        for (index, from, to) in [(one, places[0], places[1]), (other, places[1], places[0])] {
            let monster = &mut self.current_floor.monsters[index];
            monster.move_to(to);
            events.push(Event::Flung { who: monster.actor(), from, to });
        }
        // A live cable may kill either monster, and the removal then shifts the indices of later monsters.
        for pos in places {
            if let Some(index) = self.current_floor.monster_at(pos) {
                self.feel_cable(index, events);
            }
        }
    }

    fn land_player(&mut self, events: &mut Events) {
        self.pick_up(events);
        if self.current_floor.map.terrain(self.player.body.pos) == Terrain::CableLive {
            self.shock_player(events);
        }
    }
}

fn forget_mark(monster: &mut Monster) {
    let comes_along =
        monster.kind.spec().mark().is_some_and(|mark| mark.shape == MarkShape::Square);
    if !comes_along {
        monster.aim = Aim::None;
    }
}
