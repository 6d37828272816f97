//! The thread that writes the changes of a save to its file, in order. It detects if another program removes or changes
//! the file.

use musrex_core::limits::SAVE_BYTES;
use musrex_core::save::DeviceError;
use musrex_support::files;
use musrex_support::same_file::FileId;
use std::fs::File;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The number of bytes that a disk writes atomically.
pub(super) const BLOCK: usize = 512;

/// A handle to a thread that writes changes in order.
pub(super) struct Writer {
    /// The channel to the thread; `None` only while the thread is ending.
    commands: Option<Sender<DiskCommand>>,
    /// The answers of the thread: one for each [`DiskCommand::Flush`], and one immediately after each failure.
    answers: Receiver<Result<(), Fault>>,
    thread: Option<JoinHandle<File>>,
    /// The number of flushes that the thread has not answered yet.
    awaited: u32,
    fault: Option<Fault>,
}

/// A message to the thread.
pub(super) enum DiskCommand {
    /// Writes bytes to the file.
    Change {
        /// The offset of the bytes in the file.
        at: usize,
        /// The new bytes.
        bytes: Vec<u8>,
    },
    /// Syncs all changes that were sent before.
    Flush,
}

/// The reason why a thread has stopped writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The disk failed.
    Device(DeviceError),
    /// Another program removed or changed the file.
    Lost(Loss),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Device(device(&error))
    }
}

/// Converts an error of the operating system to the [`DeviceError`] that the game shows.
pub(super) fn device(error: &io::Error) -> DeviceError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            DeviceError::NoSpace
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => DeviceError::ReadOnly,
        ErrorKind::ResourceBusy => DeviceError::Busy,
        ErrorKind::NotFound => DeviceError::Missing,
        _ => DeviceError::Broken,
    }
}

/// The damage that another program did to the open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// The file's path no longer exists.
    Removed,
    /// The file's path now names another file with the same bytes.
    Copied,
    /// The file's path now names another file with other bytes.
    Replaced,
    /// The file's contents have changed.
    Overwritten,
}

impl Writer {
    /// Starts a thread that writes to `file`, which is open at `path` and contains `bytes`.
    pub(super) fn new(file: File, path: &Path, bytes: &[u8]) -> Writer {
        let (path, bytes) = (path.to_owned(), bytes.to_vec());
        let mut disk = Disk { file, path, bytes, unsynced: None, is_checked: false };
        let (commands, received) = channel();
        let (answer, answers) = channel();
        let thread = thread::spawn(move || {
            if let Err(fault) = disk.write_all(&received, &answer) {
                // The receiving end may already be closed.
                let _ = answer.send(Err(fault));
            }
            disk.file
        });
        Writer { commands: Some(commands), answers, thread: Some(thread), awaited: 0, fault: None }
    }

    /// Sends a command to the thread.
    pub(super) fn command(&mut self, command: DiskCommand) -> Result<(), Fault> {
        self.poll_answer(Duration::ZERO);
        match (self.fault, &self.commands) {
            (None, Some(commands)) if commands.send(command).is_ok() => Ok(()),
            (fault, _) => {
                // If the thread accepts no more commands, its answer states the reason.
                self.poll_answer(Duration::ZERO);
                Err(fault.or(self.fault).unwrap_or(Fault::Device(DeviceError::Broken)))
            }
        }
    }

    /// Waits until all changes are on the disk, for at most `timeout`. After a timeout, the next call first waits for
    /// those changes without this limit. Returns a disk failure only once, but a loss of the file at each call.
    pub(super) fn flush(&mut self, timeout: Option<Duration>) -> Result<(), Fault> {
        let before = self.fault;
        self.wait(None);
        if self.command(DiskCommand::Flush).is_ok() {
            self.awaited += 1;
        }
        self.wait(timeout);
        match self.fault {
            Some(fault @ Fault::Lost(_)) => Err(fault),
            Some(fault) if before.is_none() => Err(fault),
            _ => Ok(()),
        }
    }

    /// Ends the thread and returns the file, which stays locked until it is dropped. Returns `None` if the thread has
    /// panicked.
    pub(super) fn end(mut self) -> Option<File> {
        self.join()
    }

    fn join(&mut self) -> Option<File> {
        self.commands = None;
        self.thread.take().and_then(|thread| thread.join().ok())
    }

