//! The results of simulated games.

use musrex_core::bots::Strategy;
use musrex_core::limits::FLOORS;
use musrex_core::quantity::{Level, Turn};
use musrex_core::save::Score;
use musrex_core::view::text::cause_name;
use musrex_core::{Command, Event, Events, Outcome};
use std::fmt::Write;

/// The result of a game.
#[derive(Debug)]
pub(crate) struct GameResult {
    /// Who played it.
    pub(crate) bot: Strategy,
    /// Its number, from 1.
    pub(crate) number: u32,
    /// Its outcome; [`Playing`](Outcome::Playing) means stuck.
    pub(crate) outcome: Outcome,
    /// Its score.
    pub(crate) score: Score,
    /// The first arrival on each floor, if any.
    pub(crate) arrivals: [Option<Arrival>; FLOORS],
    /// The turns by what was done in them.
    pub(crate) turn_kinds: TurnKinds,
    /// The recording, when one was asked for.
    pub(crate) recording: Option<String>,
}

/// The first arrival on a floor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// The turn of the arrival.
    pub(crate) turn: Turn,
    /// The level reached by then.
    pub(crate) level: Level,
}

/// Counts the turns of a game by what the player did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TurnKinds {
    /// Turns without an attack in which the player did anything but wait.
    pub(crate) walked: u32,
    /// Turns without an attack in which the player waited.
    pub(crate) rested: u32,
    /// Turns in which the player or a monster attacked.
    pub(crate) fought: u32,
}

impl TurnKinds {
    /// Counts a turn, made by `command`, in which `events` happened.
    pub(crate) fn count(&mut self, command: Command, events: &Events) {
        let is_attack =
            |event: &Event| matches!(event, Event::Struck { .. } | Event::Dodged { .. });
        match command {
            _ if events.iter().any(is_attack) => self.fought += 1,
            Command::Wait => self.rested += 1,
            _ => self.walked += 1,
        }
    }
}

/// Writes a line for each game, for tools. The last column tells how the King fell.
pub(crate) fn csv(games: &[GameResult]) -> String {
    let mut text =
        "bot,seed,outcome,floor,level,turns,walked,rested,fought,kills,cause,way\n".to_owned();
    for GameResult { bot, outcome, score, turn_kinds, .. } in games {
        let Score { floor, level, kills, killed_by, turns, seed, .. } = score;
        let (outcome, cause, way) = match outcome {
            Outcome::Playing => ("stuck", "", ""),
            Outcome::Dead => ("dead", killed_by.map_or("", cause_name), ""),
            Outcome::Won => ("won", "", "fight"),
        };
        let (bot, floor, level, turns) = (bot.name(), floor.number(), level.number(), turns.0);
        let TurnKinds { walked, rested, fought } = turn_kinds;
        writeln!(
            text,
            "{bot},{seed},{outcome},{floor},{level},{turns},{walked},{rested},{fought},{kills},{cause},{way}"
        )
        .expect("a string takes whatever is written");
    }
    text
}
