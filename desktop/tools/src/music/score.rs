//! Reads the notes of a song, and measures their lengths, the bars, the keys and the tempo.

use musrex_assets::scales::SCALES;
use musrex_assets::sounds::{Instrument, Phrase, Song, Step, Timbre, Voice};

/// The names of the tonics, ordered by the number of semitones above C.
const TONICS: [&str; 12] = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"];
/// A note as it is written in the song.
#[derive(Clone, Copy, Debug)]
pub struct WrittenNote {
    /// The row of the phrase in which the note begins.
    pub row: u32,
    /// The number of rows until the next note, the end of this note, or the end of the phrase, whichever comes first.
    pub rows: u32,
    /// The number of semitones from C1; 0 for noise.
    pub pitch: u8,
    /// The instrument of the note, and the volume at which it begins; `None` for a glide.
    pub instrument: Option<(&'static Instrument, u8)>,
}

/// Returns the notes of a voice in a phrase at a danger level.
pub fn notes(song: &Song, phrase: &Phrase, voice: Voice, danger: u8) -> Vec<WrittenNote> {
    let mut notes: Vec<WrittenNote> = Vec::new();
    let (mut steps, mut row, mut is_on, mut dangers) = (phrase.steps, 0, false, None);
    while let Some((step, rest)) = Step::read(steps) {
        steps = rest;
        let is_in = |(from, below): (u8, u8)| (from..below).contains(&danger);
        match step {
            Step::When { from, below } => {
                dangers = Some((from, below));
                continue;
            }
            Step::Rows(rows) => {
                row += u32::from(rows);
                if let Some(note) = notes.last_mut().filter(|_| is_on) {
                    note.rows = row - note.row;
                }
            }
            Step::Cut(of) if of == voice && dangers.is_none_or(is_in) => is_on = false,
            Step::Glide { voice: of, note } if of == voice && dangers.is_none_or(is_in) => {
                notes.push(WrittenNote { row, rows: 0, pitch: note, instrument: None });
            }
            Step::Begin { voice: of, note, instrument, volume } if of == voice => {
                let instrument = &song.instruments.of(voice)[usize::from(instrument)];
                if is_in(dangers.unwrap_or((instrument.danger, u8::MAX))) {
                    let volume = volume.unwrap_or(instrument.volume);
                    let instrument = Some((instrument, volume));
                    // If a row has two alternatives, only the later one is heard.
                    notes.pop_if(|note| note.row == row);
                    notes.push(WrittenNote { row, rows: 0, pitch: note, instrument });
                    is_on = true;
                }
            }
            Step::Cut(_) | Step::Glide { .. } | Step::Begin { .. } => {}
        }
        dangers = None;
    }
    notes
}

/// Returns the number of ticks after which an instrument is silent; `None` for an instrument that never falls silent.
fn ticks_to_silence(instrument: &Instrument, volume: u8) -> Option<u32> {
    if instrument.pace == 0 || instrument.rises || instrument.floor > 0 {
        return None;
    }
    let steps = match instrument.timbre {
        Timbre::Wave(_) => (4 * volume).saturating_sub(1),
        _ => volume,
    };
    // A step of the envelope takes pace / 64 s.
    let fade = u32::from(steps) * u32::from(instrument.pace) * 60 / 64;
    Some(u32::from(instrument.hold) + fade)
}

/// Returns the percentage of a voice's notes that are silent for more than an eighth of their length.
pub fn early(song: &Song, voice: Voice, danger: u8) -> f64 {
    let (mut all, mut early) = (0, 0);
    for phrase in song.phrases {
        let tempo = u32::from(phrase.tempo[usize::from(danger)]);
        for note in notes(song, phrase, voice, danger) {
            let Some((instrument, volume)) = note.instrument else { continue };
            let written = note.rows * tempo / 4;
            let ticks = match instrument.cut {
                0 => written,
                cut => written.min(u32::from(cut)),
            };
            all += 1;
            let is_early =
                ticks_to_silence(instrument, volume).is_some_and(|silent| silent * 8 < ticks * 7);
            early += u32::from(is_early);
        }
    }
    percent(early, all)
}

/// Returns the percentage of the lead's notes that begin off the beat and last beyond the next beat.
pub fn tied(song: &Song) -> f64 {
    let beat = u32::from(song.beat);
    let notes = song.phrases.iter().flat_map(|phrase| notes(song, phrase, Voice::Pulse1, 0));
    let (mut all, mut tied) = (0, 0);
    for note in notes {
        let off = note.row % beat;
        all += 1;
        tied += u32::from(off != 0 && off + note.rows > beat);
    }
    percent(tied, all)
}

fn percent(part: u32, all: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(all.max(1))
}

/// The notes of the lead in a bar. Each note is a row of the bar, a pitch, and a length in rows.
pub type Bar = Vec<(u32, u8, u32)>;

/// Returns those bars of a song in which a note of the lead begins.
pub fn bars(song: &Song) -> Vec<Bar> {
    let bar = u32::from(song.bar);
    let mut bars = Vec::new();
    for phrase in song.phrases {
        let notes = notes(song, phrase, Voice::Pulse1, 0);
        for first in (0..u32::from(phrase.rows)).step_by(usize::from(song.bar)) {
            let within = notes.iter().filter(|note| (first..first + bar).contains(&note.row));
            let end = |note: &WrittenNote| note.rows.min(first + bar - note.row);
            let bar: Bar = within.map(|note| (note.row - first, note.pitch, end(note))).collect();
            bars.extend(Some(bar).filter(|bar| !bar.is_empty()));
        }
    }
    bars
}

/// Returns the number of bars of a song.
pub fn bar_count(song: &Song) -> u32 {
    let rows: u32 = song.phrases.iter().map(|phrase| u32::from(phrase.rows)).sum();
    rows / u32::from(song.bar)
}

/// Returns the name of the key of a phrase.
pub fn key_name(phrase: &Phrase) -> String {
    let key = phrase.key;
    let is_it = |steps: u16| {
        let shifted = u32::from(steps) << key.tonic;
        (shifted | shifted >> 12) & 0xFFF == u32::from(key.scale)
    };
    let scale = SCALES.iter().find(|(_, steps)| is_it(*steps)).map_or("?", |(name, _)| name);
    format!("{} {scale}", TONICS[usize::from(key.tonic % 12)])
}

/// Returns the tempo of a phrase at a danger level, in beats per minute.
pub fn beats_a_minute(song: &Song, phrase: &Phrase, danger: u8) -> f64 {
    let quarters = phrase.tempo[usize::from(danger)];
    3_600.0 * 4.0 / (f64::from(quarters) * f64::from(song.beat))
}
