//! The file that stores the key map, beside the save.

use crate::failure::{print_error, reason};
use crate::input::key_map::KeyMap;
use musrex_support::files;
use musrex_support::same_file::is_same;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The largest size of a key map in bytes.
const BYTES_MAX: u64 = 64 << 10;

/// The file of the key map. Without a path, the key map lasts only until the program ends.
#[derive(Debug, Default)]
pub(crate) struct KeyFile {
    path: Option<PathBuf>,
    /// True if the file is the save itself, or is not a key map, or cannot be read. Such a file is never overwritten.
    is_foreign: bool,
}

impl KeyFile {
    /// Returns the key file beside the save at `save`. The key file is written only after the player has used the
    /// screen that changes keys. If the save itself has the name of the key file, reports the clash and never writes
    /// the key file.
    pub(crate) fn beside(save: Option<&Path>) -> KeyFile {
        let Some(save) = save else { return KeyFile::default() };
        let path = save.with_extension("keys");
        if is_same(save, &path) {
            let save = save.display();
            print_error(&format!(
                "{save} is the save itself: the default keys are used, and changes are not saved"
            ));
            return KeyFile { path: None, is_foreign: true };
        }
        KeyFile { path: Some(path), is_foreign: false }
    }

    /// Reads the key map. If there is no file, returns the default key map. If the file is not a key map, reports the
    /// error, returns the default key map, and never writes the file.
    pub(crate) fn read(&mut self) -> KeyMap {
        let Some(path) = self.path.clone() else { return KeyMap::default() };
        let read = match files::read(&path, BYTES_MAX) {
            Ok(bytes) => KeyMap::parse(&String::from_utf8_lossy(files::without_mark(&bytes))),
            Err(error) if error.kind() == ErrorKind::NotFound => return KeyMap::default(),
            Err(error) => Err(format!("is not a key file: {}", reason(&error))),
        };
        read.unwrap_or_else(|why| {
            let path = path.display();
            print_error(&format!(
                "{path} {why}: the default keys are used, and --default-keys lets changes replace the file"
            ));
            self.path = None;
            self.is_foreign = true;
            KeyMap::default()
        })
    }

    /// Overwrites the file with the key map. Reports an error if the keys cannot be saved, because the screen already
    /// shows the new keys.
    pub(crate) fn write(&self, map: &KeyMap) {
        let Some(path) = &self.path else {
            if self.is_foreign {
                print_error(
                    "the keys are not saved: their file is not a key file, and it is left as it is",
                );
            }
            return;
        };
        if let Err(error) = files::replace(path, map.to_text().as_bytes()) {
            let path = path.display();
            print_error(&format!("could not save the keys in {path}: {}", reason(&error)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minifb::Key;
    use musrex_core::controls::Control;
    use std::fs;

    /// Makes an empty folder for the test `name`, and returns its path.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("musrex-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is room for temporary files");
        folder
    }

    #[test]
    fn keys_are_kept_beside_the_save() {
        let folder = folder("keys-kept");
        let mut file = KeyFile::beside(Some(&folder.join("run.sav")));
        let mut map = file.read();
        assert_eq!(map, KeyMap::default());
        map.keys.toggle(Control::L, Key::F1);
        file.write(&map);
        let names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["run.keys"]);
        assert_eq!(KeyFile::beside(Some(&folder.join("run.sav"))).read(), map);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_byte_order_mark_is_no_fault() {
        let folder = folder("keys-mark");
        let mut map = KeyMap::default();
        map.keys.toggle(Control::L, Key::F1);
        fs::write(folder.join("run.keys"), format!("\u{FEFF}{}", map.to_text())).unwrap();
        assert_eq!(KeyFile::beside(Some(&folder.join("run.sav"))).read(), map);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_save_is_no_key_map() {
        let folder = folder("keys-save");
        let save = folder.join("mine.keys");
        for bytes in [None, Some(b"a save")] {
            if let Some(bytes) = bytes {
                fs::write(&save, bytes).unwrap();
            }
            let file = KeyFile::beside(Some(&save));
            file.write(&KeyMap::default());
            assert_eq!(fs::read(&save).ok().as_deref(), bytes.map(|bytes| &bytes[..]));
        }
        fs::hard_link(&save, folder.join("other.sav")).unwrap();
        fs::rename(&save, folder.join("other.keys")).unwrap();
        KeyFile::beside(Some(&folder.join("other.sav"))).write(&KeyMap::default());
        assert_eq!(fs::read(folder.join("other.sav")).unwrap(), b"a save");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_key_map_is_left_as_it_is() {
        let folder = folder("keys-broken");
        let path = folder.join("run.keys");
        for broken in [&b"no keys"[..], b"", b"\xFF\xFE", b"musrex-keys 3\n"] {
            fs::write(&path, broken).unwrap();
            let mut file = KeyFile::beside(Some(&folder.join("run.sav")));
            assert_eq!(file.read(), KeyMap::default());
            file.write(&KeyMap::default());
            assert_eq!(fs::read(&path).unwrap(), broken);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
