//! Plays games for their outcome only.

use crate::seed_of_game;
use crate::threads::in_parallel;
use musrex_core::bots::Bot;
use musrex_core::{Events, Game, Outcome};
use musrex_support::failure::Failure;
use std::num::NonZeroUsize;
use std::thread;

/// The number of turns after which a game counts as stuck. This is five times the length of the longest games.
pub(crate) const TURNS_MAX: u32 = 60_000;

/// Lets a bot play until the game ends or is stuck.
pub(crate) fn play_to_end(game: &mut Game, mut bot: Bot) -> Outcome {
    let (mut events, mut visible) = (Events::new(), game.visible());
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        let command = bot.next(game, &visible);
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            break;
        }
    }
    game.outcome()
}

/// Plays games on several threads and counts the wins. `begin` makes each game and its bot from the seed of the game.
///
/// # Errors
/// Fails if the threads cannot be started.
pub(crate) fn wins(
    games: u64,
    seed: u64,
    begin: impl Fn(u64) -> (Game, Bot) + Sync,
) -> Result<u64, Failure> {
    let jobs = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let count = usize::try_from(games).unwrap_or(usize::MAX);
    let won = in_parallel(jobs, count, |index| {
        let (mut game, bot) = begin(seed_of_game(seed, index as u64 + 1));
        u64::from(play_to_end(&mut game, bot) == Outcome::Won)
    })?;
    Ok(won.into_iter().sum())
}
