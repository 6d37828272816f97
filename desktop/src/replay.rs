//! `musrex replay`: verifies a recording without a window, or plays it in a window.

pub(crate) mod file;
pub(crate) mod player;
pub(crate) mod recordings;

use crate::cli::ReplayOptions;
use crate::failure::{Failure, plain};
use crate::{files, window};
use file::read;
use musrex_core::replay::{self, ReplayReader};
use player::{ReplayPlayer, broken, of_fault, verified};

/// Verifies or shows the recording that `options` specify.
pub(crate) fn run(options: &ReplayOptions) -> Result<(), Failure> {
    let bytes = read(&options.file)?;
    let file = options.file.display().to_string();
    let reader = ReplayReader::new(&bytes)
        .map_err(|fault| Failure::Failed(format!("{file}: {}", of_fault(fault))))?;
    if !options.verify {
        return window::watch(ReplayPlayer::new(reader, file, options.speed), options.mute);
    }
    let game = replay::verify(&bytes).map_err(|at| broken(&file, &reader, at))?;
    files::print(&format!("{}: {}\n", plain(&file), verified(&game)))
}
