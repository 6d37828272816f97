//! The command line.

use crate::failure::{Failure, PROGRAM};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use musrex_core::app::FloorView;
use musrex_core::content::Night;
use musrex_core::raster::Frame;
use musrex_support::{failure, files, seed};
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

/// The program's version, and the commit from which the program was built.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("MUSREX_COMMIT"), ")");

/// A turn-based roguelike: thirteen floors, mice with microchips, one life
#[derive(Parser)]
#[command(name = "musrex", version = VERSION, args_conflicts_with_subcommands = true)]
#[command(override_usage = "musrex [OPTIONS]  or  musrex <COMMAND>")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: PlayOptions,
}

/// A subcommand of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in a window (the default)
    Play(PlayOptions),
    /// Play a script of buttons without a window
    Headless(HeadlessOptions),
    /// Show a recorded run, or verify it
    Replay(ReplayOptions),
    /// Say where simulations are now
    #[command(hide = true, disable_help_flag = true)]
    Simulate {
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        _words: Vec<OsString>,
    },
    /// Inspect a save without changing it, or move it
    #[command(arg_required_else_help = false)]
    Save(SaveOptions),
}

/// Options for playing in a window.
#[derive(Args, Debug)]
pub(crate) struct PlayOptions {
    /// Seed: six letters (no I, O) or a number [default: random]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    pub(crate) seed: Option<u64>,
    /// Offer the daily run
    #[arg(long, conflicts_with = "seed")]
    pub(crate) daily: bool,
    /// Frame: 240x160, 240x240, 320x180, 480x270, 640x360
    #[arg(long, value_name = "WxH")]
    pub(crate) size: Option<FrameSize>,
    /// Size of a pixel, 1 to 16; 0: as in Options
    #[arg(long, value_name = "N", default_value = "0", value_parser = scale)]
    pub(crate) scale: u8,
    /// Start in full screen (F11 toggles it)
    #[arg(long)]
    pub(crate) fullscreen: bool,
    /// Save file [default: musrex.sav in your data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Start with the default keys
    #[arg(long)]
    pub(crate) default_keys: bool,
    /// Start without sound (F9 toggles it)
    #[arg(long)]
    pub(crate) mute: bool,
}

/// Options for playing a script without a window.
#[derive(Args, Debug)]
#[command(
    after_help = "A script: 'A*60 Right*30 L+R . png:seen.png' holds A for 60 ticks, and so on.\n\
Buttons: Up Down Left Right A B L R Start Select. A dot waits. A tick is 1/60 s."
)]
pub(crate) struct HeadlessOptions {
    /// Script: a file, - for standard input, or its text
    #[arg(long, value_name = "SCRIPT")]
    pub(crate) input: OsString,
    /// Seed of new runs, as for play [default: random]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    pub(crate) seed: Option<u64>,
    /// Night of new runs, 1 to 10 [default: as saved]
    #[arg(long, value_name = "N", value_parser = night)]
    pub(crate) night: Option<Night>,
    /// Size of the picture, as for play
    #[arg(long, value_name = "WxH", default_value = "240x160")]
    pub(crate) size: FrameSize,
    /// Save file [default: none]
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Write the last frame here, as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Write the state at the end here, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Write the sound here, as WAV
    #[arg(long, value_name = "FILE")]
    pub(crate) sound: Option<PathBuf>,
    /// Draw the notes of the sound here, as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) piano_roll: Option<PathBuf>,
}

/// Options for playing a recorded run again.
#[derive(Args, Debug)]
#[command(
    after_help = "Each run is recorded beside its save: that of musrex.sav in musrex.sav.replays."
)]
pub(crate) struct ReplayOptions {
    /// File of the recording
    pub(crate) file: PathBuf,
    /// Only check it: fail at the first turn that differs
    #[arg(long, conflicts_with = "speed")]
    pub(crate) verify: bool,
    /// Start without sound (F9 toggles it)
    #[arg(long)]
    pub(crate) mute: bool,
    /// Turns per second, 1 to 600
    #[arg(long, value_name = "N", default_value = "8", value_parser = speed)]
    pub(crate) speed: u16,
}

