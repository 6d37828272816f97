//! The errors of the builder.

use std::io;
use std::path::Path;

/// An error: a sentence without its full stop.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl Failure {
    /// A file that could not be used.
    pub(crate) fn of_file(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure(format!("could not {what} {}: {error}", path.display()))
    }
}
