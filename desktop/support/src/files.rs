//! Files and standard output, with errors as sentences.
//!
//! [`read`] reads a whole file, and accepts only a regular file within a size limit. [`write`](write()), [`replace`],
//! [`create`] and [`take_over`] write a whole file. If they cannot write the new file, the old file stays; a regular
//! file is never half written.

use crate::failure::{Failure, reason};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The largest number of symbolic links to follow from a path to its file; Linux has the same limit.
const LINKS_MAX: usize = 40;

/// Prints `text` on standard output. Every command prints through this function, so that a command fails if its
/// output is lost.
///
/// # Errors
/// Fails if writing fails. For a closed pipe, the failure has no message.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::Reported,
        _ => Failure::Failed(format!("could not write to standard output: {}", reason(&error))),
    })
}

/// Replaces the contents of the file at `path` with `bytes`, like [`replace`].
///
/// # Errors
/// Fails if the operating system refuses, or if a game has a save open at `path`.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(path, bytes).map_err(|error| {
        Failure::Failed(format!("could not write {}: {}", path.display(), reason(&error)))
    })
}

/// Writes `bytes` to a new file, which then replaces the file at `path`. If the new file cannot be written or moved
/// into place, the old file is unchanged and no new file remains. A device or a pipe is written to directly.
///
/// # Errors
/// Fails if the operating system refuses, or if another program has locked the file, as the game does with its save.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
        Ok(metadata) => Some(metadata),
    };
    // Opening the file rejects a folder. It also rejects a file without write permission, which a rename would replace.
    let opened = old.as_ref().map(|_| OpenOptions::new().write(true).open(path)).transpose()?;
    if let Some(mut device) =
        opened.as_ref().filter(|_| !old.as_ref().is_none_or(Metadata::is_file))
    {
        return device.write_all(bytes);
    }
    opened.as_ref().map_or(Ok(()), lock)?;
    let target = target(path)?;
    let new = new_file(&target, bytes)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.persist(&target).map_err(|error| error.error)?;
    sync_folder(&target)
}

/// Creates a file with `bytes` at `path`. The file appears only when it is complete. Returns the file open and locked,
/// so that no other program can use it as a save.
///
/// # Errors
/// Fails with [`ErrorKind::AlreadyExists`] if `path` already exists. Also fails if the operating system refuses.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let target = target(path)?;
    let new = new_file(&target, bytes)?;
    lock(new.as_file())?;
    let file = new.persist_noclobber(&target).map_err(|error| error.error)?;
    sync_folder(&target)?;
    Ok(file)
}

/// Creates a file with `bytes` that replaces the file at `path`. Returns the new file, open and locked.
///
/// # Errors
/// Fails with [`ErrorKind::ResourceBusy`] if the old file is locked. Also fails if the operating system refuses.
pub fn take_over(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let target = target(path)?;
    let old = open(&target, OpenOptions::new().write(true))?;
    lock(&old)?;
    let new = new_file(&target, bytes)?;
    lock(new.as_file())?;
    let file = new.persist(&target).map_err(|error| error.error)?;
    sync_folder(&target)?;
    Ok(file)
}

/// Locks `file` for this program, if the file system supports locks.
///
/// # Errors
/// Fails with [`ErrorKind::ResourceBusy`] if another program has locked the file. Also fails if the operating system
/// refuses.
pub fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::ResourceBusy, "a running game saves in it"))
        }
        // If the file system has no locks, no other program can have locked the file.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Creates a temporary file with `bytes` in the folder of `target`, and syncs it to the disk. Dropping the handle
/// removes the file.
fn new_file(target: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".musrex-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder(target)).map_err(without_path)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(without_path)?;
    Ok(file)
}

/// Returns `error` without the name of the temporary file.
fn without_path(error: io::Error) -> io::Error {
    let cause = error.get_ref().and_then(std::error::Error::source);
    let code = cause.and_then(|cause| cause.downcast_ref::<io::Error>()?.raw_os_error());
    code.map_or(error, io::Error::from_raw_os_error)
}

