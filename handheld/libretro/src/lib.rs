//! Mus Rex as a libretro core. Libretro is the interface of RetroArch and of many handheld systems.
//!
//! The interface is in C. Three rules of `libretro.h` make the unsafe code valid. A front end calls the core from one
//! thread at a time. The front end passes the functions and the memory that the header describes. Everything that the
//! front end passes stays valid while a game is loaded. In addition, the state is locked, so that a call during another
//! call does nothing.
#![no_std]

mod abi;
mod front_end;
mod machine;
mod panic;
mod save_file;

use abi::{AvInfo, InputDescriptor, SystemInfo, Variable, environment};
use core::cell::UnsafeCell;
use core::ffi::{CStr, c_char, c_uint, c_void};
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use machine::{BUTTONS, Machine};
use musrex_core::App;
use musrex_core::app::Setup;
use musrex_core::host;
use musrex_core::poll::block_on;
use musrex_core::save::{SaveError, SaveManager};
use save_file::{Fault, Place, SaveFlash};

/// The seed of the demo behind the title. Runs get other seeds, into which the times of button presses are mixed.
const SEED: u64 = 0x4d75_7320_5265_7821;

/// The app of a game that was just loaded.
const APP: App = App::placeholder(Setup::new(SEED));

struct Core {
    app: App,
    machine: Machine,
    /// The location of the save, from the loading of the game to its first tick. After that, `manager` owns it.
    place: Place,
    /// The save manager; `None` until the first tick.
    manager: Option<SaveManager<SaveFlash>>,
    /// True if the front end must store the save memory. Stays true after the end of the game, because some front ends
    /// write the save memory only then.
    needs_memory: bool,
}

struct LockedCore {
    is_busy: AtomicBool,
    core: UnsafeCell<Core>,
}

// SAFETY: only `with` accesses the core, one caller at a time.
unsafe impl Sync for LockedCore {}

static CORE: LockedCore = LockedCore {
    is_busy: AtomicBool::new(false),
    core: UnsafeCell::new(Core {
        app: APP,
        machine: Machine::OFF,
        place: Place::Memory,
        manager: None,
        needs_memory: true,
    }),
};

/// Calls `use_core` with the core. Returns `otherwise` if another call is in progress.
fn with<T>(otherwise: T, use_core: impl FnOnce(&mut Core) -> T) -> T {
    if CORE.is_busy.swap(true, Ordering::Acquire) {
        return otherwise;
    }
    // SAFETY: `is_busy` excludes other callers until it is cleared.
    let result = use_core(unsafe { &mut *CORE.core.get() });
    CORE.is_busy.store(false, Ordering::Release);
    result
}

impl Core {
    /// Finds the save, and logs its location. The front end fills the save memory only after this call.
    fn load(&mut self) {
        self.machine.start();
        panic::remember(&self.machine.front);
        self.unload();
        save_file::erase();
        let front = &self.machine.front;
        let path = front.save_folder().and_then(save_file::path_in);
        let path = path.as_ref().and_then(|path| CStr::from_bytes_with_nul(path.as_bytes()).ok());
        let place = path
            .ok_or("the front end names no folder for saves")
            .and_then(|path| Place::find(front.vfs(), path));
        self.place = match place {
            Ok(place) => {
                let path = path.and_then(|path| path.to_str().ok()).unwrap_or_default();
                match place {
                    Place::ReadOnly(_) => {
                        front.log(
                            abi::ERROR,
                            format_args!("Nothing is saved: {path} can't be written."),
                        );
                    }
                    _ => front.log(abi::INFO, format_args!("Every turn is saved in {path}.")),
                }
                place
            }
            Err(why) => {
                front.log(
                    abi::INFO,
                    format_args!("Every turn is saved in save memory, which the front end writes when it likes: {why}."),
                );
                Place::Memory
            }
        };
        self.needs_memory = self.place.needs_memory();
    }

