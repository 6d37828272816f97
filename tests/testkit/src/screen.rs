//! An X server without a physical screen, with a simulated keyboard and mouse. A test can inspect its windows.
//!
//! ```no_run
//! use musrex_testkit::screen::{Playing, Screen};
//! use std::path::Path;
//! use std::time::Duration;
//!
//! let screen = Screen::open();
//! let patience = Duration::from_secs(20);
//! let Some((playing, window)) = Playing::open(&screen, Path::new("."), &[], patience) else { return };
//! assert_eq!(screen.title(window), "Mus Rex");
//! screen.close(window);
//! playing.end(patience).expect("it ends");
//! ```

use crate::picture::RgbImage;
use crate::program::with_limits;
use crate::tier::can_use;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    Allow, AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ButtonIndex, ClientMessageEvent,
    ConfigureWindowAux, ConnectionExt, CreateWindowAux, EventMask, GrabMode, ImageFormat,
    InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, MapState, ModMask,
    WindowClass,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// The width of the screen in pixels.
pub const WIDTH: u16 = 1000;
/// The height of the screen in pixels.
pub const HEIGHT: u16 = 700;

/// A key, identified by its X11 keysym (keysymdef.h).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keysym(pub u32);

/// A running Xvfb server for one test, without a window manager. Dropping this value ends the server.
pub struct Screen {
    server: Child,
    display: String,
    connection: RustConnection,
    root: u32,
    depth: u8,
}

impl Screen {
    /// Starts an X server on a free display, with 24 bits per pixel.
    ///
    /// # Panics
    /// Panics if the server does not start.
    pub fn open() -> Screen {
        Screen::of_depth(24, &[])
    }

    /// Starts an X server with `depth` bits per pixel and additional `arguments`.
    ///
    /// # Panics
    /// Panics if the server does not start.
    pub fn of_depth(depth: u8, arguments: &[&str]) -> Screen {
        let size = format!("{WIDTH}x{HEIGHT}x{depth}");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp", "-noreset", "-screen", "0", &size])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        BufReader::new(server.stdout.take().expect("it was asked for"))
            .read_line(&mut number)
            .expect("Xvfb says which display it took");
        let display = format!(":{}", number.trim());
        let (connection, screen) = x11rb::connect(Some(&display)).expect("Xvfb answers");
        let root = connection.setup().roots[screen].root;
        Screen { server, display, connection, root, depth }
    }

    /// Returns the value of `DISPLAY` for this screen.
    pub fn display(&self) -> &OsStr {
        self.display.as_ref()
    }

    /// Returns the visible windows with their titles.
    pub fn windows(&self) -> Vec<(u32, String)> {
        let tree = self.connection.query_tree(self.root).unwrap().reply().unwrap();
        let seen = tree.children.into_iter().filter(|&window| self.is_seen(window));
        seen.map(|window| (window, self.title(window))).collect()
    }

    /// Returns whether a window is visible. An invisible window cannot have the keyboard focus.
    fn is_seen(&self, window: u32) -> bool {
        let attributes = self.connection.get_window_attributes(window).unwrap().reply();
        attributes.is_ok_and(|attributes| attributes.map_state == MapState::VIEWABLE)
    }

    /// Returns the title of a window; empty if it has none.
    pub fn title(&self, window: u32) -> String {
        self.connection
            .get_property(false, window, AtomEnum::WM_NAME, AtomEnum::STRING, 0, 1024)
            .unwrap()
            .reply()
            .map_or(String::new(), |reply| String::from_utf8_lossy(&reply.value).into_owned())
    }

    /// Returns the width and height of a window's icon; `None` if it has no icon.
    pub fn icon_size(&self, window: u32) -> Option<(u32, u32)> {
        let property =
            self.connection.intern_atom(false, b"_NET_WM_ICON").unwrap().reply().unwrap();
        let icon = self
            .connection
            .get_property(false, window, property.atom, AtomEnum::CARDINAL, 0, 2)
            .unwrap()
            .reply()
            .expect("a window can be asked");
        let mut words = icon.value32()?;
        words.next().zip(words.next())
    }

    /// Returns the position and size of a window: x, y, width, height.
    pub fn place(&self, window: u32) -> (i16, i16, u16, u16) {
        let place = self.connection.get_geometry(window).unwrap().reply().unwrap();
        (place.x, place.y, place.width, place.height)
    }

