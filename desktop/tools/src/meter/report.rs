//! Reports what the meter measured.

use super::statistics::{MARGIN, mean, share_interval};
use super::{Family, Measured, Settings, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the report on `turns`, which were measured as `settings` say.
pub fn render(turns: &[Measured], settings: &Settings) -> String {
    let mut text = String::new();
    write(&mut text, turns, settings).expect("a string takes whatever is written");
    text
}

fn write(text: &mut String, turns: &[Measured], settings: &Settings) -> std::fmt::Result {
    let Settings { bot, playouts, seed, every, horizon, .. } = settings;
    writeln!(
        text,
        "{} fight turns of {}, seed {seed}, one in {every}, from {} games\n\
         {playouts} playouts of each action, at most {horizon} turns\n\
         something beats bumping when it costs {} % of hp_max less, with 95 % confidence\n\
         (or in the mean, without)\n",
        turns.len(),
        bot.name(),
        games(turns),
        percent(MARGIN),
    )?;
    writeln!(
        text,
        "                                  something beats bumping   in the mean   mean advantage"
    )?;
    writeln!(
        text,
        "actions                  turns      %    95 % interval            %     there   anywhere"
    )?;
    let all: Vec<&Measured> = turns.iter().collect();
    for (index, family) in Family::ALL.into_iter().enumerate() {
        write_shares(text, family.name(), &all, index)?;
    }
    write_groups(text, turns)?;
    for (index, family) in Family::ALL.into_iter().enumerate() {
        write_verbs(text, family.name(), turns, index)?;
    }
    Ok(())
}

fn games(turns: &[Measured]) -> usize {
    let mut seeds: Vec<u64> = turns.iter().map(|turn| turn.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    seeds.len()
}

/// Returns the verdicts of one family.
fn verdicts<'a>(
    turns: impl IntoIterator<Item = &'a Measured>,
    family: usize,
) -> impl Iterator<Item = &'a Verdict> {
    turns.into_iter().filter_map(move |turn| turn.verdicts[family].as_ref())
}

fn write_shares(
    text: &mut String,
    name: &str,
    turns: &[&Measured],
    family: usize,
) -> std::fmt::Result {
    let of_all = || verdicts(turns.iter().copied(), family);
    let won: Vec<&Verdict> = of_all().filter(|verdict| verdict.beats).collect();
    let (low, high) = share_interval(won.len(), turns.len());
    writeln!(
        text,
        "{name:<23} {:>6} {:>6} {:>7}–{:<7} {:>7} {:>9} {:>10}",
        turns.len(),
        percent(share(won.len(), turns.len())),
        percent(low),
        percent(high),
        percent(share(of_all().filter(|verdict| verdict.advantage > MARGIN).count(), turns.len())),
        percent(mean(won.iter().map(|verdict| verdict.advantage))),
        percent(mean(of_all().map(|verdict| verdict.advantage))),
    )
}

/// Writes the shares by the number of enemies in sight and by floors, for the first family.
fn write_groups(text: &mut String, turns: &[Measured]) -> std::fmt::Result {
    type Group = (&'static str, fn(&Measured) -> bool);
    const GROUPS: [Group; 7] = [
        ("  1 enemy in sight", |turn| turn.enemies == 1),
        ("  2 enemies", |turn| turn.enemies == 2),
        ("  3 enemies", |turn| turn.enemies == 3),
        ("  4 or more", |turn| turn.enemies > 3),
        ("  floors 0–6", |turn| turn.floor <= 6),
        ("  floors 7–12", |turn| (7..=12).contains(&turn.floor)),
        ("  floor 13", |turn| turn.floor == 13),
    ];
    writeln!(text, "\n{}:", Family::ALL[0].name())?;
    for (name, is_in) in GROUPS {
        let group: Vec<&Measured> = turns.iter().filter(|turn| is_in(turn)).collect();
        write_shares(text, name, &group, 0)?;
    }
    Ok(())
}

fn write_verbs(
    text: &mut String,
    name: &str,
    turns: &[Measured],
    family: usize,
) -> std::fmt::Result {
    let mut verbs: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for verdict in verdicts(turns, family).filter(|verdict| verdict.beats) {
        verbs.entry(&verdict.verb).or_default().push(verdict.advantage);
    }
    let won: usize = verbs.values().map(Vec::len).sum();
    let mut verbs: Vec<(&str, Vec<f64>)> = verbs.into_iter().collect();
    verbs.sort_by_key(|(verb, advantages)| (std::cmp::Reverse(advantages.len()), *verb));
    writeln!(text, "\nwhat beats bumping: {name:<23} turns      %  advantage")?;
    for (verb, advantages) in verbs {
        writeln!(
            text,
            "{verb:<43} {:>5} {:>6} {:>10}",
            advantages.len(),
            percent(share(advantages.len(), won)),
            percent(mean(advantages.into_iter())),
        )?;
    }
    Ok(())
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}
