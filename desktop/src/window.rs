//! The host that runs the game in a window.

mod display;
mod frame_store;
mod frame_timer;
mod key_recorder;
mod notices;
mod screenshot;
mod today;
pub(crate) mod viewport;

use crate::cli::{FrameSize, PlayOptions};
use crate::failure::{Failure, print_error, take_told};
use crate::input::controls::Controls;
use crate::input::key_file::KeyFile;
use crate::input::keys::WindowKey;
use crate::input::mouse::Mouse;
use crate::input::pads::Pads;
use crate::picture::{self, BLACK};
use crate::replay::file as replay_file;
use crate::replay::player::ReplayPlayer;
use crate::replay::recordings::path_of;
use crate::save::handle::{SaveHandle, SaveMode};
use crate::speaker::Speaker;
use display::{Display, KeyboardEvent};
use frame_store::FrameStore;
use frame_timer::FrameTimer;
use key_recorder::{KeyChanges, KeyRecorder, NoKeys};
use minifb::{Key, ScaleMode, Window, WindowOptions};
use musrex_core::app::{App, FloorView, Request, Settings, Setup};
use musrex_core::controls::Control;
use musrex_core::host::{self, Host};
use musrex_core::input::Input;
use musrex_support::seed;
use notices::Notices;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};
use viewport::{Size, Viewport, frame_size, largest_scale};

const TITLE: &str = "Mus Rex";
/// The interval between polls of window events during play, shorter than a mouse click.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// The interval between polls while the window has no keyboard focus.
const POLL_INTERVAL_PAUSED: Duration = Duration::from_millis(50);
/// The length of a standstill. If two polls are farther apart than this, the presses in between are dropped, because
/// the player could not see the game (T11).
const STANDSTILL: Duration = Duration::from_millis(500);
/// The time after the window gets the keyboard focus during which a mouse press only brings the window to the front.
const COMING_FORWARD: Duration = Duration::from_millis(150);
/// The speed of a watched run, in turns per second.
const WATCH_SPEED: u16 = 8;
/// The interval at which the window passes the date to the app.
const DATE_INTERVAL: Duration = Duration::from_secs(60);

/// Plays in a window until the player quits.
pub(crate) fn play(options: &PlayOptions) -> Result<(), Failure> {
    if options.daily && today::today().is_none() {
        return Err(Failure::Failed(
            "the date is unknown, so there is no daily run; other runs work without --daily"
                .to_owned(),
        ));
    }
    run_window(options, None)
}

/// Shows a replay until the player ends it or closes the window. There is no sound if `is_muted` is true.
pub(crate) fn watch(replay: ReplayPlayer<'_>, is_muted: bool) -> Result<(), Failure> {
    let options = PlayOptions {
        seed: Some(0),
        daily: false,
        size: None,
        scale: 0,
        fullscreen: false,
        save: None,
        default_keys: false,
        mute: is_muted,
    };
    run_window(&options, Some(replay))
}

/// Opens a window and runs the game in it, controlled by the player or by a replay.
fn run_window(options: &PlayOptions, replay: Option<ReplayPlayer<'_>>) -> Result<(), Failure> {
    let instead = match replay {
        None => "musrex headless",
        Some(_) => "musrex replay --verify",
    };
    let display = Display::open().map_err(|why| no_window(&why, instead))?;
    // The frame sizes of handhelds belong to no view; each other frame size belongs to a view.
    let own_size = options.size.filter(|size| size.view().is_none());
    let size = as_size(own_size.unwrap_or(FrameSize::of(FloorView::Near)));
    let scale_max = u8::try_from(largest_scale(size, display.screen())).unwrap_or(u8::MAX);
    let seed = seed::or_new(options.seed)?;
    let mut setup = Setup::new(seed);
    setup.settings.scale = options.scale.min(scale_max);
    setup.settings.is_fullscreen = options.fullscreen;
    setup.abilities.scale_max = scale_max;
    setup.abilities.can_fullscreen = Display::CAN_RESIZE;
    setup.abilities.can_quit = true;
    setup.abilities.can_choose_keys = replay.is_none();
    setup.abilities.can_watch = replay.is_none();
    setup.abilities.can_choose_view = own_size.is_none();
    let settings = setup.settings;
    let mut app = App::new(setup);
    let mut save_handle = match &replay {
        Some(replay) => {
            app.watch(replay.game());
            None
        }
        None => {
            let save_handle =
                SaveHandle::open(options.save.as_deref(), &mut app, SaveMode::Interactive);
            app.close_kits();
            // Options of the command line override the saved settings.
            let set = app.settings_mut();
            if options.scale > 0 {
                set.scale = settings.scale;
            }
            set.scale = set.scale.min(scale_max);
            if let Some(size) = options.size {
                set.view = size.view().unwrap_or(set.view);
            }
            set.is_fullscreen |= settings.is_fullscreen;
            app.set_today(today::today());
            if options.daily {
                app.offer_daily();
            }
            Some(save_handle)
        }
    };
    let key_file = KeyFile::beside(save_handle.as_ref().and_then(SaveHandle::path));
    let controls = Controls::new(key_file, options.default_keys, Pads::of_system(), &mut app);
    let session = Session::open(display, &mut app, controls, own_size)
        .map_err(|why| no_window(&why, instead))?;
    let speaker = Speaker::new(seed, options.mute);
    let save_path = save_handle.as_ref().and_then(SaveHandle::path).map(Path::to_owned);
    let mut session = Session { replay, save_path, speaker, ..session };
    // The save has already reported any data that could not be saved.
    let _ = host::play(&mut session, &mut app, &mut save_handle);
    session.failure.map_or(Ok(()), Err)
}

