//! The game in a window.

use crate::cli::{self, FrameSize, PlayOptions};
use crate::failure::{Failure, say};
use crate::keep::Keep;
use crate::keys::{Keyboard, WindowKey};
use crate::mouse::Mouse;
use crate::pace::Pace;
use crate::reel::Reel;
use crate::viewport::{Size, Viewport, largest_scale};
use crate::x11::Display;
use crate::{picture, screenshot};
use minifb::{InputCallback, Key, ScaleMode, Window, WindowOptions};
use musrex_core::draw::Frame;
use musrex_core::input::Input;
use musrex_core::screens::{App, Hands, HostAbilities, Request, Settings, Setup};
use std::cell::RefCell;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

const TITLE: &str = "Mus Rex";
/// How often the window system is asked for news while playing: often enough that no click of the
/// mouse comes and goes in between.
const NEWS: Duration = Duration::from_millis(5);
/// The same while the window is not the one being typed into.
const NEWS_PAUSED: Duration = Duration::from_millis(50);
/// How long the window's title tells of a screenshot.
const NOTICE: Duration = Duration::from_secs(4);

/// Plays as `options` ask for until the player has had enough.
pub(crate) fn play(options: &PlayOptions) -> Result<(), Failure> {
    stage(options, None)
}

/// Shows what `reel` plays until it has been seen, or the window is closed.
pub(crate) fn watch(reel: Reel<'_>) -> Result<(), Failure> {
    let size = FrameSize { width: 320, height: 180 };
    let options = PlayOptions { seed: Some(0), size, scale: 0, fullscreen: false, save: None };
    stage(&options, Some(reel))
}

/// Opens a window, and plays in it by the player's hands or by a reel.
fn stage(options: &PlayOptions, reel: Option<Reel<'_>>) -> Result<(), Failure> {
    let instead = match reel {
        None => "musrex headless",
        Some(_) => "musrex replay --verify",
    };
    let display = Display::open().map_err(|why| no_window(&why, instead))?;
    let size = (usize::from(options.size.width), usize::from(options.size.height));
    let scale_max = u8::try_from(largest_scale(size, display.screen())).unwrap_or(u8::MAX);
    let settings = Settings {
        scale: options.scale.min(scale_max),
        is_fullscreen: options.fullscreen,
        ..Settings::default()
    };
    let abilities =
        HostAbilities { scale_max, can_fullscreen: true, can_quit: true, hands: Hands::Keyboard };
    let mut app = App::new(Setup { seed: cli::seed_or_new(options.seed)?, abilities, settings });
    let keep = match &reel {
        Some(reel) => {
            app.watch(reel.game());
            None
        }
        None => {
            let keep = Keep::open(options.save.as_deref(), &mut app, false);
            // What is asked for on the command line goes before what was set.
            let set = app.settings_mut();
            if options.scale > 0 {
                set.scale = settings.scale;
            }
            set.scale = set.scale.min(scale_max);
            set.is_fullscreen |= settings.is_fullscreen;
            Some(keep)
        }
    };
    let mut words = vec![0; options.size.words()];
    let frame = Frame::new(options.size.width, options.size.height, &mut words)
        .expect("the words are as many as the size says");
    let session = Session::open(display, app, frame).map_err(|why| no_window(&why, instead))?;
    Session { reel, keep, ..session }.run()
}

fn no_window(why: &str, instead: &str) -> Failure {
    Failure::Could(format!("could not open a window ({why}); `{instead}` plays without one"))
}

/// What minifb says without all the places where it looked for a library.
fn brief(error: &minifb::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("Failed to create window: ").unwrap_or(&text);
    text.split(": OpenError").next().unwrap_or(text).to_owned()
}

/// Presses and releases in the order in which they came, since the last tick took them.
type KeyChanges = Rc<RefCell<Vec<(Key, bool)>>>;

/// Writes down what minifb reports. Asking it which keys are down would miss taps shorter than the
/// time between two questions.
struct KeyRecorder(KeyChanges);

