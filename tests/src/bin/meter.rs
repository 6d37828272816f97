//! The decision meter on a command line; see [`musrex_tests::meter`].
//!
//! ```text
//! cargo run --release -p musrex-tests --bin meter -- --bot careful --turns 1000 --jobs 2
//! ```

#![allow(clippy::float_arithmetic, reason = "a speed is a real number")]

use clap::Parser;
use musrex_core::bots::Strategy;
use musrex_tests::meter::{Settings, measure, report};
use std::time::Instant;

/// Measures in how many turns of fights something beats bumping
#[derive(Parser)]
struct Options {
    /// The bot that plays
    #[arg(long, value_name = "NAME", default_value = "careful", value_parser = bot)]
    bot: Strategy,
    /// The number of fight turns that are measured
    #[arg(long, value_name = "N", default_value = "1000")]
    turns: usize,
    /// Playouts of each action: an even number from 4 on
    #[arg(long, value_name = "N", default_value = "128", value_parser = playouts)]
    playouts: usize,
    /// The seed of games and dice
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// One fight turn in so many is measured
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Turns of a playout at most
    #[arg(long, value_name = "N", default_value = "40")]
    horizon: u32,
    /// The number of threads that play
    #[arg(long, value_name = "N", default_value = "1", value_parser = jobs)]
    jobs: usize,
}

fn bot(name: &str) -> Result<Strategy, String> {
    Strategy::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
        format!("the bots are {}", names.join(", "))
    })
}

fn playouts(text: &str) -> Result<usize, &'static str> {
    let is_even = |playouts: &usize| *playouts >= 4 && playouts.is_multiple_of(2);
    text.parse().ok().filter(is_even).ok_or("playouts are an even number from 4 on")
}

fn jobs(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|jobs| (1..=256).contains(jobs)).ok_or("jobs are 1 to 256")
}

fn main() {
    let Options { bot, turns, playouts, seed, every, horizon, jobs } = Options::parse();
    let settings = Settings { bot, turns, playouts, seed, every, horizon, jobs };
    let start = Instant::now();
    let measured = measure(&settings);
    print!("{}", report::render(&measured, &settings));
    let minutes = start.elapsed().as_secs_f64() / 60.0;
    let speed = measured.len() as f64 / minutes;
    eprintln!("{minutes:.1} minutes on {jobs} threads, {speed:.0} turns a minute");
}
