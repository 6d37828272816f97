//! Mus Rex on the Game Boy Advance: buttons and time into the core, its pictures onto the screen.
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
use musrex_core::host::{self, Host};
use musrex_core::input::{Buttons, Input};
use musrex_core::raster::{Colour, Frame};
use saving::CartridgeSaver;
use screen::{HEIGHT, Screen, WIDTH};

global_asm!(include_str!("start.s"), options(raw));
global_asm!(include_str!("memory.s"), options(raw));
global_asm!(include_str!("arithmetic.s"), options(raw));
global_asm!(include_str!("tiles.s"), options(raw));
global_asm!(include_str!("bitmaps.s"), options(raw));

/// The seed of what is seen behind the title. That of a run comes from the player's hands.
const SEED: u64 = 0x4d75_7320_5265_7821;

/// Cycles of a tick after which nothing more is begun that has time: the longest piece of it must
/// end before the picture does.
const BUSY_CYCLES: u32 = 210_000;
/// Cycles of a tick after which the game is not copied any more.
const COPY_CYCLES: u32 = 230_000;

/// Called by `start.s`, once.
#[unsafe(no_mangle)]
extern "C" fn main() -> ! {
    clock::start();
    let sound_log = speaker::start();
    let flash = flash::find();
    let stopwatch = Stopwatch::start(stack::bounds(), sound_log);
    // SAFETY: this is the only call but for the one of a panic.
    let mut screen = unsafe { Screen::start() };
    interrupts::start();
    show_loading_screen(&mut screen);
    let fixed_seed = debug_port::seed();
    let app = app(fixed_seed.unwrap_or(SEED));
    app.resize(WIDTH, HEIGHT);
    let mut saver = CartridgeSaver::open(flash, &stopwatch);
    saver.attach(app);
    let (pad, state) = (ButtonReader::new(), TickState::Ended);
    let mut machine = Machine { screen, pad, stopwatch: &stopwatch, flash, fixed_seed, state };
    let _ = host::play(&mut machine, app, &mut saver);
    unreachable!("a console that is switched off tells nobody");
}

/// How far a tick is.
#[derive(Clone, Copy, PartialEq)]
enum TickState {
    Begun,
    Played,
    Ended,
}

/// All but what keeps the game.
struct Machine<'a> {
    screen: Screen,
    pad: ButtonReader,
    stopwatch: &'a Stopwatch,
    flash: Flash,
    fixed_seed: Option<u64>,
    state: TickState,
}

// Not inlined: each has its own stack frame, which is short-lived.
impl Host for Machine<'_> {
    /// Ends a tick, waits for the end of a picture, shows what was drawn, and begins a tick, if none has begun.
    #[inline(never)]
    fn before_tick(&mut self, app: &mut App) {
        flash::work_until(None);
        if self.state == TickState::Played {
            let is_saving = saving::is_pending();
            if is_saving {
                self.stopwatch.worked();
            }
            self.stopwatch.end(app, &mut self.flash, !is_saving);
        }
        if self.state != TickState::Begun {
            stack::check();
            interrupts::wait_for_picture_end();
            self.screen.show();
            self.stopwatch.begin();
            self.state = TickState::Begun;
        }
    }

    fn input(&mut self) -> Option<Input> {
        Some(Input::from(self.pad.take()))
    }

    #[inline(never)]
    fn tick(&mut self, input: Input, app: &mut App) -> Option<Request> {
        self.state = TickState::Played;
        let is_at_title = app.screen() == ScreenName::Title;
        if self.fixed_seed.is_none() && is_at_title && input.buttons != Buttons::NONE {
            app.mix_entropy(buttons::entropy().into());
        }
        app.tick(input)
    }

    #[inline(never)]
    fn after_tick(&mut self, app: &mut App) {
        self.pad.forget_waiting(|| app.is_interrupted());
        speaker::take_requests(app);
        self.stopwatch.ticked();
    }

    /// Draws the frame, if it has changed; else its colours may cycle.
    #[inline(never)]
    fn draw(&mut self, app: &mut App) {
        if self.screen.draw(|frame| app.draw(frame)) {
            self.stopwatch.drawn();
        } else {
            self.screen.cycle(|palette| app.cycle_colours(palette));
        }
        flash::work_until(Some(self.stopwatch.time_of(BUSY_CYCLES)));
    }

    /// Begins the next tick when this one is too old: it may play a turn, and then it is too late to copy the game.
    fn before_work(&mut self, app: &mut App) {
        if clock::is_past(self.stopwatch.time_of(COPY_CYCLES)) {
            self.before_tick(app);
            flash::work_until(Some(clock::now()));
        }
    }

    fn has_time(&mut self) -> bool {
        self.state == TickState::Played && !clock::is_past(self.stopwatch.time_of(BUSY_CYCLES))
    }
}

/// Shows a loading text: rebuilding the floor of a saved run and replaying its last turns takes
/// most of a second.
fn show_loading_screen(screen: &mut Screen) {
    screen.draw(|frame| {
        frame.clear(Colour::INK);
        let words = "Looking for traces of mice...";
        let x = (WIDTH.cast_signed() - Frame::text_width(words)) / 2;
        frame.text(x, HEIGHT.cast_signed() / 2 - 5, words, Colour::SILVER);
        true
    });
    interrupts::wait_for_picture_end();
    screen.show();
}

/// Static storage for the app, in EWRAM.
struct StaticStorage(UnsafeCell<MaybeUninit<App>>);

// SAFETY: there is one processor, and no interrupt touches the app.
unsafe impl Sync for StaticStorage {}

/// Makes the app; call it once.
#[inline(never)]
fn app(seed: u64) -> &'static mut App {
    #[unsafe(link_section = ".ewram")]
    static STORAGE: StaticStorage = StaticStorage(UnsafeCell::new(MaybeUninit::uninit()));
    // SAFETY: this is called once, so nobody else has a reference to it.
    let storage = unsafe { &mut *STORAGE.0.get() };
    // SAFETY: this is its only use. The app passes over the stack on its way to where it stays.
    unsafe { stack::with_deep_stack(|| _ = storage.write(App::placeholder(Setup::new(seed)))) };
    // SAFETY: it has just been written.
    let app = unsafe { storage.assume_init_mut() };
    app.close_kits();
    app
}
