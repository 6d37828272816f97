//! Mus Rex on the Game Boy Advance: buttons and time into the core, its pictures onto the screen.
#![no_std]
#![no_main]

mod buttons;
mod clock;
mod flash;
mod interrupts;
mod mailbox;
mod panic;
mod registers;
mod saving;
mod screen;
mod shared;
mod speaker;
mod stack;
mod strokes;

use buttons::Pad;
use core::arch::global_asm;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use flash::Flash;
use mailbox::Stopwatch;
use musrex_core::draw::{Colour, Frame};
use musrex_core::input::{Buttons, Input};
use musrex_core::save::{Keeper, Save};
use musrex_core::screens::{App, HostAbilities, Request, ScreenName, Settings, Setup};
use screen::{HEIGHT, Screen, WIDTH};

global_asm!(include_str!("start.s"), options(raw));
global_asm!(include_str!("memory.s"), options(raw));
global_asm!(include_str!("arithmetic.s"), options(raw));
global_asm!(include_str!("tiles.s"), options(raw));
global_asm!(include_str!("pictures.s"), options(raw));

/// The seed of what is seen behind the title. That of a run comes from the player's hands.
const SEED: u64 = 0x4d75_7320_5265_7821;

/// Called by `start.s`, once.
#[unsafe(no_mangle)]
extern "C" fn main() -> ! {
    clock::start();
    speaker::start();
    let flash = Flash::find();
    let mut stopwatch = Stopwatch::start(stack::bounds());
    // SAFETY: this is the only call but for the one of a panic.
    let (mut screen, mut frame) = unsafe { Screen::start() };
    interrupts::start();
    ask_for_patience(&mut frame, &mut screen);
    let fixed_seed = mailbox::seed();
    let app = app(fixed_seed.unwrap_or(SEED));
    let keeper = saving::open(flash);
    saving::attach(app, keeper);
    let mut pad = Pad::new();
    loop {
        stack::check();
        interrupts::wait_for_picture_end();
        screen.show(&mut frame);
        stopwatch.begin();
        let buttons = pad.take();
        if fixed_seed.is_none() && app.screen() == ScreenName::Title && buttons != Buttons::NONE {
            app.stir(buttons::chance().into());
        }
        let later = play(app, buttons, keeper, &mut stopwatch);
        draw(app, &mut frame, &mut screen, &mut stopwatch);
        if let Some(save) = later {
            interrupts::wait_for_picture_end();
            screen.show(&mut frame);
            stopwatch.begin();
            saving::carry_out(save, app, keeper);
            stopwatch.saved();
        }
        stopwatch.end(app, keeper.flash());
    }
}

/// Says that the game is on its way: where a run waits, its floor is built and its last turns are
/// played anew, which takes most of a second.
#[inline(never)]
fn ask_for_patience(frame: &mut Frame<'static>, screen: &mut Screen) {
    frame.clear(Colour::INK);
    let words = "Looking for traces of mice...";
    let x = (WIDTH.cast_signed() - Frame::text_width(words)) / 2;
    frame.text(x, HEIGHT.cast_signed() / 2 - 5, words, Colour::SILVER);
    screen.take(frame);
    interrupts::wait_for_picture_end();
    screen.show(frame);
}

/// One tick. What it has led to is saved before it is shown, or given when it may be saved later. As
/// for all that follows, a frame of its own, so that the stack holds no more than it needs.
#[inline(never)]
fn play(
    app: &mut App,
    buttons: Buttons,
    keeper: &mut Keeper<Flash>,
    stopwatch: &mut Stopwatch,
) -> Option<Save> {
    let request = app.tick(Input::from(buttons));
    stopwatch.ticked();
    // There is no program to end here.
    match request {
        Some(Request::Save(save)) if save.may_wait() => Some(save),
        Some(Request::Save(save)) => {
            saving::carry_out(save, app, keeper);
            stopwatch.saved();
            None
        }
        _ => None,
    }
}

/// The picture of a tick, if it is new.
#[inline(never)]
fn draw(app: &mut App, frame: &mut Frame<'_>, screen: &mut Screen, stopwatch: &mut Stopwatch) {
    if app.draw(frame) {
        screen.take(frame);
        stopwatch.drawn();
    }
}

/// Room for the app where there is enough of it.
struct Room(UnsafeCell<MaybeUninit<App>>);

// SAFETY: there is one processor, and no interrupt touches the app.
unsafe impl Sync for Room {}

/// Makes the app: to be called once.
#[inline(never)]
fn app(seed: u64) -> &'static mut App {
    #[unsafe(link_section = ".ewram")]
    static ROOM: Room = Room(UnsafeCell::new(MaybeUninit::uninit()));
    let setup = Setup { seed, abilities: HostAbilities::default(), settings: Settings::default() };
    // SAFETY: this is called once, so nobody else has a reference to it.
    let room = unsafe { &mut *ROOM.0.get() };
    // SAFETY: this is its only use. The app passes over the stack on its way to where it stays.
    unsafe { stack::with_deep_stack(|| _ = room.write(App::unstaged(setup))) };
    // SAFETY: it has just been written.
    unsafe { room.assume_init_mut() }
}
