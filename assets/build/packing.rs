//! Packs songs and effects, and writes them as Rust expressions.

use crate::cells::{Action, Cell, Choice, Voice};
use crate::instruments::{Envelope, Instrument, Pan, Sequence, Timbre};
use crate::sounds::{Effect, Phrase, Song};
use std::fmt::Write;

/// The largest number of rows that one byte can count.
const ROWS_MAX: usize = 128;
/// The number that stands for the end of the song in a packed list of next phrases.
const END: u8 = 255;
/// A danger level that the music never reaches.
const NEVER: u8 = 4;
/// The commands. A packed step stores a command in the bits of the instrument's index.
const WHEN: u8 = 13;
const GLIDE: u8 = 14;
const CUT: u8 = 15;

/// Packs `rows` in the format that `Step` in `src/sounds.rs` defines.
pub(crate) fn pack(voices: &[Voice], rows: &[Vec<Cell>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut held = 0;
    for cells in rows {
        if held > 0 && !cells.iter().all(Cell::is_empty) {
            push_rows(&mut bytes, &mut held);
        }
        for (voice, cell) in voices.iter().zip(cells) {
            push_cell(&mut bytes, *voice, cell);
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

fn push_cell(bytes: &mut Vec<u8>, voice: Voice, cell: &Cell) {
    for (number, choice) in cell.choices.iter().enumerate() {
        let Choice { action, danger, is_by_instrument } = *choice;
        if action == Action::Hold {
            continue;
        }
        // If the next alternative is a note, that note replaces this action in the same row. Otherwise, this action
        // needs an upper limit of danger.
        let following = cell.choices.get(number + 1);
        let following = following.filter(|next| !matches!(next.action, Action::Note { .. }));
        let below = following.map_or(NEVER, |next| next.danger);
        if below != NEVER || !is_by_instrument {
            bytes.extend([0x80 | WHEN, danger << 4 | below]);
        }
        push_action(bytes, voice, action);
    }
}

fn push_action(bytes: &mut Vec<u8>, voice: Voice, action: Action) {
    let command = 0x80 | (voice as u8) << 5;
    match action {
        Action::Hold => {}
        Action::Cut => bytes.push(command | CUT),
        Action::Glide(note) => bytes.extend([command | GLIDE, note]),
        Action::Note { note, instrument, volume } => {
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
    let Song { title, bar, .. } = song;
    let beat = match bar {
        bar if bar % 4 == 0 => bar / 4,
        bar if bar % 3 == 0 => bar / 3,
        bar if bar % 5 == 0 => bar / 5,
        bar => *bar,
    };
    let waves: Vec<[u8; 16]> = song.waves.iter().map(|wave| wave.samples).collect();
    let instruments = instruments(&song.instruments);
    let phrases: String = song.phrases.iter().map(phrase).collect();
    let _ = writeln!(
        table,
        "    Song {{ name: {name:?}, title: {title:?}, bar: {bar}, beat: {beat}, \
         waves: &{waves:?}, instruments: {instruments}, phrases: &[{phrases}] }},"
    );
}

fn phrase(phrase: &Phrase) -> String {
    const VOICES: [Voice; 4] = [Voice::Pulse1, Voice::Pulse2, Voice::Wave, Voice::Noise];
    let next: Vec<u8> = phrase.next.iter().map(|next| next.unwrap_or(END)).collect();
    let events = pack(&VOICES, &phrase.rows);
    format!(
        "Phrase {{ rows: {}, key: Key {{ tonic: {}, scale: {} }}, tempo: {:?}, next: &{next:?}, \
         exit: {}, steps: &{events:?} }}, ",
        phrase.rows.len(),
        phrase.key.tonic,
        phrase.key.scale,
        phrase.tempo,
        phrase.exit.unwrap_or(END)
    )
}

/// Writes `effect` as an expression.
pub(crate) fn write_effect(table: &mut String, name: &str, effect: &Effect) {
    let Effect { priority, is_in_key, tempo, rows, .. } = effect;
    let is_used = |column: usize| rows.iter().any(|cells| !cells[column].is_empty());
    let instruments = instruments(&effect.instruments);
    let events = pack(&[Voice::Pulse2, Voice::Noise], rows);
    let _ = writeln!(
        table,
        "    Effect {{ name: {name:?}, priority: {priority}, is_in_key: {is_in_key}, \
         tempo: {tempo}, rows: {}, has_pulse: {}, has_noise: {}, instruments: {instruments}, \
         steps: &{events:?} }},",
        rows.len(),
        is_used(0),
        is_used(1),
    );
}

/// Writes instruments, sorted by kind.
fn instruments(all: &[Instrument]) -> String {
    let of_kind = |is_it: fn(&Timbre) -> bool| -> String {
        all.iter().filter(|instrument| is_it(&instrument.timbre)).map(instrument).collect()
    };
    format!(
        "Instruments {{ pulses: &[{}], waves: &[{}], noises: &[{}] }}",
        of_kind(|timbre| matches!(timbre, Timbre::Pulse(_))),
        of_kind(|timbre| matches!(timbre, Timbre::Wave(_))),
        of_kind(|timbre| matches!(timbre, Timbre::Noise { .. })),
    )
}

fn instrument(instrument: &Instrument) -> String {
    let Instrument { volume, hold, floor, release, cut, echo, .. } = instrument;
    let Instrument { slide, scoop, glide, danger, vibrato, .. } = instrument;
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
    let pan = match instrument.pan {
        Pan::Centre => "Centre",
        Pan::Left => "Left",
        Pan::Right => "Right",
    };
    format!(
        "Instrument {{ timbre: {timbre}, volume: {volume}, pace: {pace}, rises: {rises}, \
         hold: {hold}, floor: {floor}, release: {release}, cut: {cut}, echo: {echo}, \
         vibrato: Vibrato {{ depth: {}, delay: {}, step: {} }}, slide: {slide}, \
         scoop: {scoop}, glide: {glide}, arpeggio: {}, duties: {}, pan: Pan::{pan}, \
         danger: {danger}, moves: {} }}, ",
        vibrato.depth,
        vibrato.delay,
        256 / u16::from(vibrato.period.max(4)),
        sequence(&instrument.arpeggio),
        sequence(&instrument.duties),
        moves(instrument),
    )
}

/// Returns whether the instrument changes the pitch or the duty of a note after any scoop or glide has ended.
const fn moves(instrument: &Instrument) -> bool {
    instrument.vibrato.depth > 0
        || instrument.slide != 0
        || !instrument.arpeggio.values.is_empty()
        || !instrument.duties.values.is_empty()
}

fn sequence(sequence: &Sequence) -> String {
    let Sequence { values, ticks, is_once } = sequence;
    if values.is_empty() {
        return "Sequence::EMPTY".to_owned();
    }
    format!("&Sequence {{ values: &{values:?}, ticks: {ticks}, is_once: {is_once} }}")
}
