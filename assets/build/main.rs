//! Reads the rooms of `rooms/`, the songs of `music/` and the effects of `effects/`, and writes them as tables for
//! `src/`. Also reads the text of `text/`, and writes it for the core. A malformed file makes the build fail; the error
//! states the file, the line and the column.

mod cells;
mod fault;
mod instruments;
mod language;
mod packing;
mod rooms;
#[allow(unreachable_pub, reason = "it is public in the library")]
#[path = "../src/scales.rs"]
mod scales;
mod sentence;
mod sounds;
mod text;
mod text_code;
mod words;

use fault::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build");
    let rooms = write_table("rooms", rooms::parse, |table, file, room| {
        write_room(table, &format!("assets/rooms/{file}"), room);
    });
    write_table("music", sounds::parse_song, |table, file, song| {
        packing::write_song(table, stem(file), song);
    });
    write_table("effects", sounds::parse_effect, |table, file, effect| {
        packing::write_effect(table, stem(file), effect);
    });
    write_text(&rooms);
}

/// The path of the English text, on which every translation is based.
const ENGLISH: &str = "text/en.txt";
/// The environment variable that selects the language of a translation.
const LANGUAGE: &str = "MUSREX_LANGUAGE";

/// Writes the text as Rust code: English, or a translation over English. Passes the path of the output to the build of
/// the core. The text must contain a block for each of the `rooms`.
fn write_text(rooms: &[String]) {
    let path = out("text.rs");
    println!("cargo::rerun-if-env-changed={LANGUAGE}");
    println!("cargo::metadata=text={}", path.display());
    let language = env::var(LANGUAGE).map(|language| format!("text/{language}.txt"));
    let language = language.ok().filter(|file| file != ENGLISH);
    let font = include_str!("../font.txt");
    let mut text = read_text(ENGLISH, |words| {
        let text = text::parse(words)?;
        text.check_numbered("room", rooms)?;
        text.check_letters(font)?;
        Ok(text)
    });
    if let Some(file) = language {
        text = text.and_then(|english| {
            read_text(&file, |words| {
                let text = language::translate(english, words, &format!("assets/{file}"))?;
                text.check_letters(font)?;
                Ok(text)
            })
        });
    }
    if let Some(text) = text {
        write_file(&path, text_code::write(&text, &format!("assets/{ENGLISH}")));
    }
}

/// Reads the text of a language with `read`, and reports any fault in the text.
fn read_text(
    file: &str,
    read: impl FnOnce(&str) -> Result<text::Text, Error>,
) -> Option<text::Text> {
    println!("cargo::rerun-if-changed={file}");
    let words = fs::read_to_string(file).map_err(|error| format!("1:1: {error}"));
    match words.and_then(|words| read(&words).map_err(|error| error.to_string())) {
        Ok(text) => Some(text),
        Err(message) => {
            println!("cargo::error=assets/{file}:{message}");
            None
        }
    }
}

fn out(file: &str) -> PathBuf {
    Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join(file)
}

fn write_file(path: &Path, contents: String) {
    fs::write(path, contents).expect("cargo's folder can be written");
}

/// Parses the files of a folder with `parse` and writes them as a table, using `write` for each entry. Returns the
/// names of the files without their extension, with `_` in place of `-`.
fn write_table<T>(
    folder: &str,
    parse: impl Fn(&str) -> Result<T, Error>,
    write: impl Fn(&mut String, &str, &T),
) -> Vec<String> {
    println!("cargo::rerun-if-changed={folder}");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("the folder `{folder}` lies in this one: {error}"))
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    // Machines list a folder in different orders, and floors depend on the order of the table.
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.file_name().expect("a file of the folder").to_string_lossy();
        let text = fs::read_to_string(file).map_err(|error| format!("1:1: {error}"));
        match text.and_then(|text| parse(&text).map_err(|error| error.to_string())) {
            Ok(value) => write(&mut table, &name, &value),
            Err(message) => println!("cargo::error=assets/{folder}/{name}:{message}"),
        }
    }
    table.push(']');
    write_file(&out(&format!("{folder}.rs")), table);
    let names = files.iter().filter_map(|file| file.file_stem());
    names.map(|name| name.to_string_lossy().replace('-', "_")).collect()
}

fn stem(file: &str) -> &str {
    file.trim_end_matches(".txt")
}

/// Writes `room` as a Rust expression.
fn write_room(table: &mut String, path: &str, room: &rooms::Room) {
    let mut key = String::new();
    for rooms::Key { letter, meaning, line, column } in &room.key {
        let fault = format!(
            "{path}:{line}:{column}: no terrain, furniture, item or creature is called `{meaning}`"
        );
        let letter = u32::from(*letter);
        let _ = write!(key, "Key {{ letter: {letter}, meaning: {meaning:?}, fault: {fault:?} }}, ");
    }
    let purpose = format!("{}{}", room.purpose[..1].to_uppercase(), &room.purpose[1..]);
    let _ = writeln!(
        table,
        "    Room {{ file: {path:?}, purpose: Purpose::{purpose}, weight: {}, \
         floors: {}, width: {}, height: {}, letters: {:?}.as_bytes(), key: &[{key}] }},",
        room.weight,
        room.floors,
        room.rows[0].len(),
        room.rows.len(),
        room.rows.concat(),
    );
}
