//! Plays recordings with arbitrary contents. If a recording plays to its end, a new recording of the same run must have
//! the same end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use musrex_core::replay::{Recorder, ReplayReader, play, verify};
use musrex_testkit::invariants::assert_invariants;

fuzz_target!(|input: &[u8]| {
    let Ok(reader) = ReplayReader::new(input) else { return };
    let mut recorder = Some(Recorder::new(String::new(), &reader.game()).expect("memory has room"));
    let played = play(input, |command, game, _| {
        assert_invariants(game);
        recorder.as_mut().expect("it is there").record(command, game).expect("memory has room");
    });
    let Ok(game) = played else { return };
    let recording = recorder.take().expect("it is there").finish(&game).expect("memory has room");
    assert!(verify(recording.as_bytes()).is_ok_and(|again| again == game), "{recording}");
});
