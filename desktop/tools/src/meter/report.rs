//! The report on the results of the meter.

use super::oracle::Searched;
use super::played::Played;
use super::statistics::{Advantage, MARGIN, mean, share_interval};
use super::{Found, Measured, RULERS, Settings, Verdict};
use musrex_core::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the report on `found`, which was measured with `settings`.
pub fn render(found: &Found, settings: &Settings) -> String {
    let mut text = String::new();
    write(&mut text, found, settings).expect("a string takes whatever is written");
    text
}

fn write(text: &mut String, found: &Found, settings: &Settings) -> std::fmt::Result {
    let Settings { bot, seed, choosing, testing, .. } = settings;
    let games = &found.games_played;
    writeln!(
        text,
        "{} games of {}, seed {seed}: {} % won; log loss of the fit {:.3}, without it {:.3}",
        games.len(),
        bot.name(),
        percent(share(games.iter().filter(|it| it.outcome == Outcome::Won).count(), games.len())),
        found.log_loss[0],
        found.log_loss[1],
    )?;
    write_games(text, games)?;
    write_worth_of_hp(text, &found.worth_of_hp)?;
    write_oracle(text, found)?;
    writeln!(
        text,
        "\n{} fight turns; {choosing} playouts choose, {testing} test; a decision gains more than {} point",
        found.turns.len(),
        percent(MARGIN),
    )?;
    write_decisions(text, found)?;
    write_stakes(text, &found.turns)?;
    write_verbs(text, &found.turns)
}

/// Returns a CSV text for other programs, with a line for each measured fight turn. The fields are the floor, the awake
/// enemies in sight, the awake adjacent enemies, and the best action that is neither an attack nor waiting nor a step
/// nearer. The next fields are the gain of that action under the measured worth of hit points and the standard error of
/// the gain, both in percentage points. If there is no such action, its field is empty and its gain is 0. The last two
/// fields are the percentage of playouts in which the player dies after the bot's own choice, and 1 if the player's
/// tile is marked.
pub fn csv(found: &Found) -> String {
    let mut text = "floor,foes,adjacent,action,gain,error,danger,announced\n".to_owned();
    for turn in &found.turns {
        let verdict = turn.verdicts[0].as_ref();
        let (action, gain, error) =
            verdict.map_or(("", 0.0, 0.0), |it| (it.verb.as_str(), it.advantage, it.error));
        writeln!(
            text,
            "{},{},{},{action},{:.2},{:.2},{:.1},{}",
            turn.floor,
            turn.enemies,
            turn.adjacent,
            100.0 * gain,
            100.0 * error,
            100.0 * turn.danger,
            u8::from(turn.is_announced),
        )
        .expect("a string takes whatever is written");
    }
    text
}

/// Returns the sum of a number over all games.
fn sum(games: &[Played], of: fn(&Played) -> u32) -> f64 {
    games.iter().map(|it| f64::from(of(it))).sum()
}

/// Writes the statistics of the games.
fn write_games(text: &mut String, games: &[Played]) -> std::fmt::Result {
    let won: Vec<&Played> = games.iter().filter(|it| it.outcome == Outcome::Won).collect();
    let presses = median(won.iter().map(|it| it.presses).collect());
    writeln!(text, "presses of a won run, median                  {presses:>8}")?;
    let a_game = |of| sum(games, of) / games.len() as f64;
    writeln!(
        text,
        "presses, fight turns a game                   {:>8.0} {:>8.0}",
        a_game(|it| it.presses),
        a_game(|it| it.fight_turns),
    )?;
    let strikes = sum(games, |it| it.strikes[0]).max(1.0);
    writeln!(
        text,
        "strikes in rows of 4 or more at one monster   {:>7.1}%",
        100.0 * sum(games, |it| it.strikes[1]) / strikes,
    )?;
    let arrivals: Vec<f64> =
        won.iter().flat_map(|it| it.arrivals.iter().skip(2).flatten().copied()).collect();
    let low = arrivals.iter().filter(|share| **share < 0.75).count();
    writeln!(
        text,
        "winners' first arrivals below three quarters  {:>7}%",
        percent(share(low, arrivals.len())),
    )
}

