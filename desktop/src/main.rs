//! Mus Rex on a desktop: the program `musrex`. It hosts [`musrex_core::app::App`] in three ways:
//!
//! - `musrex play` plays the game in a [`window`], with a [`speaker`] and the player's [`input`];
//! - `musrex headless` plays an input script without a window, and writes pictures ([`picture`]), the state and the
//!   sound if asked ([`headless`]);
//! - `musrex replay` plays a recording ([`replay`]).
//!
//! The game is stored in a [`save`], which `musrex save` inspects and moves. Recordings of runs are in a folder beside
//! the save.
//!
//! [`cli`] defines the commands, and [`failure`] defines how the program ends when a command fails.

mod cli;
mod failure;
mod headless;
mod input;
mod picture;
mod replay;
mod save;
mod speaker;
mod window;

use cli::Command;
use failure::{Failure, PROGRAM};
use musrex_support::files;
use std::process::ExitCode;

/// The answer to `musrex simulate`. Earlier versions had this command; now it is `cargo simulate` in the source tree.
const SIMULATIONS: &str =
    "this program runs no simulations: use `cargo simulate` in the source code";

fn main() -> ExitCode {
    let done = cli::command().and_then(|command| match command {
        None => Ok(()),
        Some(Command::Play(options)) => window::play(&options),
        Some(Command::Headless(options)) => headless::run(&options),
        Some(Command::Replay(options)) => replay::run(&options),
        Some(Command::Simulate { .. }) => Err(Failure::Usage(SIMULATIONS.to_owned())),
        Some(Command::Save(options)) => save::run(&options),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(PROGRAM),
    }
}
