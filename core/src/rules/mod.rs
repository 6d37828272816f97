//! How a game goes on: the turn and all that happens in it.

pub mod experience;
pub mod path;
pub mod sight;
