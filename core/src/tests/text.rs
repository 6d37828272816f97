//! Tests that sentences fit the narrowest frame (240 pixels), and that large text also fits a frame of 320 pixels.

use super::input_schemes::schemes;
use crate::content::rooms::Furnishing;
use crate::content::{
    Bonus, ItemKind, Kit, Label, MonsterKind, Night, PlaceKind, PotionColour, Slot, SpillKind,
    Status,
};
use crate::controls::{Control, InputScheme};
use crate::geometry::{Direction, Pos};
use crate::quantity::{Damage, Floor, Hp, Level, Xp};
use crate::raster::Frame;
use crate::rules::travel::{Interrupt, Unused};
use crate::rules::{Actor, AllyEnd, Event, Refusal, Reward, TerminalResult};
use crate::view::text::{self, Message, Noun, Threat};
use crate::world::{AiState, Cause, Game, KingsEnd, Monster, RunMode, Spill, Terrain};
use musrex_assets::font;
use std::string::ToString;
use std::vec;
use std::vec::Vec;

/// The width in pixels of a line of the message history, without the turn number.
pub(super) const LOG_WIDTH: i16 = 240 - 32;
/// The width in pixels of a line of a window.
pub(super) const WINDOW_WIDTH: i16 = 240 - 16;
/// The width in pixels of a line of a vault's window.
const VAULT_WIDTH: i16 = 228 - 2 * 10;

const AT: Pos = Pos::at(1, 1);

fn labels() -> Vec<Label> {
    let known = ItemKind::ALL.into_iter().map(Label::Known);
    known.chain(PotionColour::ALL.into_iter().map(Label::Unknown)).collect()
}

pub(super) fn actors() -> Vec<Actor> {
    let monsters = MonsterKind::ALL.into_iter();
    let allies = monsters.clone().map(Actor::Ally);
    monsters.map(Actor::Monster).chain(allies).chain([Actor::Player]).collect()
}

fn causes() -> Vec<Cause> {
    let monsters = MonsterKind::ALL.into_iter().map(Cause::Monster);
    let statuses = Status::ALL.into_iter().map(Cause::Status);
    let spills = SpillKind::ALL.into_iter().map(Cause::Spill);
    monsters.chain(statuses).chain(spills).chain([Cause::Player, Cause::Cable]).collect()
}

/// Returns events of almost every kind, about every possible subject, with the longest numbers of a game.
pub(super) fn events() -> Vec<Event> {
    let (damage, none) = (Damage(100), Damage::MISS);
    let mut events = vec![
        Event::Waited,
        Event::Unlocked { at: AT },
        Event::Healed { hp: Hp(100) },
        Event::LevelGained(Level::new(99).expect("the highest level")),
        Event::Rewarded { reward: Reward::Arrival, paid: Xp(260) },
        Event::Rewarded { reward: Reward::Terminal, paid: Xp(72) },
    ];
    for kind in MonsterKind::ALL {
        let (monster, player) = (Actor::Monster(kind), Actor::Player);
        for damage in [damage, none] {
            let (from, at) = (AT, AT);
            events.push(Event::Struck { attacker: monster, target: player, from, at, damage });
            events.push(Event::Struck { attacker: player, target: monster, from, at, damage });
        }
        for (paid, by_player) in [(Xp(0), false), (Xp(0), true), (Xp(105), true)] {
            events.push(Event::Slain { kind, at: AT, paid, by_player });
        }
        events.push(Event::Noticed { kind, at: AT });
        events.push(Event::Dodged { kind, from: AT, at: AT });
        events.push(Event::Shielded { kind, from: AT, at: AT });
        events.push(Event::Teleported { kind, from: AT, to: AT });
    }
    for status in Status::ALL {
        events.push(Event::TurnLost(status));
        for who in actors() {
            events.push(Event::StatusBegan { who, at: AT, status });
            events.push(Event::StatusEnded { who, at: AT, status });
            events.push(Event::StatusHurt { who, at: AT, status, damage });
        }
    }
    for who in actors() {
        events.push(Event::Moved { who, from: AT, to: AT });
        events.push(Event::DoorOpened { who, at: AT });
    }
    for label in labels() {
        events.push(Event::PickedUp { label, firmware: None });
        events.push(Event::PackFull { label });
        events.push(Event::Used { label });
        events.push(Event::Dropped { label });
    }
    for kind in ItemKind::ALL {
        events.push(Event::Identified { label: Label::Known(kind), kind });
        events.push(Event::PutOn { kind, firmware: None });
        events.push(Event::TakenOff { kind, firmware: None });
    }
    for to in Floor::all() {
        events.push(Event::FloorLost(to));
        let place = PlaceKind::of(1, to);
        events.push(Event::FloorEntered { from: to, to, place, is_new: true });
        events.push(Event::FloorEntered { from: to, to, place, is_new: false });
    }
    events.extend(causes().into_iter().map(|cause| Event::PlayerDied { cause }));
    events.extend(events_of_choices());
    events
}

