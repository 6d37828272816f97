//! Resolves attacks (A), and the statuses (D) and monster traits (M) that they set off.

use crate::content::effects::{Danger, Effect};
use crate::content::monsters::{Deed, HELPLESS_FACTOR, Mark, MarkEffect, Trait};
use crate::content::statuses::OnHitEffect;
use crate::content::{Feat, MonsterKind, Slot, Status, noise};
use crate::dice::Dice;
use crate::geometry::{Direction, Pos};
use crate::limits::TELEPORT_TILES_MAX;
use crate::quantity::{Damage, Hp, Xp};
use crate::rules::killer::Killer;
use crate::rules::status::{end_stun, inflict};
use crate::rules::{Actor, AllyEnd, Event, Events};
use crate::world::{
    AiState, Aim, Cause, Game, GroundItem, KingsEnd, Monster, Outcome, Squeak, Terrain,
};
use core::ops::RangeInclusive;
use heapless::Vec;

/// Returns the damage of an attack of strength `attack` against `defence`: attack² / (attack + defence) (A6). Zero is a
/// miss.
pub fn damage(attack: u16, defence: u16) -> Damage {
    let (attack, defence) = (u32::from(attack), u32::from(defence));
    let Some(damage) = (attack * attack).checked_div(attack + defence) else {
        return Damage::MISS;
    };
    Damage(u16::try_from(damage).expect("a blow takes no more than its attack"))
}

/// Rolls the strength of an attack in the range `attack`, and returns its damage against `defence` (A5, A6).
fn attack_roll(dice: &mut Dice, attack: RangeInclusive<u16>, defence: u16) -> Damage {
    damage(dice.uniform_u16(attack), defence)
}

impl Game {
    /// Returns the least and the most damage to the player by attacks with strengths in the range `attack` (A6).
    pub(crate) fn damage_taken(&self, attack: RangeInclusive<u16>) -> (u16, u16) {
        let defence = self.player_stats().defence;
        let harm = |attack| self.harm_of(damage(attack, defence)).0;
        (harm(*attack.start()), harm(*attack.end()))
    }

    /// Makes the player attack the monster at `index`. A dead monster leaves the floor immediately (A8), and may give
    /// experience (B5). Some weapons strike additional tiles with the same blow (I12, I15).
    pub(super) fn attack_monster(&mut self, index: usize, events: &mut Events) {
        let from = self.player.body.pos;
        let at = self.current_floor.monsters[index].body.pos;
        self.make_blows_noise();
        let Some(direction) = from.direction_to(at) else { return };
        for (pos, part) in self.struck_tiles(direction) {
            let monsters = &self.current_floor.monsters;
            let struck = self.current_floor.monster_at(pos);
            if let Some(index) = struck.filter(|&index| monsters[index].is_hostile())
                && self.outcome == Outcome::Playing
            {
                self.strike_monster(index, part, events);
            }
        }
    }

    /// Returns the tiles that the player's blow in `direction` strikes, each with its damage divisor. The target tile
    /// comes first. The shape of the wielded weapon determines the tiles (I12).
    pub fn struck_tiles(&self, direction: Direction) -> impl Iterator<Item = (Pos, u16)> + use<> {
        let (from, shape) = (self.player.body.pos, self.player.worn.shape());
        let target = from.step(direction).map(|at| (at, shape.target_part));
        let others = shape.others.iter().filter_map(move |other| {
            let (dx, dy) = direction.offset(other.at.0, other.at.1);
            Some((from.offset(dx, dy)?, other.part))
        });
        target.into_iter().chain(others)
    }

    /// Makes the noise of the player's blow (S2).
    pub(super) fn make_blows_noise(&mut self) {
        if !self.player.has(Effect::QuietBlows) {
            self.make_noise(self.player.body.pos, noise::BLOW);
        }
    }

