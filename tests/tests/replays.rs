//! A dozen recorded runs that must go as they went: two at least are won, one ends by venom, the
//! others on various floors by various hands.
//!
//! They are games of the autopilot. When the rules or the floors have changed on purpose,
//! `cargo bless` lets it play again and chooses anew; it plays on until
//! the two victories and the death by venom are among its games.

use musrex_core::content::{MonsterKind, Status};
use musrex_core::rules::{Actor, Event};
use musrex_core::save::replay::{self, ReplayError};
use musrex_core::view::text::{cause_name, of_event};
use musrex_core::world::Cause;
use musrex_core::{Game, Outcome};
use musrex_tests::golden;
use musrex_tests::program::run;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;

/// The number of recordings.
const KEPT: usize = 12;
/// Bytes of a recording at most.
const BYTES_MAX: usize = 20_000;
/// Games that are played at once, to choose from.
const GAMES: &str = "300";
/// The seed of the first batch; each batch after it has the next number.
const SEED: u64 = 4;
/// The most batches of games that are played until the recordings needed are among them.
const BATCHES_MAX: u64 = 5;

/// A recording and what comes of it.
struct Recording {
    name: String,
    bytes: Vec<u8>,
    /// The game at the end.
    game: Game,
    /// Events of the last ten turns, in order.
    last_events: Vec<Event>,
}

impl Recording {
    fn cause(&self) -> Option<Cause> {
        self.game.last_damage_cause().filter(|_| self.game.outcome() == Outcome::Dead)
    }

    fn is_won(&self) -> bool {
        self.game.outcome() == Outcome::Won
    }

    /// Returns whether venom killed.
    fn is_of_venom(&self) -> bool {
        self.cause() == Some(Cause::Status(Status::Envenomed))
    }

    /// Returns the log messages of the last turns.
    fn messages(&self) -> Vec<String> {
        let messages = self.last_events.iter().filter_map(of_event);
        messages.map(|message| message.text.as_str().to_owned()).collect()
    }
}

/// Plays the recording in `path`.
///
/// # Errors
/// Where it does not go as it went.
fn read(path: &Path) -> Result<Recording, String> {
    let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    let mut turns: VecDeque<Vec<Event>> = VecDeque::new();
    let game = replay::play(&bytes, |_, _, events| {
        turns.truncate(9);
        turns.push_front(events.iter().copied().collect());
    });
    let game = game.map_err(|at| format!("{name}: {at:?}"))?;
    let last_events = turns.into_iter().rev().flatten().collect();
    Ok(Recording { name, bytes, game, last_events })
}

