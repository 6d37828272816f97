//! The seeds of random tests. `MUSREX_SEED=N` shifts them by N.

use crate::tier;
use std::sync::LazyLock;

/// Returns the shift of the seeds: the value of `MUSREX_SEED`, decimal or hexadecimal (`0x…`); 0 if the variable is not
/// set.
///
/// # Panics
/// Panics if the value is not a 64-bit number.
pub fn shift() -> u64 {
    static SHIFT: LazyLock<u64> = LazyLock::new(|| match std::env::var("MUSREX_SEED") {
        Ok(text) => parse(&text).unwrap_or_else(|| panic!("MUSREX_SEED={text} is no number")),
        Err(_) => 0,
    });
    *SHIFT
}

/// Returns the seed that a random test uses in place of `seed`.
pub fn shifted(seed: u64) -> u64 {
    seed.wrapping_add(shift())
}

/// Returns the seeds that a test of saves uses in place of `seed`: one seed in the short tier, three in the full tier.
pub fn shifts(seed: u64) -> impl Iterator<Item = u64> {
    (0..tier::pick([1, 3])).map(move |index: u64| shifted(seed).wrapping_add(index * SHIFT_STRIDE))
}

/// The difference between the seeds of two consecutive shifts. It is larger than the number of consecutive seeds that
/// any test uses.
const SHIFT_STRIDE: u64 = 1_000_003;

/// Makes the configuration for a property test of `proptest`. [`shift`] determines the cases of the property, so the
/// same `MUSREX_SEED` checks the same cases.
#[macro_export]
macro_rules! property_config {
    () => {
        proptest::test_runner::Config {
            rng_seed: proptest::test_runner::RngSeed::Fixed($crate::seeds::shift()),
            failure_persistence: None,
            ..proptest::test_runner::Config::default()
        }
    };
}

fn parse(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_decimal_or_hexadecimal() {
        assert_eq!(parse("77"), Some(77));
        assert_eq!(parse("0xFFFFFFFFFFFFFFFF"), Some(u64::MAX));
        assert_eq!(parse("-1"), None);
        assert_eq!(parse("seven"), None);
    }
}
