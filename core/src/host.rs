//! A guide for hosts: what a machine has to do to run Mus Rex.
//!
//! A host provides ten [buttons](crate::input::Button), 64 KiB of flash and a seed. On a machine with a D-pad and only
//! four buttons, [`Chords`](crate::chords::Chords) combines them into the ten buttons. The host receives a frame and
//! four voices. The smallest complete host follows; [`run`] is its loop:
//!
//! ```
//! use musrex_core::App;
//! use musrex_core::app::Setup;
//! use musrex_core::host::{self, Host};
//! use musrex_core::input::{Button, Buttons, Input};
//! use musrex_core::poll::block_on;
//! use musrex_core::raster::Frame;
//! use musrex_core::save::{Memory, SaveManager, SaveStatus};
//! use musrex_core::sound::Player;
//!
//! struct Smallest<'a> {
//!     frame: Frame<'a>,
//!     player: Player,
//!     ticks: u32,
//! }
//!
//! impl Host for Smallest<'_> {
//!     fn input(&mut self) -> Option<Input> {
//!         // A machine waits here for the next sixtieth of a second, and looks at its buttons.
//!         self.ticks += 1;
//!         let held = if self.ticks == 5 { Buttons::NONE.with(Button::A) } else { Buttons::NONE };
//!         (self.ticks <= 60).then_some(Input::from(held))
//!     }
//!
//!     fn after_tick(&mut self, app: &mut App) {
//!         while let Some(request) = app.take_sound_request() {
//!             self.player.request(request);
//!         }
//!         let _heard = self.player.tick(); // the four voices
//!     }
//!
//!     fn draw(&mut self, app: &mut App) {
//!         if app.draw(&mut self.frame) || app.cycle_colours(&mut self.frame.palette) {
//!             let _shown = (self.frame.pixels(), &self.frame.palette);
//!         }
//!     }
//! }
//!
//! let (mut words, mut flash) = ([0; Frame::words(240, 160)], Memory([0xFF; 65_536]));
//! let frame = Frame::new(240, 160, &mut words).expect("the words fit the size");
//! let mut host = Smallest { frame, player: Player::new(1), ticks: 0 };
//! let mut app = App::placeholder(Setup::new(7));
//! app.close_kits();
//! app.resize(240, 160);
//! let mut manager = block_on(SaveManager::open(&mut flash));
//! assert_eq!(host::run(&mut host, &mut app, &mut manager), SaveStatus::Done);
//!
//! // The turns played are saved: the next start continues the run.
//! let mut manager = block_on(SaveManager::open(&mut flash));
//! block_on(app.attach(&mut manager));
//! assert!(app.saved_run().is_some());
//! ```
//!
//! `handheld/template/` is a complete host for a board with buttons on pins, a panel on a bus and a serial flash.
//!
//! # Before the first tick
//!
//! 1. [`App::placeholder`] makes the app, with a **seed** for the first run. A host without a random source passes any
//!    number. While the title is shown, it calls [`App::mix_entropy`] with the time of each press.
//! 2. [`App::close_kits`] restricts runs to the kits that the player has opened; every host that keeps a player's save
//!    must call it. [`App::resize`] sets the size of the frames, from 240 × 160 to 640 × 640 pixels. The width must be
//!    a multiple of four. Screens lay themselves out for this size.
//! 3. [`SaveManager::open`] reads the **flash** and changes nothing. [`BlockingFlash`](crate::save::BlockingFlash)
//!    adapts a blocking driver. If the flash writes words longer than a byte, also wrap the driver in a
//!    [`WordFlash`](crate::save::WordFlash). The flash must have 16 sectors of 4 KiB, and erasing must set all bits. A
//!    byte that is still 0xFF must remain writable after its neighbours are written. Flash with an error-correcting
//!    code per word does not allow such a second write. A machine without a suitable flash opens a
//!    [`Memory`](crate::save::Memory), and stores the bytes of that memory in its own way.
//! 4. [`App::attach`], which [`run`] calls, loads the save and shows the title. The call builds a floor and replays the
//!    turns of the journal. On a slow machine, the call takes a second, so the host should show something before it.
//!
//! # A tick
//!
//! A second has sixty ticks. In each tick, [`run`] makes the calls of the table below in this order, and leaves out
//! calls that are not needed. A host that changes something between loading and the first tick calls [`App::attach`]
//! itself, and then [`play`] instead of [`run`]. A host that does not save to a flash also calls [`play`], with a
//! [`Saver`] of its own. If the machine itself calls the program for each tick, the program calls [`step`].
//!
//! | call | contract |
//! |---|---|
//! | [`Host::before_tick`] | handles events that are not buttons, such as a change of the window's size. Most hosts do nothing here. |
//! | [`Host::input`] | waits for the tick, and returns the **buttons** that are held. A tap must be held for at least one tick; a [`Latch`](crate::input::Latch) prolongs shorter taps. Reading the buttons once a tick is enough to debounce them. |
//! | [`Host::tick`] | calls [`App::tick`], which plays the tick. Most ticks play no turn, and no tick plays more than one turn. The call never fails and never waits. Ticks that build a new floor take longest. |
//! | [`Host::after_tick`] | passes the [sound requests](App::take_sound_request) to a sound [`Player`](crate::sound::Player). The player also ticks sixty times a second, here or in an interrupt, and returns the four **voices**. [`sound`](crate::sound) lists three ways to play the voices. |
//! | [`Saver::submit`] | saves the data of the app's request. The app is drawn afterwards, so every turn that the player sees is safe. A turn takes at most 21 bytes, and is written twice. |
//! | [`Host::draw`] | [`App::draw`] draws the **frame** and returns true if something has changed. Otherwise, [`App::cycle_colours`] may change the palette of the frame. [`ShownRows`](crate::raster::ShownRows) lists the rows to send. [`Frame::write_row`](crate::raster::Frame::write_row) writes a row for DMA, and [`Frame::colours`](crate::raster::Frame::colours) returns the colours of rows. [`ShownRows::draw_to`](crate::raster::ShownRows::draw_to) draws the changed rows on any embedded-graphics target. |
//! | [`Saver::work`] | writes the data that may wait, as long as [`Host::has_time`] returns true. Play goes on meanwhile. A [`Backlog`] holds a turn played during this work. A power cut can lose only this turn. |
//!
//! # What may block, and what may fail
//!
//! - A late tick only slows the game down, because the core has no clock. A sound player that ticks in an interrupt is
//!   not affected.
//! - In the core, only the flash blocks; a panel blocks in [`Host::draw`]. The longest pieces of [`SaveManager::work`]
//!   are erasing 4 KiB (45 to 400 ms) and programming a page of 256 bytes (0.7 to 3 ms). A checkpoint writes up to 4 KB
//!   for the run and 2 KB for a floor that the player left, both twice. Sometimes a checkpoint also erases a sector or
//!   two. A checkpoint is written at the beginning of a run, on each change of floor, when the journal is full, and
//!   when the player leaves the game. If the player is idle while the journal is nearly full, the checkpoint is written
//!   then. The very first save erases all sixteen sectors.
//! - A whole frame of 240 × 240 pixels takes 115,200 bytes on the bus of a panel. At 40 MHz the transfer takes 23 ms,
//!   more than a tick. Most frames change only some of the rows.
//! - Only the flash can fail. The app tells the player of a failure, and play goes on without saving. The host needs no
//!   error handling.
//! - Power may fail at any time. A machine that is warned of a power failure returns `None` from [`Host::input`]. Then
//!   [`run`] saves and returns.
//!
//! # What else a host may do
//!
//! - Implement [`Host::watch`] if it can show recordings, and [`Host::reset_keys`] if it lets the player choose keys.
//! - Declare its [abilities](crate::app::HostAbilities), such as quitting, filling the screen, scaling the window,
//!   choosing keys or showing recordings. The screens offer only the declared abilities, and no ability is required.
//! - Pass a [`Pointer`](crate::input::Pointer) along with the buttons, tell the app the names of the keys
//!   ([`App::set_input_scheme`]), and set the date ([`App::set_today`]).
//! - Keep the presses made during a slow tick in a [`Latch`](crate::input::Latch), and
//!   [forget](crate::input::Latch::forget_presses) them when [`App::is_interrupted`] returns true.
//! - Replace the blit kernels ([`kernels`](crate::raster::kernels)) with its own.
//!
//! # Memory
//!
//! The table lists the most memory that each part takes; 32-bit machines need a little less. The core allocates
//! nothing.
//!
//! | part | what | bytes |
//! |---|---|---:|
//! | app | [`App`]: the game and the state that all screens share | 61,000 |
//! | save manager | [`SaveManager`] | 17,600 |
//! | work | the future of [`SaveManager::work`], on the stack of [`run`] | 900 |
//! | frame | a [`Frame`](crate::raster::Frame) of 240 × 240 pixels and its words; a frame of 240 × 160 pixels takes 19,200 bytes fewer | 58,400 |
//! | rows shown | [`ShownRows`](crate::raster::ShownRows) of 240 rows | 2,000 |
//! | sound | a [`Player`](crate::sound::Player) and a [`Synth`](crate::sound::Synth) | 560 |
//! | stack | [`run`] and all that it calls | 24,600 |
//!
//! [`App::placeholder`] is a constant function. In a `static`, the app is made at compile time and never lies on the
//! stack. Without an operating system, the save manager may lie on the stack of `main`. That stack can use all the
//! remaining memory, but it then needs room for the save manager, too. In a task with a stack of its own, keep the save
//! manager in a `static`.
//!
//! ```
//! # use musrex_core::App;
//! # use musrex_core::app::Setup;
//! use std::sync::Mutex; // on a board, a `ConstStaticCell` of the crate `static_cell`
//!
//! static APP: Mutex<App> = Mutex::new(App::placeholder(Setup::new(7)));
//! ```
//!
//! The stack of the table was measured on a desktop; on a Game Boy Advance, [`run`] needs 10.7 KB of stack. A program
//! takes 1.0 MiB of flash on a Cortex-M4 at `opt-level = "s"`, with pictures, songs, text, and 58 KB for the initial
//! value of the app.

