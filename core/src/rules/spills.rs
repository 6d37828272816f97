//! Spills on the ground, and live cables (I7, W18).

use crate::content::effects::{Danger, Effect, Harm};
use crate::content::fixtures::{CABLE_STUN_TURNS, cable_damage};
use crate::content::spills::{
    FLASK_RADIUS, GAS_VENOM_TURNS, MIST_HEALING, MIST_REGROWTH_TURNS, spill_damage,
};
use crate::content::{Feat, SpillKind, Status};
use crate::geometry::Pos;
use crate::limits::SPILLS_MAX;
use crate::quantity::{Damage, Hp};
use crate::rules::killer::Killer;
use crate::rules::status::{inflict, is_proof};
use crate::rules::{Actor, Event, Events};
use crate::world::{Body, Cause, Game, Spill, Terrain};

impl Game {
    /// Spills `kind` on one walkable tile, in place of any other spill there. If the floor has no room for another
    /// spill, the oldest one disappears (I7).
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

    /// Returns the radius in tiles of the spill that a flask of the player leaves (I7, B16).
    pub fn flask_radius(&self) -> u8 {
        let tiles = |it| if let Effect::Splash(tiles) = it { Some(tiles) } else { None };
        self.player.modifier(tiles).unwrap_or(FLASK_RADIUS)
    }

    /// Breaks a flask of the player at `at`. Its contents spill over 3 × 3 tiles (I7) or more (B16). If the floor has
    /// no room for all these spills, the oldest disappear. The middle tile is spilled last, so that it stays.
    pub(super) fn break_flask(&mut self, at: Pos, kind: SpillKind, events: &mut Events) {
        events.push(Event::Spilled { kind, at, is_flask: true });
        let radius = self.flask_radius();
        for ring in (0..=radius).rev() {
            for pos in at.square(ring).filter(|&pos| pos.steps_to(at) == ring) {
                self.spill_on(pos, kind, true);
            }
        }
    }

    /// Spills a monster's spit on the tile where it has landed (M8).
    pub(super) fn spill_by_monster(&mut self, at: Pos, kind: SpillKind, events: &mut Events) {
        events.push(Event::Spilled { kind, at, is_flask: false });
        self.spill_on(at, kind, false);
    }

    /// Places the player's decoy on a tile (I14).
    pub(super) fn lay_decoy(&mut self, at: Pos) {
        self.spill_on(at, SpillKind::Decoy, true);
    }

    /// Counts down the remaining turns of all spills (T6).
    pub(super) fn age_spills(&mut self) {
        self.current_floor.spills.retain_mut(|spill| {
            spill.turns -= 1;
            spill.turns > 0
        });
    }

    /// Returns the damage that a spill or a cable with the strength `damage` does to the player. Worn protection
    /// reduces the damage (I11).
    pub(super) fn cooled(&self, damage: Damage) -> Damage {
        Damage(damage.0 / u16::from(self.player.divisor(Harm::Ground)))
    }

    fn burn_player(&mut self, damage: Damage, cause: Cause, events: &mut Events) {
        let damage = self.damage_player(self.cooled(damage), cause);
        if damage != Damage::MISS {
            let at = self.player.body.pos;
            events.push(Event::Burned { who: Actor::Player, at, cause, damage });
        }
    }

    /// Returns the part of a harmful spill's damage that the spill heals; `None` if the player has no effect for this
    /// (B16).
    pub(crate) fn bath_part(&self) -> Option<u16> {
        let part = |it| if let Effect::SpillsHeal(part) = it { Some(part) } else { None };
        self.player.modifier(part)
    }

    /// Heals the player in a harmful spill, if the player has an effect for this (B16).
    fn bathe_player(&mut self, kind: SpillKind, events: &mut Events) {
        let Some(part) = self.bath_part() else { return };
        let hp_max = self.player_stats().hp_max;
        let hp = self.player.body.heal(spill_damage(self.floor).0.div_ceil(part), hp_max);
        if hp > Hp::ZERO {
            events.push(Event::Bathed { kind, hp });
        }
    }

    /// Applies the spill on the player's tile to the player (T3).
    pub(super) fn feel_spill_as_player(&mut self, events: &mut Events) {
        let at = self.player.body.pos;
        let Some(&Spill { kind, .. }) = self.current_floor.spill_at(at) else { return };
        if kind.spec().burns && self.player.has(Effect::Proof(Danger::Spill)) {
            return self.bathe_player(kind, events);
        }
        if burns(kind, &self.player.body) {
            self.burn_player(spill_damage(self.floor), Cause::Spill(kind), events);
        }
        if self.player.body.hp.is_dead() {
            return;
        }
        let hp_max = self.player_stats().hp_max;
        let begun = apply_spill(&mut self.player.body, Actor::Player, hp_max, kind, events);
        if let Some(status) = begun {
            *status.entry_mut(&mut self.scratch.given) = true;
        }
    }

