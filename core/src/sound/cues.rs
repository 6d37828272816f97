//! The cues (short sound effects) of events and refusals.

use crate::content::items::Purpose;
use crate::content::monsters::MarkEffect;
use crate::content::{Cue, Label, MonsterKind, Status};
use crate::geometry::{Pos, TileSet};
use crate::quantity::Damage;
use crate::rules::{Actor, Event, Refusal};
use crate::world::{Cause, Game};

/// Damage to the player is heavy if it is at least the player's maximum hit points divided by this number.
const HEAVY_PART: u32 = 4;

/// Returns the cue of an event; `None` for silent events. Some events of other creatures are silent out of sight, such
/// as doors, blows, burns, teleports and kills.
pub fn of_event(event: &Event, game: &Game, visible: &TileSet) -> Option<Cue> {
    Some(match *event {
        Event::Moved { who: Actor::Player, .. } => game.place(game.floor()).spec().step,
        Event::DoorOpened { who: Actor::Player, .. } => Cue::Door,
        Event::DoorOpened { at, .. } if visible.contains(at) => Cue::Door,
        Event::Struck { attacker, target, at, damage, .. } => {
            of_attack(attacker, target, damage, visible.contains(at), game)?
        }
        Event::Burned { cause: Cause::Cable, at, .. } if visible.contains(at) => Cue::Shock,
        Event::Burned { who: Actor::Player, damage, .. } => of_damage(damage, game),
        Event::Burned { at, .. } if visible.contains(at) => Cue::Hit,
        Event::Charged { to, .. } if has_run_into_wall(game, to) => Cue::Impact,
        Event::Teleported { from, to, .. } if visible.contains(from) || visible.contains(to) => {
            Cue::Teleport
        }
        Event::Flung { who: Actor::Player, .. } => Cue::Leap,
        Event::Flung { to, .. } if visible.contains(to) => Cue::Impact,
        Event::Marked { who, .. } => of_mark(who)?,
        Event::Slain { at, .. } if visible.contains(at) => Cue::Kill,
        Event::Used { label } => of_use(label),
        Event::Soothed { who: Actor::Player, .. } => Cue::Drink,
        Event::Spilled { is_flask: false, at, .. } if !visible.contains(at) => return None,
        Event::Spilled { is_flask: false, .. } => Cue::Spit,
        Event::Noticed { kind, .. } if kind.is_named() => Cue::Named,
        Event::StatusBegan { who: Actor::Player, status, .. } => of_status(status)?,
        Event::StatusHurt { who: Actor::Player, .. } => Cue::Poison,
        _ => return of_plain_event(event),
    })
}

/// Returns the cue of an event for which [`of_event`] has no special case; `None` for silent events.
const fn of_plain_event(event: &Event) -> Option<Cue> {
    Some(match event {
        Event::Unlocked { .. } | Event::VentShut { .. } => Cue::Door,
        Event::Dodged { .. } => Cue::Miss,
        Event::Shielded { .. } => Cue::Clang,
        Event::Charged { .. } => Cue::Charge,
        Event::DeedDone { .. } | Event::DeedStruck { .. } => Cue::Deed,
        Event::Leapt { .. } => Cue::Leap,
        Event::Burst { .. } => Cue::Burst,
        Event::KingSlain { .. } => Cue::KingFall,
        Event::PickedUp { .. } | Event::Dropped { .. } | Event::LootDropped { .. } => Cue::PickUp,
        Event::ItemLeft { .. } => Cue::PickUp,
        Event::PackFull { .. } | Event::Barred { .. } => Cue::Refuse,
        Event::PutOn { .. } | Event::TakenOff { .. } | Event::KitTaken(_) => Cue::Wear,
        Event::Bathed { .. } | Event::Leeched { .. } => Cue::Drink,
        Event::Identified { .. } => Cue::Identify,
        Event::Thrown { .. } => Cue::Throw,
        Event::Spat { .. } => Cue::Spit,
        Event::Spilled { .. } | Event::Forced { .. } => Cue::Break,
        Event::Woke { .. } => Cue::Wake,
        Event::Squeaked { .. } => Cue::Squeak,
        Event::Noticed { .. } | Event::Followed { .. } => Cue::Notice,
        Event::Stole { .. } | Event::AllyLost { .. } => Cue::Warning,
        Event::Eats { .. } => Cue::Eat,
        Event::Overridden { .. } => Cue::Override,
        Event::VentEntered { .. } | Event::VentRattles { .. } => Cue::VentRattle,
        Event::VentLeft { .. } | Event::GuardCame => Cue::VentRattle,
        Event::TerminalUsed { .. } => Cue::Terminal,
        Event::ChargeGained => Cue::Recharge,
        Event::Switched { .. } | Event::CagesOpened { .. } => Cue::Switch,
        Event::PedestalsSealed | Event::LockersSealed => Cue::Locked,
        Event::LevelGained(_) => Cue::Level,
        Event::GraftTaken(_) => Cue::Graft,
        Event::FloorEntered { .. } => Cue::Stairs,
        Event::PlayerDied { .. } => Cue::Death,
        _ => return None,
    })
}