use crate::app::{App, Request};
use crate::input::Input;
use crate::poll::{block_on, poll_for};
use crate::save::{Backlog, SaveManager, SaveRequest, SaveStatus};
use crate::world::Game;
use core::pin::pin;
use embedded_storage_async::nor_flash::NorFlash;

/// A machine that plays the game. [`run`] calls these functions in the order that [a tick](self#a-tick) lists.
pub trait Host {
    /// Handles events other than buttons, such as a change of the window's size. The loop calls this before the wait
    /// for each tick.
    fn before_tick(&mut self, app: &mut App) {
        let _ = app;
    }

    /// Waits for the next tick, 1/60 s after the previous one, and returns the buttons that the player holds. A host
    /// returns `None` to end the loop, because power is about to fail or the program has to end.
    fn input(&mut self) -> Option<Input>;

    /// Plays a tick. A host that shows a recording plays the recording here, and ignores the player's input.
    fn tick(&mut self, input: Input, app: &mut App) -> Option<Request> {
        app.tick(input)
    }

    /// Takes the sound requests, and applies the settings that concern the host. The loop calls this after each tick,
    /// before the app is drawn. A host without sound does nothing.
    fn after_tick(&mut self, app: &mut App) {
        let _ = app;
    }

    /// Draws the app on the host's frame, and shows the changed parts to the player.
    fn draw(&mut self, app: &mut App);

