//! Mus Rex on a desktop: the program `musrex`. It hosts [`musrex_core::screens::App`] in three ways:
//!
//! - `musrex play`: in a window ([`window`], with [`mouse`], [`frame_timer`], [`viewport`],
//!   [`display`] and [`screenshot`] about it and a [`speaker`]), by the player's [`controls`]: [`keys`] and [`pads`] are
//!   [`presses`], which a [`key_map`] of [`bindings`] gives a meaning and a [`key_file`] keeps;
//! - `musrex headless`: without one, from an input [`script`] to a [`picture`], a [`state`] and a
//!   [sound](sound_recorder);
//! - `musrex replay`: played by a recording ([`replay`], of a [`replay_file`]), which a [`replay_player`] does.
//!
//! `musrex simulate` needs no app: it lets bots play games ([`simulate`]) and shows the [`measures`]
//! of their [`results`] in a [`table`] and in a [`report`] of [charts](report_chart).
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
mod files;
mod frame_timer;
mod headless;
mod key_file;
mod key_map;
mod keys;
mod measures;
mod mouse;
mod pads;
mod picture;
mod presses;
mod recordings;
mod replay;
mod replay_file;
mod replay_player;
mod report;
mod report_chart;
mod results;
mod save_file;
mod save_handle;
mod screenshot;
mod script;
mod simulate;
mod sound_recorder;
mod speaker;
mod state;
mod table;
mod today;
mod viewport;
mod window;

use cli::Command;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = cli::command().and_then(|command| match command {
        None => Ok(()),
        Some(Command::Play(options)) => window::play(&options),
        Some(Command::Headless(options)) => headless::run(&options),
        Some(Command::Replay(options)) => replay::run(&options),
        Some(Command::Simulate(options)) => simulate::run(&options),
        Some(Command::Save(options)) => save_handle::inspect(&options),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
