//! Parses the text of the game in one language; the header of `text/en.txt` describes the format.

use crate::fault::{Error, error, without_mark};
use crate::sentence::{self, Piece, Place};

/// The forms of a noun. Each form is a field of the thing, and a suffix of a placeholder, as in `{monster.a}`.
pub(crate) const FORMS: [&str; 3] = ["name", "a", "the"];

/// All text of a language.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// The places: the arguments to which placeholders in sentences refer.
    pub(crate) places: Vec<Place>,
    /// The families of things; each thing has a block.
    pub(crate) families: Vec<Family>,
    /// The groups of sentences.
    pub(crate) groups: Vec<Group>,
}

/// A group of sentences about one topic.
#[derive(Debug)]
pub(crate) struct Group {
    /// The name of the group.
    pub(crate) name: String,
    /// The sentences of the group.
    pub(crate) entries: Vec<Entry>,
}

/// A family of things, such as monsters. All things of a family have the same fields of words.
#[derive(Debug)]
pub(crate) struct Family {
    /// The name of the family.
    pub(crate) name: String,
    /// The enum of the core that lists the things; `None` if the things are numbered.
    pub(crate) kind: Option<String>,
    /// The fields of words that each thing has.
    pub(crate) fields: Vec<Field>,
    /// The blocks of the things.
    pub(crate) blocks: Vec<Block>,
    /// The number of the line that defines the family.
    pub(crate) line: usize,
}

/// A field of a family.
#[derive(Debug)]
pub(crate) struct Field {
    /// The name of the field.
    pub(crate) name: String,
    /// True when a thing may lack the field.
    pub(crate) is_optional: bool,
    /// The largest number of characters in the field.
    width: Option<usize>,
}

/// The words of a thing.
#[derive(Debug)]
pub(crate) struct Block {
    /// The name of the thing.
    pub(crate) id: String,
    /// The number of the line with the block's heading.
    pub(crate) line: usize,
    /// The words of the thing, in any order.
    pub(crate) entries: Vec<Entry>,
}

/// A sentence.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The name of the sentence.
    pub(crate) id: String,
    /// The number of the sentence's line, from 1.
    pub(crate) line: usize,
    /// The column in which the words begin, from 1.
    pub(crate) column: usize,
    /// The largest number of characters in the sentence.
    pub(crate) width: Option<usize>,
    /// The lines of comment above the sentence.
    pub(crate) remark: Vec<String>,
    /// The words as written in the file.
    pub(crate) words: String,
    /// The words as parsed pieces.
    pub(crate) pieces: Vec<Piece>,
    /// The names of the places that the game fills in the sentence. A translated sentence keeps the places of its
    /// English original.
    pub(crate) places: Vec<String>,
    /// The file that contains the words; `None` for the English text.
    pub(crate) file: Option<String>,
}

/// The kind of lines that follow a heading.
enum Section {
    Places,
    Families,
    Group(usize, Option<usize>),
    Block(usize, usize),
}

