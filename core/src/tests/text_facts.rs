//! Checks that the sentences about monsters, items and statuses agree with the tables and the rules.

use super::text::assert_fits;
use crate::content::items::{PotionEffect, Purpose};
use crate::content::monsters::{MarkEffect, Trait};
use crate::content::spills::GAS_VENOM_TURNS;
use crate::content::{ItemKind, Label, MonsterKind, Status};
use crate::geometry::Pos;
use crate::quantity::{Floor, Hp};
use crate::raster::Frame;
use crate::rules::travel::Interrupt;
use crate::save::{DeviceError, LoadWarning, SaveError};
use crate::view::text;
use crate::world::{AiState, Aim, Game, Monster, Squeak};
use std::borrow::ToOwned;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

const AT: Pos = Pos::at(1, 1);

// I, D: the text about an item's effect states the number in the table of items.
#[test]
fn an_items_effect_is_said_as_its_table_has_it() {
    let game = Game::new(1);
    for kind in ItemKind::ALL {
        let (words, spec) = (text::item_effect(&game, Label::Known(kind)), kind.spec());
        let hp_max = game.player_stats().hp_max;
        let number = match (spec.purpose, spec.on_hit) {
            (Purpose::Heal(healing) | Purpose::Drink(PotionEffect::Healing(healing)), _) => {
                u32::from(healing.of(hp_max).0)
            }
            (Purpose::Drink(PotionEffect::Status(_, turns)), _) => turns.into(),
            (_, Some(on_hit)) => on_hit.one_in,
            _ => continue,
        };
        if kind == ItemKind::PotionOfVenom {
            assert_eq!(number, u32::from(GAS_VENOM_TURNS), "it tells to throw it");
        }
        let is_said = |word: &str| word.trim_end_matches('.') == number.to_string();
        assert!(words.split(' ').any(is_said), "{words:?} is not of {number}");
    }
}

// M, D: the sentence about a monster agrees with its row in the table.
#[test]
fn a_monsters_ways_are_said_as_its_table_has_them() {
    for kind in MonsterKind::ALL {
        let ([_, words], spec) = (text::monster_lines(kind), kind.spec());
        let mut told: Vec<String> = spec
            .traits
            .iter()
            .map(|&it| match it {
                Trait::Reigns => String::new(),
                Trait::Shields => "straight hits".to_owned(),
                Trait::Crawls => "Bites every turn".to_owned(),
                Trait::Dodges(one_in) => format!("Dodges 1 hit in {one_in}"),
                Trait::MovesRandomly(_) => "May veer off".to_owned(),
                Trait::Teleports { .. } => "Teleports".to_owned(),
                Trait::Rests(_) => "Flees through vents".to_owned(),
                Trait::Steals(_) => "Steals an item".to_owned(),
            })
            .collect();
        told.extend(spec.mark().map(|mark| {
            let words = match mark.effect {
                MarkEffect::Spit(_) => "spits there next turn",
                MarkEffect::Charge(_) => "Rushes. Walls stun it.",
                MarkEffect::Leap => "Leaps two tiles.",
                MarkEffect::Burst => return format!("Explodes 3×3 in {} turns", mark.delay),
                MarkEffect::Shove => "Pushes",
                MarkEffect::Dash => "rushes",
                MarkEffect::Hook => "Pulls",
                MarkEffect::Decoy => "loud",
                MarkEffect::Swap => "swaps",
            };
            words.to_owned()
        }));
        told.extend(spec.on_hit.map(|on_hit| match (on_hit.status, on_hit.one_in) {
            (Status::Envenomed, 1) => format!("{} turns of venom", on_hit.turns),
            (Status::Poisoned, one_in) => format!("1 bite in {one_in} gives rabies"),
            (Status::Stunned, one_in) => format!("1 hit in {one_in} stuns"),
            (Status::Confused, one_in) => format!("1 hit in {one_in} confuses"),
            other => panic!("{kind:?} brings {other:?}, for which there are no words"),
        }));
        for missing in &told {
            assert!(
                words.to_lowercase().contains(&missing.to_lowercase()),
                "core/src/view/text/descriptions.rs, monster_lines of {kind:?}: {words:?} does not say {missing:?}"
            );
        }
    }
}