/// Returns the events of the rules about choices.
fn events_of_choices() -> Vec<Event> {
    let (damage, hp) = (Damage(100), Hp(100));
    let mut events = vec![
        Event::VentRattles { at: AT },
        Event::VentShut { at: AT },
        Event::Forced { at: AT },
        Event::Switched { is_live: true },
        Event::Switched { is_live: false },
        Event::PedestalsSealed,
        Event::GuardCame,
        Event::Followed { count: 1 },
        Event::Followed { count: 4 },
        Event::Leeched { hp },
    ];
    events.extend(Kit::ALL.map(Event::KitTaken));
    events.extend(KingsEnd::ALL.map(|way| Event::KingSlain { way }));
    use TerminalResult::{Cameras, Locks, Override, Supplies};
    for result in [Cameras, Locks, Supplies, Override] {
        events.push(Event::TerminalUsed { at: AT, result });
    }
    for kind in MonsterKind::ALL {
        events.push(Event::Swapped { kind });
        events.push(Event::Woke { kind, at: AT });
        events.push(Event::Squeaked { kind, at: AT });
        events.extend([Actor::Monster(kind), Actor::Ally(kind)].into_iter().flat_map(marking));
        events.extend([0, 23].map(|others| Event::Eats { kind, at: AT, others }));
        events.push(Event::Overridden { kind, at: AT });
        for end in [AllyEnd::Killed, AllyEnd::Replaced, AllyEnd::LeftBehind] {
            events.push(Event::AllyLost { kind, at: AT, end });
        }
        events.push(Event::VentEntered { kind, at: AT });
        events.push(Event::VentLeft { kind, at: AT, to: AT });
        for other in MonsterKind::ALL {
            let (ally, monster) = (Actor::Ally(kind), Actor::Monster(other));
            for (attacker, target) in [(ally, monster), (monster, ally)] {
                events.push(Event::Struck { attacker, target, from: AT, at: AT, damage });
            }
        }
    }
    // A thief has a trait for stealing, and may steal anything.
    let thieves = MonsterKind::ALL.into_iter();
    for kind in thieves.filter(|kind| kind.spec().steals().is_some()) {
        events.extend(labels().into_iter().map(|label| Event::Stole { kind, from: AT, label }));
    }
    for label in labels() {
        events.push(Event::Thrown { label, from: AT, to: AT });
        events.push(Event::LootDropped { label });
    }
    for kind in SpillKind::ALL {
        events.push(Event::Spilled { kind, at: AT, is_flask: true });
        for who in actors() {
            let cause = Cause::Spill(kind);
            events.push(Event::Burned { who, at: AT, cause, damage });
        }
    }
    for who in actors() {
        events.push(Event::Burned { who, at: AT, cause: Cause::Cable, damage });
        events.push(Event::Soothed { who, at: AT, hp });
    }
    events
}

