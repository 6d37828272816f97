//! Builds the Windows program on another system.

use crate::installed::find;
use crate::project::root;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compilation target: Windows on a 64-bit processor.
const TARGET: &str = "x86_64-pc-windows-gnu";
/// The C compiler for Windows, which is also the linker.
const LINKER: &str = "x86_64-w64-mingw32-gcc";
/// The paths of Debian's cargo and Rust compiler, and of the standard library's sources. The library is built from
/// source.
const DEBIANS: [&str; 3] =
    ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/lib/rustlib/src/rust/library"];

/// The tools that must be installed, as named in a message.
pub const NEEDS: &str = "rustc-web and a C compiler for Windows";

/// The tools that build the program for Windows.
pub struct Mingw {
    /// The C compiler.
    pub linker: PathBuf,
}

impl Mingw {
    /// Finds the tools on this machine; returns `None` if one is missing.
    pub fn find() -> Option<Mingw> {
        let has_compiler = DEBIANS.iter().all(|path| Path::new(path).exists());
        find(LINKER).filter(|_| has_compiler).map(|linker| Mingw { linker })
    }

    /// Returns a cargo command that builds the program into `target`, and the path of the program.
    pub fn cargo(&self, target: &Path, profile: &str) -> (Command, PathBuf) {
        let mut cargo = Command::new(DEBIANS[0]);
        // Cargo has set environment variables for this program; the new cargo process must not inherit them.
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            let is_kept = text == "CARGO_HOME" || text.starts_with("CARGO_NET_");
            if !is_kept && (text.starts_with("CARGO") || text.starts_with("RUST")) {
                cargo.env_remove(&name);
            }
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [PathBuf::from("/usr/bin")].into_iter().chain(env::split_paths(&path));
        cargo
            .args(["build", "--locked", "--package", "musrex", "--target", TARGET])
            .args(["-Z", "build-std=std,panic_abort", "--profile", profile, "--target-dir"])
            .arg(target)
            .current_dir(root())
            .env("PATH", env::join_paths(folders).expect("it was a list of folders before"))
            // A stable compiler builds the standard library only if this variable is set; the project itself uses no
            // unstable feature.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTC", DEBIANS[1]);
        let folder = if profile == "dev" { "debug" } else { profile };
        (cargo, target.join(TARGET).join(folder).join("musrex.exe"))
    }
}
