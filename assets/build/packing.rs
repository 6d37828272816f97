//! Packs songs and effects, and writes them as expressions of Rust.

use crate::cells::{Cell, Voice};
use crate::instruments::{Envelope, Instrument, Timbre};
use crate::sounds::{Effect, Phrase, Song};
use std::fmt::Write;

/// Rows that one byte can count.
const ROWS_MAX: usize = 128;
/// The number that stands for the end of a song among the phrases that follow.
const END: u8 = 255;

/// Packs `rows` as `Step` in `src/sounds.rs` defines it.
pub(crate) fn pack(voices: &[Voice], rows: &[Vec<Cell>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut held = 0;
    for cells in rows {
        if held > 0 && cells.iter().any(|cell| *cell != Cell::Hold) {
            push_rows(&mut bytes, &mut held);
        }
        for (voice, cell) in voices.iter().zip(cells) {
            push_cell(&mut bytes, *voice, *cell);
        }
        held += 1;
    }
    push_rows(&mut bytes, &mut held);
    bytes
}

fn push_rows(bytes: &mut Vec<u8>, held: &mut usize) {
    while *held > 0 {
        let rows = (*held).min(ROWS_MAX);
        bytes.push(u8::try_from(rows - 1).expect("at most 127"));
        *held -= rows;
    }
}

fn push_cell(bytes: &mut Vec<u8>, voice: Voice, cell: Cell) {
    let command = 0x80 | (voice as u8) << 5;
    match cell {
        Cell::Hold => {}
        Cell::Cut => bytes.push(command | 0xF),
        Cell::Note { note, instrument, volume } => {
            bytes.push(command | u8::from(volume.is_some()) << 4 | instrument);
            if voice != Voice::Noise {
                bytes.push(note);
            }
            bytes.extend(volume);
        }
    }
}

/// Writes `song` as an expression.
pub(crate) fn write_song(table: &mut String, name: &str, song: &Song) {
    let Song { title, key, tempo, bar, layers, .. } = song;
    let beat = match bar {
        bar if bar % 4 == 0 => bar / 4,
        bar if bar % 3 == 0 => bar / 3,
        bar => *bar,
    };
    let waves: Vec<[u8; 16]> = song.waves.iter().map(|wave| wave.samples).collect();
    let instruments: String = song.instruments.iter().map(instrument).collect();
    let phrases: String = song.phrases.iter().map(phrase).collect();
    let _ = writeln!(
        table,
        "    Song {{ name: {name:?}, title: {title:?}, key: {key}, tempo: {tempo}, bar: {bar}, \
         beat: {beat}, layers: {layers:?}, waves: &{waves:?}, instruments: &[{instruments}], \
         phrases: &[{phrases}] }},"
    );
}

fn phrase(phrase: &Phrase) -> String {
    const VOICES: [Voice; 4] = [Voice::Pulse1, Voice::Pulse2, Voice::Wave, Voice::Noise];
    let next: Vec<u8> = phrase.next.iter().map(|next| next.unwrap_or(END)).collect();
    let events = pack(&VOICES, &phrase.rows);
    format!(
        "Phrase {{ rows: {}, next: &{next:?}, exit: {}, steps: &{events:?} }}, ",
        phrase.rows.len(),
        phrase.exit.unwrap_or(END)
    )
}

/// Writes `effect` as an expression.
pub(crate) fn write_effect(table: &mut String, name: &str, effect: &Effect) {
    let Effect { priority, tempo, rows, .. } = effect;
    let is_used = |column: usize| rows.iter().any(|cells| cells[column] != Cell::Hold);
    let instruments: String = effect.instruments.iter().map(instrument).collect();
    let events = pack(&[Voice::Pulse2, Voice::Noise], rows);
    let _ = writeln!(
        table,
        "    Effect {{ name: {name:?}, priority: {priority}, tempo: {tempo}, rows: {}, \
         has_pulse: {}, has_noise: {}, instruments: &[{instruments}], steps: &{events:?} }},",
        rows.len(),
        is_used(0),
        is_used(1),
    );
}

fn instrument(instrument: &Instrument) -> String {
    let Instrument { volume, cut, vibrato, slide, arpeggio, .. } = instrument;
    let timbre = match instrument.timbre {
        Timbre::Pulse(duty) => format!("Timbre::Pulse({duty})"),
        Timbre::Wave(number) => format!("Timbre::Wave({number})"),
        Timbre::Noise { shift, ratio, is_short } => {
            format!("Timbre::Noise {{ shift: {shift}, ratio: {ratio}, is_short: {is_short} }}")
        }
    };
    let (pace, rises) = match instrument.envelope {
        Envelope::Steady => (0, false),
        Envelope::Fade(pace) => (pace, false),
        Envelope::Swell(pace) => (pace, true),
    };
    format!(
        "Instrument {{ timbre: {timbre}, volume: {volume}, pace: {pace}, rises: {rises}, \
         cut: {cut}, vibrato: {vibrato}, slide: {slide}, arpeggio: &{arpeggio:?} }}, "
    )
}
