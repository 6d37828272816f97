//! A save of every format version that ever landed. Old saves load, or are kept and explained; no
//! file is ever written again.

use musrex_core::save::{FORMAT_VERSION, LoadWarning};
use musrex_core::{Floor, Game};
use musrex_tests::flash::Flash;
use musrex_tests::golden::{self, is_blessing};
use musrex_tests::saves::{Player, SaveContents};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/saves")
}

fn paths(version: u8) -> [PathBuf; 2] {
    ["sav", "txt"].map(|extension| folder().join(format!("v{version}.{extension}")))
}

/// A second run on its third floor, a score of the first, settings, and a journal.
fn exhibit() -> Player {
    let mut player = Player::new(2026);
    player.climb(4, 20);
    player
}

/// Describes a save in the form of the file beside it.
fn described(kept: &SaveContents) -> String {
    let run = kept.run.as_ref().map_or("no run".to_owned(), |game| {
        format!("run {:016x} at turn {}", game.fingerprint(), game.turn().0)
    });
    format!("{run}\n{:?}\n{:?}\n", kept.settings, kept.scores.rows())
}

/// Returns whether a floor that was left cannot be rebuilt, because a floor has another terrain than it had.
fn loses_a_floor(kept: &SaveContents) -> bool {
    let is_lost = |game: &Game, floor| {
        game.stored_floor(floor).is_some() && game.rebuild_floor(floor).is_none()
    };
    kept.run.as_ref().is_some_and(|game| Floor::all().any(|floor| is_lost(game, floor)))
}

#[test]
fn every_version_ever_landed_loads_or_is_explained() {
    let [save, text] = paths(FORMAT_VERSION);
    if is_blessing() && !save.exists() {
        let mut player = exhibit();
        fs::create_dir_all(folder()).unwrap();
        fs::write(save, &player.manager.flash().bytes).unwrap();
        fs::write(text, described(&player.kept)).unwrap();
        golden::report(&format!("saves/v{FORMAT_VERSION}.sav"), "new; no older save is touched");
    }
    for version in 1..=FORMAT_VERSION {
        let [save, text] = paths(version);
        let bytes = fs::read(&save)
            .unwrap_or_else(|error| panic!("{}: {error}; `cargo bless` writes it", save.display()));
        let mut flash = Flash::of(&bytes);
        let (kept, loaded) = SaveContents::load(&mut flash);
        let wanted = fs::read_to_string(text).unwrap();
        assert_eq!(loaded.save_error, None, "version {version}");
        if described(&kept) == wanted {
            assert!(loaded.warnings.is_empty(), "version {version}: {:?}", loaded.warnings);
        } else {
            // The rules have moved on, and it must be said: now, or by `Event::FloorLost` when a floor
            // whose terrain is another one now is entered. Where it is not, the bytes mean something
            // else than they did: `core/src/save/mod.rs` says what to do then.
            let is_told = loses_a_floor(&kept)
                || loaded.warnings.iter().any(|note| {
                    matches!(
                        note,
                        LoadWarning::RunLost
                            | LoadWarning::RunOlder
                            | LoadWarning::JournalBroken { .. }
                            | LoadWarning::FloorLost(_)
                    )
                });
            assert!(is_told, "version {version}: {}", described(&kept));
            let after_run = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
            assert_eq!(after_run(&described(&kept)), after_run(&wanted), "never the scores");
        }
    }
}
