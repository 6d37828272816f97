//! Every sentence of the game. Rules report facts; here alone they become English.

use crate::content::items::{Healing, PotionEffect, Purpose};
use crate::content::monsters::Trait;
use crate::content::statuses::{GUARDED_TURNS, OnHitEffect};
use crate::content::{ItemKind, Label, MonsterKind, PotionColour, Slot, SpillKind, Status};
use crate::quantity::{Damage, Floor, Hp, Xp};
use crate::rules::travel::Interrupt;
use crate::rules::{Actor, Event, Refusal, TerminalResult};
use crate::save::{DeviceError, LoadWarning, SaveError};
use crate::world::{AiState, Aim, Cause, Game, Item, KingsEnd, Monster, Spill, Squeak, Terrain};
use core::fmt::Write;
use heapless::String;

/// The bytes of the longest sentence, which is shorter than 240 pixels of text.
pub const SENTENCE_BYTES_MAX: usize = 64;

/// A sentence.
pub type Sentence = String<SENTENCE_BYTES_MAX>;

/// The tone of a message, which decides its colour (H2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A plain fact.
    Normal,
    /// Reports a gain of the player.
    Good,
    /// Reports harm to the player.
    Bad,
    /// Reports what may need an answer.
    Warning,
}

/// A line of the message log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its tone.
    pub tone: Tone,
    /// Its text.
    pub text: Sentence,
}

/// Formats a sentence; a test checks that each fits.
macro_rules! message {
    ($tone:ident, $($words:tt)*) => {{
        let mut text = Sentence::new();
        write!(text, $($words)*).expect("every sentence fits its bytes");
        Some(Message { tone: Tone::$tone, text })
    }};
}

