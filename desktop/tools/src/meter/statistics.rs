//! Distinguishes an advantage from luck.
//!
//! The best of many actions looks better than it is, because luck helped to select it. So some playouts choose the
//! action, and separate playouts test it. The action is fixed before the test, so the test needs no correction for the
//! choice. The action must beat attacking, stepping nearer and waiting separately, each in a paired one-sided Student's
//! t-test at 95 %. Because all of these tests must succeed, they need no correction either (an intersection-union
//! test).

/// The smallest gain that counts, in chances to win.
pub const MARGIN: f64 = 0.01;
/// The quantile of the normal distribution at 95 %.
const Z_95: f64 = 1.644_853_626_951;
/// The quantile of the normal distribution at 97.5 %.
const Z_975: f64 = 1.959_963_984_540;

/// A mean with its lower confidence limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advantage {
    /// The mean of the differences.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The one-sided lower confidence limit at 95 %.
    pub lower: f64,
}

impl Advantage {
    /// Returns the mean of paired `differences`, and its confidence limit by Student's t.
    ///
    /// # Panics
    /// Panics if there are fewer than two differences.
    pub fn of(differences: &[f64]) -> Advantage {
        assert!(differences.len() > 1, "a deviation needs two numbers");
        let count = differences.len() as f64;
        let mean = mean(differences.iter().copied());
        let squares: f64 = differences.iter().map(|number| (number - mean).powi(2)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        Advantage { mean, error, lower: mean - student_95(count - 1.0) * error }
    }
}

/// Returns the 95 % quantile of Student's t, by the Cornish-Fisher series around the normal quantile. With five or more
/// degrees of freedom, the error is below 0.1 %; with fewer, the result is too small.
fn student_95(freedom: f64) -> f64 {
    let z = Z_95;
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * freedom)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * freedom.powi(3))
}

/// Returns the mean of `numbers`; 0 if there are none.
pub fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), n| (sum + n, count + 1.0));
    if count == 0.0 { 0.0 } else { sum / count }
}

/// Returns Wilson's 95 % confidence interval for the share of `part` in `whole`; from 0 to 1 if `whole` is 0.
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

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in [(5.0, 2.015), (10.0, 1.812), (31.0, 1.696), (1e9, 1.645)] {
            let found = student_95(freedom);
            assert!((found - quantile).abs() < 0.002, "{found} for {freedom}");
        }
    }

    #[test]
    fn an_advantage_has_its_limit() {
        // The mean is 3, the standard deviation is √2.5, so the standard error is √0.5; t(4) is 2.132.
        let found = Advantage::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!(
            (found.mean - 3.0).abs() < 1e-9 && (found.lower - 1.4926).abs() < 0.01,
            "{found:?}"
        );
        assert_eq!(Advantage::of(&[0.5; 8]), Advantage { mean: 0.5, error: 0.0, lower: 0.5 });
    }

    #[test]
    fn shares_have_intervals() {
        let (low, high) = share_interval(170, 1000);
        assert!((low - 0.148).abs() < 0.001 && (high - 0.195).abs() < 0.001, "{low} {high}");
        let (low, high) = share_interval(0, 10);
        assert!(low.abs() < 1e-9 && (high - 0.2775).abs() < 0.001, "{low} {high}");
        assert_eq!(share_interval(0, 0), (0.0, 1.0));
    }
}
