//! Messages of the log: about events, refusals, and interrupts of auto-travel.

use super::endings::{epitaph, kings_end_line};
use super::message::{Message, Sentence, Tone, plain};
use super::names::{bearing_name, cause_name, firmware_name, floor_title};
use super::saves::load_warning_message;
use super::words::{
    ally_end, event, firmware, graft, item, kit, monster, refusal, slot, status, stop, terminal,
    unused,
};
use crate::content::fixtures::CAMERA_TURNS;
use crate::content::monsters::MarkEffect;
use crate::content::statuses::{poison, regrowth};
use crate::content::{Firmware, ItemKind, Kit, Label, MonsterKind, PlaceKind, Slot, Status};
use crate::quantity::{Damage, Floor, Hp, Level, Xp};
use crate::rules::experience::Stats;
use crate::rules::travel::{AutoTravel, Interrupt, Unused};
use crate::rules::{Actor, Event, Refusal, Reward};
use crate::save::LoadWarning;
use crate::world::{Cause, Terrain};

/// Returns the log message of an event; `None` for events that the map or another message shows.
pub fn event_message(event: &Event) -> Option<Message> {
    match *event {
        Event::Moved { .. } | Event::Waited | Event::LockersSealed | Event::LevelGained(_) => None,
        Event::TurnLost(Status::Stunned) => message!(Warning, event::stunned()),
        Event::TurnLost(_) => message!(Warning, event::confused()),
        Event::DoorOpened { .. } => None,
        Event::Struck { attacker, target: Actor::Player, from, at, damage }
            if from.steps_to(at) > 1 =>
        {
            message_from_afar(attacker, damage)
        }
        Event::Struck { attacker, target, damage, .. } => attack_message(attacker, target, damage),
        Event::Slain { kind, by_player: false, paid: Xp(0), .. } => {
            message!(Good, event::died_for_nothing(kind))
        }
        Event::Slain { kind, by_player: false, paid, .. } => {
            message!(Good, event::died(kind, paid.0))
        }
        Event::Slain { kind, paid, .. } => kill_message(kind, paid),
        Event::Unlocked { .. } => message!(Good, event::unlocked()),
        Event::PickedUp { firmware: Some(firmware), .. } => {
            message!(Normal, event::picked_up_chip(firmware_name(firmware)))
        }
        Event::PickedUp { label, .. } => message!(Normal, event::picked_up(label)),
        Event::PackFull { label } => {
            message!(Warning, event::no_room(label))
        }
        Event::Barred { kind } => message!(Normal, event::barred(kind)),
        Event::Used { label } => use_message(label),
        Event::Identified { kind, .. } => message!(Good, event::identified(kind)),
        Event::Healed { hp: Hp(0) } => message!(Normal, event::at_full_hp()),
        Event::Leeched { hp: Hp(0) } => None,
        Event::Healed { hp } => message!(Good, event::healed(hp.0)),
        Event::PutOn { firmware: Some(firmware), .. } => {
            message!(Normal, event::plugged_in(firmware_name(firmware)))
        }
        Event::PutOn { kind, .. } => message!(Normal, slot::put_on(slot_of(kind), kind)),
        Event::TakenOff { firmware: Some(firmware), .. } => {
            message!(Normal, event::pulled_out(firmware_name(firmware)))
        }
        Event::TakenOff { kind, .. } => message!(Normal, slot::taken_off(slot_of(kind), kind)),
        Event::Dropped { label } => message!(Normal, event::dropped(label)),
        Event::Dodged { kind, .. } => {
            message!(Normal, event::dodged(kind))
        }
        Event::BlastStopped => message!(Good, event::blast_stopped()),
        Event::Shielded { .. } => message!(Warning, event::shielded()),
        Event::Teleported { kind, .. } => {
            message!(Warning, event::teleported(kind))
        }
        Event::KingSlain { way } => message!(Good, kings_end_line(way)),
        Event::Swapped { .. } | Event::Soothed { hp: Hp(0), .. } => None,
        Event::Thrown { label, .. } => message!(Normal, event::thrown(label)),
        Event::Spilled { is_flask: false, .. } => None,
        Event::Spilled { kind, .. } => message!(Normal, event::spreads(kind)),
        Event::Burned { damage: Damage::MISS, .. } => None,
        Event::Burned { who, cause, damage, .. } => burn_message(who, cause, damage),
        Event::Soothed { who: Actor::Player, hp, .. } => {
            message!(Good, event::mist_heals_you(hp.0))
        }
        Event::Soothed { who: Actor::Ally(_), .. } => {
            message!(Good, event::mist_heals_ally())
        }
        Event::Soothed { who, .. } => message!(Warning, event::mist_heals(who)),
        Event::Woke { kind, .. } => {
            message!(Warning, event::woke(kind))
        }
        Event::Squeaked { kind, .. } => {
            message!(Warning, event::squeaked(kind))
        }
        Event::Marked { who, target, .. } => aims_message(who, target),
        Event::Spat { who, .. }
        | Event::Charged { who, .. }
        | Event::Leapt { who, .. }
        | Event::DeedStruck { who, .. }
        | Event::Burst { who, .. } => strikes_message(who),
        Event::Stole { kind, label, .. } => {
            message!(Bad, event::stole(kind, label))
        }
        Event::LootDropped { label } => {
            message!(Good, event::loot_dropped(label))
        }
        Event::Eats { kind, others: 0, .. } => message!(Good, event::eats(kind)),
        Event::Eats { kind, others, .. } => message!(Good, event::eat(kind, others)),
        Event::Overridden { kind, .. } => {
            message!(Good, event::overridden(kind))
        }
        Event::AllyLost { end, .. } => message!(Bad, ally_end::told(end)),
        Event::VentEntered { kind, .. } => {
            message!(Warning, event::vent_entered(kind))
        }
        Event::VentRattles { .. } => message!(Warning, event::vent_rattles()),
        Event::VentLeft { kind, .. } => {
            message!(Warning, event::vent_left(kind))
        }
        Event::VentShut { .. } => message!(Good, event::vent_shut()),
        Event::TerminalUsed { result, .. } => message!(Good, terminal::gives(result, CAMERA_TURNS)),
        Event::Forced { .. } => message!(Good, event::forced()),
        Event::Switched { is_live: true } => message!(Warning, event::cables_on()),
        Event::Switched { is_live: false } => message!(Good, event::cables_off()),
        Event::CagesOpened { joins: true } => {
            message!(Good, event::cages_joined())
        }
        Event::CagesOpened { joins: false } => message!(Warning, event::cages_opened()),
        Event::PedestalsSealed => message!(Normal, event::pedestals_sealed()),
        Event::KitTaken(kit) => message!(Good, event::kit_taken(kit::name(kit))),
        Event::GraftTaken(graft) => message!(Good, event::graft_taken(graft::name(graft))),
        Event::Bathed { kind, hp } => message!(Good, event::bathed(kind, hp.0)),
        Event::ItemLeft { kind, label } => message!(Good, event::item_left(kind, label)),
        Event::ChargeGained => message!(Good, event::charge_gained()),
        Event::Flung { .. } => None,
        Event::DeedDone { firmware, target, .. } => deed_message(firmware, target),
        Event::GuardCame => message!(Warning, event::guard_came()),
        Event::Followed { count } => message!(Warning, event::followed(count)),
        Event::Leeched { hp } => message!(Good, event::chip_drinks(hp.0)),
        Event::Rewarded { reward: Reward::Arrival, paid } => {
            message!(Good, event::new_floor(paid.0))
        }
        Event::Rewarded { reward: Reward::Terminal, paid } => {
            message!(Good, event::terminal_pays(paid.0))
        }
        Event::Noticed { kind, .. } if kind.is_named() => {
            message!(Warning, event::named_notices(kind))
        }
        Event::Noticed { kind, .. } => message!(Warning, event::noticed(kind)),
        Event::StatusEnded { who: Actor::Player, status, .. } => ended(status),
        // The log tells the player's statuses with their numbers: `status_message`.
        Event::StatusBegan { who: Actor::Player, .. } => None,
        Event::StatusBegan { status: Status::Steady | Status::Soothed, .. }
        | Event::StatusEnded { status: Status::Steady | Status::Soothed, .. } => None,
        Event::StatusBegan { who: Actor::Ally(_), status, .. } => {
            let tone = if status.is_good() { Tone::Good } else { Tone::Bad };
            Some(Message::new(tone, event::ally_status(status::adjective(status))))
        }
        Event::StatusBegan { who, status, .. } => {
            message!(Warning, event::status_began(who, status::adjective(status)))
        }
        Event::StatusEnded { who: Actor::Ally(_), status, .. } => {
            message!(Normal, event::ally_status_ended(status::adjective(status)))
        }
        Event::StatusEnded { who, status, .. } => {
            message!(Normal, event::status_ended(who, status::adjective(status)))
        }
        Event::StatusHurt { damage: Damage::MISS, .. } => None,
        Event::StatusHurt { who: Actor::Player, status, damage, .. } => {
            message!(Bad, event::status_hurt(damage.0, status::noun(status)))
        }
        Event::StatusHurt { .. } => None,
        Event::FloorLost(floor) => load_warning_message(LoadWarning::FloorLost(floor)),
        Event::FloorEntered { to, place, is_new, .. } => floor_message(to, place, is_new),
        Event::PlayerDied { cause } => {
            message!(Bad, event::you_die(epitaph(cause)))
        }
    }
}