    /// Opens the save and shows the title.
    fn begin(&mut self) {
        let Core { app, machine, place, manager, .. } = self;
        let [width, height] = machine.size();
        *app = APP;
        app.close_kits();
        app.resize(width, height);
        let place = core::mem::replace(place, Place::Memory);
        let loaded = place.load();
        let manager =
            manager.insert(block_on(SaveManager::open_with(SaveFlash(place), Fault::describe)));
        block_on(app.attach(manager));
        if let Err(fault) = loaded {
            manager.flash().0 = Place::Memory;
            app.disable_saving(SaveError::Device(fault.describe()));
        }
    }

    /// Plays a tick.
    fn run(&mut self) {
        if self.manager.is_none() {
            self.begin();
        }
        let Some(manager) = &mut self.manager else { return };
        let before = manager.save_error();
        host::step(&mut self.machine, &mut self.app, manager);
        self.needs_memory = manager.flash().0.needs_memory();
        if let Some(save_error) = manager.save_error().filter(|_| before.is_none()) {
            self.machine
                .front
                .log(abi::ERROR, format_args!("Nothing is saved any more: {save_error:?}."));
        }
    }

    /// Saves everything that is not saved yet. Keeps the file open for another game.
    fn leave(&mut self) {
        self.machine.stop_rumble();
        if let Some(manager) = &mut self.manager {
            let _ = host::leave(&mut self.app, manager);
        }
    }

    /// Ends the game and closes its save file.
    fn unload(&mut self) {
        self.leave();
        (self.manager, self.place) = (None, Place::Memory);
    }

    /// Ends the game and restarts it from the save.
    fn reset(&mut self) {
        self.leave();
        if let Some(mut manager) = self.manager.take() {
            self.place = core::mem::replace(&mut manager.flash().0, Place::Memory);
        }
        self.machine.reset();
    }
}

/// Returns the version of the interface.
#[unsafe(no_mangle)]
pub extern "C" fn retro_api_version() -> c_uint {
    abi::API_VERSION
}

/// Takes the front end's function for commands, and uses it to declare the core's needs and options.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_environment(environment: Option<abi::Environment>) {
    with((), |core| {
        let front = &mut core.machine.front;
        front.environment = environment;
        front.ask(environment::SET_SUPPORT_NO_GAME, &mut true);
        let variable =
            |key: &CStr, value: &CStr| Variable { key: key.as_ptr(), value: value.as_ptr() };
        let end = Variable { key: ptr::null(), value: ptr::null() };
        let mut variables = [
            variable(machine::PICTURE, c"Picture size; 320x240|320x180|240x160"),
            variable(machine::RUMBLE, c"Rumble on a heavy blow; on|off"),
            end,
        ];
        front.ask(environment::SET_VARIABLES, &mut variables);
    });
}

/// Takes the function that shows pictures.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_video_refresh(video: Option<abi::VideoRefresh>) {
    with((), |core| core.machine.front.video = video);
}

/// Does nothing, because the core passes all samples of a tick at once.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_audio_sample(_: *const c_void) {}

/// Takes the function that plays samples.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_audio_sample_batch(audio: Option<abi::AudioBatch>) {
    with((), |core| core.machine.front.audio = audio);
}

/// Takes the function that reads the devices.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_input_poll(poll: Option<abi::InputPoll>) {
    with((), |core| core.machine.front.poll = poll);
}

/// Takes the function that returns the state of a device.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_input_state(state: Option<abi::InputState>) {
    with((), |core| core.machine.front.state = state);
}

/// Does nothing, because all pads work in the same way.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_controller_port_device(_: c_uint, _: c_uint) {}

/// Does nothing, because the game is created when it is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn retro_init() {}

/// Ends the game, unless the front end has already ended it.
#[unsafe(no_mangle)]
pub extern "C" fn retro_deinit() {
    with((), Core::unload);
}

