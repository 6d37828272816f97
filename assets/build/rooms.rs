//! Parses the file of a hand-drawn room; `README.md` describes the format.

use crate::fault::{Error, error, without_mark};

/// The largest number of columns or rows of a room, including its walls.
pub(crate) const SIDE_MAX: usize = 17;
/// The largest number of letters in the key of a room.
pub(crate) const KEYS_MAX: usize = 8;
/// The highest weight of a room.
const WEIGHT_MAX: u32 = 9;
/// The floors on which rooms may appear.
const FLOORS: std::ops::RangeInclusive<u32> = 1..=12;
/// The purposes that a room may have.
const PURPOSES: [&str; 5] = ["fight", "joke", "prize", "puzzle", "rest"];

/// A room as defined by its file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// The purpose of the room: one of [`PURPOSES`].
    pub(crate) purpose: String,
    /// The weight of this room in the random choice among the rooms that fit.
    pub(crate) weight: u8,
    /// The floors on which the room may appear, as a bit mask.
    pub(crate) floors: u16,
    /// The meanings of the room's letters besides `#`, `.`, `+` and the blank.
    pub(crate) key: Vec<Key>,
    /// The rows of the room, all of the same length.
    pub(crate) rows: Vec<String>,
}

/// A line of the key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// The letter.
    pub(crate) letter: char,
    /// The meaning of the letter: a name that the game knows.
    pub(crate) meaning: String,
    /// The number of the line in the file, from 1.
    pub(crate) line: usize,
    /// The column in which the meaning begins, from 1.
    pub(crate) column: usize,
}

/// Reads a room.
///
/// # Errors
/// Returns the first fault in `text`.
pub(crate) fn parse(text: &str) -> Result<Room, Error> {
    let lines: Vec<&str> = without_mark(text).lines().collect();
    let is_blank = |line: &&str| line.trim().is_empty();
    let Some(blank) = lines.iter().position(is_blank) else {
        return error(lines.len().max(1), 1, "a blank line stands between the key and the drawing");
    };
    let (mut purpose, mut weight, mut floors) = (None, None, None);
    let mut key: Vec<Key> = Vec::new();
    for (line, text) in lines[..blank].iter().enumerate().map(|(at, text)| (at + 1, *text)) {
        if text.starts_with(';') {
            continue;
        }
        let Some((word, value)) = text.split_once(" = ") else {
            return error(line, 1, "a line is `WORD = VALUE`, or a comment that starts with `;`");
        };
        let column = word.chars().count() + 4;
        if value.trim() != value || value.is_empty() {
            return error(line, column, "a value is there, with no blanks around it");
        }
        match word {
            "purpose" if PURPOSES.contains(&value) => purpose = Some(value.to_owned()),
            "purpose" => {
                let purposes = PURPOSES.join(", ");
                return error(line, column, format!("`{value}` is none of {purposes}"));
            }
            "weight" => match value.parse() {
                Ok(number) if (1..=WEIGHT_MAX).contains(&number) => weight = Some(number),
                _ => return error(line, column, "a weight is a number from 1 to 9"),
            },
            "floors" => floors = Some(parse_floors(line, column, value)?),
            _ => key.push(parse_key(&key, line, column, word, value)?),
        }
    }
    let missing = |what: &str| Error {
        line: blank + 1,
        column: 1,
        message: format!("the line `{what} = …` is missing"),
    };
    let rows: Vec<String> = {
        let drawing = &lines[blank + 1..];
        let end = drawing.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
        drawing[..end].iter().map(|&row| row.to_owned()).collect()
    };
    check_drawing(blank + 2, &rows, &key)?;
    Ok(Room {
        purpose: purpose.ok_or_else(|| missing("purpose"))?,
        weight: u8::try_from(weight.ok_or_else(|| missing("weight"))?).expect("at most nine"),
        floors: floors.ok_or_else(|| missing("floors"))?,
        key,
        rows,
    })
}