/// Returns the log message of an event; `None` for events that the map shows.
pub fn of_event(event: &Event) -> Option<Message> {
    match *event {
        Event::Moved { .. } | Event::Waited => None,
        Event::TurnLost(Status::Stunned) => message!(Warning, "Stars. You stand there and sway."),
        Event::TurnLost(_) => message!(Warning, "Your feet disagree about the way."),
        Event::DoorOpened { .. } => None,
        Event::Struck { target: Actor::Player, from, at, damage, .. } if from.steps_to(at) > 1 => {
            of_spit(damage)
        }
        Event::Struck { attacker, target, damage, .. } => of_attack(attacker, target, damage),
        Event::Slain { kind, paid, .. } => of_kill(kind, paid),
        Event::Unlocked { .. } => message!(Good, "The key turns. The red light goes out."),
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
        Event::Healed { hp } => message!(Good, "You get back {} hp.", hp.0),
        Event::PutOn { kind } => message!(Normal, "You put on the {}.", kind.spec().name),
        Event::TakenOff { kind } => message!(Normal, "You take off the {}.", kind.spec().name),
        Event::Dropped { label } => message!(Normal, "You drop the {}.", label_name(label)),
        Event::Dodged { kind, .. } => {
            message!(Normal, "The {} bends out of the way.", kind.spec().name)
        }
        Event::Teleported { kind, .. } => {
            message!(Warning, "The {} flickers elsewhere.", kind.spec().name)
        }
        Event::Reinforced => message!(Warning, "Claws on the stairs. Worth no xp."),
        Event::KingSlain { way } => message!(Good, "{}", of_kings_end(way)),
        Event::Swapped { .. } | Event::Soothed { hp: Hp(0), .. } => None,
        Event::Thrown { label, .. } => message!(Normal, "You throw the {}.", label_name(label)),
        Event::Spilled { kind: SpillKind::Acid, .. } => None,
        Event::Spilled { kind, .. } => message!(Normal, "{} spreads.", kind.spec().name),
        Event::Burned { who, cause, damage, .. } => of_burn(who, cause, damage),
        Event::Soothed { who: Actor::Player, hp, .. } => {
            message!(Good, "The mist gives you back {} hp.", hp.0)
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
        Event::AllyLost { kind, .. } => message!(Bad, "Your {} is gone.", kind.spec().name),
        Event::VentEntered { kind, .. } => {
            message!(Warning, "The {} slips into a vent.", kind.spec().name)
        }
        Event::VentRattles { .. } => message!(Warning, "A vent rattles. Something comes."),
        Event::VentLeft { kind, .. } => {
            message!(Warning, "{} {} drops from a vent.", articles_of(kind)[0], kind.spec().name)
        }
        Event::VentShut { .. } => message!(Good, "You bolt the vent shut. Loudly."),
        Event::TerminalUsed { result, .. } => message!(Good, "{}", of_terminal(result)),
        Event::Forced { .. } => message!(Good, "Crack! Door and crowbar give way."),
        Event::Switched { is_live: true } => message!(Warning, "The cables hum again."),
        Event::Switched { is_live: false } => message!(Good, "The cables go dead."),
        Event::PedestalsSealed => message!(Normal, "Hoods snap shut over the other two."),
        Event::GuardCame => message!(Warning, "A guard scrabbles in the vents."),
        Event::Followed { count: 1 } => message!(Warning, "A mouse has followed you."),
        Event::Followed { count } => message!(Warning, "{count} mice have followed you."),
        Event::Leeched { hp } => message!(Good, "The chip drinks. You get back {} hp.", hp.0),
        Event::LevelGained(level) => message!(Good, "You reach level {}!", level.number()),
        Event::Noticed { kind, .. } => {
            message!(Warning, "{} {} notices you.", articles_of(kind)[0], kind.spec().name)
        }
        Event::StatusBegan { who: Actor::Player, status, .. } => began(status),
        Event::StatusEnded { who: Actor::Player, status, .. } => ended(status),
        Event::StatusBegan { status: Status::Steady | Status::Soothed, .. }
        | Event::StatusEnded { status: Status::Steady | Status::Soothed, .. } => None,
        Event::StatusBegan { who, status, .. } => {
            message!(Warning, "The {} is {}.", actor_name(who), adjective(status))
        }
        Event::StatusEnded { who, status, .. } => {
            message!(Normal, "The {} is {} no more.", actor_name(who), adjective(status))
        }
        Event::StatusHurt { who: Actor::Player, status, damage, .. } => {
            message!(Bad, "The {} takes {} hp.", noun(status), damage.0)
        }
        Event::StatusHurt { .. } => None,
        Event::FloorLost(floor) => of_load_warning(LoadWarning::FloorLost(floor)),
        Event::FloorEntered { to, is_new, .. } => of_floor(to, is_new),
        Event::PlayerDied { cause } => {
            message!(Bad, "You die. {}", epitaph(cause))
        }
    }
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

/// Returns the name of a creature.
fn actor_name(actor: Actor) -> &'static str {
    match actor {
        Actor::Player => PLAYER_NAME,
        Actor::Monster(kind) | Actor::Ally(kind) => kind.spec().name,
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

const fn of_terminal(result: TerminalResult) -> &'static str {
    match result {
        TerminalResult::Cameras => "Cameras on: you see all mice.",
        TerminalResult::Locks => "Locks released: the vault is open.",
        TerminalResult::Supplies => "A hatch drops a Health Pack.",
        TerminalResult::Override => "A slot drops an Override Chip.",
    }
}

/// Returns the way in which the King fell, as a sentence (K3).
pub const fn of_kings_end(way: KingsEnd) -> &'static str {
    match way {
        KingsEnd::Fought => "The crown rolls away. It is over.",
        KingsEnd::Cornered => "No vent left. The crown rolls away.",
        KingsEnd::Cheese => "He dies as he lived, mouth full.",
        KingsEnd::Ally => "Betrayed by one of his own!",
    }
}

fn began(status: Status) -> Option<Message> {
    match status {
        Status::Poisoned => message!(Warning, "You are poisoned."),
        Status::Envenomed => message!(Warning, "Venom burns in your veins."),
        Status::Regenerating => message!(Warning, "Your wounds begin to close."),
        Status::Stunned => message!(Warning, "You are stunned!"),
        Status::Confused => message!(Warning, "Your head spins."),
        Status::Guarded => message!(Good, "No poison, venom or gas touches you."),
        Status::Steady => message!(Good, "Braced: no stun for a while."),
        Status::Soothed => None,
    }
}

fn ended(status: Status) -> Option<Message> {
    match status {
        Status::Poisoned => message!(Normal, "The poison has run its course."),
        Status::Envenomed => message!(Normal, "The venom is spent."),
        Status::Regenerating => message!(Normal, "Your wounds stop closing."),
        Status::Stunned => message!(Normal, "Your head clears."),
        Status::Confused => message!(Normal, "The room stands still again."),
        Status::Guarded => message!(Normal, "The antidote wears off."),
        Status::Steady => message!(Normal, "You are no longer braced."),
        Status::Soothed => None,
    }
}

const fn adjective(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "poisoned",
        Status::Envenomed => "envenomed",
        Status::Regenerating => "mending",
        Status::Stunned => "stunned",
        Status::Confused => "confused",
        Status::Steady => "steady",
        Status::Guarded => "guarded",
        Status::Soothed => "soothed",
    }
}

const fn noun(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "poison",
        Status::Envenomed => "venom",
        Status::Regenerating => "mending",
        Status::Stunned => "stun",
        Status::Confused => "confusion",
        Status::Steady => "balance",
        Status::Guarded => "antidote",
        Status::Soothed => "mist",
    }
}

/// Returns the words for a status as the effect of a potion, before its duration.
const fn dose(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "Poison",
        Status::Envenomed => "Venom",
        Status::Regenerating => "1 hp a turn",
        Status::Stunned => "Stun",
        Status::Confused => "Confusion",
        Status::Steady => "Balance",
        Status::Guarded => "No poison",
        Status::Soothed => "Mist",
    }
}

/// Returns the words for a hit that inflicts a status.
const fn verb(status: Status) -> &'static str {
    match status {
        Status::Poisoned => "poisons",
        Status::Envenomed => "envenoms",
        Status::Regenerating => "mends",
        Status::Stunned => "stuns",
        Status::Confused => "confuses",
        Status::Steady => "steadies",
        Status::Guarded => "guards",
        Status::Soothed => "soothes",
    }
}