    /// Waits for the pending answers, for at most `timeout`; if that is `None`, for at most an hour.
    fn wait(&mut self, timeout: Option<Duration>) {
        let until = Instant::now() + timeout.unwrap_or(Duration::from_secs(3600));
        while self.awaited > 0 && self.fault.is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || !self.poll_answer(left) {
                break;
            }
        }
    }

    /// Waits for an answer, for at most `timeout`. Returns true if an answer came.
    fn poll_answer(&mut self, timeout: Duration) -> bool {
        match self.answers.recv_timeout(timeout) {
            Ok(Ok(())) => self.awaited = self.awaited.saturating_sub(1),
            Ok(Err(fault)) => self.fault = Some(fault),
            Err(_) => return false,
        }
        true
    }
}

impl Drop for Writer {
    /// Waits until the thread has written all changes.
    fn drop(&mut self) {
        self.join();
    }
}

/// The state of the thread: the file, and the bytes that the thread expects in it.
struct Disk {
    file: File,
    path: PathBuf,
    /// The bytes that the file should have, unless another program has written to it.
    bytes: Vec<u8>,
    /// The block with unsynced changes, or [`usize::MAX`] for several blocks; `None` if everything is synced.
    unsynced: Option<usize>,
    /// True if the file was checked since the last flush.
    is_checked: bool,
}

impl Disk {
    /// Writes the changes in order, and syncs each change before the next. Only consecutive changes within one block
    /// are synced together, because the disk writes a block atomically.
    fn write_all(
        &mut self,
        commands: &Receiver<DiskCommand>,
        answer: &Sender<Result<(), Fault>>,
    ) -> Result<(), Fault> {
        let mut waiting = None;
        while let Some(command) = waiting.take().or_else(|| commands.recv().ok()) {
            if !std::mem::replace(&mut self.is_checked, true) {
                self.check()?;
            }
            match command {
                DiskCommand::Change { at, bytes } => {
                    let block = at / BLOCK;
                    let is_within = (at + bytes.len()).div_ceil(BLOCK) == block + 1;
                    if !is_within || self.unsynced != Some(block) {
                        self.sync()?;
                    }
                    self.write_at(at, &bytes)?;
                    self.unsynced = Some(if is_within { block } else { usize::MAX });
                    // The next change may be in the same block. If no command is waiting, the block is synced now.
                    waiting = commands.try_recv().ok();
                    if waiting.is_none() {
                        self.sync()?;
                    }
                }
                DiskCommand::Flush => {
                    self.sync()?;
                    self.is_checked = false;
                    // The receiving end may already be closed.
                    let _ = answer.send(Ok(()));
                }
            }
        }
        Ok(self.sync()?)
    }

    /// Checks that the path still names this file, and that the file contains the bytes that this thread wrote.
    fn check(&mut self) -> Result<(), Fault> {
        let named = match FileId::of_path(&self.path) {
            Ok(named) => named,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Err(Fault::Lost(Loss::Removed));
            }
            // If the path cannot be resolved, the file is assumed to be still there.
            Err(_) => return Ok(()),
        };
        // On Windows, an open file is not replaced, and file ids are not permanent.
        if cfg!(unix) && named != FileId::of_file(&self.file)? {
            let found = files::read(&self.path, SAVE_BYTES.into());
            let is_copy = found.is_ok_and(|found| found == self.bytes);
            return Err(Fault::Lost(if is_copy { Loss::Copied } else { Loss::Replaced }));
        }
        self.file.seek(SeekFrom::Start(0))?;
        match files::bounded(&self.file, SAVE_BYTES.into()) {
            Ok(found) if found == self.bytes => Ok(()),
            Err(error) if error.kind() != ErrorKind::FileTooLarge => Err(error.into()),
            _ => Err(Fault::Lost(Loss::Overwritten)),
        }
    }

    fn write_at(&mut self, at: usize, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at as u64))?;
        self.file.write_all(bytes)?;
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        match self.unsynced.take() {
            Some(_) => self.file.sync_data(),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Even with a slow disk, the game is at most one turn ahead of the disk.
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
            tempfile::tempfile().unwrap()
        });
        let (thread, commands) = (Some(disk), Some(commands));
        let mut writer = Writer { commands, answers, thread, awaited: 0, fault: None };
        let start = Instant::now();
        writer.flush(Some(timeout)).unwrap();
        assert_eq!(writer.awaited, 1, "it is on its way");
        for turn in 1..4 {
            writer.flush(Some(timeout)).unwrap();
            assert!(writer.awaited == 1 && start.elapsed() >= turn * slowness);
        }
    }
}
