//! Limits for the music: the loudness of the voices in all songs, the amount of silence, and the amount of melody.
#![allow(clippy::float_arithmetic, reason = "loudness is measured in real numbers")]

use musrex_assets::sounds::Voice;
use musrex_core::content::SongName;
use musrex_devtools::music::recording::{Levels, silence};
use musrex_devtools::music::{SMALL_REACH, score};
use std::collections::BTreeSet;

/// The number of measured ticks of a song: more than a minute.
const TICKS: u32 = 70 * 60;
/// The number of measured ticks of a song that is played only once, at the end of a run.
const ONCE_TICKS: u32 = 12 * 60;

fn looping() -> impl Iterator<Item = SongName> {
    SongName::ALL.into_iter().filter(|song| !song.plays_once())
}

/// Collects the faults of each song, and asserts that there are none.
fn assert_each(check: impl Fn(SongName) -> Vec<String>, songs: impl Iterator<Item = SongName>) {
    let faults: Vec<String> = songs.flat_map(check).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

// The bass does not cover the tune, the drums are audible, and all songs are about equally loud. A small speaker plays
// more than the tune.
#[test]
fn songs_are_mixed() {
    let mut loud = Vec::new();
    let mut faults = Vec::new();
    for song in SongName::ALL {
        let ticks = if song.plays_once() { ONCE_TICKS } else { TICKS };
        for danger in [0, 3] {
            let levels = Levels::measure(song, danger, ticks);
            let name = format!("{song:?} at danger {danger}");
            loud.push((levels.all, name.clone()));
            let bass = levels.above_lead(Voice::Wave);
            if bass.is_none_or(|above| above > 0.5) {
                faults.push(format!("{name}: the bass lies {bass:?} LU above the lead"));
            }
            let drums = levels.above_lead(Voice::Noise);
            if drums.is_none_or(|above| above < -DRUMS) {
                faults.push(format!("{name}: the drums lie {drums:?} LU above the lead"));
            }
            let heard = levels.heard_small(SMALL_REACH);
            if heard < 3 {
                faults.push(format!("{name}: {heard} voices through a small speaker"));
            }
        }
    }
    loud.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (least, most) = (&loud[0], &loud[loud.len() - 1]);
    if most.0 - least.0 > SPREAD {
        faults.push(format!("{most:?} is louder than {least:?}"));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The largest amount by which the drums may be softer than the lead, in LU.
const DRUMS: f64 = 9.0;
/// The largest difference between the softest and the loudest song, in LU.
const SPREAD: f64 = 2.0;

#[test]
fn songs_are_hardly_ever_silent() {
    let check = |song: SongName| {
        let silent = [0, 3].map(|danger| (danger, silence(song, danger)));
        let wrong = silent.into_iter().filter(|(_, percent)| *percent > 5.0);
        wrong.map(|(danger, percent)| format!("{song:?} at {danger}: {percent:.1} %")).collect()
    };
    assert_each(check, looping());
}

#[test]
fn notes_last_as_long_as_they_are_written() {
    let check = |song: SongName| {
        let mut faults = Vec::new();
        for voice in [Voice::Pulse1, Voice::Pulse2, Voice::Wave] {
            for danger in [0, 3] {
                let early = score::early(song.data(), voice, danger);
                if early > 15.0 {
                    faults.push(format!("{song:?}, {voice:?} at {danger}: {early:.0} % die early"));
                }
            }
        }
        faults
    };
    assert_each(check, SongName::ALL.into_iter());
}

#[test]
fn there_is_much_melody() {
    let bars: BTreeSet<score::Bar> =
        SongName::ALL.into_iter().flat_map(|song| score::bars(song.data())).collect();
    assert!(bars.len() >= 480, "{} bars differ", bars.len());
    let check = |song: SongName| {
        let bars = score::bar_count(song.data());
        let is_long = bars >= 32 || song == SongName::Title;
        Vec::from_iter((!is_long).then(|| format!("{song:?} has {bars} bars")))
    };
    assert_each(check, looping());
}

// No two songs begin in the same key and tempo, and no looping song stays in one key.
#[test]
fn no_two_songs_have_the_same_key_and_tempo() {
    let beginning = |song: SongName| {
        let (data, first) = (song.data(), &song.data().phrases[0]);
        let tempo = score::beats_a_minute(data, first, 0).round();
        (score::key_name(first), format!("{tempo}"))
    };
    let all: BTreeSet<_> = SongName::ALL.into_iter().map(beginning).collect();
    assert_eq!(all.len(), SongName::COUNT, "{all:?}");
    let check = |song: SongName| {
        let keys: BTreeSet<String> = song.data().phrases.iter().map(score::key_name).collect();
        Vec::from_iter((keys.len() < 2).then(|| format!("{song:?} stays in {keys:?}")))
    };
    assert_each(check, looping());
}
