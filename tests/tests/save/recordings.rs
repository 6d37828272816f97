//! Checks the recordings in `tests/golden/replays`. Each bot of the core plays one recording, and so does the meddler.
//! The meddler climbs like the bot `Master` and then tries every fixture, including the switches of cables. At least
//! two runs are won, one ends with a death by venom, and the others end on various floors with various causes of death.
//! Together they use every verb of the testkit except one. `tests/golden/replays.txt` has a line about the outcome of
//! each.
//!
//! When the rules or the floors have changed on purpose, `cargo bless` keeps each recording that still plays as
//! recorded. The bots of the other recordings play again. Only if the set then lacks a needed feature do all bots play
//! again.

use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::Status;
use musrex_core::dice::mix;
use musrex_core::replay::{self, Recorder, ReplayError};
use musrex_core::rules::Event;
use musrex_core::rules::travel::ExplorePlan;
use musrex_core::view::text::{cause_name, event_message};
use musrex_core::world::Cause;
use musrex_core::{Command, Events, Game, Outcome};
use musrex_testkit::golden;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::recorded_runs::{FOLDER, LONG_RUN_TURNS, SHORT_RUN, TABLE, WON, file_name};
use musrex_testkit::verbs::VERBS;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The folder for the results after a mismatch.
const SCRATCH: &str = env!("CARGO_TARGET_TMPDIR");
/// The largest number of bytes of a recording.
pub(super) const BYTES_MAX: usize = 20_000;
/// The number of games that a hand plays in a batch, to choose from. A hand is a bot or the meddler.
const BATCH: u64 = 10;
/// The largest number of batches that only the hands with broken recordings play. Up to as many batches of all hands
/// may follow.
const BATCHES_MAX: u64 = 5;
/// The number that determines the seed of each game, together with the number of the game.
const SEED: u64 = 4;
/// A verb that hardly any recording shows, because players nearly always have a key. `gba_runs.rs` plays this verb in a
/// separate scene.
const RARE_VERB: &str = "force a door";
/// The name of the hand that tries all fixtures.
const MEDDLER: &str = "meddler";
/// The floor on which the meddler starts trying fixtures: the first floor with cables.
const MEDDLER_FLOOR: u8 = 8;
/// The largest number of turns of a recording.
const TURNS_MAX: u32 = 9_000;

/// A recording and its outcome.
#[derive(Clone)]
pub(super) struct Recording {
    /// The name of the bot that plays, or of the meddler. The file of the recording has the same name.
    pub(super) hand: &'static str,
    pub(super) bytes: Vec<u8>,
    /// The state of the game at the end.
    pub(super) game: Game,
    /// The verbs that the recording uses.
    pub(super) verbs: BTreeSet<&'static str>,
    /// The events of the last ten turns, in order.
    pub(super) last_events: Vec<Event>,
}

impl Recording {
    /// Returns the name of the recording's file.
    pub(super) fn name(&self) -> String {
        file_name(self.hand)
    }

    fn floor(&self) -> u8 {
        self.game.floor().number()
    }

    fn cause(&self) -> Option<Cause> {
        self.game.last_damage_cause().filter(|_| self.game.outcome() == Outcome::Dead)
    }

    pub(super) fn is_won(&self) -> bool {
        self.game.outcome() == Outcome::Won
    }

    /// Returns whether venom has killed the player.
    pub(super) fn is_of_venom(&self) -> bool {
        self.cause() == Some(Cause::Status(Status::Envenomed))
    }

    /// Returns the log messages of the last turns.
    pub(super) fn messages(&self) -> Vec<String> {
        let messages = self.last_events.iter().filter_map(event_message);
        messages.map(|message| message.text.as_str().to_owned()).collect()
    }

    /// Returns the recording's line in the table: the hand, the seed, the outcome and the verbs.
    fn line(&self) -> String {
        let cause = |cause| cause_name(cause).to_lowercase().replace(' ', "-");
        let end = self.cause().map_or(WON.to_owned(), cause);
        let verbs: Vec<&str> = self.verbs.iter().copied().collect();
        let (seed, floor, turns) = (self.game.seed(), self.floor(), self.game.turn().0);
        let (hand, verbs) = (self.hand, verbs.join(", "));
        format!("{hand:<9} {seed:>20} {floor:>5} {turns:>5} {end:<12} {verbs}\n")
    }

    /// Returns whether the recording can be kept: it must have an end, and must not be too long.
    fn is_fit(&self) -> bool {
        self.bytes.len() < BYTES_MAX && self.game.outcome() != Outcome::Playing
    }
}

