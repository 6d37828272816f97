//! The front end: the program that loaded the core. [`FrontEnd`] stores what this program has reported to the core, and
//! calls the program's functions.

use crate::abi::{
    self, AudioBatch, Environment, Geometry, InputPoll, InputState, Log, LogInterface,
    PerfInterface, RumbleInterface, SetRumble, Variable, VfsInterface, VfsInterfaceInfo,
    VideoRefresh, environment,
};
use core::ffi::{CStr, c_char, c_uint, c_void};
use core::fmt::{self, Write};
use core::ptr;
use heapless::String;

/// The largest number of bytes in a line of the log. The rest of a longer line is dropped.
const LOG_BYTES_MAX: usize = 512;

/// The functions of the front end. Each function may be missing.
#[derive(Clone, Copy)]
pub(crate) struct FrontEnd {
    pub(crate) environment: Option<Environment>,
    pub(crate) video: Option<VideoRefresh>,
    pub(crate) audio: Option<AudioBatch>,
    pub(crate) poll: Option<InputPoll>,
    pub(crate) state: Option<InputState>,
    log: Option<Log>,
    rumble: Option<SetRumble>,
    microseconds: Option<unsafe extern "C" fn() -> i64>,
    /// True if the core need not pass a picture that has not changed.
    pub(crate) can_repeat: bool,
    /// True if a pixel has six bits of green, false if it has five. Red and blue always have five bits.
    pub(crate) has_six_greens: bool,
}

impl FrontEnd {
    pub(crate) const NONE: FrontEnd = FrontEnd {
        environment: None,
        video: None,
        audio: None,
        poll: None,
        state: None,
        log: None,
        rumble: None,
        microseconds: None,
        can_repeat: false,
        has_six_greens: false,
    };

    /// Asks the front end for its log, its rumble, its clock and its picture format, which stay the same while a game
    /// is loaded.
    pub(crate) fn learn(&mut self) {
        let mut log = LogInterface { log: None };
        self.ask(environment::GET_LOG_INTERFACE, &mut log);
        let mut rumble = RumbleInterface { set: None };
        self.ask(environment::GET_RUMBLE_INTERFACE, &mut rumble);
        let mut perf = PerfInterface { microseconds: None, others: [None; 6] };
        self.ask(environment::GET_PERF_INTERFACE, &mut perf);
        (self.log, self.rumble, self.microseconds) = (log.log, rumble.set, perf.microseconds);
        let mut can_repeat = false;
        self.can_repeat = self.ask(environment::GET_CAN_DUPE, &mut can_repeat) && can_repeat;
        let mut format = abi::RGB565;
        self.has_six_greens = self.ask(environment::SET_PIXEL_FORMAT, &mut format);
    }

    /// Passes a command with its data to the front end. Returns whether the front end has carried it out.
    pub(crate) fn ask<T>(&self, command: c_uint, data: &mut T) -> bool {
        // SAFETY: libretro guarantees that the front end's function is valid while the core is loaded. Each caller in
        // this crate passes the data type that `libretro.h` defines for the command.
        self.environment.is_some_and(|ask| unsafe { ask(command, ptr::from_mut(data).cast()) })
    }

    /// Returns true if an option has this value.
    pub(crate) fn has_option(&self, key: &CStr, value: &CStr) -> bool {
        let mut variable = Variable { key: key.as_ptr(), value: ptr::null() };
        self.ask(environment::GET_VARIABLE, &mut variable)
            && !variable.value.is_null()
            // SAFETY: by contract, the value is a zero-terminated string that stays valid until an option changes.
            && unsafe { CStr::from_ptr(variable.value) } == value
    }

    /// Returns whether the player has changed an option since the last call.
    pub(crate) fn has_changed_options(&self) -> bool {
        let mut has_changed = false;
        self.ask(environment::GET_VARIABLE_UPDATE, &mut has_changed) && has_changed
    }

