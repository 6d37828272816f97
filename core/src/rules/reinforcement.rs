//! Lingering is answered (N2).

use crate::content::MonsterKind;
use crate::content::floors::{TURNS_A_REINFORCEMENT, population};
use crate::geometry::Pos;
use crate::limits::REINFORCEMENTS_MAX;
use crate::quantity::{Floor, Hp};
use crate::rules::path::Route;
use crate::rules::{Event, Events};
use crate::world::{Game, Mind, Monster, Terrain};

impl Game {
    /// After every 150 turns spent on a floor from 1 up, one mouse of that floor's table comes up
    /// the stairs, alert and hunting; where the stairs are in sight, it waits until they are not.
    pub(super) fn reinforce(&mut self, events: &mut Events) {
        let lingering = &mut self.here.lingering;
        if self.floor == Floor::LOBBY || usize::from(lingering.reinforcements) >= REINFORCEMENTS_MAX
        {
            return;
        }
        lingering.turns = lingering.turns.saturating_add(1);
        if lingering.turns < TURNS_A_REINFORCEMENT || self.here.monsters.is_full() {
            return;
        }
        let Some(pos) = self.place_to_come_up() else { return };
        let Some(kind) = self.draw_mouse() else { return };
        let hp = kind.spec().hp_on(self.floor);
        let hp = self.dice.uniform(u32::from(*hp.start())..=u32::from(*hp.end()));
        let hp = Hp(u16::try_from(hp).expect("hit points are rolled from 16-bit bounds"));
        let last_seen = self.player.body.pos;
        let mut monster = Monster::new(kind, pos, hp);
        monster.mind = Mind::Hunting { last_seen, route: Route::NONE };
        monster.is_reinforcement = true;
        self.here.monsters.push(monster).expect("room was checked for");
        self.here.lingering.turns = 0;
        self.here.lingering.reinforcements += 1;
        events.push(Event::Reinforced);
    }

    /// A free tile beside stairs, both out of the player's sight.
    fn place_to_come_up(&self) -> Option<Pos> {
        let visible = self.visible();
        let is_hidden = |pos: &Pos| !visible.contains(*pos);
        [Terrain::StairsDown, Terrain::StairsUp]
            .into_iter()
            .filter_map(|stairs| self.here.map.find(stairs))
            .filter(is_hidden)
            .flat_map(Pos::neighbours)
            .filter(is_hidden)
            .find(|&pos| self.here.map.terrain(pos) == Terrain::Ground && !self.is_occupied(pos))
    }

    /// One of this floor's table that climbs stairs.
    fn draw_mouse(&mut self) -> Option<MonsterKind> {
        let floor = self.floor;
        let mice = || population(floor).filter(|(kind, _)| kind.spec().climbs_stairs);
        let total: u32 = mice().map(|(_, weight)| u32::from(weight)).sum();
        let ticket = self.dice.uniform(0..=total.checked_sub(1)?);
        MonsterKind::of_ticket(mice(), ticket)
    }
}
