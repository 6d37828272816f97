//! Holds the state of a game and its invariants. [`Game`] is all that a save holds and nothing
//! else.

mod cause;
mod creature;
mod floor;
mod game;
mod map;
mod pack;
pub(crate) mod packing;
pub mod path;
pub mod sight;

pub use cause::Cause;
pub use creature::{AiState, Body, Monster, Player, Statuses};
pub use floor::{FloorState, Monsters, ReinforcementTimer};
pub use game::{Game, Outcome};
pub use map::{Map, Terrain};
pub use pack::{GroundItem, GroundItems, Item, Pack, Worn};
pub use packing::StoredFloor;