    /// Strikes the monster at `index` with the damage of a blow divided by `part`.
    pub(super) fn strike_monster(&mut self, index: usize, part: u16, events: &mut Events) {
        let from = self.player.body.pos;
        let monster = &self.current_floor.monsters[index];
        let (kind, at, is_helpless) = (monster.kind, monster.body.pos, monster.is_helpless());
        let is_unhurt = monster.body.hp >= monster.hp_born;
        if self.is_stopped(monster) {
            events.push(Event::Shielded { kind, from, at });
            return self.rouse(index, events);
        }
        if self.dodges(index) {
            events.push(Event::Dodged { kind, from, at });
            return;
        }
        let stats = self.player_stats();
        let defence = kind.spec().defence;
        let damage = attack_roll(&mut self.dice, stats.attack_min..=stats.attack_max, defence);
        let damage = self.blow(damage, is_helpless, part);
        let (attacker, target) = (Actor::Player, Actor::Monster(kind));
        events.push(Event::Struck { attacker, target, from, at, damage });
        let who = self.current_floor.monsters[index].actor();
        end_stun(&mut self.current_floor.monsters[index].body, who, events);
        if damage == Damage::MISS {
            return self.rouse(index, events);
        }
        // If the blow kills a sleeping or eating monster, the monster keeps its state until it is removed.
        // `kings_way_out` reads that state (K3).
        if self.hurt_monster(index, damage, Killer::Player, events) {
            self.apply_on_hit_to_monster(index, events);
            if is_unhurt {
                self.push_back(index, events);
            }
            if self.current_floor.monster_at(at) == Some(index) {
                self.teleport(index, events);
            }
        } else {
            self.scratch.has_killed = true;
        }
    }

    /// Returns whether the monster's shield stops a blow of the player. The shield stops only blows along a row or a
    /// column. It stops no blow while the monster is helpless (M15).
    pub(crate) fn is_stopped(&self, monster: &Monster) -> bool {
        let (from, at) = (self.player.body.pos, monster.body.pos);
        let is_straight = from.x() == at.x() || from.y() == at.y();
        is_straight && monster.kind.spec().is(Trait::Shields) && !monster.is_helpless()
    }

    /// Takes hit points from the monster at `index`. The loss wakes a sleeper and ends a meal (S1, I9). Returns whether
    /// the monster is still alive.
    pub(super) fn hurt_monster(
        &mut self,
        index: usize,
        damage: Damage,
        by: Killer,
        events: &mut Events,
    ) -> bool {
        let body = &mut self.current_floor.monsters[index].body;
        body.hp = body.hp.hurt(damage);
        if body.hp.is_dead() {
            self.kill_monster(index, by, events);
            return false;
        }
        self.rouse(index, events);
        true
    }

    /// Makes the monster hunt the player: wakes it, or ends its watch or its meal. Does nothing to a monster that
    /// already hunts or wanders (S1, S3).
    pub(super) fn rouse(&mut self, index: usize, events: &mut Events) {
        let last_seen = self.player.body.pos;
        self.rouse_toward(index, last_seen, events);
    }

    /// Works like [`rouse`](Game::rouse), but sends the monster to `toward` instead of to the player.
    pub(super) fn rouse_toward(&mut self, index: usize, toward: Pos, events: &mut Events) {
        let monster = &mut self.current_floor.monsters[index];
        let (kind, at) = (monster.kind, monster.body.pos);
        match monster.ai_state {
            AiState::Asleep => events.push(Event::Woke { kind, at }),
            AiState::Watching => events.push(Event::Noticed { kind, at }),
            AiState::Eating { .. } => {}
            AiState::Hunting { .. } | AiState::Wandering { .. } => return,
        }
        if !monster.ai_state.is_alert() {
            if monster.squeak == Squeak::Unused {
                let can_squeak = kind.spec().does(&Deed::Squeak);
                monster.squeak = if can_squeak { Squeak::Due } else { Squeak::Used };
            }
            self.scratch.note_roused(index);
        }
        let monster = &mut self.current_floor.monsters[index];
        monster.ai_state = AiState::hunting(toward);
    }

