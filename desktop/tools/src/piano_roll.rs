//! Draws a song as a piano roll.
//!
//! `cargo devtools piano-roll SONG FILE.png` writes the picture: one minute of the song at the lowest danger level,
//! then half a minute of rising danger. SONG is the name of a file in `assets/music`; `tests/README.md` explains the
//! colours.

use musrex_core::content::SongName;
use musrex_core::sound::{Mood, SoundRequest};
use musrex_piano_roll::PianoRoll;
use musrex_support::failure::Failure;
use musrex_support::files;
use std::path::PathBuf;

/// The number of ticks at the lowest danger level, and the number of ticks at each higher level.
const TICKS: (u32, u32) = (3_600, 600);

/// Names the song, and the file that takes the picture.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The song: the name of its file in assets/music
    #[arg(value_name = "SONG", value_parser = song)]
    song: SongName,
    /// The picture to write
    #[arg(value_name = "FILE.png")]
    file: PathBuf,
}

/// Finds the song whose file has the name `text`.
///
/// # Errors
/// Fails if there is no such song; the message names all songs.
pub(crate) fn song(text: &str) -> Result<SongName, String> {
    let names = || SongName::ALL.map(|name| name.data().name).join(", ");
    let song = SongName::ALL.into_iter().find(|name| name.data().name == text);
    song.ok_or_else(|| format!("the songs are {}", names()))
}

/// Draws the song that `options` specify.
///
/// # Errors
/// Fails if the picture cannot be written.
pub fn run(options: &Options) -> Result<(), Failure> {
    let song = options.song;
    let mut roll = PianoRoll::new(song, 0, 1);
    roll.play(TICKS.0);
    for danger in 1..=3 {
        roll.request(SoundRequest::Mood(Mood { song, danger }));
        roll.play(TICKS.1);
    }
    files::write(&options.file, &roll.png_bytes())
}
