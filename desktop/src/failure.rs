//! How the program ends when it cannot do what was asked.

use std::io::{self, Write};
use std::process::ExitCode;

/// Why nothing came of it, as one sentence without the full stop.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The world would not let it: exit code 1.
    Could(String),
    /// The same, and it was said as soon as it was known.
    Told,
    /// It was asked for wrongly: exit code 2.
    Usage(String),
}

impl Failure {
    /// Says why on standard error. Gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        if let Failure::Could(why) | Failure::Usage(why) = self {
            say(why);
        }
        match self {
            Failure::Could(_) | Failure::Told => ExitCode::from(1),
            Failure::Usage(_) => ExitCode::from(2),
        }
    }
}

/// One sentence on standard error. Where nobody listens, nothing is lost: the exit code tells, too.
pub(crate) fn say(sentence: &str) {
    let _ = writeln!(io::stderr(), "musrex: {sentence}.");
}

/// What the operating system says about `error`, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
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
