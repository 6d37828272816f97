//! X11 functions that minifb lacks: the size and depth of the screen, full screen, resizing, exposure events, and key
//! events with key codes.
//!
//! The display has its own connection to the X server. All calls are best-effort: a window manager may ignore them, and
//! the game goes on.

use super::events::{KeyboardEvent, WindowEvents};
use super::icon;
use super::keyboard::Keyboard;
use crate::failure::reason;
use crate::window::viewport::Size;
use minifb::Window;
use std::io::Cursor;
use x11rb::connection::Connection;
use x11rb::errors::{ConnectError, DisplayParsingError, ReplyError, ReplyOrIdError};
use x11rb::properties::WmSizeHints;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConfigureWindowAux, ConnectionExt,
    EventMask, Format, PropMode, Screen, Setup, StackMode, VisualClass,
};
use x11rb::reexports::x11rb_protocol::parse_display::parse_display;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// The smallest colour depth of a screen that the game supports, in bits per pixel.
const DEPTH_MIN: u8 = 15;
/// The depth of windows that minifb can paint on a screen of any depth, in bits per pixel.
const OWN_DEPTH: u8 = 32;
/// The TCP port at which another machine serves display 0. The port of display n is this number plus n.
const FIRST_PORT: u16 = 6000;

x11rb::atom_manager! {
    /// The names of the window manager's protocol (Extended Window Manager Hints, freedesktop.org).
    Atoms: AtomsCookie {
        _NET_SUPPORTED,
        _NET_WM_STATE,
        _NET_WM_STATE_FULLSCREEN,
        _NET_WM_ICON,
        _MOTIF_WM_HINTS,
    }
}

/// A connection to the X server.
pub(crate) struct Display {
    connection: RustConnection,
    root: u32,
    screen: Size,
    needs_own_depth: bool,
    atoms: Atoms,
    /// The keyboard; `None` if minifb must read the keys.
    keyboard: Option<Keyboard>,
    /// The game's window, once there is one.
    window: Option<u32>,
    /// The position and size of the window before it entered full screen. Only needed if there is no window manager to
    /// restore them.
    before: Option<ConfigureWindowAux>,
}

impl Display {
    /// True if the program can resize the window and make it fill the screen.
    pub(crate) const CAN_RESIZE: bool = true;

    /// Opens the display given by the environment. Fails with the reason.
    pub(crate) fn open() -> Result<Display, String> {
        let name = parse_display(None).map_err(|error| match error {
            DisplayParsingError::DisplayNotSet => "there is no display: DISPLAY is not set".into(),
            error => error.to_string(),
        })?;
        // Displays with higher numbers have no TCP port. With overflow checks, x11rb would panic for them.
        if name.display > u16::MAX - FIRST_PORT {
            return Err(format!("{} is not the name of a display", name.display));
        }
        let (connection, screen) = x11rb::connect(None).map_err(|error| match error {
            ConnectError::IoError(error) => reason(&error),
            error => error.to_string(),
        })?;
        let screen = &connection.setup().roots[screen];
        let needs_own_depth = needs_own_depth(connection.setup(), screen)?;
        let root = screen.root;
        let screen = (screen.width_in_pixels.into(), screen.height_in_pixels.into());
        let atoms = Atoms::new(&connection)
            .map_err(ReplyError::from)
            .and_then(AtomsCookie::reply)
            .map_err(|error| error.to_string())?;
        let keyboard = Keyboard::new(&connection);
        let (window, before) = (None, None);
        Ok(Display { connection, root, screen, needs_own_depth, atoms, keyboard, window, before })
    }

    /// Returns the size of the screen; with several joined monitors, their total size.
    pub(crate) const fn screen(&self) -> Size {
        self.screen
    }

    /// Returns whether the window needs its own colour depth, because minifb cannot paint in the depth of the screen.
    /// The X server then converts the window's pixels.
    pub(crate) const fn needs_own_depth(&self) -> bool {
        self.needs_own_depth
    }

