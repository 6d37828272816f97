//! Inflicts and ticks statuses (D).

use crate::content::Status;
use crate::content::statuses::Effect;
use crate::dice::Dice;
use crate::quantity::{Damage, Hp, Percent};
use crate::rules::{Actor, Event, Events};
use crate::world::{Body, Cause, Game, Statuses};

/// Inflicts `status` on a creature for `turns`: the longer of the old and the new time holds; times
/// never add up.
pub fn inflict(body: &mut Body, who: Actor, status: Status, turns: u8, events: &mut Events) {
    let longer = body.statuses.turns_left(status).max(turns);
    body.statuses.set(status, longer);
    events.push(Event::StatusBegan { who, at: body.pos, status });
}

/// Ticks all statuses of a creature in the order of the table: the effect first, then a turn less,
/// then the saving throw (D13). Returns the status that killed it.
fn tick(
    body: &mut Body,
    who: Actor,
    hp_max: Hp,
    saving_throw: Percent,
    dice: &mut Dice,
    events: &mut Events,
) -> Option<Status> {
    for status in Status::ALL {
        let turns = body.statuses.turns_left(status);
        if turns == 0 {
            continue;
        }
        apply(body, who, status, hp_max, events);
        if body.hp.is_dead() {
            return Some(status);
        }
        let is_saved =
            status.spec().has_saving_throw && dice.uniform(0..=99) < u32::from(saving_throw.0);
        let left = if is_saved { 0 } else { turns - 1 };
        body.statuses.set(status, left);
        if left == 0 {
            events.push(Event::StatusEnded { who, at: body.pos, status });
        }
    }
    None
}

fn apply(body: &mut Body, who: Actor, status: Status, hp_max: Hp, events: &mut Events) {
    let damage = match status.spec().effect {
        Effect::None => return,
        Effect::Heal => {
            body.hp = body.hp.healed(1, hp_max);
            return;
        }
        Effect::Weaken if body.hp <= Hp(1) => return,
        Effect::Weaken | Effect::Kill => Damage(1),
    };
    body.hp = body.hp.hurt(damage);
    events.push(Event::StatusHurt { who, at: body.pos, status, damage });
}

impl Game {
    /// Ticks the player's statuses, then regenerates (T5, N1). Skips the dead, so that nothing
    /// heals them.
    pub(super) fn tick_player(&mut self, events: &mut Events) {
        if self.player.body.hp.is_dead() {
            return;
        }
        let stats = self.player_stats();
        let body = &mut self.player.body;
        let killer =
            tick(body, Actor::Player, stats.hp_max, stats.saving_throw, &mut self.dice, events);
        match killer {
            Some(status) => self.last_damage_cause = Some(Cause::Status(status)),
            None => self.regenerate_player(),
        }
    }

    /// Ticks the statuses of the monster at `index` (T4). Returns whether it is still alive.
    pub(super) fn tick_monster(&mut self, index: usize, events: &mut Events) -> bool {
        let monster = &mut self.current_floor.monsters[index];
        if monster.body.statuses == Statuses::NONE {
            return true;
        }
        let spec = monster.kind.spec();
        let who = Actor::Monster(monster.kind);
        let hp_max = Hp(*spec.hp_on(self.floor).end());
        let body = &mut monster.body;
        let killer = tick(body, who, hp_max, spec.saving_throw, &mut self.dice, events);
        if killer.is_some() {
            // Only the player inflicts anything on monsters, so the kill is the player's (B5).
            self.kill_monster(index, events);
        }
        killer.is_none()
    }
}
