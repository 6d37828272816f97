//! Messages of the log: about events, refusals and interrupts.

use super::endings::{epitaph, of_kings_end};
use super::names::{
    actor_name, adjective, articles, articles_of, bearing_name, cause_name, floor_title,
    label_name, noun,
};
use super::saves::of_load_warning;
use super::{Message, Tone};
use crate::content::fixtures::CAMERA_TURNS;
use crate::content::items::Purpose;
use crate::content::player::numbers_at;
use crate::content::{ItemKind, Label, MonsterKind, PlaceKind, Slot, SpillKind, Status};
use crate::quantity::{Damage, Floor, Hp, Level, Xp};
use crate::rules::travel::{Interrupt, Unused};
use crate::rules::{Actor, AllyEnd, Event, Refusal, Reward, TerminalResult};
use crate::save::LoadWarning;
use crate::world::{Cause, Terrain};

/// Returns the log message of an event; `None` for events that the map shows.
pub fn of_event(event: &Event) -> Option<Message> {
    match *event {
        Event::Moved { .. } | Event::Waited => None,
        Event::TurnLost(Status::Stunned) => message!(Warning, "Stunned. You stand there and sway."),
        Event::TurnLost(_) => message!(Warning, "Confused. Your feet choose the way."),
        Event::DoorOpened { .. } => None,
        Event::Struck { target: Actor::Player, from, at, damage, .. } if from.steps_to(at) > 1 => {
            of_spit(damage)
        }
        Event::Struck { attacker, target, damage, .. } => of_attack(attacker, target, damage),
        Event::Slain { kind, by_player: false, .. } => {
            message!(Good, "The {} dies by others. No xp", kind.spec().name)
        }
        Event::Slain { kind, paid, .. } => of_kill(kind, paid),
        Event::Unlocked { .. } => message!(Good, "The key turns. Walk in and take one."),
        Event::PickedUp { label } => {
            let name = label_name(label);
            message!(Normal, "Picked up {} {name}.", articles(name)[1])
        }
        Event::PackFull { label } => {
            message!(Warning, "No room for the {}.", label_name(label))
        }
        Event::Used { label } => of_use(label),
        Event::Identified { kind, .. } => {
            let name = kind.spec().name;
            message!(Good, "So that was {} {name}.", articles(name)[1])
        }
        Event::Healed { hp: Hp(0) } => message!(Normal, "You are at full hp already."),
        Event::Leeched { hp: Hp(0) } => None,
        Event::Healed { hp } => message!(Good, "You heal {} hp.", hp.0),
        Event::PutOn { kind } => of_wearing(kind, ["take up", "put on", "plug in"]),
        Event::TakenOff { kind } => of_wearing(kind, ["put away", "take off", "pull out"]),
        Event::Dropped { label } => message!(Normal, "You drop the {}.", label_name(label)),
        Event::Dodged { kind, .. } => {
            message!(Normal, "The {} dodges your blow.", kind.spec().name)
        }
        Event::Teleported { kind, .. } => {
            message!(Warning, "The {} flickers elsewhere.", kind.spec().name)
        }
        Event::Reinforced { stairs: Terrain::StairsUp } => {
            message!(Warning, "A mouse comes down the stairs. No xp.")
        }
        Event::Reinforced { .. } => message!(Warning, "A mouse comes up the stairs. No xp."),
        Event::KingSlain { way } => message!(Good, "{}", of_kings_end(way)),
        Event::Swapped { .. } | Event::Soothed { hp: Hp(0), .. } => None,
        Event::Thrown { label, .. } => message!(Normal, "You throw the {}.", label_name(label)),
        Event::Spilled { kind: SpillKind::Acid, .. } => None,
        Event::Spilled { kind, .. } => message!(Normal, "{} spreads.", kind.spec().name),
        Event::Burned { damage: Damage::MISS, .. } => None,
        Event::Burned { who, cause, damage, .. } => of_burn(who, cause, damage),
        Event::Soothed { who: Actor::Player, hp, .. } => {
            message!(Good, "The mist heals you: {} hp.", hp.0)
        }
        Event::Soothed { who: who @ Actor::Ally(_), .. } => {
            message!(Good, "The mist heals your {}.", actor_name(who))
        }
        Event::Soothed { who, .. } => message!(Warning, "The mist heals the {}.", actor_name(who)),
        Event::Woke { kind, .. } => {
            message!(Warning, "{} {} wakes.", articles_of(kind)[0], kind.spec().name)
        }
        Event::Squeaked { kind, .. } => {
            message!(Warning, "The {} squeaks for others!", kind.spec().name)
        }
        Event::Marked { kind, .. } => {
            message!(Warning, "The {} aims. Step aside!", kind.spec().name)
        }
        Event::Spat { kind, .. } => message!(Warning, "The {} spits acid.", kind.spec().name),
        Event::Stole { kind, label, .. } => {
            message!(Bad, "The {} has your {}!", kind.spec().name, label_name(label))
        }
        Event::LootDropped { label } => {
            message!(Good, "The stolen {} falls down.", label_name(label))
        }
        Event::Eats { kind, .. } => message!(Good, "The {} eats the cheese.", kind.spec().name),
        Event::Overridden { kind, .. } => {
            message!(Good, "Click. The {} is yours now.", kind.spec().name)
        }
        Event::AllyLost { kind, end, .. } => of_lost_ally(kind, end),
        Event::VentEntered { kind, .. } => {
            message!(Warning, "The {} slips into a vent.", kind.spec().name)
        }
        Event::VentRattles { .. } => message!(Warning, "A vent rattles. Something comes."),
        Event::VentLeft { kind, .. } => {
            message!(Warning, "{} {} drops from a vent.", articles_of(kind)[0], kind.spec().name)
        }
        Event::VentShut { .. } => message!(Good, "You bolt the vent shut. Loudly."),
        Event::TerminalUsed { result, .. } => of_terminal(result),
        Event::Forced { .. } => message!(Good, "Crack! Door and crowbar give way."),
        Event::Switched { is_live: true } => message!(Warning, "The cables hum again."),
        Event::Switched { is_live: false } => message!(Good, "The cables go dead."),
        Event::CagesOpened { joins: true } => {
            message!(Good, "The cages open. One mouse joins you.")
        }
        Event::CagesOpened { joins: false } => message!(Warning, "The cages open. They all run."),
        Event::PedestalsSealed => message!(Normal, "Hoods snap shut over the pedestals."),
        Event::GuardCame => message!(Warning, "A guard scrabbles in the vents."),
        Event::Followed { count: 1 } => message!(Warning, "A mouse has followed you."),
        Event::Followed { count } => message!(Warning, "{count} mice have followed you."),
        Event::Leeched { hp } => message!(Good, "The chip drinks. You heal {} hp.", hp.0),
        Event::Rewarded { reward: Reward::Arrival, paid } => {
            message!(Good, "A new floor: +{} xp", paid.0)
        }
        Event::Rewarded { reward: Reward::Terminal, paid } => {
            message!(Good, "The terminal pays +{} xp", paid.0)
        }
        Event::LevelGained(level) => of_level(level),
        Event::Noticed { kind, .. } => {
            message!(Warning, "{} {} notices you.", articles_of(kind)[0], kind.spec().name)
        }
        Event::StatusBegan { who: Actor::Player, status, .. } => began(status),
        Event::StatusEnded { who: Actor::Player, status, .. } => ended(status),
        Event::StatusBegan { status: Status::Steady | Status::Soothed, .. }
        | Event::StatusEnded { status: Status::Steady | Status::Soothed, .. } => None,
        Event::StatusBegan { who: who @ Actor::Ally(_), status, .. } if status.is_good() => {
            message!(Good, "Your {} is {}.", actor_name(who), adjective(status))
        }
        Event::StatusBegan { who, status, .. } => {
            message!(Warning, "The {} is {}.", actor_name(who), adjective(status))
        }
        Event::StatusEnded { who, status, .. } => {
            message!(Normal, "The {} is {} no more.", actor_name(who), adjective(status))
        }
        Event::StatusHurt { damage: Damage::MISS, .. } => None,
        Event::StatusHurt { who: Actor::Player, status, damage, .. } => {
            message!(Bad, "The {} takes {} hp.", noun(status), damage.0)
        }
        Event::StatusHurt { .. } => None,
        Event::FloorLost(floor) => of_load_warning(LoadWarning::FloorLost(floor)),
        Event::FloorEntered { to, place, is_new, .. } => of_floor(to, place, is_new),
        Event::PlayerDied { cause } => {
            message!(Bad, "You die. {}", epitaph(cause))
        }
    }
}

