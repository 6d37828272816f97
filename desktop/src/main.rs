//! Mus Rex on a desktop: the program `musrex`. It hosts [`musrex_core::screens::App`] in three ways:
//!
//! - `musrex play`: in a window ([`window`], with [`keys`], [`mouse`], [`pace`], [`viewport`],
//!   [`x11`] and [`screenshot`] about it);
//! - `musrex headless`: without one, from an input [`script`] to a [`picture`] and a [`state`];
//! - `musrex replay`: played by a recording, which is a [`reel`].
//!
//! `musrex simulate` needs no app: it lets the autopilot play games ([`simulate`]) and tells of them
//! in a [`table`].
//!
//! What outlives the program is kept ([`keep`]) in a [`save_file`], which `musrex save` looks into.
//!
//! [`cli`] says what can be asked for, [`failure`] how it ends when it cannot be done.

mod cli;
mod failure;
mod files;
mod headless;
mod keep;
mod keys;
mod mouse;
mod pace;
mod picture;
mod reel;
mod save_file;
mod screenshot;
mod script;
mod simulate;
mod state;
mod table;
mod viewport;
mod window;
mod x11;

use cli::Command;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = cli::command().and_then(|command| match command {
        None => Ok(()),
        Some(Command::Play(options)) => window::play(&options),
        Some(Command::Headless(options)) => headless::run(&options),
        Some(Command::Replay(options)) => reel::run(&options),
        Some(Command::Simulate(options)) => simulate::run(&options),
        Some(Command::Save(options)) => keep::look(&options),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