/// Returns the name of every hand whose recording is kept.
pub(super) fn hands() -> impl Iterator<Item = &'static str> {
    Strategy::ALL.into_iter().map(Strategy::name).chain([MEDDLER])
}

/// Plays the recording of `hand` in `folder`.
///
/// # Errors
/// Fails if the replay differs from the recording.
fn read(folder: &Path, hand: &'static str) -> Result<Recording, String> {
    let name = file_name(hand);
    let bytes = fs::read(folder.join(&name)).map_err(|error| format!("{name}: {error}"))?;
    replayed(hand, bytes).map_err(|fault| format!("{name}: {fault}"))
}

/// Plays the recording in `bytes`.
///
/// # Errors
/// Fails if the replay differs from the recording.
fn replayed(hand: &'static str, bytes: Vec<u8>) -> Result<Recording, String> {
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
    let game = game.map_err(|error| match error {
        ReplayError::Differs { turn, .. } => format!("is another run by turn {}", turn.0),
        ReplayError::Refused { turn, refusal, .. } => {
            format!("ends at turn {}, where a command is refused ({refusal:?})", turn.0)
        }
        ReplayError::Parse(error) => format!("cannot be read ({error:?})"),
    })?;
    let last_events = turns.into_iter().rev().flatten().collect();
    Ok(Recording { hand, bytes, game, verbs, last_events })
}

/// Calls `of` with each of `tasks`, on one thread per core, and returns the results in the order of the tasks. After
/// each task, `done` gets the number of finished tasks.
fn in_parallel<T: Sync, R: Send>(
    tasks: &[T],
    of: impl Fn(&T) -> R + Sync,
    done: impl Fn(usize) + Sync,
) -> Vec<R> {
    let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut results = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(task) = tasks.get(index)
        {
            results.push((index, of(task)));
            done(count.fetch_add(1, Ordering::Relaxed) + 1);
        }
        results
    };
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Reads the recording of every hand.
fn read_all(folder: &Path) -> Vec<Result<Recording, String>> {
    in_parallel(&hands().collect::<Vec<_>>(), |hand| read(folder, hand), |_| {})
}

/// Returns the kept recordings. When blessing goldens, the hands of broken recordings play again.
///
/// # Panics
/// Panics if a recording does not play as recorded.
pub(super) fn recordings() -> &'static [Recording] {
    static RECORDINGS: OnceLock<Vec<Recording>> = OnceLock::new();
    RECORDINGS.get_or_init(|| {
        let folder = golden::path(FOLDER);
        if golden::is_blessing() {
            return bless(&folder);
        }
        let results = read_all(&folder);
        let faults: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
        assert!(faults.is_empty(), "{faults:#?}; `cargo bless` records these anew");
        results.into_iter().flatten().collect()
    })
}

/// Lets `hand` play the run `seed` to its end. Returns `None` if the run does not end in time.
fn record(hand: &'static str, seed: u64) -> Option<Recording> {
    let strategy = Strategy::ALL.into_iter().find(|strategy| strategy.name() == hand);
    let mut bot = Bot::new(strategy.unwrap_or(Strategy::Master));
    let mut meddler = strategy.is_none().then(|| PolicyBot::new(Policy::Meddle, seed));
    let (mut game, mut plan, mut events) = (Game::new(seed), ExplorePlan::NONE, Events::new());
    let mut visible = game.visible();
    let mut recorder = Recorder::new(String::new(), &game).expect("a string takes all");
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        // A stunned player cannot open the pack, but the recording must be playable with buttons alone.
        let can_meddle = game.floor().number() >= MEDDLER_FLOOR && game.accepts_pack().is_ok();
        let command: Command = match meddler.as_mut().filter(|_| can_meddle) {
            Some(meddler) => meddler.play(&mut game, &mut events),
            None => {
                let command = bot.next_with(&game, &visible, Some(&mut plan));
                game.step(command, &mut events).ok()?;
                command
            }
        };
        visible = game.visible();
        recorder.record(command, &game).expect("a string takes all");
    }
    let bytes = recorder.finish(&game).expect("a string takes all").into_bytes();
    (game.outcome() != Outcome::Playing).then(|| replayed(hand, bytes).expect("it was just played"))
}

