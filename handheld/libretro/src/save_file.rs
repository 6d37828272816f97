//! The save: 65,536 bytes in memory. If the front end can open files, the same bytes are in a file.
//!
//! A file is written through: each write reaches the system before the turn is shown, so killing the front end loses no
//! turn. Without a file, the bytes are libretro's save memory, which the front end may write to disk at any time. When
//! the game is loaded, the core decides which copy is valid. A completely written file is valid. Otherwise the front
//! end's save memory is valid, and a new file takes over its contents.

use crate::abi::{self, VfsHandle, VfsInterface};
use core::cell::UnsafeCell;
use core::ffi::{CStr, c_uint};
use core::fmt::Write;
use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use heapless::String;
use musrex_core::limits::{SAVE_BYTES, SECTOR_BYTES};
use musrex_core::save::DeviceError;

/// The number of bytes of a save.
pub(crate) const BYTES: usize = SAVE_BYTES as usize;
/// The largest number of bytes in a path.
const PATH_BYTES_MAX: usize = 1024;

struct SaveBytes(UnsafeCell<[u8; BYTES]>);

// SAFETY: the core accesses the bytes only inside `with`, one caller at a time. A front end accesses the bytes only
// between its calls of the core.
unsafe impl Sync for SaveBytes {}

static SAVE: SaveBytes = SaveBytes(UnsafeCell::new([0xFF; BYTES]));

/// Returns the address of the save, which the front end needs.
pub(crate) const fn address() -> *mut u8 {
    SAVE.0.get().cast()
}

/// Fills the save memory with 0xFF, like erased flash.
pub(crate) fn erase() {
    with_bytes(|bytes| bytes.fill(0xFF));
}

fn with_bytes<T>(use_bytes: impl FnOnce(&mut [u8; BYTES]) -> T) -> T {
    // SAFETY: as above. No caller keeps the reference, and no function that gets the reference calls `with_bytes`
    // again.
    use_bytes(unsafe { &mut *SAVE.0.get() })
}

/// An open file of the front end. Dropping the value closes the file.
pub(crate) struct File {
    handle: *mut VfsHandle,
    vfs: VfsInterface,
}

impl File {
    fn open(vfs: VfsInterface, path: &CStr, mode: c_uint) -> Option<File> {
        // SAFETY: the front end provides the function, and the path is zero-terminated.
        let handle = unsafe { vfs.open?(path.as_ptr(), mode, 0) };
        (!handle.is_null()).then(|| File { handle, vfs })
    }

    fn size(&self) -> Option<i64> {
        // SAFETY: the handle is open.
        Some(unsafe { self.vfs.size?(self.handle) })
    }

    fn seek(&self, offset: u32) -> Option<()> {
        // SAFETY: the handle is open; 0 means an offset from the start.
        (unsafe { self.vfs.seek?(self.handle, offset.into(), 0) } >= 0).then_some(())
    }

    fn read(&self, bytes: &mut [u8]) -> Option<()> {
        let length = bytes.len() as u64;
        self.seek(0)?;
        // SAFETY: the handle is open, and the front end stores at most `length` bytes in the slice.
        let count = unsafe { self.vfs.read?(self.handle, bytes.as_mut_ptr().cast(), length) };
        (count.cast_unsigned() == length).then_some(())
    }

    /// Writes bytes, and flushes them to the system.
    fn write(&self, offset: u32, bytes: &[u8]) -> Option<()> {
        let length = bytes.len() as u64;
        self.seek(offset)?;
        // SAFETY: the handle is open, and the front end reads at most `length` bytes of the slice.
        let count = unsafe { self.vfs.write?(self.handle, bytes.as_ptr().cast(), length) };
        // SAFETY: the handle is open.
        let is_flushed = unsafe { self.vfs.flush?(self.handle) } == 0;
        (count.cast_unsigned() == length && is_flushed).then_some(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        if let Some(close) = self.vfs.close {
            // SAFETY: the handle is open, and is not used after this call.
            unsafe { close(self.handle) };
        }
    }
}

/// The location of the save.
pub(crate) enum Place {
    /// The save is in libretro's save memory.
    Memory,
    /// The save is in a completely written file, which is valid.
    File(File),
    /// The save goes to a file that is empty or incomplete. At the first write, the file takes over the contents of the
    /// save memory.
    NewFile(File),
    /// The save is in a file that is readable but not writable, so nothing is saved.
    ReadOnly(File),
}

impl Place {
    /// Opens the save file. If there is none, returns the reason.
    pub(crate) fn find(vfs: Option<VfsInterface>, path: &CStr) -> Result<Place, &'static str> {
        let vfs = vfs.ok_or("the front end opens no files")?;
        let has_all = vfs.close.is_some()
            && vfs.size.is_some()
            && vfs.seek.is_some()
            && vfs.read.is_some()
            && vfs.write.is_some()
            && vfs.flush.is_some();
        if !has_all {
            return Err("the front end lacks a function for files");
        }
        let both = abi::READ | abi::WRITE;
        if let Some(file) = File::open(vfs, path, both | abi::UPDATE_EXISTING) {
            let is_whole = file.size().is_some_and(|size| size >= i64::from(SAVE_BYTES));
            return Ok(if is_whole { Place::File(file) } else { Place::NewFile(file) });
        }
        // The mode of the last attempt below empties an existing file. So a file that is readable is not opened in that
        // mode.
        if let Some(file) = File::open(vfs, path, abi::READ) {
            return Ok(Place::ReadOnly(file));
        }
        let file = File::open(vfs, path, both).ok_or("the front end cannot make a file there")?;
        Ok(Place::NewFile(file))
    }

