//! The decision meter: measures in how many turns of fights some action is clearly better than
//! bumping into the nearest enemy.
//!
//! A bot plays games. In a sample of its fight turns, those with an awake enemy in sight, the meter
//! plays every action out many times on copies of the game ([`playout`]). Playout k of every action
//! rolls the same dice, so that the differences between actions vary less than the losses
//! themselves. [`statistics`] tells which differences are more than luck, and [`report`] sums up.
//!
//! A playout does not count experience, what is left undone (a monster that lost the player
//! is none), and where the player stands at its end.
//!
//! | file | what |
//! |---|---|
//! | [`actions`] | which actions there are, and which of them are bumping |
//! | [`playout`] | what an action costs: hit points and items lost until the fight is over |
//! | [`prices`] | what an item is worth |
//! | [`statistics`] | the test of an advantage, and intervals of shares |
//! | [`report`] | shares, and a table of the actions that won |

#![allow(clippy::float_arithmetic, reason = "statistics are made of real numbers")]

pub mod actions;
pub mod playout;
pub mod prices;
pub mod report;
pub mod statistics;

use crate::arguments::{bot, jobs};
use crate::threads::in_threads;
use actions::Candidate;
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::Status;
use musrex_core::dice::mix;
use musrex_core::{Events, Game, Outcome};
use musrex_support::failure::Failure;
use musrex_support::{files, seed};
use playout::Loss;
use prices::Prices;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Turns after which a game counts as stuck.
const TURNS_MAX: u32 = 60_000;
/// Games played for one measurement at most, in case that nobody fights.
const GAMES_MAX: u64 = 10_000;

/// Tells what to measure.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The bot that plays, before the measured action and after it.
    pub bot: Strategy,
    /// Turns measured.
    pub turns: usize,
    /// Playouts of each action: even, and at least 4.
    pub playouts: usize,
    /// The seed from which those of games and dice follow.
    pub seed: u64,
    /// One fight turn in so many is measured.
    pub every: u64,
    /// Turns of a playout at most, the measured one included.
    pub horizon: u32,
    /// Threads. Their number changes no result.
    pub jobs: usize,
}

impl Settings {
    /// Returns what is measured unless something else is asked for.
    pub const fn new(bot: Strategy) -> Settings {
        Settings { bot, turns: 1000, playouts: 128, seed: 1, every: 16, horizon: 40, jobs: 1 }
    }
}

/// Chooses the bot, the seed and the number of turns that are measured.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The bot that plays
    #[arg(long, value_name = "NAME", default_value = "careful", value_parser = bot)]
    bot: Strategy,
    /// The number of fight turns that are measured
    #[arg(long, value_name = "N", default_value = "1000")]
    turns: usize,
    /// Playouts of each action: an even number from 4 on
    #[arg(long, value_name = "N", default_value = "128", value_parser = playouts)]
    playouts: usize,
    /// The seed of games and dice
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed::parse)]
    seed: u64,
    /// One fight turn in so many is measured
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Turns of a playout at most
    #[arg(long, value_name = "N", default_value = "40")]
    horizon: u32,
    /// The number of threads that play
    #[arg(long, value_name = "N", default_value = "1", value_parser = jobs)]
    jobs: usize,
}

fn playouts(text: &str) -> Result<usize, &'static str> {
    let is_even = |playouts: &usize| *playouts >= 4 && playouts.is_multiple_of(2);
    text.parse().ok().filter(is_even).ok_or("playouts are an even number from 4 on")
}

/// Measures what `options` ask for, and tells of it on standard output.
///
/// # Errors
/// When so many threads cannot be started, or standard output takes no more.
pub fn run(options: &Options) -> Result<(), Failure> {
    let Options { bot, turns, playouts, seed, every, horizon, jobs } = *options;
    let settings = Settings { bot, turns, playouts, seed, every, horizon, jobs };
    let start = Instant::now();
    let measured = measure(&settings)?;
    files::print(&report::render(&measured, &settings))?;
    let minutes = start.elapsed().as_secs_f64() / 60.0;
    let speed = measured.len() as f64 / minutes;
    eprintln!("{minutes:.1} minutes on {jobs} threads, {speed:.0} turns a minute");
    Ok(())
}

/// A fight turn to be measured.
#[derive(Clone, Debug)]
struct Scene {
    game: Game,
    /// The seed of its playouts.
    seed: u64,
}

/// A measured fight turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The run's seed.
    pub seed: u64,
    /// The number of the turn.
    pub turn: u32,
    /// The number of the floor.
    pub floor: u8,
    /// Counts the awake enemies in sight.
    pub enemies: usize,
    /// The best action of each family against bumping, in the order of [`Family::ALL`]; `None` when
    /// there is nothing but bumping.
    pub verdicts: [Option<Verdict>; Family::ALL.len()],
}

/// A set of actions, and how their losses are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// All actions; an item that is used up costs its price.
    Priced,
    /// The actions that use nothing up.
    Free,
    /// All actions; items cost nothing.
    ItemsForNothing,
}

impl Family {
    /// Lists all families, the one that counts first.
    pub const ALL: [Family; 3] = [Family::Priced, Family::Free, Family::ItemsForNothing];