/// Returns the message of a kill; omits the experience when it is zero (N2).
fn of_kill(kind: MonsterKind, paid: Xp) -> Option<Message> {
    match paid {
        Xp(0) => message!(Good, "The {} is done for.", kind.spec().name),
        Xp(points) => message!(Good, "The {} is done for. +{points} xp", kind.spec().name),
    }
}

fn of_floor(floor: Floor, is_new: bool) -> Option<Message> {
    match (floor, is_new) {
        (Floor::LOBBY, _) => message!(Normal, "The lobby. The night is cold outside."),
        (Floor::THRONE, true) => {
            message!(Warning, "Floor {}. It smells of cheese and power.", Floor::THRONE.number())
        }
        (floor, true) => message!(Normal, "Floor {}: {}.", floor.number(), floor_title(floor)),
        (floor, false) => message!(Normal, "Floor {}, as you left it.", floor.number()),
    }
}

/// Returns the cause of death as a sentence for the tombstone.
pub fn epitaph(cause: Cause) -> &'static str {
    match cause {
        Cause::Player => "You did it to yourself.",
        Cause::Monster(MonsterKind::MicroMouse) => "Gnawed down by a Micro Mouse.",
        Cause::Monster(MonsterKind::LabSnake) => "Bitten down by a Lab Snake.",
        Cause::Monster(MonsterKind::NeoMouse) => "Outmoved by a Neo Mouse.",
        Cause::Monster(MonsterKind::RabidMouse) => "Torn apart by a Rabid Mouse.",
        Cause::Monster(MonsterKind::ToughMouse) => "Flattened by a Tough Mouse.",
        Cause::Monster(MonsterKind::MetaMouse) => "Unravelled by a Meta Mouse.",
        Cause::Monster(MonsterKind::MouseKing) => "Slapped by the King himself!",
        Cause::Status(Status::Poisoned) => "Wasted away by poison.",
        Cause::Status(Status::Envenomed) => "Stopped by venom.",
        Cause::Monster(MonsterKind::SpitMouse) => "Dissolved by a Spit Mouse.",
        Cause::Monster(MonsterKind::PackRat) => "Robbed of life by a Pack Rat.",
        Cause::Status(_) => "Overcome.",
        Cause::Spill(SpillKind::Acid) => "Burned away in acid.",
        Cause::Spill(_) => "Choked in poison gas.",
        Cause::Cable => "Earthed by a cable.",
    }
}

/// Returns the reason of a refusal, unless the map shows it.
pub fn of_refusal(refusal: Refusal) -> Option<Message> {
    match refusal {
        Refusal::Wall | Refusal::RunOver => None,
        Refusal::Locked => message!(Warning, "Locked. It wants a key."),
        Refusal::Impaired(Status::Stunned) => message!(Warning, "Your hands will not obey."),
        Refusal::Impaired(_) => message!(Warning, "Which of these hands is yours?"),
        Refusal::NoSuchItem => message!(Normal, "There is nothing there."),
        Refusal::AtFullHp => message!(Normal, "You are not hurt. You keep it."),
        Refusal::OutOfReach => message!(Normal, "Too far, or out of sight."),
        Refusal::OwnTile => message!(Normal, "At yourself? No."),
        Refusal::NothingToOverride => {
            message!(Normal, "No mouse here is stunned or half dead.")
        }
        Refusal::UsedUp => message!(Normal, "It does nothing any more."),
        Refusal::Sealed => message!(Normal, "Sealed. You have made your choice."),
        Refusal::OpensDoors => message!(Normal, "Walk into a locked door to use it."),
        Refusal::ForWearing => message!(Normal, "That is for wearing."),
        Refusal::NotForWearing => message!(Normal, "That cannot be worn."),
        Refusal::PackFull => message!(Warning, "Your pack is full."),
        Refusal::NoRoomHere => message!(Normal, "There is no room for it here."),
        Refusal::FloorFull => message!(Normal, "This floor is littered enough."),
    }
}

/// Returns the reason why auto-travel stopped, unless the log has it already.
pub fn of_interrupt(interrupt: Interrupt) -> Option<Message> {
    match interrupt {
        Interrupt::Arrived
        | Interrupt::Blocked
        | Interrupt::Hurt
        | Interrupt::Status(_)
        | Interrupt::Item => None,
        Interrupt::Explored => message!(Normal, "Nothing is left to explore here."),
        Interrupt::Enemy(kind) => {
            message!(Warning, "{} {} comes into view.", articles_of(kind)[0], kind.spec().name)
        }
        Interrupt::Watched(kind) => {
            message!(Warning, "Not while {} {} watches.", articles_of(kind)[1], kind.spec().name)
        }
        Interrupt::Stairs(Terrain::StairsUp) => message!(Normal, "Stairs lead up here."),
        Interrupt::Stairs(_) => message!(Normal, "Stairs lead down here."),
        Interrupt::Door => message!(Normal, "A door."),
        Interrupt::Fork => message!(Normal, "The way forks."),
        Interrupt::Rested => message!(Good, "You feel well again."),
        Interrupt::Wearable(kind) => {
            let name = kind.spec().name;
            message!(Good, "You see {} {name}.", articles(name)[1])
        }
        Interrupt::Vault => message!(Good, "A vault. Your key fits its door."),
        Interrupt::Sleepers => message!(Warning, "Only ways past sleepers are left."),
        Interrupt::Hazard => message!(Warning, "That tile would hurt."),
    }
}

