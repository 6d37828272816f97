//! Descriptions of creatures, items and tiles, and of what a throw would do.

use super::Sentence;
use super::names::{PLAYER_NAME, articles_of, dose, firmware_name, label_name, verb};
use crate::content::firmware::{LEECH_FLOORS, OPTIC_RADIUS, RELAY_PERCENT, STATIC_ONE_IN};
use crate::content::items::{Healing, PotionEffect, Purpose, THROW_RANGE};
use crate::content::monsters::{ALLY_FOLLOW_RADIUS, ALLY_SIGHT_RADIUS, Deed, HELPLESS_FACTOR};
use crate::content::noise::SQUEAK;
use crate::content::statuses::{GUARDED_TURNS, OnHitEffect, POISON_PART, REGROWTH_PART};
use crate::content::{Firmware, ItemKind, Label, MonsterKind, Slot, SpillKind, Status};
use crate::quantity::Hp;
use crate::world::{AiState, Aim, Game, Monster, Spill, Squeak, Terrain};

/// The description of the player.
pub const PLAYER_LINE: &str = "Night shift. Should have called in sick.";

/// Explains the saving throw among the player's numbers (D13).
pub const SAVING_LINE: &str = "Saving: may end stun, confusion, poison.";

/// Explains the saving throw in the pack, in lines as narrow as its column (D13).
pub const SAVING_LINES: [&str; 4] =
    ["Saving: the odds", "each turn to end", "stun, confusion,", "poison, not venom."];

/// Returns the name of a status as the screen has it, its turns and its effect on the player (E14).
pub fn status_line(status: Status, turns: u8) -> Sentence {
    sentence!("{} {turns}: {}.", status.spec().label, status_effect(status))
}

/// Returns the effect of a status on the player, in the middle of a sentence.
pub fn status_effect(status: Status) -> Sentence {
    let effect = match status {
        Status::Poisoned => return sentence!("1 + 1/{POISON_PART} of max hp, never all"),
        Status::Envenomed => return sentence!("costs 1 + 1/{POISON_PART} of max hp. Kills"),
        Status::Regrowing => "wounds close each turn",
        Status::Stunned => "you cannot act",
        Status::Confused => "your steps go astray",
        Status::Steady => "nothing stuns you",
        Status::Guarded => "no poison, venom or gas",
        Status::Soothed => "no healing mist works",
    };
    sentence!("{effect}")
}

/// Returns the name of a status as the screen has it, its turns and its effect on a monster.
pub fn monster_status_line(status: Status, turns: u8) -> Sentence {
    let effect = match status {
        Status::Poisoned => "costs it hp, never the last",
        Status::Envenomed => "costs it hp, and can kill",
        Status::Regrowing => "its wounds close",
        Status::Stunned => "it cannot act",
        Status::Confused => "its steps go astray",
        Status::Steady => "nothing stuns it",
        Status::Guarded => "no poison, venom or gas",
        Status::Soothed => "no healing mist works",
    };
    sentence!("{} {turns}: {effect}.", status.spec().label)
}

/// Returns the name of the player with hit points and level, for the look mode.
pub fn player_name(hp: Hp, hp_max: Hp, level: u8) -> Sentence {
    sentence!("{PLAYER_NAME}, {}/{} hp, level {level}", hp.0, hp_max.0)
}

/// Returns what the player's ally does (I10, M7), in two lines.
pub fn ally_lines() -> [Sentence; 2] {
    [
        sentence!("Fights within {ALLY_SIGHT_RADIUS} tiles, else follows."),
        sentence!("Walk in: swap. Stairs: from {ALLY_FOLLOW_RADIUS} tiles."),
    ]
}

/// The line about what the ally cannot do (I10).
pub const ALLY_LIMITS_LINE: &str = "Heals by mist only. Kills pay no xp.";

/// Returns what is special about an ally of this kind: not what it did to the player.
pub const fn ally_ability(kind: MonsterKind) -> Option<&'static str> {
    match kind {
        MonsterKind::RabidMouse => Some("Staggers. May poison whom it hits."),
        MonsterKind::ToughMouse => Some("May stun whom it hits."),
        MonsterKind::MetaMouse => Some("May confuse whom it hits."),
        MonsterKind::SpitMouse => Some("Bites for you, but spits no more."),
        MonsterKind::PackRat => Some("Bites for you, but steals no more."),
        MonsterKind::MicroMouse
        | MonsterKind::NeoMouse
        | MonsterKind::LabSnake
        | MonsterKind::MouseKing => None,
    }
}

