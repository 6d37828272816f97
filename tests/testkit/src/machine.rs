//! Keeps builds from running during tests of sound, because sound is played in real time and a
//! build uses all processors.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The lock of the machine: listening tests share it, and a build takes it exclusively.
static MACHINE: RwLock<()> = RwLock::new(());

/// Holds back builds until it is dropped.
pub type Quiet = RwLockReadGuard<'static, ()>;

/// Waits for the end of a build and holds back the next one. A thread that keeps this must not call
/// [`build`], because that would deadlock.
pub fn quiet() -> Quiet {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a build when no test is listening.
pub fn build<T>(build: impl FnOnce() -> T) -> T {
    let _alone = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    build()
}