/// Reads floors such as `3, 5-8`. Returns the floors as a bit mask.
fn parse_floors(line: usize, start: usize, value: &str) -> Result<u16, Error> {
    let (mut floors, mut column) = (0, start);
    for part in value.split(", ") {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last))
                if first <= last && FLOORS.contains(&first) && FLOORS.contains(&last) =>
            {
                (first..=last).for_each(|floor: u32| floors |= 1 << floor);
            }
            _ => {
                let message = format!("`{part}` is no floor from 1 to 12, nor a range such as 3-5");
                return error(line, column, message);
            }
        }
        column += part.len() + 2;
    }
    Ok(floors)
}

/// Reads a line of the key; `known` holds the preceding lines of the key.
fn parse_key(
    known: &[Key],
    line: usize,
    column: usize,
    word: &str,
    value: &str,
) -> Result<Key, Error> {
    let mut letters = word.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        let message = format!("`{word}` is neither a letter nor purpose, weight or floors");
        return error(line, 1, message);
    };
    if !letter.is_ascii_graphic() || "#.+;=".contains(letter) {
        return error(line, 1, format!("`{letter}` cannot be given a meaning"));
    }
    if known.iter().any(|key| key.letter == letter) {
        return error(line, 1, format!("`{letter}` has a meaning already"));
    }
    if known.len() == KEYS_MAX {
        return error(line, 1, format!("a key has no more than {KEYS_MAX} letters"));
    }
    Ok(Key { letter, meaning: value.to_owned(), line, column })
}

/// Checks the drawing; `first` is the line number of its first row.
fn check_drawing(first: usize, rows: &[String], key: &[Key]) -> Result<(), Error> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    if rows.len() < 3 || width < 3 {
        return error(first, 1, "a drawing has three rows and three columns at least");
    }
    if rows.len() > SIDE_MAX {
        let message = format!("a drawing has no more than {SIDE_MAX} rows");
        return error(first + SIDE_MAX, 1, message);
    }
    if width > SIDE_MAX {
        let message = format!("a drawing has no more than {SIDE_MAX} columns");
        return error(first, SIDE_MAX + 1, message);
    }
    let tiles: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    for (y, row) in tiles.iter().enumerate() {
        if row.len() != width {
            let message = format!("this row has {} columns, the first has {width}", row.len());
            return error(first + y, row.len().min(width) + 1, message);
        }
        let is_known =
            |tile: char| "#.+ ".contains(tile) || key.iter().any(|key| key.letter == tile);
        if let Some(x) = row.iter().position(|&tile| !is_known(tile)) {
            return error(first + y, x + 1, format!("`{}` has no meaning in the key", row[x]));
        }
    }
    let tile = |x: isize, y: isize| {
        let row = usize::try_from(y).ok().and_then(|y| tiles.get(y));
        *usize::try_from(x).ok().and_then(|x| row?.get(x)).unwrap_or(&' ')
    };
    let mut entrances = 0;
    for y in 0..tiles.len().cast_signed() {
        for x in 0..width.cast_signed() {
            let fault = |message| Error {
                line: first + y.cast_unsigned(),
                column: x.cast_unsigned() + 1,
                message: String::from(message),
            };
            match tile(x, y) {
                '#' | ' ' => {}
                '+' => {
                    entrances += 1;
                    let beside =
                        [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| tile(x + dx, y + dy));
                    let is_way = |at: usize| {
                        beside[at] == ' '
                            && !"# +".contains(beside[(at + 2) % 4])
                            && beside[(at + 1) % 4] == '#'
                            && beside[(at + 3) % 4] == '#'
                    };
                    if !(0..4).any(is_way) {
                        return Err(fault(
                            "an entrance lies between two walls, and leads from outside to inside",
                        ));
                    }
                }
                _ => {
                    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
                    if around.into_iter().any(|(dx, dy)| tile(x + dx, y + dy) == ' ') {
                        return Err(fault("a wall is missing between this tile and the outside"));
                    }
                }
            }
        }
    }
    if entrances == 0 {
        return error(first, 1, "a room has an entrance, `+`");
    }
    let is_used = |letter: char| tiles.iter().flatten().any(|&tile| tile == letter);
    match key.iter().find(|key| !is_used(key.letter)) {
        Some(key) => error(key.line, 1, format!("`{}` is not in the drawing", key.letter)),
        None => Ok(()),
    }
}