/// Returns the description of a monster in the look mode: its looks and its abilities.
pub const fn monster_lines(kind: MonsterKind) -> [&'static str; 2] {
    match kind {
        MonsterKind::MicroMouse => ["Small teeth, big plans.", "Weak alone, but comes in packs."],
        MonsterKind::LabSnake => {
            ["Steps one turn in two, bites in each.", "Crawls. Its venom takes hp each turn."]
        }
        MonsterKind::NeoMouse => ["Knows there is no cheese.", "Dodges one blow in four."],
        MonsterKind::RabidMouse => {
            ["Foam first, questions never.", "Staggers. May poison you: hp each turn."]
        }
        MonsterKind::ToughMouse => ["Skips no leg day.", "May stun you: turns are lost. Sees far."],
        MonsterKind::MetaMouse => {
            ["A mouse about mice.", "Flickers away when hit. May confuse you."]
        }
        MonsterKind::MouseKing => ["All crown, no bite.", "Flees, slips into vents. Loves cheese."],
        MonsterKind::SpitMouse => {
            ["Cheeks full of acid.", "Marks your tile, spits there next turn."]
        }
        MonsterKind::PackRat => ["What is yours is its.", "Steals an item and flees to a vent."],
    }
}

/// Returns what a monster is doing, in a word.
pub fn monster_state(monster: &Monster) -> &'static str {
    match (&monster.ai_state, monster.kind.spec().does(&Deed::Flee)) {
        _ if monster.is_ally => "your ally",
        _ if monster.body.statuses.has(Status::Stunned) => "stunned",
        _ if monster.body.statuses.has(Status::Confused) => "confused",
        (AiState::Asleep, _) => "asleep",
        (AiState::Watching, _) => "on watch",
        (AiState::Eating { .. }, _) => "eating",
        _ if monster.squeak == Squeak::Due => "about to squeak",
        _ if matches!(monster.aim, Aim::At(_)) => "about to spit",
        _ if monster.aim == Aim::Loading => "gathering spit",
        (_, true) => "fleeing",
        _ if monster.loot.is_some() => "fleeing with loot",
        (AiState::Hunting { .. }, _) => "hunting",
        (AiState::Wandering { .. }, _) => "searching",
    }
}

/// Returns the least and the most damage of attacks, after the defence of whoever is hit: a monster's on the
/// player, and the player's on the monster (A6). `None` is a monster whose blow does no damage, and so is one too weak for the
/// player's armour.
pub fn odds(its: Option<(u16, u16)>, (weak, strong): (u16, u16)) -> Sentence {
    match its {
        Some((low, high)) if high > 0 => {
            sentence!("Armour counted: it hits {low}-{high}, you {weak}-{strong}.")
        }
        _ => sentence!("Its blows do no harm; you hit {weak}-{strong}."),
    }
}

/// The reason why the player's numbers against a helpless monster are what they are (S3).
pub const DOUBLE_LINE: &str = "Your blow does double damage now.";

const _: () = assert!(HELPLESS_FACTOR == 2, "S3: the sentence below tells the factor 2 in words");

/// Returns the least and the most damage of an attack from afar (M8).
pub fn spit_odds((low, high): (u16, u16)) -> Sentence {
    sentence!("Spits for {low}-{high} past others, up to six tiles.")
}

/// The hint to the ring that the look mode draws around a sleeper (S1).
pub const WAKE_RING_LINE: &str = "Inside the dotted line it may wake.";

/// The line about a monster that keeps watch (M2).
pub const WATCH_LINE: &str = "It has not noticed you yet.";

/// Returns the hint that a target is out of the range of throws (I6).
pub fn out_of_throw() -> Sentence {
    sentence!("Too far: throws reach {THROW_RANGE} tiles.")
}

/// Returns the line about a mouse that is about to squeak (S2, S4).
pub fn squeak_line() -> Sentence {
    sentence!("Wakes all in {} steps, unless killed.", SQUEAK.radius)
}

/// The line about who came after the player, and pays nothing (N2).
pub const LATECOMER_LINE: &str = "It came later: its end pays no xp.";

/// The hint that the player's override chip takes a mouse (I10).
pub const OVERRIDE_LINE: &str = "From beside it, your chip takes it.";

/// Returns the warning on a tile that a monster has marked (M8); `None` is one that the player does not see.
pub fn marked_line(kind: Option<MonsterKind>) -> Sentence {
    match kind {
        Some(kind) => {
            sentence!("{} {} spits here next turn.", articles_of(kind)[0], kind.spec().name)
        }
        None => sentence!("Someone hidden spits here next turn."),
    }
}

