//! A file that behaves as the flash of a handheld: 65,536 bytes, erased to 0xFF.
//!
//! Writes must reach the disk in order, or a power failure could leave the second half of a change
//! without the first. A thread writes and syncs each change. The game waits for the thread, but no
//! longer than a player would notice, unless the turn before is not on the disk yet: at most one
//! turn is ever pending.

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use musrex_core::limits::{SAVE_BYTES, SECTOR_BYTES};
use musrex_core::save::{DeviceError, SaveError};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const BYTES: usize = SAVE_BYTES as usize;
const SECTOR: usize = SECTOR_BYTES as usize;
/// The bytes that a disk writes atomically.
const BLOCK: usize = 512;

/// The file, held by this process alone.
pub(crate) struct SaveFile {
    /// The file's content, including pending writes.
    bytes: Box<[u8]>,
    disk: Disk,
}

/// The destination of changes.
enum Disk {
    /// A thread writes the changes.
    Writer(Writer),
    /// The changes cannot be written, for this reason.
    Closed(DeviceError),
}

/// A thread that writes, in order.
struct Writer {
    /// `None` only while it is before to end.
    commands: Option<Sender<DiskCommand>>,
    /// An answer to each [`DiskCommand::Flush`], and at once to what fails.
    answers: Receiver<Result<(), DeviceError>>,
    thread: Option<JoinHandle<()>>,
    /// Answers that are still to come.
    awaited: u32,
    failure: Option<DeviceError>,
}

enum DiskCommand {
    Change { at: usize, bytes: Vec<u8> },
    Flush,
}

/// The error that the app shows; the operating system's message goes to the terminal.
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

/// The error of opening a save file: for the app, and of the operating system, if there was one.
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

fn device(error: &io::Error) -> DeviceError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            DeviceError::NoSpace
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => DeviceError::ReadOnly,
        ErrorKind::NotFound => DeviceError::Missing,
        _ => DeviceError::Broken,
    }
}

impl SaveFile {
    /// The file at `path`, which is made if it is not there. One that may be read and not written
    /// is opened all the same: the run in it can be gone on with.
    pub(crate) fn open(path: &Path) -> Result<SaveFile, OpenError> {
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let (mut file, is_writable) = match opened {
            Ok(file) => (file, true),
            Err(error) if device(&error) == DeviceError::ReadOnly => match File::open(path) {
                Ok(file) => (file, false),
                Err(_) => return Err(error.into()),
            },
            Err(error) => return Err(error.into()),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError {
                    save_error: SaveError::Device(DeviceError::Busy),
                    error: None,
                });
            }
            // Where files cannot be locked, nobody else can have this one locked either.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut bytes = Vec::new();
        // A byte more than there may be tells that there are too many.
        Read::by_ref(&mut file).take(u64::from(SAVE_BYTES) + 1).read_to_end(&mut bytes)?;
        if bytes.len() < BYTES && is_writable && bytes.iter().all(|&byte| byte == 0xFF) {
            // New, or made by one who did not live to finish it.
            fill(&mut file)?;
            bytes = vec![0xFF; BYTES];
        }
        if bytes.len() != BYTES {
            return Err(OpenError { save_error: SaveError::WrongSize, error: None });
        }
        let disk = match is_writable {
            true => Disk::Writer(Writer::new(file)),
            false => Disk::Closed(DeviceError::ReadOnly),
        };
        Ok(SaveFile { bytes: bytes.into(), disk })
    }

    /// Opens a file like [`open`](SaveFile::open), also one of a wrong size, which the player
    /// agreed to overwrite.
    pub(crate) fn make(path: &Path) -> Result<SaveFile, OpenError> {
        let file = OpenOptions::new().write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => file.set_len(0)?,
            Err(_) => {
                return Err(OpenError {
                    save_error: SaveError::Device(DeviceError::Busy),
                    error: None,
                });
            }
        }
        drop(file);
        SaveFile::open(path)
    }

    /// Waits until all changes are on the disk, or until `timeout` has run out; then they will be
    /// there as soon as the disk can, and the next call waits for that. Gives what went wrong, once.
    pub(crate) fn flush(&mut self, timeout: Option<Duration>) -> Result<(), DeviceError> {
        match &mut self.disk {
            Disk::Writer(writer) => writer.flush(timeout),
            Disk::Closed(_) => Ok(()),
        }
    }

    fn change(&mut self, at: usize, bytes: Vec<u8>) -> Result<(), DiskError> {
        match &mut self.disk {
            Disk::Writer(writer) => {
                writer.command(DiskCommand::Change { at, bytes }).map_err(DiskError)
            }
            Disk::Closed(device) => Err(DiskError(*device)),
        }
    }

    fn slice(&mut self, from: u32, length: usize) -> Result<&mut [u8], DiskError> {
        let slice = self.bytes.get_mut(from as usize..).and_then(|bytes| bytes.get_mut(..length));
        slice.ok_or(DiskError(DeviceError::Broken))
    }
}

