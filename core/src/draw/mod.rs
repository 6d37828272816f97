//! Pictures: the frame, its palette, and what is drawn on it.

mod frame;
pub mod hud;
pub mod looks;
pub mod map_view;
mod palette;
pub mod strokes;
pub mod widgets;

pub use frame::Frame;
pub use palette::{Colour, Palette, Shade};
pub use strokes::Cell;
