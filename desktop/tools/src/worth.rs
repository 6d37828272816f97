//! Measures the worth of each kind of consumable to a bot: how many fewer games the bot wins without items of that
//! kind.
//!
//! `cargo devtools item-worth master 300 1` plays 300 games with all items. Seed 1 determines the seeds of the games.
//! Then the command plays the same games again for each kind, without items of that kind.

use crate::arguments::bot;
use crate::games;
use musrex_core::Game;
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::ItemKind;
use musrex_core::view::text;
use musrex_support::failure::Failure;
use musrex_support::{files, seed};

/// Names the bot and the games that are measured.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The bot that plays
    #[arg(value_name = "BOT", value_parser = bot)]
    bot: Strategy,
    /// The number of games of each kind
    #[arg(value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The seed that determines the games' seeds
    #[arg(value_name = "SEED", value_parser = seed::parse)]
    seed: u64,
}

/// Measures what `options` request, and prints the results on standard output.
///
/// # Errors
/// Fails if the threads cannot be started, or standard output cannot be written.
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

/// Counts the games that the bot wins without items of the kind `without`.
fn wins(bot: Strategy, without: Option<ItemKind>, games: u64, seed: u64) -> Result<u64, Failure> {
    let bot = Bot::new(bot);
    let bot = without.map_or(bot.clone(), |kind| bot.without(kind));
    games::wins(games, seed, |seed| (Game::new(seed), bot.clone()))
}
