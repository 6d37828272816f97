//! Tells an advantage from luck.
//!
//! The best of many actions looks better than it is, because luck chose it, too. So one half of the
//! playouts chooses the action with the smallest mean loss, and only the other half is tested:
//! there, the chosen action is one that was fixed before, and needs no correction for having been
//! chosen. That is simpler than a correction by Bonferroni, and finds more: among a dozen actions,
//! Bonferroni asks for 99.6 % confidence of each, while halving the playouts widens an interval by
//! two fifths.
//!
//! It has to beat each way to bump on its own, by a paired one-sided test of Student's t at 95 %. A
//! test that asks for all of them needs no correction either (an intersection-union test).

/// The advantage that matters, in shares of `hp_max`.
pub const MARGIN: f64 = 0.03;
/// The difference up to which two actions pass for the same, in shares of `hp_max`.
const SAME: f64 = 0.005;
/// The quantile of the normal distribution at 95 %.
const Z_95: f64 = 1.644_853_626_951;
/// The quantile of the normal distribution at 97.5 %.
const Z_975: f64 = 1.959_963_984_540;

/// Tells how the best alternative compares with bumping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The index of the best alternative, which was tested.
    pub chosen: usize,
    /// The index of the first alternative that passes for the same: letting an enemy come by
    /// changing clothes is waiting.
    pub plainest: usize,
    /// The losses that it saves against the best way to bump.
    pub advantage: f64,
    /// True when the advantage is more than [`MARGIN`], and no luck.
    pub beats: bool,
}

/// Compares the best of `alternatives` with `bumps`. Each is the losses of its playouts, as many
/// for all, paired by their places. The playouts at even places choose, those at odd places test.
/// The plainest alternative comes first. Returns `None` when there are no alternatives.
///
/// # Panics
/// When there is no way to bump, or fewer than four playouts.
pub fn compare(alternatives: &[Vec<f64>], bumps: &[Vec<f64>]) -> Option<Comparison> {
    assert!(!bumps.is_empty(), "one can always bump or wait");
    let of_choice = |losses: &[f64]| mean(losses.iter().step_by(2).copied());
    let means: Vec<f64> = alternatives.iter().map(|losses| of_choice(losses)).collect();
    let (chosen, best) = means.iter().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let plainest = means.iter().position(|mean| mean - best <= SAME).unwrap_or(chosen);
    let test = |bump: &Vec<f64>| {
        let odd = bump.iter().zip(&alternatives[chosen]).skip(1).step_by(2);
        Advantage::of(&odd.map(|(bump, loss)| bump - loss).collect::<Vec<f64>>())
    };
    let tests: Vec<Advantage> = bumps.iter().map(test).collect();
    Some(Comparison {
        chosen,
        plainest,
        advantage: tests.iter().map(|test| test.mean).fold(f64::INFINITY, f64::min),
        beats: tests.iter().all(|test| test.lower > MARGIN),
    })
}

/// A mean with its lower confidence limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advantage {
    /// The mean.
    pub mean: f64,
    /// The one-sided lower limit at 95 %.
    pub lower: f64,
}

impl Advantage {
    /// Returns the mean of paired `differences` and its limit by Student's t.
    ///
    /// # Panics
    /// When there are fewer than two.
    pub fn of(differences: &[f64]) -> Advantage {
        assert!(differences.len() > 1, "a deviation needs two numbers");
        let count = differences.len() as f64;
        let mean = mean(differences.iter().copied());
        let squares: f64 = differences.iter().map(|number| (number - mean).powi(2)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        Advantage { mean, lower: mean - student_95(count - 1.0) * error }
    }
}

/// Returns the 95 % quantile of Student's t, by its series around the normal quantile (Cornish and
/// Fisher). It is off by less than 0.1 % from five degrees of freedom on, and too small below.
fn student_95(freedom: f64) -> f64 {
    let z = Z_95;
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * freedom)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * freedom.powi(3))
}

/// Returns the mean; 0 without numbers.
pub fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), n| (sum + n, count + 1.0));
    if count == 0.0 { 0.0 } else { sum / count }
}

