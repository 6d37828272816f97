//! Defines the state of a run, its invariants, and its packed form in saves. The type of the whole state is [`Game`].

mod build;
mod cause;
mod creature;
mod floor;
mod game;
pub mod line;
mod map;
mod mode;
mod pack;
pub(crate) mod packing;
pub mod path;
mod progress;
mod room;
mod route;
pub mod sight;

pub(crate) use build::CHARGES_MAX;
pub use build::{Build, Lineage};
pub use cause::Cause;
pub use creature::{AiState, Aim, Body, Monster, Player, Squeak, Statuses};
pub(crate) use floor::Vented;
pub use floor::{FloorState, Spill, Throne, VentedMonster};
pub(crate) use floor::{Monsters, Spills};
pub(crate) use game::TurnScratch;
pub use game::{Game, KingsEnd, Noise, Outcome};
pub use map::{Map, Terrain};
pub use mode::{Conduct, RunMode};
pub(crate) use pack::GroundItems;
pub use pack::{GroundItem, Item, Pack, Worn};
pub use packing::StoredFloor;
pub use progress::Progress;
pub use room::{PlacedRoom, Turning};
