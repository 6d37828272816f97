//! Emulates a Game Boy Advance without a window: loads mGBA's libretro core, and acts as the front end of that core.
//!
//! The core has a C interface (libretro.h), so much code here is unsafe. The code is sound for three reasons. Each core
//! is loaded from its own file, so cores share no global state. A core calls back only during a call, on the same
//! thread. Everything that is passed to a core lives as long as the core.

use crate::picture::RgbImage;
use libloading::Library;
use musrex_core::input::{Button, Buttons};
use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_uint, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use tempfile::TempDir;

/// The paths at which Debian's libretro-mgba and other packages install mGBA's core.
const PLACES: [&str; 4] = [
    "/usr/lib/x86_64-linux-gnu/libretro/mgba_libretro.so",
    "/usr/lib/aarch64-linux-gnu/libretro/mgba_libretro.so",
    "/usr/lib/libretro/mgba_libretro.so",
    "/usr/lib64/libretro/mgba_libretro.so",
];

/// The largest number of log lines that are kept until they are taken.
const LOG_LINES_MAX: usize = 100;

/// The buttons, with their libretro numbers.
pub(crate) const NUMBERS: [(Button, c_uint); 10] = [
    (Button::B, 0),
    (Button::Select, 2),
    (Button::Start, 3),
    (Button::Up, 4),
    (Button::Down, 5),
    (Button::Left, 6),
    (Button::Right, 7),
    (Button::A, 8),
    (Button::L, 10),
    (Button::R, 11),
];

/// Returns the path of mGBA's core, if it is installed.
pub fn core() -> Option<PathBuf> {
    PLACES.iter().map(PathBuf::from).find(|path| path.is_file())
}

/// The state of the libretro front end while a core runs.
#[derive(Default)]
struct Frontend {
    held: Buttons,
    format: u32,
    picture: Option<RgbImage>,
    samples: Vec<i16>,
    log: Vec<String>,
    /// For each memory of the machine, its first address, its length, and a pointer to its bytes.
    memories: Vec<(usize, usize, *mut u8)>,
}

thread_local! {
    /// The front end of the core that is currently being called.
    static FRONTEND: Cell<*mut Frontend> = const { Cell::new(ptr::null_mut()) };
}

/// Calls a function with the front end of the running core.
fn with_frontend<T>(with_frontend: impl FnOnce(&mut Frontend) -> T) -> T {
    let frontend = FRONTEND.get();
    assert!(!frontend.is_null(), "a core calls back only while it is called");
    // SAFETY: `Emulator::call` sets the pointer for the duration of a call. During the call, no other code uses the
    // front end, and no callback calls the core.
    with_frontend(unsafe { &mut *frontend })
}

#[repr(C)]
struct GameInfo {
    path: *const c_char,
    data: *const c_void,
    size: usize,
    meta: *const c_char,
}

#[repr(C)]
struct Variable {
    key: *const c_char,
    value: *const c_char,
}

#[repr(C)]
struct MemoryDescriptor {
    flags: u64,
    place: *mut c_void,
    offset: usize,
    start: usize,
    select: usize,
    disconnect: usize,
    length: usize,
    space: *const c_char,
}

#[repr(C)]
struct MemoryMap {
    descriptors: *const MemoryDescriptor,
    count: c_uint,
}

/// The variadic log function for the core. MGBA calls it with "%s: %s\n", a category and a text.
extern "C" fn on_log(
    _: c_uint,
    format: *const c_char,
    category: *const c_char,
    text: *const c_char,
) {
    // SAFETY: the format is a C string by the contract of libretro.
    if unsafe { CStr::from_ptr(format) }.to_bytes() != b"%s: %s\n" {
        return;
    }
    // SAFETY: a call with this format passes two C strings.
    let [category, text] = [category, text].map(|words| unsafe { CStr::from_ptr(words) });
    let line = format!("{}: {}", category.to_string_lossy(), text.to_string_lossy());
    with_frontend(|frontend| {
        // A faulty program may cause a log line at every step, so the length of the log is limited.
        if frontend.log.len() < LOG_LINES_MAX {
            frontend.log.push(line);
        }
    });
}

