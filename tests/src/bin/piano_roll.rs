//! Draws a song as a piano roll.
//!
//! `cargo run -p musrex-tests --bin piano_roll -- SONG FILE.png` writes it: a minute alone, then half a minute of
//! rising danger. SONG is a file's name in `assets/music`; colours are told in `tests/README.md`.

use musrex_core::content::SongName;
use musrex_core::sound::{Mood, SoundRequest};
use musrex_piano_roll::PianoRoll;
use std::process::ExitCode;
use std::{env, fs};

/// Ticks of the first part, and of each danger after it.
const TICKS: (u32, u32) = (3_600, 600);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [song, path] = &arguments[..] else {
        eprintln!("usage: piano_roll SONG FILE.png");
        return ExitCode::from(2);
    };
    let Some(song) = SongName::ALL.into_iter().find(|name| name.data().name == song) else {
        let names = SongName::ALL.map(|name| name.data().name).join(", ");
        eprintln!("{song} is none of {names}.");
        return ExitCode::from(2);
    };
    let mut roll = PianoRoll::new(song, 0, 1);
    roll.play(TICKS.0);
    for danger in 1..=3 {
        roll.request(SoundRequest::Mood(Mood { song, danger }));
        roll.play(TICKS.1);
    }
    match fs::write(path, roll.png_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write {path}: {error}.");
            ExitCode::FAILURE
        }
    }
}
