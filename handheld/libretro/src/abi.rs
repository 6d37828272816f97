//! The part of libretro's interface that the core uses, as defined in `libretro.h`.

use core::ffi::{c_char, c_int, c_uint, c_void};

/// The version of the interface.
pub(crate) const API_VERSION: c_uint = 1;

/// The numbers of environment commands.
pub(crate) mod environment {
    use core::ffi::c_uint;

    pub(crate) const GET_CAN_DUPE: c_uint = 3;
    pub(crate) const SET_PIXEL_FORMAT: c_uint = 10;
    pub(crate) const SET_INPUT_DESCRIPTORS: c_uint = 11;
    pub(crate) const GET_VARIABLE: c_uint = 15;
    pub(crate) const SET_VARIABLES: c_uint = 16;
    pub(crate) const GET_VARIABLE_UPDATE: c_uint = 17;
    pub(crate) const SET_SUPPORT_NO_GAME: c_uint = 18;
    pub(crate) const GET_RUMBLE_INTERFACE: c_uint = 23;
    pub(crate) const GET_LOG_INTERFACE: c_uint = 27;
    pub(crate) const GET_PERF_INTERFACE: c_uint = 28;
    pub(crate) const GET_SAVE_DIRECTORY: c_uint = 31;
    pub(crate) const SET_GEOMETRY: c_uint = 37;
    /// The bit that marks a command which libretro may still change.
    const EXPERIMENTAL: c_uint = 0x10000;
    pub(crate) const GET_VFS_INTERFACE: c_uint = 45 | EXPERIMENTAL;
    pub(crate) const GET_TARGET_SAMPLE_RATE: c_uint = 81 | EXPERIMENTAL;
}

/// The pixel format with 5 bits of red, 6 of green and 5 of blue.
pub(crate) const RGB565: c_uint = 2;
/// The kind of memory that a front end saves.
pub(crate) const SAVE_RAM: c_uint = 0;
/// The ids of the devices from which the core takes input.
pub(crate) const JOYPAD: c_uint = 1;
pub(crate) const POINTER: c_uint = 6;
/// The ids of a pointer's values.
pub(crate) const POINTER_X: c_uint = 0;
pub(crate) const POINTER_Y: c_uint = 1;
pub(crate) const POINTER_PRESSED: c_uint = 2;
/// The modes of opening a file: to read, to write, and to keep the file's old contents.
pub(crate) const READ: c_uint = 1;
pub(crate) const WRITE: c_uint = 2;
pub(crate) const UPDATE_EXISTING: c_uint = 4;
/// The levels of the log.
pub(crate) const INFO: c_uint = 1;
pub(crate) const ERROR: c_uint = 3;

pub(crate) type Environment = unsafe extern "C" fn(c_uint, *mut c_void) -> bool;
pub(crate) type VideoRefresh = unsafe extern "C" fn(*const c_void, c_uint, c_uint, usize);
pub(crate) type AudioBatch = unsafe extern "C" fn(*const i16, usize) -> usize;
pub(crate) type InputPoll = unsafe extern "C" fn();
pub(crate) type InputState = unsafe extern "C" fn(c_uint, c_uint, c_uint, c_uint) -> i16;
pub(crate) type Log = unsafe extern "C" fn(c_uint, *const c_char, ...);
pub(crate) type SetRumble = unsafe extern "C" fn(c_uint, c_uint, u16) -> bool;

/// The struct `retro_system_info`.
#[repr(C)]
pub struct SystemInfo {
    pub(crate) name: *const c_char,
    pub(crate) version: *const c_char,
    pub(crate) extensions: *const c_char,
    pub(crate) needs_path: bool,
    pub(crate) blocks_extraction: bool,
}

/// The struct `retro_game_geometry`.
#[repr(C)]
pub(crate) struct Geometry {
    pub(crate) width: c_uint,
    pub(crate) height: c_uint,
    pub(crate) width_max: c_uint,
    pub(crate) height_max: c_uint,
    /// The aspect ratio; 0 means square pixels.
    pub(crate) aspect_ratio: f32,
}

/// The struct `retro_system_av_info`.
#[repr(C)]
pub struct AvInfo {
    pub(crate) geometry: Geometry,
    pub(crate) ticks_a_second: f64,
    pub(crate) samples_a_second: f64,
}

/// The struct `retro_variable`: an option. In the declaration of an option, the value contains its title, a semicolon
/// and its possible values.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Variable {
    pub(crate) key: *const c_char,
    pub(crate) value: *const c_char,
}

/// The struct `retro_input_descriptor`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct InputDescriptor {
    pub(crate) port: c_uint,
    pub(crate) device: c_uint,
    pub(crate) index: c_uint,
    pub(crate) id: c_uint,
    pub(crate) description: *const c_char,
}

/// The struct `retro_log_callback`.
#[repr(C)]
pub(crate) struct LogInterface {
    pub(crate) log: Option<Log>,
}

/// The struct `retro_rumble_interface`.
#[repr(C)]
pub(crate) struct RumbleInterface {
    pub(crate) set: Option<SetRumble>,
}

/// The struct `retro_perf_callback`. The core uses only its clock.
#[repr(C)]
pub(crate) struct PerfInterface {
    pub(crate) microseconds: Option<unsafe extern "C" fn() -> i64>,
    pub(crate) others: [Option<unsafe extern "C" fn()>; 6],
}

/// An open file of the front end.
#[repr(C)]
pub(crate) struct VfsHandle {
    _private: [u8; 0],
}

/// The struct `retro_vfs_interface`, with the functions of its first version.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct VfsInterface {
    pub(crate) path: Option<unsafe extern "C" fn(*mut VfsHandle) -> *const c_char>,
    pub(crate) open: Option<unsafe extern "C" fn(*const c_char, c_uint, c_uint) -> *mut VfsHandle>,
    pub(crate) close: Option<unsafe extern "C" fn(*mut VfsHandle) -> c_int>,
    pub(crate) size: Option<unsafe extern "C" fn(*mut VfsHandle) -> i64>,
    pub(crate) tell: Option<unsafe extern "C" fn(*mut VfsHandle) -> i64>,
    pub(crate) seek: Option<unsafe extern "C" fn(*mut VfsHandle, i64, c_int) -> i64>,
    pub(crate) read: Option<unsafe extern "C" fn(*mut VfsHandle, *mut c_void, u64) -> i64>,
    pub(crate) write: Option<unsafe extern "C" fn(*mut VfsHandle, *const c_void, u64) -> i64>,
    pub(crate) flush: Option<unsafe extern "C" fn(*mut VfsHandle) -> c_int>,
}

/// The struct `retro_vfs_interface_info`.
#[repr(C)]
pub(crate) struct VfsInterfaceInfo {
    /// The version that the core needs. The front end replaces it with the version that it provides.
    pub(crate) version: u32,
    pub(crate) interface: *const VfsInterface,
}