/// Handles the environment commands of the core. Their numbers are `RETRO_ENVIRONMENT_…` in libretro.h.
extern "C" fn on_environment(command: c_uint, data: *mut c_void) -> bool {
    with_frontend(|frontend| {
        // SAFETY: for each command, libretro.h defines the type of `data`.
        unsafe {
            match command & 0xffff {
                // GET_CAN_DUPE: the core may skip a picture that equals the previous one.
                3 => data.cast::<bool>().write(true),
                // SET_PIXEL_FORMAT
                10 => frontend.format = data.cast::<u32>().read(),
                // GET_VARIABLE: every option keeps its default.
                15 => {
                    (*data.cast::<Variable>()).value = ptr::null();
                    return false;
                }
                // GET_VARIABLE_UPDATE
                17 => data.cast::<bool>().write(false),
                // GET_LOG_INTERFACE
                27 => data.cast::<*const c_void>().write(on_log as *const c_void),
                // SET_MEMORY_MAPS
                36 => {
                    let map = &*data.cast::<MemoryMap>();
                    let count = usize::try_from(map.count).expect("memories are few");
                    frontend.memories = std::slice::from_raw_parts(map.descriptors, count)
                        .iter()
                        .filter(|memory| !memory.place.is_null())
                        .map(|memory| {
                            let place = memory.place.cast::<u8>().add(memory.offset);
                            (memory.start, memory.length, place)
                        })
                        .collect();
                }
                _ => return false,
            }
        }
        true
    })
}

extern "C" fn on_picture(data: *const c_void, width: c_uint, height: c_uint, pitch: usize) {
    if data.is_null() {
        return;
    }
    let [width, height] = [width, height].map(|side| usize::try_from(side).expect("a screen"));
    with_frontend(|frontend| {
        let pixel = |x: usize, y: usize| {
            // SAFETY: the core passes rows of `pitch` bytes, in the pixel format that it has set.
            unsafe {
                let row = data.cast::<u8>().add(y * pitch);
                match frontend.format {
                    1 => row.cast::<u32>().add(x).read() & 0xff_ffff,
                    2 => from_parts(u32::from(row.cast::<u16>().add(x).read()), 11, 6),
                    _ => from_parts(u32::from(row.cast::<u16>().add(x).read()), 10, 5),
                }
            }
        };
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let pixels = pixels.map(|(x, y)| as_shown(pixel(x, y))).collect();
        frontend.picture = Some(RgbImage { width, pixels });
    });
}

/// Converts a 16-bit pixel to 0x00RRGGBB.
fn from_parts(pixel: u32, red_at: u32, green_bits: u32) -> u32 {
    let red = pixel >> red_at & 31;
    let green = pixel >> 5 & ((1 << green_bits) - 1);
    red << 19 | green << (16 - green_bits) | (pixel & 31) << 3
}

/// Returns a colour as the Game Boy Advance shows it, with only the upper five bits of red, green and blue.
pub const fn as_shown(colour: u32) -> u32 {
    colour & 0xf8_f8f8
}

extern "C" fn on_sample(left: i16, right: i16) {
    with_frontend(|frontend| frontend.samples.extend([left, right]));
}

extern "C" fn on_samples(data: *const i16, frames: usize) -> usize {
    // SAFETY: a frame has two samples by the contract of libretro.
    let samples = unsafe { std::slice::from_raw_parts(data, frames * 2) };
    with_frontend(|frontend| frontend.samples.extend_from_slice(samples));
    frames
}

extern "C" fn on_poll() {}

extern "C" fn on_input(port: c_uint, device: c_uint, _: c_uint, number: c_uint) -> i16 {
    const JOYPAD: c_uint = 1;
    let button = NUMBERS.iter().find(|known| known.1 == number && (port, device) == (0, JOYPAD));
    button.map_or(0, |known| with_frontend(|frontend| i16::from(frontend.held.has(known.0))))
}

