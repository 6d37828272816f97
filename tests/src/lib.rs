//! Support for tests.

pub mod carve;
pub mod scene;
