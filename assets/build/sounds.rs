//! Parses songs and effects; `README.md` describes the format.

use crate::cells::{Cell, RowReader, Voice, is_row, parse_pitch};
use crate::fault::{Error, error};
use crate::instruments::{Instrument, Wave, parse_instrument, parse_wave};
use crate::scales::SCALES;
use crate::words::{SheetLine, Word, lines};

/// The largest number of rows in a bar.
const BAR_MAX: u8 = 64;
/// The largest number of bars in a phrase.
const BARS_MAX: usize = 8;
/// The largest number of rows in an effect.
const EFFECT_ROWS_MAX: usize = 64;

/// A song as defined by its file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Song {
    /// The title of the song.
    pub(crate) title: String,
    /// The number of rows in a bar.
    pub(crate) bar: u8,
    /// The waves of the song.
    pub(crate) waves: Vec<Wave>,
    /// The instruments of the song.
    pub(crate) instruments: Vec<Instrument>,
    /// The phrases of the song. The song begins with the first phrase.
    pub(crate) phrases: Vec<Phrase>,
}

/// A musical key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// The tonic in semitones from C, 0 to 11.
    pub(crate) tonic: u8,
    /// The pitches of the scale as a bit mask; bit 0 is C.
    pub(crate) scale: u16,
}

/// A phrase.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// The key of the phrase.
    pub(crate) key: Key,
    /// The length of a row for each danger level, in quarters of a tick.
    pub(crate) tempo: Tempo,
    /// The phrases that may follow; `None` stands for the end of the song.
    pub(crate) next: Vec<Option<u8>>,
    /// The element of `next` that lies on the shortest path to the end of the song.
    pub(crate) exit: Option<u8>,
    /// The rows of the phrase, with a cell for each voice.
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// The length of a row for each danger level, in quarters of a tick.
pub(crate) type Tempo = [u8; 4];

/// An effect as defined by its file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The priority. An effect replaces another effect of the same or a lower priority.
    pub(crate) priority: u8,
    /// True when the effect is played in the key of the song.
    pub(crate) is_in_key: bool,
    /// The number of ticks in a row.
    pub(crate) tempo: u8,
    /// The instruments of the effect.
    pub(crate) instruments: Vec<Instrument>,
    /// The rows of the effect, with cells for pulse 2 and the noise.
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// The part of a file's header that has been read so far.
#[derive(Default)]
struct Head {
    title: Option<String>,
    key: Option<Key>,
    tempo: Option<Tempo>,
    ticks: Option<u8>,
    bar: Option<u8>,
    is_in_key: Option<bool>,
    priority: Option<u8>,
    is_effect: bool,
    waves: Vec<Wave>,
    instruments: Vec<Instrument>,
}