/// Returns the name of a tile, for the look mode and the pointer.
pub const fn terrain_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Wall => "Wall",
        Terrain::Ground => "Ground",
        Terrain::Alcove => "Alcove",
        Terrain::StairsUp => "Stairs up",
        Terrain::StairsDown => "Stairs down",
        Terrain::DoorClosed => "Closed door",
        Terrain::DoorOpen => "Open door",
        Terrain::DoorLocked => "Locked door",
        Terrain::VentOpen => "Vent",
        Terrain::VentShut => "Bolted vent",
        Terrain::Terminal => "Terminal",
        Terrain::TerminalUsed => "Dead terminal",
        Terrain::CableLive => "Live cable",
        Terrain::CableDead => "Dead cable",
        Terrain::Switch => "Switch",
        Terrain::Pedestal => "Pedestal",
        Terrain::PedestalSealed => "Sealed pedestal",
        Terrain::Low => "Desk",
        Terrain::Glass => "Glass",
        Terrain::Tall => "Cabinet",
    }
}

/// Returns the title of the screen of a floor change (W13).
pub const fn floor_title(floor: Floor) -> &'static str {
    match floor.number() {
        0 => "The Lobby",
        1 => "Gnawed Foundations",
        2 => "Reception & Rodents",
        3 => "Crumb Caverns",
        4 => "Laboratory of Small Mercies",
        5 => "Whisker Hollows",
        6 => "Department of Mazes",
        7 => "Copper Warrens",
        8 => "The Server Halls",
        9 => "Rind Galleries",
        10 => "Implant Ward",
        11 => "The Gilded Burrow",
        12 => "Office of the Director",
        _ => "The Throne of Cheese",
    }
}

/// Returns the least and the most damage of attacks: a monster's on the player, and the player's on
/// the monster (A6). `None` is a monster whose blow does no damage; `is_doubled` says that the
/// player's numbers are those of a blow on somebody helpless (S3).
pub fn odds(its: Option<(u16, u16)>, (weak, strong): (u16, u16), is_doubled: bool) -> Sentence {
    let mut text = Sentence::new();
    match its {
        Some((low, high)) => write!(text, "Hits you {low} to {high}; you hit {weak} to {strong}"),
        None => write!(text, "Harmless blows; you hit {weak} to {strong}"),
    }
    .and_then(|()| text.write_str(if is_doubled { " (×2)." } else { "." }))
    .expect("every sentence fits its bytes");
    text
}

/// Returns the least and the most damage of an attack from afar (M8).
pub fn spit_odds((low, high): (u16, u16)) -> Sentence {
    let mut text = Sentence::new();
    write!(text, "Spits for {low} to {high}, from up to six tiles.")
        .expect("every sentence fits its bytes");
    text
}

/// The description of the player's ally (I10).
pub const ALLY_LINE: &str = "Fights for you. Walk into it to swap.";

/// The hint to the ring that the look mode draws around a sleeper (S1).
pub const WAKE_RING_LINE: &str = "Inside the dotted line it may wake.";

/// The hint that an override chip takes a mouse (I10).
pub const OVERRIDE_LINE: &str = "An Override Chip would take it.";

/// Returns the warning on a tile that a monster has marked (M8).
pub fn marked_line(kind: MonsterKind) -> Sentence {
    let mut text = Sentence::new();
    write!(text, "{} {} will spit here.", articles_of(kind)[0], kind.spec().name)
        .expect("every sentence fits its bytes");
    text
}

/// Returns what becomes of a thrown item where it stops (I6): what breaks there, whom it hits, or
/// that it lands.
pub fn throw_line(label: Label, hit: Option<&Monster>) -> Sentence {
    let mut text = Sentence::new();
    let spill = match label {
        Label::Known(kind) => SpillKind::of_potion(kind),
        Label::Unknown(_) => None,
    };
    match (label, spill, hit) {
        (_, Some(spill), _) => write!(text, "It breaks: {} on 3 × 3 tiles.", spill.spec().name),
        (Label::Unknown(_), ..) => text.write_str("It breaks. You will see what it was."),
        (_, _, Some(monster)) => {
            let name = monster.kind.spec().name;
            let is_asleep = monster.ai_state == AiState::Asleep;
            let wakes = if is_asleep { ", which wakes" } else { ", harmlessly" };
            match monster.is_ally {
                true => write!(text, "It drops beside your {name}."),
                false => write!(text, "It hits the {name}{wakes}."),
            }
        }
        (Label::Known(ItemKind::Cheese), ..) => {
            text.write_str("It lies there, and mice come to eat.")
        }
        _ => text.write_str("It lies there."),
    }
    .expect("every sentence fits its bytes");
    text
}

/// Returns how many creatures the contents of a flask reach, and whether the player is one more.
pub fn splash_line(monsters: usize, has_player: bool) -> Sentence {
    let mut text = Sentence::new();
    let plural = if monsters == 1 { "" } else { "s" };
    match (monsters, has_player) {
        (0, false) => text.write_str("It reaches nobody."),
        (0, true) => text.write_str("It reaches you alone."),
        (count, false) => write!(text, "It reaches {count} creature{plural}."),
        (count, true) => write!(text, "It reaches {count} creature{plural}, and you."),
    }
    .expect("every sentence fits its bytes");
    text
}

