//! Code that the fuzzers share: the sessions from which they start, and the checks of loaded saves.

use musrex_core::Game;
use musrex_core::poll::block_on;
use musrex_core::save::{Loaded, SaveManager};
use musrex_testkit::flash::Flash;
use musrex_testkit::invariants::assert_invariants;
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{Player, SaveContents, Session, resume_any};
use std::sync::OnceLock;

pub use musrex_testkit::records::{KEY_OF_JOURNAL, put, record};

/// The keys of the records (first record, run, hall of fame, settings, two floors) and of the journal.
pub const KEYS: [u8; 7] = [0, 1, 2, 3, 16, 17, KEY_OF_JOURNAL];

/// Returns a session with settings, at least one finished run, and a run that is on its third floor and has a journal.
pub fn session() -> &'static Session {
    static SESSION: OnceLock<Session> = OnceLock::new();
    SESSION.get_or_init(|| {
        let mut player = Player::new(5);
        player.manager.flash().log = Some(Vec::new());
        player.climb(1, 5);
        player.into_session()
    })
}

/// Loads any bytes as a save, checks that the result is a possible game that can be saved again, and plays on.
///
/// # Panics
/// Panics if a check fails.
pub fn check(bytes: &[u8]) -> (SaveContents, Loaded) {
    let mut flash = Flash::of(bytes);
    let (found, loaded) = SaveContents::load(&mut flash);
    if let Some(run) = &found.run {
        assert_invariants(run);
        assert!(saved_anew(run) == *run, "saved anew it is another game");
    }
    let (again, _) = SaveContents::load(&mut flash);
    // If the repair of a refused save has failed, it may still succeed at the next load.
    assert!(again == found || loaded.save_error.is_some(), "looked at again it is another save");
    resume_any(&flash.bytes);
    (found, loaded)
}

fn saved_anew(run: &Game) -> Box<Game> {
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(run).expect("an empty flash has room");
    let (found, loaded) = SaveContents::load(manager.flash());
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    found.run.expect("it was saved")
}
