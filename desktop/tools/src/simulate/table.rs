//! The results of a simulation as a table, which shows either one bot floor by floor, or all bots side by side.

use super::measures::{Measures, by_frequency, mean, permille, tenths};
use super::results::GameResult;
use crate::announced::Harm;
use musrex_core::Outcome;
use musrex_core::content::Kit;
use musrex_core::quantity::Floor;
use musrex_core::view::text::kit_name;
use std::fmt::Write;

/// Returns the table for the `games` of one bot; `seed` is the seed of the simulation.
pub(super) fn render(games: &[GameResult], seed: u64) -> String {
    let mut text = String::new();
    write(&mut text, games, seed).expect("a string takes whatever is written");
    text
}

fn write(text: &mut String, games: &[GameResult], seed: u64) -> std::fmt::Result {
    let version = env!("CARGO_PKG_VERSION");
    let Some(first) = games.first() else { return writeln!(text, "no games of seed {seed}") };
    let measures = Measures::of(first.bot, games);
    let (bot, died) = (first.bot.name(), measures.died);
    writeln!(text, "{} games of seed {seed}, played by {bot} of {version}\n", games.len())?;
    writeln!(text, "             at arrival (mean)")?;
    writeln!(text, "floor  reached    level   turn  died      %  of")?;
    for floor in Floor::all() {
        let at_arrival = measures.floors[floor.index()];
        let number = floor.number();
        let died_here = measures.died_on(number..=number);
        let row = format!(
            "{number:>5}  {:>7}  {:>7}  {:>5}  {died_here:>4}  {:>5}  {}",
            at_arrival.reached,
            tenths(at_arrival.level_tenths),
            at_arrival.turn,
            tenths(permille(died_here, died)),
            causes(games, floor),
        );
        writeln!(text, "{}", row.trim_end())?;
    }
    let Measures { won, stuck, .. } = measures;
    let share = tenths(measures.won_permille());
    let turns = games.iter().map(|game| game.score.turns.0);
    writeln!(text, "\n{won} won ({share} %), {died} died, {stuck} stuck")?;
    writeln!(
        text,
        "turns: {} in the mean, at most {}",
        mean(turns.clone()),
        turns.max().unwrap_or(0)
    )?;
    let (longest, harm) = (measures.longest_undecided, measures.harm);
    write_measures(text, &[measures])?;
    write_announced(text, &harm)?;
    let longest = longest.unwrap_or(0);
    writeln!(text, "longest row of presses without a decision, median {longest}")?;
    write_kits(text, games)
}

/// Writes the share of the harm to the player that was announced one turn earlier.
fn write_announced(text: &mut String, harm: &Harm) -> std::fmt::Result {
    writeln!(text, "\n                % announced by")?;
    writeln!(text, "              a mark  what runs    bar    not")?;
    for (name, counts) in [("hit points", harm.hp), ("killing blows", harm.deaths)] {
        let all: u32 = counts.iter().sum();
        let [mark, running, bar, not] =
            counts.map(|part| tenths(permille(part as usize, all as usize)));
        writeln!(text, "{name:<13} {mark:>6} {running:>10} {bar:>6} {not:>6}  of {all}")?;
    }
    Ok(())
}

/// Writes the share of won games for each kit, the best kit first (W30).
fn write_kits(text: &mut String, games: &[GameResult]) -> std::fmt::Result {
    let of = |kit: Kit| games.iter().filter(move |game| game.build.kit == kit_name(kit));
    let mut rows: Vec<(u64, usize, &str)> = Vec::new();
    for kit in Kit::ALL {
        let (all, won) = (of(kit).count(), of(kit).filter(|it| it.outcome == Outcome::Won).count());
        if all > 0 {
            rows.push((permille(won, all), all, kit_name(kit)));
        }
    }
    rows.sort_unstable_by(|one, other| other.cmp(one));
    writeln!(text, "\nkit         games    won %")?;
    rows.into_iter()
        .try_for_each(|(share, all, kit)| writeln!(text, "{kit:<10} {all:>6} {:>8}", tenths(share)))
}

/// Returns the causes of death on `floor` with their counts, the most frequent first.
fn causes(games: &[GameResult], floor: Floor) -> String {
    let here = games.iter().filter(|game| game.score.floor == floor);
    let causes = by_frequency(here.filter_map(GameResult::cause));
    let causes: Vec<String> =
        causes.iter().map(|(count, name)| format!("{count} {name}")).collect();
    causes.join(", ")
}

/// Returns a table with a row for each bot. All bots play the same seeds.
pub(super) fn render_comparison(games: &[GameResult], seed: u64) -> String {
    let mut text = String::new();
    write_comparison(&mut text, games, seed).expect("a string takes whatever is written");
    text
}

fn write_comparison(text: &mut String, games: &[GameResult], seed: u64) -> std::fmt::Result {
    let version = env!("CARGO_PKG_VERSION");
    let bots = Measures::of_each_bot(games);
    let each = bots.first().map_or(0, |measures| measures.games);
    writeln!(text, "{each} games of seed {seed} for each bot of {version}\n")?;
    writeln!(text, "              won   died on floors")?;
    writeln!(text, "bot             %    1–6  7–12    13  stuck")?;
    for measures in &bots {
        writeln!(
            text,
            "{:<10} {:>6} {:>6} {:>5} {:>5} {:>6}",
            measures.bot.name(),
            tenths(measures.won_permille()),
            measures.died_on(1..=6),
            measures.died_on(7..=12),
            measures.died_on(13..=13),
            measures.stuck,
        )?;
    }
    write_measures(text, &bots)
}

/// Writes the turns, the fights and the causes of death in numbers, with a row for each bot.
fn write_measures(text: &mut String, bots: &[Measures]) -> std::fmt::Result {
    writeln!(
        text,
        "\n             turns                             % of fights  % of deaths  ways of"
    )?;
    writeln!(
        text,
        "            of won  walking  resting  fighting   2+ enemies    on floors  the King"
    )?;
    writeln!(
        text,
        "bot       (median)        %        %         %     in sight          1–6     fell  causes of death"
    )?;
    for measures in bots {
        let [walked, rested, fought] = measures.turn_kinds.permille().map(tenths);
        let causes = measures.frequent_causes();
        let largest = measures.largest_cause().map_or(String::new(), |(share, name)| {
            format!("{causes} above 3 %, most {} % {name}", tenths(share))
        });
        let row = format!(
            "{:<10} {:>7} {walked:>8} {rested:>8} {fought:>9} {:>12} {:>12} {:>8}  {largest}",
            measures.bot.name(),
            measures.turns_won.map_or("-".to_owned(), |turns| turns.to_string()),
            tenths(measures.crowded_permille()),
            tenths(measures.early_deaths_permille()),
            measures.frequent_ways(),
        );
        writeln!(text, "{}", row.trim_end())?;
    }
    Ok(())
}
