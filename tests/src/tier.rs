//! The two tiers of the tests.
//!
//! - The **short** tier is `cargo test --workspace`: every test runs, with a sample of what it could
//!   try, and a test whose tools this machine lacks is skipped and says so. It is for everybody, after
//!   every change.
//! - The **full** tier is the same with `MUSREX_REQUIRE_ALL=1`, as `.ci/run` sets it: nothing is
//!   skipped, and nothing is sampled that can be tried as a whole.
//!
//! Where a test repeats less often in the short tier, both numbers stand beside each other:
//!
//! ```
//! use musrex_tests::tier;
//!
//! /// Games played: in the short tier, and in the full one.
//! const GAMES: [usize; 2] = [30, 120];
//!
//! let games = tier::pick(GAMES);
//! assert!(GAMES.contains(&games));
//! ```
//!
//! A few tests play on other programs in real time, or build instrumented ones: they begin with
//! [`is_in_tier`]. `tests/README.md` lists them, and what each tier takes.

use std::env;
use std::io::{self, Write};

/// Returns whether this is the full tier: `MUSREX_REQUIRE_ALL=1`.
pub fn is_full() -> bool {
    env::var_os("MUSREX_REQUIRE_ALL").is_some_and(|value| value == "1")
}

/// Returns the first value in the short tier, and the second one in the full tier.
pub fn pick<T>([short, full]: [T; 2]) -> T {
    if is_full() { full } else { short }
}

/// Returns whether a test runs that is of the full tier only, because it `takes` long. When it does
/// not, says so where it is seen.
pub fn is_in_tier(takes: &str) -> bool {
    if !is_full() {
        tell("LEFT OUT", &format!("it {takes}; MUSREX_REQUIRE_ALL=1 runs it"));
    }
    is_full()
}

/// Returns whether a test can use what it `needs`, as `is_there` says. Otherwise prints a visible
/// note; in the full tier it panics.
///
/// # Panics
/// When it is not there and must be.
pub fn can_use(needs: &str, is_there: bool) -> bool {
    if !is_there {
        assert!(!is_full(), "this test needs {needs}: tests/setup.sh installs it");
        tell("SKIPPED", &format!("it needs {needs}; tests/setup.sh installs it"));
    }
    is_there
}

/// Tells what has become of the running test, also when it passes.
fn tell(what: &str, why: &str) {
    // Not eprintln!, which the test runner keeps to itself.
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = writeln!(io::stderr(), "\n*** {what} {test}: {why} ***");
}