/// Returns the description of an item.
pub const fn item_line(label: Label) -> &'static str {
    match label {
        Label::Unknown(_) => "No label, and it bubbles.",
        Label::Known(ItemKind::HealthPack) => "Gauze, tape, a lollipop.",
        Label::Known(ItemKind::Antidote) => "Against poison, venom and gas.",
        Label::Known(ItemKind::Key) => "Somebody will miss it.",
        Label::Known(ItemKind::Crowbar) => "The scientist's friend.",
        Label::Known(ItemKind::StunBaton) => "Hums when it is happy.",
        Label::Known(ItemKind::BikerJacket) => "Smells of road and cheese.",
        Label::Known(ItemKind::BulletproofVest) => "Teeth are slow bullets.",
        Label::Known(ItemKind::Microchip) => "Warm. It likes you. Or not.",
        Label::Known(ItemKind::PotionOfHealing) => "Tastes of honey.",
        Label::Known(ItemKind::PotionOfVenom) => "Tastes of almonds. Oh no.",
        Label::Known(ItemKind::PotionOfRegrowth) => "It itches, pleasantly.",
        Label::Known(ItemKind::Cheese) => "Eat it, or throw it for mice to eat.",
        Label::Known(ItemKind::OverrideChip) => "Makes a mouse, no snake, your ally.",
        Label::Known(ItemKind::Mop) => "Also hits the tiles beside.",
    }
}

/// The warning before an override chip is used while there is an ally (I10).
pub const ENDS_ALLY_LINE: &str = "It ends your ally: one at a time.";

/// The warning before what closes wounds is drunk without any.
pub const NO_WOUNDS_LINE: &str = "You are not hurt: it only helps later.";

/// Returns the effect of an item, with the numbers of the table of items, and of an override chip with that of
/// the firmware that the player wears.
pub fn item_effect(game: &Game, label: Label) -> Sentence {
    let Label::Known(kind) = label else { return sentence!("Drink it or throw it to find out.") };
    let spec = kind.spec();
    match (spec.purpose, spec.on_hit) {
        (Purpose::Heal(healing) | Purpose::Drink(PotionEffect::Healing(healing)), _) => {
            let Healing { least: Hp(least), part } = healing;
            sentence!("Heals 1/{part} of max hp, at least {least}.")
        }
        (Purpose::Drink(PotionEffect::Status(Status::Regrowing, turns)), _) => {
            sentence!("Heals 1 + 1/{REGROWTH_PART} of max hp, {turns} turns.")
        }
        (Purpose::Drink(PotionEffect::Status(status, turns)), _) => {
            sentence!("{} for {turns} turns.", dose(status))
        }
        (Purpose::Cure(Healing { least: Hp(least), .. }), _) => {
            sentence!("Cures, heals {least} or more; guards {GUARDED_TURNS} turns.")
        }
        (Purpose::Override, _) => {
            sentence!("Works at {} % hp, stunned or eating.", game.override_percent())
        }
        (Purpose::Unlock, _) => sentence!("Opens one locked door."),
        (Purpose::Wear(_), Some(OnHitEffect { status, one_in, .. })) => {
            sentence!("One hit in {one_in} {}.", verb(status))
        }
        (Purpose::Wear(Slot::Weapon), None) => match kind {
            ItemKind::Crowbar => sentence!("Forces one door, loudly, and breaks."),
            ItemKind::Mop => sentence!("Weapon. Half damage to either side."),
            _ => sentence!("Weapon."),
        },
        (Purpose::Wear(Slot::Armour), None) => match kind {
            ItemKind::BikerJacket => sentence!("Armour: defence and max hp."),
            _ => sentence!("Armour: defence and saving."),
        },
        (Purpose::Wear(Slot::Microchip), None) => sentence!("Plugged in, it changes your numbers."),
    }
}

/// The line about a chip that would change no number: it is worn for its firmware (I11).
pub const PROGRAM_LINE: &str = "No number changes; its program counts.";

/// Returns the effect of firmware (I11).
pub fn firmware_effect(firmware: Firmware) -> Sentence {
    match firmware {
        Firmware::Leech => sentence!("A kill heals 1 + floor / {LEECH_FLOORS} hp."),
        Firmware::Static => sentence!("1 in {STATIC_ONE_IN} who hit you are stunned."),
        Firmware::SoftPaws => sentence!("Sleepers hear you half as well."),
        Firmware::Optic => sentence!("Mice, not snakes, show within {OPTIC_RADIUS}."),
        Firmware::Coolant => sentence!("Spills and cables hurt half."),
        Firmware::Buffer => sentence!("Saving throws are rolled twice."),
        Firmware::Relay => sentence!("Override chips work at {RELAY_PERCENT} % hp."),
    }
}

/// Returns the name and the effect of firmware in one line (I11).
pub fn firmware_line(firmware: Firmware) -> Sentence {
    sentence!("{}: {}", firmware_name(firmware), firmware_effect(firmware))
}

