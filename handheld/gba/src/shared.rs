//! Values that interrupts and the program share.

use core::cell::UnsafeCell;

/// A value that an interrupt may read or write at any moment.
///
/// It is read and written whole: `T` must be something the processor moves in one go.
pub struct Shared<T>(UnsafeCell<T>);

// SAFETY: there is one processor, and no reference to the value is ever given out.
unsafe impl<T: Copy> Sync for Shared<T> {}

impl<T: Copy> Shared<T> {
    /// A shared `value`.
    pub const fn new(value: T) -> Shared<T> {
        const { assert!(size_of::<T>() <= 4, "not moved in one go") };
        Shared(UnsafeCell::new(value))
    }

    /// What it is now.
    #[inline(always)]
    pub fn get(&self) -> T {
        // SAFETY: the pointer is valid, and a value moved in one go is never seen half written.
        unsafe { self.0.get().read_volatile() }
    }

    /// Makes it `value`.
    #[inline(always)]
    pub fn set(&self, value: T) {
        // SAFETY: as for reading.
        unsafe { self.0.get().write_volatile(value) }
    }
}
