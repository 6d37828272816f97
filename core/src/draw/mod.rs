//! Drawing: the frame buffer, its palette, and what is drawn on it.

pub mod autotile;
mod frame;
pub mod hud;
pub mod kernels;
pub mod map_view;
mod palette;
pub mod widgets;

pub use frame::Frame;
pub use kernels::Cell;
pub use palette::{Colour, Palette, Shade};
