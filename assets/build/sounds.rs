//! Reads songs and effects from their text; `README.md` describes the format.

use crate::cells::{Cell, RowReader, Voice, is_row, parse_pitch};
use crate::fault::{Error, error};
use crate::instruments::{Instrument, Wave, parse_instrument, parse_wave};
use crate::words::{SheetLine, Word, lines};

/// Rows of a bar at most.
const BAR_MAX: u8 = 64;
/// Bars of a phrase at most.
const BARS_MAX: usize = 8;
/// Rows of an effect at most.
const EFFECT_ROWS_MAX: usize = 64;
/// The scales with their semitones from the tonic, a bit each.
const SCALES: [(&str, u16); 9] = [
    ("major", 0b1010_1011_0101),
    ("minor", 0b0101_1010_1101),
    ("harmonic", 0b1001_1010_1101),
    ("dorian", 0b0110_1010_1101),
    ("phrygian", 0b0101_1010_1011),
    ("lydian", 0b1010_1101_0101),
    ("mixolydian", 0b0110_1011_0101),
    ("blues", 0b0100_1110_1001),
    ("chromatic", 0b1111_1111_1111),
];

/// A song, as its file defines it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Song {
    /// Its title.
    pub(crate) title: String,
    /// The pitches of its scale: bit 0 is C.
    pub(crate) key: u16,
    /// Ticks of a row.
    pub(crate) tempo: u8,
    /// Rows of a bar.
    pub(crate) bar: u8,
    /// The danger from which each voice is heard.
    pub(crate) layers: [u8; 4],
    /// Its waves.
    pub(crate) waves: Vec<Wave>,
    /// Its instruments.
    pub(crate) instruments: Vec<Instrument>,
    /// Its phrases; the first begins the song.
    pub(crate) phrases: Vec<Phrase>,
}

/// A phrase.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// The phrases that may follow; `None` is the end of the song.
    pub(crate) next: Vec<Option<u8>>,
    /// The phrase among `next` that lies on the shortest way to the end.
    pub(crate) exit: Option<u8>,
    /// Its rows, with a cell for each voice.
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// An effect, as its file defines it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// An effect replaces another of the same priority or a lower one.
    pub(crate) priority: u8,
    /// Ticks of a row.
    pub(crate) tempo: u8,
    /// Its instruments.
    pub(crate) instruments: Vec<Instrument>,
    /// Its rows, with cells for pulse 2 and the noise.
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// The head of a file, as far as it has been read.
#[derive(Default)]
struct Head {
    title: Option<String>,
    key: Option<u16>,
    tempo: Option<u8>,
    bar: Option<u8>,
    layers: Option<[u8; 4]>,
    priority: Option<u8>,
    waves: Vec<Wave>,
    instruments: Vec<Instrument>,
}

impl Head {
    /// Reads a line, whose first word must be in `known`.
    fn read(&mut self, line: &SheetLine<'_>, known: &[&str]) -> Result<(), Error> {
        let word = line.head;
        if !known.contains(&word.text) {
            let known = known.join(", ");
            return word.fault(format!("`{}` is neither a row nor one of {known}", word.text));
        }
        let is_set = match word.text {
            "title" => self.title.replace(line.text.to_owned()).is_some(),
            "key" => self.key.replace(parse_key(line)?).is_some(),
            "tempo" => self.tempo.replace(line.value()?.number("tempo", 1..=30)?).is_some(),
            "bar" => self.bar.replace(line.value()?.number("bar", 1..=BAR_MAX)?).is_some(),
            "layers" => self.layers.replace(parse_layers(line)?).is_some(),
            "priority" => self.priority.replace(line.value()?.number("priority", 0..=9)?).is_some(),
            "wave" => {
                self.waves.push(parse_wave(line, &self.waves)?);
                false
            }
            _ => {
                let instrument = parse_instrument(line, &self.waves, &self.instruments)?;
                self.instruments.push(instrument);
                false
            }
        };
        if is_set { word.fault(format!("there is a line `{}` already", word.text)) } else { Ok(()) }
    }
}

