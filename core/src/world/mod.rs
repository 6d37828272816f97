//! The state of a game and what always holds of it. [`Game`] is all that a save holds and nothing
//! else.

mod creature;
mod floor;
mod game;
mod map;

pub use creature::{Body, Bonus, Mind, Monster, Player, Slot, Statuses, Worn};
pub use floor::{FloorState, KeptFloor, Monsters};
pub use game::{Game, Outcome};
pub use map::{Map, Terrain};
