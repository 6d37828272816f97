//! Builds the programs of a release, from committed sources.

use super::files::Failure;
use musrex_support::mingw::{self, Mingw};
use musrex_support::project::root;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the build profile for released programs in Cargo.toml.
const PROFILE: &str = "dist";

/// The programs to be released.
pub struct Programs {
    /// The program for Linux.
    pub linux: PathBuf,
    /// The program for Windows.
    pub windows: PathBuf,
    /// The cartridge image for the Game Boy Advance.
    pub cartridge: PathBuf,
    /// The UF2 file for the PicoSystem.
    pub picosystem: PathBuf,
}

/// Builds all programs into the folder `target`.
///
/// # Errors
/// Fails on any system except Linux on an x86-64 processor. Also fails if a source is not committed, a tool is missing,
/// or a program does not build. The tools are checked before any program is built.
pub fn build(target: &Path) -> Result<Programs, Failure> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err(Failure("a release is built on Linux, on an x86-64".to_owned()));
    }
    let mingw = Mingw::find().ok_or_else(|| {
        let needs = mingw::NEEDS;
        Failure(format!("the program for Windows needs {needs}: tests/setup.sh installs them"))
    })?;
    const HANDHELDS: [&str; 2] = ["gba", "picosystem"];
    for machine in HANDHELDS {
        handheld(target, &[machine, "--check"])?;
    }
    let commit = committed()?;
    let [cartridge, picosystem] = ["musrex.gba", "musrex.uf2"].map(|name| target.join(name));
    for (machine, out) in HANDHELDS.into_iter().zip([&cartridge, &picosystem]) {
        handheld(target, &[machine, "--out", &out.to_string_lossy()])?;
    }
    let linux = for_linux(target)?;
    let windows = for_windows(&mingw, target)?;
    tells_commit(&linux, &commit)?;
    Ok(Programs { linux, windows, cartridge, picosystem })
}

/// Returns the commit of the sources. Fails if a source is not committed.
fn committed() -> Result<String, Failure> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(root()).output().ok();
        let output = output.filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=10", "HEAD"]);
    let changes = git(&["status", "--porcelain"]);
    let (Some(commit), Some(changes)) = (commit, changes) else {
        return Err(Failure(
            "a release needs git and its repository, because the program names its commit"
                .to_owned(),
        ));
    };
    if changes.is_empty() {
        return Ok(commit);
    }
    let count = changes.lines().count();
    Err(Failure(format!(
        "the program would name a commit that it is not built from: commit or stash {count} changed \
         files first"
    )))
}

/// Runs `cargo handheld` with these arguments. That program itself reports missing tools.
fn handheld(target: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let mut cargo = own_cargo();
    cargo.arg("handheld").args(arguments).env("CARGO_TARGET_DIR", target);
    let output = cargo.output().map_err(unstarted)?;
    if output.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let sentence = words.lines().find_map(|line| line.strip_prefix("handheld: "));
    let sentence = sentence
        .map_or("a program for a handheld does not build", |line| line.trim_end_matches('.'));
    Err(Failure(sentence.to_owned()))
}

fn for_linux(target: &Path) -> Result<PathBuf, Failure> {
    let mut cargo = own_cargo();
    cargo
        .args(["build", "--quiet", "--locked", "--package", "musrex", "--bin", "musrex"])
        .args(["--profile", PROFILE, "--target-dir"])
        .arg(target)
        .env("CARGO_ENCODED_RUSTFLAGS", forgetting(target));
    run(cargo, "Linux")?;
    Ok(target.join(PROFILE).join("musrex"))
}

fn for_windows(mingw: &Mingw, target: &Path) -> Result<PathBuf, Failure> {
    let (mut cargo, program) = mingw.cargo(&target.join("windows"), PROFILE);
    let mut flags = forgetting(target);
    // By default, the linker for Windows would write the current time into the program.
    flags.push("\u{1f}-Clink-arg=-Wl,--no-insert-timestamp");
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
    run(cargo, "Windows")?;
    Ok(program)
}

/// Returns a command that runs the cargo that started this program.
fn own_cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

fn run(mut cargo: Command, system: &str) -> Result<(), Failure> {
    if cargo.status().map_err(unstarted)?.success() {
        Ok(())
    } else {
        Err(Failure(format!("the program for {system} does not build")))
    }
}

fn unstarted(error: std::io::Error) -> Failure {
    Failure(format!("could not start cargo: {error}"))
}

/// Returns compiler flags that remove local paths from the program. With them, the same sources and tools produce the
/// same program on every machine, and the program contains no user name.
fn forgetting(target: &Path) -> OsString {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let mut flags = OsString::new();
    for folder in [Some(target.to_owned()), Some(root()), home].into_iter().flatten() {
        if !flags.is_empty() {
            flags.push("\u{1f}");
        }
        flags.push("--remap-path-prefix=");
        flags.push(folder);
        flags.push("=");
    }
    flags
}

/// Fails unless the program's version contains the commit.
fn tells_commit(program: &Path, commit: &str) -> Result<(), Failure> {
    let output = Command::new(program).arg("--version").output();
    let output = output.map_err(|error| Failure::of_file("run", program, &error))?;
    if String::from_utf8_lossy(&output.stdout).contains(commit) {
        return Ok(());
    }
    Err(Failure(format!("{} does not name the commit {commit}", program.display())))
}
