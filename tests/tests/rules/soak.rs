//! Plays very many turns with different kinds of bots, and checks the invariants.
//!
//! `MUSREX_SOAK_TURNS` sets the number of turns; without this variable, the tier sets it. The test prints the
//! events that it has seen; `cargo test --test rules soak:: -- --nocapture` shows them.

use musrex_core::content::Status;
use musrex_core::limits::FLOORS;
use musrex_core::quantity::{Floor, Level, Xp};
use musrex_core::rules::{Command, Event, Events, experience};
use musrex_core::world::{FloorState, Game, Outcome, Player, Terrain, Worn};
use musrex_core::{Direction, worldgen};
use musrex_testkit::assert_same;
use musrex_testkit::invariants::faults;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::progress::Progress;
use musrex_testkit::seeds::shifted;
use musrex_testkit::tier;
use musrex_testkit::verbs::Verb;
use std::fmt;

/// The total number of turns over all policies: in the short tier, and in the full tier.
const TURNS: [u64; 2] = [30_000, 1_000_000];
/// The limit on the number of turns until every rare event has occurred, as a multiple of a policy's turns in the full
/// tier.
const TIMES_MAX: u64 = 8;
/// The number of turns after which a run is abandoned and the next one begins.
const TURNS_A_RUN: u32 = 3_000;
/// The number of turns between two checks of everything. It is a prime, so that the checks do not coincide with periods
/// of the game.
const TURNS_A_CHECK: u64 = 13;
/// The number of refusals between two checks that a refusal changes nothing.
const REFUSALS_A_CHECK: u64 = 11;

/// The kinds of events that are counted in addition to walking and striking.
const CHOICES: [Verb; 19] = [
    ("thrown", |event| matches!(event, Event::Thrown { .. })),
    ("spilled", |event| matches!(event, Event::Spilled { .. })),
    ("burned", |event| matches!(event, Event::Burned { .. })),
    ("woken", |event| matches!(event, Event::Woke { .. })),
    ("squeaked", |event| matches!(event, Event::Squeaked { .. })),
    ("spat", |event| matches!(event, Event::Spat { .. })),
    ("charged", |event| matches!(event, Event::Charged { .. })),
    ("leapt", |event| matches!(event, Event::Leapt { .. })),
    ("burst", |event| matches!(event, Event::Burst { .. })),
    ("stolen", |event| matches!(event, Event::Stole { .. })),
    ("eaten", |event| matches!(event, Event::Eats { .. })),
    ("overridden", |event| matches!(event, Event::Overridden { .. })),
    ("into vents", |event| matches!(event, Event::VentEntered { .. })),
    ("out of vents", |event| matches!(event, Event::VentLeft { .. })),
    ("vents shut", |event| matches!(event, Event::VentShut { .. })),
    ("terminals", |event| matches!(event, Event::TerminalUsed { .. })),
    ("vaults", |event| matches!(event, Event::PedestalsSealed)),
    ("switches", |event| matches!(event, Event::Switched { .. })),
    ("followers", |event| matches!(event, Event::Followed { .. })),
];

/// Counts the events of the played turns.
#[derive(Default)]
struct Observed {
    runs: u64,
    turns: u64,
    refusals: u64,
    deaths: u64,
    wins: u64,
    kills: u64,
    levels: u64,
    highest_level: u8,
    picked_up: u64,
    statuses: [u64; Status::COUNT],
    /// The number of times that each event of [`CHOICES`] has occurred, in the same order.
    choices: [u64; CHOICES.len()],
    /// The number of turns on each floor.
    floors: [u64; FLOORS],
    most_events: usize,
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} runs, {} turns, {} refusals", self.runs, self.turns, self.refusals)?;
        writeln!(f, "  {} deaths, {} won, {} kills", self.deaths, self.wins, self.kills)?;
        writeln!(f, "  {} levels gained, at most {}", self.levels, self.highest_level)?;
        writeln!(f, "  {} items", self.picked_up)?;
        writeln!(f, "  statuses {:?}, events a turn at most {}", self.statuses, self.most_events)?;
        for ((name, _), count) in CHOICES.into_iter().zip(self.choices) {
            write!(f, "  {name} {count}")?;
        }
        write!(f, "\n  turns on each floor {:?}", self.floors)
    }
}

impl Observed {
    fn note(&mut self, game: &Game, events: &Events) {
        self.turns += 1;
        self.floors[game.floor().index()] += 1;
        self.highest_level = self.highest_level.max(game.player().level.number());
        self.most_events = self.most_events.max(events.iter().count());
        for event in events {
            for ((_, shows), count) in CHOICES.into_iter().zip(&mut self.choices) {
                *count += u64::from(shows(event));
            }
            match event {
                Event::Slain { .. } => self.kills += 1,
                Event::LevelGained(_) => self.levels += 1,
                Event::PickedUp { .. } => self.picked_up += 1,
                Event::StatusBegan { status, .. } => *status.entry_mut(&mut self.statuses) += 1,
                _ => {}
            }
        }
    }
}

