//! Keeps builds from running during tests of sound, because sound is played in real time and a build uses all
//! processors.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The lock of the machine, which listening tests share, and which a build takes exclusively.
static MACHINE: RwLock<()> = RwLock::new(());

/// A guard that holds back builds until it is dropped.
pub type Quiet = RwLockReadGuard<'static, ()>;

/// Waits for the end of a build and holds back the next build. A thread with such a guard must not call [`build`],
/// because it would deadlock.
pub fn quiet() -> Quiet {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until no test is listening, and then runs a build.
pub fn build<T>(build: impl FnOnce() -> T) -> T {
    let _alone = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    build()
}
