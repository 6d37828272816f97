//! Rules for the vents in walls, through which monsters travel (W15).

use crate::content::fixtures::{VENT_EXIT_DISTANCE_MIN, VENT_RADIUS};
use crate::content::{MonsterKind, noise};
use crate::geometry::Pos;
use crate::limits::VENTED_MAX;
use crate::rules::{Event, Events};
use crate::world::{AiState, Game, Monster, Terrain, VentedMonster};

impl Game {
    /// Shuts the vent at `at` for good. If no other vent is open, the monsters inside come out here (W15).
    pub(super) fn shut_vent(&mut self, at: Pos, events: &mut Events) {
        self.current_floor.map.set(at, Terrain::VentShut);
        events.push(Event::VentShut { at });
        self.make_noise(at, noise::VENT);
        if self.current_floor.map.vents().is_empty() {
            while let Some(vented) = self.current_floor.vented.pop() {
                self.leave_vent(vented.monster, at, events);
            }
        }
    }

    /// Returns the open vent nearest to `from`, if it is near enough for a hunter on `from` (W15).
    pub(super) fn vent_near(&self, from: Pos) -> Option<Pos> {
        let vents = self.current_floor.map.vents().iter().copied();
        vents
            .filter(|vent| vent.steps_to(from) <= VENT_RADIUS)
            .min_by_key(|vent| (vent.steps_to(from), vent.index()))
    }

    /// Makes the monster at `index` enter `vent`. Returns false if the vents are already full of monsters.
    pub(super) fn enter_vent(&mut self, index: usize, vent: Pos, events: &mut Events) -> bool {
        if self.current_floor.vented.len() == VENTED_MAX {
            return false;
        }
        let mut monster = self.remove_monster(index);
        events.push(Event::VentEntered { kind: monster.kind, at: vent });
        (monster.blocked, monster.body.pos) = (0, vent);
        // One extra turn, because the end of this turn already counts one turn down.
        let turns = self.mode.night().vent_turns() + 1;
        let vented = VentedMonster { monster, turns, is_rattling: false };
        self.current_floor.vented.push(vented).expect("room was checked for");
        true
    }

    /// Makes a thief escape through `vent`. The thief then sleeps with its loot beside the open vent farthest from the
    /// player, not counting `vent`. If no other vent is open, it sleeps beside `vent` (M9).
    pub(super) fn escape_by_vent(&mut self, index: usize, vent: Pos, events: &mut Events) {
        let player = self.player.body.pos;
        let others = self.current_floor.map.vents().iter().copied().filter(|&other| other != vent);
        let exit = others.max_by_key(|other| other.steps_to(player)).unwrap_or(vent);
        let Some(to) = self.free_tile_at(exit) else { return };
        let monster = &mut self.current_floor.monsters[index];
        events.push(Event::VentEntered { kind: monster.kind, at: vent });
        monster.move_to(to);
        monster.ai_state = AiState::Asleep;
    }

    /// Counts down the time of the monsters in the vents, and brings out each monster whose time is over. A vent
    /// rattles one turn before a monster comes out (W15).
    pub(super) fn tick_vents(&mut self, events: &mut Events) {
        let mut index = 0;
        while index < self.current_floor.vented.len() {
            let vented = &mut self.current_floor.vented[index];
            vented.turns = vented.turns.saturating_sub(1);
            let (turns, is_rattling) = (vented.turns, vented.is_rattling);
            let (kind, at) = (vented.monster.kind, vented.monster.body.pos);
            let is_exit_open = self.current_floor.map.terrain(at) == Terrain::VentOpen;
            if turns > 1 {
                index += 1;
            } else if !is_rattling || !is_exit_open {
                if let Some(exit) = self.exit_for(kind) {
                    let vented = &mut self.current_floor.vented[index];
                    (vented.monster.body.pos, vented.is_rattling) = (exit, true);
                    events.push(Event::VentRattles { at: exit });
                }
                index += 1;
            } else if self.free_tile_at(at).is_some_and(|to| to.is_next_to(at)) {
                let vented = self.current_floor.vented.remove(index);
                self.leave_vent(vented.monster, at, events);
            } else {
                index += 1;
            }
        }
    }

    /// Returns the vent from which a monster of this kind comes out. This is the vent nearest to the player among those
    /// that are far enough away. The King uses the vent farthest from the player, and so does any monster if all vents
    /// are too near (W15, K2).
    fn exit_for(&self, kind: MonsterKind) -> Option<Pos> {
        let player = self.player.body.pos;
        let vents = || self.current_floor.map.vents().iter().copied();
        let distance = |vent: &Pos| vent.steps_to(player);
        if kind.spec().is_boss() {
            return vents().max_by_key(distance);
        }
        vents()
            .filter(|vent| distance(vent) >= VENT_EXIT_DISTANCE_MIN)
            .min_by_key(distance)
            .or_else(|| vents().max_by_key(distance))
    }

    /// Places a monster from the vents beside `vent`, and makes it hunt.
    fn leave_vent(&mut self, mut monster: Monster, vent: Pos, events: &mut Events) {
        let Some(to) = self.free_tile_at(vent) else { return };
        monster.body.pos = to;
        monster.ai_state = AiState::hunting(self.player.body.pos);
        events.push(Event::VentLeft { kind: monster.kind, at: vent, to });
        let _ = self.current_floor.monsters.push(monster);
    }

    /// Brings all monsters out of the vents before the player leaves the floor (W15).
    pub(super) fn empty_vents(&mut self) {
        while let Some(VentedMonster { mut monster, .. }) = self.current_floor.vented.pop() {
            if let Some(to) = self.free_tile_at(monster.body.pos) {
                monster.body.pos = to;
                monster.ai_state = AiState::hunting(to);
                let _ = self.current_floor.monsters.push(monster);
            }
        }
    }

    /// Returns the free ground tile with the fewest walking steps from `near`, which may be a vent.
    pub(super) fn free_tile_at(&self, near: Pos) -> Option<Pos> {
        self.nearest_on_foot(near, |pos| {
            let terrain = self.current_floor.map.terrain(pos);
            terrain == Terrain::Ground && !self.is_occupied(pos)
        })
    }
}