/// Returns the events of a marked attack.
fn marking(who: Actor) -> [Event; 6] {
    let target = if let Actor::Ally(kind) = who { Actor::Monster(kind) } else { Actor::Player };
    [
        Event::Marked { who, from: AT, at: AT, target },
        Event::Spat { who, from: AT, at: AT },
        Event::Charged { who, from: AT, to: AT },
        Event::Leapt { who, from: AT, to: AT },
        Event::Burst { who, at: AT },
        Event::DeedStruck { who, at: AT },
    ]
}

/// Returns the events of a hidden creature, for every direction.
fn hidden_events() -> Vec<Event> {
    let middle = Pos::at(9, 9);
    let sides = Direction::ALL.into_iter().filter_map(|side| middle.step(side));
    let kind = MonsterKind::SpitMouse;
    sides
        .flat_map(|from| {
            let at = middle;
            let (who, target) = (Actor::Monster(kind), Actor::Player);
            [Event::Marked { who, from, at, target }, Event::Spat { who, from, at }]
        })
        .chain([Event::Woke { kind, at: AT }, Event::Squeaked { kind, at: AT }])
        .chain([Event::Noticed { kind, at: AT }])
        .collect()
}

fn refusals() -> Vec<Refusal> {
    let dazed =
        Status::ALL.into_iter().map(Refusal::Impaired).chain(Slot::ALL.map(Refusal::Barred));
    dazed
        .chain([
            Refusal::Wall,
            Refusal::Locked,
            Refusal::RunOver,
            Refusal::NoSuchItem,
            Refusal::AtFullHp,
            Refusal::OutOfReach,
            Refusal::OwnTile,
            Refusal::NothingToOverride,
            Refusal::OnlySnakes,
            Refusal::UsedUp,
            Refusal::Sealed,
            Refusal::OpensDoors,
            Refusal::ForWearing,
            Refusal::NotForWearing,
            Refusal::PackFull,
            Refusal::NoRoomHere,
            Refusal::InDoorway,
            Refusal::FloorFull,
        ])
        .collect()
}

fn stops() -> Vec<Interrupt> {
    let seen = MonsterKind::ALL
        .into_iter()
        .flat_map(|kind| [Interrupt::Enemy(kind), Interrupt::Watched(kind)]);
    let bearings = || Direction::ALL.into_iter().map(Some).chain([None]);
    let wearables = ItemKind::WEARABLE
        .into_iter()
        .flat_map(|kind| bearings().map(move |bearing| Interrupt::Wearable(kind, bearing)));
    let fixtures = [Terrain::VentOpen, Terrain::Terminal, Terrain::Switch]
        .into_iter()
        .flat_map(|terrain| bearings().map(move |bearing| Interrupt::Fixture(terrain, bearing)));
    let in_the_way = MonsterKind::ALL.into_iter().map(Interrupt::InTheWay);
    let left = labels().into_iter().map(Interrupt::PackFull);
    seen.chain(wearables)
        .chain(left)
        .chain(fixtures)
        .chain(in_the_way)
        .chain([
            Interrupt::Stairs(Terrain::StairsUp),
            Interrupt::Stairs(Terrain::StairsDown),
            Interrupt::Door,
            Interrupt::Fork,
            Interrupt::Item,
            Interrupt::Explored,
            Interrupt::NoPath,
            Interrupt::AtStairs,
            Interrupt::Well,
            Interrupt::Vault(Some(Direction::NorthEast)),
            Interrupt::Offers,
            Interrupt::Lockers,
            Interrupt::Sleepers,
            Interrupt::Hazard,
            Interrupt::Ally(Some(Direction::NorthWest)),
        ])
        .collect()
}

/// Returns the messages about all reasons why auto-travel stops. `keys` are names of the key for auto-explore.
pub(super) fn messages_of_stops(keys: [&str; 3]) -> Vec<Message> {
    let of = |stop| keys.map(|key| text::interrupt_message(stop, key)).into_iter().flatten();
    let unused = [
        Unused::Ally,
        Unused::VaultOfKey,
        Unused::Vault,
        Unused::Terminal,
        Unused::Item,
        Unused::Dropped,
    ];
    let unused = unused.into_iter();
    let messages_of =
        |unused| keys.map(|key| text::unused_message(unused, key)).into_iter().flatten();
    stops().into_iter().flat_map(of).chain(unused.flat_map(messages_of)).collect()
}