/// Returns the log message of an event of somebody whom the player does not see: instead of who it is, it
/// tells what is heard, and of an attack where it comes from (M8). `None` for events that have no such message.
pub fn of_hidden(event: &Event) -> Option<Message> {
    match *event {
        Event::Marked { from, at, .. } => {
            let bearing = bearing_name(at.bearing_to(from));
            message!(Warning, "Someone hidden aims, {bearing}. Move!")
        }
        Event::Spat { from, at, .. } => {
            message!(Warning, "Acid flies in from the {}.", bearing_name(at.bearing_to(from)))
        }
        Event::Woke { .. } => message!(Warning, "Something wakes out of sight."),
        Event::Squeaked { .. } => message!(Warning, "Out of sight, one squeaks for others!"),
        Event::Noticed { .. } => message!(Warning, "Out of your sight, one notices you."),
        _ => None,
    }
}

/// Returns the message of a blow of somebody who is too weak to harm the player (N3).
pub fn of_harmless_blow(kind: MonsterKind) -> Option<Message> {
    message!(Normal, "The {} cannot hurt you.", kind.spec().name)
}

/// Returns the message about a thing that is put on or taken off, with the verb of its slot.
fn of_wearing(kind: ItemKind, verbs: [&str; Slot::COUNT]) -> Option<Message> {
    let slot = kind.slot().unwrap_or(Slot::Armour);
    message!(Normal, "You {} the {}.", verbs[slot as usize], kind.spec().name)
}