/// Lets each of `hands` play the batch with its number, and prints the progress.
fn play_batch(hands: &[(&'static str, u64)]) -> Vec<Recording> {
    let games: Vec<(&'static str, u64)> = hands
        .iter()
        .flat_map(|&(hand, batch)| (batch * BATCH..(batch + 1) * BATCH).map(move |n| (hand, n)))
        .collect();
    let names: Vec<&str> = hands.iter().map(|&(hand, _)| hand).collect();
    let (count, names) = (games.len(), names.join(", "));
    golden::progress(&format!("{count} games are played, by {names}"));
    let play =
        |&(hand, number): &(&'static str, u64)| record(hand, mix(mix(SEED).wrapping_add(number)));
    let done = |done: usize| {
        if done.is_multiple_of(10) || done == count {
            golden::progress(&format!("{done} of {count} games are played"));
        }
    };
    in_parallel(&games, play, done).into_iter().flatten().collect()
}

/// Lists the features that the tests below need and `chosen` lacks.
pub(super) fn missing(chosen: &[&Recording]) -> Vec<String> {
    let mut missing = Vec::new();
    let mut need = |holds: bool, what: &str| {
        if !holds {
            missing.push(what.to_owned());
        }
    };
    let won = chosen.iter().filter(|recording| recording.is_won()).count();
    need(won >= 1, "a run that is won");
    need(won >= 2, "a second run that is won");
    let has_mastered = chosen.iter().any(|r| r.is_won() && r.hand == Strategy::Master.name());
    need(has_mastered, "a run that the master wins");
    need(chosen.iter().any(|recording| recording.is_of_venom()), "a run that ends by venom");
    // The emulated handheld plays a short lost game and a long lost game.
    let mut lost = chosen.iter().filter(|recording| !recording.is_won());
    let has_short = lost.clone().any(|it| SHORT_RUN.contains(&it.floor()));
    need(has_short, &format!("a run that ends on floors {SHORT_RUN:?}"));
    let is_long = lost.any(|recording| recording.game.turn().0 >= LONG_RUN_TURNS);
    need(is_long, &format!("a run that is lost after {LONG_RUN_TURNS} turns"));
    let causes: BTreeSet<&str> = chosen.iter().filter_map(|r| r.cause()).map(cause_name).collect();
    let floors: BTreeSet<u8> = chosen.iter().map(|recording| recording.floor()).collect();
    (causes.len()..4).for_each(|_| need(false, "another cause of death"));
    (floors.len()..5).for_each(|_| need(false, "another floor"));
    for (verb, _) in VERBS.into_iter().filter(|(verb, _)| *verb != RARE_VERB) {
        let is_used = chosen.iter().any(|recording| recording.verbs.contains(verb));
        need(is_used, &format!("a run in which one can {verb}"));
    }
    for hand in hands() {
        need(chosen.iter().any(|r| r.hand == hand), &format!("a run of the {hand}"));
    }
    missing
}

/// Completes the `kept` recordings with games that `play_batch` plays: first games of the hands without a kept
/// recording, then of all hands. Returns one recording of each hand.
///
/// # Panics
/// Panics if a needed feature is still missing after the largest number of batches.
fn complete(
    kept: &[Recording],
    mut play_batch: impl FnMut(&[(&'static str, u64)]) -> Vec<Recording>,
) -> Vec<Recording> {
    let mut games = kept.to_vec();
    let mut played: BTreeMap<&str, u64> = BTreeMap::new();
    let is_broken = |hand: &&str| !kept.iter().any(|recording| recording.hand == *hand);
    let mut lacking = missing(&choose(&games, kept));
    for round in 0..2 * BATCHES_MAX {
        if lacking.is_empty() {
            break;
        }
        let is_asked = |hand: &&str| round >= BATCHES_MAX || is_broken(hand);
        let batches: Vec<(&str, u64)> = hands()
            .filter(is_asked)
            .map(|hand| {
                let batch = played.entry(hand).or_default();
                *batch += 1;
                (hand, *batch - 1)
            })
            .collect();
        if batches.is_empty() {
            continue;
        }
        games.extend(play_batch(&batches).into_iter().filter(Recording::is_fit));
        lacking = missing(&choose(&games, kept));
        lacking.iter().for_each(|what| golden::progress(&format!("still needed: {what}")));
    }
    assert!(
        lacking.is_empty(),
        "{} games lack {}: have the rules become too easy or too hard for the bots? If they are as \
         they should be, raise BATCHES_MAX in tests/tests/save/recordings.rs",
        games.len(),
        lacking.join(", ")
    );
    choose(&games, kept).into_iter().cloned().collect()
}

/// Chooses one recording of each hand. The choice lacks as few needed features as possible and replaces as few of the
/// `kept` recordings as possible. It prefers many verbs and few bytes.
fn choose<'a>(games: &'a [Recording], kept: &[Recording]) -> Vec<&'a Recording> {
    // The recording of the bot `Master` must always be a won game. The search exchanges one recording at a time, and
    // might otherwise keep another game of this bot for the sake of a verb.
    let is_eligible = |game: &&Recording| game.is_won() || game.hand != Strategy::Master.name();
    let of = |hand| games.iter().filter(is_eligible).filter(move |game| game.hand == hand);
    let is_exchanged =
        |game: &&&Recording| kept.iter().any(|k| k.hand == game.hand && k.bytes != game.bytes);
    let cost = |chosen: &[&Recording]| {
        let bytes: usize = chosen.iter().map(|game| game.bytes.len()).sum();
        let verbs: usize = chosen.iter().map(|game| game.verbs.len()).sum();
        let exchanged = chosen.iter().filter(is_exchanged).count();
        let rest = bytes + 500 * (VERBS.len() * chosen.len() - verbs);
        1_000_000 * missing(chosen).len() + 100_000 * exchanged + rest
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
            let best = of(chosen[place].hand).min_by_key(|&game| cost(&with(game)));
            chosen = with(best.expect("the one that was chosen is there"));
        }
        if cost(&chosen) == before {
            return chosen;
        }
    }
}

/// Writes the set of recordings that shows all needed features. Keeps recordings that still play as recorded if
/// possible.
fn bless(folder: &Path) -> Vec<Recording> {
    golden::progress("the recorded runs are replayed");
    let (mut kept, mut broken) = (Vec::new(), Vec::new());
    for result in read_all(folder) {
        match result {
            Ok(recording) => kept.push(recording),
            Err(fault) => broken.push(fault),
        }
    }
    broken.iter().for_each(|fault| golden::progress(fault));
    kept.retain(Recording::is_fit);
    let chosen = complete(&kept, play_batch);
    fs::create_dir_all(folder).expect("the folder of goldens can be written");
    for file in fs::read_dir(folder).expect("the folder of goldens can be read") {
        let path = file.expect("the folder of goldens can be read").path();
        let is_known = |hand| path.ends_with(file_name(hand));
        if !hands().any(is_known) {
            fs::remove_file(&path).expect("the folder of goldens can be written");
            golden::progress(&format!("removed {}", path.display()));
        }
    }
    for recording in &chosen {
        let path = folder.join(recording.name());
        let before = fs::read(&path).ok();
        if before.as_ref() == Some(&recording.bytes) {
            continue;
        }
        fs::write(&path, &recording.bytes).expect("the folder of goldens can be written");
        let change = if before.is_some() { "another run" } else { "new" };
        golden::report(&format!("{FOLDER}/{}", recording.name()), change);
    }
    chosen
}

// Each recording plays as recorded, and together they show all needed features. The table lists their outcomes.
#[test]
fn golden_runs_of_all_bots_go_as_they_went() {
    let recordings = recordings();
    let mut table = "hand                      seed floor turns end          verbs\n".to_owned();
    for recording in recordings {
        assert!(recording.is_fit(), "{} has an end, and is short", recording.name());
        table += &recording.line();
    }
    golden::assert_text(TABLE, &table, SCRATCH);
    assert_eq!(missing(&recordings.iter().collect::<Vec<_>>()), [""; 0]);
}

#[test]
#[should_panic(expected = "lack a run that is won, a second run that is won, ")]
fn what_the_games_to_choose_from_lack_is_said() {
    complete(&[], |_| Vec::new());
}

// A recording that still plays as recorded is kept, whatever other games are played.
#[test]
fn only_broken_recordings_are_played_anew() {
    let mut kept: Vec<Recording> = recordings().to_vec();
    let broken = kept.remove(0);
    let mut asked = Vec::new();
    let chosen = complete(&kept, |hands| {
        asked.extend(hands.iter().map(|&(hand, _)| hand));
        vec![broken.clone(), Recording { hand: kept[0].hand, ..broken.clone() }]
    });
    assert_eq!(asked, [broken.hand]);
    let bytes = |recordings: &[Recording]| -> Vec<Vec<u8>> {
        recordings.iter().map(|recording| recording.bytes.clone()).collect()
    };
    assert_eq!(bytes(&chosen), bytes(recordings()));
}