/// Checks that `words` fit `width` pixels on a frame 240 pixels wide, in normal and in tall text (H10). In large text,
/// `words` must fit 4/3 of `width`: `widgets::widened` makes every width larger by a third on a frame 320 pixels wide.
pub(super) fn assert_fits(words: &str, width: i16) {
    assert!(Frame::text_width(words) <= width, "{words:?} takes {}", Frame::text_width(words));
    let tall = font::tall_text_width(words);
    assert!(tall <= width.unsigned_abs().into(), "{words:?} takes {tall} in tall text");
    let large = font::large_text_width(words);
    let room = u32::from(width.unsigned_abs()) * 4 / 3;
    assert!(large <= room, "{words:?} takes {large} of {room} pixels in large text");
    assert!(!words.contains('\u{fffd}'), "{words:?}");
}

/// Returns the messages of the log with these names of keys, except lessons, messages about saves, and the messages in
/// `text_build.rs`.
pub(super) fn messages(keys: [&str; 3]) -> Vec<Message> {
    let threats = || [Threat::Marked, Threat::Beside, Threat::Afar].into_iter();
    let watched = MonsterKind::ALL
        .into_iter()
        .flat_map(|kind| threats().map(move |it| text::watched_message(kind, it, None)));
    let offers = ItemKind::WEARABLE.into_iter();
    let nights = Night::ALL.into_iter().map(|night| RunMode::ORDINARY.with_night(night));
    let modes = nights.chain([RunMode::ORDINARY.with_calm(true).with_daily(true)]);
    events()
        .iter()
        .filter_map(text::event_message)
        .chain(hidden_events().iter().filter_map(text::hidden_message))
        .chain(MonsterKind::ALL.into_iter().filter_map(text::harmless_blow_message))
        .chain(MonsterKind::ALL.into_iter().filter_map(text::moves_you_message))
        .chain(refusals().into_iter().filter_map(text::refusal_message))
        .chain(messages_of_stops(keys))
        .chain([false, true].map(text::nothing_to_throw))
        .chain(text::bump_message(Terrain::CageShut, "Cage"))
        .chain(tile_names().filter_map(|name| text::bump_message(Terrain::Low, name)))
        .chain([text::no_kit_message(), text::only_diagonals_message(), text::lockers_message()])
        .chain(keys.into_iter().filter_map(text::graft_later_message))
        .chain(keys.into_iter().map(text::graft_offer_message))
        .chain(offers.filter_map(|kind| text::offer_message(kind, keys[0])))
        .chain(modes.flat_map(text::mode_messages))
        .chain(text::opening())
        .chain(watched)
        .collect()
}

// H1, H2: a line of the log is completely readable on every frame.
#[test]
fn every_message_fits_the_log() {
    let messages = messages(schemes().map(|scheme| scheme.name(Control::Explore)));
    assert!(messages.len() > 150, "there is much to say");
    for message in &messages {
        assert_fits(&message.text, LOG_WIDTH);
        assert!(!message.text.ends_with([' ', ',', ':']), "{:?}", message.text);
    }
}

// H9: a lesson also fits a line of the log, with the key names of each device.
#[test]
fn every_lesson_fits_the_log() {
    for input_scheme in schemes() {
        for lesson in text::Lesson::ALL {
            let things: Vec<Noun> = match lesson {
                text::Lesson::Remedy => ItemKind::ALL.map(Noun::from).into(),
                _ => MonsterKind::ALL.map(Noun::from).into(),
            };
            for about in things.into_iter().map(Some).chain([None]) {
                assert_fits(&text::lesson(lesson, about, false, &input_scheme).text, LOG_WIDTH);
            }
        }
    }
}