    /// Returns the picture of a window as the screen shows it. The whole window must be on the screen.
    pub fn picture(&self, window: u32) -> RgbImage {
        let (x, y, width, height) = self.place(window);
        // If the screen does not have 24 bits per pixel, the window may have another depth. So the picture is taken
        // from the screen.
        let (of, x, y) = if self.depth == 24 { (window, 0, 0) } else { (self.root, x, y) };
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, of, x, y, width, height, u32::MAX)
            .unwrap()
            .reply()
            .expect("the window is on the screen");
        let pixels = if self.depth == 16 {
            let pixel = |bytes: &[u8]| rgb_of_16_bits(u16::from_le_bytes([bytes[0], bytes[1]]));
            image.data.chunks_exact(2).map(pixel).collect()
        } else {
            let pixel = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
            image.data.chunks_exact(4).map(pixel).collect()
        };
        RgbImage { width: width.into(), pixels }
    }

    /// Returns `picture` as this screen shows it, possibly with fewer colours.
    #[must_use]
    pub fn shown(&self, picture: &RgbImage) -> RgbImage {
        let kept = if self.depth == 16 { 0x00F8_FCF8 } else { 0x00FF_FFFF };
        let pixels = picture.pixels.iter().map(|pixel| pixel & kept).collect();
        RgbImage { width: picture.width, pixels }
    }

    /// Gives the keyboard focus to a window, or to no window.
    pub fn focus(&self, window: Option<u32>) {
        let window = window.unwrap_or(x11rb::NONE);
        self.connection.set_input_focus(InputFocus::NONE, window, CURRENT_TIME).unwrap();
        self.sync();
    }

    /// Presses a key, and releases it after `hold`.
    pub fn tap(&self, key: Keysym, hold: Duration) {
        self.key(key, true);
        thread::sleep(hold);
        self.key(key, false);
    }

    /// Presses or releases a key.
    ///
    /// # Panics
    /// Panics if the keyboard does not have the key.
    pub fn key(&self, key: Keysym, is_down: bool) {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let mapping = self.connection.get_keyboard_mapping(first, last - first + 1).unwrap();
        let mapping = mapping.reply().unwrap();
        let per_code = usize::from(mapping.keysyms_per_keycode);
        let code = (first..=last)
            .zip(mapping.keysyms.chunks(per_code))
            .find(|(_, keysyms)| keysyms[0] == key.0)
            .unwrap_or_else(|| panic!("no key is {key:x?}"))
            .0;
        self.fake(if is_down { KEY_PRESS_EVENT } else { KEY_RELEASE_EVENT }, code, (0, 0));
    }

    /// Presses or releases the key with this key code. A key code stands for a position on the keyboard, not a label.
    pub fn key_at(&self, code: u8, is_down: bool) {
        self.fake(if is_down { KEY_PRESS_EVENT } else { KEY_RELEASE_EVENT }, code, (0, 0));
    }

    /// Sets the layouts of the keyboard, in the notation of `setxkbmap`, such as `us,ru`.
    ///
    /// # Panics
    /// Panics if `setxkbmap` fails.
    pub fn set_layouts(&self, layouts: &str) {
        let status = Command::new("setxkbmap")
            .args(["-display", &self.display, "-layout", layouts])
            .stderr(Stdio::null())
            .status();
        assert!(status.expect("setxkbmap belongs to Xvfb").success(), "no layouts are {layouts}");
        self.sync();
    }

    /// Presses or releases the left mouse button.
    pub fn button(&self, is_down: bool) {
        let event = if is_down { BUTTON_PRESS_EVENT } else { BUTTON_RELEASE_EVENT };
        self.fake(event, 1, (0, 0));
    }

    /// Presses the left mouse button over a window without the keyboard focus, and then gives the focus to this window.
    /// A window manager does the same: it receives the press first, and passes it on.
    pub fn press_to_focus(&self, window: u32) {
        let (button, modifiers) = (ButtonIndex::M1, ModMask::ANY);
        let none = x11rb::NONE;
        self.connection
            .grab_button(
                false,
                window,
                EventMask::BUTTON_PRESS,
                GrabMode::SYNC,
                GrabMode::ASYNC,
                none,
                none,
                button,
                modifiers,
            )
            .unwrap();
        self.button(true);
        let is_press = || self.connection.poll_for_event().expect("Xvfb answers");
        wait_for(Duration::from_secs(5), is_press).expect("the press comes here first");
        self.connection.set_input_focus(InputFocus::NONE, window, CURRENT_TIME).unwrap();
        self.connection.allow_events(Allow::REPLAY_POINTER, CURRENT_TIME).unwrap();
        self.connection.ungrab_button(button, window, modifiers).unwrap();
        self.sync();
    }

    /// Moves the mouse to a position on the screen.
    pub fn point(&self, x: i16, y: i16) {
        self.fake(MOTION_NOTIFY_EVENT, 0, (x, y));
    }

    /// Turns the mouse wheel by one notch, away from the player or toward the player.
    pub fn scroll(&self, is_away: bool) {
        let button = if is_away { 4 } else { 5 };
        self.fake(BUTTON_PRESS_EVENT, button, (0, 0));
        self.fake(BUTTON_RELEASE_EVENT, button, (0, 0));
    }

    fn fake(&self, event: u8, detail: u8, (x, y): (i16, i16)) {
        self.connection.xtest_fake_input(event, detail, 0, self.root, x, y, 0).unwrap();
        self.sync();
    }

    /// Moves a window to the top left corner of the screen, and resizes it as if the player dragged its edges.
    pub fn resize(&self, window: u32, width: u32, height: u32) {
        let wishes = ConfigureWindowAux::new().x(0).y(0).width(width).height(height);
        self.connection.configure_window(window, &wishes).unwrap();
        self.sync();
    }

    /// Presses the close button of a window.
    pub fn close(&self, window: u32) {
        let atom =
            |name: &[u8]| self.connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let (kind, what) = (atom(b"WM_PROTOCOLS"), atom(b"WM_DELETE_WINDOW"));
        let message = ClientMessageEvent::new(32, window, kind, [what, CURRENT_TIME, 0, 0, 0]);
        self.connection.send_event(false, window, EventMask::NO_EVENT, message).unwrap();
        self.sync();
    }

    /// Covers the whole screen for a moment, so that the visible contents of windows are lost.
    pub fn cover(&self, moment: Duration) {
        let cover = self.connection.generate_id().unwrap();
        let look = CreateWindowAux::new().override_redirect(1).background_pixel(0x00FF_00FF);
        self.connection
            .create_window(
                x11rb::COPY_DEPTH_FROM_PARENT,
                cover,
                self.root,
                0,
                0,
                WIDTH,
                HEIGHT,
                0,
                WindowClass::INPUT_OUTPUT,
                0,
                &look,
            )
            .unwrap();
        self.connection.map_window(cover).unwrap();
        self.sync();
        thread::sleep(moment);
        self.connection.destroy_window(cover).unwrap();
        self.sync();
    }

    /// Waits until the server has processed all requests.
    fn sync(&self) {
        self.connection.get_input_focus().unwrap().reply().expect("Xvfb answers");
    }
}

