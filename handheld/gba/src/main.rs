//! Mus Rex on the Game Boy Advance. This program passes the buttons to the core once per frame, shows the core's
//! pictures, plays its sounds and saves.
#![no_std]
#![no_main]

mod buttons;
mod clock;
mod debug_port;
mod flash;
mod interrupts;
mod kernels;
mod panic;
mod registers;
mod saving;
mod screen;
#[path = "../../seed_patch.rs"]
mod seed_patch;
mod speaker;
mod stack;
mod volatile_cell;

use buttons::ButtonReader;
use core::arch::global_asm;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use debug_port::Stopwatch;
use flash::Flash;
use musrex_core::app::{App, Request, ScreenName, Setup};
use musrex_core::input::{Buttons, Input};
use musrex_core::raster::{Colour, Frame};
use musrex_core::save::{Backlog, SaveManager, SaveRequest, SaveStatus};
use musrex_core::view::text::LOADING_LINE;
use saving::Work;
use screen::{HEIGHT, Screen, WIDTH};

global_asm!(include_str!("start.s"), options(raw));
global_asm!(include_str!("memory.s"), options(raw));
global_asm!(include_str!("arithmetic.s"), options(raw));
global_asm!(include_str!("tiles.s"), options(raw));
global_asm!(include_str!("bitmaps.s"), options(raw));

/// The seed of the demo behind the title. Runs get other seeds, into which the times of button presses are mixed.
const SEED: u64 = 0x4d75_7320_5265_7821;

/// Background work stops this many cycles after the start of a tick: from then on, no further piece of it begins. So even
/// the longest piece ends before the frame does.
const BUSY_CYCLES: u32 = 210_000;
/// From this many cycles after the start of a tick on, the game is no longer copied for a checkpoint.
const COPY_CYCLES: u32 = 230_000;

/// Runs the game. `start.s` calls this function once.
#[unsafe(no_mangle)]
extern "C" fn main() -> ! {
    clock::start();
    let sound_log = speaker::start();
    let flash = flash::find();
    let stopwatch = Stopwatch::start(stack::bounds(), sound_log);
    // SAFETY: the only other call is in the panic handler, which never returns.
    let mut screen = unsafe { Screen::start() };
    interrupts::start();
    show_loading_screen(&mut screen);
    let fixed_seed = seed_patch::seed();
    let app = app(fixed_seed.unwrap_or(SEED));
    app.resize(WIDTH, HEIGHT);
    let manager = saving::open(flash);
    saving::attach(app, manager);
    let (pad, has_begun) = (ButtonReader::new(), false);
    let mut machine = Machine { app, screen, pad, stopwatch, flash, fixed_seed, has_begun };
    let mut unsaved = None;
    loop {
        if let Some(request) = unsaved.take().or_else(|| machine.play()) {
            saving::submit(request, machine.app, manager);
            machine.stopwatch.saved();
        }
        machine.draw();
        if manager.status() != SaveStatus::Pending {
            machine.end_tick(true);
        }
        while manager.status() == SaveStatus::Pending && unsaved.is_none() {
            unsaved = machine.play_while_saving(manager);
        }
    }
}

/// The whole machine, except the save manager.
struct Machine {
    app: &'static mut App,
    screen: Screen,
    pad: ButtonReader,
    stopwatch: Stopwatch,
    flash: Flash,
    fixed_seed: Option<u64>,
    /// True while a tick is in progress, from [`begin_tick`](Machine::begin_tick) to [`end_tick`](Machine::end_tick).
    has_begun: bool,
}

impl Machine {
    /// Waits for the end of the frame, shows the drawn page, and begins a tick. Does nothing if a tick is already in
    /// progress.
    fn begin_tick(&mut self) {
        if core::mem::replace(&mut self.has_begun, true) {
            return;
        }
        stack::check();
        interrupts::wait_for_picture_end();
        self.screen.show();
        self.stopwatch.begin();
    }

