//! The player's save. A [`mod@file`] behaves like flash memory, and a [`writer`] writes its changes to the disk. The
//! game saves through a [`handle`]. The module [`transfer`] moves saves between files and a PicoSystem.

pub(crate) mod file;
pub(crate) mod handle;
mod transfer;
mod writer;

use crate::cli::{SaveCommand, SaveOptions};
use crate::failure::Failure;

/// Runs `musrex save`.
pub(crate) fn run(options: &SaveOptions) -> Result<(), Failure> {
    match &options.command {
        SaveCommand::Info | SaveCommand::Check => handle::inspect(options),
        SaveCommand::Extract { save } => transfer::extract(&options.file, save),
        SaveCommand::Uf2 { out } => transfer::write_uf2(&options.file, out),
    }
}
