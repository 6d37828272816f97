//! Errors that end the program, and errors that are only reported.

pub(crate) use musrex_support::failure::{Failure, plain, reason};
use std::sync::{Mutex, PoisonError};

/// The program name that starts each message on standard error.
pub(crate) const PROGRAM: &str = "musrex";
/// The largest number of messages that wait for a window. The number is limited because a program without a window
/// never takes its messages.
const TOLD_MAX: usize = 8;

/// The printed messages that no window has shown yet, the oldest first.
static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Prints one sentence on standard error. A window also shows the sentence, unless too many messages already wait. A
/// player who starts the game from a desktop does not see standard error.
pub(crate) fn print_error(sentence: &str) {
    musrex_support::failure::print_error(PROGRAM, sentence);
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if told.len() < TOLD_MAX {
        told.push(sentence.to_owned());
    }
}

/// Takes the messages that wait for a window, the oldest first.
pub(crate) fn take_told() -> Vec<String> {
    std::mem::take(&mut TOLD.lock().unwrap_or_else(PoisonError::into_inner))
}