    /// Returns whether [`take_events`](Display::take_events) reports keys, so that minifb's key events must be ignored.
    pub(crate) const fn has_keys(&self) -> bool {
        self.keyboard.is_some()
    }

    /// Sets the window that this display manages, its minimum size and its icon.
    pub(crate) fn set_window(&mut self, window: &Window, least: Size) {
        // An X window id has 29 bits; minifb returns it as a pointer.
        self.window = u32::try_from(window.get_window_handle().addr()).ok();
        let Some(window) = self.window else { return };
        let _ = self.prepare(window, least);
    }

    fn prepare(&self, window: u32, least: Size) -> Result<(), ReplyOrIdError> {
        let mut events = EventMask::EXPOSURE | EventMask::FOCUS_CHANGE;
        if self.keyboard.is_some() {
            events |= Keyboard::event_mask();
        }
        let attributes = ChangeWindowAttributesAux::new().event_mask(events);
        self.connection.change_window_attributes(window, &attributes)?;
        let least = i32::try_from(least.0).ok().zip(i32::try_from(least.1).ok());
        let hints = WmSizeHints { min_size: least, ..WmSizeHints::default() };
        hints.set_normal_hints(&self.connection, window)?;
        // Without this property, a window with its own depth gets its border back.
        self.connection.delete_property(window, self.atoms._MOTIF_WM_HINTS)?;
        let (property, kind) = (self.atoms._NET_WM_ICON, AtomEnum::CARDINAL);
        self.connection.change_property32(
            PropMode::REPLACE,
            window,
            property,
            kind,
            &icon_data(),
        )?;
        // From here on, keyboard events arrive.
        self.connection.sync()?;
        Ok(())
    }

    /// Takes the window events since the last call of this function.
    pub(crate) fn take_events(&mut self) -> WindowEvents {
        let mut events = WindowEvents::default();
        while let Ok(Some(event)) = self.connection.poll_for_event() {
            events.is_exposed |= matches!(event, Event::Expose(_));
            match &mut self.keyboard {
                Some(keyboard) => keyboard.take(&event, &self.connection, &mut events.keyboard),
                None if matches!(event, Event::FocusOut(_)) => {
                    events.keyboard.push(KeyboardEvent::Lost);
                }
                None => {}
            }
        }
        events
    }

    /// Takes all events of the window, and returns only those about the keyboard focus.
    pub(crate) fn take_focus_events(&mut self) -> impl Iterator<Item = KeyboardEvent> {
        let events = self.take_events().keyboard.into_iter();
        events.filter(|event| !matches!(event, KeyboardEvent::Changed(..)))
    }

    /// Resizes the window.
    pub(crate) fn resize(&self, size: Size) {
        let (Some(window), Ok(width), Ok(height)) =
            (self.window, u32::try_from(size.0), u32::try_from(size.1))
        else {
            return;
        };
        let attributes = ConfigureWindowAux::new().width(width).height(height);
        let _ = self.connection.configure_window(window, &attributes);
        let _ = self.connection.flush();
    }

    /// Enters or leaves full screen.
    pub(crate) fn set_fullscreen(&mut self, is_fullscreen: bool) {
        let Some(window) = self.window else { return };
        let _ = if self.is_managed() {
            self.ask_manager(window, is_fullscreen)
        } else if is_fullscreen {
            self.fill_screen(window)
        } else {
            self.restore(window)
        };
        let _ = self.connection.flush();
    }

    /// Returns whether there is a window manager that supports full screen.
    fn is_managed(&self) -> bool {
        let (property, known) = (self.atoms._NET_SUPPORTED, self.atoms._NET_WM_STATE_FULLSCREEN);
        self.connection
            .get_property(false, self.root, property, AtomEnum::ATOM, 0, u32::MAX / 4)
            .ok()
            .and_then(|cookie| cookie.reply().ok())
            .is_some_and(|reply| {
                reply.value32().is_some_and(|mut atoms| atoms.any(|atom| atom == known))
            })
    }

