//! How a game goes on: the turn and all that happens in it.

pub mod ai;
pub mod combat;
pub mod command;
pub mod event;
pub mod experience;
mod inventory;
pub(crate) mod mending;
mod movement;
pub mod path;
mod reinforcement;
pub mod sight;
mod stairs;
pub mod status;
pub mod travel;
mod turn;

pub use command::{Command, Refusal};
pub use event::{Actor, Cause, Event, Events};
