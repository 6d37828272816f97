//! Input scripts. A script lists the buttons to hold, how long to hold them, and when to write a picture.
//!
//! Tokens are separated by white space; `#` starts a comment that ends with the line. A tick is 1/60 s.
//!
//! | token | meaning |
//! |---|---|
//! | `A`, `Up+B` | a tap: held for 2 ticks, then 2 ticks released |
//! | `A*30` | held for 30 ticks, then 2 ticks released |
//! | `.` | 2 idle ticks |
//! | `.*30` | 30 idle ticks |
//! | `png:FILE` | write the current frame to FILE |

use crate::failure::{Failure, reason};
use musrex_core::input::{Button, Buttons};
use musrex_support::files;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The length, in ticks, of a tap, of the release after a press, and of the token `.`.
const TAP_TICKS: u32 = 2;
/// The largest size of a script in bytes, enough for millions of tokens.
const BYTES_MAX: u64 = 16 << 20;
/// The largest number of ticks of a token, which is one hour.
const TICKS_MAX: u32 = 60 * 60 * 60;

/// The steps of a script, in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Script {
    /// The steps, one for each token.
    pub(crate) steps: Vec<Step>,
}

/// A step of a script, given by one token.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Holds these buttons for this many ticks, then releases them for [`rest_ticks`](Step::rest_ticks) ticks.
    Hold {
        /// The buttons to hold. If there are none, the step is idle time.
        buttons: Buttons,
        /// The number of ticks.
        ticks: u32,
    },
    /// Writes the current frame to a file.
    Png(PathBuf),
}

impl Step {
    /// Returns the number of ticks with all buttons released after this step. These ticks ensure that the next press of
    /// the same button counts as a new press.
    pub(crate) fn rest_ticks(&self) -> u32 {
        match self {
            Step::Hold { buttons, .. } if !buttons.is_empty() => TAP_TICKS,
            Step::Hold { .. } | Step::Png(_) => 0,
        }
    }
}

impl Script {
    /// Reads a script. If `input` is `-`, the script comes from standard input. If `input` is the name of a file, the
    /// script comes from that file. Any other `input` is itself the script.
    pub(crate) fn read(input: &OsStr) -> Result<Script, Failure> {
        let path = Path::new(input);
        // A directory is never a script. Without this check, the token `.` would be read as a directory.
        let is_file = path.metadata().is_ok_and(|metadata| !metadata.is_dir());
        let could_not = |what: &str, error: &io::Error| {
            Failure::Failed(format!("could not read {what}: {}", reason(error)))
        };
        let text_of = |what: &str, bytes: io::Result<Vec<u8>>| {
            let text = bytes.and_then(|bytes| {
                let text = files::without_mark(&bytes).to_vec();
                String::from_utf8(text).map_err(io::Error::other)
            });
            text.map_err(|error| could_not(what, &error))
        };
        let (place, text) = if input == "-" {
            let bytes = files::bounded(io::stdin(), BYTES_MAX);
            ("standard input".to_owned(), text_of("the script from standard input", bytes)?)
        } else if is_file {
            let name = path.display().to_string();
            let text = text_of(&format!("the script {name}"), files::read(path, BYTES_MAX))?;
            (name, text)
        } else {
            let text = input.to_string_lossy().into_owned();
            return Script::parse(&text).map_err(|bad| {
                let sentence = bad.sentence("the script");
                // A single word that is not a valid script was probably meant as a file name.
                let is_word = text == bad.token;
                Failure::Usage(if is_word {
                    format!("there is no file of that name, and {sentence}")
                } else {
                    sentence
                })
            });
        };
        Script::parse(&text).map_err(|bad| Failure::Usage(bad.sentence(&place)))
    }

    /// Returns the file named by `input`; `None` if the script is standard input or literal text.
    pub(crate) fn file(input: &OsStr) -> Option<&Path> {
        Some(Path::new(input)).filter(|path| input != "-" && path.is_file())
    }

    /// Returns the paths of the pictures that the script writes.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &Path> {
        self.steps.iter().filter_map(|step| match step {
            Step::Png(path) => Some(&**path),
            Step::Hold { .. } => None,
        })
    }

    /// Parses `text` as a script.
    fn parse(text: &str) -> Result<Script, TokenError> {
        let mut steps = Vec::new();
        for (line, words) in text.lines().enumerate() {
            let code = words.split('#').next().unwrap_or_default();
            for (column, token) in tokens(code) {
                let step = step(token).map_err(|why| {
                    let (token, line) = (token.to_owned(), line + 1);
                    TokenError { token, line, column, why }
                })?;
                steps.push(step);
            }
        }
        Ok(Script { steps })
    }
}

/// An invalid token.
#[derive(Debug, PartialEq, Eq)]
struct TokenError {
    /// The token's text.
    token: String,
    /// The line of the token, from 1.
    line: usize,
    /// The column of the token, in characters from 1.
    column: usize,
    /// The kind of error.
    why: TokenErrorKind,
}

/// The kinds of errors in a token.
#[derive(Debug, PartialEq, Eq)]
enum TokenErrorKind {
    /// A word of the token is not the name of a button.
    Button(String),
    /// The count after the `*` is invalid.
    Count,
    /// No file name follows `png:`.
    File,
}

