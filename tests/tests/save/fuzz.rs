//! Runs the fuzzers of saves and recordings briefly, without a corpus. The test shows that the fuzzers still build, and
//! that they find no fault in this time. `tests/fuzz/README.md` describes longer runs.

use musrex_testkit::program::is_installed;
use musrex_testkit::tier::{can_use, is_in_tier};
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// The number of seconds for which each fuzzer runs. All fuzzers run at once.
const SECONDS: &str = "10";

#[test]
fn a_moment_of_fuzzing_finds_nothing() {
    if !is_in_tier("the fuzzers, which are instrumented programs") {
        return;
    }
    let is_there = is_installed("cargo-fuzz") && is_installed("c++");
    if !can_use("cargo-fuzz and a C++ compiler", is_there) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    // The path of this test is `<target>/<profile>/deps/<test>`.
    let test = env::current_exe().expect("a test knows where it is");
    let target = test.ancestors().nth(3).expect("a test is in a target folder");
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let output = Command::new(fuzz.join("run"))
        .arg(SECONDS)
        .arg(folder.path())
        .env("CARGO_TARGET_DIR", target.join("fuzz"))
        // The build takes minutes, so its output is shown as progress.
        .stderr(Stdio::inherit())
        .output()
        .expect("the script is there");
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{said}");
}
