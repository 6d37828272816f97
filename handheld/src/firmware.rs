//! Builds crates for the processors of handhelds.

use crate::failure::Failure;
use crate::toolchain::Toolchain;
use std::env;
use std::path::{Path, PathBuf};

/// The targets for which the template is checked: the processors of the ESP32-C3 family, and larger microcontrollers.
const TEMPLATE_TARGETS: [&str; 2] = ["riscv32imc-unknown-none-elf", "thumbv7em-none-eabihf"];

/// Returns the root folder of the project. The path comes from cargo's environment, or else from the location where the
/// builder was compiled.
pub(crate) fn root() -> PathBuf {
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    Path::new(&folder).parent().expect("this crate lies in the project").to_owned()
}

/// Returns the folder for all build output: `target`, or the folder that cargo's environment specifies.
pub(crate) fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(
        || root().join("target"),
        |folder| env::current_dir().unwrap_or_default().join(folder),
    )
}

/// Builds the firmware crate in `handheld/<name>` for `target`. Returns the path of the ELF file.
pub(crate) fn build(name: &str, target: &str) -> Result<PathBuf, Failure> {
    Ok(build_in(name, target)?.join(format!("musrex-{name}")))
}

/// Builds the crate in `handheld/<name>` for `target`. Returns the output folder.
pub(crate) fn build_in(name: &str, target: &str) -> Result<PathBuf, Failure> {
    let folder = root().join("handheld").join(name);
    let built = target_folder().join("handheld");
    run(target, &folder, &built, &["build", "--release", "--locked"])?;
    Ok(built.join(target).join("release"))
}

/// Runs clippy on the firmware crate in `handheld/<name>`, for `target`.
pub(crate) fn lint(name: &str, target: &str) -> Result<(), Failure> {
    let folder = root().join("handheld").join(name);
    let built = target_folder().join("handheld").join("lint");
    run(target, &folder, &built, &["clippy", "--release", "--locked"])
}

/// Checks that the template, and with it the core, compiles for common microcontrollers. Does not link. The processors
/// of the handhelds need no such check, because their firmware contains the core.
pub(crate) fn check_core() -> Result<(), Failure> {
    for target in TEMPLATE_TARGETS {
        let built = target_folder().join("handheld");
        let package = ["check", "--release", "--locked", "--package", "musrex-template"];
        run(target, &root(), &built, &package)?;
        musrex_support::files::print(&format!("musrex-template compiles for {target}\n"))?;
    }
    Ok(())
}

fn run(target: &str, folder: &Path, built: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let toolchain = Toolchain::find(target)?;
    let mut cargo = toolchain.cargo(target, &root());
    cargo.args(arguments).args(toolchain.library()).args(["--target", target, "--target-dir"]);
    cargo.arg(built).current_dir(folder);
    if arguments.contains(&"clippy") {
        cargo.args(["--", "-D", "warnings"]);
    }
    let status =
        cargo.status().map_err(|error| Failure(format!("could not start cargo: {error}")))?;
    if status.success() {
        return Ok(());
    }
    Err(Failure(format!("{} does not build for {target}", folder.display())))
}

/// Returns the error for a linker output that cannot be read.
pub(crate) fn unreadable(error: object::Error) -> Failure {
    Failure(format!("could not read what the linker made: {error}"))
}
