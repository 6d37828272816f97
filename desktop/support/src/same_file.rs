//! Detects when a command line uses the same file for several purposes.

use crate::failure::Failure;
use crate::files;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The identity of a file, independent of its path. After the file is removed and closed, the system may give the same
/// identity to another file.
#[derive(Debug, PartialEq, Eq)]
pub struct FileId(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] ::same_file::Handle);

impl FileId {
    /// Returns the identity of the file at `path`.
    ///
    /// # Errors
    /// Fails if there is no such file, or the operating system refuses.
    pub fn of_path(path: &Path) -> io::Result<FileId> {
        #[cfg(unix)]
        return fs::metadata(path).map(|metadata| FileId::of(&metadata));
        #[cfg(not(unix))]
        ::same_file::Handle::from_path(path).map(FileId)
    }

    /// Returns the identity of an open file.
    ///
    /// # Errors
    /// Fails if the operating system refuses.
    pub fn of_file(file: &File) -> io::Result<FileId> {
        #[cfg(unix)]
        return file.metadata().map(|metadata| FileId::of(&metadata));
        #[cfg(not(unix))]
        file.try_clone().and_then(::same_file::Handle::from_file).map(FileId)
    }

    #[cfg(unix)]
    fn of(metadata: &fs::Metadata) -> FileId {
        use std::os::unix::fs::MetadataExt;
        FileId((metadata.dev(), metadata.ino()))
    }
}

/// Returns whether both paths lead to the same existing file, directly or through links, or would create the same new
/// file. Devices and pipes may be used several times, so they never count as the same.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(first), Ok(second)) => {
            let ids = FileId::of_path(one).ok().zip(FileId::of_path(other).ok());
            first.is_file() && second.is_file() && ids.is_some_and(|(one, other)| one == other)
        }
        (Err(_), Err(_)) => place(one) == place(other),
        _ => false,
    }
}

/// Returns the folder and the name under which a missing file would be created.
fn place(path: &Path) -> (PathBuf, String) {
    let target = files::target(path).unwrap_or_else(|_| path.to_owned());
    let folder = files::folder(&target);
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // These systems ignore case in file names.
    let name =
        if cfg!(any(windows, target_os = "macos")) { name.to_lowercase() } else { name.into() };
    (fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()), name)
}

/// Checks that no file is used for two purposes. `files` lists each purpose with its path. Consecutive paths with the
/// same purpose may be equal.
///
/// # Errors
/// Fails with [`Failure::Usage`], which names the first two purposes that share a file.
pub fn check_distinct(files: &[(&str, &Path)]) -> Result<(), Failure> {
    let mut checked = 0;
    for group in files.chunk_by(|(one, _), (other, _)| one == other) {
        for (what, path) in group {
            let mut others = files[..checked].iter();
            if let Some((other, _)) = others.find(|(_, other)| is_same(other, path)) {
                let path = path.display();
                return Err(Failure::Usage(format!(
                    "{other} and {what} are the same file, {path}"
                )));
            }
        }
        checked += group.len();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_many_names() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b"] {
            fs::write(path(name), "").expect("there is room");
        }
        fs::hard_link(path("a"), path("hard")).expect("it is the same disk");
        assert!(is_same(&path("a"), &path("./a")) && is_same(&path("a"), &path("hard")));
        assert!(is_same(&path("new"), &path("./new")) && !is_same(&path("new"), &path("newer")));
        assert!(!is_same(&path("a"), &path("b")) && !is_same(&path("a"), &path("new")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", path("soft")).expect("there is room");
            assert!(is_same(&path("a"), &path("soft")) && is_same(&path("hard"), &path("soft")));
            assert!(!is_same(Path::new("/dev/null"), Path::new("/dev/null")));
        }
        let (a, b, hard) = (path("a"), path("b"), path("hard"));
        assert_eq!(check_distinct(&[("x", &a), ("x", &hard), ("y", &b)]), Ok(()));
        let Err(Failure::Usage(why)) = check_distinct(&[("x", &a), ("y", &hard)]) else {
            panic!("they are the same file");
        };
        assert!(why.starts_with("x and y are the same file, "), "{why}");
    }
}