/// Options of `musrex save`.
#[derive(Args, Debug)]
pub(crate) struct SaveOptions {
    /// The save file
    pub(crate) file: PathBuf,
    #[command(subcommand)]
    pub(crate) command: SaveCommand,
}

/// The commands of `musrex save` ([`SaveOptions`]).
#[derive(Debug, Subcommand)]
pub(crate) enum SaveCommand {
    /// Show what it contains
    Info,
    /// Check whether it is damaged
    Check,
    /// Take the save out of FILE, a dump of a PicoSystem's flash
    Extract {
        /// The new save file
        save: PathBuf,
    },
    /// Write a file that puts the save on a PicoSystem
    Uf2 {
        /// The new UF2 file
        out: PathBuf,
    },
}

/// A frame size that can be chosen on the command line. Every screen of the game adapts its layout to the frame size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameSize {
    /// The width in pixels.
    pub(crate) width: u16,
    /// The height in pixels.
    pub(crate) height: u16,
}

impl FrameSize {
    /// The frame sizes of the Game Boy Advance, the PicoSystem and the three desktop views, each with its name.
    const ALL: [(&str, FrameSize); 5] = [
        ("240x160", FrameSize { width: 240, height: 160 }),
        ("240x240", FrameSize::PICOSYSTEM),
        ("320x180", FrameSize::of(FloorView::Near)),
        ("480x270", FrameSize::of(FloorView::Wide)),
        ("640x360", FrameSize::of(FloorView::Whole)),
    ];

    /// The frame of a PicoSystem.
    pub(crate) const PICOSYSTEM: FrameSize = FrameSize { width: 240, height: 240 };

    /// Returns the frame size of a view.
    pub(crate) const fn of(view: FloorView) -> FrameSize {
        let (width, height) = view.size();
        FrameSize { width, height }
    }

    /// Returns the view whose frame has this size; `None` for the frame sizes of handhelds.
    pub(crate) fn view(self) -> Option<FloorView> {
        FloorView::ALL.into_iter().find(|&view| FrameSize::of(view) == self)
    }

    /// Returns the number of words in a frame of this size.
    pub(crate) const fn words(self) -> usize {
        Frame::words(self.width, self.height)
    }
}

impl FromStr for FrameSize {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<FrameSize, &'static str> {
        let known = FrameSize::ALL.into_iter().find(|(name, _)| *name == text);
        known.map(|(_, size)| size).ok_or("a size is 240x160, 240x240, 320x180, 480x270 or 640x360")
    }
}

/// Parses the command line. Returns `None` after printing the help or the version.
pub(crate) fn command() -> Result<Option<Command>, Failure> {
    match Arguments::try_parse() {
        Ok(line) => Ok(Some(line.command.unwrap_or(Command::Play(line.play)))),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                files::print(&error.render().to_string())?;
                Ok(None)
            }
            _ => Err(failure::usage(&error.render().to_string(), &help_of(std::env::args_os()))),
        },
    }
}

/// Returns the command whose `--help` explains these arguments: the name of the program, followed by the first
/// subcommand among the arguments, if there is one.
fn help_of(arguments: impl Iterator<Item = OsString>) -> String {
    let named = arguments.skip(1).find_map(|word| {
        let word = word.into_string().ok()?;
        let command = Arguments::command();
        command.find_subcommand(&word).filter(|found| !found.is_hide_set()).map(|_| word)
    });
    named.map_or_else(|| PROGRAM.to_owned(), |command| format!("{PROGRAM} {command}"))
}

fn night(text: &str) -> Result<Night, &'static str> {
    text.parse().ok().and_then(Night::new).ok_or("a night is 1 to 10")
}

fn scale(text: &str) -> Result<u8, &'static str> {
    text.parse().ok().filter(|&scale| scale <= 16).ok_or("a scale is 0 to 16")
}

