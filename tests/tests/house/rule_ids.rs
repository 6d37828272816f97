//! Checks the ids of rules. Each id has its place in the rulebook, its line in `tests/rule_ids.txt` and its test. The
//! rulebook states the next free id of each letter.

use musrex_testkit::rulebook;
use musrex_testkit::source::{ALL_FOLDERS, root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Returns the comment lines directly above every `#[test]` of the project.
fn comments_of_tests() -> Vec<String> {
    let mut found = Vec::new();
    for source in ALL_FOLDERS.into_iter().flat_map(sources) {
        let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == "#[test]") {
            let above = lines[..at].iter().rev();
            found.extend(
                above.take_while(|line| line.starts_with("//")).map(|line| (*line).to_owned()),
            );
        }
    }
    found
}

/// Iterates over the words of `text` that look like rule ids: a capital letter and a number.
fn ids_in(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| is_id(word)).map(str::to_owned)
}

fn is_id(word: &str) -> bool {
    let (letter, number) = word.split_at(word.len().min(1));
    letter.chars().all(|c| c.is_ascii_uppercase())
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the table of rules. The value of each id states whether the rule is tested.
fn table() -> BTreeMap<String, String> {
    let table = fs::read_to_string(root().join("tests/rule_ids.txt")).expect("the table of rules");
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let pairs = lines.map(|line| line.split_once(' ').expect("an id and whether it is tested"));
    pairs.map(|(id, is_tested)| (id.to_owned(), is_tested.trim().to_owned())).collect()
}

/// Returns the number of the next free id of `letter`.
fn next_free<'a>(letter: char, mut ids: impl Iterator<Item = &'a String>) -> String {
    let number = |id: &'a String| id.strip_prefix(letter)?.parse::<u32>().ok();
    let last = ids.by_ref().filter_map(number).max().unwrap_or(0);
    format!("{letter}{}", last + 1)
}

/// Returns a line for failure messages: the next free ids of all letters.
fn all_next_free(rules: &BTreeMap<String, String>) -> String {
    let letters: BTreeSet<char> = rules.keys().filter_map(|id| id.chars().next()).collect();
    let next: Vec<String> =
        letters.into_iter().map(|letter| next_free(letter, rules.keys())).collect();
    format!("the next free ids are {}", next.join(", "))
}

// Each rule that the table of rules marks as tested is named by a test, and no test names a rule that does not exist.
#[test]
fn every_rule_has_its_test() {
    let rules = table();
    let cited: BTreeSet<String> = comments_of_tests()
        .iter()
        .flat_map(|comment| ids_in(comment).collect::<Vec<_>>())
        .collect();
    let mut faults = Vec::new();
    for (id, is_tested) in &rules {
        match (is_tested.as_str(), cited.contains(id)) {
            ("tested", true) | ("open", _) => {}
            ("tested", false) => {
                faults.push(format!("{id} is called tested, and no test names it"))
            }
            (other, _) => faults.push(format!("{id} is neither tested nor open but {other:?}")),
        }
    }
    for id in cited.iter().filter(|id| !rules.contains_key(id.as_str())) {
        faults.push(format!("{id} is named by a test, and tests/rule_ids.txt lacks it"));
    }
    assert!(faults.is_empty(), "\n{}\n{}", faults.join("\n"), all_next_free(&rules));
}

// Every rule of the rulebook is in the table of rules and in the section of its letter. Each section states its
// next free id.
#[test]
fn every_section_of_the_rulebook_tells_the_next_free_id() {
    let rules = table();
    let (mut faults, mut letters) = (Vec::new(), "");
    let mut lines = rulebook::TEXT.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some((head, _)) =
            line.strip_prefix("## ").map(|h| h.split_once('.').unwrap_or((h, "")))
        {
            let is_letters = head.chars().all(|c| c.is_ascii_uppercase() || c == '/');
            letters = if is_letters { head } else { "" };
            let next: Vec<String> = letters
                .split('/')
                .filter_map(|l| l.chars().next())
                .map(|l| next_free(l, rules.keys()))
                .collect();
            let wanted = format!("Next free id: {}.", next.join(", "));
            if !letters.is_empty() && lines.peek() != Some(&wanted.as_str()) {
                faults.push(format!("core/RULES.md: below `{line}` write `{wanted}`"));
            }
        }
        let Some(id) = line.strip_prefix("- ").and_then(|line| line.split(' ').next()) else {
            continue;
        };
        if !is_id(id) {
            continue;
        }
        if !rules.contains_key(id) {
            faults.push(format!(
                "{id} is a rule of core/RULES.md: add `{id} tested` to tests/rule_ids.txt"
            ));
        }
        if !id.starts_with(|letter| letters.contains(letter)) {
            faults.push(format!("{id} is a rule in another section of core/RULES.md"));
        }
    }
    assert!(faults.is_empty(), "\n{}\n{}", faults.join("\n"), all_next_free(&rules));
}

// The checks above recognise ids among other words, and find the next free id.
#[test]
fn ids_are_told_from_other_words_and_counted_on() {
    assert_eq!(ids_in("// W10, (T9): A tile of 2B").collect::<Vec<_>>(), ["W10", "T9"]);
    let ids = ["M1", "M11", "M2", "N4"].map(str::to_owned);
    assert_eq!(
        ["M", "N", "Q"].map(|l| next_free(l.chars().next().unwrap_or('?'), ids.iter())),
        ["M12", "N5", "Q1"]
    );
}
