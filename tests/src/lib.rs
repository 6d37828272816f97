//! Support for tests.

pub mod carve;