/// Returns the log message of an event about an unseen creature; `None` for events without such a message. The message
/// does not name the creature. The message reports what the player hears and, for an attack, also the direction of the
/// attack (M8).
pub(crate) fn hidden_message(event: &Event) -> Option<Message> {
    match *event {
        Event::Marked { from, at, .. } => {
            message!(Warning, event::hidden_aims(bearing_name(at.bearing_to(from))))
        }
        Event::Spat { from, at, .. } => {
            message!(Warning, event::hidden_spits(bearing_name(at.bearing_to(from))))
        }
        Event::Squeaked { .. } => message!(Warning, event::hidden_squeaks()),
        _ => None,
    }
}

/// Returns the log message that `count` unseen monsters have noticed the player; `None` if there are none.
pub(crate) fn unseen_notice_message(count: u16) -> Option<Message> {
    if count == 0 { None } else { message!(Warning, event::hidden_notices(count)) }
}

/// Returns the log message that `count` unseen monsters have woken; `None` if there are none.
pub(crate) fn unseen_wake_message(count: u16) -> Option<Message> {
    if count == 0 { None } else { message!(Warning, event::hidden_wakes(count)) }
}

/// Returns the message about marked tiles (M8). A mark of the ally has a message only if the ally's kind has words for
/// it, or if the ally aims at an enemy (I10).
fn aims_message(who: Actor, target: Actor) -> Option<Message> {
    match (who, target) {
        (Actor::Ally(kind), _) if let Some(words) = monster::ally_aims(kind) => {
            message!(Warning, words)
        }
        (Actor::Ally(_), Actor::Monster(target)) => message!(Normal, event::ally_aims(target)),
        (Actor::Monster(kind), _) => message!(Warning, monster::aims(kind)?),
        _ => None,
    }
}

