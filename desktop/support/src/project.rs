//! The project's own files.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path of the project's top folder.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("this package lies two folders deep").to_owned()
}

/// The folders that contain build output or installed packages.
const BUILT: [&str; 2] = ["target", "node_modules"];

/// Returns all files below the project's `folder` whose names end with one of `endings`, except files in hidden
/// folders, build output and installed packages.
pub fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![root().join(folder)];
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if path.is_dir() && !name.starts_with('.') && !BUILT.contains(&&*name) {
                todo.push(path);
            } else if path.is_file() && endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns `path` relative to the root of the project.
pub fn relative(path: &Path) -> String {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    let parts: Vec<String> =
        relative.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    parts.join("/")
}
