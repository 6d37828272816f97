//! Saving: runs the core's save manager on the save chip. Slow work is done in the time that frames
//! leave.

use crate::debug_port::Stopwatch;
use crate::flash::{self, Flash};
use crate::stack;
use crate::volatile_cell::VolatileCell;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use core::pin::Pin;
use core::task::{Context, Poll};
use musrex_core::Game;
use musrex_core::app::App;
use musrex_core::host::Saver;
use musrex_core::poll::block_on;
use musrex_core::save::{Backlog, DeviceError, SaveManager, SaveRequest, SaveStatus};

/// Room for something where there is enough of it.
struct StaticStorage<T>(UnsafeCell<MaybeUninit<T>>);

// SAFETY: there is one processor, and no interrupt saves.
unsafe impl<T> Sync for StaticStorage<T> {}

/// True while work is left.
static IS_PENDING: VolatileCell<bool> = VolatileCell::new(false);

/// Returns whether work is left.
pub fn is_pending() -> bool {
    IS_PENDING.get()
}

/// Saves on the chip. Each method has the stack in EWRAM for what it does.
pub struct CartridgeSaver<'a> {
    manager: &'static mut SaveManager<Flash>,
    stopwatch: &'a Stopwatch,
}

impl CartridgeSaver<'_> {
    /// Opens what is on `flash`: to be called once.
    #[inline(never)]
    pub fn open(flash: Flash, stopwatch: &Stopwatch) -> CartridgeSaver<'_> {
        #[unsafe(link_section = ".ewram")]
        static STORAGE: StaticStorage<SaveManager<Flash>> =
            StaticStorage(UnsafeCell::new(MaybeUninit::uninit()));
        // SAFETY: this is called once, so nobody else has a reference to it.
        let storage = unsafe { &mut *STORAGE.0.get() };
        // SAFETY: nothing else is on that stack. The save manager passes over it on its way to where it
        // stays.
        unsafe {
            stack::with_deep_stack(|| {
                _ = storage.write(block_on(SaveManager::open_with(flash, DeviceError::from)));
            })
        };
        // SAFETY: it has just been written.
        CartridgeSaver { manager: unsafe { storage.assume_init_mut() }, stopwatch }
    }

    /// Shows the title, with what was saved.
    #[inline(never)]
    pub fn attach(&mut self, app: &mut App) {
        // SAFETY: nothing is at work yet, and it is not used again once it is done.
        block_on(unsafe { pin_static(app.attach(self.manager)) });
    }

    fn note_status(&self) {
        IS_PENDING.set(self.manager.status() == SaveStatus::Pending);
    }
}

impl<'a> Saver for CartridgeSaver<'a> {
    #[inline(never)]
    fn submit(&mut self, request: SaveRequest, app: &mut App) {
        let mut status = SaveStatus::Done;
        let source = app.save_source();
        // SAFETY: nothing else is on that stack.
        unsafe {
            stack::with_deep_stack(|| status = block_on(self.manager.submit(request, source)));
        }
        app.report(status);
        self.note_status();
        self.stopwatch.saved();
    }

    fn status(&self) -> SaveStatus {
        self.manager.status()
    }

    #[inline(never)]
    fn work<'s>(&'s mut self, game: &Game) -> impl Future<Output = SaveStatus> + use<'s, 'a> {
        let mut work = None;
        // SAFETY: nothing else is on that stack. The loop of hosts has dropped the one before.
        unsafe {
            stack::with_deep_stack(|| {
                work = Some(Work(pin_static(block_on(self.manager.work(game)))));
            });
        }
        work.expect("it has just been made")
    }

    #[inline(never)]
    fn submit_backlog(&mut self, backlog: Backlog, app: &mut App) -> Option<SaveRequest> {
        flash::work_until(None);
        let mut request = None;
        // SAFETY: nothing else is on that stack.
        unsafe { stack::with_deep_stack(|| request = block_on(backlog.submit(self.manager))) };
        app.report(self.manager.status());
        self.note_status();
        self.stopwatch.worked();
        request
    }
}

/// The background work of a save manager, which does nothing in a tick that has no time.
struct Work<'a>(Pin<&'a mut dyn Future<Output = SaveStatus>>);

impl Future for Work<'_> {
    type Output = SaveStatus;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<SaveStatus> {
        let mut status = Poll::Pending;
        if !flash::must_pause() {
            // SAFETY: nothing else is on that stack.
            unsafe { stack::with_deep_stack(|| status = self.0.as_mut().poll(context)) };
        }
        status
    }
}

/// Double words of the room for [`Work`] and for loading.
const WORK_WORDS: usize = 256;

/// Gives `future` a place to stay, where it is never dropped.
///
/// # Safety
/// None other is there that will be used again.
unsafe fn pin_static<'a, T: Future + 'a>(future: T) -> Pin<&'a mut T> {
    type Words = [u64; WORK_WORDS];
    #[unsafe(link_section = ".ewram")]
    static STORAGE: StaticStorage<Words> = StaticStorage(UnsafeCell::new(MaybeUninit::uninit()));
    const { assert!(size_of::<T>() <= size_of::<Words>()) };
    const { assert!(align_of::<T>() <= align_of::<Words>()) };
    let place = STORAGE.0.get().cast::<T>();
    // SAFETY: there is room for it, and nobody else has a reference to it, by the caller's word.
    let future = unsafe {
        place.write(future);
        &mut *place
    };
    // SAFETY: it stays there until it is never used again.
    unsafe { Pin::new_unchecked(future) }
}
