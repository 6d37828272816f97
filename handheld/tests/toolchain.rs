//! Checks the error message of the builder when no tools are installed.

use std::process::Command;

/// With an empty search path, the builder fails with a one-line message that states what to install.
#[test]
fn without_tools_it_says_what_to_install() {
    let machines = [&["gba"][..], &["gba", "--check"], &["picosystem"], &["picosystem", "--check"]];
    let machines = machines.into_iter().chain([&["libretro", "--target", "armv7"][..]]);
    for arguments in machines.chain([&["check-core"][..]]) {
        let output = Command::new(env!("CARGO_BIN_EXE_musrex-handheld"))
            .args(arguments)
            .env("PATH", "")
            .output()
            .expect("it starts");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        let said = String::from_utf8(output.stderr).expect("words");
        assert!(said.starts_with("handheld: ") && said.ends_with(".\n"), "{said}");
        assert!(said.contains("apt install") && said.lines().count() == 1, "{said}");
    }
}