/// Returns the cue of a refusal; `None` if the run is over.
pub const fn of_refusal(refusal: Refusal) -> Option<Cue> {
    match refusal {
        Refusal::RunOver => None,
        Refusal::Wall => Some(Cue::Bump),
        Refusal::Locked => Some(Cue::Locked),
        _ => Some(Cue::Refuse),
    }
}

fn of_attack(
    attacker: Actor,
    target: Actor,
    damage: Damage,
    is_seen: bool,
    game: &Game,
) -> Option<Cue> {
    match (attacker, target, damage) {
        (Actor::Player, _, Damage::MISS) | (_, Actor::Player, Damage::MISS) => Some(Cue::Miss),
        (_, Actor::Player, damage) => Some(of_damage(damage, game)),
        (Actor::Player, ..) => Some(Cue::Hit),
        _ if !is_seen => None,
        (_, _, Damage::MISS) => Some(Cue::Miss),
        _ => Some(Cue::Hit),
    }
}

/// Returns the cue of damage to the player.
fn of_damage(damage: Damage, game: &Game) -> Cue {
    let is_heavy = u32::from(damage.0) * HEAVY_PART >= u32::from(game.player_stats().hp_max.0);
    if is_heavy { Cue::HeavyHurt } else { Cue::Hurt }
}

/// Returns whether the monster that charged to `pos` is stunned, because it ran into a wall (M8).
fn has_run_into_wall(game: &Game, pos: Pos) -> bool {
    let floor = game.current_floor();
    let there = floor.monster_at(pos).map(|index| &floor.monsters[index]);
    there.is_some_and(|monster| monster.body.statuses.has(Status::Stunned))
}

/// Returns the cue of marked tiles; `None` for the ally's marks, which need no warning.
fn of_mark(who: Actor) -> Option<Cue> {
    match who {
        Actor::Ally(_) => None,
        Actor::Monster(kind) if is_burst(kind) => Some(Cue::Fuse),
        Actor::Monster(_) | Actor::Player => Some(Cue::Mark),
    }
}

/// Returns whether the marks of this kind of monster announce a burst (M8).
fn is_burst(kind: MonsterKind) -> bool {
    kind.spec().mark().is_some_and(|mark| mark.effect == MarkEffect::Burst)
}

fn of_use(label: Label) -> Cue {
    let Label::Known(kind) = label else { return Cue::Drink };
    match kind.spec().purpose {
        Purpose::Drink(_) | Purpose::Cure(_) => Cue::Drink,
        Purpose::Heal(_) => Cue::Eat,
        Purpose::Unlock => Cue::Door,
        Purpose::Wear(_) => Cue::Wear,
        Purpose::Override => Cue::Override,
    }
}

const fn of_status(status: Status) -> Option<Cue> {
    match status {
        Status::Poisoned | Status::Envenomed => Some(Cue::Poison),
        Status::Stunned | Status::Confused => Some(Cue::Stun),
        Status::Regrowing | Status::Immune => Some(Cue::Drink),
        Status::Steady | Status::Soothed => None,
    }
}