/// Reads a song.
///
/// # Errors
/// Returns the first fault in `text`.
pub(crate) fn parse_song(text: &str) -> Result<Song, Error> {
    const KNOWN: [&str; 7] = ["title", "key", "tempo", "bar", "layers", "wave", "instrument"];
    let lines = lines(text)?;
    let first = lines.iter().position(|line| line.head.text == "phrase").unwrap_or(lines.len());
    let (head_lines, phrase_lines) = lines.split_at(first);
    let mut head = Head::default();
    for line in head_lines {
        head.read(line, &KNOWN)?;
    }
    let Some(begin) = phrase_lines.first() else {
        return error(text.lines().count().max(1), 1, "a song has a phrase");
    };
    let missing = |what: &str| Error {
        line: begin.head.line,
        column: 1,
        message: format!("the line `{what} …` is missing before the first phrase"),
    };
    let bar = head.bar.ok_or_else(|| missing("bar"))?;
    let phrases = parse_phrases(phrase_lines, usize::from(bar), &head.instruments)?;
    Ok(Song {
        title: head.title.filter(|title| !title.is_empty()).ok_or_else(|| missing("title"))?,
        key: head.key.ok_or_else(|| missing("key"))?,
        tempo: head.tempo.ok_or_else(|| missing("tempo"))?,
        bar,
        layers: head.layers.ok_or_else(|| missing("layers"))?,
        waves: head.waves,
        instruments: head.instruments,
        phrases,
    })
}

/// Reads a key such as `G minor`, as the pitches of its scale.
fn parse_key(line: &SheetLine<'_>) -> Result<u16, Error> {
    let [tonic, scale] = line.rest[..] else {
        return line.end().fault("a key is a tonic and a scale, such as `G minor`");
    };
    let class = parse_pitch(tonic.text).filter(|(_, rest)| rest.is_empty());
    let Some((class, _)) = class else {
        return tonic.fault(format!("`{}` is no tonic, such as C, F# or Bb", tonic.text));
    };
    let Some((_, steps)) = SCALES.into_iter().find(|(name, _)| *name == scale.text) else {
        let names = SCALES.map(|(name, _)| name).join(", ");
        return scale.fault(format!("`{}` is none of {names}", scale.text));
    };
    let shifted = u32::from(steps) << class.rem_euclid(12);
    Ok(u16::try_from((shifted | shifted >> 12) & 0xFFF).expect("twelve bits"))
}

fn parse_layers(line: &SheetLine<'_>) -> Result<[u8; 4], Error> {
    let [a, b, c, d] = line.rest[..] else {
        return line.end().fault("four numbers are there: pulse 1, pulse 2, wave and noise");
    };
    let danger = |word: Word<'_>| word.number("danger", 0..=3);
    Ok([danger(a)?, danger(b)?, danger(c)?, danger(d)?])
}

/// Reads phrases of bars with `bar` rows.
fn parse_phrases(
    lines: &[SheetLine<'_>],
    bar: usize,
    instruments: &[Instrument],
) -> Result<Vec<Phrase>, Error> {
    const VOICES: &[Voice] = &[Voice::Pulse1, Voice::Pulse2, Voice::Wave, Voice::Noise];
    let heads: Vec<&SheetLine<'_>> =
        lines.iter().filter(|line| line.head.text == "phrase").collect();
    let mut names: Vec<&str> = Vec::new();
    for line in &heads {
        names.push(phrase_name(line, &names)?);
    }
    let mut phrases = Vec::new();
    let mut rest = lines;
    while let [head, tail @ ..] = rest {
        let count = tail.iter().take_while(|line| line.head.text != "phrase").count();
        let (rows, following) = tail.split_at(count);
        let mut reader = RowReader::new(VOICES, instruments);
        if let Some(line) = rows.iter().find(|line| !is_row(line)) {
            return line
                .head
                .fault("only rows stand behind the first phrase; a row has four cells");
        }
        let next = parse_next(head, &names)?;
        let rows = rows.iter().map(|line| reader.read(line)).collect::<Result<Vec<_>, _>>()?;
        if rows.is_empty() || rows.len() % bar != 0 || rows.len() / bar > BARS_MAX {
            let message = format!(
                "a phrase has 1 to {BARS_MAX} bars of {bar} rows, this one {} rows",
                rows.len()
            );
            return head.head.fault(message);
        }
        phrases.push(Phrase { next, exit: None, rows });
        rest = following;
    }
    let exits = exits(&phrases);
    for ((phrase, exit), head) in phrases.iter_mut().zip(exits).zip(heads) {
        match exit {
            Some(exit) => phrase.exit = exit,
            None => return head.head.fault("no way leads from this phrase to `end`"),
        }
    }
    Ok(phrases)
}

/// Returns the name of a phrase, which must not be one of `known`.
fn phrase_name<'a>(line: &SheetLine<'a>, known: &[&str]) -> Result<&'a str, Error> {
    let Some(&name) = line.rest.first() else {
        return line.end().fault("a phrase has a name, such as `phrase A then B end`");
    };
    match name.text {
        "then" | "end" => name.fault(format!("`{}` is no name of a phrase", name.text)),
        text if known.contains(&text) => name.fault(format!("there is a phrase `{text}` already")),
        text => Ok(text),
    }
}

