//! Every sentence fits the narrowest frame.

use musrex_core::content::text::{self, Hands, Message};
use musrex_core::content::{ItemKind, Label, MonsterKind, PotionColour, Status};
use musrex_core::draw::Frame;
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Damage, Floor, Hp, Level, Xp};
use musrex_core::rules::travel::Stop;
use musrex_core::rules::{Actor, Cause, Event, Refusal};
use musrex_core::world::Terrain;

/// Pixels that a line of the history has behind its turn.
const LOG_WIDTH: i16 = 240 - 33 - 1;
/// Pixels that a line of a window has.
const WINDOW_WIDTH: i16 = 240 - 16;

const AT: Pos = Pos::at(1, 1);

fn labels() -> Vec<Label> {
    let known = ItemKind::ALL.into_iter().map(Label::Known);
    known.chain(PotionColour::ALL.into_iter().map(Label::Unknown)).collect()
}

fn actors() -> Vec<Actor> {
    MonsterKind::ALL.into_iter().map(Actor::Monster).chain([Actor::Player]).collect()
}

fn causes() -> Vec<Cause> {
    let monsters = MonsterKind::ALL.into_iter().map(Cause::Monster);
    monsters.chain(Status::ALL.into_iter().map(Cause::Status)).chain([Cause::Player]).collect()
}

/// One event of every kind for everything it can be about, with the longest numbers a game sees.
fn events() -> Vec<Event> {
    let (damage, none) = (Damage(100), Damage::MISS);
    let mut events = vec![
        Event::Waited,
        Event::Unlocked { at: AT },
        Event::Reinforced,
        Event::KingSlain,
        Event::Healed { hp: Hp(100) },
        Event::LevelGained(Level::new(99).expect("the highest level")),
    ];
    for kind in MonsterKind::ALL {
        let (monster, player) = (Actor::Monster(kind), Actor::Player);
        for damage in [damage, none] {
            let (from, at) = (AT, AT);
            events.push(Event::Struck { attacker: monster, target: player, from, at, damage });
            events.push(Event::Struck { attacker: player, target: monster, from, at, damage });
        }
        events.push(Event::Slain { kind, at: AT, paid: Xp(105) });
        events.push(Event::Noticed { kind, at: AT });
        events.push(Event::Dodged { kind, from: AT, at: AT });
        events.push(Event::Flickered { kind, from: AT, to: AT });
    }
    for status in Status::ALL {
        events.push(Event::Faltered(status));
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
        events.push(Event::PickedUp { label });
        events.push(Event::PackFull { label });
        events.push(Event::Used { label });
        events.push(Event::Dropped { label });
    }
    for kind in ItemKind::ALL {
        events.push(Event::Identified { label: Label::Known(kind), kind });
        events.push(Event::PutOn { kind });
        events.push(Event::TakenOff { kind });
    }
    for to in Floor::all() {
        events.push(Event::FloorLost(to));
        events.push(Event::FloorEntered { from: to, to, is_new: true });
        events.push(Event::FloorEntered { from: to, to, is_new: false });
    }
    events.extend(causes().into_iter().map(|cause| Event::PlayerDied { cause }));
    events
}

fn refusals() -> Vec<Refusal> {
    let dazed = Status::ALL.into_iter().map(Refusal::Dazed);
    dazed
        .chain([
            Refusal::Wall,
            Refusal::Locked,
            Refusal::RunOver,
            Refusal::NoSuchItem,
            Refusal::AtFullHp,
            Refusal::NothingToCure,
            Refusal::OpensDoors,
            Refusal::ForWearing,
            Refusal::NotForWearing,
            Refusal::PackFull,
            Refusal::NoRoomHere,
            Refusal::FloorFull,
        ])
        .collect()
}

fn stops() -> Vec<Stop> {
    let seen =
        MonsterKind::ALL.into_iter().flat_map(|kind| [Stop::Enemy(kind), Stop::Watched(kind)]);
    seen.chain([
        Stop::Stairs(Terrain::StairsUp),
        Stop::Stairs(Terrain::StairsDown),
        Stop::Door,
        Stop::Fork,
        Stop::Item,
        Stop::Explored,
        Stop::Rested,
    ])
    .collect()
}

fn assert_fits(words: &str, width: i16) {
    assert!(Frame::text_width(words) <= width, "{words:?} takes {}", Frame::text_width(words));
    assert!(!words.contains('\u{fffd}'), "{words:?}");
}

// H1, H2: a line of the log is read whole on every frame.
#[test]
fn every_message_fits_the_log() {
    let messages: Vec<Message> = events()
        .iter()
        .filter_map(text::of_event)
        .chain(refusals().into_iter().filter_map(text::of_refusal))
        .chain(stops().into_iter().filter_map(text::of_stop))
        .collect();
    assert!(messages.len() > 150, "there is much to say");
    for message in &messages {
        assert_fits(&message.text, LOG_WIDTH);
        assert!(message.text.ends_with(['.', '!', '?']) || message.text.ends_with("xp"));
    }
}

#[test]
fn every_description_fits_a_window() {
    for line in labels().into_iter().flat_map(text::item_lines) {
        assert_fits(line, WINDOW_WIDTH);
    }
    for line in MonsterKind::ALL.into_iter().flat_map(text::monster_lines) {
        assert_fits(line, WINDOW_WIDTH);
    }
    for floor in Floor::all() {
        assert_fits(text::floor_title(floor), WINDOW_WIDTH);
    }
    for cause in causes() {
        assert_fits(text::epitaph(cause), WINDOW_WIDTH);
        assert_fits(text::short_cause(Some(cause)), 240 - 173 - 1);
    }
    for hands in [Hands::Buttons, Hands::Keyboard] {
        for (button, deed) in text::controls(hands) {
            assert_fits(button, 104 - 4);
            assert_fits(deed, 240 - 6 - 104);
        }
    }
    for line in text::GOOD_TO_KNOW {
        assert_fits(line, WINDOW_WIDTH);
    }
    // In the list of the pack, beside its icon and the mark of what is worn.
    for label in labels() {
        assert_fits(text::label_name(label), 128 - 29);
    }
}

// What is said of one thing is said of no other.
#[test]
fn everything_has_words_of_its_own() {
    let lines: Vec<&str> = labels()
        .into_iter()
        .filter(|label| matches!(label, Label::Known(_)))
        .map(|label| text::item_lines(label)[0])
        .chain(MonsterKind::ALL.into_iter().map(|kind| text::monster_lines(kind)[0]))
        .chain(Floor::all().map(text::floor_title))
        .collect();
    for (index, line) in lines.iter().enumerate() {
        assert!(!lines[..index].contains(line), "{line:?} is said twice");
    }
}
