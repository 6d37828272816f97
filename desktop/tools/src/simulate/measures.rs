//! The measures of simulated games, for the table and the report.

use super::results::{GameResult, TurnKinds};
use crate::announced::Harm;
use musrex_core::Outcome;
use musrex_core::bots::Strategy;
use musrex_core::limits::FLOORS;
use musrex_core::quantity::Floor;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The share of deaths, in thousandths, above which a cause of death counts as frequent.
const CAUSE_PERMILLE: u64 = 30;
/// The share of wins, in thousandths, from which a way of defeating the King counts as frequent.
const WAY_PERMILLE: u64 = 150;

/// The measures of one bot's games.
#[derive(Debug)]
pub(super) struct Measures {
    /// The bot that played.
    pub(super) bot: Strategy,
    /// The number of games.
    pub(super) games: usize,
    /// The number of won games.
    pub(super) won: usize,
    /// The number of games in which the player died.
    pub(super) died: usize,
    /// The number of games that got stuck.
    pub(super) stuck: usize,
    /// The deaths by their causes, the most frequent first.
    pub(super) causes: Vec<(usize, &'static str)>,
    /// The wins by the way in which the King was defeated, the most frequent first.
    pub(super) king_falls: Vec<(usize, &'static str)>,
    /// The median number of turns of the won games; `None` if no game was won.
    pub(super) turns_won: Option<u32>,
    /// The total number of turns of all games, by kind of turn.
    pub(super) turn_kinds: TurnSums,
    /// The total number of turns of all games, by verb.
    pub(super) verbs: BTreeMap<String, u64>,
    /// The harm to the player in all games.
    pub(super) harm: Harm,
    /// The number of presses in the longest row without a decision, as a median over all games; `None` if there are no
    /// games.
    pub(super) longest_undecided: Option<u32>,
    /// The measures of the first arrival on each floor.
    pub(super) floors: [AtArrival; FLOORS],
    deaths: [usize; FLOORS],
}

/// The sums of [`TurnKinds`] over all games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurnSums {
    /// The sum of [`TurnKinds::walked`].
    pub(super) walked: usize,
    /// The sum of [`TurnKinds::rested`].
    pub(super) rested: usize,
    /// The sum of [`TurnKinds::fought`].
    pub(super) fought: usize,
    /// The sum of [`TurnKinds::fights`].
    pub(super) fights: usize,
    /// The sum of [`TurnKinds::crowded`].
    pub(super) crowded: usize,
}

impl TurnSums {
    /// Returns the shares of walking, resting and fighting turns, in thousandths.
    pub(super) fn permille(self) -> [u64; 3] {
        let all = self.walked + self.rested + self.fought;
        [self.walked, self.rested, self.fought].map(|part| permille(part, all))
    }

    fn add(&mut self, kinds: &TurnKinds) {
        self.walked += kinds.walked as usize;
        self.rested += kinds.rested as usize;
        self.fought += kinds.fought as usize;
        self.fights += kinds.fights as usize;
        self.crowded += kinds.crowded as usize;
    }
}

/// The means over all games that reached a floor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AtArrival {
    /// The number of games that reached the floor.
    pub(super) reached: usize,
    /// The mean level of the player, in tenths.
    pub(super) level_tenths: u64,
    /// The mean turn number of the arrival.
    pub(super) turn: u64,
}

