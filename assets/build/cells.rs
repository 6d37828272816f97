//! Reads the rows of phrases and effects. Each row has one cell for each voice.

use crate::fault::Error;
use crate::instruments::{Instrument, Timbre, parse_volume};
use crate::words::{SheetLine, Word};

/// The lowest note of a pulse, in semitones from C1.
const PULSE_MIN: u8 = 12;
/// The letters of notes, each with its distance in semitones from C.
const LETTERS: [(char, i16); 7] =
    [('C', 0), ('D', 2), ('E', 4), ('F', 5), ('G', 7), ('A', 9), ('B', 11)];

/// A voice, numbered as in the hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// The first pulse.
    Pulse1,
    /// The second pulse, which effects also use.
    Pulse2,
    /// The wave.
    Wave,
    /// The noise.
    Noise,
}

/// The largest number of alternatives in a cell.
const CHOICES_MAX: usize = 3;

/// A cell of a row. The danger level of the music, from 0 to 3, selects which alternative of the cell is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The alternatives, in rising order of [`Choice::danger`].
    pub(crate) choices: Vec<Choice>,
}

/// An alternative of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The action of this alternative.
    pub(crate) action: Action,
    /// The lowest danger level at which this alternative is played.
    pub(crate) danger: u8,
    /// True if the cell states no danger level. In that case, `danger` comes from the instrument.
    pub(crate) is_by_instrument: bool,
}

impl Cell {
    /// Returns whether all alternatives of the cell are [`Action::Hold`].
    pub(crate) fn is_empty(&self) -> bool {
        self.choices.iter().all(|choice| choice.action == Action::Hold)
    }
}

/// An action in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The note continues.
    Hold,
    /// The note is cut off.
    Cut,
    /// The note glides to another pitch, in semitones from C1.
    Glide(u8),
    /// A note begins.
    Note {
        /// The pitch in semitones from C1; 0 for noise.
        note: u8,
        /// The index of the note's instrument among the instruments of the same kind.
        instrument: u8,
        /// The volume at which the note begins; `None` for the instrument's own volume.
        volume: Option<u8>,
    },
}

/// A reader of rows that remembers the instrument of each column.
#[derive(Debug)]
pub(crate) struct RowReader<'a> {
    voices: &'static [Voice],
    instruments: &'a [Instrument],
    /// The instruments used last in each column, one for each alternative.
    last: Vec<[Option<usize>; CHOICES_MAX]>,
}

/// Returns whether `line` is a row: its first cell begins with a note, `.`, `-` or `~`.
pub(crate) fn is_row(line: &SheetLine<'_>) -> bool {
    line.head.text.starts_with(|c: char| matches!(c, '.' | '-' | '~') || c.is_ascii_uppercase())
}

impl<'a> RowReader<'a> {
    /// Makes a reader for a phrase or an effect that has one column for each voice in `voices`.
    pub(crate) fn new(voices: &'static [Voice], instruments: &'a [Instrument]) -> RowReader<'a> {
        RowReader { voices, instruments, last: vec![[None; CHOICES_MAX]; voices.len()] }
    }

    /// Reads a row.
    ///
    /// # Errors
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
        let mut choices: Vec<Choice> = Vec::new();
        let mut rest = Some(word);
        while let Some(word) = rest {
            let (part, following) = word.split('|');
            if choices.len() == CHOICES_MAX {
                return part.fault(format!("a cell has no more than {CHOICES_MAX} alternatives"));
            }
            let choice = self.choice(column, choices.len(), part)?;
            if choices.last().is_some_and(|before| before.danger >= choice.danger) {
                return part
                    .fault("the danger of an alternative is higher than the one before `|`");
            }
            choices.push(choice);
            rest = following;
        }
        Ok(Cell { choices })
    }

    /// Reads alternative `number` of a cell.
    fn choice(&mut self, column: usize, number: usize, word: Word<'_>) -> Result<Choice, Error> {
        let (word, danger) = word.split('!');
        let danger = danger.map(|word| word.number("danger", 1..=3)).transpose()?;
        let action = self.action(column, number, word)?;
        let of_instrument = match action {
            Action::Note { .. } => {
                self.last[column][number].map_or(0, |last| self.instruments[last].danger)
            }
            _ => 0,
        };
        Ok(Choice {
            action,
            danger: danger.unwrap_or(of_instrument),
            is_by_instrument: danger.is_none(),
        })
    }

    fn action(&mut self, column: usize, number: usize, word: Word<'_>) -> Result<Action, Error> {
        let voice = self.voices[column];
        match word.text {
            "." => return Ok(Action::Hold),
            "-" => return Ok(Action::Cut),
            text if text.starts_with('~') && voice != Voice::Noise => {
                let note = Word { text: &text[1..], column: word.column + 1, ..word };
                return Ok(Action::Glide(parse_note(note, voice)?));
            }
            _ => {}
        }
        let (sound, volume) = word.split('/');
        let (note, name) = match voice {
            Voice::Noise => (0, Some(sound)),
            _ => {
                let (note, name) = sound.split(':');
                (parse_note(note, voice)?, name)
            }
        };
        let place = match name {
            Some(name) => self.instrument(name, voice)?,
            None => match self.last[column][number] {
                Some(place) => place,
                None => {
                    return word
                        .fault("the first note of a column names its instrument, as C4:lead");
                }
            },
        };
        self.last[column][number] = Some(place);
        let volume = volume.map(|word| parse_volume(word, voice == Voice::Wave, 1)).transpose()?;
        let timbre = self.instruments[place].timbre;
        let before = self.instruments[..place].iter().filter(|other| other.timbre.is_like(timbre));
        let instrument = u8::try_from(before.count()).expect("a file has a dozen of a kind");
        Ok(Action::Note { note, instrument, volume })
    }

    /// Returns the index of the instrument that is called `name`.
    fn instrument(&self, name: Word<'_>, voice: Voice) -> Result<usize, Error> {
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
        Ok(place)
    }
}

/// Reads a note such as `C#4`. Returns its pitch in semitones from C1.
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

/// Splits a pitch such as `Eb` from the start of `text`. Returns its distance in semitones from C and the rest of the
/// text.
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
