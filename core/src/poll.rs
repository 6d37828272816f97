//! Runs futures without an executor: on the devices of this project, one is ready each time it is
//! polled.

use core::future::poll_fn;
use core::pin::pin;
use core::task::{Context, Poll, Waker};

/// Yields once, for drivers of slow flashes between two pieces of their work.
pub async fn pause() {
    let mut is_paused = false;
    poll_fn(|_| match core::mem::replace(&mut is_paused, true) {
        false => Poll::Pending,
        true => Poll::Ready(()),
    })
    .await;
}

/// Polls a future until it is done. For flashes that never wait for an interrupt, as all are that a
/// [`SaveManager`](crate::save::SaveManager) takes.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = future.as_mut().poll(&mut context) {
            return done;
        }
    }
}