    /// Applies the spill on the tile of the monster at `index` to this monster (T4).
    pub(super) fn feel_spill_as_monster(&mut self, index: usize, events: &mut Events) {
        let at = self.current_floor.monsters[index].body.pos;
        let Some(&Spill { kind, is_players, .. }) = self.current_floor.spill_at(at) else { return };
        let who = self.current_floor.monsters[index].actor();
        if burns(kind, &self.current_floor.monsters[index].body) {
            let damage = spill_damage(self.floor);
            let by = if is_players { Killer::Player } else { Killer::Nobody };
            events.push(Event::Burned { who, at, cause: Cause::Spill(kind), damage });
            if !self.hurt_monster(index, damage, by, events) {
                return;
            }
        }
        let monster = &mut self.current_floor.monsters[index];
        apply_spill(&mut monster.body, who, monster.hp_born, kind, events);
    }

    /// Returns whether a spill at `pos` takes hit points from the monster at `index` (I7).
    pub(super) fn is_harmed_at(&self, index: usize, pos: Pos) -> bool {
        let body = &self.current_floor.monsters[index].body;
        self.current_floor.spill_at(pos).is_some_and(|spill| burns(spill.kind, body))
    }

    /// Makes a live cable hurt and stun the player who steps on it (W18).
    pub(super) fn shock_player(&mut self, events: &mut Events) {
        if self.player.has(Effect::Proof(Danger::Cable)) {
            return;
        }
        self.burn_player(cable_damage(self.floor), Cause::Cable, events);
        if !self.player.body.hp.is_dead() {
            self.inflict_on_player(Status::Stunned, CABLE_STUN_TURNS, events);
        }
    }

    /// Shocks the monster at `index`, if it stands on a live cable (W18).
    pub(super) fn feel_cable(&mut self, index: usize, events: &mut Events) {
        let at = self.current_floor.monsters[index].body.pos;
        if self.current_floor.map.terrain(at) == Terrain::CableLive {
            self.shock_monster(index, events);
        }
    }

    /// Makes a live cable hurt and stun the monster that steps on it (W18). If the monster dies, the player gets the
    /// experience.
    pub(super) fn shock_monster(&mut self, index: usize, events: &mut Events) {
        let (who, damage) = (self.current_floor.monsters[index].actor(), cable_damage(self.floor));
        let at = self.current_floor.monsters[index].body.pos;
        events.push(Event::Burned { who, at, cause: Cause::Cable, damage });
        let is_hostile = self.current_floor.monsters[index].is_hostile();
        if self.hurt_monster(index, damage, Killer::Player, events) {
            let body = &mut self.current_floor.monsters[index].body;
            inflict(body, who, Status::Stunned, CABLE_STUN_TURNS, events);
        } else if is_hostile {
            self.mode.do_feat(Feat::KillsByCable);
        }
    }
}

/// Returns whether a spill takes hit points from this creature. Gas does not harm an immune creature (I8).
pub(super) fn burns(kind: SpillKind, body: &Body) -> bool {
    kind.spec().burns && !(kind == SpillKind::Gas && is_proof(body, Status::Envenomed))
}

/// Applies all effects of a spill other than damage (I7). Returns the status that began, if any.
fn apply_spill(
    body: &mut Body,
    who: Actor,
    hp_max: Hp,
    kind: SpillKind,
    events: &mut Events,
) -> Option<Status> {
    let (status, turns) = match kind {
        SpillKind::Acid | SpillKind::Decoy => return None,
        SpillKind::Gas => (Status::Envenomed, GAS_VENOM_TURNS),
        SpillKind::Healing => (Status::Soothed, kind.spec().turns),
        SpillKind::Regrowth => (Status::Regrowing, MIST_REGROWTH_TURNS),
    };
    let was_running = body.statuses.has(status);
    let is_given = match kind {
        SpillKind::Healing if was_running => false,
        SpillKind::Healing => {
            let hp = body.heal(MIST_HEALING, hp_max);
            body.statuses.set(status, turns);
            events.push(Event::Soothed { who, at: body.pos, hp });
            true
        }
        _ => body.statuses.turns_left(status) < turns && inflict(body, who, status, turns, events),
    };
    (is_given && !was_running).then_some(status)
}
