//! Parsers for arguments that several tools share.

use musrex_core::bots::Strategy;
use musrex_core::content::Night;

/// Parses the name of a bot.
pub(crate) fn bot(name: &str) -> Result<Strategy, String> {
    let [others @ .., last] = Strategy::ALL.map(Strategy::name);
    let unknown = || format!("a bot is {} or {last}", others.join(", "));
    Strategy::from_name(name).ok_or_else(unknown)
}

/// Parses the number of a night.
pub(crate) fn night(text: &str) -> Result<Night, &'static str> {
    text.parse().ok().and_then(Night::new).ok_or("a night is 1 to 10")
}

/// Parses a number of threads.
pub(crate) fn jobs(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|jobs| (1..=256).contains(jobs)).ok_or("jobs are 1 to 256")
}