impl Text {
    /// Returns all sentences.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        let blocks = self.families.iter().flat_map(|family| &family.blocks);
        let groups = self.groups.iter().flat_map(|group| &group.entries);
        groups.chain(blocks.flat_map(|block| &block.entries))
    }

    /// Returns the family that is called `name`.
    pub(crate) fn family(&self, name: &str) -> Option<&Family> {
        self.families.iter().find(|family| family.name == name)
    }

    /// Reads a heading such as `[event] (40)` or `[monster.pack_rat]`.
    fn open(&mut self, line: usize, text: &str) -> Result<Section, Error> {
        let (text, width) = split_width(line, 1, text)?;
        let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
            return error(line, 1, "a heading is `[GROUP]` or `[FAMILY.THING]`");
        };
        match name.split_once('.') {
            None if name == "places" => Ok(Section::Places),
            None if name == "families" => Ok(Section::Families),
            None => {
                check_id(line, 2, name)?;
                let is_group = self.groups.iter().any(|group| group.name == name);
                if is_group || self.family(name).is_some() {
                    return error(line, 2, format!("there is a group or family `{name}` already"));
                }
                self.groups.push(Group { name: name.to_owned(), entries: Vec::new() });
                Ok(Section::Group(self.groups.len() - 1, width))
            }
            Some((family, id)) => {
                let column = family.len() + 3;
                let Some(at) = self.families.iter().position(|known| known.name == family) else {
                    return error(line, 2, format!("no family is called `{family}`"));
                };
                // The id becomes a capitalised name, so a Rust keyword is a valid id. The appended `_` keeps the check
                // from rejecting a keyword.
                check_id(line, column, &format!("{id}_"))?;
                let blocks = &mut self.families[at].blocks;
                if blocks.iter().any(|block| block.id == id) {
                    return error(line, column, format!("there is a block `{name}` already"));
                }
                blocks.push(Block { id: id.to_owned(), line, entries: Vec::new() });
                Ok(Section::Block(at, blocks.len() - 1))
            }
        }
    }

    /// Adds a family, from an entry such as `monster = MonsterKind name a look(40) as_ally?`.
    fn add_family(&mut self, entry: &Entry) -> Result<(), Error> {
        let (line, mut column) = (entry.line, entry.column);
        let mut kind = None;
        let mut fields: Vec<Field> = Vec::new();
        for (at, word) in entry.words.split(' ').enumerate() {
            if at == 0 {
                kind = Some(word).filter(|&word| word != "numbered").map(str::to_owned);
            } else {
                let (name, width) = split_width(line, column, word)?;
                let (name, is_optional) =
                    name.strip_suffix('?').map_or((name, false), |name| (name, true));
                check_id(line, column, name)?;
                if fields.iter().any(|field| field.name == name) {
                    return error(line, column, format!("there is a field `{name}` already"));
                }
                fields.push(Field { name: name.to_owned(), is_optional, width });
            }
            column += word.chars().count() + 1;
        }
        if fields.is_empty() {
            return error(line, column - 1, "a family has a type, or `numbered`, and fields");
        }
        let blocks = Vec::new();
        self.families.push(Family { name: entry.id.clone(), kind, fields, blocks, line });
        Ok(())
    }

    /// Adds an entry to its section.
    fn add(&mut self, section: &Section, mut entry: Entry) -> Result<(), Error> {
        let (line, column) = (entry.line, entry.column);
        match *section {
            Section::Places => {
                if self.places.iter().any(|place| place.name == entry.id) {
                    return error(line, 1, format!("there is a place `{}` already", entry.id));
                }
                self.places.push(sentence::parse_place(entry.id, line, column, &entry.words)?);
                return Ok(());
            }
            Section::Families => {
                if self.family(&entry.id).is_some() {
                    return error(line, 1, format!("there is a family `{}` already", entry.id));
                }
                return self.add_family(&entry);
            }
            Section::Group(_, width) => entry.width = entry.width.or(width),
            Section::Block(family, _) => {
                let fields = &self.families[family].fields;
                let Some(field) = fields.iter().find(|field| field.name == entry.id) else {
                    let name = &self.families[family].name;
                    return error(line, 1, format!("a {name} has no field `{}`", entry.id));
                };
                entry.width = entry.width.or(field.width);
            }
        }
        entry.pieces = sentence::parse(line, column, &entry.words, &self.places)?;
        entry.places = sentence::places(&entry.pieces);
        let entries = match *section {
            Section::Block(family, block) => &mut self.families[family].blocks[block].entries,
            Section::Group(group, _) => &mut self.groups[group].entries,
            Section::Places | Section::Families => unreachable!("they were handled above"),
        };
        if entries.iter().any(|known| known.id == entry.id) {
            return error(line, 1, format!("there is an entry `{}` already", entry.id));
        }
        entries.push(entry);
        Ok(())
    }

    /// Checks that the blocks of the numbered family `name` match `things`, in order.
    ///
    /// # Errors
    /// Returns the first block that is missing, surplus or misplaced.
    pub(crate) fn check_numbered(&self, name: &str, things: &[String]) -> Result<(), Error> {
        let Some(family) = self.family(name) else { return Ok(()) };
        for (at, thing) in things.iter().enumerate() {
            let block = family.blocks.get(at);
            if block.is_none_or(|block| block.id != *thing) {
                let line = block.or(family.blocks.last()).map_or(family.line, |block| block.line);
                return error(line, 1, format!("the block [{name}.{thing}] is missing here"));
            }
        }
        match family.blocks.get(things.len()) {
            Some(more) => error(more.line, 1, format!("there is no {name} `{}`", more.id)),
            None => Ok(()),
        }
    }

    /// Checks that the font has a glyph for each letter of the text; `font` is the font's sheet.
    ///
    /// # Errors
    /// Returns the first letter that has no glyph.
    pub(crate) fn check_letters(&self, font: &str) -> Result<(), Error> {
        let glyphs = font.lines().filter_map(|line| line.strip_prefix("@ ")?.split(' ').next());
        let glyphs: Vec<&str> = glyphs.collect();
        let is_drawn = |letter: char| match letter {
            ' ' => true,
            _ => {
                let mut bytes = [0; 4];
                let code = format!("U+{:04X}", u32::from(letter));
                glyphs.contains(&&*letter.encode_utf8(&mut bytes)) || glyphs.contains(&&*code)
            }
        };
        for entry in self.entries() {
            if let Some((at, letter)) = (0..).zip(entry.words.chars()).find(|it| !is_drawn(it.1)) {
                let message = format!("the font has no `{letter}`: draw it in assets/font.txt");
                return error(entry.line, entry.column + at, message);
            }
        }
        Ok(())
    }

    /// Runs the checks that need the whole text.
    ///
    /// # Errors
    /// Returns the first fault.
    pub(crate) fn check(&self) -> Result<(), Error> {
        for family in &self.families {
            if family.blocks.is_empty() {
                return error(family.line, 1, format!("no {} has a block", family.name));
            }
            for block in &family.blocks {
                for field in family.fields.iter().filter(|field| !field.is_optional) {
                    if !block.entries.iter().any(|entry| entry.id == field.name) {
                        let message = format!(
                            "the line `{} = …` of this {} is missing",
                            field.name, family.name
                        );
                        return error(block.line, 1, message);
                    }
                }
            }
        }
        for place in &self.places {
            place.check(self)?;
            if !self.entries().any(|entry| entry.places.contains(&place.name)) {
                let message = format!("no sentence has the place `{}`", place.name);
                return error(place.line, 1, message);
            }
        }
        for entry in self.entries() {
            sentence::check(entry, self)?;
            let width = sentence::width(&entry.pieces, self);
            if let Some(most) = entry.width.filter(|&most| width > most) {
                let message = format!("this may have {width} characters, and has room for {most}");
                return error(entry.line, entry.column, message);
            }
        }
        Ok(())
    }
}

