//! The music meter measures the loudness of each song's voices, the amount of silence, and the contents of the bars.
//!
//! `cargo devtools music` measures all songs, and `cargo devtools music lobby` measures one. Pulse 1 plays the lead,
//! pulse 2 the second voice, the wave the bass, and the noise the drums. The loudness of each voice alone is compared
//! with the lead, in LU according to BS.1770.

#![allow(clippy::float_arithmetic, reason = "loudness is measured in real numbers")]

pub mod loudness;
pub mod recording;
pub mod score;

use musrex_assets::sounds::Voice;
use musrex_core::content::SongName;
use musrex_support::failure::Failure;
use musrex_support::files;
use recording::Levels;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The number of recorded ticks of a song: two minutes.
const TICKS: u32 = 120 * 60;
/// The amount by which a voice may be softer than the lead and still be heard beside it through a small speaker, in LU.
pub const SMALL_REACH: f64 = 8.0;

/// Names the songs.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The songs: names of files in assets/music; all of them if none is named
    #[arg(value_name = "SONG", value_parser = crate::piano_roll::song)]
    songs: Vec<SongName>,
}

/// Prints the measurements of the songs in `options`.
///
/// # Errors
/// Fails if standard output cannot be written.
pub fn run(options: &Options) -> Result<(), Failure> {
    let songs = match &options.songs[..] {
        [] => &SongName::ALL[..],
        songs => songs,
    };
    let mut text = score_table(songs);
    let mut loud = Vec::new();
    for danger in [0, 3] {
        let (table, all) = level_table(songs, danger);
        text += &table;
        loud.extend(all);
    }
    let (least, most) = loud
        .iter()
        .fold((0.0, -99.0), |(least, most): (f64, f64), &it| (least.min(it), most.max(it)));
    let _ = writeln!(text, "spread of all songs and dangers: {:.1} LU", most - least);
    files::print(&text)
}

/// Returns the table of facts from the score: keys, tempos, notes and bars.
fn score_table(songs: &[SongName]) -> String {
    let mut text = String::from(
        "                                          tied  silence %   die early % (danger 0, 3)\n\
         song         key           beats/min bars    %   d 0  d 3  lead     second   bass\n",
    );
    let (mut distinct, mut bars) = (BTreeSet::new(), 0);
    for song in songs {
        let data = song.data();
        let Some(first) = data.phrases.first() else { continue };
        let tempo = |danger| score::beats_a_minute(data, first, danger);
        let _ = write!(
            text,
            "{:12} {:13} {:3.0} - {:3.0} {:4} {:4.0} {:5.1} {:4.1}",
            data.name,
            score::key_name(first),
            tempo(0),
            tempo(3),
            score::bar_count(data),
            score::tied(data),
            silence(*song, 0),
            silence(*song, 3),
        );
        for voice in [Voice::Pulse1, Voice::Pulse2, Voice::Wave] {
            let early = [0, 3].map(|danger| score::early(data, voice, danger));
            let _ = write!(text, " {:3.0} {:3.0} ", early[0], early[1]);
        }
        text.push('\n');
        bars += score::bar_count(data);
        distinct.extend(score::bars(data));
    }
    let _ = writeln!(text, "{bars} bars, {} distinct ones of the lead\n", distinct.len());
    text
}

/// Returns the share of silence in a song in percent; 0 for a song that is played only once.
fn silence(song: SongName, danger: u8) -> f64 {
    if song.plays_once() { 0.0 } else { recording::silence(song, danger) }
}

/// Returns the table of loudness at a danger level, and the loudness of each song.
fn level_table(songs: &[SongName], danger: u8) -> (String, Vec<f64>) {
    let mut text = format!(
        "danger {danger}             LU above the lead      low  small speaker: LU above the lead\n\
         song          LUFS  second  bass drums    %  second  bass drums  voices\n"
    );
    let mut loud = Vec::new();
    for song in songs {
        let levels = Levels::measure(*song, danger, TICKS);
        let _ = write!(text, "{:12} {:5.1} ", song.data().name, levels.all);
        let others = [Voice::Pulse2, Voice::Wave, Voice::Noise];
        for above in others.map(|voice| levels.above_lead(voice)) {
            text += &column(above);
        }
        let _ = write!(text, " {:4.0} ", levels.low);
        for above in others.map(|voice| levels.above_lead_small(voice)) {
            text += &column(above);
        }
        let _ = writeln!(text, " {}", levels.heard_small(SMALL_REACH));
        loud.push(levels.all);
    }
    text.push('\n');
    (text, loud)
}

fn column(number: Option<f64>) -> String {
    number.map_or_else(|| "     -".to_owned(), |number| format!(" {number:5.1}"))
}
