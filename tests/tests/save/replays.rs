//! Replays the recorded runs. Checks their contents, how the program verifies them, and how it detects a change in a
//! recording. `recordings.rs` describes the recordings.

use super::recordings::{Recording, recordings};
use musrex_core::content::Status;
use musrex_core::replay::{self, ReplayError};
use musrex_core::rules::{Actor, Event};
use musrex_testkit::golden;
use musrex_testkit::program::run;
use std::fs;

// M5, W12: at least two runs climbed to floor 13 and defeated the King.
#[test]
fn two_are_won_on_the_throne_floor() {
    let won: Vec<&Recording> = recordings().iter().filter(|recording| recording.is_won()).collect();
    assert!(won.len() >= 2);
    for recording in won {
        assert_eq!(recording.game.floor().number(), 13, "{}", recording.name());
        assert!(
            recording.last_events.iter().any(|event| matches!(event, Event::KingSlain { .. })),
            "{}",
            recording.name()
        );
    }
}

// T6, H6: in one run, venom kills the player, and the log shows its damage before the death.
#[test]
fn one_dies_of_venom_and_the_log_shows_why() {
    let of_venom = recordings().iter().find(|recording| recording.is_of_venom());
    let recording = of_venom.expect("one run ends by venom");
    let messages = recording.messages();
    let last = messages.last().expect("the end is told");
    assert!(last.starts_with("You die.") && last.contains("venom"), "{last}");
    let hurt = |event: &&Event| {
        let (who, venom) = (Actor::Player, Status::Envenomed);
        matches!(event, Event::StatusHurt { who: w, status, .. } if *w == who && *status == venom)
    };
    assert!(recording.last_events.iter().filter(hurt).count() >= 1);
    let tells = |words: &str| messages.iter().filter(|message| message.contains(words)).count();
    assert!(tells(" damage from venom.") >= 1, "{messages:#?}");
}

#[test]
fn the_program_verifies_them() {
    for recording in recordings() {
        let (name, game) = (recording.name(), &recording.game);
        let verified = run(&golden::path("replays"), &["replay", "--verify", &name]);
        assert_eq!((verified.code, verified.stderr.as_str()), (Some(0), ""), "{name}");
        let sentence = &verified.stdout;
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        for word in [name.clone(), format!("all {} turns", game.turn().0), game.seed().to_string()]
        {
            assert!(sentence.contains(&word), "{word}: {sentence}");
        }
    }
}

/// Replaces the first step after the middle of `recording`. Returns the changed recording, and the turn of the last
/// check line before that step.
fn tampered(recording: &Recording) -> (Vec<u8>, u32) {
    let mut bytes = recording.bytes.clone();
    let middle = bytes.len() / 2;
    // None of these letters is a hexadecimal digit, so no fingerprint is changed.
    let step = bytes[middle..].iter().position(|byte| b"kjhl".contains(byte));
    let at = middle + step.expect("somebody walks");
    bytes[at] = if bytes[at] == b'k' { b'j' } else { b'k' };
    // The game must not differ before the turn of this check line.
    let text = std::str::from_utf8(&recording.bytes[..at]).expect("recordings are text");
    let check = text.lines().rev().find_map(|line| line.strip_prefix("= ")).expect("a check");
    let turn = check.split(' ').next().and_then(|turn| turn.parse().ok());
    (bytes, turn.expect("a check names its turn"))
}

#[test]
fn a_byte_changed_in_the_middle_is_found_and_its_turn_named() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    for recording in recordings() {
        let (bytes, before) = tampered(recording);
        let turn = match replay::verify(&bytes).expect_err("another step is another run") {
            ReplayError::Differs { turn, held } | ReplayError::Refused { turn, held, .. } => {
                assert_eq!(held.map(|turn| turn.0), Some(before), "{}", recording.name());
                turn.0
            }
            ReplayError::Parse(fault) => panic!("{}: {fault:?}", recording.name()),
        };
        assert!((before + 1..=before + 100).contains(&turn), "{}", recording.name());
        fs::write(folder.path().join("tampered.replay"), &bytes).expect("there is room");
        let failed = run(folder.path(), &["replay", "tampered.replay", "--verify"]);
        let sentence = failed.assert_failed(1);
        let wanted = format!("tampered.replay: turn {turn} differs");
        assert!(sentence.starts_with(&wanted), "{wanted:?}: {sentence}");
    }
}

#[test]
fn no_byte_can_be_changed_unnoticed_but_for_nothing() {
    let recording = recordings().iter().min_by_key(|recording| recording.bytes.len());
    let recording = recording.expect("there are some");
    let (mut harmless, mut found) = (0, 0);
    for at in (0..recording.bytes.len()).step_by(29) {
        for byte in [b'.', b'y', b'9', b' ', 0, 0xFF] {
            let mut bytes = recording.bytes.clone();
            if std::mem::replace(&mut bytes[at], byte) == byte {
                continue;
            }
            // The change may concern only a confused player's random step, the version, a line end or a space. In that
            // case, the run stays the same.
            match replay::verify(&bytes) {
                Ok(game) => {
                    assert!(game == recording.game, "byte {at}");
                    harmless += 1;
                }
                Err(_) => found += 1,
            }
        }
    }
    assert!(20 * harmless < found, "{harmless} changes of {found} went unnoticed");
}

#[test]
fn what_cannot_be_replayed_is_said_in_a_sentence() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let failed = run(folder.path(), &["replay", "none.replay", "--verify"]);
    let sentence = failed.assert_failed(1);
    assert_eq!(sentence, "could not read the recording none.replay: No such file or directory");
    fs::write(folder.path().join("bad.replay"), [0xFF, 0x00, b'\n']).expect("there is room");
    for arguments in [&["replay", "bad.replay", "--verify"][..], &["replay", "bad.replay"]] {
        let failed = run(folder.path(), arguments);
        let wanted = "bad.replay: line 1, column 1: a recording begins with `musrex-replay 1`";
        assert_eq!(failed.assert_failed(1), wanted);
    }
    // On a machine without a display, the message suggests an alternative.
    let good = &recordings()[0];
    fs::write(folder.path().join("good.replay"), &good.bytes).expect("there is room");
    let failed = run(folder.path(), &["replay", "good.replay", "--speed", "20"]);
    assert!(failed.assert_failed(1).contains("--verify"));
    for wrong in [&["replay"][..], &["replay", "good.replay", "--speed", "0"]] {
        run(folder.path(), wrong).assert_failed(2);
    }
}
