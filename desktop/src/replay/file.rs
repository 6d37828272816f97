//! Reads files of recordings.

use crate::failure::{Failure, reason};
use crate::replay::player::of_fault;
use musrex_core::replay::ReplayReader;
use musrex_support::files;
use std::path::Path;

/// The largest size of a recording in bytes, enough for a million turns.
pub(super) const BYTES_MAX: u64 = 4 << 20;

/// Opens the recording at `path`. Its bytes are leaked: a program shows few recordings, and each is small.
pub(crate) fn open(path: &Path) -> Result<ReplayReader<'static>, Failure> {
    let bytes = Box::leak(read(path)?.into_boxed_slice());
    ReplayReader::new(bytes)
        .map_err(|fault| Failure::Failed(format!("{}: {}", path.display(), of_fault(fault))))
}

/// Returns the bytes of the recording at `path`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    files::read(path, BYTES_MAX).map_err(|error| {
        let (path, why) = (path.display(), reason(&error));
        Failure::Failed(format!("could not read the recording {path}: {why}"))
    })
}
