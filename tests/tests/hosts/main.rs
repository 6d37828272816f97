//! Tests of the programs: the desktop program, its window, the handhelds, the libretro core, and the emulators.

mod contract;
mod emulators;
mod files;
mod gba;
mod gba_checkpoint;
mod gba_runs;
mod gba_save;
mod gba_sound;
mod headless;
mod libretro;
mod libretro_save;
#[cfg(target_os = "linux")]
mod memory;
mod picosystem;
mod picosystem_save;
mod recordings;
mod retroarch;
mod save_program;
mod save_restored;
#[cfg(unix)]
mod save_taken;
mod save_window;
mod speaker;
mod template;
mod view;
mod watch;
mod window;
mod window_keys;
mod windows;
