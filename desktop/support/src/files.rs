//! Files, with their failures as sentences.

use crate::failure::{Failure, reason};
use std::fs;
use std::path::Path;

/// Puts `bytes` into the file at `path`, over what was there.
///
/// # Errors
/// When the operating system refuses.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| {
        Failure::Failed(format!("could not write {}: {}", path.display(), reason(&error)))
    })
}
