//! Measures the worth of each kind of consumable to a bot: how many fewer games the bot wins if it drops all items of
//! that kind. Divided by the number of items that the bot uses in a game, this gives the worth of one item.
//!
//! `cargo devtools item-worth master 300 1` plays 300 games with all items. Seed 1 determines the seeds of the games.
//! Then the command plays the same games again for each kind, and the bot drops all items of that kind.

use crate::arguments::bot;
use crate::games::{self, TURNS_MAX};
use crate::seed_of_game;
use crate::threads::in_parallel;
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::ItemKind;
use musrex_core::view::text;
use musrex_core::{Command, Events, Game, Outcome};
use musrex_support::failure::Failure;
use musrex_support::{files, seed};
use std::num::NonZeroUsize;
use std::thread;

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
    let jobs = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let count = usize::try_from(games).unwrap_or(usize::MAX);
    let played = in_parallel(jobs, count, |index| play(bot, seed_of_game(seed, index as u64 + 1)))?;
    let all = played.iter().map(|it| u64::from(it.is_won)).sum::<u64>();
    files::print(&format!(
        "{games} games of seed {seed}, played by {}\n{:>20} {:>6} {:>6} {:>11} {:>9}\n{:>20} {:>6}\n",
        bot.name(),
        "without",
        "won %",
        "cost",
        "used a game",
        "cost each",
        "nothing",
        tenths(permille(all, games)),
    ))?;
    let used_up = ItemKind::ALL.into_iter().filter(|kind| kind.slot().is_none());
    for kind in used_up.filter(|&kind| kind != ItemKind::Key) {
        let won = wins(bot, kind, games, seed)?;
        let cost = permille(all, games) - permille(won, games);
        let used = played.iter().map(|it| u64::from(it.used[kind as usize])).sum::<u64>();
        let each = cost * games.cast_signed() / used.max(1).cast_signed();
        let [won, cost, each] = [permille(won, games), cost, each].map(tenths);
        let (name, used) = (text::name_of(kind), tenths(permille(used, games) / 100));
        files::print(&format!("{name:>20} {won:>6} {cost:>6} {used:>11} {each:>9}\n"))?;
    }
    Ok(())
}

const fn permille(part: u64, of: u64) -> i64 {
    (part * 1_000 / of).cast_signed()
}

/// Formats a number of tenths as a decimal.
fn tenths(number: i64) -> String {
    let (sign, number) = (if number < 0 { "-" } else { "" }, number.abs());
    format!("{sign}{}.{}", number / 10, number % 10)
}

/// The result of one game with all items.
struct Played {
    is_won: bool,
    /// How many items of each kind the bot used or threw.
    used: [u32; ItemKind::ALL.len()],
}

fn play(bot: Strategy, seed: u64) -> Played {
    let (mut game, mut bot, mut events) = (Game::new(seed), Bot::new(bot), Events::new());
    let (mut visible, mut used) = (game.visible(), [0; ItemKind::ALL.len()]);
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        let command = bot.next(&game, &visible);
        if let Command::Use(index) | Command::Throw(index, _) = command
            && let Some(item) = game.player().pack.get(usize::from(index))
        {
            used[item.kind as usize] += 1;
        }
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            break;
        }
    }
    Played { is_won: game.outcome() == Outcome::Won, used }
}

/// Counts the games that the bot wins without items of the kind `without`.
fn wins(bot: Strategy, without: ItemKind, games: u64, seed: u64) -> Result<u64, Failure> {
    let bot = Bot::new(bot).without(without);
    games::wins(games, seed, |seed| (Game::new(seed), bot.clone()))
}