/// Reads the phrases that may follow.
fn parse_next(line: &SheetLine<'_>, names: &[&str]) -> Result<Vec<Option<u8>>, Error> {
    match &line.rest[1..] {
        [then, next @ ..] if then.text == "then" && !next.is_empty() => next
            .iter()
            .map(|word| match names.iter().position(|name| *name == word.text) {
                _ if word.text == "end" => Ok(None),
                Some(number) if number < 255 => Ok(u8::try_from(number).ok()),
                _ => word.fault(format!("no phrase is called `{}`", word.text)),
            })
            .collect(),
        [then, ..] if then.text != "then" => then.fault("`then` stands behind the phrase's name"),
        _ => line.end().fault("`then` and what follows, phrases or `end`, are missing here"),
    }
}

/// Returns, for each phrase, the next phrase on the shortest way to the end of the song, in the
/// form of [`Phrase::next`]. The outer `None` marks a phrase from which the end cannot be reached.
fn exits(phrases: &[Phrase]) -> Vec<Option<Option<u8>>> {
    let mut exits = vec![None; phrases.len()];
    // One more phrase from the end in each round.
    for _ in 0..phrases.len() {
        let known = exits.clone();
        let is_exit = |next: &Option<u8>| match next {
            None => true,
            Some(next) => known[usize::from(*next)].is_some(),
        };
        for (phrase, exit) in phrases.iter().zip(&mut exits) {
            let end = phrase.next.iter().find(|next| next.is_none());
            *exit = exit.or(end.or(phrase.next.iter().find(|next| is_exit(next))).copied());
        }
    }
    exits
}

/// Reads an effect.
///
/// # Errors
/// Returns the first fault in `text`.
pub(crate) fn parse_effect(text: &str) -> Result<Effect, Error> {
    const VOICES: &[Voice] = &[Voice::Pulse2, Voice::Noise];
    let lines = lines(text)?;
    let first = lines.iter().position(is_row).unwrap_or(lines.len());
    let (head_lines, rows) = lines.split_at(first);
    let mut head = Head::default();
    for line in head_lines {
        head.read(line, &["priority", "tempo", "instrument"])?;
    }
    let Some(begin) = rows.first() else {
        return error(text.lines().count().max(1), 1, "an effect has rows");
    };
    if let Some(line) = rows.get(EFFECT_ROWS_MAX) {
        return line.head.fault(format!("an effect has no more than {EFFECT_ROWS_MAX} rows"));
    }
    let missing = |what: &str| Error {
        line: begin.head.line,
        column: 1,
        message: format!("the line `{what} …` is missing before the first row"),
    };
    let mut reader = RowReader::new(VOICES, &head.instruments);
    Ok(Effect {
        priority: head.priority.ok_or_else(|| missing("priority"))?,
        tempo: head.tempo.ok_or_else(|| missing("tempo"))?,
        rows: rows.iter().map(|line| reader.read(line)).collect::<Result<_, _>>()?,
        instruments: head.instruments,
    })
}
