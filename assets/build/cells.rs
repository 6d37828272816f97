//! Reads the rows of phrases and effects.

use crate::fault::Error;
use crate::instruments::{Instrument, Timbre, parse_volume};
use crate::words::{SheetLine, Word};

/// The lowest note of a pulse, in semitones from C1.
const PULSE_MIN: u8 = 12;
/// The letters of notes, with their semitones from C.
const LETTERS: [(char, i16); 7] =
    [('C', 0), ('D', 2), ('E', 4), ('F', 5), ('G', 7), ('A', 9), ('B', 11)];

/// A voice, as the hardware numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// The first pulse.
    Pulse1,
    /// The second pulse, which effects take.
    Pulse2,
    /// The wave.
    Wave,
    /// The noise.
    Noise,
}

/// An action in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// The note goes on.
    Hold,
    /// The note is cut off.
    Cut,
    /// A note begins.
    Note {
        /// Semitones from C1; 0 for noise.
        note: u8,
        /// The number of its instrument.
        instrument: u8,
        /// The volume at which it begins, if it differs from the instrument's.
        volume: Option<u8>,
    },
}

/// Reads rows, and remembers the instrument of each column.
#[derive(Debug)]
pub(crate) struct RowReader<'a> {
    voices: &'static [Voice],
    instruments: &'a [Instrument],
    last: Vec<Option<u8>>,
}

/// Returns whether `line` is a row: its first cell begins with a note, `.` or `-`.
pub(crate) fn is_row(line: &SheetLine<'_>) -> bool {
    line.head.text.starts_with(|c: char| c == '.' || c == '-' || c.is_ascii_uppercase())
}

impl<'a> RowReader<'a> {
    /// Begins a phrase or an effect with a column for each voice.
    pub(crate) fn new(voices: &'static [Voice], instruments: &'a [Instrument]) -> RowReader<'a> {
        RowReader { voices, instruments, last: vec![None; voices.len()] }
    }

    /// Reads a row.
    ///
    /// # Errors
    /// Returns the first fault.
    pub(crate) fn read(&mut self, line: &SheetLine<'_>) -> Result<Vec<Cell>, Error> {
        let words: Vec<Word<'_>> = std::iter::once(line.head).chain(line.rest.clone()).collect();
        let count = self.voices.len();
        if words.len() < count {
            let message = format!("a row has {count} cells, this one {}", words.len());
            return line.end().fault(message);
        }
        if let Some(more) = words.get(count) {
            return more.fault(format!("a row has {count} cells"));
        }
        (0..count).map(|column| self.cell(column, words[column])).collect()
    }

    fn cell(&mut self, column: usize, word: Word<'_>) -> Result<Cell, Error> {
        match word.text {
            "." => return Ok(Cell::Hold),
            "-" => return Ok(Cell::Cut),
            _ => {}
        }
        let voice = self.voices[column];
        let (sound, volume) = word.split('/');
        let (note, name) = match voice {
            Voice::Noise => (0, Some(sound)),
            _ => {
                let (note, name) = sound.split(':');
                (parse_note(note, voice)?, name)
            }
        };
        let instrument = match name {
            Some(name) => self.instrument(name, voice)?,
            None => match self.last[column] {
                Some(instrument) => instrument,
                None => {
                    return word
                        .fault("the first note of a column names its instrument, as C4:lead");
                }
            },
        };
        self.last[column] = Some(instrument);
        let volume = volume.map(|word| parse_volume(word, voice == Voice::Wave, 1)).transpose()?;
        Ok(Cell::Note { note, instrument, volume })
    }

    /// Returns the number of the instrument that is called `name`.
    fn instrument(&self, name: Word<'_>, voice: Voice) -> Result<u8, Error> {
        let place = self.instruments.iter().position(|known| known.name == name.text);
        let Some(place) = place else {
            return name.fault(format!("no instrument is called `{}`", name.text));
        };
        let (is_fit, column) = match (self.instruments[place].timbre, voice) {
            (timbre, Voice::Pulse1 | Voice::Pulse2) => {
                (matches!(timbre, Timbre::Pulse(_)), "pulse")
            }
            (timbre, Voice::Wave) => (matches!(timbre, Timbre::Wave(_)), "wave"),
            (timbre, Voice::Noise) => (matches!(timbre, Timbre::Noise { .. }), "noise"),
        };
        if !is_fit {
            return name.fault(format!("`{}` is no instrument of the {column}", name.text));
        }
        Ok(u8::try_from(place).expect("a file has a dozen instruments"))
    }
}

/// Reads a note such as `C#4`, in semitones from C1.
fn parse_note(word: Word<'_>, voice: Voice) -> Result<u8, Error> {
    let parts = parse_pitch(word.text).and_then(|(class, rest)| {
        let octave = ["1", "2", "3", "4", "5", "6", "7", "8"].iter().position(|it| *it == rest)?;
        u8::try_from(i16::try_from(octave).ok()? * 12 + class).ok().filter(|note| *note < 96)
    });
    let Some(note) = parts else {
        return word.fault(format!("`{}` is no note from C1 to B8", word.text));
    };
    if voice != Voice::Wave && note < PULSE_MIN {
        return word.fault("the lowest note of a pulse is C2");
    }
    Ok(note)
}

/// Splits a pitch such as `Eb` from the text that begins with it; returns its semitones from C.
pub(crate) fn parse_pitch(text: &str) -> Option<(i16, &str)> {
    let letter = text.chars().next()?;
    let (_, semitones) = LETTERS.into_iter().find(|(known, _)| *known == letter)?;
    let rest = &text[1..];
    Some(match rest.chars().next() {
        Some('#') => (semitones + 1, &rest[1..]),
        Some('b') => (semitones - 1, &rest[1..]),
        _ => (semitones, rest),
    })
}
