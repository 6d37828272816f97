//! The meter counts the decisions in a hundred presses. A decision is a fight turn in which some action beats
//! attacking, stepping nearer and waiting by more than a percentage point of the chance to win.
//!
//! 1. A bot plays games, and the meter counts their presses, fight turns and strikes ([`played`]).
//! 2. The chance to win in a state is fitted to these games and to further games ([`chances`]).
//! 3. A fight turn begins with an awake enemy in sight. The meter takes a sample of such turns. In each turn, it tries
//!    each action ([`actions`]) with each of a few plans for the three turns after it ([`plans`]). Then the bot plays
//!    on until the fight is over. The worth of such a playout is the chance to win at its end, so using an item costs
//!    what the item would be worth later.
//! 4. A few playouts of each pair of action and plan choose the pairs to compare: the best pair with an attack, the
//!    best with a step nearer, the best with waiting, and the best with any other action. Playouts with other dice test
//!    these pairs ([`statistics`]). In playout k, all pairs have the same dice.
//! 5. On request, an [`oracle`] plays the same games. It searches for the best action in every fight turn.
//!
//! An open issue at the end of a playout (such as a monster that lost sight of the player) counts only if it changes
//! the fitted chance.

#![allow(clippy::float_arithmetic, reason = "statistics are made of real numbers")]

pub mod actions;
pub mod chances;
pub mod fights;
pub mod logistic;
pub mod oracle;
pub mod plans;
pub mod played;
pub mod report;
pub mod statistics;

use crate::games::play_to_end;
use crate::seed_of_game;
use crate::threads::in_parallel;
use actions::Candidate;
use chances::{Chances, Ruler, Sample};
use musrex_core::bots::{Bot, Strategy};
use musrex_core::content::Status;
use musrex_core::dice::mix;
use musrex_core::geometry::TileSet;
use musrex_core::quantity::Hp;
use musrex_core::{Game, Outcome};
use musrex_support::failure::Failure;
use oracle::Searched;
use plans::{Plan, play_out};
use played::Played;
use statistics::Advantage;
use std::ops::Range;

/// The parameters of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The bot that plays, before the measured action and after it.
    pub bot: Strategy,
    /// The number of games from which the turns are taken.
    pub games: u32,
    /// The number of games for the fit, as a multiple of the measured games. The fit needs many games, and they are
    /// cheap.
    pub fit_times: usize,
    /// The seed that determines the seeds of the games and of the dice.
    pub seed: u64,
    /// The approximate number of fight turns to measure.
    pub turns: u32,
    /// The number of playouts of each pair when choosing the best pair.
    pub choosing: usize,
    /// The number of playouts of each chosen pair when testing, with other dice.
    pub testing: usize,
    /// The maximum number of turns of a playout, including the measured turn.
    pub horizon: u32,
    /// True if the oracle also plays the games.
    pub has_oracle: bool,
    /// The number of threads, which does not affect the results.
    pub jobs: usize,
}

impl Settings {
    /// Returns the default settings.
    pub const fn new(bot: Strategy) -> Settings {
        Settings {
            bot,
            games: 200,
            fit_times: 10,
            seed: 1,
            turns: 100,
            choosing: 40,
            testing: 240,
            horizon: 40,
            has_oracle: false,
            jobs: 1,
        }
    }
}

/// The results of the meter.
#[derive(Clone, Debug)]
pub struct Found {
    /// Statistics of the games.
    pub games_played: Vec<Played>,
    /// The log loss of the fit on games that were not used for the fit, and the log loss of a predictor that knows only
    /// the share of wins.
    pub log_loss: [f64; 2],
    /// The measured fight turns.
    pub turns: Vec<Measured>,
    /// The worth of three quarters of the hit points, in chances to win, at each measured first arrival on floors 4 to
    /// 12.
    pub worth_of_hp: Vec<f64>,
    /// The same games as played by the oracle; empty if the oracle was not requested.
    pub searched: Vec<Searched>,
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
    /// The number of awake enemies in sight.
    pub enemies: usize,
    /// The number of awake enemies adjacent to the player.
    pub adjacent: usize,
    /// The share of playouts in which the player dies after the bot's own choice.
    pub danger: f64,
    /// True when a mark is drawn on the player's tile.
    pub is_announced: bool,
    /// The verdict on the best action other than attacking, stepping nearer and waiting, for each ruler of [`RULERS`];
    /// `None` if there is no other action.
    pub verdicts: [Option<Verdict>; RULERS.len()],
}

/// The scales ([`Ruler`]) by which each turn is measured.
pub const RULERS: [Ruler; 2] = [Ruler::Measured, Ruler::Fixed];

/// The comparison of the best other action with attacking, stepping nearer and waiting.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The verb of the best other action (see [`Candidate::verb`]).
    pub verb: String,
    /// The plan with which that action is best.
    pub plan: Plan,
    /// The gain of that action over the best of attacking, stepping nearer and waiting, in chances to win.
    pub advantage: f64,
    /// The standard error of the gain.
    pub error: f64,
    /// True if the gain is more than [`MARGIN`](statistics::MARGIN) and is statistically significant.
    pub beats: bool,
}

