//! Estimates the chance to win in a state of the game, by a fit to played games.
//!
//! The fit is a logistic regression ([`logistic`](super::logistic)) on what a player knows of the state.
//!
//! Most inputs are assets, such as hit points and items: having more of them is better for the player. Luck alone would
//! give some assets a negative weight, and the meter would throw these assets away. So every asset has a minimum
//! weight. If the fit puts a weight below its minimum, the weight is fixed at the minimum, and the other weights are
//! fitted again.
//!
//! The fit underrates a carried item, because bots use items less well than a good player. So in a scene
//! ([`Chances::in_scene`]), using an item costs nearly as much as its effect is worth: at least nine tenths of the
//! worth of the healed hit points or, for an Override Chip, of an ally. Without these prices, the meter would use up
//! all items in the first fight, and call each use a decision.

use super::logistic::{chance, fit, log_loss};
use musrex_core::content::ItemKind;
use musrex_core::rules::experience;
use musrex_core::world::{Game, Worn};
use musrex_core::{Outcome, quantity::Floor};

/// The number of parts (inputs of the fit) of a state: the parts that concern the floor, and all other parts.
const PARTS: usize = FLOOR_PARTS + Others::COUNT;
/// The number of parts that concern the floor: a constant, the height of the floor, the square of the height, and a
/// part that is 1 on the throne floor.
const FLOOR_PARTS: usize = 4;

/// The parts of a state, the inputs of the fit. The parts are scaled so that most are at most about 1; then one ridge
/// suits all parts.
type Parts = [f64; PARTS];

/// The indices of the parts that do not concern the floor.
struct Others;

impl Others {
    const COUNT: usize = 11;
    /// The index of the number of awake enemies, the only part of this type that is not an asset.
    const AWAKE: usize = FLOOR_PARTS + Others::COUNT - 1;

    /// The indices of hit points, hit points times the height of the floor, the hit points that the items of the pack
    /// would heal, chips, and an ally.
    const HP: usize = FLOOR_PARTS;
    const HP_BY_HEIGHT: usize = FLOOR_PARTS + 1;
    const HEALING: usize = FLOOR_PARTS + 5;
    const CHIPS: usize = FLOOR_PARTS + 6;
    const ALLY: usize = FLOOR_PARTS + 9;

    /// Returns the minimum weight of a part; `None` if it is not an asset.
    fn least(part: usize) -> Option<f64> {
        let is_item = (FLOOR_PARTS + 5..FLOOR_PARTS + 9).contains(&part);
        let is_good = (FLOOR_PARTS..Others::AWAKE).contains(&part);
        is_good.then_some(if is_item { ITEMS * LEAST } else { 0.0 })
    }

    /// Returns the price of using up one unit of a part, given the weights of the fit.
    fn price(part: usize, weights: &Parts) -> f64 {
        // The price of a full bar of hit points is its worth halfway up the tower.
        let full_bar = weights[Others::HP] + weights[Others::HP_BY_HEIGHT] / 2.0;
        let turned_into = match part {
            Others::HEALING => KEPT * full_bar,
            Others::CHIPS => KEPT * ITEMS * weights[Others::ALLY],
            _ => return weights[part],
        };
        weights[part].max(turned_into)
    }
}

/// The minimum worth of an item, in log odds: about one percentage point when wins and losses are equally likely.
const LEAST: f64 = 0.05;
/// The smallest price of an item, as a share of the worth of what the item turns into.
const KEPT: f64 = 0.9;
/// Healing items beyond this many full bars do not count.
const HEALING_MAX: f64 = 4.0;
/// This many items of a kind count as 1 in the fit; items beyond `ITEMS_MAX` do not count.
const ITEMS: f64 = 4.0;
const ITEMS_MAX: f64 = 16.0;
/// The ridge, which keeps weights small if the games do not determine them. All states of a game share its outcome, so
/// a hundred states of one game carry no more information than one state. The ridge weighs as much as a few games.
const RIDGE: f64 = 100.0;
/// The worth of a full bar of hit points under [`Ruler::Fixed`], in chances to win.
pub const FULL_BAR: f64 = 0.1;

/// The scale by which hit points are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruler {
    /// Hit points have the worth that was measured in the played games.
    Measured,
    /// A full bar is always worth [`FULL_BAR`], so that results under different rules can be compared.
    Fixed,
}

/// A state of a game, together with the outcome of that game.
#[derive(Clone, Debug)]
pub struct Sample {
    parts: Parts,
    is_won: bool,
}

impl Sample {
    /// Returns the state of `game`. The caller completes the sample with `set_won`.
    pub fn of(game: &Game) -> Sample {
        Sample { parts: parts(game, share_of_hp(game)), is_won: false }
    }

    /// Returns the log loss of a predictor that knows only the share of wins.
    pub fn log_loss_of_mean(samples: &[Sample]) -> f64 {
        let won = super::statistics::mean(samples.iter().map(|it| f64::from(u8::from(it.is_won))));
        let part = |share: f64| if share > 0.0 { -share * share.ln() } else { 0.0 };
        part(won) + part(1.0 - won)
    }

    /// Records the outcome of the game.
    pub const fn set_won(&mut self, is_won: bool) {
        self.is_won = is_won;
    }
}

/// A fitted model that gives each state a chance to win.
#[derive(Clone, Debug)]
pub struct Chances {
    weights: Parts,
}

