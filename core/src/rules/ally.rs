//! Rules for the player's ally: a mouse that was turned by an override chip or a graft, or freed from a cage (I10, B16,
//! W25).

use crate::content::effects::Effect;
use crate::content::items::OVERRIDE_PERCENT;
use crate::content::monsters::{ALLY_MENDS_PART, ALLY_SIGHT_RADIUS, Class};
use crate::content::{Feat, ItemKind};
use crate::geometry::Pos;
use crate::rules::status::end_stun;
use crate::rules::{AllyEnd, Event, Events};
use crate::world::{AiState, Aim, Conduct, Game, Monster, Squeak, sight};

impl Game {
    /// Returns whether an override chip works on this monster. The monster must be a hostile mouse other than the King,
    /// and must be stunned, eating, or low on hit points (I10).
    pub(crate) fn can_override(&self, monster: &Monster) -> bool {
        let percent = self.override_percent();
        let is_weak = u32::from(monster.body.hp.0) * 100 <= u32::from(monster.hp_born.0) * percent;
        let is_open = matches!(monster.ai_state, AiState::Eating { .. })
            || monster.body.statuses.has(crate::content::Status::Stunned)
            || is_weak;
        monster.is_hostile() && monster.kind.spec().class == Class::Mouse && is_open
    }

    /// Returns whether the player carries an override chip that works on this monster.
    pub(crate) fn has_override_for(&self, monster: &Monster) -> bool {
        let mut carried = self.player.pack.iter().map(|item| item.kind);
        self.can_override(monster) && carried.any(|kind| kind == ItemKind::OverrideChip)
    }

    /// Returns the limit for overriding a mouse that is neither stunned nor eating, in percent of its original hit
    /// points. At or below this limit, an override chip works on the mouse (I10, I11).
    pub(crate) fn override_percent(&self) -> u32 {
        let percent = |it| if let Effect::OverrideAt(percent) = it { Some(percent) } else { None };
        self.player.modifier(percent).unwrap_or(OVERRIDE_PERCENT)
    }

    /// Returns the index of the mouse that an override chip would turn: the adjacent mouse with the strongest attack on
    /// which the chip works. If several attack equally strongly, the mouse with the most hit points is chosen (I10).
    pub(crate) fn override_target(&self) -> Option<usize> {
        let player = self.player.body.pos;
        let strength = |index: &usize| {
            let monster = &self.current_floor.monsters[*index];
            (*monster.kind.spec().attack_on(self.floor).end(), monster.body.hp)
        };
        (0..self.current_floor.monsters.len())
            .filter(|&index| {
                let monster = &self.current_floor.monsters[index];
                monster.body.pos.is_next_to(player) && self.can_override(monster)
            })
            .max_by_key(strength)
    }

    /// Returns whether enemies are next to the player, and all of them are snakes, on which an override chip never
    /// works (I10).
    pub(super) fn has_only_snakes_beside(&self) -> bool {
        let player = self.player.body.pos;
        let monsters = self.current_floor.monsters.iter();
        let mut enemies =
            monsters.filter(|it| it.is_hostile() && it.body.pos.is_next_to(player)).peekable();
        enemies.peek().is_some() && enemies.all(|it| !it.kind.spec().is_mouse())
    }

    /// Makes the [`override_target`](Game::override_target) the player's ally; the old ally is lost (I10).
    pub(super) fn override_monster(&mut self, events: &mut Events) {
        let index = self.override_target().expect("refused without a target");
        self.mode.break_conduct(Conduct::NoOverride);
        self.make_ally(index, events);
    }

    /// Makes the monster at `index` the player's ally; the old ally is lost. The new ally regains some hit points, and
    /// drops the item that it has stolen or carries (I10, B16).
    pub(super) fn make_ally(&mut self, index: usize, events: &mut Events) {
        let at = self.current_floor.monsters[index].body.pos;
        if let Some(old) = self.current_floor.monsters.iter().position(|monster| monster.is_ally) {
            let old = self.remove_monster(old);
            let (kind, at) = (old.kind, old.body.pos);
            events.push(Event::AllyLost { kind, at, end: AllyEnd::Replaced });
        }
        // Removing the old ally has shifted the index of the new ally, if the old one came first in the list.
        let Some(index) = self.current_floor.monster_at(at) else { return };
        let monster = &mut self.current_floor.monsters[index];
        let (kind, at, who) = (monster.kind, monster.body.pos, monster.actor());
        end_stun(&mut monster.body, who, events);
        monster.body.heal(monster.hp_born.0 / ALLY_MENDS_PART, monster.hp_born);
        monster.is_ally = true;
        monster.ai_state = AiState::hunting(self.player.body.pos);
        (monster.aim, monster.squeak, monster.blocked) = (Aim::None, Squeak::Used, 0);
        let loot = monster.loot.take();
        self.mode.do_feat(Feat::MakesAlly);
        events.push(Event::Overridden { kind, at });
        if let Some(item) = loot {
            events.push(Event::LootDropped { label: self.label(item.kind) });
            self.lay_item(at, item);
        }
    }

    /// Returns the position of the enemy that the ally at `index` fights: the nearest awake enemy that it sees within
    /// six tiles. The ally leaves stunned and eating enemies to the player, whose blows do them more damage (I10).
    pub(super) fn ally_target(&self, index: usize) -> Option<Pos> {
        let from = self.current_floor.monsters[index].body.pos;
        let is_near = |monster: &&Monster| {
            monster.is_hostile()
                && monster.ai_state.is_alert()
                && !monster.is_helpless()
                && monster.body.pos.is_within(ALLY_SIGHT_RADIUS, from)
        };
        let mut near = self.current_floor.monsters.iter().filter(is_near).peekable();
        near.peek()?;
        let clear = sight::clear(&self.current_floor);
        near.filter(|monster| sight::sees(&clear, from, monster.body.pos))
            .map(|monster| monster.body.pos)
            .min_by_key(|pos| (pos.steps_to(from), pos.index()))
    }
}
