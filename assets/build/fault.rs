//! The error type of all parsers in this folder. An error states the position of a fault in a text file.

use std::fmt;

/// A fault in a file, with its position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Error {
    /// The line, from 1.
    pub(crate) line: usize,
    /// The column, from 1.
    pub(crate) column: usize,
    /// The message about the fault.
    pub(crate) message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Returns an error at this position.
///
/// # Errors
/// Always fails.
pub(crate) fn error<T>(line: usize, column: usize, message: impl Into<String>) -> Result<T, Error> {
    Err(Error { line, column, message: message.into() })
}

/// Returns a text without the byte order mark that some editors put at the start of a file.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}