/// The ids of kinds of memory (`RETRO_MEMORY_…`).
const SAVE_RAM: c_uint = 0;

/// A machine with a cartridge.
pub struct Emulator {
    library: Library,
    frontend: Box<Frontend>,
    // The data passed to the core must live as long as the core.
    _rom: Vec<u8>,
    _path: CString,
    _folder: TempDir,
}

impl Emulator {
    /// Switches on a machine with `rom`. The cartridge's save memory contains `save`, or has never been written if
    /// `save` is `None`.
    ///
    /// # Panics
    /// Panics if mGBA's core cannot be used.
    pub fn start(core: &Path, rom: &[u8], save: Option<&[u8]>) -> Emulator {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let own_core = folder.path().join("core.so");
        std::fs::copy(core, &own_core).expect("the core can be read");
        let path = folder.path().join("musrex.gba");
        std::fs::write(&path, rom).expect("there is room for the cartridge");
        let path = CString::new(path.to_str().expect("a plain path")).expect("a plain path");
        // SAFETY: loading mGBA's core runs no code that affects this program.
        let library = unsafe { Library::new(&own_core) }.expect("the core is a library");
        let mut emulator = Emulator {
            library,
            frontend: Box::default(),
            _rom: rom.to_vec(),
            _path: path,
            _folder: folder,
        };
        emulator.plug_in();
        if let Some(bytes) = save {
            emulator.save_memory_mut()[..bytes.len()].copy_from_slice(bytes);
        }
        emulator
    }

    fn plug_in(&mut self) {
        let info = GameInfo {
            path: self._path.as_ptr(),
            data: self._rom.as_ptr().cast(),
            size: self._rom.len(),
            meta: ptr::null(),
        };
        // SAFETY: the functions have these types in libretro.h, and are called in the order that libretro.h requires.
        let is_loaded = unsafe {
            self.call::<unsafe extern "C" fn(extern "C" fn(c_uint, *mut c_void) -> bool), _>(
                "retro_set_environment",
                |set| set(on_environment),
            );
            self.call::<unsafe extern "C" fn(extern "C" fn(*const c_void, c_uint, c_uint, usize)), _>(
                "retro_set_video_refresh",
                |set| set(on_picture),
            );
            self.call::<unsafe extern "C" fn(extern "C" fn(i16, i16)), _>(
                "retro_set_audio_sample",
                |set| set(on_sample),
            );
            self.call::<unsafe extern "C" fn(extern "C" fn(*const i16, usize) -> usize), _>(
                "retro_set_audio_sample_batch",
                |set| set(on_samples),
            );
            self.call::<unsafe extern "C" fn(extern "C" fn()), _>("retro_set_input_poll", |set| {
                set(on_poll);
            });
            self.call::<unsafe extern "C" fn(extern "C" fn(c_uint, c_uint, c_uint, c_uint) -> i16), _>(
                "retro_set_input_state",
                |set| set(on_input),
            );
            self.call::<unsafe extern "C" fn(), _>("retro_init", |init| init());
            self.call::<unsafe extern "C" fn(*const GameInfo) -> bool, _>(
                "retro_load_game",
                |load| load(&raw const info),
            )
        };
        assert!(is_loaded, "the core does not take the cartridge");
    }

    /// Calls the function `name` of the core.
    ///
    /// # Safety
    /// `F` must be the type of the function.
    unsafe fn call<F: Copy, T>(&mut self, name: &str, call: impl FnOnce(F) -> T) -> T {
        // SAFETY: the caller guarantees the type.
        let function = unsafe { *self.library.get::<F>(name.as_bytes()).expect("a libretro core") };
        FRONTEND.set(&raw mut *self.frontend);
        let result = call(function);
        FRONTEND.set(ptr::null_mut());
        result
    }