/// Returns the heading of the aim mode.
pub fn throw_heading(label: Label) -> Sentence {
    let mut text = Sentence::new();
    write!(text, "Throw the {}", label_name(label)).expect("every sentence fits its bytes");
    text
}

/// The line of a throw that something stops before its target (I6).
pub const STOPS_SHORT_LINE: &str = "Something is in the way.";

/// Returns the hints of the aim mode.
pub const fn aim_hints(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: throw  L: next  B: back",
        InputScheme::Keyboard => "Enter: throw  x: next  Esc: back",
    }
}

/// Returns the hint of the look mode that a press throws this once more (I6).
pub fn throw_again(input_scheme: InputScheme, label: Label) -> Sentence {
    let mut text = Sentence::new();
    let button = match input_scheme {
        InputScheme::Buttons => "A",
        InputScheme::Keyboard => "Enter",
    };
    write!(text, "{button}: throw {}", label_name(label)).expect("every sentence fits its bytes");
    text
}

/// Returns the hints of a pedestal: how to take its item, and how to leave.
pub const fn pedestal_hints(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: take  B: leave",
        InputScheme::Keyboard => "Enter: take  Esc: leave",
    }
}

/// The warning before an item is taken from a pedestal (W17).
pub const SEALS_LINE: &str = "Taking it seals the others.";

/// The reason why nothing is taken from a pedestal.
pub const FULL_PACK_LINE: &str = "Your pack is full.";

/// The hint on a pedestal that is out of reach.
pub const FAR_PEDESTAL_LINE: &str = "Step next to it to take it.";

/// The name of the player.
pub const PLAYER_NAME: &str = "You";

const fn use_words(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Heal(_) => "You bandage yourself.",
        Purpose::Cure => "You take the antidote. Tastes of chalk.",
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

/// Returns the name of an item, without an article.
pub fn label_name(label: Label) -> &'static str {
    match label {
        Label::Known(kind) => kind.spec().name,
        Label::Unknown(PotionColour::Red) => "Red Potion",
        Label::Unknown(PotionColour::Blue) => "Blue Potion",
        Label::Unknown(PotionColour::Violet) => "Violet Potion",
        Label::Unknown(PotionColour::Green) => "Green Potion",
        Label::Unknown(PotionColour::Gold) => "Golden Potion",
    }
}

/// Returns the article of a name, at the start of a sentence and within one. It goes by the first
/// letter: a name with another sound than its first letter, such as "hour", needs a line of its
/// own.
const fn articles(name: &str) -> [&'static str; 2] {
    match name.as_bytes() {
        [b'A' | b'E' | b'I' | b'O' | b'U', ..] => ["An", "an"],
        _ => ["A", "a"],
    }
}

/// Works like [`articles`], but the King is always "the".
fn articles_of(kind: MonsterKind) -> [&'static str; 2] {
    match kind {
        MonsterKind::MouseKing => ["The", "the"],
        _ => articles(kind.spec().name),
    }
}

/// Returns the description of an item.
pub const fn item_line(label: Label) -> &'static str {
    match label {
        Label::Unknown(_) => "No label, and it bubbles.",
        Label::Known(ItemKind::HealthPack) => "Gauze, tape, a lollipop.",
        Label::Known(ItemKind::Antidote) => "For snakes, and for worse.",
        Label::Known(ItemKind::Key) => "Somebody will miss it.",
        Label::Known(ItemKind::Crowbar) => "The scientist's friend.",
        Label::Known(ItemKind::StunBaton) => "Hums when it is happy.",
        Label::Known(ItemKind::BikerJacket) => "Smells of road and cheese.",
        Label::Known(ItemKind::BulletproofVest) => "Teeth are slow bullets.",
        Label::Known(ItemKind::Microchip) => "Warm. It likes you. Or not.",
        Label::Known(ItemKind::PotionOfHealing) => "Tastes of honey.",
        Label::Known(ItemKind::PotionOfPoison) => "Tastes of almonds. Oh no.",
        Label::Known(ItemKind::PotionOfRegeneration) => "It itches, pleasantly.",
        Label::Known(ItemKind::Cheese) => "Throw it: mice go and eat it.",
        Label::Known(ItemKind::OverrideChip) => "Turns a weak or stunned mouse.",
        Label::Known(ItemKind::Mop) => "Also hits the tiles beside.",
    }
}

