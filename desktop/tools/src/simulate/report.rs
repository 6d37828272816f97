//! The report of a simulation: a single self-contained HTML file, with charts as inline SVG. The output is
//! deterministic.

use super::measures::{AtArrival, Measures, permille, tenths};
use super::report_chart::{
    Bar, BarPanel, Curve, LineChart, escape, round_up, write_legend, write_shares,
};
use super::results::GameResult;
use musrex_core::bots::Strategy;
use musrex_core::content::Night;
use musrex_core::quantity::Floor;
use musrex_core::save::RunMode;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The parameters of the simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heading {
    /// The number of games of each bot.
    pub(super) games: u32,
    /// The seed that determines the seeds of the games.
    pub(super) seed: u64,
    /// The bot that played; `None` for all bots.
    pub(super) bot: Option<Strategy>,
    /// The rules of the games (A19, H16).
    pub(super) mode: RunMode,
}

impl Heading {
    /// Returns the command line that repeats the simulation.
    fn command(&self) -> String {
        let Heading { games, seed, bot, mode } = self;
        let calm = if mode.is_calm() { " --calm" } else { "" };
        let night = match mode.night() {
            Night::Plain => String::new(),
            night => format!(" --night {}", night.number()),
        };
        let who = match bot {
            Some(bot) => format!("--bot {}", bot.name()),
            None => "--bots".to_owned(),
        };
        format!("cargo simulate --games {games} --seed {seed} {who}{calm}{night}")
    }
}

/// Returns the page with the results of `games`.
pub(super) fn render(games: &[GameResult], heading: &Heading) -> String {
    let mut page = String::new();
    write(&mut page, games, heading).expect("a string takes whatever is written");
    page
}

fn write(page: &mut String, games: &[GameResult], heading: &Heading) -> std::fmt::Result {
    let bots = Measures::of_each_bot(games);
    let (command, version) = (escape(&heading.command()), escape(env!("CARGO_PKG_VERSION")));
    writeln!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Mus Rex {version}: {} games of seed {}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header>\n<h1>Mus Rex {version}: {} simulated games</h1>\n\
         <p><code>{command}</code></p>\n</header>\n<main>",
        games.len(),
        heading.seed,
        games.len(),
    )?;
    write_bots(page, &bots)?;
    write_survival(page, &bots)?;
    write_causes(page, &bots)?;
    write_turns(page, &bots)?;
    write_verbs(page, &bots)?;
    write_arrivals(page, &bots)?;
    writeln!(page, "</main>\n</body>\n</html>")
}

fn open_section(page: &mut String, heading: &str, text: &str) -> std::fmt::Result {
    writeln!(page, "<section>\n<h2>{}</h2>\n<p>{}</p>", escape(heading), escape(text))
}

const COLUMNS: [&str; 16] = [
    "bot",
    "games",
    "won, %",
    "stuck",
    "median turns of a won game",
    "deaths on floors 1–6",
    "7–12",
    "13",
    "floors 1–6, % of deaths",
    "walking, % of turns",
    "resting, %",
    "fighting, %",
    "two or more in sight, % of fights",
    "causes above 3 % of deaths",
    "largest cause, % of deaths",
    "ways the King fell",
];

/// Writes the table that compares the bots.
fn write_bots(page: &mut String, bots: &[Measures]) -> std::fmt::Result {
    open_section(page, "Bots side by side", "All bots play the same seeds.")?;
    writeln!(page, "<div class=\"wide\"><table>\n<thead><tr>")?;
    for column in COLUMNS {
        writeln!(page, "<th scope=\"col\">{}</th>", escape(column))?;
    }
    writeln!(page, "</tr></thead>\n<tbody>")?;
    for measures in bots {
        let [walked, rested, fought] = measures.turn_kinds.permille().map(tenths);
        let turns = measures.turns_won.map_or("–".to_owned(), |turns| turns.to_string());
        let largest = measures.largest_cause();
        let cells = [
            measures.games.to_string(),
            tenths(measures.won_permille()),
            measures.stuck.to_string(),
            turns,
            measures.died_on(1..=6).to_string(),
            measures.died_on(7..=12).to_string(),
            measures.died_on(13..=13).to_string(),
            tenths(measures.early_deaths_permille()),
            walked,
            rested,
            fought,
            tenths(measures.crowded_permille()),
            measures.frequent_causes().to_string(),
            largest.map_or("–".to_owned(), |(share, name)| format!("{} {name}", tenths(share))),
            measures.frequent_ways().to_string(),
        ];
        write!(page, "<tr><th scope=\"row\">{}</th>", escape(measures.bot.name()))?;
        for cell in cells {
            write!(page, "<td>{}</td>", escape(&cell))?;
        }
        writeln!(page, "</tr>")?;
    }
    writeln!(page, "</tbody>\n</table></div>")?;
    let won = bots.iter().map(|measures| (measures.bot.name(), measures.won_permille()));
    let bars: Vec<Bar> = bars(won);
    let panel =
        BarPanel { id: "won", title: "Games won", unit: "% of games", bars: &bars, max: 1000 };
    writeln!(page, "<div class=\"panels\">")?;
    panel.write(page)?;
    writeln!(page, "</div>\n</section>")
}

