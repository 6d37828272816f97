//! Recorded runs that must go as they went: one by each of the ten bots, and one by a meddler, who
//! climbs like the master and then tries all that is built in, the switches of cables, too. Two at least are won, one ends by venom, the others on various floors
//! by various hands, and together they use every verb.
//!
//! When the rules or the floors have changed on purpose, `cargo bless` lets the bots play again and
//! chooses anew: short runs with many verbs. They play on until all that is needed is among their
//! games.

use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::Status;
use musrex_core::rules::{Actor, Event};
use musrex_core::save::replay::{self, Recorder, ReplayError};
use musrex_core::view::text::{cause_name, of_event};
use musrex_core::world::Cause;
use musrex_core::{Command, Events, Game, Outcome};
use musrex_testkit::golden;
use musrex_testkit::lockstep::{LONGER_RUN, SHORT_RUN};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::program::{Run, run};
use musrex_testkit::source::root;
use musrex_testkit::verbs::VERBS;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::thread;

/// Bytes of a recording at most.
const BYTES_MAX: usize = 20_000;
/// Games that each bot plays at once, to choose from.
const GAMES: &str = "40";
/// The seed of the first batch; each batch after it has the next number.
const SEED: u64 = 4;
/// The most batches of games that are played until the recordings needed are among them.
const BATCHES_MAX: u64 = 5;
/// The verb that hardly any game has, because keys are there: `gba_runs.rs` plays it on a scene of
/// its own.
const RARE_VERB: &str = "force a door";
/// The name of the hand that meddles with all that is built in.
const MEDDLER: &str = "meddler";
/// The floor on which it begins to meddle: the first that has cables.
const MEDDLER_FLOOR: u8 = 8;
/// The most turns of its recording.
const MEDDLER_TURNS_MAX: u32 = 9_000;
/// Games of the meddler, to choose from.
const MEDDLER_GAMES: u64 = 60;

/// A recording and what comes of it.
#[derive(Clone)]
struct Recording {
    name: String,
    bytes: Vec<u8>,
    /// The game at the end.
    game: Game,
    /// The verbs that it uses.
    verbs: BTreeSet<&'static str>,
    /// Events of the last ten turns, in order.
    last_events: Vec<Event>,
}

impl Recording {
    /// Returns the name of the bot, with which the name of the file begins.
    fn bot(&self) -> &str {
        self.name.split('-').next().expect("a name has a beginning")
    }

    fn floor(&self) -> u8 {
        self.game.floor().number()
    }

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

/// Returns the name of every hand whose recording is kept.
fn hands() -> impl Iterator<Item = &'static str> {
    Strategy::ALL.into_iter().map(Strategy::name).chain([MEDDLER])
}

/// Plays the recording in `path`.
///
/// # Errors
/// Fails where the game does not go as it was recorded.
fn read(path: &Path) -> Result<Recording, String> {
    let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    replayed(name, bytes)
}

