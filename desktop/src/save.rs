//! The player's save: a [`mod@file`] as a flash memory, which a [`writer`] puts on the disk, a [`handle`] that keeps
//! the game in it, and its [`transfer`] from and to a PicoSystem.

pub(crate) mod file;
pub(crate) mod handle;
mod transfer;
mod writer;

use crate::cli::{SaveCommand, SaveOptions};
use crate::failure::Failure;

/// Does what `musrex save` was asked to do with a save.
pub(crate) fn run(options: &SaveOptions) -> Result<(), Failure> {
    match &options.command {
        SaveCommand::Info | SaveCommand::Check => handle::inspect(options),
        SaveCommand::Extract { save } => transfer::extract(&options.file, save),
        SaveCommand::Uf2 { out } => transfer::write_uf2(&options.file, out),
    }
}