/// Converts a 16-bit pixel (five bits of red, six of green, five of blue) to 0x00RRGGBB.
fn rgb_of_16_bits(pixel: u16) -> u32 {
    let pixel = u32::from(pixel);
    (pixel >> 11 << 19) | ((pixel >> 5 & 0x3F) << 10) | ((pixel & 0x1F) << 3)
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A running musrex with a window. Dropping this value ends the program.
pub struct Playing {
    program: Child,
}

impl Playing {
    /// Starts the program with `arguments` on `screen`, without sound. `folder` is its home folder and its current
    /// folder.
    pub fn start(screen: &Screen, folder: &Path, arguments: &[&str]) -> Playing {
        let arguments = [arguments, &["--mute"]].concat();
        Playing::start_with(screen, folder, &arguments, ("PULSE_SERVER", "".as_ref()))
    }

    /// Starts the program like [`start`](Playing::start), but with one more environment variable and with sound, which
    /// the arguments may mute.
    fn start_with(
        screen: &Screen,
        folder: &Path,
        arguments: &[&str],
        (name, value): (&str, &OsStr),
    ) -> Playing {
        let program = with_limits("")
            .args(arguments)
            .current_dir(folder)
            .env("PULSE_SERVER", "")
            .env(name, value)
            .env_remove("PULSE_RUNTIME_PATH")
            .env_remove("XDG_RUNTIME_DIR")
            .env("DISPLAY", screen.display())
            .env("HOME", folder)
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("musrex starts");
        Playing { program }
    }

    /// Starts the program like [`start`](Playing::start). Returns the program and its window, which has the focus.
    /// Returns `None` if this machine lacks the libraries for windows.
    ///
    /// # Panics
    /// Panics if no window opens within `limit`.
    pub fn open(
        screen: &Screen,
        folder: &Path,
        arguments: &[&str],
        limit: Duration,
    ) -> Option<(Playing, u32)> {
        let playing = Playing::start(screen, folder, arguments);
        playing.find_window(screen, limit)
    }

    /// Starts the program like [`open`](Playing::open), but with sound on the server at `sound`.
    ///
    /// # Panics
    /// Panics if no window opens within `limit`.
    pub fn open_with_sound(
        screen: &Screen,
        folder: &Path,
        arguments: &[&str],
        sound: &OsStr,
        limit: Duration,
    ) -> Option<(Playing, u32)> {
        let sound = ("PULSE_SERVER", sound);
        Playing::start_with(screen, folder, arguments, sound).find_window(screen, limit)
    }

    /// Starts the program like [`open`](Playing::open), on a disk that takes `milliseconds` for each sync. To simulate
    /// such a disk, a library between the program and the system sleeps before each sync.
    ///
    /// # Panics
    /// Panics if no window opens within `limit`, or if there is no C compiler, which Rust also needs.
    pub fn open_on_slow_disk(
        screen: &Screen,
        folder: &Path,
        arguments: &[&str],
        milliseconds: u32,
        limit: Duration,
    ) -> Option<(Playing, u32)> {
        let [source, library] = ["slow.c", "slow.so"].map(|name| folder.join(name));
        let code = format!(
            "#include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>\n\
             int fdatasync(int file) {{\n\
             struct timespec time = {{0, {milliseconds} * 1000000L}};\n\
             nanosleep(&time, 0);\n\
             return syscall(SYS_fdatasync, file);\n}}\n"
        );
        std::fs::write(&source, code).expect("there is room");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-o"]).args([&library, &source]);
        assert!(compiler.status().expect("there is a C compiler").success(), "it compiles");
        let arguments = [arguments, &["--mute"]].concat();
        let preload = ("LD_PRELOAD", library.as_os_str());
        Playing::start_with(screen, folder, &arguments, preload).find_window(screen, limit)
    }

    fn find_window(mut self, screen: &Screen, limit: Duration) -> Option<(Playing, u32)> {
        let window = wait_for(limit, || {
            let windows = screen.windows();
            // A notice may follow in the title.
            let ours = windows.into_iter().find(|(_, title)| title.starts_with("Mus Rex"));
            ours.map(|(window, _)| Some(window)).or_else(|| self.has_ended().then_some(None))
        });
        let Some(window) = window.expect("a window opens") else {
            let (_, said) = self.end(limit).expect("it has ended");
            assert!(said.contains("failed to load"), "{said}");
            let _ = can_use("libX11 and libXcursor", false);
            return None;
        };
        screen.focus(Some(window));
        Some((self, window))
    }

    /// Returns the exit code and the output if the program ends within `limit`.
    pub fn end(mut self, limit: Duration) -> Option<(Option<i32>, String)> {
        let status = wait_for(limit, || self.program.try_wait().expect("it can be asked"))?;
        let mut said = String::new();
        for stream in [
            self.program.stdout.take().map(|out| Box::new(out) as Box<dyn std::io::Read>),
            self.program.stderr.take().map(|err| Box::new(err) as Box<dyn std::io::Read>),
        ] {
            stream.expect("it was asked for").read_to_string(&mut said).expect("it says text");
        }
        Some((status.code(), said))
    }

    /// Suspends the program while `meanwhile` runs, as a disk that does not respond would do.
    ///
    /// # Panics
    /// Panics if the program has ended.
    pub fn stand_still(&self, meanwhile: impl FnOnce()) {
        let signal = |name: &str| {
            let id = self.program.id().to_string();
            let status = Command::new("kill").args([name, &id]).status();
            assert!(status.expect("every system has kill").success(), "the program runs");
        };
        signal("-STOP");
        meanwhile();
        signal("-CONT");
    }

    /// Prevents all files of the program from growing from now on, as on a full disk.
    ///
    /// # Panics
    /// Panics if the program has ended.
    pub fn fill_disk(&self) {
        let id = self.program.id().to_string();
        let status = Command::new("prlimit").args(["--fsize=0", "--pid", &id]).status();
        assert!(status.expect("every Linux has prlimit").success(), "the program runs");
    }

    /// Returns the number of threads and the number of open files of the program.
    ///
    /// # Panics
    /// Panics if the system does not report these numbers.
    pub fn threads_and_files(&self) -> (usize, usize) {
        let count = |what: &str| {
            let folder = Path::new("/proc").join(self.program.id().to_string()).join(what);
            std::fs::read_dir(folder).expect("the program runs").count()
        };
        (count("task"), count("fd"))
    }

    /// Returns whether the program has ended.
    pub fn has_ended(&mut self) -> bool {
        self.program.try_wait().expect("it can be asked").is_some()
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Calls `look` repeatedly until it returns a value, but at most for `limit`.
pub fn wait_for<T>(limit: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + limit;
    loop {
        if let Some(found) = look() {
            return Some(found);
        }
        if Instant::now() > end {
            return None;
        }
        thread::sleep(Duration::from_millis(10));
    }
}