/// Returns the message about a marked attack at the moment when it strikes (M8, I10).
fn strikes_message(who: Actor) -> Option<Message> {
    match who {
        Actor::Ally(kind) => message!(Normal, monster::ally_strikes(kind)?),
        Actor::Monster(kind) => message!(Warning, monster::strikes(kind)?),
        Actor::Player => None,
    }
}

/// Returns the message about a marked attack that moves the player (M8).
pub(crate) fn moves_you_message(kind: MonsterKind) -> Option<Message> {
    message!(Warning, monster::moves_you(kind)?)
}

/// Returns the message about a marked attack of the ally that trades places (M8).
pub(crate) fn ally_swaps_message(kind: MonsterKind) -> Option<Message> {
    message!(Normal, monster::ally_swaps(kind)?)
}

/// Returns the message about a marked attack that reaches the player, but does no damage (M8).
pub(crate) fn no_damage_message(attacker: Actor) -> Option<Message> {
    match attacker {
        Actor::Monster(kind) | Actor::Ally(kind) if throws_bombs(kind) => {
            message!(Normal, event::bomb_does_nothing())
        }
        _ => message!(Normal, event::no_damage(attacker)),
    }
}

/// Returns whether the marked attack of a monster is a bomb (M19).
fn throws_bombs(kind: MonsterKind) -> bool {
    kind.spec().mark().is_some_and(|mark| mark.effect == MarkEffect::Decoy)
}

