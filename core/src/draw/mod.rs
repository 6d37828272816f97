//! Pictures: the frame, its palette, and what is drawn on it.

mod frame;
pub mod hud;
pub mod map_view;
mod palette;
pub mod widgets;

pub use frame::Frame;
pub use palette::{Colour, Palette, Shade};