    /// Returns the folder for saves, if the front end provides one. The folder stays the same while a game is loaded.
    pub(crate) fn save_folder(&self) -> Option<&CStr> {
        let mut folder: *const c_char = ptr::null();
        let is_told = self.ask(environment::GET_SAVE_DIRECTORY, &mut folder) && !folder.is_null();
        // SAFETY: by contract, the folder is a zero-terminated string.
        is_told.then(|| unsafe { CStr::from_ptr(folder) }).filter(|folder| !folder.is_empty())
    }

    /// Returns the front end's functions for files, if it provides any.
    pub(crate) fn vfs(&self) -> Option<VfsInterface> {
        let mut info = VfsInterfaceInfo { version: 1, interface: ptr::null() };
        let is_there = self.ask(environment::GET_VFS_INTERFACE, &mut info);
        // SAFETY: a front end that accepts the command returns a pointer to its interface, whose first version has
        // these functions.
        is_there.then(|| unsafe { info.interface.as_ref() }.copied()).flatten()
    }

    /// Returns the sample rate of the front end in samples per second, if the front end reports one.
    pub(crate) fn sample_rate(&self) -> Option<u32> {
        let mut rate: c_uint = 0;
        self.ask(environment::GET_TARGET_SAMPLE_RATE, &mut rate).then_some(rate)
    }

    /// Informs the front end of the size of the following pictures.
    pub(crate) fn set_geometry(&self, geometry: &mut Geometry) {
        self.ask(environment::SET_GEOMETRY, geometry);
    }

    /// Returns the time in microseconds, if the front end has a clock.
    pub(crate) fn time(&self) -> Option<u64> {
        // SAFETY: the function belongs to the front end, as in `ask`.
        self.microseconds.map(|time| unsafe { time() }.cast_unsigned())
    }

    /// Sets the rumble strength of the first pad.
    pub(crate) fn rumble(&self, strength: u16) {
        const STRONG: c_uint = 0;
        if let Some(rumble) = self.rumble {
            // SAFETY: as in `ask`.
            unsafe { rumble(0, STRONG, strength) };
        }
    }

    /// Writes a line into the log.
    pub(crate) fn log(&self, level: c_uint, line: fmt::Arguments<'_>) {
        let Some(log) = self.log else { return };
        let mut text: String<LOG_BYTES_MAX> = String::new();
        // The error is ignored, because the rest of a long line is dropped.
        let _ = write!(text, "[Mus Rex] {line}");
        let length = c_uint::try_from(text.len()).unwrap_or_default();
        // SAFETY: as in `ask`; the format expects a length and a text of that length.
        unsafe { log(level, c"%.*s\n".as_ptr(), length, text.as_ptr()) };
    }

    /// Makes the front end read its devices.
    pub(crate) fn poll(&self) {
        if let Some(poll) = self.poll {
            // SAFETY: as in `ask`.
            unsafe { poll() };
        }
    }

    /// Returns the state of one input of the first player's device.
    pub(crate) fn state(&self, device: c_uint, id: c_uint) -> i16 {
        // SAFETY: as in `ask`.
        self.state.map_or(0, |state| unsafe { state(0, device, 0, id) })
    }

    /// Shows a picture with these pixels; with `None`, repeats the previous picture.
    pub(crate) fn show(&self, pixels: Option<&[u16]>, width: u16, height: u16) {
        let Some(video) = self.video else { return };
        let start = pixels.map_or(ptr::null(), |pixels| pixels.as_ptr().cast::<c_void>());
        // SAFETY: as in `ask`; the number of pixels is the product of the width and the height.
        unsafe { video(start, width.into(), height.into(), usize::from(width) * 2) };
    }

    /// Plays stereo samples, each with a left and a right value.
    pub(crate) fn play(&self, samples: &[[i16; 2]]) {
        if let Some(audio) = self.audio {
            // SAFETY: as in `ask`; the front end takes all samples or drops the rest.
            unsafe { audio(samples.as_ptr().cast(), samples.len()) };
        }
    }
}
