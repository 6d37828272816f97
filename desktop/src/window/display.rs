//! The screen that shows the window: its size, and window functions that minifb lacks.
//!
//! Each system has a `Display` with the same functions: [`x11`](self) for X11, `windows` for
//! Windows, and `plain` for other systems, where only minifb is used.

mod events;
#[cfg(any(windows, all(unix, not(target_os = "macos"))))]
mod icon;
#[cfg(all(unix, not(target_os = "macos")))]
mod keyboard;
#[cfg(all(unix, not(target_os = "macos")))]
mod layout;
#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
mod plain;
#[cfg(windows)]
mod windows;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

pub(crate) use events::KeyboardEvent;
#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
pub(crate) use plain::Display;
#[cfg(windows)]
pub(crate) use windows::Display;
#[cfg(all(unix, not(target_os = "macos")))]
pub(crate) use x11::Display;
