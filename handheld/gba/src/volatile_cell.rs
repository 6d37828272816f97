//! Volatile cells: values that are shared by interrupts and the program.

use core::cell::UnsafeCell;

/// A value that an interrupt may read or write at any time.
///
/// The processor must read and write a `T` in one instruction.
pub struct VolatileCell<T>(UnsafeCell<T>);

// SAFETY: there is one processor, and the cell never gives out a reference to the value.
unsafe impl<T: Copy> Sync for VolatileCell<T> {}

impl<T: Copy> VolatileCell<T> {
    /// Makes a cell with `value`.
    pub const fn new(value: T) -> VolatileCell<T> {
        const { assert!(size_of::<T>() <= 4, "not moved in one go") };
        VolatileCell(UnsafeCell::new(value))
    }

    /// Reads the value.
    #[inline(always)]
    pub fn get(&self) -> T {
        // SAFETY: the pointer is valid. A single instruction reads the value, so it is never half-written.
        unsafe { self.0.get().read_volatile() }
    }

    /// Writes the value.
    #[inline(always)]
    pub fn set(&self, value: T) {
        // SAFETY: the pointer is valid, and a single instruction writes the value.
        unsafe { self.0.get().write_volatile(value) }
    }
}
