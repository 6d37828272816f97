//! Plays a bot's games and records their statistics: the presses, the fight turns, the strikes, the hit points at
//! arrivals, and samples for the fit.

use super::actions;
use super::chances::{Sample, share_of_hp};
use crate::games::TURNS_MAX;
use crate::presses::Presses;
use musrex_core::bots::{Bot, Strategy};
use musrex_core::dice::mix;
use musrex_core::limits::FLOORS;
use musrex_core::quantity::Floor;
use musrex_core::rules::travel::ExplorePlan;
use musrex_core::{Events, Game, Outcome};

/// The mean number of turns between two samples for the fit; the sampled turns are random.
const TURNS_A_SAMPLE: u32 = 25;

/// The statistics of one game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The seed of the game.
    pub seed: u64,
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The floor on which the game ended.
    pub floor: Floor,
    /// The number of presses that a player would have needed. Each turn with an awake enemy in sight is a press, and so
    /// is each command other than walking and waiting. A stretch of walking or waiting that auto-travel could do at
    /// once is also one press.
    pub presses: u32,
    /// The number of turns that began with an awake enemy in sight.
    pub fight_turns: u32,
    /// The number of the player's strikes, and the number of those that belong to a row of four or more strikes at one
    /// tile.
    pub strikes: [u32; 2],
    /// The share of hit points at the first arrival on each floor.
    pub arrivals: [Option<f64>; FLOORS],
    /// Samples of the game's states, for the fit.
    pub samples: Vec<Sample>,
}

/// A turn that is about to be played.
#[derive(Debug)]
pub struct Moment<'a> {
    /// The game before the turn.
    pub game: &'a Game,
    /// True when the turn begins with an awake enemy in sight.
    pub is_fight: bool,
}

/// Lets a bot play the game of `seed`, and calls `look` before each turn.
pub fn play(strategy: Strategy, seed: u64, mut look: impl FnMut(Moment<'_>)) -> Played {
    let (mut game, mut events) = (Game::new(seed), Events::new());
    let (mut bot, mut plan) = (Bot::new(strategy), ExplorePlan::NONE);
    let mut visible = game.visible();
    let mut presses = Presses::new(&game, &visible);
    let mut played = Played {
        seed,
        outcome: Outcome::Playing,
        floor: game.floor(),
        presses: 0,
        fight_turns: 0,
        strikes: [0; 2],
        arrivals: [None; FLOORS],
        samples: Vec::new(),
    };
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        played.arrivals[game.floor().index()].get_or_insert(share_of_hp(&game));
        if mix(seed ^ u64::from(game.turn().0)).is_multiple_of(TURNS_A_SAMPLE.into()) {
            played.samples.push(Sample::of(&game));
        }
        let is_fight = !actions::awake_enemies(&game, &visible).is_empty();
        played.fight_turns += u32::from(is_fight);
        look(Moment { game: &game, is_fight });
        let command = bot.next_with(&game, &visible, Some(&mut plan));
        presses.give(&game, &visible, command, is_fight);
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            break;
        }
        presses.end_turn(&game, &visible, &events);
    }
    presses.end();
    (played.presses, played.strikes) = (presses.presses, presses.strikes);
    played.outcome = game.outcome();
    played.floor = game.floor();
    let is_won = game.outcome() == Outcome::Won;
    played.samples.iter_mut().for_each(|sample| sample.set_won(is_won));
    played
}
