//! Support for tests.

pub mod carve;
pub mod picture;
pub mod program;
pub mod scene;
pub mod screen;