/// Returns the message about a blow that is too weak to harm the player (N3).
pub(crate) fn harmless_blow_message(kind: MonsterKind) -> Option<Message> {
    message!(Normal, event::cannot_hurt_you(kind))
}

/// Returns the message about the deed of the worn chip (I14).
fn deed_message(firmware: Firmware, target: Option<Actor>) -> Option<Message> {
    match target {
        Some(target) => message!(Normal, firmware::done_to(firmware, target)?),
        None => message!(Normal, firmware::done(firmware)?),
    }
}

/// Returns the reason why a deed has no target. `near` is the reason of an enemy within its `range` in tiles; `None` if
/// no enemy is within the range (I14).
pub(crate) fn nobody_in_reach(range: u8, near: Option<Refusal>) -> Sentence {
    match near {
        None => refusal::nobody_in_reach(range),
        Some(Refusal::NothingToPull) => plain(refusal::nothing_to_pull()),
        Some(_) => plain(refusal::no_clear_way()),
    }
}

/// Returns the slot of a wearable item.
fn slot_of(kind: ItemKind) -> Slot {
    kind.slot().unwrap_or(Slot::Armour)
}

/// Returns the message about a monster's stun that ended in the turn in which it began. The stun has cost the monster
/// an action, and has made the monster immune to stuns for a while (D15, D16).
pub(crate) fn short_stun_message(event: &Event) -> Option<Message> {
    match *event {
        Event::StatusEnded { who: Actor::Player, .. } => None,
        Event::StatusEnded { who, status: Status::Stunned, .. } => {
            message!(Normal, event::stun_shaken_off(who))
        }
        _ => None,
    }
}

/// Returns the message that the run has earned a kit for later runs (H17).
pub(crate) fn kit_earned_message(kit: Kit) -> Option<Message> {
    message!(Good, event::kit_earned(kit::name(kit)))
}

/// Returns the message about a new level, with the player's numbers at that level (B10, B14).
pub(crate) fn level_message(level: Level, stats: Stats) -> Option<Message> {
    let (least, most) = (stats.attack_min, stats.attack_max);
    message!(Good, event::level_gained(stats.hp_max.0, level.number(), least, most))
}

fn attack_message(attacker: Actor, target: Actor, damage: Damage) -> Option<Message> {
    match (attacker, target, damage) {
        (Actor::Player, target, Damage::MISS) => {
            message!(Normal, event::you_miss(target))
        }
        (Actor::Player, target, Damage(points)) => {
            message!(Normal, event::you_hit(target, points))
        }
        (attacker, Actor::Player, Damage::MISS) => {
            message!(Normal, event::misses_you(attacker))
        }
        (Actor::Monster(kind) | Actor::Ally(kind), Actor::Player, Damage(points)) => {
            message!(Bad, monster::hits_you(kind, points))
        }
        (Actor::Ally(_), target, Damage::MISS) => {
            message!(Normal, event::ally_misses(target))
        }
        (Actor::Ally(_), target, Damage(points)) => {
            message!(Good, event::ally_hits(target, points))
        }
        (attacker, Actor::Ally(_), Damage::MISS) => {
            message!(Normal, event::misses_ally(attacker))
        }
        (attacker, Actor::Ally(_), Damage(points)) => {
            message!(Bad, event::hits_ally(attacker, points))
        }
        // Only marked attacks hit creatures on the attacker's own side (M8).
        (_, target, Damage::MISS) => message!(Normal, event::also_misses(target)),
        (_, target, Damage(points)) => {
            message!(Good, event::also_hits(target, points))
        }
    }
}

