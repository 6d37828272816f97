//! Reads numbers from the rulebook. So a test compares the code with the current numbers of the rulebook.

/// The text of the rulebook.
pub const TEXT: &str = include_str!("../../../core/RULES.md");

/// Returns the text of rule `id` as one line. If `id` is the beginning of a table row, such as `| Spit`, returns that
/// row.
///
/// # Panics
/// Panics if the rulebook has no such rule or row.
pub fn rule(id: &str) -> String {
    let starts = [format!("- {id} "), format!("{id} |")];
    let is_rule = |line: &str| starts.iter().any(|start| line.starts_with(start));
    let mut lines = TEXT.lines().skip_while(|line| !is_rule(line));
    let first = lines.next().unwrap_or_else(|| panic!("core/RULES.md has no rule {id}"));
    let rest = lines.take_while(|line| line.starts_with("  "));
    std::iter::once(first).chain(rest).map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Returns the first number after `words` in rule `id`.
///
/// # Panics
/// Panics if the rule does not contain `words`, or if no number follows them.
pub fn number(id: &str, words: &str) -> u32 {
    let rule = rule(id);
    let (_, rest) =
        rule.split_once(words).unwrap_or_else(|| panic!("{id} does not say {words:?}: {rule}"));
    let rest = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
    let digits = rest.chars().take_while(|&c| c.is_ascii_digit() || c == ',');
    let digits: String = digits.filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{id} has no number after {words:?}: {rule}"))
}

/// Returns the damage of acid in one turn on floor `number` (I7).
pub fn acid(floor: u8) -> u16 {
    let base = number("I7", "Acid takes ");
    let divisor = number("I7", &format!("Acid takes {base} + floor / "));
    u16::try_from(base + u32::from(floor) / divisor).expect("a few hit points")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_read_whole() {
        assert!(rule("W15").starts_with("- W15 Vents:") && rule("W15").ends_with("hold 6."));
        assert_eq!(number("W15", "The vents of a floor hold"), 6);
        assert_eq!(number("H7", "fewer than"), 3_800);
    }
}
