//! Simulations: bots play many games, to show how well the game is balanced. A `table` and a `report` of charts show
//! the `measures` of the `results`.
//!
//! The seed of each game follows from the requested seed and the number of the game. So the results are the same for
//! any number of threads, and all bots play the same seeds.

mod measures;
mod report;
mod report_chart;
mod results;
mod table;

use crate::arguments::{bot, jobs, night};
use crate::games::TURNS_MAX;
use crate::presses::Presses;
use crate::threads::in_threads;
use crate::{meter, seed_of_game};
use indicatif::{ProgressBar, ProgressStyle};
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::Night;
use musrex_core::limits::FLOORS;
use musrex_core::replay::Recorder;
use musrex_core::rules::travel::ExplorePlan;
use musrex_core::save::{RunMode, Score};
use musrex_core::{Events, Game, Outcome};
use musrex_support::failure::{Failure, reason};
use musrex_support::{files, seed};
use report::Heading;
use results::{Arrival, BuildNames, GameResult, TurnKinds, Verbs, csv, enemies_in_sight};
use std::fs;
use std::io::{self, IsTerminal as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// Chooses the bots and the games that they play.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The number of games, 1 to 1000000 [default with --meter: 200]
    #[arg(long, value_name = "N", value_parser = games, required_unless_present = "meter")]
    games: Option<u32>,
    /// The seed that determines the games' seeds [default: a new one]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<u64>,
    /// The number of threads, 1 to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// careful, charger, waiter, corridor, stairs, miser,
    /// hacker, thrower, sneak or master, one that plays by a plan: fighter,
    /// chemist, leader, courier, thief or trickster [default: careful]
    #[arg(long, value_name = "NAME", value_parser = bot, default_value = "careful", hide_default_value = true, verbatim_doc_comment)]
    bot: Strategy,
    /// Let all bots play, and compare them
    #[arg(long, conflicts_with = "bot")]
    bots: bool,
    /// Measure decisions in the bot's fight turns, in chances to win
    #[arg(long, conflicts_with_all = ["bots", "calm"])]
    meter: bool,
    /// The approximate number of fight turns, 1 to 1000000 [default: 100]
    #[arg(long, value_name = "N", value_parser = games, requires = "meter")]
    turns: Option<u32>,
    /// Also play the games with a search in every fight turn
    #[arg(long, requires = "meter")]
    oracle: bool,
    /// Let the bots play calm nights
    #[arg(long)]
    calm: bool,
    /// Let the bots play this night, 1 to 10
    #[arg(long, value_name = "N", value_parser = night, default_value = "1", hide_default_value = true, conflicts_with = "meter")]
    night: Night,
    /// Folder for games.csv, report.html and recordings, or for meter.csv
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Options {
    /// Returns the bots that play.
    fn strategies(&self) -> Vec<Strategy> {
        if self.bots { Strategy::ALL.to_vec() } else { vec![self.bot] }
    }

    /// Returns the number of games to play.
    fn games(&self) -> u32 {
        self.games.unwrap_or(meter::Settings::new(self.bot).games)
    }

    /// Returns the rules of the games: calm or not, and the night.
    fn mode(&self) -> RunMode {
        RunMode::ORDINARY.with_calm(self.calm).with_night(self.night)
    }

    fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get))
    }
}

fn games(text: &str) -> Result<u32, &'static str> {
    let games = text.parse().ok();
    games.filter(|games| (1..=1_000_000).contains(games)).ok_or("games are 1 to 1000000")
}

/// Runs the simulation and prints the results.
///
/// # Errors
/// Fails if a file or standard output cannot be written, or the threads cannot be started.
pub fn run(options: &Options) -> Result<(), Failure> {
    let seed = seed::or_new(options.seed)?;
    if let Some(folder) = &options.out {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::Failed(format!("could not make {}: {}", folder.display(), reason(&error)))
        })?;
    }
    if options.meter {
        return run_meter(options, seed);
    }
    let mut games = Vec::new();
    let progress = progress(options);
    for bot in options.strategies() {
        progress.set_message(bot.name());
        games.extend(play_all(options, bot, seed, &progress)?);
    }
    progress.finish_and_clear();
    if let Some(folder) = &options.out {
        files::write(&folder.join("games.csv"), csv(&games).as_bytes())?;
        let bot = (!options.bots).then_some(options.bot);
        let (games_each, mode) = (options.games(), options.mode());
        let heading = Heading { games: games_each, seed, bot, mode };
        files::write(&folder.join("report.html"), report::render(&games, &heading).as_bytes())?;
    }
    let table = if options.bots {
        table::render_comparison(&games, seed)
    } else {
        table::render(&games, seed)
    };
    let text = if options.calm { format!("Calm nights: {table}") } else { table };
    let text = match options.night {
        Night::Plain => text,
        night => format!("Night {}: {text}", night.number()),
    };
    files::print(&text)
}

