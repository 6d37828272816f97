//! `cargo handheld`: builds Mus Rex for handhelds.
//!
//! Each firmware crate is its own workspace, which a separate cargo process builds. So the features that the crate
//! enables in shared crates do not affect the other hosts.

mod budget;
mod failure;
mod firmware;
mod gba;
mod libretro;
mod picosystem;
mod toolchain;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::path::PathBuf;
use std::process::ExitCode;
use toolchain::Toolchain;

/// Builds Mus Rex for handhelds.
#[derive(Parser)]
#[command(name = "cargo handheld")]
struct Cli {
    #[command(subcommand)]
    machine: Machine,
}

#[derive(Subcommand)]
enum Machine {
    /// Game Boy Advance: writes target/musrex.gba
    Gba {
        /// Write the cartridge to FILE instead
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write nothing: only check whether this machine has the tools to build it
        #[arg(long, conflicts_with = "out")]
        check: bool,
    },
    /// PicoSystem: writes target/musrex.uf2
    Picosystem {
        /// Write the program to FILE instead
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write nothing: only check whether this machine has the tools to build it
        #[arg(long, conflicts_with = "out")]
        check: bool,
    },
    /// RetroArch and other front ends of libretro: writes target/musrex_libretro.so, with --target
    /// target/musrex_libretro-TARGET.so
    Libretro {
        /// Build for handhelds instead of this machine
        #[arg(long, value_enum, value_name = "TARGET")]
        target: Option<libretro::Target>,
        /// Write the files into FOLDER instead
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Write nothing: only check whether this machine has the tools to build it
        #[arg(long, conflicts_with = "out")]
        check: bool,
    },
    /// Only checks that the core and the template compile for the processors of boards
    CheckCore,
    /// Only runs clippy on the code that is specific to one handheld
    Lint,
}

fn main() -> ExitCode {
    let done = match Cli::parse().machine {
        Machine::Gba { check: true, .. } => Toolchain::find(gba::TARGET).map(drop),
        Machine::Gba { out, check: false } => gba::build(out),
        Machine::Picosystem { check: true, .. } => Toolchain::find(picosystem::TARGET).map(drop),
        Machine::Picosystem { out, check: false } => picosystem::build(out),
        Machine::Libretro { target, check: true, .. } => libretro::check(target),
        Machine::Libretro { target, out, check: false } => libretro::build(target, out),
        Machine::CheckCore => firmware::check_core(),
        Machine::Lint => {
            gba::lint().and_then(|()| picosystem::lint()).and_then(|()| libretro::lint())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(sentence)) => {
            musrex_support::failure::print_error("handheld", &sentence);
            ExitCode::FAILURE
        }
    }
}
