//! Errors that end the program, and those that it only tells.

pub(crate) use musrex_support::failure::{Failure, plain, reason};

/// The name before each sentence on standard error.
pub(crate) const PROGRAM: &str = "musrex";

/// Prints one sentence on standard error.
pub(crate) fn print_error(sentence: &str) {
    musrex_support::failure::print_error(PROGRAM, sentence);
}