fn speed(text: &str) -> Result<u16, &'static str> {
    let speed = text.parse().ok();
    speed.filter(|speed| (1..=600).contains(speed)).ok_or("a speed is 1 to 600")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn help_fits_a_terminal_of_24_lines_and_80_columns() {
        let mut command = Arguments::command().term_width(0);
        command.build();
        let subcommands = command.get_subcommands().filter(|command| !command.is_hide_set());
        let subcommands = subcommands.map(|command| command.get_name().to_owned());
        let names: Vec<String> = subcommands.filter(|name| name != "help").collect();
        let mut helps = vec![command.render_help().to_string()];
        for name in names {
            let command = command.find_subcommand_mut(&name).expect("it was listed");
            helps.push(command.render_help().to_string());
        }
        assert_eq!(helps.len(), 5);
        for help in helps {
            // The terminal also needs one line for the prompt.
            assert!(help.lines().count() < 24, "{help}");
            let wide: Vec<&str> = help.lines().filter(|line| line.chars().count() > 80).collect();
            assert!(wide.is_empty(), "{wide:#?}");
        }
    }

    #[test]
    fn the_version_names_a_commit() {
        let (version, commit) = VERSION.split_once(' ').expect("it names two things");
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        let commit = commit.trim_start_matches('(').trim_end_matches(')');
        let is_hash = commit.len() >= 10 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(is_hash || commit == "unknown", "{commit}");
    }

    #[test]
    fn a_size_of_a_screen_is_parsed_and_others_are_refused() {
        assert_eq!("320x180".parse(), Ok(FrameSize { width: 320, height: 180 }));
        assert_eq!("640x360".parse(), Ok(FrameSize::of(FloorView::Whole)));
        assert_eq!(FrameSize { width: 240, height: 240 }.view(), None);
        for wrong in ["", "320x181", "320X180", "160x240", "0x0"] {
            assert!(wrong.parse::<FrameSize>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_error_points_to_the_help_of_its_subcommand() {
        let help = |line: &str| help_of(line.split(' ').map(OsString::from));
        assert_eq!(help("musrex headless --seed x"), "musrex headless");
        assert_eq!(help("musrex save a.sav what"), "musrex save");
        assert_eq!(help("musrex --scale 99"), "musrex");
        assert_eq!(help("musrex simulate"), "musrex");
    }

    #[test]
    fn an_error_suggests_a_similar_word() {
        for (line, meant) in [
            ("musrex hedless", ", perhaps 'headless' was meant (musrex --help"),
            ("musrex headless --imput A", ", perhaps '--input' was meant (musrex --help"),
            ("musrex --scale 99", "a scale is 0 to 16 (musrex --help"),
        ] {
            let error = Arguments::try_parse_from(line.split(' ')).err().expect("it is wrong");
            let Failure::Usage(sentence) = failure::usage(&error.render().to_string(), PROGRAM)
            else {
                panic!("{error} is wrong usage");
            };
            assert!(sentence.contains(meant), "{sentence}");
        }
    }

    #[test]
    fn errors_are_one_line() {
        let wrong: [&[&str]; 10] = [
            &["--daily", "--seed", "1"],
            &["--mouse"],
            &["headless"],
            &["headless", "--input"],
            &["--size", "1x1"],
            &["play", "--scale", "17"],
            &["--seed", "1", "headless", "--input", "A"],
            &["replay"],
            &["replay", "a", "--speed", "0"],
            &["replay", "a", "--verify", "--speed", "1"],
        ];
        for arguments in wrong {
            let line = ["musrex"].iter().chain(arguments);
            let error = Arguments::try_parse_from(line).err().expect("all of these are wrong");
            let Failure::Usage(sentence) = failure::usage(&error.render().to_string(), PROGRAM)
            else {
                panic!("{error} is wrong usage");
            };
            assert!(!sentence.contains('\n') && !sentence.contains("Usage"), "{sentence}");
        }
    }
}
