//! Blows (A), and what comes with them (D, M).

use crate::content::monsters::Character;
use crate::content::{MonsterKind, Status};
use crate::dice::Dice;
use crate::geometry::Pos;
use crate::limits::FLICKER_PLACES_MAX;
use crate::quantity::{Damage, Xp};
use crate::rules::status::inflict;
use crate::rules::{Actor, Cause, Event, Events};
use crate::world::{Game, Outcome, Slot, Terrain};
use heapless::Vec;

/// What a blow of `attack` takes from one with `defence`: attack² / (attack + defence) (A6). Zero
/// is a miss.
pub fn damage(attack: u16, defence: u16) -> Damage {
    let (attack, defence) = (u32::from(attack), u32::from(defence));
    let Some(damage) = (attack * attack).checked_div(attack + defence) else {
        return Damage::MISS;
    };
    Damage(u16::try_from(damage).expect("a blow takes no more than its attack"))
}

/// A blow between `weakest` and `strongest` against `defence` (A5, A6).
fn blow(dice: &mut Dice, weakest: u16, strongest: u16, defence: u16) -> Damage {
    let attack = dice.uniform(u32::from(weakest)..=u32::from(strongest));
    damage(u16::try_from(attack).expect("rolled between 16-bit bounds"), defence)
}

impl Game {
    /// The player strikes the monster at `index` of the roster; a dead one leaves the floor at
    /// once (A8) and pays (B5).
    pub(super) fn attack_monster(&mut self, index: usize, events: &mut Events) {
        let from = self.player.body.pos;
        let monster = &self.here.monsters[index];
        let (kind, at) = (monster.kind, monster.body.pos);
        if self.dodges(index) {
            events.push(Event::Dodged { kind, from, at });
            return;
        }
        let stats = self.player_stats();
        let defence = kind.spec().defence;
        let damage = blow(&mut self.dice, stats.attack_min, stats.attack_max, defence);
        let (attacker, target) = (Actor::Player, Actor::Monster(kind));
        events.push(Event::Struck { attacker, target, from, at, damage });
        if damage == Damage::MISS {
            return;
        }
        let body = &mut self.here.monsters[index].body;
        body.hp = body.hp.hurt(damage);
        if body.hp.is_dead() {
            return self.bury_monster(index, events);
        }
        self.sting_monster(index, events);
        self.flicker(index, events);
    }

    /// Whether the monster slips away from this blow. Who cannot act cannot dodge, nor can who
    /// does not know of the player.
    fn dodges(&mut self, index: usize) -> bool {
        let monster = &self.here.monsters[index];
        let Character::Dodges(one_in) = monster.kind.spec().character else { return false };
        let statuses = &monster.body.statuses;
        let is_able = monster.mind.is_alert()
            && !statuses.has(Status::Stunned)
            && !statuses.has(Status::Confused);
        is_able && self.dice.one_in(one_in)
    }

    /// What a damaging hit with the weapon in hand brings with it.
    fn sting_monster(&mut self, index: usize, events: &mut Events) {
        let weapon = self.player.worn.get(Slot::Weapon);
        let Some(sting) = weapon.and_then(|item| item.kind.spec().sting) else { return };
        if self.dice.one_in(sting.one_in) {
            let monster = &mut self.here.monsters[index];
            let who = Actor::Monster(monster.kind);
            inflict(&mut monster.body, who, sting.status, sting.turns, events);
        }
    }

    /// A monster that flickers is suddenly somewhere near, where it can stand.
    fn flicker(&mut self, index: usize, events: &mut Events) {
        let monster = &self.here.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        let Character::Flickers { one_in, radius } = kind.spec().character else { return };
        if !self.dice.one_in(one_in) {
            return;
        }
        let reach = i8::try_from(radius).expect("it flickers a few tiles");
        let places: Vec<Pos, FLICKER_PLACES_MAX> = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).filter_map(move |dx| from.offset(dx, dy)))
            .filter(|&pos| self.here.map.terrain(pos) == Terrain::Ground)
            .filter(|&pos| !self.is_occupied(pos))
            .collect();
        let Some(chosen) = self.dice.index(places.len()) else { return };
        let to = places[chosen];
        self.here.monsters[index].move_to(to);
        events.push(Event::Flickered { kind, from, to });
    }

    /// The monster at `index` strikes the player.
    pub(super) fn attack_player(&mut self, index: usize, events: &mut Events) {
        let defence = self.player_stats().defence;
        let monster = &self.here.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        let (weakest, strongest) = kind.spec().attack_on(self.floor).into_inner();
        let damage = blow(&mut self.dice, weakest, strongest, defence);
        let (attacker, target) = (Actor::Monster(kind), Actor::Player);
        let at = self.player.body.pos;
        events.push(Event::Struck { attacker, target, from, at, damage });
        if damage == Damage::MISS {
            return;
        }
        self.hurt_player(damage, Cause::Monster(kind));
        if !self.player.body.hp.is_dead() {
            self.sting_player(kind, events);
        }
    }

    /// What a damaging hit brings with it; one who suffers a rare status already is spared the
    /// roll (D5). The message follows the damage (D6).
    fn sting_player(&mut self, kind: MonsterKind, events: &mut Events) {
        let Some(sting) = kind.spec().sting else { return };
        let body = &mut self.player.body;
        let is_spared = sting.one_in > 1 && body.statuses.has(sting.status);
        if !is_spared && self.dice.one_in(sting.one_in) {
            inflict(body, Actor::Player, sting.status, sting.turns, events);
        }
    }

    /// Takes a dead monster off the floor, keeping the order of the others, and pays for it;
    /// reinforcements pay nothing (N2). With the King, the reign ends (M5).
    pub(super) fn bury_monster(&mut self, index: usize, events: &mut Events) {
        let monster = self.here.monsters.remove(index);
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
