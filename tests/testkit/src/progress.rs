//! Reports the progress of a long test, so that a slow run does not look like a hang.
//!
//! ```
//! use musrex_testkit::progress::Progress;
//!
//! let progress = Progress::new("bits", 524_288);
//! for _bit in 0..100 {
//!     progress.add(1);
//! }
//! ```

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The number of seconds before the first line. Most tests end earlier.
const FIRST_SECONDS: u64 = 60;
/// The number of seconds between two lines.
const STEP_SECONDS: u64 = 30;

/// A counter of the work that a test has done in all its threads. After a minute, it prints a line on standard error,
/// even if the output of the test is captured. After that, it prints another line every half minute.
pub struct Progress {
    test: String,
    unit: &'static str,
    total: u64,
    done: AtomicU64,
    start: Instant,
    /// The time in seconds from which the next line is due.
    due: AtomicU64,
}

impl Progress {
    /// Starts counting units of work, which are called `unit`, up to `total`.
    pub fn new(unit: &'static str, total: u64) -> Progress {
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        let due = AtomicU64::new(FIRST_SECONDS);
        Progress { test, unit, total, done: AtomicU64::new(0), start: Instant::now(), due }
    }

    /// Counts `count` more units.
    pub fn add(&self, count: u64) {
        let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
        if let Some(line) = self.line(done, self.start.elapsed().as_secs()) {
            // The test runner would capture the output of `eprintln!`.
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// Returns the line that is due at this time in seconds. Each line is returned once.
    fn line(&self, done: u64, seconds: u64) -> Option<String> {
        let due = self.due.load(Ordering::Relaxed);
        let next = seconds + STEP_SECONDS;
        let is_due = seconds >= due
            && self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        let Progress { test, unit, total, .. } = self;
        is_due.then(|| format!("{test}: {done} of {total} {unit} after {seconds} s"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_after_a_minute_and_then_every_half() {
        let progress = Progress::new("bits", 10);
        let lines = [1, 59, 60, 61, 89, 92, 121, 122].map(|s| progress.line(s, s).is_some());
        assert_eq!(lines, [false, false, true, false, false, true, false, true]);
        let progress = Progress { test: "a::b".to_owned(), ..Progress::new("bits", 10) };
        assert_eq!(progress.line(4, 75).as_deref(), Some("a::b: 4 of 10 bits after 75 s"));
    }
}
