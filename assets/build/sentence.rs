//! Parses a sentence with its placeholders and plural forms, and measures its length. The block `[places]` of the text
//! defines the places. A placeholder in a sentence, such as `{monster}`, refers to a place by its name.

use crate::fault::{Error, error};
use crate::text::{Entry, FORMS, Text};

/// The number of plural forms. A sentence lists the form for the number 1 first, then the form for all other numbers.
const PLURALS: usize = 2;

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Fixed words.
    Words(String),
    /// A placeholder.
    Place {
        /// The name of the place.
        name: String,
        /// The index in [`FORMS`] of the noun's form; 0 if no noun fills the place.
        form: usize,
        /// True when the inserted words begin with a capital.
        is_capital: bool,
        /// The column of the placeholder.
        column: usize,
    },
    /// Words that depend on the number that fills a place.
    Plural {
        /// The name of the place.
        name: String,
        /// The words for each plural form.
        choices: Vec<Vec<Piece>>,
    },
}

/// A place, which placeholders in sentences refer to.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The name of the place.
    pub(crate) name: String,
    /// The kind of argument that fills the place.
    pub(crate) filling: Filling,
    /// The number of the line that defines the place.
    pub(crate) line: usize,
}

/// The kind of argument that fills a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Filling {
    /// The name of a thing from one of these families.
    Noun(Vec<String>),
    /// A number from 0 to this limit.
    Number(u32),
    /// A signed number from minus this limit to this limit.
    Signed(u32),
    /// Text of at most this number of characters.
    Text(usize),
}

/// Reads the definition of a place: `noun FAMILY …`, `number MOST`, `signed MOST` or `text WIDTH`.
///
/// # Errors
/// Fails if the words have none of these forms.
pub(crate) fn parse_place(
    name: String,
    line: usize,
    column: usize,
    words: &str,
) -> Result<Place, Error> {
    let mut rest = words.split(' ');
    let kind = rest.next().unwrap_or("");
    let rest: Vec<&str> = rest.collect();
    let number = || match rest[..] {
        [number] => number.parse().ok(),
        _ => None,
    };
    let filling = match kind {
        "noun" if !rest.is_empty() => {
            Some(Filling::Noun(rest.iter().map(|&family| family.to_owned()).collect()))
        }
        "number" => number().map(Filling::Number),
        "signed" => number().map(Filling::Signed),
        "text" => number().map(|width| Filling::Text(width as usize)),
        _ => None,
    };
    match filling {
        Some(filling) => Ok(Place { name, filling, line }),
        None => error(
            line,
            column,
            "a place is `noun FAMILY …`, `number MOST`, `signed MOST` or `text WIDTH`",
        ),
    }
}

impl Place {
    /// Checks that the families of the place exist and have names.
    pub(crate) fn check(&self, text: &Text) -> Result<(), Error> {
        let Filling::Noun(families) = &self.filling else { return Ok(()) };
        for name in families {
            let is_noun = |family: &crate::text::Family| {
                family.fields.iter().any(|field| field.name == FORMS[0] && !field.is_optional)
            };
            if !text.family(name).is_some_and(is_noun) {
                let message = format!("no family with names is called `{name}`");
                return error(self.line, 1, message);
            }
        }
        Ok(())
    }
}

/// Reads a sentence that begins in `column`.
///
/// # Errors
/// Returns the first fault in the sentence.
pub(crate) fn parse(
    line: usize,
    column: usize,
    words: &str,
    places: &[Place],
) -> Result<Vec<Piece>, Error> {
    let letters: Vec<char> = words.chars().collect();
    let mut reader = Reader { letters: &letters, at: 0, line, column, places };
    let pieces = reader.pieces(false)?;
    if reader.at < letters.len() {
        return reader.fault(reader.at, "a `}` has no `{`");
    }
    Ok(pieces)
}

struct Reader<'a> {
    letters: &'a [char],
    at: usize,
    line: usize,
    column: usize,
    places: &'a [Place],
}

