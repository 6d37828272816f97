//! A simple parser of the project's own sources, for the tests of the house rules.

pub use musrex_support::project::{files, relative, root};
use std::fs;
use std::path::Path;

/// A parsed Rust file.
pub struct Source {
    /// The path of the file from the root of the project, with `/` between the parts.
    pub path: String,
    /// The text of the file.
    pub text: String,
    /// The text of the file with the contents of comments and literals replaced by blanks; line breaks remain.
    pub code: String,
    /// The string literals outside comments: their positions and contents.
    pub strings: Vec<(usize, String)>,
    /// The position at which the file's unit tests begin, or the end of a file without unit tests.
    pub tests_start: usize,
}

/// The folders whose Rust files most tests of the house rules read.
pub const ALL_FOLDERS: [&str; 9] = [
    "assets/src",
    "core/src",
    "desktop/src",
    "handheld",
    "desktop/piano_roll",
    "desktop/support",
    "desktop/tools",
    "tests/testkit/src",
    "tests/tests",
];

/// Returns the Rust files below the project's `folder`.
pub fn sources(folder: &str) -> Vec<Source> {
    files(folder, &[".rs"]).iter().map(|path| Source::read(path)).collect()
}

impl Source {
    fn read(path: &Path) -> Source {
        let text = fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        Source::parse(relative(path), text)
    }

    /// Parses `text`.
    pub fn parse(path: String, text: String) -> Source {
        let mut lexer = Lexer { bytes: text.as_bytes(), at: 0, code: Vec::new() };
        let mut strings = Vec::new();
        while lexer.at < lexer.bytes.len() {
            lexer.step(&mut strings);
        }
        let code = String::from_utf8_lossy(&lexer.code).into_owned();
        let tests_start = if path.contains("src/tests/") {
            0
        } else {
            code.find("#[cfg(test)]\nmod").unwrap_or(code.len())
        };
        Source { path, code, strings, tests_start, text }
    }

    /// Returns the line number, from 1, of the position `at` in the text.
    pub fn line_of(&self, at: usize) -> usize {
        1 + self.text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Returns the code before the file's unit tests.
    pub fn code_in_use(&self) -> &str {
        &self.code[..self.tests_start]
    }

    /// Returns the functions, each with its name, its first line and its number of lines.
    pub fn functions(&self) -> Vec<(String, usize, usize)> {
        let mut found = Vec::new();
        for (at, _) in self.code.match_indices("fn ") {
            let is_word = at == 0 || !is_name(self.code.as_bytes()[at - 1]);
            let rest = &self.code[at + 3..];
            let name: String = rest.bytes().take_while(|&b| is_name(b)).map(char::from).collect();
            let body = rest.find(['{', ';']).filter(|&body| rest.as_bytes()[body] == b'{');
            if let (true, false, Some(body)) = (is_word, name.is_empty(), body) {
                let end = at + 3 + body + block_length(&rest[body..]);
                let (first, last) = (self.line_of(at), self.line_of(end));
                found.push((name, first, last - first + 1));
            }
        }
        found
    }
}

/// Returns the length in bytes of the block at the start of `code`, including its braces.
pub fn block_length(code: &str) -> usize {
    let mut depth = 0usize;
    for (at, byte) in code.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at + 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    code.len()
}

/// Returns whether a byte can be part of an identifier.
pub fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A scanner of a text that blanks everything except code.
struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    code: Vec<u8>,
}

impl Lexer<'_> {
    fn step(&mut self, strings: &mut Vec<(usize, String)>) {
        let rest = &self.bytes[self.at..];
        let after_name = self.at > 0 && is_name(self.bytes[self.at - 1]);
        let raw_hashes = rest.iter().skip(1).take_while(|&&byte| byte == b'#').count();
        let is_raw = !after_name && rest[0] == b'r' && rest.get(1 + raw_hashes) == Some(&b'"');
        if rest.starts_with(b"//") {
            self.blank(rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()));
        } else if rest.starts_with(b"/*") {
            let end = rest.windows(2).position(|two| two == b"*/");
            self.blank(end.map_or(rest.len(), |end| end + 2));
        } else if is_raw {
            let close: Vec<u8> =
                std::iter::once(b'"').chain(std::iter::repeat_n(b'#', raw_hashes)).collect();
            self.string(2 + raw_hashes, &close, false, strings);
        } else if rest[0] == b'"' {
            self.string(1, b"\"", true, strings);
        } else if rest[0] == b'\'' && char_length(rest) > 1 {
            self.blank(char_length(rest));
        } else {
            self.code.push(rest[0]);
            self.at += 1;
        }
    }

    fn string(
        &mut self,
        open: usize,
        close: &[u8],
        escapes: bool,
        strings: &mut Vec<(usize, String)>,
    ) {
        let start = self.at;
        let mut end = start + open;
        while end < self.bytes.len() && !self.bytes[end..].starts_with(close) {
            end += if escapes && self.bytes[end] == b'\\' { 2 } else { 1 };
        }
        let end = end.min(self.bytes.len());
        strings.push((start, String::from_utf8_lossy(&self.bytes[start + open..end]).into_owned()));
        self.blank((end + close.len()).min(self.bytes.len()) - start);
    }

    fn blank(&mut self, length: usize) {
        let part = &self.bytes[self.at..self.at + length];
        self.code.extend(part.iter().map(|&byte| if byte == b'\n' { b'\n' } else { b' ' }));
        self.at += length;
    }
}

/// Returns the length in bytes of the character literal at the start of `rest`; 1 for the apostrophe of a lifetime.
fn char_length(rest: &[u8]) -> usize {
    if rest.get(1) == Some(&b'\\') {
        let end = rest.iter().skip(3).position(|&byte| byte == b'\'');
        return end.map_or(1, |end| end + 4);
    }
    let letter = rest.get(1..).map_or(0, |tail| {
        String::from_utf8_lossy(&tail[..tail.len().min(4)]).chars().next().map_or(0, char::len_utf8)
    });
    if rest.get(1 + letter) == Some(&b'\'') { 2 + letter } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_no_code() {
        let text =
            "let a = \"x // \\\" y\"; // f32\nlet b = '\"'; fn f<'a>() { r#\"q\"#; /* } */ }\n";
        let source = Source::parse(String::new(), text.to_owned());
        let strings: Vec<&str> = source.strings.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(strings, ["x // \\\" y", "q"]);
        assert!(!source.code.contains("f32") && source.code.contains("fn f<'a>()"));
        assert_eq!(source.code.len(), text.len());
        assert_eq!(source.functions(), [("f".to_owned(), 2, 1)]);
    }
}