// I11: a window has room for all changes of a chip's numbers, and the pack's narrow column for each line of them.
#[test]
fn chips_are_told_apart_by_their_numbers() {
    let bonus = |numbers: [i16; 5]| {
        let mut bonus = Bonus::NONE;
        (0..5).for_each(|index| *bonus.number_mut(index) = numbers[index]);
        bonus
    };
    assert_eq!(text::chip_effect(bonus([0; 5])), None);
    let effect = |numbers| text::chip_effect(bonus(numbers)).expect("it changes some");
    assert_eq!(effect([1, -2, 4, 0, 1]), "HP +1, Min Damage -2, max +4, Resist +1%");
    let most = bonus([-12, -12, 12, -12, -12]);
    assert_fits(&text::chip_effect(most).expect("it changes all"), WINDOW_WIDTH);
    // The column of the pack beside the list. The width of a line includes the gap of a pixel after its last letter.
    for line in text::bonus_lines(most) {
        assert_fits(&line, 240 - 128 - 16 + 1);
    }
    let lines: Vec<_> = text::bonus_lines(bonus([0, 2, 3, 0, 0])).collect();
    assert_eq!(lines, ["Min Damage +2", "Max Damage +3"]);
    let difficulties =
        [text::SEED_LINE, text::SHORT_SEED_LINE, text::USUAL_NIGHT_LINE, text::CALM_LINE];
    for line in text::CONDUCT_LINES.into_iter().chain(difficulties) {
        assert_fits(line, 216 - 24);
    }
}

// E: no message is about zero hit points.
#[test]
fn no_message_is_about_zero() {
    let (who, status, damage) = (Actor::Player, Status::Poisoned, Damage::MISS);
    for event in [
        Event::Leeched { hp: Hp(0) },
        Event::Soothed { who, at: AT, hp: Hp(0) },
        Event::StatusHurt { who, at: AT, status, damage },
        Event::Burned { who, at: AT, cause: Cause::Cable, damage },
    ] {
        assert_eq!(text::event_message(&event), None, "{event:?}");
    }
    // A potion that healed nothing has a message without a number.
    let healed = text::event_message(&Event::Healed { hp: Hp(0) }).expect("it is said").text;
    assert!(healed.contains("full HP"), "{healed:?}");
}

// E14, D13: the line about a status begins with the name that the HUD shows. All lines about statuses and numbers fit.
#[test]
fn statuses_and_numbers_are_explained() {
    for status in Status::ALL {
        assert_fits(&text::status_line(status, 20, Hp(999)), WINDOW_WIDTH);
        assert_fits(&text::monster_status_line(status, 20), WINDOW_WIDTH);
        assert!(text::status_line(status, 20, Hp(999)).starts_with(text::status_label(status)));
    }
    assert_fits(text::SAVING_LINE, WINDOW_WIDTH);
    assert_fits(&text::player_name(Hp(320), Hp(320), 30), WINDOW_WIDTH);
    // In the pack, the lines stand beside the list.
    for line in text::SAVING_LINES {
        assert_fits(line, 240 - 128 - 8);
    }
}

// W30: the lines about a kit and its items fit the window of a locker.
#[test]
fn every_kit_fits_its_locker() {
    let game = Game::new(1);
    for kit in Kit::ALL {
        assert_fits(text::kit_line(kit), 228 - 2 * 10);
        for &kind in kit.spec().items {
            assert_fits(&text::kit_thing_effect(&game, kind, kit.spec()), 228 - 2 * 10 - 20);
        }
    }
}

