//! Measures the worth of each graft to a bot: the percentage of games that the bot wins if it has only that graft, from
//! the start on. Also measures four ways of choosing grafts during a run.
//!
//! `cargo devtools graft-worth master 300 1` plays 300 games for each graft and for each of the four ways. Seed 1
//! determines the seeds of the games.

use crate::arguments::bot;
use crate::games;
use musrex_core::Game;
use musrex_core::bots::{Bot, Choice, Choices, Strategy};
use musrex_core::content::Graft;
use musrex_core::view::text::graft_name;
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

/// A way of playing games: the graft given at the start, and the rule for choosing further grafts.
#[derive(Clone, Copy)]
struct Way {
    /// The graft that the player has from the start.
    given: Option<Graft>,
    /// The rule by which the bot chooses among the offered grafts.
    choice: Choice,
}

/// Measures what `options` request, and prints the results on standard output.
///
/// # Errors
/// Fails if the threads cannot be started, or standard output cannot be written.
pub fn run(options: &Options) -> Result<(), Failure> {
    let Options { bot, games, seed } = *options;
    files::print(&format!("{games} games of seed {seed}, played by {}\n", bot.name()))?;
    let taken = [
        ("none", Choice::None),
        ("the first offered", Choice::First),
        ("the best offered", Choice::Best),
        ("any offered", Choice::Random),
    ];
    let taken = taken.map(|(name, choice)| (name, Way { given: None, choice }));
    let given = Graft::ALL
        .map(|graft| (graft_name(graft), Way { given: Some(graft), choice: Choice::None }));
    for (name, way) in taken.into_iter().chain(given) {
        let permille = wins(bot, way, games, seed)? * 1_000 / games;
        files::print(&format!("{name:>20} {:>4}.{} %\n", permille / 10, permille % 10))?;
    }
    Ok(())
}

/// Counts the games that the bot wins when it plays in the given way.
fn wins(bot: Strategy, way: Way, games: u64, seed: u64) -> Result<u64, Failure> {
    let bot = Bot::new(bot);
    let bot = bot.clone().choosing(Choices { grafts: way.choice, ..bot.choices() });
    games::wins(games, seed, |seed| {
        let mut game = Game::new(seed);
        if let Some(graft) = way.given {
            let mut player = game.player().clone();
            player.build.grafts.push(graft).expect("a run begins without");
            game.set_player(player);
        }
        (game, bot.clone())
    })
}
