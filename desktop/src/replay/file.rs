//! The files of recordings.

use crate::failure::{Failure, reason};
use crate::replay::player::of_fault;
use musrex_core::save::replay::ReplayReader;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The most bytes of a recording; such a one has a million turns.
const BYTES_MAX: u64 = 4 << 20;

/// Opens the recording at `path`. Its bytes are never freed: a program shows few, and each is small.
pub(crate) fn open(path: &Path) -> Result<ReplayReader<'static>, Failure> {
    let bytes = Box::leak(read(path)?.into_boxed_slice());
    ReplayReader::new(bytes)
        .map_err(|fault| Failure::Failed(format!("{}: {}", path.display(), of_fault(fault))))
}

/// Returns the bytes of the recording at `path`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let could_not = |why: &str| {
        Failure::Failed(format!("could not read the recording {}: {why}", path.display()))
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| could_not(&reason(&error)))?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(could_not("no recording is as large as that"));
    }
    Ok(bytes)
}