/// Reads the text of a language.
///
/// # Errors
/// Returns the first fault in `text`.
pub(crate) fn parse(text: &str) -> Result<Text, Error> {
    let mut all = Text::default();
    let mut section = None;
    let mut remark = Vec::new();
    for (line, text) in (1..).zip(without_mark(text).lines()) {
        if let Some(note) = text.strip_prefix('#') {
            remark.push(note.trim().to_owned());
            continue;
        }
        let remark = std::mem::take(&mut remark);
        if text.is_empty() {
            continue;
        }
        if text.starts_with('[') {
            section = Some(all.open(line, text)?);
            continue;
        }
        let entry = read_entry(line, text, remark)?;
        let Some(section) = &section else {
            return error(line, 1, "a heading stands above the first entry");
        };
        all.add(section, entry)?;
    }
    all.check()?;
    Ok(all)
}

/// Reads a line such as `id (30) = words`. The words are parsed later.
///
/// # Errors
/// Returns the first fault in the line.
pub(crate) fn read_entry(line: usize, text: &str, remark: Vec<String>) -> Result<Entry, Error> {
    let Some((head, words)) = text.split_once(" = ") else {
        return error(line, 1, "a line is `ID = WORDS`, a `[HEADING]` or a `# remark`");
    };
    let (id, width) = split_width(line, 1, head)?;
    check_id(line, 1, id)?;
    let column = head.chars().count() + 4;
    let is_quoted = words.len() > 2 && words.starts_with('"') && words.ends_with('"');
    let (words, column) =
        if is_quoted { (&words[1..words.len() - 1], column + 1) } else { (words, column) };
    if words.is_empty() || (!is_quoted && words.trim() != words) {
        return error(line, column, "words are there, in quotes when a blank is around them");
    }
    let (id, words) = (id.to_owned(), words.to_owned());
    let (pieces, places) = (Vec::new(), Vec::new());
    Ok(Entry { id, line, column, width, remark, words, pieces, places, file: None })
}

/// Splits a width in parentheses off the end of `text`, which begins in `column`.
fn split_width(line: usize, column: usize, text: &str) -> Result<(&str, Option<usize>), Error> {
    let Some((name, width)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
        return Ok((text, None));
    };
    match width.parse() {
        Ok(number) if number > 0 => Ok((name.trim_end(), Some(number))),
        _ => {
            let column = column + name.chars().count() + 1;
            error(line, column, format!("`{width}` is no number of characters"))
        }
    }
}

/// The keywords of Rust, which a function cannot have as its name.
const RESERVED: &str = " as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop \
    match mod move mut pub ref return self static struct super trait true type unsafe use where while abstract become box do \
    final macro override priv try typeof unsized virtual yield ";

/// Checks that a name consists of lower-case letters, digits and `_`, begins with a letter, and is not a Rust keyword.
fn check_id(line: usize, column: usize, id: &str) -> Result<(), Error> {
    if RESERVED.contains(&format!(" {id} ")) {
        return error(line, column, format!("`{id}` is a word of Rust: choose another"));
    }
    let is_fit = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if id.starts_with(|c: char| c.is_ascii_lowercase()) && id.chars().all(is_fit) {
        return Ok(());
    }
    error(line, column, format!("`{id}` is no name: use a-z, 0-9 and _, a letter first"))
}