/// Returns the effect of an item, with the numbers of the table of items.
pub fn item_effect(label: Label) -> Sentence {
    let mut text = Sentence::new();
    let Label::Known(kind) = label else {
        text.push_str("One way to find out.").expect("every sentence fits its bytes");
        return text;
    };
    let spec = kind.spec();
    match (spec.purpose, spec.on_hit) {
        (Purpose::Heal(healing) | Purpose::Drink(PotionEffect::Healing(healing)), _) => {
            let Healing { least: Hp(least), part } = healing;
            match part {
                0 => write!(text, "Gives back {least} hp."),
                part => write!(text, "Gives {least} hp or 1/{part} of all."),
            }
        }
        (Purpose::Drink(PotionEffect::Status(status, turns)), _) => {
            write!(text, "{} for {turns} turns.", dose(status))
        }
        (Purpose::Cure, _) => write!(text, "Ends poison; guards {GUARDED_TURNS} turns."),
        (Purpose::Override, _) => text.write_str("It fights for you."),
        (Purpose::Unlock, _) => text.write_str("Opens one locked door."),
        (Purpose::Wear(_), Some(OnHitEffect { status, one_in, .. })) => {
            write!(text, "One hit in {one_in} {}.", verb(status))
        }
        (Purpose::Wear(Slot::Weapon), None) => text.write_str("Weapon."),
        (Purpose::Wear(Slot::Armour), None) => text.write_str("Armour."),
        (Purpose::Wear(Slot::Microchip), None) => text.write_str("Goes behind the ear."),
    }
    .expect("every sentence fits its bytes");
    text
}

/// Returns the description of a monster in the look mode: its looks and its abilities.
pub const fn monster_lines(kind: MonsterKind) -> [&'static str; 2] {
    match kind {
        MonsterKind::MicroMouse => ["Small teeth, big plans.", "Comes in numbers."],
        MonsterKind::LabSnake => ["Out of the terrarium, at last.", "Crawls. Its bite is venom."],
        MonsterKind::NeoMouse => ["Knows there is no cheese.", "Dodges one blow in four."],
        MonsterKind::RabidMouse => ["Foam first, questions never.", "Staggers. May poison you."],
        MonsterKind::ToughMouse => ["Skips no leg day.", "May stun you. Sees far."],
        MonsterKind::MetaMouse => ["A mouse about mice.", "Flickers. May confuse you."],
        MonsterKind::MouseKing => ["All crown, no bite.", "Runs, slips into vents. Loves cheese."],
        MonsterKind::SpitMouse => ["Cheeks full of acid.", "Marks your tile, then spits there."],
        MonsterKind::PackRat => ["What is yours is its.", "Steals, and runs to a vent."],
    }
}

/// Returns what a monster is doing, in a word.
pub fn monster_state(monster: &Monster) -> &'static str {
    match (&monster.ai_state, monster.kind.spec().monster_trait) {
        _ if monster.is_ally => "your ally",
        (AiState::Asleep, _) => "asleep",
        (AiState::Watching, _) => "on watch",
        (AiState::Eating { .. }, _) => "eating",
        _ if monster.squeak == Squeak::Due => "about to squeak",
        _ if matches!(monster.aim, Aim::At(_)) => "about to spit",
        _ if monster.aim == Aim::Loading => "loading",
        (_, Trait::Flees) => "fleeing",
        _ if monster.loot.is_some() => "with your loot",
        (AiState::Hunting { .. }, _) => "hunting",
        (AiState::Wandering { .. }, _) => "searching",
    }
}

/// Returns the line of a spill: its name and the turns left.
pub fn spill_line(spill: &Spill) -> Sentence {
    let mut text = Sentence::new();
    let plural = if spill.turns == 1 { "" } else { "s" };
    write!(text, "{}, {} turn{plural} left.", spill.kind.spec().name, spill.turns)
        .expect("every sentence fits its bytes");
    text
}

/// Returns the effect of a spill on who stands in it.
pub const fn spill_effect(kind: SpillKind) -> &'static str {
    match kind {
        SpillKind::Acid => "Burns whoever stands in it.",
        SpillKind::Gas => "Burns and envenoms. An antidote guards.",
        SpillKind::Healing => "Heals each creature once, mice too.",
        SpillKind::Regrowth => "Wounds close in it, those of mice too.",
    }
}

/// Returns the name of the firmware of an item, and its effect; `None` for most items (I11).
pub fn firmware_lines(item: &Item) -> Option<[&'static str; 2]> {
    item.firmware.map(|firmware| [firmware.spec().name, firmware.spec().line])
}

/// The name of a microchip in a list, before the name of its firmware.
pub const SHORT_CHIP_NAME: &str = "Chip";

/// Returns the name and the effect of the firmware of an item in one line (I11).
pub fn firmware_line(item: &Item) -> Option<Sentence> {
    let [name, line] = firmware_lines(item)?;
    let mut text = Sentence::new();
    write!(text, "{name}: {line}").expect("every sentence fits its bytes");
    Some(text)
}

/// The lines of an empty pack.
pub const EMPTY_PACK_LINES: [&str; 2] = ["Nothing but lint.", "Walk onto things to pick them up."];

/// The description of the player.
pub const PLAYER_LINE: &str = "Night shift. Should have called in sick.";

