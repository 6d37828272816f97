//! Checks that every number of the content is also in the rulebook. A test in `core/src/tests/` must compare each
//! number with the rulebook.

use musrex_testkit::source::{Source, is_name, root, sources};
use std::fs;

/// Returns the name and the line of each constant and function of `source` whose code contains a number, except for
/// tables (`TABLE`).
fn numbered(source: &Source) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut item: Option<(String, usize, bool)> = None;
    for (number, line) in (1..).zip(source.code_in_use().lines()) {
        // A lifetime such as `'static` counts as one word, so it does not look like the keyword `static`.
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let words: Vec<&str> = line.split(|c: char| !is_of_word(c)).collect();
        if words.contains(&"struct") || words.contains(&"enum") {
            item = None;
        }
        let begins = words.iter().position(|word| ["const", "fn", "static"].contains(word));
        if let Some(at) = begins {
            let name_at = if words.get(at + 1) == Some(&"fn") { at + 2 } else { at + 1 };
            let name = words.get(name_at).copied().unwrap_or_default().to_owned();
            item = Some((name, number, words[name_at - 1] == "fn"));
        }
        let Some((name, at, is_fn)) = &item else { continue };
        // In a function, the numbers 0 and 1 are only used for counting and comparing, so they do not matter here.
        let mut values = words.iter().filter_map(|word| word.replace('_', "").parse::<u32>().ok());
        let has_number = values.any(|value| !*is_fn || value > 1);
        if has_number && !["TABLE", "_", ""].contains(&name.as_str()) {
            found.push((name.clone(), *at));
            item = None;
        }
    }
    found
}

/// Functions and constants whose numbers belong to no rule, because they count bonuses and hand-drawn rooms.
const NO_RULES: [&str; 7] =
    ["number_mut", "COUNT", "ALL", "TILES_MAX", "WORDS", "ORDERS", "IN_TURN"];
/// Parts of tables. The tests in `core/src/tests/` compare the rows of these tables.
const PARTS: [&str; 13] = [
    "TARGET",
    "SWEEP",
    "LINE",
    "BANDAGE",
    "DRAUGHT",
    "BITE_OF_CHEESE",
    "NO_SCALING",
    "mouse",
    "of_layout",
    "free",
    "PLAIN",
    "WIRED",
    "VAULTED",
];

// Each constant or function of content that contains a number is named in a test, which compares the number with the
// rulebook. The only exceptions are in the two lists above.
#[test]
fn every_number_of_content_is_held_against_the_rulebook() {
    let read = |name| {
        let path = root().join("core/src/tests").join(name);
        fs::read_to_string(path).expect("these tests have a file")
    };
    let tests = read("numbers.rs") + &read("number_tables.rs");
    let is_named = |name: &str| {
        tests.split(|c: char| !(c.is_ascii() && is_name(c as u8))).any(|word| word == name)
    };
    let (mut faults, mut count) = (Vec::new(), 0);
    for source in sources("core/src/content") {
        for (name, line) in numbered(&source) {
            count += 1;
            let is_known = NO_RULES.contains(&name.as_str()) || PARTS.contains(&name.as_str());
            if !is_known && !is_named(&name) {
                faults.push(format!("{}:{line} {name}", source.path));
            }
        }
    }
    assert!(count > 80, "{count} numbers");
    assert!(
        faults.is_empty(),
        "core/src/tests/numbers.rs holds none of these against core/RULES.md; give each a line \
         `told!(…)` there, and its rule the number:\n{}",
        faults.join("\n")
    );
}