    /// Returns whether this tick leaves time for one more piece of the save's work. A host with a fast flash can always
    /// return true. A host that always returns false makes saving slow, but loses no turn.
    fn has_time(&mut self) -> bool {
        true
    }

    /// Shows the recorded run in this row of the hall of fame. The loop calls this only for a host that
    /// [can](crate::app::HostAbilities::can_watch) show recordings.
    fn watch(&mut self, row: usize, app: &mut App) {
        let _ = (row, app);
    }

    /// Restores the default keys, and tells the app their names. The loop calls this only for a host that lets the
    /// player [choose keys](crate::app::HostAbilities::can_choose_keys).
    fn reset_keys(&mut self, app: &mut App) {
        let _ = app;
    }
}

/// Something that saves an app, such as a [`SaveManager`]. A host that saves to something other than a flash, such as a
/// file, implements its own saver. An [`Option`] of a saver is a saver, too: `None` saves nothing, and is for an app
/// that was not [attached](App::attach).
///
/// A saver that does everything in [`submit`](Saver::submit) is never [pending](SaveStatus::Pending), and needs to
/// implement only the first two functions.
pub trait Saver {
    /// Saves the data of the app's request, or at least the data that must not wait for the next tick. Reports a
    /// failure to the app.
    fn submit(&mut self, request: SaveRequest, app: &mut App);

