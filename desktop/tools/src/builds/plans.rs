//! Measures how often each plan wins, and how often a bot that picks its own plan wins. A plan is a style of play, such
//! as fighting or stealing.

use super::runs::{Settings, Way, play_all};
use super::tables::{percent, table};
use musrex_core::bots::Strategy;
use musrex_support::failure::Failure;

/// The bots with a single plan, followed by the bot that picks its own plan.
const PLANS: [Strategy; 7] = [
    Strategy::Fighter,
    Strategy::Chemist,
    Strategy::Leader,
    Strategy::Courier,
    Strategy::Thief,
    Strategy::Trickster,
    Strategy::Master,
];

pub(super) fn measure(settings: &Settings<'_>) -> Result<String, Failure> {
    let mut rows = Vec::new();
    for bot in PLANS {
        let runs = play_all(settings, Way::of(bot))?;
        let won = runs.iter().filter(|run| run.is_won).count();
        rows.push(vec![bot.name().to_owned(), percent(won, runs.len())]);
    }
    Ok(table(&["plan", "wins"], &rows))
}
