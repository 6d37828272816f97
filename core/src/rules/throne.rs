//! Rules for the throne floor, where guards come through vents (K1).

use crate::content::MonsterKind;
use crate::content::floors::population;
use crate::content::monsters::Class;
use crate::content::throne::{GUARD_VENT_TURNS, SLIPS_MAX, TURNS_PER_GUARD};
use crate::limits::VENTED_MAX;
use crate::rules::{Event, Events};
use crate::world::packing::{SAVED_GUARD_TURNS_MAX, SAVED_SLIPS_MAX};
use crate::world::{AiState, Game, Monster, Squeak, VentedMonster};

const _: () = assert!(
    TURNS_PER_GUARD <= SAVED_GUARD_TURNS_MAX && SLIPS_MAX <= SAVED_SLIPS_MAX,
    "more bits for them: raise FORMAT_VERSION"
);

impl Game {
    /// Sends a guard through the vents every 12 turns, once the player has seen the King. A guard comes only while the
    /// floor and its vents have room and a vent is open. In the last night, guards come more often. They give no
    /// experience (K1).
    pub(super) fn call_guards(&mut self, events: &mut Events) {
        let Some(boss) = self.floor.spec().boss else { return };
        if !self.current_floor.throne.is_king_seen {
            let king = self.current_floor.monsters.iter().find(|monster| monster.kind == boss);
            let Some(at) = king.map(|king| king.body.pos) else { return };
            self.current_floor.throne.is_king_seen = self.visible().contains(at);
            return;
        }
        let has_room = self.current_floor.has_room_for_monster()
            && self.current_floor.vented.len() < VENTED_MAX
            && !self.current_floor.map.vents().is_empty();
        let turns_per_guard = self.mode.night().turns_per_guard();
        let turns = &mut self.current_floor.throne.guard_turns;
        *turns = (*turns + 1).min(turns_per_guard);
        if *turns < turns_per_guard || !has_room {
            return;
        }
        let Some(mut guard) = self.draw_guard() else { return };
        self.current_floor.throne.guard_turns = 0;
        guard.body.pos = self.current_floor.map.vents()[0];
        let vented = VentedMonster { monster: guard, turns: GUARD_VENT_TURNS, is_rattling: false };
        self.current_floor.vented.push(vented).expect("room was checked for");
        events.push(Event::GuardCame);
    }

    /// Creates a guard: a mouse that is chosen by the floor's weights, hunts the player and gives no experience.
    fn draw_guard(&mut self) -> Option<Monster> {
        let mice =
            population(self.seed, self.floor).filter(|(kind, _)| kind.spec().class == Class::Mouse);
        let kind = MonsterKind::draw(&mut self.dice, mice)?;
        let mut guard = Monster::born(&mut self.dice, kind, self.floor, self.player.body.pos);
        guard.ai_state = AiState::hunting(self.player.body.pos);
        guard.squeak = Squeak::Used;
        guard.is_unpaid = true;
        Some(guard)
    }
}