impl Chances {
    /// Fits the weights to samples.
    pub fn fit(samples: &[Sample]) -> Chances {
        let (mut weights, mut is_fixed) = ([0.0; PARTS], [false; PARTS]);
        let samples: Vec<(&Parts, bool)> =
            samples.iter().map(|sample| (&sample.parts, sample.is_won)).collect();
        loop {
            fit(&mut weights, &is_fixed, &samples, RIDGE);
            let mut is_done = true;
            for part in 0..PARTS {
                if let Some(least) =
                    Others::least(part).filter(|&least| !is_fixed[part] && weights[part] < least)
                {
                    weights[part] = least;
                    is_fixed[part] = true;
                    is_done = false;
                }
            }
            if is_done {
                return Chances { weights };
            }
        }
    }

    /// Returns a model for the states that follow from `game`. In this model, using up an item costs its price.
    pub fn in_scene(&self, game: &Game) -> Chances {
        let mut weights: Parts = std::array::from_fn(|part| Others::price(part, &self.weights));
        let begins = parts(game, share_of_hp(game));
        let dearer = weights.iter().zip(&self.weights).map(|(price, weight)| price - weight);
        // The state `game` itself must keep its fitted chance, so the weight of the first part, a constant 1, absorbs
        // the difference.
        weights[0] -= dearer.zip(begins).map(|(dearer, part)| dearer * part).sum::<f64>();
        Chances { weights }
    }

    /// Returns the chance to win in a state: 0 if the player is dead, 1 if the run is won.
    pub fn of(&self, game: &Game, ruler: Ruler) -> f64 {
        match (game.outcome(), ruler) {
            (Outcome::Dead, _) => 0.0,
            (Outcome::Won, _) => 1.0,
            (Outcome::Playing, Ruler::Measured) => self.with_hp(game, share_of_hp(game)),
            (Outcome::Playing, Ruler::Fixed) => {
                let missing = 1.0 - share_of_hp(game);
                (self.with_hp(game, 1.0) - FULL_BAR * missing).max(0.0)
            }
        }
    }

    /// Returns the chance to win in a state, with `share` in place of the actual share of hit points.
    pub fn with_hp(&self, game: &Game, share: f64) -> f64 {
        chance(&self.weights, &parts(game, share))
    }

    /// Returns the mean log loss of the model on the outcomes of `samples`: 0 for a perfect prediction, 0.69 for a coin
    /// flip.
    pub fn log_loss(&self, samples: &[Sample]) -> f64 {
        let loss = |it: &Sample| log_loss(chance(&self.weights, &it.parts), it.is_won);
        super::statistics::mean(samples.iter().map(loss))
    }
}

/// Returns the hit points as a share of the maximum without equipment, so that taking off an item does not count as
/// healing.
pub fn share_of_hp(game: &Game) -> f64 {
    let hp_max = experience::stats(game.player().level, &Worn::NOTHING, None).hp_max;
    (f64::from(game.player().body.hp.0) / f64::from(hp_max.0)).min(1.5)
}

/// Returns the attack and the defence with the best worn or carried equipment, because it takes only a turn to change
/// equipment.
fn best_numbers(game: &Game) -> (f64, f64) {
    let player = game.player();
    let mut worn = player.worn.clone();
    let rate = |worn: &Worn| {
        let stats = experience::stats(player.level, worn, None);
        (f64::from(stats.attack_min + stats.attack_max) / 2.0, f64::from(stats.defence))
    };
    for item in &player.pack {
        if item.kind.slot().is_some() {
            let mut other = worn.clone();
            other.put_on(item.clone());
            let sum = |(attack, defence): (f64, f64)| attack + defence;
            if sum(rate(&other)) > sum(rate(&worn)) {
                worn = other;
            }
        }
    }
    rate(&worn)
}

fn parts(game: &Game, hp: f64) -> Parts {
    let (player, state) = (game.player(), game.current_floor());
    let floor = game.floor();
    let carried = |kinds: &[ItemKind]| {
        let count = player.pack.iter().filter(|item| kinds.contains(&item.kind)).count();
        (count as f64).min(ITEMS_MAX) / ITEMS
    };
    // The maximum without equipment: otherwise, something to wear would change the worth of the pack.
    let hp_max = experience::stats(player.level, &Worn::NOTHING, None).hp_max;
    // An antidote heals only the ill, and to be ill is no asset.
    let healing = player.pack.iter().filter(|item| item.kind != ItemKind::Antidote);
    let heals = healing.map(|item| f64::from(game.healing_at(hp_max, item.kind).0));
    let heals = heals.sum::<f64>() / f64::from(hp_max.0);
    let alert = state.monsters.iter().filter(|it| it.is_hostile() && it.ai_state.is_alert());
    let (attack, defence) = best_numbers(game);
    let height = f64::from(floor.number()) / f64::from(Floor::THRONE.number());
    let mut parts = [0.0; PARTS];
    let is_throne = f64::from(u8::from(floor == Floor::THRONE));
    parts[..FLOOR_PARTS].copy_from_slice(&[1.0, height, height * height, is_throne]);
    let others: [f64; Others::COUNT] = [
        hp,
        hp * height,
        f64::from(player.level.number()) / 10.0,
        attack / 40.0,
        defence / 40.0,
        heals.min(HEALING_MAX),
        carried(&[ItemKind::OverrideChip]),
        carried(&[ItemKind::PotionOfVenom]),
        carried(&[ItemKind::Antidote]),
        f64::from(u8::from(state.ally().is_some())),
        alert.count().min(6) as f64 / 6.0,
    ];
    parts[FLOOR_PARTS..].copy_from_slice(&others);
    parts
}
