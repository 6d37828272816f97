//! Blows (A).

use crate::dice::Dice;
use crate::quantity::{Damage, Xp};
use crate::rules::{Actor, Cause, Event, Events};
use crate::world::Game;

/// What a blow of `attack` takes from one with `defence`: attack² / (attack + defence) (A6). Zero
/// is a miss.
pub fn damage(attack: u16, defence: u16) -> Damage {
    let (attack, defence) = (u32::from(attack), u32::from(defence));
    let Some(damage) = (attack * attack).checked_div(attack + defence) else {
        return Damage::MISS;
    };
    Damage(u16::try_from(damage).expect("a blow takes no more than its attack"))
}

/// A blow between `attack_min` and `attack_max` against `defence` (A5, A6).
fn blow(dice: &mut Dice, attack_min: u16, attack_max: u16, defence: u16) -> Damage {
    let attack = dice.uniform(u32::from(attack_min)..=u32::from(attack_max));
    damage(u16::try_from(attack).expect("rolled between 16-bit bounds"), defence)
}

impl Game {
    /// The player strikes the monster at `index` of the roster; a dead one leaves the floor at
    /// once (A8) and pays (B5).
    pub(super) fn attack_monster(&mut self, index: usize, events: &mut Events) {
        let stats = self.player_stats();
        let monster = &mut self.here.monsters[index];
        let spec = monster.kind.spec();
        let damage = blow(&mut self.dice, stats.attack_min, stats.attack_max, spec.defence);
        monster.body.hp = monster.body.hp.hurt(damage);
        events.push(Event::Struck {
            attacker: Actor::Player,
            target: Actor::Monster(monster.kind),
            from: self.player.body.pos,
            at: monster.body.pos,
            damage,
        });
        if monster.body.hp.is_dead() {
            self.bury_monster(index, spec.xp, events);
        }
    }

    /// The monster at `index` strikes the player.
    pub(super) fn attack_player(&mut self, index: usize, events: &mut Events) {
        let defence = self.player_stats().defence;
        let monster = &self.here.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        let (weakest, strongest) = kind.spec().attack.clone().into_inner();
        let damage = blow(&mut self.dice, weakest, strongest, defence);
        if damage != Damage::MISS {
            self.hurt_player(damage, Cause::Monster(kind));
        }
        events.push(Event::Struck {
            attacker: Actor::Monster(kind),
            target: Actor::Player,
            from,
            at: self.player.body.pos,
            damage,
        });
    }

    /// Takes a dead monster off the floor, keeping the order of the others, and pays `paid` for it.
    pub(super) fn bury_monster(&mut self, index: usize, paid: Xp, events: &mut Events) {
        let monster = self.here.monsters.remove(index);
        self.player.kills = self.player.kills.saturating_add(1);
        events.push(Event::Slain { kind: monster.kind, at: monster.body.pos, paid });
        self.gain_xp(paid, events);
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