/// Returns the message about a stun of a monster that ended in the turn in which it began: it has cost an action, and
/// no other stun follows for a while (D15, D16).
pub fn of_short_stun(event: &Event) -> Option<Message> {
    match *event {
        Event::StatusEnded { who: Actor::Player, .. } => None,
        Event::StatusEnded { who, status: Status::Stunned, .. } => {
            message!(Normal, "The {} shakes off a stun.", actor_name(who))
        }
        _ => None,
    }
}

fn of_lost_ally(kind: MonsterKind, end: AllyEnd) -> Option<Message> {
    let name = kind.spec().name;
    match end {
        AllyEnd::Killed => message!(Bad, "Your {name} is dead."),
        AllyEnd::Replaced => message!(Bad, "The new chip ends your {name}."),
        AllyEnd::LeftBehind => message!(Bad, "Your {name} stayed behind."),
    }
}

/// Returns the message about a new level, with what grew (B10, B14).
fn of_level(level: Level) -> Option<Message> {
    let number = level.number();
    let before = Level::new(number - 1).map_or([0; 5], numbers_at);
    let now = numbers_at(level);
    let [hp, least, most, defence, saving] =
        core::array::from_fn(|index| now[index] - before[index]);
    message!(Good, "Level {number}: hp+{hp} att+{least}/+{most} def+{defence} save+{saving}.")
}

fn of_attack(attacker: Actor, target: Actor, damage: Damage) -> Option<Message> {
    match (attacker, target, damage) {
        (Actor::Player, target, Damage::MISS) => {
            message!(Normal, "You miss the {}.", actor_name(target))
        }
        (Actor::Player, target, Damage(points)) => {
            message!(Normal, "You hit the {} for {}.", actor_name(target), points)
        }
        (attacker, Actor::Player, Damage::MISS) => {
            message!(Normal, "The {} misses you.", actor_name(attacker))
        }
        (Actor::Monster(kind) | Actor::Ally(kind), Actor::Player, Damage(points)) => {
            message!(Bad, "The {} {} you for {}.", kind.spec().name, kind.spec().verb, points)
        }
        (Actor::Ally(_), target, Damage::MISS) => {
            message!(Normal, "Your ally misses the {}.", actor_name(target))
        }
        (Actor::Ally(_), target, Damage(points)) => {
            message!(Good, "Your ally hits the {} for {points}.", actor_name(target))
        }
        (attacker, Actor::Ally(_), Damage::MISS) => {
            message!(Normal, "The {} misses your ally.", actor_name(attacker))
        }
        (attacker, Actor::Ally(_), Damage(points)) => {
            message!(Bad, "The {} hits your ally for {points}.", actor_name(attacker))
        }
        (_, target, Damage::MISS) => message!(Normal, "Acid misses the {}.", actor_name(target)),
        // Only spit hits one of its own side.
        (_, target, Damage(points)) => {
            message!(Good, "Acid hits the {} for {points}.", actor_name(target))
        }
    }
}

