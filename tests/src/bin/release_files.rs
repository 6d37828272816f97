//! Makes the files of a release.
//!
//! `cargo release-files` writes them into `target/release-files`.

use musrex_tests::release::{Failure, assemble, programs};
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    if env::args().len() > 1 {
        eprintln!("usage: cargo release-files");
        return ExitCode::from(2);
    }
    match write() {
        Ok(folder) => {
            println!("{}", folder.display());
            ExitCode::SUCCESS
        }
        Err(Failure(sentence)) => {
            eprintln!("release-files: {sentence}.");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<PathBuf, Failure> {
    // <target>/<profile>/release_files
    let program = env::current_exe()
        .map_err(|error| Failure(format!("could not tell where this program is: {error}")))?;
    let target = program.ancestors().nth(2).expect("a program is in a folder of its profile");
    let folder = target.join("release-files");
    assemble(&programs::build(target)?, &folder)?;
    Ok(folder)
}