/// Takes the measurement. The result depends only on `settings`, not on the number of threads.
///
/// # Errors
/// Fails if the threads cannot be started.
pub fn measure(settings: &Settings) -> Result<Found, Failure> {
    let seed_of = |index: usize| seed_of_game(settings.seed, index as u64 + 1);
    let games = settings.games as usize;
    let games_played = in_parallel(settings.jobs, games, |index| {
        played::play(settings.bot, seed_of(index), |_| {})
    })?;
    let more = games..games * settings.fit_times;
    let to_fit = in_parallel(settings.jobs, more.len(), |index| {
        played::play(settings.bot, seed_of(more.start + index), |_| {})
    })?;
    let (chances, log_loss) = fit(games_played.iter().chain(&to_fit));
    let fight_turns: u64 = games_played.iter().map(|played| u64::from(played.fight_turns)).sum();
    let every = (fight_turns / u64::from(settings.turns.max(1))).max(1);
    let scenes =
        in_parallel(settings.jobs, games, |index| scenes(settings, seed_of(index), every))?;
    let scenes: Vec<Scene> = scenes.into_iter().flatten().collect();
    let measured = in_parallel(settings.jobs, scenes.len(), |index| match &scenes[index] {
        Scene::Fight(game, seed) => Told::Turn(measure_turn(game, *seed, settings, &chances)),
        Scene::Arrival(game, seed) => Told::OfHp(worth_of_hp(game, *seed, settings.bot)),
    })?;
    let (mut turns, mut worth) = (Vec::new(), Vec::new());
    for told in measured {
        match told {
            Told::Turn(turn) => turns.push(turn),
            Told::OfHp(points) => worth.push(points),
        }
    }
    let oracles = if settings.has_oracle { games } else { 0 };
    let searched = in_parallel(settings.jobs, oracles, |index| {
        oracle::play(settings.bot, seed_of(index), settings.horizon, &chances)
    })?;
    Ok(Found { games_played, log_loss, turns, worth_of_hp: worth, searched })
}

enum Told {
    Turn(Measured),
    OfHp(f64),
}

/// Fits the chances to all games. To measure the quality, also fits them to four fifths of the games. Returns the log
/// loss of that fit on the remaining fifth, and the log loss, on the same fifth, of a predictor that knows only the
/// share of wins.
fn fit<'a>(games_played: impl Iterator<Item = &'a Played>) -> (Chances, [f64; 2]) {
    let games_played: Vec<&Played> = games_played.collect();
    let samples = |is_wanted: fn(usize) -> bool| -> Vec<Sample> {
        let wanted = games_played.iter().enumerate().filter(|(index, _)| is_wanted(*index));
        wanted.flat_map(|(_, played)| played.samples.iter().cloned()).collect()
    };
    let (rest, tested) = (samples(|index| index % 5 != 0), samples(|index| index % 5 == 0));
    let loss = Chances::fit(&rest).log_loss(&tested);
    let coin = Sample::log_loss_of_mean(&tested);
    (Chances::fit(&samples(|_| true)), [loss, coin])
}

/// A state to be measured, and the seed of its dice.
enum Scene {
    Fight(Game, u64),
    Arrival(Game, u64),
}

/// Lets the bot play the game of `seed`. Returns a random sample: about one in `every` fight turns, and about one in
/// four of the first arrivals on floors 4 to 12.
fn scenes(settings: &Settings, seed: u64, every: u64) -> Vec<Scene> {
    let (mut scenes, mut last_floor) = (Vec::new(), 3);
    played::play(settings.bot, seed, |moment| {
        let game = moment.game;
        let draw = mix(mix(seed ^ settings.seed).wrapping_add(u64::from(game.turn().0)));
        let floor = game.floor().number();
        if floor > last_floor {
            last_floor = floor;
            if draw.is_multiple_of(4) && floor <= 12 {
                scenes.push(Scene::Arrival(game.clone(), mix(draw)));
            }
        }
        // A stunned player has no decision to make.
        let is_stunned = game.player().body.statuses.has(Status::Stunned);
        if moment.is_fight && !is_stunned && draw.is_multiple_of(every) {
            scenes.push(Scene::Fight(game.clone(), mix(draw)));
        }
    });
    scenes
}

/// The worth of the state at the end of a playout, for each ruler.
type Values = [f64; RULERS.len()];