impl TokenError {
    /// Describes the error, its position in the script called `script`, and the words that are allowed there.
    fn sentence(&self, script: &str) -> String {
        let TokenError { token, line, column, why } = self;
        let place = format!("line {line}, column {column} of {script}");
        match why {
            TokenErrorKind::Button(name) => {
                let names = if name == token { String::new() } else { format!("`{name}` in ") };
                let buttons = Button::ALL.map(Button::name).join(" ");
                format!(
                    "{names}`{token}` ({place}) is not a button: write one of {buttons}, several joined by \
                     +, or . to wait, each with *TICKS behind it to hold it, or png:FILE"
                )
            }
            TokenErrorKind::Count => {
                format!("`{token}` ({place}) needs a number of ticks from 1 to {TICKS_MAX} after *")
            }
            TokenErrorKind::File => {
                format!("`{token}` ({place}) needs the FILE to write a picture to")
            }
        }
    }
}

/// Returns the words of a line, each with its column in characters from 1.
fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |token| {
        let bytes_before = token.as_ptr().addr() - line.as_ptr().addr();
        (line[..bytes_before].chars().count() + 1, token)
    })
}

fn step(token: &str) -> Result<Step, TokenErrorKind> {
    if let Some(file) = token.strip_prefix("png:") {
        return if file.is_empty() {
            Err(TokenErrorKind::File)
        } else {
            Ok(Step::Png(file.into()))
        };
    }
    let (names, count) = match token.split_once('*') {
        Some((names, count)) => (names, Some(count)),
        None => (token, None),
    };
    let buttons = if names == "." {
        Buttons::NONE
    } else {
        let button =
            |name: &str| Button::from_name(name).ok_or_else(|| TokenErrorKind::Button(name.into()));
        names.split('+').map(button).collect::<Result<Buttons, TokenErrorKind>>()?
    };
    let ticks = match count {
        None => TAP_TICKS,
        Some(count) if count.bytes().all(|byte| byte.is_ascii_digit()) => count
            .parse()
            .ok()
            .filter(|ticks| (1..=TICKS_MAX).contains(ticks))
            .ok_or(TokenErrorKind::Count)?,
        Some(_) => return Err(TokenErrorKind::Count),
    };
    Ok(Step::Hold { buttons, ticks })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold(buttons: &[Button], ticks: u32) -> Step {
        Step::Hold { buttons: buttons.iter().copied().collect(), ticks }
    }

    #[test]
    fn every_kind_of_token() {
        let script = Script::parse("A Up+B*30 .\n\t.*7 # A A\r\n png:a/b.png#x\n#\n").unwrap();
        assert_eq!(
            script.steps,
            [
                hold(&[Button::A], 2),
                hold(&[Button::Up, Button::B], 30),
                hold(&[], 2),
                hold(&[], 7),
                Step::Png("a/b.png".into()),
            ]
        );
        assert_eq!(script.steps.iter().map(Step::rest_ticks).sum::<u32>(), 4);
        assert_eq!(Script::parse("  # nothing").unwrap().steps, []);
    }

    #[test]
    fn every_button_has_its_name() {
        for button in Button::ALL {
            assert_eq!(step(button.name()), Ok(hold(&[button], 2)));
        }
    }

    #[test]
    fn bad_tokens_are_named_with_their_place() {
        let bad = Script::parse("A A\n  é Upp+A*3").unwrap_err();
        assert_eq!((bad.line, bad.column), (2, 3));
        assert_eq!(bad.why, TokenErrorKind::Button("é".into()));
        let bad = Script::parse("# é\n.* é").unwrap_err();
        assert_eq!((bad.line, bad.column, bad.why), (2, 1, TokenErrorKind::Count));
        let bad = Script::parse("éa").unwrap_err().sentence("x.txt");
        assert!(bad.starts_with("`éa` (line 1, column 1 of x.txt) is not a button: "), "{bad}");
        let bad = Script::parse("A  Upp+A*3").unwrap_err().sentence("x.txt");
        assert!(bad.starts_with("`Upp` in `Upp+A*3` (line 1, column 4 of x.txt) "), "{bad}");
        assert!(bad.contains(" one of Up Down Left Right A B L R Start Select, "), "{bad}");
    }

    #[test]
    fn counts_are_sane() {
        for wrong in ["A*", "A*0", "A*-1", "A*+1", "A*x", "A*2*2", ".*4000000000", "A*216001"] {
            assert_eq!(step(wrong), Err(TokenErrorKind::Count), "{wrong}");
        }
        assert_eq!(step("A*216000"), Ok(hold(&[Button::A], TICKS_MAX)));
    }

    #[test]
    fn nothing_else_is_a_token() {
        for wrong in ["a", "..", "A+", "+A", "A++B", "*3", "PNG:x", ".+A", "Select,"] {
            assert!(matches!(step(wrong), Err(TokenErrorKind::Button(_))), "{wrong}");
        }
        assert_eq!(step("png:"), Err(TokenErrorKind::File));
    }
}
