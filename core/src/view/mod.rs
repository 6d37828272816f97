//! Shows a game: draws the map, the bar, the log and the animation, and composes every sentence.

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
