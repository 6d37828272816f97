//! A file that behaves like the flash of a handheld: 65,536 bytes, erased to 0xFF.
//!
//! Changes must reach the disk in order; otherwise a power failure could leave the second half of a change without the
//! first. A thread writes and syncs each change. A window waits for the thread only so briefly that the player does not
//! notice. But before the game saves another turn, it waits until the previous turn is on the disk. So at most one turn
//! is ever pending.

use super::writer::{BLOCK, DiskCommand, Fault, Loss, Writer, device};
use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use musrex_core::limits::{SAVE_BYTES, SECTOR_BYTES};
use musrex_core::save::{DeviceError, SaveError};
use musrex_support::files;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const BYTES: usize = SAVE_BYTES as usize;
const SECTOR: usize = SECTOR_BYTES as usize;
/// The largest number in the name of a file that the game creates beside a save.
const BESIDE_MAX: u32 = 999;

/// The file of a save. This process holds a lock on the file.
pub(crate) struct SaveFile {
    /// The path that the player gave.
    path: PathBuf,
    /// The path of the file in use. It differs from `path` after the save was rewritten beside that path.
    current: PathBuf,
    /// The contents of the file, including pending writes.
    bytes: Box<[u8]>,
    disk: Disk,
    /// The files that are no longer used after the save was rewritten beside its path: the old file, and the file that
    /// another program has put at its path. They stay locked during the session, so that no other game opens them as
    /// its save.
    held: Vec<File>,
}

/// The writer of the changes, or the reason why nothing can be written.
enum Disk {
    /// A thread writes the changes.
    Writer(Writer),
    /// The changes cannot be written, for this reason.
    Closed(DeviceError),
}

/// A report that the save was rewritten because another program removed or changed its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rescue {
    /// The damage that the other program did to the old file.
    pub(crate) loss: Loss,
    /// The path of the new file.
    pub(crate) path: PathBuf,
    /// True if the new path differs from the old one.
    pub(crate) is_beside: bool,
}

/// An error in writing a change, in the form that the app shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DiskError(DeviceError);

impl NorFlashError for DiskError {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl From<DiskError> for DeviceError {
    fn from(error: DiskError) -> DeviceError {
        error.0
    }
}

/// An error in opening a save file: the error for the app, and the operating system's error, if there is one.
#[derive(Debug)]
pub(crate) struct OpenError {
    pub(crate) save_error: SaveError,
    pub(crate) error: Option<io::Error>,
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError { save_error: SaveError::Device(device(&error)), error: Some(error) }
    }
}

impl SaveFile {
    /// Opens the file at `path`, or creates it if it is missing. Also opens a read-only file, because the player can
    /// still play the run in it.
    pub(crate) fn open(path: &Path) -> Result<SaveFile, OpenError> {
        // A new file appears under its name only when it is complete.
        if let Some(file) = SaveFile::new_file(path)? {
            return Ok(SaveFile::with(path, vec![0xFF; BYTES], Some(file)));
        }
        let opened = files::open(path, OpenOptions::new().read(true).write(true));
        let (mut file, is_writable) = match opened {
            Ok(file) => (file, true),
            Err(error) if device(&error) == DeviceError::ReadOnly => {
                match files::open(path, OpenOptions::new().read(true)) {
                    Ok(file) => (file, false),
                    Err(_) => return Err(error.into()),
                }
            }
            Err(error) => return Err(error.into()),
        };
        lock(&file)?;
        let mut bytes = Vec::new();
        // Reads one byte more than the size of a save, to detect a file that is too long.
        Read::by_ref(&mut file).take(u64::from(SAVE_BYTES) + 1).read_to_end(&mut bytes)?;
        if bytes.len() < BYTES && is_writable && bytes.iter().all(|&byte| byte == 0xFF) {
            // The file is empty, or an earlier program ended before it had filled the file.
            fill(&mut file)?;
            bytes = vec![0xFF; BYTES];
        }
        if bytes.len() != BYTES {
            return Err(OpenError { save_error: SaveError::WrongSize, error: None });
        }
        Ok(SaveFile::with(path, bytes, is_writable.then_some(file)))
    }