impl InputCallback for KeyRecorder {
    fn add_char(&mut self, _character: u32) {}

    fn set_key_state(&mut self, key: Key, is_down: bool) {
        self.0.borrow_mut().push((key, is_down));
    }
}

/// The app and the window it is shown in.
struct Session<'a> {
    app: App,
    /// Keeps what is played by the player's hands.
    keep: Option<Keep>,
    /// What plays the app instead of the player's hands, if anything does.
    reel: Option<Reel<'a>>,
    frame: Frame<'a>,
    window: Window,
    display: Display,
    key_changes: KeyChanges,
    keyboard: Keyboard,
    mouse: Mouse,
    viewport: Viewport,
    /// The window's pixels, as large as the viewport says.
    canvas: Vec<u32>,
    /// Whether the canvas must be shown, again or for the first time.
    needs_showing: bool,
    /// The settings that the window follows already.
    followed: Settings,
    /// Whether minifb said last that the window has the keyboard.
    is_active: bool,
    /// Whether another window has the keyboard: time stands still then.
    is_paused: bool,
    /// When the title stops telling of a screenshot.
    notice_until: Option<Instant>,
}

impl<'a> Session<'a> {
    /// The window with the app in it, or why it does not open.
    fn open(mut display: Display, app: App, frame: Frame<'a>) -> Result<Session<'a>, String> {
        let least = (usize::from(frame.width()), usize::from(frame.height()));
        let settings = *app.settings();
        let size = first_size(least, display.screen(), settings.scale);
        let options = WindowOptions {
            resize: true,
            // The canvas is as large as the window, so there is nothing left to scale.
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let mut window =
            Window::new(TITLE, size.0, size.1, options).map_err(|error| brief(&error))?;
        // The pace is kept here.
        window.set_target_fps(0);
        let key_changes = KeyChanges::default();
        window.set_input_callback(Box::new(KeyRecorder(Rc::clone(&key_changes))));
        // The X server must know of the window before the other connection speaks of it.
        window.update();
        display.adopt(&window, least);
        let mut session = Session {
            app,
            reel: None,
            keep: None,
            frame,
            window,
            display,
            key_changes,
            keyboard: Keyboard::default(),
            mouse: Mouse::default(),
            viewport: Viewport::new(least, size, settings.scale),
            canvas: vec![0; size.0 * size.1],
            needs_showing: true,
            followed: Settings { is_fullscreen: false, ..settings },
            is_active: false,
            is_paused: false,
            notice_until: None,
        };
        session.follow_settings();
        Ok(session)
    }

    fn run(mut self) -> Result<(), Failure> {
        let mut pace = Pace::new(Instant::now());
        while self.window.is_open() {
            self.take_news();
            let now = Instant::now();
            if self.is_paused {
                pace = Pace::new(now);
            } else {
                for _ in 0..pace.take_due(now) {
                    if self.tick()? == Some(Request::Quit) {
                        return Ok(());
                    }
                }
            }
            self.show()?;
            let wait = if self.is_paused {
                NEWS_PAUSED
            } else {
                pace.until_next(Instant::now()).min(NEWS)
            };
            thread::sleep(wait);
        }
        if let (Some(save), Some(keep)) = (self.app.leave(), &mut self.keep) {
            keep.carry_out(save, &mut self.app);
        }
        Ok(())
    }

    /// Asks the window system what has happened.
    fn take_news(&mut self) {
        self.window.update();
        let happenings = self.display.happenings();
        self.needs_showing |= happenings.is_exposed;
        if happenings.has_lost_keyboard {
            self.keyboard.release_all();
        }
        let changes = self.key_changes.take();
        let has_key = changes.iter().any(|(_, is_down)| *is_down);
        for (key, is_down) in changes {
            match self.keyboard.change(key, is_down, self.app.screen()) {
                Some(WindowKey::Fullscreen) => {
                    self.app.settings_mut().is_fullscreen ^= true;
                    self.follow_settings();
                }
                Some(WindowKey::Screenshot) => self.take_screenshot(),
                None => {}
            }
        }
        self.pause_or_wake(has_key);
        if has_key {
            self.mouse.rest();
        }
        self.mouse.look(&self.window);
        self.end_notice();
    }

    /// Pauses when the window loses the keyboard, and lets go of all keys. A display without a
    /// window manager may give the keyboard to a window without saying so: a key says it, too.
    fn pause_or_wake(&mut self, has_key: bool) {
        let was_active = std::mem::replace(&mut self.is_active, self.window.is_active());
        if was_active && !self.is_active {
            self.keyboard.release_all();
            self.is_paused = true;
        } else if self.is_active || has_key {
            self.is_paused = false;
        }
    }

    fn tick(&mut self) -> Result<Option<Request>, Failure> {
        let input =
            Input { buttons: self.keyboard.take(), pointer: self.mouse.take(&self.viewport) };
        let request = match &mut self.reel {
            Some(reel) => reel.tick(&mut self.app, input.buttons)?,
            None => self.app.tick(input),
        };
        if let (Some(Request::Save(save)), Some(keep)) = (request, &mut self.keep) {
            keep.carry_out(save, &mut self.app);
        }
        self.follow_settings();
        Ok(request)
    }

    /// Makes the window what the settings say, as far as they have changed.
    fn follow_settings(&mut self) {
        let settings = *self.app.settings();
        let followed = std::mem::replace(&mut self.followed, settings);
        if settings.is_fullscreen != followed.is_fullscreen {
            self.display.set_fullscreen(settings.is_fullscreen);
        }
        if settings.scale != followed.scale {
            if settings.scale > 0 && !settings.is_fullscreen {
                let (width, height) = self.frame_size();
                let scale = usize::from(settings.scale);
                self.display.resize((width * scale, height * scale));
            }
            self.lay_out(self.viewport.window());
        }
    }

    /// Shows what has changed, and all of it when the window system wants that.
    fn show(&mut self) -> Result<(), Failure> {
        let window = self.window.get_size();
        if window != self.viewport.window() {
            self.lay_out(window);
        }
        self.needs_showing |= self.app.draw(&mut self.frame);
        if !std::mem::take(&mut self.needs_showing) {
            return Ok(());
        }
        let colours = picture::colours(&self.frame);
        self.viewport.paint(self.frame.pixels(), &colours, &mut self.canvas);
        let (width, height) = self.viewport.window();
        self.window
            .update_with_buffer(&self.canvas, width, height)
            .map_err(|error| Failure::Could(format!("could not show the picture ({error})")))
    }

    fn lay_out(&mut self, window: Size) {
        self.viewport = Viewport::new(self.frame_size(), window, self.followed.scale);
        self.canvas.clear();
        self.canvas.resize(window.0 * window.1, 0);
        self.mouse.forget();
        self.needs_showing = true;
    }

    fn frame_size(&self) -> Size {
        (usize::from(self.frame.width()), usize::from(self.frame.height()))
    }

    /// Saves what is shown, and says in the window's title where, or why not on standard error.
    fn take_screenshot(&mut self) {
        let words = match screenshot::save(&self.frame) {
            Ok(path) => format!("saved {}", path.display()),
            Err(why) => {
                say(&why);
                why
            }
        };
        self.window.set_title(&format!("{TITLE}: {words}"));
        self.notice_until = Some(Instant::now() + NOTICE);
    }

    fn end_notice(&mut self) {
        if self.notice_until.is_some_and(|until| until <= Instant::now()) {
            self.notice_until = None;
            self.window.set_title(TITLE);
        }
    }
}

/// The size of a new window: as the settings say, or what leaves a quarter of the screen free.
fn first_size(frame: Size, screen: Size, scale: u8) -> Size {
    let scale = match usize::from(scale) {
        0 => largest_scale(frame, (screen.0 / 4 * 3, screen.1 / 4 * 3)),
        scale => scale,
    };
    (frame.0 * scale, frame.1 * scale)
}
