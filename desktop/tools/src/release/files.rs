//! The names of a release's files, and errors about them.

use std::path::Path;
use std::{fs, io};

/// The version that all file names contain.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// An error, as a sentence without its full stop.
#[derive(Debug)]
pub struct Failure(pub String);

impl Failure {
    pub(super) fn of_file(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure(format!("could not {what} {}: {error}", path.display()))
    }
}

/// Returns the name of a file of this release. The name ends with `what`.
pub fn name_of(what: &str) -> String {
    format!("musrex-{VERSION}{what}")
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::of_file("read", path, &error))
}