    /// Runs the machine for one picture while these buttons are held.
    pub fn run(&mut self, held: Buttons) {
        self.frontend.held = held;
        // SAFETY: the function has this type in libretro.h.
        unsafe { self.call::<unsafe extern "C" fn(), _>("retro_run", |run| run()) }
    }

    /// Presses the reset button. RAM and save memory keep their contents.
    pub fn reset(&mut self) {
        // SAFETY: the function has this type in libretro.h.
        unsafe { self.call::<unsafe extern "C" fn(), _>("retro_reset", |reset| reset()) }
    }

    /// Returns the complete state of the machine between two pictures.
    pub fn snapshot(&mut self) -> Vec<u8> {
        // SAFETY: the functions have these types in libretro.h; the core writes exactly the number of bytes that it has
        // reported.
        unsafe {
            let size = self
                .call::<unsafe extern "C" fn() -> usize, _>("retro_serialize_size", |get| get());
            let mut state = vec![0; size];
            let is_done = self.call::<unsafe extern "C" fn(*mut u8, usize) -> bool, _>(
                "retro_serialize",
                |save| save(state.as_mut_ptr(), state.len()),
            );
            assert!(is_done, "the core gives its state");
            state
        }
    }

    /// Restores a state that this machine has saved.
    pub fn restore(&mut self, state: &[u8]) {
        // SAFETY: the function has this type in libretro.h.
        let is_done = unsafe {
            self.call::<unsafe extern "C" fn(*const u8, usize) -> bool, _>(
                "retro_unserialize",
                |load| load(state.as_ptr(), state.len()),
            )
        };
        assert!(is_done, "the core takes its own state");
    }

    /// Returns the picture on the screen, in the colours of [`as_shown`].
    ///
    /// # Panics
    /// Panics if the machine has not shown a picture yet.
    pub fn picture(&self) -> &RgbImage {
        self.frontend.picture.as_ref().expect("it has run")
    }

    /// Takes the lines that the core has logged since the last call of this function.
    pub fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.frontend.log)
    }

    /// Takes the samples played since the last call of this function; left and right values alternate.
    pub fn take_samples(&mut self) -> Vec<i16> {
        std::mem::take(&mut self.frontend.samples)
    }

    /// Returns the machine's memory at an address.
    ///
    /// # Panics
    /// Panics if the machine has no memory at this address.
    pub fn memory_mut(&mut self, address: usize, length: usize) -> &mut [u8] {
        let holds = |&&(start, size, _): &&(usize, usize, *mut u8)| {
            address >= start && address + length <= start + size
        };
        let memory = self.frontend.memories.iter().find(holds).expect("there is memory there");
        // SAFETY: the core's memory does not move while the cartridge is loaded, and the core does not run while the
        // memory is borrowed.
        unsafe { std::slice::from_raw_parts_mut(memory.2.add(address - memory.0), length) }
    }

    /// Returns the cartridge's save memory, as the bytes of a `.sav` file.
    pub fn save_memory_mut(&mut self) -> &mut [u8] {
        // SAFETY: the functions have these types in libretro.h; the memory does not move while the cartridge is loaded.
        unsafe {
            let data = self.call::<unsafe extern "C" fn(c_uint) -> *mut u8, _>(
                "retro_get_memory_data",
                |get| get(SAVE_RAM),
            );
            let size = self
                .call::<unsafe extern "C" fn(c_uint) -> usize, _>("retro_get_memory_size", |get| {
                    get(SAVE_RAM)
                });
            if data.is_null() { &mut [] } else { std::slice::from_raw_parts_mut(data, size) }
        }
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // SAFETY: the functions have these types in libretro.h, and are called in the order that libretro.h requires.
        unsafe {
            self.call::<unsafe extern "C" fn(), _>("retro_unload_game", |unload| unload());
            self.call::<unsafe extern "C" fn(), _>("retro_deinit", |deinit| deinit());
        }
    }
}