/// Returns a bar for each name and value. The position in the list determines the colour.
fn bars<'a>(values: impl Iterator<Item = (&'a str, u64)>) -> Vec<Bar> {
    let bar =
        |(style, (name, value)): (usize, (&str, u64))| Bar { name: name.to_owned(), value, style };
    values.enumerate().map(bar).collect()
}

/// Writes the shares of games that reach each floor.
fn write_survival(page: &mut String, bots: &[Measures]) -> std::fmt::Result {
    let text = "The share of games that reach a floor, and at the end that of games won.";
    open_section(page, "Survival by floor", text)?;
    let mut places = floor_names();
    places.push("won".to_owned());
    let curve = |measures: &Measures| {
        let reached = measures.floors.iter().map(|floor| floor.reached);
        let shares = reached.chain([measures.won]).map(|count| permille(count, measures.games));
        Curve { name: measures.bot.name().to_owned(), points: shares.enumerate().collect() }
    };
    let curves: Vec<Curve> = bots.iter().map(curve).collect();
    write_legend(page, bots.iter().map(|measures| measures.bot.name()))?;
    let chart = LineChart {
        id: "survival",
        title: "Survival by floor",
        unit: "% of games",
        places: &places,
        curves: &curves,
        max: Some(1000),
    };
    chart.write(page)?;
    writeln!(page, "</section>")
}

fn floor_names() -> Vec<String> {
    Floor::all().map(|floor| floor.number().to_string()).collect()
}

/// Writes the causes of death: one panel for each cause. For a single bot, writes one panel with all causes.
fn write_causes(page: &mut String, bots: &[Measures]) -> std::fmt::Result {
    let text = "The share of each cause in the deaths of a bot. All panels have one scale.";
    open_section(page, "Causes of death", text)?;
    let share = |measures: &Measures, cause: &str| {
        let deaths = measures.causes.iter().find(|(_, name)| *name == cause);
        permille(deaths.map_or(0, |(count, _)| *count), measures.died)
    };
    let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
    for (count, cause) in bots.iter().flat_map(|measures| &measures.causes) {
        *totals.entry(cause).or_default() += count;
    }
    let mut causes: Vec<&str> = totals.keys().copied().collect();
    causes.sort_by_key(|cause| (std::cmp::Reverse(totals[cause]), *cause));
    let largest = bots.iter().filter_map(Measures::largest_cause).map(|(share, _)| share).max();
    let max = Scale::Common(round_up(largest.unwrap_or(0)).min(1000));
    let by_cause: Vec<(&str, Vec<u64>)> = causes
        .iter()
        .map(|cause| (*cause, bots.iter().map(|measures| share(measures, cause)).collect()))
        .collect();
    write_panels(page, "cause", "% of deaths", bots, &by_cause, max)?;
    writeln!(page, "</section>")
}

/// The rule for the upper end of the axes of a group of panels.
#[derive(Clone, Copy)]
enum Scale {
    /// All axes end at this number of tenths.
    Common(u64),
    /// Each axis ends at a round number, not below the longest bar of its panel.
    Own,
}

/// Writes a panel for each row, with a bar for each bot. For a single bot, writes one panel with a bar for each row.
fn write_panels(
    page: &mut String,
    id: &str,
    unit: &str,
    bots: &[Measures],
    rows: &[(&str, Vec<u64>)],
    scale: Scale,
) -> std::fmt::Result {
    let max = |bars: &[Bar]| match scale {
        Scale::Common(max) => max,
        Scale::Own => round_up(bars.iter().map(|bar| bar.value).max().unwrap_or(0)),
    };
    writeln!(page, "<div class=\"panels\">")?;
    if let [measures] = bots {
        let bars: Vec<Bar> = bars(rows.iter().map(|(name, values)| (*name, values[0])));
        let (title, max) = (measures.bot.name(), max(&bars));
        BarPanel { id, title, unit, bars: &bars, max }.write(page)?;
    } else {
        for (index, (title, values)) in rows.iter().enumerate() {
            let names = bots.iter().map(|measures| measures.bot.name());
            let bars = bars(names.zip(values.iter().copied()));
            let (id, max) = (format!("{id}-{index}"), max(&bars));
            BarPanel { id: &id, title, unit, bars: &bars, max }.write(page)?;
        }
    }
    writeln!(page, "</div>")
}

