//! A compiler that can build for ARM: Rust has no ready-made standard library for the Game Boy
//! Advance, so a compiler is needed that comes with the library's source and may build it.

use crate::failure::Failure;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What to do when there is none.
const HOW_TO_GET_ONE: &str = "with rustup, `rustup toolchain install nightly --component rust-src` gets one; \
     on Debian, `apt install rustc-web cargo-web rust-web-src binutils-arm-none-eabi` does";

/// A compiler that can build its own library.
#[derive(Debug)]
pub(crate) enum Toolchain {
    /// rustup's nightly, with the component rust-src.
    Nightly,
    /// Debian's packages rustc-web, cargo-web and rust-web-src, in /usr.
    Debian,
}

impl Toolchain {
    /// The one to be used on this machine.
    pub(crate) fn find() -> Result<Toolchain, Failure> {
        if has_library(&sysroot(Command::new("rustup").args(["run", "nightly", "rustc"]))) {
            return Ok(Toolchain::Nightly);
        }
        let is_debian = Path::new("/usr/bin/cargo").is_file()
            && has_library(&sysroot(&mut Command::new("/usr/bin/rustc")));
        if !is_debian {
            return Err(Failure(format!(
                "no compiler here comes with its library's source: {HOW_TO_GET_ONE}"
            )));
        }
        if !is_in_path("arm-none-eabi-ld") {
            return Err(Failure(
                "Debian's compiler needs a linker for ARM: `apt install binutils-arm-none-eabi` \
                 gets one"
                    .to_owned(),
            ));
        }
        Ok(Toolchain::Debian)
    }

    /// A cargo that builds for `target`, with nothing of the cargo that may have started us.
    pub(crate) fn cargo(&self, target: &str) -> Command {
        let mut cargo = match self {
            Toolchain::Nightly => {
                let mut cargo = Command::new("rustup");
                cargo.args(["run", "nightly", "cargo"]);
                cargo
            }
            Toolchain::Debian => Command::new("/usr/bin/cargo"),
        };
        // A cargo tells what it starts much that is meant for that alone.
        for (name, _) in env::vars_os() {
            let name_text = name.to_string_lossy();
            let is_ours = ["CARGO_HOME", "CARGO_TERM_COLOR", "RUSTUP_HOME"].contains(&&*name_text)
                || name_text.starts_with("CARGO_NET_")
                || name_text.starts_with("CARGO_HTTP_");
            let is_theirs = name_text.starts_with("CARGO") || name_text.starts_with("RUST");
            if is_theirs && !is_ours {
                cargo.env_remove(&name);
            }
        }
        if let Toolchain::Debian = self {
            // Debian's compiler is a stable one, which may not build its library otherwise; none of
            // the sources uses anything unstable.
            cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", "/usr/bin/rustc");
        }
        // rustup's compiler has a linker of its own. Debian's lld 14 is no choice for this target: it
        // links calls from Thumb to ARM code wrongly, without a word.
        if is_in_path("arm-none-eabi-ld") {
            let name = target.to_uppercase().replace('-', "_");
            cargo.env(format!("CARGO_TARGET_{name}_LINKER"), "arm-none-eabi-ld");
        }
        cargo
    }
}

/// Where a compiler lives, if it is there at all.
fn sysroot(rustc: &mut Command) -> Option<PathBuf> {
    let output = rustc.env_remove("RUSTUP_TOOLCHAIN").args(["--print", "sysroot"]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(text.trim()))
}

/// Whether the library's source lies where cargo looks for it.
fn has_library(sysroot: &Option<PathBuf>) -> bool {
    sysroot
        .as_ref()
        .is_some_and(|root| root.join("lib/rustlib/src/rust/library/core/Cargo.toml").is_file())
}

fn is_in_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
