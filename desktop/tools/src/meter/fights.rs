//! Fight turns of many games, and the playouts that measure the worth of an action.

use super::chances::{Chances, Ruler};
use super::plans::{Plan, play_out};
use super::statistics::mean;
use super::{Scene, Settings, fit, played, scenes};
use crate::seed_of_game;
use crate::threads::in_parallel;
use musrex_core::Command;
use musrex_core::bots::{Bot, Strategy};
use musrex_core::dice::mix;
use musrex_core::world::Game;
use musrex_support::failure::Failure;
use std::ops::Range;

/// A turn of a fight.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The game at the beginning of the turn.
    pub game: Game,
    /// The seed of the dice for the playouts of this turn.
    pub seed: u64,
}

/// An action, and its best plan for the three turns that follow.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The action.
    pub command: Command,
    /// The plan.
    pub plan: Plan,
    /// The mean chance to win at the ends of the playouts that chose the plan.
    pub worth: f64,
}

/// Fight turns from the games of one or more bots.
#[derive(Clone, Debug)]
pub struct Fights {
    /// All fight turns that were found.
    pub all: Vec<Fight>,
    settings: Settings,
    chances: Chances,
}

impl Fights {
    /// Lets `bot` play `games` games and some more, and estimates from all these games the chance to win in each state.
    /// Then takes about `turns` fight turns, from `games` games of each of the `players`. In playouts, `bot` plays.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn find(
        bot: Strategy,
        players: &[Strategy],
        games: usize,
        turns: u32,
        seed: u64,
        jobs: usize,
    ) -> Result<Fights, Failure> {
        let settings = Settings { seed, turns, jobs, ..Settings::new(bot) };
        let seed_of = |index: usize| seed_of_game(seed, index as u64 + 1);
        let games_played =
            in_parallel(jobs, games, |index| played::play(bot, seed_of(index), |_| {}))?;
        let more = games..games * settings.fit_times;
        let to_fit = in_parallel(jobs, more.len(), |index| {
            played::play(bot, seed_of(more.start + index), |_| {})
        })?;
        let (chances, _) = fit(games_played.iter().chain(&to_fit));
        let fight_turns: u64 = games_played.iter().map(|it| u64::from(it.fight_turns)).sum();
        let every = (fight_turns * players.len() as u64 / u64::from(turns.max(1))).max(1);
        let found = in_parallel(jobs, games * players.len(), |index| {
            let of_player = Settings { bot: players[index / games], ..settings };
            scenes(&of_player, seed_of(index % games), every)
        })?;
        let fights = found.into_iter().flatten().filter_map(|scene| match scene {
            Scene::Fight(game, seed) => Some(Fight { game, seed }),
            Scene::Arrival(..) => None,
        });
        Ok(Fights { all: fights.collect(), settings, chances })
    }

    /// Plays out `command` with each plan and the dice reserved for choosing. Returns the action with its best plan.
    pub fn choose(&self, fight: &Fight, command: Command) -> Chosen {
        let chosen = Plan::ALL.map(|plan| {
            let ends = self.play(fight, command, plan, 0..self.settings.choosing);
            Chosen { command, plan, worth: mean(ends.into_iter()) }
        });
        chosen.into_iter().max_by(|a, b| a.worth.total_cmp(&b.worth)).expect("plans exist")
    }

    /// Plays out an action and its plan with the dice reserved for testing. Returns the chances to win at the ends of
    /// the playouts.
    pub fn test(&self, fight: &Fight, chosen: Chosen) -> Vec<f64> {
        let Settings { choosing, testing, .. } = self.settings;
        self.play(fight, chosen.command, chosen.plan, choosing..choosing + testing)
    }

    fn play(&self, fight: &Fight, command: Command, plan: Plan, dice: Range<usize>) -> Vec<f64> {
        let Settings { bot, horizon, .. } = self.settings;
        let chances = self.chances.in_scene(&fight.game);
        let play = |k: usize| {
            let dice = mix(fight.seed.wrapping_add(k as u64));
            let end = play_out(&fight.game, command, plan, dice, Bot::new(bot), horizon);
            chances.of(&end, Ruler::Measured)
        };
        dice.map(play).collect()
    }
}
