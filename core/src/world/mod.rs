//! Holds the state of a game and its invariants. [`Game`] is all that a save holds and nothing
//! else.

mod creature;
mod floor;
mod game;
mod map;
mod pack;

pub use creature::{AiState, Body, Monster, Player, Statuses};
pub use floor::{FloorState, Monsters, ReinforcementTimer, StoredFloor};
pub use game::{Game, Outcome};
pub use map::{Map, Terrain};
pub use pack::{Bonus, GroundItem, GroundItems, Item, Pack, Slot, Worn};