/// Returns the message of an attack from afar on the player (M8). The previous message tells which attack strikes.
fn message_from_afar(attacker: Actor, damage: Damage) -> Option<Message> {
    let (Actor::Monster(kind) | Actor::Ally(kind)) = attacker else { return None };
    let mark = kind.spec().mark();
    let is_acid = mark.is_some_and(|mark| matches!(mark.effect, MarkEffect::Spit(_)));
    match (damage, is_acid) {
        (Damage::MISS, true) => message!(Normal, event::acid_misses_you()),
        (Damage::MISS, false) => no_damage_message(attacker),
        (Damage(points), true) => message!(Bad, event::acid_hits_you(points)),
        (Damage(points), false) if throws_bombs(kind) => {
            message!(Bad, event::bomb_hits_you(points))
        }
        (Damage(points), false) => message!(Bad, event::hits_you_from_afar(kind, points)),
    }
}

fn burn_message(who: Actor, cause: Cause, Damage(points): Damage) -> Option<Message> {
    let what = cause_name(cause);
    match who {
        Actor::Player if matches!(cause, Cause::Spill(_)) => {
            message!(Bad, event::spill_burns_you(points, what))
        }
        Actor::Player => message!(Bad, event::burns_you(points, what)),
        Actor::Ally(_) => message!(Bad, event::burns_ally(what)),
        Actor::Monster(kind) => message!(Good, event::burns(kind, what)),
    }
}

/// Returns the message about a status of the player that began, with its turns and its effect on a player with this
/// maximum of hit points (D15).
pub fn status_message(status: Status, turns: u8, hp_max: Hp) -> Option<Message> {
    let tone = if status.is_good() { Tone::Good } else { Tone::Warning };
    let (damage, hp) = (poison(hp_max).0, regrowth(hp_max).0);
    status::began(status, damage, hp, turns).map(|words| Message::new(tone, words))
}

fn ended(status: Status) -> Option<Message> {
    status::ended(status).map(|words| Message::new(Tone::Normal, words))
}

/// Returns the message about a kill. The message leaves out the experience if it is zero (B5).
fn kill_message(kind: MonsterKind, paid: Xp) -> Option<Message> {
    match paid {
        Xp(0) => message!(Good, event::killed_for_nothing(kind)),
        Xp(points) => message!(Good, event::killed(kind, points)),
    }
}

fn floor_message(floor: Floor, place: PlaceKind, is_new: bool) -> Option<Message> {
    match (floor, is_new) {
        (Floor::LOBBY, _) => message!(Normal, event::lobby()),
        (Floor::THRONE, true) => {
            message!(Warning, event::throne(Floor::THRONE.number()))
        }
        (floor, true) => message!(Normal, event::floor(floor.number(), floor_title(place))),
        (floor, false) => message!(Normal, event::floor_again(floor.number())),
    }
}

fn use_message(label: Label) -> Option<Message> {
    match label {
        Label::Known(kind) if let Some(words) = item::used(kind) => message!(Normal, words),
        _ => message!(Normal, event::drunk(label)),
    }
}

