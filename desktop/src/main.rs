//! Mus Rex on a desktop: the program `musrex`. It hosts [`musrex_core::screens::App`] in three ways:
//!
//! - `musrex play`: in a window ([`window`], with [`mouse`], [`frame_timer`], [`viewport`],
//!   [`display`] and [`screenshot`] about it and a [`speaker`]), by the player's [`controls`]: [`keys`] and [`pads`] are
//!   [`presses`], which a [`key_map`] of [`bindings`] gives a meaning and a [`key_file`] keeps;
//! - `musrex headless`: without one, from an input [`script`] to a [`picture`], a [`state`] and a
//!   [sound](sound_recorder);
//! - `musrex replay`: played by a recording ([`replay`], of a [`replay_file`]), which a [`replay_player`] does.
//!
//! A [`save_handle`] stores the game in a [`save_file`], which `musrex save` inspects, and the
//! runs in [`recordings`] beside it.
//!
//! [`cli`] says what can be asked for, [`failure`] how it ends when it cannot be done.

mod bindings;
mod cli;
mod controls;
mod display;
mod failure;
mod frame_timer;
mod headless;
mod key_file;
mod key_map;
mod keys;
mod mouse;
mod pads;
mod picture;
mod presses;
mod recordings;
mod replay;
mod replay_file;
mod replay_player;
mod save_file;
mod save_handle;
mod screenshot;
mod script;
mod sound_recorder;
mod speaker;
mod state;
mod today;
mod viewport;
mod window;

use cli::Command;
use failure::{Failure, PROGRAM};
use musrex_support::files;
use std::process::ExitCode;

/// The answer to a command that has moved.
const SIMULATIONS: &str = "simulations are no part of the game's program: `cargo simulate`, in its sources, takes the same words";

fn main() -> ExitCode {
    let done = cli::command().and_then(|command| match command {
        None => Ok(()),
        Some(Command::Play(options)) => window::play(&options),
        Some(Command::Headless(options)) => headless::run(&options),
        Some(Command::Replay(options)) => replay::run(&options),
        Some(Command::Simulate { .. }) => Err(Failure::Usage(SIMULATIONS.to_owned())),
        Some(Command::Save(options)) => save_handle::inspect(&options),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(PROGRAM),
    }
}
