//! Saving: runs the core's save manager on the save chip. Slow work is done in the time that frames
//! leave.

use crate::clock;
use crate::flash::{self, Flash};
use crate::stack;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use musrex_core::save::{PlayedTurn, Save, SaveError, SaveManager};
use musrex_core::screens::App;

/// Room for something where there is enough of it.
struct StaticStorage<T>(UnsafeCell<MaybeUninit<T>>);

// SAFETY: there is one processor, and no interrupt saves.
unsafe impl<T> Sync for StaticStorage<T> {}

/// Opens what is on `flash`: to be called once.
#[inline(never)]
pub fn open(flash: Flash) -> &'static mut SaveManager<Flash> {
    #[unsafe(link_section = ".ewram")]
    static STORAGE: StaticStorage<SaveManager<Flash>> =
        StaticStorage(UnsafeCell::new(MaybeUninit::uninit()));
    // SAFETY: this is called once, so nobody else has a reference to it.
    let storage = unsafe { &mut *STORAGE.0.get() };
    // SAFETY: nothing else is on that stack. The save manager passes over it on its way to where it
    // stays.
    unsafe { stack::with_deep_stack(|| _ = storage.write(SaveManager::open(flash))) };
    // SAFETY: it has just been written.
    unsafe { storage.assume_init_mut() }
}

/// Shows the title, with what was saved.
#[inline(never)]
pub fn attach(app: &mut App, manager: &mut SaveManager<Flash>) {
    app.attach(manager);
}

/// Does of what the app has asked for what must be done before it is shown.
#[inline(never)]
pub fn enqueue(save: Save, app: &mut App, manager: &mut SaveManager<Flash>) {
    // SAFETY: nothing else is on that stack.
    unsafe { stack::with_deep_stack(|| app.enqueue(save, manager)) };
}

/// Takes from the game what is due of it.
#[inline(never)]
pub fn snapshot(app: &mut App, manager: &mut SaveManager<Flash>) {
    // SAFETY: nothing else is on that stack.
    unsafe { stack::with_deep_stack(|| app.snapshot(manager)) };
}

/// Enters a turn that had to wait.
#[inline(never)]
pub fn append(played: PlayedTurn, app: &mut App, manager: &mut SaveManager<Flash>) {
    // SAFETY: nothing else is on that stack.
    unsafe { stack::with_deep_stack(|| app.report_saved(manager.append(played).map(|_| ()))) };
}

/// The background work of a save manager, polled in slices while play goes on.
pub struct Work<'a>(Pin<&'a mut dyn Future<Output = Result<(), SaveError>>>);

impl<'a> Work<'a> {
    /// All that `manager` has to write.
    ///
    /// # Safety
    /// There is no other, or it is never used again.
    #[inline(never)]
    pub unsafe fn of(manager: &'a mut SaveManager<Flash>) -> Work<'a> {
        let mut work = None;
        // SAFETY: nothing else is on that stack; the room is nobody else's, by the caller's word.
        unsafe { stack::with_deep_stack(|| work = Some(Work(pin_static(manager.finish())))) };
        work.expect("it has just been made")
    }

    /// Polls until the clock reaches `time`. Returns the result once the work is complete.
    pub fn run_until(&mut self, time: u32) -> Option<Result<(), SaveError>> {
        flash::work_until(Some(time));
        let mut ended = None;
        while ended.is_none() && !clock::is_past(time) {
            ended = self.poll();
        }
        flash::work_until(None);
        ended
    }

    /// Polls until the work is complete.
    pub fn end(mut self) -> Result<(), SaveError> {
        loop {
            if let Some(saved) = self.poll() {
                return saved;
            }
        }
    }

    #[inline(never)]
    fn poll(&mut self) -> Option<Result<(), SaveError>> {
        let mut context = Context::from_waker(Waker::noop());
        let mut polled = Poll::Pending;
        // SAFETY: nothing else is on that stack.
        unsafe { stack::with_deep_stack(|| polled = self.0.as_mut().poll(&mut context)) };
        match polled {
            Poll::Ready(saved) => Some(saved),
            Poll::Pending => None,
        }
    }
}

/// Double words of the room for [`Work`].
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
