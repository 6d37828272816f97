//! Seeds on a command line.

use crate::failure::Failure;

/// Parses a seed.
///
/// # Errors
/// Fails if `text` is neither six letters nor a number below 2^64.
pub fn parse(text: &str) -> Result<u64, &'static str> {
    let seed = musrex_core::seed::parse(text);
    seed.ok_or(
        "a seed is six letters without I and O, or a number below 2^64, decimal or 0x-hexadecimal",
    )
}

/// Returns the requested seed. If there is none, asks the operating system for a random number and returns a seed that
/// can be written as six letters.
///
/// # Errors
/// Fails if the operating system cannot provide a random number.
pub fn or_new(asked: Option<u64>) -> Result<u64, Failure> {
    match asked {
        Some(seed) => Ok(seed),
        None => getrandom::u64().map(musrex_core::seed::by_chance).map_err(|error| {
            Failure::Failed(format!(
                "the operating system gives no random seed ({error}); choose one with --seed"
            ))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_letters_or_a_number() {
        assert_eq!(parse("CHEESE"), parse("cheese"));
        assert!(parse("CHEESE").is_ok());
        assert_eq!(parse("0"), Ok(0));
        assert_eq!(parse("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(parse("0xC0FFEE"), Ok(0x00C0_FFEE));
        for wrong in ["", "0x", "-1", "+1", "0x+1", "18446744073709551616", "mouse", "1.5", " 1"] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
