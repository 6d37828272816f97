//! `musrex replay`: verifies recordings without a window, or plays them in one.

use crate::cli::ReplayOptions;
use crate::failure::{Failure, reason};
use crate::replay_player::{ReplayPlayer, broken, of_fault, verified};
use crate::window;
use musrex_core::save::replay::{self, ReplayReader};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The most bytes of a recording; such a one has a million turns.
const BYTES_MAX: u64 = 4 << 20;

/// Verifies or shows the recording that `options` name.
pub(crate) fn run(options: &ReplayOptions) -> Result<(), Failure> {
    let bytes = read(&options.file)?;
    let file = options.file.display().to_string();
    let reader = ReplayReader::new(&bytes)
        .map_err(|fault| Failure::Failed(format!("{file}: {}", of_fault(fault))))?;
    if !options.verify {
        return window::watch(ReplayPlayer::new(reader, file, options.speed), options.mute);
    }
    let game = replay::verify(&bytes).map_err(|at| broken(&file, &reader, at))?;
    // Whoever closes standard output does not want to read it.
    let _ = writeln!(io::stdout(), "{file}: {}", verified(&game));
    Ok(())
}

/// Opens the recording at `path`. Its bytes are never freed: a program shows few, and each is small.
pub(crate) fn open(path: &Path) -> Result<ReplayReader<'static>, Failure> {
    let bytes = Box::leak(read(path)?.into_boxed_slice());
    ReplayReader::new(bytes)
        .map_err(|fault| Failure::Failed(format!("{}: {}", path.display(), of_fault(fault))))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
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
