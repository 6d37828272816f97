//! Windows functions that minifb lacks: the size of the screen, full screen, resizing, a minimum size, and the
//! suppression of key repeat.
//!
//! All calls are best-effort: if one fails, the window stays as it is.

use super::events::{KeyboardEvent, WindowEvents};
use super::icon;
use crate::window::viewport::Size;
use minifb::Window;
use std::ptr;
use windows_sys::Win32::Foundation::{HWND, LPARAM, LRESULT, RECT, WPARAM};
use windows_sys::Win32::System::Console::{FreeConsole, GetConsoleProcessList};
use windows_sys::Win32::UI::Shell::{DefSubclassProc, SetWindowSubclass};
use windows_sys::Win32::UI::WindowsAndMessaging::{
    AdjustWindowRect, CreateIconFromResourceEx, GWL_STYLE, GetSystemMetrics, GetWindowLongPtrW,
    GetWindowRect, ICON_BIG, ICON_SMALL, LR_DEFAULTCOLOR, MINMAXINFO, SM_CXSCREEN, SM_CYSCREEN,
    SWP_FRAMECHANGED, SWP_NOMOVE, SWP_NOZORDER, SendMessageW, SetProcessDPIAware,
    SetWindowLongPtrW, SetWindowPos, WINDOW_STYLE, WM_GETMINMAXINFO, WM_KEYDOWN, WM_SETICON,
    WM_SYSKEYDOWN, WS_POPUP, WS_VISIBLE,
};

/// The bit of a key-down message that is set if the key was already down.
const KEY_WAS_DOWN: LPARAM = 1 << 30;

/// The screen, and the game's window on it.
pub(crate) struct Display {
    screen: Size,
    /// The game's window, once there is one.
    window: Option<HWND>,
    /// The style and the rectangle of the window before it entered full screen.
    before: Option<(isize, RECT)>,
}

impl Display {
    /// True if the program can resize the window and make it fill the screen.
    pub(crate) const CAN_RESIZE: bool = true;

    /// Asks Windows not to scale pixels, and finds the size of the main monitor. Never fails, because Windows always has
    /// a monitor.
    #[expect(clippy::unnecessary_wraps, reason = "it fails on other systems")]
    pub(crate) fn open() -> Result<Display, String> {
        // SAFETY: the functions take no pointers.
        let (width, height) = unsafe {
            SetProcessDPIAware();
            (GetSystemMetrics(SM_CXSCREEN), GetSystemMetrics(SM_CYSCREEN))
        };
        let pixels = |size: i32| usize::try_from(size).unwrap_or(0);
        Ok(Display { screen: (pixels(width), pixels(height)), window: None, before: None })
    }

    /// Returns the size of the main screen.
    pub(crate) const fn screen(&self) -> Size {
        self.screen
    }

    /// Returns false: the window needs no colour depth of its own.
    pub(crate) const fn needs_own_depth(&self) -> bool {
        false
    }

    /// Returns false: minifb reads the keys by their positions.
    pub(crate) const fn has_keys(&self) -> bool {
        false
    }

    /// Sets the window that this display manages, its minimum size and its icon. Closes a console that Windows opened
    /// only for this program.
    pub(crate) fn set_window(&mut self, window: &Window, least: Size) {
        self.window = Some(window.get_window_handle());
        self.set_icon();
        self.set_least(least);
        let mut processes = [0; 2];
        // SAFETY: the list has room for the two entries that the call states.
        unsafe {
            if GetConsoleProcessList(processes.as_mut_ptr(), 2) == 1 {
                FreeConsole();
            }
        }
    }

    /// Makes Windows ask [`answer`] for the minimum size of the window; `least` does not include the window's frame.
    fn set_least(&self, least: Size) {
        let (Some(window), Some(place)) = (self.window, self.framed(least)) else { return };
        let extent = |from: i32, to: i32| usize::try_from(to - from).unwrap_or(0);
        let (width, height) = (extent(place.left, place.right), extent(place.top, place.bottom));
        // SAFETY: the window is open and belongs to this thread; the function lives as long as the program.
        unsafe {
            SetWindowSubclass(window, Some(answer), 0, width | height << 16);
        }
    }

    /// Returns the rectangle of a window, including its frame, whose contents have this size.
    fn framed(&self, size: Size) -> Option<RECT> {
        let (right, bottom) = (i32::try_from(size.0).ok()?, i32::try_from(size.1).ok()?);
        let mut place = RECT { left: 0, top: 0, right, bottom };
        // SAFETY: the window stays open as long as the session that calls this function; the rectangle is a local
        // variable.
        unsafe {
            let style = style_of(GetWindowLongPtrW(self.window?, GWL_STYLE));
            AdjustWindowRect(&mut place, style, 0);
        }
        Some(place)
    }

