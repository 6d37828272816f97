//! Writes the text of a language as Rust code, for `core/src/view/text/words.rs`. Each sentence becomes a function
//! whose arguments fill the places of the sentence. All functions are private to the core, so that the compiler reports
//! unused sentences.

use crate::sentence::{self, Filling, Piece, Place};
use crate::text::{Block, Entry, FORMS, Family, Text};
use std::fmt::Write;

// The characters that mark placeholders in a template. The generated code defines and explains the same marks.
const PLACE: char = '\u{1}';
const PLURAL: char = '\u{2}';
const OR: char = '\u{3}';
const END: char = '\u{4}';
const FIRST: char = ' ';

/// Returns `text` as Rust items. `file` is the path of the text in the repository.
pub(crate) fn write(text: &Text, file: &str) -> String {
    let mut code = format!("// Written from {file}, which is the place to change.\n");
    let bytes = text.entries().map(|entry| sentence::bytes(&entry.pieces, text)).max();
    let _ = writeln!(
        code,
        "/// The bytes of the longest sentence.\npub(crate) const BYTES_MAX: usize = {};",
        bytes.unwrap_or(0)
    );
    for (mark, name, meaning) in [
        (PLACE, "PLACE", "Marks a place; the bytes of its argument and of its form follow."),
        (
            PLURAL,
            "PLURAL",
            "Marks words that depend on a number; the byte of its argument follows.",
        ),
        (OR, "OR", "Stands between the words for one and those for other numbers."),
        (END, "END", "Ends them."),
        (FIRST, "FIRST", "The byte of argument 0 and of form 0."),
    ] {
        let _ = writeln!(code, "/// {meaning}\nconst {name}: u8 = {};", u32::from(mark));
    }
    for group in &text.groups {
        let _ = writeln!(code, "pub(crate) mod {} {{", group.name);
        for entry in &group.entries {
            write_entry(&mut code, entry, text, file);
        }
        code.push_str("}\n");
    }
    for family in &text.families {
        let _ = writeln!(code, "pub(crate) mod {} {{", family.name);
        write_family(&mut code, family, text, file);
        code.push_str("}\n");
    }
    code
}

fn write_doc(code: &mut String, words: &str, remark: &[String]) {
    let mut doc = format!("`{words}`");
    if !remark.is_empty() {
        let _ = write!(doc, "\n\n{}", remark.join(" "));
    }
    let _ = writeln!(code, "#[doc = {doc:?}]");
}

fn write_entry(code: &mut String, entry: &Entry, text: &Text, file: &str) {
    let places = places_of(&[entry], text);
    write_doc(code, &entry.words, &entry.remark);
    let (id, line, template) = (&entry.id, entry.line, template(&entry.pieces, &places));
    let file = entry.file.as_deref().unwrap_or(file);
    // The comment with the sentence's line number is on the line of the function, because compiler messages show that
    // line.
    let function = if places.is_empty() {
        format!("pub(crate) const fn {id}() -> &'static str {{ {template:?} }}")
    } else {
        let (parameters, arguments) = (parameters(&places), arguments(&places));
        format!(
            "pub(crate) fn {id}({parameters}) -> super::Sentence {{ \
             super::fill({template:?}, &[{arguments}]) }}"
        )
    };
    let _ = writeln!(code, "{function} // {file}:{line}");
}

