//! The results of simulated games.

use musrex_core::Outcome;
use musrex_core::limits::FLOORS;
use musrex_core::quantity::{Level, Turn};
use musrex_core::save::Score;
use musrex_core::view::text::cause_name;
use std::fmt::Write;

/// The result of a game.
#[derive(Debug)]
pub(crate) struct GameResult {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// Its outcome; [`Playing`](Outcome::Playing) means stuck.
    pub(crate) outcome: Outcome,
    /// Its score.
    pub(crate) score: Score,
    /// The first arrival on each floor, if any.
    pub(crate) arrivals: [Option<Arrival>; FLOORS],
    /// The recording, when one was asked for.
    pub(crate) recording: Option<String>,
}

/// The first arrival on a floor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// The turn of the death.
    pub(crate) turn: Turn,
    /// The level reached by then.
    pub(crate) level: Level,
}

/// Writes a line for each game, for tools.
pub(crate) fn csv(games: &[GameResult]) -> String {
    let mut text = "game,seed,outcome,floor,level,kills,turns,score,killed_by\n".to_owned();
    for GameResult { number, outcome, score, .. } in games {
        let Score { points, floor, level, kills, killed_by, turns, seed } = score;
        let (outcome, killed_by) = match outcome {
            Outcome::Playing => ("stuck", ""),
            Outcome::Dead => ("dead", killed_by.map_or("", cause_name)),
            Outcome::Won => ("won", ""),
        };
        let (floor, level, turns) = (floor.number(), level.number(), turns.0);
        writeln!(
            text,
            "{number},{seed},{outcome},{floor},{level},{kills},{turns},{points},{killed_by}"
        )
        .expect("a string takes whatever is written");
    }
    text
}
