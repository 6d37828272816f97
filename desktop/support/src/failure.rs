//! Errors that end the program.

use std::io::{self, Write};
use std::process::ExitCode;

/// An error, as one sentence without the full stop.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The operation failed: exit code 1.
    Failed(String),
    /// The operation failed and was reported already: exit code 1.
    Reported,
    /// Wrong usage: exit code 2.
    Usage(String),
}

impl Failure {
    /// Prints the error on standard error, as said by `program`. Returns the exit code.
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

/// Prints one sentence of `program` on standard error. Ignores failures, because the exit code
/// reports the error, too.
pub fn print_error(program: &str, sentence: &str) {
    let _ = writeln!(io::stderr(), "{program}: {sentence}.");
}

/// Returns the first paragraph of what clap says of a wrong command line, in one line: it names the
/// argument and what is wrong with it. `program` tells more.
pub fn usage(clap_says: &str, program: &str) -> Failure {
    let lines: Vec<&str> =
        clap_says.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let paragraph = lines.join(" ");
    let paragraph = paragraph.strip_prefix("error: ").unwrap_or(&paragraph);
    Failure::Usage(format!("{paragraph} ({program} --help tells more)"))
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
    fn a_reason_has_no_number() {
        assert_eq!(reason(&io::Error::from_raw_os_error(2)), "No such file or directory");
        assert_eq!(reason(&io::Error::other("the file is a joke")), "the file is a joke");
    }
}