    /// Returns whether work is left, or why nothing is saved.
    fn status(&self) -> SaveStatus;

    /// Begins the remaining work, like [`SaveManager::work`].
    fn work<'s>(&'s mut self, game: &Game) -> impl Future<Output = SaveStatus> + use<'s, Self> {
        let _ = game;
        core::future::ready(self.status())
    }

    /// Submits the turn that was played during the work. The loop calls this function when the work has ended. Returns
    /// the request that must be submitted next, if any, like [`Backlog::submit`].
    fn submit_backlog(&mut self, backlog: Backlog, app: &mut App) -> Option<SaveRequest> {
        let _ = (backlog, app);
        None
    }

    /// Does all the remaining work. Returns the status afterwards.
    fn flush(&mut self, app: &mut App) -> SaveStatus {
        let _ = app;
        self.status()
    }
}

impl<F: NorFlash> Saver for SaveManager<F> {
    fn submit(&mut self, request: SaveRequest, app: &mut App) {
        let status = block_on(SaveManager::submit(self, request, app.save_source()));
        app.report(status);
    }

    fn status(&self) -> SaveStatus {
        SaveManager::status(self)
    }

    fn work<'s>(&'s mut self, game: &Game) -> impl Future<Output = SaveStatus> + use<'s, F> {
        block_on(SaveManager::work(self, game))
    }

    fn submit_backlog(&mut self, backlog: Backlog, app: &mut App) -> Option<SaveRequest> {
        let request = block_on(backlog.submit(self));
        app.report(SaveManager::status(self));
        request
    }

    fn flush(&mut self, app: &mut App) -> SaveStatus {
        block_on(SaveManager::flush(self, app.game()))
    }
}

impl<S: Saver> Saver for Option<S> {
    fn submit(&mut self, request: SaveRequest, app: &mut App) {
        if let Some(saver) = self {
            saver.submit(request, app);
        }
    }

    fn status(&self) -> SaveStatus {
        self.as_ref().map_or(SaveStatus::Done, Saver::status)
    }

    fn work<'s>(&'s mut self, game: &Game) -> impl Future<Output = SaveStatus> + use<'s, S> {
        let work = self.as_mut().map(|saver| saver.work(game));
        async {
            match work {
                Some(work) => work.await,
                None => SaveStatus::Done,
            }
        }
    }

    fn submit_backlog(&mut self, backlog: Backlog, app: &mut App) -> Option<SaveRequest> {
        self.as_mut().and_then(|saver| saver.submit_backlog(backlog, app))
    }

    fn flush(&mut self, app: &mut App) -> SaveStatus {
        self.as_mut().map_or(SaveStatus::Done, |saver| saver.flush(app))
    }
}

/// The work that a tick leaves to the loop.
enum Ticked {
    /// The loop has nothing to do before the next tick.
    Done,
    /// The loop must submit this request before the next tick.
    Unsaved(SaveRequest),
    /// The loop must end, because the program ends.
    End,
}