fn write_family(code: &mut String, family: &Family, text: &Text, file: &str) {
    let is_noun = text.places.iter().any(|place| match &place.filling {
        Filling::Noun(families) => families.contains(&family.name),
        _ => false,
    });
    // Omits the forms of a noun, because the core reads them through the noun.
    let is_own = |name: &str| !is_noun || !FORMS.contains(&name);
    let fields: Vec<_> = family.fields.iter().filter(|field| is_own(&field.name)).collect();
    let forms: Vec<&str> = FORMS
        .into_iter()
        .take_while(|form| is_noun && family.fields.iter().any(|field| field.name == *form))
        .collect();
    let (parameter, argument) = match &family.kind {
        Some(kind) => (format!("kind: super::{kind}"), "kind"),
        None => ("number: usize".to_owned(), "number"),
    };

    code.push_str("struct Words {\n");
    if is_noun {
        code.push_str("forms: &'static [&'static str],\n");
    }
    for field in &fields {
        let kind = if field.is_optional { "Option<&'static str>" } else { "&'static str" };
        let _ = writeln!(code, "{}: {kind},", field.name);
    }
    code.push_str("}\n");

    let values = |block: &Block| {
        let mut values = String::new();
        let entry = |name: &str| block.entries.iter().find(|entry| entry.id == name);
        if is_noun {
            let forms: Vec<_> = forms.iter().filter_map(|form| entry(form)).collect();
            let forms: Vec<_> = forms.iter().map(|entry| entry.words.as_str()).collect();
            let _ = write!(values, "forms: &{forms:?}, ");
        }
        for field in &fields {
            let places = places_of(&entries_of(family, &field.name), text);
            let words = entry(&field.name).map(|entry| template(&entry.pieces, &places));
            let _ = match (words, field.is_optional) {
                (words, true) => write!(values, "{}: {words:?}, ", field.name),
                (words, false) => {
                    write!(values, "{}: {:?}, ", field.name, words.unwrap_or_default())
                }
            };
        }
        values
    };
    let _ = writeln!(code, "const fn words({parameter}) -> &'static Words {{");
    match &family.kind {
        Some(kind) => {
            let name = &family.name;
            let _ = writeln!(code, "match kind {{ // {file} has a block [{name}.…] for each");
            for block in &family.blocks {
                let (line, id, values) = (block.line, camel(&block.id), values(block));
                let _ = writeln!(
                    code,
                    "super::{kind}::{id} => // {file}:{line}\n&Words {{ {values} }},"
                );
            }
            code.push_str("}\n");
        }
        None => {
            let _ = writeln!(code, "const ALL: [Words; COUNT] = [");
            for block in &family.blocks {
                let _ = writeln!(code, "Words {{ {} }},", values(block));
            }
            code.push_str("];\n&ALL[number]\n");
        }
    }
    code.push_str("}\n");
    if family.kind.is_none() {
        let count = family.blocks.len();
        let _ = writeln!(code, "/// Counts the blocks.\npub(crate) const COUNT: usize = {count};");
    }
    if is_noun {
        let _ = writeln!(
            code,
            "pub(crate) const fn noun({parameter}) -> super::Noun {{ \
             super::Noun(words({argument}).forms) }}"
        );
    }
    for field in &fields {
        let entries = entries_of(family, &field.name);
        let places = places_of(&entries, text);
        if let Some(example) = entries.first() {
            write_doc(code, &example.words, &example.remark);
        }
        let (name, mut more) = (&field.name, parameters(&places));
        if !more.is_empty() {
            more.insert_str(0, ", ");
        }
        let option = |kind: &str| {
            if field.is_optional { format!("Option<{kind}>") } else { kind.to_owned() }
        };
        let _ = if places.is_empty() {
            let kind = option("&'static str");
            writeln!(
                code,
                "pub(crate) const fn {name}({parameter}) -> {kind} {{ words({argument}).{name} }}"
            )
        } else {
            let kind = option("super::Sentence");
            let fill =
                |template: &str| format!("super::fill({template}, &[{}])", arguments(&places));
            let body = if field.is_optional {
                format!("words({argument}).{name}.map(|words| {})", fill("words"))
            } else {
                fill(&format!("words({argument}).{name}"))
            };
            writeln!(code, "pub(crate) fn {name}({parameter}{more}) -> {kind} {{ {body} }}")
        };
    }
}

/// Returns the entries of a field, in the order of the blocks.
fn entries_of<'a>(family: &'a Family, field: &str) -> Vec<&'a Entry> {
    let entries = family.blocks.iter().flat_map(|block| &block.entries);
    entries.filter(|entry| entry.id == field).collect()
}

/// Returns the places of these sentences, in the order in which the text defines the places.
fn places_of<'a>(entries: &[&Entry], text: &'a Text) -> Vec<&'a Place> {
    let is_used = |place: &&Place| entries.iter().any(|entry| entry.places.contains(&place.name));
    text.places.iter().filter(is_used).collect()
}

fn parameters(places: &[&Place]) -> String {
    let parameters = places.iter().map(|place| {
        let kind = match place.filling {
            Filling::Noun(_) => "impl Into<super::Noun>",
            Filling::Number(_) => "impl Into<u32>",
            Filling::Signed(_) => "impl Into<i32>",
            Filling::Text(_) => "&str",
        };
        format!("{}: {kind}", place.name)
    });
    parameters.collect::<Vec<_>>().join(", ")
}

fn arguments(places: &[&Place]) -> String {
    let arguments = places.iter().map(|place| {
        let name = &place.name;
        match place.filling {
            Filling::Noun(_) => format!("super::Argument::Noun({name}.into())"),
            Filling::Number(_) => format!("super::Argument::Number({name}.into())"),
            Filling::Signed(_) => format!("super::Argument::Signed({name}.into())"),
            Filling::Text(_) => format!("super::Argument::Text({name})"),
        }
    });
    arguments.collect::<Vec<_>>().join(", ")
}

/// Returns a sentence as one string, with marks in place of its placeholders.
fn template(pieces: &[Piece], places: &[&Place]) -> String {
    let byte = |number: usize| {
        let number = u32::try_from(number).expect("a sentence has a dozen places");
        char::from_u32(u32::from(FIRST) + number).expect("it is below 128")
    };
    let argument = |name: &str| {
        byte(places.iter().position(|place| place.name == name).expect("it is a parameter"))
    };
    let mut template = String::new();
    for piece in pieces {
        match piece {
            Piece::Words(words) => template.push_str(words),
            Piece::Place { name, form, is_capital, .. } => {
                let form = byte(2 * form + usize::from(*is_capital));
                template.extend([PLACE, argument(name), form]);
            }
            Piece::Plural { name, choices } => {
                template.extend([PLURAL, argument(name)]);
                let choices: Vec<String> =
                    choices.iter().map(|choice| self::template(choice, places)).collect();
                template.push_str(&choices.join(&OR.to_string()));
                template.push(END);
            }
        }
    }
    template
}

/// Converts the id of a thing to the spelling of the core's enums.
fn camel(id: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('_').filter(|part| !part.is_empty()).map(word).collect()
}