/// Returns the reason for a refusal, unless the player sees the reason anyway.
pub fn refusal_message(refusal: Refusal) -> Option<Message> {
    match refusal {
        Refusal::Wall | Refusal::RunOver => None,
        Refusal::Locked => message!(Warning, refusal::locked()),
        Refusal::Impaired(Status::Stunned) => {
            message!(Warning, refusal::stunned())
        }
        Refusal::Impaired(_) => message!(Warning, refusal::confused()),
        Refusal::NoSuchItem => message!(Normal, refusal::no_such_item()),
        Refusal::AtFullHp => message!(Normal, refusal::at_full_hp()),
        Refusal::OutOfReach => message!(Normal, refusal::out_of_reach()),
        Refusal::OwnTile => message!(Normal, refusal::own_tile()),
        Refusal::NothingToOverride => {
            message!(Normal, refusal::nothing_to_override())
        }
        Refusal::OnlySnakes => message!(Normal, refusal::only_snakes()),
        Refusal::UsedUp => message!(Normal, refusal::used_up()),
        Refusal::Sealed => message!(Normal, refusal::sealed()),
        Refusal::OpensDoors => message!(Normal, refusal::opens_doors()),
        Refusal::ForWearing => message!(Normal, refusal::for_wearing()),
        Refusal::NotForWearing => message!(Normal, refusal::not_for_wearing()),
        Refusal::PackFull => message!(Warning, refusal::pack_full()),
        Refusal::NoRoomHere => message!(Normal, refusal::no_room_here()),
        Refusal::InDoorway => message!(Normal, refusal::in_doorway()),
        Refusal::NoGraft => message!(Normal, refusal::no_graft()),
        Refusal::NoDeed => message!(Normal, refusal::no_deed()),
        Refusal::Barred(slot) => message!(Normal, slot::barred(slot)),
        Refusal::NoCharge => message!(Warning, refusal::no_charge()),
        Refusal::NobodyThere => message!(Normal, refusal::nobody_there()),
        Refusal::BeyondDeed(radius) => message!(Normal, refusal::beyond_deed(radius)),
        Refusal::NotStraight => message!(Normal, refusal::not_straight()),
        Refusal::DeedBlocked => message!(Normal, refusal::deed_blocked()),
        Refusal::NothingToPull => message!(Normal, refusal::nothing_to_pull()),
        Refusal::FloorFull => message!(Normal, refusal::floor_full()),
    }
}

/// Returns the message about an obstacle that the player walks into (W19, W25). `name` is the name of the obstacle's
/// tile.
pub fn bump_message(terrain: Terrain, name: &str) -> Option<Message> {
    match terrain {
        Terrain::CageShut => message!(Normal, refusal::cage()),
        Terrain::Low | Terrain::Tall | Terrain::Glass | Terrain::Water | Terrain::Wall => {
            message!(Normal, refusal::no_way_through(name))
        }
        _ => None,
    }
}

/// Returns the reason why auto-travel stopped, unless another message already gives the reason. `explore_key` is the
/// name of the key that explores.
pub(crate) fn interrupt_message(interrupt: Interrupt, explore_key: &str) -> Option<Message> {
    match interrupt {
        Interrupt::Arrived
        | Interrupt::Blocked
        | Interrupt::Hurt
        | Interrupt::Status(_)
        | Interrupt::Item => None,
        Interrupt::Ally(bearing) => {
            message!(Warning, stop::ally_hurt(bearing_name(bearing)))
        }
        Interrupt::Explored => message!(Normal, stop::explored()),
        Interrupt::NoPath => message!(Normal, stop::no_path()),
        Interrupt::AtStairs => message!(Good, stop::at_stairs(explore_key)),
        Interrupt::Enemy(kind) if kind.is_named() => {
            message!(Warning, stop::named(kind))
        }
        Interrupt::Enemy(kind) => message!(Warning, stop::enemy(kind)),
        Interrupt::Watched(kind) => Some(watched_message(kind, Threat::Afar, None)),
        Interrupt::Stairs(Terrain::StairsUp) => message!(Normal, stop::stairs_up()),
        Interrupt::Stairs(_) => message!(Normal, stop::stairs_down()),
        Interrupt::Door => message!(Normal, stop::door()),
        Interrupt::Fork => message!(Normal, stop::fork()),
        Interrupt::Well => message!(Good, stop::well()),
        Interrupt::Wearable(kind, bearing) => {
            message!(Good, stop::wearable(kind, bearing_name(bearing)))
        }
        Interrupt::PackFull(label) => message!(Warning, stop::pack_full(label)),
        Interrupt::Vault(bearing) => message!(Good, stop::vault(bearing_name(bearing))),
        Interrupt::Offers => message!(Good, stop::offers()),
        Interrupt::Lockers => message!(Good, event::lockers()),
        Interrupt::Sleepers => {
            message!(Warning, stop::sleepers(explore_key))
        }
        Interrupt::InTheWay(kind) => {
            message!(Normal, stop::in_the_way(kind))
        }
        Interrupt::Hazard => message!(Warning, stop::hazard()),
        Interrupt::Fixture(Terrain::Terminal, bearing) => {
            message!(Good, stop::terminal(bearing_name(bearing)))
        }
        Interrupt::Fixture(Terrain::Switch, bearing) => {
            message!(Good, stop::switch(bearing_name(bearing)))
        }
        Interrupt::Fixture(_, bearing) => {
            message!(Good, stop::vent(bearing_name(bearing)))
        }
    }
}

