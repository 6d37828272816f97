//! Finds a compiler that can build for a handheld's processor. For most processors, rustup provides a compiled standard
//! library. For the Game Boy Advance, the compiler must come with the source of the standard library and build it.

use crate::failure::Failure;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target of the PicoSystem, for which rustup provides a compiled standard library.
pub(crate) const THUMB_V6M: &str = "thumbv6m-none-eabi";

/// The oldest version of Rust that compiles the sources.
const RUST_VERSION_MIN: &str = env!("CARGO_PKG_RUST_VERSION");

/// A compiler that has a standard library for a target in its `sysroot`, or can build one.
#[derive(Debug)]
pub(crate) struct Toolchain {
    kind: Kind,
    sysroot: PathBuf,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Rustup's stable compiler, with a standard library for the target.
    Stable,
    /// Rustup's nightly compiler, with the component rust-src.
    Nightly,
    /// Debian's packages rustc-web, cargo-web and rust-web-src, in /usr.
    Debian,
}

impl Toolchain {
    /// Returns the compiler to use for `target` on this machine. Fails if the compiler or its linker is missing.
    pub(crate) fn find(target: &str) -> Result<Toolchain, Failure> {
        let toolchain = Toolchain::find_compiler(target)?;
        // Rustup's compilers include a linker for microcontrollers.
        let needs_linker = matches!(toolchain.kind, Kind::Debian) || target.contains("linux");
        let Linker { program, package } = Linker::of(target);
        if needs_linker && !is_in_path(program) {
            return Err(Failure(format!(
                "the compiler needs a linker for {target}: `apt install {package}` gets one"
            )));
        }
        Ok(toolchain)
    }

    fn find_compiler(target: &str) -> Result<Toolchain, Failure> {
        let has_target = |sysroot: &PathBuf| sysroot.join("lib/rustlib").join(target).is_dir();
        if let Some(sysroot) = sysroot("rustup", &["run", "stable", "rustc"]).filter(has_target) {
            return Ok(Toolchain { kind: Kind::Stable, sysroot });
        }
        let nightly = sysroot("rustup", &["run", "nightly", "rustc"]);
        if let Some(sysroot) = nightly.filter(|path| has_source(path)) {
            return Ok(Toolchain { kind: Kind::Nightly, sysroot });
        }
        let debians = sysroot("/usr/bin/rustc", &[]).filter(|path| has_source(path));
        let Some(sysroot) = debians.filter(|_| Path::new("/usr/bin/cargo").is_file()) else {
            return Err(Failure(why_none(target, version("/usr/bin/rustc", &[]).as_deref())));
        };
        Ok(Toolchain { kind: Kind::Debian, sysroot })
    }

    /// Returns the arguments that make cargo build the standard library; empty if the compiler comes with a compiled
    /// one.
    pub(crate) const fn library(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Stable => &[],
            Kind::Nightly | Kind::Debian => &["-Z", "build-std=core"],
        }
    }

    /// Returns compiler flags that remove local paths from the output. With them, the same sources produce the same
    /// cartridge on every machine, and the cartridge contains no user name.
    fn forgetting(&self, root: &Path) -> OsString {
        let registry = home().join("registry/src");
        let library = self.sysroot.join("lib/rustlib/src/rust");
        let mut flags = OsString::new();
        for folder in [root, &registry, &library] {
            if !flags.is_empty() {
                flags.push("\u{1f}");
            }
            flags.push("--remap-path-prefix=");
            flags.push(folder);
            flags.push("=");
        }
        flags
    }

    /// Returns a cargo command that builds the project in `root` for `target`. The command does not inherit the
    /// environment of a cargo that may have started this program.
    pub(crate) fn cargo(&self, target: &str, root: &Path) -> Command {
        let mut cargo = match self.kind {
            Kind::Stable | Kind::Nightly => {
                let is_stable = matches!(self.kind, Kind::Stable);
                let mut cargo = Command::new("rustup");
                cargo.args(["run", if is_stable { "stable" } else { "nightly" }, "cargo"]);
                cargo
            }
            Kind::Debian => Command::new("/usr/bin/cargo"),
        };
        // Removes the variables that cargo sets for the programs that it starts.
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
        if let Kind::Debian = self.kind {
            // Debian's compiler is stable, and a stable compiler may not build its standard library without this
            // variable. None of the sources uses an unstable feature.
            cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", "/usr/bin/rustc");
            // Puts Debian's folder first in the search path, because the programs that cargo starts must also come from
            // Debian.
            let mut folders = vec![PathBuf::from("/usr/bin")];
            folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
            cargo.env("PATH", env::join_paths(folders).expect("it was a list of folders before"));
        }
        let mut flags = self.forgetting(root);
        if target.contains("linux") {
            // No code unwinds. Without this flag, code for 32-bit ARM would need unwind functions.
            flags.push("\u{1f}-Cforce-unwind-tables=no");
        }
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
        // Uses GNU's linker if it is installed. Otherwise the compiler is one of rustup's, which include a linker.
        // Debian's lld 14 does not work for the Game Boy Advance: it links calls from Thumb to ARM code incorrectly,
        // without an error.
        let linker = Linker::of(target).program;
        if is_in_path(linker) {
            let name = target.to_uppercase().replace('-', "_");
            cargo.env(format!("CARGO_TARGET_{name}_LINKER"), linker);
        }
        cargo
    }
}

