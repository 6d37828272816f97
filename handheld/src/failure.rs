//! The errors of the builder.

use std::io;
use std::path::Path;

/// An error message: a sentence without its full stop.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl Failure {
    /// Returns the error for a file that could not be used; `what` is the verb, such as "read".
    pub(crate) fn of_file(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure(format!("could not {what} {}: {error}", path.display()))
    }
}

impl From<musrex_support::failure::Failure> for Failure {
    fn from(failure: musrex_support::failure::Failure) -> Failure {
        use musrex_support::failure::Failure::{Failed, Reported, Usage};
        match failure {
            Failed(sentence) | Usage(sentence) => Failure(sentence),
            Reported => Failure("nobody reads standard output".to_owned()),
        }
    }
}