/// Returns the message of an attack from afar on the player (M8).
fn of_spit(damage: Damage) -> Option<Message> {
    match damage {
        Damage::MISS => message!(Normal, "It splashes past you."),
        Damage(points) => message!(Bad, "Acid hits you for {points}. Step out of it!"),
    }
}

fn of_burn(who: Actor, cause: Cause, Damage(points): Damage) -> Option<Message> {
    let what = cause_name(cause);
    match who {
        Actor::Player => message!(Bad, "{what}: you lose {points} hp."),
        Actor::Ally(kind) => message!(Bad, "{what} burns your {}.", kind.spec().name),
        Actor::Monster(kind) => message!(Good, "{what} burns the {}.", kind.spec().name),
    }
}

fn of_terminal(result: TerminalResult) -> Option<Message> {
    match result {
        TerminalResult::Cameras => {
            message!(Good, "Cameras show all mice for {CAMERA_TURNS} turns.")
        }
        TerminalResult::Locks => message!(Good, "Locks released: the vault is open."),
        TerminalResult::Supplies => message!(Good, "A hatch drops a Health Pack."),
        TerminalResult::Override => message!(Good, "A slot drops an Override Chip."),
    }
}

fn began(status: Status) -> Option<Message> {
    match status {
        Status::Poisoned => message!(Warning, "Poison: you lose hp each turn."),
        Status::Envenomed => message!(Warning, "Venom: you lose hp each turn."),
        Status::Regrowing => message!(Good, "Regrowth: your wounds close."),
        Status::Stunned => message!(Warning, "Stunned: you cannot act!"),
        Status::Confused => message!(Warning, "Confused: your steps go astray."),
        Status::Guarded => message!(Good, "Guarded: no poison, venom or gas."),
        Status::Steady => message!(Good, "Steady: no stun for a while."),
        Status::Soothed => None,
    }
}

fn ended(status: Status) -> Option<Message> {
    match status {
        Status::Poisoned => message!(Normal, "The poison is spent."),
        Status::Envenomed => message!(Normal, "The venom is spent."),
        Status::Regrowing => message!(Normal, "The regrowth is over."),
        Status::Stunned => message!(Normal, "You are no longer stunned."),
        Status::Confused => message!(Normal, "You are no longer confused."),
        Status::Guarded => message!(Normal, "You are no longer guarded."),
        Status::Steady => message!(Normal, "You are no longer steady."),
        Status::Soothed => None,
    }
}

/// Returns the message of a kill; omits the experience when it is zero (N2).
fn of_kill(kind: MonsterKind, paid: Xp) -> Option<Message> {
    match paid {
        Xp(0) => message!(Good, "The {} is done for. No xp", kind.spec().name),
        Xp(points) => message!(Good, "The {} is done for. +{points} xp", kind.spec().name),
    }
}

fn of_floor(floor: Floor, place: PlaceKind, is_new: bool) -> Option<Message> {
    match (floor, is_new) {
        (Floor::LOBBY, _) => message!(Normal, "The lobby. The night is cold outside."),
        (Floor::THRONE, true) => {
            message!(Warning, "Floor {}. It smells of cheese and power.", Floor::THRONE.number())
        }
        (floor, true) => message!(Normal, "Floor {}: {}.", floor.number(), floor_title(place)),
        (floor, false) => message!(Normal, "Floor {}, as you left it.", floor.number()),
    }
}

const fn use_words(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Heal(_) => "You bandage yourself.",
        Purpose::Cure(_) => "You take the antidote. Tastes of chalk.",
        Purpose::Override => "You press the chip behind its ear.",
        Purpose::Drink(_) | Purpose::Unlock | Purpose::Wear(_) => "",
    }
}