/// Returns the description of a tile in the look mode.
pub const fn terrain_line(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Wall => "Solid, so far.",
        Terrain::Ground => "Crumbs and scratches.",
        Terrain::Alcove => "A niche. Mice hide things in these.",
        Terrain::StairsUp => "Up, toward the throne.",
        Terrain::StairsDown => "Down, toward the cold night.",
        Terrain::DoorClosed => "Opens when you walk into it.",
        Terrain::DoorOpen => "Closes when nobody is near.",
        Terrain::DoorLocked => "A red light. A key, or a crowbar.",
        Terrain::VentOpen => "Mice come through. Walk into it to shut it.",
        Terrain::VentShut => "Nothing comes through here.",
        Terrain::Terminal => "Walk into it. It helps, and it is loud.",
        Terrain::TerminalUsed => "It has done what it could.",
        Terrain::CableLive => "Hurts and stuns who steps on it.",
        Terrain::CableDead => "Harmless, for now.",
        Terrain::Switch => "Turns the cables of the floor off and on.",
        Terrain::Pedestal => "Take one, and the others are sealed.",
        Terrain::PedestalSealed => "Its hood is shut.",
        Terrain::Low => "In the way of feet, not of eyes.",
        Terrain::Glass => "Nothing but eyes goes through.",
        Terrain::Tall => "As good as a wall.",
    }
}

/// The line of a map without landmarks.
pub const NO_LANDMARKS: &str = "No landmarks yet.";

/// The line of an empty hall of fame.
pub const EMPTY_HALL: &str = "Nobody has dared yet.";

/// Returns the end of a run, in a word or two for a column: its cause, or the way in which the King
/// fell (K3).
pub fn short_end(cause: Option<Cause>, way: Option<KingsEnd>) -> &'static str {
    match (cause, way) {
        (None, Some(KingsEnd::Fought)) => "WON: fight",
        (None, Some(KingsEnd::Cornered)) => "WON: vents",
        (None, Some(KingsEnd::Cheese)) => "WON: cheese",
        (None, Some(KingsEnd::Ally)) => "WON: ally",
        (cause, _) => short_cause(cause),
    }
}

/// Returns the cause of a run's end, in a word for a column.
pub fn short_cause(cause: Option<Cause>) -> &'static str {
    match cause {
        None => "WON",
        Some(Cause::Player) => "own hand",
        Some(Cause::Monster(kind)) => kind.spec().name,
        Some(Cause::Status(status)) => noun(status),
        Some(Cause::Spill(SpillKind::Acid)) => "acid",
        Some(Cause::Spill(_)) => "gas",
        Some(Cause::Cable) => "cable",
    }
}

/// Returns the cause of damage, as a list names it.
pub fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::Player => "Yourself",
        Cause::Monster(kind) => kind.spec().name,
        Cause::Status(Status::Poisoned) => "Poison",
        Cause::Status(Status::Envenomed) => "Venom",
        Cause::Status(_) => "A status",
        Cause::Spill(kind) => kind.spec().name,
        Cause::Cable => "A live cable",
    }
}

/// Returns the total damage of one cause.
pub fn of_damage_total(cause: Cause, points: u16, times: u16) -> Sentence {
    let mut text = Sentence::new();
    let name = cause_name(cause);
    match times {
        1 => write!(text, "{name}: {points} hp at once"),
        _ => write!(text, "{name}: {points} hp in {times} goes"),
    }
    .expect("a name and two short numbers");
    text
}

/// The heading of a lost run.
pub const DEATH_HEADING: &str = "Here ends your night";
/// The heading of a won run.
pub const VICTORY_HEADING: &str = "The reign is over";
/// The last line of a won run.
pub const VICTORY_LINE: &str = "The mice go home. So do you.";

/// Returns the first messages of a run.
pub fn opening() -> [Message; 2] {
    [
        message!(Warning, "Alarm! Your mice have taken the tower.").expect("it is said"),
        message!(Normal, "Climb to floor {} and dethrone the King.", Floor::THRONE.number())
            .expect("it is said"),
    ]
}

/// The kind of controls that the player holds: decides what buttons are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputScheme {
    /// The ten buttons of a handheld.
    #[default]
    Buttons,
    /// The keys of a desktop.
    Keyboard,
}

/// Returns the action of each button, with the names of this input scheme.
pub const fn controls(input_scheme: InputScheme) -> [(&'static str, &'static str); 9] {
    match input_scheme {
        InputScheme::Buttons => [
            ("D-pad", "step, attack, open"),
            ("R + D-pad", "diagonals only"),
            ("B + D-pad", "dash"),
            ("A", "wait; held: rest"),
            ("L", "look; again: next"),
            ("L + R", "explore, go to stairs"),
            ("Select", "map, travel"),
            ("Start", "pack and menu"),
            ("A, B", "in lists: choose, back"),
        ],
        InputScheme::Keyboard => [
            ("arrows, WASD", "step, attack, open"),
            ("y u b n, numpad", "diagonals"),
            ("Shift + arrows", "dash"),
            ("Space", "wait; held: rest"),
            ("x", "look; again: next"),
            ("o", "explore, go to stairs"),
            ("m", "map, travel"),
            ("Esc, i, Tab", "pack and menu"),
            ("Enter, Backspace", "in lists: choose, back"),
        ],
    }
}

/// Returns the name of the button that confirms an action that cannot be undone.
pub const fn grave_button(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "Select",
        InputScheme::Keyboard => "m",
    }
}

/// The answers to a question: that of all other buttons, and the words behind the name of the
/// confirming one.
pub const NO_AND_YES: [&str; 2] = ["Any other: no", ": yes"];