/// The files of recordings in `folder`, by name.
fn recordings_in(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| {
        panic!("no recordings in {}: {error}; `cargo bless` makes some", folder.display())
    });
    let mut paths: Vec<PathBuf> =
        files.map(|file| file.expect("a folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "replay"));
    paths.sort();
    paths
}

/// All recordings in `folder`, by name.
///
/// # Panics
/// When one does not go as it went.
fn read_all(folder: &Path) -> Vec<Recording> {
    let paths = recordings_in(folder);
    let read_some = |paths: &[PathBuf]| paths.iter().map(|path| read(path)).collect::<Vec<_>>();
    let results: Vec<Result<Recording, String>> = thread::scope(|scope| {
        let chunks = paths.chunks(paths.len().div_ceil(4).max(1));
        let threads: Vec<_> = chunks.map(|paths| scope.spawn(move || read_some(paths))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let faults: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(faults.is_empty(), "{faults:#?}; `cargo bless` records anew");
    results.into_iter().flatten().collect()
}

/// The recordings that are kept, chosen anew when goldens are blessed.
fn recordings() -> &'static [Recording] {
    static RECORDINGS: OnceLock<Vec<Recording>> = OnceLock::new();
    RECORDINGS.get_or_init(|| {
        let folder = golden::path("replays");
        if golden::is_blessing() {
            bless(&folder);
        }
        read_all(&folder)
    })
}

/// Lets the autopilot play a batch of games.
fn play_batch(batch: u64) -> Vec<Recording> {
    let scratch = tempfile::tempdir().expect("there is room for temporary files");
    let seed = (SEED + batch).to_string();
    let arguments = ["simulate", "--games", GAMES, "--seed", &seed, "--out", "games"];
    let played = run(scratch.path(), &arguments);
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    read_all(&scratch.path().join("games"))
}

/// Returns a requirement of the tests below that `games` do not meet.
fn missing(games: &[Recording]) -> Option<&'static str> {
    if games.iter().filter(|recording| recording.is_won()).count() < 2 {
        return Some("two runs that are won");
    }
    (!games.iter().any(Recording::is_of_venom)).then_some("a run that ends by venom")
}

/// Plays games with `play_batch` until what is needed is among them.
///
/// # Panics
/// When it is not, after so many batches.
fn play(mut play_batch: impl FnMut(u64) -> Vec<Recording>) -> Vec<Recording> {
    let mut games = Vec::new();
    for batch in 0..BATCHES_MAX {
        games.extend(play_batch(batch));
        if missing(&games).is_none() {
            return games;
        }
    }
    panic!(
        "{} games of the autopilot lack {}: have the rules become too easy or too hard for it? If \
         they are as they should be, raise BATCHES_MAX in tests/tests/replays.rs",
        games.len(),
        missing(&games).unwrap_or("nothing")
    );
}

/// Keeps the smallest recordings that show what must be shown.
fn bless(folder: &Path) {
    let mut games = play(play_batch);
    games.sort_by_key(|recording| recording.bytes.len());
    fs::create_dir_all(folder).expect("the folder of goldens can be written");
    let mut old: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    for path in recordings_in(folder) {
        let bytes = fs::read(&path).expect("the folder of goldens can be read");
        fs::remove_file(&path).expect("the folder of goldens can be written");
        old.insert(path, bytes);
    }
    for (number, recording) in (1..).zip(choose(games)) {
        let floor = recording.game.floor().number();
        let end = match recording.cause() {
            None => "won".to_owned(),
            Some(cause) => cause_name(cause).to_lowercase().replace(' ', "-"),
        };
        let path = folder.join(format!("{number:02}-floor-{floor:02}-{end}.replay"));
        fs::write(&path, &recording.bytes).expect("the folder of goldens can be written");
        let turns = recording.game.turn().0;
        match old.remove(&path) {
            Some(bytes) if bytes == recording.bytes => {}
            Some(_) => report(&path, &format!("another run, of {turns} turns")),
            None => report(&path, &format!("new, a run of {turns} turns")),
        }
    }
    old.keys().for_each(|path| report(path, "removed"));
}

fn report(path: &Path, change: &str) {
    let name = path.file_name().expect("a file has a name").to_string_lossy();
    golden::report(&format!("replays/{name}"), change);
}

/// Two that are won, one of venom, then whatever adds a cause or a floor to those chosen before.
fn choose(mut games: Vec<Recording>) -> Vec<Recording> {
    let mut chosen: Vec<Recording> = Vec::new();
    let mut take = |chosen: &mut Vec<Recording>, wanted: &dyn Fn(&Recording) -> bool| {
        if chosen.len() < KEPT
            && let Some(index) = games.iter().position(wanted)
        {
            chosen.push(games.remove(index));
        }
    };
    take(&mut chosen, &Recording::is_won);
    take(&mut chosen, &Recording::is_won);
    take(&mut chosen, &Recording::is_of_venom);
    for kind in MonsterKind::ALL {
        let cause = Some(Cause::Monster(kind));
        take(&mut chosen, &|recording| recording.cause() == cause);
    }
    while chosen.len() < KEPT {
        let count = chosen.len();
        for floor in 1..=13 {
            let is_there = |other: &Recording| other.game.floor().number() == floor;
            if !chosen.iter().any(is_there) || count < chosen.len() {
                take(&mut chosen, &|recording| is_there(recording) && !recording.is_won());
            }
        }
        if count == chosen.len() {
            take(&mut chosen, &|_| true);
        }
    }
    chosen
}

#[test]
fn a_dozen_runs_go_as_they_went() {
    let recordings = recordings();
    assert_eq!(recordings.len(), KEPT);
    for recording in recordings {
        let Recording { name, bytes, game, .. } = recording;
        assert!(bytes.len() < BYTES_MAX, "{name} has {} bytes", bytes.len());
        assert_ne!(game.outcome(), Outcome::Playing, "{name} has an end");
    }
    let causes: BTreeSet<&str> =
        recordings.iter().filter_map(Recording::cause).map(cause_name).collect();
    let floors: BTreeSet<u8> = recordings.iter().map(|r| r.game.floor().number()).collect();
    assert!(causes.len() >= 4 && floors.len() >= 5, "{causes:?} on floors {floors:?}");
}

// M5, W12: climbed to floor 13, and beat the King.
#[test]
fn two_are_won_on_the_throne_floor() {
    let won: Vec<&Recording> = recordings().iter().filter(|recording| recording.is_won()).collect();
    assert!(won.len() >= 2);
    for recording in won {
        assert_eq!(recording.game.floor().number(), 13, "{}", recording.name);
        assert!(recording.last_events.contains(&Event::KingSlain), "{}", recording.name);
    }
}

// T6, H6: venom kills, and the log tells so turn by turn.
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
    assert!(tells("The venom takes 1 hp.") >= 1, "{messages:#?}");
}

#[test]
#[should_panic(expected = "lack a run that ends by venom")]
fn what_the_games_to_choose_from_lack_is_said() {
    let folder = golden::path("replays");
    let won = |path: &&PathBuf| path.to_string_lossy().ends_with("-won.replay");
    let paths = recordings_in(&folder);
    play(|_| paths.iter().filter(won).map(|path| read(path).expect("it is a recording")).collect());
}

#[test]
fn the_program_verifies_them() {
    for recording in recordings() {
        let Recording { name, game, .. } = recording;
        let verified = run(&golden::path("replays"), &["replay", "--verify", name]);
        assert_eq!((verified.code, verified.stderr.as_str()), (Some(0), ""), "{name}");
        let sentence = &verified.stdout;
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        for word in [name.clone(), format!("all {} turns", game.turn().0), game.seed().to_string()]
        {
            assert!(sentence.contains(&word), "{word}: {sentence}");
        }
    }
}

/// `recording` with another step in place of the first one after its middle, and that step's turn.
fn tampered(recording: &Recording) -> (Vec<u8>, u32) {
    let mut bytes = recording.bytes.clone();
    let middle = bytes.len() / 2;
    // None of these letters is a hexadecimal digit, so no check is changed.
    let step = bytes[middle..].iter().position(|byte| b"kjhl".contains(byte));
    let at = middle + step.expect("somebody walks");
    bytes[at] = if bytes[at] == b'k' { b'j' } else { b'k' };
    // The check before it tells the turn from which on it may break.
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
                assert_eq!(held.map(|turn| turn.0), Some(before), "{}", recording.name);
                turn.0
            }
            ReplayError::Parse(fault) => panic!("{}: {fault:?}", recording.name),
        };
        assert!((before + 1..=before + 100).contains(&turn), "{}", recording.name);
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
            // Another way of one who is confused, another version, a line end or a space: then
            // the run is the same.
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
    // Without a display: what can be done instead is named.
    let good = &recordings()[0];
    fs::write(folder.path().join("good.replay"), &good.bytes).expect("there is room");
    let failed = run(folder.path(), &["replay", "good.replay", "--speed", "20"]);
    assert!(failed.assert_failed(1).contains("--verify"));
    for wrong in [&["replay"][..], &["replay", "good.replay", "--speed", "0"]] {
        run(folder.path(), wrong).assert_failed(2);
    }
}
