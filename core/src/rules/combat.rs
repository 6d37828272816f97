//! Resolves attacks (A) and their effects (D, M).

use crate::content::monsters::Trait;
use crate::content::{MonsterKind, Slot, Status};
use crate::dice::Dice;
use crate::geometry::Pos;
use crate::limits::TELEPORT_TILES_MAX;
use crate::quantity::{Damage, Xp};
use crate::rules::status::inflict;
use crate::rules::{Actor, Event, Events};
use crate::world::{Cause, Game, Outcome, Terrain};
use heapless::Vec;

/// Computes the damage of an attack of strength `attack` against `defence`: attack² / (attack +
/// defence) (A6). Zero is a miss.
pub fn damage(attack: u16, defence: u16) -> Damage {
    let (attack, defence) = (u32::from(attack), u32::from(defence));
    let Some(damage) = (attack * attack).checked_div(attack + defence) else {
        return Damage::MISS;
    };
    Damage(u16::try_from(damage).expect("a blow takes no more than its attack"))
}

/// Rolls an attack between `weakest` and `strongest` against `defence` (A5, A6).
fn attack_roll(dice: &mut Dice, weakest: u16, strongest: u16, defence: u16) -> Damage {
    let attack = dice.uniform(u32::from(weakest)..=u32::from(strongest));
    damage(u16::try_from(attack).expect("rolled between 16-bit bounds"), defence)
}

impl Game {
    /// Lets the player attack the monster at `index`; a dead monster leaves the floor at once (A8)
    /// and pays experience (B5).
    pub(super) fn attack_monster(&mut self, index: usize, events: &mut Events) {
        let from = self.player.body.pos;
        let monster = &self.current_floor.monsters[index];
        let (kind, at) = (monster.kind, monster.body.pos);
        if self.dodges(index) {
            events.push(Event::Dodged { kind, from, at });
            return;
        }
        let stats = self.player_stats();
        let defence = kind.spec().defence;
        let damage = attack_roll(&mut self.dice, stats.attack_min, stats.attack_max, defence);
        let (attacker, target) = (Actor::Player, Actor::Monster(kind));
        events.push(Event::Struck { attacker, target, from, at, damage });
        if damage == Damage::MISS {
            return;
        }
        let body = &mut self.current_floor.monsters[index].body;
        body.hp = body.hp.hurt(damage);
        if body.hp.is_dead() {
            return self.kill_monster(index, events);
        }
        self.apply_on_hit_to_monster(index, events);
        self.teleport(index, events);
    }

    /// Rolls whether the monster dodges this attack. A monster that cannot act, or does not know of
    /// the player, cannot dodge.
    fn dodges(&mut self, index: usize) -> bool {
        let monster = &self.current_floor.monsters[index];
        let Trait::Dodges(one_in) = monster.kind.spec().monster_trait else { return false };
        let statuses = &monster.body.statuses;
        let is_able = monster.ai_state.is_alert()
            && !statuses.has(Status::Stunned)
            && !statuses.has(Status::Confused);
        is_able && self.dice.one_in(one_in)
    }

    /// Rolls the on-hit effect of the weapon in hand.
    fn apply_on_hit_to_monster(&mut self, index: usize, events: &mut Events) {
        let weapon = self.player.worn.get(Slot::Weapon);
        let Some(on_hit) = weapon.and_then(|item| item.kind.spec().on_hit) else { return };
        if self.dice.one_in(on_hit.one_in) {
            let monster = &mut self.current_floor.monsters[index];
            let who = Actor::Monster(monster.kind);
            inflict(&mut monster.body, who, on_hit.status, on_hit.turns, events);
        }
    }

    /// Teleports a monster that was hit and is alive, 1 in `one_in`, up to `radius` tiles onto free
    /// ground.
    fn teleport(&mut self, index: usize, events: &mut Events) {
        let monster = &self.current_floor.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        let Trait::Teleports { one_in, radius } = kind.spec().monster_trait else { return };
        if !self.dice.one_in(one_in) {
            return;
        }
        let reach = i8::try_from(radius).expect("it flickers a few tiles");
        let places: Vec<Pos, TELEPORT_TILES_MAX> = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).filter_map(move |dx| from.offset(dx, dy)))
            .filter(|&pos| self.current_floor.map.terrain(pos) == Terrain::Ground)
            .filter(|&pos| !self.is_occupied(pos))
            .collect();
        let Some(chosen) = self.dice.index(places.len()) else { return };
        let to = places[chosen];
        self.current_floor.monsters[index].move_to(to);
        events.push(Event::Teleported { kind, from, to });
    }

    /// Lets the monster at `index` attack the player.
    pub(super) fn attack_player(&mut self, index: usize, events: &mut Events) {
        let defence = self.player_stats().defence;
        let monster = &self.current_floor.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        let (weakest, strongest) = kind.spec().attack_on(self.floor).into_inner();
        let damage = attack_roll(&mut self.dice, weakest, strongest, defence);
        let (attacker, target) = (Actor::Monster(kind), Actor::Player);
        let at = self.player.body.pos;
        events.push(Event::Struck { attacker, target, from, at, damage });
        if damage == Damage::MISS {
            return;
        }
        self.damage_player(damage, Cause::Monster(kind));
        if !self.player.body.hp.is_dead() {
            self.apply_on_hit_to_player(kind, events);
        }
    }

    /// Rolls the on-hit effect of a monster. A player who has the status already is spared the roll
    /// of a rare one (D5). The event follows that of the damage (D6).
    fn apply_on_hit_to_player(&mut self, kind: MonsterKind, events: &mut Events) {
        let Some(on_hit) = kind.spec().on_hit else { return };
        let body = &mut self.player.body;
        let is_spared = on_hit.one_in > 1 && body.statuses.has(on_hit.status);
        if !is_spared && self.dice.one_in(on_hit.one_in) {
            inflict(body, Actor::Player, on_hit.status, on_hit.turns, events);
        }
    }

    /// Removes a dead monster from the floor, keeping the order of the others, and pays its
    /// experience; reinforcements pay nothing (N2). The death of the King wins the run (M5).
    pub(super) fn kill_monster(&mut self, index: usize, events: &mut Events) {
        let monster = self.current_floor.monsters.remove(index);
        let kind = monster.kind;
        let paid = if monster.is_reinforcement { Xp(0) } else { kind.spec().xp };
        self.player.kills = self.player.kills.saturating_add(1);
        events.push(Event::Slain { kind, at: monster.body.pos, paid });
        self.gain_xp(paid, events);
        if kind == MonsterKind::MouseKing {
            self.outcome = Outcome::Won;
            events.push(Event::KingSlain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // A6: the formula, at its edges and in between.
    #[test]
    fn damage_is_attack_squared_by_the_sum() {
        for (attack, defence, taken) in [(1, 1, 0), (2, 1, 1), (3, 1, 2), (16, 4, 12), (1, 0, 1)] {
            assert_eq!(damage(attack, defence), Damage(taken), "{attack} against {defence}");
        }
        assert_eq!(damage(0, 0), Damage::MISS);
        assert_eq!(damage(u16::MAX, 0), Damage(u16::MAX));
    }
}
