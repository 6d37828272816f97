//! Measures the effect of builds: the kit, the grafts, worn items and firmware.
//!
//! `cargo devtools builds --seed 1` prints a table for each measure, for `tests/balance.md`; `tests/README.md` defines
//! the measures. If the name of a measure is given, the command prints only the table of that measure: `cargo devtools
//! builds plans --seed 1`.

#![allow(clippy::float_arithmetic, reason = "statistics are made of real numbers")]

mod agreement;
mod choices;
mod lines;
mod plans;
mod prediction;
mod runs;
mod swaps;
mod tables;
mod verbs;

use crate::arguments::{bot, jobs};
use clap::ValueEnum;
use musrex_core::bots::Strategy;
use musrex_support::failure::Failure;
use musrex_support::{files, seed};
use runs::Settings;
use std::num::NonZeroUsize;
use std::thread;

/// A measure of builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Measure {
    /// Predict the outcome of a run from its build
    Prediction,
    /// Count the fights in which another build changes the best action
    Swaps,
    /// Measure the cost of ignoring the build, and of a random build
    Choices,
    /// Measure the share of wins with each kit, graft, item and firmware
    Lines,
    /// Measure the share of fight turns in which each verb is the best
    Verbs,
    /// Measure the similarity of the builds of two winners
    Agreement,
    /// Measure the share of wins of each plan
    Plans,
}

/// Chooses the measures and their parameters.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The measures [default: all]
    #[arg(value_enum, value_name = "MEASURE")]
    measures: Vec<Measure>,
    /// The bot that plays; the measure `plans` plays its own bots instead
    #[arg(long, value_name = "NAME", value_parser = bot, default_value = "master")]
    bot: Strategy,
    /// The number of games of each kind
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=1_000_000), default_value = "500")]
    games: u32,
    /// The approximate number of fight turns to measure
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), default_value = "100")]
    turns: u32,
    /// Measure verbs only in the turns in which this verb can be used, such as "whirl"
    #[arg(long, value_name = "VERB")]
    verb: Option<String>,
    /// The seed that determines the games' seeds [default: a new one]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<u64>,
    /// The number of threads, 1 to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
}

/// Takes the measurements that `options` request, and prints the results on standard output.
///
/// # Errors
/// Fails if the threads cannot be started, standard output cannot be written, or the system gives no random seed.
pub fn run(options: &Options) -> Result<(), Failure> {
    let settings = Settings {
        bot: options.bot,
        games: options.games as usize,
        turns: options.turns,
        verb: options.verb.as_deref(),
        seed: seed::or_new(options.seed)?,
        jobs: options
            .jobs
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get)),
    };
    let (name, games) = (settings.bot.name(), settings.games);
    files::print(&format!("{games} games of {name}, seed {}\n", settings.seed))?;
    let asked = &options.measures;
    for measure in Measure::value_variants() {
        if asked.is_empty() || asked.contains(measure) {
            files::print(&format!("\n{}", measure.text(&settings)?))?;
        }
    }
    Ok(())
}

impl Measure {
    /// Performs the measurement and returns a table of the results.
    fn text(self, settings: &Settings<'_>) -> Result<String, Failure> {
        match self {
            Measure::Prediction => prediction::measure(settings),
            Measure::Swaps => swaps::measure(settings),
            Measure::Choices => choices::measure(settings),
            Measure::Lines => lines::measure(settings),
            Measure::Verbs => verbs::measure(settings),
            Measure::Agreement => agreement::measure(settings),
            Measure::Plans => plans::measure(settings),
        }
    }
}