    /// Creates the file at `path` if it is missing.
    fn new_file(path: &Path) -> Result<Option<File>, OpenError> {
        match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            _ => return Ok(None),
        }
        match files::create(path, &[0xFF; BYTES]) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn with(path: &Path, bytes: Vec<u8>, file: Option<File>) -> SaveFile {
        let disk = match file {
            Some(file) => Disk::Writer(Writer::new(file, path, &bytes)),
            None => Disk::Closed(DeviceError::ReadOnly),
        };
        let (path, current) = (path.to_owned(), path.to_owned());
        SaveFile { path, current, bytes: bytes.into(), disk, held: Vec::new() }
    }

    /// Empties the file at `path`, which the player has agreed to overwrite, and opens it as a new save. The old file
    /// may have any size.
    pub(crate) fn make(path: &Path) -> Result<SaveFile, OpenError> {
        let file = files::open(path, OpenOptions::new().write(true))?;
        lock(&file)?;
        file.set_len(0)?;
        drop(file);
        SaveFile::open(path)
    }

    /// Returns the contents, including pending writes.
    pub(crate) const fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Waits until all changes are on the disk, for at most `timeout`. After a timeout, the next call first waits for
    /// those changes without this limit. Returns each error only once. If another program removed or changed the file,
    /// rewrites the whole save and returns the [`Rescue`].
    pub(crate) fn flush(
        &mut self,
        timeout: Option<Duration>,
    ) -> Result<Option<Rescue>, DeviceError> {
        let Disk::Writer(writer) = &mut self.disk else { return Ok(None) };
        match writer.flush(timeout) {
            Ok(()) => Ok(None),
            Err(Fault::Device(device)) => Err(device),
            Err(Fault::Lost(loss)) => match self.rescue(loss) {
                Ok(rescue) => Ok(Some(rescue)),
                Err(error) => {
                    let device = device(&error);
                    self.disk = Disk::Closed(device);
                    Err(device)
                }
            },
        }
    }

    /// Rewrites the whole save to its path. If the file there now has other contents or cannot be replaced, rewrites
    /// the save beside the path.
    fn rescue(&mut self, loss: Loss) -> io::Result<Rescue> {
        let closed = Disk::Closed(DeviceError::Missing);
        let old = match std::mem::replace(&mut self.disk, closed) {
            Disk::Writer(writer) => writer.end(),
            Disk::Closed(_) => None,
        };
        let path = self.current.clone();
        let in_place = match loss {
            Loss::Removed => self.create_again().map(Some),
            // If, for any reason, the new file cannot replace the copy, it is created beside the copy.
            Loss::Copied => Ok(files::take_over(&path, &self.bytes).ok()),
            Loss::Replaced | Loss::Overwritten => Ok(None),
        };
        let (path, file, is_beside) = match in_place {
            Ok(Some(file)) => (path, file, false),
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Ok(None) | Err(_) => {
                let (path, file) = create_beside(&self.path, "rescued", &self.bytes)?;
                (path, file, true)
            }
        };
        if is_beside {
            let other = files::open(&self.current, OpenOptions::new().read(true)).ok();
            self.held.extend(old);
            self.held.extend(other.filter(|other| files::lock(other).is_ok()));
        }
        self.disk = Disk::Writer(Writer::new(file, &path, &self.bytes));
        self.current.clone_from(&path);
        Ok(Rescue { loss, path, is_beside })
    }

    /// Creates the missing file again, and its folder if needed.
    fn create_again(&self) -> io::Result<File> {
        make_folder(&files::target(&self.current)?)?;
        files::create(&self.current, &self.bytes)
    }

    fn change(&mut self, at: usize, bytes: Vec<u8>) -> Result<(), DiskError> {
        match &mut self.disk {
            Disk::Writer(writer) => match writer.command(DiskCommand::Change { at, bytes }) {
                // After a loss of the file, the next flush rewrites all bytes.
                Ok(()) | Err(Fault::Lost(_)) => Ok(()),
                Err(Fault::Device(device)) => Err(DiskError(device)),
            },
            Disk::Closed(device) => Err(DiskError(*device)),
        }
    }

