//! Sends reinforcements to a player who stays on a floor (N2).

use crate::content::MonsterKind;
use crate::content::floors::{TURNS_PER_REINFORCEMENT, population};
use crate::geometry::Pos;
use crate::limits::REINFORCEMENTS_MAX;
use crate::quantity::{Floor, Hp};
use crate::rules::{Event, Events};
use crate::world::path::Route;
use crate::world::{AiState, Game, Monster, Terrain};

impl Game {
    /// Places one monster of the floor's table beside the stairs after every 150 turns spent on a
    /// floor from 1 up, alert and hunting; while the stairs are in sight, it waits.
    pub(super) fn reinforce(&mut self, events: &mut Events) {
        let reinforcement_timer = &mut self.current_floor.reinforcement_timer;
        if self.floor == Floor::LOBBY
            || usize::from(reinforcement_timer.reinforcements) >= REINFORCEMENTS_MAX
        {
            return;
        }
        reinforcement_timer.turns = reinforcement_timer.turns.saturating_add(1);
        if reinforcement_timer.turns < TURNS_PER_REINFORCEMENT
            || self.current_floor.monsters.is_full()
        {
            return;
        }
        let Some(pos) = self.free_tile_at_stairs() else { return };
        let Some(kind) = self.draw_kind() else { return };
        let hp = kind.spec().hp_on(self.floor);
        let hp = self.dice.uniform(u32::from(*hp.start())..=u32::from(*hp.end()));
        let hp = Hp(u16::try_from(hp).expect("hit points are rolled from 16-bit bounds"));
        let last_seen = self.player.body.pos;
        let mut monster = Monster::new(kind, pos, hp);
        monster.ai_state = AiState::Hunting { last_seen, route: Route::NONE };
        monster.is_reinforcement = true;
        self.current_floor.monsters.push(monster).expect("room was checked for");
        self.current_floor.reinforcement_timer.turns = 0;
        self.current_floor.reinforcement_timer.reinforcements += 1;
        events.push(Event::Reinforced);
    }

    /// Returns a free tile beside stairs, both out of the player's sight.
    fn free_tile_at_stairs(&self) -> Option<Pos> {
        let visible = self.visible();
        let is_hidden = |pos: &Pos| !visible.contains(*pos);
        [Terrain::StairsDown, Terrain::StairsUp]
            .into_iter()
            .filter_map(|stairs| self.current_floor.map.find(stairs))
            .filter(is_hidden)
            .flat_map(Pos::neighbours)
            .filter(is_hidden)
            .find(|&pos| {
                self.current_floor.map.terrain(pos) == Terrain::Ground && !self.is_occupied(pos)
            })
    }

    /// Draws a kind from this floor's table that climbs stairs.
    fn draw_kind(&mut self) -> Option<MonsterKind> {
        let floor = self.floor;
        let mice = || population(floor).filter(|(kind, _)| kind.spec().climbs_stairs);
        let total: u32 = mice().map(|(_, weight)| u32::from(weight)).sum();
        let roll = self.dice.uniform(0..=total.checked_sub(1)?);
        MonsterKind::pick_by_weight(mice(), roll)
    }
}