fn no_window(why: &str, instead: &str) -> Failure {
    Failure::Failed(format!("could not open a window ({why}); `{instead}` plays without one"))
}

/// Shortens an error message of minifb: removes the paths where minifb searched for a library.
fn short_message(error: &minifb::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("Failed to create window: ").unwrap_or(&text);
    text.split(": OpenError").next().unwrap_or(text).to_owned()
}

/// A window, and the state of the game shown in it.
struct Session<'a> {
    /// The path of the player's save, beside which the recordings are stored; `None` without a save.
    save_path: Option<PathBuf>,
    /// The replay that controls the app instead of the player, if there is one.
    replay: Option<ReplayPlayer<'a>>,
    /// The player's own app, set aside while the player watches a run of the hall of fame.
    own_app: Option<App>,
    frame: FrameStore,
    /// The fixed size of all frames, if the player cannot choose a view.
    own_size: Option<FrameSize>,
    window: Window,
    display: Display,
    key_changes: KeyChanges,
    controls: Controls,
    speaker: Speaker,
    mouse: Mouse,
    viewport: Viewport,
    /// The window's pixels, in the size of the viewport. On Windows, minifb keeps reading them whenever the window is
    /// exposed, so they may be reallocated only right before they are presented.
    canvas: Vec<u32>,
    /// True if the canvas must be presented.
    needs_showing: bool,
    /// The settings that are already applied to the window.
    applied: Settings,
    /// True if minifb last reported that the window has the keyboard focus.
    is_active: bool,
    /// True while the game is paused because another window has the keyboard focus.
    is_paused: bool,
    /// The time until which a mouse press only brings the window to the front.
    forward_until: Instant,
    /// The time of the last poll.
    polled: Instant,
    notices: Notices,
    /// The time at which the window next passes the date to the app.
    date_due: Instant,
    timer: FrameTimer,
    /// The number of ticks to run before window events are polled again.
    ticks_due: u32,
    /// The error that ended the window; `None` if the player closed it.
    failure: Option<Failure>,
}