/// Writes the description of the core.
///
/// # Safety
/// `info` must point to a `retro_system_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_get_system_info(info: *mut SystemInfo) {
    // With a file that has the extension `musrex`, the game can appear in a list of games. The core does not read the
    // file.
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    let told = SystemInfo {
        name: c"Mus Rex".as_ptr(),
        version: VERSION.as_ptr().cast(),
        extensions: c"musrex".as_ptr(),
        needs_path: true,
        blocks_extraction: true,
    };
    // SAFETY: the caller ensures that `info` is valid.
    unsafe { info.write(told) };
}

/// Writes the size of pictures, and the numbers of pictures and of samples per second.
///
/// # Safety
/// `info` must point to a `retro_system_av_info`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_get_system_av_info(info: *mut AvInfo) {
    with((), |core| {
        let (geometry, rate) = (core.machine.geometry(), core.machine.sample_rate());
        let told = AvInfo { geometry, ticks_a_second: 60.0, samples_a_second: rate.into() };
        // SAFETY: the caller ensures that `info` is valid.
        unsafe { info.write(told) };
    });
}

/// Loads the game; ignores the file that the front end passes.
#[unsafe(no_mangle)]
pub extern "C" fn retro_load_game(_: *const c_void) -> bool {
    with(false, |core| {
        let none =
            InputDescriptor { port: 0, device: 0, index: 0, id: 0, description: ptr::null() };
        let mut descriptors = [none; BUTTONS.len() + 1];
        for (descriptor, (id, _, name)) in descriptors.iter_mut().zip(BUTTONS) {
            (descriptor.device, descriptor.id) = (abi::JOYPAD, id);
            descriptor.description = name.as_ptr();
        }
        core.machine.front.ask(environment::SET_INPUT_DESCRIPTORS, &mut descriptors);
        core.load();
        true
    })
}

/// Returns false, because there are no special games.
#[unsafe(no_mangle)]
pub extern "C" fn retro_load_game_special(_: c_uint, _: *const c_void, _: usize) -> bool {
    false
}

/// Saves and ends the game.
#[unsafe(no_mangle)]
pub extern "C" fn retro_unload_game() {
    with((), Core::unload);
}

/// Saves, and shows the title again.
#[unsafe(no_mangle)]
pub extern "C" fn retro_reset() {
    with((), Core::reset);
}

/// Plays a tick: reads the devices, shows a picture, and plays its sound.
#[unsafe(no_mangle)]
pub extern "C" fn retro_run() {
    with((), Core::run);
}

/// Returns 0, the code of regions with sixty pictures per second.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_region() -> c_uint {
    0
}

/// Returns the save memory, unless the save is in a file.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_memory_data(kind: c_uint) -> *mut c_void {
    let is_there = kind == abi::SAVE_RAM && with(false, |core| core.needs_memory);
    if is_there { save_file::address().cast() } else { ptr::null_mut() }
}

/// Returns the size of the save memory in bytes. Returns 0 if the save is in a file, and for other kinds of memory.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_memory_size(kind: c_uint) -> usize {
    let is_there = kind == abi::SAVE_RAM && with(false, |core| core.needs_memory);
    if is_there { save_file::BYTES } else { 0 }
}

/// Returns 0, because there are no save states. Save states would undo deaths, and in some front ends loading a save
/// state also brings back an old save.
#[unsafe(no_mangle)]
pub extern "C" fn retro_serialize_size() -> usize {
    0
}

/// Returns false, because there are no save states.
#[unsafe(no_mangle)]
pub extern "C" fn retro_serialize(_: *mut c_void, _: usize) -> bool {
    false
}

/// Returns false, because there are no save states.
#[unsafe(no_mangle)]
pub extern "C" fn retro_unserialize(_: *const c_void, _: usize) -> bool {
    false
}

/// Does nothing, because there are no cheats.
#[unsafe(no_mangle)]
pub extern "C" fn retro_cheat_reset() {}

/// Does nothing, because there are no cheats.
#[unsafe(no_mangle)]
pub extern "C" fn retro_cheat_set(_: c_uint, _: bool, _: *const c_char) {}