/// The danger from the enemy that prevents auto-travel (N3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threat {
    /// A mark will strike the player's tile.
    Marked,
    /// The enemy stands beside the player.
    Beside,
    /// The enemy is farther away.
    Afar,
}

/// Returns the reason why this auto-travel does not start (N3). An `auto_travel` of `None` counts as exploring.
pub(crate) fn watched_message(
    kind: MonsterKind,
    threat: Threat,
    auto_travel: Option<AutoTravel>,
) -> Message {
    let act = match auto_travel {
        None | Some(AutoTravel::Explore(_)) => refusal::act_explore(),
        Some(AutoTravel::Wait(_)) => refusal::act_rest(),
        Some(_) => refusal::act_travel(),
    };
    let text = match threat {
        Threat::Marked => refusal::watched_marked(act),
        Threat::Beside => refusal::watched_beside(kind, act),
        Threat::Afar => refusal::watched_afar(kind, act),
    };
    Message { tone: Tone::Warning, text }
}

/// Returns the message that an enemy comes into view, for a log that already has such a message. If `is_second` is
/// true, another enemy has come into view; otherwise the same enemy has come back.
pub(crate) fn another_enemy_message(kind: MonsterKind, is_second: bool) -> Option<Message> {
    if is_second {
        message!(Warning, stop::another(kind))
    } else {
        message!(Warning, stop::again(kind))
    }
}

/// Returns the reason why exploring stopped, for a turn whose messages do not give the reason.
pub(crate) fn silent_stop_message(interrupt: Interrupt) -> Option<Message> {
    match interrupt {
        Interrupt::Blocked => message!(Normal, stop::blocked()),
        Interrupt::Hurt => message!(Warning, stop::hurt()),
        Interrupt::Status(status) => message!(Warning, stop::status(status::adjective(status))),
        Interrupt::Item => message!(Normal, stop::item()),
        _ => message!(Normal, stop::choice()),
    }
}

/// Returns the message that offers to put on the item just picked up when the confirm button is pressed.
pub(crate) fn offer_message(kind: ItemKind, confirm: &str) -> Option<Message> {
    match kind.slot() {
        Some(Slot::Weapon) => message!(Good, stop::offer_weapon(kind, confirm)),
        Some(Slot::Microchip) => message!(Good, stop::offer_chip(kind, confirm)),
        _ => message!(Good, stop::offer(kind, confirm)),
    }
}

/// Returns the reason why exploring stops beside the stairs up when a useful thing is left on the floor. `explore_key`
/// is the name of the key that explores.
pub(crate) fn unused_message(unused: Unused, explore_key: &str) -> Option<Message> {
    let tone = if unused == Unused::Ally { Tone::Warning } else { Tone::Good };
    Some(Message::new(tone, unused::told(unused, explore_key)))
}

/// Returns the warning before the player leaves the lobby without a kit (W30).
pub(crate) fn no_kit_message() -> Message {
    Message::new(Tone::Warning, refusal::no_kit())
}

/// Returns the reason why a single held direction makes no step: the button for diagonal steps is also held.
pub(crate) fn only_diagonals_message() -> Message {
    Message::new(Tone::Normal, refusal::only_diagonals())
}

/// Returns the message about the lockers at the end of a run's opening (W30).
pub(crate) fn lockers_message() -> Message {
    Message::new(Tone::Good, event::lockers())
}

/// Returns the first messages of a run.
pub(crate) fn opening() -> [Message; 2] {
    [
        Message::new(Tone::Bad, event::alarm()),
        Message::new(Tone::Good, event::dethrone(Floor::THRONE.number())),
    ]
}
