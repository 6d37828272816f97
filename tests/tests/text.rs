//! Every sentence fits the narrowest frame.

use musrex_core::content::items::{PotionEffect, Purpose};
use musrex_core::content::monsters::Trait;
use musrex_core::content::{ItemKind, Label, MonsterKind, PotionColour, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Damage, Floor, Hp, Level, Xp};
use musrex_core::raster::Frame;
use musrex_core::rules::travel::Interrupt;
use musrex_core::rules::{Actor, Event, Refusal};
use musrex_core::view::text::{self, InputScheme, Message};
use musrex_core::world::{Cause, Terrain};

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
    let dazed = Status::ALL.into_iter().map(Refusal::Impaired);
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

fn stops() -> Vec<Interrupt> {
    let seen = MonsterKind::ALL
        .into_iter()
        .flat_map(|kind| [Interrupt::Enemy(kind), Interrupt::Watched(kind)]);
    seen.chain([
        Interrupt::Stairs(Terrain::StairsUp),
        Interrupt::Stairs(Terrain::StairsDown),
        Interrupt::Door,
        Interrupt::Fork,
        Interrupt::Item,
        Interrupt::Explored,
        Interrupt::Rested,
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
        .chain(stops().into_iter().filter_map(text::of_interrupt))
        .collect();
    assert!(messages.len() > 150, "there is much to say");
    for message in &messages {
        assert_fits(&message.text, LOG_WIDTH);
        assert!(message.text.ends_with(['.', '!', '?']) || message.text.ends_with("xp"));
    }
}

#[test]
fn every_description_fits_a_window() {
    for label in labels() {
        assert_fits(text::item_line(label), WINDOW_WIDTH);
        assert_fits(&text::item_effect(label), WINDOW_WIDTH);
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
    for input_scheme in [InputScheme::Buttons, InputScheme::Keyboard] {
        for (button, action) in text::controls(input_scheme) {
            assert_fits(button, 104 - 4);
            assert_fits(action, 240 - 6 - 104);
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
        .map(text::item_line)
        .chain(MonsterKind::ALL.into_iter().map(|kind| text::monster_lines(kind)[0]))
        .chain(Floor::all().map(text::floor_title))
        .collect();
    for (index, line) in lines.iter().enumerate() {
        assert!(!lines[..index].contains(line), "{line:?} is said twice");
    }
}

// I, D: what an item does is said with the numbers of its table.
#[test]
fn an_items_effect_is_said_as_its_table_has_it() {
    for kind in ItemKind::ALL {
        let (words, spec) = (text::item_effect(Label::Known(kind)), kind.spec());
        let number = match (spec.purpose, spec.on_hit) {
            (Purpose::Heal(hp) | Purpose::Drink(PotionEffect::Healing(hp)), _) => u32::from(hp.0),
            (Purpose::Drink(PotionEffect::Status(_, turns)), _) => turns.into(),
            (_, Some(on_hit)) => on_hit.one_in,
            _ => continue,
        };
        let is_said = |word: &str| word.trim_end_matches('.') == number.to_string();
        assert!(words.split(' ').any(is_said), "{words:?} is not of {number}");
    }
}

// M, D: what is said of a monster is what its line in the table makes of it.
#[test]
fn a_monsters_ways_are_said_as_its_table_has_them() {
    const NUMBERS: [&str; 7] = ["", "one", "two", "three", "four", "five", "six"];
    for kind in MonsterKind::ALL {
        let ([_, words], spec) = (text::monster_lines(kind), kind.spec());
        let direction = match spec.monster_trait {
            Trait::Plain => String::new(),
            Trait::Crawls => "Crawls.".to_owned(),
            Trait::Dodges(one_in) => format!("one blow in {}.", NUMBERS[one_in as usize]),
            Trait::MovesRandomly(_) => "Staggers.".to_owned(),
            Trait::Teleports { .. } => "Flickers.".to_owned(),
            Trait::Flees => "Runs from you.".to_owned(),
        };
        let on_hit = match spec.on_hit.map(|on_hit| (on_hit.status, on_hit.one_in == 1)) {
            None => "",
            Some((Status::Envenomed, true)) => "Its bite is venom.",
            Some((Status::Poisoned, false)) => "May poison you.",
            Some((Status::Stunned, false)) => "May stun you.",
            Some((Status::Confused, false)) => "May confuse you.",
            Some(other) => panic!("{kind:?} brings {other:?}, for which there are no words"),
        };
        for missing in [direction.as_str(), on_hit] {
            assert!(
                words.contains(missing),
                "core/src/view/text.rs, monster_lines of {kind:?}: {words:?} does not say {missing:?}"
            );
        }
    }
}

/// Returns whether a name begins with the sound of a vowel.
fn begins_with_a_vowel(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_spoken_otherwise = |start: &&str| name.starts_with(start);
    let vowels = ["hour", "honest", "honour", "heir"];
    let consonants = ["uni", "use", "usu", "ute", "eu", "ewe", "one", "once", "u-"];
    match name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => !consonants.iter().any(is_spoken_otherwise),
        false => vowels.iter().any(is_spoken_otherwise),
    }
}

// Articles fit the sound of what they stand before, in every sentence.
#[test]
fn articles_fit_their_names() {
    let all = events().into_iter().filter_map(|event| text::of_event(&event));
    let all = all.chain(stops().into_iter().filter_map(text::of_interrupt));
    let mut found = 0;
    for message in all {
        let words: Vec<&str> = message.text.split(' ').collect();
        for lockstep in words.windows(2) {
            let is_wrong = match lockstep[0] {
                "A" | "a" => begins_with_a_vowel(lockstep[1]),
                "An" | "an" => !begins_with_a_vowel(lockstep[1]),
                _ => continue,
            };
            assert!(!is_wrong, "{:?}", message.text);
            found += 1;
        }
        assert!(!message.text.contains("A Mouse King") && !message.text.contains("a Mouse King"));
    }
    assert!(found > 30, "{found} articles");
}

// M2, M5: who has noticed the player hunts, but for the King, who flees.
#[test]
fn what_a_monster_is_doing_is_told_in_a_word() {
    let game = musrex_tests::map_from_text("#@zmK#\n#...k#");
    let monsters = &game.current_floor().monsters;
    let states: Vec<_> = monsters.iter().map(text::monster_state).collect();
    assert_eq!(states, ["unaware", "hunting", "unaware", "fleeing"]);
}