    /// Returns its name in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Priced => "all, items at a price",
            Family::Free => "using nothing up",
            Family::ItemsForNothing => "all, items for nothing",
        }
    }

    fn has(self, candidate: &Candidate) -> bool {
        self != Family::Free || candidate.is_free
    }

    fn count(self, loss: Loss) -> f64 {
        if self == Family::ItemsForNothing { loss.hp } else { loss.hp + loss.items }
    }
}

/// Tells how the best alternative compares with bumping.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The verb (see [`Candidate::verb`]) of the plainest action that is as good as the best.
    pub verb: String,
    /// The costs that it saves against the best way to bump, in shares of `hp_max`, in the playouts
    /// that had no part in choosing it.
    pub advantage: f64,
    /// True when the advantage is more than [`MARGIN`](statistics::MARGIN), and no luck.
    pub beats: bool,
}

/// Measures one turn of `game`; the dice follow from `seed`.
pub fn measure_turn(game: &Game, seed: u64, settings: &Settings, prices: &Prices) -> Measured {
    let dice = |k: usize| mix(seed.wrapping_add(k as u64));
    let losses: Vec<(Candidate, Vec<Loss>)> = actions::candidate_actions(game)
        .into_iter()
        .map(|candidate| {
            let play = |k| playout::play(game, candidate.command, dice(k), settings, prices);
            let losses = (0..settings.playouts).map(play).collect();
            (candidate, losses)
        })
        .collect();
    Measured {
        seed: game.seed(),
        turn: game.turn().0,
        floor: game.floor().number(),
        enemies: actions::awake_enemies(game, &game.visible()).len(),
        verdicts: Family::ALL.map(|family| judge(&losses, family)),
    }
}

fn judge(losses: &[(Candidate, Vec<Loss>)], family: Family) -> Option<Verdict> {
    let counted = |losses: &[Loss]| losses.iter().map(|&loss| family.count(loss)).collect();
    let (bumps, others): (Vec<_>, Vec<_>) = losses
        .iter()
        .filter(|(candidate, _)| candidate.is_bump || family.has(candidate))
        .map(|(candidate, losses)| (candidate, counted(losses)))
        .partition(|(candidate, _)| candidate.is_bump);
    let bumps: Vec<Vec<f64>> = bumps.into_iter().map(|(_, losses)| losses).collect();
    let (names, others): (Vec<&Candidate>, Vec<Vec<f64>>) = others.into_iter().unzip();
    let comparison = statistics::compare(&others, &bumps)?;
    Some(Verdict {
        verb: names[comparison.plainest].verb.clone(),
        advantage: comparison.advantage,
        beats: comparison.beats,
    })
}

/// Measures as many turns as `settings` say, fewer when the games have no more. The result follows
/// from the settings, whatever the number of jobs.
///
/// # Errors
/// When so many threads cannot be started.
pub fn measure(settings: &Settings) -> Result<Vec<Measured>, Failure> {
    let (scenes, prices) = (scenes(settings)?, Prices::find());
    in_parallel(settings.jobs, scenes.len(), |index| {
        measure_turn(&scenes[index].game, scenes[index].seed, settings, &prices)
    })
}

/// Plays games until there are enough scenes, and returns these in the order of games and turns.
fn scenes(settings: &Settings) -> Result<Vec<Scene>, Failure> {
    let (mut scenes, mut next) = (Vec::new(), 1);
    while scenes.len() < settings.turns && next <= GAMES_MAX {
        let first = next;
        next += settings.jobs as u64;
        let games = in_parallel(settings.jobs, settings.jobs, |index| {
            scenes_of_game(settings, first + index as u64)
        })?;
        scenes.extend(games.into_iter().flatten());
    }
    scenes.truncate(settings.turns);
    Ok(scenes)
}

/// Lets the bot play the game `number` and returns the turns to measure.
fn scenes_of_game(settings: &Settings, number: u64) -> Vec<Scene> {
    let mut scenes = Vec::new();
    let mut game = Game::new(mix(mix(settings.seed).wrapping_add(number)));
    let (mut bot, mut events) = (Bot::new(settings.bot), Events::new());
    let mut visible = game.visible();
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        // Whoever is stunned has no decision to make.
        let is_stunned = game.player().body.statuses.has(Status::Stunned);
        let draw = mix(mix(game.seed() ^ settings.seed).wrapping_add(u64::from(game.turn().0)));
        if draw.is_multiple_of(settings.every)
            && !is_stunned
            && !actions::awake_enemies(&game, &visible).is_empty()
        {
            scenes.push(Scene { game: game.clone(), seed: mix(draw) });
        }
        let command = bot.next(&game, &visible);
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            break;
        }
    }
    scenes
}

/// Computes `work(0)` to `work(count - 1)` on `jobs` threads; returns the results in this order.
fn in_parallel<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let work_on = || {
        let indices = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let indices = indices.take_while(|&index| index < count);
        indices.map(|index| (index, work(index))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, T)> = in_threads(jobs, work_on)?.into_iter().flatten().collect();
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