#[test]
fn every_description_fits_a_window() {
    let game = Game::new(1);
    for label in labels() {
        assert_fits(text::item_line(label), WINDOW_WIDTH);
        assert_fits(&text::item_effect(&game, label), WINDOW_WIDTH);
        // Vaults hold wearable items and override chips.
        let is_chip = label == Label::Known(ItemKind::OverrideChip);
        if is_chip || matches!(label, Label::Known(kind) if kind.slot().is_some()) {
            assert_fits(text::item_line(label), VAULT_WIDTH);
            assert_fits(&text::item_effect(&game, label), VAULT_WIDTH);
        }
    }
    for line in MonsterKind::ALL.into_iter().flat_map(text::monster_lines) {
        assert_fits(line, WINDOW_WIDTH);
    }
    for line in MonsterKind::ALL.into_iter().filter_map(text::ally_ability) {
        assert_fits(line, WINDOW_WIDTH);
    }
    for place in PlaceKind::ALL {
        assert_fits(text::floor_title(place), WINDOW_WIDTH);
    }
    for cause in causes() {
        assert_fits(text::epitaph(cause), WINDOW_WIDTH);
        assert_fits(text::short_cause(Some(cause)), 240 - 173 - 1);
    }
    for way in KingsEnd::ALL {
        assert_fits(text::kings_end_line(way), WINDOW_WIDTH);
        assert_fits(text::short_end(None, Some(way)), 240 - 184 - 1);
    }
    for input_scheme in schemes() {
        for (button, action) in text::controls(&input_scheme) {
            assert_fits(&button, 80 - 4);
            assert_fits(action, 240 - 2 * 6 - 80);
        }
    }
    // In the list of the pack, the name is drawn between the icon and the mark for worn items.
    for label in labels() {
        assert_fits(text::label_name(label), 128 - 29);
    }
}

// The player may choose any keys: a name that is empty or too long causes no panic.
#[test]
fn hints_survive_any_names() {
    for name in ["", "Backspace", "↑", "a key with a name"] {
        let input_scheme = InputScheme::new(|_| [name; 4]);
        let _ = text::controls(&input_scheme);
        for lesson in text::Lesson::ALL {
            let _ = text::lesson(lesson, None, false, &input_scheme);
        }
        let _ = text::aim_hints(&input_scheme, true);
        let _ = text::throw_heading(Label::Known(ItemKind::BulletproofVest), true, &input_scheme);
        let _ = text::after_a_run(&input_scheme);
    }
}

#[test]
fn controls_are_named_as_on_the_device() {
    let column = |scheme: &InputScheme| text::controls(scheme).map(|(names, _)| names.to_string());
    let [buttons, keys, pad] = schemes();
    assert_eq!(column(&buttons)[..4], ["D-pad", "", "R + D-pad", "B + D-pad"]);
    assert_eq!(column(&keys)[..4], ["↑←↓→, wasd", "", "yubn", "Shift + ↑←↓→"]);
    assert_eq!(column(&keys)[8..], ["i, Tab", "f", "Esc", "Enter, Esc"]);
    assert_eq!(column(&buttons)[8..], ["B+Start", "B", "Start", "A, B"]);
    assert_eq!(column(&pad)[..4], ["D-pad, stick", "", "R1 + D-pad", "R2 + D-pad"]);
    assert_eq!(text::aim_hints(&pad, true), "Cross: throw  L1: next  Circle: back");
}

/// Iterates over the names of all terrain, tall furniture and furnishings. They include the names of all obstacles to a
/// throw.
fn tile_names() -> impl Iterator<Item = &'static str> {
    let terrains = (' '..='~').filter_map(Terrain::from_letter).map(text::terrain_name);
    let furniture = PlaceKind::ALL.into_iter().flat_map(|place| text::furniture_names(place)[1]);
    let furnishings =
        Furnishing::ALL.into_iter().map(|furnishing| text::furnishing_name(furnishing));
    terrains.chain(furniture).chain(furnishings)
}

// I6: the lines about an obstacle in the way of a throw fit a window.
#[test]
fn every_warning_of_the_aim_mode_fits_a_window() {
    for kind in MonsterKind::ALL {
        let mut monster = Monster::new(kind, AT, Hp(54));
        assert_fits(&text::stops_at_line(&monster), WINDOW_WIDTH);
        monster.is_ally = true;
        assert_fits(&text::stops_at_line(&monster), WINDOW_WIDTH);
    }
    for name in tile_names() {
        assert_fits(&text::stops_before_line(name), WINDOW_WIDTH);
    }
    for line in [text::NO_WOUNDS_LINE, text::ENDS_ALLY_LINE] {
        assert_fits(line, WINDOW_WIDTH);
    }
}