fn of_use(label: Label) -> Option<Message> {
    match label {
        Label::Known(ItemKind::Cheese) => message!(Normal, "You eat the cheese yourself."),
        Label::Known(kind) if !use_words(kind.spec().purpose).is_empty() => {
            message!(Normal, "{}", use_words(kind.spec().purpose))
        }
        _ => message!(Normal, "You drink the {}.", label_name(label)),
    }
}

/// Returns the reason of a refusal, unless the map shows it.
pub fn of_refusal(refusal: Refusal) -> Option<Message> {
    match refusal {
        Refusal::Wall | Refusal::RunOver => None,
        Refusal::Locked => message!(Warning, "Locked. Needs a key or crowbar in hand."),
        Refusal::Impaired(Status::Stunned) => {
            message!(Warning, "Stunned: your hands will not obey.")
        }
        Refusal::Impaired(_) => message!(Warning, "Confused: which hand is yours?"),
        Refusal::NoSuchItem => message!(Normal, "There is nothing there."),
        Refusal::AtFullHp => message!(Normal, "You are not hurt. You keep it."),
        Refusal::OutOfReach => message!(Normal, "That is out of sight."),
        Refusal::OwnTile => message!(Normal, "At yourself? No."),
        Refusal::NothingToOverride => {
            message!(Normal, "No weak, stunned or eating mouse here.")
        }
        Refusal::UsedUp => message!(Normal, "It does nothing any more."),
        Refusal::Sealed => message!(Normal, "Sealed. You have made your choice."),
        Refusal::OpensDoors => message!(Normal, "Walk into a locked door to use it."),
        Refusal::ForWearing => message!(Normal, "That is for wearing."),
        Refusal::NotForWearing => message!(Normal, "That cannot be worn."),
        Refusal::PackFull => message!(Warning, "Your pack is full."),
        Refusal::NoRoomHere => message!(Normal, "No room: something lies here already."),
        Refusal::InDoorway => message!(Normal, "Nothing can lie in a doorway."),
        Refusal::FloorFull => message!(Normal, "This floor is littered enough."),
    }
}

/// Returns what there is to say of what the player walks into in vain, unless the map shows it (W19, W25). `name` is that of the tile.
pub fn of_bump(terrain: Terrain, name: &str) -> Option<Message> {
    match terrain {
        Terrain::CageShut => message!(Normal, "A cage. A switch in a wall opens it."),
        Terrain::Low | Terrain::Tall | Terrain::Glass => {
            message!(Normal, "{name}: no way through.")
        }
        _ => None,
    }
}

/// Returns the reason why auto-travel stopped, unless the log has it already. `explore_key` is the name of
/// the key that explores.
pub fn of_interrupt(interrupt: Interrupt, explore_key: &str) -> Option<Message> {
    match interrupt {
        Interrupt::Arrived
        | Interrupt::Blocked
        | Interrupt::Hurt
        | Interrupt::Status(_)
        | Interrupt::Item => None,
        Interrupt::Ally(bearing) => {
            message!(Warning, "Your ally is hurt, {}.", bearing_name(bearing))
        }
        Interrupt::Explored => message!(Normal, "Nothing is left to explore here."),
        Interrupt::NoPath => message!(Normal, "No way there is known."),
        Interrupt::AtStairs => message!(Good, "All is explored. {explore_key}: climb."),
        Interrupt::Enemy(kind) => {
            message!(Warning, "{} {} comes into view.", articles_of(kind)[0], kind.spec().name)
        }
        Interrupt::Watched(kind) => of_watched(kind, "explore").into_iter().next(),
        Interrupt::Stairs(Terrain::StairsUp) => message!(Normal, "Stairs lead up here."),
        Interrupt::Stairs(_) => message!(Normal, "Stairs lead down here."),
        Interrupt::Door => message!(Normal, "A door."),
        Interrupt::Fork => message!(Normal, "The way forks."),
        Interrupt::Rested => message!(Good, "You feel well again."),
        Interrupt::Wearable(kind, bearing) => {
            let (name, bearing) = (kind.spec().name, bearing_name(bearing));
            message!(Good, "{} {name} lies {bearing}.", articles(name)[0])
        }
        Interrupt::PackFull(label) => {
            let name = label_name(label);
            message!(Warning, "Pack full: left {} {name}.", articles(name)[1])
        }
        Interrupt::Vault => message!(Good, "A vault. Walk in: your key opens it."),
        Interrupt::Offers => message!(Good, "The vault still has its offers."),
        Interrupt::Sleepers => {
            message!(Warning, "Only past sleeping mice. {explore_key}: go.")
        }
        Interrupt::InTheWay(kind) => {
            message!(Normal, "{} {} is in the way.", articles_of(kind)[0], kind.spec().name)
        }
        Interrupt::Hazard => message!(Warning, "That tile would hurt."),
        Interrupt::Fixture(Terrain::Terminal, bearing) => {
            message!(Good, "Terminal {}. Walk in; mice come.", bearing_name(bearing))
        }
        Interrupt::Fixture(Terrain::Switch, bearing) => {
            message!(Good, "A switch {}. Walk in: flip it.", bearing_name(bearing))
        }
        Interrupt::Fixture(_, bearing) => {
            message!(Good, "A vent {}. Walk in: shut, loudly.", bearing_name(bearing))
        }
    }
}

