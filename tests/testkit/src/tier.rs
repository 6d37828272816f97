//! The two tiers of the tests, and the tests that a tier skips.
//!
//! - The **short** tier is `cargo test --workspace`, for everyone, after every change. It builds only the workspace,
//!   and a test with many cases tries a sample of them. A test that needs another build or a missing tool is skipped.
//! - The **full** tier is the same command with `MUSREX_REQUIRE_ALL=1`, as set by `.ci/run`. Nothing is skipped, and
//!   every test that can try all its cases does so.
//!
//! If a test tries fewer cases in the short tier, both numbers are written side by side:
//!
//! ```
//! use musrex_testkit::tier;
//!
//! /// Games played: in the short tier, and in the full one.
//! const GAMES: [usize; 2] = [30, 120];
//!
//! let games = tier::pick(GAMES);
//! assert!(GAMES.contains(&games));
//! ```
//!
//! A test that may be skipped begins with [`can_use`] or [`is_in_tier`]. Each skip is reported at once in a line, and
//! also recorded. The program `skipped`, which cargo runs after all other test programs, prints the [`summary`].
//! `tests/README.md` states the duration of the short tier.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Returns whether this is the full tier: `MUSREX_REQUIRE_ALL=1`.
pub fn is_full() -> bool {
    env::var_os("MUSREX_REQUIRE_ALL").is_some_and(|value| value == "1")
}

/// Returns the first value in the short tier, and the second value in the full tier.
pub fn pick<T>([short, full]: [T; 2]) -> T {
    if is_full() { full } else { short }
}

/// Returns whether a test that belongs only to the full tier may run. `needs` names the reason, such as a further build
/// or the time that the test takes. If the test may not run, records the skip.
pub fn is_in_tier(needs: &str) -> bool {
    if !is_full() {
        note(&format!("{needs} (MUSREX_REQUIRE_ALL=1 runs them)"));
    }
    is_full()
}

/// Returns `is_there`, which states whether this machine has the tool that the test `needs`. If the tool is missing,
/// records the skip, or panics in the full tier.
///
/// # Panics
/// Panics if the tool is missing in the full tier.
pub fn can_use(needs: &str, is_there: bool) -> bool {
    if !is_there {
        assert!(!is_full(), "this test needs {needs}: tests/setup.sh installs it");
        note(&format!("{needs} (tests/setup.sh installs it)"));
    }
    is_there
}

/// Reports in a line that the running test is skipped, and records the skip for the summary.
fn note(needs: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // The test runner would capture the output of `eprintln!`.
    let _ = writeln!(io::stderr(), "skipped: {test} needs {needs}");
    if let Some(file) = notes_file() {
        // A missing line in the summary is no reason to fail the test.
        let _ = keep(&file, &runner(), test, needs);
    }
}

/// Appends a record to `file`. If the file belongs to another run of cargo than `runner`, clears the file first.
fn keep(file: &Path, runner: &str, test: &str, needs: &str) -> io::Result<()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let before = fs::read_to_string(file).unwrap_or_default();
    let mut notes =
        if before.lines().next() == Some(runner) { before } else { format!("{runner}\n") };
    let _ = writeln!(notes, "{test}\t{needs}");
    fs::write(file, notes)
}

/// Returns the file with the records of the latest run of cargo in this target folder. Returns `None` for a test
/// without a target folder.
fn notes_file() -> Option<PathBuf> {
    // The path of a test is `<target>/<profile>/deps/<test>`.
    Some(env::current_exe().ok()?.ancestors().nth(3)?.join("skipped-tests.txt"))
}

/// Returns an id that all test programs of a run of cargo share: the id of the process that started them.
fn runner() -> String {
    #[cfg(unix)]
    let runner = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let runner = 0;
    format!("run {runner}")
}

/// Returns the list of tests that this run of cargo has skipped: for each need, the number and the names of the tests.
/// Clears the records, so that each skip is reported once.
pub fn summary() -> String {
    let Some(file) = notes_file() else { return String::new() };
    let notes = fs::read_to_string(&file).unwrap_or_default();
    let _ = fs::remove_file(&file);
    let mut lines = notes.lines();
    let is_ours = lines.next() == Some(&runner());
    summary_of(lines.filter(|_| is_ours))
}

fn summary_of<'a>(notes: impl Iterator<Item = &'a str>) -> String {
    let mut tests_by_need: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (test, needs) in notes.filter_map(|note| note.split_once('\t')) {
        let tests = tests_by_need.entry(needs).or_default();
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    let count: usize = tests_by_need.values().map(Vec::len).sum();
    if count == 0 {
        return "Nothing was skipped.\n".to_owned();
    }
    let mut text = format!("Skipped {count} tests, by what they need:\n");
    for (needs, mut tests) in tests_by_need {
        tests.sort_unstable();
        let _ = writeln!(text, "\n{:>4}  {needs}", tests.len());
        for test in tests {
            let _ = writeln!(text, "        {test}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_goes_by_need() {
        let notes = ["b\tXvfb", "a\tXvfb", "b\tXvfb", "c\twine", "no note"];
        let wanted = "Skipped 3 tests, by what they need:\n\n   2  Xvfb\n        a\n        b\n\n   1  \
                      wine\n        c\n";
        assert_eq!(summary_of(notes.into_iter()), wanted);
        assert_eq!(summary_of([].into_iter()), "Nothing was skipped.\n");
    }

    #[test]
    fn notes_of_another_run_are_forgotten() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let file = folder.path().join("notes");
        for (runner, test) in [("run 1", "old"), ("run 2", "a"), ("run 2", "b")] {
            keep(&file, runner, test, "x").expect("there is room");
        }
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "run 2\na\tx\nb\tx\n");
    }
}
