//! The program for Windows, built here and run under wine.
//!
//! ```no_run
//! use musrex_tests::wine::Wine;
//!
//! let Some(wine) = Wine::start() else { return };
//! let run = wine.run(&["headless", "--input", "A .*60", "--png", "a.png"]);
//! run.assert_done();
//! assert!(wine.folder().join("a.png").exists());
//! ```

use crate::program::{Run, find, musrex};
use crate::tier::can_use;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};
use tempfile::TempDir;

/// The system that the program is built for.
const TARGET: &str = "x86_64-pc-windows-gnu";
/// Its C compiler, which links.
const LINKER: &str = "x86_64-w64-mingw32-gcc";
/// Debian's compiler of Rust and the sources of its library, which it builds for Windows.
const DEBIANS: [&str; 3] =
    ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/lib/rustlib/src/rust/library"];

/// A Windows of one's own, made by wine, with the program; it ends with this value.
pub struct Wine {
    wine: PathBuf,
    exe: PathBuf,
    /// Has the drives of the Windows, and a folder to play in.
    folder: TempDir,
}

impl Wine {
    /// Builds the program and starts wine; `None` when this machine cannot.
    ///
    /// # Panics
    /// When the program does not build, or wine does not start.
    pub fn start() -> Option<Wine> {
        let has_compiler = DEBIANS.iter().all(|path| Path::new(path).exists());
        let (wine, linker) = (find("wine"), find(LINKER));
        let needs = "wine, rustc-web and a C compiler for Windows";
        if !can_use(needs, has_compiler && wine.is_some() && linker.is_some()) {
            return None;
        }
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        fs::create_dir(folder.path().join("play")).expect("there is room for temporary files");
        let wine = Wine { wine: wine?, exe: build(&linker?), folder };
        // Makes the drives, which takes a while; no later run waits for it.
        let output = wine.command("wineboot").arg("--init").output().expect("wine starts");
        assert!(output.status.success(), "wine makes no drives: {output:?}");
        Some(wine)
    }

    /// Returns the folder that the program runs in.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().join("play")
    }

    /// Runs the program with `arguments`.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let run = self.command(&self.exe).args(arguments).output().expect("wine starts");
        let mut run = Run::from(run);
        // Windows ends lines in its own way.
        run.stdout = run.stdout.replace("\r\n", "\n");
        run
    }

    /// Starts the program with `arguments` on an X server.
    pub fn play(&self, display: &OsStr, arguments: &[&str]) -> Child {
        let mut command = self.command(&self.exe);
        command.args(arguments).env("DISPLAY", display);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("wine starts")
    }

    /// Returns a run of a Windows program, without a display.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(&self.wine);
        command
            .arg(program)
            .current_dir(self.folder())
            .stdin(Stdio::null())
            .env("WINEPREFIX", self.folder.path().join("drives"))
            .env("WINEDEBUG", "-all")
            // Neither .NET nor a browser is offered to be installed.
            .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
            .env_remove("DISPLAY");
        command
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        // Ends what still runs in these drives, and in no others.
        let mut server = Command::new(self.wine.with_file_name("wineserver"));
        server.arg("--kill").env("WINEPREFIX", self.folder.path().join("drives"));
        let _ = server.status();
    }
}

/// Builds the program in the target folder of the tests, and beside it the library that Debian's wine
/// lacks.
fn build(linker: &Path) -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = musrex().ancestors().nth(2).expect("<target>/<profile>/musrex").join("windows");
    let mut cargo = Command::new(DEBIANS[0]);
    // The cargo that started this test tells it much that is meant for it alone.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        let is_kept = text == "CARGO_HOME" || text.starts_with("CARGO_NET_");
        if !is_kept && (text.starts_with("CARGO") || text.starts_with("RUST")) {
            cargo.env_remove(&name);
        }
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [PathBuf::from("/usr/bin")].into_iter().chain(env::split_paths(&path));
    let status = cargo
        .args(["build", "--quiet", "--locked", "--package", "musrex", "--target", TARGET])
        .args(["-Z", "build-std=std,panic_abort", "--target-dir"])
        .arg(&target)
        .current_dir(project)
        .env("PATH", env::join_paths(folders).expect("it was a list of folders before"))
        // A stable compiler may build its library only so; no source uses anything unstable.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", DEBIANS[1])
        // Nobody debugs it, and but for the core nothing in it is slow: the build takes half as long.
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .status()
        .expect("Debian's cargo starts");
    assert!(status.success(), "musrex does not build for Windows");
    let folder = target.join(TARGET).join("debug");
    let status = Command::new(linker)
        .args(["-shared", "-o"])
        .arg(folder.join("bcryptprimitives.dll"))
        .arg(project.join("windows/bcryptprimitives.c"))
        .arg("-ladvapi32")
        .status()
        .expect("the C compiler starts");
    assert!(status.success(), "the stand-in for bcryptprimitives.dll does not build");
    folder.join("musrex.exe")
}