/// Returns what keeps the player from a `deed`, such as exploring, and what to do instead (N3).
pub fn of_watched(kind: MonsterKind, deed: &str) -> [Message; 2] {
    let (article, name) = (articles_of(kind)[1], kind.spec().name);
    [
        message!(Warning, "You can't {deed} near {article} {name}."),
        message!(Warning, "Attack it, throw something or walk off."),
    ]
    .map(|message| message.expect("it is said"))
}

/// Returns the message that an enemy comes into view, behind the same message about another one, or about the same
/// one a while ago.
pub fn of_another_enemy(kind: MonsterKind, is_second: bool) -> Option<Message> {
    let name = kind.spec().name;
    match is_second {
        true => message!(Warning, "Another {name} comes into view."),
        false => message!(Warning, "Again {} {name} comes into view.", articles_of(kind)[1]),
    }
}

/// Returns the reason why exploring stopped in a turn that says nothing of it.
pub fn of_silent_stop(interrupt: Interrupt) -> Option<Message> {
    match interrupt {
        Interrupt::Blocked => message!(Normal, "You stop: the way on is blocked."),
        Interrupt::Hurt => message!(Warning, "You stop: you are in danger."),
        Interrupt::Status(status) => message!(Warning, "You stop: you are {}.", adjective(status)),
        Interrupt::Item => message!(Normal, "You stop: you picked something up."),
        _ => message!(Normal, "You stop: here you must choose."),
    }
}

/// Returns the offer to wear what was just picked up with a press of the confirm button.
pub fn of_offer(kind: ItemKind, confirm: &str) -> Option<Message> {
    let verb = match kind.slot() {
        Some(Slot::Weapon) => "take up",
        _ => "put on",
    };
    message!(Good, "{confirm}: {verb} the {}", kind.spec().name)
}

/// Returns the reason why exploring stops beside the stairs up, where something is left to use. `explore_key` is the
/// name of the key that explores.
pub fn of_unused(unused: Unused, explore_key: &str) -> Option<Message> {
    match unused {
        Unused::Ally => message!(Warning, "Your ally is far. {explore_key}: climb without."),
        Unused::VaultOfKey => message!(Good, "Your key fits a vault. {explore_key}: climb."),
        Unused::Vault => message!(Good, "The vault is still shut. {explore_key}: climb."),
        Unused::Terminal => message!(Good, "A terminal is unused. {explore_key}: climb."),
        Unused::Item => message!(Good, "An item is left here. {explore_key}: climb."),
        Unused::Dropped => message!(Good, "What you dropped stays. {explore_key}: climb."),
    }
}

/// Returns the first messages of a run.
pub fn opening() -> [Message; 2] {
    [
        message!(Bad, "Alarm! Lab mice have taken the tower.").expect("it is said"),
        message!(Good, "Dethrone the Mouse King on floor {}.", Floor::THRONE.number())
            .expect("it is said"),
    ]
}