impl<'a> Session<'a> {
    /// Opens a window that shows the app. On failure, returns the reason.
    fn open(
        mut display: Display,
        app: &mut App,
        controls: Controls,
        own_size: Option<FrameSize>,
    ) -> Result<Session<'a>, String> {
        let first = own_size.unwrap_or(FrameSize::of(FloorView::Near));
        let least = as_size(first);
        let settings = *app.settings();
        let size = first_size(least, display.screen(), settings.scale);
        let options = WindowOptions {
            resize: true,
            // The canvas is as large as the window, so minifb need not scale it.
            scale_mode: ScaleMode::UpperLeft,
            // Minifb calls a window of 32 bits per pixel "transparent", and opens it only without a border. No pixel of
            // the game is transparent, and the display restores the border.
            transparency: display.needs_own_depth(),
            borderless: display.needs_own_depth(),
            ..WindowOptions::default()
        };
        let mut window =
            Window::new(TITLE, size.0, size.1, options).map_err(|error| short_message(&error))?;
        // The session itself limits the frame rate, so minifb must not limit it.
        window.set_target_fps(0);
        let key_changes = KeyChanges::default();
        window.set_input_callback(Box::new(KeyRecorder(Rc::clone(&key_changes))));
        // The X server must know the window before the display's own connection refers to it.
        window.update();
        display.set_window(&window, least);
        if display.has_keys() {
            // Until here, the keys came from minifb; from here on, they come from the display. An event that both
            // minifb and the display receive counts once.
            window.update();
            key_changes.borrow_mut().extend(display.take_focus_events());
            window.set_input_callback(Box::new(NoKeys));
        }
        let mut session = Session {
            replay: None,
            own_app: None,
            save_path: None,
            frame: FrameStore::new(first),
            own_size,
            window,
            display,
            key_changes,
            controls,
            speaker: Speaker::new(0, true),
            mouse: Mouse::default(),
            viewport: Viewport::new(least, size, settings.scale),
            canvas: vec![BLACK; size.0 * size.1],
            needs_showing: true,
            applied: Settings { is_fullscreen: false, ..settings },
            is_active: false,
            is_paused: false,
            forward_until: Instant::now(),
            polled: Instant::now(),
            notices: Notices::default(),
            date_due: Instant::now(),
            timer: FrameTimer::new(Instant::now()),
            ticks_due: 0,
            failure: None,
        };
        session.resize_canvas(size, app);
        session.apply_settings(app);
        Ok(session)
    }

    /// Polls the window and the clock, and counts the [ticks that are due](Session::ticks_due).
    fn look(&mut self, app: &mut App) {
        self.poll_events(app);
        let now = Instant::now();
        self.follow_the_date(now, app);
        if self.is_paused {
            self.timer = FrameTimer::new(now);
        } else {
            self.ticks_due = self.timer.take_due(now);
        }
    }

    /// Sleeps until a tick is due or the window must be polled again.
    fn wait(&self) {
        let next = self.timer.until_next(Instant::now());
        thread::sleep(if self.is_paused { POLL_INTERVAL_PAUSED } else { next.min(POLL_INTERVAL) });
    }

    /// Returns whether the window was closed or has failed.
    fn is_over(&self) -> bool {
        self.failure.is_some() || !self.window.is_open()
    }

    /// Polls and handles window events.
    fn poll_events(&mut self, app: &mut App) {
        self.window.update();
        let events = self.display.take_events();
        self.needs_showing |= events.is_exposed;
        let mut keyboard = self.key_changes.take();
        keyboard.extend(events.keyboard);
        let mut has_key = false;
        for event in keyboard {
            match event {
                KeyboardEvent::Changed(key, is_down) => {
                    has_key |= is_down;
                    self.change_key(key, is_down, app);
                }
                KeyboardEvent::Got(keys) => self.controls.hold(&keys),
                KeyboardEvent::Lost => self.controls.release_all(),
            }
        }
        self.update_pause(has_key);
        let has_press = self.controls.poll_pads(self.is_paused, app);
        if let Some(complaint) = self.controls.take_complaint() {
            print_error(&complaint);
        }
        if has_key || has_press {
            self.mouse.hide();
        }
        let now = Instant::now();
        self.mouse.poll(&self.window, self.is_paused || now < self.forward_until);
        if now - self.polled > STANDSTILL {
            self.controls.forget_waiting();
            self.mouse.ignore_press();
        }
        let notches = self.mouse.take_notches();
        for _ in 0..notches.unsigned_abs() {
            self.change_view(|view| view.neighbour(notches > 0), app);
        }
        self.polled = now;
        self.follow_notices(now, app);
    }

    fn change_key(&mut self, key: Key, is_down: bool, app: &mut App) {
        match self.controls.change_key(key, is_down, app) {
            Some(WindowKey::Fullscreen) => {
                app.settings_mut().is_fullscreen ^= true;
                self.apply_settings(app);
            }
            Some(WindowKey::Screenshot) => self.take_screenshot(app),
            Some(WindowKey::View) => {
                let next = |view: FloorView| match view {
                    FloorView::Whole => FloorView::Near,
                    view => view.neighbour(true),
                };
                self.change_view(next, app);
            }
            Some(WindowKey::Mute) => {
                let is_muted = self.speaker.toggle_mute();
                self.notices.answer(if is_muted { "muted, F9 unmutes" } else { "not muted" });
            }
            None => {}
        }
    }

    /// Changes the view, if the player can choose one.
    fn change_view(&mut self, change: impl FnOnce(FloorView) -> FloorView, app: &mut App) {
        if self.own_size.is_none() && self.replay.is_none() {
            let settings = app.settings_mut();
            settings.view = change(settings.view);
            self.apply_settings(app);
        }
    }

    /// Passes the date to the app once a minute, because the date changes at midnight.
    fn follow_the_date(&mut self, now: Instant, app: &mut App) {
        if self.replay.is_none() && self.date_due <= now {
            self.date_due = now + DATE_INTERVAL;
            app.set_today(today::today());
        }
    }

    /// Pauses the game and releases all keys when the window loses the keyboard focus. The pause ends when the window
    /// gets the focus again, or at a key press: a display without a window manager may not report focus changes.
    fn update_pause(&mut self, has_key: bool) {
        let was_active = std::mem::replace(&mut self.is_active, self.window.is_active());
        if self.is_active && !was_active {
            self.forward_until = Instant::now() + COMING_FORWARD;
        }
        if was_active && !self.is_active {
            self.controls.release_all();
            self.mouse.ignore_press();
            self.is_paused = true;
        } else if self.is_active || has_key {
            self.is_paused = false;
        }
        self.speaker.set_paused(self.is_paused);
    }

    /// Returns to the player's own app, if the player was watching a run.
    fn end_watching(&mut self, app: &mut App) {
        if let Some(own_app) = self.own_app.take() {
            *app = own_app;
            app.refresh();
            self.resize_canvas(self.viewport.window(), app);
            self.replay = None;
            self.notices.stand(None);
        }
    }

    /// Shows the program's notices at the bottom of the frame and in the title of the window.
    fn follow_notices(&mut self, now: Instant, app: &mut App) {
        for sentence in take_told() {
            self.notices.push(&sentence);
        }
        if self.notices.advance(now) {
            match self.notices.shown() {
                Some(words) => self.window.set_title(&format!("{TITLE}: {words}")),
                None => self.window.set_title(TITLE),
            }
            app.refresh();
        }
    }

    /// Applies changed settings to the window.
    fn apply_settings(&mut self, app: &mut App) {
        let settings = *app.settings();
        let applied = std::mem::replace(&mut self.applied, settings);
        if settings.is_fullscreen != applied.is_fullscreen {
            self.display.set_fullscreen(settings.is_fullscreen);
        }
        if (settings.scale, settings.view) != (applied.scale, applied.view) {
            if settings.scale > 0 && !settings.is_fullscreen {
                let size = self.own_size.unwrap_or(FrameSize::of(settings.view));
                let (scale, (width, height)) = (usize::from(settings.scale), as_size(size));
                self.display.resize((width * scale, height * scale));
            }
            self.resize_canvas(self.viewport.window(), app);
        }
    }

    /// Presents the frame if it has changed or the window was exposed.
    fn show(&mut self, app: &mut App) -> Result<(), Failure> {
        let window = self.window.get_size();
        if window != self.viewport.window() || self.frame_size(window, app) != self.frame.size() {
            self.resize_canvas(window, app);
        }
        let notices = &self.notices;
        self.needs_showing |= self.frame.with(|frame| {
            if app.draw(frame) {
                notices.draw(frame);
                return true;
            }
            app.cycle_colours(&mut frame.palette)
        });
        if !std::mem::take(&mut self.needs_showing) {
            return Ok(());
        }
        let (viewport, canvas) = (&self.viewport, &mut self.canvas);
        self.frame.with(|frame| viewport.paint(frame.pixels(), &picture::colours(frame), canvas));
        let (width, height) = self.viewport.window();
        self.window
            .update_with_buffer(&self.canvas, width, height)
            .map_err(|error| Failure::Failed(format!("could not show the picture ({error})")))?;
        self.mouse.poll_wheel(&self.window);
        Ok(())
    }

    fn resize_canvas(&mut self, window: Size, app: &mut App) {
        let size = self.frame_size(window, app);
        if size != self.frame.size() {
            self.frame.resize(size);
        }
        app.resize(size.width, size.height);
        self.viewport = Viewport::new(as_size(size), window, self.applied.scale);
        self.canvas.clear();
        self.canvas.resize(window.0 * window.1, BLACK);
        self.mouse.reset();
        self.needs_showing = true;
    }

    /// Returns the current size of the frame.
    fn frame_size(&self, window: Size, app: &App) -> FrameSize {
        let by_view = || frame_size(app.view(), window, self.applied.scale);
        self.own_size.unwrap_or_else(by_view)
    }

    /// Saves a screenshot of the frame, without any notice on it, and shows the path of the file.
    fn take_screenshot(&mut self, app: &mut App) {
        app.refresh();
        let saved = self.frame.with(|frame| {
            app.draw(frame);
            screenshot::save(frame)
        });
        match saved {
            Ok(path) => self.notices.answer(&format!("saved {}", path.display())),
            Err(why) => print_error(&why),
        }
        app.refresh();
    }
}