/// Writes the shares of walking, resting and fighting turns.
fn write_turns(page: &mut String, bots: &[Measures]) -> std::fmt::Result {
    let text = "A turn is one of a fight when an awake enemy is in sight or anybody strikes, else one of rest when the \
                player waits, and one of walking otherwise.";
    open_section(page, "Turns by kind", text)?;
    let shares = |measures: &Measures| measures.turn_kinds.permille();
    let rows: Vec<(&str, [u64; 3])> =
        bots.iter().map(|measures| (measures.bot.name(), shares(measures))).collect();
    write_shares(page, "turns", "Turns by kind", ["walking", "resting", "fighting"], &rows)?;
    writeln!(page, "</section>")
}

/// Writes the mean number of uses of each verb in a game.
fn write_verbs(page: &mut String, bots: &[Measures]) -> std::fmt::Result {
    let text = "How often each verb is used in a game, in the mean.";
    open_section(page, "Verbs used", text)?;
    let verbs: BTreeSet<&str> =
        bots.iter().flat_map(|measures| measures.verbs.keys().map(String::as_str)).collect();
    let mut rows: Vec<(&str, Vec<u64>)> = verbs
        .into_iter()
        .map(|verb| (verb, bots.iter().map(|measures| measures.verb_tenths(verb)).collect()))
        .collect();
    rows.sort_by_key(|(verb, uses)| (std::cmp::Reverse(uses.iter().sum::<u64>()), *verb));
    write_panels(page, "verb", "turns a game", bots, &rows, Scale::Own)?;
    writeln!(page, "</section>")
}

/// Writes the level and the turn at the first arrival on each floor.
fn write_arrivals(page: &mut String, bots: &[Measures]) -> std::fmt::Result {
    let text = "The means over the games that reach a floor, at the first arrival there.";
    open_section(page, "Level and turn at arrival", text)?;
    write_legend(page, bots.iter().map(|measures| measures.bot.name()))?;
    let places = floor_names();
    let curves = |value: fn(&AtArrival) -> u64| -> Vec<Curve> {
        let curve = |measures: &Measures| {
            let reached = measures.floors.iter().enumerate().filter(|(_, floor)| floor.reached > 0);
            let points = reached.map(|(place, floor)| (place, value(floor))).collect();
            Curve { name: measures.bot.name().to_owned(), points }
        };
        bots.iter().map(curve).collect()
    };
    let levels = curves(|floor| floor.level_tenths);
    let turns = curves(|floor| 10 * floor.turn);
    let charts = [
        ("level", "Level at arrival", "level", levels),
        ("turn", "Turn at arrival", "turn", turns),
    ];
    for (id, title, unit, curves) in charts {
        LineChart { id, title, unit, places: &places, curves: &curves, max: None }.write(page)?;
    }
    writeln!(page, "</section>")
}

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fdfdfb;--ink:#1b1d21;--faint:#5c616b;--grid:#dddfe3;
--c0:#1b1d21;--c1:#d17f00;--c2:#2f9bdb;--c3:#009e73;--c4:#0060a0;--c5:#d55e00;--c6:#c2618f}
@media (prefers-color-scheme:dark){:root{--paper:#15171b;--ink:#e8e9ec;--faint:#a2a8b3;--grid:#31353d;
--c0:#e8e9ec;--c1:#e69f00;--c2:#56b4e9;--c3:#1fbf90;--c4:#7a92ff;--c5:#ff7a2e;--c6:#e08fb8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:84rem;padding:1rem 1.25rem 4rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:1.6rem;margin:.5rem 0}
h2{font-size:1.2rem;margin:2.5rem 0 .25rem;border-top:1px solid var(--grid);padding-top:1rem}
p{margin:.25rem 0 .75rem;color:var(--faint);max-width:44rem}
code{font:.9rem ui-monospace,monospace;color:var(--ink)}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid var(--grid);white-space:nowrap}
thead th{white-space:normal;vertical-align:bottom;min-width:4.5rem;color:var(--faint);font-weight:600}
th:first-child{text-align:left}
svg{display:block;max-width:100%;height:auto}
main svg[viewBox]{width:100%;max-width:760px}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1rem 1.5rem}
.panel{margin:.5rem 0}
.panel figcaption{font-weight:600}
.panel svg[viewBox]{max-width:26rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;margin:.5rem 0}
.legend li{display:flex;align-items:center;gap:.4rem}
.swatch{width:1rem;height:1rem;border:1px solid var(--ink)}
text{fill:var(--ink);font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
.label{fill:var(--faint)}
.end{text-anchor:end}
.mid,.inside{text-anchor:middle}
.grid{stroke:var(--grid)}
.axis{stroke:var(--faint)}
.curve{stroke:var(--c);stroke-width:2;stroke-linejoin:round}
.full,.hollow{stroke-dasharray:none;stroke-width:1.5}
.full{fill:var(--c)}
.hollow{fill:var(--paper)}
.s0{fill:#56b4e9;background:#56b4e9}
.s1{fill:#f0e442;background:#f0e442}
.s2{fill:#a63f00;background:#a63f00}
.t0,.t1{fill:#111}
.t2{fill:#fff}
";