/// Runs the meter with these options.
fn run_meter(options: &Options, seed: u64) -> Result<(), Failure> {
    let defaults = meter::Settings::new(options.bot);
    let settings = meter::Settings {
        games: options.games(),
        seed,
        turns: options.turns.unwrap_or(defaults.turns),
        jobs: options.jobs(),
        has_oracle: options.oracle,
        ..defaults
    };
    let found = meter::measure(&settings)?;
    if let Some(folder) = &options.out {
        files::write(&folder.join("meter.csv"), meter::report::csv(&found).as_bytes())?;
    }
    files::print(&meter::report::render(&found, &settings))
}

/// Returns a progress bar on standard error, which is shown only on a terminal.
fn progress(options: &Options) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let games = u64::from(options.games()) * options.strategies().len() as u64;
    let style = ProgressStyle::with_template("{msg:>9} {bar:32} {pos} of {len} games, {eta} left");
    ProgressBar::new(games).with_style(style.expect("the template is sound"))
}

/// Lets `bot` play all games, on the number of threads given in `options`. Returns the results in the order of the
/// games.
fn play_all(
    options: &Options,
    bot: Strategy,
    seed: u64,
    progress: &ProgressBar,
) -> Result<Vec<GameResult>, Failure> {
    let jobs = options.jobs();
    let next = AtomicU32::new(1);
    let work = || {
        let mut games = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number > options.games() {
                return Ok(games);
            }
            let seed = seed_of_game(seed, number.into());
            let mut game = play_one(bot, seed, options.mode(), number, options.out.is_some());
            if let Some((folder, text)) = options.out.as_ref().zip(game.recording.take()) {
                let name = if options.bots { bot.name() } else { "game" };
                files::write(&path_of_recording(folder, name, number), text.as_bytes())?;
            }
            games.push(game);
            progress.inc(1);
        }
    };
    let played = in_threads(jobs, work)?;
    let mut games = Vec::new();
    for results in played {
        games.extend(results?);
    }
    games.sort_by_key(|game: &GameResult| game.number);
    Ok(games)
}

fn path_of_recording(folder: &Path, name: &str, number: u32) -> PathBuf {
    folder.join(format!("{name}-{number:04}.replay"))
}

/// Lets a bot play the game of `seed` to its end, or until it is stuck.
fn play_one(
    strategy: Strategy,
    seed: u64,
    mode: RunMode,
    number: u32,
    is_recorded: bool,
) -> GameResult {
    const NO_LIMIT: &str = "a string takes whatever is written";
    let (mut game, mut events) = (Game::new(seed), Events::new());
    game.set_mode(mode);
    let (mut bot, mut plan) = (Bot::new(strategy), ExplorePlan::NONE);
    let (mut turn_kinds, mut verbs) = (TurnKinds::default(), Verbs::default());
    let mut visible = game.visible();
    let mut presses = Presses::new(&game, &visible);
    let mut recorder = is_recorded.then(|| Recorder::new(String::new(), &game).expect(NO_LIMIT));
    let mut arrivals = [None; FLOORS];
    loop {
        let is_low = 4 * game.player().body.hp.0 < 3 * game.player_stats().hp_max.0;
        let level = game.player().level;
        arrivals[game.floor().index()].get_or_insert(Arrival { turn: game.turn(), level, is_low });
        if game.outcome() != Outcome::Playing || game.turn().0 >= TURNS_MAX {
            break;
        }
        let command = bot.next_with(&game, &visible, Some(&mut plan));
        let enemies = enemies_in_sight(&game, &visible);
        presses.give(&game, &visible, command, enemies > 0);
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            // The game refused the bot's command, so the game counts as stuck.
            break;
        }
        turn_kinds.count(command, enemies, &events);
        verbs.count(command, &events);
        presses.end_turn(&game, &visible, &events);
        if let Some(recorder) = &mut recorder {
            recorder.record(command, &game).expect(NO_LIMIT);
        }
    }
    presses.end();
    let recording = recorder.map(|recorder| recorder.finish(&game).expect(NO_LIMIT));
    let (outcome, score) = (game.outcome(), Score::of(&game));
    GameResult {
        bot: strategy,
        number,
        outcome,
        score,
        arrivals,
        turn_kinds,
        verbs,
        presses,
        build: BuildNames::of(&game),
        recording,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(games: u32, jobs: usize) -> Options {
        Options {
            games: Some(games),
            seed: Some(1),
            jobs: Some(jobs),
            bot: Strategy::Careful,
            bots: false,
            meter: false,
            turns: None,
            oracle: false,
            calm: false,
            night: Night::Plain,
            out: None,
        }
    }

    #[test]
    fn every_game_has_a_seed_of_its_own() {
        let seeds = |seed| (1..=1000).map(move |number| seed_of_game(seed, number));
        let mut all: Vec<u64> = seeds(1).chain(seeds(2)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2000);
    }

    #[test]
    fn threads_change_nothing() {
        let heading =
            Heading { games: 5, seed: 1, bot: Some(Strategy::Careful), mode: RunMode::ORDINARY };
        let results = |jobs| {
            let hidden = ProgressBar::hidden();
            let games = play_all(&options(5, jobs), Strategy::Careful, 1, &hidden)
                .expect("nothing is written");
            (csv(&games), table::render(&games, 1), report::render(&games, &heading))
        };
        let single_threaded = results(1);
        assert_eq!(single_threaded.0.lines().count(), 6);
        assert!(single_threaded == results(3));
    }
}
