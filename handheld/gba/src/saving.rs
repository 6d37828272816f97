//! Saving: runs the core's save manager on the save chip. Slow work is done in the spare time of ticks.

use crate::clock;
use crate::flash::{self, Flash};
use crate::stack;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use core::pin::Pin;
use musrex_core::app::App;
use musrex_core::poll::{block_on, poll_for};
use musrex_core::save::{Backlog, DeviceError, SaveManager, SaveRequest, SaveStatus};

/// Static storage for a large value.
struct StaticStorage<T>(UnsafeCell<MaybeUninit<T>>);

// SAFETY: there is one processor, and no interrupt accesses the save.
unsafe impl<T> Sync for StaticStorage<T> {}

/// Opens the save on `flash`. This function must be called only once.
#[inline(never)]
pub fn open(flash: Flash) -> &'static mut SaveManager<Flash> {
    #[unsafe(link_section = ".ewram")]
    static STORAGE: StaticStorage<SaveManager<Flash>> =
        StaticStorage(UnsafeCell::new(MaybeUninit::uninit()));
    // SAFETY: this function is called only once, so there is no other reference to the storage.
    let storage = unsafe { &mut *STORAGE.0.get() };
    // SAFETY: nothing else uses that stack. The save manager is built on the stack and then moved to the storage.
    unsafe {
        stack::with_deep_stack(|| {
            _ = storage.write(block_on(SaveManager::open_with(flash, DeviceError::from)));
        })
    };
    // SAFETY: the save manager has just been written.
    unsafe { storage.assume_init_mut() }
}

/// Loads the save and shows the title.
#[inline(never)]
pub fn attach(app: &mut App, manager: &mut SaveManager<Flash>) {
    // SAFETY: no work has begun yet, and the future is not used after it is complete.
    block_on(unsafe { pin_static(app.attach(manager)) });
}

/// Submits a save request of the app, before the screen shows the turn that the request saves.
#[inline(never)]
pub fn submit(request: SaveRequest, app: &mut App, manager: &mut SaveManager<Flash>) {
    let mut status = SaveStatus::Done;
    // SAFETY: nothing else uses that stack.
    unsafe {
        stack::with_deep_stack(|| status = block_on(manager.submit(request, app.save_source())));
    }
    app.report(status);
}

/// Submits the turn that waited while `manager` was working. If `backlog` contains another request, returns it; the
/// caller must submit it next.
#[inline(never)]
pub fn submit_backlog(
    backlog: Backlog,
    app: &mut App,
    manager: &mut SaveManager<Flash>,
) -> Option<SaveRequest> {
    let mut request = None;
    // SAFETY: nothing else uses that stack.
    unsafe { stack::with_deep_stack(|| request = block_on(backlog.submit(manager))) };
    app.report(manager.status());
    request
}

/// The background work of a save manager. It is polled in slices during play.
pub struct Work<'a>(Pin<&'a mut dyn Future<Output = SaveStatus>>);

impl<'a> Work<'a> {
    /// Begins all pending work of `manager`.
    ///
    /// # Safety
    /// No [`Work`] from an earlier call may be used after this call, which takes over its storage.
    #[inline(never)]
    pub unsafe fn begin(app: &App, manager: &'a mut SaveManager<Flash>) -> Work<'a> {
        let mut work = None;
        // SAFETY: nothing else uses that stack; the caller ensures that the storage is free.
        unsafe {
            stack::with_deep_stack(|| {
                work = Some(Work(pin_static(block_on(manager.work(app.game())))));
            });
        }
        work.expect("it has just been made")
    }

    /// Polls until the clock reaches `time`. Returns the status once the work is complete.
    #[inline(never)]
    pub fn run_until(&mut self, time: u32) -> Option<SaveStatus> {
        if clock::is_past(time) {
            return None;
        }
        flash::work_until(Some(time));
        let mut ended = None;
        // SAFETY: nothing else uses that stack.
        unsafe {
            stack::with_deep_stack(|| ended = poll_for(self.0.as_mut(), || !clock::is_past(time)));
        }
        flash::work_until(None);
        ended
    }

    /// Polls until the work is complete.
    #[inline(never)]
    pub fn end(mut self) -> SaveStatus {
        let mut ended = None;
        // SAFETY: nothing else uses that stack.
        unsafe { stack::with_deep_stack(|| ended = poll_for(self.0.as_mut(), || true)) };
        ended.expect("there was time enough")
    }
}

/// The size of the storage for the futures of [`Work`] and of [`attach`], in words of 8 bytes.
const WORK_WORDS: usize = 256;

/// Pins `future` in static storage, where it is never dropped.
///
/// # Safety
/// No future of an earlier call may be used after this call, which takes over its storage.
unsafe fn pin_static<'a, T: Future + 'a>(future: T) -> Pin<&'a mut T> {
    type Words = [u64; WORK_WORDS];
    #[unsafe(link_section = ".ewram")]
    static STORAGE: StaticStorage<Words> = StaticStorage(UnsafeCell::new(MaybeUninit::uninit()));
    const { assert!(size_of::<T>() <= size_of::<Words>()) };
    const { assert!(align_of::<T>() <= align_of::<Words>()) };
    let place = STORAGE.0.get().cast::<T>();
    // SAFETY: the storage is large enough, and the caller ensures that there is no other reference to it.
    let future = unsafe {
        place.write(future);
        &mut *place
    };
    // SAFETY: the future is not moved while it is in use.
    unsafe { Pin::new_unchecked(future) }
}
