//! Tells the program which commit it is built from.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rustc-env=MUSREX_COMMIT={}", git(&["rev-parse", "--short=10", "HEAD"]));
    // Another commit is checked out, or made: each is a change of one of these files.
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name]);
        // A file that is not there would count as changed every time.
        if Path::new(&path).exists() {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
}

/// Returns what git answers, or "unknown" where there is no git or no repository.
fn git(arguments: &[&str]) -> String {
    let output = Command::new("git").args(arguments).output().ok();
    let answer = output
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    answer.map_or_else(|| "unknown".to_owned(), |answer| answer.trim().to_owned())
}
