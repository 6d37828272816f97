//! Logistic regression: the log odds of a win are a sum of inputs (parts), each times its weight. The fit finds the
//! weights that make the results of the played games most likely.
//!
//! The weights are found by Newton's method (iteratively reweighted least squares), with a ridge. The ridge keeps the
//! weight of a part at 0 if the part is 0 in all samples.

const STEPS: usize = 30;
/// The largest change of a weight in one step. Without a limit, steps may diverge when outcomes are nearly certain.
const STEP_MAX: f64 = 0.5;

/// Fits the weights that are not fixed. Each sample consists of its parts, and a flag that is true if its game was won.
pub fn fit<const N: usize>(
    weights: &mut [f64; N],
    is_fixed: &[bool; N],
    samples: &[(&[f64; N], bool)],
    ridge: f64,
) {
    for _ in 0..STEPS {
        step(weights, is_fixed, samples, ridge);
    }
}

/// Returns the chance to win that the weights give to a state with these parts.
pub fn chance<const N: usize>(weights: &[f64; N], parts: &[f64; N]) -> f64 {
    let odds: f64 = weights.iter().zip(parts).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-odds).exp())
}

/// Returns the negative logarithm of the chance that was predicted for the outcome: 0 for a perfect prediction, 0.69
/// for a coin flip.
pub fn log_loss(chance: f64, is_won: bool) -> f64 {
    -(if is_won { chance } else { 1.0 - chance }).max(1e-9).ln()
}

fn step<const N: usize>(
    weights: &mut [f64; N],
    is_fixed: &[bool; N],
    samples: &[(&[f64; N], bool)],
    ridge: f64,
) {
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -ridge * weight).collect();
    let mut curvature = vec![[0.0; N]; N];
    for (index, row) in curvature.iter_mut().enumerate() {
        row[index] = ridge;
    }
    for (parts, is_won) in samples {
        let chance = chance(weights, parts);
        let rest = f64::from(u8::from(*is_won)) - chance;
        let variance = chance * (1.0 - chance);
        for (row, &part) in parts.iter().enumerate().filter(|(_, part)| **part != 0.0) {
            gradient[row] += rest * part;
            for (sum, &other) in curvature[row].iter_mut().zip(*parts) {
                *sum += variance * part * other;
            }
        }
    }
    for fixed in (0..N).filter(|&part| is_fixed[part]) {
        curvature[fixed] = [0.0; N];
        curvature.iter_mut().for_each(|row| row[fixed] = 0.0);
        curvature[fixed][fixed] = 1.0;
        gradient[fixed] = 0.0;
    }
    let changes = solve(curvature, gradient);
    let largest = changes.iter().fold(0.0_f64, |largest, change| largest.max(change.abs()));
    let scale = (STEP_MAX / largest).min(1.0);
    for (weight, change) in weights.iter_mut().zip(changes) {
        *weight += scale * change;
    }
}

/// Solves `matrix · x = right` by elimination; the matrix is positive definite, so no pivot is 0.
fn solve<const N: usize>(mut matrix: Vec<[f64; N]>, mut right: Vec<f64>) -> Vec<f64> {
    for pivot in 0..N {
        for row in pivot + 1..N {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            if factor != 0.0 {
                let above = matrix[pivot];
                for (value, above) in matrix[row][pivot..].iter_mut().zip(&above[pivot..]) {
                    *value -= factor * above;
                }
                right[row] -= factor * right[pivot];
            }
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    // The first weight makes a win nearly certain. Without a limit, Newton's step would overshoot the solution and
    // never return.
    #[test]
    fn a_fit_comes_back_from_where_all_is_nearly_certain() {
        let samples: Vec<(&[f64; 1], bool)> =
            (0..100).map(|toss| (&[1.0], toss % 4 == 0)).collect();
        let mut weights = [8.0];
        fit(&mut weights, &[false], &samples, 1e-6);
        assert!((chance(&weights, &[1.0]) - 0.25).abs() < 1e-3, "{weights:?}");
    }
}
