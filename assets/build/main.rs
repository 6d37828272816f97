//! Reads the rooms of `rooms/` and writes them as a table for `src/rooms.rs`. A file that breaks the
//! form ends the build with its name, the line and the column.

mod parser;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=rooms");
    println!("cargo::rerun-if-changed=build");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let mut files: Vec<PathBuf> = fs::read_dir("rooms")
        .expect("the folder `rooms` lies in this one")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    // The order of a folder differs from machine to machine; floors must not.
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.file_name().expect("a file of the folder").to_string_lossy();
        let path = format!("assets/rooms/{name}");
        match read(file) {
            Ok(room) => write_room(&mut table, &path, &room),
            Err(message) => println!("cargo::error={path}:{message}"),
        }
    }
    table.push(']');
    fs::write(Path::new(&out).join("rooms.rs"), table).expect("cargo's folder can be written");
}

fn read(file: &Path) -> Result<parser::Room, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("1:1: {error}"))?;
    parser::parse(&text).map_err(|error| error.to_string())
}

/// Writes `room` as an expression of Rust.
fn write_room(table: &mut String, path: &str, room: &parser::Room) {
    let mut key = String::new();
    for parser::Key { letter, meaning, line, column } in &room.key {
        let fault = format!(
            "{path}:{line}:{column}: no terrain, furniture, item or creature is called `{meaning}`"
        );
        let letter = u32::from(*letter);
        let _ = write!(key, "Key {{ letter: {letter}, meaning: {meaning:?}, fault: {fault:?} }}, ");
    }
    let purpose = format!("{}{}", room.purpose[..1].to_uppercase(), &room.purpose[1..]);
    let _ = writeln!(
        table,
        "    Room {{ file: {path:?}, name: {:?}, purpose: Purpose::{purpose}, weight: {}, \
         floors: {}, width: {}, height: {}, letters: {:?}.as_bytes(), key: &[{key}] }},",
        room.name,
        room.weight,
        room.floors,
        room.rows[0].len(),
        room.rows.len(),
        room.rows.concat(),
    );
}
