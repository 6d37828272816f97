//! The sentences of `assets/text/en.txt` by their ids, for tests of screens. The core itself tests sentences with
//! placeholders.
//!
//! ```
//! use musrex_core::content::Kit;
//! use musrex_testkit::words;
//!
//! assert_eq!(words::line("hint.keys_1"), words::find("hint.keys_1").expect("it is there"));
//! assert!(words::of("kit", Kit::Janitor, "line").ends_with('.'));
//! ```

use std::fmt::Debug;

const TEXT: &str = include_str!("../../../assets/text/en.txt");

/// Returns the sentence with the id `topic.id`; `None` if there is no such sentence.
pub fn find(path: &str) -> Option<&'static str> {
    let (topic, id) = path.rsplit_once('.')?;
    let heading = format!("[{topic}]");
    let mut lines = TEXT.lines().skip_while(|line| !line.starts_with(&heading)).skip(1);
    lines.by_ref().take_while(|line| !line.starts_with('[')).find_map(|line| {
        let (name, words) = line.split_once(" = ")?;
        let name = name.split(' ').next()?;
        (name == id).then(|| words.trim_matches('"'))
    })
}

/// Returns the sentence with the id `topic.id`.
///
/// # Panics
/// Panics if there is no such sentence.
pub fn line(path: &str) -> &'static str {
    find(path).unwrap_or_else(|| panic!("assets/text/en.txt has no {path}"))
}

/// Returns a field of a thing's words, such as `of("kit", Kit::Janitor, "line")`.
///
/// # Panics
/// Panics if there is no such field.
pub fn of(family: &str, thing: impl Debug, field: &str) -> &'static str {
    line(&path_of(family, thing, field))
}

/// Returns the id of a field of a thing's words.
pub fn path_of(family: &str, thing: impl Debug, field: &str) -> String {
    let mut name = String::new();
    for (at, letter) in format!("{thing:?}").char_indices() {
        if letter.is_uppercase() && at > 0 {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    format!("{family}.{name}.{field}")
}
