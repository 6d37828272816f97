//! The file names of a release, and the error type of release files.

use std::path::Path;
use std::{fs, io};

/// The version that appears in all file names.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// An error, as a sentence without its full stop.
#[derive(Debug)]
pub struct Failure(pub String);

impl Failure {
    pub(super) fn of_file(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure(format!("could not {what} {}: {error}", path.display()))
    }
}

/// Returns the name of a release file; `what` is the end of the name.
pub fn name_of(what: &str) -> String {
    format!("musrex-{VERSION}{what}")
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::of_file("read", path, &error))
}