impl Host for Session<'_> {
    // Polls the window while no tick is due.
    fn before_tick(&mut self, app: &mut App) {
        while self.ticks_due == 0 && !self.is_over() {
            self.wait();
            self.look(app);
            if self.ticks_due == 0 {
                self.draw(app);
            }
        }
        if self.is_over() {
            self.end_watching(app);
        }
    }

    fn input(&mut self) -> Option<Input> {
        self.ticks_due = self.ticks_due.saturating_sub(1);
        let (buttons, pointer) = (self.controls.take(), self.mouse.take(&self.viewport));
        (!self.is_over()).then_some(Input { buttons, pointer })
    }

    fn tick(&mut self, input: Input, app: &mut App) -> Option<Request> {
        let Some(replay) = &mut self.replay else { return app.tick(input) };
        match (replay.tick(app, input.buttons), &self.own_app) {
            (Ok(true), _) => return None,
            (Ok(false), None) => return Some(Request::Quit),
            (Err(failure), None) => self.failure = Some(failure),
            (Err(Failure::Failed(why)), _) => print_error(&why),
            (_, Some(_)) => {}
        }
        self.end_watching(app);
        None
    }

    fn after_tick(&mut self, app: &mut App) {
        self.controls.forget_in_danger(app);
        self.speaker.tick(app);
        self.apply_settings(app);
    }

    fn draw(&mut self, app: &mut App) {
        if self.ticks_due == 0
            && let Err(failure) = self.show(app)
        {
            self.failure = Some(failure);
        }
    }

    /// Shows the run in a separate app, so that the player's run stays as it is. Tells the player that this is a
    /// recording, or why no recording can be shown.
    fn watch(&mut self, row: usize, app: &mut App) {
        let score = app.scores().rows().get(row);
        let path = self.save_path.as_ref().zip(score).map(|(save, score)| path_of(save, score));
        let Some(path) = path.filter(|path| path.exists()) else {
            return print_error("this run was not recorded");
        };
        let file = path.display().to_string();
        match replay_file::open(&path) {
            Ok(reader) => {
                let player = ReplayPlayer::new(reader, file, WATCH_SPEED);
                let mut setup = Setup::new(0);
                setup.settings = *app.settings();
                let mut watched = App::new(setup);
                let FrameSize { width, height } = self.frame.size();
                watched.resize(width, height);
                self.controls.name_keys(&mut watched);
                watched.watch(player.game());
                let [pause, end] = [Control::A, Control::B].map(|it| self.controls.key_of(it));
                self.notices.stand(Some(format!("Recorded run  {pause}: pause  {end}: end")));
                self.own_app = Some(std::mem::replace(app, watched));
                self.replay = Some(player);
            }
            Err(Failure::Failed(why)) => print_error(&why),
            Err(_) => {}
        }
    }

    fn reset_keys(&mut self, app: &mut App) {
        self.controls.reset(app);
    }
}

fn as_size(size: FrameSize) -> Size {
    (size.width.into(), size.height.into())
}

/// Returns the size of a new window: the frame enlarged by `scale`. If `scale` is 0, the frame is enlarged as much as
/// fits in three quarters of the screen.
fn first_size(frame: Size, screen: Size, scale: u8) -> Size {
    let scale = match usize::from(scale) {
        0 => largest_scale(frame, (screen.0 / 4 * 3, screen.1 / 4 * 3)),
        scale => scale,
    };
    (frame.0 * scale, frame.1 * scale)
}
