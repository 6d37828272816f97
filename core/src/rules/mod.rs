//! Plays the game: the turn and all that happens in it.

pub mod ai;
pub mod combat;
pub mod command;
pub mod event;
pub mod experience;
mod inventory;
mod movement;
mod new_game;
pub(crate) mod regeneration;
mod reinforcement;
mod stairs;
pub mod status;
pub mod travel;
mod turn;

pub use command::{Command, Refusal};
pub use event::{Actor, Event, Events};
