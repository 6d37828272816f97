//! Errors that end the program.

use std::io::{self, Write};
use std::process::ExitCode;

/// An error, described by one sentence without its full stop.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The operation failed; the exit code is 1.
    Failed(String),
    /// The operation failed and the error was already reported; the exit code is 1.
    Reported,
    /// The command line is wrong; the exit code is 2.
    Usage(String),
}

impl Failure {
    /// Prints the error on standard error, after the name `program`. Returns the exit code.
    pub fn report(&self, program: &str) -> ExitCode {
        if let Failure::Failed(why) | Failure::Usage(why) = self {
            print_error(program, why);
        }
        match self {
            Failure::Failed(_) | Failure::Reported => ExitCode::from(1),
            Failure::Usage(_) => ExitCode::from(2),
        }
    }
}

/// Prints one sentence of `program` on standard error. Ignores a failure to print, because the exit code also reports
/// the error.
pub fn print_error(program: &str, sentence: &str) {
    let _ = writeln!(io::stderr(), "{program}: {}.", plain(sentence));
}

/// The largest number of characters in a word of a message, and in a whole message.
const CHARACTERS_MAX: [usize; 2] = [240, 1_200];

/// Makes `text` safe to print, because messages quote text from files and command lines. Escapes control characters,
/// invisible characters, and characters that change the writing direction. Shortens long words and long texts.
pub fn plain(text: &str) -> String {
    let words = text.split(' ').map(|word| cut(word, CHARACTERS_MAX[0])).collect::<Vec<_>>();
    let text = cut(&words.join(" "), CHARACTERS_MAX[1]);
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        let is_invisible = matches!(character,
            '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
        if character.is_control() || is_invisible {
            plain.extend(character.escape_default());
        } else {
            plain.push(character);
        }
    }
    plain
}

/// Shortens a text of more than `length_max` characters by cutting out its middle.
fn cut(text: &str, length_max: usize) -> String {
    let length = text.chars().count();
    if length <= length_max {
        return text.to_owned();
    }
    let (head, tail) = (length_max * 2 / 3, length_max / 3);
    let head = text.chars().take(head).chain(['…']);
    head.chain(text.chars().skip(length - tail)).collect()
}

/// Reduces clap's error about a wrong command line to its first paragraph, in one line. The message states the argument
/// and the error, suggests a similar word if clap knows one, and points to the help of `program`.
pub fn usage(clap_says: &str, program: &str) -> Failure {
    let lines: Vec<&str> =
        clap_says.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let paragraph = lines.join(" ");
    let paragraph = paragraph.strip_prefix("error: ").unwrap_or(&paragraph);
    let similar = clap_says.lines().find_map(|line| {
        let (tip, words) = line.trim().strip_prefix("tip: ")?.split_once(": ")?;
        // The most similar word comes last.
        words.rsplit(", ").next().filter(|_| tip.contains("similar"))
    });
    let meant = similar.map_or_else(String::new, |word| format!(", perhaps {word} was meant"));
    Failure::Usage(format!("{paragraph}{meant} ({program} --help tells more)"))
}

/// Returns the operating system's message without the error number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_plain_text() {
        assert_eq!(plain("`a.sav` — größer"), "`a.sav` — größer");
        assert_eq!(plain("\x1b[31mred\n\u{9b}\u{202e}"), r"\u{1b}[31mred\n\u{9b}\u{202e}");
        let sentence = plain(&format!("`{}` is not a button", "x".repeat(1_000_000)));
        assert!(sentence.len() < 300 && sentence.ends_with("xx` is not a button"), "{sentence}");
        let sentence = plain(&format!("begin {} end", "many words ".repeat(1_000)));
        assert!(sentence.len() < 1_300 && sentence.ends_with(" end"), "{sentence}");
    }

    #[test]
    fn a_reason_has_no_number() {
        assert_eq!(reason(&io::Error::from_raw_os_error(2)), "No such file or directory");
        assert_eq!(reason(&io::Error::other("the file is a joke")), "the file is a joke");
    }
}
