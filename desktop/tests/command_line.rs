//! Tests of the command line of `musrex`. Because of this file, cargo builds the program when it builds the tests of
//! the workspace.

use std::process::{Command, Output, Stdio};

fn musrex(arguments: &[&str]) -> Output {
    let mut musrex = Command::new(env!("CARGO_BIN_EXE_musrex"));
    musrex.args(arguments).env_remove("DISPLAY").stdin(Stdio::null());
    musrex.output().expect("it was built")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("words")
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [&["--help"][..], &["headless", "--help"], &["help", "play"], &["--version"]] {
        let output = musrex(arguments);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
        assert!(text(&output.stdout).contains("musrex"));
    }
}

// If its output is lost, the program must report failure by its exit code, and must not panic.
#[test]
fn nobody_needs_to_listen() {
    for (arguments, code) in [("--help", 1), ("--mouse", 2)] {
        // The other ends of both pipes are closed before the program starts.
        let [out, error] = [(), ()].map(|()| std::io::pipe().expect("there is room").1);
        let status = Command::new(env!("CARGO_BIN_EXE_musrex"))
            .arg(arguments)
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(error)
            .status();
        assert_eq!(status.expect("it was built").code(), Some(code));
    }
}

#[test]
fn simulations_have_moved() {
    for arguments in [&["simulate"][..], &["simulate", "--games", "9"], &["simulate", "--help"]] {
        let output = musrex(arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
        let sentence = text(&output.stderr);
        assert!(
            sentence.contains("`cargo simulate`") && sentence.lines().count() == 1,
            "{sentence}"
        );
    }
    let output = musrex(&["--help"]);
    let help = text(&output.stdout);
    assert!(help.contains("headless") && !help.contains("simulate"), "{help}");
}
