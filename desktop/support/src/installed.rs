//! Finds programs on this machine.

use std::env;
use std::path::PathBuf;

/// Returns whether a program of this name is installed.
pub fn is_installed(program: &str) -> bool {
    find(program).is_some()
}

/// Returns the path of a program of this name. Also searches Debian's folder for games, which is not in every `PATH`.
pub fn find(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&folders).chain([PathBuf::from("/usr/games")]);
    folders.find_map(|folder| Some(folder.join(program)).filter(|path| path.is_file()))
}