// M2, M5: a few words describe a monster's activity. A monster that has noticed the player is `hunting`, but the King
// is `fleeing`.
#[test]
fn what_a_monster_is_doing_is_told_in_a_word() {
    let state = |kind, change: &dyn Fn(&mut Monster)| {
        let mut monster = Monster::new(kind, AT, Hp(9));
        change(&mut monster);
        text::monster_state(&monster)
    };
    let (plain, king) = (MonsterKind::MicroMouse, MonsterKind::MouseKing);
    let hunts = |monster: &mut Monster| monster.ai_state = AiState::hunting(AT);
    assert_eq!(state(plain, &|_| ()), "asleep");
    assert_eq!([plain, king].map(|kind| state(kind, &hunts)), ["hunting", "fleeing"]);
    assert_eq!(state(plain, &|it| it.ai_state = AiState::Watching), "on watch");
    assert_eq!(state(plain, &|it| it.ai_state = AiState::Eating { turns: 2 }), "eating");
    assert_eq!(state(plain, &|it| it.is_ally = true), "your ally");
    assert_eq!(state(plain, &|it| it.body.statuses.set(Status::Stunned, 2)), "stunned");
    let squeaks = |monster: &mut Monster| {
        hunts(monster);
        monster.squeak = Squeak::Due;
    };
    assert_eq!(state(plain, &squeaks), "about to squeak");
    for (kind, words) in [
        (MonsterKind::SpitMouse, "about to spit"),
        (MonsterKind::ToughMouse, "about to rush"),
        (MonsterKind::NeoMouse, "about to leap"),
        (MonsterKind::FuseMouse, "fuse lit"),
    ] {
        for aim in [Aim::At(AT), Aim::Soon(AT)] {
            let aims = |monster: &mut Monster| {
                hunts(monster);
                monster.aim = aim;
            };
            assert_eq!(state(kind, &aims), words);
        }
    }
}

// N3, M3: the message about a monster that stops auto-travel does not say that the monster hunts, because the monster
// may have lost the player.
#[test]
fn a_threat_is_not_said_to_hunt() {
    let of =
        |kind| text::interrupt_message(Interrupt::Watched(kind), "o").expect("it is said").text;
    assert!(MonsterKind::ALL.into_iter().all(|kind| !of(kind).contains("hunt")));
}

// A6: the text about a monster that cannot hurt the player says that the monster does no harm.
#[test]
fn what_does_no_harm_is_said_to() {
    assert_eq!(text::odds(Some((0, 0)), (4, 8)), "Its bites do no harm. You hit it for 4-8");
    assert_eq!(text::odds(Some((0, 1)), (4, 8)), "It hits you for 0-1. You hit it for 4-8");
}

// D15, E14: the log and the HUD have the same name for a status, so the player can match the two.
#[test]
fn the_log_calls_a_status_as_the_hud_does() {
    let told = Status::ALL.into_iter().filter(|&status| status != Status::Soothed);
    for status in told {
        let label = text::status_label(status).to_lowercase();
        let words =
            text::status_message(status, 5, Hp(25)).expect("it is said").text.to_lowercase();
        assert!(words.starts_with(&label), "{words:?} does not begin with {label:?}");
    }
}

// Every question before a loss is completely readable in its window.
#[test]
fn every_question_fits_its_window() {
    let questions = [
        text::ASK_DEFAULT_KEYS,
        text::GIVE_UP,
        text::ASK_REPLACE,
        text::ASK_REPLACE_LOST,
        text::ASK_OVERWRITE,
    ];
    for question in questions {
        for line in question.into_iter().chain(text::answers(question)) {
            assert_fits(line, 184 - 20);
        }
    }
}

// H5: every sentence about saves fits the narrowest frame.
#[test]
fn sentences_about_saves_fit_the_screen() {
    let devices = [
        DeviceError::Missing,
        DeviceError::Busy,
        DeviceError::TooSmall,
        DeviceError::ReadOnly,
        DeviceError::NoSpace,
        DeviceError::Broken,
    ];
    let troubles =
        [SaveError::Foreign, SaveError::WrongSize, SaveError::TooNew(9), SaveError::Full];
    let troubles = troubles.into_iter().chain(devices.into_iter().map(SaveError::Device));
    let warnings = [
        LoadWarning::RunLost,
        LoadWarning::RunTooOld,
        LoadWarning::RunOlder,
        LoadWarning::JournalBroken { turns_lost: 1 },
        LoadWarning::JournalBroken { turns_lost: 9_999 },
        LoadWarning::FloorLost(Floor::THRONE),
        LoadWarning::ScoresDamaged,
        LoadWarning::SettingsDamaged,
    ];
    let lines = troubles.flat_map(text::save_error_lines);
    let lines = lines.chain(warnings.into_iter().map(text::load_warning_line)).map(str::to_owned);
    let told = warnings
        .into_iter()
        .filter_map(text::load_warning_message)
        .map(|note| note.text.to_string());
    for line in lines.chain(told).chain([text::ENDED_LINE.to_owned()]) {
        assert!(Frame::text_width(&line) <= 240 - 32, "{line}: {}", Frame::text_width(&line));
    }
    for question in [text::ASK_REPLACE, text::ASK_REPLACE_LOST, text::ASK_OVERWRITE] {
        for line in question {
            assert!(Frame::text_width(line) <= 184 - 16, "{line}");
        }
    }
}