impl Measures {
    /// Measures the games of `bot`.
    pub(super) fn of<'a>(
        bot: Strategy,
        games: impl IntoIterator<Item = &'a GameResult>,
    ) -> Measures {
        let games: Vec<&GameResult> = games.into_iter().filter(|game| game.bot == bot).collect();
        let count = |outcome| games.iter().filter(|game| game.outcome == outcome).count();
        let mut deaths = [0; FLOORS];
        for game in games.iter().filter(|game| game.outcome == Outcome::Dead) {
            deaths[game.score.floor.index()] += 1;
        }
        let (mut turn_kinds, mut verbs) = (TurnSums::default(), BTreeMap::new());
        let mut harm = Harm::default();
        for game in &games {
            harm.add(&game.presses.harm);
            turn_kinds.add(&game.turn_kinds);
            for (verb, count) in game.verbs.iter() {
                *verbs.entry(verb.to_owned()).or_default() += u64::from(count);
            }
        }
        let won = games.iter().filter(|game| game.outcome == Outcome::Won);
        Measures {
            bot,
            games: games.len(),
            won: count(Outcome::Won),
            died: count(Outcome::Dead),
            stuck: count(Outcome::Playing),
            causes: by_frequency(games.iter().filter_map(|game| game.cause())),
            king_falls: by_frequency(games.iter().filter_map(|game| game.way())),
            turns_won: median(won.map(|game| game.score.turns.0).collect()),
            turn_kinds,
            verbs,
            harm,
            longest_undecided: median(
                games.iter().map(|game| game.presses.longest_undecided).collect(),
            ),
            floors: std::array::from_fn(|floor| at_arrival(&games, floor)),
            deaths,
        }
    }

    /// Measures each bot that played any of `games`, in the order of the list of bots.
    pub(super) fn of_each_bot(games: &[GameResult]) -> Vec<Measures> {
        let has_played = |bot: &Strategy| games.iter().any(|game| game.bot == *bot);
        let bots = Strategy::ALL.into_iter().filter(has_played);
        bots.map(|bot| Measures::of(bot, games)).collect()
    }

    /// Returns the share of games won, in thousandths.
    pub(super) fn won_permille(&self) -> u64 {
        permille(self.won, self.games)
    }

    /// Counts the deaths on these floors.
    pub(super) fn died_on(&self, floors: RangeInclusive<u8>) -> usize {
        let is_in = |floor: &Floor| floors.contains(&floor.number());
        Floor::all().filter(is_in).map(|floor| self.deaths[floor.index()]).sum()
    }

    /// Returns the share of deaths on floors 1 to 6 among all deaths, in thousandths.
    pub(super) fn early_deaths_permille(&self) -> u64 {
        permille(self.died_on(1..=6), self.died)
    }

    /// Returns the share of fights in which at least two awake enemies were in sight at once, in thousandths.
    pub(super) fn crowded_permille(&self) -> u64 {
        permille(self.turn_kinds.crowded, self.turn_kinds.fights)
    }

    /// Returns the number of causes that each account for more than 3 % of all deaths.
    pub(super) fn frequent_causes(&self) -> usize {
        let is_frequent = |count: usize| 1000 * count as u64 > CAUSE_PERMILLE * self.died as u64;
        self.causes.iter().filter(|(count, _)| is_frequent(*count)).count()
    }

    /// Returns the most frequent cause of death with its share of all deaths in thousandths.
    pub(super) fn largest_cause(&self) -> Option<(u64, &'static str)> {
        self.causes.first().map(|&(count, name)| (permille(count, self.died), name))
    }

    /// Returns the number of ways of defeating the King that each account for at least 15 % of all wins.
    pub(super) fn frequent_ways(&self) -> usize {
        let is_frequent = |count: usize| 1000 * count as u64 >= WAY_PERMILLE * self.won as u64;
        self.king_falls.iter().filter(|(count, _)| is_frequent(*count)).count()
    }

    /// Returns the mean number of uses of `verb` per game, in tenths.
    pub(super) fn verb_tenths(&self, verb: &str) -> u64 {
        let (uses, games) = (self.verbs.get(verb).copied().unwrap_or(0), self.games as u64);
        (10 * uses + games / 2).checked_div(games).unwrap_or(0)
    }
}

fn at_arrival(games: &[&GameResult], floor: usize) -> AtArrival {
    let arrivals = games.iter().filter_map(|game| game.arrivals[floor]);
    AtArrival {
        reached: arrivals.clone().count(),
        level_tenths: mean(arrivals.clone().map(|arrival| 10 * u32::from(arrival.level.number()))),
        turn: mean(arrivals.map(|arrival| arrival.turn.0)),
    }
}

/// Counts equal names. Returns each name with its count, the most frequent first.
pub(super) fn by_frequency<'a>(names: impl Iterator<Item = &'a str>) -> Vec<(usize, &'a str)> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_insert(0) += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().map(|(name, count)| (count, name)).collect();
    counts.sort_by_key(|&(count, name)| (Reverse(count), name));
    counts
}

/// Returns the rounded mean of `numbers`; 0 if there are none.
pub(super) fn mean(numbers: impl Iterator<Item = u32>) -> u64 {
    let (sum, count) = numbers.fold((0, 0), |(sum, count), n| (sum + u64::from(n), count + 1));
    (sum + count / 2).checked_div(count).unwrap_or(0)
}

/// Returns the median of `numbers`; for an even count, the mean of the middle two; `None` if there are no numbers.
fn median(mut numbers: Vec<u32>) -> Option<u32> {
    numbers.sort_unstable();
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    let lower = if numbers.len().is_multiple_of(2) { numbers[middle - 1] } else { upper };
    Some(lower.midpoint(upper))
}

/// Returns the rounded share of `part` in `whole`, in thousandths; 0 if `whole` is 0.
pub(super) fn permille(part: usize, whole: usize) -> u64 {
    (1000 * part + whole / 2).checked_div(whole).unwrap_or(0) as u64
}

/// Formats a number of tenths as a decimal.
pub(super) fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded() {
        assert_eq!([mean([].into_iter()), mean([1, 2].into_iter())], [0, 2]);
        assert_eq!(
            [permille(1, 0), permille(1, 3), permille(2, 3), permille(7, 7)],
            [0, 333, 667, 1000]
        );
        assert_eq!([tenths(0), tenths(7), tenths(1000)], ["0.0", "0.7", "100.0"]);
    }

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(Vec::new()), None);
        assert_eq!(median(vec![9, 1, 5]), Some(5));
        assert_eq!(median(vec![9, 1, 5, 6]), Some(5));
    }

    #[test]
    fn names_are_counted() {
        let names = ["b", "a", "c", "c"];
        assert_eq!(by_frequency(names.into_iter()), [(2, "c"), (1, "a"), (1, "b")]);
    }
}