/// Plays one command. Panics if an invariant is violated; the message states how to reproduce the fault.
fn play(
    game: &mut Game,
    command: Command,
    events: &mut Events,
    observed: &mut Observed,
    place: &str,
) {
    let wants_refusal_check = observed.refusals.is_multiple_of(REFUSALS_A_CHECK);
    let is_refused = game.accepts(command).is_err();
    let before = (is_refused && wants_refusal_check).then(|| game.clone());
    let (seed, turn) = (game.seed(), game.turn().0);
    let result = game.step(command, events);
    assert_eq!(result.is_err(), is_refused, "{place}: {command:?} in turn {turn} of {seed:#x}");
    if is_refused {
        observed.refusals += 1;
        if let Some(before) = before {
            assert_same!(*game, before, "{place}: a refusal changed the game");
        }
        return;
    }
    assert_eq!(game.turn().0, turn + 1, "{place}: one command is one turn");
    assert_eq!(events.lost(), 0, "{place}: events lost in turn {turn} of {seed:#x}");
    observed.note(game, events);
    let is_over = game.outcome() != Outcome::Playing;
    if (is_over || observed.turns.is_multiple_of(TURNS_A_CHECK))
        && let Err(fault) = faults(game)
    {
        panic!("{place}: {fault} in turn {turn} of run {seed:#x}, floor {:?}", game.floor());
    }
}

/// Plays `policy` for `parts` of the 32 parts into which all turns are divided, in separate runs that `start` begins.
/// Policies that play fast get more parts. In the full tier, further turns follow until enough events have occurred.
fn soak_from(
    what: &str,
    policy: Policy,
    parts: u64,
    start: impl Fn(u64, u64) -> Game,
    is_enough: impl Fn(&Observed) -> bool,
) {
    let mut observed = Observed::default();
    let mut events = Events::new();
    let turns = turns() * parts / 32;
    let progress = Progress::new("turns", turns);
    let turns_max = turns.max(TURNS[1] * parts / 32) * TIMES_MAX;
    while observed.turns < turns || !is_enough(&observed) {
        assert!(observed.turns < turns_max, "{what}: not all was seen that must be: {observed}");
        let number = observed.runs;
        observed.runs += 1;
        let place = format!("{what}, run {number}");
        let seed = shifted(musrex_core::dice::mix(policy as u64) ^ number);
        let before = observed.turns;
        let (mut game, mut bot) = (start(seed, number), PolicyBot::new(policy, shifted(number)));
        while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_A_RUN {
            let command = bot.next(&game);
            play(&mut game, command, &mut events, &mut observed, &place);
        }
        progress.add(observed.turns - before);
        observed.deaths += u64::from(game.outcome() == Outcome::Dead);
        observed.wins += u64::from(game.outcome() == Outcome::Won);
    }
    println!("{what}: {observed}");
}

fn soak(policy: Policy, parts: u64, is_enough: impl Fn(&Observed) -> bool) {
    soak_from(&format!("{policy:?}"), policy, parts, |seed, _| Game::new(seed), is_enough);
}

/// Returns a run that begins on a floor from 3 to 13, at a level that can survive there.
fn veteran(seed: u64, number: u64) -> Game {
    let floor = Floor::new(u8::try_from(3 + number % 11).expect("below 14")).expect("a floor");
    let mut here = FloorState::EMPTY;
    worldgen::generate(seed, floor, &mut here);
    let start = here.map.find(Terrain::StairsDown).and_then(|down| down.step(Direction::East));
    let level = Level::new(3 * floor.number()).expect("a level");
    let hp = experience::stats(level, &Worn::NOTHING, None).hp_max;
    let mut player = Player::new(start.expect("every floor above the lobby has down stairs"), hp);
    player.level = level;
    player.xp = Level::new(level.number() - 1).map_or(Xp(0), experience::xp_to_leave);
    Game::from_parts(seed, floor, player, here)
}

/// Returns the total number of turns.
fn turns() -> u64 {
    let turns = std::env::var("MUSREX_SOAK_TURNS").ok();
    turns.map_or_else(|| tier::pick(TURNS), |turns| turns.parse().expect("a number of turns"))
}

#[test]
fn random_players_keep_the_invariants() {
    soak(Policy::Random, 10, |seen| seen.refusals > 0);
}

#[test]
fn climbers_keep_the_invariants() {
    soak(Policy::Climb, 3, |seen| seen.deaths > 0 && seen.kills > 0 && seen.floors[2] > 0);
}

#[test]
fn careful_climbers_keep_the_invariants() {
    soak(Policy::Careful, 3, |seen| seen.levels > 0 && seen.floors[3] > 0);
}

#[test]
fn bouncers_on_stairs_keep_the_invariants() {
    soak(Policy::Bounce, 1, |seen| seen.floors[1] > 0);
}

#[test]
fn the_meek_keep_the_invariants() {
    soak(Policy::Meek, 4, |seen| seen.deaths > 0);
}

#[test]
fn hoarders_keep_the_invariants() {
    soak(Policy::Hoard, 7, |seen| seen.picked_up > 0 && seen.levels > 0);
}

#[test]
fn veterans_keep_the_invariants() {
    soak_from("Veterans", Policy::Climb, 2, veteran, |seen| {
        seen.wins > 0 && seen.statuses.iter().filter(|&&count| count > 0).count() >= 4
    });
}

#[test]
fn hoarding_veterans_keep_the_invariants() {
    soak_from("Hoarding veterans", Policy::Hoard, 2, veteran, |seen| {
        seen.floors[3..].iter().all(|&turns| turns > 0)
    });
}

// W15 to W18, I6 to I10, M7 to M9: a player who uses every fixture also throws items and shuts vents.
#[test]
fn meddlers_keep_the_invariants() {
    soak(Policy::Meddle, 3, |seen| seen.choices[0] > 0 && seen.choices[14] > 0);
}

#[test]
fn meddling_veterans_keep_the_invariants() {
    soak_from("Meddling veterans", Policy::Meddle, 4, veteran, |seen| {
        seen.choices.iter().all(|&count| count > 0)
    });
}
