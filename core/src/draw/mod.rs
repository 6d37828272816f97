//! Pictures: the frame, its palette, and what is drawn on it.

mod frame;
mod palette;

pub use frame::Frame;
pub use palette::{Colour, Palette, Shade};
