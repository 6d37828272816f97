//! A player that searches: it follows the bot, except in fight turns in which playouts find a better action.
//!
//! A few playouts that begin with the bot's choice show whether anything is at stake. If so, the oracle plays out each
//! of the meter's actions ([`actions`]), all with the same dice. Playouts with other dice compare the best action with
//! the bot's choice; the oracle takes the best action if its gain is large enough and significant. No playout uses the
//! dice of the actual game, so the search cannot see the future. But a playout starts from the whole state of the game,
//! and therefore knows the monsters behind the next door.

use super::actions;
use super::chances::{Chances, Ruler};
use super::plans::{Plan, play_out};
use super::statistics::{Advantage, mean};
use crate::games::TURNS_MAX;
use crate::presses::Presses;
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::Status;
use musrex_core::dice::mix;
use musrex_core::rules::travel::ExplorePlan;
use musrex_core::{Command, Events, Game, Outcome};
use std::ops::Range;

/// The numbers of playouts for deciding whether anything is at stake, for choosing the action, and for testing it.
const LOOKING: usize = 4;
const CHOOSING: usize = 6;
const TESTING: usize = 24;
/// Something is at stake if at least one of the first playouts loses at least this much of the chance to win.
const AT_STAKE: f64 = 0.03;
/// The smallest gain for which the oracle overrules the bot, in chances to win.
const GAIN_MIN: f64 = 0.005;

/// The result of a game that the oracle played.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The number of presses that a player would have needed.
    pub presses: u32,
    /// The number of turns in which the oracle overruled the bot.
    pub changes: u32,
}

/// Lets a bot play the game of `seed` with its oracle, which plays out fights for at most `horizon` turns.
pub fn play(strategy: Strategy, seed: u64, horizon: u32, chances: &Chances) -> Searched {
    let (mut game, mut events) = (Game::new(seed), Events::new());
    let (mut bot, mut plan) = (Bot::new(strategy), ExplorePlan::NONE);
    let mut visible = game.visible();
    let mut presses = Presses::new(&game, &visible);
    let mut changes = 0;
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        let wanted = bot.next_with(&game, &visible, Some(&mut plan));
        let is_fight = !actions::awake_enemies(&game, &visible).is_empty();
        let is_stunned = game.player().body.statuses.has(Status::Stunned);
        let command = if is_fight && !is_stunned && game.accepts(wanted).is_ok() {
            let dice = mix(mix(seed) ^ mix(u64::from(game.turn().0)));
            let chances = &chances.in_scene(&game);
            Search { game: &game, bot: &bot, dice, horizon, chances }.better(wanted)
        } else {
            None
        };
        changes += u32::from(command.is_some());
        let command = command.unwrap_or(wanted);
        presses.give(&game, &visible, command, is_fight);
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            break;
        }
        presses.end_turn(&game, &visible, &events);
    }
    Searched { outcome: game.outcome(), presses: presses.presses, changes }
}

/// The search of one turn.
struct Search<'a> {
    game: &'a Game,
    /// The bot, after it has made its choice.
    bot: &'a Bot,
    dice: u64,
    horizon: u32,
    chances: &'a Chances,
}

impl Search<'_> {
    /// Returns a command that is better than `wanted`, if the search finds one.
    fn better(&self, wanted: Command) -> Option<Command> {
        let looked = self.values(wanted, 0..LOOKING);
        let now = self.chances.of(self.game, Ruler::Measured);
        if looked.iter().all(|value| now - value < AT_STAKE) {
            return None;
        }
        let choosing = LOOKING..LOOKING + CHOOSING;
        let mean_of = |command| mean(self.values(command, choosing.clone()).into_iter());
        let others = actions::candidate_actions(self.game).into_iter().map(|it| it.command);
        let others = others.filter(|command| *command != wanted);
        let (best, value) = others
            .map(|command| (command, mean_of(command)))
            .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        if value <= mean_of(wanted) {
            return None;
        }
        let testing = choosing.end..choosing.end + TESTING;
        let pairs =
            self.values(best, testing.clone()).into_iter().zip(self.values(wanted, testing));
        let gains: Vec<f64> = pairs.map(|(value, wanted)| value - wanted).collect();
        let gain = Advantage::of(&gains);
        (gain.mean > GAIN_MIN && gain.lower > 0.0).then_some(best)
    }

    /// Returns the chances to win at the ends of playouts. They begin with `first` and use the dice with these indices.
    fn values(&self, first: Command, dice: Range<usize>) -> Vec<f64> {
        let value = |k: usize| {
            let dice = mix(self.dice.wrapping_add(k as u64));
            let end = play_out(self.game, first, Plan::Bot, dice, self.bot.clone(), self.horizon);
            self.chances.of(&end, Ruler::Measured)
        };
        dice.map(value).collect()
    }
}