/// A program that links for a target, and the Debian package that contains it.
struct Linker {
    program: &'static str,
    package: &'static str,
}

impl Linker {
    fn of(target: &str) -> Linker {
        let (program, package) = match target {
            "aarch64-unknown-linux-gnu" => ("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
            "armv7-unknown-linux-gnueabihf" => {
                ("arm-linux-gnueabihf-gcc", "gcc-arm-linux-gnueabihf")
            }
            _ if target.ends_with("-linux-gnu") => ("cc", "gcc"),
            _ => ("arm-none-eabi-ld", "binutils-arm-none-eabi"),
        };
        Linker { program, package }
    }
}

/// Returns the target name of this machine, as the compiler spells it. Fails if there is no compiler, or if the name
/// does not end with `-linux-gnu`.
pub(crate) fn host() -> Result<String, Failure> {
    let told = ask("rustup", &["run", "stable", "rustc"], &["-vV"])
        .or_else(|| ask("/usr/bin/rustc", &[], &["-vV"]));
    let host =
        told.as_deref().and_then(|told| told.lines().find_map(|line| line.strip_prefix("host: ")));
    match host {
        Some(host) if host.ends_with("-linux-gnu") => Ok(host.to_owned()),
        Some(host) => Err(Failure(format!("the core is built on Linux, and this is {host}"))),
        None => Err(Failure(why_none("x86_64-unknown-linux-gnu", None))),
    }
}

/// Explains why no compiler on this machine can build for `target`; `debians` is the version of Debian's compiler, if
/// it is installed.
fn why_none(target: &str, debians: Option<&str>) -> String {
    let package = Linker::of(target).package;
    let debians_way =
        format!("on Debian, `apt install rustc-web cargo-web rust-web-src {package}` does");
    // For the Game Boy Advance, rustup provides no compiled standard library.
    let how = if target.starts_with("thumbv4t") {
        format!(
            "with rustup, `rustup toolchain install nightly --component rust-src` gets one; {debians_way}"
        )
    } else {
        format!("with rustup, `rustup target add {target}` gets one; {debians_way}")
    };
    match debians {
        Some(version) if numbers(version) < numbers(RUST_VERSION_MIN) => format!(
            "Debian's Rust here is {version} and {RUST_VERSION_MIN} or later is needed: \
             `apt update`, then `apt install rustc-web cargo-web rust-web-src` updates it where the \
             security updates are among the system's sources"
        ),
        _ => format!(
            "no compiler of Rust {RUST_VERSION_MIN} or later here has a library for {target}, or \
             comes with its source: {how}"
        ),
    }
}

/// Returns the version of a compiler, such as "1.96.0", if the compiler exists.
fn version(program: &str, arguments: &[&str]) -> Option<String> {
    // Splits an answer such as "rustc 1.96.0 (ac68faa20 2026-05-25)".
    Some(ask(program, arguments, &["--version"])?.split_whitespace().nth(1)?.to_owned())
}

/// Asks a compiler a question on its command line; `arguments` come before the question.
fn ask(program: &str, arguments: &[&str], question: &[&str]) -> Option<String> {
    let mut rustc = Command::new(program);
    rustc.env_remove("RUSTUP_TOOLCHAIN").args(arguments).args(question);
    let output = rustc.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// Returns whether the source of a compiler's standard library is where cargo looks for it.
fn has_source(sysroot: &Path) -> bool {
    sysroot.join("lib/rustlib/src/rust/library/core/Cargo.toml").is_file()
}

/// Returns the sysroot of a compiler, if the compiler exists and is new enough.
fn sysroot(program: &str, arguments: &[&str]) -> Option<PathBuf> {
    let is_new = numbers(&version(program, arguments)?) >= numbers(RUST_VERSION_MIN);
    let sysroot = PathBuf::from(ask(program, arguments, &["--print", "sysroot"])?.trim());
    is_new.then_some(sysroot)
}

/// Returns the first two numbers of a version.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Returns the folder where cargo keeps the sources of other crates.
fn home() -> PathBuf {
    let default = || env::home_dir().unwrap_or_default().join(".cargo");
    env::var_os("CARGO_HOME").map_or_else(default, PathBuf::from)
}

fn is_in_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::why_none;

    #[test]
    fn a_compiler_that_is_too_old_is_named_with_its_version() {
        let sentence = why_none("thumbv6m-none-eabi", Some("1.85.0"));
        assert!(sentence.starts_with("Debian's Rust here is 1.85.0 and 1."), "{sentence}");
        for other in [None, Some("1.99.0")] {
            let sentence = why_none("thumbv6m-none-eabi", other);
            assert!(sentence.starts_with("no compiler of Rust"), "{sentence}");
            assert!(sentence.contains("rustup target add thumbv6m-none-eabi"), "{sentence}");
        }
    }
}