    /// Returns true if the front end must store the save memory, because no file contains the save yet.
    pub(crate) const fn needs_memory(&self) -> bool {
        matches!(self, Place::Memory | Place::NewFile(_))
    }

    /// Reads the file into memory. Leaves the memory unchanged if there is no file. Also leaves it unchanged if the
    /// front end has filled the memory and the file is incomplete or read-only.
    pub(crate) fn load(&self) -> Result<(), Fault> {
        match self {
            Place::Memory => Ok(()),
            Place::File(file) => with_bytes(|bytes| file.read(bytes)).ok_or(Fault::Broken),
            Place::NewFile(file) | Place::ReadOnly(file) => with_bytes(|bytes| {
                if bytes.iter().any(|byte| *byte != 0xFF) {
                    return Some(());
                }
                let size = usize::try_from(file.size()?).ok()?;
                file.read(&mut bytes[..size.min(BYTES)])
            })
            .ok_or(Fault::Broken),
        }
    }

    /// Writes `length` bytes of the memory at `offset` to the file. To a new file, writes all bytes.
    fn store(&mut self, offset: u32, length: usize) -> Result<(), Fault> {
        let start = offset as usize;
        let written = match self {
            Place::Memory => Some(()),
            Place::ReadOnly(_) => return Err(Fault::ReadOnly),
            Place::File(file) => {
                with_bytes(|bytes| file.write(offset, &bytes[start..start + length]))
            }
            Place::NewFile(file) => with_bytes(|bytes| file.write(0, bytes)),
        };
        if written.is_some()
            && let Place::NewFile(_) = self
            && let Place::NewFile(file) = core::mem::replace(self, Place::Memory)
        {
            *self = Place::File(file);
        }
        written.ok_or(Fault::Broken)
    }
}

/// Returns the path of the save in this folder; `None` if the path is too long or not UTF-8.
pub(crate) fn path_in(folder: &CStr) -> Option<String<PATH_BYTES_MAX>> {
    let mut path = String::new();
    write!(path, "{}/musrex.sav\0", folder.to_str().ok()?).ok()?;
    Some(path)
}

/// The reason why the save cannot be read or written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    Broken,
    ReadOnly,
    OutOfBounds,
}

impl Fault {
    pub(crate) const fn describe(self) -> DeviceError {
        match self {
            Fault::Broken | Fault::OutOfBounds => DeviceError::Broken,
            Fault::ReadOnly => DeviceError::ReadOnly,
        }
    }
}

impl NorFlashError for Fault {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Fault::OutOfBounds => NorFlashErrorKind::OutOfBounds,
            Fault::Broken | Fault::ReadOnly => NorFlashErrorKind::Other,
        }
    }
}

impl From<NorFlashErrorKind> for Fault {
    fn from(_: NorFlashErrorKind) -> Fault {
        Fault::OutOfBounds
    }
}

/// The save as flash memory for the core's save manager.
pub(crate) struct SaveFlash(pub(crate) Place);

impl ErrorType for SaveFlash {
    type Error = Fault;
}

impl ReadNorFlash for SaveFlash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Fault> {
        let start = offset as usize;
        with_bytes(|save| {
            let part = save.get(start..start + bytes.len()).ok_or(Fault::OutOfBounds)?;
            bytes.copy_from_slice(part);
            Ok(())
        })
    }

    fn capacity(&self) -> usize {
        BYTES
    }
}

impl NorFlash for SaveFlash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR_BYTES as usize;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Fault> {
        let (start, end) = (from as usize, to as usize);
        with_bytes(|save| {
            save.get_mut(start..end).ok_or(Fault::OutOfBounds)?.fill(0xFF);
            Ok::<(), Fault>(())
        })?;
        self.0.store(from, end - start)
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Fault> {
        let start = offset as usize;
        with_bytes(|save| {
            let part = save.get_mut(start..start + bytes.len()).ok_or(Fault::OutOfBounds)?;
            part.iter_mut().zip(bytes).for_each(|(old, new)| *old &= new);
            Ok::<(), Fault>(())
        })?;
        self.0.store(offset, bytes.len())
    }
}
