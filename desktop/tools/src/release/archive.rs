//! The archives of a release. Each contains a folder with the program and the texts; the archive for Linux also
//! contains the desktop entry and the icons. The output is deterministic.

use super::files::{Failure, name_of, read};
use flate2::{Compression, GzBuilder};
use musrex_support::project::{files, relative, root};
use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;
use tar::{Builder, EntryType, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The time of all files, in seconds since 1970. It is the start of 1980, the earliest time that a ZIP file can store.
const TIME: u64 = 315_532_800;
/// The text files that accompany each program.
const TEXTS: [&str; 2] = ["README.md", "LICENSE"];
/// The folder of the desktop entry and the icons.
const SHARE: &str = "desktop/share";

/// Returns a `.tar.gz` archive of the program with the texts, the desktop entry and the icons.
pub(super) fn for_linux(program: &[u8]) -> Result<Vec<u8>, Failure> {
    let folder = name_of("-linux-x86_64");
    let file = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let mut archive = Builder::new(file);
    let mut entries = vec![("musrex".to_owned(), program.to_vec(), 0o755)];
    for text in TEXTS {
        entries.push((text.to_owned(), read(&root().join(text))?, 0o644));
    }
    for path in files(SHARE, &[".desktop", ".png"]) {
        let name = relative(&path).replacen(SHARE, "share", 1);
        entries.push((name, read(&path)?, 0o644));
    }
    for (name, bytes, mode) in entries {
        add(&mut archive, &format!("{folder}/{name}"), &bytes, mode).map_err(unwritable)?;
    }
    archive.into_inner().and_then(|file| file.finish()).map_err(unwritable)
}

fn add(
    archive: &mut Builder<impl Write>,
    name: &str,
    bytes: &[u8],
    mode: u32,
) -> Result<(), io::Error> {
    let mut header = Header::new_ustar();
    header.set_entry_type(EntryType::Regular);
    header.set_size(bytes.len() as u64);
    header.set_mode(mode);
    header.set_mtime(TIME);
    header.set_uid(0);
    header.set_gid(0);
    archive.append_data(&mut header, name, bytes)
}

/// Returns a `.zip` archive of the program with the texts.
pub(super) fn for_windows(program: &[u8]) -> Result<Vec<u8>, Failure> {
    let folder = name_of("-windows-x86_64");
    // Every file gets the library's default time, the start of 1980.
    let options = SimpleFileOptions::default()
        .compression_level(Some(9))
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, bytes: &[u8]| {
        archive.start_file(format!("{folder}/{name}"), options).map_err(io::Error::other)?;
        archive.write_all(bytes)
    };
    put("musrex.exe", program).map_err(unwritable)?;
    for text in TEXTS {
        let bytes = read(&root().join(text))?;
        put(text, &bytes).map_err(unwritable)?;
    }
    let file = archive.finish().map_err(|error| unwritable(io::Error::other(error)))?;
    Ok(file.into_inner())
}

fn unwritable(error: io::Error) -> Failure {
    Failure(format!("could not make an archive: {error}"))
}

/// Makes a file executable for everyone.
#[cfg(unix)]
pub(super) fn let_run(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
pub(super) fn let_run(_: &Path) -> io::Result<()> {
    Ok(())
}