/// Fills a new file; one that cannot be filled is empty again.
fn fill(file: &mut File) -> io::Result<()> {
    let filled = file
        .seek(SeekFrom::Start(0))
        .and_then(|_| file.write_all(&[0xFF; BYTES]))
        .and_then(|()| file.sync_all());
    if filled.is_err() {
        // What cannot be undone is recognised the next time.
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
            // A sector is known by its first and its last byte: the first goes first and the last
            // one last, so that one which was not finished is known for that.
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

impl Writer {
    fn new(file: File) -> Writer {
        let (commands, received) = channel();
        let (answer, answers) = channel();
        let thread = thread::spawn(move || write_all(file, &received, &answer));
        Writer {
            commands: Some(commands),
            answers,
            thread: Some(thread),
            awaited: 0,
            failure: None,
        }
    }

    fn command(&mut self, command: DiskCommand) -> Result<(), DeviceError> {
        self.poll_answer(Duration::ZERO);
        match (self.failure, &self.commands) {
            (None, Some(commands)) if commands.send(command).is_ok() => Ok(()),
            (failure, _) => Err(failure.unwrap_or(DeviceError::Broken)),
        }
    }

    fn flush(&mut self, timeout: Option<Duration>) -> Result<(), DeviceError> {
        let before = self.failure;
        self.wait(None);
        if self.command(DiskCommand::Flush).is_ok() {
            self.awaited += 1;
        }
        self.wait(timeout);
        match self.failure {
            Some(failure) if before.is_none() => Err(failure),
            _ => Ok(()),
        }
    }

    /// Waits for the pending answers.
    fn wait(&mut self, timeout: Option<Duration>) {
        let until = Instant::now() + timeout.unwrap_or(Duration::from_secs(3600));
        while self.awaited > 0 && self.failure.is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || !self.poll_answer(left) {
                break;
            }
        }
    }

    /// Waits for an answer; returns whether one came in time.
    fn poll_answer(&mut self, timeout: Duration) -> bool {
        let answer = self.answers.recv_timeout(timeout);
        match answer {
            Ok(Ok(())) => self.awaited = self.awaited.saturating_sub(1),
            Ok(Err(failure)) => self.failure = Some(failure),
            Err(_) => return false,
        }
        true
    }
}

impl Drop for Writer {
    /// Completes all writes before the program ends.
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // A writer that has panicked has nothing more to write.
            let _ = thread.join();
        }
    }
}