    fn ask_manager(&self, window: u32, is_fullscreen: bool) -> Result<(), ReplyOrIdError> {
        // The fields: the action (1 adds the state, 0 removes it), the state, no second state, and the sender (1 is an
        // application).
        let state = self.atoms._NET_WM_STATE_FULLSCREEN;
        let data = [u32::from(is_fullscreen), state, 0, 1, 0];
        let message = ClientMessageEvent::new(32, window, self.atoms._NET_WM_STATE, data);
        let to = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, to, message)?;
        Ok(())
    }

    fn fill_screen(&mut self, window: u32) -> Result<(), ReplyOrIdError> {
        let now = self.connection.get_geometry(window)?.reply()?;
        self.before = Some(
            ConfigureWindowAux::new()
                .x(i32::from(now.x))
                .y(i32::from(now.y))
                .width(u32::from(now.width))
                .height(u32::from(now.height)),
        );
        let attributes = ConfigureWindowAux::new()
            .x(0)
            .y(0)
            .width(u32::try_from(self.screen.0).ok())
            .height(u32::try_from(self.screen.1).ok())
            .stack_mode(StackMode::ABOVE);
        self.connection.configure_window(window, &attributes)?;
        Ok(())
    }

    fn restore(&mut self, window: u32) -> Result<(), ReplyOrIdError> {
        if let Some(before) = self.before.take() {
            self.connection.configure_window(window, &before)?;
        }
        Ok(())
    }
}

/// Returns whether a window needs its own depth of 32 bits, because pixels of `screen` are not 24 bits in a 32-bit
/// word. Fails with the reason if the screen has too few colours or the X server does not support such windows; minifb
/// would then end the program.
fn needs_own_depth(setup: &Setup, screen: &Screen) -> Result<bool, String> {
    let depth = screen.root_depth;
    if depth < DEPTH_MIN {
        return Err(format!(
            "the screen has {depth} bits a pixel, and the game needs {DEPTH_MIN} or more"
        ));
    }
    let is_word = |format: &&Format| format.depth == depth && format.bits_per_pixel == 32;
    if matches!(depth, 24 | 32) && setup.pixmap_formats.iter().any(|format| is_word(&format)) {
        return Ok(false);
    }
    let own = screen.allowed_depths.iter().filter(|depth| depth.depth == OWN_DEPTH);
    if own.flat_map(|depth| &depth.visuals).any(|visual| visual.class == VisualClass::TRUE_COLOR) {
        return Ok(true);
    }
    Err(format!(
        "the screen has {depth} bits a pixel, and its X server lacks the extension Composite"
    ))
}

/// Returns the icon in the format of the property `_NET_WM_ICON`: width, height, and a word 0xAARRGGBB for each pixel.
fn icon_data() -> Vec<u32> {
    let mut reader = png::Decoder::new(Cursor::new(icon::PNG)).read_info().expect("it is a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("an icon is small")];
    let info = reader.next_frame(&mut bytes).expect("it is whole");
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgba, png::BitDepth::Eight));
    let pixels = bytes.chunks_exact(4).map(|rgba| {
        let [red, green, blue, alpha] = [rgba[0], rgba[1], rgba[2], rgba[3]];
        u32::from_be_bytes([alpha, red, green, blue])
    });
    [info.width, info.height].into_iter().chain(pixels).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_width_a_height_and_pixels() {
        let data = icon_data();
        assert_eq!((&data[..2], data.len()), (&[64, 64][..], 2 + 64 * 64));
        let alphas = data[2..].iter().map(|pixel| pixel >> 24);
        assert!(alphas.clone().any(|alpha| alpha == 0) && alphas.clone().any(|alpha| alpha == 255));
    }
}
