//! Runs futures without an executor. No device of this project wakes a task, so a future is polled until it is done.

use core::future::poll_fn;
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};

/// Yields once. Long operations call this between their steps, so that the game can go on meanwhile.
pub async fn pause() {
    let mut is_paused = false;
    poll_fn(|_| {
        let was_paused = core::mem::replace(&mut is_paused, true);
        if was_paused { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// Runs `future` in a stack frame of its own, which is freed when `future` is done. Otherwise the compiler merges the
/// frames of a whole chain of futures into a frame that is too large for the stack of a handheld.
pub(crate) fn apart<T>(mut future: Pin<&mut impl Future<Output = T>>) -> impl Future<Output = T> {
    // Target: GBA. Not inlined: the purpose of this function is its own stack frame.
    #[inline(never)]
    fn poll_apart<T>(
        future: Pin<&mut impl Future<Output = T>>,
        context: &mut Context<'_>,
    ) -> Poll<T> {
        future.poll(context)
    }
    poll_fn(move |context| poll_apart(future.as_mut(), context))
}

/// Polls a future again and again until it is done. Nothing wakes the future, so it must make progress whenever it is
/// polled, as the futures of a [`SaveManager`](crate::save::SaveManager) do on a blocking flash.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = future.as_mut().poll(&mut context) {
            return done;
        }
    }
}

/// Polls `future` at least once, and again for as long as `has_time` returns true. Returns the output of the future if
/// the future is done.
pub fn poll_for<T>(
    mut future: Pin<&mut (impl Future<Output = T> + ?Sized)>,
    mut has_time: impl FnMut() -> bool,
) -> Option<T> {
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(done) => return Some(done),
            Poll::Pending if has_time() => {}
            Poll::Pending => return None,
        }
    }
}