    fn set_icon(&self) {
        let Some(window) = self.window else { return };
        let Ok(bytes) = u32::try_from(icon::PNG.len()) else { return };
        // The version of the icon format. A size of 0 keeps the icon's own size.
        let (version, size) = (0x0003_0000, 0);
        // SAFETY: the icon has the length that the call states, and Windows only reads it. The window is open. The icon
        // and its handle live as long as the program.
        unsafe {
            let data = icon::PNG.as_ptr();
            let icon =
                CreateIconFromResourceEx(data, bytes, 1, version, size, size, LR_DEFAULTCOLOR);
            if !icon.is_null() {
                for kind in [ICON_BIG, ICON_SMALL] {
                    SendMessageW(window, WM_SETICON, kind as usize, icon as isize);
                }
            }
        }
    }

    /// Returns no events, because minifb handles exposure and keyboard focus itself.
    pub(crate) fn take_events(&mut self) -> WindowEvents {
        WindowEvents::default()
    }

    /// Returns no events.
    pub(crate) fn take_focus_events(&mut self) -> impl Iterator<Item = KeyboardEvent> {
        std::iter::empty()
    }

    /// Resizes the window; `size` does not include the window's frame.
    pub(crate) fn resize(&self, size: Size) {
        let (Some(window), Some(place)) = (self.window, self.framed(size)) else { return };
        let (width, height) = (place.right - place.left, place.bottom - place.top);
        // SAFETY: the window stays open as long as the session that calls this function.
        unsafe {
            let flags = SWP_NOMOVE | SWP_NOZORDER;
            SetWindowPos(window, ptr::null_mut(), 0, 0, width, height, flags);
        }
    }

    /// Enters or leaves full screen, which is a window without a frame, as large as the screen.
    pub(crate) fn set_fullscreen(&mut self, is_fullscreen: bool) {
        let Some(window) = self.window else { return };
        let extent = |size: usize| i32::try_from(size).unwrap_or(0);
        let flags = SWP_NOZORDER | SWP_FRAMECHANGED;
        // SAFETY: the window stays open as long as the session that calls this function; the rectangle is a local
        // variable.
        unsafe {
            if is_fullscreen {
                let mut place = RECT { left: 0, top: 0, right: 0, bottom: 0 };
                GetWindowRect(window, &mut place);
                let style = (WS_POPUP | WS_VISIBLE).cast_signed() as isize;
                self.before = Some((SetWindowLongPtrW(window, GWL_STYLE, style), place));
                let (width, height) = (extent(self.screen.0), extent(self.screen.1));
                SetWindowPos(window, ptr::null_mut(), 0, 0, width, height, flags);
            } else if let Some((style, place)) = self.before.take() {
                SetWindowLongPtrW(window, GWL_STYLE, style);
                let (width, height) = (place.right - place.left, place.bottom - place.top);
                SetWindowPos(window, ptr::null_mut(), place.left, place.top, width, height, flags);
            }
        }
    }
}

/// Handles messages of the window. Answers the request for the minimum size, including the frame; `least` holds the
/// width and the height in its two halves. Drops key-down messages of a key that is already down: on key repeat, and
/// when the window gets the focus while a key is held. Passes on all other messages.
unsafe extern "system" fn answer(
    window: HWND,
    message: u32,
    word: WPARAM,
    long: LPARAM,
    _: usize,
    least: usize,
) -> LRESULT {
    let was_down = long & KEY_WAS_DOWN != 0;
    if matches!(message, WM_KEYDOWN | WM_SYSKEYDOWN) && was_down {
        return 0;
    }
    // SAFETY: Windows calls this function with valid arguments for the message. `WM_GETMINMAXINFO` comes with a pointer
    // to the sizes, which nobody else uses during the call.
    unsafe {
        let answer = DefSubclassProc(window, message, word, long);
        if message == WM_GETMINMAXINFO
            && let Some(sizes) = (long as *mut MINMAXINFO).as_mut()
        {
            sizes.ptMinTrackSize.x = i32::try_from(least & 0xFFFF).unwrap_or(0);
            sizes.ptMinTrackSize.y = i32::try_from(least >> 16).unwrap_or(0);
        }
        answer
    }
}

/// Converts the style of a window from the pointer-sized number that Windows returns.
fn style_of(value: isize) -> WINDOW_STYLE {
    // The upper half only repeats the sign bit of the lower half.
    WINDOW_STYLE::try_from(value & 0xFFFF_FFFF).unwrap_or(0)
}
