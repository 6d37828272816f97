//! Sends reinforcements to a player who stays on a floor (N2).

use crate::content::MonsterKind;
use crate::content::floors::{REINFORCEMENTS_AT_ONCE, population};
use crate::content::monsters::Class;
use crate::geometry::Pos;
use crate::rules::{Event, Events};
use crate::world::{AiState, Game, Monster, Squeak, Terrain};

impl Game {
    /// Owes the player one or two monsters of the floor's table after some turns spent on a floor from 1
    /// up. One comes beside the stairs each turn, alert and hunting, while the floor has room and the
    /// stairs are out of sight; the others wait and stay owed.
    pub(super) fn reinforce(&mut self, events: &mut Events) {
        let Some(turns) = self.floor.spec().reinforcement_turns else { return };
        let timer = &mut self.current_floor.reinforcement_timer;
        timer.turns = timer.turns.saturating_add(1);
        if timer.turns >= turns {
            timer.turns = 0;
            let more = self.dice.uniform(REINFORCEMENTS_AT_ONCE);
            timer.owed = timer.owed.saturating_add(u8::try_from(more).unwrap_or(u8::MAX));
        }
        if timer.owed == 0 || !self.current_floor.has_room_for_monster() {
            return;
        }
        let Some((pos, stairs)) = self.free_tile_at_stairs() else { return };
        let Some(mut monster) = self.draw_reinforcement() else { return };
        monster.body.pos = pos;
        self.current_floor.monsters.push(monster).expect("room was checked for");
        self.current_floor.reinforcement_timer.owed -= 1;
        events.push(Event::Reinforced { stairs });
    }

    /// Draws a mouse of this floor's table, which climbs stairs, hunts and pays no experience.
    pub(super) fn draw_reinforcement(&mut self) -> Option<Monster> {
        let mice = population(self.floor).filter(|(kind, _)| kind.spec().class == Class::Mouse);
        let kind = MonsterKind::draw(&mut self.dice, mice)?;
        let mut monster = Monster::born(&mut self.dice, kind, self.floor, self.player.body.pos);
        monster.ai_state = AiState::hunting(self.player.body.pos);
        monster.squeak = Squeak::Used;
        monster.is_reinforcement = true;
        Some(monster)
    }

    /// Returns a free tile beside stairs, both out of the player's sight, and these stairs.
    fn free_tile_at_stairs(&self) -> Option<(Pos, Terrain)> {
        let visible = self.visible();
        let is_hidden = |pos: &Pos| !visible.contains(*pos);
        let is_free = |pos: &Pos| {
            self.current_floor.map.terrain(*pos) == Terrain::Ground && !self.is_occupied(*pos)
        };
        [Terrain::StairsDown, Terrain::StairsUp].into_iter().find_map(|stairs| {
            let at = self.current_floor.map.find(stairs).filter(is_hidden)?;
            let free = at.neighbours().filter(is_hidden).find(is_free)?;
            Some((free, stairs))
        })
    }
}