    /// Plays a tick. Returns the save request, if there is one. Like some functions below, not inlined, so that its
    /// stack frame lasts only as long as the call.
    #[inline(never)]
    fn play(&mut self) -> Option<SaveRequest> {
        self.begin_tick();
        let (app, buttons) = (&mut *self.app, self.pad.take());
        let is_at_title = app.screen() == ScreenName::Title;
        if self.fixed_seed.is_none() && is_at_title && buttons != Buttons::NONE {
            app.mix_entropy(buttons::entropy().into());
        }
        let request = app.tick(Input::from(buttons));
        self.pad.forget_waiting(|| app.is_interrupted());
        speaker::take_requests(app);
        self.stopwatch.ticked();
        match request {
            Some(Request::Save(save)) => Some(save),
            // A console cannot end the program, change keys or watch recordings.
            Some(Request::Quit | Request::DefaultKeys | Request::Watch(_)) | None => None,
        }
    }

    /// Draws a new picture if something has changed. Otherwise only advances the colours that cycle.
    #[inline(never)]
    fn draw(&mut self) {
        if self.screen.draw(|frame| self.app.draw(frame)) {
            self.stopwatch.drawn();
        } else {
            self.screen.cycle(|palette| self.app.cycle_colours(palette));
        }
    }

    fn end_tick(&mut self, is_saved: bool) {
        self.has_begun = false;
        self.stopwatch.end(self.app, &mut self.flash, is_saved);
    }

    /// Plays on from the end of a tick while `manager` writes in the spare time of each tick. If a request comes that
    /// cannot wait, completes the writing at once and returns the request. Otherwise returns when the writing is
    /// complete and the last tick has ended.
    #[inline(never)]
    fn play_while_saving(&mut self, manager: &mut SaveManager<Flash>) -> Option<SaveRequest> {
        // The next tick may play a turn, and then it is too late to copy the game.
        let mut is_tick_over = clock::is_past(self.stopwatch.time_of(COPY_CYCLES));
        if is_tick_over {
            self.end_tick(false);
            self.begin_tick();
        }
        // SAFETY: the previous work was dropped at the end of this function.
        let mut work = unsafe { Work::begin(self.app, manager) };
        let mut backlog = Backlog::new(self.app.game());
        let status = loop {
            if !is_tick_over {
                if let Some(status) = work.run_until(self.stopwatch.time_of(BUSY_CYCLES)) {
                    break status;
                }
                self.stopwatch.worked();
                self.end_tick(false);
                self.begin_tick();
            }
            is_tick_over = false;
            self.stopwatch.worked();
            if let Some(request) = self.play()
                && !backlog.take(request, self.app.game())
            {
                break work.end();
            }
            self.draw();
        };
        self.app.report(status);
        let unsaved = saving::submit_backlog(backlog, self.app, manager);
        self.stopwatch.worked();
        if unsaved.is_none() && manager.status() != SaveStatus::Pending {
            self.end_tick(true);
        }
        unsaved
    }
}

/// Shows a loading text, because it takes most of a second to rebuild the floor of a saved run and to replay its last
/// turns.
fn show_loading_screen(screen: &mut Screen) {
    screen.draw(|frame| {
        frame.clear(Colour::INK);
        let x = (WIDTH.cast_signed() - Frame::text_width(LOADING_LINE)) / 2;
        frame.text(x, HEIGHT.cast_signed() / 2 - 5, LOADING_LINE, Colour::SILVER);
        true
    });
    interrupts::wait_for_picture_end();
    screen.show();
}

/// The static storage for the app, in EWRAM.
struct StaticStorage(UnsafeCell<MaybeUninit<App>>);

// SAFETY: there is one processor, and no interrupt accesses the app.
unsafe impl Sync for StaticStorage {}

/// Creates the app. This function must be called only once.
#[inline(never)]
fn app(seed: u64) -> &'static mut App {
    #[unsafe(link_section = ".ewram")]
    static STORAGE: StaticStorage = StaticStorage(UnsafeCell::new(MaybeUninit::uninit()));
    // SAFETY: this function is called only once, so there is no other reference to the storage.
    let storage = unsafe { &mut *STORAGE.0.get() };
    // SAFETY: nothing else uses this stack. The app is built on the stack and then moved to the storage.
    unsafe { stack::with_deep_stack(|| _ = storage.write(App::placeholder(Setup::new(seed)))) };
    // SAFETY: the app has just been written.
    let app = unsafe { storage.assume_init_mut() };
    app.close_kits();
    app
}