/// Writes what is ordered, and has the disk keep each change before the next is made; changes to
/// one block of the disk, which reaches it whole, go together.
fn write_all(
    mut file: File,
    commands: &Receiver<DiskCommand>,
    answer: &Sender<Result<(), DeviceError>>,
) {
    let mut unsynced: Option<usize> = None;
    let mut waiting = None;
    loop {
        let command = match waiting.take() {
            Some(command) => command,
            None => match commands.recv() {
                Ok(command) => command,
                Err(_) => break,
            },
        };
        let done = match command {
            DiskCommand::Change { at, bytes } => {
                let block = at / BLOCK;
                let is_within = (at + bytes.len()).div_ceil(BLOCK) == block + 1;
                let goes_with = is_within && unsynced == Some(block);
                let synced = if goes_with { Ok(()) } else { sync(&mut file, &mut unsynced) };
                synced.and_then(|()| write_at(&mut file, at, &bytes)).and_then(|()| {
                    unsynced = Some(if is_within { block } else { usize::MAX });
                    // What comes next may go with it; if nothing does, it is time.
                    waiting = commands.try_recv().ok();
                    if waiting.is_none() { sync(&mut file, &mut unsynced) } else { Ok(()) }
                })
            }
            DiskCommand::Flush => {
                let synced = sync(&mut file, &mut unsynced);
                synced.map(|()| {
                    // Whoever asked may have gone.
                    let _ = answer.send(Ok(()));
                })
            }
        };
        if let Err(error) = done {
            let _ = answer.send(Err(device(&error)));
            return;
        }
    }
    let _ = sync(&mut file, &mut unsynced);
}

fn write_at(file: &mut File, at: usize, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at as u64))?;
    file.write_all(bytes)
}

fn sync(file: &mut File, unsynced: &mut Option<usize>) -> io::Result<()> {
    match unsynced.take() {
        Some(_) => file.sync_data(),
        None => Ok(()),
    }
}

/// Makes the folder that `path` is in.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) => fs::create_dir_all(folder),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::save::{SaveManager, SaveRequest, SaveSource, SaveStatus, Scores};
    use musrex_core::screens::Settings;
    use musrex_core::{Command, Events, Game};

    /// A file of its own in the folder for such.
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
        manager.submit(request, SaveSource { game, scores: &scores, settings: &settings });
        assert_eq!(manager.flush(game), SaveStatus::Done);
    }

    #[test]
    fn the_file_holds_what_was_saved() {
        let place = Place::new("holds");
        let mut game = Game::new(3);
        {
            let mut manager = SaveManager::open(SaveFile::open(&place.0).unwrap());
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
        assert!(SaveManager::open(SaveFile::open(&place.0).unwrap()).load(&mut again).has_run);
        assert!(again == game);
    }

    // However slow the disk is, the game is at most one turn ahead of it.
    #[test]
    fn a_slow_disk_is_waited_for_a_turn_later() {
        let (slowness, timeout) = (Duration::from_millis(200), Duration::from_millis(1));
        let (commands, received) = channel();
        let (answer, answers) = channel();
        let disk = thread::spawn(move || {
            for command in received {
                if matches!(command, DiskCommand::Flush) {
                    thread::sleep(slowness);
                    answer.send(Ok(())).unwrap();
                }
            }
        });
        let (thread, commands) = (Some(disk), Some(commands));
        let mut writer = Writer { commands, answers, thread, awaited: 0, failure: None };
        let start = Instant::now();
        writer.flush(Some(timeout)).unwrap();
        assert_eq!(writer.awaited, 1, "it is on its way");
        for turn in 1..4 {
            writer.flush(Some(timeout)).unwrap();
            assert!(writer.awaited == 1 && start.elapsed() >= turn * slowness);
        }
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

    // However much of a save is missing: it is no save, and nothing more of it is lost.
    #[test]
    fn a_save_of_every_length_but_its_own_is_left_alone() {
        let place = Place::new("length");
        let mut manager = SaveManager::open(SaveFile::open(&place.0).unwrap());
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
        // Of nothing there is nothing to lose.
        file.set_len(0).unwrap();
        assert!(SaveFile::open(&place.0).is_ok());
    }

    #[test]
    fn a_file_of_another_size_is_left_alone() {
        let place = Place::new("size");
        for bytes in [vec![0; 100], vec![0xFF; BYTES + 1], vec![0; BYTES - 1]] {
            fs::write(&place.0, &bytes).unwrap();
            assert_eq!(SaveFile::open(&place.0).err().unwrap().save_error, SaveError::WrongSize);
            assert!(fs::read(&place.0).unwrap() == bytes);
        }
        // A new file whose maker died over it is no stranger.
        fs::write(&place.0, [0xFF; 1000]).unwrap();
        assert!(SaveFile::open(&place.0).is_ok());
        assert_eq!(fs::metadata(&place.0).unwrap().len(), 65_536);
    }
}