/// Attaches the app to its save, and [plays](play). Returns the status of the save at the end.
///
/// This function and everything it calls need as much stack as [the table](self#memory) says.
pub fn run<F: NorFlash>(
    host: &mut impl Host,
    app: &mut App,
    manager: &mut SaveManager<F>,
) -> SaveStatus {
    block_on(app.attach(manager));
    play(host, app, manager)
}

/// Plays and saves an app that already shows its title, until the player quits or [`Host::input`] returns `None`.
/// Returns the status of the save at the end. This function is for hosts that change something after the save is
/// loaded, or that have a [`Saver`] of their own.
pub fn play(host: &mut impl Host, app: &mut App, saver: &mut impl Saver) -> SaveStatus {
    let mut ticked = Ticked::Done;
    while !matches!(ticked, Ticked::End) {
        ticked = play_tick(host, app, saver);
        while saver.status() == SaveStatus::Pending && matches!(ticked, Ticked::Done) {
            ticked = play_while_saving(host, app, saver);
            if let Ticked::Unsaved(request) = ticked {
                saver.submit(request, app);
                host.draw(app);
                ticked = Ticked::Done;
            }
        }
    }
    leave(app, saver)
}

/// Plays one tick of an app that already shows its title, and saves everything before it returns. This function is for
/// machines that call the program sixty times a second; [`play`] is for programs that wait for each tick. Returns
/// whether the program goes on. If the machine is about to end the program, call [`leave`] first.
pub fn step(host: &mut impl Host, app: &mut App, saver: &mut impl Saver) -> bool {
    let ticked = play_tick(host, app, saver);
    if saver.status() == SaveStatus::Pending {
        let status = saver.flush(app);
        app.report(status);
    }
    !matches!(ticked, Ticked::End)
}

/// Saves all unsaved data before the program ends. Returns the status of the save.
pub fn leave(app: &mut App, saver: &mut impl Saver) -> SaveStatus {
    if let Some(request) = app.leave() {
        saver.submit(request, app);
    }
    saver.flush(app)
}

/// Plays a tick when no earlier data is left to save.
fn play_tick(host: &mut impl Host, app: &mut App, saver: &mut impl Saver) -> Ticked {
    match tick(host, app) {
        Ticked::End => return Ticked::End,
        Ticked::Unsaved(request) => saver.submit(request, app),
        Ticked::Done => {}
    }
    host.draw(app);
    Ticked::Done
}

/// Begins the remaining work of saving, and plays on until the work is done.
fn play_while_saving(host: &mut impl Host, app: &mut App, saver: &mut impl Saver) -> Ticked {
    let mut backlog = Backlog::new(app.game());
    let (status, has_ended) = {
        let mut work = pin!(saver.work(app.game()));
        loop {
            if let Some(status) = poll_for(work.as_mut(), || host.has_time()) {
                break (status, false);
            }
            match tick(host, app) {
                Ticked::End => break (block_on(work), true),
                Ticked::Unsaved(request) if !backlog.take(request, app.game()) => {
                    break (block_on(work), false);
                }
                Ticked::Done | Ticked::Unsaved(_) => host.draw(app),
            }
        }
    };
    app.report(status);
    match saver.submit_backlog(backlog, app) {
        Some(request) => Ticked::Unsaved(request),
        None if has_ended => Ticked::End,
        None => Ticked::Done,
    }
}

fn tick(host: &mut impl Host, app: &mut App) -> Ticked {
    host.before_tick(app);
    let Some(input) = host.input() else { return Ticked::End };
    let request = host.tick(input, app);
    host.after_tick(app);
    match request {
        Some(Request::Save(request)) => return Ticked::Unsaved(request),
        Some(Request::Quit) => return Ticked::End,
        Some(Request::Watch(row)) => host.watch(row, app),
        Some(Request::DefaultKeys) => host.reset_keys(app),
        None => {}
    }
    Ticked::Done
}
