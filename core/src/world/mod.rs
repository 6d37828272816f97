//! The state of a game and what always holds of it. [`Game`] is all that a save holds and nothing
//! else.

mod creature;
mod floor;
mod game;
mod map;
mod pack;

pub use creature::{Body, Mind, Monster, Player, Statuses};
pub use floor::{FloorState, KeptFloor, Lingering, Monsters};
pub use game::{Game, Outcome};
pub use map::{Map, Terrain};
pub use pack::{Bonus, GroundItem, GroundItems, Item, Pack, Slot, Worn};
