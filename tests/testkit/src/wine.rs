//! The Windows program, built on this machine and run under wine.
//!
//! ```no_run
//! use musrex_testkit::wine::Wine;
//!
//! let Some(wine) = Wine::start() else { return };
//! let run = wine.run(&["headless", "--input", "A .*60", "--png", "a.png"]);
//! run.assert_done();
//! assert!(wine.folder().join("a.png").exists());
//! ```

use crate::machine;
use crate::mingw::{Mingw, NEEDS};
use crate::program::{Run, find, musrex};
use crate::source::root;
use crate::tier::{can_use, is_in_tier};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A wine installation for one test, with the program. Dropping this value ends wine.
pub struct Wine {
    wine: PathBuf,
    mingw: Mingw,
    exe: PathBuf,
    /// The folder with the drives of the wine installation and with the program's working folder.
    folder: TempDir,
}

impl Wine {
    /// Builds the program and starts wine. Returns `None` in the short tier, which builds nothing for other systems.
    ///
    /// # Panics
    /// Panics if the program does not build, if wine does not start, or if a tool is missing.
    pub fn start() -> Option<Wine> {
        if !is_in_tier("the program for Windows, which takes Rust's library for it") {
            return None;
        }
        let (mingw, wine) = (Mingw::find(), find("wine"));
        let needs = format!("wine, {NEEDS}");
        if !can_use(&needs, mingw.is_some() && wine.is_some()) {
            return None;
        }
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        fs::create_dir(folder.path().join("play")).expect("there is room for temporary files");
        let mingw = mingw?;
        let exe = build(&mingw);
        let wine = Wine { wine: wine?, mingw, exe, folder };
        // Wine takes a while to create the drives, so it does this before the first run.
        let output = wine.command("wineboot").arg("--init").output().expect("wine starts");
        assert!(output.status.success(), "wine makes no drives: {output:?}");
        Some(wine)
    }

    /// Returns the path of the program.
    pub fn program(&self) -> &Path {
        &self.exe
    }

    /// Returns the folder that the program runs in.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().join("play")
    }

    /// Runs the program with `arguments`.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let run = self.command(&self.exe).args(arguments).output().expect("wine starts");
        let mut run = Run::from(run);
        // Windows uses other line ends.
        run.stdout = run.stdout.replace("\r\n", "\n");
        run
    }

    /// Starts the program with `arguments` on an X server.
    pub fn play(&self, display: &OsStr, arguments: &[&str]) -> Child {
        let mut command = self.command(&self.exe);
        command.args(arguments).env("DISPLAY", display);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("wine starts")
    }

    /// Builds a C program of `tests/windows` and runs it on an X server. Returns the exit code.
    ///
    /// # Panics
    /// Panics if the program does not build.
    pub fn run_c(&self, source: &str, display: &OsStr) -> Option<i32> {
        let program = self.folder.path().join(source).with_extension("exe");
        compile(&self.mingw, source, &program, &[]);
        let mut command = self.command(&program);
        command.env("DISPLAY", display).status().expect("wine starts").code()
    }

    /// Returns a command that runs a Windows program without a display.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(&self.wine);
        command
            .arg(program)
            .current_dir(self.folder())
            .stdin(Stdio::null())
            .env("WINEPREFIX", self.folder.path().join("drives"))
            .env("WINEDEBUG", "-all")
            // With this setting, wine does not offer to install .NET or a browser.
            .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
            .env_remove("DISPLAY");
        command
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        // Ends all programs that still run with these drives, and no other programs.
        let mut server = Command::new(self.wine.with_file_name("wineserver"));
        server.arg("--kill").env("WINEPREFIX", self.folder.path().join("drives"));
        let _ = server.status();
    }
}

/// Builds the program in the target folder of the tests, and returns its path.
///
/// # Panics
/// Panics if the program does not build.
pub fn program(mingw: &Mingw) -> PathBuf {
    let target = musrex().ancestors().nth(2).expect("<target>/<profile>/musrex").join("windows");
    let (mut cargo, exe) = mingw.cargo(&target, "dev");
    // Without debug information and with less optimization, the build takes half the time. Nobody debugs this program,
    // and only its core needs to be fast.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "false").env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    let status = machine::build(|| cargo.status()).expect("Debian's cargo starts");
    assert!(status.success(), "musrex does not build for Windows");
    exe
}

/// Builds the program and, in the same folder, the library that Debian's wine lacks.
fn build(mingw: &Mingw) -> PathBuf {
    let exe = program(mingw);
    let library = exe.with_file_name("bcryptprimitives.dll");
    compile(mingw, "bcryptprimitives.c", &library, &["-shared"]);
    exe
}

/// Compiles a C source of `tests/windows`.
fn compile(mingw: &Mingw, source: &str, out: &Path, options: &[&str]) {
    let path = root().join("tests/windows").join(source);
    let mut compiler = Command::new(&mingw.linker);
    compiler.args(options).arg("-o").arg(out).arg(path).args(["-ladvapi32", "-luser32"]);
    assert!(compiler.status().expect("the C compiler starts").success(), "{source} does not build");
}
