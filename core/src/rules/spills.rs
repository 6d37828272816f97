//! Spills on the ground, and live cables (I7, W18).

use crate::content::firmware::COOLANT_PART;
use crate::content::fixtures::{CABLE_STUN_TURNS, cable_damage};
use crate::content::spills::{GAS_VENOM_TURNS, MIST_HEALING, MIST_REGROWTH_TURNS, spill_damage};
use crate::content::{Firmware, SpillKind, Status};
use crate::geometry::Pos;
use crate::limits::SPILLS_MAX;
use crate::quantity::{Damage, Hp};
use crate::rules::killer::Killer;
use crate::rules::status::{inflict, is_proof};
use crate::rules::{Actor, Event, Events};
use crate::world::{Cause, Game, Spill};

impl Game {
    /// Spills `kind` on one tile; the oldest spill makes room (I7).
    fn spill_on(&mut self, pos: Pos, kind: SpillKind, is_players: bool) {
        if !self.current_floor.map.terrain(pos).is_walkable() {
            return;
        }
        let spills = &mut self.current_floor.spills;
        spills.retain(|spill| spill.pos != pos);
        if spills.len() == SPILLS_MAX {
            spills.remove(0);
        }
        let spill = Spill { pos, kind, turns: kind.spec().turns, is_players };
        spills.push(spill).expect("room was made for it");
    }

    /// Lets a flask of the player break at `at`: it spills over 3 × 3 tiles (I7).
    pub(super) fn break_flask(&mut self, at: Pos, kind: SpillKind, events: &mut Events) {
        events.push(Event::Spilled { kind, at });
        for pos in at.neighbours().chain([at]) {
            self.spill_on(pos, kind, true);
        }
    }

    /// Spills acid where a Spit Mouse has hit (M8).
    pub(super) fn spit_acid(&mut self, at: Pos, events: &mut Events) {
        events.push(Event::Spilled { kind: SpillKind::Acid, at });
        self.spill_on(at, SpillKind::Acid, false);
    }

    /// Counts down all spills (T6).
    pub(super) fn age_spills(&mut self) {
        self.current_floor.spills.retain_mut(|spill| {
            spill.turns -= 1;
            spill.turns > 0
        });
    }

    /// Returns the part of the damage of spills and cables that reaches the player (I11).
    fn cooled(&self, damage: Damage) -> Damage {
        let has_coolant = self.player.worn.has_firmware(Firmware::Coolant);
        Damage(if has_coolant { damage.0 / COOLANT_PART } else { damage.0 })
    }

    fn burn_player(&mut self, damage: Damage, cause: Cause, events: &mut Events) {
        let damage = self.cooled(damage);
        if damage != Damage::MISS {
            self.damage_player(damage, cause);
            let at = self.player.body.pos;
            events.push(Event::Burned { who: Actor::Player, at, cause, damage });
        }
    }

    /// Lets the player feel the spill underfoot (T3).
    pub(super) fn feel_spill_as_player(&mut self, events: &mut Events) {
        let at = self.player.body.pos;
        let Some(&Spill { kind, .. }) = self.current_floor.spill_at(at) else { return };
        let is_guarded = is_proof(&self.player.body, Status::Envenomed);
        if kind.spec().burns && !(kind == SpillKind::Gas && is_guarded) {
            self.burn_player(spill_damage(self.floor), Cause::Spill(kind), events);
        }
        let statuses = &self.player.body.statuses;
        match kind {
            _ if self.player.body.hp.is_dead() => {}
            SpillKind::Gas if statuses.turns_left(Status::Envenomed) < GAS_VENOM_TURNS => {
                self.inflict_on_player(Status::Envenomed, GAS_VENOM_TURNS, events);
            }
            SpillKind::Regrowth
                if statuses.turns_left(Status::Regenerating) < MIST_REGROWTH_TURNS =>
            {
                self.inflict_on_player(Status::Regenerating, MIST_REGROWTH_TURNS, events);
            }
            SpillKind::Healing if !statuses.has(Status::Soothed) => {
                let hp_max = self.player_stats().hp_max;
                let body = &mut self.player.body;
                let before = body.hp;
                body.hp = before.healed(MIST_HEALING, hp_max);
                body.statuses.set(Status::Soothed, kind.spec().turns);
                self.scratch.given[Status::Soothed as usize] = true;
                let hp = Hp(body.hp.0.saturating_sub(before.0));
                events.push(Event::Soothed { who: Actor::Player, at, hp });
            }
            _ => {}
        }
    }

    /// Lets the monster at `index` feel the spill underfoot (T4).
    pub(super) fn feel_spill_as_monster(&mut self, index: usize, events: &mut Events) {
        let at = self.current_floor.monsters[index].body.pos;
        let Some(&Spill { kind, is_players, .. }) = self.current_floor.spill_at(at) else { return };
        let who = self.current_floor.monsters[index].actor();
        let is_guarded = is_proof(&self.current_floor.monsters[index].body, Status::Envenomed);
        if kind.spec().burns && !(kind == SpillKind::Gas && is_guarded) {
            let damage = spill_damage(self.floor);
            let by = if is_players { Killer::Player } else { Killer::Nobody };
            events.push(Event::Burned { who, at, cause: Cause::Spill(kind), damage });
            if !self.hurt_monster(index, damage, by, events) {
                return;
            }
        }
        let monster = &mut self.current_floor.monsters[index];
        let (hp_born, body) = (monster.hp_born, &mut monster.body);
        match kind {
            SpillKind::Gas if body.statuses.turns_left(Status::Envenomed) < GAS_VENOM_TURNS => {
                inflict(body, who, Status::Envenomed, GAS_VENOM_TURNS, events);
            }
            SpillKind::Regrowth
                if body.statuses.turns_left(Status::Regenerating) < MIST_REGROWTH_TURNS =>
            {
                inflict(body, who, Status::Regenerating, MIST_REGROWTH_TURNS, events);
            }
            SpillKind::Healing if !body.statuses.has(Status::Soothed) => {
                let before = body.hp;
                body.hp = before.healed(MIST_HEALING, hp_born);
                body.statuses.set(Status::Soothed, kind.spec().turns);
                let hp = Hp(body.hp.0.saturating_sub(before.0));
                events.push(Event::Soothed { who, at, hp });
            }
            _ => {}
        }
    }

    /// Lets a live cable hurt and stun the player who steps on it (W18).
    pub(super) fn shock_player(&mut self, events: &mut Events) {
        self.burn_player(cable_damage(self.floor), Cause::Cable, events);
        if !self.player.body.hp.is_dead() {
            self.inflict_on_player(Status::Stunned, CABLE_STUN_TURNS, events);
        }
    }

    /// Lets a live cable hurt and stun the monster that steps on it (W18). The player gets its
    /// experience, who let it run into the cable.
    pub(super) fn shock_monster(&mut self, index: usize, events: &mut Events) {
        let (who, damage) = (self.current_floor.monsters[index].actor(), cable_damage(self.floor));
        let at = self.current_floor.monsters[index].body.pos;
        events.push(Event::Burned { who, at, cause: Cause::Cable, damage });
        if self.hurt_monster(index, damage, Killer::Player, events) {
            let body = &mut self.current_floor.monsters[index].body;
            inflict(body, who, Status::Stunned, CABLE_STUN_TURNS, events);
        }
    }
}