/// Writes the worth of three quarters of the hit points at an arrival, with its standard error.
fn write_worth_of_hp(text: &mut String, arrivals: &[f64]) -> std::fmt::Result {
    let worth = mean(arrivals.iter().copied());
    let squares: f64 = arrivals.iter().map(|it| (it - worth).powi(2)).sum();
    let count = arrivals.len().max(2) as f64;
    writeln!(
        text,
        "worth of three quarters of hp, floors 4 to 12 {:>7.1} ± {:.1} points ({} arrivals)",
        100.0 * worth,
        100.0 * (squares / (count - 1.0) / count).sqrt(),
        arrivals.len(),
    )
}

/// Writes the share of games that the oracle wins, and the number of turns in which it overrules the bot.
fn write_oracle(text: &mut String, found: &Found) -> std::fmt::Result {
    if found.searched.is_empty() {
        return Ok(());
    }
    let is_won = |outcome| f64::from(u8::from(outcome == Outcome::Won));
    let gains: Vec<f64> = found
        .searched
        .iter()
        .zip(&found.games_played)
        .map(|(searched, played)| is_won(searched.outcome) - is_won(played.outcome))
        .collect();
    let gained = Advantage::of(&gains);
    let won = mean(found.searched.iter().map(|it| is_won(it.outcome)));
    let sum =
        |of: fn(&Searched) -> u32| found.searched.iter().map(|it| f64::from(of(it))).sum::<f64>();
    let stuck = found.searched.iter().filter(|it| it.outcome == Outcome::Playing).count();
    writeln!(
        text,
        "oracle: {} % won, {:+.1} ± {:.1} points, {stuck} stuck; {:.1} changes in 100 presses",
        percent(won),
        100.0 * gained.mean,
        100.0 * gained.error,
        100.0 * sum(|it| it.changes) / sum(|it| it.presses).max(1.0),
    )
}

/// Writes the number of decisions in a hundred presses, for each ruler.
fn write_decisions(text: &mut String, found: &Found) -> std::fmt::Result {
    let games = &found.games_played;
    let a_hundred = 100.0 * sum(games, |it| it.fight_turns) / sum(games, |it| it.presses);
    for (index, ruler) in RULERS.iter().enumerate() {
        let count = verdicts(&found.turns, index).filter(|verdict| verdict.beats).count();
        let turns = found.turns.len();
        let (low, high) = share_interval(count, turns);
        writeln!(
            text,
            "decisions in 100 presses, {:<19} {:>8.1}   {:.1}–{:.1}; in fight turns {} %",
            format!("{ruler:?} ruler"),
            a_hundred * share(count, turns),
            a_hundred * low,
            a_hundred * high,
            percent(share(count, turns)),
        )?;
    }
    Ok(())
}

/// Writes the percentage of all stakes that belongs to the tenth of the turns with the highest stakes. The stake of a
/// turn is the gain of its best other action, at least 0.
fn write_stakes(text: &mut String, turns: &[Measured]) -> std::fmt::Result {
    let mut stakes: Vec<f64> =
        verdicts(turns, 0).map(|verdict| verdict.advantage.max(0.0)).collect();
    stakes.sort_by(|a, b| b.total_cmp(a));
    let (all, tenth) =
        (stakes.iter().sum::<f64>(), stakes.iter().take(turns.len() / 10).sum::<f64>());
    writeln!(
        text,
        "a tenth of the fight turns holds of what is at stake {:>7.1}%",
        100.0 * tenth / all.max(1e-9)
    )
}

/// Writes, for each action, the number of turns in which it beat bumping, and its mean gain.
fn write_verbs(text: &mut String, turns: &[Measured]) -> std::fmt::Result {
    let mut verbs: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for verdict in verdicts(turns, 0).filter(|verdict| verdict.beats) {
        verbs.entry(&verdict.verb).or_default().push(verdict.advantage);
    }
    let won: usize = verbs.values().map(Vec::len).sum();
    let mut verbs: Vec<(&str, Vec<f64>)> = verbs.into_iter().collect();
    verbs.sort_by_key(|(verb, advantages)| (std::cmp::Reverse(advantages.len()), *verb));
    writeln!(text, "\nwhat beats bumping                            turns      %  points")?;
    for (verb, advantages) in verbs {
        writeln!(
            text,
            "{verb:<43} {:>7} {:>6} {:>7}",
            advantages.len(),
            percent(share(advantages.len(), won)),
            percent(mean(advantages.into_iter())),
        )?;
    }
    Ok(())
}

/// Returns the verdicts under one ruler.
fn verdicts(turns: &[Measured], ruler: usize) -> impl Iterator<Item = &Verdict> {
    turns.iter().filter_map(move |turn| turn.verdicts[ruler].as_ref())
}

fn median(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}
