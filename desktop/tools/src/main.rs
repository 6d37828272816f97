//! The command line of the developer tools. The tools themselves are in [`musrex_devtools`].

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use musrex_devtools::{builds, graft_worth, music, piano_roll, release, rooms, simulate, worth};
use musrex_support::failure::{Failure, usage};
use musrex_support::files;
use std::env;
use std::process::ExitCode;

/// Tools of the developers of Mus Rex
#[derive(Parser)]
#[command(name = "devtools", bin_name = "cargo devtools", version)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

impl Arguments {
    fn has_tool(name: &str) -> bool {
        Arguments::command().find_subcommand(name).is_some()
    }
}

/// A tool.
#[derive(Subcommand)]
enum Tool {
    /// Let bots play many games, and measure them
    Simulate(simulate::Options),
    /// Measure the worth of each kind of consumable to a bot
    ItemWorth(worth::Options),
    /// Measure the worth of each graft to a bot
    GraftWorth(graft_worth::Options),
    /// Measure the effect of builds
    Builds(builds::Options),
    /// Draw all rooms in one picture
    Rooms(rooms::Options),
    /// Draw a song: a minute alone, then half a minute of rising danger
    PianoRoll(piano_roll::Options),
    /// Measure songs: the loudness of the voices, and the bars
    Music(music::Options),
    /// Make the files of a release in target/release-files
    ReleaseFiles,
}

impl Tool {
    /// Returns the tool name that starts each message on standard error.
    const fn name(&self) -> &'static str {
        match self {
            Tool::Simulate(_) => "simulate",
            Tool::ItemWorth(_) => "item-worth",
            Tool::GraftWorth(_) => "graft-worth",
            Tool::Builds(_) => "builds",
            Tool::Rooms(_) => "rooms",
            Tool::PianoRoll(_) => "piano-roll",
            Tool::Music(_) => "music",
            Tool::ReleaseFiles => "release-files",
        }
    }

    fn run(&self) -> Result<(), Failure> {
        match self {
            Tool::Simulate(options) => simulate::run(options),
            Tool::ItemWorth(options) => worth::run(options),
            Tool::GraftWorth(options) => graft_worth::run(options),
            Tool::Builds(options) => builds::run(options),
            Tool::Rooms(options) => rooms::run(options),
            Tool::PianoRoll(options) => piano_roll::run(options),
            Tool::Music(options) => music::run(options),
            Tool::ReleaseFiles => release::run(),
        }
    }
}

fn main() -> ExitCode {
    let tool = match Arguments::try_parse() {
        Ok(arguments) => arguments.tool,
        Err(error) => return refused(&error),
    };
    match tool.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(tool.name()),
    }
}

/// Prints the requested help, or the error in the command line.
fn refused(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            if error.use_stderr() {
                // A failure to print is ignored, because the exit code also reports the wrong command line.
                let _ = error.print();
                return ExitCode::from(2);
            }
            match files::print(&error.render().to_string()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(failure) => failure.report("devtools"),
            }
        }
        _ => {
            let tool = env::args().nth(1).filter(|word| Arguments::has_tool(word));
            let command =
                tool.iter().fold("cargo devtools".to_owned(), |all, tool| all + " " + tool);
            let speaker = tool.as_deref().unwrap_or("devtools");
            usage(&error.render().to_string(), &command).report(speaker)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }
}
