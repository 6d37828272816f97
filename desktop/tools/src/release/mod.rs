//! The files of a release: the programs, their archives, pictures, notes, and the checksums of all files.
//!
//! [`run`] builds the programs and calls [`assemble`]. A test calls `assemble` with programs that other tests have
//! built. The output is deterministic for the same programs and sources.

mod archive;
mod files;
mod label;
pub mod programs;
mod scenes;

pub use files::{Failure, VERSION, name_of};
pub use programs::Programs;

use files::read;
use musrex_support::picture::RgbImage;
use musrex_support::project::root;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The name of the file with the checksums, in the format of `sha256sum -c`.
pub const CHECKSUMS: &str = "SHA256SUMS";
/// The width of a game pixel in the pictures, in pixels.
pub const SCALE: usize = 4;

/// Makes the files of a release in `target/release-files`, and prints the path of that folder.
///
/// # Errors
/// Fails like [`assemble`], and if a program cannot be built.
pub fn run() -> Result<(), musrex_support::failure::Failure> {
    let folder = build_and_assemble()
        .map_err(|Failure(sentence)| musrex_support::failure::Failure::Failed(sentence))?;
    musrex_support::files::print(&format!("{}\n", folder.display()))
}

fn build_and_assemble() -> Result<PathBuf, Failure> {
    // The path of this program is `<target>/<profile>/musrex-devtools`.
    let program = env::current_exe()
        .map_err(|error| Failure(format!("could not tell where this program is: {error}")))?;
    let target = program.ancestors().nth(2).expect("a program is in a folder of its profile");
    let folder = target.join("release-files");
    assemble(&programs::build(target)?, &folder)?;
    Ok(folder)
}

/// Writes all files to the folder `out`, and removes its old contents. The folder never holds incomplete files: they
/// are written to a temporary folder, which is renamed to `out` at the end.
///
/// # Errors
/// Fails if a file cannot be read or written, or if a file lacks an expected part.
pub fn assemble(programs: &Programs, out: &Path) -> Result<(), Failure> {
    let parent = out.parent().expect("a folder of its own is in another");
    let unwritable = |error: io::Error| Failure::of_file("write", out, &error);
    fs::create_dir_all(parent).map_err(unwritable)?;
    // The temporary folder is beside `out`, because a folder cannot be renamed to another file system.
    let whole =
        tempfile::Builder::new().prefix(".release-files").tempdir_in(parent).map_err(unwritable)?;
    let folder = Folder { path: whole.path().to_owned() };
    folder.write_programs(programs)?;
    folder.write_pictures()?;
    let changelog = read(&root().join("CHANGELOG.md"))?;
    folder.write("-notes.md", notes(&String::from_utf8_lossy(&changelog))?.as_bytes())?;
    folder.write_checksums()?;
    if out.exists() {
        fs::remove_dir_all(out).map_err(unwritable)?;
    }
    readable_by_all(whole.path()).map_err(unwritable)?;
    fs::rename(whole.path(), out).map_err(unwritable)
}

/// Makes a temporary folder readable by everyone.
#[cfg(unix)]
fn readable_by_all(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn readable_by_all(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The folder that is being filled.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn write(&self, what: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
        let path = self.path.join(name_of(what));
        match fs::write(&path, bytes) {
            Ok(()) => Ok(path),
            Err(error) => Err(Failure::of_file("write", &path, &error)),
        }
    }

    /// Writes the programs, and archives of the desktop programs.
    fn write_programs(&self, programs: &Programs) -> Result<(), Failure> {
        let linux = read(&programs.linux)?;
        let windows = read(&programs.windows)?;
        let path = self.write("-linux-x86_64", &linux)?;
        archive::let_run(&path).map_err(|error| Failure::of_file("write", &path, &error))?;
        self.write("-windows-x86_64.exe", &windows)?;
        self.write(".gba", &read(&programs.cartridge)?)?;
        self.write(".uf2", &read(&programs.picosystem)?)?;
        self.write("-linux-x86_64.tar.gz", &archive::for_linux(&linux)?)?;
        self.write("-windows-x86_64.zip", &archive::for_windows(&windows)?)?;
        Ok(())
    }

    /// Writes the screens, pictures of a won run, the animation for the README, and the label.
    fn write_pictures(&self) -> Result<(), Failure> {
        let run = scenes::Recording::read()?;
        for name in scenes::SCREENS {
            let picture = RgbImage::read(&root().join(format!("tests/golden/frames/{name}.png")));
            let name = name.trim_end_matches("-320x180");
            self.write(&format!("-{name}.png"), &enlarged(&picture).png(None))?;
        }
        for (floor, picture) in run.pictures() {
            self.write(&format!("-floor-{floor:02}.png"), &enlarged(&picture).png(None))?;
        }
        self.write("-play.gif", &read(&root().join("tests/golden/play.gif"))?)?;
        self.write("-label.png", &label::png())?;
        Ok(())
    }

    /// Writes the checksums of all other files, sorted by name.
    fn write_checksums(&self) -> Result<(), Failure> {
        let unreadable = |error: io::Error| Failure::of_file("read", &self.path, &error);
        let mut paths: Vec<PathBuf> = fs::read_dir(&self.path)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(unreadable)?;
        paths.sort();
        let mut lines = String::new();
        for path in paths {
            let name = path.file_name().expect("it is a file").to_string_lossy();
            writeln!(lines, "{}  {name}", sha256(&read(&path)?)).expect("strings grow");
        }
        let path = self.path.join(CHECKSUMS);
        fs::write(&path, lines).map_err(|error| Failure::of_file("write", &path, &error))
    }
}

fn enlarged(picture: &RgbImage) -> RgbImage {
    let scale = SCALE;
    picture.framed(scale, picture.width * scale, picture.height() * scale)
}

/// Returns the SHA-256 of `bytes` in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(bytes) {
        write!(digits, "{byte:02x}").expect("strings grow");
    }
    digits
}

/// Returns the release notes: a heading, followed by the newest section of `changelog`.
fn notes(changelog: &str) -> Result<String, Failure> {
    let mut sections = changelog.split("\n## ").skip(1);
    let body = sections.next().and_then(|section| section.split_once('\n'));
    match body.map(|(_, body)| body.trim()) {
        Some(body) if !body.is_empty() => Ok(format!("# Mus Rex {VERSION}\n\n{body}\n")),
        _ => {
            Err(Failure("CHANGELOG.md has no section with the changes of this release".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_the_newest_section() {
        let changelog = "# Changelog\n\nText.\n\n## 2\n\n### Added\n- b\n\n## 1\n\n- a\n";
        let notes = notes(changelog).expect("it has a section");
        assert_eq!(notes, format!("# Mus Rex {VERSION}\n\n### Added\n- b\n"));
        assert!(super::notes("# Changelog\n\n## 2\n\n## 1\n\n- a\n").is_err());
    }

    #[test]
    fn checksums_are_those_of_everybody() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
    }
}
