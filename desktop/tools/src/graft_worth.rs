//! Measures what each graft is worth to a bot: how many games it wins with that graft alone, from the start, and how
//! many with four that it takes as they come.
//!
//! `cargo devtools graft-worth master 300 1` plays 300 games of seed 1 with each.

use crate::arguments::bot;
use crate::seed_of_game;
use crate::threads::in_threads;
use musrex_core::bots::{Bot, GraftChoice, Strategy};
use musrex_core::content::Graft;
use musrex_core::view::text::graft_name;
use musrex_core::{Events, Game, Outcome};
use musrex_support::failure::Failure;
use musrex_support::{files, seed};
use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Turns after which a game counts as lost.
const TURNS_MAX: u32 = 40_000;

/// Names the bot and the games that are measured.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The bot that plays
    #[arg(value_name = "BOT", value_parser = bot)]
    bot: Strategy,
    /// How many games of each kind
    #[arg(value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Makes the games' seeds
    #[arg(value_name = "SEED", value_parser = seed::parse)]
    seed: u64,
}

/// The way in which games are played.
#[derive(Clone, Copy)]
struct Way {
    /// The graft that the player has from the start.
    given: Option<Graft>,
    /// The grafts that the bot takes.
    choice: GraftChoice,
}

/// Measures what `options` ask for, and tells of it on standard output.
///
/// # Errors
/// When the threads cannot be started, or standard output takes no more.
pub fn run(options: &Options) -> Result<(), Failure> {
    let Options { bot, games, seed } = *options;
    files::print(&format!("{games} games of seed {seed}, played by {}\n", bot.name()))?;
    let taken = [
        ("none", GraftChoice::None),
        ("the first offered", GraftChoice::First),
        ("the best offered", GraftChoice::Best),
        ("any offered", GraftChoice::Random),
    ];
    let taken = taken.map(|(name, choice)| (name, Way { given: None, choice }));
    let given = Graft::ALL
        .map(|graft| (graft_name(graft), Way { given: Some(graft), choice: GraftChoice::None }));
    for (name, way) in taken.into_iter().chain(given) {
        let permille = wins(bot, way, games, seed)? * 1_000 / games;
        files::print(&format!("{name:>20} {:>4}.{} %\n", permille / 10, permille % 10))?;
    }
    Ok(())
}

/// Counts the games that the bot wins in one way, on all processors.
fn wins(bot: Strategy, way: Way, games: u64, seed: u64) -> Result<u64, Failure> {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let next = AtomicU64::new(1);
    let won = in_threads(threads, || {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number <= games);
        numbers.filter(|&number| is_won(bot, way, seed_of_game(seed, number))).count() as u64
    })?;
    Ok(won.into_iter().sum())
}

fn is_won(strategy: Strategy, way: Way, seed: u64) -> bool {
    let (mut game, mut events) = (Game::new(seed), Events::new());
    if let Some(graft) = way.given {
        let mut player = game.player().clone();
        player.build.grafts.push(graft).expect("a run begins without");
        game = Game::from_parts(seed, game.floor(), player, game.current_floor().clone());
    }
    let mut bot = Bot::new(strategy).choosing(way.choice);
    let mut visible = game.visible();
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        let command = bot.next(&game, &visible);
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            return false;
        }
    }
    game.outcome() == Outcome::Won
}
