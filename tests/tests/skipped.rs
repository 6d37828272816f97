//! Prints the tests that this run has skipped, grouped by what was missing. Cargo runs the programs of a
//! package in the order of their names, so this program comes last.

fn main() {
    // `cargo nextest` asks each program for its list of tests. This program has none.
    if !std::env::args().any(|argument| argument == "--list") {
        print!("\n{}\n", musrex_testkit::tier::summary());
    }
}