/// Asks before the player gives up a run.
pub const GIVE_UP: Question = ["Give up?", "This run will be lost."];

/// Returns the choices after a run.
pub const fn after_a_run(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: new run  B: title",
        InputScheme::Keyboard => "Enter: new run  Esc: title",
    }
}

/// Returns the hint that closes a page of text.
pub const fn go_on(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: go on",
        InputScheme::Keyboard => "Enter: go on",
    }
}

/// Returns the hint that starts the walk to the landmark chosen on the map.
pub const fn go_there(input_scheme: InputScheme) -> &'static str {
    match input_scheme {
        InputScheme::Buttons => "A: go there",
        InputScheme::Keyboard => "Enter: go there",
    }
}

/// The hints below the list of buttons.
pub const GOOD_TO_KNOW: [&str; 3] = [
    "Wounds close slowly by themselves.",
    "Who lingers gets company.",
    "Throw from the pack; again from a look.",
];

/// Returns the reason why nothing is saved, and the remedy.
pub const fn save_error_lines(save_error: SaveError) -> [&'static str; 2] {
    const PLAYS_ON: &str = "The game goes on without saving.";
    const ASKS: &str = "New game asks before it is lost.";
    match save_error {
        SaveError::Foreign => ["The save is of something else.", ASKS],
        SaveError::WrongSize => ["The save has not the size of one.", ASKS],
        SaveError::TooNew(_) => ["The save is of a newer Mus Rex.", ASKS],
        SaveError::Corrupt => ["The save is damaged beyond repair.", ASKS],
        SaveError::Full => ["The save has no room any more.", PLAYS_ON],
        SaveError::Device(DeviceError::Missing) => ["There is nothing to save on.", PLAYS_ON],
        SaveError::Device(DeviceError::Busy) => {
            ["Another Mus Rex has the save.", "Close it and start anew to save."]
        }
        SaveError::Device(DeviceError::TooSmall) => ["The save memory is too small.", PLAYS_ON],
        SaveError::Device(DeviceError::ReadOnly) => {
            ["The save must not be written.", "Allow it and start anew to save."]
        }
        SaveError::Device(DeviceError::NoSpace) => {
            ["The disk is full, nothing is saved.", "Make room and start anew to save."]
        }
        SaveError::Device(DeviceError::Broken) => ["The save could not be written.", PLAYS_ON],
    }
}

/// Returns the log message of a save error.
pub fn of_save_error(save_error: SaveError) -> impl Iterator<Item = Message> {
    save_error_lines(save_error).into_iter().flat_map(|line| message!(Warning, "{line}"))
}

/// Returns the lines about damage found in the save.
pub const fn load_warning_line(warning: LoadWarning) -> &'static str {
    match warning {
        LoadWarning::RunTooOld => "Your run is too old for this Mus Rex.",
        LoadWarning::RunLost => "Your run cannot be read any more.",
        LoadWarning::RunOlder => "Damaged save: is all as it was?",
        LoadWarning::JournalBroken { .. } => "Damaged save: turns may be lost.",
        LoadWarning::LastTurnLost => "Your last turn could not be read.",
        LoadWarning::FloorLost(_) => "Damaged save: a floor is new again.",
        LoadWarning::ScoresDamaged => "The hall of fame was damaged.",
        LoadWarning::SettingsDamaged => "The options were damaged.",
    }
}

/// Returns the log message of a load warning.
pub fn of_load_warning(warning: LoadWarning) -> Option<Message> {
    match warning {
        LoadWarning::FloorLost(floor) => {
            message!(Warning, "Damaged save: floor {} is new again.", floor.number())
        }
        LoadWarning::JournalBroken { turns_lost: Some(1) } => {
            message!(Warning, "Damaged save: the last turn is lost.")
        }
        LoadWarning::JournalBroken { turns_lost: Some(turns) } => {
            message!(Warning, "Damaged save: {turns} turns are lost.")
        }
        warning => message!(Warning, "{}", load_warning_line(warning)),
    }
}

/// The line of the title when the last turn of a cut session ended the run.
pub const ENDED_LINE: &str = "Your last turn was the last one.";

/// Returns the log message of a continued run.
pub fn of_return() -> Option<Message> {
    message!(Normal, "Where were you? Ah, yes.")
}

/// Returns the state of a run, for the title.
pub fn of_run(game: &Game) -> Sentence {
    let mut words = Sentence::new();
    let (floor, level) = (game.floor().number(), game.player().level.number());
    let (hp, turn) = (game.player().body.hp.0, game.turn().0);
    write!(words, "Floor {floor}, level {level}, {hp} hp, turn {turn}").expect("short numbers");
    words
}

/// A question before something is lost, and the consequence of saying yes.
pub type Question = [&'static str; 2];

/// Asks before a new game replaces a run.
pub const ASK_REPLACE: Question = ["Leave your run behind?", "It will be lost."];

/// Asks before a new game replaces a run that cannot be read.
pub const ASK_REPLACE_LOST: Question = ["Your run cannot be read.", "Begin anew in its place?"];

/// Asks before a save overwrites other data; after a no, the game is played without saving.
pub const ASK_OVERWRITE: Question = ["This is not your save.", "Overwrite it?"];
