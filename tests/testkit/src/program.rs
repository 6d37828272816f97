//! Runs the program `musrex` as a player would, and other programs.
//!
//! ```no_run
//! use musrex_testkit::program::run;
//!
//! let folder = tempfile::tempdir().expect("there is room for temporary files");
//! run(folder.path(), &["headless", "--input", "A .*60", "--png", "a.png"]).assert_done();
//! assert!(folder.path().join("a.png").exists());
//! ```
//!
//! [`Playing`](crate::screen::Playing) runs the program in a window.

use crate::machine;
use crate::source::root;
pub use musrex_support::installed::{find, is_installed};
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::{env, fs, str};

/// Returns the path of the program, built from the current sources with the profile of the running test. The program is
/// beside the folder of the test. A test run of the whole workspace has already built it.
///
/// # Panics
/// Panics if the program does not build.
pub fn musrex() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        // The path of a test is `<target>/<profile>/deps/<test>`.
        let test = env::current_exe().expect("a test knows where it is");
        let profile_folder = test.ancestors().nth(2).expect("a test is in a folder of its profile");
        let program = profile_folder.join("musrex").with_extension(env::consts::EXE_EXTENSION);
        if !is_up_to_date(&program).unwrap_or(false) {
            build(profile_folder);
        }
        program
    })
}

/// Returns whether `program` is newer than all its sources. Cargo itself would rebuild an up-to-date program, because
/// cargo enables fewer features of the dependencies when it builds a single package.
fn is_up_to_date(program: &Path) -> io::Result<bool> {
    let built = fs::metadata(program)?.modified()?;
    let mut paths: Vec<PathBuf> =
        ["Cargo.lock", "assets", "core", "desktop"].map(|name| root().join(name)).into();
    while let Some(path) = paths.pop() {
        let metadata = fs::metadata(&path)?;
        if metadata.is_dir() {
            for entry in fs::read_dir(&path)? {
                paths.push(entry?.path());
            }
        } else if metadata.modified()? > built {
            return Ok(false);
        }
    }
    Ok(true)
}

fn build(profile_folder: &Path) {
    let target = profile_folder.parent().expect("a profile's folder is in the target folder");
    let profile = match profile_folder.file_name().and_then(OsStr::to_str) {
        Some("debug") | None => "dev",
        Some(profile) => profile,
    };
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into()));
    cargo.args(["build", "--quiet", "--package", "musrex", "--bin", "musrex"]);
    cargo.args(["--profile", profile, "--target-dir"]).arg(target).current_dir(root());
    let status = machine::build(|| cargo.status()).expect("cargo has built this test");
    assert!(status.success(), "musrex does not build");
}

/// The result of a run of the program.
#[derive(Debug)]
pub struct Run {
    /// The exit code of the program; `None` if a signal ended it.
    pub code: Option<i32>,
    /// The text of standard output.
    pub stdout: String,
    /// The text of standard error.
    pub stderr: String,
}

/// Runs the program with `arguments` in `folder`, with empty standard input.
pub fn run(folder: &Path, arguments: &[&str]) -> Run {
    run_with(folder, arguments, b"")
}

/// Runs the program with `arguments` in `folder`, with `input` on standard input and no display.
pub fn run_with(folder: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(musrex())
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("musrex starts");
    // A program need not read its input. If it does not, it closes the pipe and this write fails.
    let _ = child.stdin.take().expect("it was asked for").write_all(input);
    Run::from(child.wait_with_output().expect("musrex ends"))
}

/// Returns a command that starts the program with `limits`. The program ignores the signal that is sent when a file
/// reaches its size limit.
pub(crate) fn with_limits(limits: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap '' XFSZ; {limits} exec \"$0\" \"$@\"")]).arg(musrex());
    command
}

/// Returns a command that starts the program as if on a full disk: files cannot grow beyond 4,096 bytes. Pipes are not
/// affected.
pub fn on_full_disk() -> Command {
    with_limits("ulimit -f 8;")
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        Run { code: output.status.code(), stdout, stderr }
    }
}

impl Run {
    /// Asserts that the program succeeded and printed nothing.
    pub fn assert_done(&self) {
        let Run { code, stdout, stderr } = self;
        assert_eq!((*code, stdout.as_str(), stderr.as_str()), (Some(0), "", ""));
    }

    /// Asserts that the program ended with `code` and printed exactly one sentence, on standard error. Returns the
    /// sentence.
    pub fn assert_failed(&self, code: i32) -> &str {
        self.assert_failed_as("musrex", code)
    }

    /// Works like [`assert_failed`](Run::assert_failed), but for another program, whose sentences begin with `speaker`.
    pub fn assert_failed_as(&self, speaker: &str, code: i32) -> &str {
        assert_eq!((self.code, self.stdout.as_str()), (Some(code), ""), "{}", self.stderr);
        let sentence = self.stderr.strip_prefix(&format!("{speaker}: "));
        let sentence = sentence.expect("it names who speaks");
        let sentence = sentence.strip_suffix(".\n").expect("it is a sentence");
        assert!(!sentence.contains('\n'), "more than one line: {sentence}");
        sentence
    }
}

/// Sends a program a line. Returns the program's reply. The program sends the length of the reply first, in four bytes.
///
/// # Panics
/// Panics if the program does not reply.
pub(crate) fn ask(lines: &mut impl Write, answers: &mut impl Read, line: &str) -> Vec<u8> {
    writeln!(lines, "{line}").and_then(|()| lines.flush()).expect("it listens");
    let mut length = [0; 4];
    answers.read_exact(&mut length).unwrap_or_else(|error| panic!("{line}: {error}"));
    let mut answer = vec![0; u32::from_le_bytes(length) as usize];
    answers.read_exact(&mut answer).unwrap_or_else(|error| panic!("{line}: {error}"));
    answer
}