// I5, I6, I7, I10, I11, S1, S3: the lines of the look mode, the aim mode and a vault fit a window.
#[test]
fn every_hint_fits_a_window() {
    for its in [Some((12, 16)), Some((0, 0)), None] {
        assert_fits(&text::odds(its, (120, 200)), WINDOW_WIDTH);
    }
    assert_fits(text::PROGRAM_LINE, WINDOW_WIDTH);
    text::ally_lines().iter().for_each(|line| assert_fits(line, WINDOW_WIDTH));
    for line in [
        text::ALLY_LIMITS_LINE,
        text::WAKE_RING_LINE,
        text::WATCH_LINE,
        &text::squeak_line(Night::Plain),
        text::OVERRIDE_LINE,
        text::LATECOMER_LINE,
        &text::out_of_throw(),
        &text::helpless_line(2),
        &text::helpless_line(4),
        text::ARM_REACHES_LINE,
        text::LID_STOPS_LINE,
        text::BLOW_REACHES_LINE,
        text::SEALS_LINE,
        text::FULL_PACK_LINE,
        text::FAR_PEDESTAL_LINE,
    ] {
        assert_fits(line, 228 - 20);
    }
    for kind in SpillKind::ALL {
        let spill = Spill { pos: AT, kind, turns: 8, is_players: true };
        assert_fits(&text::spill_line(&spill), WINDOW_WIDTH);
        assert_fits(&text::spill_effect(kind, Damage(99)), WINDOW_WIDTH);
    }
    let game = Game::new(0);
    for kind in MonsterKind::ALL {
        let mut monster = Monster::new(kind, AT, Hp(54));
        let states = [AiState::Asleep, AiState::hunting(AT), AiState::Eating { turns: 1 }];
        for (state, is_ally) in states.into_iter().zip([false, false, true]) {
            (monster.ai_state, monster.is_ally) = (state, is_ally);
            for label in labels() {
                assert_fits(&text::throw_line(&game, label, Some(&monster)), WINDOW_WIDTH);
                assert_fits(&text::throw_line(&game, label, None), WINDOW_WIDTH);
            }
        }
    }
    for (count, has_player) in [(0, false), (0, true), (9, false), (8, true)] {
        assert_fits(&text::splash_line(count, has_player), WINDOW_WIDTH);
    }
    for terrain in (' '..='~').filter_map(Terrain::from_letter) {
        assert_fits(&text::terrain_line(&game, terrain), WINDOW_WIDTH);
    }
    for input_scheme in schemes() {
        assert_fits(&text::aim_hints(&input_scheme, true), WINDOW_WIDTH);
        for has_deed in [false, true] {
            assert_fits(&text::override_hint(&input_scheme, has_deed), WINDOW_WIDTH);
        }
        for label in labels() {
            assert_fits(&text::throw_offer(&input_scheme, label), WINDOW_WIDTH);
            assert_fits(&text::throw_heading(label, true, &input_scheme), WINDOW_WIDTH);
        }
        // These hints are drawn beside the hint about the other pedestals.
        let others = Frame::text_width("←→: others");
        assert_fits(&text::pedestal_hints(&input_scheme, true), 228 - 20 - 8 - others);
    }
}

// No two items, monsters or places have the same line.
#[test]
fn everything_has_words_of_its_own() {
    let lines: Vec<&str> = labels()
        .into_iter()
        .filter(|label| matches!(label, Label::Known(_)))
        .map(text::item_line)
        .chain(MonsterKind::ALL.into_iter().map(|kind| text::monster_lines(kind)[0]))
        .chain(PlaceKind::ALL.into_iter().map(text::floor_title))
        .collect();
    for (index, line) in lines.iter().enumerate() {
        assert!(!lines[..index].contains(line), "{line:?} is said twice");
    }
}