    fn slice(&mut self, from: u32, length: usize) -> Result<&mut [u8], DiskError> {
        let slice = self.bytes.get_mut(from as usize..).and_then(|bytes| bytes.get_mut(..length));
        slice.ok_or(DiskError(DeviceError::Broken))
    }
}

/// Fills a new or unfinished file with 0xFF. On failure, tries to leave the file empty.
fn fill(file: &mut File) -> io::Result<()> {
    let filled = file
        .seek(SeekFrom::Start(0))
        .and_then(|_| file.write_all(&[0xFF; BYTES]))
        .and_then(|()| file.sync_all());
    if filled.is_err() {
        // If emptying the file fails, too, the next start recognises the file as unfinished.
        let _ = file.set_len(0);
    }
    filled
}

impl ErrorType for SaveFile {
    type Error = DiskError;
}

impl ReadNorFlash for SaveFile {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), DiskError> {
        bytes.copy_from_slice(self.slice(offset, bytes.len())?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        BYTES
    }
}

impl NorFlash for SaveFile {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), DiskError> {
        self.slice(from, to.saturating_sub(from) as usize)?.fill(0xFF);
        for start in (from as usize..to as usize).step_by(SECTOR) {
            // The first and the last byte of a sector show whether it is complete. They are written first and last, so
            // that an unfinished sector is recognised.
            let end = start + SECTOR;
            for (from, to) in
                [(start, start + BLOCK), (start + BLOCK, end - BLOCK), (end - BLOCK, end)]
            {
                self.change(from, vec![0xFF; to - from])?;
            }
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), DiskError> {
        let slice = self.slice(offset, bytes.len())?;
        for (old, new) in slice.iter_mut().zip(bytes) {
            *old &= new;
        }
        let changed = slice.to_vec();
        self.change(offset as usize, changed)
    }
}

/// Locks a file of a save.
fn lock(file: &File) -> Result<(), OpenError> {
    files::lock(file).map_err(|error| match error.kind() {
        ErrorKind::ResourceBusy => {
            OpenError { save_error: SaveError::Device(DeviceError::Busy), error: None }
        }
        _ => error.into(),
    })
}