impl Head {
    /// Reads a line of the header. The first word of the line must be in `known`.
    fn read(&mut self, line: &SheetLine<'_>, known: &[&str]) -> Result<(), Error> {
        let word = line.head;
        if !known.contains(&word.text) {
            let known = known.join(", ");
            return word.fault(format!("`{}` is neither a row nor one of {known}", word.text));
        }
        let is_set = match word.text {
            "title" => self.title.replace(line.text.to_owned()).is_some(),
            "key" if self.is_effect => self.is_in_key.replace(parse_song_key(line)?).is_some(),
            "key" => self.key.replace(parse_key(&line.rest, line.end())?).is_some(),
            "tempo" if self.is_effect => {
                self.ticks.replace(line.value()?.number("tempo", 1..=30)?).is_some()
            }
            "tempo" => self.tempo.replace(parse_tempo(&line.rest, line.end())?).is_some(),
            "bar" => self.bar.replace(line.value()?.number("bar", 1..=BAR_MAX)?).is_some(),
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
    const KNOWN: [&str; 6] = ["title", "key", "tempo", "bar", "wave", "instrument"];
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
    let key = head.key.ok_or_else(|| missing("key"))?;
    let tempo = head.tempo.ok_or_else(|| missing("tempo"))?;
    let phrases = parse_phrases(phrase_lines, bar, (key, tempo), &head.instruments)?;
    Ok(Song {
        title: head.title.filter(|title| !title.is_empty()).ok_or_else(|| missing("title"))?,
        bar,
        waves: head.waves,
        instruments: head.instruments,
        phrases,
    })
}

/// Reads a key such as `G minor`; `end` is the position after the words.
fn parse_key(words: &[Word<'_>], end: Word<'_>) -> Result<Key, Error> {
    let [tonic, scale] = words[..] else {
        return end.fault("a key is a tonic and a scale, such as `G minor`");
    };
    let class = parse_pitch(tonic.text).filter(|(_, rest)| rest.is_empty());
    let Some((class, _)) = class else {
        return tonic.fault(format!("`{}` is no tonic, such as C, F# or Bb", tonic.text));
    };
    let Some((_, steps)) = SCALES.into_iter().find(|(name, _)| *name == scale.text) else {
        let names = SCALES.map(|(name, _)| name).join(", ");
        return scale.fault(format!("`{}` is none of {names}", scale.text));
    };
    let class = class.rem_euclid(12);
    let shifted = u32::from(steps) << class;
    Ok(Key {
        tonic: u8::try_from(class).expect("a class is below twelve"),
        scale: u16::try_from((shifted | shifted >> 12) & 0xFFF).expect("twelve bits"),
    })
}

/// Reads the key of an effect. The only valid value is `song`, for which the function returns true.
fn parse_song_key(line: &SheetLine<'_>) -> Result<bool, Error> {
    match line.value()? {
        word if word.text == "song" => Ok(true),
        word => {
            word.fault("an effect is in the key of the song: `key song`, and written in C major")
        }
    }
}

/// Reads the ticks of a row: one number for all danger levels, or one for each level.
fn parse_tempo(words: &[Word<'_>], end: Word<'_>) -> Result<Tempo, Error> {
    match words {
        [one] => Ok([parse_ticks(*one)?; 4]),
        [a, b, c, d] => {
            Ok([parse_ticks(*a)?, parse_ticks(*b)?, parse_ticks(*c)?, parse_ticks(*d)?])
        }
        _ => end.fault("a tempo is the ticks of a row: one number, or four for danger 0 to 3"),
    }
}

/// Reads ticks such as `8` or `7.25`. Returns them in quarters of a tick.
fn parse_ticks(word: Word<'_>) -> Result<u8, Error> {
    let (whole, part) = word.split('.');
    let quarters = match part.map(|part| part.text) {
        None => 0,
        Some("25") => 1,
        Some("5") => 2,
        Some("75") => 3,
        Some(_) => return word.fault("a tempo has quarters of a tick: 8, 7.75, 7.5 or 7.25"),
    };
    Ok(4 * whole.number::<u8>("tempo", 2..=30)? + quarters)
}

/// Reads phrases whose bars have `bar` rows.
fn parse_phrases(
    lines: &[SheetLine<'_>],
    bar: u8,
    usual: (Key, Tempo),
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
        let then = head.rest.iter().position(|word| word.text == "then");
        let then = then.unwrap_or(head.rest.len());
        let (key, tempo) = parse_changes(&head.rest[1..then.max(1)], usual)?;
        let next = parse_next(head, then, &names)?;
        let rows = rows.iter().map(|line| reader.read(line)).collect::<Result<Vec<_>, _>>()?;
        let bar = usize::from(bar);
        if rows.is_empty() || rows.len() % bar != 0 || rows.len() / bar > BARS_MAX {
            let message = format!(
                "a phrase has 1 to {BARS_MAX} bars of {bar} rows, this one {} rows",
                rows.len()
            );
            return head.head.fault(message);
        }
        phrases.push(Phrase { key, tempo, next, exit: None, rows });
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

/// Returns the name of a phrase. The name must not be one of `known`.
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

/// Reads the key and the tempo of a phrase, which stand between its name and `then`. The defaults are `usual`.
fn parse_changes(words: &[Word<'_>], usual: (Key, Tempo)) -> Result<(Key, Tempo), Error> {
    let (mut key, mut tempo) = usual;
    let mut rest = words;
    while let [what, values @ ..] = rest {
        let is_change = |word: &Word<'_>| matches!(word.text, "key" | "tempo");
        let count = values.iter().position(is_change).unwrap_or(values.len());
        let (values, following) = values.split_at(count);
        let last = values.last().unwrap_or(what);
        let end = Word { text: "", line: last.line, column: last.column + last.text.len() };
        match what.text {
            "key" => key = parse_key(values, end)?,
            "tempo" => tempo = parse_tempo(values, end)?,
            other => return what.fault(format!("`{other}` is none of key, tempo and then")),
        }
        rest = following;
    }
    Ok((key, tempo))
}

/// Reads the names of the phrases that may follow; `then` is the index of the word before the names.
fn parse_next(line: &SheetLine<'_>, then: usize, names: &[&str]) -> Result<Vec<Option<u8>>, Error> {
    match line.rest.get(then + 1..) {
        Some(next @ [_, ..]) => next
            .iter()
            .map(|word| match names.iter().position(|name| *name == word.text) {
                _ if word.text == "end" => Ok(None),
                Some(number) if number < 255 => Ok(u8::try_from(number).ok()),
                _ => word.fault(format!("no phrase is called `{}`", word.text)),
            })
            .collect(),
        _ => line.end().fault("`then` and what follows, phrases or `end`, are missing here"),
    }
}

/// Returns, for each phrase, the next phrase on the shortest path to the end of the song, in the form of
/// [`Phrase::next`]. The outer `None` marks a phrase from which the song cannot reach its end.
fn exits(phrases: &[Phrase]) -> Vec<Option<Option<u8>>> {
    let mut exits = vec![None; phrases.len()];
    // Each round adds the phrases that are one phrase farther from the end.
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
    let mut head = Head { is_effect: true, ..Head::default() };
    for line in head_lines {
        head.read(line, &["priority", "key", "tempo", "instrument"])?;
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
        is_in_key: head.is_in_key.unwrap_or(false),
        tempo: head.ticks.ok_or_else(|| missing("tempo"))?,
        rows: rows.iter().map(|line| reader.read(line)).collect::<Result<_, _>>()?,
        instruments: head.instruments,
    })
}
