//! Checks that dice are fair, with Pearson's chi-square test in integer arithmetic.

/// Returns the chi-square value of `observed` for the expected proportions `weights`, rounded down. The larger the
/// value, the farther the counts are from these proportions.
///
/// # Panics
/// Panics if the lengths differ, if all counts are zero, or if a weight is zero.
pub fn chi_square(observed: &[u64], weights: &[u64]) -> u64 {
    assert_eq!(observed.len(), weights.len(), "a weight for every count");
    let (count, total): (u64, u64) = (observed.iter().sum(), weights.iter().sum());
    assert!(count > 0 && weights.iter().all(|&weight| weight > 0), "nothing to compare");
    // The formula is (o - e)² / e with e = n w / t, summed in thousandths.
    let thousandths: u128 = observed
        .iter()
        .zip(weights)
        .map(|(&found, &weight)| {
            let (found, expected) = (u128::from(found * total), u128::from(count * weight));
            let distance = found.abs_diff(expected);
            distance * distance * 1000 / (expected * u128::from(total))
        })
        .sum();
    u64::try_from(thousandths / 1000).expect("a sum of squares of small numbers")
}

/// Checks that the counts in `observed` are proportional to `weights`. The limit is more than six standard deviations
/// above the mean, so fair dice fail in at most one of 500 million streams.
///
/// # Panics
/// Panics if the counts are not proportional.
#[track_caller]
pub fn assert_fair(what: &str, observed: &[u64], weights: &[u64]) {
    let freedom = weights.len() as u64 - 1;
    // For 1 to 100 degrees of freedom, chi-square exceeds this limit with a probability of at most 2 in 10⁹.
    let limit = freedom + (72 * freedom).isqrt() + 27;
    let found = chi_square(observed, weights);
    assert!(
        found <= limit,
        "{what}: chi-square {found} of at most {limit}\ncounts  {observed:?}\nweights {weights:?}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_spread_is_fair_and_a_lopsided_one_is_not() {
        assert_eq!(chi_square(&[100, 100], &[1, 1]), 0);
        assert_eq!(chi_square(&[90, 110], &[1, 1]), 2);
        assert_eq!(chi_square(&[50, 150], &[1, 1]), 50);
        assert_eq!(chi_square(&[25, 75], &[1, 3]), 0);
    }

    #[test]
    #[should_panic(expected = "chi-square")]
    fn a_missing_end_is_noticed() {
        assert_fair("a die without a six", &[100, 100, 100, 100, 100, 0], &[1; 6]);
    }
}
