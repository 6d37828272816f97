//! Prevents builds during tests of sound, because sound is played in real time and a build uses all processors.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The lock of the machine: listening tests share it, and a build takes it exclusively.
static MACHINE: RwLock<()> = RwLock::new(());

/// A guard that prevents builds until it is dropped.
pub type Quiet = RwLockReadGuard<'static, ()>;

/// Waits for the end of a running build, and prevents the next one. A thread that holds the guard must not call
/// [`build`]: the thread would deadlock.
pub fn quiet() -> Quiet {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until no test is listening, and then runs a build.
pub fn build<T>(build: impl FnOnce() -> T) -> T {
    let _alone = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    build()
}