    /// Rolls whether the monster dodges this attack. A monster that is helpless or confused, or has not noticed the
    /// player, cannot dodge.
    fn dodges(&mut self, index: usize) -> bool {
        let monster = &self.current_floor.monsters[index];
        let one_in = |it| if let Trait::Dodges(one_in) = it { Some(one_in) } else { None };
        let Some(one_in) = monster.kind.spec().find(one_in) else { return false };
        let statuses = &monster.body.statuses;
        let is_able = monster.ai_state.is_alert()
            && !monster.is_helpless()
            && !statuses.has(Status::Confused);
        is_able && self.dice.one_in(one_in)
    }

    /// Rolls for the on-hit effect of the wielded weapon.
    fn apply_on_hit_to_monster(&mut self, index: usize, events: &mut Events) {
        let weapon = self.player.worn.get(Slot::Weapon);
        let Some(on_hit) = weapon.and_then(|item| item.kind.spec().on_hit) else { return };
        if self.dice.one_in(on_hit.one_in) {
            let monster = &mut self.current_floor.monsters[index];
            let who = Actor::Monster(monster.kind);
            inflict(&mut monster.body, who, on_hit.status, on_hit.turns, events);
        }
    }

    /// Rolls whether a monster with the trait `Teleports` teleports after surviving a hit. The trait gives the chance
    /// and the radius. The monster lands on a free tile of ground or live cable.
    fn teleport(&mut self, index: usize, events: &mut Events) {
        let monster = &self.current_floor.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        let flicker = |it| match it {
            Trait::Teleports { one_in, radius } => Some((one_in, radius)),
            _ => None,
        };
        let Some((one_in, radius)) = kind.spec().find(flicker) else { return };
        if !self.dice.one_in(one_in) {
            return;
        }
        let reach = i8::try_from(radius).expect("it flickers a few tiles");
        let places: Vec<Pos, TELEPORT_TILES_MAX> = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).filter_map(move |dx| from.offset(dx, dy)))
            .filter(|&pos| {
                matches!(self.current_floor.map.terrain(pos), Terrain::Ground | Terrain::CableLive)
            })
            .filter(|&pos| !self.is_occupied(pos))
            .collect();
        let Some(chosen) = self.dice.index(places.len()) else { return };
        let to = places[chosen];
        let monster = &mut self.current_floor.monsters[index];
        monster.move_to(to);
        monster.aim = Aim::None;
        events.push(Event::Teleported { kind, from, to });
        if self.current_floor.map.terrain(to) == Terrain::CableLive {
            self.shock_monster(index, events);
        }
    }

    /// Makes the monster at `index` attack the player.
    pub(super) fn attack_player(&mut self, index: usize, events: &mut Events) {
        let monster = &self.current_floor.monsters[index];
        let kind = monster.kind;
        if let Some(one_in) = kind.spec().steals() {
            return self.steal(index, one_in, events);
        }
        let attack = kind.spec().attack_on(self.floor);
        let is_hit = self.hit_player(index, attack, events);
        if is_hit && !self.player.body.hp.is_dead() {
            self.answer_hit(index, events);
        }
    }

    /// Rolls an attack of the monster at `index` on the player, at any distance. Returns whether the attack did damage.
    pub(super) fn hit_player(
        &mut self,
        index: usize,
        attack: RangeInclusive<u16>,
        events: &mut Events,
    ) -> bool {
        let defence = self.player_stats().defence;
        let monster = &self.current_floor.monsters[index];
        let (kind, from) = (monster.kind, monster.body.pos);
        let damage = attack_roll(&mut self.dice, attack, defence);
        let (attacker, target) = (Actor::Monster(kind), Actor::Player);
        let at = self.player.body.pos;
        let damage = self.damage_player(damage, Cause::Monster(kind));
        events.push(Event::Struck { attacker, target, from, at, damage });
        if damage == Damage::MISS {
            return false;
        }
        if !self.player.body.hp.is_dead() {
            self.apply_on_hit_to_player(kind, events);
        }
        true
    }

    /// Applies the effects of the player's worn items that respond to a monster's hit (I11).
    fn answer_hit(&mut self, index: usize, events: &mut Events) {
        for effect in self.player.effects() {
            let Effect::OnBitten(OnHitEffect { status, one_in, turns }) = effect else { continue };
            if self.dice.one_in(one_in) {
                let monster = &mut self.current_floor.monsters[index];
                let who = monster.actor();
                inflict(&mut monster.body, who, status, turns, events);
            }
        }
    }

    /// Rolls for a monster's on-hit effect. If the player already has the status, the roll is skipped, unless the
    /// effect is certain (D5). The status event follows the damage event (D6).
    fn apply_on_hit_to_player(&mut self, kind: MonsterKind, events: &mut Events) {
        let Some(on_hit) = kind.spec().on_hit else { return };
        let is_spared = on_hit.one_in > 1 && self.player.body.statuses.has(on_hit.status);
        if !is_spared && self.dice.one_in(on_hit.one_in) {
            self.inflict_on_player(on_hit.status, on_hit.turns, events);
        }
    }

    /// Makes the monster at `index` attack a monster of the other side (T9).
    pub(super) fn attack_by_monster(&mut self, index: usize, other: usize, events: &mut Events) {
        let attack = self.current_floor.monsters[index].kind.spec().attack_on(self.floor);
        self.hit_monster(index, other, attack, events);
    }

    /// Strikes the creature on `tile`, friend or foe, with the `mark` of the monster at `index`. A mark is an attack
    /// announced a turn or two earlier. Returns whether a creature was there (M8).
    pub(super) fn strike_marked(
        &mut self,
        mark: &Mark,
        index: usize,
        tile: Pos,
        events: &mut Events,
    ) -> bool {
        let spec = self.current_floor.monsters[index].kind.spec();
        let attack = spec.mark_attack_on(mark, self.floor);
        if tile == self.player.body.pos {
            if self.is_proof_against(mark) {
                events.push(Event::BlastStopped);
            } else {
                self.hit_player(index, attack, events);
            }
            return true;
        }
        let other = self.current_floor.monster_at(tile).filter(|&other| other != index);
        if let Some(other) = other {
            self.hit_monster(index, other, attack, events);
        }
        other.is_some()
    }

    /// Returns whether worn armour protects the player completely from this mark (I15).
    pub(super) fn is_proof_against(&self, mark: &Mark) -> bool {
        mark.effect == MarkEffect::Burst && self.player.has(Effect::Proof(Danger::Burst))
    }

    /// Rolls an attack of one monster on another, at any distance.
    pub(super) fn hit_monster(
        &mut self,
        index: usize,
        other: usize,
        attack: RangeInclusive<u16>,
        events: &mut Events,
    ) {
        let [attacker, target] = [index, other].map(|index| &self.current_floor.monsters[index]);
        let by = if attacker.is_ally { Killer::Ally } else { Killer::Nobody };
        let factor = if target.is_helpless() { HELPLESS_FACTOR } else { 1 };
        let (from, at, on_hit) = (attacker.body.pos, target.body.pos, attacker.kind.spec().on_hit);
        let (attacker, target, defence) =
            (attacker.actor(), target.actor(), target.kind.spec().defence);
        let damage = attack_roll(&mut self.dice, attack, defence);
        let damage = Damage(damage.0.saturating_mul(factor));
        events.push(Event::Struck { attacker, target, from, at, damage });
        end_stun(&mut self.current_floor.monsters[other].body, target, events);
        if damage == Damage::MISS || !self.hurt_monster(other, damage, by, events) {
            return;
        }
        let Some(on_hit) = on_hit else { return };
        let is_hit = self.dice.one_in(on_hit.one_in);
        let Some(other) = self.current_floor.monster_at(at).filter(|_| is_hit) else { return };
        let body = &mut self.current_floor.monsters[other].body;
        inflict(body, target, on_hit.status, on_hit.turns, events);
    }

    /// Removes a dead monster from the floor and gives its experience to the player. The other monsters keep their
    /// order. No experience is given for the ally, guards from the vents, mice from cages, and monsters that died of
    /// their own deeds. A monster that the ally or another monster kills before it notices the player gives none either
    /// (B5, K1, W25). The monster drops its stolen or carried item (M9). The death of the King wins the run (M5).
    pub(super) fn kill_monster(&mut self, index: usize, by: Killer, events: &mut Events) {
        let way = self.kings_way_out(index, by);
        let monster = self.remove_monster(index);
        let (kind, at) = (monster.kind, monster.body.pos);
        if monster.is_ally {
            events.push(Event::AllyLost { kind, at, end: AllyEnd::Killed });
            self.drop_loot(monster, events);
            return;
        }
        if kind.is_named() {
            self.mode.do_feat(Feat::BeatsNamed);
        }
        let by_player = by == Killer::Player;
        let is_won = by_player || by != Killer::Itself && monster.ai_state.is_alert();
        let pays = is_won && !monster.is_unpaid;
        let paid = if pays { kind.spec().xp } else { Xp(0) };
        events.push(Event::Slain { kind, at, paid, by_player });
        self.drop_loot(monster, events);
        if by_player {
            self.player.kills = self.player.kills.saturating_add(1);
            self.leech(events);
            self.leave_items(kind, at, events);
        }
        self.gain_xp(paid, events);
        if let Some(way) = way {
            self.outcome = Outcome::Won;
            self.mode.do_feat(Feat::Wins);
            self.kings_end = Some(way);
            events.push(Event::KingSlain { way });
        }
    }

    /// Returns the way in which the King was killed, if the monster at `index` is the King (K3).
    fn kings_way_out(&self, index: usize, by: Killer) -> Option<KingsEnd> {
        let king = &self.current_floor.monsters[index];
        if !king.kind.spec().is(Trait::Reigns) {
            return None;
        }
        let (floor, map) = (&self.current_floor, &self.current_floor.map);
        let was_shut = map.tiles().contains(&Terrain::VentShut);
        Some(match king.ai_state {
            _ if by == Killer::Ally => KingsEnd::Ally,
            AiState::Eating { .. } => KingsEnd::Cheese,
            _ if floor.bait().next().is_some() => KingsEnd::Cheese,
            _ if was_shut && map.vents().is_empty() => KingsEnd::Cornered,
            _ => KingsEnd::Fought,
        })
    }

    /// Applies the player's effects that heal after a kill (I11).
    fn leech(&mut self, events: &mut Events) {
        let points = |effect| match effect {
            Effect::OnKill { hp, floors } => Some(hp + u16::from(self.floor.number() / floors)),
            _ => None,
        };
        let Some(points) = self.player.modifier(points) else { return };
        let hp_max = self.player_stats().hp_max;
        let hp = self.player.body.heal(points, hp_max);
        if hp > Hp::ZERO {
            events.push(Event::Leeched { hp });
        }
    }

    /// Removes the monster at `index` from the floor, and adjusts the indices of monsters in the scratch data of this
    /// turn.
    pub(super) fn remove_monster(&mut self, index: usize) -> Monster {
        self.scratch.note_removed(index);
        self.current_floor.monsters.remove(index)
    }

    /// Places the stolen or carried item of a removed monster, if any, on the nearest free tile (M9).
    pub(super) fn drop_loot(&mut self, monster: Monster, events: &mut Events) {
        if let Some(item) = monster.loot {
            events.push(Event::LootDropped { label: self.label(item.kind) });
            self.lay_item(monster.body.pos, item);
        }
    }

    /// Places `item` on the nearest free tile around `near`. The floor must have room for the item. There is always
    /// room for a monster's item, because it already counts toward the floor's limit.
    pub(super) fn lay_item(&mut self, near: Pos, item: crate::world::Item) {
        if let Some(pos) = self.free_item_tile(near) {
            let _ = self.current_floor.items.push(GroundItem { pos, item });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // A6: checks the damage formula at its limits and in between.
    #[test]
    fn damage_is_attack_squared_by_the_sum() {
        for (attack, defence, taken) in [(1, 1, 0), (2, 1, 1), (3, 1, 2), (16, 4, 12), (1, 0, 1)] {
            assert_eq!(damage(attack, defence), Damage(taken), "{attack} against {defence}");
        }
        assert_eq!(damage(0, 0), Damage::MISS);
        assert_eq!(damage(u16::MAX, 0), Damage(u16::MAX));
    }
}
