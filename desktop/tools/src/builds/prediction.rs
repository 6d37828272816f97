//! Predicts, at the first arrival on a floor, whether the run will be won. Measures by how much the prediction improves
//! if the build is known.

use super::runs::{Build, HOLDINGS, Run, Settings, Way, play_all};
use super::tables::table;
use crate::meter::logistic::{chance, fit, log_loss};
use crate::meter::statistics::Advantage;
use musrex_core::content::{Firmware, Graft, ItemKind, Kit};
use musrex_support::failure::Failure;

/// The floors at whose first arrival a prediction is made.
const ARRIVALS: [usize; 3] = [4, 7, 10];
/// The number of inputs that do not belong to the build: a constant, and the known parts of the state.
const STATE_PARTS: usize = 4;
/// The number of inputs before the holdings.
const BUILD_END: usize =
    STATE_PARTS + Kit::COUNT + Graft::COUNT + Firmware::COUNT + 2 * ItemKind::COUNT;
const PARTS: usize = BUILD_END + HOLDINGS;
/// The ridge (regularisation) of the fit. Only about a tenth of the runs have a given part of a build, so without a
/// ridge, luck alone would give that part a weight.
const RIDGE: f64 = 8.0;
/// The number of folds of the cross-validation. Each fold is predicted by a fit to the other folds.
const FOLDS: usize = 5;

type Parts = [f64; PARTS];

/// The inputs that a fit may use.
#[derive(Clone, Copy)]
struct Known {
    state: bool,
    build: bool,
    holdings: bool,
}

pub(super) fn measure(settings: &Settings<'_>) -> Result<String, Failure> {
    // A fit needs many games, so this measure plays four times as many games as the others. Games without playouts are
    // cheap.
    let settings = Settings { games: 4 * settings.games, ..*settings };
    let runs = play_all(&settings, Way::of(settings.bot))?;
    let mut rows = Vec::new();
    for floor in ARRIVALS {
        let arrived = |run: &Run| Some((parts(run.arrivals[floor].as_ref()?), run.is_won));
        let samples: Vec<(Parts, bool)> = runs.iter().filter_map(arrived).collect();
        if samples.len() < 2 * FOLDS {
            continue;
        }
        let losses = |state, build, holdings| losses(&samples, Known { state, build, holdings });
        let saved = |without: &[f64], with: &[f64]| {
            let differences: Vec<f64> = without.iter().zip(with).map(|(a, b)| a - b).collect();
            let Advantage { mean, error, .. } = Advantage::of(&differences);
            format!("{mean:.3} ± {error:.3}")
        };
        let (nothing, state) = (losses(false, false, false), losses(true, false, false));
        rows.push(vec![
            floor.to_string(),
            samples.len().to_string(),
            format!("{:.3}", Advantage::of(&nothing).mean),
            saved(&nothing, &losses(false, true, false)),
            saved(&nothing, &losses(false, true, true)),
            saved(&nothing, &state),
            saved(&state, &losses(true, true, false)),
        ]);
    }
    let heading = [
        "first arrival on floor",
        "runs",
        "log loss of one who knows nothing",
        "the build alone saves",
        "the build and all holdings save",
        "level, hit points and healing save",
        "the build saves beside these",
    ];
    Ok(table(&heading, &rows))
}

/// Returns the log loss of each sample, predicted by a fit to the other folds.
fn losses(samples: &[(Parts, bool)], known: Known) -> Vec<f64> {
    let is_fixed: [bool; PARTS] = std::array::from_fn(|part| match part {
        0 => false,
        part if part < STATE_PARTS => !known.state,
        part if part < BUILD_END => !known.build,
        _ => !known.holdings,
    });
    let weights: Vec<Parts> = (0..FOLDS)
        .map(|fold| {
            let others: Vec<(&Parts, bool)> = samples
                .iter()
                .enumerate()
                .filter(|(index, _)| index % FOLDS != fold)
                .map(|(_, (parts, is_won))| (parts, *is_won))
                .collect();
            let mut weights = [0.0; PARTS];
            fit(&mut weights, &is_fixed, &others, RIDGE);
            weights
        })
        .collect();
    let loss = |(index, (parts, is_won)): (usize, &(Parts, bool))| {
        log_loss(chance(&weights[index % FOLDS], parts), *is_won)
    };
    samples.iter().enumerate().map(loss).collect()
}

fn parts(build: &Build) -> Parts {
    let mut parts = [0.0; PARTS];
    parts[0] = 1.0;
    parts[1..STATE_PARTS].copy_from_slice(&build.state);
    let mut first = STATE_PARTS;
    let mut set = |count: usize, numbers: &mut dyn Iterator<Item = usize>| {
        numbers.for_each(|number| parts[first + number] = 1.0);
        first += count;
    };
    set(Kit::COUNT, &mut build.kit.iter().map(|&it| it as usize));
    set(Graft::COUNT, &mut build.grafts.iter().map(|&it| it as usize));
    set(Firmware::COUNT, &mut build.firmware.iter().map(|&it| it as usize));
    set(ItemKind::COUNT, &mut build.weapon.iter().map(|&it| it as usize));
    set(ItemKind::COUNT, &mut build.armour.iter().map(|&it| it as usize));
    parts[BUILD_END..].copy_from_slice(&build.holdings);
    parts
}