/// Creates a file beside `path`. Its name is the name of `path` followed by `word` and, if needed, a number. Returns
/// the new path and the locked file.
pub(super) fn create_beside(path: &Path, word: &str, bytes: &[u8]) -> io::Result<(PathBuf, File)> {
    for number in 1..=BESIDE_MAX {
        let mut name = OsString::from(path);
        name.push(if number == 1 { format!(".{word}") } else { format!(".{word}-{number}") });
        match files::create(Path::new(&name), bytes) {
            Ok(file) => return Ok((name.into(), file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Makes the folder that contains `path`.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) => fs::create_dir_all(folder),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::app::Settings;
    use musrex_core::poll::block_on;
    use musrex_core::save::{SaveManager, SaveRequest, SaveSource, SaveStatus, Scores};
    use musrex_core::{Command, Events, Game};

    /// A temporary file for one test.
    struct Place(std::path::PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            let name = format!("musrex-test-{}-{name}.sav", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_file(&path);
            Place(path)
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn save(manager: &mut SaveManager<SaveFile>, request: SaveRequest, game: &Game) {
        let (scores, settings) = (Scores::new(), Settings::default());
        let source = SaveSource { game, scores: &scores, settings: &settings };
        let _ = block_on(manager.submit(request, source));
        assert_eq!(block_on(manager.flush(game)), SaveStatus::Done);
    }

    #[test]
    fn the_file_holds_what_was_saved() {
        let place = Place::new("holds");
        let mut game = Game::new(3);
        {
            let mut manager = block_on(SaveManager::open(SaveFile::open(&place.0).unwrap()));
            save(&mut manager, SaveRequest::Begin, &game);
            for _ in 0..200 {
                game.step(Command::Wait, &mut Events::new()).unwrap();
                save(&mut manager, SaveRequest::Turn(Command::Wait), &game);
                manager.flash().flush(None).unwrap();
                let held = fs::read(&place.0).unwrap();
                assert!(held == *manager.flash().bytes, "after each turn the disk has it all");
            }
        }
        let mut again = Game::new(0);
        assert!(
            block_on(async {
                SaveManager::open(SaveFile::open(&place.0).unwrap()).await.load(&mut again).await
            })
            .has_run
        );
        assert!(again == game);
    }

    #[test]
    fn one_holds_it_at_a_time() {
        let place = Place::new("one");
        let held = SaveFile::open(&place.0).unwrap();
        let refused = SaveFile::open(&place.0).err().unwrap();
        assert_eq!(refused.save_error, SaveError::Device(DeviceError::Busy));
        drop(held);
        assert!(SaveFile::open(&place.0).is_ok());
    }

    // A file of another length than a save is refused, and its bytes stay unchanged.
    #[test]
    fn a_save_of_every_length_but_its_own_is_left_alone() {
        let place = Place::new("length");
        let mut manager = block_on(SaveManager::open(SaveFile::open(&place.0).unwrap()));
        save(&mut manager, SaveRequest::Begin, &Game::new(1));
        drop(manager);
        let bytes = fs::read(&place.0).unwrap();
        let file = OpenOptions::new().write(true).open(&place.0).unwrap();
        for length in (1..BYTES).rev() {
            file.set_len(length as u64).unwrap();
            assert_eq!(SaveFile::open(&place.0).err().unwrap().save_error, SaveError::WrongSize);
            assert_eq!(file.metadata().unwrap().len(), length as u64);
        }
        assert!(fs::read(&place.0).unwrap() == bytes[..1]);
        // An empty file is filled, because it has nothing to lose.
        file.set_len(0).unwrap();
        assert!(SaveFile::open(&place.0).is_ok());
    }

    // The test waits for the disk only as long as a window does, so it may notice the loss one turn late.
    #[test]
    fn another_game_does_not_begin_with_what_took_the_place_of_a_save() {
        let place = Place::new("taken");
        let mut game = Game::new(3);
        let mut manager = block_on(SaveManager::open(SaveFile::open(&place.0).unwrap()));
        save(&mut manager, SaveRequest::Begin, &game);
        assert_eq!(manager.flash().flush(None), Ok(None));
        let old = fs::read(&place.0).unwrap();
        let mut found = None;
        for turn in 0..6 {
            game.step(Command::Wait, &mut Events::new()).unwrap();
            save(&mut manager, SaveRequest::Turn(Command::Wait), &game);
            let timeout = Some(Duration::ZERO);
            found = manager.flash().flush(timeout).unwrap().or(found);
            if turn == 2 {
                manager.flash().flush(None).unwrap();
                fs::write(&place.0, &old).unwrap();
            }
        }
        let rescue = found.expect("it is found");
        assert_eq!((rescue.loss, rescue.is_beside), (Loss::Overwritten, true));
        let beside = Place(rescue.path);
        for path in [&place.0, &beside.0] {
            let refused = SaveFile::open(path).err().unwrap();
            assert_eq!(refused.save_error, SaveError::Device(DeviceError::Busy));
        }
        assert_eq!(manager.flash().flush(None), Ok(None));
        drop(manager);
        assert_eq!(fs::read(&place.0).unwrap(), old);
        let mut again = Game::new(0);
        assert!(
            block_on(async {
                SaveManager::open(SaveFile::open(&beside.0).unwrap()).await.load(&mut again).await
            })
            .has_run
        );
        assert!(again == game);
    }

    #[test]
    fn a_file_of_another_size_is_left_alone() {
        let place = Place::new("size");
        for bytes in [vec![0; 100], vec![0xFF; BYTES + 1], vec![0; BYTES - 1]] {
            fs::write(&place.0, &bytes).unwrap();
            assert_eq!(SaveFile::open(&place.0).err().unwrap().save_error, SaveError::WrongSize);
            assert!(fs::read(&place.0).unwrap() == bytes);
        }
        // A file that a game has only begun to fill counts as a new file.
        fs::write(&place.0, [0xFF; 1000]).unwrap();
        assert!(SaveFile::open(&place.0).is_ok());
        assert_eq!(fs::metadata(&place.0).unwrap().len(), 65_536);
    }
}
