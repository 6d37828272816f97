//! Measures what each kind of item that is used up is worth to a bot: how many games fewer it wins
//! without.
//!
//! `cargo devtools item-worth master 300 1` plays 300 games of seed 1 with
//! everything, and as many without each kind.

use crate::arguments::bot;
use crate::seed_of_game;
use crate::threads::in_threads;
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::ItemKind;
use musrex_core::view::text;
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

/// Measures what `options` ask for, and tells of it on standard output.
///
/// # Errors
/// When the threads cannot be started, or standard output takes no more.
pub fn run(options: &Options) -> Result<(), Failure> {
    let Options { bot, games, seed } = *options;
    let all = wins(bot, None, games, seed)?;
    files::print(&format!(
        "{games} games of seed {seed}, played by {}\n{:>20} {:>6} {:>6}\n{:>20} {:>6}\n",
        bot.name(),
        "without",
        "won %",
        "cost",
        "nothing",
        tenths(all, games)
    ))?;
    let used_up = ItemKind::ALL.into_iter().filter(|kind| kind.slot().is_none());
    for kind in used_up.filter(|&kind| kind != ItemKind::Key) {
        let won = wins(bot, Some(kind), games, seed)?;
        let cost = (all.cast_signed() - won.cast_signed()) * 1_000 / games.cast_signed();
        let (sign, cost) = (if cost < 0 { "-" } else { "" }, cost.abs());
        let cost = format!("{sign}{}.{}", cost / 10, cost % 10);
        let (name, won) = (text::name_of(kind), tenths(won, games));
        files::print(&format!("{name:>20} {won:>6} {cost:>6}\n"))?;
    }
    Ok(())
}

fn tenths(won: u64, games: u64) -> String {
    let permille = won * 1_000 / games;
    format!("{}.{}", permille / 10, permille % 10)
}

/// Counts the games that the bot wins without items of a kind, on all processors.
fn wins(bot: Strategy, without: Option<ItemKind>, games: u64, seed: u64) -> Result<u64, Failure> {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let next = AtomicU64::new(1);
    let won = in_threads(threads, || {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number <= games);
        numbers.filter(|&number| is_won(bot, without, seed_of_game(seed, number))).count() as u64
    })?;
    Ok(won.into_iter().sum())
}

fn is_won(strategy: Strategy, without: Option<ItemKind>, seed: u64) -> bool {
    let (mut game, mut events) = (Game::new(seed), Events::new());
    let mut bot = match without {
        Some(kind) => Bot::new(strategy).without(kind),
        None => Bot::new(strategy),
    };
    let mut visible = game.visible();
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        let command = bot.next(&game, &visible);
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            return false;
        }
    }
    game.outcome() == Outcome::Won
}
