//! Tests the style of sentences: the ends of log lines, and the article before a name.

use super::input_schemes::schemes;
use super::text::{LOG_WIDTH, assert_fits, events, messages, messages_of_stops};
use crate::content::{Drill, Status};
use crate::controls::InputScheme;
use crate::quantity::Hp;
use crate::view::text::{self, Message};
use std::vec::Vec;

// H2: a line of the log ends with a full stop or an exclamation mark, unless its last words are a number, a key or the
// action of a key.
#[test]
fn every_line_of_the_log_is_ended_alike() {
    let scheme = InputScheme::new(|_| ["Key"; 4]);
    let lesson = |lesson| text::lesson(lesson, None, false, &scheme);
    let lessons = text::Lesson::ALL.into_iter().map(lesson);
    let lines: Vec<Message> =
        messages(["Key"; 3]).into_iter().chain(lessons).chain(statuses()).collect();
    for Message { text, .. } in &lines {
        let has_key = text.contains("Key: ") || text.ends_with(": Key");
        let has_number =
            text.ends_with(" XP") || text.ends_with(|last: char| last.is_ascii_digit());
        let is_ended = text.ends_with(['.', '!']);
        assert_ne!(is_ended, has_key || has_number, "{text:?}");
    }
}

/// Returns the messages about the player's statuses, with the longest numbers of a game.
fn statuses() -> impl Iterator<Item = Message> {
    Status::ALL.into_iter().filter_map(|status| text::status_message(status, 50, Hp(120)))
}

// D15: a message about a status of the player fits the log.
#[test]
fn every_message_of_a_status_fits_the_log() {
    statuses().for_each(|message| assert_fits(&message.text, LOG_WIDTH));
}

/// Returns whether a name begins with the sound of a vowel.
fn begins_with_a_vowel(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_spoken_otherwise = |start: &&str| name.starts_with(start);
    let vowels = ["hour", "honest", "honour", "heir"];
    let consonants = ["uni", "use", "usu", "ute", "eu", "ewe", "one", "once", "u-"];
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        !consonants.iter().any(is_spoken_otherwise)
    } else {
        vowels.iter().any(is_spoken_otherwise)
    }
}

// In messages about events and stops, the article (`a` or `an`) fits the sound of the next word.
#[test]
fn articles_fit_their_names() {
    let all = events().into_iter().filter_map(|event| text::event_message(&event));
    let all = all.chain(messages_of_stops(["Key"; 3]));
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

// H21: the answers to what a player does wrong in the training fit the log, with the key names of each device.
#[test]
fn every_answer_of_the_training_fits_the_log() {
    for scheme in schemes() {
        for drill in Drill::ALL {
            assert_fits(&text::again_message(Some(drill), &scheme).text, LOG_WIDTH);
            if let Some(message) = text::instead_message(drill, &scheme) {
                assert_fits(&message.text, LOG_WIDTH);
            }
        }
    }
}