/// Measures one turn of `game`; `seed` determines the dice.
pub fn measure_turn(game: &Game, seed: u64, settings: &Settings, chances: &Chances) -> Measured {
    let trials = Trials { game, seed, settings, chances: &chances.in_scene(game) };
    let candidates = actions::candidate_actions(game);
    let pairs: Vec<(&Candidate, Plan, Vec<Values>)> = candidates
        .iter()
        .flat_map(|candidate| Plan::ALL.map(|plan| (candidate, plan)))
        .map(|(it, plan)| (it, plan, trials.play(it, plan, 0..settings.choosing)))
        .collect();
    let visible = game.visible();
    let (enemies, pos) = (actions::awake_enemies(game, &visible), game.player().body.pos);
    Measured {
        seed: game.seed(),
        turn: game.turn().0,
        floor: game.floor().number(),
        enemies: enemies.len(),
        adjacent: enemies.iter().filter(|enemy| enemy.body.pos.is_next_to(pos)).count(),
        danger: trials.danger(&visible),
        is_announced: game.current_floor().is_marked(pos),
        verdicts: std::array::from_fn(|ruler| trials.judge(&pairs, ruler)),
    }
}

/// The playouts of one turn.
struct Trials<'a> {
    game: &'a Game,
    seed: u64,
    settings: &'a Settings,
    chances: &'a Chances,
}

impl Trials<'_> {
    /// Plays out an action and a plan once for each index in `dice`. Returns the worths of the playouts.
    fn play(&self, action: &Candidate, plan: Plan, dice: Range<usize>) -> Vec<Values> {
        let Settings { bot, horizon, .. } = *self.settings;
        let play = |k: usize| {
            let dice = mix(self.seed.wrapping_add(k as u64));
            let end = play_out(self.game, action.command, plan, dice, Bot::new(bot), horizon);
            RULERS.map(|ruler| self.chances.of(&end, ruler))
        };
        dice.map(play).collect()
    }

    /// Returns the share of playouts in which the player dies when the bot alone decides.
    fn danger(&self, visible: &TileSet) -> f64 {
        let Settings { bot, horizon, choosing, testing, .. } = *self.settings;
        let mut bot = Bot::new(bot);
        let wanted = bot.next(self.game, visible);
        if self.game.accepts(wanted).is_err() {
            return 0.0;
        }
        let dies = |k: usize| {
            let dice = mix(self.seed.wrapping_add(k as u64));
            let end = play_out(self.game, wanted, Plan::Bot, dice, bot.clone(), horizon);
            f64::from(u8::from(end.outcome() == Outcome::Dead))
        };
        statistics::mean((choosing..choosing + testing).map(dies))
    }

    /// Under one ruler, compares the best pairs with bumping, waiting and stepping nearer to the best pair with any
    /// other action.
    fn judge(&self, pairs: &[(&Candidate, Plan, Vec<Values>)], ruler: usize) -> Option<Verdict> {
        let Settings { choosing, testing, .. } = *self.settings;
        let mean = |values: &[Values]| statistics::mean(values.iter().map(|it| it[ruler]));
        let best = |is_in: fn(&Candidate) -> bool| {
            let of_kind = pairs.iter().filter(|(action, ..)| is_in(action));
            let (action, plan, _) = of_kind.max_by(|a, b| mean(&a.2).total_cmp(&mean(&b.2)))?;
            let tested = self.play(action, *plan, choosing..choosing + testing);
            Some((*action, *plan, tested.iter().map(|it| it[ruler]).collect::<Vec<f64>>()))
        };
        let (action, plan, values) = best(|it| !(it.is_bump || it.is_wait() || it.is_approach()))?;
        let bumps = [best(|it| it.is_bump), best(Candidate::is_wait), best(Candidate::is_approach)];
        let gains = |bump: &[f64]| -> Vec<f64> {
            values.iter().zip(bump).map(|(value, bump)| value - bump).collect()
        };
        let against: Vec<Advantage> =
            bumps.iter().flatten().map(|(.., bump)| Advantage::of(&gains(bump))).collect();
        let least = against.iter().min_by(|a, b| a.mean.total_cmp(&b.mean))?;
        let (advantage, error) = (least.mean, least.error);
        let is_no_luck = against.iter().all(|it| it.lower > 0.0);
        let beats = is_no_luck && advantage > statistics::MARGIN;
        Some(Verdict { verb: action.verb.clone(), plan, advantage, error, beats })
    }
}

/// The number of games played from an arrival to the end with all hit points, and again with a quarter of them.
const GAMES_AN_ARRIVAL: u64 = 4;

/// Returns the worth of three quarters of the hit points at an arrival, as a difference between two shares of games
/// won.
fn worth_of_hp(game: &Game, seed: u64, bot: Strategy) -> f64 {
    let won = |is_full: bool| {
        let hp_max = game.player_stats().hp_max.0;
        let mut player = game.player().clone();
        player.body.hp = Hp(if is_full { hp_max } else { hp_max.div_ceil(4) });
        let wins = (0..GAMES_AN_ARRIVAL).filter(|k| {
            let mut copy = game.clone();
            copy.set_player(player.clone());
            copy.reseed_dice(mix(seed.wrapping_add(*k)));
            play_to_end(&mut copy, Bot::new(bot)) == Outcome::Won
        });
        wins.count() as f64 / GAMES_AN_ARRIVAL as f64
    };
    won(true) - won(false)
}
