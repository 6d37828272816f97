//! Finds what is worth a look before the stairs up are taken.

use super::monitor::finds;
use super::vault::locked_door;
use crate::world::{Game, Terrain};

/// Names what the player knows of on a floor and has not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// A locked vault (W17).
    Vault,
    /// A terminal (W16).
    Terminal,
    /// An item that the player never carried, and that lies on no pedestal.
    Item,
}

/// Returns the most useful of what the player knows of and has not used: a vault to which the key is
/// carried, a terminal, which may open a vault, another vault, an item.
pub fn most_useful_unused(game: &Game) -> Option<Unused> {
    let map = &game.current_floor().map;
    let knows = |terrain| map.explored().iter().any(|pos| map.terrain(pos) == terrain);
    let has_item = || finds(game).any(|ground| map.terrain(ground.pos) != Terrain::Pedestal);
    match () {
        () if locked_door(game).is_some() => Some(Unused::Vault),
        () if knows(Terrain::Terminal) => Some(Unused::Terminal),
        () if knows(Terrain::DoorLocked) => Some(Unused::Vault),
        () if has_item() => Some(Unused::Item),
        () => None,
    }
}
