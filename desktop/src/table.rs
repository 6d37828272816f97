//! The results of a simulation as a table, floor by floor.

use crate::results::{Arrival, GameResult, TurnKinds};
use musrex_core::Outcome;
use musrex_core::bots::Strategy;
use musrex_core::quantity::Floor;
use musrex_core::view::text::cause_name;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// Returns the table of the `games` of one bot, which `seed` asked for.
pub(crate) fn render(games: &[GameResult], seed: u64) -> String {
    let mut text = String::new();
    write(&mut text, games, seed).expect("a string takes whatever is written");
    text
}

fn write(text: &mut String, games: &[GameResult], seed: u64) -> std::fmt::Result {
    let version = env!("CARGO_PKG_VERSION");
    let bot = games.first().map_or("nobody", |game| game.bot.name());
    writeln!(text, "{} games of seed {seed}, played by {bot} of {version}\n", games.len())?;
    writeln!(text, "             at arrival (mean)")?;
    writeln!(text, "floor  reached    level   turn  died      %  of")?;
    let deaths = games.iter().filter(|game| game.outcome == Outcome::Dead).count();
    for floor in Floor::all() {
        let arrivals: Vec<Arrival> =
            games.iter().filter_map(|game| game.arrivals[floor.index()]).collect();
        let causes = causes(games, floor);
        let died: usize = causes.iter().map(|(count, _)| count).sum();
        let causes: Vec<String> =
            causes.iter().map(|(count, name)| format!("{count} {name}")).collect();
        let row = format!(
            "{:>5}  {:>7}  {:>7}  {:>5}  {died:>4}  {:>5}  {}",
            floor.number(),
            arrivals.len(),
            mean_level(&arrivals),
            mean(arrivals.iter().map(|arrival| arrival.turn.0)),
            tenths(permille(died, deaths)),
            causes.join(", "),
        );
        writeln!(text, "{}", row.trim_end())?;
    }
    let won = count(games, Outcome::Won);
    let stuck = count(games, Outcome::Playing);
    let share = tenths(permille(won, games.len()));
    let turns = games.iter().map(|game| game.score.turns.0);
    writeln!(text, "\n{won} won ({share} %), {deaths} died, {stuck} stuck")?;
    writeln!(
        text,
        "turns: {} in the mean, at most {}",
        mean(turns.clone()),
        turns.max().unwrap_or(0)
    )
}

/// Returns a table with a row for each bot, which played the same seeds.
pub(crate) fn render_comparison(games: &[GameResult], seed: u64) -> String {
    let mut text = String::new();
    write_comparison(&mut text, games, seed).expect("a string takes whatever is written");
    text
}

fn write_comparison(text: &mut String, games: &[GameResult], seed: u64) -> std::fmt::Result {
    let version = env!("CARGO_PKG_VERSION");
    let each = games.len() / Strategy::ALL.len();
    writeln!(text, "{each} games of seed {seed} for each bot of {version}\n")?;
    writeln!(text, "              won   died on floors    turns  walking  resting  fighting")?;
    writeln!(text, "bot             %    1–6  7–12    13   (won)        %        %         %")?;
    for bot in Strategy::ALL {
        let games: Vec<&GameResult> = games.iter().filter(|game| game.bot == bot).collect();
        let of = |outcome| games.iter().filter(move |game| game.outcome == outcome);
        let won = of(Outcome::Won).count();
        let died = |floors: RangeInclusive<u8>| {
            of(Outcome::Dead).filter(|game| floors.contains(&game.score.floor.number())).count()
        };
        let turns = mean(of(Outcome::Won).map(|game| game.score.turns.0));
        let sum = |part: fn(&TurnKinds) -> u32| -> usize {
            games.iter().map(|game| part(&game.turn_kinds) as usize).sum()
        };
        let (walked, rested, fought) =
            (sum(|kinds| kinds.walked), sum(|kinds| kinds.rested), sum(|kinds| kinds.fought));
        let all = walked + rested + fought;
        writeln!(
            text,
            "{:<10} {:>6} {:>6} {:>5} {:>5} {turns:>7} {:>8} {:>8} {:>9}",
            bot.name(),
            tenths(permille(won, games.len())),
            died(1..=6),
            died(7..=12),
            died(13..=13),
            tenths(permille(walked, all)),
            tenths(permille(rested, all)),
            tenths(permille(fought, all)),
        )?;
    }
    Ok(())
}

fn count(games: &[GameResult], outcome: Outcome) -> usize {
    games.iter().filter(|game| game.outcome == outcome).count()
}

/// Returns the causes of death on `floor` with their counts, the most frequent first.
fn causes(games: &[GameResult], floor: Floor) -> Vec<(usize, &'static str)> {
    let mut counts = BTreeMap::new();
    for game in games {
        if game.outcome == Outcome::Dead && game.score.floor == floor {
            let name = game.score.killed_by.map_or("nothing", cause_name);
            *counts.entry(name).or_insert(0) += 1;
        }
    }
    let mut causes: Vec<_> = counts.into_iter().map(|(name, count)| (count, name)).collect();
    causes.sort_by_key(|&(count, name)| (std::cmp::Reverse(count), name));
    causes
}

/// Returns the mean, rounded; 0 without numbers.
fn mean(numbers: impl Iterator<Item = u32>) -> u64 {
    let (sum, count) = numbers.fold((0, 0), |(sum, count), n| (sum + u64::from(n), count + 1));
    (sum + count / 2).checked_div(count).unwrap_or(0)
}

fn mean_level(arrivals: &[Arrival]) -> String {
    tenths(mean(arrivals.iter().map(|arrival| 10 * u32::from(arrival.level.number()))))
}

/// Returns the share in thousandths, rounded; 0 of nothing.
fn permille(part: usize, whole: usize) -> u64 {
    (1000 * part + whole / 2).checked_div(whole).unwrap_or(0) as u64
}

fn tenths(number: u64) -> String {
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
}
