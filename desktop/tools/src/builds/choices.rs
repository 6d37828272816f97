//! Measures the cost of playing without knowing the build, and the cost of a random build.

use super::runs::{Run, Settings, Way, play_all};
use super::tables::{percent, points, table};
use musrex_core::bots::{Choice, Choices};
use musrex_support::failure::Failure;

/// The rules by which the bot chooses one part of its build, or all parts, at random. Each rule has a name for the
/// table.
const AT_RANDOM: [(&str, Choices); 4] = [
    ("a kit at random", KIT_AT_RANDOM),
    ("grafts at random", Choices { grafts: Choice::Random, ..Choices::BEST }),
    ("worn things and firmware at random", Choices { worn: Choice::Random, ..Choices::BEST }),
    ("all of these at random", RANDOM),
];

/// Chooses the kit at random, and the best of everything else.
pub(super) const KIT_AT_RANDOM: Choices = Choices { kit: Choice::Random, ..Choices::BEST };

/// Chooses every part of the build at random.
pub(super) const RANDOM: Choices =
    Choices { kit: Choice::Random, grafts: Choice::Random, worn: Choice::Random };

pub(super) fn measure(settings: &Settings<'_>) -> Result<String, Failure> {
    let way = Way::of(settings.bot);
    let as_it_plays = play_all(settings, way)?;
    let won = |runs: &[Run]| percent(runs.iter().filter(|run| run.is_won).count(), runs.len());
    let mut rows = vec![vec!["as it plays".to_owned(), won(&as_it_plays), String::new()]];
    let blind = ("as if without grafts and firmware", Way { is_blind: true, ..way });
    let at_random = AT_RANDOM.map(|(name, choices)| (name, Way { choices: Some(choices), ..way }));
    for (name, way) in [blind].into_iter().chain(at_random) {
        let runs = play_all(settings, way)?;
        let number = |run: &Run| f64::from(u8::from(run.is_won));
        let costs: Vec<f64> =
            as_it_plays.iter().zip(&runs).map(|(best, run)| number(best) - number(run)).collect();
        rows.push(vec![name.to_owned(), won(&runs), points(&costs)]);
    }
    Ok(table(&["played", "wins", "costs, points"], &rows))
}