/// Returns the description of a tile in the look mode.
pub const fn terrain_line(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Wall => "Solid. What hangs on it does nothing.",
        Terrain::Ground => "Crumbs and scratches.",
        Terrain::Alcove => "A niche. Mice hide things in these.",
        Terrain::StairsUp => "Up, toward the throne.",
        Terrain::StairsDown => "Down, toward the cold night.",
        Terrain::DoorClosed => "Opens when you walk into it.",
        Terrain::DoorOpen => "Closes when nobody is near.",
        Terrain::DoorLocked => "A vault. Needs a key or crowbar in hand.",
        Terrain::VentOpen => "Mice come through. Walk in: shut, loudly.",
        Terrain::VentShut => "Nothing comes through here.",
        Terrain::Terminal => "Luck: map, vault, chip, aid. Mice come.",
        Terrain::TerminalUsed => "It has done what it could.",
        Terrain::CableLive => "Hurts and stuns who steps on it.",
        Terrain::CableDead => "Harmless, for now.",
        Terrain::Switch => "Turns cables off and on, or opens cages.",
        Terrain::Pedestal => "Take one, and the others are sealed.",
        Terrain::PedestalSealed => "Its hood is shut.",
        Terrain::Low => "In the way of feet, not of eyes.",
        Terrain::Glass => "Nothing but eyes goes through.",
        Terrain::Tall => "As good as a wall.",
        Terrain::Water => "Deep. Only eyes and flasks get across.",
        Terrain::CageShut => "A switch opens them. One may join you.",
        Terrain::CageOpen => "Empty. Somebody got out.",
    }
}

/// Returns the line of a spill: its name and the turns left.
pub fn spill_line(spill: &Spill) -> Sentence {
    let plural = if spill.turns == 1 { "" } else { "s" };
    sentence!("{}, {} turn{plural} left.", spill.kind.spec().name, spill.turns)
}

/// Returns the effect of a spill on who stands in it.
pub const fn spill_effect(kind: SpillKind) -> &'static str {
    match kind {
        SpillKind::Acid => "Burns whoever stands in it.",
        SpillKind::Gas => "Burns, and brings venom. Antidotes guard.",
        SpillKind::Healing => "Heals each creature once, mice too.",
        SpillKind::Regrowth => "Wounds close in it, those of mice too.",
    }
}

/// Returns what becomes of a thrown item where it stops (I6): what breaks there, whom it hits, or
/// that it lands.
pub fn throw_line(label: Label, hit: Option<&Monster>) -> Sentence {
    let spill = match label {
        Label::Known(kind) => SpillKind::of_potion(kind),
        Label::Unknown(_) => None,
    };
    match (label, spill, hit) {
        (_, Some(spill), _) => sentence!("It breaks loudly: {}, 3 × 3 tiles.", spill.spec().name),
        (Label::Unknown(_), ..) => sentence!("It breaks loudly and shows what it was."),
        (_, _, Some(monster)) => {
            let name = monster.kind.spec().name;
            let is_asleep = monster.ai_state == AiState::Asleep;
            if label == Label::Known(ItemKind::Cheese) && !monster.kind.spec().is_mouse() {
                return sentence!("It drops there. A {name} wants none.");
            }
            if label == Label::Known(ItemKind::Cheese) && !is_asleep {
                return sentence!("It drops there, and mice come to eat.");
            }
            let effect = if is_asleep { "only wakes" } else { "does nothing to" };
            match monster.is_ally {
                true => sentence!("It drops beside your {name}."),
                false => sentence!("It {effect} the {name}."),
            }
        }
        (Label::Known(ItemKind::Cheese), ..) => {
            sentence!("It lies there, and mice come to eat.")
        }
        _ => sentence!("The {} would only lie there.", label_name(label)),
    }
}

/// Returns how many creatures the contents of a flask reach, and whether the player is one more.
pub fn splash_line(monsters: usize, has_player: bool) -> Sentence {
    let plural = if monsters == 1 { "" } else { "s" };
    match (monsters, has_player) {
        (0, false) => sentence!("It reaches nobody."),
        (0, true) => sentence!("It reaches you alone."),
        (count, false) => sentence!("It reaches {count} creature{plural}."),
        (count, true) => sentence!("It reaches {count} creature{plural}, and you."),
    }
}

/// The line about a mouse that cheese does not lure, because the player is beside it (I9).
pub const NO_BAIT_LINE: &str = "Beside you, it heeds no cheese.";

/// The line about others that cheese does not lure for that reason (I9).
pub const NO_BAIT_BESIDE_LINE: &str = "Mice beside you fight on.";

/// Returns the line of a throw that a creature stops before its target (I6).
pub fn stops_at_line(monster: &Monster) -> Sentence {
    let whose = if monster.is_ally { "your" } else { "the" };
    sentence!("It stops at {whose} {}.", monster.kind.spec().name)
}

/// Returns the line of a throw that what stands on a tile stops before its target (I6).
pub fn stops_before_line(name: &str) -> Sentence {
    sentence!("It stops. In the way: {name}.")
}
