//! Keeps builds away from tests that listen: sound is played in real time, and a build takes all
//! processors.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// Listeners share the machine, a build has it alone.
static MACHINE: RwLock<()> = RwLock::new(());

/// Holds builds back until it is dropped.
pub type Quiet = RwLockReadGuard<'static, ()>;

/// Waits for the end of a build and holds back the next one. A thread that keeps this must not call
/// [`build`], which would wait for ever.
pub fn quiet() -> Quiet {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a build when nobody listens.
pub fn build<T>(build: impl FnOnce() -> T) -> T {
    let _alone = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    build()
}
