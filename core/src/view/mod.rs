//! Shows a game: the map, the status line, the animation and every sentence. Turns a game into
//! pixels and text.

pub mod animation;
pub mod autotile;
pub(crate) mod blow_shape;
pub mod comparison;
pub mod crash;
pub mod description;
pub mod hud;
pub mod log_strip;
pub mod map_colours;
pub mod map_view;
pub mod message_log;
pub mod sprites;
pub mod text;
pub mod widgets;