/// Plays the recording in `bytes`.
///
/// # Errors
/// Fails where the game does not go as it was recorded.
fn replayed(name: String, bytes: Vec<u8>) -> Result<Recording, String> {
    let mut verbs = BTreeSet::new();
    let mut turns: VecDeque<Vec<Event>> = VecDeque::new();
    let game = replay::play(&bytes, |_, _, events| {
        for (verb, shows) in VERBS {
            if !verbs.contains(verb) && events.iter().any(shows) {
                verbs.insert(verb);
            }
        }
        turns.truncate(9);
        turns.push_front(events.iter().copied().collect());
    });
    let game = game.map_err(|at| format!("{name}: {at:?}"))?;
    let last_events = turns.into_iter().rev().flatten().collect();
    Ok(Recording { name, bytes, game, verbs, last_events })
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

/// Lets every bot play a batch of games. Games without an end are left out.
fn play_batch(batch: u64) -> Vec<Recording> {
    let scratch = tempfile::tempdir().expect("there is room for temporary files");
    let seed = (SEED + batch).to_string();
    let games = scratch.path().join("games");
    let mut cargo = process::Command::new(env!("CARGO"));
    cargo.args(["simulate", "--bots", "--games", GAMES, "--seed", &seed, "--out"]).arg(&games);
    let played = Run::from(cargo.current_dir(root()).output().expect("cargo has built this test"));
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    read_all(&games)
}

/// Lets the meddler play, and records the games that end.
fn meddle() -> Vec<Recording> {
    let games = 0..MEDDLER_GAMES;
    let record = |seed| {
        let (mut game, mut meddler) = (Game::new(seed), PolicyBot::new(Policy::Meddle, seed));
        let (mut master, mut visible) = (Bot::new(Strategy::Master), game.visible());
        let mut recorder = Recorder::new(String::new(), &game).expect("a string takes all");
        let mut events = Events::new();
        while game.outcome() == Outcome::Playing && game.turn().0 < MEDDLER_TURNS_MAX {
            // Who is stunned cannot open the pack, and whoever plays the recording has only buttons.
            let is_meddling = game.floor().number() >= MEDDLER_FLOOR && game.accepts_pack().is_ok();
            let command: Command = if is_meddling {
                meddler.play(&mut game, &mut events)
            } else {
                let command = master.next(&game, &visible);
                game.step(command, &mut events).ok()?;
                command
            };
            visible = events.visible().clone();
            recorder.record(command, &game).expect("a string takes all");
        }
        let has_end = game.outcome() != Outcome::Playing;
        let bytes = recorder.finish(&game).expect("a string takes all").into_bytes();
        has_end.then(|| replayed(format!("{MEDDLER}-{seed}"), bytes).expect("it was just played"))
    };
    games.filter_map(record).collect()
}

/// Lists what the tests below need and `chosen` lack.
fn missing(chosen: &[&Recording]) -> Vec<String> {
    let mut missing = Vec::new();
    let mut need = |holds: bool, what: &str| {
        if !holds {
            missing.push(what.to_owned());
        }
    };
    let won = chosen.iter().filter(|recording| recording.is_won()).count();
    need(won >= 1, "a run that is won");
    need(won >= 2, "a second run that is won");
    let has_mastered = chosen.iter().any(|r| r.is_won() && r.bot() == Strategy::Master.name());
    need(has_mastered, "a run that the master wins");
    need(chosen.iter().any(|recording| recording.is_of_venom()), "a run that ends by venom");
    // The emulated handheld plays one of each.
    for floors in [SHORT_RUN, LONGER_RUN] {
        let is_there = chosen.iter().any(|r| floors.contains(&r.floor()) && !r.is_won());
        need(is_there, &format!("a run that ends on floors {floors:?}"));
    }
    let causes: BTreeSet<&str> = chosen.iter().filter_map(|r| r.cause()).map(cause_name).collect();
    let floors: BTreeSet<u8> = chosen.iter().map(|recording| recording.floor()).collect();
    (causes.len()..4).for_each(|_| need(false, "another cause of death"));
    (floors.len()..5).for_each(|_| need(false, "another floor"));
    for (verb, _) in VERBS.into_iter().filter(|(verb, _)| *verb != RARE_VERB) {
        let is_used = chosen.iter().any(|recording| recording.verbs.contains(verb));
        need(is_used, &format!("a run in which one can {verb}"));
    }
    missing
}

/// Plays games with `play_batch` until what is needed is among them. Returns one of each hand.
///
/// # Panics
/// When it is not, after so many batches.
fn play(mut play_batch: impl FnMut(u64) -> Vec<Recording>) -> Vec<Recording> {
    let mut games = Vec::new();
    let mut lacking = Vec::new();
    for batch in 0..BATCHES_MAX {
        games.extend(play_batch(batch));
        games.retain(|game: &Recording| {
            game.bytes.len() < BYTES_MAX && game.game.outcome() != Outcome::Playing
        });
        let chosen = choose(&games);
        lacking = missing(&chosen);
        if lacking.is_empty() && chosen.len() == hands().count() {
            return chosen.into_iter().cloned().collect();
        }
    }
    panic!(
        "{} games lack {}: have the rules become too easy or too hard for the bots? If they are as \
         they should be, raise BATCHES_MAX in tests/tests/save/replays.rs",
        games.len(),
        lacking.join(", ")
    );
}

/// Chooses one recording of each hand: the one that, with those of the others, leaves least missing,
/// with many verbs and few bytes.
fn choose(games: &[Recording]) -> Vec<&Recording> {
    // The master's is won in any case: a search that exchanges one recording at a time might keep another
    // of its runs for a verb.
    let is_eligible = |game: &&Recording| game.is_won() || game.bot() != Strategy::Master.name();
    let of = |hand| games.iter().filter(is_eligible).filter(move |game| game.bot() == hand);
    let cost = |chosen: &[&Recording]| {
        let bytes: usize = chosen.iter().map(|game| game.bytes.len()).sum();
        let verbs: usize = chosen.iter().map(|game| game.verbs.len()).sum();
        missing(chosen).len() * 100_000 + bytes + 500 * (VERBS.len() * chosen.len() - verbs)
    };
    let mut chosen: Vec<&Recording> = hands().filter_map(|hand| of(hand).next()).collect();
    loop {
        let before = cost(&chosen);
        for place in 0..chosen.len() {
            let with = |game| {
                let mut others = chosen.clone();
                others[place] = game;
                others
            };
            let best = of(chosen[place].bot()).min_by_key(|&game| cost(&with(game)));
            chosen = with(best.expect("the one that was chosen is there"));
        }
        if cost(&chosen) == before {
            return chosen;
        }
    }
}

/// Keeps the recordings that show what must be shown.
fn bless(folder: &Path) {
    let mut meddled = meddle();
    let games = play(|batch| {
        let mut games = play_batch(batch);
        games.append(&mut meddled);
        games
    });
    fs::create_dir_all(folder).expect("the folder of goldens can be written");
    let mut old: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    for path in recordings_in(folder) {
        let bytes = fs::read(&path).expect("the folder of goldens can be read");
        fs::remove_file(&path).expect("the folder of goldens can be written");
        old.insert(path, bytes);
    }
    for recording in games {
        let floor = recording.floor();
        let end = match recording.cause() {
            None => "won".to_owned(),
            Some(cause) => cause_name(cause).to_lowercase().replace(' ', "-"),
        };
        let path = folder.join(format!("{}-floor-{floor:02}-{end}.replay", recording.bot()));
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

#[test]
fn a_run_of_each_bot_goes_as_it_went() {
    let recordings = recordings();
    let mut wanted: Vec<&str> = hands().collect();
    wanted.sort_unstable();
    assert_eq!(recordings.iter().map(Recording::bot).collect::<Vec<_>>(), wanted);
    for recording in recordings {
        let Recording { name, bytes, game, .. } = recording;
        assert!(bytes.len() < BYTES_MAX, "{name} has {} bytes", bytes.len());
        assert_ne!(game.outcome(), Outcome::Playing, "{name} has an end");
    }
    assert_eq!(missing(&recordings.iter().collect::<Vec<_>>()), [""; 0]);
}

// M5, W12: climbed to floor 13, and beat the King.
#[test]
fn two_are_won_on_the_throne_floor() {
    let won: Vec<&Recording> = recordings().iter().filter(|recording| recording.is_won()).collect();
    assert!(won.len() >= 2);
    for recording in won {
        assert_eq!(recording.game.floor().number(), 13, "{}", recording.name);
        assert!(
            recording.last_events.iter().any(|event| matches!(event, Event::KingSlain { .. })),
            "{}",
            recording.name
        );
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
    assert!(tells("The venom takes ") >= 1, "{messages:#?}");
}

#[test]
#[should_panic(expected = "lack a run that is won, a second run that is won, ")]
fn what_the_games_to_choose_from_lack_is_said() {
    play(|_| Vec::new());
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