impl Reader<'_> {
    fn fault<T>(&self, at: usize, message: impl Into<String>) -> Result<T, Error> {
        error(self.line, self.column + at, message)
    }

    /// Reads pieces until the end of the sentence. Within a plural, stops at `|` or `}`.
    fn pieces(&mut self, is_choice: bool) -> Result<Vec<Piece>, Error> {
        let mut pieces = Vec::new();
        let mut words = String::new();
        while let Some(&letter) = self.letters.get(self.at) {
            match letter {
                '}' => break,
                '|' if is_choice => break,
                '{' => {
                    if !words.is_empty() {
                        pieces.push(Piece::Words(std::mem::take(&mut words)));
                    }
                    pieces.push(self.place(is_choice)?);
                }
                letter if letter.is_control() => {
                    return self.fault(self.at, "a sentence has no control characters");
                }
                letter => {
                    words.push(letter);
                    self.at += 1;
                }
            }
        }
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
        Ok(pieces)
    }

    /// Reads `{place}`, `{place.form}` or `{place:one|other}`.
    fn place(&mut self, is_choice: bool) -> Result<Piece, Error> {
        let start = self.at;
        let end = self.letters[start..].iter().position(|&letter| matches!(letter, '}' | ':'));
        let Some(end) = end.map(|end| start + end) else {
            return self.fault(start, "a `{` has no `}`");
        };
        let inner: String = self.letters[start + 1..end].iter().collect();
        let (name, form) = inner.split_once('.').map_or((&*inner, None), |(a, b)| (a, Some(b)));
        let Some(place) = self.places.iter().find(|place| place.name == name) else {
            return self.fault(start + 1, format!("no place is called `{name}`: see [places]"));
        };
        let name = name.to_owned();
        if self.letters[end] == ':' {
            if is_choice {
                return self.fault(start, "a plural has no plural in it");
            }
            if !matches!(place.filling, Filling::Number(_)) || form.is_some() {
                return self.fault(start + 1, format!("`{name}` is no number: it has no plural"));
            }
            return self.plural(start, end, name);
        }
        self.at = end + 1;
        let lower = form.unwrap_or(FORMS[0]).to_lowercase();
        let is_capital = form.is_some_and(|form| form.starts_with(char::is_uppercase));
        let index = FORMS.iter().position(|known| *known == lower);
        match (index, &place.filling) {
            (Some(form), Filling::Noun(_)) => {
                Ok(Piece::Place { name, form, is_capital, column: self.column + start + 1 })
            }
            (_, Filling::Number(_) | Filling::Signed(_) | Filling::Text(_)) if form.is_none() => {
                let column = self.column + start + 1;
                Ok(Piece::Place { name, form: 0, is_capital: false, column })
            }
            _ => {
                let at = start + name.chars().count() + 2;
                self.fault(at, format!("`{name}` has no form `{}`", form.unwrap_or("")))
            }
        }
    }

    fn plural(&mut self, start: usize, colon: usize, name: String) -> Result<Piece, Error> {
        self.at = colon + 1;
        let mut choices = vec![self.pieces(true)?];
        while self.letters.get(self.at) == Some(&'|') {
            self.at += 1;
            choices.push(self.pieces(true)?);
        }
        if self.letters.get(self.at) != Some(&'}') {
            return self.fault(start, "a `{` has no `}`");
        }
        self.at += 1;
        if choices.len() != PLURALS {
            let count = choices.len();
            return self.fault(start, format!("a plural has {PLURALS} forms, this one {count}"));
        }
        Ok(Piece::Plural { name, choices })
    }
}

/// Returns the names of the places to which a sentence refers. A name may appear twice.
pub(crate) fn places(pieces: &[Piece]) -> Vec<String> {
    let of = |piece: &Piece| match piece {
        Piece::Words(_) => Vec::new(),
        Piece::Place { name, .. } => vec![name.clone()],
        Piece::Plural { name, choices } => {
            let inner = choices.iter().flat_map(|choice| places(choice));
            inner.chain([name.clone()]).collect()
        }
    };
    pieces.iter().flat_map(of).collect()
}

/// Checks that all things that may fill the places of the sentence have the forms that the sentence needs.
pub(crate) fn check(entry: &Entry, text: &Text) -> Result<(), Error> {
    let choices = entry.pieces.iter().flat_map(|piece| match piece {
        Piece::Plural { choices, .. } => choices.iter().flatten().collect(),
        piece => vec![piece],
    });
    for piece in choices {
        let Piece::Place { name, form, column, .. } = piece else { continue };
        let place = text.places.iter().find(|place| place.name == *name).expect("it was found");
        let Filling::Noun(families) = &place.filling else { continue };
        for family in families.iter().filter_map(|name| text.family(name)) {
            if !family.fields.iter().any(|field| field.name == FORMS[*form]) {
                let message = format!("a {} has no field `{}`", family.name, FORMS[*form]);
                return error(entry.line, *column, message);
            }
        }
    }
    Ok(())
}

/// Returns the largest number of characters that a sentence can have.
pub(crate) fn width(pieces: &[Piece], text: &Text) -> usize {
    measure(pieces, text, |words| words.chars().count())
}

/// Returns the largest number of bytes that a sentence can have, provided that inserted words are ASCII.
pub(crate) fn bytes(pieces: &[Piece], text: &Text) -> usize {
    measure(pieces, text, str::len)
}

fn measure(pieces: &[Piece], text: &Text, size: fn(&str) -> usize) -> usize {
    let digits = |number: u32| number.to_string().len();
    let sum = pieces.iter().map(|piece| match piece {
        Piece::Words(words) => size(words),
        Piece::Plural { choices, .. } => {
            choices.iter().map(|choice| measure(choice, text, size)).max().unwrap_or(0)
        }
        Piece::Place { name, form, .. } => {
            let place = text.places.iter().find(|place| place.name == *name);
            match &place.expect("it was found").filling {
                Filling::Number(most) => digits(*most),
                Filling::Signed(most) => digits(*most) + 1,
                Filling::Text(width) => *width,
                Filling::Noun(families) => {
                    let families = families.iter().filter_map(|name| text.family(name));
                    let entries = families.flat_map(|family| &family.blocks);
                    let entries = entries.flat_map(|block| &block.entries);
                    let names = entries.filter(|entry| entry.id == FORMS[*form]);
                    names.map(|entry| size(&entry.words)).max().unwrap_or(0)
                }
            }
        }
    });
    sum.sum()
}