/// Returns the interval of the share `part` of `whole` at 95 %, by Wilson; all of it for nothing.
pub fn share_interval(part: usize, whole: usize) -> (f64, f64) {
    if whole == 0 {
        return (0.0, 1.0);
    }
    let (n, z2) = (whole as f64, Z_975.powi(2));
    let share = part as f64 / n;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() * Z_975 / (1.0 + z2 / n);
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::dice::VisualDice;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in [(5.0, 2.015), (10.0, 1.812), (31.0, 1.696), (1e9, 1.645)] {
            let found = student_95(freedom);
            assert!((found - quantile).abs() < 0.002, "{found} for {freedom}");
        }
    }

    #[test]
    fn an_advantage_has_its_limit() {
        // The mean is 3, the deviation the root of 2.5, so the error is the root of 0.5; t(4) is
        // 2.132.
        let found = Advantage::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!(
            (found.mean - 3.0).abs() < 1e-9 && (found.lower - 1.4926).abs() < 0.01,
            "{found:?}"
        );
        assert_eq!(Advantage::of(&[0.5; 8]), Advantage { mean: 0.5, lower: 0.5 });
    }

    #[test]
    fn shares_have_intervals() {
        let (low, high) = share_interval(170, 1000);
        assert!((low - 0.148).abs() < 0.001 && (high - 0.195).abs() < 0.001, "{low} {high}");
        let (low, high) = share_interval(0, 10);
        assert!(low.abs() < 1e-9 && (high - 0.2775).abs() < 0.001, "{low} {high}");
        assert_eq!(share_interval(0, 0), (0.0, 1.0));
    }

    #[test]
    fn an_action_must_beat_every_bump_by_the_margin() {
        let level = |loss: f64| vec![loss; 8];
        let (good, fair, poor) = (level(0.10), level(0.12), level(0.20));
        let found = compare(&[fair.clone(), good.clone()], std::slice::from_ref(&poor));
        let found = found.expect("there are two");
        assert_eq!([found.chosen, found.plainest], [1, 1]);
        assert!(found.beats && (found.advantage - 0.1).abs() < 1e-9);
        let beats = |action: &[f64], bumps: &[Vec<f64>]| {
            compare(&[action.to_vec()], bumps).expect("there is one").beats
        };
        assert!(!beats(&good, &[poor.clone(), fair]));
        assert!(!beats(&poor, std::slice::from_ref(&good)));
        assert_eq!(compare(&[], &[good]), None);
        let found = compare(&[level(0.5), level(0.103), level(0.1)], &[level(1.0)]);
        assert_eq!(found.map(|found| [found.chosen, found.plainest]), Some([2, 1]));
    }

    // Luck that only the choosing half had is not an advantage.
    #[test]
    fn the_half_that_chooses_does_not_test() {
        let lucky: Vec<f64> = (0..64).map(|k| if k % 2 == 0 { 0.0 } else { 0.5 }).collect();
        let found = compare(&[lucky], &[vec![0.5; 64]]).expect("there is one");
        assert!(!found.beats && found.advantage.abs() < 1e-9, "{found:?}");
    }

    // Of many actions that are as good as bumping, hardly one in twenty may seem to beat it,
    // however many there are to choose from. An advantage of exactly the margin is the worst case.
    #[test]
    fn choosing_among_many_fools_nobody() {
        let mut dice = VisualDice::new(7);
        let mut loss = || f64::from(dice.uniform(0..=1000)) / 1000.0;
        let rounds = 1000;
        let fooled = (0..rounds).filter(|_| {
            let bump: Vec<f64> = (0..64).map(|_| loss() + MARGIN).collect();
            let others: Vec<Vec<f64>> =
                (0..12).map(|_| (0..64).map(|_| loss()).collect()).collect();
            compare(&others, &[bump]).expect("there are twelve").beats
        });
        let fooled = fooled.count();
        assert!((20..=80).contains(&fooled), "{fooled} of {rounds}");
    }
}