/// Returns the folder of `path`.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Follows symbolic links from `path`. Returns the path of the final target, whether or not it exists.
///
/// # Errors
/// Fails if the links form a cycle or a chain that is too long.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::read_link(&target) {
            Ok(next) => target = folder(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("its symbolic links form a circle"))
}

/// Syncs the folder of `path` to the disk.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        match File::open(folder(path)).and_then(|folder| folder.sync_all()) {
            // Some file systems cannot sync folders, and some folders are writable but not readable.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::InvalidInput | ErrorKind::PermissionDenied
                ) =>
            {
                Ok(())
            }
            synced => synced,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        Ok(())
    }
}

/// Opens the regular file at `path`. Rejects devices, pipes and folders before opening them, because opening a pipe
/// could block forever.
///
/// # Errors
/// Fails if `path` is not a regular file, or the operating system refuses.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let check = |metadata: &Metadata| {
        if metadata.is_file() {
            Ok(())
        } else {
            Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file"))
        }
    };
    match fs::metadata(path) {
        Ok(metadata) => check(&metadata)?,
        // With some options, opening creates a missing file.
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

/// Returns the contents of the regular file at `path`.
///
/// # Errors
/// Fails if `path` is not a regular file, if the file has more than `bytes_max` bytes, or if the operating system
/// refuses.
pub fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    bounded(open(path, OpenOptions::new().read(true))?, bytes_max)
}

/// Removes the byte order mark that some editors put at the start of a file.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes)
}

/// Returns all bytes that `source` delivers.
///
/// # Errors
/// Fails if `source` delivers more than `bytes_max` bytes, or cannot be read.
pub fn bounded(source: impl Read, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        let why = format!("it has more than {bytes_max} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it is there").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_or_made_as_a_whole() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = folder.path().join("a");
        replace(&path, b"one").expect("there is room");
        replace(&path, b"two").expect("there is room");
        assert_eq!(fs::read(&path).expect("it is there"), b"two");
        let error = create(&path, b"three").expect_err("it is there already");
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        create(&folder.path().join("b"), b"three").expect("there is room");
        assert_eq!(names(folder.path()), ["a", "b"]);
        assert!(replace(folder.path(), b"").is_err());
        assert!(replace(&folder.path().join("no/c"), b"").is_err());
    }

    #[test]
    fn a_locked_file_is_not_replaced() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = folder.path().join("a.sav");
        let held = create(&path, b"a save").expect("there is room");
        assert_eq!(
            replace(&path, b"").expect_err("it is locked").to_string(),
            "a running game saves in it"
        );
        drop(held);
        replace(&path, b"").expect("it is not locked");
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        symlink("file", &link).expect("there is room");
        replace(&link, b"new").expect("there is room");
        assert_eq!(fs::read(&file).expect("it was made"), b"new");
        fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("it is ours");
        replace(&link, b"newer").expect("there is room");
        let metadata = fs::symlink_metadata(&file).expect("it is there");
        assert_eq!((metadata.len(), metadata.permissions().mode() & 0o777), (5, 0o640));
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        replace(Path::new("/dev/null"), b"x").expect("it takes everything");
        let full = replace(Path::new("/dev/full"), b"x").expect_err("it takes nothing");
        assert_eq!(full.kind(), ErrorKind::StorageFull);
        fs::remove_file(&file).expect("it is ours");
        symlink("link", &file).expect("there is room");
        assert!(replace(&link, b"x").is_err(), "the links go round");
    }

    #[test]
    fn what_is_read_is_regular_and_has_bounds() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = folder.path().join("a");
        fs::write(&path, [7; 10]).expect("there is room");
        assert_eq!(read(&path, 10).expect("it fits"), [7; 10]);
        assert_eq!(
            read(&path, 9).expect_err("it is longer").to_string(),
            "it has more than 9 bytes"
        );
        assert!(read(folder.path(), 9).is_err());
        #[cfg(unix)]
        for device in ["/dev/zero", "/dev/null", "/dev/full"] {
            let error = read(Path::new(device), 9).expect_err("it is a device");
            assert_eq!(error.to_string(), "it is no regular file");
        }
    }
}
