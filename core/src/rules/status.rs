//! Inflicts and ticks statuses (D).

use crate::content::Status;
use crate::content::effects::Effect;
use crate::content::statuses::{STEADY_TURNS, Tick, poison, regrowth};
use crate::dice::Dice;
use crate::quantity::{Damage, Hp, Percent};
use crate::rules::killer::Killer;
use crate::rules::{Actor, Event, Events};
use crate::world::{Body, Cause, Game, Statuses};

/// Inflicts `status` on a creature for `turns`. If the status is already running, the longer of the two times counts;
/// the times are not added. Returns false, without an effect, if the creature is immune to `status` (D16, I8).
pub fn inflict(
    body: &mut Body,
    who: Actor,
    status: Status,
    turns: u8,
    events: &mut Events,
) -> bool {
    if is_proof(body, status) {
        return false;
    }
    let longer = body.statuses.turns_left(status).max(turns);
    let is_running = body.statuses.has(status);
    body.statuses.set(status, longer);
    // The log does not repeat in each turn that a mist heals a mouse, but the player's own time matters.
    if who == Actor::Player || !is_running {
        events.push(Event::StatusBegan { who, at: body.pos, status });
    }
    true
}

/// Returns whether the creature is immune to `status` (D16, I8).
pub fn is_proof(body: &Body, status: Status) -> bool {
    match status {
        Status::Stunned => body.statuses.has(Status::Steady),
        Status::Poisoned | Status::Envenomed => body.statuses.has(Status::Immune),
        _ => false,
    }
}

/// Ends a stun and makes the creature immune to stuns for a while (D16).
pub(super) fn end_stun(body: &mut Body, who: Actor, events: &mut Events) {
    if body.statuses.has(Status::Stunned) {
        body.statuses.set(Status::Stunned, 0);
        body.statuses.set(Status::Steady, STEADY_TURNS);
        events.push(Event::StatusEnded { who, at: body.pos, status: Status::Stunned });
        events.push(Event::StatusBegan { who, at: body.pos, status: Status::Steady });
    }
}

/// The parameters for ticking the statuses of a creature.
struct Ticking<'a> {
    who: Actor,
    hp_max: Hp,
    saving_throw: Percent,
    /// The number of saving throws against each status in a turn. One success ends the status.
    throws: u8,
    /// True for each status that began in this turn and therefore does not tick yet (D13).
    given: &'a [bool; Status::COUNT],
}

/// Ticks all statuses of a creature in the order of [`Status`]. A tick applies the effect of the status, counts down
/// its turns, and rolls the saving throw, in this order (D13). Returns the status that killed the creature, if any.
fn tick(
    body: &mut Body,
    ticking: &Ticking<'_>,
    dice: &mut Dice,
    events: &mut Events,
) -> Option<Status> {
    let who = ticking.who;
    let before = body.statuses.clone();
    for (status, turns) in before.running() {
        if *status.entry(ticking.given) {
            continue;
        }
        apply(body, who, status, ticking.hp_max, events);
        if body.hp.is_dead() {
            return Some(status);
        }
        let chance = u32::from(ticking.saving_throw.0);
        let is_saved = status.spec().has_saving_throw
            && (0..ticking.throws).any(|_| dice.uniform(0..=99) < chance);
        let left = if is_saved { 0 } else { turns - 1 };
        match (status, left) {
            (Status::Stunned, 0) => end_stun(body, who, events),
            (_, 0) => {
                body.statuses.set(status, 0);
                events.push(Event::StatusEnded { who, at: body.pos, status });
            }
            _ => body.statuses.set(status, left),
        }
    }
    None
}

fn apply(body: &mut Body, who: Actor, status: Status, hp_max: Hp, events: &mut Events) {
    let damage = match status.spec().tick {
        Tick::None => return,
        Tick::Heal => {
            body.heal(regrowth(hp_max).0, hp_max);
            return;
        }
        Tick::Weaken if body.hp <= Hp(1) => return,
        Tick::Weaken => Damage(poison(hp_max).0.min(body.hp.0 - 1)),
        Tick::Kill => poison(hp_max),
    };
    body.hp = body.hp.hurt(damage);
    events.push(Event::StatusHurt { who, at: body.pos, status, damage });
}

impl Game {
    /// Inflicts `status` on the player. A new status does not tick in this turn, so a status of N turns lasts for N
    /// actions (D13). A status that is already running is refreshed and still ticks in this turn. Otherwise, the venom
    /// of a snake that bites every turn would never do damage.
    pub(super) fn inflict_on_player(&mut self, status: Status, turns: u8, events: &mut Events) {
        let most = |it| match it {
            Effect::AtMost(of, turns) if of == status => Some(turns),
            _ => None,
        };
        let turns = self.player.modifier(most).map_or(turns, |most| turns.min(most));
        let is_running = self.player.body.statuses.has(status);
        if inflict(&mut self.player.body, Actor::Player, status, turns, events) {
            *status.entry_mut(&mut self.scratch.given) |= !is_running;
        }
    }

    /// Ticks the player's statuses (T5).
    pub(super) fn tick_player(&mut self, events: &mut Events) {
        let stats = self.player_stats();
        let throws = |it| if let Effect::SavingThrows(throws) = it { Some(throws) } else { None };
        let ticking = Ticking {
            who: Actor::Player,
            hp_max: stats.hp_max,
            saving_throw: stats.saving_throw,
            throws: self.player.modifier(throws).unwrap_or(1),
            given: &self.scratch.given,
        };
        let killer = tick(&mut self.player.body, &ticking, &mut self.dice, events);
        if let Some(status) = killer {
            self.last_damage_cause = Some(Cause::Status(status));
        }
    }

    /// Ticks the statuses of the monster at `index` (T4). Returns whether the monster is still alive.
    pub(super) fn tick_monster(&mut self, index: usize, events: &mut Events) -> bool {
        let monster = &mut self.current_floor.monsters[index];
        if monster.body.statuses == Statuses::NONE {
            return true;
        }
        let ticking = Ticking {
            who: monster.actor(),
            hp_max: monster.hp_born,
            saving_throw: monster.kind.spec().saving_throw,
            throws: 1,
            given: &[false; Status::COUNT],
        };
        let hp = monster.body.hp;
        let killer = tick(&mut monster.body, &ticking, &mut self.dice, events);
        if killer.is_some() {
            // Only the player or the ally can inflict a status that kills a hostile monster (B5).
            self.kill_monster(index, Killer::Player, events);
        } else if self.current_floor.monsters[index].body.hp < hp {
            self.rouse(index, events);
        }
        killer.is_none()
    }
}
